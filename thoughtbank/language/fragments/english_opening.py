"""An English sentence as its parser should see it: questions cut off, short forms written out, a subject that went without saying put back.

A parser trained on edited text takes the first word of "Signed with a club" for a name; with "I" before it, it reads the verb.
"""

import re

from thoughtbank.language.fragments import english_words as known
from thoughtbank.language.triples.english import stated
from thoughtbank.language.triples.english_lexicon import SHORT
from thoughtbank.language.triples.sentences import HIDDEN
from thoughtbank.language.words import APOSTROPHES

_WORD = re.compile(r"[^\W_][\w'’]*")
_SHORT = re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(SHORT, key=len, reverse=True))) + r")\b(?!')", re.IGNORECASE)
_KEPT = frozenset(
    {"don't", "didn't", "doesn't", "can't", "won't", "isn't", "wasn't", "aren't", "haven't", "hasn't"}
    | {word for word in SHORT if word.startswith(("travel", "cancel"))}
)
_STUCK = re.compile(rf"({HIDDEN})(?=[^\w\s])")
"""A hidden quotation with a sign behind it, of which the parser would make one word."""
_LAUGHTER = re.compile(r"(?:^|[ ,])(?:lol|lmao|rofl|haha(?:ha)*|hehe|tbh|imo|fyi)\b[ ,.!]*", re.IGNORECASE)


def opened(sentence: str) -> str:
    """The sentence to be parsed; "" where it only asks."""
    plain = _LAUGHTER.sub(" ", sentence.translate(APOSTROPHES).replace("`", "'"))
    plain = _SHORT.sub(_written_out, plain)
    plain = re.sub(r"\bi\b(?!\.)", "I", " ".join(plain.split()))
    plain = _STUCK.sub(r"\1 ", plain)
    plain = _with_subject(plain)
    return stated(plain).strip() if "?" in plain else plain


def _written_out(short: re.Match[str]) -> str:
    word = short[0].lower()
    return short[0] if word in _KEPT else SHORT[word]


def _with_subject(sentence: str) -> str:
    """With "I" before a verb that opens the sentence, behind greetings and the like."""
    words = list(_WORD.finditer(sentence))
    at = 0
    while at < len(words) - 1 and words[at][0].lower() in known.OPENERS_OF_TALK and at < 4:
        at += 1
    first = at
    if at < len(words) - 1 and words[at][0].lower() in known.SOFT_OPENERS:
        at += 1
    if at >= len(words):
        return sentence
    word = words[at][0].lower()
    following = words[at + 1][0].lower() if at + 1 < len(words) else ""
    if not _drops(word, following):
        return sentence
    start, end = words[first].start(), words[at].end()
    between = sentence[start : words[at].start()].lower()
    put = {"been": "have been", "going": "am going"}.get(word, word)
    between, put = ("have " + between, word) if word == "been" and between else (between, put)
    return f"{sentence[:start]}I {between}{put}{sentence[end:]}"


def _drops(word: str, following: str) -> bool:
    if word == "going":
        return following in ("to", "on", "back", "out", "away")
    if word in known.DENIED_OPENS:
        return word != "don't" or following in known.DENIED_VERBS  # "Don't worry" tells somebody else
    if word in known.PRESENT_OPENS:
        return following in ("my", "a", "the", "to", "this", "some") or following.endswith("ing")
    if word in ("might", "may"):
        return following not in ("I", "i", "be")
    return word in known.IN_THE_PAST_OPENS and following not in ("by", "in's", "is", "was", "are")
