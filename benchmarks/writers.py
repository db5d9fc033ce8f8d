"""Two processes write to one file at once: is everything kept, and does a third see it?

Each writer remembers its turns one at a time in sessions of fifty, first both for one user, then each for its own. Meanwhile a bank that was
open before they began recalls; in its next recalls after they ended, one a session, it must see every turn.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.report import parser, spread, table, write
from benchmarks.shipped import named_embedder, open_bank
from thoughtbank import Thoughtbank, ThoughtbankError
from thoughtbank.records.memory import Memory

WRITERS = ("first", "second")
SESSION = 50


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes, looks and prints."""
    options = parser(__doc__)
    options.add_argument("--turns", type=int, default=300, help="of each writer")
    options.add_argument("--embedder", default="hash", help="as in the settings")
    options.add_argument("--child", nargs=3, metavar=("STORE", "USER", "NAME"), help=argparse.SUPPRESS)
    given = options.parse_args(arguments)
    if given.child:
        child(Path(given.child[0]), *given.child[1:], given.turns, given.embedder)
        return
    found = {}
    for case, users in (("one user", ("ana", "ana")), ("two users", ("ana", "ben"))):
        with tempfile.TemporaryDirectory() as scratch:
            found[case] = run(Path(scratch) / "writers.db", users, given.turns, given.embedder)
    names = list(found["one user"])
    table(["two writers, one file", *found], [[name, *(case[name] for case in found.values())] for name in names])
    write(given.json, {"writers": found})
    wanted = len(WRITERS) * given.turns
    if any(case["kept"] != wanted or case["seen by the open bank"] != wanted or case["errors"] for case in found.values()):
        raise SystemExit("a turn was lost or not seen, or a writer failed")


def run(store: Path, users: tuple[str, str], turns: int, embedder: str) -> dict[str, object]:
    """One case: both writers start together."""
    everyone = sorted(set(users))
    with open_bank(store, named_embedder(embedder)) as bank:
        for user in everyone:
            bank.recall("the garden", user_id=user)
        command = [
            sys.executable,
            "-m",
            "benchmarks.writers",
            "--turns",
            str(turns),
            "--embedder",
            embedder,
            "--child",
            str(store),
        ]
        running = [
            subprocess.Popen([*command, user, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for user, name in zip(users, WRITERS, strict=True)
        ]
        for writer in running:
            assert writer.stdout is not None
            writer.stdout.readline()  # it has opened the store
        began = time.perf_counter()
        for writer in running:
            assert writer.stdin is not None
            writer.stdin.write("go\n")
            writer.stdin.flush()
        recalls = 0
        while any(writer.poll() is None for writer in running):
            bank.recall("the garden", user_id=everyone[recalls % len(everyone)])
            recalls += 1
            time.sleep(0.02)
        seconds = time.perf_counter() - began
        reports = [json.loads(writer.communicate()[0] or "{}") for writer in running]
        sessions = [
            (user, name, place) for user, name in zip(users, WRITERS, strict=True) for place in range(-(-turns // SESSION))
        ]
        seen = sum(
            len(bank.recall("the garden", user_id=user, k=SESSION, session_id=f"{name} {place}"))
            for user, name, place in sessions
        )
        numbers = {user: [memory.number for memory in all_of(bank, user)] for user in everyone}
        texts = {memory.text for user in everyone for memory in all_of(bank, user)}
    waits = [wait for report in reports for wait in report.get("seconds", [])]
    return {
        "kept": len(texts),
        "errors": sum(report.get("errors", turns) for report in reports),
        "numbers distinct": all(len(set(some)) == len(some) for some in numbers.values()),
        "seen by the open bank": seen,
        "recalls while they wrote": recalls,
        "turns a second, both": round(len(waits) / seconds, 1),
        **{f"remember, {name}": value for name, value in (spread(waits) if waits else {}).items()},
    }


def all_of(bank: Thoughtbank, user: str) -> list[Memory]:
    """Every turn of a user."""
    found: list[Memory] = []
    cursor = None
    while True:
        page = bank.list(user_id=user, kind="turn", limit=1000, cursor=cursor)
        found += page
        if (cursor := page.next) is None:
            return found


def child(store: Path, user: str, name: str, turns: int, embedder: str) -> None:
    """One writer: opens, waits for the word, writes, reports."""
    seconds, errors = [], 0
    with open_bank(store, named_embedder(embedder)) as bank:
        print("open", flush=True)
        sys.stdin.readline()
        for number in range(turns):
            began = time.perf_counter()
            try:
                text, session = f"turn {number} of the {name} writer about the garden", f"{name} {number // SESSION}"
                kept = bank.remember(text, user_id=user, session_id=session)[0].outcome == "stored"
            except ThoughtbankError:
                kept = False
            errors += not kept
            seconds.append(time.perf_counter() - began)
    print(json.dumps({"errors": errors, "seconds": seconds}), flush=True)


if __name__ == "__main__":
    main()
