"""Labels by people: answers of several systems on one sheet, blind and shuffled (TiM, section 4.1), and what the filled sheet says.

The sheet is CSV and names no system; the key that does is kept apart. Labels: whether what was recalled is right (0, 1), whether the answer is
correct and whether it is coherent (0, 0.5, 1). A cell that is empty or holds anything else is an error, not a zero.
"""

import csv
import io
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from thoughtbank.errors import InputError

LABELS: Mapping[str, tuple[str, ...]] = {
    "retrieval": ("0", "1"),
    "correctness": ("0", "0.5", "1"),
    "coherence": ("0", "0.5", "1"),
}
"""What is judged, and the marks there are (TiM, section 4.1)."""
_HEAD = ("number", "question", "recalled", "answer", *LABELS)


@dataclass(frozen=True, slots=True)
class Judged:
    """One system's answer to one question, and what it recalled for it."""

    system: str
    question: str
    answer: str
    recalled: tuple[str, ...]


Key = Mapping[str, str]
"""Number on the sheet -> system."""


def sheet(answers: Sequence[Judged], *, seed: int) -> tuple[str, Key]:
    """The sheet to be filled, and its key. Questions stay together, systems are shuffled within each."""
    by_question: defaultdict[str, list[Judged]] = defaultdict(list)
    for one in answers:
        by_question[one.question].append(one)
    rng = random.Random(seed)
    questions = list(by_question)
    rng.shuffle(questions)
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(_HEAD)
    key: dict[str, str] = {}
    for question in questions:
        group = by_question[question]
        rng.shuffle(group)
        for one in group:
            number = str(len(key) + 1)
            key[number] = one.system
            lines.writerow((number, question, " / ".join(one.recalled), one.answer, "", "", ""))
    return out.getvalue(), key


def read(filled: str, key: Key) -> dict[str, dict[str, float]]:
    """Each system's mean labels. Raises InputError, which names the row, for a sheet that isn't the key's or isn't filled."""
    rows = list(csv.DictReader(io.StringIO(filled)))
    numbers = [row.get("number") or "" for row in rows]
    if sorted(numbers) != sorted(key):
        raise InputError(
            f"the sheet has {len(rows)} rows and the key {len(key)}, or their numbers differ; they aren't of one sheet"
        )
    found: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for number, row in zip(numbers, rows, strict=True):
        for label, marks in LABELS.items():
            mark = (row.get(label) or "").strip()
            if mark not in marks:
                raise InputError(f"row {number}: {label} is {mark!r}; it must be one of {', '.join(marks)}")
            found[key[number]][label].append(float(mark))
    return {
        system: {label: sum(marks) / len(marks) for label, marks in labels.items()} for system, labels in sorted(found.items())
    }
