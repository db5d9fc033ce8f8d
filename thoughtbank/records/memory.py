"""What is kept: memories, and the drafts they are written from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Literal, get_args

from thoughtbank.language.proposition import Argument, Mood, shown
from thoughtbank.records.conversation import Part, Role
from thoughtbank.records.gain import Gain

Kind = Literal["turn", "note", "thought"]
"""`turn`: a message. `note`: one statement given by `add`, kept as given. `thought`: what was inferred from turns, as a proposition, mostly a relation triple, and a
sentence that says it."""
KINDS: tuple[Kind, ...] = get_args(Kind)

Origin = Literal["said", "recalled"]
"""`recalled` marks a reply that only repeats memories, or cites none of those its model was shown: it is kept in the log, and never learnt."""


_MOMENT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Triple:
    """A proposition: a predicate with its arguments (FraCom, section 2.2). With two it is a relation between two entities, (E_h, r, E_t) (TiM, section
    3.2): ("Mia", "moved to", "Rotterdam").

    Tense, modality and denial are in the relation: ("Ana", "doesn't like", "olives"). A predicate of one argument ("Rex died") has a blank tail; further
    arguments, times and places among them, are `others`.
    """

    head: str
    relation: str
    tail: str
    others: tuple[Argument, ...] = ()
    mood: Mood = "fact"

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """All of them, the predicate's own first."""
        own = (self.head, self.tail) if self.tail else (self.head,)
        return (*map(Argument, own), *self.others)

    def __str__(self) -> str:
        return f"({', '.join((self.head, self.relation, *map(shown, self.arguments[1:])))})"


@dataclass(frozen=True, slots=True)
class Memory:
    """Anything that can be recalled, in one version.

    `said_at` carries the offset it was given with; the other times are UTC. `turns` are the ids of the turns it came from (its
    evidence). `valid_from` to `valid_to` is when it held in the world; `recorded_at` to `retired_at` is when the bank held it.
    """

    id: str
    kind: Kind
    text: str
    said_at: datetime
    recorded_at: datetime
    session_id: str | None = None
    agent_id: str | None = None
    speaker: str | None = None
    role: Role | None = None
    parts: tuple[Part, ...] = ()
    turns: tuple[str, ...] = ()
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    retired_at: datetime | None = None
    pending: bool = False
    """Its vector is still to come."""
    unthought: bool = False
    """A turn that is still to be thought about."""
    unjudged: bool = False
    """A turn whose gain is a first estimate: a model or its likeness to what is known is still to be asked."""
    triple: Triple | None = None
    """Of a thought."""
    made_by: str | None = None
    """Of a thought: the rules or the model and prompt that made it."""
    number: int = 0
    """The place of this version in its scope's order of writing; internal to the store, unique in the scope."""

    @property
    def last_day(self) -> date | None:
        """The last day on which it held, where it was said; None while its end is open."""
        return None if self.valid_to is None else (self.valid_to - _MOMENT).astimezone(self.said_at.tzinfo).date()


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory about to be written, with what the lexical index needs of it.

    `terms` maps each term to its count in the text; `length` is the sum of the counts. `digest` names the normalised text, so
    that a repeated note is recognised.
    """

    id: str
    kind: Kind
    text: str
    said_at: datetime
    recorded_at: datetime
    terms: Mapping[str, int]
    length: int
    session_id: str | None = None
    agent_id: str | None = None
    speaker: str | None = None
    role: Role | None = None
    language: str | None = None
    parts: tuple[Part, ...] = ()
    key: str | None = None
    digest: str | None = None
    origin: Origin = "said"
    carried: bool = False
    """Its id and times come from elsewhere (an export): the same id is the same memory, in this or another version."""
    turns: tuple[str, ...] = ()
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    retired_at: datetime | None = None
    unthought: bool = False
    unjudged: bool = False
    """Its gain is a first estimate: a model or its likeness to what is known is still to be asked."""
    triple: Triple | None = None
    made_by: str | None = None
    gain: Gain | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a list. `next` is the cursor of the following page, None at the end."""

    items: tuple[Memory, ...]
    next: str | None = None

    def __iter__(self) -> Iterator[Memory]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


Standing = Literal["updated", "kept"]
"""Of a thought that came again from elsewhere in another state: `updated`, it ended or rests on further turns as it does there; `kept`, since what
happened here is later."""


@dataclass(frozen=True, slots=True)
class Written:
    """What the store did with a draft: its number, or the id of the memory that already said it."""

    id: str
    number: int
    duplicate: bool = False
    standing: Standing | None = None


@dataclass(frozen=True, slots=True)
class Erased:
    """How many things one `erase` destroyed.

    `scrubbed` is False when the bytes still stand in the log because another process was reading; `doctor --repair` finishes it.
    """

    turns: int = 0
    memories: int = 0
    vectors: int = 0
    scrubbed: bool = True
    ids: tuple[str, ...] = field(default=(), repr=False)
