"""What a message says, as one relation between two entities."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Said:
    """A relation triple and a sentence of the message's language that says it and stands alone.

    ("Mia", "moved to", "Rotterdam", "Ana's sister Mia moved to Rotterdam last spring."): denial, wish and tense are in the relation; a time
    at either end of what is said stays in the sentence and leaves the tail, unless nothing else would be left of it.
    """

    head: str
    relation: str
    tail: str
    text: str
