"""What became of things, and why: receipts of what was offered, rows of what was recalled, answers, reports."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from thoughtbank.language.proposition import Fragment
from thoughtbank.language.times import day_words, ordinal
from thoughtbank.records.conversation import Role
from thoughtbank.records.gain import Gain
from thoughtbank.records.memory import Kind, Memory

Outcome = Literal["stored", "merged", "skipped", "pending", "refused"]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of one thing offered.

    stored: kept, indexed and thought about. pending: kept and found by its words; its vector or its thoughts are still to come. merged: an equal note was there.
    skipped: this idempotency key was stored before; or the turn brought too little to be found by itself (`gain`): kept, and found with its neighbours. refused: not kept; `reason` says why. `id` is the memory's id, for skipped
    and merged that of the one already there, None when refused. `notes` say what was changed on the way in.
    """

    outcome: Outcome
    id: str | None
    reason: str | None = None
    notes: tuple[str, ...] = ()
    thoughts: tuple[str, ...] = ()
    """Ids of the thoughts made of it by this call."""
    gain: Gain | None = None
    """Of a turn: how much it brought, and why."""
    refused: tuple[str, ...] = ()
    """What a model offered of it in this call and wasn't taken, each with the reason; of an exchange in the receipt of its first turn."""


@dataclass(frozen=True, slots=True)
class GainPage:
    """A part of the turns that were judged, each with its gain. `next` is the cursor of the following page, None at the end."""

    items: tuple[tuple[Memory, Gain], ...]
    next: str | None = None

    def __iter__(self) -> Iterator[tuple[Memory, Gain]]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Fragmented:
    """What a message was broken into. `by`: the rules or the model that did it. `reason`: why it couldn't be read; None if all went well, nothing found
    included. `refused`: what could not be used, each with its reason.
    """

    found: tuple[Fragment, ...]
    by: str
    reason: str | None = None
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Filter:
    """Which memories a query may see. It applies before anything is ranked. None means all.

    since/until: `said_at` in [since, until). as_of: what held at that time. known_at: what had been recorded by then.
    """

    session_id: str | None = None
    agent_id: str | None = None
    speaker: str | None = None
    role: Role | None = None
    kind: Kind | None = None
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None


_MADE = {"note": "written", "thought": "thought of what was said"}
"""How a memory that nobody said came about."""


@dataclass(frozen=True, slots=True)
class Shared:
    """An argument by which a memory was found: what the question is about, what the memory is about, and the cosine of both, 1 where they are equal. `alias`:
    what the cosine is of instead, where that is another name of what the memory is about.
    """

    asked: str
    held: str
    likeness: float
    alias: str | None = None

    def __str__(self) -> str:
        if self.alias is not None:
            named = f"{self.held} for {self.alias}"
            return named if self.asked == self.alias else f"{named}, for {self.asked} ({self.likeness:.2f})"
        return self.held if self.asked == self.held else f"{self.held} for {self.asked} ({self.likeness:.2f})"


@dataclass(frozen=True, slots=True)
class Row:
    """One recalled memory: what it says, how it was found, and why it is here.

    `score` in [0, 1], higher is better, comparable within one recall only. `similarity` is the cosine of query and memory, None
    without a vector. `ranks` gives the place in each path, from 1. `words` are the query's terms found in it or the turns before it, and
    `coverage` in [0, 1] their share of the query's words by weight (idf).
    """

    memory: Memory
    score: float
    similarity: float | None
    coverage: float
    ranks: dict[str, int]
    words: tuple[str, ...]
    tokens: int
    through: tuple[Shared, ...] = ()
    """The arguments that join it with the question."""

    @property
    def why(self) -> str:
        """In one sentence: "shares support, group (1st by words); likeness of meaning 0.86 (3rd by meaning); said by Caroline on 8 May 2023"."""
        reasons = []
        if self.words:
            shown = ", ".join(self.words[:5]) + (", …" if len(self.words) > 5 else "")
            reasons.append(f"shares {shown}{self._place('lexical', 'by words')}")
        if self.through:
            about = ", ".join(map(str, self.through[:4])) + (", …" if len(self.through) > 4 else "")
            reasons.append(f"is about {about}{self._place('graph', 'by what it is about')}")
        if self.similarity is not None:
            place = self._place("dense", "by meaning") or self._place("thoughts", "in its group")
            reasons.append(f"likeness of meaning {self.similarity:.2f}{place}")
        if not reasons:
            reasons.append("stands beside a match in its session")
        memory = self.memory
        said = _MADE.get(memory.kind) or f"said by {memory.speaker or memory.role}"
        end = "" if memory.last_day is None else f"; held until {day_words(memory.last_day, 'en')}"
        return f"{'; '.join(reasons)}; {said} on {day_words(memory.said_at, 'en')}{end}"

    def _place(self, path: str, by: str) -> str:
        return f" ({ordinal(self.ranks[path])} {by})" if path in self.ranks else ""

    @property
    def id(self) -> str:
        return self.memory.id

    @property
    def text(self) -> str:
        return self.memory.text

    @property
    def kind(self) -> Kind:
        return self.memory.kind

    @property
    def turns(self) -> tuple[str, ...]:
        """Ids of the turns this memory came from."""
        return self.memory.turns

    @property
    def said_at(self) -> datetime:
        return self.memory.said_at


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a trace: which step ran, what it saw, what it decided."""

    name: str
    saw: str
    decided: str


@dataclass(frozen=True, slots=True)
class Recall:
    """The rows of one recall, best first. `cut` counts rows left out for the token budget.

    `usual`: the median cosine of the query with everything it may see, None where it wasn't asked for or there are no vectors; `seen`: how
    many that is.
    """

    query: str
    rows: tuple[Row, ...] = ()
    cut: int = 0
    usual: float | None = None
    seen: int = 0
    hidden: int = 0
    """Turns of little gain that weren't ranked by themselves."""
    log: bool = False
    """Whether the whole log was searched, turns of little gain too, since nothing else answered."""
    trace: tuple[Step, ...] = ()

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: int) -> Row:
        return self.rows[place]


@dataclass(frozen=True, slots=True)
class Context:
    """Memories laid out for a prompt: dated, quoted, fenced. `tokens` is an estimate (language.words.count_tokens)."""

    text: str
    rows: tuple[Row, ...]
    tokens: int
    cut: int = 0

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Window:
    """The last turns of a session that fit a budget, in order of time. `tokens` is an estimate; `cut` counts those that were left out."""

    turns: tuple[Memory, ...] = ()
    tokens: int = 0
    cut: int = 0

    def __iter__(self) -> Iterator[Memory]:
        return iter(self.turns)

    def __len__(self) -> int:
        return len(self.turns)


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply and what it rests on.

    `by` is `quotes` (no model: memories as stored, in a frame) or the model's name. `rows` are the memories it used, `numbers` those under
    which a model's reply cites them. `known` says whether there are any: without a model that the memories were near enough to be quoted,
    with one that its reply rests on memories it cites. A model that answers without citing, right or wrong, counts as not known. `note`
    says what went wrong on the way, if anything. `receipts`: what became of question and reply.
    """

    text: str
    known: bool
    rows: tuple[Row, ...]
    by: str
    numbers: tuple[int, ...] = ()
    note: str | None = None
    receipts: tuple[Receipt, ...] = ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What became of each line of an import (blank lines don't count). lines == stored + already + len(refused) + headers + changes + aliases."""

    lines: int = 0
    headers: int = 0
    stored: int = 0
    already: int = 0
    pending: int = 0
    """Of the stored: those whose vector is still to come."""
    unthought: int = 0
    """Of the stored: turns that wait to be thought about, by `work`."""
    changes: int = 0
    """Lines that record what happened to thoughts."""
    aliases: int = 0
    """Lines that say who is who."""
    updated: int = 0
    """Of the already there: thoughts that ended, or rest on further turns, as the lines say."""
    kept: int = 0
    """Of the already there: thoughts that stay as they are, since what happened to them here is later than what the lines know."""
    merged: int = 0
    """Thoughts that say what another one here says, and were merged into the one that was there first."""
    undated: int = 0
    """Of the stored: messages that had no time and got that of the import."""
    refused: tuple[tuple[int, str], ...] = ()
    """(line number from 1, reason) of each line that could not be used."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of a check-up: what was looked at, whether it is well, and what to do if not."""

    what: str
    well: bool
    detail: str
    mend: str | None = None


__all__ = [
    "Answer", "Context", "Filter", "Finding", "GainPage", "ImportReport", "Memory", "Outcome", "Recall", "Receipt", "Row", "Shared", "Step",
]  # fmt: skip
