"""Times as callers give them."""

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thoughtbank.errors import InputError
from thoughtbank.language.times import day_words, read_time

UTC_ZONE, PARIS = ZoneInfo("UTC"), ZoneInfo("Europe/Paris")


@pytest.mark.parametrize(
    ("value", "wanted", "naive"),
    [
        ("2026-03-02T08:14:00Z", "2026-03-02T08:14:00+00:00", False),
        ("2026-03-02T08:14:00.000001+05:45", "2026-03-02T08:14:00.000001+05:45", False),
        (" 2026-03-02 08:14 ", "2026-03-02T08:14:00+01:00", True),
        ("2026-07-02", "2026-07-02T00:00:00+02:00", True),
        (date(2026, 7, 2), "2026-07-02T00:00:00+02:00", True),
        (datetime(2026, 1, 1), "2026-01-01T00:00:00+01:00", True),
        (datetime(2026, 1, 1, tzinfo=UTC), "2026-01-01T00:00:00+00:00", False),
        ("8 May 2023", "2023-05-08T00:00:00+02:00", True),
        ("2023年5月8日", "2023-05-08T00:00:00+02:00", True),
    ],
)
def test_a_time_is_read_in_the_zone_it_has_or_in_the_given_one(value: object, wanted: str, naive: bool) -> None:
    moment, was_naive = read_time(value, PARIS)
    assert moment.isoformat() == wanted
    assert was_naive is naive


@pytest.mark.parametrize("value", ["", "soon", "2026-13-45", "2026-02-30", "5", "may", "\0", "a" * 10_000, "٢", "🎂"])
def test_what_is_no_date_is_refused_by_name(value: str) -> None:
    with pytest.raises(InputError, match=r"said_at.*ISO 8601"):
        read_time(value, UTC_ZONE, what="said_at")


@pytest.mark.parametrize(
    "value", ["yesterday", "now", "today", "3 days ago", "in two weeks", "last friday", "昨天", "어제", "hôm qua"]
)
def test_words_that_need_a_clock_are_refused(value: str) -> None:
    """The bank has a clock of its own; the machine's may say something else, and a replay would differ."""
    with pytest.raises(InputError):
        read_time(value, UTC_ZONE)


@pytest.mark.parametrize("value", [5, 1.5, None, b"2026-01-01", [], True])
def test_other_types_are_refused(value: object) -> None:
    with pytest.raises(InputError, match=type(value).__name__):
        read_time(value, UTC_ZONE)


@pytest.mark.parametrize(
    "value",
    [
        "0001-01-01T00:00:00+05:00",
        "9999-12-31T23:59:59-05:00",
        datetime(1, 12, 31, tzinfo=UTC),
        datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))),
        datetime.max.replace(tzinfo=timezone(timedelta(hours=-12))),
    ],
)
def test_moments_outside_the_calendar_are_refused(value: object) -> None:
    with pytest.raises(InputError, match="years 2 to 9998"):
        read_time(value, UTC_ZONE)


@given(st.datetimes(min_value=datetime(2, 1, 3), max_value=datetime(9998, 12, 29)), st.integers(-1439, 1439))
def test_iso_text_and_datetime_agree(moment: datetime, minutes: int) -> None:
    aware = moment.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    assert read_time(aware.isoformat(), PARIS) == read_time(aware, PARIS) == (aware, False)


@given(st.text(max_size=30))
@settings(max_examples=15)
def test_any_text_is_a_date_or_an_input_error(text: str) -> None:
    try:
        moment, _ = read_time(text, UTC_ZONE)
    except InputError:
        return
    assert moment.utcoffset() is not None


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("en", "8 May 2023"),
        ("zh", "2023年5月8日"),
        ("ja", "2023年5月8日"),
        ("ko", "2023년 5월 8일"),
        ("vi", "8 tháng 5 năm 2023"),
        ("other", "2023-05-08"),
    ],
)
def test_a_day_in_words(language: str, wanted: str) -> None:
    assert day_words(datetime(2023, 5, 8, 23, 59, tzinfo=UTC), language) == wanted
