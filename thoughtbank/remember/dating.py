"""The times of propositions: what their words meant when they were said, and from when to when a proposition holds.

A time among the arguments gets its interval (`language.when`), read in its message, so that "on Monday" looks the way its clause does; what can't be read
stays words. A fact or a past event holds from the beginning of its time on where that lies before it was said, and to its end where a state is said to have
lasted from one time to another. Plans, habits, what may be, and times to come hold from when they were said.

    "I moved to Lyon last year", said in March 2026            ->  from 1 January 2025 on
    "I've lived in Lyon for three years"                       ->  from 1 January 2023 on
    "I lived in Rome from 2010 to 2015"                        ->  from 1 January 2010 to 1 January 2016

The trade: the beginning of a time is the earliest it can mean, and a time that its rules or model left out of the proposition isn't looked for.
Checked in tests/remember/test_dating.py and tests/test_times_held.py.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from thoughtbank.errors import InputError
from thoughtbank.language.happenings import is_change
from thoughtbank.language.proposition import Argument, Mood, When
from thoughtbank.language.triples.english_verbs import PAST
from thoughtbank.language.triples.relations import polarity
from thoughtbank.language.when import Prefer, Said, times
from thoughtbank.language.when.lengths import going_on
from thoughtbank.language.words import language
from thoughtbank.records.memory import Triple
from thoughtbank.remember.think import Exchange, Thought, Thoughts, proposition

PIECES = frozenset(["time", "place", "other"])
"""Roles under which parts of a range are found where a parse took it apart."""

JOINING = frozenset(["from", "to", "between", "and", "until", "till", "through"])
HOURS = frozenset(["minute", "hour", "part of day"])
_IS_PAST = {
    "en": re.compile(rf"\b(?:was|were|had|did|didn't|\w+ed|{'|'.join(sorted(PAST))})\b", re.IGNORECASE),
    "ko": re.compile(r"[았었했였갔왔샀봤됐섰]"),
    "zh": re.compile(r"[了过過曾]|以前|从前|從前"),
    "vi": re.compile(r"\b(?:đã|từng|hồi)\b", re.IGNORECASE),
}
"""What shows that a predicate tells of the past."""
TENSED = frozenset(["en", "ko"])
"""Languages whose verbs always show it."""
_UNIT = {"day": timedelta(days=1), "week": timedelta(days=7), "month": timedelta(days=31), "year": timedelta(days=366)}
"""At most."""


def dated(thoughts: Thoughts, exchange: Exchange, zone: ZoneInfo) -> Thoughts:
    """With the intervals of their times. `zone`: the person's, whose days count where `said_at` has its offset."""
    said = {turn.id: _Turn(turn.text, _local(turn.said_at, zone)) for turn in exchange.turns}
    return replace(thoughts, found=tuple(_dated(one, _source(one, said)) for one in thoughts.found))


def held(triple: Triple, said_at: datetime) -> tuple[datetime | None, datetime | None]:
    """From when it holds (None: nobody knows) and until when (None: open)."""
    if triple.mood not in ("fact", "past"):
        return said_at, None
    begins: list[datetime] = []
    ends: list[datetime] = []
    changes = is_change(triple.relation)
    for when in _whens(triple):
        if when.side == "until" and when.ends is not None and not changes and polarity(triple.relation):
            ends.append(when.ends)
        elif when.side == "before" and when.ends is not None:
            begins.append(when.ends)
        elif when.begins is not None:
            begins.append(when.begins)
            ends += [when.ends] if when.side == "between" and when.ends is not None and not changes else []
    begin, end = max(begins, default=None), min(ends, default=None)
    if begin is not None and any(when.ends is not None and when.ends < begin for when in _whens(triple)):
        return said_at, None  # two times that have nothing in common
    if (begin is None and (end is None or end > said_at)) or (begin is not None and begin > said_at):
        return said_at, None
    return (said_at, None) if begin is not None and end is not None and end <= begin else (begin, end)


def spoken_of(triple: Triple, said_at: datetime) -> datetime:
    """The last moment that it speaks of: of what goes on, when it was said; of what lies behind, the end of its time."""
    if triple.mood not in ("fact", "past"):
        return said_at
    return min((when.ends for when in _whens(triple) if when.ends is not None and when.ends < said_at), default=said_at)


def _whens(triple: Triple) -> list[When]:
    """The intervals of its times; an hour beside a day says nothing more of when it held, and of "yesterday from three to five" not even the day."""
    whens = [one.when for one in triple.others if one.when is not None]
    return [one for one in whens if one.precision not in HOURS] or whens


def _local(said_at: datetime, zone: ZoneInfo) -> datetime:
    """In the person's zone, if that is where it was said as far as its offset tells: an offset alone knows no summer time."""
    there = said_at.astimezone(zone)
    return there if there.utcoffset() == said_at.utcoffset() else said_at


class _Turn:
    """What was said, and the times in it, read when they are asked for."""

    def __init__(self, text: str, said_at: datetime) -> None:
        self.text, self.said_at = text, said_at
        self._read: dict[Prefer | None, Sequence[Said]] = {}

    def times(self, mood: Mood) -> Sequence[Said]:
        """A plan's look ahead, others as their clauses do."""
        prefer: Prefer | None = "future" if mood == "plan" else None
        if prefer not in self._read:
            self._read[prefer] = _times(self.text, self.said_at, prefer)
        return self._read[prefer]


def _times(text: str, said_at: datetime, prefer: Prefer | None) -> Sequence[Said]:
    try:
        return times(text, said_at, prefer=prefer)
    except InputError:  # at the ends of the calendar
        return ()


def _source(thought: Thought, said: Mapping[str, _Turn]) -> _Turn:
    """The turn that it was made of."""
    return next((said[one] for one in thought.turns if one in said), next(iter(said.values())))


def _dated(thought: Thought, turn: _Turn) -> Thought:
    triple = thought.triple
    given = thought.said.arguments if thought.said is not None else triple.arguments
    found = _timed(given, triple, turn)
    if found == tuple(given):
        return thought
    if thought.said is not None:
        said = replace(thought.said, arguments=found)
        return replace(thought, said=said, triple=proposition(said))
    core, others = [one.text for one in found if not one.role], [one for one in found if one.role]
    tail = core[1] if len(core) > 1 else ""
    return replace(thought, triple=replace(triple, tail=tail, others=(*map(Argument, core[2:]), *others)))


def _timed(given: Sequence[Argument], triple: Triple, turn: _Turn) -> tuple[Argument, ...]:
    """Ranges in one piece, and the intervals of times."""
    arguments = tuple(given)
    for one in turn.times(triple.mood):
        if one.between:
            arguments = _whole(arguments, one.words, _meant(_looking(one, triple.relation, turn)))
    return tuple(
        one if one.role != "time" or one.when is not None else replace(one, when=_when(one.text, triple, turn))
        for one in arguments
    )


def _whole(arguments: tuple[Argument, ...], words: str, when: When | None) -> tuple[Argument, ...]:
    """With a range as one argument, where it stands in pieces, or at the end of what the predicate is said of."""
    head, *others = arguments
    kept: list[Argument] = []
    pieces = 0
    for one in others:
        if one.text.casefold().endswith(f" {words.casefold()}"):
            kept.append(replace(one, text=one.text[: -len(words)].rstrip(" ,")))
        elif not _is_part(one, words):
            kept.append(one)
            continue
        pieces += 1
    return (head, *kept, Argument(words, "time", when)) if pieces else arguments


def _is_part(one: Argument, words: str) -> bool:
    """Whether an argument is nothing but words of the range, one of its two times among them."""
    whole, part = words.casefold(), one.text.casefold()
    if one.role and one.role not in PIECES:
        return False
    if part in whole:
        return len(part) > 2
    named = set(part.split()) - JOINING
    return bool(named) and named <= set(whole.split())


def _when(words: str, triple: Triple, turn: _Turn) -> When | None:
    """What a time means: as it was read in its message, else by its words alone."""
    text, said = turn.text, turn.times(triple.mood)
    start = text.casefold().find(words.casefold())
    after = text[start + len(words) :] if start >= 0 else ""
    if (length := going_on(words, after, triple.relation, turn.said_at)) is not None:
        return _meant(length)
    if start >= 0 and len(text.casefold()) == len(text):
        near = [one for one in said if one.start < start + len(words) and start < one.end and _same(one.words, words)]
        if near:
            return _meant(_looking(near[0], triple.relation, turn)) if len(near) == 1 else None
    alone = _times(words, turn.said_at, "future" if triple.mood == "plan" else None)
    return _meant(alone[0]) if len(alone) == 1 else None


def _looking(said: Said, predicate: str, turn: _Turn) -> Said | None:
    """An end without its year or week lies ahead of what is told in the present: "I'm on holiday until Friday". None where what is told as past would end in
    the future: which year it was isn't known.
    """
    tongue = language(turn.text)
    sign = _IS_PAST.get(tongue)
    if sign is None or said.ends is None or not (said.side == "until" or (said.between and tongue in TENSED)):
        return said
    if sign.search(predicate):
        return None if said.ends - _UNIT.get(said.precision, timedelta()) > turn.said_at else said
    if said.ends > turn.said_at:
        return said
    return next((one for one in turn.times("plan") if (one.start, one.side) == (said.start, said.side)), said)


def _same(read: str, words: str) -> bool:
    one, other = read.casefold(), words.casefold()
    return one in other or other in one


def _meant(said: Said | None) -> When | None:
    """As it is kept; None for what recurs."""
    if said is None or said.every is not None or (said.begins is None and said.ends is None):
        return None
    begins, ends = (None if one is None else one.astimezone(UTC) for one in (said.begins, said.ends))
    return When(begins, ends, said.precision, "between" if said.between else said.side)
