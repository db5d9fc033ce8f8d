"""Vectors made fit for cosine: one row a text, finite, of length 1, so that a dot product is the cosine."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def unit_rows(vectors: Any, count: int) -> NDArray[np.float32]:
    """An array-like of shape (count, d) as float32 rows of length 1. Raises ValueError for another shape, or for rows that aren't finite or zero."""
    try:
        rows = np.asarray(vectors, np.float32)
    except TypeError as error:
        raise ValueError(f"no array of numbers: {error}") from error
    if rows.ndim != 2 or len(rows) != count or not rows.shape[1]:
        raise ValueError(f"{count} texts need an array of shape ({count}, d), not {rows.shape}")
    squares = np.einsum("ij,ij->i", rows, rows)
    if np.all(np.abs(squares - 1) < 2e-4):  # what an embedder should give: nothing else need be looked at
        return rows
    if not np.isfinite(rows).all():
        raise ValueError("a vector holds values that aren't finite")
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    if not norms.all():
        raise ValueError("a vector is zero")
    unit: NDArray[np.float32] = rows / norms
    return unit
