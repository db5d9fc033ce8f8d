"""Does an answer know what it doesn't know?

Each dialogue is one user's memory. Every question is asked of its own user's memory and of every other user's, and answered by quotes: how many
of its own are answered, with the evidence among the quotes, and how many of the others' are refused. Some of MemoryBank's questions
("which film did I recommend?") do have an answer in another's memory. Embedding takes minutes the first time; --keep FILE keeps the
memories, and a run that was stopped goes on where it was.
"""

import argparse
import math
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.report import parser, progress, table, write
from benchmarks.shipped import data_folder, named_embedder, open_bank
from thoughtbank import Thoughtbank
from thoughtbank.evaluation.datasets import Dialogue, load
from thoughtbank.ports import Embedder, Vectors

SETS = ("locomo", "gvd")


class Remembering:
    """An embedder that remembers the questions it has seen, so that each is embedded once for all ways."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder, self._known, self.name = embedder, dict[str, Vectors](), embedder.name

    @property
    def dimension(self) -> int | None:
        return self._embedder.dimension

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """Vectors as the embedder's own."""
        if not query or len(texts) != 1:
            return self._embedder.embed(texts, query=query)
        if texts[0] not in self._known:
            self._known[texts[0]] = self._embedder.embed(texts, query=True)
        return self._known[texts[0]]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    given = dialogue_options(__doc__).parse_args(arguments)
    folder = data_folder(given.data)
    embedder = Remembering(named_embedder(given.embedder))
    measured = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name in given.sets:
            dialogues = load(name, folder)[: given.dialogues]
            with open_bank(given.keep or Path(scratch) / "dialogues.db", embedder, tenant=name) as bank:
                measured[name] = abstention(bank, dialogues, remember_all(bank, dialogues))
            show(name, measured[name])
    write(given.json, {"sets": measured})


def dialogue_options(doc: str | None, sets: Sequence[str] = SETS) -> argparse.ArgumentParser:
    """Arguments of a script that remembers the dialogues and asks their questions; SETS are those taken unless named."""
    options = parser(doc)
    options.add_argument("--data", type=Path, metavar="FOLDER", help="the data sets' folder (or THOUGHTBANK_DATA)")
    options.add_argument("--sets", nargs="+", choices=sets, default=SETS)
    options.add_argument("--dialogues", type=int, metavar="N", help="only the first N dialogues of each set")
    options.add_argument("--keep", type=Path, metavar="FILE", help="keep the memories in this file, or use those kept there")
    options.add_argument("--embedder", default="builtin", help="as in the settings")
    return options


def remember_all(bank: Thoughtbank, dialogues: Sequence[Dialogue]) -> dict[str, str]:
    """Remembers what isn't there yet; memory id -> unit of evidence. Keys make a second run find the first one's memories."""
    units: dict[str, str] = {}
    for place, dialogue in enumerate(dialogues, 1):
        for number, session in enumerate(dialogue.sessions, 1):
            receipts = bank.remember(list(session), user_id=dialogue.name)
            for turn, receipt in zip(session, receipts, strict=True):
                if receipt.outcome == "pending":
                    raise SystemExit(f"a turn could not be embedded: {receipt.reason}")
                if receipt.id is not None and turn.key is not None:
                    units[receipt.id] = dialogue.units[turn.key]
            progress(
                f"remembered {dialogue.name.strip()} ({place} of {len(dialogues)}), session {number} of {len(dialogue.sessions)}"
            )
    return units


def abstention(bank: Thoughtbank, dialogues: Sequence[Dialogue], units: dict[str, str]) -> dict[str, float]:
    """Answers by quotes, nothing remembered."""
    own: list[tuple[bool, bool]] = []
    refused: list[bool] = []
    for asked in dialogues:
        progress(f"asking {asked.name.strip()}'s questions of {len(dialogues)} memories")
        for question in asked.questions:
            for dialogue in dialogues:
                answer = bank.answer(question.text, user_id=dialogue.name, remember=False)
                if dialogue is asked:
                    own.append((answer.known, any(units[row.id] in question.evidence for row in answer.rows)))
                else:
                    refused.append(not answer.known)
    known = [held for answered, held in own if answered]
    return {
        "own": len(own),
        "own answered": len(known) / len(own),
        "evidence quoted, of those answered": sum(known) / max(1, len(known)),
        "evidence quoted, of all": sum(known) / len(own),
        "others'": len(refused),
        "others' refused": sum(refused) / len(refused) if refused else math.nan,
    }


def show(name: str, found: dict[str, float]) -> None:
    """One line a set."""
    table([name, *found], [["", *found.values()]])


if __name__ == "__main__":
    main()
