"""Labelled pairs: every line is checked, and what belongs together is parted together."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tuning.labelled import EVERY, write
from thoughtbank.errors import InputError
from thoughtbank.remember.features import Heard
from thoughtbank.remember.gain import JUDGED
from thoughtbank.tuning.pairs import Pair, as_judged, parted, read_pairs

GOOD: dict[str, Any] = {
    "id": "1",
    "history": [{"role": "assistant", "text": "Any allergies?"}],
    "turn": {"role": "user", "text": "Penicillin."},
    "score": 8,
    "lang": "en",
}


def test_a_line_becomes_a_pair(tmp_path: Path) -> None:
    (pair,) = read_pairs(write(tmp_path / "pairs.jsonl", [GOOD]))
    assert pair == Pair("1", Heard("user", "Penicillin."), (Heard("assistant", "Any allergies?"),), 8.0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"score": 11}, "line 2: score: Input should be less than or equal to 10"),
        ({"score": -1}, "line 2: score: "),
        ({"score": "8"}, "line 2: score: Input should be a valid number"),
        ({"score": True}, "line 2: score: "),
        ({"score": float("nan")}, "line 2: score: "),
        ({"score": None}, "line 2: score: "),
        ({"id": ""}, "line 2: id: "),
        ({"id": "1"}, "line 2: the id '1' stands in line 1 too"),
        ({"turn": {"role": "boss", "text": "x"}}, "line 2: turn.role: "),
        ({"turn": {"role": "user", "text": " \n"}}, "line 2: turn.text: .*no gain"),
        ({"turn": "Penicillin."}, "line 2: turn: "),
        ({"history": [{"role": "user"}]}, "line 2: history.0.text: Field required"),
        ({"history": None}, "line 2: history: "),
    ],
)
def test_a_line_that_is_no_pair_is_named(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_pairs(write(tmp_path / "pairs.jsonl", [GOOD, GOOD | {"id": "2"} | change]))


@pytest.mark.parametrize(("text", "message"), [("[1]", "line 2"), ("{", "line 2: Invalid JSON"), ("\ud800", "isn't UTF-8")])
def test_a_file_that_holds_none(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_bytes((json.dumps(GOOD) + "\n" + text).encode("utf-8", "surrogatepass"))
    with pytest.raises(InputError, match=message):
        read_pairs(file)
    with pytest.raises(InputError, match="can't be read"):
        read_pairs(tmp_path)


def test_pairs_are_cut_as_the_engine_cuts_turns() -> None:
    long = Pair("1", Heard("user", "a" * 9000), tuple(Heard("user", str(place)) for place in range(12)), 1.0)
    (cut,) = as_judged([long], 10)
    assert len(cut.turn.text) == JUDGED
    assert [one.text for one in cut.history] == [str(place) for place in range(2, 12)]


def test_what_several_people_scored_is_one_item() -> None:
    twice = [*EVERY[:15], *(replace(pair, name=f"{pair.name} again", score=0.0) for pair in EVERY[:15])]
    part = parted(twice, 4)
    assert list(part[:15]) == list(part[15:])
    assert sorted(set(part)) == [0, 1, 2, 3]
