"""From what the tables find to times: neighbours are joined, marks beside them read, ranges closed, and all of it laid on the calendar."""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, get_args

from thoughtbank.language.when import digits
from thoughtbank.language.when.calendar import Clock, Stretch, on_day, shifted, stretch
from thoughtbank.language.when.folding import Folded, fold
from thoughtbank.language.when.frames import Frame, finest, merged, rangeable
from thoughtbank.language.when.numbers import english as english_number
from thoughtbank.language.when.ranges import filled
from thoughtbank.language.when.rules import Atom, Mark, Rule, Table, atoms
from thoughtbank.language.when.said import Every, Precision, Prefer, Said, Side

_HANGUL = re.compile("[가-힣]")
_HAN = re.compile("[\u4e00-\u9fff]")
_KANA = re.compile("[\u3041-\u30ff]")
_LATIN = re.compile("[a-z]")
_VIETNAMESE = re.compile("[ăđĩũơưạ-ỹ]")
_ACCENTED = re.compile("[à-ỹ]")
_NEAR = 64
"""Characters beside a time in which its marks and the tense of its clause are looked for."""
_CLAUSE_ENDS = re.compile(r"[.!?;。！？；\n]")


class _Sources(NamedTuple):
    """What a text is read by."""

    tables: tuple[Table, ...]
    rules: tuple[Rule, ...]
    glue: frozenset[str]


class _Dressed(NamedTuple):
    """A time with the marks that stand beside it."""

    start: int
    end: int
    frame: Frame
    side: str | None = None
    offset: tuple[str, int] | None = None


def read(text: str, now: datetime, language: str | None, prefer: Prefer | None) -> list[Said]:
    """The times in a text, in its order."""
    folded = fold(text)
    sources = _sources(folded.text, language)
    joined = _joined(atoms(folded, sources.rules), folded.text, sources.glue)
    found: list[Said] = []
    at = last = 0
    while at < len(joined):
        following = joined[at + 1] if at + 1 < len(joined) else None
        clock = Clock(now, prefer or _direction(folded.text, joined[at], sources.tables))
        said, took = _said(folded, joined[at], following, last, clock, sources.tables)
        if said is not None:
            found.append(said[0])
            last = said[1]
        last = max(last, joined[at + took - 1].end)
        at += took
    return found


def _sources(text: str, language: str | None) -> _Sources:
    """The tables of the scripts in a text. Chinese characters beside kana are Japanese, which isn't read."""
    vietnam = language == "vi" or bool(_VIETNAMESE.search(text))
    tables: list[Table] = []
    extra: list[Rule] = []
    if _HANGUL.search(text):
        tables.append(_of("korean").TABLE)
    if _HAN.search(text) and (language == "zh" or not _KANA.search(text)):
        tables.append(_of("chinese").TABLE)
    if vietnam or _ACCENTED.search(text):
        tables.append(_of("vietnamese").TABLE)
    if vietnam:
        extra.append(_of("vietnamese").TOMORROW)
    if _LATIN.search(text):
        tables.append(_of("english").TABLE)
    extra += digits.rules(day_first=language == "vi" or (vietnam and language is None))
    rules = [rule for table in tables if table.hint is None or table.hint.search(text) for rule in table.rules]
    return _Sources(tuple(tables), (*rules, *extra), frozenset({""}).union(*(table.glue for table in tables)))


@cache
def _of(language: str) -> Any:
    """The module of a language's tables, loaded when a text first needs it: all four take a fifth of a second."""
    return import_module(f"thoughtbank.language.when.{language}")


def _joined(found: Iterable[Atom], text: str, glue: frozenset[str]) -> list[Atom]:
    """Neighbours that make one time, as one."""
    out: list[Atom] = []
    for atom in found:
        if out and text[out[-1].end : atom.start] in glue and atom.start - out[-1].end < _NEAR:
            both = merged(out[-1].frame, atom.frame)
            if both is not None:
                out[-1] = Atom(out[-1].start, atom.end, both)
                continue
        out.append(atom)
    return out


def _direction(text: str, atom: Atom, tables: Iterable[Table]) -> Prefer:
    """Future where the clause has a word that says so, past elsewhere."""
    before = text[max(0, atom.start - _NEAR) : atom.start]
    after = text[atom.end : atom.end + _NEAR]
    begin = max((end.end() for end in _CLAUSE_ENDS.finditer(before)), default=0)
    stop = _CLAUSE_ENDS.search(after)
    clause = before[begin:] + text[atom.start : atom.end] + after[: stop.start() if stop else None]
    return "future" if any(table.future.search(clause) for table in tables) else "past"


def _said(
    folded: Folded, atom: Atom, following: Atom | None, floor: int, clock: Clock, tables: tuple[Table, ...]
) -> tuple[tuple[Said, int] | None, int]:
    """What an atom says, with the end of it, and how many atoms that took."""
    ranged = _range(folded, atom, following, floor, clock, tables)
    if ranged is not None:
        return ranged, 2
    limit = following.start if following else len(folded.text)
    one = _dressed(folded.text, atom, floor, limit, tables)
    if one.frame.weak and one.side is None:
        return None, 1
    said = _recurring(folded, one) if one.frame.every else _once(folded, one, clock)
    return (None if said is None else (said, one.end)), 1


def _dressed(text: str, atom: Atom, floor: int, limit: int, tables: tuple[Table, ...]) -> _Dressed:
    """The time with its marks, each kind once. Nearer marks come first: "since early May" is the first third of May, and then since."""
    one = _Dressed(*atom)
    for _ in range(4):
        changed = _after(text, one, limit, tables) or _before(text, one, floor, tables)
        if changed is None:
            return one
        one = changed
    return one


def _before(text: str, one: _Dressed, floor: int, tables: Iterable[Table]) -> _Dressed | None:
    begin = max(floor, one.start - _NEAR)
    for table in tables:
        for pattern, mark in table.before:
            found = pattern.search(text, begin, one.start)
            if found is not None and found.start() >= floor:
                marked = _marked(one, mark, found)
                if marked is not None:
                    return marked._replace(start=found.start())
    return None


def _after(text: str, one: _Dressed, limit: int, tables: Iterable[Table]) -> _Dressed | None:
    for table in tables:
        for pattern, mark in table.after:
            found = pattern.match(text, one.end)
            if found is not None and found.end() > one.end and found.end() <= limit:
                marked = _marked(one, mark, found)
                if marked is not None:
                    return marked._replace(end=found.end())
    return None


def _marked(one: _Dressed, mark: Mark, found: re.Match[str]) -> _Dressed | None:
    """The time with one more mark, or None where the mark says nothing about such a time."""
    frame = one.frame
    if one.side is not None or one.offset is not None or (frame.every and mark.kind != "edge"):
        return None
    if frame.day_to is not None or frame.hour_to is not None:
        return one if mark.kind == "from" or mark.value == "since" else None
    if mark.kind == "side":
        return one._replace(side=mark.value)
    if mark.kind == "about":
        return None if frame.about or frame.weak else one._replace(frame=replace(frame, about=True))
    if mark.kind == "edge":
        broad = finest(frame) in ("week", "month", "year") and not (frame.edge or frame.every or frame.window or frame.weak)
        return one._replace(frame=replace(frame, edge=mark.value)) if broad else None
    if mark.kind == "every":
        unit = _recurs_in(frame)
        return one._replace(frame=replace(frame, every=unit, weak=False)) if unit else None
    if mark.kind == "offset":
        low, high = (1, 1) if found["n"] == "the" else english_number(found["n"])
        count = high if mark.value == "after" else -high
        about = frame.about or low != high
        return one._replace(frame=replace(frame, about=about), offset=(found["unit"], count))
    return None


def _recurs_in(frame: Frame) -> str | None:
    """In which unit a time comes again: a weekday in every week, a date in every year."""
    if frame.rel or frame.year or frame.years or frame.weeks or frame.months or frame.days or frame.window:
        return None
    if frame.weekday is not None or frame.weekend:
        return "week"
    if frame.month is not None or frame.season is not None:
        return "year"
    if frame.day is not None:
        return "month"
    return "day" if frame.part is not None or frame.hour is not None else None


def _once(folded: Folded, one: _Dressed, clock: Clock) -> Said | None:
    frame = one.frame
    found = stretch(frame, clock)
    if found is not None and one.offset is not None:
        found = _moved(found, *one.offset)
    if found is None:
        return None
    if finest(frame) == "clock" and one.side in ("until", "after"):
        found = found._replace(ends=found.begins)
    both_ends = frame.day_to is not None or frame.hour_to is not None
    return _made(folded, one.start, one.end, found, one.side, unsure(frame), between=both_ends)


def _moved(found: Stretch, unit: str, count: int) -> Stretch | None:
    """The stretch of a unit that lies so many before or after: "the week before 9 June" ends as 9 June begins."""
    precision: Precision = unit  # type: ignore[assignment]
    try:
        if count < 0:
            return Stretch(shifted(found.begins, count, unit), shifted(found.begins, count + 1, unit), precision)
        return Stretch(shifted(found.ends, count - 1, unit), shifted(found.ends, count, unit), precision)
    except (ValueError, OverflowError):
        return None


def unsure(frame: Frame) -> bool:
    """Whether the words leave room, or leave out which half of the day."""
    return frame.about or (frame.dial and frame.part is None)


def _made(
    folded: Folded, start: int, end: int, found: Stretch, side: str | None, about: bool, *, between: bool = False
) -> Said:
    first, last = folded.span(start, end)
    begins: datetime | None = found.begins
    ends: datetime | None = found.ends
    known: Side | None = next((one for one in get_args(Side) if one == side), None)
    if known == "since":
        ends = None
    elif known == "until":
        begins = None
    elif known == "before":
        begins, ends = None, begins
    elif known == "after":
        begins, ends = ends, None
    return Said(
        first, last, folded.original[first:last], begins, ends, found.precision, known, None, about, between and known is None
    )


def _recurring(folded: Folded, one: _Dressed) -> Said | None:
    frame = one.frame
    if frame.hour is not None and frame.hour > 24:
        return None
    days = frame.weekdays or ((5, 6) if frame.weekend else () if frame.weekday is None else (frame.weekday,))
    hour = None if frame.hour is None else on_day(frame.hour, frame.part) % 24
    rule = Every(
        unit="week" if days else frame.every or "day",
        step=frame.step,
        weekdays=days,
        season=frame.season,
        month=frame.month,
        day=frame.day,
        part=frame.part,
        hour=hour,
        minute=frame.minute,
    )
    first, last = folded.span(one.start, one.end)
    words = folded.original[first:last]
    return Said(first, last, words, None, None, _exactness(frame, rule), None, rule, unsure(frame))


def _exactness(frame: Frame, rule: Every) -> Precision:
    if rule.hour is not None:
        return "hour" if rule.minute is None else "minute"
    if rule.part is not None:
        return "part of day"
    if frame.weekend:
        return "weekend"
    if rule.weekdays or rule.day is not None:
        return "day"
    if rule.month is not None:
        return "month"
    if rule.season is not None:
        return "season"
    return next((one for one in get_args(Precision) if one == rule.unit), "day")


def _range(
    folded: Folded, one: Atom, other: Atom | None, floor: int, clock: Clock, tables: tuple[Table, ...]
) -> tuple[Said, int] | None:
    """From this to that, where a word between them says so."""
    if other is None or other.start - one.end > _NEAR or not rangeable(one.frame, other.frame):
        return None
    text = folded.text
    gap = next((table for table in tables if table.between.fullmatch(text, one.end, other.start)), None)
    start, opened = _opening(text, one.start, floor, tables)
    if gap is None or (text.startswith(" and ", one.end) and opened != "between"):
        return None
    first, second = filled(one.frame, other.frame), filled(other.frame, one.frame)
    if first.weak and second.weak and not opened and finest(first) != "clock":
        return None
    begun, ended = stretch(first, clock), stretch(second, clock)
    if begun is not None and (ended is None or ended.begins < begun.begins):
        ended = stretch(second, Clock(begun.begins, "future"))
    if begun is None or ended is None or ended.begins - begun.begins <= timedelta(0):
        return None
    end = _closed(text, other.end, tables)
    last = ended.begins if finest(second) == "clock" else ended.ends
    whole = Stretch(begun.begins, last, ended.precision)
    return _made(folded, start, end, whole, None, unsure(first) or unsure(second), between=True), end


def _opening(text: str, start: int, floor: int, tables: Iterable[Table]) -> tuple[int, str]:
    """Where a range begins, and the word that opens it: "from", "between" or none."""
    for table in tables:
        for pattern, mark in table.before:
            found = (
                pattern.search(text, max(floor, start - _NEAR), start) if mark.kind == "from" or mark.value == "since" else None
            )
            if found is not None:
                return found.start(), mark.value or "from"
    return start, ""


def _closed(text: str, end: int, tables: Iterable[Table]) -> int:
    """Where a range ends: behind the word for "until" that may close it."""
    for table in tables:
        for pattern, mark in table.after:
            found = pattern.match(text, end) if mark.value == "until" else None
            if found is not None:
                return found.end()
    return end
