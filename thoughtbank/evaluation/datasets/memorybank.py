"""MemoryBank's evaluation data (Zhong et al. 2023, arXiv 2305.10250), the GVD of the TiM paper: a user and an assistant over ten days.

The form is that of zhongwanjun/MemoryBank-SiliconFriend, eval_data, beside which stand labels, one question a line: user, question, kind, answerable,
evidence (a day and the place of an exchange in it, from 0), and where something changed the stale ones. An exchange is the unit of evidence; its two turns are the halves of it. A
question that can't be answered is apart from the set's figures.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path

from thoughtbank.errors import InputError
from thoughtbank.evaluation.datasets.dialogues import Dialogue, Question
from thoughtbank.evaluation.datasets.reading import Piece, document, lines, moment
from thoughtbank.records.conversation import Turn

BANK, LABELS = "memory_bank_{}.json", "evidence_labels_{}.jsonl"
"""Names of the two files of a language."""


class _Exchange(Piece):
    query: str
    response: str


class _User(Piece):
    history: dict[str, list[_Exchange]]


class _Evidence(Piece):
    date: str
    turn: int


class _Label(Piece):
    user: str
    question: str
    kind: str
    answerable: bool
    evidence: list[_Evidence]
    stale: list[_Evidence] = []
    answer_en: str | None = None
    answer: str | None = None


def read(files: Sequence[Path]) -> list[Dialogue]:
    """The dialogues of every language whose two files are there: the banks' files are given, their labels stand beside them."""
    return [dialogue for file in files for dialogue in _of_language(file)]


def beside(file: Path) -> list[Path]:
    """The labels of a bank's file."""
    return [file.with_name(LABELS.format(_language(file)))]


def _language(file: Path) -> str:
    prefix, _, ending = BANK.partition("{}")
    if not (file.name.startswith(prefix) and file.name.endswith(ending)):
        raise InputError(f"{file} must be named {BANK.format('LANGUAGE')}, with {LABELS.format('LANGUAGE')} beside it")
    return file.name[len(prefix) : -len(ending)]


def _of_language(file: Path) -> list[Dialogue]:
    language = _language(file)
    labels = lines(beside(file)[0], _Label)
    return [
        _dialogue(user, record, [label for label in labels if label.user.strip() == user.strip()], language, f"{file}: {user}")
        for user, record in document(file, dict[str, _User]).items()
    ]


def _dialogue(user: str, record: _User, labels: Sequence[_Label], language: str, where: str) -> Dialogue:
    turns: list[Turn] = []
    units: dict[str, str] = {}
    for day, exchanges in ((day.strip(), exchanges) for day, exchanges in record.history.items()):
        began = moment(day, "%Y-%m-%d", where)
        for place, exchange in enumerate(exchanges):
            at = began + timedelta(seconds=2 * place)
            unit = f"{day}#{place}"
            turns += [
                Turn(exchange.query, role="user", said_at=at, session_id=day, key=f"{unit}u"),
                Turn(exchange.response, role="assistant", said_at=at + timedelta(seconds=1), session_id=day, key=f"{unit}a"),
            ]
            units |= {f"{unit}u": unit, f"{unit}a": unit}
    name = f"{language}/{user.strip()}"
    asked = [_question(f"{name}/{place}", label, units, language) for place, label in enumerate(labels)]
    return Dialogue(name, tuple(turns), units, tuple(asked))


def _question(name: str, label: _Label, units: Mapping[str, str], language: str) -> Question:
    known = frozenset(units.values())
    return Question(
        name,
        label.question,
        known & _units(label.evidence) if label.answerable else frozenset(),
        label.kind,
        group=language,
        answer=label.answer or (label.answer_en if language == "en" else None),
        headline=label.answerable,
        stale=known & _units(label.stale),
    )


def _units(places: Sequence[_Evidence]) -> frozenset[str]:
    return frozenset(f"{one.date.strip()}#{one.turn}" for one in places)
