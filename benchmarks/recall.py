"""Does recall find the turns that answer a question? And does an answer know what it doesn't know?

Each dialogue is one user's memory, remembered turn by turn; each question is recalled from it with the shipped settings, then with one path
left out. recall@k is the mean share of a question's evidence among the first k rows (of MemoryBank, where an exchange is evidence, an exchange
counts when either half of it is there). Intervals: 95 %, bootstrap over dialogues. Embedding takes minutes the first time; --keep FILE keeps
the memories, and a run that was stopped goes on where it was.

--abstention instead asks every question of its own user's memory and of every other user's, and answers by quotes: how many of its own are
answered, with the evidence among the quotes, and how many of the others' are refused. Some of MemoryBank's questions ("which film did I
recommend?") do have an answer in another's memory.
"""

import argparse
import math
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.report import parser, progress, table, write
from benchmarks.shipped import data_folder, named_embedder, open_bank
from thoughtbank import Thoughtbank
from thoughtbank.evaluation.datasets import PATHS, Dialogue, Question, load
from thoughtbank.ports import Embedder, Vectors
from thoughtbank.settings import RecallSettings

DEPTHS = (1, 5, 10, 25)
WAYS = {
    "shipped": RecallSettings(),
    "words alone": RecallSettings(paths=("lexical",)),
    "words alone, no neighbours": RecallSettings(paths=("lexical",), neighbours=0),
    "meaning alone": RecallSettings(paths=("dense",)),
}
MEASURES = ("recall@1", "recall@5", "recall@10", "recall@25", "hit@5", "nDCG@10", "MRR")


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


@dataclass(frozen=True, slots=True)
class Scored:
    """One question's measures."""

    user: str
    kind: str
    measures: dict[str, float]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    options = dialogue_options(__doc__)
    options.add_argument("--abstention", action="store_true", help="ask the wrong memories too, and count the refusals")
    given = options.parse_args(arguments)
    folder = data_folder(given.data)
    embedder = Remembering(named_embedder(given.embedder))
    measured = {}
    with tempfile.TemporaryDirectory() as scratch:
        file = given.keep or Path(scratch) / "recall.db"
        for name in given.sets:
            dialogues = load(name, folder)[: given.dialogues]
            with open_bank(file, embedder, tenant=name) as bank:
                units = remember_all(bank, dialogues)
                if given.abstention:
                    measured[name] = abstention(bank, dialogues, units)
            if given.abstention:
                show_abstention(name, measured[name])
                continue
            ways = {}
            for way, settings in WAYS.items():
                progress(f"{name}: {way}")
                with open_bank(file, embedder, tenant=name, recall=settings) as bank:
                    ways[way] = [score for dialogue in dialogues for score in ask_all(bank, dialogue, units)]
            measured[name] = summary(dialogues, ways)
            show(name, measured[name])
    write(given.json, {"sets": measured})


def dialogue_options(doc: str | None) -> argparse.ArgumentParser:
    """Arguments of a script that remembers the dialogues and asks their questions."""
    options = parser(doc)
    options.add_argument("--data", type=Path, metavar="FOLDER", help="the data sets' folder (or THOUGHTBANK_DATA)")
    options.add_argument("--sets", nargs="+", choices=PATHS, default=list(PATHS))
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


def ask_all(bank: Thoughtbank, dialogue: Dialogue, units: dict[str, str]) -> Iterator[Scored]:
    """Every question of a dialogue, asked of its own memory."""
    for question in dialogue.questions:
        rows = bank.recall(question.text, user_id=dialogue.name, k=max(DEPTHS))
        yield Scored(dialogue.name, question.category, measure(question, [units[row.id] for row in rows]))


def measure(question: Question, found: Sequence[str]) -> dict[str, float]:
    """`found`: the units of the rows, best first. A unit found twice counts once, where it is first."""
    first = {unit: place for place, unit in reversed(list(enumerate(found)))}
    places = sorted(first[unit] for unit in question.evidence if unit in first)
    ideal = sum(1 / math.log2(place + 2) for place in range(min(10, len(question.evidence))))
    return {
        **{f"recall@{k}": sum(place < k for place in places) / len(question.evidence) for k in DEPTHS},
        "hit@5": float(bool(places) and places[0] < 5),
        "nDCG@10": sum(1 / math.log2(place + 2) for place in places if place < 10) / ideal,
        "MRR": 1 / (places[0] + 1) if places else 0.0,
    }


def summary(dialogues: Sequence[Dialogue], ways: dict[str, list[Scored]]) -> dict:
    """Means of each way, the shipped one's intervals and kinds of question."""
    shipped = ways["shipped"]
    kinds = sorted({score.kind for score in shipped})
    return {
        "dialogues": len(dialogues),
        "turns": sum(len(session) for dialogue in dialogues for session in dialogue.sessions),
        "questions": len(shipped),
        "questions without evidence, left out": sum(dialogue.without_evidence for dialogue in dialogues),
        "ways": {way: _means(scores) for way, scores in ways.items()},
        "intervals": {name: interval(shipped, name) for name in MEASURES},
        "kinds": {kind: _means([score for score in shipped if score.kind == kind]) for kind in kinds},
    }


def _means(scores: Sequence[Scored]) -> dict[str, float]:
    means = {name: float(np.mean([score.measures[name] for score in scores])) for name in MEASURES}
    return {**means, "n": len(scores)}


def interval(scores: Sequence[Scored], name: str, times: int = 2000) -> tuple[float, float]:
    """95 % of the means when whole dialogues are drawn again with replacement."""
    users = sorted({score.user for score in scores})
    sums = np.array([sum(score.measures[name] for score in scores if score.user == user) for user in users])
    counts = np.array([sum(score.user == user for score in scores) for user in users])
    drawn = np.random.default_rng(0).integers(0, len(users), (times, len(users)))
    low, high = np.percentile(sums[drawn].sum(1) / counts[drawn].sum(1), (2.5, 97.5))
    return float(low), float(high)


def show(name: str, found: dict) -> None:
    """One table a set."""
    print(f"{name}: {found['dialogues']} dialogues, {found['turns']} turns, {found['questions']} questions")
    rows: list[list[object]] = []
    for way, means in found["ways"].items():
        rows.append([way, *(means[measure] for measure in MEASURES), means["n"]])
        if way == "shipped":
            for end, which in enumerate(("95 % from", "95 % to")):
                rows.append([f"  {which}", *(found["intervals"][measure][end] for measure in MEASURES), ""])
    rows += [
        [f"shipped, {kind}", *(means[measure] for measure in MEASURES), means["n"]] for kind, means in found["kinds"].items()
    ]
    table(["", *MEASURES, "n"], rows)


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


def show_abstention(name: str, found: dict[str, float]) -> None:
    """One line a set."""
    table([name, *found], [["", *found.values()]])


if __name__ == "__main__":
    main()
