"""What a turn adds to what was said before, as numbers from 0 to 1: what the scorer weighs.

The idea: a turn is cut into sentences, and only those that tell something count in full. Form, questions, comments ("That's so interesting!") and what
is so for anybody ("Many people find ...") are told from it by closed lists. Of what is told, what counts is what no earlier turn holds:
names, amounts, content words; and what the sentence does: states something of the speaker, sets a condition, changes what was said.

The trade: no meaning, only forms; what a person would infer is missed. Each feature is in [0, 1], so that its weight is the points it can bring.
Checked in tests/remember/test_scorer.py.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache

from thoughtbank.language.acknowledgements import answers_question, asks_back, noise, sentences
from thoughtbank.language.cues import acts, is_general, is_hollow, is_reaction
from thoughtbank.language.specifics import Specifics, specifics
from thoughtbank.language.triples import triples
from thoughtbank.language.words import fold, terms, written_in

RECENT = 20
"""Earlier turns that are looked at. Chosen: a buffer's worth; what lies further back is the overview's and the memories' part."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A turn as the scorer sees it. `role` is "assistant" for a reply, anything else for a person; `speaker` names that person, where it is known."""

    role: str
    text: str
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Features:
    """Each in [0, 1]. Those from `repeated` on lower the gain, the others raise it."""

    names: float
    amounts: float
    words: float
    life: float
    liking: float
    bound: float
    standing: float
    aim: float
    record: float
    answer: float
    matter: float
    facts: float
    change: float
    advice: float
    repeated: float
    asks: float
    comment: float
    general: float
    reply: float


NAMES = tuple(field.name for field in fields(Features))


@dataclass(frozen=True, slots=True)
class Reading:
    """The features of a turn, and what they rest on, for the reason."""

    features: Features
    new: tuple[str, ...]
    """Names and amounts not said before, as the turn has them."""
    told: str
    """What the turn tells, without form, questions and comments."""


def read(turn: Heard, history: Sequence[Heard]) -> Reading:
    """What a turn adds to the recent history, oldest first."""
    recent = history[-RECENT:]
    told, asked, comment, general, form = _sorted_sentences(turn)
    answers = _answers(turn, recent, told)
    comment += [] if answers else form  # of an answer, "yes" is a part
    new = _new_specifics(turn.text, recent)
    known = _known_terms(recent)
    fresh = _fresh(told, known)
    statement = " ".join(told)
    reply = turn.role == "assistant"
    life, change = acts(statement, "life"), acts(statement, "change")
    count = max(1, len(told) + len(asked) + len(comment) + len(general))
    return Reading(
        Features(
            names=_share(len(new.names), 4),
            amounts=_share(len(new.amounts), 4),
            words=_share(_weight(fresh, statement), 16),
            life=min(1.0, life / 4) * (not reply),
            liking=float(acts(statement, "liking") > 0) * (not reply),
            bound=min(1.0, acts(statement, "bound") / 2),
            standing=float(acts(statement, "standing") > 0) * (not reply),
            aim=float(acts(statement, "aim") > 0) * (not reply),
            record=float(any(acts(part, "record") for part in (*told, *asked))) * (not reply),
            answer=float(answers),
            matter=float(answers and not reply and acts(recent[-1].text, "life") + acts(recent[-1].text, "bound") > 0),
            facts=_share(len(_new_facts(statement, recent)), 4) * (not reply),
            change=min(1.0, change / 2) * (not reply),
            advice=float(reply and acts(statement, "advice") > 0),
            repeated=_known_share(statement or turn.text, known),
            asks=float(not told and bool(asked)),
            comment=len(comment) / count,
            general=len(general) / count,
            reply=float(reply),
        ),
        new.shown,
        statement,
    )


@lru_cache(maxsize=1 << 12)
def content(text: str) -> frozenset[str]:
    """The terms of a text that say what it is about."""
    return frozenset(terms(text)) - _THIN


def _sorted_sentences(turn: Heard) -> tuple[list[str], list[str], list[str], list[str], list[str]]:
    """What tells something, what asks, what comments, and what holds for anybody: sentences without their clauses of form; and those."""
    told: list[str] = []
    asked: list[str] = []
    comment: list[str] = []
    general: list[str] = []
    form: list[str] = []
    for sentence in filter(_HAS_WORD.search, sentences(turn.text)):
        said, left_out = _without_form(sentence)
        form += left_out
        if said:
            (told, asked, comment, general)[_kind(said, turn.role == "assistant")].append(said)
    return told, asked, comment, general, form


def _without_form(sentence: str) -> tuple[str, list[str]]:
    """好的，我要两张票 without 好的, and what was left out. A sentence of form alone leaves nothing."""
    clauses = list(filter(_HAS_WORD.search, _CLAUSE.split(sentence)))
    form = [clause for clause in clauses if noise(clause)]
    said = [clause for clause in clauses if not noise(clause)]
    return ", ".join(said) if form else sentence, form


@lru_cache(maxsize=1 << 12)
def _kind(sentence: str, reply: bool) -> int:
    """0 for what tells something, 1 for a question, 2 for a comment, 3 for what is so for anybody."""
    if asks_back(sentence):
        return 1
    if specifics(sentence).all:
        return 0
    own = not reply and acts(sentence, "own") > 0
    if is_hollow(sentence):
        return 0 if own and acts(sentence, "liking") + acts(sentence, "life") else 2
    if is_reaction(sentence):
        return 0 if own and acts(sentence, "liking") + acts(sentence, "life") + acts(sentence, "aim") else 2
    return 3 if not own and (is_general(sentence) or (reply and not acts(sentence, "advice") and _plain(sentence))) else 0


def _plain(sentence: str) -> bool:
    """Whether a reply's sentence is English: of the other languages the general ones are told by their words alone."""
    return sentence.isascii()


def _new_specifics(text: str, recent: Sequence[Heard]) -> Specifics:
    found = specifics(text)
    said = fold("\n".join(turn.text for turn in recent))
    known = {amount for turn in recent for amount in _amounts(turn.text)}
    names = [name for name in found.names if name not in said]
    amounts = [amount for amount in found.amounts if amount not in known]
    kept = {*names, *amounts}
    shown = [shown for key, shown in zip(found.order, found.shown, strict=True) if key in kept]
    return Specifics(tuple(names), tuple(amounts), tuple(shown), tuple(key for key in found.order if key in kept))


@lru_cache(maxsize=1 << 12)
def _amounts(text: str) -> tuple[str, ...]:
    return specifics(text).amounts


def _known_terms(recent: Iterable[Heard]) -> frozenset[str]:
    return frozenset().union(*(content(turn.text) for turn in recent))


def _fresh(parts: Iterable[str], known: frozenset[str]) -> list[str]:
    """Content words not said before, in order."""
    return list(dict.fromkeys(term for part in parts for term in terms(part) if term not in known and term not in _THIN))


def _known_share(text: str, known: frozenset[str]) -> float:
    """The share of the content words of a text that were said before."""
    own = content(text)
    return len(own & known) / len(own) if own and known else 0.0


def _weight(fresh: Sequence[str], text: str) -> float:
    """Terms in words of English: other scripts have several terms to a word, see `language/words.py`."""
    return len(fresh) / _TERMS_A_WORD.get(written_in(text), 1.0)


def _answers(turn: Heard, recent: Sequence[Heard], told: Sequence[str]) -> bool:
    """Whether the turn answers what another asked last, by telling something, or by form that decides: "yes"."""
    if not recent or recent[-1].role == turn.role or not (told or noise(turn.text)):
        return False
    return answers_question([recent[-1].text], turn.text)


def _new_facts(statement: str, recent: Sequence[Heard]) -> set[tuple[str, str]]:
    """Relations a statement says and no recent turn said: what of whom, and what it is."""
    known = {fact for turn in recent for fact in _facts(turn.text)}
    return set(_facts(statement)) - known


@lru_cache(maxsize=1 << 12)
def _facts(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((fold(said.relation), fold(said.tail)) for said in triples(text))


def _share(count: float, full: float) -> float:
    """1 at `full` and above, and steep at first: the first new thing says more than the tenth."""
    return min(1.0, math.log1p(count) / math.log1p(full))


_HAS_WORD = re.compile(r"[^\W_]|[\u2600-\u27bf\U0001f300-\U0001faff]")
_CLAUSE = re.compile(r"(?<=[,，、])\s*")
_TERMS_A_WORD = {"zh": 2.5, "ja": 2.5, "ko": 3.0, "vi": 2.0, "mixed": 2.0}
"""Chosen: by counting the terms of sentences that say the same."""
_THIN_WORDS = """
    just also really very so too much more most some any all no not yes well now then there here thing things lot way get got
    go going come take make made say said tell know think see look like want need good great nice right ok okay oh wow sure maybe
    thank thanks please actual actually realli definit interest one don't didn't isn't that's it's i'm even still quit
    是 有 在 不 就 都 也 很 还 好 会 能 要 说 去 来 上 下 个 一 这 那 吃 么 什么 没 没有 可以 因为 所以 但是 而且 如果 然后
    là và có thì mà ở cho với của được bạn mình tôi em anh chị này đó kia rất quá lắm cũng đã đang sẽ rồi nhé ạ à ừ vâng một những các
    그 이 저 것 수 좀 더 잘 안 못 저는 제가 나는 내가 정말 너무 그리고 그런데 근데 네 예 응 음
"""
_THIN = frozenset(_THIN_WORDS.split())
"""Words that add nothing by being new, beside the stop words of `language/words.py`; English ones as stems."""
