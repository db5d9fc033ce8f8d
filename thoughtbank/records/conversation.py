"""What is said: scopes, turns and the shapes in which callers hand them over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args

Role = Literal["user", "assistant", "participant", "system", "tool"]
ROLES: tuple[Role, ...] = get_args(Role)
OTHER_ROLES: Mapping[str, Role] = {
    "human": "user",
    "ai": "assistant",
    "model": "assistant",
    "developer": "system",
    "function": "tool",
}
"""What others call them."""

Part = Mapping[str, Any]
"""An attachment or a slot of a turn, as JSON data: {"type": "image", "caption": ...}."""


RESTS_ON = "rests_on"
"""The field of a reply's part that names the memories it quotes or cites: with them it is erased."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose memory: one user of one tenant. Nothing crosses it."""

    tenant: str
    user_id: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation, as the caller gives it.

    `said_at` None means now; a naive time is read in the scope's zone. `key` makes a retry safe: a second turn with the same
    key is recognised and not stored again.
    """

    text: str
    role: Role = "user"
    speaker: str | None = None
    said_at: datetime | None = None
    session_id: str | None = None
    agent_id: str | None = None
    parts: tuple[Part, ...] = ()
    key: str | None = None


Content = str | Turn | Mapping[str, Any] | Sequence[Turn | Mapping[str, Any]]
"""What `remember` takes: a text, a Turn, a role/content mapping, or a list of the latter two."""
