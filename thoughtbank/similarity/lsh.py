"""The hash of Think-in-Memory (TiM, section 3.3): vectors that point the same way get the same index, more often the nearer they are.

    F(x) = argmax([xR ; -xR])    x in R^d, R of shape (d, b/2), b buckets

Each column of R and its mirror are one bucket, and x goes to the one it points along most. Worked example with d = 2, b = 4, R the identity:
x = (0.6, -0.8) gives [0.6, -0.8 ; -0.6, 0.8], so its index is 3; 5x has it too, and -x the mirrored one, 1.

The trade: looking only where the query falls reads about 1/b of a memory and misses what fell elsewhere; `evaluation/lsh.py` measures both.
Against that there are two ways beside the paper's one bucket of one table: `probes` reads the next-best buckets as well (multi-probe, after
Lv et al. 2007, and Andoni et al. 2015 for this family of hashes), and `tables` are further R. Both are ours, not TiM's.

R is i.i.d. standard normal, which the paper leaves open. It comes from `numpy.random.RandomState`, whose stream is frozen for all releases of
NumPy (NEP 19), so that a seed is all that has to be kept: it gives the same R for ever. Checked by `tests/similarity/test_lsh.py`, against
what theory says of the chance of a common index.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

ROWS = 4096
"""Vectors hashed at once. Chosen: 12 MB of float64 at 384 dimensions, whatever the number of vectors."""
KEPT = 16
"""Drawn R that are kept. Chosen: a program has few memories of different seeds open, and one is drawn anew in a millisecond or so."""
SEEDS = 2**32
"""Seeds go from 0 to one less: what RandomState takes."""


@dataclass(frozen=True, slots=True)
class Hashing:
    """F, fixed by its seed. Raises ValueError for a `buckets` that is odd, below 2 or above 2 * dimension, as for other numbers out of range.

    Table t has an R of its own, the t-th from the seed's stream; more tables leave the earlier ones as they are.
    """

    seed: int
    dimension: int
    buckets: int = 16
    """b, even. Chosen: the paper names none; at its memory of 140 thoughts that is some nine in a bucket."""
    tables: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.seed < SEEDS:
            raise ValueError(f"a seed is from 0 to {SEEDS - 1}, not {self.seed}")
        if self.dimension < 1:
            raise ValueError(f"vectors have at least 1 dimension, not {self.dimension}")
        if self.buckets % 2 or not 2 <= self.buckets <= 2 * self.dimension:
            raise ValueError(
                f"the number of buckets is even and from 2 to {2 * self.dimension} (twice the dimension), not {self.buckets}"
            )
        if self.tables < 1:
            raise ValueError(f"there is at least 1 table, not {self.tables}")

    def index(self, vectors: ArrayLike) -> NDArray[np.int32]:
        """Each vector's bucket in each table, shape (n, tables), of vectors (n, d) or of one (d,). Raises ValueError as `directions` does."""
        rows = directions(vectors, self.dimension)
        found = np.empty((len(rows), self.tables), np.int32)
        for start in range(0, len(rows), ROWS):
            block = slice(start, start + ROWS)
            for table, projection in enumerate(self._projections()):
                found[block, table] = along(rows[block], projection).argmax(axis=1)
        return found

    def probes(self, vector: ArrayLike, count: int = 1) -> NDArray[np.int32]:
        """The `count` buckets that one vector (d,) points along most, best first, in each table: shape (tables, count). The first is `index`."""
        if not 1 <= count <= self.buckets:
            raise ValueError(f"of {self.buckets} buckets 1 to {self.buckets} can be probed, not {count}")
        row = directions(vector, self.dimension)
        if len(row) != 1:
            raise ValueError(f"one vector at a time is probed for, not {len(row)}")
        values = np.concatenate([along(row, projection) for projection in self._projections()])
        # Stable, so that of equal buckets the first counts, as it does for argmax.
        return np.argsort(-values, axis=1, kind="stable")[:, :count].astype(np.int32)

    def _projections(self) -> NDArray[np.float64]:
        return _draw(self.seed, self.dimension, self.buckets, self.tables)


def along(rows: NDArray[np.floating[Any]], projection: NDArray[np.float64]) -> NDArray[np.float64]:
    """[xR ; -xR] of each row x: how far it points along each bucket, shape (n, b).

    Double precision: in single, a vector between two buckets may fall into one when hashed alone and into the other when hashed among many.
    """
    values = rows.astype(np.float64, copy=False) @ projection
    return np.concatenate([values, -values], axis=1)


def directions(vectors: ArrayLike, dimension: int) -> NDArray[np.floating[Any]]:
    """Vectors as rows (n, d) that point somewhere. Raises ValueError for another shape, and for rows that aren't finite or are zero."""
    rows = np.atleast_2d(np.asarray(vectors))
    if rows.dtype.kind not in "fiu":
        raise ValueError(f"vectors are real numbers, not an array of {rows.dtype}")
    if rows.ndim != 2 or rows.shape[1] != dimension:
        raise ValueError(f"this hash takes vectors of {dimension} dimensions, not an array of shape {np.shape(vectors)}")
    if not np.isfinite(rows).all():
        raise ValueError("a vector holds values that aren't finite")
    if not rows.any(axis=1).all():
        raise ValueError("a vector is zero, which points nowhere")
    return rows


@lru_cache(maxsize=KEPT)
def _draw(seed: int, dimension: int, buckets: int, tables: int) -> NDArray[np.float64]:
    """R of every table, shape (tables, d, b/2), read-only; drawn table by table, so that the first don't depend on how many follow."""
    drawn = np.random.RandomState(seed).standard_normal((tables, dimension, buckets // 2))
    drawn.setflags(write=False)
    return drawn
