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

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from thoughtbank.errors import InputError
from thoughtbank.language.happenings import is_change
from thoughtbank.language.proposition import Argument, Mood, When
from thoughtbank.language.triples.relations import polarity
from thoughtbank.language.when import Prefer, Said, times
from thoughtbank.language.when.lengths import going_on
from thoughtbank.records.memory import Memory, Triple
from thoughtbank.remember.think import Exchange, Thought, Thoughts, proposition

PIECES = frozenset(["time", "place", "other"])
"""Roles under which parts of a range are found where a parse took it apart."""


def dated(thoughts: Thoughts, exchange: Exchange, zone: ZoneInfo) -> Thoughts:
    """With the intervals of their times. `zone`: the person's, whose days count where `said_at` has its offset."""
    said = {turn.id: (turn, _times(turn.text, _local(turn.said_at, zone))) for turn in exchange.turns}
    return replace(thoughts, found=tuple(_dated(one, *_source(one, said)) for one in thoughts.found))


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
    if (begin is None and (end is None or end > said_at)) or (begin is not None and begin > said_at):
        return said_at, None
    return (said_at, None) if begin is not None and end is not None and end <= begin else (begin, end)


def spoken_of(triple: Triple, said_at: datetime) -> datetime:
    """The last moment that it speaks of: of what goes on, when it was said; of what lies behind, the end of its time."""
    if triple.mood not in ("fact", "past"):
        return said_at
    return min((when.ends for when in _whens(triple) if when.ends is not None and when.ends < said_at), default=said_at)


def _whens(triple: Triple) -> list[When]:
    return [one.when for one in triple.others if one.when is not None]


def _local(said_at: datetime, zone: ZoneInfo) -> datetime:
    """In the person's zone, if that is where it was said as far as its offset tells: an offset alone knows no summer time."""
    there = said_at.astimezone(zone)
    return there if there.utcoffset() == said_at.utcoffset() else said_at


Read = tuple[datetime, Sequence[Said]]
"""When a turn was said, and the times in it."""


def _times(text: str, said_at: datetime, prefer: Prefer | None = None) -> Read:
    try:
        return said_at, times(text, said_at, prefer=prefer)
    except InputError:  # at the ends of the calendar
        return said_at, ()


def _source(thought: Thought, said: dict[str, tuple[Memory, Read]]) -> tuple[str, Read]:
    """The words that it was made of, and their times."""
    turn, read = next((said[one] for one in thought.turns if one in said), next(iter(said.values())))
    return turn.text, read


def _dated(thought: Thought, text: str, read: Read) -> Thought:
    triple = thought.triple
    given = thought.said.arguments if thought.said is not None else triple.arguments
    found = _timed(given, triple, text, read)
    if found == tuple(given):
        return thought
    if thought.said is not None:
        said = replace(thought.said, arguments=found)
        return replace(thought, said=said, triple=proposition(said))
    core, others = [one.text for one in found if not one.role], [one for one in found if one.role]
    tail = core[1] if len(core) > 1 else ""
    return replace(thought, triple=replace(triple, tail=tail, others=(*map(Argument, core[2:]), *others)))


def _timed(given: Sequence[Argument], triple: Triple, text: str, read: Read) -> tuple[Argument, ...]:
    """Ranges in one piece, and the intervals of times."""
    said_at, said = _times(text, read[0], "future") if triple.mood == "plan" else read
    arguments = tuple(given)
    for one in said:
        if one.between:
            arguments = _whole(arguments, one)
    return tuple(
        one if one.role != "time" or one.when is not None else replace(one, when=_when(one.text, triple, text, said_at, said))
        for one in arguments
    )


def _whole(arguments: tuple[Argument, ...], said: Said) -> tuple[Argument, ...]:
    """With a range as one argument, where it stands in pieces, or at the end of what the predicate is said of."""
    head, *others = arguments
    kept: list[Argument] = []
    pieces = 0
    for one in others:
        if one.text.casefold().endswith(f" {said.words.casefold()}"):
            kept.append(replace(one, text=one.text[: -len(said.words)].rstrip(" ,")))
        elif not _is_part(one, said.words):
            kept.append(one)
            continue
        pieces += 1
    return (head, *kept, Argument(said.words, "time", _meant(said))) if pieces else arguments


def _is_part(one: Argument, words: str) -> bool:
    """Whether an argument is nothing but words of the range, a figure or a name of it among them."""
    whole, part = words.casefold(), one.text.casefold()
    if one.role and one.role not in PIECES:
        return False
    if part in whole:
        return len(part) > 2
    return set(part.split()) <= set(whole.split()) and any(char.isdigit() for char in part)


def _when(words: str, triple: Triple, text: str, said_at: datetime, said: Sequence[Said]) -> When | None:
    """What a time means: as it was read in its message, else by its words alone."""
    start = text.casefold().find(words.casefold())
    after = text[start + len(words) :] if start >= 0 else ""
    if (length := going_on(words, after, triple.relation, said_at)) is not None:
        return _meant(length)
    if start >= 0 and len(text.casefold()) == len(text):
        near = [one for one in said if one.start < start + len(words) and start < one.end and _same(one.words, words)]
        if near:
            return _meant(near[0]) if len(near) == 1 else None
    return _alone(words, triple.mood, said_at)


def _same(read: str, words: str) -> bool:
    one, other = read.casefold(), words.casefold()
    return one in other or other in one


def _alone(words: str, mood: Mood, said_at: datetime) -> When | None:
    try:
        found = times(words, said_at, prefer="future" if mood == "plan" else None)
    except InputError:
        return None
    return _meant(found[0]) if len(found) == 1 else None


def _meant(said: Said) -> When | None:
    """As it is kept; None for what recurs."""
    if said.every is not None or (said.begins is None and said.ends is None):
        return None
    begins, ends = (None if one is None else one.astimezone(UTC) for one in (said.begins, said.ends))
    return When(begins, ends, said.precision, "between" if said.between else said.side)
