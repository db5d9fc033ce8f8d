"""Labels of answers: by people, on a sheet that is blind and shuffled (TiM, section 4.1), or by a model (`judge.py`), each with its source.

The sheet is CSV and names no system; the key that does is kept apart. Its marks: whether what was recalled is right (0, 1), whether the answer
is correct and whether it is coherent (0, 0.5, 1). Where several systems answer a question their answers may also be put in order, by the
answer (`ranking`) and by what was recalled for it (`memory_ranking`): 1 for the best, equal ones alike. Rows 3a, 3b, 3c are one question's.
A mark that is missing is an error, not a zero; the two columns of places may be left empty as a whole.
"""

import csv
import io
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from thoughtbank.errors import InputError
from thoughtbank.evaluation.ranking import Places, reciprocal_ranks

LABELS: Mapping[str, tuple[str, ...]] = {
    "retrieval": ("0", "1"),
    "correctness": ("0", "0.5", "1"),
    "coherence": ("0", "0.5", "1"),
}
"""What is judged, and the marks there are (TiM, section 4.1)."""
RANKINGS = ("ranking", "memory_ranking")
"""What is put in order: FraCom's generation quality and memory quality; the first is MemoryBank's ranking score too."""
PERSON = "person"
_SHOWN = ("number", "question", "reference", "recalled", "answer")
_HEAD = (*_SHOWN, *LABELS, *RANKINGS)


@dataclass(frozen=True, slots=True)
class Judged:
    """One system's answer to one question, and what it recalled for it. `case` tells questions of the same words apart; `reference` is what a right
    answer says, if that is known."""

    system: str
    question: str
    answer: str
    recalled: tuple[str, ...]
    case: str = ""
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """One value for one system's answer. `source`: "person", or "model:NAME PROMPT"; `question`: its number or id."""

    system: str
    question: str
    name: str
    value: float
    source: str


Key = Mapping[str, str]
"""Number on the sheet -> system."""
_Rows = Mapping[str, Mapping[str, str]]
"""Number -> its row's cells."""


def sheet(answers: Sequence[Judged], *, seed: int) -> tuple[str, Key]:
    """The sheet to be filled, and its key. Questions stay together, systems are shuffled within each."""
    by_question: defaultdict[tuple[str, str], list[Judged]] = defaultdict(list)
    for one in answers:
        by_question[one.case, one.question].append(one)
    rng = random.Random(seed)
    groups = list(by_question.values())
    rng.shuffle(groups)
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(_HEAD)
    key: dict[str, str] = {}
    for place, group in enumerate(groups, 1):
        _check_systems(group)
        rng.shuffle(group)
        for letter, one in zip(ascii_lowercase, group, strict=False):
            key[f"{place}{letter}"] = one.system
            shown = (f"{place}{letter}", one.question, one.reference, " / ".join(one.recalled), one.answer)
            lines.writerow((*shown, *[""] * (len(_HEAD) - len(_SHOWN))))
    return out.getvalue(), key


def _check_systems(group: Sequence[Judged]) -> None:
    systems = {one.system for one in group}
    if len(systems) < len(group):
        raise InputError(f"a system has two answers to {group[0].question!r}; give questions of the same words a case each")
    if len(group) > len(ascii_lowercase):
        raise InputError(f"{len(group)} systems on one sheet; it has letters for {len(ascii_lowercase)}")


def read(filled: str, key: Key) -> dict[str, dict[str, float]]:
    """Each system's mean labels. Raises InputError, which names the row, for a sheet that isn't the key's or isn't filled."""
    return means(labels(filled, key))


def labels(filled: str, key: Key, source: str = PERSON) -> tuple[Label, ...]:
    """Every label of a filled sheet; a place in a ranking as its 1/r. Raises InputError as `read` does."""
    rows = _rows(filled, key)
    marks = [Label(key[number], _group(number), *mark, source) for number, row in rows.items() for mark in _marks(number, row)]
    for name in RANKINGS:
        for group, places in _placed(rows, key, name).items():
            marks += [Label(system, group, name, score, source) for system, score in reciprocal_ranks(places).items()]
    return tuple(marks)


def rankings(filled: str, key: Key, name: str) -> tuple[Places, ...]:
    """The places that each question's systems were given, for `ranking.win_rate`; none where the column is empty. `name`: of RANKINGS."""
    return tuple(_placed(_rows(filled, key), key, name).values())


def means(found: Iterable[Label]) -> dict[str, dict[str, float]]:
    """Each system's mean of each label. Raises InputError for labels of several sources: a model's and people's aren't one figure."""
    values: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    sources = set()
    for one in found:
        sources.add(one.source)
        values[one.system][one.name].append(one.value)
    if len(sources) > 1:
        raise InputError(f"labels of {', '.join(sorted(sources))} together; take the means of each source by itself")
    return {
        system: {name: sum(marks) / len(marks) for name, marks in of_system.items()}
        for system, of_system in sorted(values.items())
    }


def _rows(filled: str, key: Key) -> _Rows:
    rows = list(csv.DictReader(io.StringIO(filled.removeprefix("\ufeff"))))  # spreadsheets write a byte order mark
    numbers = [row.get("number") or "" for row in rows]
    if sorted(numbers) != sorted(key):
        raise InputError(
            f"the sheet has {len(rows)} rows and the key {len(key)}, or their numbers differ; they aren't of one sheet"
        )
    cells = ({name: (row.get(name) or "").strip() for name in (*LABELS, *RANKINGS)} for row in rows)
    return dict(zip(numbers, cells, strict=True))


def _marks(number: str, row: Mapping[str, str]) -> Iterator[tuple[str, float]]:
    for label, allowed in LABELS.items():
        if row[label] not in allowed:
            raise InputError(f"row {number}: {label} is {row[label]!r}; it must be one of {', '.join(allowed)}")
        yield label, float(row[label])


def _placed(rows: _Rows, key: Key, name: str) -> dict[str, Places]:
    """Question -> {system: place}; empty where nobody ranked at all."""
    if name not in RANKINGS:
        raise InputError(f"no ranking {name!r}; there are {', '.join(RANKINGS)}")
    if not any(row[name] for row in rows.values()):
        return {}
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    size: defaultdict[str, int] = defaultdict(int)
    for number in rows:
        size[_group(number)] += 1
    for number, row in rows.items():
        allowed = [str(place) for place in range(1, size[_group(number)] + 1)]
        if row[name] not in allowed:
            raise InputError(f"row {number}: {name} is {row[name]!r}; it must be a place, one of {', '.join(allowed)}")
        found[_group(number)][key[number]] = int(row[name])
    return dict(found)


def _group(number: str) -> str:
    return number.rstrip(ascii_lowercase)
