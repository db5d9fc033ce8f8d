"""Relations said in a message, by rules alone: English and Chinese, with the common statements of Korean and Vietnamese.

The trade is precision before recall: what comes out is what a careful person would sign after reading the message, and where
the rules are unsure they say nothing. Nothing comes from questions, conditions, quotations, jokes, or what somebody else says.

    triples("My sister Mia moved to Rotterdam, but I still live in Utrecht.", me="Ana")
    ->  Ana | has sister | Mia      Mia | moved to | Rotterdam      Ana | still lives in | Utrecht

One sentence at a time, each in its own language, so a mixed message works. Linear in the text; any string is accepted.
Checked, with the relations that contradict one another, in tests/language/test_triples.py.
"""

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import NamedTuple

from thoughtbank.language.triples.irony import meant
from thoughtbank.language.triples.mixed import built_in
from thoughtbank.language.triples.relations import base, lasting, polarity, single_valued
from thoughtbank.language.triples.said import Said
from thoughtbank.language.triples.sentences import Hidden, sentences, spoken_by_another


class _Rules(NamedTuple):
    read: Callable[[str, str, str | None], list[Said]]
    nobody: str


_RULES = {"en": "english", "zh": "chinese", "ko": "korean", "vi": "vietnamese"}
"""The module of a language's rules, read when a sentence of that language comes: all four take a sixth of the time the package takes to load."""

_JOKE = re.compile(
    r"\b(?:jk|j/k|just kidding|kidding|joking|april fools?|role ?play)\b|(?:^|\s)/[sj](?:\s|$)|开玩笑|開玩笑|逗你玩|骗你的|騙你的"
    r"|角色扮演|농담|장난이|đùa thôi|nói đùa|đùa đấy",
    re.IGNORECASE,
)
"""Marks that take back a whole message."""


def triples(text: str, *, me: str | None = None, you: str | None = None) -> list[Said]:
    """What one message says, in order, each once.

    `me` names who speaks (where it is None, "the user" in the message's language), `you` who is spoken to; where that is None,
    nothing is said that needs their name.
    """
    if joking(text):
        return []
    cuts, hidden = sentences(text)
    return list(dict.fromkeys(said for cut in meant(cuts) for said in of_sentence(cut, hidden, me, you)))


def joking(text: str) -> bool:
    """Whether a message takes itself back."""
    return _JOKE.search(text) is not None


def of_sentence(cut: str, hidden: Hidden, me: str | None, you: str | None) -> list[Said]:
    """What one sentence of a message says, its quotations shown."""
    rules = _rules(built_in(cut))
    if rules is None or spoken_by_another(cut):
        return []
    shown = (_shown(said, hidden) for said in rules.read(cut, me or rules.nobody, you))
    return [said for said in shown if said is not None]


@cache
def _rules(tongue: str) -> _Rules | None:
    name = _RULES.get(tongue)
    if name is None:
        return None
    module = import_module(f"thoughtbank.language.triples.{name}")
    return _Rules(module.read, module.NOBODY)


def _shown(said: Said, hidden: Hidden) -> Said | None:
    """With its quotations back, unless one of them is too long or left open, or a part is blank."""
    parts = [hidden.shown(part) for part in (said.head, said.relation, said.tail, said.text)]
    whole = [part.strip() for part in parts if part is not None and part.strip()]
    return Said(*whole) if len(whole) == len(parts) else None


__all__ = ["Said", "base", "lasting", "polarity", "single_valued", "triples"]
