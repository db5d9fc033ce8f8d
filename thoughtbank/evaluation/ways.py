"""What is measured: the engine as it is shipped, with another recall, or another kind of memory; each asked the same questions.

A way takes a dialogue in and answers for it with memories, best first, each with the turns it came from. What a memory counts for are those
turns, in the order in which they were said: a summary of everything isn't everything at the first place.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from thoughtbank.evaluation.datasets.dialogues import Dialogue, Question
from thoughtbank.language.words import count_tokens

DEPTH = 200
"""Memories looked at for a question. Enough for fifty units of evidence where several turns make one, and what the engine ranks of each path."""


@dataclass(frozen=True, slots=True)
class Held:
    """One memory that was found. `turns`: keys of the dialogue's turns it came from. `similarity`: its cosine with the question, if there is one."""

    text: str
    turns: tuple[str, ...]
    similarity: float | None = None
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """What a reader is shown for a question: estimated tokens, and the turns it came from."""

    tokens: int = 0
    turns: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Answered:
    """A reply. `known` False: it says that it doesn't know. `seconds`: how long it took, what it rests on included."""

    text: str
    known: bool
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """All that a way gives for one question. `seconds`: wall and processor time of one recall as shipped, the question's vector given."""

    memories: tuple[Held, ...] = ()
    shown: Shown = Shown()
    answer: Answered | None = None
    seconds: tuple[float, float] | None = None


class Way(Protocol):
    """One memory under measure. `remember` comes first; `stored` is the tokens it then keeps of that dialogue."""

    name: str

    def remember(self, dialogue: Dialogue) -> None: ...

    def stored(self, dialogue: Dialogue) -> int: ...

    def find(self, dialogue: Dialogue, question: Question) -> Found: ...


def show(memories: Sequence[Held], budget: int | None) -> Shown:
    """The first memories that fit into a budget of tokens; all of them without one."""
    tokens, turns = 0, set[str]()
    for one in memories:
        cost = count_tokens(one.text)
        if budget is not None and tokens + cost > budget:
            break
        tokens += cost
        turns.update(one.turns)
    return Shown(tokens, frozenset(turns))
