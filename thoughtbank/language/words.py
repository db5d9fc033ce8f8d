r"""The words of a text: what retrieval by words counts, and the small questions one asks of a text.

The idea: one pass over the text finds tokens, and each token becomes terms by its script. No dictionary and no word segmenter:
where a script does not part its words, pairs of characters stand for them, as is usual in retrieval. The trade is a larger
index against one code path that is right for any text at all.

    "Where did Caroline's dogs go?"  ->  carolin dog go
    "我5月6号去了博物馆"              ->  我 5月 6日 去 博 物 馆 去了 了博 博物 物馆
    "제주도에 갔어요"                 ->  제주도에 제주 주도 도에 갔어요 갔어 어요
    "Tháng 5 mình đi Huế"            ->  tháng 5 mình đi huế, "tháng 5" "5 mình" "mình đi" "đi huế"

Everything is linear in the text, holds no state but a cache of pure results, and takes any string: a shell pipe or an emoji is
as good a query as a sentence. Checked in tests/language/test_words.py, by example and with random text.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache
from itertools import chain, pairwise
from typing import Literal

from Stemmer import Stemmer

Language = Literal["en", "zh", "ja", "ko", "vi", "other"]

LONGEST_TERM = 64
"""Characters. A longer token (a key, a picture in base64) is cut: nobody asks for its end, and the index must not keep it."""

_STOP_WORDS = """
    a about am an and are as at be been being but by can could did do does doing for from had has have having he her hers
    him his how i if in into is it its me mine my of on or our ours she should so than that the their theirs them then there
    these they this those to was we were what when where which while who whom whose why will with would you your yours
    的 了 吗 嗎 呢 啊 吧 呀 么 麼 嘛 我 你 您 他 她 它 们 們 是 什 谁 誰 哪 什么 什麼 我们 我們 你们 你們 은 는 이 가 을 를 에 의 도 로 와 과
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that say nothing of what a text is about. Korean ones are particles left over after a date: 6일에."""

_CONTRACTED = frozenset({"s", "t", "m", "re", "ve", "ll", "d"})
APOSTROPHES = str.maketrans({"’": "'", "ʼ": "'", "‘": "'"})

_HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
_HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb"
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17d3\ua9e0-\ua9fe\uaa60-\uaa7f"  # Thai, Lao, Myanmar, Khmer
# Python's \w leaves out combining marks, without which an Indic, Hebrew or Arabic word falls to pieces.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u06df-\u06e8\u0711\u0730-\u074a\u07a6-\u07b0\u0900-\u0963\u0966-\u0df3\u0f71-\u0f84\u1ab0-\u1aff\u1dc0-\u1dff"
    "\u200c\u200d\u20d0-\u20dc\ufe20-\ufe2f"
)
_PICTURES = "\u2600-\u27bf\U0001f300-\U0001faff"

_TOKEN = re.compile(rf"[\w{_MARKS}{_UNSPACED}]+(?:'[\w{_MARKS}]+|(?<=\d)[.,]\d+)*|[{_PICTURES}]")
_ASCII_TOKEN = re.compile(r"[a-z0-9]+(?:'[a-z0-9]+|(?<=[0-9])[.,][0-9]+)*")
_RUN = re.compile(
    rf"(?P<day>\d{{1,4}}[年月日号號년월일])|(?P<cjk>[{_HAN}{_KANA}]+)|(?P<hangul>[{_HANGUL}]+)|(?P<unspaced>[{_UNSPACED}]+)"
    rf"|(?P<word>(?:(?!\d{{1,4}}[年月日号號년월일])[^{_HAN}{_KANA}{_HANGUL}{_UNSPACED}])+)"
)
_HAN_CHARACTER = re.compile(rf"[{_HAN}]")
_CHARACTER_OR_WORD = re.compile(rf"[{_HAN}{_KANA}{_HANGUL}{_UNSPACED}]|[^{_HAN}{_KANA}{_HANGUL}{_UNSPACED}]+")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_SIGNS = r"[^\w\s\x00-\u02ff]"
_MANY_SIGNS = re.compile(rf"({_SIGNS}{{30}}){_SIGNS}+")

_VIETNAMESE = re.compile(r"[ăđĩũơư\u1ea0-\u1ef9]|\b(?:ngày|tháng|và|có|là|mình|tôi|gì|làm|nào)\b")
_NOT_VIETNAMESE = re.compile("[șțşţčćšžî]")  # ă and đ are also Romanian and Croatian


def clean(text: str) -> tuple[str, tuple[str, ...]]:
    """The text as it can be stored and encoded, and what was changed, for people to read.

    NUL ends a string in some databases, and a surrogate on its own is no character; everything else stays exactly as given.
    Two surrogates that make up one character are joined to it: some JSON readers leave them apart.
    """
    notes = []
    if nuls := text.count("\0"):
        text = text.replace("\0", "")
        notes.append(_note(nuls, "NUL character", "removed"))
    if not text.isascii() and _SURROGATE.search(text):
        text, joined = _PAIR.subn(lambda pair: pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le"), text)
        text, lone = _SURROGATE.subn("\ufffd", text)
        notes += [_note(joined, "surrogate pair", "joined")] * (joined > 0)
        notes += [_note(lone, "lone surrogate", "replaced")] * (lone > 0)
    return text, tuple(notes)


_SURROGATE = re.compile("[\ud800-\udfff]")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def _note(count: int, what: str, change: str) -> str:
    return f"{count} {what}{'s' if count > 1 else ''} {change}"


def is_blank(text: str) -> bool:
    """Whether a reader would see nothing: white space, format and control characters, and letters that are drawn empty."""
    return all(c.isspace() or c in _DRAWN_EMPTY or unicodedata.category(c) in ("Cf", "Cc") for c in text)


_DRAWN_EMPTY = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(map(chr, range(0xFE00, 0xFE10)))


def normalise(text: str) -> str:
    """The text as it is compared, never as it is shown: "Ａ  Cafe\u0301" and "a café" are the same, "cafe" is another word."""
    return " ".join(fold(text).split())


def terms(text: str) -> Counter[str]:
    """The terms of a text and how often each stands in it; see the head of this file.

    Stop words are left out, unless there is nothing else: "Who are you?" then still finds the turns that say just that. Without
    them recall at 10 of words alone rises from .694 to .738 on LoCoMo; a longer list adds nothing.
    """
    folded = fold(text)
    tokens = _tokens(folded)
    every = list(chain.from_iterable(map(_terms_of, tokens)))
    kept = [term for term in every if term not in STOP_WORDS]
    if _is_vietnamese(folded):
        kept += _syllable_pairs(tokens)
    return Counter(kept or every)


def plain_tokens(text: str) -> list[str]:
    """The tokens in order, whole and all of them: what measures count that lay one text beside another.

    A character of a script without spaces is a token, and so is a Hangul syllable: "제주도에" shares three of its four with "제주도".
    """
    tokens = _tokens(fold(text))
    return tokens if text.isascii() else [part for token in tokens for part in _CHARACTER_OR_WORD.findall(token)]


def _tokens(folded: str) -> list[str]:
    spaced = folded.replace("_", " ")
    if spaced.isascii():
        return _ASCII_TOKEN.findall(spaced)
    return _TOKEN.findall(spaced.translate(APOSTROPHES))


def fold(text: str) -> str:
    """NFKC and casefold, and once more since casefold may take a character apart: "ΐ".

    A run of more than 30 signs is cut first (Unicode's Stream-Safe Text Format does it at the same length): Python's
    normalize takes quadratic time on a long run of combining marks, minutes for one megabyte.
    """
    if text.isascii():
        return text.lower()
    safe = _MANY_SIGNS.sub(r"\1", text)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", safe).casefold())


def _terms_of(token: str) -> Iterable[str]:
    """Short tokens recur and are kept; a long one is a line of Chinese, or no word at all."""
    return _short_terms(token) if len(token) <= 24 else tuple(_split(token))


@lru_cache(maxsize=1 << 15)
def _short_terms(token: str) -> tuple[str, ...]:
    return tuple(_split(token))


def _split(token: str) -> Iterator[str]:
    if token.isascii():
        yield from _latin(token)
        return
    if len(token) == 1:
        yield token
        return
    for run in _RUN.finditer(token):
        yield from _OF_SCRIPT[run.lastgroup or "word"](run[0])


def _latin(token: str) -> Iterator[str]:
    """A word or a number of any script that has spaces."""
    if token[:1].isdecimal():  # an apostrophe may stand at the end of a run: d'한국
        yield from _number(token)
    elif "'" in token:
        yield from _apostrophe(token)
    elif token:
        yield _stem(token)


def _number(token: str) -> Iterator[str]:
    """12.5 stays; 1,000 is 1000, 6th is 6, 05 is 5; what has two dots may be a date, so 2023.5.8 is also 2023, 5 and 8."""
    if _THOUSANDS.fullmatch(token):
        token = token.replace(",", "")
    if ordinal := _ORDINAL.fullmatch(token):
        token = ordinal[1]
    for number in token[:LONGEST_TERM].split(","):
        yield _without_zero(number)
        if number.count(".") > 1:
            yield from map(_without_zero, number.split("."))


def _without_zero(number: str) -> str:
    return number.removeprefix("0") if len(number) == 2 else number


def _apostrophe(token: str) -> Iterator[str]:
    """Caroline's is Caroline, it's is a stop word, don't stays one word, l'école is l and école."""
    if token.endswith("n't"):
        yield token[:LONGEST_TERM]
        return
    first, *rest = token.split("'")
    for part in [first, *(part for part in rest if part not in _CONTRACTED)]:
        yield from _latin(part)


def _stem(word: str) -> str:
    """A plain ASCII word is taken for English. A stemmer holds the word it works on, so each call has its own: threads."""
    if word in STOP_WORDS or not word.isascii() or len(word) > LONGEST_TERM:
        return word[:LONGEST_TERM]
    return str(Stemmer("english", 0).stemWord(word))


def _day(run: str) -> Iterator[str]:
    """5月 and 6日 are one term each, 6号 is 6日, and a year is its number, as in any other language."""
    number, counter = run[:-1].removeprefix("0") or "0", run[-1]
    counter = "日" if counter in "号號" else counter
    yield number if len(number) == 4 and counter in "年년" else number + counter


def _cjk(run: str) -> Iterator[str]:
    """Characters and pairs of characters; a single kana means nothing, unless it stands alone."""
    yield from _HAN_CHARACTER.findall(run) if len(run) > 1 else run
    yield from _pairs(run)


def _hangul(run: str) -> Iterator[str]:
    """The word as written, particle and all, and its pairs of syllables, which find it with another particle."""
    if len(run) != 2 and len(run) <= LONGEST_TERM:
        yield run
    yield from _pairs(run)


def _unspaced(run: str) -> Iterator[str]:
    yield from _pairs(run) if len(run) > 1 else run


def _pairs(run: str) -> Iterator[str]:
    return (a + b for a, b in pairwise(run))


_OF_SCRIPT = {"day": _day, "cjk": _cjk, "hangul": _hangul, "unspaced": _unspaced, "word": _latin}


def _syllable_pairs(tokens: Iterable[str]) -> Iterator[str]:
    """Vietnamese writes a word of two syllables as two: "thành phố"."""
    return (f"{a} {b}" for a, b in pairwise(tokens) if len(a) + len(b) < LONGEST_TERM)


def is_vietnamese(text: str) -> bool:
    """By letters and words that hardly any other language has. Without its marks Vietnamese cannot be told from English."""
    return not text.isascii() and _is_vietnamese(fold(text))


def _is_vietnamese(folded: str) -> bool:
    if folded.isascii():
        return False
    return _VIETNAMESE.search(folded) is not None and _NOT_VIETNAMESE.search(folded) is None


def count_tokens(text: str) -> int:
    """About how many tokens a language model sees, for budgets; no model's own count, off by a quarter is usual.

    One for a CJK character, a kana, a Hangul syllable or an emoji; of alphabets, one for four characters.
    """
    if text.isascii():
        return -(-len(text) // 4)
    narrow = len(_WIDE.sub("", text))
    return len(text) - narrow + -(-narrow // 4)


_WIDE = re.compile("[\u1100-\u11ff\u2e80-\U0010ffff]+")


def language(text: str) -> Language:
    """The language by script and diacritics; plain Latin is taken for English, no letters at all are "other".

    A CJK or Hangul character says as much as about four Latin letters: "What does 你好 mean?" is English.
    """
    if text.isascii():
        return "en" if LETTERS["latin"].search(text) else "other"
    folded = fold(text)
    size = {script: sum(map(len, letters.findall(folded))) for script, letters in LETTERS.items()}
    han_or_kana = size["han"] + size["kana"]
    most = max(4 * han_or_kana, 4 * size["hangul"], size["latin"], size["other"])
    if not most or most == size["other"]:
        return "other"
    if most == size["latin"]:
        return "vi" if _is_vietnamese(folded) else "en"
    if most == 4 * size["hangul"]:
        return "ko"
    return "ja" if 10 * size["kana"] > han_or_kana else "zh"


def written_in(text: str) -> str:
    """The language of a text that is kept; "mixed" where Latin words and CJK or Hangul stand side by side.

    A mixed text has a likeness to questions in either of its languages, so it is no measure for one of them.
    """
    if not text.isascii():
        folded = fold(text)
        wide = sum(len(run) for script in ("han", "kana", "hangul") for run in LETTERS[script].findall(folded))
        latin = sum(map(len, LETTERS["latin"].findall(folded)))
        if wide >= 2 and latin >= 4:
            return "mixed"
    return language(text)


_LATIN = "a-z\u00df-\u00f6\u00f8-\u024f\u1e00-\u1eff"
LETTERS = {
    "han": re.compile(f"[{_HAN}]+"),
    "kana": re.compile(f"[{_KANA}]+"),
    "hangul": re.compile(f"[{_HANGUL}]+"),
    "latin": re.compile(f"[{_LATIN}]+", re.IGNORECASE),
    "other": re.compile(rf"(?:(?![{_LATIN}{_HAN}{_KANA}{_HANGUL}])[^\W\d_])+"),
}


def day_terms(day: date) -> Counter[str]:
    """The terms by which a question may name a day, in each of our languages, exactly as `terms` would give them.

    "May 6", "5月6日", "5月6号", "5월 6일", "ngày 6 tháng 5", each with or without 2023. As terms of a turn
    they raise recall at 10 of words alone from .712 to .738 on LoCoMo. Names are spelt out since strftime follows the locale.
    """
    named = f"{day.year} {_MONTHS[day.month - 1]} {day.day}"
    native = f"{day.month}月 {day.day}日 {day.month}월 {day.day}일"
    return terms(named) + terms(native) + Counter({f"tháng {day.month}": 1, f"ngày {day.day}": 1})


_MONTHS = ("January", "February", "March", "April", "May", "June",
           "July", "August", "September", "October", "November", "December")  # fmt: skip
