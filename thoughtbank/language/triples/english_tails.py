"""What stands behind an English verb: where it ends, whether it is clear on its own, and which part of it is only a time.

What can't be understood without the rest of the talk ("it", "that one", "your idea") isn't said at all: None, never a guess.
"""

import re
from collections.abc import Mapping, Sequence

from thoughtbank.language.triples import english_lexicon as lexicon
from thoughtbank.language.triples.english_verbs import INFINITIVES, PARTICLES, PAST, PRESENT, THIRDS
from thoughtbank.language.triples.wordlist import listed

LONGEST_TAIL = 18
"""Words. Chosen: what is longer holds more than one statement, and rules misread it."""
LIST_ITEM = 4
"""Words between the commas of a list. Chosen: "cooking, long walks on Sunday and chess" is one tail, a clause is longer."""

SUBJECTS = listed("i we he she it they you this that there everyone everybody someone nobody")
_CONNECTIVES = listed(
    "but because cause cuz coz bc although though while whereas since so which until till when whenever where "
    "except plus and or as if unless "
    "whether how what why then and/or like"
)
"""Words at which a clause may end; some only before a new subject."""
_ALWAYS_END = listed("but because cuz coz bc although though whereas which whenever lol haha hahaha lmao tho btw")
_CONDITIONAL = listed("if unless until till except whether")
_OF_TALK = listed(
    "it that this these those them him you your yours yourself us we our ours ourselves they he she his her "
    "hers its their theirs ones "
    "here there i mine what whatever how why"
)
"""Words that point to something outside the triple."""
_OF_HEAD = listed("his her its their")
_EMPTY = listed(
    "a an the some any all lot lots of bit so much many more most less few several too very really quite such "
    "same another other others "
    "thing things something anything everything nothing stuff none nobody both either neither up out in on to at "
    "with for by away down over well good "
    "better best great fine okay ok like just again also longer more home done doing going being anymore and or yes no not never now "
    "then else way ways sure time times day days kind sort well"
)
"""Words that alone are no tail."""
_AT_END = listed(
    "too also yeah yes ok okay lol haha though tho right yet anyway anyways actually btw please really indeed "
    "instead and or with of so very well either myself as"
)
_POINTING = re.compile(
    r"^(?:this|that|these|those|such|the same|another|each other|one another|some of|all of|any of|most of|both)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]|\ue000")


def _a_subject(tokens: Sequence[str], at: int) -> bool:
    """Whether a clause without a connective begins here: "the song I love", "a film you gave me", not "made it for you"."""
    word, before = tokens[at].lower(), tokens[at - 1].lower()
    return word in SUBJECTS - {"that", "this", "there", "it", "you"} or (word == "you" and before not in PARTICLES | {"and"})


_HANGING = listed("the all only what every everything how any")
"""Words with which a noun hangs on the clause behind it: "the song I love", "every chance I get"."""


def end_of(tokens: Sequence[str], start: int, *, habit: bool) -> int | None:
    """Where the complement that begins at `start` ends; None if it is bound to a condition, or hangs on what was cut off.

    `habit`: a present tense, which "when it rains" would narrow.
    """
    at, listing = start, False
    if start < len(tokens) and not _WORD.match(tokens[start]) and tokens[start] not in "$€£¥#":
        return start
    if start < len(tokens) and tokens[start].lower() in _CONNECTIVES - {"how", "what", "why", "like", "plus"}:
        return start
    while at < len(tokens):
        word = tokens[at].lower()
        if word in _CONDITIONAL or (habit and word in ("when", "whenever", "before", "after") and at > start):
            return None
        if word == ",":
            if not _goes_on(tokens, at, listing=listing):
                break
            listing = True
        if at > start and (word in _ALWAYS_END or not (_WORD.match(word) or word in ",&'%$€£¥#+/") or _new_clause(tokens, at)):
            break
        if at > start and _a_subject(tokens, at):
            hangs = tokens[start].lower() in _HANGING or tokens[max(start, at - 2)].lower() in _HANGING | {"to"}
            return None if hangs else at
        if at > start and word in ("that", "who", "where") and _points_away(tokens, at):
            return None if tokens[start].lower() in ("the", "all", "only", "every", "everything", "people", "those") else at
        at += 1
    return at


def _goes_on(tokens: Sequence[str], comma: int, *, listing: bool) -> bool:
    """Whether the comma is one of a list that ends in "and", its items short and no clauses. `listing`: another such comma stood before."""
    width = 0
    for at in range(comma + 1, len(tokens)):
        word = tokens[at].lower()
        following = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
        if word in ("and", "or", "&"):
            return (width > 0 or listing) and _an_item(tokens, at + 1)
        if word == ",":
            if width == 0:
                return False
            width, listing = 0, True
            continue
        if (
            word in SUBJECTS
            or word in _CONNECTIVES
            or word == "my"
            or not _WORD.match(word)
            or (width == 0 and not _an_item(tokens, at))
        ):
            return False
        width += 1
        if width > LIST_ITEM or (following == "" and not listing):
            return False
    return False


def _an_item(tokens: Sequence[str], at: int) -> bool:
    """Whether what begins here may be one more thing of a list, not a clause."""
    word = tokens[at].lower() if at < len(tokens) else ""
    if not _WORD.match(word) or word in SUBJECTS or word in _CONNECTIVES or word in _HELPERS or word in PAST or word == "my":
        return False
    return not _clause_follows(tokens, at)


def _clause_follows(tokens: Sequence[str], at: int) -> bool:
    """Whether a subject with its verb begins here: "the food was good"."""
    for word in tokens[at : at + 6]:
        lower = word.lower()
        if lower in _FINITE:
            return True
        if not _WORD.match(lower) or lower in ("that", "who", "which", "to", "and"):
            return False
    return False


def _new_clause(tokens: Sequence[str], at: int) -> bool:
    """A connective with a new subject behind it."""
    word = tokens[at].lower()
    following = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
    if word not in _CONNECTIVES or (word == "then" and tokens[at - 1].lower() == "and"):
        return False
    if word == "cause":  # "a good cause" is none
        return following in SUBJECTS | {"my", "the"}
    if word in (
        "since",
        "while",
        "when",
        "until",
        "till",
        "before",
        "after",
        "as",
        "like",
        "where",
        "so",
        "then",
        "how",
        "what",
        "why",
    ):
        return following in SUBJECTS | {"my", "the", "our", "his", "her", "much", "well"} or word in (
            "while",
            "when",
            "where",
            "so",
            "then",
        )
    return (
        following in SUBJECTS
        or following == ""
        or (word in ("and", "or", "then", "plus") and (_verb_follows(tokens, at + 1) or _clause_follows(tokens, at + 1)))
    )


_FINITE = listed(
    "am is are was were has had does did can could will would should isn't wasn't aren't don't doesn't didn't "
    "can't won't makes made keeps"
)
_HELPERS = listed(
    "am is are was were have has had do does did don't doesn't didn't can can't cannot could couldn't will "
    "won't would wouldn't should might must isn't wasn't "
    "been being never always even then just also now still recently hopefully maybe hope think know feel said told "
    "felt thought saw let be"
)
_DETERMINERS = listed("a an the my your his her their its our some two three this that it me them him everything")


_ALSO_NOUNS = listed(
    "work drink love play dance support exercise travel cook walk run hike swim study sail help change use "
    "garden fish hunt camp ski surf bike box sign design "
    "research smoke coach stop talk tour visit watch book cut race deal host craft paint record program code need "
    "practice care fix order plan start "
    "drive ride stay break host promise train cruise skate sketch grill roast score interview experience mentor "
    "tutor rescue foster board shop like"
)


def _verb_follows(tokens: Sequence[str], at: int) -> bool:
    """Whether a verb comes behind "and"; one that may as well be a noun ("food and drink") needs what only a verb has behind it."""
    word = tokens[at].lower()
    if word == "then" and tokens[at - 2].lower() == "now":
        return False
    if word in _HELPERS or word in PAST or (word in PRESENT and word not in _ALSO_NOUNS):
        return True
    following = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
    if word in lexicon.RARELY_NOUNS and _WORD.match(following) and following not in _CONNECTIVES | PARTICLES:
        return True
    return (word in PRESENT or word in THIRDS or word in INFINITIVES) and following in _DETERMINERS | PARTICLES


def _points_away(tokens: Sequence[str], relative: int) -> bool:
    """Whether a relative clause speaks of somebody in the talk, or goes on too long to be trusted."""
    rest = [word.lower() for word in tokens[relative + 1 : relative + 12]]
    end = next((n for n, word in enumerate(rest) if not _WORD.match(word)), len(rest))
    return (
        end > 8
        or end == 0
        or any(word in SUBJECTS | {"my", "me", "your", "our", "his", "her", "their", "its", "them"} for word in rest[:end])
    )


def resolved(tokens: Sequence[str], owner: str, owners: str, you: str | None, *, of_head: bool) -> list[str] | None:
    """The tokens with "my", "me", "mine" and "myself" named, "you" too where it is known; None if one still points out of the triple."""
    named: Mapping[str, str] = {"my": owners, "me": owner, "mine": owners, "myself": "themselves"}
    if you is not None:
        named = {**named, "you": you, "your": possessive(you)}
    found: list[str] = []
    for at, token in enumerate(tokens):
        word = token.lower()
        if word in named:
            found.append(named[word])
        elif (
            (word in _OF_TALK or (word == "one" and _ends_a_noun(tokens, at)))
            and not (of_head and word in _OF_HEAD)
            and not (word == "that" and at and at + 1 < len(tokens))
        ):
            return None
        else:
            found.append(token)
    return found


def _ends_a_noun(tokens: Sequence[str], at: int) -> bool:
    """As in "that one", but "one son"."""
    following = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
    return not _WORD.match(following) or following in PARTICLES | {"of", "that", "who", "and", "or"}


def possessive(name: str) -> str:
    return name + "'s"


def joined(tokens: Sequence[str]) -> str:
    """Tokens as one writes them."""
    return re.sub(r" (?=[,%])|(?<=[$€£¥#]) | (?=['’]s\b)", "", " ".join(tokens))


def trimmed(tokens: Sequence[str]) -> list[str]:
    """Without fillers and commas at the end."""
    kept = list(tokens)
    while kept and (kept[-1].lower() in _AT_END or not (_WORD.match(kept[-1]) or kept[-1] == "%")):
        if joined(kept[-3:]).lower().endswith(("as well", " a lot")):
            break
        kept.pop()
    return kept


def is_clear(tail: str) -> bool:
    """Whether a tail says something by itself."""
    words = [word.lower() for word in re.findall(r"[^\W_]+(?:['’-][^\W_]+)*|\ue000", tail)]
    return (
        bool(words)
        and len(words) <= LONGEST_TAIL
        and not all(word in _EMPTY for word in words)
        and _POINTING.match(tail) is None
    )
