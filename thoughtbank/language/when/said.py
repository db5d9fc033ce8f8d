"""What a time that was said means: an interval, or a rule for what recurs."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Precision = Literal[
    "minute",
    "hour",
    "part of day",
    "day",
    "part of week",
    "weekend",
    "week",
    "part of month",
    "month",
    "part of season",
    "season",
    "part of year",
    "year",
    "part of decade",
    "decade",
]
"""How exactly a time was said, from the finest to the coarsest."""

Side = Literal["since", "until", "before", "after"]
Prefer = Literal["past", "future", "near"]


@dataclass(frozen=True, slots=True)
class Every:
    """A rule for what recurs: every `step` units, and where in each.

    "every Tuesday evening" is unit "week", weekdays (1,), part "evening". Monday is 0. Hours count from 0 to 23.
    """

    unit: str
    step: int = 1
    weekdays: tuple[int, ...] = ()
    season: str | None = None
    month: int | None = None
    day: int | None = None
    part: str | None = None
    hour: int | None = None
    minute: int | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A time in a text: where it stands, and when that is.

    `words` is `text[start:end]`. The interval is `begins` to `ends`, without `ends`, in the zone of the clock it was read by. None is an open
    side: "since", "after" have no end, "until", "before" no beginning. What recurs has `every` and neither. `about`: the
    words leave room ("around noon", "a few years ago", "at 8" without its half of the day). `between`: the words name both ends, from one time to another.
    """

    start: int
    end: int
    words: str
    begins: datetime | None
    ends: datetime | None
    precision: Precision
    side: Side | None = None
    every: Every | None = None
    about: bool = False
    between: bool = False
