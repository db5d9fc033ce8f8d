"""Blind sheets: no system's name on them, every answer once, and marks that are marks."""

import csv
import io

import pytest

from thoughtbank.errors import InputError
from thoughtbank.evaluation.labels import Judged, read, sheet

ANSWERS = [
    Judged(system, question, f"{question} {place}", (f"thought, {place}",))
    for question in ("Where?", "谁？", "What, exactly?")
    for place, system in enumerate(("TIM", "none", "SiliconFriend"))
]


def filled(text: str, *marks: str) -> str:
    rows = list(csv.reader(io.StringIO(text)))
    out = io.StringIO()
    csv.writer(out).writerows([rows[0], *([*row[:4], *marks] for row in rows[1:])])
    return out.getvalue()


def test_a_sheet_names_no_system_and_holds_each_answer_once() -> None:
    text, key = sheet(ANSWERS, seed=1)
    assert not any(name in text for name in ("TIM", "SiliconFriend", "none"))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert sorted(row["answer"] for row in rows) == sorted(one.answer for one in ANSWERS)
    by_number = {row["number"]: row["answer"] for row in rows}
    assert {(key[number], answer) for number, answer in by_number.items()} == {(one.system, one.answer) for one in ANSWERS}
    questions = [row["question"] for row in rows]
    assert questions == [one for one in dict.fromkeys(questions) for _ in range(3)], "a question's answers stand together"


def test_the_order_is_the_seeds() -> None:
    assert sheet(ANSWERS, seed=1) == sheet(ANSWERS, seed=1) != sheet(ANSWERS, seed=2)
    firsts = {sheet(ANSWERS, seed=seed)[1]["1"] for seed in range(40)}
    assert firsts == {"TIM", "none", "SiliconFriend"}


def test_labels_become_means_of_each_system() -> None:
    text, key = sheet(ANSWERS, seed=3)
    rows = list(csv.reader(io.StringIO(text)))
    marked = [[*row[:4], "1" if key[row[0]] == "TIM" else "0", "0.5", "1"] for row in rows[1:]]
    out = io.StringIO()
    csv.writer(out).writerows([rows[0], *reversed(marked)])
    means = read(out.getvalue(), key)
    assert means["TIM"] == {"retrieval": 1.0, "correctness": 0.5, "coherence": 1.0} and means["none"]["retrieval"] == 0.0


@pytest.mark.parametrize("marks", [("", "1", "1"), ("0.5", "1", "1"), ("1", "2", "1"), ("1", "good", "1")])
def test_a_cell_that_holds_no_mark_is_an_error(marks: tuple[str, str, str]) -> None:
    text, key = sheet(ANSWERS, seed=1)
    with pytest.raises(InputError, match="row"):
        read(filled(text, *marks), key)


def test_another_sheets_key_is_an_error() -> None:
    text, key = sheet(ANSWERS, seed=1)
    with pytest.raises(InputError, match="sheet"):
        read(filled(text, "1", "1", "1"), {**key, "99": "TIM"})
