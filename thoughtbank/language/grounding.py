"""Whether a text says more than what it was made of: its numbers and most of its words must stand there.

Words are the terms of retrieval without stop words. The trade: what is left out, and a word that was put where it doesn't belong, isn't seen.
Checked in tests/language/test_grounding.py and tests/remember/test_think.py.
"""

import re
from collections.abc import Sequence

from thoughtbank.language.words import STOP_WORDS, terms

RELATION = 0.25
"""Share of the words of a long relation that must stand in the source. Chosen: it may put them otherwise, but isn't a sentence of its own."""
PUT_OTHERWISE = 2
"""Words of a relation that may be put otherwise than they were said ("is at home in"). Chosen."""


def beyond(texts: Sequence[str], source: str, share: float) -> str | None:
    """Which of the texts say more than their source: a number that isn't there, or too small a share of words that are; None if none does."""
    there, numbers_there = terms(source), numbers_of(source)
    for text in texts:
        if numbers := numbers_of(text) - numbers_there:
            return f"the number {min(numbers)} isn't in what it was made of"
        wanted = _content(text)
        held = sum(1 for term in wanted if term in there)
        if wanted and held < share * len(wanted):
            return f"{held} of its {len(wanted)} words are in what it was made of ({text[:80]!r})"
    return None


def beyond_relation(relation: str, source: str) -> str | None:
    """The same of a relation or a predicate, which may put a few words otherwise."""
    return beyond((relation,), source, RELATION) if len(_content(relation)) > PUT_OTHERWISE else None


def unnamed(text: str) -> str | None:
    """A first or second person, whom nobody knows who reads the text alone; None if there is none."""
    found = _UNNAMED.search(text)
    return found[0].strip(" .") if found else None


_UNNAMED = re.compile(r"(?:^|\. )I\b|\b(?:I'm|I've|me|my|you|your|yours|you're)\b|[我你您]")


def numbers_of(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))


def _content(text: str) -> list[str]:
    return [term for term in terms(text) if term not in STOP_WORDS]
