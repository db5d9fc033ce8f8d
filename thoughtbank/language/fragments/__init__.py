"""Propositions said in a message: predicates with their arguments, by rules over words, or over what a parser tells of them (FraCom, section 2.2).

A message is cut into sentences, each read in its own language: by the rules over a parse where a parser of that language is given, else by rules that need
nothing installed: of Korean and Vietnamese by particles and word order, of others by the closed statements of `language/triples`. What
nobody states gives nothing: questions, conditions, quotations, jokes, commands.

    fragments("My sister Mia moved to Rotterdam last spring.", me="Ana")
    ->  moved to(Mia; Rotterdam; time: last spring)

Checked in tests/language/test_fragments_english.py and those beside it; measured on messages that no rule has seen by `thoughtbank evaluate fragments`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import NamedTuple

from thoughtbank.language.cues import denials
from thoughtbank.language.fragments.calling import called
from thoughtbank.language.fragments.said import Argument, Fragment, Mood, Speaking
from thoughtbank.language.fragments.words import Parser, Word
from thoughtbank.language.triples import Said, joking, of_sentence
from thoughtbank.language.triples.irony import meant
from thoughtbank.language.triples.mixed import built_in, readable
from thoughtbank.language.triples.sentences import Hidden, sentences, spoken_by_another
from thoughtbank.language.words import language


class Rules(NamedTuple):
    """How a parse of one language is read. `read` gives what one sentence says, as written there, quotations still hidden.

    `opened` makes of a sentence what its parser should see, "" where it says nothing; `linked` is told the words of a message's sentences in a row, and
    gives them back with what one says of another ("she" is Mia).
    """

    read: Callable[[Sequence[Word], Speaking], Sequence[Fragment]]
    opened: Callable[[str], str] = str
    linked: Callable[[Sequence[Sequence[Word]]], Sequence[Sequence[Word]]] = list


PARSED, PLAIN = ("en", "zh"), ("ko", "vi")
"""Languages with rules over a parse, and those whose rules need none. A language's rules are loaded when one of its sentences comes."""
NOBODY = {"en": "the user", "zh": "用户", "ko": "사용자", "vi": "người dùng"}
"""What a speaker without a name is called."""


def fragments(
    text: str, *, me: str | None = None, you: str | None = None, parsers: Mapping[str, Parser] | None = None
) -> list[Fragment]:
    """What one message says, in order, each once. `me` names who speaks, `you` who is spoken to. `parsers`: by language; sentences of a language without
    one are read by the core rules. Raises MissingExtra where what a parser needs isn't installed.
    """
    if joking(text):
        return []
    cuts, hidden = sentences(text)
    cuts = meant(cuts)
    parsed = _parsed(cuts, parsers or {})
    found: dict[Fragment, None] = {}
    for at, cut in enumerate(cuts):
        tongue = built_in(cut)
        speaking = Speaking(me or NOBODY.get(tongue, NOBODY["en"]), you)
        said: list[Fragment | None] = []
        if (name := called(cut, tongue, speaking)) is not None and not spoken_by_another(cut):
            said = [name]
        elif at in parsed:
            said = [_shown(one, hidden) for one in rules_over_a_parse(tongue).read(parsed[at], speaking)]
        elif tongue not in PLAIN:
            said = [_from_core(one) for one in of_sentence(cut, hidden, me, you)]
        elif not spoken_by_another(cut):
            said = [_shown(one, hidden) for one in plain_rules(tongue)(cut, speaking)]
        found |= dict.fromkeys(one for one in said if one is not None)
    return list(found)


@cache
def rules_over_a_parse(tongue: str) -> Rules:
    """Of a language of `PARSED`."""
    if tongue == "zh":
        return Rules(import_module("thoughtbank.language.fragments.chinese").read)
    english, opening, naming = (
        import_module(f"thoughtbank.language.fragments.english{part}") for part in ("", "_opening", "_naming")
    )
    return Rules(english.read, opening.opened, naming.linked)


@cache
def plain_rules(tongue: str) -> Callable[[str, Speaking], list[Fragment]]:
    """Of a language of `PLAIN`, for one cut of `sentences`, its quotations still hidden."""
    name = {"ko": "korean", "vi": "vietnamese"}[tongue]
    read: Callable[[str, Speaking], list[Fragment]] = import_module(f"thoughtbank.language.fragments.{name}").read_plain
    return read


def _parsed(cuts: Sequence[str], parsers: Mapping[str, Parser]) -> dict[int, Sequence[Word]]:
    """The words of the sentences that have a parser, by their place in the message."""
    found: dict[int, Sequence[Word]] = {}
    tongues = [built_in(cut) for cut in cuts]
    for tongue in dict.fromkeys(one for one in tongues if one in parsers and one in PARSED):
        rules = rules_over_a_parse(tongue)
        places = [at for at, one in enumerate(tongues) if one == tongue]
        asked = ["" if spoken_by_another(cuts[at]) else rules.opened(cuts[at]) for at in places]
        told = iter(parsers[tongue].parse([readable(one) if tongue == "en" else one for one in asked if one]))
        words = rules.linked([_as_written(next(told), one) if one else [] for one in asked])
        found |= dict(zip(places, words, strict=True))
    return found


def _as_written(words: Sequence[Word], sentence: str) -> list[Word]:
    """With the words of another script back in their places."""
    return [
        word if (own := sentence[word.start : word.start + len(word.text)]) == word.text else replace(word, text=own, lemma=own)
        for word in words
    ]


def _shown(fragment: Fragment, hidden: Hidden) -> Fragment | None:
    """With its quotations back, unless one of them is too long or left open, or a part is blank."""
    parts = [hidden.shown(part) for part in (fragment.predicate, fragment.text, *(one.text for one in fragment.arguments))]
    whole = [part.strip() for part in parts if part is not None and part.strip()]
    if len(whole) != len(parts):
        return None
    named = tuple(Argument(text, one.role) for text, one in zip(whole[2:], fragment.arguments, strict=True))
    return Fragment(whole[0], named, whole[1], fragment.negative, fragment.mood)


def _from_core(said: Said) -> Fragment:
    arguments = (Argument(said.head), Argument(said.tail))
    negative = bool(denials(said.relation)) or _NONE.match(said.tail) is not None
    return Fragment(said.relation, arguments, said.text, negative, _mood(said.relation))


_NONE = re.compile(r"(?:no(?!\.)|neither)\s", re.IGNORECASE)
"""What is denied by its own words: has(Ana; no siblings)."""


_MOODS: tuple[tuple[Mood, re.Pattern[str]], ...] = (
    ("past", re.compile(r"\b(?:used to|formerly)\b|以前|曾经|从前")),
    ("possible", re.compile(r"\b(?:might|may|could|probably|perhaps)\b|可能|也许|或许")),
    ("plan", re.compile(r"\b(?:wants?|plans?|hopes?|intends?|going|will|would like)\b|打算|想(?!念)|计划|准备|希望")),
    ("habit", re.compile(r"\b(?:usually|often|always|sometimes|every)\b|经常|常常|总是|每")),
)
"""Words of a core relation that tell its mood; the first that fits counts."""


def _mood(relation: str) -> Mood:
    return next((mood for mood, words in _MOODS if words.search(relation)), "fact")


__all__ = ["Argument", "Fragment", "Mood", "Parser", "Speaking", "Word", "fragments", "language", "sentences"]
