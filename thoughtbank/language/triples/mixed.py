"""Which language a sentence of two languages is built in: whose little words and endings hold it together, not whose letters are more.

    "I ate 떡볶이 with 민수 yesterday."   en        "我昨天 deploy 了 new version"   zh        "저는 machine learning을 좋아해요"   ko

Only sentences with letters of two scripts or with Vietnamese marks are looked at twice; any other is what `words.language` says. Where both languages have
such words, or neither, that stands too. Checked in tests/language/test_mixed.py.
"""

import re

from thoughtbank.language.triples.wordlist import listed
from thoughtbank.language.words import Language, is_vietnamese, language

_ENGLISH = listed(
    "i i'm i've i'll i'd my we we're our he she it's they his her their the and with from of at for in is are was were am has have had lives live lived "
    "like likes liked love loves loved went ate bought met work works worked don't doesn't didn't not this that what does did how mean means when"
)
"""Words that hold an English sentence together and aren't Vietnamese without its marks ("to", "an", "me" are)."""
_OPENING = listed("i i'm i've i'll i'd my we we're our he she his her they it's")
"""Of these, those with which no sentence of another language begins."""
_CHINESE = re.compile("(?:你(?!好)|[我您他她它们們的了在是不没沒有和跟把被给給过過着著就也都])")
_KOREAN = re.compile(
    r"[가-힣](?:요|다|죠|네|음|함|어|아|해|야|지)[.!~… ]*$|[A-Za-z\d](?:은|는|이|가|을|를|에|에서|에게|한테|로|으로|와|과|랑|이랑|하고|도|의|만)(?=\s|$)"
)
"""A closed sentence, or a particle on a word in Latin letters."""
_VIETNAMESE = listed("tôi mình tớ của là đã đang sẽ và ở không với có được này cho rất cũng em anh chị bạn")
_WIDE = re.compile("[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
"""Han, kana and Hangul."""
_STANDING_IN = ("J", "Jo", "Kim", "Anna", "Maria", "Sandra", "Barbara", "Margaret")
"""A name of each length."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?", re.IGNORECASE)


def built_in(sentence: str) -> Language:
    """The language whose rules read the sentence."""
    written = language(sentence)
    if sentence.isascii() or written not in ("en", "zh", "ko", "vi", "ja"):
        return written
    words = [word.lower().replace("’", "'") for word in _WORD.findall(sentence)]
    english = sum(word in _ENGLISH for word in words)
    others: dict[Language, int] = {
        "zh": len(_CHINESE.findall(sentence)),
        "ko": len(_KOREAN.findall(sentence)),
        "vi": sum(word in _VIETNAMESE for word in words),
    }
    if written == "en":
        best: Language = "zh" if others["zh"] >= others["ko"] else "ko"
        return best if others[best] and not english else written
    if own := others.get(written, 0):
        return "en" if written != "vi" and words[0] in _OPENING and english >= own else written  # I love my 강아지
    if others["vi"] and written != "vi" and is_vietnamese(_WIDE.sub(" ", sentence)):
        return "vi"
    least = 2 if written == "vi" else 1
    return "en" if english >= least else written


def readable(sentence: str) -> str:
    """An English sentence with names of the same length where Han, kana or Hangul stand, of which its parser makes nothing: each stays where it was."""
    return _WIDE.sub(lambda found: _STANDING_IN[min(len(found[0]), len(_STANDING_IN)) - 1].ljust(len(found[0]), "a"), sentence)
