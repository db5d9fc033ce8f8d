"""The words of a sentence as a parser tells them, and what a parser is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Word:
    """A word. `start`: its first character in the sentence. `tag`: its part of speech in the parser's own set. `head`: the place of the word it hangs on,
    its own for the root, -1 where the parser tells no dependencies; `relation` names the dependency. `entity`: the kind of name it is part of, or "".
    """

    text: str
    start: int
    lemma: str = ""
    tag: str = ""
    head: int = -1
    relation: str = ""
    entity: str = ""
    features: Mapping[str, str] = field(default_factory=dict)


class Parser(Protocol):
    """Tells the words of sentences of some languages. Safe to call from several threads. `name` identifies it with its version."""

    name: str
    languages: tuple[str, ...]

    def parse(self, sentences: Sequence[str]) -> list[list[Word]]:
        """The words of each sentence, in order. Raises MissingExtra where what it needs isn't installed."""
        ...
