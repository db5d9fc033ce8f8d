"""The predicate of an English clause: its verbs with denial, tense, wish and particle, as one says it of a third person.

"I don't really like"  ->  doesn't really like      "I've decided to move in"  ->  has decided to move in
"""

from collections.abc import Sequence
from dataclasses import dataclass

from thoughtbank.language.fragments import english_words as known
from thoughtbank.language.fragments.english_clauses import Clause
from thoughtbank.language.fragments.english_naming import FIRST, SECOND, THIRD
from thoughtbank.language.fragments.english_tree import Tree
from thoughtbank.language.fragments.said import Mood
from thoughtbank.language.triples.english_verbs import third

_HELPERS = ("aux", "auxpass", "neg")
_WHOLE = {"ca": "can", "wo": "will", "sha": "shall", "'ll": "will"}


@dataclass(frozen=True, slots=True)
class Verbs:
    """A predicate's words at their places. `chain`: its verbs, the last of which rules what is said of whom. `shared`: words taken over from the clause before."""

    pieces: tuple[tuple[int, str], ...]
    chain: tuple[int, ...]
    negative: bool
    mood: Mood
    present: bool
    shared: tuple[str, ...] = ()

    @property
    def verb(self) -> int:
        return self.chain[-1]


def verbs(tree: Tree, clause: Clause) -> Verbs | None:
    """None where the clause says what didn't happen, "was going to"."""
    chain = _chain(tree, clause.verb)
    places = sorted(
        {place for at in chain for place in _of_verb(tree, at)} | {link for at in chain[1:] for link in _links(tree, at)}
    )
    shared = _shared(tree, clause, places)
    said = [*shared, *(tree.low(at) for at in places)]
    lemmas = [tree.words[at].lemma.lower() for at in chain]
    before = clause
    while shared and before.shares is not None:
        before = before.shares
        lemmas.insert(0, tree.words[before.verb].lemma.lower())
    finite = tree.tag(_finite(tree, places)) if places else ""
    unsaid = clause.subject is None and finite == "VBG"  # "Thinking of moving": "is" went without saying
    present = (unsaid or finite in ("VBP", "VBZ", "VB")) and not {"did", "had"} & set(said)
    if lemmas[0] == "go" and "to" in said and len(chain) + len(shared) > 1 and "gone" not in said:
        if {"was", "were"} & set(said):
            return None
        intended = tree.tag(clause.verb) == "VBG" or "going" in shared
    else:
        intended = bool(known.INTENDING & set(lemmas[:-1])) and lemmas[0] != "learn"
    # "can't not drink" denies nothing
    denials = [word for word in said if word in ("n't", "not", "never", "nt", "cannot")]
    negative = len(denials) % 2 == 1 or ("no" in said and "longer" in said) or "anymore" in said
    if "would" in said or "'d" in said:
        intended = intended or lemmas[0] in ("like", "love", "prefer")
    intended = intended or (len(chain) > 1 and lemmas[-2] in ("think", "dream", "consider", "plan"))
    mood = _mood(tree, said, chain, present, intended)
    plain = _pieces(tree, places, _singular(tree, clause), shared)
    return Verbs(tuple(plain), tuple(chain), negative, clause.hedged or mood, present, shared)


def _chain(tree: Tree, at: int) -> list[int]:
    """A verb and those it makes one predicate with, down to the one that is said of somebody."""
    chain = [at]
    while (following := _next(tree, chain[-1])) is not None and following not in chain:
        chain.append(following)
    return chain


def _next(tree: Tree, at: int) -> int | None:
    lemma = tree.words[at].lemma.lower()
    helpers = {tree.low(one) for one in tree.kids(at, "aux")}
    wish = lemma in ("like", "love", "prefer") and bool({"would", "'d"} & helpers)
    if lemma in known.CHAINED or wish or lemma in known.HELD_BACK and tree.kids(at, "auxpass"):
        for kid in tree.kids(at, "xcomp", "ccomp"):
            if (
                (tree.tag(kid) in ("VB", "VBG") or tree.kids(kid, "auxpass"))
                and not tree.kids(kid, "nsubj")
                and not [one for one in tree.kids(at, "dobj") if one < kid]
            ):
                return kid
    if lemma == "be":
        about = [kid for kid in tree.kids(at, "acomp", "prep") if tree.low(kid) in ("about", "able", "supposed", "due")]
        for kid in [*tree.kids(at, "xcomp"), *(low for one in about for low in tree.kids(one, "xcomp", "pcomp"))]:
            if about and tree.verbal(kid):
                return kid
    if lemma in ("think", "dream", "plan", "talk"):
        for prep in tree.kids(at, "prep"):
            for kid in tree.kids(prep, "pcomp"):
                if tree.tag(kid) == "VBG" and tree.low(prep) in ("of", "about", "on"):
                    return kid
    return None


def _links(tree: Tree, at: int) -> list[int]:
    """What stands between two verbs of a chain and hangs on neither as a helper: "thinking of", "about to"."""
    head = tree.words[at].head
    return [head] if not tree.verbal(head) else []


def _of_verb(tree: Tree, at: int) -> list[int]:
    helpers = tree.kids(at, *_HELPERS, "prt")
    found = [
        at,
        *helpers,
        *(kid for one in helpers for kid in tree.kids(one, *_HELPERS)),
    ]  # "are getting married": "are" hangs on "getting"
    copula = tree.words[at].lemma == "be"
    for adverb in tree.kids(at, "advmod"):
        low = tree.low(adverb)
        if (low in known.WITH_THE_VERB and (adverb < at or copula)) or low in known.BEHIND_THE_VERB and adverb > at:
            found += [adverb, *(kid for kid in tree.kids(adverb, "neg", "advmod") if tree.low(kid) in ("no", "any", "not"))]
        elif low == "ever" and (hardly := [kid for kid in tree.kids(adverb, "advmod") if tree.low(kid) in known.HARDLY]):
            found += [*hardly, adverb]  # "hardly ever drinks" isn't "drinks"
        elif low in ("here", "there") and tree.kids(at, "neg") and not tree.kids(at, "dobj"):
            found.append(adverb)  # "doesn't live here" isn't "doesn't live"
        elif low == "more" and (any_ := [kid for kid in tree.kids(adverb) if tree.low(kid) == "any"]):
            found += [*any_, adverb]
    if "really" in (tree.low(one) for one in found) and not tree.kids(at, "neg"):
        found = [one for one in found if tree.low(one) != "really"]
    return found


def _shared(tree: Tree, clause: Clause, places: Sequence[int]) -> tuple[str, ...]:
    """The helpers that a verb takes over from the clause it is joined to: "will go and (will) see"."""
    before = clause.shares
    if before is None:
        return ()
    own = tree.tag(clause.verb)
    helpers = [at for at in _of_verb(tree, before.verb) if at < before.verb]
    words = [tree.low(at) for at in sorted(helpers) if tree.low(at) not in known.WITH_THE_VERB]
    outer: tuple[str, ...] = ()
    if before.shares is not None:
        outer = (*_shared(tree, before.shares, ()), *_said_of_third(tree, before.shares))
        last = tree.tag(before.verb)
        words = ["to"] if last == "VB" and "to" in words else words
    elif len(_chain(tree, before.verb)) > 1 and own in ("VB", "VBG"):
        chain = _chain(tree, before.verb)
        if tree.tag(chain[-1]) == own:
            outer = _said_of_third(tree, before)
            for verb in chain[1:-1]:
                outer += tuple(tree.low(at) for at in _of_verb(tree, verb))
            words = ["to"] if own == "VB" else []
    elif not words or tree.tag(before.verb) != own:
        return ()
    else:
        words = [
            _as_third(word) if not at and _singular(tree, clause) else _WHOLE.get(word, word) for at, word in enumerate(words)
        ]
        words = _contracted(words)
    return (*outer, *words)


def _said_of_third(tree: Tree, clause: Clause) -> tuple[str, ...]:
    places = sorted(_of_verb(tree, clause.verb))
    return tuple(text for _, text in _pieces(tree, places, _singular(tree, clause), ()))


def _contracted(words: Sequence[str]) -> list[str]:
    joined: list[str] = []
    for word in words:
        if word == "n't" and joined:
            joined[-1] = {"can": "can't", "will": "won't"}.get(joined[-1], joined[-1] + "n't")
        else:
            joined.append(word)
    return joined


def _finite(tree: Tree, places: Sequence[int]) -> int:
    return next((at for at in places if tree.verbal(at) or tree.tag(at) == "MD"), places[0])


def _singular(tree: Tree, clause: Clause) -> bool:
    """Whether it is said of the speaker, of "we" or of "you": of one person once they are named."""
    if clause.subject is None:
        return True
    return tree.low(clause.subject) in FIRST | SECOND and not tree.kids(clause.subject, "conj")


def _as_third(word: str) -> str:
    return THIRD.get(word, _WHOLE.get(word, word))


def _pieces(tree: Tree, places: Sequence[int], singular: bool, shared: Sequence[str]) -> list[tuple[int, str]]:
    """Each word as it is said of a third person; "n't" stands with its helper."""
    pieces: list[tuple[int, str]] = []
    finite = _finite(tree, places) if places else -1
    for at in places:
        word, low = tree.words[at], tree.low(at)
        text = _WHOLE.get(low, low)
        if low == "'s":
            perfect = word.lemma == "have" or _perfect(tree, at) or any(tree.low(one) in ("been", "got") for one in places)
            text = "has" if perfect else "is"
        elif low == "'d":
            text = "would" if word.tag == "MD" and not _perfect(tree, at) else "had"
        elif low == "nt":
            text = "n't"
        elif low in ("'m", "'re", "'ve") and not singular:
            text = {"'m": "am", "'re": "are", "'ve": "have"}[low]
        if at == finite and singular and not shared:
            text = _finite_of_third(tree, at, text)
        if low in ("n't", "nt") and pieces and pieces[-1][0] == at - 1:
            before, helper = pieces.pop()
            text = {"can": "can't", "will": "won't", "shall": "shan't"}.get(helper, helper + "n't")
            at = before
        pieces.append((at, text))
    return pieces


def _perfect(tree: Tree, at: int) -> bool:
    head = tree.words[at].head
    return tree.words[at].relation == "aux" and tree.tag(head) == "VBN"


def _finite_of_third(tree: Tree, at: int, text: str) -> str:
    word = tree.words[at]
    if text in THIRD or text in ("'m", "'re", "'ve"):
        return THIRD[text]
    if word.tag in ("VBP", "VB") and word.relation not in ("aux", "auxpass"):
        return third(text)
    if word.tag == "VBG":
        return f"is {text}"
    return text


def _mood(tree: Tree, said: Sequence[str], chain: Sequence[int], present: bool, intended: bool) -> Mood:
    if "used" in said and "to" in said and tree.low(chain[0]) == "used" and len(chain) > 1:
        return "past"
    adverbs = {tree.low(kid) for at in chain for kid in tree.kids(at, "advmod")}
    denied = bool({"n't", "not", "never"} & set(said))
    if adverbs & known.MAYBE or {"might", "may"} & set(said) or ("could" in said and not denied):
        return "possible"
    if intended or {"will", "'ll", "wo"} & set(said):
        return "plan"
    if present and adverbs & known.OF_HABIT:
        return "habit"
    return "fact"
