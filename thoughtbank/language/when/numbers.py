"""Numerals in words and digits, one pattern and one function a language.

    "two or three" -> (2, 3)    十几 -> (11, 19)    서너 -> (3, 4)    vài -> FEW    "21" -> (21, 21)

The pattern finds one numeral; the function gives the least and the greatest number it may mean. Equal ones are exact.
"""

import re

FEW = (2, 5)
"""A few, several, 几, 몇, vài: from two to five; chosen."""

_SMALL = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ENGLISH = {word: value for value, word in enumerate([*_SMALL, *_TEENS], start=1)} | {
    word: 10 * value for value, word in enumerate(_TENS, start=2)
}
_ONE_ENGLISH = (
    rf"(?:\d{{1,4}}|(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_SMALL)}))?|{'|'.join([*reversed(_TEENS), *reversed(_SMALL)])})"
)
ENGLISH_NUMBER = _ONE_ENGLISH
ENGLISH = rf"(?:(?:a )?couple(?: of)?|a few|few|several|some|a dozen|{_ONE_ENGLISH}(?:(?: or | to |-){_ONE_ENGLISH})?|an?)"


def english(words: str) -> tuple[int, int]:
    if words in ("a", "an"):
        return 1, 1
    if "couple" in words:
        return 2, 3
    if "dozen" in words:
        return 12, 12
    if words in ("a few", "few", "several", "some"):
        return FEW
    parts = re.split(r" or | to |-(?=\d)", words)
    values = [_english(part) for part in parts]
    return values[0], max(values)


def _english(words: str) -> int:
    if words.isdigit():
        return int(words)
    return sum(_ENGLISH[word] for word in re.split("[- ]", words))


_CHINESE = dict(zip("零〇一二两三四五六七八九十", (0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10), strict=True))
CHINESE_NUMBER = r"(?:\d{1,4}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九])"
CHINESE = (
    r"(?:几十|好几|[一二三四五六七八九]?十几|几|数十|数|若干|一两|两三|二三|三四|三五|四五|五六|六七|七八|八九"
    rf"|{CHINESE_NUMBER}(?:(?:-|~|到|至|或){CHINESE_NUMBER})?)"
)


def chinese(words: str) -> tuple[int, int]:
    if words in ("几", "好几", "数", "若干"):
        return FEW
    if words in ("几十", "数十"):
        return 20, 90
    if words.endswith("十几"):
        ten = 10 * _CHINESE.get(words[0], 1) if len(words) == 3 else 10
        return ten + 1, ten + 9
    parts = re.split("[-~到至或]", words)
    if len(parts) == 1 and len(words) == 2 and "十" not in words and not words.isdigit():
        parts = list(words)
    values = [chinese_number(part) for part in parts]
    return values[0], max(values)


def chinese_number(words: str) -> int:
    """三 3, 十二 12, 二十 20, 三十一 31, 二〇一九 2019."""
    if words.isdigit():
        return int(words)
    if "十" not in words:
        return int("".join(str(_CHINESE[one]) for one in words))
    tens, _, ones = words.partition("十")
    return 10 * _CHINESE.get(tens, 1) + _CHINESE.get(ones, 0)


_NATIVE_ONES = {
    "하나": 1,
    "한": 1,
    "두": 2,
    "둘": 2,
    "세": 3,
    "석": 3,
    "셋": 3,
    "네": 4,
    "넉": 4,
    "넷": 4,
    "다섯": 5,
    "여섯": 6,
    "일곱": 7,
    "여덟": 8,
    "아홉": 9,
}
_NATIVE_TENS = {
    "열": 10,
    "스물": 20,
    "스무": 20,
    "서른": 30,
    "마흔": 40,
    "쉰": 50,
    "예순": 60,
    "일흔": 70,
    "여든": 80,
    "아흔": 90,
}
_KOREAN_PAIRS = {"한두": (1, 2), "두세": (2, 3), "두서너": (2, 4), "서너": (3, 4), "네댓": (4, 5), "대여섯": (5, 6)}
_SINO = dict(zip("일이삼사오육칠팔구십", range(1, 11), strict=True))
SINO = r"(?:[이삼사오육칠팔구]?십[일이삼사오육칠팔구]?|[일이삼사오육칠팔구])"
NATIVE = rf"(?:(?:{'|'.join(_NATIVE_TENS)})(?: ?(?:{'|'.join(_NATIVE_ONES)}))?|{'|'.join(_NATIVE_ONES)})"
KOREAN_NUMBER = rf"(?:\d{{1,4}}|{NATIVE}|{SINO})"
KOREAN = rf"(?:몇십|몇|여러|수십|수|{'|'.join(_KOREAN_PAIRS)}|{KOREAN_NUMBER}(?:[-~]{KOREAN_NUMBER})?)"


def korean(words: str) -> tuple[int, int]:
    if words in ("몇", "여러", "수"):
        return FEW
    if words in ("몇십", "수십"):
        return 20, 90
    if words in _KOREAN_PAIRS:
        return _KOREAN_PAIRS[words]
    values = [korean_number(part) for part in re.split("[-~]", words)]
    return values[0], max(values)


def korean_number(words: str) -> int:
    """3, 세, 열두, 스물 한, 삼, 이십오."""
    if words.isdigit():
        return int(words)
    if words in _NATIVE_ONES:
        return _NATIVE_ONES[words]
    for tens, value in _NATIVE_TENS.items():
        if words.startswith(tens):
            return value + _NATIVE_ONES.get(words[len(tens) :].strip(), 0)
    tens, ten, ones = words.partition("십")
    return 10 * _SINO.get(tens, 1) + _SINO.get(ones, 0) if ten else _SINO[words]


_VIETNAMESE = {
    "một": 1,
    "mốt": 1,
    "hai": 2,
    "ba": 3,
    "bốn": 4,
    "tư": 4,
    "năm": 5,
    "lăm": 5,
    "nhăm": 5,
    "sáu": 6,
    "bảy": 7,
    "bẩy": 7,
    "tám": 8,
    "chín": 9,
    "mười": 10,
}
_DIGIT_VIETNAMESE = "(?:một|hai|ba|bốn|năm|sáu|bảy|bẩy|tám|chín)"
VIETNAMESE_NUMBER = rf"(?:\d{{1,4}}|{_DIGIT_VIETNAMESE} mươi(?: (?:{'|'.join(_VIETNAMESE)}))?|mười(?: (?:lăm|{_DIGIT_VIETNAMESE}))?|{_DIGIT_VIETNAMESE})"
VIETNAMESE = (
    r"(?:vài ba|vài|mấy|dăm ba|dăm|nhiều|một vài|một hai|hai ba|ba bốn|bốn năm(?= (?:ngày|tuần|tháng|năm|giờ|hôm))|năm sáu|sáu bảy|bảy tám"
    rf"|chục|{VIETNAMESE_NUMBER}(?:(?:-| đến | hoặc ){VIETNAMESE_NUMBER})?)"
)


def vietnamese(words: str) -> tuple[int, int]:
    if words in ("vài ba", "vài", "mấy", "dăm ba", "dăm", "nhiều", "một vài"):
        return FEW
    if words == "chục":
        return 10, 10
    parts = re.split("-| đến | hoặc ", words)
    if len(parts) == 1 and words.count(" ") == 1 and "mươi" not in words and not words.startswith("mười"):
        parts = words.split(" ")
    values = [vietnamese_number(part) for part in parts]
    return values[0], max(values)


def vietnamese_number(words: str) -> int:
    """3, ba, mười lăm, hai mươi, hai mươi mốt."""
    if words.isdigit():
        return int(words)
    tens, ten, ones = words.partition(" mươi")
    if ten:
        return 10 * _VIETNAMESE[tens] + _VIETNAMESE.get(ones.strip(), 0)
    return sum(_VIETNAMESE[word] for word in words.split(" "))
