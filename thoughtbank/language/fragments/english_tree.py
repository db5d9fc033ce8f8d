"""A parsed English sentence as a tree: which words hang on a word, and which words it spans."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from thoughtbank.language.fragments.words import Word


class Tree:
    """`words` in order; places in it are named `at`."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = _mended(words)
        self._kids: list[list[int]] = [[] for _ in words]
        for at, word in enumerate(self.words):
            if word.head != at and 0 <= word.head < len(words):
                self._kids[word.head].append(at)

    def roots(self) -> list[int]:
        return [at for at, word in enumerate(self.words) if word.head == at or not 0 <= word.head < len(self.words)]

    def kids(self, at: int, *relations: str) -> list[int]:
        """Those that hang on a word, by these relations or by any."""
        return [kid for kid in self._kids[at] if not relations or self.words[kid].relation in relations]

    def kid(self, at: int, *relations: str) -> int | None:
        return next(iter(self.kids(at, *relations)), None)

    def low(self, at: int) -> str:
        return self.words[at].text.lower()

    def tag(self, at: int) -> str:
        return self.words[at].tag

    def verbal(self, at: int) -> bool:
        return self.words[at].tag[:2] in ("VB", "MD")

    def span(self, at: int, without: Collection[int] = ()) -> list[int]:
        """A word and all that hangs on it, in order, except those named and what hangs on them."""
        return self._below(at, lambda one: [kid for kid in self._kids[one] if kid not in without])

    def listed(self, at: int) -> list[int]:
        """A word and those joined to it by "and", in order."""
        return self._below(at, lambda one: self.kids(one, "conj"))

    def _below(self, at: int, kids: Callable[[int], Iterable[int]]) -> list[int]:
        found, waiting = set(), [at]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += kids(one)
        return sorted(found)

    def joined(self, pieces: Iterable[tuple[int, str]]) -> str:
        """Words at their places as text, with blanks where the sentence has them or where words between were left out."""
        text, before = "", -2
        for at, piece in pieces:
            if text and not (before + 1 == at and self._touches(at)):
                text += " "
            text += piece
            before = at
        return " ".join(text.split())

    def _touches(self, at: int) -> bool:
        before = self.words[at - 1]
        return before.start + len(before.text) == self.words[at].start


_UNCHANGED = frozenset(
    ["quit", "cut", "hit", "put", "shut", "set", "hurt", "spread", "split", "cost", "bet", "beat", "burst", "cast", "read"]
)
"""Verbs whose past is written as their present."""
_PAST = re.compile(
    r"\b(?:yesterday|ago|last (?:night|week|month|year|\w+day|spring|summer|autumn|fall|winter)|in (?:19|20)\d\d)\b"
)


def _was_done(words: Sequence[Word], at: int) -> bool:
    """Whether what the parser takes for a present is a past: "I quit", which nobody says of a habit, and "I cut my hair yesterday"."""
    word = words[at]
    if word.tag != "VBP" or word.text.lower() not in _UNCHANGED:
        return False
    line = " ".join(one.text.lower() for one in words[at:])
    return word.text.lower() == "quit" or _PAST.search(re.split(r" [,;.] | (?:and|but|or) ", line)[0]) is not None


def _mended(words: Sequence[Word]) -> list[Word]:
    """As the parser often has it, in "Samira and I decided" only "I" is the subject, and the verb hangs on the name: turned round here."""
    mended = [replace(word, tag="VBD") if _was_done(words, at) else word for at, word in enumerate(words)]
    for me in range(2, len(words)):
        if words[me].text != "I" or words[me - 1].text.lower() != "and" or words[me].relation not in ("nsubj", "nsubjpass"):
            continue
        verb = words[me].head
        name = words[verb].head if 0 <= verb < len(words) else -1
        if 0 <= name < me - 1 and name != verb and words[verb].relation == "conj" and words[name].tag.startswith("NN"):
            above = words[name].head
            mended[verb] = replace(words[verb], head=verb if above == name else above, relation=words[name].relation)
            mended[name] = replace(words[name], head=verb, relation="nsubj")
            mended[me] = replace(words[me], head=name, relation="conj")
    return mended
