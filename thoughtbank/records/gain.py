"""How much a turn brings that wasn't known: its Conversational Information Gain."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

DIMENSIONS = ("facts", "constraints", "intent", "progress", "repetition")
"""What is judged (CIG, section 3.3): new facts and entities, new constraints, a new goal, a step forward, and saying again what was said."""


@dataclass(frozen=True, slots=True)
class Gain:
    """`score` from 0 to 10: to 2 almost nothing, 3 to 5 a small detail, 6 to 8 important, above it overturning or dense; None: judging failed.

    `by` says what decided: a rule of the filter ("acknowledgement", "repeat"), "scorer" and its version, a model and its prompt's, or "person". `reason`
    is a sentence. `dimensions`: DIMENSIONS, each from 0 to 1, where they were told apart. `votes`: the scores of several askings, if there were several.
    """

    score: float | None
    by: str
    reason: str
    dimensions: Mapping[str, float] = field(default_factory=dict)
    votes: tuple[float, ...] = ()

    @property
    def band(self) -> str:
        """The band of the score: "0-2", "3-5", "6-8", "9-10", or "failed"."""
        if self.score is None:
            return "failed"
        return next(band for top, band in ((2, "0-2"), (5, "3-5"), (8, "6-8"), (10, "9-10")) if int(self.score + 0.5) <= top)

    @property
    def spread(self) -> float:
        """How far the votes lie apart, in points; 0 for one asking."""
        return max(self.votes) - min(self.votes) if self.votes else 0.0


@dataclass(frozen=True, slots=True)
class Judged:
    """What a second look at a turn found. `number`: its place in the order of writing. `waits`: it is to be judged again; `counts`: and this try was one of
    those it has. `think`: it is to be thought about.
    """

    number: int
    gain: Gain
    waits: bool = False
    counts: bool = True
    think: bool = False


@dataclass(frozen=True, slots=True)
class Overview:
    """What a person's turns of great gain come to, in short. `items`: how many turns it sums up. `made_by`: "rules", or a model and its prompt."""

    text: str
    items: int
    made_by: str
    at: datetime
