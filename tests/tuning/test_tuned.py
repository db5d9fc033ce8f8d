"""What is learnt is measured on pairs that it wasn't learnt from, and helps where a scale is another."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tuning.labelled import EVERY, strict
from thoughtbank.errors import InputError, ModelUnreadable, SettingsError
from thoughtbank.ports import ChatMessage, Reply
from thoughtbank.providers.fake import ScriptedModel
from thoughtbank.remember.features import Heard
from thoughtbank.remember.judge import Case, Judge
from thoughtbank.remember.scorer import NOTHING, Against, Scored
from thoughtbank.remember.scorers import SHIPPED, Scorer, read_scorer
from thoughtbank.settings import GainSettings
from thoughtbank.tuning.judged import judged
from thoughtbank.tuning.pairs import Pair
from thoughtbank.tuning.tuned import LEAST, PARTS, Tuned, check, tune_map, tune_weights, tuned

STRICT = [replace(pair, score=strict(pair.score)) for pair in EVERY]


class Remembering:
    """Knows the scores it was shown, and nothing else."""

    name = "scorer"

    def __init__(self, seen: Sequence[Pair]) -> None:
        self.scores = {pair.turn: pair.score for pair in seen}

    def score(self, turn: Heard, history: Sequence[Heard], against: Against = NOTHING) -> Scored:
        return replace(SHIPPED.score(turn, history), score=self.scores.get(turn, 5.0))


def test_no_pair_is_scored_by_what_saw_it() -> None:
    def learn(seen: Sequence[Pair]) -> Scorer:
        return Remembering(seen)

    made = tuned("none", STRICT, learn, "by heart")
    assert set(made.found[1]) == {5.0}
    assert made.parts == PARTS
    assert made.scorer.score(STRICT[0].turn, ()).score == STRICT[0].score, "what is given out has seen all"


def test_a_map_brings_a_stricter_scale_nearer() -> None:
    made = tune_map(STRICT)
    before, after = ({name: of["value"] or 0.0 for name, of in figures.items()} for figures in (made.before, made.after))
    assert made.better and made.how.startswith("a map, isotonic")
    assert before["mae"] > 1.4 and after["mae"] < 1.0
    assert after["band_accuracy"] > before["band_accuracy"] + 0.2
    assert after["kappa"] > before["kappa"] and after["within_1"] > before["within_1"]
    assert made.stopped == sum(SHIPPED.score(pair.turn, pair.history).layer != "scorer" for pair in STRICT) > 0


def test_weights_bring_it_nearer_too_and_say_how() -> None:
    made = tune_weights(STRICT)
    assert made.better
    assert (
        made.how.startswith("weights from ") and "from these pairs alone" in made.how and "from the shipped ones on" in made.how
    )


@pytest.mark.parametrize("tune", [tune_map, tune_weights])
def test_what_is_written_scores_as_what_was_learnt(tmp_path: Path, tune: Callable[[Sequence[Pair]], Tuned]) -> None:
    made = tune(STRICT[:40])
    file = tmp_path / "scorer.json"
    file.write_text(json.dumps(made.document()))
    scorer = read_scorer(file)
    for pair in STRICT:
        assert scorer.score(pair.turn, pair.history).score == pytest.approx(made.scorer.score(pair.turn, pair.history).score)


def test_labels_that_fall_are_no_scale() -> None:
    with pytest.raises(InputError, match="don't rise with what is found"):
        tune_map([replace(pair, score=10 - pair.score) for pair in EVERY])


def test_too_little_to_learn_from() -> None:
    with pytest.raises(InputError, match=f"holds {LEAST - 1} pairs; tuning needs {LEAST}"):
        check(EVERY[: LEAST - 1], "file")
    with pytest.raises(InputError, match="the filter stops all but 0 of the 30"):
        check([Pair(str(number), Heard("user", "ok thanks"), (), 1.0) for number in range(30)], "file")
    with pytest.raises(InputError, match="the same score"):
        check([replace(pair, score=4.0) for pair in EVERY], "file")
    check(EVERY[:40], "file")


class Half(ScriptedModel):
    """Judges every turn at half of what its numbers say, and fails at questions."""

    def chat(self, messages: Sequence[ChatMessage], **given: Any) -> Reply:
        turn = messages[-1].text.rpartition("user: ")[2]
        if "?" in turn:
            raise ModelUnreadable("no")
        return Reply(json.dumps({"reason": "so many letters", "score": min(10, len(turn) // 12)}))


def test_a_map_of_a_model_s_points_corrects_that_model_and_no_other(tmp_path: Path) -> None:
    asked, read = judged(EVERY, Half([], name="half"), GainSettings())
    assert asked.name == "half, gain prompt 1"
    assert 20 < len(read) < len(EVERY)
    made = tune_map(read, asked)
    assert made.after["mae"]["value"] < made.before["mae"]["value"]
    file = tmp_path / "half.json"
    file.write_text(json.dumps(made.document()))
    case = Case(Heard("user", "I moved to Porto on 3 May."))
    (raw,) = Judge(Half([], name="half"), GainSettings()).judge([case]).gains
    (corrected,) = Judge(Half([], name="half"), GainSettings(judge_map=file)).judge([case]).gains
    assert made.calibration is not None and raw.score is not None
    assert corrected.score == round(made.calibration.apply(raw.score), 2) != raw.score
    with pytest.raises(SettingsError, match="maps the points of half, gain prompt 1, and these are of other, gain prompt 1"):
        Judge(Half([], name="other"), GainSettings(judge_map=file))
    with pytest.raises(SettingsError, match="maps the points of half"):
        read_scorer(file)


def test_a_judge_that_cannot_judge_half_of_the_pairs_teaches_nothing() -> None:
    with pytest.raises(InputError, match="judged 5 of 20 pairs; the last failure: judging failed: "):
        judged(EVERY[:20], ScriptedModel([]), GainSettings())
