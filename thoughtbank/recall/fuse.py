"""The plain recipe: each path's scores stretched to 0..1 over what the query may see, then added by weight.

No path gates another: a memory that only one path knows competes with its whole share of the score. Words can't find a memory in another
language, so there the words' share is taken from the meaning, at least in part. Ranked is the union of each path's first `pool` and their
neighbours in the session, nothing more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thoughtbank.ports import View

Scores = NDArray[np.float32]


SAMPLE = 4
"""Of very many scores each so-manyth is looked at first. Chosen: the best of 10,000 are then found three times as fast."""


@dataclass(frozen=True, slots=True)
class Fused:
    """Candidate rows, best first; their scores in [0, 1]; and the rows of each path, best first."""

    rows: NDArray[np.int64]
    scores: Scores
    found: dict[str, NDArray[np.int64]]

    def ranks(self, rows: Sequence[int]) -> list[dict[str, int]]:
        """For each of these rows its place, from 1, in every path that found it."""
        ranks: list[dict[str, int]] = [{} for _ in rows]
        for name, found in self.found.items():
            if not len(found):
                continue
            by_row = found.argsort()
            at = by_row.take(found.searchsorted(rows, sorter=by_row), mode="clip")
            for place in (found[at] == rows).nonzero()[0].tolist():
                ranks[place][name] = int(at[place]) + 1
        return ranks


@dataclass(frozen=True, slots=True)
class Foreign:
    """Which rows are in another language than the query, and how much of their stretched dense score stands in for the lexical one."""

    rows: NDArray[np.bool_]
    share: float


def fuse(
    view: View,
    allowed: NDArray[np.bool_],
    paths: Mapping[str, tuple[Scores, float]],
    pool: int,
    foreign: Foreign | None = None,
) -> Fused:
    """`paths` gives each path's scores of all rows and its weight. Ties go to what was written last."""
    everything = bool(allowed.all())
    seen = np.arange(view.size) if everything else allowed.nonzero()[0]
    own = {name: scores if everything else scores[seen] for name, (scores, _) in paths.items()}
    chosen = np.zeros(len(seen), np.bool_)
    found: dict[str, NDArray[np.int64]] = {}
    for name, scores in own.items():
        best = _best(scores, pool, only=None if name == "dense" else (scores > 0).nonzero()[0])
        chosen[best] = True
        found[name] = best if everything else seen[best]
    candidates = _with_neighbours(view, seen, chosen) if len(seen) > pool else np.arange(len(seen))
    latest = candidates[::-1]  # ascending places: of equal scores the later one stands first
    total = _added(own, latest, {name: weight for name, (_, weight) in paths.items()}, foreign, seen)
    best_first = np.argsort(-total, kind="stable")
    rows = latest[best_first]
    return Fused(rows if everything else seen[rows], total[best_first], found)


def _added(
    own: Mapping[str, Scores],
    places: NDArray[np.int64],
    weights: Mapping[str, float],
    foreign: Foreign | None,
    seen: NDArray[np.int64],
) -> Scores:
    """The weighted sum of the paths' stretched scores at these places: only there, since most will never be looked at."""
    total = np.zeros(len(places), np.float32)
    stretched: dict[str, Scores] = {}
    whole = sum(weights.values()) or 1.0
    for name, scores in own.items():
        stretched[name] = stretch(scores, places)
        if name == "lexical" and foreign is not None and "dense" in stretched:
            stand_in = np.where(foreign.rows[seen[places]], stretched["dense"] * np.float32(foreign.share), 0)
            stretched[name] = np.maximum(stretched[name], stand_in)
        total += stretched[name] * np.float32(weights[name] / whole)
    return total


def stretch(scores: Scores, places: NDArray[np.int64] | None = None) -> Scores:
    """Min-max scaling: the least becomes 0, the greatest 1; of all scores, or of those at some places. Where all are equal: 1 if they are above 0."""
    wanted = scores if places is None else scores[places]
    if not len(scores):
        return wanted
    low, high = scores.min(), scores.max()
    if high > low:
        scaled: Scores = (wanted - low) / (high - low)
        return scaled
    return np.full(len(wanted), np.float32(high > 0))


def _best(scores: Scores, count: int, only: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    """Places of the highest scores, best first, ties by the later place; of `only` these places if they are given."""
    places, among = only, scores if only is None else scores[only]
    for every in (SAMPLE, 1):  # what lies below the count-th best of a sample is none of the count best
        if len(among) > every * count:
            enough = (among >= _least(among[::every], count)).nonzero()[0]
            places, among = enough if places is None else places[enough], among[enough]
    order = len(among) - 1 - np.argsort(-among[::-1], kind="stable")[:count]
    return order if places is None else places[order]


def _least(scores: Scores, count: int) -> np.float32:
    """The count-th best of more than count scores."""
    least: np.float32 = np.partition(scores, len(scores) - count)[len(scores) - count]
    return least


def _with_neighbours(view: View, seen: NDArray[np.int64], chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Places in `seen` that are chosen, or stand beside a chosen one in its session."""
    rows = seen[chosen]
    beside = np.concatenate((view.next_row[rows], view.previous_row[rows]))
    beside = beside[beside >= 0]
    if len(seen) == view.size:
        chosen[beside] = True
    else:
        places = np.minimum(np.searchsorted(seen, beside), len(seen) - 1)
        chosen[places[seen[places] == beside]] = True
    return np.flatnonzero(chosen)
