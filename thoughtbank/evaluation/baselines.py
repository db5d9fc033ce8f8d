"""What a memory is held against: no memory, the whole history, and memories that keep summaries (`summaries.py`).

Their reader is the engine's: with a model, the same prompt over what they give. Without one they give no answers. Like the engine, they are
asked over what had been said when a question is asked, and over nothing said later.
"""

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Generic, TypeVar

from thoughtbank.evaluation.datasets.dialogues import Dialogue, Question
from thoughtbank.evaluation.summaries import Part, Summarizer, as_held
from thoughtbank.evaluation.ways import Answered, Found, Held, Way, show
from thoughtbank.language.words import count_tokens
from thoughtbank.ports import ChatModel, Embedder
from thoughtbank.recall.reply import cited, prompt
from thoughtbank.records.decisions import Recall, Row
from thoughtbank.records.memory import Memory
from thoughtbank.settings import AnswerSettings

Reader = Callable[[Question, Sequence[Held]], Answered | None]
"""Answers a question from memories, if there is somebody to read."""
Kept = TypeVar("Kept")
Keep = Callable[[Sequence[Sequence[Part]]], Kept]
"""From a dialogue's sessions to what is kept of it."""
Topic = tuple[Part, list[Part]]
"""Its summary, and all that was said of it."""
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class Reading:
    """The engine's prompt over any memories, put to a model."""

    def __init__(self, model: ChatModel, settings: AnswerSettings) -> None:
        self._model, self._settings = model, settings

    def __call__(self, question: Question, memories: Sequence[Held]) -> Answered:
        rows = tuple(_row(place, one) for place, one in enumerate(memories))
        whole = self._settings.model_copy(update={"context_tokens": sum(row.tokens + 50 for row in rows) + 100})
        asked = prompt(question.text, Recall(question.text, rows), (), whole, alone=not rows)
        began = time.perf_counter()
        text = self._model.chat(asked.messages).text
        return Answered(text, bool(cited(text, asked.rows)), time.perf_counter() - began)


def _row(place: int, one: Held) -> Row:
    memory = Memory(str(place), "turn", one.text, LONG_AGO, LONG_AGO, speaker=one.speaker, turns=one.turns, number=place)
    return Row(memory, 0.0, one.similarity, 0.0, {}, (), count_tokens(one.text))


class NoMemory:
    """Nothing is kept: the plain model (MECHANISMS, row 138)."""

    name = "no memory"

    def __init__(self, reader: Reader | None) -> None:
        self._reader = reader

    def remember(self, dialogue: Dialogue) -> None:
        """Does nothing."""

    def stored(self, dialogue: Dialogue) -> int:
        return 0

    def find(self, dialogue: Dialogue, question: Question) -> Found:
        return Found(answer=self._reader(question, ()) if self._reader else None)


class Memories(Generic[Kept]):
    """What is kept of each dialogue as of a moment: made when it is first asked for, and again only where more had been said."""

    def __init__(self, keep: Keep[Kept], summarizer: Summarizer) -> None:
        self._keep, self._summarizer = keep, summarizer
        self._made: dict[tuple[str, int], Kept] = {}

    def of(self, dialogue: Dialogue, moment: datetime | None = None) -> Kept:
        """As of a moment; of everything where it is None."""
        sessions = dialogue.sessions_until(moment)
        key = dialogue.name, sum(map(len, sessions))
        if key not in self._made:
            self._made[key] = self._keep([self._summarizer.parts(session) for session in sessions])
        return self._made[key]


class Unsearched:
    """Something is kept of a dialogue, and a reader is given all of it, in its own order: the whole history, or a summary."""

    def __init__(self, name: str, keep: Keep[list[Part]], summarizer: Summarizer, reader: Reader | None) -> None:
        self.name = name
        self._summarizer, self._reader = summarizer, reader
        self._kept = Memories(keep, summarizer)

    def remember(self, dialogue: Dialogue) -> None:
        self._kept.of(dialogue)

    def stored(self, dialogue: Dialogue) -> int:
        return sum(count_tokens(part.text) for part in self._kept.of(dialogue))

    def find(self, dialogue: Dialogue, question: Question) -> Found:
        query = self._summarizer.query(question.text)
        memories = tuple(as_held(part, query) for part in self._kept.of(dialogue, question.asked_at))
        return Found(memories, show(memories, None), self._reader(question, memories) if self._reader else None)


class Topics:
    """Topics are ranked by their summaries; what is read is all that was said of the first ones."""

    name = "topics (MemoChat)"

    def __init__(self, summarizer: Summarizer, reader: Reader | None, budget: int) -> None:
        self._summarizer, self._reader, self._budget = summarizer, reader, budget
        self._kept: Memories[list[Topic]] = Memories(summarizer.topics, summarizer)

    def remember(self, dialogue: Dialogue) -> None:
        self._kept.of(dialogue)

    def stored(self, dialogue: Dialogue) -> int:
        """Both: what was said, and the topics' summaries."""
        return sum(count_tokens(part.text) for summary, parts in self._kept.of(dialogue) for part in (summary, *parts))

    def find(self, dialogue: Dialogue, question: Question) -> Found:
        query = self._summarizer.query(question.text)
        ranked = sorted(self._kept.of(dialogue, question.asked_at), key=lambda topic: -float(topic[0].vector @ query))
        memories = tuple(
            Held(
                "\n".join(part.line for part in parts),
                tuple(turn for part in parts for turn in part.turns),
                float(summary.vector @ query),
            )
            for summary, parts in ranked
        )
        shown = show(memories, self._budget)
        read = [one for one in memories if shown.turns.issuperset(one.turns)]
        return Found(memories, shown, self._reader(question, read) if self._reader else None)


def baselines(embedder: Embedder, model: ChatModel | None, settings: AnswerSettings) -> list[Way]:
    """All that aren't the engine with another recall. With a model it writes the summaries and reads them."""
    summarizer = Summarizer(embedder, model)
    reader = Reading(model, settings) if model is not None else None
    return [
        Unsearched("full context", lambda sessions: [part for session in sessions for part in session], summarizer, reader),
        NoMemory(reader),
        Unsearched("rolling summary (Rsum)", summarizer.rolling, summarizer, reader),
        Topics(summarizer, reader, settings.context_tokens),
        Unsearched("compression (COMEDY)", summarizer.compressed, summarizer, reader),
    ]
