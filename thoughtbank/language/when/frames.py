"""The parts of a time, as far as they were said, and how neighbours become one.

A table of a language turns words into a frame; frames side by side are merged where they fill each other's gaps, coarse to fine:

    下周 (weeks +1) + 三 (weekday 2) + 下午 (part) + 三点 (hour 3)  ->  one frame
    "Friday" (weekday 4) + "last week" (weeks -1)                  ->  one frame
    "yesterday" (days -1) + "last week"                            ->  two: a day before today has no week of its own
"""

from dataclasses import dataclass, fields, replace

Shift = tuple[int, int]
"""How many units from now, from the least to the greatest: (-1, -1) is the last one, (-5, -2) a few ago."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    decade: int | None = None
    year: int | None = None
    years: Shift | None = None
    decades: Shift | None = None
    month: int | None = None
    months: Shift | None = None
    season: str | None = None
    weeks: Shift | None = None
    weekday: int | None = None
    weekend: bool | None = None
    day: int | None = None
    day_to: int | None = None
    days: Shift | None = None
    part: str | None = None
    hour: int | None = None
    hour_to: int | None = None
    minute: int | None = None
    dial: bool = False
    """The hour stands on a dial of twelve, and nothing in the same words said which half of the day."""
    hours: Shift | None = None
    minutes: Shift | None = None
    window: tuple[str, int] | None = None
    """The last three days: ("day", -3)."""
    rel: str | None = None
    """Which of those with this name: "last", "next", "this", "coming"."""
    edge: str | None = None
    """"early", "mid", "late" in a week, month, season, year or decade."""
    every: str | None = None
    step: int = 1
    weekdays: tuple[int, ...] = ()
    about: bool = False
    weak: bool = False
    """Alone it is no time: "evening", "三点" (which may be three points)."""


_NAMES = [one.name for one in fields(Frame)]
_EMPTY = Frame()
_JOINED = ("about", "weak", "dial")


def merged(one: Frame, other: Frame) -> Frame | None:
    """Both in one, or None where they say the same twice or don't fit."""
    one, other = _dated(one, other), _dated(other, one)
    values: dict[str, object] = {}
    for name in _NAMES:
        here, there, empty = getattr(one, name), getattr(other, name), getattr(_EMPTY, name)
        if name in _JOINED:
            continue
        if here != empty and there != empty:
            return None
        values[name] = there if here == empty else here
    both = replace(
        _EMPTY,
        **values,  # type: ignore[arg-type]
        about=one.about or other.about,
        weak=one.weak and other.weak,
        dial=one.dial or other.dial,
    )
    return both if fits(both) else None


def _dated(one: Frame, other: Frame) -> Frame:
    """A weekday beside a date ("Friday, 5 May") adds nothing: the date decides."""
    dated = other.day is not None and other.month is not None
    return replace(one, weekday=None) if dated and one.rel is None and one.weeks is None else one


def fits(frame: Frame) -> bool:
    """Whether the parts follow each other without a gap: year, month or season, day, part, hour; or week, weekday, part, hour."""
    year = frame.year is not None or frame.years is not None
    month = frame.month is not None or frame.months is not None or frame.season is not None
    week = frame.weeks is not None
    named = frame.weekday is not None or bool(frame.weekend)
    inside = frame.part is not None or frame.hour is not None
    elapsed = any(one is not None for one in (frame.hours, frame.minutes, frame.window, frame.decade, frame.decades))
    if elapsed or (frame.year is not None and frame.years is not None):
        return False
    if frame.every is not None:
        return not (year or week or frame.days or frame.months or frame.rel)
    if frame.days is not None:
        return not (year or month or week or named or frame.day is not None)
    if week or named:
        return not (year or month or frame.day is not None) and not (inside and frame.weekday is None and not frame.weekend)
    if month:
        whole = sum(one is not None for one in (frame.month, frame.months, frame.season)) == 1
        alone = frame.day is None or frame.season is None
        doubled = year and (frame.months is not None or frame.rel is not None)
        return whole and alone and not doubled and not (inside and frame.day is None)
    return not (year and (frame.day is not None or inside))


def rangeable(one: Frame, other: Frame) -> bool:
    """Whether "from this to that" makes sense: neither recurs nor is a range, and both are as fine."""
    both = (one, other)
    if any(frame.every or frame.window or frame.day_to or frame.hour_to for frame in both):
        return False
    return finest(one) == finest(other)


def finest(frame: Frame) -> str:
    """The level of the finest part: clock, part, day, week, month, year."""
    if any(one is not None for one in (frame.hour, frame.hours, frame.minutes)):
        return "clock"
    if frame.part is not None:
        return "part"
    if frame.weekend or any(one is not None for one in (frame.days, frame.day, frame.weekday)):
        return "day"
    if frame.weeks is not None:
        return "week"
    if any(one is not None for one in (frame.month, frame.months, frame.season)):
        return "month"
    return "year"
