"""Is anything lost, doubled or left half organised, when a process is killed in the middle of thinking?

Turns wait to be thought about: people who move, change their mind, take up and drop things, so that thoughts are inserted, merged and forgotten.
A child thinks about one after another; the parent kills it with SIGKILL at a random instant, again and again, until nothing waits. After
every kill the thoughts must be exactly those that an undisturbed run has after as many turns: what is current, of what relation, from which
turns, and which changes led to it. Ids and times aside, the end must be the undisturbed end.
"""

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.report import parser, progress, table, write
from benchmarks.shipped import named_embedder, open_bank
from thoughtbank import Thoughtbank, Turn
from thoughtbank.settings import ThinkSettings

USER = "ana"
BEGAN = datetime(2026, 1, 5, 9, tzinfo=UTC)
LEASE = 0.05
"""Seconds after which a dead child's turns are free: the next child begins at once."""
PLACES = ("Lyon", "Porto", "Bergen", "Graz", "Gdansk", "Leeds")
THINGS = ("jazz", "olives", "climbing", "opera", "chess", "ginger tea", "detective novels", "the sea")
State = tuple[tuple[object, ...], ...]


def main(arguments: Sequence[str] | None = None) -> None:
    """Kills, compares and prints."""
    options = parser(__doc__)
    options.add_argument("--kills", type=int, default=50)
    options.add_argument("--turns", type=int, default=400)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--longest", type=float, default=0.15, metavar="SECONDS", help="a child thinks for at most so long")
    options.add_argument("--embedder", default="hash", help="as in the settings; with builtin give --longest 2")
    options.add_argument("--child", metavar="STORE", help=argparse.SUPPRESS)
    given = options.parse_args(arguments)
    if given.child:
        child(Path(given.child), given.embedder)
        return
    with tempfile.TemporaryDirectory() as scratch:
        found = run(Path(scratch), given.kills, given.turns, given.seed, given.longest, given.embedder)
    table(["killed while thinking", ""], list(found.items()))
    write(given.json, {"kill_thinking": found})
    if (
        found["states that no undisturbed run has"]
        or found["findings at the end"]
        or not found["the end is the undisturbed end"]
    ):
        raise SystemExit("something was lost, doubled or left half organised")


def run(scratch: Path, kills: int, turns: int, seed: int, longest: float, embedder: str) -> dict[str, object]:
    """What was seen after each kill, and at the end."""
    rng = random.Random(seed)
    said = [sentence(rng, place) for place in range(turns)]
    undisturbed = states(scratch / "undisturbed.db", said, embedder)
    store = scratch / "killed.db"
    fill(store, said, embedder)
    wrong = done = killed_in_the_middle = 0
    for kill in range(kills):
        killed(store, embedder, rng.uniform(0, longest))
        state, before = look(store, embedder, turns), done
        done, seen = state
        killed_in_the_middle += done < turns
        wrong += undisturbed[done] != seen
        if (kill + 1) % 10 == 0:
            progress(f"{kill + 1} of {kills} kills, {done} of {turns} turns thought about (this one: {done - before})")
        if done == turns:  # all is thought about: from the start again
            store.unlink()
            fill(store, said, embedder)
            done = 0
    with opened(store, embedder) as bank:
        bank.work()
        findings = [finding.detail for finding in bank.check() if not finding.well]
    end, seen = look(store, embedder, turns)
    return {
        "kills": kills,
        "of them before all was thought about": killed_in_the_middle,
        "turns": turns,
        "thoughts at the end": len(seen),
        "states that no undisturbed run has": wrong,
        "the end is the undisturbed end": end == turns and seen == undisturbed[turns],
        "findings at the end": "; ".join(findings),
    }


def opened(store: Path, embedder: str) -> Thoughtbank:
    return open_bank(store, named_embedder(embedder), think=ThinkSettings(mode="behind", lease=LEASE))


def sentence(rng: random.Random, place: int) -> str:
    """Something about oneself that may contradict, extend or repeat what was said."""
    thing = rng.choice(THINGS)
    return rng.choice(
        (
            f"I live in {rng.choice(PLACES)}.",
            f"I like {thing}.",
            f"I don't like {thing}.",
            f"I love {thing}.",
            f"I'm {20 + place % 40} years old.",
        )
    )


def fill(store: Path, said: Sequence[str], embedder: str) -> None:
    """The turns, a minute apart, waiting."""
    with opened(store, embedder) as bank:
        bank.remember(
            [Turn(text, speaker="Ana", session_id="s", said_at=BEGAN + timedelta(minutes=at)) for at, text in enumerate(said)],
            user_id=USER,
        )


def states(store: Path, said: Sequence[str], embedder: str) -> list[State]:
    """The thoughts of an undisturbed run after no turn, one turn, two turns, ..."""
    fill(store, said, embedder)
    found = [look(store, embedder, len(said))[1]]
    with opened(store, embedder) as bank:
        for _ in said:
            bank.work(limit=1)
            found.append(seen_in(bank)[0])
    return found


def killed(store: Path, embedder: str, lives: float) -> None:
    """A child that thinks, and is killed so many seconds after it began to."""
    command = [sys.executable, "-m", "benchmarks.kill_thinking", "--child", str(store), "--embedder", embedder]
    running = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert running.stdout is not None
        running.stdout.readline()
        time.sleep(lives)
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait()
        running.stdout.close()


def child(store: Path, embedder: str) -> None:
    """Thinks until it is killed."""
    with opened(store, embedder) as bank:
        print("thinking", flush=True)
        while True:
            bank.work()
            time.sleep(0.01)


def look(store: Path, embedder: str, turns: int) -> tuple[int, State]:
    """How many turns were thought about, and what came of it."""
    with opened(store, embedder) as bank:
        state, waiting = seen_in(bank)
    return turns - waiting, state


def seen_in(bank: Thoughtbank) -> tuple[State, int]:
    """Every thought that ever was, and its changes, without ids and times; and how many turns wait."""
    memories = everything(bank)
    said = {memory.id: memory.text for memory in memories if memory.kind == "turn"}
    changes: dict[str, Counter[tuple[str, str]]] = {}
    page = bank.changes(user_id=USER, limit=1000)
    while page:
        for change in page:
            changes.setdefault(change.memory_id, Counter())[change.kind, change.reason] += 1
        page = bank.changes(user_id=USER, limit=1000, before=page[-1].id)
    current = {memory.id: memory for memory in memories if memory.kind == "thought"}
    rows = []
    for thought in {*changes, *current}:
        last = current.get(thought) or bank.history(thought, user_id=USER)[-1]
        turns = tuple(sorted(said[turn] for turn in last.turns))
        rows.append((str(last.triple), thought in current, turns, tuple(sorted(changes.get(thought, Counter()).items()))))
    return tuple(sorted(rows)), sum(memory.unthought for memory in memories)


def everything(bank: Thoughtbank) -> list:
    """All current memories."""
    found, cursor = [], None
    while True:
        page = bank.list(user_id=USER, limit=1000, cursor=cursor)
        found += page.items
        if (cursor := page.next) is None:
            return found


if __name__ == "__main__":
    main()
