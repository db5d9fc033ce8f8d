"""Sets without questions: two people over several sessions. The next utterance is what is asked for.

The earlier sessions are the memory. Every turn of the last that follows another is a reference answer; the turn before it is the question, and
the session up to there is what was said just before. There is no evidence, so these sets measure answers. Who speaks twice in a row
has one turn. What is said to lie between two sessions becomes time by one closed table (`passed`), counted from the end of the
session before; the first begins at START, and a turn takes a second.

A conversation of a single session has nothing to remember and is left out.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby, pairwise

from thoughtbank.errors import InputError
from thoughtbank.evaluation.datasets.dialogues import Dialogue, Question
from thoughtbank.evaluation.datasets.reading import SECOND, START
from thoughtbank.records.conversation import Turn

GAPS: Mapping[str, timedelta] = {
    "start": timedelta(),
    "a few hours after": timedelta(hours=3),
    "a few days after": timedelta(days=3),
    "a few weeks after": timedelta(weeks=3),
    "a few months after": timedelta(days=90),
    "a couple of years after": timedelta(days=730),
}
"""Gaps in words, those of Conversation Chronicles. "A few" is three, a month 30 days and a year 365, here as below."""
_UNITS: Mapping[str, timedelta] = {
    "s": SECOND,
    "second": SECOND,
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "month": timedelta(days=30),
    "year": timedelta(days=365),
}
_MEASURED = re.compile(r"([0-9]+)(?:-([0-9]+))? ([a-z]+?)s?")


@dataclass(frozen=True, slots=True)
class Session:
    """What was said, as (speaker, text), and how long after the session before."""

    gap: timedelta
    said: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Conversation:
    """Two people's sessions in order. `drawn`: what is drawn together when figures are resampled."""

    name: str
    sessions: Sequence[Session]
    group: str = ""
    drawn: str = ""


def dialogues(conversations: Iterable[Conversation], where: str) -> list[Dialogue]:
    """Those of two sessions and more. Raises InputError where there is none."""
    found = [dialogue for conversation in conversations if (dialogue := _dialogue(conversation))]
    if not found:
        raise InputError(f"{where}: no conversation has two sessions, so there is nothing to remember")
    return found


def passed(text: str, where: str) -> timedelta:
    """The time a gap stands for: words of GAPS, or a number of units ("2 days", "1-2 hours" is the middle)."""
    plain = text.strip().lower()
    if plain in GAPS:
        return GAPS[plain]
    measured = _MEASURED.fullmatch(plain)
    if measured is None or measured[3] not in _UNITS:
        raise InputError(
            f"{where}: {text!r} is no time between sessions; there are {', '.join(GAPS)}, and numbers as in '2 days'"
        )
    low, high = int(measured[1]), int(measured[2] or measured[1])
    return (low + high) / 2 * _UNITS[measured[3]]


def _dialogue(conversation: Conversation) -> Dialogue | None:
    sessions = list(_sessions(conversation.sessions))
    if len(sessions) < 2:
        return None
    turns = [turn for _, session in sessions[:-1] for turn in session]
    number, last = sessions[-1]
    asked = [_question(conversation, number, last[: place + 1], answer) for place, (_, answer) in enumerate(pairwise(last))]
    return Dialogue(conversation.name, tuple(turns), {turn.key: turn.key for turn in turns if turn.key}, tuple(asked))


def _sessions(sessions: Sequence[Session]) -> Iterator[tuple[int, list[Turn]]]:
    """The number and the turns of every session in which something is said."""
    ended = START
    for number, session in enumerate(sessions, 1):
        began = ended + session.gap
        said = [(speaker, text) for speaker, text in session.said if text.strip()]
        turns = [
            Turn(
                " ".join(text.strip() for _, text in group),
                "participant",
                speaker=speaker,
                said_at=began + place * SECOND,
                session_id=f"session {number}",
                key=f"{number}:{place}",
            )
            for place, (speaker, group) in enumerate(groupby(said, lambda one: one[0]))
        ]
        ended = began + len(turns) * SECOND
        if turns:
            yield number, turns


def _question(conversation: Conversation, number: int, so_far: Sequence[Turn], answer: Turn) -> Question:
    *recent, before = so_far
    return Question(
        f"{conversation.name}/{len(so_far)}",
        before.text,
        category=f"session {number}",
        group=conversation.group,
        answer=answer.text,
        asked_at=before.said_at,
        recent=tuple(turn.text for turn in recent),
        session=number,
        conversation=conversation.drawn,
    )
