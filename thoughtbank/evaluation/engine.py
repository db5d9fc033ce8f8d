"""The shipped engine under measure: a bank as users open it, remembering session by session and asked as users ask.

What it promises is checked on the way, of what is recalled, shown and answered from: a row of another user, a row that came from what was said
after the question was asked, a turn that isn't as it was said, rows out of order end the evaluation with an error, since no figure of such an
engine means anything. Nothing that is asked is remembered.
"""

import math
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from thoughtbank.assemble import Thoughtbank
from thoughtbank.errors import EmbedderError, EvaluationError
from thoughtbank.evaluation.datasets.dialogues import Dialogue, Question
from thoughtbank.evaluation.retrieval import DEPTHS
from thoughtbank.evaluation.ways import DEPTH, Answered, Found, Held, Shown
from thoughtbank.language.words import clean, count_tokens
from thoughtbank.recall.context import lay_out
from thoughtbank.records.conversation import Turn
from thoughtbank.records.decisions import Receipt, Row
from thoughtbank.records.memory import Kind

AFTERWARDS = timedelta(days=1)
"""After the last turn, when a question without a time of its own is asked."""


def _by_then(asked_at: datetime | None) -> dict[str, Any]:
    """The filter of what had been said when a question was asked, whatever time it speaks of."""
    return {"until": asked_at + timedelta(microseconds=1)} if asked_at else {}


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = datetime(2000, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


class Remembered:
    """What the bank's ids stand for: turns, by user. Shared by all ways that read one store."""

    def __init__(self, bank: Thoughtbank, clock: Clock) -> None:
        self.bank, self.clock = bank, clock
        self.turns: dict[str, dict[str, Turn]] = {}
        self.remarks: dict[str, Counter[str]] = {}
        self.seconds: dict[str, list[float]] = {}
        """Of each turn, by user."""

    def remember(self, dialogue: Dialogue) -> None:
        """All sessions in order, at the times they were held. Raises EmbedderError where a turn gets no vector."""
        if dialogue.name in self.turns:
            return
        turns: dict[str, Turn] = {}
        remarks, seconds = self.remarks.setdefault(dialogue.name, Counter()), self.seconds.setdefault(dialogue.name, [])
        for session in dialogue.sessions:
            self.clock.now = max(turn.said_at for turn in session if turn.said_at is not None)
            began = time.perf_counter()
            receipts = self.bank.remember(session, user_id=dialogue.name)
            seconds += [(time.perf_counter() - began) / len(session)] * len(session)
            for turn, receipt in zip(session, receipts, strict=True):
                if receipt.id is not None and turn.key is not None:
                    turns[receipt.id] = turn
                remarks.update(self._remarks(dialogue.name, receipt))
        self.turns[dialogue.name] = turns

    def _remarks(self, user: str, receipt: Receipt) -> list[str]:
        if receipt.id is None:
            return [f"refused: {receipt.reason}"]
        if receipt.outcome != "pending":
            return []
        if self.bank.get(receipt.id, user_id=user).pending:
            raise EmbedderError(f"a turn could not be embedded: {receipt.reason}")
        return [f"not thought about: {receipt.reason}"]


class Engine:
    """A way by a bank that reads what another one remembered. A `baseline` is looked at no deeper than its figures need, and isn't timed."""

    def __init__(self, name: str, bank: Thoughtbank, remembered: Remembered, *, baseline: bool = False) -> None:
        self.name = name
        self._bank, self._remembered, self._baseline = bank, remembered, baseline

    def remember(self, dialogue: Dialogue) -> None:
        self._remembered.remember(dialogue)

    def stored(self, dialogue: Dialogue) -> int:
        """Tokens of all that is current and may be recalled: turns and what was made of them, or where only that is recalled, thoughts."""
        total, cursor = 0, None
        kind: Kind | None = "thought" if self._bank.settings.recall.paths in (("graph",), ("thoughts",)) else None
        while True:
            page = self._bank.list(user_id=dialogue.name, limit=1000, cursor=cursor, kind=kind)
            total += sum(count_tokens(memory.text) for memory in page)
            if (cursor := page.next) is None:
                return total

    def find(self, dialogue: Dialogue, question: Question) -> Found:
        self._remembered.clock.now = question.asked_at or _end(dialogue) + AFTERWARDS
        asking: dict[str, Any] = {"user_id": dialogue.name} | _by_then(question.asked_at)
        deep = self._bank.recall(question.text, k=needed(dialogue) if self._baseline else DEPTH, **asking)
        seconds = None if self._baseline else self._timed(question.text, asking)
        tokens, told = self._shown(question.text, deep.rows, asking)
        began = time.perf_counter()
        answer = self._bank.answer(question.text, remember=False, **asking)
        answered = Answered(answer.text, answer.known, time.perf_counter() - began)
        turns = self._remembered.turns[dialogue.name]
        check(question, (*deep.rows, *told, *answer.rows), turns)
        check_order(question, deep.rows)
        held = tuple(Held(row.text, came_from(row, turns), row.similarity) for row in deep.rows)
        shown = frozenset(key for row in told for key in came_from(row, turns))
        return Found(held, Shown(tokens, shown), answered, seconds)

    def _shown(self, query: str, deep: Sequence[Row], asking: Mapping[str, Any]) -> tuple[int, Sequence[Row]]:
        """A context's tokens and rows; of a baseline laid out of the rows that are there already, as `context` does it."""
        if self._baseline:
            _, rows, tokens = lay_out(deep[: max(DEPTHS)], self._bank.settings.answer.context_tokens)
            return tokens, rows
        context = self._bank.context(query, **asking)
        return context.tokens, context.rows

    def _timed(self, query: str, asking: Mapping[str, Any]) -> tuple[float, float]:
        """A recall as shipped; its vector is known by now."""
        began, worked = time.perf_counter(), time.thread_time()
        self._bank.recall(query, **asking)
        return time.perf_counter() - began, time.thread_time() - worked


def needed(dialogue: Dialogue) -> int:
    """Rows that may be needed for the deepest figure, where each unit of evidence has so many turns."""
    units = len(set(dialogue.units.values())) or 1
    return min(DEPTH, max(DEPTHS) * math.ceil(len(dialogue.units) / units))


def check(question: Question, rows: Sequence[Row], turns: Mapping[str, Turn]) -> None:
    """Raises EvaluationError for rows that no engine may give; `turns` are all that was said, by the bank's ids."""
    for row in rows:
        if not row.turns or any(turn not in turns for turn in row.turns):
            raise EvaluationError(
                f"question {question.id}: memory {row.id} isn't of this user, or came from no turn of this user"
            )
        if row.memory.kind == "turn" and (row.turns != (row.id,) or row.text != clean(turns[row.id].text)[0]):
            raise EvaluationError(f"question {question.id}: memory {row.id} is a turn, but not as it was said")
        latest = max(row.said_at, *(_said_at(turns[turn]) for turn in row.turns))
        if question.asked_at is not None and latest > question.asked_at:
            raise EvaluationError(
                f"question {question.id}, asked at {question.asked_at}: memory {row.id} was said later, at {latest}"
            )


def check_order(question: Question, rows: Sequence[Row]) -> None:
    """Raises EvaluationError for rows that don't stand by their scores."""
    scores = [row.score for row in rows]
    if scores != sorted(scores, reverse=True):
        raise EvaluationError(f"question {question.id}: its rows don't stand in the order of their scores")


def came_from(row: Row, turns: Mapping[str, Turn]) -> tuple[str, ...]:
    """Keys of the turns that a row came from, as they were said: in what order the engine names them counts for nothing."""
    said = sorted((turns[turn] for turn in row.turns), key=_said_at)
    return tuple(turn.key for turn in said if turn.key is not None)


def _said_at(turn: Turn) -> datetime:
    assert turn.said_at is not None  # every set gives each turn a time
    return turn.said_at


def _end(dialogue: Dialogue) -> datetime:
    return max((turn.said_at for turn in dialogue.turns if turn.said_at is not None), default=datetime(2000, 1, 1, tzinfo=UTC))
