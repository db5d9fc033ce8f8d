"""What a language's table is made of: rules that make frames of words, and marks that stand beside a time.

A rule is a pattern of bounded length and a function. Where the pattern has a group named `x`, that is the time and the rest only its
surroundings: in "in May" the time is "May". Reading is linear in the text, since no pattern repeats anything without a bound.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from thoughtbank.language.when.calendar import shift_of
from thoughtbank.language.when.folding import Folded
from thoughtbank.language.when.frames import Frame

Make = Callable[[re.Match[str]], Frame | None]
_YEARS = range(1800, 2200)
"""So many years are no number of years but one of them: 2007年后, "2007년 후"."""


class Rule(NamedTuple):
    pattern: re.Pattern[str]
    make: Make
    capital: bool | None = None
    """Only where the group `cap` begins with a capital letter in the original ("Sat", "3 May"), or, False, where it doesn't."""


class Mark(NamedTuple):
    """What a word right before or after a time does to it: "since" opens its end, "early" takes its first third."""

    kind: str
    """"side", "edge", "about", "every", "offset", or "from", which begins a range."""
    value: str = ""
    """Which side or edge; of an offset, "before" or "after", how many of what being the pattern's groups `n` and `unit`."""


class Atom(NamedTuple):
    """A frame and where it stands in the folded text."""

    start: int
    end: int
    frame: Frame


class Table(NamedTuple):
    """A language. `before` and `after` are marks with their patterns, `between` what joins two times to a range."""

    rules: tuple[Rule, ...]
    before: tuple[tuple[re.Pattern[str], Mark], ...]
    after: tuple[tuple[re.Pattern[str], Mark], ...]
    glue: frozenset[str]
    between: re.Pattern[str]
    future: re.Pattern[str]
    """What tells that a clause speaks of the future."""
    hint: re.Pattern[str] | None = None
    """What every text with a time has somewhere: a cheap look before the rules. None where there is no such short list."""


def any_of(words: Iterable[str]) -> str:
    """An alternation, longest first, so that a word isn't taken for its beginning."""
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", " ") for word in sorted(words, key=len, reverse=True)) + ")"


def rule(pattern: str, make: Make | Frame, *, capital: bool | None = None) -> Rule:
    return Rule(re.compile(pattern), (lambda _: make) if isinstance(make, Frame) else make, capital)


def named(table: Mapping[str, Frame], before: str = r"(?<!\w)", after: str = r"(?!\w)") -> Rule:
    """Fixed expressions and what they mean."""
    return Rule(re.compile(f"{before}{any_of(table)}{after}"), lambda found: table[found[0]])


def marks(side: str, *entries: tuple[str, str, str]) -> tuple[tuple[re.Pattern[str], Mark], ...]:
    """Marks from (pattern, kind, value); `side` is "before" or "after" the time."""
    end = r"\Z" if side == "before" else ""
    return tuple((re.compile(f"(?:{pattern}){end}"), Mark(kind, value)) for pattern, kind, value in entries)


def ago(unit: str, low: int, high: int, *, about: bool = False, way: int = -1) -> Frame | None:
    """So many units ago, or ahead with `way` +1: from the least to the greatest number."""
    if unit == "year" and low in _YEARS:
        return None
    if unit == "weekend":
        return Frame(weekend=True, weeks=(way * low, way * low))
    if unit == "fortnight":
        unit, low, high = "week", 2 * low, 2 * high
    shift = sorted((way * low, way * high))
    return Frame(about=about or low != high, **shift_of(unit, *shift))  # type: ignore[arg-type]


def dated(year: int | None, month: int | None, day: int, to: int | None, *, about: bool = False) -> Frame | None:
    """A day of a month, or up to another of the same month; None where no month has such a day."""
    if not 0 < day < 32 or (month is not None and not 0 < month < 13) or (to is not None and not day < to < 32):
        return None
    return Frame(year=year, month=month, day=day, day_to=to, about=about)


def decade_of(digits: str) -> Frame:
    """The decade of 1990, of 90 or of 10, which is of this century."""
    number = int(digits)
    return Frame(decade=number if number > 99 else 1900 + number if number > 20 else 2000 + number)


def atoms(folded: Folded, rules: Iterable[Rule]) -> list[Atom]:
    """What the rules find, from left to right, of overlapping ones the leftmost and then the longest."""
    found = sorted(_found(folded, rules), key=lambda atom: (atom.start, -atom.end))
    kept: list[Atom] = []
    for atom in found:
        if not kept or atom.start >= kept[-1].end:
            kept.append(atom)
    return kept


def _found(folded: Folded, rules: Iterable[Rule]) -> Iterator[Atom]:
    for one in rules:
        group = "x" if "x" in one.pattern.groupindex else 0
        for match in one.pattern.finditer(folded.text):
            if one.capital is not None and folded.capital(match.start("cap")) is not one.capital:
                continue
            frame = one.make(match)
            if frame is not None and match.end(group) > match.start(group):
                yield Atom(*match.span(group), frame)
