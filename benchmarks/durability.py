"""What does it cost to have a turn safe on the disk before `remember` returns?

One durable `remember` at a time, embedding left out (the embedder gives a constant vector), with durability full (a commit waits for the disk)
and fast (it doesn't), against langgraph's SqliteStore without its index, at the same settings of SQLite: journal_mode WAL, synchronous
FULL and NORMAL, one put at a time. They take turns in one run, so that ratios hold whatever else the machine does. Beside them stands what
one fdatasync of a page costs on this disk: no durable write can be faster. "cpu ms" is the process's own time for one write, which other
programs on the machine hardly change.

For the comparison install it in this environment: pip install langgraph-checkpoint-sqlite
(and pysqlite3-binary on a Python whose sqlite3 can't be used with it). Without it the comparison is left out.
"""

import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import numpy as np

from benchmarks.made_up import Lookup, texts
from benchmarks.report import parser, spread, table, write
from benchmarks.shipped import open_bank
from thoughtbank.settings import ThinkSettings

Put = Callable[[int, str], object]
LEVELS = {"full": "FULL", "fast": "NORMAL"}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    options = parser(__doc__)
    options.add_argument("--rounds", type=int, default=10, help="turns taken by each way")
    options.add_argument("--turns", type=int, default=100, help="written in each round")
    options.add_argument(
        "--folder", type=Path, help="where the files are made; a folder on the disk that is meant (default: here)"
    )
    given = options.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=given.folder or Path.cwd()) as scratch, ExitStack() as stack:
        ways: dict[str, Put] = {
            f"thoughtbank {name}": stack.enter_context(thoughtbank(Path(scratch) / f"thoughtbank-{name}.db", name))
            for name in LEVELS
        }
        missing = why_missing()
        if missing is None:
            for name, synchronous in LEVELS.items():
                ways[f"langgraph {name}"] = stack.enter_context(langgraph(Path(scratch) / f"langgraph-{name}.db", synchronous))
        else:
            print(f"langgraph is left out: {missing}\n")
        ways["fdatasync"] = stack.enter_context(synced(Path(scratch) / "pages"))
        measured = run(ways, given.rounds, given.turns)
    found = {
        way: {"a second": round(len(wall) / sum(wall), 1), **spread(wall), "cpu_ms": round(float(np.median(cpu)) * 1e3, 3)}
        for way, (wall, cpu) in measured.items()
    }
    table(["one at a time", "a second", "p50 ms", "p95 ms", "cpu ms"], [[way, *row.values()] for way, row in found.items()])
    ratios = {
        f"thoughtbank / langgraph, {name}": round(
            found[f"thoughtbank {name}"]["a second"] / found[f"langgraph {name}"]["a second"], 3
        )
        for name in LEVELS
        if missing is None
    }
    ratios["thoughtbank fast / full"] = round(found["thoughtbank fast"]["a second"] / found["thoughtbank full"]["a second"], 3)
    table(["ratio of rates", ""], list(ratios.items()))
    write(given.json, {"durability": found, "ratios": ratios, "left out": missing})


def run(ways: dict[str, Put], rounds: int, turns: int) -> dict[str, tuple[list[float], list[float]]]:
    """Seconds and seconds of this process's own work of each write. The ways change places each round; the first ten writes of each are not counted."""
    said = texts(rounds * turns, np.random.default_rng(7))
    measured: dict[str, tuple[list[float], list[float]]] = {way: ([], []) for way in ways}
    for way in ways:
        for number in range(10):
            ways[way](-1 - number, "to begin with")
    for turn in range(rounds):
        order = list(ways)
        for way in order[turn % len(order) :] + order[: turn % len(order)]:
            for number in range(turn * turns, (turn + 1) * turns):
                began, worked = time.perf_counter(), time.process_time()
                ways[way](number, said[number])
                measured[way][0].append(time.perf_counter() - began)
                measured[way][1].append(time.process_time() - worked)
    return measured


@contextmanager
def thoughtbank(file: Path, durability: str) -> Iterator[Put]:
    """`remember`, one turn a call."""
    with open_bank(file, Lookup(), durability=durability, think=ThinkSettings(mode="off")) as bank:
        yield lambda number, text: bank.remember(text, user_id="ana", session_id="one", speaker="Ana")


def why_missing() -> str | None:
    """Why there is nothing to compare with, None if there is."""
    try:
        import langgraph.store.sqlite  # noqa: F401
    except ImportError as error:
        return f"{error} (pip install langgraph-checkpoint-sqlite)"
    return None


@contextmanager
def langgraph(file: Path, synchronous: str) -> Iterator[Put]:
    """`SqliteStore.put`, one item a call, without an index."""
    from langgraph.store.sqlite import SqliteStore

    connection = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"PRAGMA synchronous={synchronous}")
        store = SqliteStore(connection)
        store.setup()
        yield lambda number, text: store.put(
            ("memories", "ana"), str(number), {"text": text, "session": "one", "speaker": "Ana"}
        )
    finally:
        connection.close()


@contextmanager
def synced(file: Path) -> Iterator[Put]:
    """A page appended and brought to the disk."""
    opened = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    sync = getattr(os, "fdatasync", os.fsync)

    def put(number: int, text: str) -> None:
        os.write(opened, text.encode().ljust(4096))
        sync(opened)

    try:
        yield put
    finally:
        os.close(opened)


if __name__ == "__main__":
    main()
