"""Memories that keep summaries: what they keep, where it came from, and that the budget holds."""

from collections.abc import Sequence

import numpy as np
import pytest

from thoughtbank.errors import ModelUnreadable
from thoughtbank.evaluation.baselines import Topics, Unsearched, baselines
from thoughtbank.evaluation.datasets import Dialogue, Question
from thoughtbank.evaluation.summaries import BUDGET, TOPIC_TURNS, Part, Summarizer, covering, segments
from thoughtbank.language.words import count_tokens
from thoughtbank.providers.fake import HashEmbedder, ScriptedModel
from thoughtbank.records.conversation import Turn
from thoughtbank.settings import AnswerSettings


def turns(*texts: str, session: str = "s") -> list[Turn]:
    return [Turn(text, speaker="Ana", session_id=session, key=f"{session}{n}") for n, text in enumerate(texts)]


def part(text: str, *vector: float) -> Part:
    return Part(text, (text,), np.array(vector, np.float32))


def texts(parts: Sequence[Part]) -> list[str]:
    return [one.text for one in parts]


def test_covering_takes_one_of_each_kind_before_a_second_of_one() -> None:
    parts = [part("bees", 1, 0, 0), part("hives", 0.98, 0.2, 0), part("rain", 0, 1, 0), part("snow", 0, 0, 1)]
    budget = sum(count_tokens(one.text) for one in parts[1:])
    assert texts(covering(parts, budget)) in (["bees", "rain", "snow"], ["hives", "rain", "snow"])


def test_covering_keeps_within_the_budget_but_gives_at_least_one() -> None:
    parts = [part("a long text of very many words indeed", 1, 0), part("short", 0, 1)]
    assert len(covering(parts, 1)) == 1
    assert texts(covering(parts, 1000)) == texts(parts)


def test_a_session_is_cut_where_the_talk_turns() -> None:
    talk = [part(f"bees {n}", 1, 0.01 * n) for n in range(4)] + [part(f"rain {n}", 0.01 * n, 1) for n in range(4)]
    assert [texts(one) for one in segments(talk)] == [texts(talk[:4]), texts(talk[4:])]
    long = segments([part(str(n), 1, 0) for n in range(20)])
    assert [len(one) for one in long] == [TOPIC_TURNS, TOPIC_TURNS, 20 - 2 * TOPIC_TURNS]
    assert segments([]) == []


def test_a_rolling_summary_holds_the_budget_and_knows_its_turns() -> None:
    summarizer = Summarizer(HashEmbedder(), None)
    sessions = [
        summarizer.parts(turns(*(f"Number {n} of day {day} was about {n * day} hives." for n in range(40)), session=f"d{day}"))
        for day in range(4)
    ]
    for kept in (summarizer.rolling(sessions), summarizer.compressed(sessions)):
        assert sum(count_tokens(one.text) for one in kept) <= BUDGET
        assert len({one.turns[0][:2] for one in kept}) > 1, "more than one day is in it"
        assert all(one.text in texts(sessions[int(one.turns[0][1])]) for one in kept)


def test_a_models_summary_came_from_all_it_was_made_of() -> None:
    model = ScriptedModel(["Ana keeps bees.", "Ana kept bees until May."])
    summarizer = Summarizer(HashEmbedder(), model)
    sessions = [summarizer.parts(turns("I keep bees.", session="a")), summarizer.parts(turns("They are sold.", session="b"))]
    (kept,) = summarizer.rolling(sessions)
    assert (kept.text, kept.turns) == ("Ana kept bees until May.", ("a0", "b0"))
    assert [message.text for message in model.asked[1]][1] == "Ana keeps bees.\nAna: They are sold."
    with pytest.raises(ModelUnreadable):
        summarizer.rolling(sessions)


def test_topics_are_ranked_by_the_question_and_read_whole() -> None:
    said = turns("We keep bees.", "The bees are fine.", "Bees like clover.", "Rain is due.", "Rain again, and rain.", "Rain!")
    dialogue = Dialogue("d", tuple(said), {turn.key or "": turn.key or "" for turn in said}, ())
    way = Topics(Summarizer(HashEmbedder(), None), None, budget=1000)
    way.remember(dialogue)
    first, *rest = way.find(dialogue, Question("q", "Will there be rain?")).memories
    assert "Rain" in first.text
    assert len(first.turns) > 1
    assert [turn for one in (first, *rest) for turn in one.turns] != [turn.key for turn in said]


def test_what_is_not_searched_stands_in_its_own_order() -> None:
    said = turns("one", "two", "three")
    dialogue = Dialogue("d", tuple(said), {turn.key or "": turn.key or "" for turn in said}, ())
    (whole,) = (way for way in baselines(HashEmbedder(), None, AnswerSettings()) if way.name == "full context")
    assert isinstance(whole, Unsearched)
    whole.remember(dialogue)
    found = whole.find(dialogue, Question("q", "three?"))
    assert [one.turns for one in found.memories] == [("s0",), ("s1",), ("s2",)]
    assert found.shown.turns == {"s0", "s1", "s2"}
    assert found.answer is None, "nobody reads"
