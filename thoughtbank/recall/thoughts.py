"""Recalling thoughts: only those in the query's group of the hash table are looked at, and ranked by cosine (TiM, section 3.3).

    g = F(v), v the query's vector;  thoughts of group g by cos(v, thought)

A group that holds none gives none: that is the paper's way, and what it misses `evaluate lsh` measures. Looking into the next-best groups
too (`probes`), or into further tables (`tables`), is ours.
"""

import numpy as np
from numpy.typing import NDArray

from thoughtbank.ports import Hash, Vectors, View
from thoughtbank.similarity.lsh import Hashing

Scores = NDArray[np.float32]


def candidates(view: View, query: Vectors, table: Hash, probes: int, tables: int) -> NDArray[np.int64]:
    """Rows of the view that hold thoughts of the query's groups, ascending. `query` has shape (d,)."""
    hashing = Hashing(table.seed, len(query), min(table.buckets, 2 * len(query)), tables)
    wanted = hashing.probes(query, min(probes, hashing.buckets))
    first = np.isin(view.bucket, wanted[0])
    if tables > 1:
        rows, groups = _groups(view, hashing)
        for place in range(1, tables):
            first[rows[np.isin(groups[:, place], wanted[place])]] = True
    found: NDArray[np.int64] = first.nonzero()[0]
    return found


def similarities(view: View, query: Vectors, rows: NDArray[np.int64]) -> Scores:
    """Cosine of these rows with the query; 0 elsewhere, and nothing there is read."""
    scores = np.zeros(view.size, np.float32)
    scores[rows] = np.maximum(view.matrix[rows] @ query, np.finfo(np.float32).tiny)  # what was looked at counts as found
    return scores


def _groups(view: View, hashing: Hashing) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """All thoughts' rows and their groups in every table, once a view."""
    key = ("groups", hashing)
    if key not in view.memo:
        rows = (view.bucket >= 0).nonzero()[0]
        view.memo[key] = (rows, hashing.index(view.matrix[rows]) if len(rows) else np.zeros((0, hashing.tables), np.int32))
    found: tuple[NDArray[np.int64], NDArray[np.int32]] = view.memo[key]
    return found
