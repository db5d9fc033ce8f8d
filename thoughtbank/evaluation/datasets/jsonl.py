"""Your own questions: JSON lines of two kinds, in any order, of one user or of many.

A turn:     {"session": "monday", "id": "t1", "text": "I keep bees."}
            and, where known, "user", "role" (user, assistant, participant), "speaker" (a name; the role is then participant), "said_at"
A question: {"question": "What do I keep?", "evidence": ["t1"]}
            and, where known, "user", "category", "answer", "asked_at"

Times are ISO 8601, read as UTC where they have no offset. A turn without one is said a second after the turn before it, the first at START. A
question is asked of its own user's turns, and evidence are ids of those; lines without a user are all one user's. Every slip is an
error that names file and line: a measure on questions that were half read is worth nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from thoughtbank.errors import InputError
from thoughtbank.evaluation.datasets.dialogues import Dialogue, Question
from thoughtbank.evaluation.datasets.reading import SECOND, START, lines_of, shaped
from thoughtbank.language.words import is_blank
from thoughtbank.records.conversation import Role, Turn


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    user: str = "user"


class _Said(_Line):
    session: str
    id: str
    text: str
    role: Role | None = None
    speaker: str | None = None
    said_at: datetime | None = None


class _Asked(_Line):
    question: str
    evidence: list[str]
    category: str = ""
    answer: str | None = None
    asked_at: datetime | None = None


@dataclass
class _User:
    """What a file says of one user. A question comes with its place, for what can only be checked when all is read."""

    turns: list[Turn] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    asked: list[tuple[str, _Asked]] = field(default_factory=list)


def read(files: Sequence[Path]) -> list[Dialogue]:
    """A dialogue a user of a file."""
    return [_dialogue(f"{file.stem}/{name}", user) for file in files for name, user in _users(file).items()]


def _users(file: Path) -> dict[str, _User]:
    users: dict[str, _User] = {}
    for where, line in _parsed(file):
        user = users.setdefault(line.user, _User())
        if isinstance(line, _Asked):
            user.asked.append((where, line))
        elif line.id in user.ids:
            raise InputError(f"{where}: the turn {line.id!r} is there already; give each turn of a user an id of its own")
        else:
            user.ids.add(line.id)
            user.turns.append(_turn(line, user.turns))
    return users


def _parsed(file: Path) -> Iterator[tuple[str, _Said | _Asked]]:
    said, asked, either = TypeAdapter(_Said), TypeAdapter(_Asked), TypeAdapter(dict[str, object])
    for where, line in lines_of(file):
        fields = shaped(either, line, where, json=True)
        if ("question" in fields) == ("text" in fields):
            raise InputError(
                f'{where}: neither a turn {{"session", "id", "text", ...}} nor a question {{"question", "evidence", ...}}'
            )
        yield where, shaped(asked, line, where, json=True) if "question" in fields else shaped(said, line, where, json=True)


def _turn(line: _Said, earlier: Sequence[Turn]) -> Turn:
    last = earlier[-1].said_at if earlier else None
    at = _in_utc(line.said_at) or (START if last is None else last + SECOND)
    role = line.role or ("participant" if line.speaker else "user")
    return Turn(line.text, role, speaker=line.speaker, said_at=at, session_id=line.session, key=line.id)


def _in_utc(at: datetime | None) -> datetime | None:
    return at.replace(tzinfo=UTC) if at and at.tzinfo is None else at


def _dialogue(name: str, user: _User) -> Dialogue:
    asked = [_question(f"{name}/{place}", one, user, where) for place, (where, one) in enumerate(user.asked)]
    return Dialogue(name, tuple(user.turns), {id: id for id in user.ids}, tuple(asked))


def _question(name: str, one: _Asked, user: _User, where: str) -> Question:
    if not user.turns:
        raise InputError(f"{where}: there are no turns of the user {one.user!r} to ask of")
    if is_blank(one.question):
        raise InputError(f"{where}: the question is blank")
    evidence = frozenset(one.evidence)
    if unknown := sorted(evidence - user.ids):
        raise InputError(f"{where}: evidence names no turn of the user {one.user!r}: {', '.join(unknown)}")
    return Question(name, one.question, evidence, one.category, answer=one.answer, asked_at=_in_utc(one.asked_at))
