"""Is an acknowledged turn ever lost, or kept twice, when the process is killed?

A child remembers numbered turns one after another and, after each call has returned, writes the turn's id to a log beside the store and waits
for the disk. The parent kills it with SIGKILL at a random instant, one time in five while it still opens the store, again and again over one
store. The store is opened and checked after every round and, repaired, at the end: everything logged must be there once.

SIGKILL shows what the death of a process does, not what loss of power does; for that see durability.py on what reaches the disk.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from benchmarks.report import parser, progress, table, write
from benchmarks.shipped import named_embedder, open_bank
from thoughtbank import Thoughtbank

USER = "ana"


def main(arguments: Sequence[str] | None = None) -> None:
    """Kills, checks and prints."""
    options = parser(__doc__)
    options.add_argument("--rounds", type=int, default=50)
    options.add_argument("--seed", type=int, default=7, help="of the instants")
    options.add_argument("--longest", type=float, default=0.6, metavar="SECONDS", help="a child writes for at most so long")
    options.add_argument("--embedder", default="hash", help="as in the settings; with builtin give --longest 5")
    options.add_argument("--child", nargs=2, metavar=("STORE", "LOG"), help=argparse.SUPPRESS)
    options.add_argument("--first", type=int, default=0, help=argparse.SUPPRESS)
    given = options.parse_args(arguments)
    if given.child:
        child(Path(given.child[0]), Path(given.child[1]), given.embedder, given.first)
        return
    with tempfile.TemporaryDirectory() as scratch:
        found = run(Path(scratch), given.rounds, given.seed, given.longest, given.embedder)
    table(["killed while writing", ""], list(found.items()))
    write(given.json, {"kill": found})
    if found["lost"] or found["doubled"] or found["findings after repair"]:
        raise SystemExit("something acknowledged was lost or doubled, or the store isn't well")


def run(scratch: Path, rounds: int, seed: int, longest: float, embedder: str) -> dict[str, object]:
    """What was there after all rounds."""
    rng = random.Random(seed)
    store, log = scratch / "kill.db", scratch / "acknowledged"
    unsound = unfinished = 0
    for turn in range(rounds):
        opens_only = rng.random() < 0.2
        one_round(store, log, embedder, first=turn * 1_000_000, waits=1 if opens_only else 2, lives=rng.uniform(0, longest))
        with open_bank(store, named_embedder(embedder)) as bank:
            findings = {finding.what: finding.well for finding in bank.check()}
        unfinished += not findings.pop("pending", True)
        unsound += not all(findings.values())
        if (turn + 1) % 10 == 0:
            progress(f"{turn + 1} of {rounds} rounds, {len(acknowledged(log))} turns acknowledged")
    with open_bank(store, named_embedder(embedder)) as bank:
        waiting = sum(pending for _, _, pending in everything(bank))
        findings = [finding.detail for finding in bank.repair() if not finding.well]
        there = everything(bank)
    logged = acknowledged(log)
    kept = {(one, number) for one, number, _ in there}
    ids, numbers = Counter(one for one, _, _ in there), Counter(number for _, number, _ in there)
    return {
        "rounds": rounds,
        "acknowledged": len(logged),
        "lost": sum(one not in kept for one in logged),
        "doubled": sum(many > 1 for many in (*ids.values(), *numbers.values())),
        "kept though not acknowledged": len(there) - len(logged),
        "rounds after which the store was not sound": unsound,
        "rounds after which a turn waited for its vector": unfinished,
        "turns waiting before the repair": waiting,
        "findings after repair": "; ".join(findings),
    }


def one_round(store: Path, log: Path, embedder: str, *, first: int, waits: int, lives: float) -> None:
    """A child that is killed so many seconds after the first (it begins to open the store) or second (it wrote a turn) of its two lines."""
    command = [
        sys.executable,
        "-m",
        "benchmarks.kill",
        "--child",
        str(store),
        str(log),
        "--first",
        str(first),
        "--embedder",
        embedder,
    ]
    running = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert running.stdout is not None
        for _ in range(waits):
            running.stdout.readline()
        time.sleep(lives)
        if running.poll() is not None:
            raise SystemExit(f"the writer stopped by itself, with code {running.returncode}")
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait()
        running.stdout.close()


def child(store: Path, log: Path, embedder: str, first: int) -> None:
    """Remembers and logs until it is killed."""
    ready = named_embedder(embedder)
    print("begun", flush=True)
    with open_bank(store, ready) as bank, log.open("a") as acknowledgements:
        for number in count(first):
            receipt = bank.remember(f"turn {number} of a long talk about the garden", user_id=USER)[0]
            acknowledgements.write(f"{receipt.id} {number}\n")
            acknowledgements.flush()
            os.fsync(acknowledgements.fileno())
            if number == first:
                print("writing", flush=True)


def acknowledged(log: Path) -> list[tuple[str, int]]:
    """Id and number of each turn logged; a line cut short by the kill was not."""
    lines = log.read_text().splitlines(keepends=True) if log.exists() else []
    return [(line.split()[0], int(line.split()[1])) for line in lines if line.endswith("\n")]


def everything(bank: Thoughtbank) -> list[tuple[str, int, bool]]:
    """Id, number and whether it is pending, of every memory."""
    found, cursor = [], None
    while True:
        page = bank.list(user_id=USER, kind="turn", limit=1000, cursor=cursor)
        found += [(memory.id, int(memory.text.split()[1]), memory.pending) for memory in page]
        if (cursor := page.next) is None:
            return found


if __name__ == "__main__":
    main()
