"""Scorers of one's own: behind the same filter, never below it, and read from files that are what they say."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from thoughtbank.errors import ModelError, SettingsError
from thoughtbank.remember.calibration import Calibration
from thoughtbank.remember.features import Heard
from thoughtbank.remember.gain import gain_of
from thoughtbank.remember.scorer import MOST, PRESCORE, Weights, shipped
from thoughtbank.remember.scorers import SHIPPED, Encoded, Mapped, as_texts, map_file, read_scorer, shipped_name, weights_file

ABOUT: dict[str, object] = {"pairs": 40, "how": "a map", "measured": {}}
LOW = Calibration((0.0, 10.0), (0.0, 0.0))
HALF = Calibration((0.0, 10.0), (0.0, 5.0))
THANKS, MOVED = Heard("user", "ok thanks"), Heard("user", "I moved to Porto on 3 May and work at the harbour.")


class Told:
    """An encoder that says what it is told, and keeps what it read."""

    def __init__(self, points: float) -> None:
        self.told, self.read = points, list[tuple[str, str]]()

    def points(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        self.read += pairs
        return [self.told] * len(pairs)


def test_a_map_changes_the_points_and_nothing_else() -> None:
    shipped_, mapped = SHIPPED.score(MOVED, ()), Mapped("m", HALF).score(MOVED, ())
    assert mapped.score == pytest.approx(shipped_.score / 2)
    assert (mapped.reason, mapped.dimensions) == (shipped_.reason, shipped_.dimensions)


@pytest.mark.parametrize("scorer", [Mapped("m", LOW), Encoded("e", Told(-3.0))])
def test_what_the_filter_stops_has_one_point_and_the_rest_never_less(scorer: Mapped | Encoded) -> None:
    assert scorer.score(THANKS, ()) == SHIPPED.score(THANKS, ())
    assert scorer.score(MOVED, ()).score == PRESCORE


def test_an_encoder_reads_the_last_turn_first_and_only_what_passes() -> None:
    encoder = Told(12.0)
    scorer = Encoded("e", encoder)
    scorer.score(THANKS, ())
    found = scorer.score(MOVED, (Heard("user", "Hello there"), Heard("assistant", "What is new?")))
    assert (
        encoder.read
        == [("assistant: What is new?\nuser: Hello there", f"user: {MOVED.text}")]
        == [as_texts(MOVED, (Heard("user", "Hello there"), Heard("assistant", "What is new?")))]
    )
    assert found.score == MOST
    assert found.reason.startswith("by an encoder; in form it ")


def test_a_gain_says_which_scorer_gave_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(map_file(HALF, shipped_name(), ABOUT)))
    scorer = read_scorer(file)
    assert gain_of(MOVED, (), scorer).by == scorer.name
    assert scorer.name.startswith("scorer mine.json ") and len(scorer.name.split()[-1]) == 8
    assert gain_of(THANKS, (), scorer).by == "acknowledgement"
    file.write_text(json.dumps(map_file(LOW, shipped_name(), ABOUT)))
    assert read_scorer(file).name != scorer.name


def test_an_encoder_that_fails_gives_no_gain_and_says_why() -> None:
    class Failing:
        def points(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
            raise ModelError("the encoder failed: out of memory")

    gain = gain_of(MOVED, (), Encoded("scorer e 12345678", Failing()))
    assert (gain.score, gain.by, gain.reason) == (None, "scorer e 12345678", "the encoder failed: out of memory")
    assert gain_of(THANKS, (), Encoded("scorer e 12345678", Failing())).score == PRESCORE


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text(json.dumps(weights_file(Weights(shipped().bias + 1, shipped().points), ABOUT)))
    assert read_scorer(file).score(MOVED, ()).score == pytest.approx(SHIPPED.score(MOVED, ()).score + 1)


def edited(**changes: Any) -> Callable[[dict[str, Any]], str]:
    return lambda whole: json.dumps(whole | changes)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda whole: "", "no file that tune scorer wrote"),
        (lambda whole: json.dumps(whole)[:-9], "no file that tune scorer wrote"),
        (lambda whole: "[]", "no file that tune scorer wrote"),
        (lambda whole: json.dumps({"bias": 1.0, "weights": {}}), "no file that tune scorer wrote"),
        (edited(kind="forest"), "no file that tune scorer wrote .*forest|no file that tune scorer wrote"),
        (edited(format=2), "no file that tune scorer wrote .*format"),
        (edited(more=1), "no file that tune scorer wrote .*more"),
        (edited(given=["0", 5.0]), "no file that tune scorer wrote .*given"),
        (edited(given=[5.0, 0.0]), "is damaged: what is given mustn't fall"),
        (edited(found=[5.0, 5.0]), "is damaged: what is found must rise"),
        (edited(found=[1.0]), "is damaged: a map needs two knots"),
        (
            edited(of="scorer 00000000"),
            "maps the points of scorer 00000000, and these are of scorer .*run tune scorer again",
        ),
    ],
)
def test_a_file_that_is_none_is_named(tmp_path: Path, damage: Callable[[dict[str, Any]], str], message: str) -> None:
    file = tmp_path / "mine.json"
    file.write_text(damage(json.loads(json.dumps(map_file(HALF, shipped_name(), ABOUT)))))
    with pytest.raises(SettingsError, match=message) as error:
        read_scorer(file)
    assert str(file) in str(error.value)


def test_weights_of_other_features_and_no_file_at_all(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    whole: Any = json.loads(json.dumps(weights_file(shipped(), ABOUT)))
    del whole["weights"]["facts"]["names"]
    file.write_text(json.dumps(whole))
    with pytest.raises(SettingsError, match="weighs other features"):
        read_scorer(file)
    file.write_bytes(b"\xff\x00")
    with pytest.raises(SettingsError, match="no file that tune scorer wrote"):
        read_scorer(file)
    with pytest.raises(SettingsError, match="can't be read"):
        read_scorer(tmp_path / "none.json")
