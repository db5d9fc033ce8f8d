"""From when to when propositions hold, of their arguments' intervals; and what rules and models leave of a time."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from thoughtbank.language.proposition import Argument, Mood, Open, When
from thoughtbank.records.memory import Memory, Triple
from thoughtbank.remember.dating import dated, held, spoken_of
from thoughtbank.remember.items import Item, ended_by, order, over_before, thought_digest
from thoughtbank.remember.think import Exchange, Thought, Thoughts

SAID = datetime(2026, 3, 4, 15, 20, tzinfo=UTC)


def day(year: int, month: int = 1, number: int = 1) -> datetime:
    return datetime(year, month, number, tzinfo=UTC)


def triple(relation: str, *when: tuple[datetime | None, datetime | None, Open | None], mood: Mood = "fact") -> Triple:
    """Times of a day or more; one that begins within a day is an hour."""
    times = tuple(
        Argument("then", "time", When(begins, ends, "hour" if begins and begins.hour else "year", side))
        for begins, ends, side in when
    )
    return Triple("Ana", relation, "Rome", times, mood)


RANGE = (day(2010), day(2016), "between")
YEAR = (day(2025), day(2026), None)


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        (triple("lives in"), (SAID, None)),
        (triple("moved to", YEAR), (day(2025), None)),
        (triple("has lived in", (day(2019), None, "since")), (day(2019), None)),
        (triple("lived in", RANGE), (day(2010), day(2016))),
        (triple("moved to", RANGE), (day(2010), None)),
        (triple("lived in", (None, day(2016), "until")), (None, day(2016))),
        (triple("moved to", (None, day(2016), "until")), (SAID, None)),
        (triple("didn't visit", (None, day(2016), "until")), (SAID, None)),
        (triple("knew", (None, day(2016), "before")), (day(2016), None)),
        (triple("is in", (None, day(2027), "until")), (SAID, None)),
        (triple("is in", (day(2026, 1), day(2026, 6), "between")), (day(2026), day(2026, 6))),
        (triple("is in", (day(2026, 5), day(2026, 6), "between")), (SAID, None)),
        (triple("flies to", (day(2026, 5), day(2026, 6), None)), (SAID, None)),
        (triple("wants to move to", YEAR, mood="plan"), (SAID, None)),
        (triple("may have been to", YEAR, mood="possible"), (SAID, None)),
        (triple("runs in", YEAR, mood="habit"), (SAID, None)),
        (triple("used to live in", YEAR, mood="past"), (day(2025), None)),
        (triple("met in", YEAR, (day(2025, 5), day(2025, 6), None)), (day(2025, 5), None)),
        (triple("was in", RANGE, YEAR), (SAID, None)),
        (
            triple("was in", (day(2026, 3, 3), day(2026, 3, 4), None), (SAID, SAID.replace(hour=17), "between")),
            (day(2026, 3, 3), None),
        ),
    ],
)
def test_from_when_to_when(said: Triple, holds: tuple[datetime | None, datetime | None]) -> None:
    assert held(said, SAID) == holds


def test_what_lies_behind_comes_before_what_goes_on() -> None:
    porto = Item("1", triple("lives in"), "", day(2026, 2), ())
    rome = Item("2", triple("lived in", RANGE), "", SAID, ())
    since = Item("3", triple("has lived in", (day(2019), None, "since")), "", SAID, ())
    assert sorted((since, porto, rome), key=order) == [rome, porto, since]
    assert over_before(rome, porto) and not over_before(porto, since)
    assert spoken_of(rome.triple, SAID) == day(2016)
    assert ended_by(porto, since) == SAID, "it began before anybody said where Ana lived"
    moved = Item("4", triple("moved to", (day(2026, 2, 10), day(2026, 2, 11), None)), "", SAID, ())
    assert ended_by(porto, moved) == day(2026, 2, 10)
    assert ended_by(rome, porto) == day(2016), "no later than its own end"


def test_the_same_words_of_two_days_are_two_propositions() -> None:
    first, second = (triple("swam in", (day(2026, 3, n), day(2026, 3, n + 1), None)) for n in (1, 2))
    assert thought_digest(first, None) != thought_digest(second, None)
    assert thought_digest(triple("swam in"), None) == thought_digest(Triple("ana", "swam in", "rome"), None)


def of(text: str, given: Triple, **turn: Any) -> Triple:
    one = Memory("t", "turn", text, turn.pop("said_at", SAID), SAID, role="user", **turn)
    (found,) = dated(Thoughts((Thought(given, text, ("t",)),)), Exchange(one), ZoneInfo("Europe/Paris")).found
    return found.triple


def timed(time: str, mood: Mood = "fact", relation: str = "was in") -> Triple:
    return Triple("Ana", relation, "Rome", (Argument(time, "time"),), mood)


def test_a_time_is_read_in_its_message() -> None:
    (friday,) = of("Ana will be in Rome on Friday.", timed("Friday", relation="will be in")).others
    assert friday.when is not None and friday.when.begins == day(2026, 3, 6), "the clause looks ahead"
    (friday,) = of("Ana was in Rome on Friday.", timed("on Friday")).others
    assert friday.when is not None and friday.when.begins == day(2026, 2, 27)


@pytest.mark.parametrize("time", ["2019-05-03", "3 May 2019", "May 3rd 2019"])
def test_a_date_that_a_model_writes_its_own_way_is_read_alone(time: str) -> None:
    (found,) = of("Ana was in Rome.", timed(time)).others
    assert found.when == When(day(2019, 5, 3), day(2019, 5, 4), "day")


@pytest.mark.parametrize(
    "time", ["when the lilacs bloomed", "every Monday", "2 May 2019 or 3 May 2020", "31 June", "2026-99-99", "\0", "9" * 5000]
)
def test_what_can_not_be_read_stays_words(time: str) -> None:
    assert of("Ana was in Rome.", timed(time)).others == (Argument(time, "time"),)


def test_days_are_those_of_the_person_where_the_offset_is_theirs() -> None:
    paris = datetime.fromisoformat("2026-08-04T15:20:00+02:00")  # an offset of summer; the year began in winter
    (year,) = of("Ana was in Rome last year.", timed("last year"), said_at=paris).others
    assert year.when is not None and year.when.begins == datetime(2024, 12, 31, 23, tzinfo=UTC)
    seoul = datetime.fromisoformat("2026-08-04T03:20:00+09:00")
    (yesterday,) = of("Ana was in Rome yesterday.", timed("yesterday"), said_at=seoul).others
    assert yesterday.when is not None and yesterday.when.begins == datetime(2026, 8, 2, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "relation", "ends"),
    [
        ("I'm on holiday until Friday.", "is on", day(2026, 3, 7)),
        ("I was on holiday until Friday.", "was on", day(2026, 2, 28)),
        ("I stayed there until Friday.", "stayed", day(2026, 2, 28)),
        ("I'm away from Monday to Tuesday.", "is away", day(2026, 3, 11)),
        ("I was away from Monday to Tuesday.", "was away", day(2026, 3, 4)),
        ("I'm away from 3 to 5 May 2019.", "is away", day(2019, 5, 6)),
        ("I was away from Monday to Wednesday.", "was away", day(2026, 3, 5)),
    ],
)
def test_an_end_lies_ahead_of_what_is_told_in_the_present(text: str, relation: str, ends: datetime) -> None:
    words = text.split(maxsplit=2)[2].rstrip(".").removeprefix("on holiday ").removeprefix("there ").removeprefix("away ")
    (time,) = of(text, timed(words, relation=relation)).others
    assert time.when is not None and time.when.ends == ends


def test_the_year_of_what_is_told_as_past_is_not_guessed() -> None:
    (time,) = of("From March to May I travelled.", timed("From March to May", relation="travelled")).others
    assert time == Argument("From March to May", "time"), "which year's May it was, nobody said"
    (time,) = of("Tôi ở Huế đến thứ sáu.", timed("đến thứ sáu", relation="ở")).others
    assert time.when is not None and time.when.ends == day(2026, 3, 7)


def test_a_range_that_stands_in_pieces_is_one_time() -> None:
    pieces = Triple("Ana", "lived in", "Rome", (Argument("from to 2015", "other"), Argument("from 2010", "place")))
    assert of("I lived in Rome from 2010 to 2015.", pieces).arguments[2:] == (
        Argument("from 2010 to 2015", "time", When(day(2010), day(2016), "year", "between")),
    )  # fmt: skip
    tailed = of("I lived in Rome from 2010 to 2015.", Triple("Ana", "lived in", "Rome from 2010 to 2015"))
    assert (tailed.tail, [one.text for one in tailed.others]) == ("Rome", ["from 2010 to 2015"])
    days = Triple("Ana", "was in", "Rome", (Argument("from to Wednesday", "time"),))
    assert [one.text for one in of("I was in Rome from Monday to Wednesday.", days).others] == ["from Monday to Wednesday"]
    beside = Triple("Ana", "met", "Tom", (Argument("in Rome", "place"), Argument("2012", "other")))
    assert of("I met Tom in Rome in 2012. I lived in Rome from 2010 to 2015.", beside) == beside
    at_the_edge = datetime(9998, 12, 31, tzinfo=UTC)
    assert of("Ana was in Rome next year.", timed("next year"), said_at=at_the_edge).others == (Argument("next year", "time"),)
