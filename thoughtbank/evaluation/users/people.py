"""What a virtual user is: a person, the days of their dialogue with an assistant, and the questions that probe a memory of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Exchange:
    """What the person says and the assistant's reply.

    `mark`: what questions call it, empty where none asks for it. `facts`: the drawn values that stand in it, letter for letter but for case.
    `opens`: the topic that begins here, empty where it goes on.
    """

    query: str
    response: str
    mark: str = ""
    facts: tuple[str, ...] = ()
    opens: str = ""

    @property
    def text(self) -> str:
        return f"{self.query}\n{self.response}"

    def holds(self, words: str) -> bool:
        """Whether the words stand in it, in any case."""
        return words.casefold() in self.text.casefold()


@dataclass(frozen=True, slots=True)
class Day:
    """One day of dialogue."""

    date: date
    exchanges: tuple[Exchange, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """An exchange of a day, counted from 0."""

    date: date
    turn: int


@dataclass(frozen=True, slots=True)
class Proof:
    """An exchange that answers a question, and the words in it that do."""

    place: Place
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Probe:
    """A question. `answer` None: it was never said. `stale`: exchanges that say what has changed since."""

    question: str
    kind: str
    answer: str | None
    evidence: tuple[Proof, ...]
    stale: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class VirtualUser:
    """`kept`: for each exchange that a model's wording was refused for, where and why; it says what the template said."""

    name: str
    personality: str
    hobbies: str
    speaking_style: str
    days: tuple[Day, ...]
    probes: tuple[Probe, ...]
    kept: tuple[str, ...] = ()

    def exchanges(self) -> Iterator[tuple[Place, Exchange]]:
        """All of them in order."""
        for day in self.days:
            for turn, exchange in enumerate(day.exchanges):
                yield Place(day.date, turn), exchange
