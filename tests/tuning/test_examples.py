"""Messages with propositions are read line by line: what can't be used is named with its line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tuning.labelled import write
from tests.tuning.propositions import EIGHT, labels, moves
from thoughtbank.errors import InputError
from thoughtbank.language.fragments import Argument, Fragment, Speaking
from thoughtbank.tuning.examples import check, doubtful, parted, read_examples


def test_messages_are_read_with_who_speaks(tmp_path: Path) -> None:
    read = read_examples(write(tmp_path / "e.jsonl", [*EIGHT, {"text": "我住在里昂。", "propositions": [], "note": "x"}]))
    assert read[0].fragments == (
        Fragment("moved to", (Argument("Ana"), Argument("Lyon"), Argument("in May", "time")), "Ana moved to Lyon in May."),
    )
    assert [one.speaking for one in read[2:4]] == [Speaking("Ana", "Ben"), Speaking("Ana")]
    assert read[7].speaking == Speaking("the user")
    assert read[8].speaking == Speaking("用户")
    assert read[6].fragments[0].mood == "past" and read[1].fragments[1].negative
    assert read[3].fragments == () and read[3].line == "line 4"


def test_labelled_messages_are_read_in_their_first_wording(tmp_path: Path) -> None:
    lines = labels(moves())
    lines[0]["propositions"][0] |= {
        "predicate": ["move", "go"],
        "negative": True,
        "mood": "plan|possible",
        "others": [{"role": "time", "text": ["in May", "May"]}],
    }
    read = read_examples(write(tmp_path / "e.jsonl", lines))
    (one,) = read[0].fragments
    assert (str(one), one.negative, one.mood) == ("move(Ana; Lyon; time: in May)", True, "plan")
    assert one.text == "Ana doesn't plan to move Lyon in May."
    assert read[0].labels is not None and read[-1].fragments == () and read[-1].labels is not None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "Invalid JSON"),
        ("[]", "an object"),
        ('{"text": "x"}', "propositions: Field required"),
        ('{"text": " ", "propositions": []}', "a message without words"),
        ('{"text": 3, "propositions": []}', "text: "),
        ('{"text": "x", "propositions": "likes(Ana; jazz)"}', "propositions: "),
        ('{"text": "x", "propositions": ["likes(Ana; jazz"]}', "'likes(Ana; jazz' is no proposition; write it as"),
        ('{"text": "x", "propositions": ["likes(Ana; when: today)"]}', "is no proposition"),
        ('{"text": "x", "propositions": ["()"]}', "is no proposition"),
        ('{"text": "x", "propositions": [{"predicate": ["likes"]}, "likes(Ana; jazz)"]}', "Field required"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "e.jsonl"
    file.write_text(f"{json.dumps(EIGHT[0])}\n\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_examples(file)
    assert str(error.value).startswith(f"{file}, line 3: ") and message in str(error.value)


def test_every_fifth_message_is_held_out_and_never_taught(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = moves()
    read = read_examples(write(tmp_path / "e.jsonl", [*lines, *lines]))
    taught, held = parted(read)
    assert len(held) == 2 * (len(lines) // 5) and len(taught) + len(held) == len(read)
    said = [{(one.text, one.speaking) for one in part} for part in (taught, held)]
    assert not said[0] & said[1]


def test_too_little_is_named(tmp_path: Path) -> None:
    read = read_examples(write(tmp_path / "e.jsonl", [*EIGHT, *EIGHT, *EIGHT]))
    with pytest.raises(InputError, match="x holds 8 different messages; tuning needs 20 or more"):
        check(read, "x")
    silent = [{"text": f"Thanks {number}!", "propositions": []} for number in range(30)]
    with pytest.raises(InputError, match="no message says anything"):
        check(read_examples(write(tmp_path / "e.jsonl", silent)), "x")


def test_what_would_be_refused_in_use_is_told(tmp_path: Path) -> None:
    assert doubtful(read_examples(write(tmp_path / "e.jsonl", EIGHT))) is None
    lines = [*EIGHT, {"text": "I moved.", "speaker": "Ana", "propositions": ["moved to(Ana; Rome)", "moved to(Ana; Oslo)"]}]
    told = doubtful(read_examples(write(tmp_path / "e.jsonl", lines)))
    assert told is not None and told.startswith("2 propositions of 1 messages would be refused")
    assert "line 9: 0 of its 1 words" in told
