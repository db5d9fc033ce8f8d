"""The plain recipe: each path's scores stretched to 0..1 over what the query may see, then added by weight.

No path gates another: a memory that only one path knows competes with its whole share of the score. Words can't find a memory in another
language, so there the words' share is taken from the meaning, at least in part. Ranked is the union of each path's first `pool` and their
neighbours in the session, nothing more.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thoughtbank.ports import View

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Fused:
    """Candidate rows, best first; their scores in [0, 1]; and each path's places, row -> rank from 1."""

    rows: NDArray[np.int64]
    scores: Scores
    ranks: dict[str, dict[int, int]]


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
    seen = np.flatnonzero(allowed)
    everything = len(seen) == view.size
    total = np.zeros(len(seen), np.float32)
    ranks: dict[str, dict[int, int]] = {}
    chosen = np.zeros(len(seen), np.bool_)
    stretched: dict[str, Scores] = {}
    weights = sum(weight for _, weight in paths.values()) or 1.0
    for name, (scores, weight) in paths.items():
        own = scores if everything else scores[seen]
        stretched[name] = stretch(own)
        if name == "lexical" and foreign is not None and "dense" in stretched:
            abroad = foreign.rows if everything else foreign.rows[seen]
            stand_in = np.where(abroad, stretched["dense"] * np.float32(foreign.share), 0)
            stretched[name] = np.maximum(stretched[name], stand_in)
        total += stretched[name] * np.float32(weight / weights)
        best = _best(own, pool)
        if name == "lexical":
            best = best[own[best] > 0]
        chosen[best] = True
        ranks[name] = dict(zip(seen[best].tolist(), range(1, len(best) + 1), strict=True))
    candidates = _with_neighbours(view, seen, chosen) if len(seen) > pool else np.arange(len(seen))
    latest = candidates[::-1]  # ascending places: of equal scores the later one stands first
    order = latest[np.argsort(-total[latest], kind="stable")]
    return Fused(seen[order], total[order], ranks)


def stretch(scores: Scores) -> Scores:
    """Min-max scaling: the least becomes 0, the greatest 1. Where all are equal: 1 if they are above 0."""
    if not len(scores):
        return scores
    low, high = scores.min(), scores.max()
    if high > low:
        scaled: Scores = (scores - low) / (high - low)
        return scaled
    return np.full(len(scores), np.float32(high > 0))


def _best(scores: Scores, count: int) -> NDArray[np.int64]:
    """Places of the highest scores, best first, ties by the later place."""
    size = len(scores)
    places = np.argpartition(scores, size - count)[size - count :] if size > count else np.arange(size)
    latest = np.sort(places)[::-1]
    return latest[np.argsort(-scores[latest], kind="stable")]


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
