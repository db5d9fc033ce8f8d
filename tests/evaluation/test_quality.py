"""What one question's recall and answer are worth, worked out by hand."""

from collections.abc import Sequence

import numpy as np
import pytest

from thoughtbank.evaluation.datasets import Dialogue, Question
from thoughtbank.evaluation.m1 import TAUS
from thoughtbank.evaluation.quality import Quality, series
from thoughtbank.evaluation.ways import Answered, Found, Held, show
from thoughtbank.ports import Vectors
from thoughtbank.records.conversation import Turn

DIRECTIONS = {"bees": (1.0, 0.0), "rain": (0.0, 1.0), "bees?": (0.8, 0.6), "nothing": (0.6, 0.8)}


class Compass:
    """Texts with directions of their own."""

    name, dimension = "compass", 2

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        return np.array([DIRECTIONS[text] for text in texts], np.float32)


TURNS = (Turn("bees", session_id="a", key="a0"), Turn("rain", session_id="b", key="b0"))
DIALOGUE = Dialogue("d", TURNS, {"a0": "a0", "b0": "b0"}, ())
ASKED = Question("q", "bees?", frozenset({"b0"}), answer="bees")


def found(*memories: Held, answer: Answered | None = None) -> Found:
    return Found(memories, show(memories, None), answer)


def values(question: Question, of: Found) -> dict[str, float]:
    return Quality(Compass()).values(DIALOGUE, question, of)


def test_m1_of_one_memory() -> None:
    got = values(ASKED, found(Held("bees", ("a0",), 0.8)))
    assert got["m1"] == got["m1_nonempty"] == pytest.approx(2 * 1 * 0.8 / 1.8), (
        "its session says just that; 0.8 to the question"
    )
    assert got["m1_evidence"] == 0, "and nothing of the evidence"
    assert got["m1_coverage"] == 1


def test_m1_of_what_finds_nothing() -> None:
    assert values(ASKED, found()) == {"m1": 0, "m1_coverage": 0, "m1_evidence": 0}
    by_words = Quality(Compass()).values(DIALOGUE, ASKED, found(), by_words=True)
    assert by_words["m1_rouge_l"] == 0, "left out, it would raise the mean of the others"


def test_the_source_is_all_that_was_said_in_the_session() -> None:
    turns = (*TURNS, Turn("rain", session_id="a", key="a1"))
    dialogue = Dialogue("d", turns, {turn.key or "": turn.key or "" for turn in turns}, ())
    got = Quality(Compass()).values(dialogue, ASKED, found(Held("bees", ("a0",), 0.8)))
    s_o = 1 / 2**0.5  # bees against the middle of bees and rain
    assert got["m1"] == pytest.approx(2 * s_o * 0.8 / (s_o + 0.8))


def test_an_answer_is_held_against_its_reference() -> None:
    got = values(ASKED, found(answer=Answered("bees", True)))
    assert (got["answered"], got["f1"], got["rouge_l"], got["cosine"]) == (1, 1, 1, 1)
    got = values(ASKED, found(answer=Answered("nothing", False)))
    assert (got["answered"], got["f1"]) == (0, 0)
    assert got["cosine"] == pytest.approx(0.6)


def test_of_what_was_never_said_only_the_refusal_counts() -> None:
    never = Question("q", "bees?", answer="none", headline=False)
    assert values(never, found(answer=Answered("nothing", False)))["refused"] == 1
    got = values(never, found(answer=Answered("bees", True)))
    assert got["refused"] == 0
    assert "f1" not in got and "answered" not in got


def test_a_threshold_leaves_less_and_less() -> None:
    swept = Quality(Compass()).sweep(DIALOGUE, ASKED, found(Held("bees", ("a0",), 0.8), Held("rain", ("b0",), 0.6)))
    by_tau = dict(zip(TAUS, swept, strict=True))
    both = 2 * 1 * by_tau_s_q() / (1 + by_tau_s_q())
    assert by_tau[0.6] == pytest.approx(both)
    assert by_tau[0.8] == pytest.approx(2 * 0.8 / 1.8)
    assert by_tau[0.9] is None


def by_tau_s_q() -> float:
    """The question against the middle of both memories."""
    return (0.8 + 0.6) / 2**0.5


def test_series_by_session_and_by_threshold() -> None:
    asked = (
        Question("p", "?", session=2),
        Question("q", "?", session=3),
        Question("r", "?", session=3),
        Question("x", "?", headline=False),
    )
    dialogue = Dialogue("d", (), {}, asked)
    none: list[float | None] = [None] * 9
    one = {
        "values": {"thoughtbank": {"p": {"m1": 0.5}, "q": {"m1": 0.2}, "r": {"m1": 0.6}, "x": {"m1": 1.0}}},
        "sweep": {"p": [0.6] * 9, "q": none, "r": [0.2, *none[1:]], "x": [1.0] * 9},
    }
    told = series([dialogue], [one])
    assert told["m1_by_session"] == [[2, 0.5], [3, 0.4]]
    assert told["m1_by_tau"][0] == [0.1, pytest.approx(0.8 / 3, abs=1e-6), pytest.approx(2 / 3, abs=1e-6), 0.4]
    assert told["m1_by_tau"][8] == [0.9, 0.2, pytest.approx(1 / 3, abs=1e-6), 0.6]
