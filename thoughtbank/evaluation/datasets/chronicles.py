"""Conversation Chronicles (Jang et al. 2023, arXiv 2310.13420): five sessions of two people whose relationship is given.

The form is that of jihyoung/ConversationChronicles, an episode a record, as a JSON list or as JSON lines. Its gaps are words ("A few days
after").
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from thoughtbank.errors import InputError
from thoughtbank.evaluation.datasets.dialogues import Dialogue
from thoughtbank.evaluation.datasets.next_utterance import Conversation, Session, dialogues, passed
from thoughtbank.evaluation.datasets.reading import Piece, document, lines, text_of


class _Episode(Piece):
    dataID: str
    relationship: str
    time_interval: list[str]
    first_session_dialogue: list[str]
    first_session_speakers: list[str]
    second_session_dialogue: list[str]
    second_session_speakers: list[str]
    third_session_dialogue: list[str]
    third_session_speakers: list[str]
    fourth_session_dialogue: list[str]
    fourth_session_speakers: list[str]
    fifth_session_dialogue: list[str]
    fifth_session_speakers: list[str]

    @property
    def sessions(self) -> Iterator[tuple[list[str], list[str]]]:
        """Speakers and what they say, session by session."""
        yield self.first_session_speakers, self.first_session_dialogue
        yield self.second_session_speakers, self.second_session_dialogue
        yield self.third_session_speakers, self.third_session_dialogue
        yield self.fourth_session_speakers, self.fourth_session_dialogue
        yield self.fifth_session_speakers, self.fifth_session_dialogue


def read(files: Sequence[Path]) -> list[Dialogue]:
    """A dialogue an episode; the group is the relationship."""
    return [
        dialogue
        for file in files
        for dialogue in dialogues(
            (_conversation(episode, f"{file}: {episode.dataID}") for episode in _episodes(file)), str(file)
        )
    ]


def _episodes(file: Path) -> list[_Episode]:
    return document(file, list[_Episode]) if text_of(file).lstrip().startswith("[") else lines(file, _Episode)


def _conversation(episode: _Episode, where: str) -> Conversation:
    sessions = list(episode.sessions)
    if len(episode.time_interval) != len(sessions):
        raise InputError(f"{where}: time_interval has {len(episode.time_interval)} entries for {len(sessions)} sessions")
    if any(len(speakers) != len(said) for speakers, said in sessions):
        raise InputError(f"{where}: a session has more utterances than speakers, or fewer")
    told = [
        Session(passed(gap, where), list(zip(speakers, said, strict=True)))
        for gap, (speakers, said) in zip(episode.time_interval, sessions, strict=True)
    ]
    return Conversation(episode.dataID, told, episode.relationship)
