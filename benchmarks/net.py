"""How often does the safety net under the gate of gain open, and what does that find?

Each question is asked with no net, with each value of `recall.net`, with the net for what was said far back alone, and without a gate. Reported are the share of
questions for which the whole log is searched, recall@10 of all questions, and how many questions got better or worse than with no net. --words leaves
the vectors out, which takes no embedding. Embedding takes minutes the first time; --keep FILE shares its memories with benchmarks.abstention.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.abstention import SETS, Remembering, dialogue_options, remember_all
from benchmarks.report import progress, table, write
from benchmarks.shipped import data_folder, named_embedder, open_bank
from thoughtbank import Thoughtbank
from thoughtbank.evaluation.datasets import Dialogue, load
from thoughtbank.ports import Embedder

NETS = (1.0, 1.1, 1.25, 2.0)
"""Values of `recall.net`; 2 is the shipped default."""
CLOSED = 1e9
"""A `recall.net` that never opens."""
DEPTH = 10
ROWS = 200
"""Rows in which the first DEPTH units are sought: an exchange or a session has many turns."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    options = dialogue_options(__doc__, (*SETS, "memora-forgetting"))
    options.add_argument("--words", action="store_true", help="by words alone, without vectors")
    given = options.parse_args(arguments)
    folder = data_folder(given.data)
    embedder = Remembering(named_embedder("hash" if given.words else given.embedder))
    measured = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name in given.sets:
            dialogues = load(name, folder)[: given.dialogues]
            measured[name] = measure(given.keep or Path(scratch) / "net.db", name, dialogues, embedder, words=given.words)
            show(name, measured[name])
    write(given.json, {"sets": measured})


def measure(
    file: Path, name: str, dialogues: Sequence[Dialogue], embedder: Embedder, *, words: bool = False
) -> dict[str, dict[str, float]]:
    """By way: the share of questions for which the log was searched, recall@10, questions better and worse than with no net."""
    with _opened(file, name, embedder, words) as banks:
        units = remember_all(next(iter(banks.values())), dialogues)
        found = {way: np.array(list(_asked(bank, dialogues, units)), np.float64) for way, bank in banks.items()}
    closed = found["none"][:, 0]
    return {
        way: {
            "questions": len(of),
            "opens": float(of[:, 1].mean()),
            "recall": float(of[:, 0].mean()),
            "better": int((of[:, 0] > closed).sum()),
            "worse": int((of[:, 0] < closed).sum()),
        }
        for way, of in found.items()
    }


@contextmanager
def _opened(file: Path, name: str, embedder: Embedder, words: bool) -> Iterator[dict[str, Thoughtbank]]:
    """The ways, all on one store. Nobody thinks: thoughts aren't ranked here."""
    paths: dict[str, Any] = {"paths": ("lexical",)} if words else {}
    nets: Mapping[str, dict[str, Any]] = {
        "none": {"net": CLOSED, "net_far": False},
        "far": {"net": CLOSED},
        **{f"net {net:g}": {"net": net, "net_far": False} for net in NETS},
    }
    with ExitStack() as stack:

        def opened(**more: Any) -> Thoughtbank:
            return stack.enter_context(open_bank(file, embedder, tenant=name, think={"mode": "off"}, durability="fast", **more))

        yield {
            **{way: opened(recall={**paths, **net}) for way, net in nets.items()},
            "no gate": opened(recall=paths, gain={"mode": "off"}),
        }


def _asked(bank: Thoughtbank, dialogues: Sequence[Dialogue], units: Mapping[str, str]) -> Iterator[tuple[float, bool]]:
    """Of each question with evidence its recall, and whether the log was searched. Of headline questions only, as in `evaluate`."""
    progress(f"asking, recall.net {bank.settings.recall.net:g}, gate {bank.settings.gain.mode}")
    for dialogue in dialogues:
        for question in dialogue.asked:
            if question.evidence and question.headline:
                recall = bank.recall(question.text, user_id=dialogue.name, k=ROWS, as_of=question.asked_at)
                sources = (tuple(units[turn] for turn in row.turns) for row in recall.rows)
                first = list(dict.fromkeys(unit for of in sources for unit in of))[:DEPTH]
                yield len(question.evidence.intersection(first)) / len(question.evidence), recall.log


def show(name: str, found: Mapping[str, Mapping[str, float]]) -> None:
    """One set's table."""
    rows = [(way, of["opens"], of["recall"], of["better"], of["worse"]) for way, of in found.items()]
    count = next(iter(found.values()))["questions"]
    table((f"{name}: {count} questions", "opens", f"recall@{DEPTH}", "better", "worse"), rows)


if __name__ == "__main__":
    main()
