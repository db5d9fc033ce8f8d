"""The triple of an English clause: its verb group and the words behind it.

Each kind of verb has its own idea of what is worth believing: "is" wants a name, a number, a trait of a closed list or an "a ..."; "loves" wants
more than "the idea"; "has" wants a thing that can be had. Everything else says nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from thoughtbank.language.triples import english_lexicon as lexicon
from thoughtbank.language.triples.english_groups import Group, Person
from thoughtbank.language.triples.english_tails import end_of, is_clear, joined, resolved, trimmed
from thoughtbank.language.triples.english_times import without_times
from thoughtbank.language.triples.english_verbs import ALONE, GERUNDS, INTRANSITIVE, OTHER_VERBS, PARTICLES
from thoughtbank.language.triples.said import Said
from thoughtbank.language.triples.wordlist import listed


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a clause is about: the head of the triple, and how the sentence names them."""

    head: str
    spoken: str
    person: Person


@dataclass(frozen=True, slots=True)
class Speakers:
    """Who "I" and "you" are; `me` as in a sentence ("Ana", "the user")."""

    me: str
    you: str | None

    @property
    def mine(self) -> str:
        return self.me + "'s"


RelationAndTail = tuple[str, str]

_FIGURE = re.compile(
    r"'s (?:back|best|heart|mind|way)$|'s best\b|^some help"
    r"|\ba (?:look|break|shot|chance|risk|try|hand|breath|blast|moment|minute|second|while|difference)\b"
)
"""Figures of speech that hold nothing to remember."""


def said_of(who: Subject, verb: Group, tokens: Sequence[str], speakers: Speakers, front: str) -> tuple[Said | None, int]:
    """What a clause says, and where it ends. `front` is the time that stood before its subject."""
    end = end_of(tokens, verb.end, habit=verb.habit)
    if end is None:
        return None, len(tokens)
    behind = trimmed(tokens[verb.end : end])
    words = resolved(behind, speakers.me, speakers.mine, speakers.you, of_head=who.person != "me")
    read = None if words is None else _being(verb, words) if verb.base == "be" else _doing(verb, words)
    if words is None or read is None:
        return None, end
    relation, rest = _without_when(*read, verb)
    tail = without_times(rest)
    if not _holds(tail, verb):
        return None, end
    spoken = " ".join(filter(None, [who.spoken, *verb.spoken, joined(words), front[:1].lower() + front[1:]]))
    return Said(who.head, relation, tail or rest, sentence(spoken)), end


def _without_when(relation: str, rest: str, verb: Group) -> RelationAndTail:
    """A time that the verb's preposition leads to is no object: "passed away in 2019", "retired in May"."""
    *words, last = relation.split(" ")
    if last not in PARTICLES or without_times(f"{last} {rest}") or verb.base == "be" or not words:
        return relation, rest
    return (
        (" ".join(words[:-1]), words[-1]) if (verb.base, words[-1]) in _WITH_PARTICLE else (" ".join(words), f"{last} {rest}")
    )


def _holds(tail: str, verb: Group) -> bool:
    """Whether a tail, its times taken off, says something; a verb like "retired" needs none."""
    if (verb.base, tail) in _WITH_PARTICLE:
        return True
    if tail == "":
        return bool({*verb.relation[-2:]} & INTRANSITIVE)
    unfinished = tail.lower().split(" ")[-1] in PARTICLES - ALONE | {"a", "an", "the"}
    return is_clear(tail) and not unfinished and _FIGURE.search(tail.lower()) is None


def sentence(spoken: str) -> str:
    """Words as a sentence of their own."""
    return spoken[0].upper() + spoken[1:] + "."


_VAGUE_FAVOURITES = listed("part thing one memory moment scene")
_NO_FAVOURITE = listed("when to how not definitely probably that so because")


def favourite(thing: str, speakers: Speakers, words: Sequence[str], verb: str, spelt: str) -> Said | None:
    """What comes of "my favourite colour is green": `thing` "colour", `verb` "is", `words` "green"; `spelt` as it was, or empty."""
    rest = resolved(trimmed(words), speakers.me, speakers.mine, speakers.you, of_head=True)
    if not rest or rest[0].lower() in _NO_FAVOURITE or thing.split()[-1] in _VAGUE_FAVOURITES:
        return None
    whole = joined(rest)
    tail = without_times(whole) or whole
    relation = f"{spelt} {thing} {verb}".strip()
    return Said(speakers.me, relation, tail, sentence(f"{speakers.mine} {relation} {whole}")) if is_clear(tail) else None


# "be"

_AGE = re.compile(r"\d{1,3}(?: years? old| yrs? old| now)?|[a-z-]+ (?:years?|months?) old")
_BEHIND_TRAIT = listed(
    "and or with because now since for from in all again at , by last when lately recently today yesterday right these about"
)


def _being(verb: Group, words: Sequence[str]) -> RelationAndTail | None:
    """Relation and tail behind a form of "be"."""
    lower = [word.lower() for word in words]
    first = _first_of_note(lower)
    if first == len(lower):
        return None
    be = " ".join(verb.relation)
    head, following = lower[first], lower[first + 1] if first + 1 < len(lower) else ""
    if _AGE.fullmatch(" ".join(lower[first:])):
        return f"age {be}", joined(words[first:]).removesuffix(" now")
    if following in lexicon.WITH_PREPOSITION.get(head, "").split():
        return f"{be} {head} {following}", joined(words[first + 2 :])
    if (head in ("named", "called", "from") and following not in ("", "the", "what")) or (
        head == "in" and _a_state(words[first:])
    ):
        return f"{be} {head}", joined(words[first + 1 :])
    return (be, joined(words[first:])) if _of_a_kind(lower[first:]) else None


def _first_of_note(lower: Sequence[str]) -> int:
    """The first word that is no degree; "a" is one only in "a bit", "a little"."""
    for at, word in enumerate(lower):
        article = word == "a" and lower[at + 1 : at + 2] not in (["bit"], ["little"])
        if word not in lexicon.DEGREES or article:
            return at
    return len(lower)


def _of_a_kind(lower: Sequence[str]) -> bool:
    """As in "a nurse", "the oldest child", "vegetarian"; "a big fan of jazz", but not "a big deal"."""
    head, following = lower[0], lower[1] if len(lower) > 1 else ""
    if head in ("a", "an"):
        a_fan = "fan" in lower[1:3] and "of" in lower[2:4]
        return a_fan or lower[2:3] == ["cook"] or following not in lexicon.NO_KIND | {""}
    if head == "the":
        return following in lexicon.ROLES and len(lower) > 2
    trait = head in lexicon.TRAITS or head.endswith("-year-old")
    return (trait and (not following or following in _BEHIND_TRAIT)) or list(lower[:2]) == ["lactose", "intolerant"]


_ENDS_STATE = listed(
    "grade army navy military marines band choir club team thirties twenties forties fifties sixties 20s 30s 40s 50s 60s wheelchair"
)


def _a_state(words: Sequence[str]) -> bool:
    """As in "in Paris", "in the navy", "in college", "in my thirties", "in a band", "in tenth grade"."""
    following = words[1] if len(words) > 1 else ""
    return following[:1].isupper() or following.lower() in lexicon.STATES or words[-1].lower() in _ENDS_STATE


# other verbs

_A_THING = listed("need see learn do change try find")
"""Verbs behind which "a", "the" and "some" are a figure of speech only with the words of `_NO_THING`."""
_NO_THING = listed("way lot bit thing things best same good great right little new whole hard break difference part")


def _doing(verb: Group, words: Sequence[str]) -> RelationAndTail | None:
    """Relation and tail behind any other verb."""
    lower = [word.lower() for word in words]
    if not lower:
        return _alone(verb)
    unknown = lower[0] == "to" and (verb.base in lexicon.TO_KNOWN or lower[1:2] == [] or lower[1] in OTHER_VERBS)
    if unknown or (lower[0] == "care" and lower[1:2] != ["of"]):
        return None
    if verb.base in lexicon.LIKES:
        plain = _likeable(lower)
    elif verb.base == "have":
        plain = _can_be_had(lower)
    else:
        plain = not _figure(verb, lower)
    return (" ".join(verb.relation), joined(words)) if plain else None


def _figure(verb: Group, lower: Sequence[str]) -> bool:
    """Whether verb and object are a figure of speech, or rest on what was said before."""
    behind = [*_particles(verb), *lower]
    if behind[0] not in lexicon.NOT_OF.get(verb.base, ()):
        return False
    a_thing = behind[0] in ("a", "the", "some") and verb.base in _A_THING
    return not (a_thing and len(lower) > 1 and lower[1] not in _NO_THING)


def _particles(verb: Group) -> list[str]:
    """The particles at the end of a verb group."""
    found: list[str] = []
    for word in reversed(verb.relation[1:]):
        if word not in PARTICLES:
            break
        found.insert(0, word)
    return found


_WITH_PARTICLE = frozenset(
    [("pass", "away"), ("break", "up"), ("break", "down"), ("travel", "abroad"), ("go", "abroad"), ("move", "out"), ("move", "away"), ("work", "out")]
)  # fmt: skip
"""Verbs that say enough with their particle."""


def _alone(verb: Group) -> RelationAndTail | None:
    """A verb with nothing behind it: ("passed", "away"), ("likes to", "cook"), ("can", "swim")."""
    *first, last = verb.relation
    liked = len(first) > 1 and first[-1] == "to" and first[-2] in lexicon.LIKED_TO
    able = first[-1:] in (["can"], ["can't"], ["cannot"]) and verb.base in lexicon.SKILLS
    return (" ".join(first), last) if first and (liked or able or (verb.base, last) in _WITH_PARTICLE) else None


_NOT_LIKED = listed("how what when that the hearing seeing being to every everything talking knowing all getting having")
_OF_TALK = listed("thought thoughts idea ideas vibe vibes look looks")


def _likeable(lower: Sequence[str]) -> bool:
    """Whether what is liked is a kind of thing, not a thing of this talk."""
    following = lower[1] if len(lower) > 1 else ""
    known = lower[0] == "the" and following in lexicon.LIKED_THE
    return following not in _OF_TALK and (known or lower[0] not in _NOT_LIKED)


_NO_OBJECT = listed("to been the quite that in for such it not always any all thought heard said told felt known seen")


def _can_be_had(lower: Sequence[str]) -> bool:
    """Whether what is had is a thing, an animal, a person or a trait."""
    first = lower[0]
    if "own" in lower[1:4]:
        return True
    if first in _NO_OBJECT or first.endswith("'s") or first in GERUNDS or (first.endswith("ed") and first != "red"):
        return False
    of_the_user = first == "the" and len(lower) > 1 and lower[1].endswith("'s")
    return not of_the_user and not any(word in lexicon.NOT_HAD for word in lower[:4])
