"""What a message says, as a predicate with arguments."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:  # the tables of times aren't needed to hold one
    from thoughtbank.language.when import Precision

Role = Literal["", "time", "place", "with", "for", "other"]
"""Of an argument; "" is one of the predicate's own, in order: who or what, then whom or what."""
ROLES: tuple[Role, ...] = get_args(Role)
Mood = Literal["fact", "past", "possible", "plan", "habit"]
"""fact: it is or was so. past: it was so and is no longer ("used to"). possible: it may be. plan: somebody wants or intends it. habit: again and again."""
MOODS: tuple[Mood, ...] = get_args(Mood)


Open = Literal["since", "until", "before", "after", "between"]
"""How the words of a time bound it; `between`: from one time to another. None: one stretch of the calendar, a day, a year."""
OPENS: tuple[Open, ...] = get_args(Open)


@dataclass(frozen=True, slots=True)
class When:
    """What a time meant when it was said: `begins` to `ends`, without `ends`, in UTC; None is an open side. `precision`: how exactly it was said, as
    `language.when` has it.
    """

    begins: datetime | None
    ends: datetime | None
    precision: "Precision"
    side: Open | None = None


@dataclass(frozen=True, slots=True)
class Argument:
    """One thing that a predicate is said of, as it is named in the message, persons by name. `when`: of a time that could be read, what it meant."""

    text: str
    role: Role = ""
    when: When | None = None


@dataclass(frozen=True, slots=True)
class Fragment:
    """A proposition, and a sentence of the message's language that says it and stands alone.

    ("moved to", (Mia, Rotterdam, time: last spring), "Ana's sister Mia moved to Rotterdam last spring."): denial, wish, ability and tense are part of the
    predicate. Its own arguments come first, at least one.
    """

    predicate: str
    arguments: tuple[Argument, ...]
    text: str
    negative: bool = False
    mood: Mood = "fact"

    @property
    def core(self) -> tuple[str, ...]:
        """The predicate's own arguments."""
        return tuple(one.text for one in self.arguments if not one.role)

    def __str__(self) -> str:
        return f"{self.predicate}({'; '.join(map(shown, self.arguments))})"


def shown(argument: Argument) -> str:
    """An argument as propositions are written: "time: last spring"."""
    return f"{argument.role}: {argument.text}" if argument.role else argument.text


@dataclass(frozen=True, slots=True)
class Speaking:
    """Who speaks and who is spoken to, by name; `you` None: nothing is said that needs their name."""

    me: str
    you: str | None = None
