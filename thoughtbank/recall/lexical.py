"""The lexical path: BM25 over the postings of the query's terms, a turn scored together with the turns before it.

A question's words often stand in the turn before the one that answers it, so the document of a turn is its window: itself and up to m
earlier turns of its session. Its term frequencies, length and document frequencies all follow from the single turns' postings,

    score(w) = sum over terms t of idf(t) * tf * (k1 + 1) / (tf + k1 * (1 - b + b * len(w) / mean len)),
    idf(t) = ln(1 + (N - n + 0.5) / (n + 0.5)),  N windows, n of them with t

(Robertson and Zaragoza 2009, section 3.2). With m = 0 this is plain BM25. Statistics are those of one scope.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from thoughtbank.ports import Posting, View
from thoughtbank.settings import RecallSettings

Scores = NDArray[np.float32]
Among = Literal["said", "thoughts", "all"]
"""A collection that BM25 counts in: turns and notes, thoughts, or both."""
FREQUENT = 16
"""A term that stands in more than one of so many rows is scored over whole arrays, a rarer one row by row."""


KEPT = 64
"""Frequent terms of which a view keeps the scores, an array as long as the view each. Chosen: 26 MB at a hundred thousand memories."""


@dataclass(frozen=True, slots=True)
class _Windows:
    """What BM25 needs of a view's windows, worked out once a view.

    `reach`: how many earlier turns belong to each row's window. `earlier`: for each step back the row there, or one past the end where the
    window doesn't reach. `norm`: k1 * (1 - b + b * len / mean len). `kept`: idf and scores of frequent terms asked for before. `size` is N, and
    `counted` says which rows those are, None for all: thoughts say again what turns say, and don't count where they aren't sought.
    """

    reach: NDArray[np.int64]
    earlier: tuple[NDArray[np.int64], ...]
    norm: Scores
    size: int
    counted: NDArray[np.bool_] | None
    kept: dict[str, tuple[float, Scores]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lexical:
    """Scores of all rows (0 where no term stands), the idf of each term found, and the idf of all terms asked for together, found or not.

    `stands`: for each term found an array that is above 0 in the rows whose windows hold it.
    """

    scores: Scores
    idf: dict[str, float]
    weight: float
    stands: Mapping[str, Scores]

    def held(self, rows: Sequence[int]) -> tuple[list[tuple[str, ...]], list[float]]:
        """For each of these rows the query's terms in its window, the rarest first, and their share of the query's weight of words.

        Words that stand nowhere weigh as the rarest.
        """
        terms = sorted(self.idf, key=lambda term: (-self.idf[term], term))
        if not terms:
            return [() for _ in rows], [0.0 for _ in rows]
        here = np.stack([self.stands[term][rows] for term in terms], axis=1) > 0
        shares = here @ np.asarray([self.idf[term] / self.weight for term in terms])
        return [tuple(compress(terms, one)) for one in here.tolist()], shares.tolist()


def score(
    view: View, postings: Mapping[str, Posting], settings: RecallSettings, asked: Collection[str], among: Among = "said"
) -> Lexical:
    """BM25 of every row for the terms asked for; those without postings only add to `weight`. `among` says which rows are the collection."""
    size = view.size
    total = np.zeros(size, np.float32)
    windows = _windows(view, settings, among)
    idf: dict[str, float] = {}
    stands: dict[str, Scores] = {}
    rare: dict[str, Posting] = {}
    for term, (rows, counts) in postings.items():
        if windows.counted is not None:
            inside = windows.counted[rows]
            rows, counts = rows[inside], counts[inside]
            if not len(rows):
                continue
        if len(rows) * FREQUENT > size:
            idf[term], stands[term] = _share_everywhere(term, rows, counts, windows, settings)
            total += stands[term]
        else:
            rare[term] = (rows, counts)
    if rare:
        counter = np.zeros((len(rare), size), np.float32)
        idf |= _add_rare(total, counter, view, rare, windows, settings)
        stands |= zip(rare, counter, strict=True)
    weight = sum(idf.values()) + sum(term not in idf for term in asked) * _idf(windows.size, 0)
    return Lexical(total, idf, weight, stands)


def _share_everywhere(
    term: str, rows: NDArray[np.int64], counts: Scores, windows: _Windows, settings: RecallSettings
) -> tuple[float, Scores]:
    """A frequent term's idf and its part of every row's score; those of some terms are kept with the view."""
    if term not in windows.kept:
        frequency = _everywhere(rows, counts, windows)
        idf = _idf(windows.size, int(np.count_nonzero(frequency)))
        found = (idf, _share(frequency, windows.norm, np.float32(idf), settings.k1))
        if len(windows.kept) >= KEPT:
            return found
        windows.kept[term] = found
    return windows.kept[term]


def _share(frequency: Scores, norm: Scores, idf: Scores | np.float32, k1: float) -> Scores:
    share: Scores = idf * np.float32(k1 + 1) * (frequency / (frequency + norm))
    return share


def _everywhere(rows: NDArray[np.int64], counts: Scores, windows: _Windows) -> Scores:
    """How often a term stands in each row's window."""
    size = len(windows.norm)
    own = np.zeros(size + 1, np.float32)  # the last place stays 0: it is what lies beyond a window's reach
    own[rows] = counts
    frequency = own[:size].copy()
    for before in windows.earlier:
        frequency += own[before]
    return frequency


def _add_rare(
    total: Scores, counter: Scores, view: View, rare: Mapping[str, Posting], windows: _Windows, settings: RecallSettings
) -> dict[str, float]:
    """Adds rare terms' parts to the scores of the rows whose windows hold them, all terms in one pass; gives their idf.

    `counter` is zero, a row of it for each term; it comes to hold how often the term stands in each window. So nothing need be sorted.
    """
    rows = np.concatenate([rows for rows, _ in rare.values()])
    count = np.concatenate([counts for _, counts in rare.values()])
    term = np.repeat(np.arange(len(rare)), [len(rows) for rows, _ in rare.values()])
    counter[term, rows] = count
    found = [(term, rows)]
    for step in range(1, len(windows.earlier) + 1):
        rows = view.next_row[rows]
        inside = (rows >= 0) & (windows.reach[rows] >= step)
        rows, count, term = rows[inside], count[inside], term[inside]
        before = counter[term, rows]
        counter[term, rows] = before + count  # each row is at most one other's next
        new = before == 0
        found.append((term[new], rows[new]))
    term, rows = (np.concatenate(parts) for parts in zip(*found, strict=True))
    idf = [_idf(windows.size, count) for count in np.bincount(term).tolist()]
    share = _share(counter[term, rows], windows.norm[rows], np.asarray(idf, np.float32)[term], settings.k1)
    total += np.bincount(rows, share, view.size).astype(np.float32)
    return dict(zip(rare, idf, strict=True))


def _idf(size: int, count: int) -> float:
    return math.log1p((size - count + 0.5) / (count + 0.5))


def _windows(view: View, settings: RecallSettings, among: Among) -> _Windows:
    key = ("windows", among, settings.k1, settings.b, settings.neighbours, settings.neighbours_long, settings.long_turn)
    if key not in view.memo:
        reach = np.where(view.mean_length > settings.long_turn, settings.neighbours_long, settings.neighbours)
        earlier = tuple(_earlier(view, reach))
        lengths = view.length.astype(np.float32)
        padded = np.append(lengths, np.float32(0))
        for before in earlier:
            lengths = lengths + padded[before]
        counted = _counted(view, among)
        size = view.size if counted is None else int(np.count_nonzero(counted))
        mean = float((lengths if counted is None else lengths[counted]).mean()) if size else 0.0
        norm = settings.k1 * (1 - settings.b + settings.b * lengths / max(mean, 1e-9))
        view.memo[key] = _Windows(reach, earlier, norm.astype(np.float32), size, counted)
    windows: _Windows = view.memo[key]
    return windows


def _counted(view: View, among: Among) -> NDArray[np.bool_] | None:
    thought = view.names.get("kind", {}).get("thought")
    if thought is None or among == "all":
        return None
    thoughts: NDArray[np.bool_] = view.codes["kind"] == thought
    return thoughts if among == "thoughts" else ~thoughts


def _earlier(view: View, reach: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    previous = np.append(np.where(view.previous_row >= 0, view.previous_row, view.size), view.size)
    before = np.arange(view.size)
    for step in range(1, int(reach.max(initial=0)) + 1):
        before = previous[before]
        yield np.where(reach >= step, before, view.size)
