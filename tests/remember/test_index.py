"""How a memory is found again: its terms, its passage, its vectors."""

from datetime import UTC, datetime
from typing import Any

from thoughtbank.records.memory import Draft
from thoughtbank.remember.index import indexed, passage


def draft(text: str, **given: Any) -> Draft:
    moment = datetime(2023, 5, 8, 10, tzinfo=UTC)
    return Draft(id="a", kind="turn", text=text, said_at=moment, recorded_at=moment, terms={}, length=0, **given)


def test_a_memory_is_found_by_its_words_its_speaker_and_its_day() -> None:
    one = indexed(draft("I moved to a new flat", speaker="Caroline"))
    assert {"move", "flat", "carolin", "may", "5月", "8日", "5월", "8일", "tháng 5", "ngày 8", "2023"} <= set(one.terms)
    assert one.length == sum(one.terms.values())
    assert one.language == "en"
    assert indexed(draft("我搬家了")).language == "zh"


def test_a_passage_says_the_day_and_the_speaker() -> None:
    assert passage(draft("I moved", speaker="Caroline")) == "[2023-05-08] Caroline: I moved"
    assert passage(draft("I moved")) == "[2023-05-08] I moved"
