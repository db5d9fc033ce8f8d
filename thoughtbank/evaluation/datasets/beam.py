"""BEAM (Tavakoli et al. 2025, arXiv 2510.27246): long chats with an assistant, and two questions for each of ten abilities.

The form is that of mohammadtavakoli78/BEAM, a chat's messages and its probing questions in one file. A message is the unit of evidence. The
batches of a chat are its sessions; a message's time anchor gives the day and holds until the next one, and START is the day of a chat without.
Evidence is the message ids as labelled, flat or by role ("original_info", "updated_info"): both sides of a change are evidence, since the
set's answers name both. Abstention asks for what was never said, so it is apart from the set's figures.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from thoughtbank.evaluation.datasets.dialogues import Dialogue, Question
from thoughtbank.evaluation.datasets.reading import START, Piece, document, moment, no_earlier
from thoughtbank.records.conversation import Turn

_MARK = re.compile(r"\s*->->\s*[0-9]+,\s*(?:[0-9]+(?:,\s*[0-9]+)*|N/A)\)?\s*$")
"""What the set's generator left at the end of messages: "->-> 1,13"."""


class _Message(Piece):
    id: int
    role: Literal["user", "assistant"]
    content: str
    time_anchor: str | None = None


class _Batch(Piece):
    batch_number: int
    turns: list[list[_Message]]


class _Asked(Piece):
    question: str
    source_chat_ids: Any = None
    answer: str | None = None
    ideal_answer: str | None = None
    ideal_response: str | None = None
    ideal_summary: str | None = None
    expected_compliance: str | None = None

    @property
    def reference(self) -> str | None:
        """The answer under the name its ability gives it; for instructions and preferences, what it has to keep to."""
        return self.answer or self.ideal_answer or self.ideal_response or self.ideal_summary or self.expected_compliance


class _Topic(Piece):
    category: str = ""


class _Chat(Piece):
    topic: _Topic = _Topic()
    chat: list[_Batch]
    probing_questions: dict[str, list[_Asked]]


def read(files: Sequence[Path]) -> list[Dialogue]:
    """A dialogue a file, under the file's name."""
    return [_dialogue(document(file, _Chat), file) for file in files]


def _dialogue(chat: _Chat, file: Path) -> Dialogue:
    turns = _turns(chat.chat, str(file))
    units = {turn.key: turn.key for turn in turns if turn.key}
    asked = [
        _question(f"{file.stem}/{ability}/{place}", one, ability, chat.topic.category, units)
        for ability, questions in chat.probing_questions.items()
        for place, one in enumerate(questions)
    ]
    return Dialogue(file.stem, tuple(turns), units, tuple(asked))


def _turns(batches: Sequence[_Batch], where: str) -> list[Turn]:
    turns: list[Turn] = []
    day, last = START, None
    for batch in batches:
        for said in (said for exchange in batch.turns for said in exchange):
            if said.time_anchor:
                day = moment(said.time_anchor, "%B-%d-%Y", f"{where}: message {said.id}")
            last = no_earlier(day, last)
            text = _MARK.sub("", said.content)
            turns.append(Turn(text, said.role, said_at=last, session_id=f"batch {batch.batch_number}", key=str(said.id)))
    return turns


def _question(name: str, one: _Asked, ability: str, group: str, units: Mapping[str, str]) -> Question:
    answerable = ability != "abstention"
    evidence = {str(id) for id in _leaves(one.source_chat_ids)} if answerable else set()
    return Question(
        name, one.question, frozenset(evidence & units.keys()), ability, group, answer=one.reference, headline=answerable
    )


def _leaves(given: Any) -> Iterator[int]:
    """The ids in a list, in lists within it, or in a mapping of lists."""
    if isinstance(given, Mapping):
        given = list(given.values())
    if isinstance(given, list):
        for part in given:
            yield from _leaves(part)
    elif isinstance(given, int):
        yield given
