"""Small sets in languages no public set has: one user, a few sessions, an exchange the unit of evidence.

A file: {user, lang, sessions: [{date, turns: [{id, query, response, supersedes}]}], questions: [{question, evidence, answer, kind}]}. `supersedes`
names the exchange that no longer holds. A question that can't be answered is apart from the set's figures.
"""

from collections.abc import Sequence
from pathlib import Path

from thoughtbank.errors import InputError
from thoughtbank.evaluation.datasets.dialogues import Dialogue, Question
from thoughtbank.evaluation.datasets.reading import SECOND, Piece, document, moment, no_earlier
from thoughtbank.records.conversation import Turn


class _Exchange(Piece):
    id: str
    query: str
    response: str
    supersedes: str | None = None


class _Session(Piece):
    date: str
    turns: list[_Exchange]


class _Asked(Piece):
    question: str
    kind: str
    evidence: list[str]
    answer: str | None = None


class _User(Piece):
    lang: str
    sessions: list[_Session]
    questions: list[_Asked]


def read(files: Sequence[Path]) -> list[Dialogue]:
    """A dialogue a file, under the file's name."""
    return [_dialogue(document(file, _User), file) for file in files]


def _dialogue(user: _User, file: Path) -> Dialogue:
    exchanges = [(session.date, exchange) for session in user.sessions for exchange in session.turns]
    units = {exchange.id + half: exchange.id for _, exchange in exchanges for half in ("u", "a")}
    old = {exchange.id: exchange.supersedes for _, exchange in exchanges if exchange.supersedes}
    asked = [_question(f"{file.stem}/{place}", one, user.lang, old) for place, one in enumerate(user.questions)]
    if unknown := {id for one in asked for id in one.evidence | one.stale} - set(units.values()):
        raise InputError(f"{file}: evidence names no exchange: {', '.join(sorted(unknown))}")
    return Dialogue(file.stem, tuple(_turns(exchanges, str(file))), units, tuple(asked))


def _turns(exchanges: Sequence[tuple[str, _Exchange]], where: str) -> list[Turn]:
    turns: list[Turn] = []
    last = None
    for date, exchange in exchanges:
        asked_at = no_earlier(moment(date, "%Y-%m-%d", where), last)
        last = asked_at + SECOND
        turns += [
            Turn(exchange.query, "user", said_at=asked_at, session_id=date, key=f"{exchange.id}u"),
            Turn(exchange.response, "assistant", said_at=last, session_id=date, key=f"{exchange.id}a"),
        ]
    return turns


def _question(name: str, one: _Asked, language: str, old: dict[str, str]) -> Question:
    evidence = frozenset(one.evidence)
    return Question(
        name,
        one.question,
        evidence,
        one.kind,
        language,
        answer=one.answer,
        headline=one.kind != "unanswerable",
        stale=frozenset(old[id] for id in evidence if id in old) - evidence,
    )
