"""How does the graph of propositions grow old? Time of a turn and of a question as one user's propositions go to 100,000.

The propositions are made up: a third is about the user, the rest about 300 persons; objects are drawn from 30,000 by a Zipf-Mandelbrot law, so that few are
hubs and most are named once or twice. They are written through the store's port, two a turn. An embedder of hashed words stands for the real one: what
remains is the engine. For each size, in one process of one thread of linear algebra:
  turn      a `remember` of one turn that says two things, from its words to its arguments' vectors (median of --turns)
  graph     what the graph then takes to be read again
  question  a recall by all paths; beside it without the graph
  graph only  a recall by the preset FRACOM
  nodes, MB   arguments, and what the kept graph holds
and last the ratio of the largest to the smallest size.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks.made_up import BEGAN
from benchmarks.report import parser, progress, spread, table, write
from benchmarks.shipped import defaults, open_bank, open_port
from thoughtbank import Thoughtbank, Turn
from thoughtbank.ports import Embedder, Hash
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.records.conversation import Scope
from thoughtbank.records.ids import Ids
from thoughtbank.records.memory import Draft, Triple
from thoughtbank.remember.index import buckets_of, embed, indexed, settle_nodes
from thoughtbank.remember.receive import receive

USER = "user"
OBJECTS, PERSONS, PREDICATES = 30_000, 300, 200
FILLED = 2048
"""Turns written at a time."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    options = parser(__doc__)
    options.add_argument("--sizes", nargs="+", type=int, default=[10_000, 100_000], help="propositions of one user")
    options.add_argument("--turns", type=int, default=50)
    options.add_argument("--questions", type=int, default=50)
    given = options.parse_args(arguments)
    measured = [_measure(size, given) for size in sorted(given.sizes)]
    names = ("turn", "graph", "question", "without", "graph only")
    rows: list[list[object]] = [
        [f"{one['size']:,}", *(one[name]["p50_ms"] for name in names), one["nodes"], one["mb"]] for one in measured
    ]
    ratio = {name: round(measured[-1][name]["p50_ms"] / measured[0][name]["p50_ms"], 2) for name in names}
    rows.append(["ratio", *ratio.values(), round(measured[-1]["nodes"] / measured[0]["nodes"], 2), None])
    table(("propositions", *(f"{name}, ms" for name in names), "nodes", "MB"), rows)
    write(given.json, {"measured": measured, "ratio": ratio})


def _measure(size: int, given: argparse.Namespace) -> dict[str, Any]:
    embedder = HashEmbedder(384)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "graph.db"
        progress(f"{size:,} propositions are written")
        _fill(file, size, embedder)
        quiet = {"think": {"parsers": "off"}, "durability": "fast"}
        with open_bank(file, embedder, **quiet) as bank:
            progress("measured")
            turns, reads = _turns(bank, given.turns)
            questions = _questions(given.questions)
            graph = bank._parts.store.graph(Scope("default", USER))
            assert graph is not None
            held = graph.matrix.nbytes + graph.edge_node.nbytes * 2 + graph.link_node.nbytes * 3
            found = {"turn": turns, "graph": reads, "question": _asked(bank, questions)}
        with open_bank(file, embedder, recall={"paths": ("dense", "lexical")}, **quiet) as bank:
            found["without"] = _asked(bank, questions)
        with open_bank(file, embedder, preset="FRACOM", **quiet) as bank:
            found["graph only"] = _asked(bank, questions)
    return {
        "size": size,
        **{name: spread(seconds) for name, seconds in found.items()},
        "nodes": graph.size,
        "mb": round(held / 1e6, 1),
    }


def _turns(bank: Thoughtbank, count: int) -> tuple[list[float], list[float]]:
    """Seconds of each turn, and of reading the graph afterwards."""
    rng = np.random.default_rng(3)
    turns, reads = [], []
    store, scope = bank._parts.store, Scope("default", USER)
    store.graph(scope)
    bank.recall("warm up", user_id=USER)
    for place in range(count):
        one, other = _objects(rng, 2)
        text = f"I like {one} number {place}. My sister lives in {other}."
        began = time.perf_counter()
        (receipt,) = bank.remember(text, user_id=USER, speaker="Ana", session_id="last")
        turns.append(time.perf_counter() - began)
        assert receipt.thoughts, receipt
        began = time.perf_counter()
        store.graph(scope)
        reads.append(time.perf_counter() - began)
    return turns, reads


def _questions(count: int) -> list[str]:
    rng = np.random.default_rng(4)
    return [f"What did person{rng.integers(PERSONS)} do with the {_objects(rng, 1)[0]}?" for _ in range(count)]


def _asked(bank: Thoughtbank, questions: Sequence[str]) -> list[float]:
    bank.recall(questions[0], user_id=USER)
    seconds = []
    for question in questions:
        began = time.perf_counter()
        bank.recall(question, user_id=USER)
        seconds.append(time.perf_counter() - began)
    return seconds


def _objects(rng: np.random.Generator, count: int) -> list[str]:
    """Names of things: a few often, most hardly ever."""
    drawn = np.minimum((rng.pareto(0.6, count) * 20).astype(np.int64), OBJECTS - 1)
    return [f"thing{one}" for one in drawn]


def _fill(file: Path, size: int, embedder: Embedder) -> None:
    """Two propositions a turn."""
    settings, ids, rng = defaults(), Ids(1), np.random.default_rng(2)
    scope = Scope(settings.tenant, USER)
    with open_port(file, embedder) as store:
        hashing = store.hashing(Hash(settings.think.hash_seed, settings.think.buckets))
        for start in range(0, size // 2, FILLED):
            drafts: list[Draft] = []
            for place in range(start, min(start + FILLED, size // 2)):
                said_at = BEGAN + timedelta(minutes=place)
                made = [_triple(rng) for _ in range(2)]
                text = " ".join(f"{one.head} {one.relation} {one.tail}." for one in made)
                turn = Turn(text, role="user", speaker="Ana", said_at=said_at, session_id=f"session {place // 20}")
                received = receive(turn, ids.new(said_at), said_at, settings.tz, limit=settings.turn_chars).draft
                assert received is not None
                drafts.append(received)
                for one in made:
                    sentence = f"{one.head} {one.relation} {one.tail}."
                    empty = Draft(
                        ids.new(said_at), "thought", sentence, said_at, said_at, {}, 0, turns=(received.id,), triple=one
                    )
                    drafts.append(indexed(replace(empty, made_by="made up", valid_from=said_at)))
            written = store.append(scope, drafts)
            vectors = embed(embedder, [one.text for one in drafts])
            store.settle(scope, [one.number for one in written], vectors, buckets_of(vectors, hashing))
        settle_nodes(store, embedder, scope)


def _triple(rng: np.random.Generator) -> Triple:
    head = "Ana" if rng.random() < 1 / 3 else f"person{rng.integers(PERSONS)}"
    return Triple(head, f"verb{rng.integers(PREDICATES)}", _objects(rng, 1)[0])


if __name__ == "__main__":
    main()
