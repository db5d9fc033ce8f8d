"""What post-thinking does to a memory: changes, each with its reason, and landings, which put them into a store in one transaction."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, get_args

from thoughtbank.records.memory import Draft

if TYPE_CHECKING:  # the command line shows changes without loading NumPy
    import numpy as np
    from numpy.typing import NDArray

ChangeKind = Literal["insert", "merge", "forget", "restore", "refuse", "alias", "unalias"]
"""TiM's three operations (section 3.4), what takes the latter two back, what was offered of a turn and not taken, and who a person says is who."""
CHANGE_KINDS: tuple[ChangeKind, ...] = get_args(ChangeKind)


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that happened to a thought, and why; of kind `refuse` what a model offered of a turn, whose id is `memory_id`, and why it wasn't taken;
    of kind `alias` and `unalias` what a person said of a name: `memory_id` is the proposition's that names, or the name itself where none does.

    `into`: the thought that stands for it now (merge), or that contradicts it (forget). `by`: who decided, "rules" or a model's name.
    """

    id: str
    kind: ChangeKind
    memory_id: str
    at: datetime
    by: str
    reason: str
    into: str | None = None


@dataclass(frozen=True, slots=True)
class Retired:
    """A version that ends: its number, and until when what it says held, if that is known."""

    number: int
    valid_to: datetime | None = None


@dataclass(frozen=True, slots=True)
class Basis:
    """What was known when a landing was planned. `last`: the last number its scope had given by then. `known`: the thoughts that were looked at since,
    each with the number of turns it rested on.
    """

    last: int
    known: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Landing:
    """What came of thinking about some turns. A store takes all of it or nothing.

    `turns`: numbers of the turns that were thought about; they must still be waiting. `retired` must still be current. `vectors` (n, d) and
    `buckets` (n,) belong to the n `drafts`. `support`: (number of a thought, id of a turn that says the same). `again`: ids
    of turns that are to be thought about once more. `basis`, if given, must still be so.
    """

    turns: tuple[int, ...]
    at: datetime
    drafts: tuple[Draft, ...] = ()
    vectors: "NDArray[np.float32] | None" = None
    buckets: "NDArray[np.int32] | None" = None
    retired: tuple[Retired, ...] = ()
    support: tuple[tuple[int, str], ...] = ()
    again: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    basis: Basis | None = None


@dataclass(frozen=True, slots=True)
class WorkReport:
    """What a round of post-thinking did. `failed`: (id of a turn, reason) of those that could not be judged or thought about and wait on. `judged`: turns
    that were given their gain. `stopped`: why it ended before the queue did. `refused`: (id of a turn, what was offered of it and why it wasn't taken).
    """

    turns: int = 0
    inserted: int = 0
    merged: int = 0
    forgotten: int = 0
    waiting: int = 0
    failed: tuple[tuple[str, str], ...] = ()
    judged: int = 0
    stopped: str | None = None
    refused: tuple[tuple[str, str], ...] = ()
