"""GapChat (Zhang et al. 2023, arXiv 2310.15415): two people's sessions with gaps from minutes to months between them.

The set lies about in two forms, both read here. In one a conversation is {"sessions": [[{"speaker", "text"}]], "gap": [...]}; its gaps stand between
sessions, once or once for each of the two people, and what neither says (a note of the interface) isn't part of it. In the other a
conversation is a list of {"gaps": "2 days", "sessions": [{"text"}]}, the gap before the session, and the two take turns.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from thoughtbank.errors import InputError
from thoughtbank.evaluation.datasets.dialogues import Dialogue
from thoughtbank.evaluation.datasets.next_utterance import Conversation, Session, dialogues, passed
from thoughtbank.evaluation.datasets.reading import Piece, document, shaped

_PEOPLE = ("speaker_1", "speaker_2")


class _Said(Piece):
    text: str
    speaker: str


class _Whole(Piece):
    sessions: list[list[_Said]]
    gap: list[str]


class _Uttered(Piece):
    text: str


class _Part(Piece):
    gaps: str
    sessions: list[_Uttered]


def read(files: Sequence[Path]) -> list[Dialogue]:
    """A dialogue a conversation."""
    return [dialogue for file in files for dialogue in dialogues(_conversations(file), str(file))]


def _conversations(file: Path) -> list[Conversation]:
    whole, parts = TypeAdapter(_Whole), TypeAdapter(list[_Part])
    told = []
    for number, given in enumerate(document(file, list[Any])):
        where = f"{file}: {number}"
        in_parts = isinstance(given, list)
        sessions = _parts(shaped(parts, given, where), where) if in_parts else _whole(shaped(whole, given, where), where)
        told.append(Conversation(f"{file.parent.name}/{number}", sessions))
    return told


def _whole(told: _Whole, where: str) -> list[Session]:
    between = len(told.sessions) - 1
    gaps = told.gap if len(told.gap) == between else told.gap[::2]
    if len(gaps) != between:
        raise InputError(
            f"{where}: {len(told.gap)} gaps for {len(told.sessions)} sessions; there is one between two, or two the same"
        )
    return [
        Session(passed(gap, where), [(one.speaker, one.text) for one in session if one.speaker in _PEOPLE])
        for gap, session in zip(["start", *gaps], told.sessions, strict=True)
    ]


def _parts(told: list[_Part], where: str) -> list[Session]:
    return [
        Session(passed(part.gaps, where), [(_PEOPLE[place % 2], one.text) for place, one in enumerate(part.sessions)])
        for part in told
    ]
