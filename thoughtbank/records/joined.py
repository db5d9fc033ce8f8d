"""What propositions share, as it is shown: a part of the graph, and the chain that leads from one thing to another."""

from dataclasses import dataclass
from datetime import datetime

from thoughtbank.language.proposition import Argument, Mood, Role


@dataclass(frozen=True, slots=True)
class ArgumentNode:
    """One thing that propositions are about. `name`: as it was first said; `key`: as arguments are compared."""

    key: str
    name: str
    propositions: int
    """How many have it, of all that count; a part of the graph may show fewer."""
    speaks: bool = False
    """Whether it is somebody who spoke, by name or as the user."""


@dataclass(frozen=True, slots=True)
class PropositionNode:
    """A predicate with its arguments, and a sentence that says it. `turns`: ids of those it rests on."""

    id: str
    text: str
    predicate: str
    arguments: tuple[Argument, ...]
    turns: tuple[str, ...]
    said_at: datetime
    mood: Mood
    valid_from: datetime | None
    valid_to: datetime | None
    steps: int = 1
    """How many propositions lead here from what was asked for, itself counted; 1 where the whole graph was."""


@dataclass(frozen=True, slots=True)
class Edge:
    """The proposition of this id has the argument of this key, in this role and at this place (the head is at 0)."""

    proposition: str
    argument: str
    role: Role
    place: int


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Propositions, nearest first and of equals the last said first, with their arguments: those who speak first, then those that most are about.

    `around`: the key it was asked for. `left_out`: propositions that belong to it and didn't fit.
    """

    around: str | None
    arguments: tuple[ArgumentNode, ...] = ()
    propositions: tuple[PropositionNode, ...] = ()
    edges: tuple[Edge, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Said:
    """A turn's words, as they stand now."""

    id: str
    text: str
    said_at: datetime
    speaker: str | None


@dataclass(frozen=True, slots=True)
class Hop:
    """One proposition of a chain: it shares `enters` with the one before it and `leaves` with the next; both as it names them."""

    proposition: PropositionNode
    enters: str
    leaves: str
    turns: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """How two things are connected: true where they are. `reason`: why not."""

    a: str
    b: str
    hops: tuple[Hop, ...] = ()
    reason: str | None = None

    def __bool__(self) -> bool:
        return bool(self.hops)
