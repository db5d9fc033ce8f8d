"""Who is who: links between the keys of arguments, each of which can be undone."""

from dataclasses import dataclass
from datetime import datetime

from thoughtbank.language.naming import LinkKind, Naming


@dataclass(frozen=True, slots=True)
class Alias:
    """A name and whom it means, as keys of arguments (`language.arguments.argument_key`).

    `memory_id`: the proposition that says so, with which the link ends; None where a person gave it. `undone_at`: since when a person says that it isn't so;
    what is said again doesn't bring it back. `apart`: why it joins nothing though it stands, such as another who is called the same.
    """

    name: str
    means: str
    kind: LinkKind
    by: str
    at: datetime
    memory_id: str | None = None
    undone_at: datetime | None = None
    apart: str | None = None

    @property
    def naming(self) -> Naming:
        return Naming(self.name, self.means, self.kind)

    @property
    def stands(self) -> bool:
        return self.undone_at is None

    def __str__(self) -> str:
        return f"{self.name} for {self.means}"
