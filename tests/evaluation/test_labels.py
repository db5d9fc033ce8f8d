"""Blind sheets: no system's name on them, every answer once, and marks that are marks."""

import csv
import io

import pytest

from thoughtbank.errors import InputError
from thoughtbank.evaluation.labels import Judged, Key, Label, labels, means, rankings, read, sheet
from thoughtbank.evaluation.ranking import win_rate

ANSWERS = [
    Judged(system, question, f"{question} {place}", (f"thought, {place}",))
    for question in ("Where?", "谁？", "What, exactly?")
    for place, system in enumerate(("TIM", "none", "SiliconFriend"))
]


def filled(text: str, *marks: str) -> str:
    rows = list(csv.reader(io.StringIO(text)))
    out = io.StringIO()
    csv.writer(out).writerows([rows[0], *([*row[:5], *marks] for row in rows[1:])])
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
    firsts = {sheet(ANSWERS, seed=seed)[1]["1a"] for seed in range(40)}
    assert firsts == {"TIM", "none", "SiliconFriend"}


def test_labels_become_means_of_each_system() -> None:
    text, key = sheet(ANSWERS, seed=3)
    rows = list(csv.reader(io.StringIO(text)))
    marked = [[*row[:5], "1" if key[row[0]] == "TIM" else "0", "0.5", "1"] for row in rows[1:]]
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


def ranked(text: str, key: Key, places: dict[str, str], memory: dict[str, str]) -> str:
    """The sheet with full marks, and each system's place in both orders."""
    rows = list(csv.reader(io.StringIO(text)))
    out = io.StringIO()
    csv.writer(out).writerows(
        [rows[0], *([*row[:5], "1", "1", "1", places[key[row[0]]], memory[key[row[0]]]] for row in reversed(rows[1:]))]
    )
    return out.getvalue()


def test_places_become_one_over_r_and_win_rates() -> None:
    text, key = sheet(ANSWERS, seed=5)
    filled = ranked(
        text, key, {"TIM": "1", "none": "3", "SiliconFriend": "2"}, dict.fromkeys(("TIM", "none", "SiliconFriend"), "1")
    )
    found = read(filled, key)
    assert [found[system]["ranking"] for system in ("TIM", "SiliconFriend", "none")] == [1, 1 / 2, pytest.approx(1 / 3)]
    assert found["none"]["memory_ranking"] == pytest.approx((1 + 1 / 2 + 1 / 3) / 3), "those who tie share"
    assert len(rankings(filled, key, "ranking")) == 3
    assert win_rate(rankings(filled, key, "ranking"), "TIM", "none").rate == 1.0
    assert win_rate(rankings(filled, key, "memory_ranking"), "TIM", "none").rate == 0.5


def test_columns_of_places_may_be_left_empty_but_only_as_a_whole() -> None:
    text, key = sheet(ANSWERS, seed=1)
    assert rankings(filled(text, "1", "1", "1"), key, "ranking") == ()
    assert set(read(filled(text, "1", "1", "1"), key)["TIM"]) == {"retrieval", "correctness", "coherence"}
    half = filled(text, "1", "1", "1", "1").replace(",1,1,1,1", ",1,1,1,", 1)
    for wrong in (
        half,
        filled(text, "1", "1", "1", "4"),
        filled(text, "1", "1", "1", "best"),
        filled(text, "1", "1", "1", "1.5"),
    ):
        with pytest.raises(InputError, match="row .*place"):
            read(wrong, key)
    with pytest.raises(InputError, match="no ranking"):
        rankings(text, key, "beauty")


def test_questions_of_the_same_words_are_told_apart_by_their_case() -> None:
    answers = [Judged(system, "Where?", system, (), case) for case in ("ana", "ben") for system in ("x", "y")]
    text, key = sheet(answers, seed=1)
    assert sorted(key) == ["1a", "1b", "2a", "2b"] and {key["1a"], key["1b"]} == {key["2a"], key["2b"]} == {"x", "y"}
    with pytest.raises(InputError, match="case"):
        sheet([Judged("x", "Where?", "a", ()), Judged("x", "Where?", "b", ())], seed=1)


def test_each_label_carries_its_source_and_sources_are_not_mixed() -> None:
    text, key = sheet(ANSWERS, seed=1)
    by_people = labels("\ufeff" + filled(text, "1", "0.5", "1"), key, source="person:Lee")
    assert {one.source for one in by_people} == {"person:Lee"} and len(by_people) == 27
    assert {one.source for one in labels(filled(text, "1", "1", "1"), key)} == {"person"}
    with pytest.raises(InputError, match="model:m answer-1, person:Lee"):
        means([*by_people, Label("TIM", "1", "correctness", 1.0, "model:m answer-1")])


def test_a_sheet_shows_what_a_right_answer_says() -> None:
    text, _ = sheet([Judged("TIM", "Where?", "Porto.", (), reference="In Porto")], seed=1)
    (row,) = csv.DictReader(io.StringIO(text))
    assert row["reference"] == "In Porto"
