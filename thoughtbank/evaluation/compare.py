"""Is B better than A? Two results of one evaluation, question by question.

Two intervals that overlap don't say that two versions are alike: both answered the same questions, and most of the spread is the questions'. So
each question is compared with itself, b - a, and the 95 % interval is of the mean of those differences, drawn by conversation
(`evaluation/intervals.py`). Where it lies above 0, B is better beyond chance (of tokens: below 0); but of twenty such intervals one leaves out 0 by chance alone.
No verdict is given on fewer than FEWEST conversations, however many questions they hold: intervals of so few are too narrow.

What can't be compared is said, never passed over: questions that one result lacks, metrics without a value for each question, other data. Two
questions are the same when id and text are. Worked example: a = (1, 0, .5), b = (1, 1, 0) differ by (0, 1, -.5): mean +0.167, one better, one
worse, one equal. Checked by `tests/evaluation/test_compare.py`.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from thoughtbank import plots
from thoughtbank.errors import InputError
from thoughtbank.evaluation import page
from thoughtbank.evaluation.intervals import interval
from thoughtbank.evaluation.meaning import better as direction
from thoughtbank.evaluation.meaning import meaning
from thoughtbank.evaluation.result import Question, Result, between, number, result_of, value_of
from thoughtbank.evaluation.tables import Table

EQUAL = 1e-9
"""Values nearer to each other than this are equal: sums of the same numbers in another order."""
FEWEST = 6
"""Conversations for a verdict. That k of them all lean one way by chance has probability 2^(1 - k), which 6 bring below 5 %."""
ALL = "all"
"""The group that holds every question."""
_OUTSIDE = ("version", "preset", "without", "embedder", "model")
"""What stands beside the settings in a result and may differ as they do."""

Pair = tuple[Question, Question]


@dataclass(frozen=True, slots=True)
class Difference:
    """b - a of one metric: means over the n questions that have it on both sides, the interval if there are conversations for one."""

    metric: str
    n: int
    conversations: int
    a: float
    b: float
    difference: float
    low: float | None
    high: float | None
    better: int
    worse: int
    equal: int

    @property
    def beyond_chance(self) -> bool:
        """Whether the interval leaves out 0, and is of enough conversations to be believed."""
        apart = self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)
        return apart and self.conversations >= FEWEST

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "beyond_chance": self.beyond_chance}


@dataclass(frozen=True, slots=True)
class Changed:
    """A setting that isn't the same on both sides, by its dotted name; None where a side lacks it."""

    name: str
    a: Any
    b: Any


@dataclass(frozen=True, slots=True)
class Unpaired:
    """A metric of the whole, without a value for each question, or on one side alone."""

    metric: str
    a: float | None
    b: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """`by` holds the differences of ALL questions first, then of each category."""

    evaluation: str
    questions: int
    conversations: int
    by: Mapping[str, tuple[Difference, ...]]
    unpaired: tuple[Unpaired, ...]
    settings: tuple[Changed, ...]
    remarks: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "by": {name: [one.as_json() for one in found] for name, found in self.by.items()}}


def compare(a: Mapping[str, Any], b: Mapping[str, Any]) -> Comparison:
    """What changed from a to b. Raises InputError where they can't be compared, MissingExtra."""
    return compared(result_of(a, "the first"), result_of(b, "the second"))


def compared(a: Result, b: Result) -> Comparison:
    """The same of results that were read."""
    if a.evaluation != b.evaluation:
        raise InputError(f"the first is of {a.evaluation}, the second of {b.evaluation}; compare two results of one evaluation")
    pairs = _pairs(a, b)
    groups = {ALL: pairs, **_by_category(pairs)}
    by = {name: tuple(_differences(group)) for name, group in groups.items()}
    paired = {one.metric for one in by[ALL]}
    names = dict.fromkeys((*a.metrics, *b.metrics))
    return Comparison(
        a.evaluation,
        len(pairs),
        len({first.conversation for first, _ in pairs}),
        by,
        tuple(Unpaired(name, value_of(a.metrics, name), value_of(b.metrics, name)) for name in names if name not in paired),
        tuple(_changed(a, b)),
        tuple(_remarks(a, b, pairs)),
    )


def _pairs(a: Result, b: Result) -> list[Pair]:
    """Questions of both, in the order of the first."""
    first, second = _by_identity(a, "first"), _by_identity(b, "second")
    pairs = [(question, second[key]) for key, question in first.items() if key in second]
    if not pairs:
        raise InputError("the two results have no question in common, by id and text; compare results on the same data")
    return pairs


def _by_identity(result: Result, which: str) -> dict[tuple[str, str], Question]:
    twice = [key for key, count in Counter(one.id for one in result.questions).items() if count > 1]
    if twice:
        raise InputError(f"the {which} result has the question {twice[0]!r} twice; measure it again")
    return {(one.id, one.text): one for one in result.questions}


def _by_category(pairs: Sequence[Pair]) -> dict[str, list[Pair]]:
    """None where there is but one; the first result says which a question is in."""
    found: dict[str, list[Pair]] = {}
    for pair in pairs:
        found.setdefault(pair[0].category, []).append(pair)
    return {name or "(none)": group for name, group in found.items()} if len(found) > 1 else {}


def _differences(pairs: Sequence[Pair]) -> Iterator[Difference]:
    """One for each metric that any question has on both sides."""
    for metric in dict.fromkeys(name for first, _ in pairs for name in first.values):
        found = [
            (first.conversation, x, y)
            for first, second in pairs
            if (x := first.values.get(metric)) is not None and (y := second.values.get(metric)) is not None
        ]
        if found:
            yield _difference(metric, found)


def _difference(metric: str, found: Sequence[tuple[str, float, float]]) -> Difference:
    conversations = {name: place for place, name in enumerate(dict.fromkeys(name for name, _, _ in found))}
    sums, counts = np.zeros(len(conversations)), np.zeros(len(conversations))
    for name, x, y in found:
        sums[conversations[name]] += y - x
        counts[conversations[name]] += 1
    low, high = interval(sums, counts) or (None, None)
    n = len(found)
    better, worse = (sum(sign * direction(metric) * (y - x) > EQUAL for _, x, y in found) for sign in (1, -1))
    a, b = sum(x for _, x, _ in found) / n, sum(y for _, _, y in found) / n
    return Difference(metric, n, len(conversations), a, b, float(sums.sum()) / n, low, high, better, worse, n - better - worse)


def _verdict(one: Difference) -> str:
    return "better" if direction(one.metric) * one.difference > 0 else "worse"


def _changed(a: Result, b: Result) -> Iterator[Changed]:
    """Settings that differ, by name."""
    first, second = _flat(a), _flat(b)
    for name in dict.fromkeys((*first, *second)):
        if first.get(name) != second.get(name):
            yield Changed(name, first.get(name), second.get(name))


def _flat(result: Result) -> dict[str, Any]:
    """Every setting by its dotted name, after what stands beside the settings."""
    outside = {name: getattr(result, name) for name in _OUTSIDE}
    return {**outside, **dict(sorted(_dotted(result.settings)))}


def _dotted(settings: Mapping[str, Any], before: str = "settings") -> Iterator[tuple[str, Any]]:
    for name, value in settings.items():
        if isinstance(value, Mapping) and value:
            yield from _dotted(value, f"{before}.{name}")
        else:
            yield f"{before}.{name}", value


def _remarks(a: Result, b: Result, pairs: Sequence[Pair]) -> Iterator[str]:
    """What a reader must know before believing a difference."""
    conversations = len({first.conversation for first, _ in pairs})
    if conversations < FEWEST:
        yield f"{conversations} {_s('conversation', conversations)} can't tell a difference from chance; that takes {FEWEST} or more"
    if a.data.digest != b.data.digest:
        yield "the two were measured on other data (their digests differ); only questions with the same id and text are compared"
    for which, result in (("first", a), ("second", b)):
        if lacking := len(result.questions) - len(pairs):
            yield f"{lacking} of the {which}'s {len(result.questions)} questions have no match and are left out"
    moved = sum(first.category != second.category or first.conversation != second.conversation for first, second in pairs)
    if moved:
        yield f"{moved} questions are in another category or conversation in the second; the first's counts"
    for metric in dict.fromkeys(name for pair in pairs for one in pair for name in one.values):
        alone = sum((x.values.get(metric) is None) != (y.values.get(metric) is None) for x, y in pairs)
        if alone:
            yield f"{metric}: {alone} questions have a value on one side alone and are left out"
    if not any(name.startswith("settings.") for name in (*_flat(a), *_flat(b))):
        yield "neither result holds its settings"


def tables(comparison: Comparison) -> list[Table]:
    """For a terminal: differences of all questions, of each category by metric, what isn't paired, what was set otherwise."""
    shown = [_table(f"{comparison.evaluation}: {_size(comparison)}", comparison.by[ALL])]
    shown += [_table(name, found) for name, found in comparison.by.items() if name != ALL]
    return [one for one in (*shown, _unpaired(comparison), _settings(comparison)) if one.rows]


def _size(comparison: Comparison) -> str:
    return f"{comparison.questions:,} {_s('question', comparison.questions)}, {comparison.conversations:,} {_s('conversation', comparison.conversations)}, b - a"


def _table(title: str, found: Sequence[Difference]) -> Table:
    columns = ("metric!", "a<", "b<", "b - a<", "95 % interval<", "beyond chance", "better<", "worse<", "equal<")
    return Table(title, columns, tuple(map(_row, found)))


def _row(one: Difference) -> tuple[str, ...]:
    verdict = _verdict(one) if one.beyond_chance else ""
    return (
        one.metric, number(one.a), number(one.b), f"{one.difference:+.3f}", between(one.low, one.high, "+"), verdict,
        str(one.better), str(one.worse), str(one.equal),
    )  # fmt: skip


def _unpaired(comparison: Comparison) -> Table:
    rows = tuple((one.metric, number(one.a), number(one.b)) for one in comparison.unpaired)
    return Table("Not question by question", ("metric", "a<", "b<"), rows)


def _settings(comparison: Comparison) -> Table:
    rows = tuple((one.name, _written(one.a), _written(one.b)) for one in comparison.settings)
    return Table("Set otherwise", ("name", "a", "b"), rows)


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def html(comparison: Comparison, names: tuple[str, str] = ("a", "b")) -> str:
    """One page that needs nothing else; `names` are what the two are called. Raises MissingExtra."""
    return page.page(f"{comparison.evaluation}, compared, Thoughtbank", _parts(comparison, names))


def _parts(comparison: Comparison, names: tuple[str, str]) -> Iterator[str]:
    yield page.paragraph(f"thoughtbank compare {names[0]} {names[1]}", soft=True)
    yield page.heading(_headline(comparison), 1)
    yield page.paragraph(f"a: {names[0]}. b: {names[1]}. {_size(comparison)}.")
    yield page.paragraph(_HOW_TO_READ, soft=True)
    if comparison.remarks:
        yield page.listing(comparison.remarks)
    yield page.pictures(list(_pictures(comparison)))
    for one in tables(comparison):
        yield page.table(one)
    said = [(one.metric, meaning(one.metric) or "") for one in comparison.by.get(ALL, ())]
    yield page.folded("What each metric says", [page.table(Table("", ("metric", "what it says"), tuple(said)))])


_HOW_TO_READ = (
    "Each question is compared with itself; a dot is the mean difference, its bar the 95 % interval when whole conversations are drawn again. "
    f"To the right of the line b is better. A bar that crosses the line may be chance; where nothing changed, one in twenty misses it all the same. Blue: beyond chance, "
    f"which takes {FEWEST} conversations or more."
)


def _headline(comparison: Comparison) -> str:
    verdicts = Counter(_verdict(one) for one in comparison.by[ALL] if one.beyond_chance)
    total = len(comparison.by[ALL])
    if comparison.conversations < FEWEST:
        return f"{comparison.evaluation}: too few conversations to tell a difference from chance"
    if not verdicts:
        return f"{comparison.evaluation}: no difference beyond chance in {total} metrics"
    said = " and ".join(f"{verdict} in {count}" for verdict, count in sorted(verdicts.items()))
    return f"{comparison.evaluation}: b is {said} of {total} metrics beyond chance"


def _pictures(comparison: Comparison) -> Iterator[tuple[str, str, str]]:
    """All metrics over all questions; then, where there are categories, each category in the first few metrics."""
    points = [_point(one.metric, one) for one in comparison.by[ALL]]
    if points:
        yield "all questions", "b - a, each metric", plots.dots(points, title="b - a of each metric", zero=True)
    for metric in [one.metric for one in comparison.by[ALL]][:3]:
        rows = [(name, one) for name, found in comparison.by.items() if name != ALL for one in found if one.metric == metric]
        if rows:
            drawn = plots.dots([_point(name, one) for name, one in rows], title=f"{metric} by category", zero=True)
            yield f"{metric} by category", "b - a, each category", drawn


def _point(label: str, one: Difference) -> plots.Point:
    return plots.Point(label, one.difference, one.low, one.high, ours=one.beyond_chance)


def _s(noun: str, count: int) -> str:
    return noun if count == 1 else f"{noun}s"
