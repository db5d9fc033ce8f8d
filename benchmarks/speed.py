"""How long does a recall take, and where? Vectors are given: embedding is the embedder's affair.

For each size, in one process of one thread of linear algebra, question by question and in turn:
  control   the least there can be: matrix @ vector, the ten greatest (NumPy, everything in memory)
  dense     a recall with the dense path alone, over a store that reads no rows: what it takes to rank
  ranking   the same with both paths: narrow, terms, postings, BM25, cosines, fuse
  recall    the whole call: ten rows read from the file, with their reasons
  first     one user's first recall after opening: the user's arrays are read from the file
  again     a recall straight after a `remember` of that user (not counted): what is new is read

--cold: from a new process to its first recall, with the memory it takes. --import: what `import thoughtbank` costs.
--profile: where the time of recalls and of remembers goes. --keep FOLDER keeps the stores it makes (a minute for 100,000 turns).
"""

import argparse
import cProfile
import gc
import io
import json
import os
import pstats
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.made_up import BEGAN, SPEAKERS, Lookup, Talk, fill, talk, texts
from benchmarks.report import parser, progress, spread, table, write
from benchmarks.shipped import defaults, named_embedder, open_bank, open_port
from thoughtbank import Bank, Parts, Thoughtbank
from thoughtbank.assemble import system_clock
from thoughtbank.ports import Embedder, Store, Vectors
from thoughtbank.records.conversation import Scope
from thoughtbank.records.ids import Ids
from thoughtbank.records.memory import Memory
from thoughtbank.settings import Path_, RecallSettings

SIZES = ("1000", "10000", "100000", "1000x100")
K = 10
ONE_THREAD = {name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")}
WAYS = ("control", "dense", "ranking", "recall", "first", "again")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    options = parser(__doc__)
    options.add_argument(
        "--sizes",
        nargs="+",
        help=f"turns of one user, or USERSxTURNS (default: {' '.join(SIZES)}; 10000 for --cold and --profile)",
    )
    options.add_argument("--questions", type=int, default=200)
    options.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the stores here, or use those kept there")
    options.add_argument("--cold", action="store_true", help="measure a cold start instead")
    options.add_argument("--import", action="store_true", dest="imports", help="measure the import instead")
    options.add_argument("--profile", action="store_true", help="show where the time goes instead")
    options.add_argument("--times", type=int, default=7, help="processes started for --cold and --import")
    options.add_argument("--child", help=argparse.SUPPRESS)
    given = options.parse_args(arguments)
    if given.child:
        print(json.dumps(child(given.child, given.keep, given.questions)))
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        if given.imports:
            found = imports(given.times)
        elif given.cold:
            found = cold(folder, (given.sizes or ["10000"])[0], given.times)
        elif given.profile:
            found = {size: in_child(f"profile:{size}", folder, given.questions) for size in given.sizes or ["10000"]}
            for size, profiles in found.items():
                for what, text in profiles.items():
                    print(f"{what}, {size} turns\n{text}")
        else:
            found = {size: in_child(f"speed:{size}", folder, given.questions) for size in given.sizes or SIZES}
            show(found)
    write(given.json, {"speed": found})


def in_child(task: str, folder: Path, questions: int) -> dict:
    """A task in a process of its own, whose linear algebra has one thread."""
    command = [sys.executable, "-m", "benchmarks.speed", "--child", task, "--keep", str(folder), "--questions", str(questions)]
    ran = subprocess.run(command, stdout=subprocess.PIPE, env=os.environ | ONE_THREAD, check=True)
    return json.loads(ran.stdout.splitlines()[-1])


def child(task: str, folder: Path, questions: int) -> dict:
    """What `in_child` asked for."""
    what, size = task.split(":", 1)
    file, users, made = prepared(size, folder, questions, Lookup())
    return profiles(file, made) if what == "profile" else measure(file, users, made)


def prepared(size: str, folder: Path, questions: int, embedder: Lookup) -> tuple[Path, int, Talk]:
    """The store's file, made unless it is there; the number of its users, and the talk that is in it."""
    users, turns = (int(part) for part in size.split("x")) if "x" in size else (1, int(size))
    made = talk(users * turns, questions)
    file = folder / f"{size}-{embedder.name.split(':')[0]}.db"
    if not file.exists():
        progress(f"making {file.name}")
        unfinished = file.with_suffix(".part")
        unfinished.unlink(missing_ok=True)
        fill(unfinished, {f"user{user}": slice(user * turns, (user + 1) * turns) for user in range(users)}, made, embedder)
        unfinished.rename(file)
    return file, users, made


def measure(file: Path, users: int, made: Talk) -> dict[str, object]:
    """Milliseconds of each way. A question is put to all ways before the next one is, in an order that changes."""
    rng = np.random.default_rng(3)
    turns = len(made.turns) // users
    parts = [made.vectors[user * turns : (user + 1) * turns] for user in range(users)]
    wall: dict[str, list[float]] = {way: [] for way in WAYS}
    cpu: dict[str, list[float]] = {way: [] for way in WAYS}

    def timed(way: str, call: Callable[[], object]) -> object:
        began, worked = time.perf_counter(), time.thread_time()
        made_of_it = call()
        cpu[way].append(time.thread_time() - worked)
        wall[way].append(time.perf_counter() - began)
        return made_of_it

    embedder = Lookup(made.questions, made.asked)
    for time_ in range(5):  # a user's first recall after opening
        with open_bank(file, embedder) as bank:
            bank.recall(made.questions[0], user_id="nobody")
            timed(
                "first",
                lambda place=time_, opened=bank: opened.recall(
                    made.questions[place % len(made.questions)], user_id=f"user{place % users}"
                ),
            )
    with open_bank(file, embedder) as bank, open_port(file, embedder) as store:
        by_meaning, by_both = ranker(store, embedder, ("dense",)), ranker(store, embedder, ("dense", "lexical"))
        for user in range(users):
            for opened in (bank, by_both):
                opened.recall(made.questions[0], user_id=f"user{user}", k=K)
        gc.collect()
        for place, (question, vector) in enumerate(zip(made.questions, made.asked, strict=True)):
            user = int(rng.integers(0, users))
            name = f"user{user}"
            ways: dict[str, Callable[[], object]] = {
                "control": lambda matrix=parts[user], vector=vector: control(matrix, vector),
                "dense": lambda question=question, name=name: by_meaning.recall(question, user_id=name, k=1),
                "ranking": lambda question=question, name=name: by_both.recall(question, user_id=name, k=1),
                "recall": lambda question=question, name=name: bank.recall(question, user_id=name, k=K),
            }
            order = list(ways)
            for way in order[place % 4 :] + order[: place % 4]:
                timed(way, ways[way])
        agrees = agreement(file, embedder, parts, made)
        again(bank, users, made, timed)
    milliseconds = {way: {**spread(wall[way]), "cpu_p50_ms": spread(cpu[way])["p50_ms"]} for way in WAYS}
    return {
        "users": users,
        "turns of each": turns,
        "questions": len(made.questions),
        "dense agrees with control": agrees,
        "milliseconds": milliseconds,
        "ratio to control, p50": {
            way: round(milliseconds[way]["p50_ms"] / milliseconds["control"]["p50_ms"], 3) for way in WAYS
        },
        "recall minus control": {
            at: round(milliseconds["recall"][at] - milliseconds["control"][at], 3) for at in milliseconds["control"]
        },
        "rss_mb": rss(),
    }


def control(matrix: Vectors, vector: Vectors) -> list[int]:
    """Exact search as short as it can be."""
    scores = matrix @ vector
    best = np.argpartition(-scores, K - 1)[:K]
    return best[np.argsort(-scores[best], kind="stable")].tolist()


class WithoutRows:
    """A store that hands out the same memory for every number, in no time: what is left of a recall is its ranking."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def read(self, scope: Scope, numbers: Sequence[int]) -> dict[int, Memory]:
        """Nothing is read."""
        return dict.fromkeys(numbers, _STAND_IN)


_STAND_IN = Memory(id="", kind="turn", text="", said_at=BEGAN, recorded_at=BEGAN, role="user")


def ranker(store: Store, embedder: Embedder, paths: tuple[Path_, ...]) -> Bank:
    """The engine over such a store, with some of its paths."""
    settings = defaults(recall=RecallSettings(paths=paths))
    return Bank(Parts(WithoutRows(store), embedder, None, settings, system_clock, Ids()), settings.tenant)


def agreement(file: Path, embedder: Embedder, parts: Sequence[Vectors], made: Talk) -> float:
    """Share of the control's ten that the dense path alone gives too."""
    shared = []
    with open_bank(file, embedder, recall=RecallSettings(paths=("dense",))) as bank:
        for place, question in enumerate(made.questions[:20]):
            user = place % len(parts)
            rows = bank.recall(question, user_id=f"user{user}", k=K)
            best = control(parts[user], made.asked[place])
            shared.append(len({row.memory.number - 1 for row in rows} & set(best)) / len(best))
    return float(np.mean(shared))


def again(bank: Thoughtbank, users: int, made: Talk, timed: Callable[[str, Callable[[], object]], object]) -> None:
    """Recalls that each follow a write of the same user. What was written is erased, so that a kept store stays as it was made."""
    for place, question in enumerate(made.questions[:20]):
        user = f"user{place % users}"
        bank.remember(f"{question}, she said", user_id=user, speaker=SPEAKERS[0], session_id="again")
        timed("again", lambda question=question, user=user: bank.recall(question, user_id=user, k=K))
    for user in range(min(users, len(made.questions[:20]))):
        bank.erase(session_id="again", user_id=f"user{user}")


def rss() -> float:
    """The most memory this process held, in megabytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (1e6 if sys.platform == "darwin" else 1e3), 1)


def show(found: dict[str, dict]) -> None:
    """Milliseconds, then what they mean against the control."""
    rows, ratios = [], []
    for size, one in found.items():
        for way, values in one["milliseconds"].items():
            rows.append(
                [f"{size}, {way}", values["p50_ms"], values["p95_ms"], values["cpu_p50_ms"], one["ratio to control, p50"][way]]
            )
        over = one["recall minus control"]
        ratios.append(
            [size, over["p50_ms"], over["p95_ms"], over["cpu_p50_ms"], one["dense agrees with control"], one["rss_mb"]]
        )
    table(["turns, way", "p50 ms", "p95 ms", "cpu p50 ms", "/ control"], rows)
    table(["recall minus control", "p50 ms", "p95 ms", "cpu p50 ms", "dense = control", "rss MB"], ratios)


_COLD = """
import sys, time
started = time.time()
born, file, kind, home, question = float(sys.argv[1]), *sys.argv[2:]
from thoughtbank import Thoughtbank
import numpy
class Lookup:
    name, dimension = "lookup", 384
    def embed(self, texts, *, query=False):
        return numpy.full((len(texts), 384), 384**-0.5, numpy.float32)
imported = time.time()
bank = Thoughtbank(file, embedder=Lookup() if kind == "lookup" else kind, home=home)
opened = time.time()
rows = bank.recall(question, user_id="user0", k=10)
recalled = time.time()
import json, resource
print(json.dumps({"python": started - born, "import": imported - started, "open": opened - imported, "first recall": recalled - opened,
                  "all": recalled - born, "cpu": time.process_time(), "rows": len(rows), "rss": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}))
"""


def cold(folder: Path, size: str, times: int) -> dict[str, dict[str, float]]:
    """Medians in seconds, from the start of a process, and its memory. Files are in the system's cache, as after any earlier use."""
    home = str(defaults().home)
    made_for = {"lookup": Lookup(), "builtin": Lookup(name=named_embedder("builtin").name)}
    stores = {kind: prepared(size, folder, 1, embedder) for kind, embedder in made_for.items()}
    runs: dict[str, list[dict[str, float]]] = {kind: [] for kind in stores}
    for _ in range(times):
        for kind, (file, _, made) in stores.items():
            command = [sys.executable, "-c", _COLD, repr(time.time()), str(file), kind, home, made.questions[0]]
            ran = subprocess.run(command, stdout=subprocess.PIPE, env=os.environ | ONE_THREAD, check=True)
            runs[kind].append(json.loads(ran.stdout))
    found = {kind: {name: float(np.median([run[name] for run in each])) for name in each[0]} for kind, each in runs.items()}
    for medians in found.values():
        medians["rss MB"] = medians.pop("rss") / (1e6 if sys.platform == "darwin" else 1e3)
    names = list(found["lookup"])
    table([f"cold start, {size} turns", *names], [[kind, *values.values()] for kind, values in found.items()])
    return found


def imports(times: int) -> dict[str, object]:
    """Wall time above that of a bare python, and the modules that cost most of it."""
    walls = {}
    for statement in ("pass", "import thoughtbank", "from thoughtbank import Thoughtbank"):
        seconds = []
        for _ in range(times):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", statement], check=True)
            seconds.append(time.perf_counter() - began)
        walls[statement] = float(np.median(seconds))
    command = [sys.executable, "-X", "importtime", "-c", "from thoughtbank import Thoughtbank"]
    lines = [
        line.removeprefix("import time:").split("|")
        for line in subprocess.run(command, stderr=subprocess.PIPE, text=True, check=True).stderr.splitlines()
    ]
    modules = [(name, int(own), int(within)) for own, within, name in lines if own.strip().isdigit()]
    packages: dict[str, float] = {}
    for name, own, _ in modules:
        package = name.strip().split(".")[0]
        packages[package] = packages.get(package, 0.0) + own / 1e3
    largest = dict(sorted(packages.items(), key=lambda item: -item[1])[:12])
    table(["wall, median", "seconds"], list(walls.items()))
    table(["importtime, a package's own modules", "ms"], [*largest.items(), ["all", sum(packages.values())]])
    return {"wall_s": walls, "importtime_ms": largest, "importtime_all_ms": sum(packages.values())}


def profiles(file: Path, made: Talk) -> dict[str, str]:
    """Where as many recalls and remembers as there are questions spend their time."""
    with open_bank(file, Lookup(made.questions, made.asked)) as bank:
        bank.recall(made.questions[0], user_id="user0", k=K)
        recalls = _profile(lambda: [bank.recall(question, user_id="user0", k=K) for question in made.questions])
    said = texts(10 + len(made.questions), np.random.default_rng(11))
    with tempfile.TemporaryDirectory() as scratch, open_bank(Path(scratch) / "remember.db", Lookup()) as bank:
        for text in said[:10]:
            bank.remember(text, user_id="user0")
        remembers = _profile(
            lambda: [bank.remember(text, user_id="user0", speaker="Ana", session_id="one") for text in said[10:]]
        )
    return {f"{len(made.questions)} recalls": recalls, f"{len(made.questions)} remembers": remembers}


def _profile(call: Callable[[], object]) -> str:
    profile = cProfile.Profile()
    profile.runcall(call)
    text = io.StringIO()
    for order, rows in (("tottime", 25), ("cumulative", 45)):
        pstats.Stats(profile, stream=text).strip_dirs().sort_stats(order).print_stats(rows)
    return text.getvalue()


if __name__ == "__main__":
    main()
