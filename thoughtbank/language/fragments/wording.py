"""A sentence that says a proposition, put together from its parts where nobody wrote one.

    moved to(Mia; Rotterdam; time: last spring)     ->  Mia moved to Rotterdam last spring.
    在…工作(安娜; 银行)                              ->  安娜在银行工作。
    not plan: move to(Ana; Porto)                   ->  Ana doesn't plan to move to Porto.

Words stay as they are and in order; of English verbs the first may change its form. A denial or a mood that the predicate's words don't say is put before
it, else the sentence would say the opposite. The trade: it reads less well than what a person writes ("Mia plays tennis Delft" where the place came
without its preposition). Checked in tests/language/test_fragment_lines.py.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from thoughtbank.language.fragments.said import Argument, Mood
from thoughtbank.language.triples.english_verbs import PAST, THIRDS
from thoughtbank.language.triples.korean import topic
from thoughtbank.language.triples.relations import polarity
from thoughtbank.language.words import language

_SHOWN = {
    "en": {
        "past": r"\b(?:used to|no longer|any ?more|once|formerly|stopped|quit|was|were|had)\b",
        "possible": r"\b(?:might|may|could|can|maybe|perhaps|possibly|probably|would)\b",
        "plan": r"\b(?:wants?|wanted|will|going to|plan\w*|hop(?:es?|ing)|intends?|would like|about to|thinking of)\b|^(?:is|are) \w+ing\b",
    },
    "zh": {
        "past": "以前|曾|从前|從前|原来|原來|不再|[了过過]",
        "possible": "可能|也许|也許|或许|或許|说不定|說不定|大概|会|會",
        "plan": "打算|想|要|准备|準備|计划|計劃|会|會|将|將|希望",
    },
    "ko": {
        "past": "예전|전에|더 이상|이제|던|[가-힣]*[았었했였갔왔]",
        "possible": "지도|아마|수도|수 있",
        "plan": "려고|싶|거예요|거야|겁니다|것이다|계획|예정|고자|겠",
    },
    "vi": {
        "past": r"\b(?:từng|đã|trước đây|hồi|không còn)\b",
        "possible": r"\b(?:có thể|có lẽ|chắc|biết đâu)\b",
        "plan": r"\b(?:định|muốn|tính|sẽ|sắp|kế hoạch)\b",
    },
}
"""How the words of a predicate show a mood. A habit needs none: what is so, is so again and again."""
_PUT = {
    "en": {"past": ("used to", "didn't use to"), "possible": ("might", "might not"), "plan": ("plans to", "doesn't plan to")},
    "zh": {"fact": ("", "不"), "past": ("以前", "以前不"), "possible": ("可能", "可能不"), "plan": ("打算", "不打算")},
    "ko": {"fact": ("", "안"), "past": ("예전에", "예전에 안"), "possible": ("아마", "아마 안")},
    "vi": {"fact": ("", "không"), "past": ("từng", "từng không"), "possible": ("có thể", "có thể không"), "plan": ("định", "không định")},
}  # fmt: skip
"""What is put before a predicate that doesn't show it, and what before one that is denied besides."""
_GAP = "…"
_PARTICLE = re.compile(r"(?:에서|에게|한테|으로|에|로|을|를|이|가|은|는|와|과|랑|도|의) ")
_BE = frozenset(["is", "are", "am", "was", "were"])
_HELPING = frozenset(["can", "could", "will", "would", "might", "may", "must", "should", "has", "have", "had"])


def sentence(
    predicate: str, arguments: Sequence[Argument], *, negative: bool = False, mood: Mood = "fact", tongue: str | None = None
) -> str:
    """A sentence of the language `tongue`; where that is None, of the predicate's, as far as so few words show it. It holds each part once; what can't be
    put into it stands behind it in brackets.
    """
    tongue = tongue or _tongue(predicate, arguments)
    denies = not polarity(predicate)
    denied = negative and not denies
    hidden = mood not in ("fact", "habit") and not _shows(predicate, mood, tongue)
    put = None if denies else _put(predicate, denied, mood if hidden else "fact", tongue)
    whole = _LAID.get(tongue, _in_order)(put or predicate, arguments)
    left = [] if put else ["not"] * denied + [mood] * hidden
    return f"{whole} ({', '.join(left)})" if left else whole


def _tongue(predicate: str, arguments: Sequence[Argument]) -> str:
    """That of the predicate, else of all but who it is said of, whose name tells little. Only plain letters are taken for English."""
    own = language(predicate)
    if own in ("en", "other"):
        own = language(" ".join((predicate, *(one.text for one in arguments[1:]))))
    return "other" if own == "en" and not predicate.isascii() else own


def _shows(predicate: str, mood: str, tongue: str) -> bool:
    """Whether its words say the mood."""
    sign = _SHOWN.get(tongue, {}).get(mood)
    return sign is not None and re.search(sign, predicate) is not None


def _put(predicate: str, denied: bool, mood: str, tongue: str) -> str | None:
    """The predicate with a denial and a mood before it; None where that can't be done."""
    if not denied and mood == "fact":
        return predicate
    if tongue == "en" and mood == "fact":
        return _denied(predicate)
    found = _PUT.get(tongue, {}).get(mood)
    if found is None:
        return None
    before = found[denied]
    if tongue == "en":
        first, _, rest = predicate.partition(" ")
        return " ".join(filter(None, (before, _plain(first), rest)))
    particle = _PARTICLE.match(predicate) if tongue == "ko" else None
    start = particle[0] if particle else ""
    return start + before + ("" if tongue == "zh" else " ") + predicate[len(start) :]


def _denied(predicate: str) -> str:
    first, _, rest = predicate.partition(" ")
    if first in _BE | _HELPING:
        words = (first, "not", rest)
    else:
        words = ("didn't" if first in PAST and first not in THIRDS.values() else "doesn't", _plain(first), rest)
    return " ".join(filter(None, words))


def _plain(verb: str) -> str:
    """Its infinitive: of the verbs that are known, else by rule."""
    if verb in _BE:
        return "be"
    known = THIRDS.get(verb) or PAST.get(verb)
    return known or _THIRD.sub(lambda end: "y" if end[0] == "ies" else end[1] or "", verb)


_THIRD = re.compile(r"(?<=\w\w)(?:ies|(ss|sh|ch|x|z|o)es|(?<![su])s)$")


def _in_order(predicate: str, arguments: Sequence[Argument]) -> str:
    first, *rest = arguments
    return " ".join((first.text, predicate, *map(_with_preposition, rest))) + "."


def _with_preposition(argument: Argument) -> str:
    """The roles `with` and `for` are words of English; others bring theirs along or need none."""
    bare = argument.role in ("with", "for") and argument.text.isascii() and not argument.text.startswith(f"{argument.role} ")
    return f"{argument.role} {argument.text}" if bare else argument.text


def _vietnamese(predicate: str, arguments: Sequence[Argument]) -> str:
    first, *rest = arguments
    return " ".join((first.text, predicate, *(one.text for one in rest))) + "."


def _chinese(predicate: str, arguments: Sequence[Argument]) -> str:
    """The time before the predicate, and the second argument in its gap if it has one."""
    first, *rest = (one for one in arguments if one.role != "time")
    times = [one.text for one in arguments if one.role == "time"]
    before, gap, after = predicate.partition(_GAP)
    if gap and rest:
        predicate, rest = before + rest[0].text + after, rest[1:]
    return _joined((first.text, *times, predicate, *(one.text for one in rest))) + "。"


def _joined(parts: Sequence[str]) -> str:
    """Without spaces, but between two Latin words."""
    whole = ""
    for part in parts:
        latin = whole[-1:].isascii() and whole[-1:].isalnum() and part[:1].isascii() and part[:1].isalnum()
        whole += f" {part}" if latin else part
    return whole


def _korean(predicate: str, arguments: Sequence[Argument]) -> str:
    """The topic first, the predicate last; a particle that opens it joins what it belongs to, the second argument."""
    first, *rest = arguments
    others, own = [one.text for one in rest if one.role], [one.text for one in rest if not one.role]
    end = f"{own.pop()}{predicate}" if own and _PARTICLE.match(predicate) else predicate
    return " ".join((topic(first.text), *others, *own, end)) + "."


_LAID: Mapping[str, Callable[[str, Sequence[Argument]], str]] = {
    "en": _in_order, "zh": _chinese, "ko": _korean, "vi": _vietnamese,
}  # fmt: skip
