"""The lexical path: BM25 over the postings of the query's terms, a turn scored together with the turns before it.

A question's words often stand in the turn before the one that answers it, so the document of a turn is its window: itself and up to m
earlier turns of its session. Its term frequencies, length and document frequencies all follow from the single turns' postings,

    score(w) = sum over terms t of idf(t) * tf * (k1 + 1) / (tf + k1 * (1 - b + b * len(w) / mean len)),
    idf(t) = ln(1 + (N - n + 0.5) / (n + 0.5)),  N windows, n of them with t

(Robertson and Zaragoza 2009, section 3.2). With m = 0 this is plain BM25. Statistics are those of one scope.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thoughtbank.ports import Posting, View
from thoughtbank.settings import RecallSettings

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Lexical:
    """Scores of all rows (0 where no term stands), and for each term found: its idf, and the rows whose window has it. `weight` is the
    sum of idf over all terms asked for, found or not."""

    scores: Scores
    weight: float
    idf: dict[str, float]
    rows: dict[str, NDArray[np.int64]]

    def words_of(self, rows: Sequence[int]) -> list[tuple[str, ...]]:
        """For each of these rows the query's terms in its window, the rarest first."""
        wanted = np.asarray(rows, np.int64)
        held: list[list[str]] = [[] for _ in rows]
        for term in sorted(self.rows, key=lambda term: (-self.idf[term], term)):
            places = self.rows[term]
            found = np.minimum(np.searchsorted(places, wanted), len(places) - 1)
            for place in np.flatnonzero(places[found] == wanted).tolist():
                held[place].append(term)
        return [tuple(terms) for terms in held]


def score(view: View, postings: Mapping[str, Posting], settings: RecallSettings, asked: Collection[str]) -> Lexical:
    """BM25 of every row for the terms asked for; those without postings only add to `weight`."""
    size = view.size
    total = np.zeros(size, np.float32)
    reach, norm = _shape(view, settings)
    deepest = int(reach.max(initial=0))
    idf: dict[str, float] = {}
    found: dict[str, NDArray[np.int64]] = {}
    for term, (rows, counts) in postings.items():
        windows, frequency = _windows(view, rows, counts, reach, deepest)
        idf[term] = _idf(size, len(windows))
        total[windows] += np.float32(idf[term] * (settings.k1 + 1)) * frequency / (frequency + norm[windows])
        found[term] = windows
    weight = sum(idf.values()) + sum(term not in idf for term in asked) * _idf(size, 0)
    return Lexical(total, weight, idf, found)


def _idf(size: int, count: int) -> float:
    return math.log1p((size - count + 0.5) / (count + 0.5))


def _shape(view: View, settings: RecallSettings) -> tuple[NDArray[np.int64], Scores]:
    """How many earlier turns belong to each row's window, and BM25's k1 * (1 - b + b * len / mean len) of it; once a view."""
    key = ("bm25", settings.k1, settings.b, settings.neighbours, settings.neighbours_long, settings.long_turn)
    if key not in view.memo:
        reach = np.where(view.mean_length > settings.long_turn, settings.neighbours_long, settings.neighbours)
        lengths = _window_lengths(view, reach)
        norm = settings.k1 * (1 - settings.b + settings.b * lengths / max(float(lengths.mean()), 1e-9))
        view.memo[key] = (reach, norm.astype(np.float32))
    shape: tuple[NDArray[np.int64], Scores] = view.memo[key]
    return shape


def _window_lengths(view: View, reach: NDArray[np.int64]) -> Scores:
    lengths = view.length.astype(np.float32)
    earlier = view.previous_row
    for step in range(1, int(reach.max(initial=0)) + 1):
        inside = np.flatnonzero((earlier >= 0) & (reach >= step))
        if not len(inside):
            break
        lengths[inside] += view.length[earlier[inside]]
        earlier = np.where(earlier >= 0, view.previous_row[earlier], -1)
    return lengths


def _windows(
    view: View, rows: NDArray[np.int64], counts: Scores, reach: NDArray[np.int64], deepest: int
) -> tuple[NDArray[np.int64], Scores]:
    """The rows whose windows hold a term, ascending, and its frequency in each, from where it stands itself."""
    if not deepest:
        return rows, counts
    frequency = np.zeros(view.size, np.float32)
    frequency[rows] = counts
    held = np.zeros(view.size, np.bool_)  # kept beside it: finding true bytes is several times quicker than finding floats
    held[rows] = True
    following, count = rows, counts
    for step in range(1, deepest + 1):
        following = view.next_row[following]
        inside = (following >= 0) & (reach[following] >= step)
        following, count = following[inside], count[inside]
        frequency[following] += count  # within one step every row is followed by another row, so none is added to twice
        held[following] = True
    windows = np.flatnonzero(held)
    return windows, frequency[windows]
