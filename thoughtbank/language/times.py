"""Times in and out: what a caller gives becomes a zone-aware moment, and a moment becomes words of a language.

Naive times are read in a given zone, and the caller is told. Times inside dialogue ("last Friday") are another matter and not read here.
"""

import re
from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

from thoughtbank.errors import InputError

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_WORDS = re.compile(r"[^\W\d_]")


def micros(when: datetime) -> int:
    """Microseconds since 1970 UTC, exact (a float of seconds would round)."""
    return (when - _EPOCH) // _MICROSECOND


def moment(stored: int, offset: int = 0) -> datetime:
    """The inverse of `micros`, in the zone of `offset` minutes."""
    when = _EPOCH + timedelta(microseconds=stored)
    return when.astimezone(timezone(timedelta(minutes=offset))) if offset else when


def read_time(value: object, zone: ZoneInfo, *, what: str = "time") -> tuple[datetime, bool]:
    """A moment from a datetime, a date, or text (ISO 8601, or an absolute date in words), and whether it had no zone of its own.

    A date alone is its first instant. Raises InputError, which names `what`.
    """
    if isinstance(value, str):
        value = _parse(value.strip(), what)
    if isinstance(value, datetime):
        when = value
    elif isinstance(value, date):
        when = datetime.combine(value, time())
    else:
        raise InputError(
            f"{what} must be a datetime or an ISO 8601 text such as 2026-03-02T08:14:00+01:00, not {type(value).__name__}"
        )
    naive = when.utcoffset() is None
    if naive:
        when = when.replace(tzinfo=zone)
    return in_range(when, what), naive


def in_range(when: datetime, what: str) -> datetime:
    """The time itself, if it lies inside the years 2 to 9998, where every zone can show it. Raises InputError."""
    if not 1 < when.year < 9999:
        raise InputError(f"{what} {when.isoformat()} lies outside the years 2 to 9998")
    return when


def clock_time(now: datetime) -> datetime:
    """What a clock gave, if it has a zone. Raises InputError."""
    if now.tzinfo is None:
        raise InputError("the clock gives times without a zone; use datetime.now(UTC) or the like")
    return now


def _parse(text: str, what: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        pass
    found: datetime | None = None
    if _WORDS.search(text):  # digits alone, like 12/05/2024, mean different days in different countries
        import dateparser  # a quarter of a second to import, and only needed for dates in words

        wanted = {"PARSERS": ["absolute-time"], "REQUIRE_PARTS": ["day", "month", "year"]}
        found = dateparser.parse(text[:200], settings=wanted)
    if found is None:
        raise InputError(f"can't read {what} {text[:60]!r}; write it as ISO 8601, such as 2026-03-02T08:14:00+01:00")
    return found


def day_words(moment: date, language: str) -> str:
    """The day in a language: "8 May 2023", "2023年5月8日"; ISO where no form is known."""
    if language in ("zh", "ja"):
        return f"{moment.year}年{moment.month}月{moment.day}日"
    if language == "ko":
        return f"{moment.year}년 {moment.month}월 {moment.day}일"
    if language == "vi":
        return f"{moment.day} tháng {moment.month} năm {moment.year}"
    if language == "en":
        return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"
    return f"{moment.year:04}-{moment.month:02}-{moment.day:02}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
