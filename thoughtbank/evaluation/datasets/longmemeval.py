"""LongMemEval (Wu et al. 2024, arXiv 2410.10813): 500 questions, each with a haystack of sessions of its own.

The form is that of xiaowu0162/LongMemEval, longmemeval_s.json and its like. A turn is the unit of evidence: those labelled has_answer, or every
turn of the answer sessions where none is. Sessions are put in the order of their dates, which the oracle file isn't in. Questions whose
id ends in _abs ask for what was never said, so they are apart from the set's figures.
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from thoughtbank.errors import InputError
from thoughtbank.evaluation.datasets.dialogues import Dialogue, Question
from thoughtbank.evaluation.datasets.reading import SECOND, Piece, document, moment
from thoughtbank.records.conversation import Role, Turn

_TIME = "%Y/%m/%d (%a) %H:%M"


class _Said(Piece):
    role: Role
    content: str
    has_answer: bool = False


class _Instance(Piece):
    question_id: str
    question_type: str
    question: str
    answer: str | int | float
    question_date: str
    haystack_dates: list[str]
    haystack_session_ids: list[str]
    haystack_sessions: list[list[_Said]]
    answer_session_ids: list[str]


def read(files: Sequence[Path]) -> list[Dialogue]:
    """A dialogue a question; the group is the file's part of the set ("s", "m", "oracle")."""
    return [
        _dialogue(instance, file.stem.removeprefix("longmemeval_"), f"{file}: {instance.question_id}")
        for file in files
        for instance in document(file, list[_Instance])
    ]


def _dialogue(instance: _Instance, part: str, where: str) -> Dialogue:
    turns: list[Turn] = []
    labelled: list[str] = []
    for number, (began, session, said) in enumerate(_haystack(instance, where)):
        for place, one in enumerate(said):
            # A session may stand in a haystack twice, so its id alone doesn't name a turn.
            key = f"{number}:{place}"
            turns.append(Turn(one.content, one.role, said_at=began + place * SECOND, session_id=session, key=key))
            labelled += [key] if one.has_answer else []
    spoken = [turn for turn in turns if turn.text.strip()]
    units = {turn.key: turn.key for turn in spoken if turn.key}
    evidence = labelled or [turn.key for turn in spoken if turn.key and turn.session_id in instance.answer_session_ids]
    question = _question(instance, frozenset(evidence), part, moment(instance.question_date, _TIME, where))
    return Dialogue(f"{part}/{instance.question_id}", tuple(spoken), units, (question,))


def _haystack(instance: _Instance, where: str) -> list[tuple[datetime, str, list[_Said]]]:
    dates, ids, sessions = instance.haystack_dates, instance.haystack_session_ids, instance.haystack_sessions
    if not len(dates) == len(ids) == len(sessions):
        raise InputError(f"{where}: {len(sessions)} sessions have {len(dates)} dates and {len(ids)} ids")
    began = [moment(date, _TIME, where) for date in dates]
    return sorted(zip(began, ids, sessions, strict=True), key=lambda session: session[0])


def _question(instance: _Instance, evidence: frozenset[str], part: str, asked_at: datetime) -> Question:
    answerable = not instance.question_id.endswith("_abs")
    return Question(
        f"{part}/{instance.question_id}",
        instance.question,
        evidence if answerable else frozenset(),
        instance.question_type if answerable else "abstention",
        part,
        answer=str(instance.answer),
        asked_at=asked_at,
        headline=answerable,
    )
