"""Whether hashing is faster: one query's time by bucket against the product with the whole memory, at several sizes.

Both ways end in the k nearest of what they read. By bucket: hash the query, take the bucket's rows from an inverted list, cosine with these
alone. What it saves is the product with the other rows; what it costs is the hash and gathering rows that lie apart. So it loses on a small
memory, where one product takes microseconds, and gains on a large one; the sizes show from where on.

Embedding the query is the same for both, takes longer than either, and isn't counted. Times are of this machine, its BLAS and its threads.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thoughtbank.evaluation.lsh import Memory, Way, usable
from thoughtbank.evaluation.tables import Table
from thoughtbank.ports import Vectors
from thoughtbank.similarity.lsh import Hashing

SIZES = (140, 10_000, 100_000)
"""Thoughts in memory. The first is the size of TiM's own test."""
WAYS = (Way(16), Way(16, 1, 4), Way(64), Way(256))
TOP = 5
"""k."""
QUERIES = 20
"""Queries timed at most. Chosen: with SEEDS of them some seconds at the largest size."""
SEEDS = 5
"""Each query is timed with as many R, from seed 0 on: how much is read, and with it the time, differs widely between them."""
NOISE = 0.5
"""Length of the noise on a made-up thought, against its original's 1. Chosen: a cosine of about 0.9 with it, as near thoughts have."""


@dataclass(frozen=True, slots=True)
class Timed:
    """Median milliseconds of one query, over queries and seeds. `made_up`: how many of the thoughts are given ones with noise. `read`: share of thoughts read."""

    size: int
    made_up: int
    way: Way
    read: float
    whole_ms: float
    hashed_ms: float

    @property
    def ratio(self) -> float:
        """How many times as fast as the whole memory."""
        return self.whole_ms / self.hashed_ms

    def as_json(self) -> dict[str, Any]:
        plain = asdict(self)
        way = plain.pop("way")
        return {**way, "k": TOP, **plain, "ratio": self.ratio}


@dataclass(frozen=True, slots=True)
class Lists:
    """The inverted list of a table: rows in the order of their buckets, and where each bucket begins."""

    rows: NDArray[np.intp]
    starts: NDArray[np.intp]

    @classmethod
    def of(cls, index: NDArray[np.int32], buckets: int) -> "Lists":
        """From each row's bucket, shape (n,)."""
        counts = np.bincount(index, minlength=buckets)
        return cls(np.argsort(index, kind="stable"), np.concatenate([[0], np.cumsum(counts)]))

    def bucket(self, number: int) -> NDArray[np.intp]:
        """Its rows."""
        return self.rows[self.starts[number] : self.starts[number + 1]]


def timed_on(memories: Sequence[Memory]) -> list[Timed]:
    """On the thoughts and the questions of several memories together: for the time it doesn't count whose they are."""
    used = [memory for memory in memories if usable(memory)]
    return timed(np.concatenate([one.thoughts for one in used]), np.concatenate([one.queries for one in used]))


def timed(
    thoughts: Vectors,
    queries: Vectors,
    *,
    sizes: Sequence[int] = SIZES,
    ways: Sequence[Way] = WAYS,
    clock: Callable[[], float] = time.perf_counter,
) -> list[Timed]:
    """Every way at every size; a way with more buckets than twice the dimension is left out."""
    dimension = thoughts.shape[1]
    fitting = [way for way in ways if way.buckets <= 2 * dimension]
    return [one for size in sizes for one in _timed_at(size, thoughts, queries[:QUERIES], fitting, clock)]


def grown(thoughts: Vectors, size: int, *, seed: int = 0) -> Vectors:
    """`size` thoughts: the first of those given, and above their number given ones drawn at random and moved by noise of length NOISE."""
    more = size - len(thoughts)
    if more <= 0:
        return thoughts[:size]
    rng = np.random.default_rng(seed)
    dimension = thoughts.shape[1]
    made = rng.standard_normal((more, dimension), np.float32) * np.float32(NOISE / np.sqrt(dimension))
    made += thoughts[rng.integers(0, len(thoughts), more)]
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return np.concatenate([thoughts, made])


def whole(thoughts: Vectors, query: Vectors, k: int = TOP) -> NDArray[np.intp]:
    """The k nearest rows of all, best first."""
    return _best(thoughts @ query, k)


def hashed(
    thoughts: Vectors, query: Vectors, hashing: Hashing, lists: Sequence[Lists], probes: int, k: int = TOP
) -> NDArray[np.intp]:
    """The k nearest rows of the buckets looked into, best first; `lists`: one for each table."""
    rows = candidates(query, hashing, lists, probes)
    return rows[_best(thoughts[rows] @ query, k)]


def candidates(query: Vectors, hashing: Hashing, lists: Sequence[Lists], probes: int) -> NDArray[np.intp]:
    """The rows of the first `probes` buckets of every table, each once."""
    buckets = hashing.probes(query, probes)
    rows = [table.bucket(number) for table, numbers in zip(lists, buckets, strict=True) for number in numbers]
    if len(rows) == 1:
        return rows[0]
    joined = np.concatenate(rows)
    return joined if hashing.tables == 1 else np.unique(joined)


def _best(scores: NDArray[np.float32], k: int) -> NDArray[np.intp]:
    first = np.argpartition(-scores, k)[:k] if k < len(scores) else np.arange(len(scores))
    return first[np.argsort(-scores[first], kind="stable")]


def _timed_at(
    size: int, thoughts: Vectors, queries: Vectors, ways: Sequence[Way], clock: Callable[[], float]
) -> Iterator[Timed]:
    memory = grown(thoughts, size)
    for way in ways:
        taken = np.array([one for seed in range(SEEDS) for one in _by_query(memory, queries, way, seed, clock)])
        whole_ms, hashed_ms = np.median(taken[:, :2], axis=0) * 1e3
        read = taken[:, 2].mean() / size
        yield Timed(size, max(0, size - len(thoughts)), way, float(read), float(whole_ms), float(hashed_ms))


def _by_query(
    memory: Vectors, queries: Vectors, way: Way, seed: int, clock: Callable[[], float]
) -> Iterator[tuple[float, float, int]]:
    """Seconds for the whole, seconds by bucket, and rows read there. Both in turn, so that what else the machine does falls on both."""
    hashing = Hashing(seed, memory.shape[1], way.buckets, way.tables)
    lists = [Lists.of(column, way.buckets) for column in hashing.index(memory).T]
    for query in queries:
        start = clock()
        whole(memory, query)
        between = clock()
        hashed(memory, query, hashing, lists, way.probes)
        end = clock()
        yield between - start, end - between, len(candidates(query, hashing, lists, way.probes))


def time_table(times: Sequence[Timed]) -> Table:
    """One row a size and way."""
    rows = tuple(
        (
            f"{one.size:,}", f"{one.made_up:,}", str(one.way.buckets), str(one.way.tables), str(one.way.probes),
            f"{100 * one.read:.1f} %", f"{one.whole_ms:.4f}", f"{one.hashed_ms:.4f}", f"{one.ratio:.2f}",
        )
        for one in times
    )  # fmt: skip
    return Table(
        f"time of one query, median of this machine; k = {TOP}; made-up thoughts are given ones with noise",
        ("thoughts<", "made up<", "buckets<", "tables<", "probes<", "read<", "whole ms<", "hashed ms<", "times as fast<"),
        rows,
    )
