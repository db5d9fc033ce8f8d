"""Which clauses of a parsed English sentence state something, about whom, and how surely.

A walk from the root along what is joined ("and", "but"), what is said as an aside ("because", "who ..."), and what the speaker knows. It doesn't go into
conditions, wishes, other people's words, questions and commands.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from thoughtbank.language.fragments import english_words as known
from thoughtbank.language.fragments.english_tree import Tree
from thoughtbank.language.fragments.said import Mood

SUBJECTS = ("nsubj", "nsubjpass")
_ASIDE = ("conj", "parataxis", "advcl", "ccomp", "relcl")


@dataclass(frozen=True, slots=True)
class Clause:
    """`verb` is its finite verb's place, or that of a verb that shares `shares`' helpers. `subject` None: the speaker, unsaid.

    `gap`: the noun a relative clause hangs on, where it isn't its subject. `hedged`: how surely the speaker says it.
    """

    verb: int
    subject: int | None
    shares: "Clause | None" = None
    gap: int | None = None
    hedged: Mood | None = None


def stated(tree: Tree) -> list[Clause]:
    """In the order of the sentence."""
    found: dict[int, Clause] = {}
    for root in tree.roots():
        for clause in _walk(tree, root, None, None):
            found.setdefault(clause.verb, clause)
    return [found[at] for at in sorted(found)]


def _walk(tree: Tree, at: int, before: Clause | None, hedged: Mood | None) -> Iterator[Clause]:
    """`before`: the clause that this one is joined to."""
    if not tree.verbal(at):
        for kid in tree.kids(at, *_ASIDE):
            if tree.verbal(kid) and own_subject(tree, kid) is not None:
                yield from _walk(tree, kid, None, hedged)
        return
    clause = _clause(tree, at, before, hedged)
    real = not _unreal(tree, at)
    if clause is not None and real:
        yield clause
    carried = clause or before
    for kid in tree.kids(at, *_ASIDE):
        relation = tree.words[kid].relation
        if not tree.verbal(kid):
            continue
        if relation in ("conj", "parataxis"):
            turned = any(tree.low(one) in ("but", "so") for one in tree.kids(at, "cc"))
            if real or (turned and own_subject(tree, kid) is not None):
                yield from _walk(tree, kid, carried if relation == "conj" and real else None, hedged)
        elif relation == "advcl":
            if real and _told(tree, kid):
                yield from _walk(tree, kid, None, hedged)
        elif relation == "ccomp" and (sure := _said_so(tree, at, kid)) is not None and (real or _is_own(tree, at, kid)):
            yield from _walk(tree, kid, None, "possible" if sure == "possible" else hedged)
    if real:
        yield from _on_nouns(tree, at, hedged)
        for other in _complements(tree, at):
            yield from _inside(tree, other, clause, hedged)


def _complements(tree: Tree, at: int) -> list[int]:
    """Verbs further down the chain, "wants to buy"; what is joined to them shares the chain."""
    return tree.kids(at, "xcomp", "pcomp") + [kid for prep in tree.kids(at, "prep") for kid in tree.kids(prep, "pcomp")]


def _inside(tree: Tree, at: int, clause: Clause | None, hedged: Mood | None) -> Iterator[Clause]:
    if not tree.verbal(at):
        for kid in tree.kids(at, "ccomp"):
            if tree.verbal(kid) and tree.low(at) in known.KNOWN_TRUE:
                yield from _walk(tree, kid, None, hedged)
        return
    yield from _on_nouns(tree, at, hedged)
    for kid in tree.kids(at, "conj"):
        if tree.verbal(kid) and own_subject(tree, kid) is not None:
            yield from _walk(tree, kid, None, hedged)
        elif tree.tag(kid) in ("VBD", "VBZ", "VBP") or tree.kids(kid, "aux"):
            yield from _walk(tree, kid, clause, hedged)
        elif tree.verbal(kid) and clause is not None:
            yield Clause(kid, clause.subject, Clause(at, clause.subject, clause, None, hedged), None, hedged)
    for kid in tree.kids(at, "advcl"):
        if tree.verbal(kid) and _told(tree, kid):
            yield from _walk(tree, kid, None, hedged)
    for kid in _complements(tree, at):
        yield from _inside(tree, kid, clause, hedged)


def own_subject(tree: Tree, at: int) -> int | None:
    return tree.kid(at, *SUBJECTS)


def _clause(tree: Tree, at: int, before: Clause | None, hedged: Mood | None) -> Clause | None:
    """None where it has no subject, so that it commands, or a clause for one."""
    if tree.kids(at, "csubj", "csubjpass"):
        return None
    relation = tree.words[at].relation
    subject = own_subject(tree, at)
    if tree.kids(at, "expl"):
        there = tree.kid(at, "attr", "dobj")
        subject = there if there is not None and subject is None else subject
        return Clause(at, subject, None, None, hedged) if subject is not None else None
    if subject is not None:
        return Clause(at, subject, None, None, hedged)
    if relation == "conj" and before is not None:
        finite = tree.tag(at) in ("VBD", "VBZ", "VBP") or bool(tree.kids(at, "aux", "auxpass"))
        return Clause(at, before.subject, None if finite else before, None, hedged or before.hedged)
    if tree.tag(at) == "VBG" and relation == "ROOT" and not tree.kids(at, "aux") and _opens(tree, at):
        return Clause(at, None, None, None, hedged)
    return None


def _opens(tree: Tree, at: int) -> bool:
    """Whether nothing but adverbs and calls stands before it."""
    return all(tree.words[one].relation in ("advmod", "intj", "punct", "cc", "npadvmod") for one in range(at))


def _unreal(tree: Tree, at: int) -> bool:
    """Conditions, wishes, questions, talk about the talk."""
    lemma = tree.words[at].lemma.lower()
    helpers = [tree.low(one) for one in tree.kids(at, "aux", "auxpass")]
    if (
        lemma in known.UNREAL
        and tree.words[at].relation != "conj"
        and (tree.kids(at, "ccomp", "advcl", "xcomp") or lemma in ("wish", "bet", "doubt"))
    ):
        return True
    if any(_opener(tree, kid) in known.UNREAL_IF for kid in tree.kids(at, "advcl")):
        return True
    if any(tree.low(one) in known.NOT_QUITE for one in tree.kids(at, "advmod")) or _dreamt(tree, at):
        return True
    if ("would" in helpers or "'d" in helpers) and lemma not in ("like", "love", "prefer"):
        return not ("'d" in helpers and tree.tag(at) == "VBN")
    if {"should", "must", "ought", "shall"} & set(helpers) or ("could" in helpers and "have" in helpers):
        return True
    return _asks(tree, at)


def _dreamt(tree: Tree, at: int) -> bool:
    """As in "in my dream I flew", "according to my doctor"."""
    preps = tree.kids(at, "prep", "pcomp")
    return any(tree.low(one) == "according" for one in preps) or any(
        tree.low(kid) in ("dream", "dreams", "nightmare")
        for one in preps
        if tree.low(one) == "in"
        for kid in tree.kids(one, "pobj")
    )


def _asks(tree: Tree, at: int) -> bool:
    """Question words at the front of a main clause, or its helper before its subject."""
    if tree.words[at].relation not in ("ROOT", "conj", "parataxis", "ccomp"):
        return False
    subject = own_subject(tree, at)
    if tree.words[at].relation == "ROOT":
        asking = [one for one in range(at) if tree.tag(one) in ("WP", "WRB", "WDT", "WP$") and _nearest_verb(tree, one) == at]
        if asking:
            return not tree.kids(at, "expl")
    if subject is None or tree.kids(at, "expl"):
        return False
    inverted = [one for one in [*tree.kids(at, "aux", "auxpass"), at] if one < subject]
    return bool(inverted)


def _nearest_verb(tree: Tree, at: int) -> int:
    for _ in tree.words:
        above = tree.words[at].head
        if above == at or not 0 <= above < len(tree.words) or tree.verbal(above):
            return above
        at = above
    return at


def _opener(tree: Tree, at: int) -> str:
    """The word that opens a subordinate clause."""
    marks = tree.kids(at, "mark") or [kid for kid in tree.kids(at, "advmod") if tree.tag(kid) in ("WRB", "IN") and kid < at]
    return tree.low(marks[0]) if marks else ""


def _told(tree: Tree, at: int) -> bool:
    """Whether a subordinate clause states something of its own."""
    opener = _opener(tree, at)
    if own_subject(tree, at) is None or opener in known.UNREAL_IF:
        return False
    if opener in known.ONLY_PAST:
        helpers = {tree.tag(one) for one in tree.kids(at, "aux", "auxpass")}
        return tree.words[at].lemma != "be" and ("VBD" in helpers or tree.tag(at) == "VBD")
    return opener in known.TOLD_ASIDE or opener == ""


def _said_so(tree: Tree, at: int, kid: int) -> str | None:
    """How what hangs on a verb is said: "fact", "possible", or None where the speaker doesn't vouch for it."""
    if _is_own(tree, at, kid):
        return "fact"
    if _opener(tree, kid) in known.UNREAL_IF or any(tree.tag(one) in ("WP", "WRB", "WDT") for one in tree.kids(kid)):
        return None
    subject = own_subject(tree, at)
    if subject is None or tree.low(subject) not in ("i", "we") or tree.kids(at, "auxpass"):
        return None  # "I was told" is what others say
    lemma = tree.words[at].lemma.lower()
    denied = bool(tree.kids(at, "neg"))
    said = {lemma} | {tree.low(one) for one in tree.kids(at, "acomp")}
    if lemma in known.THOUGHT and not denied and tree.tag(at) in ("VBP", "VB"):
        return "possible"
    if lemma == "believe":
        return "fact" if denied and any(tree.low(one) in ("ca", "can", "could") for one in tree.kids(at, "aux")) else None
    return "fact" if said & (known.KNOWN_TRUE - {"believe"}) and not denied else None


def _is_own(tree: Tree, at: int, kid: int) -> bool:
    """Whether it stands before its verb as a sentence of its own: "I hate it, it takes hours", "I was ill, so I stayed home"."""
    subject = own_subject(tree, at)
    lemma = tree.words[at].lemma.lower()
    return (
        subject is not None
        and kid < subject
        and own_subject(tree, kid) is not None
        and lemma not in known.SAYING | known.THOUGHT
    )


def _on_nouns(tree: Tree, at: int, hedged: Mood | None) -> Iterator[Clause]:
    """Relative clauses on what the clause names."""
    below = tree.span(at, {kid for kid in tree.kids(at) if tree.verbal(kid)})
    for noun in below:
        for kid in tree.kids(noun, "relcl") if not tree.verbal(noun) else []:
            asking = any(tree.low(one) in ("why", "how") for one in tree.kids(kid))
            if asking or tree.low(noun) in known.VAGUE | known.IMAGINED or not tree.verbal(kid) or _unreal(tree, kid):
                continue
            subject = own_subject(tree, kid)
            if subject is None:
                continue
            if tree.tag(subject) in ("WDT", "WP") or tree.low(subject) == "that":
                clause = Clause(kid, noun, None, None, hedged)
            else:
                clause = Clause(kid, subject, None, noun, hedged)
            yield clause
            for other in tree.kids(kid, "conj"):
                if tree.verbal(other) and own_subject(tree, other) is None:
                    yield Clause(
                        other, clause.subject, clause if tree.tag(other) in ("VB", "VBG", "VBN") else None, None, hedged
                    )
            yield from _on_nouns(tree, kid, hedged)
