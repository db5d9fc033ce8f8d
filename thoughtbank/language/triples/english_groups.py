"""The verb of an English clause, put into the third person: "don't really like" is "doesn't like", "'ve been to" is "has been to".

The relation keeps what changes its truth: denial, tense, wish, "never", "still", "almost". Other adverbs stay in the sentence only.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from thoughtbank.language.triples.english_verbs import (
    CHAINS,
    GERUNDS,
    INFINITIVES,
    OTHER_VERBS,
    PARTICIPLES,
    PARTICLES,
    PAST,
    PRESENT,
    THIRDS,
)  # fmt: skip
from thoughtbank.language.triples.wordlist import listed

Person = Literal["me", "third", "plural"]


@dataclass(frozen=True, slots=True)
class Group:
    """A verb with its helpers. `relation` is what the triple keeps of it, `spoken` what the sentence keeps, `end` where it stops, `base` its main
    verb. `habit`: a present tense. `bare`: an infinitive, so a bare verb behind "and" goes with it.
    """

    relation: tuple[str, ...]
    spoken: tuple[str, ...]
    end: int
    base: str
    habit: bool = False
    bare: bool = False

    def with_words(self, *words: str, end: int, base: str | None = None) -> "Group":
        return replace(self, relation=(*self.relation, *words), spoken=(*self.spoken, *words), end=end, base=base or self.base)


_KEPT = listed("never always often usually sometimes rarely hardly barely seldom still almost nearly only mostly not long")
_SPOKEN = listed("recently currently finally already now really once")
_DROPPED = listed(
    "just also actually absolutely totally definitely honestly literally basically simply truly certainly "
    "obviously even kinda sorta personally "
    "especially particularly very so too probably both all mainly generally normally typically"
)
_UNSURE = listed("probably")
_BE = {"am": "me", "is": "third", "are": "plural", "was": "", "were": "plural"}
_BE_NOT = {"isn't": "is", "aren't": "are", "wasn't": "was", "weren't": "were", "ain't": "is"}
_HAVE_NOT = {"haven't": "have", "hasn't": "has", "hadn't": "had"}
_DO_NOT = {"don't": "do", "doesn't": "does", "didn't": "did"}
_WISHES = listed("like love prefer hate")
_STATES = listed("busy tired sick lazy scared shy much many")
"""Behind "been to" the "to" is a "too"."""
_NEVER_BARE = listed("see stay wait say admit agree check get try give keep come let look")
"""Behind "will" and "can't" these belong to the talk: "I'll check", "can't wait"."""


def group(tokens: Sequence[str], at: int, person: Person) -> Group | None:
    """The verb group that begins at `at`, if it is one that states something."""
    before = _adverbs(tokens, at, Group((), (), at, ""))
    word = _word(tokens, before.end)
    for read in (_be, _have, _do, _modal, _lexical):
        if found := read(tokens, before, word, person):
            return found
    return None


def _word(tokens: Sequence[str], at: int) -> str:
    return tokens[at].lower() if at < len(tokens) else ""


def _adverbs(tokens: Sequence[str], at: int, so_far: Group) -> Group:
    """Takes adverbs in: those of the relation, those of the sentence only, and fillers, which go."""
    while (word := _word(tokens, at)) in _KEPT | _SPOKEN | _DROPPED:
        following = _word(tokens, at + 1)
        if word == "no" or word == "long":
            break
        if word in _UNSURE or word in _KEPT:
            so_far = replace(so_far, relation=(*so_far.relation, word), spoken=(*so_far.spoken, word))
        elif word in _SPOKEN and following not in ("", ","):
            so_far = replace(so_far, spoken=(*so_far.spoken, word))
        at += 1
    if _word(tokens, at) == "no" and _word(tokens, at + 1) == "longer":
        so_far = replace(so_far, relation=(*so_far.relation, "no", "longer"), spoken=(*so_far.spoken, "no", "longer"))
        at += 2
    return replace(so_far, end=at)


def _be(tokens: Sequence[str], before: Group, word: str, person: Person) -> Group | None:
    form = _BE_NOT.get(word, word)
    if form not in _BE or _BE[form] not in ("", person) or (form == "was" and person == "plural"):
        return None
    form = "is" if form == "am" else form
    found = before.with_words(form + "n't" if word in _BE_NOT else form, end=before.end + 1, base="be")
    found = replace(_adverbs(tokens, found.end, found), habit=form in ("is", "are"))
    following = _word(tokens, found.end)
    if following == "going" and _word(tokens, found.end + 1) == "to" and _infinitive(tokens, found.end + 2):
        return _main(tokens, found.with_words("going", "to", end=found.end + 2), bare=True)
    if following in GERUNDS and following not in _NO_DOING:
        doing = found.with_words(following, end=found.end + 1, base=GERUNDS[following])
        return _attached(tokens, replace(doing, habit=False))
    return None if following == "supposed" else found


_NO_DOING = listed("being waiting keeping putting seeing finding holding")


def _have(tokens: Sequence[str], before: Group, word: str, person: Person) -> Group | None:
    form = _HAVE_NOT.get(word, word)
    if form not in ("have", "has", "had") or (form == "has") != (person == "third" and form != "had"):
        return None
    form = "has" if form == "have" and person == "me" else form
    found = before.with_words(form + "n't" if word in _HAVE_NOT else form, end=before.end + 1, base="have")
    found = replace(_adverbs(tokens, found.end, found), habit=form != "had")
    following = _word(tokens, found.end)
    if following == "been":
        return _been(tokens, found.with_words("been", end=found.end + 1, base="be"))
    if following == "got" and _word(tokens, found.end + 1) != "to":
        return found.with_words("got", end=found.end + 1)
    if following in PARTICIPLES and following != "got":
        done = found.with_words(following, end=found.end + 1, base=PARTICIPLES[following])
        return _attached(tokens, replace(done, habit=False))
    if following == "to" and _infinitive(tokens, found.end + 1):
        return _main(tokens, found.with_words("to", end=found.end + 1), bare=True)
    return None if word in _HAVE_NOT else found


def _been(tokens: Sequence[str], found: Group) -> Group:
    found = replace(_adverbs(tokens, found.end, found), habit=False)
    following = _word(tokens, found.end)
    if following in GERUNDS and following not in ("being", "getting", "having"):
        return _attached(tokens, found.with_words(following, end=found.end + 1, base=GERUNDS[following]))
    if following == "to" and _word(tokens, found.end + 1) not in _STATES:
        return found.with_words("to", end=found.end + 1, base="go")
    return found


def _do(tokens: Sequence[str], before: Group, word: str, person: Person) -> Group | None:
    form = _DO_NOT.get(word, word)
    if form not in ("do", "does", "did") or (form == "does" and person != "third") or (form == "do" and person == "third"):
        return None
    form = "does" if form == "do" and person == "me" else form
    denied = word in _DO_NOT
    found = _adverbs(tokens, before.end + 1, before.with_words(form + "n't" if denied else form, end=before.end + 1))
    if not denied and "not" not in found.relation:
        return None
    base = _word(tokens, found.end)
    if base not in PRESENT or base in _NEVER_BARE:
        return None
    return replace(_main(tokens, found), habit=form != "did")


def _modal(tokens: Sequence[str], before: Group, word: str, person: Person) -> Group | None:
    following = _word(tokens, before.end + 1)
    if word == "used" and following == "to" and _infinitive(tokens, before.end + 2):
        return _main(tokens, before.with_words("used", "to", end=before.end + 2))
    if word not in ("can", "can't", "cannot", "will", "won't", "may", "might", "would"):
        return None
    found = _adverbs(tokens, before.end + 1, before.with_words(word, end=before.end + 1))
    following = _word(tokens, found.end)
    if word == "would":
        return _would(tokens, found, following)
    if word in ("can't", "cannot") and following in ("stand", "handle", "tolerate"):
        return found.with_words(following, end=found.end + 1, base="dislike")
    doing = _word(tokens, found.end + 1)
    if following == "be" and doing in GERUNDS and not word.startswith("ca"):
        return _attached(tokens, found.with_words("be", doing, end=found.end + 2, base=GERUNDS[doing]))
    if following == "have" and doing in PARTICIPLES:
        return _attached(tokens, found.with_words("have", doing, end=found.end + 2, base=PARTICIPLES[doing]))
    if not _infinitive(tokens, found.end) or following in _NEVER_BARE or (following == "be" and word != "will"):
        return None
    return _main(tokens, found, bare=True)


def _would(tokens: Sequence[str], found: Group, wish: str) -> Group | None:
    """A wish for what can be: "would love to visit"; any other "would" supposes something."""
    if wish not in _WISHES or _word(tokens, found.end + 1) != "to" or not _infinitive(tokens, found.end + 2):
        return None
    return _main(tokens, found.with_words(wish, "to", end=found.end + 2), bare=True)


def _lexical(tokens: Sequence[str], before: Group, word: str, person: Person) -> Group | None:
    """A verb without helpers. What is the same in the present and the past ("read", "put") is taken as past behind a person."""
    if person == "third" and word in THIRDS and word != "has" and _word(tokens, before.end + 1) not in PRESENT:
        return _shifted(tokens, replace(before, habit=True), word, THIRDS[word])
    if word in PAST and not (word == "read" and _habitual(tokens, before.end)):
        return _shifted(tokens, before, word, PAST[word])
    if person != "third" and word in PRESENT and word not in ("have", "do"):
        form = PRESENT[word] if person == "me" else word
        return _shifted(tokens, replace(before, habit=True), form, word)
    return None


def _habitual(tokens: Sequence[str], at: int) -> bool:
    """As in "I read thrillers" is a habit, "I read a thriller" was done."""
    following = _word(tokens, at + 1)
    return following not in _ONE_THING and not following.startswith("\ue000")


_ONE_THING = listed("a an the this my about it that one two three")


def _shifted(tokens: Sequence[str], before: Group, form: str, base: str) -> Group:
    return _linked(tokens, before.with_words(form, end=before.end + 1, base=base))


def _main(tokens: Sequence[str], found: Group, *, bare: bool = False) -> Group:
    """Takes in the bare verb at the end of what is found, and what it is linked with."""
    base = _word(tokens, found.end)
    return replace(_linked(tokens, found.with_words(base, end=found.end + 1, base=base)), bare=bare)


def _linked(tokens: Sequence[str], found: Group) -> Group:
    """As in "want" with "to see"; "went" with "to see"; else the words that belong to the verb."""
    linking = found.base in CHAINS or found.base in ("go", "travel", "plan", "come")
    if linking and _word(tokens, found.end) == "to" and _infinitive(tokens, found.end + 1):
        base = _word(tokens, found.end + 1)
        return replace(_linked(tokens, found.with_words("to", base, end=found.end + 2, base=base)), bare=True)
    return _attached(tokens, found)


_LINKING = listed("plan try hope want expect need learn go come")
_MEASURES = listed(", . least most first all much many well soon long")
"""Behind "at" and "as" these make a measure: "at least an hour"."""


def _attached(tokens: Sequence[str], found: Group) -> Group:
    """The particles and prepositions behind a verb, at most two."""
    if found.base in _LINKING and _word(tokens, found.end) == "to" and _infinitive(tokens, found.end + 1):
        base = _word(tokens, found.end + 1)
        return replace(_linked(tokens, found.with_words("to", base, end=found.end + 2, base=base)), bare=True)
    if found.base == "be":
        return found
    for _ in range(2):
        word, following = _word(tokens, found.end), _word(tokens, found.end + 1)
        if word not in PARTICLES or (word == "to" and following in INFINITIVES | OTHER_VERBS):
            break
        if not following or following in _MEASURES:
            break
        found = found.with_words(word, end=found.end + 1)
    return found


def _infinitive(tokens: Sequence[str], at: int) -> bool:
    return _word(tokens, at) in INFINITIVES
