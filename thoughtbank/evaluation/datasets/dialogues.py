"""What every data set is read into: one user's turns, and questions about them whose evidence is known."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from thoughtbank.records.conversation import Turn


@dataclass(frozen=True, slots=True)
class Question:
    """`evidence`: the units that answer it, empty where the set names none.

    `category` and `group` are what figures are split by; `group` is the part of the set (a language, a domain). `answer`: the reference.
    `asked_at`: nothing said later may be recalled. `recent`: what was said just before, in the session it is asked in, of the number
    `session`. `headline` False keeps it out of the set's own figures: it asks what was never said. `stale`: units that hold no more and
    shouldn't be shown. `conversation`: what is drawn together when figures are resampled; empty means the whole dialogue.
    """

    id: str
    text: str
    evidence: frozenset[str] = frozenset()
    category: str = ""
    group: str = ""
    answer: str | None = None
    asked_at: datetime | None = None
    recent: tuple[str, ...] = ()
    session: int | None = None
    headline: bool = True
    stale: frozenset[str] = frozenset()
    conversation: str = ""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One user's turns in order, and everything that is asked of them. `units` names what each turn's key is evidence of."""

    name: str
    turns: tuple[Turn, ...]
    units: Mapping[str, str]
    asked: tuple[Question, ...]

    @property
    def questions(self) -> list[Question]:
        """Those that have evidence and count for the set."""
        return [one for one in self.asked if one.headline and one.evidence]

    @property
    def without_evidence(self) -> int:
        """How many count for the set and have no evidence that can be found."""
        return sum(one.headline and not one.evidence for one in self.asked)

    @property
    def sessions(self) -> list[list[Turn]]:
        """The turns, session by session."""
        return self.sessions_until(None)

    def sessions_until(self, moment: datetime | None) -> list[list[Turn]]:
        """What was said by then, session by session; everything where it is None."""
        said = [turn for turn in self.turns if moment is None or turn.said_at is None or turn.said_at <= moment]
        return [list(session) for _, session in groupby(said, lambda turn: turn.session_id)]
