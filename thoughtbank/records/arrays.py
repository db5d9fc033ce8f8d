"""A scope as arrays: what recall ranks over, its memories and the graph of its propositions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thoughtbank.language.aliases import NOBODY, Known

Vectors = NDArray[np.float32]
"""Shape (n, d), rows of length 1."""

Buckets = NDArray[np.int32]
"""Shape (n,): each vector's group in the hash table. What isn't a thought is kept without."""


@dataclass(frozen=True, slots=True)
class View:
    """One scope as arrays, a consistent snapshot; row i of every array is the same memory version. Rows without a vector may hold anything in
    `matrix`; nothing else is written to after the view is given out.

    Times are microseconds since 1970 UTC; `retired_at` and `valid_to` hold the greatest int64 where there is none, `valid_from`
    the least. `bucket` is a thought's group in the hash table, -1 for what has none; `gain` a turn's, NaN for what has none. Codes index `names` ("session", "agent", "speaker", "role", "kind", "language"), -1 for none.
    `next_row[i]` and `previous_row[i]` are its neighbours in the same session, -1 at the ends; retired rows are in no session.
    """

    scope_id: int
    version: int
    numbers: NDArray[np.int64]
    matrix: Vectors
    has_vector: NDArray[np.bool_]
    bucket: NDArray[np.int32]
    gain: NDArray[np.float32]
    said_at: NDArray[np.int64]
    recorded_at: NDArray[np.int64]
    retired_at: NDArray[np.int64]
    valid_from: NDArray[np.int64]
    valid_to: NDArray[np.int64]
    length: NDArray[np.int32]
    codes: Mapping[str, NDArray[np.int32]]
    names: Mapping[str, Mapping[str, int]]
    next_row: NDArray[np.int64]
    previous_row: NDArray[np.int64]
    mean_length: NDArray[np.float32]
    """Mean number of terms of a turn in this row's session."""
    memo: dict[object, Any] = field(default_factory=dict, kw_only=True, repr=False, compare=False)
    """What rankers worked out once for this view, under keys of their own."""

    @property
    def size(self) -> int:
        return len(self.numbers)


@dataclass(frozen=True, slots=True)
class Graph:
    """The propositions of a scope and what they share, as of a version of it (FraCom, section 2.3). Nothing in it is written to after it is given out but
    behind its ends: `keys` and `places` may have grown further than `size`; and rows of `matrix` without a vector may hold anything.

    Edge i joins the proposition numbered `edge_number[i]` (ascending) with the argument `edge_node[i]`; node j is the argument `keys[j]`, of which `places`
    is the inverse, its vector `matrix[j]` (unit length) where `has_vector[j]`. Link i says that a proposition, `link_number[i]`, that rests on the turn whose
    version is numbered `link_turn[i]` has the argument `link_node[i]`. All versions are there, retired ones too: a view says which hold. `known`: who is who
    among the keys, by the links that stand now.
    """

    version: int
    last: int
    """The last number it knows."""
    keys: Sequence[str]
    places: Mapping[str, int]
    size: int
    edge_number: NDArray[np.int64]
    edge_node: NDArray[np.int64]
    matrix: Vectors
    has_vector: NDArray[np.bool_]
    link_turn: NDArray[np.int64]
    link_number: NDArray[np.int64]
    link_node: NDArray[np.int64]
    known: Known = NOBODY
    alike: NDArray[np.int64] | None = None
    """Of each node the first one of its class under aliases, shape (size,); None: no two are one."""
    unsplit: NDArray[np.int64] | None = None
    """Of each node itself, of a sense of a name ("mia (ana's sister)") the name, shape (size,); None: no name is several persons'."""
    memo: dict[object, Any] = field(default_factory=dict, kw_only=True, repr=False, compare=False)
    """What rankers worked out once for this graph, under keys of their own."""


@dataclass(frozen=True, slots=True)
class Hash:
    """The hash table of a store: the seed of its random matrix, and its number of groups."""

    seed: int
    buckets: int


Posting = tuple[NDArray[np.int64], NDArray[np.float32]]
"""Rows of a view that hold a term (ascending), and how often."""
