"""How things are named in English propositions: persons by name, owners by name, what hangs on a noun kept or split off.

"my sister Mia"  (speaker Ana)  ->  Mia, in a sentence "Ana's sister Mia"
"my old car"                    ->  Ana's old car
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from thoughtbank.language.fragments import english_words as known
from thoughtbank.language.fragments.english_tree import Tree
from thoughtbank.language.fragments.said import Speaking
from thoughtbank.language.fragments.words import Word
from thoughtbank.language.triples.english_verbs import third

THIRD = {"am": "is", "'m": "is", "are": "is", "'re": "is", "were": "was", "have": "has", "'ve": "has", "do": "does", "ai": "is"}
"""What is said of "I" and "you", as it is said of them by name."""
FIRST = frozenset({"i", "me", "we", "us", "myself", "ourselves"})
FIRST_OWNER = frozenset({"my", "our", "mine", "ours"})
SECOND = frozenset({"you", "yourself", "yourselves", "u", "ya"})
SECOND_OWNER = frozenset({"your", "yours", "ur"})
STANDS_FOR = "stands for"
"""The feature of a pronoun: who it is, in words that are themselves still to be named ("my sister")."""
_COMMON = frozenset({"DT", "PRP", "PRP$", "JJ", "NN", "NNS", "CD", "EX", "IN", "PDT", "RB", "VBG", "JJS", "WRB"})
"""Tags of words that have a capital only where they open a sentence."""
_HANGING = ("relcl", "acl", "advcl", "parataxis", "intj", "ccomp", "preconj", "predet", "meta", "dep")
_EDGES = (",", ".", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP", ";")


class Unnamed(Exception):
    """What was said needs a name that isn't known."""


class Naming:
    """Names of a sentence's nouns."""

    def __init__(self, tree: Tree, speaking: Speaking) -> None:
        self.tree, self.speaking = tree, speaking

    def word(self, at: int) -> str:
        """One word, persons named. Raises Unnamed."""
        word = self.tree.words[at]
        low = word.text.lower()
        if word.tag.startswith(("PRP", "WP")) or low in ("i", "u", "ur", "mine"):
            if low in FIRST:
                return self.speaking.me
            if low in FIRST_OWNER:
                return f"{self.speaking.me}'s"
            if low in SECOND | SECOND_OWNER:
                if self.speaking.you is None:
                    raise Unnamed
                return self.speaking.you + ("'s" if low in SECOND_OWNER else "")
            if stands := word.features.get(STANDS_FOR):
                return self._owned(stands) + ("'s" if word.tag == "PRP$" else "")
        if word.tag == "VBP" and self._of_one(at):
            return " " + (THIRD.get(low) or third(low))
        return low if at == 0 and word.tag in _COMMON else word.text

    def _of_one(self, at: int) -> bool:
        """Whether a verb goes with "I" or "you" inside an argument: "when I'm ten"."""
        word, tree = self.tree.words[at], self.tree
        verb = word.head if word.relation in ("aux", "auxpass") else at
        subjects = tree.kids(verb, "nsubj", "nsubjpass")
        return any(tree.low(one) in FIRST | SECOND and not tree.kids(one, "conj") for one in subjects)

    def _owned(self, words: str) -> str:
        first, _, rest = words.partition(" ")
        return f"{self.speaking.me}'s {rest}" if first.lower() in FIRST_OWNER else words

    def text(self, places: Iterable[int]) -> str:
        """Words named, without signs and articles lost at the edges. Raises Unnamed."""
        return self.tree.joined((at, self.word(at)) for at in self.trimmed(places))

    def trimmed(self, places: Iterable[int]) -> list[int]:
        kept = list(places)
        while kept and self.tree.tag(kept[-1]) in _EDGES:
            kept.pop()
        while kept and self.tree.tag(kept[0]) in _EDGES:
            kept.pop(0)
        return kept

    def places(self, head: int, *, split: Collection[int] = (), alone: bool = False) -> list[int]:
        """The words of a noun with its modifiers; clauses on it are their own propositions. `alone`: without what is listed behind it."""
        without = {kid for kid in self.tree.kids(head, *_HANGING)} | set(split)
        for one in self.tree.span(head):
            without |= set(self.tree.kids(one, *_HANGING))
        if alone:
            without |= set(self.tree.kids(head, "conj", "cc"))
        without -= {kid for kid in self.tree.kids(head, "preconj") if self.tree.low(kid) == "neither"}  # it denies
        without |= set(self.tree.kids(head, "punct", "mark", "advmod", "npadvmod")) - set(self._inner(head))
        if self.name(head) is None:
            without |= set(self.tree.kids(head, "appos"))
        return self.tree.span(head, without)

    def _inner(self, head: int) -> list[int]:
        """Signs and adverbs that stand inside: "well-known", "a really old car", "more than twenty"."""
        listed = self.tree.kids(head, "conj")
        last = max([head, *listed])
        adverbs = self.tree.kids(head, "advmod", "npadvmod")
        first = min(self.tree.span(head, set(self.tree.kids(head, "punct", "mark")) | set(adverbs)))
        return [at for at in self.tree.kids(head, "punct") if first < at < last] + [
            at for at in adverbs if first < at < head or (at < head and self.tree.tag(head) in ("CD", "JJ", "RB"))
        ]

    def name(self, head: int) -> list[int] | None:
        """The places of the name that goes with "my sister Mia", whichever of both words the parser takes for the head."""
        tree = self.tree
        for name in tree.kids(head, "appos"):
            if tree.tag(name) == "NNP" and tree.tag(head) == "NN" and name > head and not tree.kids(name, "conj", "det"):
                return [at for at in tree.span(name) if tree.tag(at) == "NNP"]
        if tree.tag(head) == "NNP" and tree.kids(head, "poss"):
            before = [
                at
                for at in tree.kids(head, "compound", "nmod", "amod")
                if tree.tag(at) == "NN" and tree.low(at) in known.PERSONS
            ]
            if before:
                return [head, *(at for at in tree.kids(head, "compound") if tree.tag(at) == "NNP" and at > before[-1])]
        return None

    def kind(self, head: int) -> list[int]:
        """What somebody named is to the speaker, "best friend" of "my best friend Lou"; [] where the words don't tell."""
        name = self.name(head)
        if name is None:
            return []
        places = self.tree.span(head, set(self.tree.kids(head, *_HANGING, "punct", "conj", "cc", "appos")))
        owner = [at for at in places if self.tree.low(at) == "my"]
        if owner != places[:1]:
            return []
        return [at for at in places[1:] if at not in name]

    def argument(self, head: int, *, split: Collection[int] = (), alone: bool = False) -> str:
        """As an argument: of somebody named, the name. Raises Unnamed."""
        name = self.name(head)
        listed = [] if alone else self.tree.kids(head, "conj")
        if name is not None and not listed:
            return self.text(sorted(name))
        return self.text(self.places(head, split=split, alone=alone))


def linked(sentences: Sequence[Sequence[Word]]) -> list[list[Word]]:
    """Sentences of one message, with "he" and "she" told who they are where the clause before, or the sentence before, names one person who fits.

    Two who fit, or none, leave the pronoun as it is.
    """
    found: list[list[Word]] = []
    persons: list[_Person] = []
    things: list[_Person] = []
    for words in sentences:
        here, told = list(words), Tree(words)
        named: list[_Person] = []
        here_things: list[_Person] = []
        for at, word in enumerate(words):
            low = word.text.lower()
            if low in known.PEOPLE_AS_PRONOUNS and word.tag.startswith("PRP"):
                gender = "f" if low in ("she", "her", "hers", "herself") else "m"
                others = [one for one in named if _verb(told, one.at) != _verb(told, at)]
                if name := _only(others or ([] if named else persons), gender):
                    here[at] = replace(word, features={**word.features, STANDS_FOR: name})
            elif low == "it" and word.relation in ("dobj", "nsubj", "nsubjpass"):
                if name := _thing(
                    [one for one in here_things if one.at < at and _verb(told, one.at) != _verb(told, at)] or things
                ):
                    here[at] = replace(word, features={**word.features, STANDS_FOR: name})
            elif person := _person(told, at):
                named.append(person)
            elif low not in known.VAGUE and (thing := _named_thing(told, at)):
                here_things.append(thing)
        found.append(here)
        things = here_things
        persons = named or (persons if any(STANDS_FOR in word.features for word in here) else [])
    return found


class _Person(NamedTuple):
    name: str
    gender: str
    at: int
    verb: int = -1


def _verb(tree: Tree, at: int) -> int:
    """The verb that a word hangs on: of one verb, "he" isn't who it is said of, nor "his"."""
    for _ in tree.words:
        if tree.verbal(at) or tree.words[at].head in (at, -1):
            break
        at = tree.words[at].head
    return at


def _only(persons: Sequence[_Person], gender: str) -> str | None:
    fitting = {one.name for one in persons if one.gender in ("", gender)}
    return next(iter(fitting)) if len(fitting) == 1 else None


def _thing(things: Sequence[_Person]) -> str | None:
    """The one object of the clause before, or its subject where it has no object; None where there are two."""
    if not things:
        return None
    last = [one for one in things if one.gender == things[-1].gender and one.verb == things[-1].verb]
    objects = [one for one in things if one.verb == things[-1].verb and one.gender == "object"]
    fitting = {one.name for one in objects or last}
    return next(iter(fitting)) if len(fitting) == 1 else None


def _named_thing(tree: Tree, at: int) -> _Person | None:
    """A thing that "it" may be later: one, and no time."""
    word = tree.words[at]
    if (
        word.tag not in ("NN", "NNP")
        or word.relation not in ("dobj", "nsubj", "nsubjpass", "attr")
        or tree.low(at) in known.TIME_UNITS | known.EMPTY_OBJECTS
    ):
        return None
    if word.entity in ("PERSON", "DATE", "TIME") or tree.kids(at, "conj") or tree.low(at) in known.PERSONS:
        return None
    places = tree.span(at, set(tree.kids(at, *_HANGING, "punct", "appos", "prep", "npadvmod", "advmod")))
    if any(tree.tag(one) == "PRP$" and tree.low(one) not in FIRST_OWNER for one in places):
        return None
    words = tree.joined((one, tree.words[one].text) for one in places)
    name = "the " + words.partition(" ")[2] if words.lower().startswith(("a ", "an ")) else words
    return _Person(name, "object" if word.relation in ("dobj", "attr") else "subject", at, _verb(tree, at))


def _person(tree: Tree, at: int) -> _Person | None:
    """Who is named at a place, with "m", "f", or "" where the words don't tell."""
    word, low = tree.words[at], tree.low(at)
    if word.relation in ("compound", "poss", "nmod", "amod"):
        return None
    naming = Naming(tree, Speaking(""))
    gender = _gender(tree, at)
    if (name := naming.name(at)) is not None:
        return _Person(tree.joined((one, tree.words[one].text) for one in sorted(name)), gender, at)
    if word.relation == "appos":
        return None
    if (
        word.tag == "NNP"
        and word.relation in ("nsubj", "nsubjpass", "dobj", "conj")
        and (word.entity in ("PERSON", "") or word.relation != "dobj")
    ):
        return _Person(
            tree.joined(
                (one, tree.words[one].text)
                for one in tree.span(at, tree.kids(at, "conj", "prep", "appos"))
                if tree.tag(one) == "NNP"
            ),
            "",
            at,
        )
    if word.tag == "NN" and (low in known.MALE | known.FEMALE or (low in known.PERSONS and tree.kids(at, "poss"))):
        if any(tree.low(kid) not in FIRST_OWNER for kid in tree.kids(at, "poss")):
            return None
        places = tree.span(at, set(tree.kids(at, *_HANGING, "punct", "conj", "cc", "appos", "prep")))
        words = tree.joined((one, tree.words[one].text) for one in places)
        return _Person("the " + words.partition(" ")[2] if words.lower().startswith(("a ", "an ")) else words, gender, at)
    return None


def _gender(tree: Tree, at: int) -> str:
    words = {tree.low(one) for one in tree.span(at, set(tree.kids(at, *_HANGING, "poss", "conj")))}
    if words & known.MALE:
        return "m"
    return "f" if words & known.FEMALE else ""
