r"""A chat message cut into sentences that can be read one by one.

What is quoted isn't said, yet a quoted title is part of what is: a quotation is hidden behind one sign, which no rule can read into, and
comes back when the triple is written. What nobody says at all goes: code, links, quoted lines, asides in brackets.

    'I saw "Who Am I?" at 3.30 p.m. :) Loved it!'  ->  'I saw \ue0000\ue001 at 3.30 p.m.'  'Loved it!'

Every pattern is linear. Checked in tests/language/test_triples.py.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST_SENTENCE = 600
"""Characters. Chosen: a longer run without a full stop is a list, a log or a paste, which rules misread."""
LONGEST_QUOTE = 80
"""Characters of a quotation that may be a title or a name. Chosen: longer ones are somebody's words."""

_OPEN, _SHUT = "\ue000", "\ue001"
HIDDEN = f"{_OPEN}\\d+{_SHUT}"
"""Pattern of a hidden quotation."""

_UNSEEN = re.compile(
    "\x1b\\[[0-9;]*[A-Za-z]|[\x00-\x08\x0e-\x1f\x7f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
)
"""Signs of a terminal, of direction and of breaking lines: they are in no word, and none is said with them."""
_SIGNS_OF_OURS = re.compile(f"[{_OPEN}{_SHUT}]")
_CODE = re.compile(r"```[^`]*(?:```|$)|`[^`\n]*`")
_LINK = re.compile(r"(?:https?://|www\.)\S+|\S{1,64}@\S{1,64}\.\w+")
_QUOTED_LINE = re.compile(r"^[ \t]*(?:>|[|#]).*$", re.MULTILINE)
_ASIDE = re.compile(r"\([^()\n]*\)|（[^（）\n]*）|\[[^\[\]\n]*\]|【[^【】\n]*】|\*[^*\n]*\*")
_QUOTATION = re.compile(
    r"《[^《》\n]*》|「[^「」\n]*」|『[^『』\n]*』|“[^“”\n]*”|\"[^\"\n]*\"|‘[^‘’\n]*’(?!\w)|(?<!\w)'[^'\n]*'(?!\w)"
)
_EMOTICON = re.compile(
    "[\u2190-\u21ff\u2300-\u2bff\U0001f000-\U0001faff\ufe0f\u200d]+|(?<![\\w:])(?:[:;=]-?[)(DPpOo3/|]+|[xX]D+|<3+"
    "|\\^_*\\^|T_+T)(?!\\w)"
    "|[ㅋㅎㅠㅜ]+"
)
_ABBREVIATED = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|st|mt|prof|jr|sr|vs|no|approx|dept|inc|ltd|e\.g|i\.e|a\.m|p\.m|u\.s|u\.k|tp|ths|ts)|\b[A-Z])$",
    re.IGNORECASE,
)
_END = re.compile(r"(?<![.!?…。！？；;~～])[.!?…。！？；;~～]+(?=\s|$|[^\x00-\x7f])|[。！？；…]+|\n")
_BULLET = re.compile(r"^\s*(?:[-*•·]|\d{1,2}[.)、])\s+")
_OWN = r"(?:i\b|i'|my\b|fun fact|update|ps|p\.s|btw|by the way|good news|bad news|news|about me|我|tôi\b|mình\b|저|나|내|제)"
_SPEAKER = re.compile(rf"^(?!{_OWN})[^\s:：][^:：\n]{{0,30}}[:：]\s*(?=\D)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Hidden:
    """The quotations of a message, by the numbers that stand for them."""

    quotations: tuple[str, ...]

    def shown(self, text: str) -> str | None:
        """The text with its quotations back; None where one is too long to be a title."""
        found = [self.quotations[int(sign[1:-1])] for sign in re.findall(HIDDEN, text)]
        if any(len(quotation) > LONGEST_QUOTE for quotation in found):
            return None
        return re.sub(HIDDEN, lambda sign: self.quotations[int(sign[0][1:-1])], text)


def sentences(text: str) -> tuple[list[str], Hidden]:
    """The sentences that may state something, each with the signs it ends in, and what is hidden in them."""
    text = _UNSEEN.sub("", _SIGNS_OF_OURS.sub("", text))
    for gone in (_CODE, _QUOTED_LINE, _LINK):
        text = gone.sub(" ", text)
    quotations: list[str] = []

    def hide(found: re.Match[str]) -> str:
        quotations.append(found[0])
        return f"{_OPEN}{len(quotations) - 1}{_SHUT}"

    text = _EMOTICON.sub("\n", _ASIDE.sub(" ", _QUOTATION.sub(hide, text)))
    return [cut for cut in map(_plain, _cut(text)) if 1 < len(cut) <= LONGEST_SENTENCE], Hidden(tuple(quotations))


def _plain(sentence: str) -> str:
    return " ".join(_BULLET.sub("", sentence).split())


def _cut(text: str) -> Iterator[str]:
    """At the signs that end a sentence, but not behind an abbreviation or an initial."""
    start = 0
    for end in _END.finditer(text):
        if end[0] == "." and _ABBREVIATED.search(text, max(start, end.start() - 12), end.start()) and end.end() < len(text):
            continue
        yield text[start : end.end()]
        start = end.end()
    yield text[start:]


def spoken_by_another(sentence: str) -> bool:
    """Whether it opens like a line of a script, "Mum: I moved": whose words these are isn't known."""
    return _SPEAKER.match(sentence) is not None
