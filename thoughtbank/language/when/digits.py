"""Dates in digits, of every language: 2026-03-04, 2026/3/4, 4.3.2026, 03/04/2026.

What stands first in 03/04/2026 is the language's: the day in Vietnamese, the month in English and elsewhere. Only Vietnamese has one
order; elsewhere the date is marked as about, unless one of the numbers is above twelve or both are equal. With dots the day is first.
"""

import re
from functools import cache

from thoughtbank.language.when.frames import Frame
from thoughtbank.language.when.rules import Rule, rule

_FREE = r"(?<![\w./:-])"
_END = r"(?![\w/:-])(?!\.\d)"


def _iso(found: re.Match[str]) -> Frame | None:
    hour, minute = found["h"], found["m"]
    if int(found["month"]) > 12 or int(found["day"]) > 31 or (hour and (int(hour) > 23 or int(minute) > 59)):
        return None
    return Frame(
        year=int(found["year"]),
        month=int(found["month"]),
        day=int(found["day"]),
        hour=int(hour) if hour else None,
        minute=int(minute) if hour else None,
    )


def _dotted(found: re.Match[str]) -> Frame | None:
    day, month = int(found["a"]), int(found["b"])
    return Frame(year=int(found["year"]), month=month, day=day) if 0 < month < 13 and 0 < day < 32 else None


@cache
def rules(*, day_first: bool) -> tuple[Rule, ...]:
    """The rules for a language that puts the day first, or the month."""

    def slashed(found: re.Match[str]) -> Frame | None:
        one, two = int(found["a"]), int(found["b"])
        day, month = (one, two) if (day_first and two < 13) or one > 12 else (two, one)
        if not (0 < month < 13 and 0 < day < 32):
            return None
        unsure = not day_first and max(one, two) < 13 and one != two
        return Frame(year=int(found["year"]), month=month, day=day, about=unsure)

    year = r"(?P<year>(?:1[89]|20|21)\d\d)"
    return (
        rule(
            rf"{_FREE}{year}(?P<s>[-/.])(?P<month>\d\d?)(?P=s)(?P<day>\d\d?)"
            r"(?:[t ](?P<h>\d\d):(?P<m>\d\d)(?::\d\d(?:\.\d{1,6})?)?(?![\w:]))?(?![\w/-])(?!\.\d)",
            _iso,
        ),
        rule(rf"{_FREE}(?P<a>\d\d?)[/-](?P<b>\d\d?)[/-]{year}{_END}", slashed),
        rule(rf"{_FREE}(?P<a>\d\d?)\.(?P<b>\d\d?)\.{year}{_END}", _dotted),
    )
