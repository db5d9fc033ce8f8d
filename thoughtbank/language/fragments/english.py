"""English propositions over a parse: Penn Treebank tags and CLEAR relations, as spaCy's models give them.

    "My sister Mia moved to Rotterdam last spring, so I visit her every month."   (speaker Ana)
    ->  moved to(Mia; Rotterdam; time: last spring)      visits(Ana; Mia; time: every month)

Each clause that states something (`english_clauses.py`) is a predicate (`english_predicates.py`) with arguments (`english_arguments.py`) that are named
(`english_naming.py`). The trade is precision before recall: what needs a name nobody gave, or says nothing without the sentences around it, is left out.
Checked in tests/language/test_fragments_english.py.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thoughtbank.language.fragments import english_words as known
from thoughtbank.language.fragments.english_arguments import Arguments, Given, ahead, chosen, often, qualities, second_object
from thoughtbank.language.fragments.english_clauses import Clause, stated
from thoughtbank.language.fragments.english_naming import FIRST, SECOND, Naming, Unnamed
from thoughtbank.language.fragments.english_predicates import Verbs, verbs
from thoughtbank.language.fragments.english_tree import Tree
from thoughtbank.language.fragments.said import Argument, Fragment, Mood, Speaking
from thoughtbank.language.fragments.words import Word

_DROPPED_PREPOSITIONS = ("in", "on", "at", "as", "to")
"""What a role says by itself. "since January", "for two years", "near the park" keep theirs."""


def read(words: Sequence[Word], speaking: Speaking) -> list[Fragment]:
    """What one sentence says."""
    tree = Tree(words)
    naming = Naming(tree, speaking)
    found: dict[Fragment, None] = {}
    for clause in stated(tree):
        try:
            for fragment in _Clause(tree, naming, clause).fragments():
                found.setdefault(fragment)
        except Unnamed:
            continue
    return list(found)


@dataclass(slots=True)
class _Clause:
    tree: Tree
    naming: Naming
    clause: Clause

    def fragments(self) -> Iterator[Fragment]:
        """The clause's own, once for each thing listed, behind who is named in it."""
        group = verbs(self.tree, self.clause)
        if group is None or self._about_nothing():
            return
        several = [len(qualities(self.tree, kid)) for kid in self.tree.kids(group.verb, "acomp")]
        for quality in range(max([1, *several])):
            given = Arguments(self.tree, self.naming, self.clause, group, quality).found()
            yield from self._kinds(given)
            own = chosen(given, group.chain[0], self.tree)
            if not self._is_empty(group, given):
                for one in self._apart(given, own):
                    yield self._fragment(group, one, own)

    def _fragment(self, group: Verbs, given: Sequence[Given], own: int | None) -> Fragment:
        """Raises Unnamed."""
        predicate = list(group.pieces)
        core, others = [self._subject()], list[Argument]()
        for at, one in enumerate(given):
            if self._in_predicate(one, given, own):
                predicate += [(place, self.naming.word(place)) for place in self._places(one)]
            elif at == own:
                predicate += [(place, self.tree.words[place].text) for place in one.before]
                core.append(Argument(self._text(one)))
            elif not one.role:
                core.append(Argument(self._text(one)))
            elif (argument := self._other(one)) is not None:
                others.append(argument)
        times = [self._shown(one) for one in given if one.role == "time"]
        negative = group.negative or self._denied_by_object(given)
        words = " ".join([*group.shared, *(text for _, text in sorted(predicate, key=lambda piece: piece[0]))])
        return Fragment(words, (*core, *others), self._sentence(group, given), negative, self._mood(group, times))

    def _mood(self, group: Verbs, times: Sequence[str]) -> Mood:
        if group.mood != "fact" or self.clause.hedged:
            return group.mood
        going = self.tree.tag(group.chain[0]) == "VBG"
        perfect = self.tree.tag(group.chain[0]) == "VBN" and not self.tree.kids(group.chain[0], "auxpass")
        if (
            group.present
            and not perfect
            and any(ahead(time) for time in times)
            and (going or self.tree.words[group.chain[0]].lemma != "be")
        ):
            return "plan"
        return "habit" if group.present and any(often(time) for time in times) else "fact"

    def _subject(self) -> Argument:
        at = self.clause.subject
        return Argument(self.naming.speaking.me if at is None else self.naming.argument(at, split=self._split_subject(at)))

    def _split_subject(self, at: int) -> list[int]:
        """Of "there is a leak in my kitchen", the place is no part of what there is."""
        there = self.tree.kids(self.clause.verb, "expl")
        return [kid for kid in self.tree.kids(at, "prep") if there and self.tree.low(kid) in known.OF_PLACE]

    def _in_predicate(self, one: Given, given: Sequence[Given], own: int | None) -> bool:
        """An adjective whose object follows: is allergic to(Ana; nuts)."""
        quality = not one.role and not one.before and self.tree.tag(one.head)[:2] in ("JJ", "VB", "RB") and not one.whole
        return quality and own is not None and given[own].before[0] > one.head

    def _places(self, one: Given) -> list[int]:
        if one.whole:
            return self.naming.trimmed(one.whole)
        return self.naming.trimmed(self.naming.places(one.head, split=one.split))

    def _text(self, one: Given) -> str:
        if one.whole:
            return self.naming.text(one.whole)
        return self.naming.argument(one.head, split=one.split, alone=bool(one.listed))

    def _shown(self, one: Given) -> str:
        before = " ".join(self.tree.low(place) for place in one.before)
        try:
            return f"{before} {self._text(one)}".strip()
        except Unnamed:
            return ""

    def _other(self, one: Given) -> Argument | None:
        """None where it needs a name that isn't known: the rest stands without it."""
        try:
            text = self._text(one)
        except Unnamed:
            return None
        first = self.tree.low(one.before[0]) if one.before else ""
        keeps = (
            (first == "as" and one.role == "time")
            or first
            and (len(one.before) > 1 or first not in (*_DROPPED_PREPOSITIONS, one.role))
            or (first == "for" and one.role == "time")
        )
        return Argument(self._shown(one) if keeps else text, one.role)

    def _denied_by_object(self, given: Sequence[Given]) -> bool:
        """As in "has no siblings"."""
        heads = [one.head for one in given if not one.role]
        return any(self._is_none(head) for head in heads)

    def _is_none(self, head: int) -> bool:
        """Whether a noun is denied by its own words: "no siblings", "no more coffee", "nothing against dogs", "neither tea nor
        coffee".
        """
        tree = self.tree
        words = [
            head,
            *tree.kids(head, "det", "neg", "preconj"),
            *(one for kid in tree.kids(head, "amod") for one in tree.kids(kid)),
        ]
        return any(tree.low(one) in known.NOBODY | {"no"} for one in words)

    def _apart(self, given: Sequence[Given], own: int | None) -> Iterator[list[Given]]:
        """The arguments once for each thing listed as the last of the predicate's own."""
        several = [at for at, one in enumerate(given) if one.listed and (not one.role or at == own)]
        if not several:
            yield list(given)
            return
        at = several[-1]
        for thing in given[at].listed:
            one = given[at]
            yield [*given[:at], Given(thing, one.role, one.before, one.split, (), (thing,)), *given[at + 1 :]]

    def _kinds(self, given: Sequence[Given]) -> Iterator[Fragment]:
        """Who somebody named is to the speaker: has sister(Ana; Mia)."""
        heads = [] if self.clause.subject is None else [self.clause.subject]
        for head in [*heads, *(one.head for one in given if not one.whole)]:
            yield from self._apposed(head)
            if kind := self.naming.kind(head):
                me, what = self.naming.speaking.me, self.naming.text(kind)
                name = self.naming.argument(head, alone=True)
                article = "an" if what[:1].lower() in "aeiou" else "a"
                text = f"{me[:1].upper()}{me[1:]} has {article} {what} named {name}."
                yield Fragment(f"has {what}", (Argument(me), Argument(name)), text)

    def _apposed(self, head: int) -> Iterator[Fragment]:
        """As in "my sister, an engineer": is(Ana's sister; an engineer)."""
        for kid in self.tree.kids(head, "appos"):
            if (
                self.tree.tag(kid) == self.tree.tag(head) == "NN"
                and not self.tree.kids(kid, "conj")
                and not second_object(self.tree, head, kid)
                and any(self.tree.low(one) in ("a", "an") for one in self.tree.kids(kid, "det"))
            ):
                who, what = self.naming.argument(head, alone=True), self.naming.argument(kid)
                yield Fragment("is", (Argument(who), Argument(what)), f"{who[:1].upper()}{who[1:]} is {what}.")

    def _about_nothing(self) -> bool:
        """Whether it is about what the sentence doesn't name, or tells the listener what to do."""
        tree, subject = self.tree, self.clause.subject
        if subject is None:
            return False
        low = tree.low(subject)
        if low == "all" and tree.kids(subject, "relcl"):  # "all I drink is tea"
            return True
        if self._names_none(subject):
            return True
        if low in SECOND:
            return tree.tag(self.clause.verb) not in ("VBD", "VBN") or self.naming.speaking.you is None
        if low in ("he", "she", "we", "i", "they"):
            return False
        return (
            low in known.VAGUE and len(tree.span(subject)) == 1 and (low != "it" or tree.words[self.clause.verb].lemma == "be")
        )

    def _names_none(self, subject: int) -> bool:
        """Whether it is said of no one: "nobody", "none of my friends", "no dog", "hardly anyone", "not all". "Only my sister" is somebody:
        what is said of her is so; that it is of nobody else is lost.
        """
        tree = self.tree
        before = {
            tree.low(at) for at in tree.span(subject) if at <= subject and tree.tag(at + 1 if at < subject else at) != "HYPH"
        }
        return bool(before & (known.NOBODY | {"no", "not", "hardly", "barely", "scarcely"}))

    def _is_empty(self, group: Verbs, given: Sequence[Given]) -> bool:
        """Whether nothing would be left to remember."""
        tree, lemma = self.tree, self.tree.words[group.chain[0]].lemma.lower()
        own = [one for one in given if not one.role or one.before]
        core = [one for one in own if not one.role]
        if not given and self._only_a_clause(group) or any(self._imagined(one.head) for one in core):
            return True
        if any(
            tree.low(one.head) in known.NOBODY | {"one"} and self._is_none(one.head) and not tree.kids(one.head, "prep")
            for one in core
        ):
            return True
        if tree.kids(self.clause.verb, "expl"):
            return not any(one.role == "place" for one in given)
        if any(
            tree.low(one.head) in known.EMPTY_OBJECTS
            and not tree.words[one.head].features
            and not one.whole
            and tree.tag(one.head) != "CD"
            for one in core
        ):
            return True
        if tree.words[group.verb].lemma == "be" and len(group.chain) == 1:
            return self._is_hollow(own)
        if lemma in known.SAYING and any(tree.kids(at, "ccomp") for at in group.chain):
            return True
        if tree.words[group.verb].lemma == "let" and not core:
            return True
        if tree.words[group.verb].lemma == "thank":
            return True
        if lemma == "wait" and not own or not given and self._only_helps(group):
            return True
        if any(tree.low(one.head) in known.OWNED and tree.words[one.head].relation == "dobj" for one in core):
            return True
        if lemma in known.TALK and len(group.chain) == 1:
            return self._is_talk(lemma, group, own)
        return self._of_speaker() and not given and group.present and len(group.pieces) == 1

    def _only_helps(self, group: Verbs) -> bool:
        """Whether the verb that counts went without saying: "but I didn't", "he can't", "I haven't"."""
        word = self.tree.words[group.verb]
        return len(group.chain) == 1 and (word.tag == "MD" or word.lemma in ("do", "have"))

    def _imagined(self, at: int) -> bool:
        """Whether it is a dream, a feeling or a fear that a clause tells."""
        return self.tree.low(at) in known.IMAGINED and bool(self.tree.kids(at, "acl", "relcl", "ccomp"))

    def _only_a_clause(self, group: Verbs) -> bool:
        """Whether all that is said besides is what hangs on the verb: "found out (that …)", "was hoping (to …)"."""
        kids = [(at, kid) for at in group.chain for kid in self.tree.kids(at, "ccomp", "xcomp")]
        return any(kid > at and kid not in group.chain and self.tree.verbal(kid) for at, kid in kids)

    def _is_talk(self, lemma: str, group: Verbs, own: Sequence[Given]) -> bool:
        """As in "I see", "I know it": "I've known Lucas for years" and "I looked after a cat" do state something."""
        tree, core = self.tree, [one for one in own if not one.role]
        if lemma in ("look", "talk", "care"):
            return not any(one.before and tree.low(one.before[0]) in ("for", "after", "about") for one in own)
        if lemma == "know":
            return not any(tree.tag(one.head) == "NNP" or tree.tag(group.verb) == "VBN" for one in core)
        return not core or (group.present and lemma in known.IDLE)

    def _of_speaker(self) -> bool:
        return self.clause.subject is None or self.tree.low(self.clause.subject) in FIRST

    def _is_hollow(self, own: Sequence[Given]) -> bool:
        """As in "I'm sure", "it was great"."""
        tree = self.tree
        if not own:
            return True
        first = tree.low(own[0].head)
        if self._of_speaker():
            return (first in known.FELT and len(own) == 1) or first in ("fan", "kind", "sort", "one")
        return (
            first in known.HOLLOW
            and len(own) == 1
            and self.clause.subject is not None
            and not tree.kids(self.clause.subject, "poss")
        )

    def _sentence(self, group: Verbs, given: Sequence[Given]) -> str:
        """The words of all that is said, in their order, behind who it is said of."""
        tree, naming, subject = self.tree, self.naming, self.clause.subject
        pieces = dict(group.pieces)
        for one in given:
            try:
                places = (
                    naming.trimmed(one.whole)
                    if one.whole
                    else naming.trimmed(naming.places(one.head, split=one.split, alone=bool(one.listed)))
                )
                named = {place: naming.word(place) for place in places}
            except Unnamed:
                continue
            pieces |= {place: tree.words[place].text for place in one.before} | named
        gap = self.clause.gap
        who = naming.speaking.me
        if subject is not None:
            places = naming.trimmed(naming.places(subject, split=self._split_subject(subject)))
            who = naming.text(places)
            pieces = {place: text for place, text in pieces.items() if place not in places}
        first = min(group.chain)
        front = {
            place: text
            for place, text in pieces.items()
            if place < min([first, *(at for at, _ in group.pieces)]) and not self._of_gap(place, gap)
        }
        behind = [
            (place, text) for place, text in sorted(pieces.items()) if place not in front and not self._of_gap(place, gap)
        ]
        hung = [(place, text) for place, text in sorted(pieces.items()) if self._of_gap(place, gap)]
        opening = tree.joined(sorted(front.items()))
        where = next(("in" for one in given if one.head == gap and one.role == "place" and not one.before), "")
        last = max((at for at, _ in group.pieces), default=-1) if gap is not None and not where else len(tree.words)
        last = max([last, *(place for one in given if one.head == gap for place in one.before)])
        said, rest = [one for one in behind if one[0] <= last], [one for one in behind if one[0] > last]
        words = [
            opening + ("," if opening else ""),
            who,
            *group.shared,
            tree.joined(said),
            where,
            tree.joined(hung),
            tree.joined(rest),
        ]
        text = " ".join(word for word in words if word.strip(" ,"))
        return f"{text[:1].upper()}{text[1:]}."

    def _of_gap(self, place: int, gap: int | None) -> bool:
        """The noun that a relative clause hangs on stands before it, and belongs behind its verb."""
        return gap is not None and place in self.naming.places(gap)
