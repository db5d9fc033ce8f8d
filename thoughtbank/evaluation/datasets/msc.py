"""Multi-Session Chat (Xu et al. 2021, arXiv 2107.07567): two people who get to know each other over up to five sessions.

The form is that of ParlAI, msc_dialogue/session_N/valid.txt, JSON lines. A line of session N repeats the sessions before it, so each is a
conversation of its own; those of the same two people are drawn together. A session's time is how long after it the next one was, as
ParlAI's own reader takes it.
"""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from thoughtbank.evaluation.datasets.dialogues import Dialogue
from thoughtbank.evaluation.datasets.next_utterance import Conversation, Session, dialogues, passed
from thoughtbank.evaluation.datasets.reading import Piece, lines


class _Said(Piece):
    text: str


class _Earlier(Piece):
    dialog: list[_Said]
    time_num: int
    time_unit: str


class _Metadata(Piece):
    initial_data_id: str


class _Record(Piece):
    dialog: list[_Said]
    previous_dialogs: list[_Earlier]
    metadata: _Metadata


def read(files: Sequence[Path]) -> list[Dialogue]:
    """A dialogue a line. Files of summaries, which ParlAI keeps under the same names in msc_personasummary, are passed over."""
    chats = [file for file in files if "msc_personasummary" not in file.parts] or list(files)
    return [
        dialogue
        for file in chats
        for dialogue in dialogues((_conversation(record, str(file)) for record in lines(file, _Record)), str(file))
    ]


def _conversation(record: _Record, where: str) -> Conversation:
    pair = record.metadata.initial_data_id
    gaps = [passed(f"{one.time_num} {one.time_unit}", f"{where}: {pair}") for one in record.previous_dialogs]
    said = [*(one.dialog for one in record.previous_dialogs), record.dialog]
    sessions = [Session(gap, _alternating(session)) for gap, session in zip([timedelta(), *gaps], said, strict=True)]
    return Conversation(f"{pair}/session {len(sessions)}", sessions, drawn=pair)


def _alternating(said: Sequence[_Said]) -> list[tuple[str, str]]:
    return [(f"Speaker {place % 2 + 1}", one.text) for place, one in enumerate(said)]
