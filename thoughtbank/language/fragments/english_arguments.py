"""What is said of whom, when, where and with whom: what hangs on the verbs of an English clause, as arguments.

The verb's own place or object belongs with its preposition: moved to(Mia; Rotterdam). Everything else behind a preposition has a role, which the
preposition and what follows it decide. A phrase that the parser hangs on a noun though it tells when, where or with whom is split off.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thoughtbank.language.fragments import english_words as known
from thoughtbank.language.fragments.english_clauses import Clause
from thoughtbank.language.fragments.english_naming import FIRST, SECOND, Naming
from thoughtbank.language.fragments.english_predicates import Verbs
from thoughtbank.language.fragments.english_tree import Tree
from thoughtbank.language.fragments.said import Role

_YEAR = re.compile(r"(?:19|20)\d\ds?|\d{1,2}(?::\d\d)?(?:am|pm)|\d{1,2}:\d\d")
_OFTEN = re.compile(
    r"\b(?:every|each)\b|\b(?:once|twice|times?|days?|hours?|nights?|minutes?) (?:a|per|an) \w+|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bweekends\b|\bmost \w+s\b"
    r"|\bonce in a while\b|\bfrom time to time\b|\b(?:daily|weekly|monthly)\b|\ball the time\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:tomorrow|tonight|next|soon|someday|eventually|upcoming|later|this (?:weekend|summer|autumn|fall|winter|spring|month|year|week|\w+day|evening|afternoon))\b"
    r"|^on (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|^in (?:\w+ )?(?:january|february|march|april|may|june|july|august|september|october|november|december)\b"
    r"|^in (?:a|an|two|three|four|five|six|\d+|a few|a couple of) (?:days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Given:
    """`head` with `split` left out are the argument's words; `before` are its preposition's, "" roles without one are the predicate's own."""

    head: int
    role: Role = ""
    before: tuple[int, ...] = ()
    split: frozenset[int] = frozenset()
    whole: tuple[int, ...] = ()
    listed: tuple[int, ...] = ()


def qualities(tree: Tree, at: int) -> list[int]:
    """Adjectives side by side of which one has an object of its own; [] where none has."""
    listed = [one for one in tree.listed(at) if tree.tag(one).startswith(("JJ", "VB", "RB"))]
    return listed if any(tree.kids(one, "prep", "xcomp") for one in listed) else []


def second_object(tree: Tree, at: int, other: int) -> bool:
    """Whether what the parser takes for another name of an object is a second one: "got my sister a bike", with no comma between."""
    determined = any(tree.low(one) in ("a", "an", "some", "the") for one in tree.kids(other, "det"))
    return determined and at < other and not any(tree.low(one) in ",–—-(:" for one in range(at, other))


def often(text: str) -> bool:
    """Whether a time says again and again."""
    return _OFTEN.search(text) is not None


def ahead(text: str) -> bool:
    """Whether a time is to come."""
    return _AHEAD.search(text) is not None


class Arguments:
    """Of one clause. `quality`: which of several adjectives is read, "good at maths but bad at spelling"."""

    def __init__(self, tree: Tree, naming: Naming, clause: Clause, verbs: Verbs, quality: int = 0) -> None:
        self.tree, self.naming, self.clause, self.verbs, self.quality = tree, naming, clause, verbs, quality
        self.last = verbs.verb

    def found(self) -> list[Given]:
        """In the order of the sentence."""
        given = [one for at in self.verbs.chain for one in self._of(at)]
        if self.clause.gap is not None:
            given += self._gap(self.clause.gap)
        given = [one for one in self._clausal_times() + given if self.tree.tag(one.head) != "POS"]
        return sorted({(one.head, one.role): one for one in given}.values(), key=lambda one: (one.before or (one.head,))[0])

    def _of(self, at: int) -> Iterator[Given]:
        tree = self.tree
        chain = self.verbs.chain
        there = bool(tree.kids(at, "expl"))
        for kid in tree.kids(at):
            relation = tree.words[kid].relation
            if there and relation not in ("prep", "npadvmod", "advmod"):
                continue
            if (
                relation in ("dobj", "attr", "oprd", "dative", "npadvmod")
                and tree.low(kid) in ("that", "which", "who", "whom")
                and tree.tag(kid) in ("WDT", "WP")
            ):
                continue
            if relation in ("dobj", "attr", "oprd", "dative", "acomp") and kid != self.clause.subject and tree.tag(kid) != "IN":
                several = qualities(tree, kid) if relation == "acomp" else []
                if several and kid not in chain:
                    yield from self._complement(several[min(self.quality, len(several) - 1)])
                elif self._undergone(at, kid):
                    yield Given(kid, "", whole=tuple(tree.span(kid)))
                elif not self._links(kid):
                    yield from self._noun(kid)
            elif relation in ("prep", "agent", "dative") and not self._links(kid):
                yield from self._phrase(kid)
            elif relation == "npadvmod":
                yield Given(
                    kid,
                    "time" if self._is_time(kid) or tree.low(kid) in known.TIME_WORDS else "other",
                    whole=tuple(tree.span(kid)),
                )
            elif relation == "advmod":
                yield from self._adverb(kid)
            elif (
                relation == "ccomp"
                and tree.words[at].lemma == "get"
                and tree.kids(kid, "nsubj", "nsubjpass")
                or relation in ("xcomp", "ccomp")
                and kid not in chain
                and self._is_how(kid)
            ):
                yield Given(kid, "", whole=tuple(tree.span(kid, set(tree.kids(kid, "punct", "advcl", "conj", "cc")))))
            elif relation == "xcomp" and kid not in chain:
                yield from self._second_verb(kid)
            elif relation == "advcl" and tree.tag(kid) == "VBG" and not tree.kids(kid, "mark", "nsubj"):
                yield Given(kid, "other", whole=tuple(self._clause_words(kid)))
                for time in tree.kids(kid, "npadvmod", "advmod"):
                    if self._is_time(time) or tree.low(time) in known.TIME_WORDS:
                        yield Given(time, "time", whole=tuple(tree.span(time)))
            elif relation == "prt":
                for prep in tree.kids(kid, "prep"):
                    yield from self._phrase(prep)
        if there and self.clause.subject is not None:
            for prep in tree.kids(self.clause.subject, "prep"):
                if tree.low(prep) in known.OF_PLACE:
                    yield from self._phrase(prep)

    def _undergone(self, at: int, thing: int) -> bool:
        """As in "got my car stolen": without what was done to it, it would be another thing that one got."""
        done = [kid for kid in self.tree.kids(thing, "acl") if self.tree.tag(kid) == "VBN" and kid > thing]
        return self.tree.words[at].lemma in ("get", "have") and bool(done) and bool(self.tree.kids(thing, "poss"))

    def _is_how(self, at: int) -> bool:
        """As in "taught me how to bake"."""
        return any(self.tree.low(one) == "how" for one in self.tree.kids(at, "advmod")) and bool(self.tree.kids(at, "aux"))

    def _links(self, at: int) -> bool:
        """Whether it stands between two verbs of the chain."""
        return any(self.tree.words[one].head == at for one in self.verbs.chain)

    def _noun(self, at: int) -> Iterator[Given]:
        """An object with its lists; what is split off it follows."""
        split = self._split_off(at)
        others = [kid for kid in self.tree.kids(at, "neg") if kid > at]  # "Carla, not me"
        yield Given(at, "", (), frozenset([*split, *others]), listed=tuple(self._listed(at)))
        for thing in self.tree.kids(at, "appos"):
            if second_object(self.tree, at, thing):
                yield Given(thing)
        for prep in split:
            yield from self._phrase(prep)
        yield from self._times_on(at)

    def _times_on(self, noun: int) -> Iterator[Given]:
        """Times that the parser hangs on a noun though they tell when it happened: "a job at a bakery last week"."""
        for one in self.tree.listed(noun):
            for kid in self.tree.kids(one, "npadvmod", "advmod"):
                if kid > one and (self._is_time(kid) or self.tree.low(kid) in known.TIME_WORDS):
                    yield Given(kid, "time", whole=tuple(self.tree.span(kid)))

    def _listed(self, at: int) -> list[int]:
        """Things listed, each an argument of its own; not where one word goes with both."""
        tree = self.tree
        listed = [one for one in tree.listed(at) if not tree.verbal(one) or tree.tag(one) == "VBG"]
        return (
            listed
            if len(listed) > 1 and not any(tree.low(one) in ("both", "between", "neither") for one in tree.span(at))
            else []
        )

    def _complement(self, at: int) -> Iterator[Given]:
        """As in "allergic to nuts": the adjective is the predicate's, what follows is the argument."""
        tree = self.tree
        yield Given(at, "", (), frozenset(tree.kids(at, "prep", "xcomp", "ccomp", "conj", "cc", "advcl", "npadvmod")))
        for prep in tree.kids(at, "prep"):
            yield from self._phrase(prep)
        for verb in tree.kids(at, "xcomp"):
            yield Given(verb, "other", whole=tuple(self._clause_words(verb)))
        for time in tree.kids(at, "npadvmod"):
            yield Given(time, "time", whole=tuple(tree.span(time)))

    def _split_off(self, noun: int) -> list[int]:
        tree = self.tree
        found = []
        for prep in [kid for one in tree.listed(noun) for kid in tree.kids(one, "prep")]:
            low, object_ = tree.low(prep), tree.kid(prep, "pobj")
            if low not in known.SPLIT_FROM_NOUN or object_ is None:
                continue
            whole = tree.low(noun) in known.WHOLE
            person = (
                tree.words[object_].entity == "PERSON"
                or tree.low(object_) in known.PERSONS
                or tree.low(object_) in FIRST | SECOND
            )
            placed = low in ("at", "near") or (low == "in" and not tree.tag(noun).startswith("CD"))
            named = tree.words[object_].entity in ("GPE", "LOC", "FAC")
            child = low == "as" and tree.low(object_) in known.AGES
            if (
                child
                or self._is_time(object_)
                or (low == "for" and tree.low(object_) in known.OCCASIONS)
                or (not whole and (placed or (low in ("with", "for") and person)))
                or (named and low in ("in", "from", "at", "on"))
            ):
                found.append(prep)
        return found

    def _phrase(self, prep: int) -> Iterator[Given]:
        """What stands behind a preposition, and behind one more: "out of"."""
        tree = self.tree
        for inner in tree.kids(prep, "prep"):
            for one in self._phrase(inner):
                yield Given(one.head, one.role, (prep, *one.before), one.split, one.whole, one.listed)
        for verb in tree.kids(prep, "pcomp"):
            if verb not in self.verbs.chain and not tree.kids(verb, "nsubj"):
                yield Given(verb, self._role(prep, verb), (prep,), whole=tuple(self._clause_words(verb)))
        for noun in tree.kids(prep, "pobj"):
            split = self._split_off(noun)
            others = [kid for kid in tree.kids(noun, "neg") if kid > noun]
            time = self._is_time(noun)
            listed = () if time or tree.low(prep) in ("between", "among") else tuple(self._listed(noun))
            before = (prep - 1, prep) if prep and tree.low(prep - 1) == "instead" else (prep,)
            yield Given(noun, self._role(prep, noun), before, frozenset([*split, *others]), listed=listed)
            for other in split:
                yield from self._phrase(other)
            if not time:
                yield from self._times_on(noun)

    def _role(self, prep: int, at: int) -> Role:
        tree, low = self.tree, self.tree.low(prep)
        if low == "for" and tree.low(at) in known.OCCASIONS:
            return "for"
        if low in ("before", "after") and tree.verbal(at) or (low in ("at", "around", "until") and tree.tag(at) == "CD"):
            return "time"
        if low == "by" and any(tree.kids(one, "auxpass") for one in self.verbs.chain) and not self._is_time(at):
            return "other"  # who did it, where the parser doesn't say so
        if low == "to" and not any(tree.words[one].lemma in known.MOVING for one in self.verbs.chain):
            return "other"
        if self._is_time(at) and low not in ("about", "of", "with", "from"):
            return "time"
        if low in ("during", "since", "until", "till"):
            return "time"
        if low == "as" and tree.low(at) in known.AGES:
            return "time"
        if low in ("with", "for"):
            return low  # type: ignore[return-value]
        return "place" if low in known.OF_PLACE else "other"

    def _is_time(self, at: int) -> bool:
        tree = self.tree
        words = {tree.low(one) for one in [at, *tree.kids(at, "compound", "nmod")]}
        if words & known.TIME_UNITS or _YEAR.fullmatch(tree.low(at)):
            return True
        return (
            tree.words[at].entity in ("DATE", "TIME")
            and tree.words[at].relation in ("npadvmod", "pobj")
            and tree.tag(at) != "CD"
        )

    def _adverb(self, at: int) -> Iterator[Given]:
        tree, low = self.tree, self.tree.low(at)
        preps = tree.kids(at, "prep")
        if low in ("once", "twice") and preps:
            yield Given(at, "time", whole=tuple(tree.span(at)))
            return
        if low in known.TIME_WORDS or low in known.TIME_UNITS:
            yield Given(at, "time", whole=tuple(tree.span(at, preps)))
        elif low == "off" and preps:
            pass
        elif low in ("here", "there"):
            return
        for prep in preps:
            yield from self._phrase(prep)

    def _second_verb(self, at: int) -> Iterator[Given]:
        """A second verb that is what is loved, feared or helped with."""
        tree = self.tree
        purpose = tree.kids(at, "aux") and tree.words[tree.words[at].head].lemma not in (
            "like",
            "love",
            "hate",
            "prefer",
            "enjoy",
            "ask",
            "tell",
            "help",
            "want",
        )
        if tree.tag(at) in ("VB", "VBG") and not purpose and not tree.kids(at, "nsubj"):
            yield Given(at, "", whole=tuple(self._clause_words(at)))
        elif not tree.verbal(at):
            yield Given(at, "")

    def _clause_words(self, at: int) -> list[int]:
        """A verb with what it is done to, without clauses and times."""
        tree = self.tree
        without = set(tree.kids(at, "advcl", "ccomp", "conj", "cc", "punct", "relcl", "parataxis", "npadvmod", "aux"))
        without |= {one for noun in tree.span(at, without) for one in tree.kids(noun, "relcl", "appos") if one != at}
        without |= {one for one in tree.kids(at, "advmod") if tree.low(one) in known.TIME_WORDS}
        return tree.span(at, without)

    def _gap(self, noun: int) -> Iterator[Given]:
        """What a relative clause hangs on, in the place it has in the clause: "the scarf that my aunt knitted"."""
        tree, verb = self.tree, self.last
        split = frozenset(self._split_off(noun))
        for prep in [kid for at in self.verbs.chain for kid in tree.kids(at, "prep")]:
            object_ = tree.kid(prep, "pobj")
            if not tree.kids(prep, "pcomp") and (object_ is None or tree.tag(object_) in ("WDT", "WP")):
                yield Given(noun, self._role(prep, noun), (prep,), split)
                return
        where = [kid for at in self.verbs.chain for kid in tree.kids(at, "advmod") if tree.tag(kid) == "WRB"]
        if where:
            yield Given(noun, "time" if tree.low(where[0]) == "when" else "place", (), split)
        elif not [kid for kid in tree.kids(verb, "dobj", "attr") if tree.tag(kid) not in ("WDT", "WP")]:
            yield Given(noun, "", (), split)

    def _clausal_times(self) -> list[Given]:
        """As in "when I was ten"."""
        tree = self.tree
        return [
            Given(kid, "time", whole=tuple(tree.span(kid)))
            for at in self.verbs.chain
            for kid in tree.kids(at, "advcl")
            if (tree.words[kid].lemma == "be" or tree.tag(kid) in ("VBP", "VBZ"))
            and any(tree.low(one) in ("when", "after", "before", "until", "since") for one in tree.kids(kid, "mark", "advmod"))
            and len(tree.span(kid)) <= LONGEST_WHEN
        ]


LONGEST_WHEN = 8
"""Words of a clause that is kept as a time. Chosen."""


def chosen(given: Sequence[Given], verb: int, tree: Tree) -> int | None:
    """Which argument behind a preposition is the predicate's own: the first behind the verb that is no time, where the verb has no object."""
    if any(not one.role and not one.before and not tree.tag(one.head).startswith("JJ") for one in given):
        return None
    for at, one in enumerate(given):
        if one.before and one.before[0] > verb - 1 and one.role != "time":
            return at
    return None
