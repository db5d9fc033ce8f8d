"""Whether two wordings name the same thing: what `fragments.py` compares labels with what was found by.

No dictionary and no segmenter, so that the yardstick shares nothing with what it measures. English words are compared by their stems, Chinese by
characters, Korean by words of which either may carry a particle or an ending, Vietnamese by syllables in a row. Forms that no stem joins (bought,
buy) are the labels' business: they list both.

    holds("a signed guitar for Mia", "guitar", "en")  ->  2 (words more)
    holds("서울에서", "서울", "ko")                    ->  0
    matches("doesn't really like", "like", "en")       ->  True

Checked by `tests/evaluation/test_wordings.py`.
"""

import re
import unicodedata
from collections.abc import Sequence

from thoughtbank.language.words import fold, plain_tokens, terms

MORE = {"en": 5, "zh": 10, "ko": 4, "vi": 6}
"""How much longer than its label an argument may be: words, characters, words, syllables. Chosen; beyond it something is glued on."""
MORE_IN_PREDICATE = {"en": 2, "zh": 3, "ko": 2, "vi": 3}
"""The same for a predicate, after what tells denial, tense and mood is taken off. Chosen."""
USERS = {"en": ("the user", "user"), "zh": ("用户",), "ko": ("사용자",), "vi": ("người dùng",)}
"""What a speaker or a listener without a name is called."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_JOINING = _set("a an the of to in at on for with from by about into over as and")
_BE = _set("be am is are was were been being isn't aren't wasn't weren't it's he's she's")
_FORMS = {"has": "have", "had": "have", "having": "have", "does": "do", "did": "do", "goes": "go"}
"""Forms no stem joins, of verbs that also serve others."""
_COPULAS = {
    "ko": _set("이다 이에요 이예요 예요 에요 입니다 이야 야 였다 이었다 였어요 이었어요 인 임 아니다 아니에요 아니야 아닙니다"),
    "vi": frozenset({"là", "phải là", "phải"}),
}
_AROUND = {
    "en": _set(
        "not never no longer don't doesn't didn't won't wouldn't can't cannot couldn't haven't hasn't hadn't shouldn't have has had do does did will would "
        "can could may might must should shall used want wants wanted wanna gonna going go plan plans planning hope hopes need "
        "needs like likes just really always usually often still already maybe probably even also any more anymore be"
    ),
    "vi": _set(
        "đã đang sẽ sắp vừa mới từng không ko chưa chẳng chả bao giờ muốn định phải có thể hay thường cũng vẫn còn rồi được đc bị rất lắm quá nữa nên"
    ),
    "ko": _set("안 못 않 있 없 싶 것 거 수 예정 계획 생각 중 보 주 버리 같 몰 모르 하 했 할 아니"),
}
_BEFORE_ZH = re.compile(
    "^(?:从来没有?|从没|从不|越来越|没有|已经|刚刚|正在|曾经|想要|打算|准备|计划|将要|能够|可以|可能|也许|大概|应该|必须|愿意|希望|非常|特别|比较|有点|一般|经常|常常|总是|以前|不太"
    "|[不没别未已都也还就刚才在正又再曾想要会将能得敢很太真最挺])"
)
_AFTER_ZH = re.compile("(?:起来|下来|[了过着完好到成掉给得在吧呢])$")
_PARTICLES = _set(
    "은 는 이 가 을 를 에 에서 로 으로 와 과 랑 이랑 하고 의 도 만 한테 한테서 에게 에게서 께 께서 부터 까지 이나 나 밖에 마다 에만 에는 에도 씨 씨는 씨가 님 님이 님은 님께서"
)
_ENDINGS = """
    다 아 어 여 았 었 겠 고 지 게 려 러 세 셨 시 신 실 십 습 는 은 을 던 음 기 해 하 했 한 할 합 되
    돼 됐 된 이 였 예 인 으 면 니 네 나 자 죠 구 거 도 서 야 요 며 라 잖 더 대 까 만 중 주 준 줘 줬
"""
_ENDING = re.compile(
    "^(?:$|[\u11ab\u11af\u11b7\u11b8\u11bb]|(?:"
    + "|".join(unicodedata.normalize("NFD", one) for one in _ENDINGS.split())
    + ")(?![\u11a8-\u11ff]))"
)
_APART = {
    "en": re.compile(r"\s*(?:,|&|\band\b)\s*"),
    "zh": re.compile("[、，,和跟与]"),
    "ko": re.compile(r"(?<=\S)(?:와|과|이랑|랑|하고)\s+|,\s*"),
    "vi": re.compile(r"\s*(?:,|\bvà\b|\bvới\b|\bcùng\b)\s*"),
}
_UNNAMED = {
    "en": _set("i me my mine myself i'm i've i'd i'll you your yours yourself"),
    "zh": frozenset("我你您咱"),
    "ko": _set("나 내 저 제 너 네 나는 내가 저는 제가 나를 저를 나의 너는 네가 너의"),
    "vi": _set("tôi tớ tui mình"),
}
_TITLES = {"en": (), "zh": (), "ko": (), "vi": ("anh", "chị", "em", "bạn", "cô", "chú", "ông", "bà")}
_NO_LETTER = re.compile(r"[\W_的]+")


def units(text: str, lang: str) -> list[str]:
    """What a wording is compared by: stems without joining words, characters, words, or syllables."""
    if lang == "zh":
        return list(_NO_LETTER.sub("", fold(text)))
    if lang == "en":
        tokens = _english(text)
        return [_stem(token) for token in tokens if token not in _JOINING] or tokens
    words = [_bare(word) for word in fold(text).split()]
    return [word for word in words if word and word != "của"]


def _english(text: str) -> list[str]:
    tokens = plain_tokens(text.replace("’", "'"))
    return ["be" if token in _BE else _FORMS.get(token, token).removesuffix("'s") for token in tokens]


def _stem(token: str) -> str:
    return next(iter(terms(token)), token)


def _bare(word: str) -> str:
    return re.sub(r"^[^\w]+|[^\w]+$", "", word)


def holds(found: str, label: str, lang: str) -> int | None:
    """How many units `found` has beyond `label`; None where it doesn't contain it."""
    inside, outside = units(label, lang), units(found, lang)
    if not inside:
        return None
    if lang == "en":
        there = set(inside) <= set(outside)
    elif lang == "ko":
        there = all(any(_same_korean(one, other) for other in outside) for one in inside) or (
            len("".join(inside)) > 1 and "".join(inside) in "".join(outside)
        )
    else:
        there = _row(inside, outside)
    return max(0, len(outside) - len(inside)) if there else None


def _row(inside: Sequence[str], outside: Sequence[str]) -> bool:
    size = len(inside)
    return any(list(outside[at : at + size]) == list(inside) for at in range(len(outside) - size + 1))


def _same_korean(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    return short == long or (long.startswith(short) and long[len(short) :] in _PARTICLES)


def is_owner(found: str, label: str, lang: str) -> bool:
    """Whether `label` stands in `found` only as the owner of something: "Karin" in "Karin's husband"."""
    text, name = fold(found).replace("’", "'"), re.escape(fold(label))
    form = {"en": rf"\b{name}'s?\s+\w", "zh": rf"{name}的\w", "ko": rf"{name}의\s*\w", "vi": rf"\bcủa {name}\b"}[lang]
    return re.search(form, text) is not None


def is_exactly(found: str, name: str, lang: str) -> bool:
    """Whether `found` is this name and nothing else; titles and particles aside."""
    if lang == "zh":
        return _bare(fold(found)) == _bare(fold(name))
    words, wanted = units(found, lang), units(name, lang)
    while len(words) > len(wanted) and words[0] in _TITLES[lang]:
        words = words[1:]
    if lang == "ko" and words and words[-1] in _PARTICLES:
        words = words[:-1]
    if lang == "ko" and len(words) == len(wanted):
        return all(_same_korean(a, b) for a, b in zip(words, wanted, strict=True))
    return words == wanted


def apart(text: str, lang: str) -> list[str]:
    """The text and, where it names several, each of them."""
    parts = [part for part in _APART[lang].split(text) if part.strip()]
    return [text, *parts] if len(parts) > 1 else [text]


def unnamed(text: str, lang: str) -> set[str]:
    """First and second persons left as such in an argument."""
    if lang == "zh":
        return set(text) & _UNNAMED["zh"]
    tokens = plain_tokens(text.replace("’", "'")) if lang == "en" else [_bare(word) for word in fold(text).split()]
    return set(tokens) & _UNNAMED[lang]


def matches(predicate: str, label: str, lang: str) -> bool:
    """Whether a predicate has the label as its head, once denial, tense and mood are taken off."""
    beyond = beyond_head(predicate, label, lang)
    return beyond is not None and len(beyond) <= MORE_IN_PREDICATE[lang]


def beyond_head(predicate: str, label: str, lang: str) -> list[str] | None:
    """What of a predicate is left beside the label and what tells denial, tense and mood; None where the label isn't its head.

    A word that tells mood, such as "have" or "want", is the head only where no other word is left.
    """
    if lang == "zh":
        found, head = _peeled(predicate), _peeled(label)
        return list(found.replace(head, "", 1)) if head and head in found else None
    if lang == "ko":
        return _beyond_korean(units(predicate, lang), units(label, lang))
    if lang == "en":
        words, wanted = units(predicate, lang), units(label, lang)
        kept = [_stem(token) for token in _english(predicate) if token not in _AROUND["en"] | _JOINING]
    else:
        words, wanted = units(predicate, lang), units(label, lang)
        kept = [word for word in words if word not in _AROUND[lang]]
    said = set(wanted) <= set(words) if lang == "en" else _row(wanted, words)
    if not wanted or not said or (kept and not set(wanted) & set(kept)):
        return None
    return [word for word in kept if word not in wanted]


def _peeled(text: str) -> str:
    rest = _NO_LETTER.sub("", fold(text))
    for form in (_BEFORE_ZH, _AFTER_ZH):
        while (shorter := form.sub("", rest)) != rest and shorter:
            rest = shorter
    return rest


def _beyond_korean(words: Sequence[str], wanted: Sequence[str]) -> list[str] | None:
    around = [word for word in words if any(is_form(word, stem) for stem in _AROUND["ko"])]
    kept = [word for word in words if word not in around]
    hits = [next((word for word in words if is_form(word, stem)), None) for stem in wanted]
    if not hits or None in hits or (kept and not set(hits) & set(kept)):
        return None
    return [word for word in kept if word not in hits]


def is_form(word: str, stem: str) -> bool:
    """Whether a Korean word is the stem with an ending or a particle."""
    if stem == "이다":
        return word in _COPULAS["ko"]
    long, short = unicodedata.normalize("NFD", word), unicodedata.normalize("NFD", stem)
    return long.startswith(short) and _ENDING.match(long[len(short) :]) is not None


def is_copula(predicate: str, lang: str) -> bool:
    """Whether a predicate is nothing but "is", denied or not, in any tense."""
    if lang == "zh":
        return _peeled(predicate) == "是"
    if lang == "en":
        tokens = _english(predicate)
        return "be" in tokens and set(tokens) <= _AROUND["en"] | _JOINING
    words = units(predicate, lang)
    if lang == "vi":
        return bool(words) and " ".join(word for word in words if word not in _AROUND["vi"] or word == "phải") in _COPULAS["vi"]
    return bool(words) and all(word in _COPULAS["ko"] for word in words)
