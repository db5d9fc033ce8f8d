"""What hashing gains and loses: looking in the query's bucket reads part of a memory, and misses what fell into another.

Brute force is the truth. For each question, its k nearest thoughts by cosine are found in the whole of its user's memory; recall@k is the share
of them that lie in the buckets looked into, and read the share of all thoughts that do, which is what a search costs. One bucket of one table
is TiM as published; more probes and more tables are ours. No label is needed, and nothing here depends on a language model.

A memory has one R, drawn by chance, and what it separates is chance too: the more so where an embedder's vectors all point much the same way,
which leaves most of a memory in the few buckets on that side. So figures are means over DRAWS seeds, with the least and the most that one of
them gives, and their intervals are 95 %, bootstrap over questions and seeds both. The other half of the trade, time, is in `evaluation/lsh_time.py`. Checked by `tests/evaluation/test_lsh_measure.py`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thoughtbank.errors import EmbedderError, InputError
from thoughtbank.evaluation.datasets import SETS, Dialogue, load
from thoughtbank.evaluation.tables import Table
from thoughtbank.ports import Embedder, Vectors
from thoughtbank.records.conversation import Turn
from thoughtbank.similarity.lsh import Hashing
from thoughtbank.similarity.vectors import unit_rows

NAMES = ("gvd", "locomo")
"""Sets of dialogues that are measured on."""
BUCKETS = (4, 8, 16, 32, 64, 128, 256)
DEFAULT = 16
"""`think.buckets`: what the figures of all sets together are of."""
TABLES = (1, 2, 4)
PROBES = (1, 2, 4, 8)
DEPTHS = (1, 5, 10)
"""k; TiM recalls 5 thoughts and reports 1 to 10."""
DRAWS = 20
"""Seeds that are averaged over, from 0. Chosen: enough to see how far single ones lie apart, and measured in less than a minute."""
RESAMPLED = 2000
"""Times that questions and seeds are drawn again for an interval."""
BATCH = 64
"""Texts embedded between two signs of progress."""

ThoughtsOf = Callable[[Sequence[Turn]], Sequence[str]]
"""From a dialogue's turns, in order, to the texts that are kept of it."""


@dataclass(frozen=True, slots=True)
class Texts:
    """One user's thoughts and the questions asked of them, in words."""

    name: str
    thoughts: tuple[str, ...]
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """The same as vectors: thoughts (n, d), queries (q, d), rows of length 1."""

    name: str
    thoughts: Vectors
    queries: Vectors


@dataclass(frozen=True, slots=True)
class Way:
    """How a memory is searched: b buckets, in how many tables, and how many of each table are looked into."""

    buckets: int
    tables: int = 1
    probes: int = 1


@dataclass(frozen=True, slots=True)
class Share:
    """A mean over questions and seeds, from 0 to 1, its 95 % interval, and the mean over questions with the worst and the best seed."""

    mean: float
    low: float
    high: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Found:
    """What one way finds of brute force's k nearest, and what part of the memory it reads for that."""

    way: Way
    k: int
    recall: Share
    read: Share

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self.way), "k": self.k, "recall": asdict(self.recall), "read": asdict(self.read)}


@dataclass(frozen=True, slots=True)
class Measured:
    """One set of memories, measured in every way. `left_out` says what wasn't, and why."""

    name: str
    memories: int
    thoughts: int
    queries: int
    dimension: int
    draws: int
    found: tuple[Found, ...]
    left_out: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        plain = asdict(self)
        return {**plain, "found": [one.as_json() for one in self.found], "left_out": list(self.left_out)}


def sets_in(folder: Path, only: str | None = None) -> tuple[dict[str, list[Dialogue]], list[str]]:
    """The dialogues of NAMES that a folder holds, each language by itself, and a remark for each name that it doesn't. Raises InputError where
    there are none.
    """
    if only is not None and only not in NAMES:
        raise InputError(f"there are no dialogues {only!r}; there are {', '.join(NAMES)}")
    wanted = NAMES if only is None else (only,)
    there = [name for name in wanted if (folder / SETS[name].folder).is_dir()]
    if not there:
        needed = " or ".join(f"{SETS[name].folder}/" for name in wanted)
        raise InputError(f"{folder} holds no dialogues; it needs {needed}" if folder.is_dir() else f"{folder} is no folder")
    found: dict[str, list[Dialogue]] = {}
    for name in there:
        for dialogue in load(name, folder):
            language = dialogue.name.partition("/")[0] if "/" in dialogue.name else ""
            found.setdefault(f"{name} {language}".strip(), []).append(dialogue)
    return found, [f"{name} is left out: there is no {folder / SETS[name].folder}" for name in wanted if name not in there]


def texts_of(dialogues: Sequence[Dialogue], thoughts_of: ThoughtsOf) -> list[Texts]:
    """What is kept of each dialogue, and what is asked of it."""
    return [
        Texts(one.name, tuple(thoughts_of(one.turns)), tuple(question.text for question in one.questions)) for one in dialogues
    ]


def memories_of(texts: Sequence[Texts], embedder: Embedder, done: Callable[[int], None] = lambda count: None) -> list[Memory]:
    """The texts as vectors; `done` hears how many are embedded so far. Raises EmbedderError."""
    made: list[Memory] = []
    count = 0
    for one in texts:
        vectors = []
        for kind, query in ((one.thoughts, False), (one.questions, True)):
            blocks = []
            for block in _embedded(embedder, kind, query):
                blocks.append(block)
                done(count := count + len(block))
            vectors.append(np.concatenate(blocks) if blocks else np.empty((0, embedder.dimension or 0), np.float32))
        made.append(Memory(one.name, *vectors))
    return made


def _embedded(embedder: Embedder, texts: Sequence[str], query: bool) -> Iterator[Vectors]:
    """Checked vectors, at most BATCH at a time."""
    for start in range(0, len(texts), BATCH):
        batch = texts[start : start + BATCH]
        try:
            yield unit_rows(embedder.embed(batch, query=query), len(batch))
        except ValueError as error:
            raise EmbedderError(f"{embedder.name} gave no usable vectors: {error}") from error


def measure(name: str, memories: Sequence[Memory], *, buckets: Sequence[int] = BUCKETS, draws: int = DRAWS) -> Measured:
    """All ways with these numbers of buckets, on these memories. Raises InputError where nothing is remembered or asked."""
    used = [memory for memory in memories if usable(memory)]
    if not used:
        raise InputError(f"{name}: there is no dialogue with both thoughts and questions")
    dimension = used[0].thoughts.shape[1]
    left_out = [f"{memory.name}: no thoughts, or no questions" for memory in memories if not usable(memory)]
    left_out += [f"{b} buckets: more than twice the {dimension} dimensions" for b in buckets if b > 2 * dimension]
    found: list[Found] = []
    for b in (b for b in buckets if b <= 2 * dimension):
        found += _summary(b, np.concatenate([_drawn(memory, b, draws) for memory in used], axis=1))
    return Measured(
        name,
        len(used),
        sum(len(memory.thoughts) for memory in used),
        sum(len(memory.queries) for memory in used),
        dimension,
        draws,
        tuple(found),
        tuple(left_out),
    )


def figures_of(memories: Sequence[Memory], measured: Sequence[Measured]) -> dict[str, Any]:
    """`metrics` of all memories together with DEFAULT buckets, `by` set with every number of them, `n` questions, and the `settings`."""
    pooled = measure("all", memories, buckets=(DEFAULT,))
    return {
        "metrics": _named(pooled),
        "by": {one.name: _named(one) for one in measured},
        "n": pooled.queries,
        "settings": {"buckets": BUCKETS, "tables": TABLES, "probes": PROBES, "k": DEPTHS, "draws": DRAWS},
    }


def _named(measured: Measured) -> dict[str, dict[str, float]]:
    """Each figure by a name that says its way: "recall@5 b=16 tables=1 probes=1", "read b=16 tables=1 probes=1"."""
    named: dict[str, dict[str, float]] = {}
    for one in measured.found:
        way = f"b={one.way.buckets} tables={one.way.tables} probes={one.way.probes}"
        for name, share in ((f"recall@{one.k} {way}", one.recall), (f"read {way}", one.read)):
            named[name] = {"value": share.mean, "low": share.low, "high": share.high}
    return named


def usable(memory: Memory) -> bool:
    """Whether there is anything to find, and a question to find it for."""
    return len(memory.thoughts) > 0 and len(memory.queries) > 0


def nearest(memory: Memory, k: int) -> NDArray[np.intp]:
    """Brute force: the k nearest thoughts of each query, best first, shape (q, k), or (q, n) where there are fewer."""
    return np.argsort(-(memory.queries @ memory.thoughts.T), axis=1, kind="stable")[:, :k]


def _drawn(memory: Memory, buckets: int, draws: int) -> NDArray[np.float64]:
    """`shares` with each seed; shape (draws, q, tables, probes, 1 + depths)."""
    dimension = memory.thoughts.shape[1]
    best = nearest(memory, max(DEPTHS))
    return np.stack([shares(memory, Hashing(seed, dimension, buckets, max(TABLES)), best) for seed in range(draws)])


def shares(memory: Memory, hashing: Hashing, best: NDArray[np.intp]) -> NDArray[np.float64]:
    """For each query, number of TABLES and number of PROBES: the share of thoughts read, then of the first DEPTHS of `best` found."""
    probes = np.array(PROBES)[:, None]
    found = np.empty((len(memory.queries), len(TABLES), len(PROBES), 1 + len(DEPTHS)))
    for number, (places, rows) in enumerate(zip(probe_places(memory, hashing), best, strict=True)):
        for table, tables in enumerate(TABLES):
            reached = places[tables - 1] < probes
            found[number, table, :, 0] = reached.mean(axis=1)
            for depth, k in enumerate(DEPTHS, 1):
                found[number, table, :, depth] = reached[:, rows[:k]].mean(axis=1)
    return found


def probe_places(memory: Memory, hashing: Hashing) -> Iterator[NDArray[np.intp]]:
    """For each query, at which probe it comes to each thought, from 0: row t with the first t + 1 tables, shape (tables, n).

    One pass answers for every number of probes and of tables: a thought is read when its place is below the number of probes.
    """
    index = hashing.index(memory.thoughts).T
    for query in memory.queries:
        place_of_bucket = np.argsort(hashing.probes(query, hashing.buckets), axis=1)
        yield np.minimum.accumulate(np.take_along_axis(place_of_bucket, index, axis=1), axis=0)


def _summary(buckets: int, drawn: NDArray[np.float64]) -> Iterator[Found]:
    """Figures of every way; more probes than there are buckets are no way of their own."""
    by_seed = drawn.mean(axis=1)
    figures = np.stack([by_seed.mean(axis=0), *interval(drawn), by_seed.min(axis=0), by_seed.max(axis=0)])
    for table, tables in enumerate(TABLES):
        for probe, probes in enumerate(PROBES):
            if probes <= buckets:
                read, *recalls = (Share(*map(float, figures[:, table, probe, cell])) for cell in range(1 + len(DEPTHS)))
                for k, recall in zip(DEPTHS, recalls, strict=True):
                    yield Found(Way(buckets, tables, probes), k, recall, read)


def interval(drawn: NDArray[np.float64]) -> NDArray[np.float64]:
    """95 % of the means of values (draws, q, ...) when both seeds and questions are drawn again with replacement: shape (2, ...)."""
    rng = np.random.default_rng(0)
    seeds, questions = (
        rng.multinomial(count, np.full(count, 1 / count), RESAMPLED).astype(np.float64) for count in drawn.shape[:2]
    )
    by_seed = np.tensordot(questions, drawn, axes=(1, 1))  # (times, draws, ...)
    means = np.einsum("ij,ij...->i...", seeds, by_seed) / (drawn.shape[0] * drawn.shape[1])
    bounds: NDArray[np.float64] = np.percentile(means, (2.5, 97.5), axis=0)
    return bounds


def report(measured: Measured) -> list[Table]:
    """Two tables: the paper's way at every k with its intervals, and what further probes and tables change at k = 5."""
    by_way = {(one.way, one.k): one for one in measured.found}
    buckets = sorted({one.way.buckets for one in measured.found})
    size = (
        f"{measured.memories} memories, {measured.thoughts} thoughts, {measured.queries} questions, {measured.draws} draws of R"
    )
    plain = tuple((str(b), *_row([by_way[Way(b), k] for k in DEPTHS])) for b in buckets)
    others = [*((1, probes) for probes in PROBES), *((tables, 1) for tables in TABLES[1:])]
    more = tuple((str(b), *(_cell(by_way.get((Way(b, *other), 5))) for other in others)) for b in buckets)
    return [
        Table(
            f"{measured.name}: TiM's one bucket of one table ({size})",
            ("buckets<", *(f"recall@{k}" for k in DEPTHS), "recall@5 by seed", "read", "read by seed"),
            plain,
        ),
        Table(
            f"{measured.name}: recall@5 / share read with more probes, or more tables",
            ("buckets<", *(f"{tables} {_s('table', tables)}, {probes} {_s('probe', probes)}" for tables, probes in others)),
            more,
        ),
    ]


def _row(found: Sequence[Found]) -> tuple[str, ...]:
    """Cells of one way, found at each of DEPTHS."""
    middle, read = found[DEPTHS.index(5)].recall, found[0].read
    return (
        *(_with_interval(one.recall) for one in found),
        f"{middle.least:.3f} to {middle.most:.3f}",
        _percent(read.mean),
        f"{_percent(read.least)} to {_percent(read.most)}",
    )


def _with_interval(share: Share) -> str:
    return f"{share.mean:.3f} ({share.low:.3f} to {share.high:.3f})"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _cell(found: Found | None) -> str:
    return "" if found is None else f"{found.recall.mean:.3f} / {_percent(found.read.mean)}"


def _s(noun: str, count: int) -> str:
    return noun if count == 1 else f"{noun}s"
