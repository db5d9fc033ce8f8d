"""Memora (geniesinc/Memora): weeks and months of one persona's sessions, where things are added, changed and deleted, among small talk.

A persona's folder holds sessions.jsonl and evaluation_questions.json; it is one dialogue, and a session is the unit of evidence. A question is
asked at the end of its day: the last sessions are of that day.

What the set calls forgetting evidence are the sessions that delete or change something. What must not be shown any more is what was said before:
`stale` are the earlier sessions that state the forgotten value. Documents (a proposal, an e-mail) are named by their history, every session
that touched them; such a session states what holds and what doesn't, so it is neither evidence nor stale, and these questions are counted
apart.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

from thoughtbank.evaluation.datasets.dialogues import Dialogue, Question
from thoughtbank.evaluation.datasets.reading import SECOND, Piece, document, lines, moment, no_earlier
from thoughtbank.records.conversation import Role, Turn

SESSIONS, QUESTIONS = "sessions.jsonl", "evaluation_questions.json"
"""Names of a persona's two files."""

_ROLES: Mapping[str, Role] = {"user_agent": "user", "ai_agent": "assistant"}


class _Said(Piece):
    turn: int
    speaker: Literal["user_agent", "ai_agent"]
    message: str


class _Session(Piece):
    session_id: int
    date: str
    operation: str | None
    operation_details: dict[str, Any]
    conversation: list[_Said]


class _Forgotten(Piece):
    session_id: int
    value: str | int | float | None = None
    field: str | None = None


class _Forgetting(Piece):
    forgotten_items: list[_Forgotten] = []


class _Asked(Piece):
    question_id: str
    question: str
    question_date: str
    memory_evidence: dict[str, Any]
    forgetting_evidence: _Forgetting = _Forgetting()


class _Questions(Piece):
    questions: dict[str, list[_Asked]]


def beside(file: Path) -> list[Path]:
    """The questions of a persona's sessions."""
    return [file.with_name(QUESTIONS)]


def read(files: Sequence[Path]) -> list[Dialogue]:
    """A dialogue a persona, named by its two folders ("weekly/content_writer"); `files` are their sessions."""
    return [_persona(file.resolve()) for file in files]


def _persona(file: Path) -> Dialogue:
    group, persona = file.parts[-3:-1]
    sessions = lines(file, _Session)
    turns = _turns(sessions, str(file))
    units = {turn.key: turn.session_id for turn in turns if turn.key and turn.session_id}
    beside = file.with_name(QUESTIONS)
    asked = [
        _question(f"{group}/{persona}", one, kind, group, sessions, f"{beside}: {one.question_id}")
        for kind, questions in document(beside, _Questions).questions.items()
        for one in questions
    ]
    return Dialogue(f"{group}/{persona}", tuple(turns), units, tuple(asked))


def _turns(sessions: Sequence[_Session], where: str) -> list[Turn]:
    turns: list[Turn] = []
    last = None
    for session in sessions:
        unit = str(session.session_id)
        day = moment(session.date, "%Y-%m-%d", f"{where}: session {unit}")
        for said in session.conversation:
            last = no_earlier(day, last)
            turns.append(Turn(said.message, _ROLES[said.speaker], said_at=last, session_id=unit, key=f"{unit}:{said.turn}"))
    return turns


def _question(name: str, one: _Asked, kind: str, group: str, sessions: Sequence[_Session], where: str) -> Question:
    known = {str(session.session_id) for session in sessions}
    evidence = known & {str(id) for id in _session_ids(one.memory_evidence)}
    stale = {id for item in one.forgetting_evidence.forgotten_items for id in _stated(item, sessions)}
    return Question(
        f"{name}/{one.question_id}",
        one.question,
        frozenset(evidence),
        kind,
        group,
        asked_at=moment(one.question_date, "%Y-%m-%d", where) + timedelta(days=1) - SECOND,
        stale=frozenset(stale - evidence),
    )


def _session_ids(given: Any) -> Iterator[int]:
    """Every `session_id` within, whatever the kind of question calls what lies around it."""
    if isinstance(given, dict):
        if isinstance(given.get("session_id"), int):
            yield given["session_id"]
        given = list(given.values())
    if isinstance(given, list):
        for part in given:
            yield from _session_ids(part)


def _stated(item: _Forgotten, sessions: Sequence[_Session]) -> Iterator[str]:
    """The sessions before the forgetting that add the value or change something to it."""
    if item.value is None or item.field:
        return
    for session in sessions:
        if session.session_id == item.session_id:
            return
        if session.operation in ("add", "update") and str(item.value) in _values(session.operation_details):
            yield str(session.session_id)


def _values(given: Any) -> Iterator[str]:
    """What an operation states: every value but those it does away with ("old_item")."""
    if isinstance(given, dict):
        given = [value for key, value in given.items() if not key.startswith("old_")]
    if isinstance(given, list):
        for part in given:
            yield from _values(part)
    elif given is not None:
        yield str(given)
