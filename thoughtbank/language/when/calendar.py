"""Frames on the calendar: from "Friday, last week" to a first and a last instant, in the zone of whoever said it.

Days, weeks and months are those of the calendar in that zone, so a day of a change of clocks has 23 or 25 hours; hours and minutes ago are
counted in real time. A week begins on Monday. "Three weeks ago" is the whole calendar week that lies three back, "two years
ago" the whole year: the words are no more exact than their unit.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from thoughtbank.language.when.frames import Frame, Shift
from thoughtbank.language.when.said import Precision, Prefer

PARTS = {"dawn": (0, 6), "morning": (6, 12), "noon": (11, 14), "afternoon": (12, 18), "evening": (18, 24), "night": (18, 30)}
"""First and last hour, chosen; a night goes on to six in the next morning."""
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
"""First month of three: the meteorological ones of the northern hemisphere. A winter belongs to the year it begins in."""
EDGES = ("early", "mid", "late")
"""What each covers of a month, week, year and decade, by its days or months, is chosen."""
_MONTH_EDGES = {"early": (1, 11), "mid": (11, 21), "late": (21, 0)}
_WEEK_EDGES = {"early": (0, 2), "mid": (2, 4), "late": (4, 7)}
_YEAR_EDGES = {"early": (1, 3), "mid": (5, 8), "late": (10, 12)}
_DECADE_EDGES = {"early": (0, 4), "mid": (4, 7), "late": (7, 10)}


class Clock(NamedTuple):
    """When something was said, and which way a date without a year looks."""

    now: datetime
    prefer: Prefer

    @property
    def today(self) -> date:
        return self.now.date()


class Stretch(NamedTuple):
    begins: datetime
    ends: datetime
    precision: Precision


class _Days(NamedTuple):
    first: date
    after: date
    precision: Precision


def stretch(frame: Frame, clock: Clock) -> Stretch | None:
    """The interval of a frame; None where the calendar has no such time: 31 June, the year 12000, a day that a zone left out."""
    try:
        found = _elapsed(frame, clock) or _on_calendar(frame, clock)
    except (ValueError, OverflowError):
        return None
    return found if found is not None and found.begins.astimezone(UTC) < found.ends.astimezone(UTC) else None


def at(day: date, minutes: int, now: datetime) -> datetime:
    """So many minutes of the wall clock after a day's beginning. A time that clocks skip is the one they go on to."""
    wall = datetime.combine(day, time(), now.tzinfo) + timedelta(minutes=minutes)
    return wall.astimezone(UTC).astimezone(now.tzinfo)


def _elapsed(frame: Frame, clock: Clock) -> Stretch | None:
    """Counted hours and minutes, and windows like "the last three days"."""
    if frame.window is not None:
        return _window(*frame.window, clock)
    shift = frame.hours or frame.minutes
    if shift is None:
        return None
    unit = timedelta(hours=1) if frame.hours else timedelta(minutes=1)
    moments = [(clock.now.astimezone(UTC) + count * unit).astimezone(clock.now.tzinfo) for count in shift]
    moments = [one.replace(minute=0 if frame.hours else one.minute, second=0, microsecond=0) for one in moments]
    ends = (moments[1].astimezone(UTC) + unit).astimezone(clock.now.tzinfo)
    return Stretch(moments[0], ends, "hour" if frame.hours else "minute")


def _window(unit: str, count: int, clock: Clock) -> Stretch:
    now = clock.now
    if unit in ("minute", "hour"):
        other = (now.astimezone(UTC) + timedelta(**{f"{unit}s": count})).astimezone(now.tzinfo)
    elif count < 0:
        other = at(_moved(clock.today, unit, count), 0, now)
    else:
        other = at(_moved(clock.today, unit, count) + timedelta(1), 0, now)
    precision: Precision = unit  # type: ignore[assignment]
    return Stretch(min(now, other), max(now, other), precision)


def _moved(day: date, unit: str, count: int) -> date:
    """The day so many units later, or the last of its month where that has no such day."""
    if unit in ("day", "week", "weekend"):
        return day + timedelta(days=count * (1 if unit == "day" else 7))
    months = count * {"month": 1, "year": 12, "decade": 120}[unit]
    year, month = _month_index(day, months)
    return min(date(year, month, 1) + timedelta(day.day - 1), _next_month(year, month) - timedelta(1))


def _on_calendar(frame: Frame, clock: Clock) -> Stretch | None:
    days = _days(frame, clock)
    if days is None:
        return None
    first, after, precision = days
    now = clock.now
    if frame.hour is not None:
        begins, ends = _hours(frame)
        exact: Precision = "hour" if frame.minute is None else "minute"
        start, length = at(first, begins, now).astimezone(UTC), timedelta(minutes=ends - begins)
        stop = at(first, ends, now).astimezone(UTC)
        stop = stop if stop > start else start + length  # the whole hour was skipped
        return Stretch(start.astimezone(now.tzinfo), stop.astimezone(now.tzinfo), exact)
    if frame.part is not None:
        begins, ends = PARTS[frame.part]
        last = after - timedelta(1)
        return Stretch(at(first, 60 * begins, now), at(last, 60 * ends, now), "part of day")
    return Stretch(at(first, 0, now), at(after, 0, now), precision)


def _hours(frame: Frame) -> tuple[int, int]:
    """The first minute of the day and that after the last."""
    hour = on_day(frame.hour or 0, frame.part)
    begins = 60 * hour + (frame.minute or 0)
    if frame.hour_to is not None:
        last = on_day(frame.hour_to, frame.part)
        return begins, 60 * (last if last > hour else last + 12)
    return begins, begins + (60 if frame.minute is None else 1)


def on_day(hour: int, part: str | None) -> int:
    """The hour of 24 that an hour of a dial is in a part of the day; 24 and more lie in the next day's early hours."""
    if hour > 12 or part in (None, "morning"):
        return hour
    if part == "dawn":
        return hour % 12
    if part == "noon":
        return hour + 12 if hour < 4 else hour
    if part == "afternoon":
        return hour % 12 + 12
    if hour == 12 or (part == "night" and hour < 6):
        return hour % 12 + 24
    return hour + 12


def _days(frame: Frame, clock: Clock) -> _Days | None:
    """First day, day after the last, and precision of what is no finer than a day."""
    today = clock.today
    if frame.days is not None:
        first, last = (today + timedelta(count) for count in frame.days)
        return _Days(first, last + timedelta(1), "day")
    if frame.weekday is not None or frame.weekend:
        return _named_days(frame, clock)
    if frame.day is not None:
        return _date(frame, clock)
    if frame.weeks is not None:
        monday = today - timedelta(today.weekday())
        return _cut_week(monday + timedelta(7 * frame.weeks[0]), monday + timedelta(7 * frame.weeks[1] + 7), frame.edge)
    if frame.month is not None or frame.months is not None:
        return _month(frame, clock)
    if frame.season is not None:
        return _season(frame, clock)
    if frame.part is not None or frame.hour is not None:
        return _Days(today, today + timedelta(1), "day")
    return _years(frame, clock)


def _named_days(frame: Frame, clock: Clock) -> _Days:
    """A weekday, or a weekend as its Saturday and Sunday."""
    wanted, length = (5, 2) if frame.weekday is None else (frame.weekday, 1)
    precision: Precision = "weekend" if frame.weekday is None else "day"
    first, last = (_named(wanted, length, frame, week, clock) for week in frame.weeks or _weeks_of(frame.rel))
    return _Days(first, last + timedelta(length), precision)


def _weeks_of(rel: str | None) -> tuple[int | None, int | None]:
    week = {"this": 0, "next": 1}.get(rel or "")
    return week, week


def _named(wanted: int, length: int, frame: Frame, week: int | None, clock: Clock) -> date:
    today = clock.today
    ahead = (wanted - today.weekday()) % 7
    if week is not None:
        return today + timedelta(7 * week + wanted - today.weekday())
    way = {"last": "past", "coming": "future"}.get(frame.rel or "", clock.prefer)
    if way == "near":
        return today + timedelta(ahead if ahead < 4 else ahead - 7)
    if way == "future":
        return today + timedelta(ahead or 7)
    running = length > 1 and frame.rel is None and today.weekday() >= wanted
    return today - timedelta(today.weekday() - wanted if running else (7 - ahead))


def _date(frame: Frame, clock: Clock) -> _Days | None:
    """A day of a month; years and months that weren't said are those that bring it nearest, the way it looks."""
    today, day = clock.today, frame.day or 1
    if frame.month is None:
        shifts = [frame.months[0]] if frame.months else range(-13, 14)
        places: Iterable[tuple[int, int]] = [_month_index(today, shift) for shift in shifts]
    elif (year := _year(frame, today)) is not None:
        places = [(year, frame.month)]
    else:
        places = [(today.year + shift, frame.month) for shift in range(-8, 9)]  # 29 February may be eight years away
    found = [one for one in (_valid(year, month, day) for year, month in places) if one is not None]
    exact = frame.months is not None or (frame.month is not None and _year(frame, today) is not None)
    chosen = (found[0] if found else None) if exact else _nearest(found, today, frame.rel, clock.prefer)
    if chosen is None:
        return None
    last = chosen if frame.day_to is None else chosen.replace(day=frame.day_to)
    if last < chosen:
        return None
    return _Days(chosen, last + timedelta(1), "day")


def _nearest(found: list[date], today: date, rel: str | None, prefer: str) -> date | None:
    if rel == "this":
        return next((one for one in found if one.year == today.year), None)
    if rel == "last":
        return max((one for one in found if one < today), default=None)
    if rel in ("next", "coming"):
        return min((one for one in found if one > today), default=None)
    if prefer == "near":
        return min(found, key=lambda one: abs(one - today), default=None)
    if prefer == "future":
        return min((one for one in found if one >= today), default=None)
    return max((one for one in found if one <= today), default=None)


def _valid(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _year(frame: Frame, today: date) -> int | None:
    return today.year + frame.years[0] if frame.years else frame.year


def _month(frame: Frame, clock: Clock) -> _Days:
    today = clock.today
    if frame.months is not None:
        places = [_month_index(today, shift) for shift in frame.months]
    elif frame.years is not None and frame.month is not None:
        places = [(today.year + shift, frame.month) for shift in frame.years]
    else:
        month = frame.month or 1
        places = [(frame.year or _year_of(month - today.month, today, frame.rel, clock.prefer), month)] * 2
    return _cut_months(places[0], places[1], 1, "month", frame.edge)


def _year_of(ahead: int, today: date, rel: str | None, prefer: str) -> int:
    """The year of a month that lies so many months after this one in this year. The running one counts both ways unless it is the last or next."""
    if rel == "this":
        return today.year
    if rel == "last":
        return today.year - (ahead >= 0)
    if rel in ("next", "coming"):
        return today.year + (ahead <= 0)
    if prefer == "near":
        return today.year + (ahead < -6) - (ahead > 6)
    return today.year + (ahead < 0) if prefer == "future" else today.year - (ahead > 0)


def _season(frame: Frame, clock: Clock) -> _Days:
    today = clock.today
    start = SEASONS[frame.season or ""]
    if frame.years is not None or frame.year is not None:
        years = [frame.year, frame.year] if frame.year is not None else [today.year + one for one in frame.years or ()]
        return _cut_months((years[0] or 0, start), (years[1] or 0, start), 3, "season", frame.edge)
    begun = today.year - (today.month < start)  # the year of the last one that has begun
    running = _month_index(date(begun, start, 1), 3) > (today.year, today.month)
    way = frame.rel or clock.prefer
    if way in ("next", "coming", "future"):
        year = begun if running and way == "future" else begun + 1
    elif way == "last":
        year = begun - running
    elif way == "this":
        year = begun if running else today.year
    elif way == "near":
        year = begun if running or _months_since(begun, start, today) <= 6 else begun + 1
    else:
        year = begun
    return _cut_months((year, start), (year, start), 3, "season", frame.edge)


def _months_since(year: int, month: int, today: date) -> int:
    """Since the last of the season's three, of which this is the first."""
    return 12 * (today.year - year) + today.month - month - 2


def _years(frame: Frame, clock: Clock) -> _Days | None:
    today = clock.today
    if frame.decade is not None or frame.decades is not None:
        return _decade(frame, today)
    if frame.years is not None:
        first, last = today.year + frame.years[0], today.year + frame.years[1]
    elif frame.year is not None:
        first = last = frame.year
    else:
        return None
    if frame.edge is not None:
        begins, ends = _YEAR_EDGES[frame.edge]
        return _Days(date(first, begins, 1), _next_month(last, ends), "part of year")
    return _Days(date(first, 1, 1), date(last + 1, 1, 1), "year")


def _decade(frame: Frame, today: date) -> _Days:
    shifts = frame.decades or (0, 0)
    first, last = ((today.year - today.year % 10 if frame.decade is None else frame.decade) + 10 * shift for shift in shifts)
    begins, ends = _DECADE_EDGES[frame.edge] if frame.edge else (0, 10)
    return _Days(date(first + begins, 1, 1), date(last + ends, 1, 1), "part of decade" if frame.edge else "decade")


def _cut_week(first: date, after: date, edge: str | None) -> _Days:
    if edge is None:
        return _Days(first, after, "week")
    begins, ends = _WEEK_EDGES[edge]
    return _Days(first + timedelta(begins), first + timedelta(ends), "part of week")


def _cut_months(first: tuple[int, int], last: tuple[int, int], length: int, unit: str, edge: str | None) -> _Days:
    """A stretch of months, or a third of it."""
    after = _month_index(date(*last, 1), length)
    if edge is None:
        return _Days(date(*first, 1), date(*after, 1), "month" if unit == "month" else "season")
    if unit == "season":
        month = _month_index(date(*first, 1), EDGES.index(edge))
        return _Days(date(*month, 1), _next_month(*month), "part of season")
    begins, ends = _MONTH_EDGES[edge]
    return _Days(date(*first, begins), date(*last, ends) if ends else date(*after, 1), "part of month")


def _month_index(day: date, shift: int) -> tuple[int, int]:
    """Year and month so many months later."""
    years, month = divmod(12 * day.year + day.month - 1 + shift, 12)
    return years, month + 1


def _next_month(year: int, month: int) -> date:
    return date(*_month_index(date(year, month, 1), 1), 1)


def shifted(moment: datetime, count: int, unit: str) -> datetime:
    """A day's beginning so many units later, on the calendar."""
    return at(_moved(moment.date(), unit, count), 60 * moment.hour + moment.minute, moment)


def shift_of(unit: str, low: int, high: int) -> dict[str, Shift]:
    """The frame's field for so many units."""
    return {f"{unit}s": (low, high)}
