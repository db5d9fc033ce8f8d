"""What in a text could be looked up: names, titles in quotation marks, tags, and amounts (numbers, dates, times, money) in four languages.

The idea: form tells, not a dictionary. A capital letter inside a sentence, a pair of quotation marks, a digit or a number word with what it
counts. Chinese and Korean names have no capitals and are found where one is introduced (叫, 이름은). The trade: a name at the start of
a sentence is found only as two capitalised words, and one number is found in each of its languages, but not "a couple".

    "Wake me at seven, Dr. Mai Anh said"  ->  names: mai anh     amounts: 7
    "我叫小满，预算八千"                     ->  names: 小满        amounts: 8000

Checked in tests/language/test_specifics.py.
"""

import re
from dataclasses import dataclass

from thoughtbank.language.words import fold


@dataclass(frozen=True, slots=True)
class Specifics:
    """In order and each once; names folded, numbers as digits with what they count left off, months and weekdays as words."""

    names: tuple[str, ...]
    amounts: tuple[str, ...]
    shown: tuple[str, ...]
    """All of them as the text has them, for people to read."""
    order: tuple[str, ...]
    """The keys of `shown`, in the same order."""

    @property
    def all(self) -> tuple[str, ...]:
        return self.names + self.amounts


def specifics(text: str) -> Specifics:
    """What could be looked up in a text."""
    found = [*_names(text), *_amounts(text)]
    first: dict[tuple[str, bool], tuple[int, str]] = {}
    for place, key, shown, amount in sorted(found):
        first.setdefault((key, amount), (place, shown))
    names = tuple(key for key, amount in first if not amount)
    amounts = tuple(key for key, amount in first if amount)
    return Specifics(names, amounts, tuple(shown.strip() for _, shown in first.values()), tuple(key for key, _ in first))


def _names(text: str) -> list[tuple[int, str, str, bool]]:
    found = []
    for pattern in (_QUOTED, _TAG, _INTRODUCED, _CAPITALS):
        for match in pattern.finditer(text):
            shown = next(group for group in match.groups() if group)
            if pattern is _CAPITALS:
                shown = _without_opener(shown)
            if (key := fold(shown)) and key not in _NO_NAMES:
                found.append((match.start(), key, shown, False))
    inside = [(place, place + len(shown)) for place, _, shown, _ in found if text[place] in _OPENING]
    return [one for one in found if not any(start < one[0] < end for start, end in inside)]


def _without_opener(capitals: str) -> str:
    """Felix of "My Felix": the first word of a sentence has its capital letter from there."""
    words = capitals.split()
    while words and fold(words[0]).replace("’", "'") in _OPENERS:
        del words[0]
    return " ".join(words)


def _amounts(text: str) -> list[tuple[int, str, str, bool]]:
    found = []
    for match in _DIGITS.finditer(text):
        found.append((match.start(), match[0].replace(",", ""), match[0], True))
    for match in _CALENDAR.finditer(text):
        found.append((match.start(), fold(match[0])[:3] if match[0].isascii() else match[0], match[0], True))
    for match in _ENGLISH_NUMBER.finditer(text):
        found.append((match.start(), str(_ENGLISH[match[0].lower()]), match[0], True))
    for pattern, values in ((_CHINESE_NUMBER, _CHINESE), (_KOREAN_NUMBER, _SINO), (_VIETNAMESE_NUMBER, _VIET)):
        for match in pattern.finditer(text):
            found.append((match.start(), _value(match[1], values), match[0], True))
    for match in _NATIVE_NUMBER.finditer(text):
        found.append((match.start(), str(_NATIVE[match[1] or match[2]]), match[0], True))
    return found


def _value(written: str, values: dict[str, int]) -> str:
    """A number of digits and powers of ten, as Chinese, Korean and Vietnamese write them: 八千 is 8000, "mười lăm" 15."""
    total = section = digit = 0
    parts = written.lower().split() if " " in written or written.lower() in values else list(written)
    for part in parts:
        value = values.get(part)
        if value is None:
            return written
        if value >= 10_000:
            total, section, digit = (total + section + (digit or (not section))) * value, 0, 0
        elif value >= 10:
            section, digit = section + (digit or 1) * value, 0
        else:
            digit = digit * 10 + value
    return str(total + section + digit)


_OPENING = "\"“'‘《「『#@"
_WITH_CAPITALS = (
    "i ai ok okay i'm i'll i'd i've hi hello hey thanks yes no mr mrs ms dr god oh wow hmm lol pm am english monday tuesday wednesday thursday friday"
    " saturday sunday january february march april may june july august september october november december"
    " bạn mình anh chị em tôi vâng"
)
_NO_NAMES = frozenset(_WITH_CAPITALS.split())
"""Words that have a capital letter and name nothing one could look up, or are amounts."""
_OPENING_WORDS = """
    it's that's this that these those there's he's she's we're we've they're they've you're what's where's who's let's the a an my our your his her their
    its he she we they you it and but so or if when while in on at for to from with as by not no yes both all some
"""
_OPENERS = _NO_NAMES | frozenset(_OPENING_WORDS.split())
_QUOTED = re.compile(
    r"\"([^\"\n]{1,80})\"|“([^“”\n]{1,80})”|(?<![\w'])'([^'\n]{2,80})'(?![\w'])|‘([^‘’\n]{1,80})’(?!\w)|《([^《》\n]{1,60})》|「([^「」\n]{1,60})」"
    r"|『([^『』\n]{1,60})』|`([^`\n]{1,80})`"
)
_TAG = re.compile(r"(#\w{2,40})|((?<!\w)@\w{2,40})|(\S{1,40}@\S{1,40}\.\w{2,10})|(https?://\S{1,200})")
_UPPER = "A-ZÀ-ÖØ-ÞĂĐĨŨƠƯ" + "".join(letter for letter in map(chr, range(0x1EA0, 0x1EFA)) if letter.isupper())
_WORD = rf"[{_UPPER}][\w'’&-]*"
_CAPITALS = re.compile(
    rf"(?:(?<=[\w,;:)'’\"”] )|(?<=[\w] \()|(?<=\w/))({_WORD}(?: (?:of|de|van|the|&)? ?{_WORD}){{0,5}})"
    rf"|(?:^|(?<=[.!?…] ))({_WORD}(?: {_WORD}){{1,5}})(?=[ ,])"
    rf"|(?<![\w])([A-Z]{{2,6}}\d*)(?![\w])",
)
_INTRODUCED = re.compile(
    r"(?:叫做|名叫|(?<!不要)叫|名字是|姓)[我你他她它]?([\u4e00-\u9fff]{1,4}?)(?=[，。,！!；;、 的]|$|不|吧)"
    r"|(?:이름은|이름이)\s?(?!네|군|지|에요|예요|야)([가-힣]{1,6}?)(?=이에요|예요|이야|야|입니다|이고|고|라고|[ ,.]|$)"
    r"|(?:저는|나는|제가|난|전)\s([가-힣]{2,4}?)(?:이라고|라고|이고|입니다|이에요|예요)"
)
_DIGITS = re.compile(r"(?<![\w.])\d+(?:[.,:/-]\d+)*|(?<=[^\x00-\x7f])\d+(?:[.,:/-]\d+)*|(?<=[$€£¥])\d+(?:[.,]\d+)*")
_CALENDAR = re.compile(
    r"\b(?:January|February|March|April|May(?= \d)|(?<=\d )May|(?<=in )May|June|July|August|September|October|November|December"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b|(?:周|星期|礼拜)[一二三四五六日天末]|[월화수목금토일]요일|\bthứ (?:hai|ba|tư|năm|sáu|bảy)\b|\bchủ nhật\b"
)
_TO_NINETEEN = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
"""
_ENGLISH = {
    word: n
    for n, word in enumerate(_TO_NINETEEN.split())
    if n > 1
} | {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    "hundred": 100, "thousand": 1000, "million": 1_000_000, "twice": 2, "third": 3, "half": 2, "dozen": 12, "noon": 12, "midnight": 12,
}  # fmt: skip
_ENGLISH_NUMBER = re.compile(rf"\b(?:{'|'.join(_ENGLISH)})\b", re.IGNORECASE)
_CHINESE = dict(zip("零一二两三四五六七八九", (0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True)) | {
    "十": 10, "百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000,
}  # fmt: skip
_CHINESE_NUMBER = re.compile(
    r"((?:[二两三四五六七八九十百千万亿零]|一(?=[十百千万]))[一二两三四五六七八九十百千万亿零]*)(?=[个點点公里岁歲元块塊天年月号號日人口次台只隻条條间間层樓楼米斤分小周週份本部辆輛位名张張，。,.！!；;]|$|多|左右|以内|以上|以下)"
)
_SINO = dict(zip("영일이삼사오육칠팔구", range(10), strict=True)) | {
    "십": 10,
    "백": 100,
    "천": 1000,
    "만": 10_000,
    "억": 100_000_000,
}
_KOREAN_NUMBER = re.compile(
    r"(?<![가-힣\d])([일이삼사오육칠팔구십백천만억]+)\s?(?=원|분|월|년|층|번|호|도|킬로|미터|퍼센트|달러|명|개월|주|박|점|세)"
)
_NATIVE_WORDS = "두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두 스무 둘 셋 넷 나흘 사흘 이틀 닷새"
_NATIVE = dict(
    zip(
        _NATIVE_WORDS.split(),
        (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 20, 2, 3, 4, 4, 3, 2, 5),
        strict=True,
    )
)
_NATIVE_NUMBER = re.compile(
    r"(?<![가-힣])(열두|열한|다섯|여섯|일곱|여덟|아홉|열|스무|두|세|네)\s?(?=시|살|명|개|마리|번|달|권|대|병|잔|시간|그루|가지|사람|곳|분)"
    r"|(?<![가-힣])(?=둘|셋|넷|나흘|사흘|이틀|닷새)(둘|셋|넷|나흘|사흘|이틀|닷새)(?=[이은을 ,.인]|에|$|로|동안)"
)
_VIET = {
    "một": 1, "hai": 2, "ba": 3, "bốn": 4, "tư": 4, "năm": 5, "lăm": 5, "sáu": 6, "bảy": 7, "tám": 8, "chín": 9, "mười": 10, "mươi": 10,
    "trăm": 100, "nghìn": 1000, "ngàn": 1000, "triệu": 1_000_000, "tỷ": 1_000_000_000,
}  # fmt: skip
_VIETNAMESE_NUMBER = re.compile(
    r"\b((?:(?:hai|ba|bốn|năm|sáu|bảy|tám|chín|mười)(?: (?:một|hai|ba|bốn|tư|năm|lăm|sáu|bảy|tám|chín|mười|mươi|trăm|nghìn|ngàn|triệu|tỷ)){0,8}))"
    r"(?= (?:giờ|phút|ngày|tuần|tháng|tuổi|người|đứa|con|cái|chiếc|lần|km|cân|kg|đồng|nghìn|triệu|phòng|cuốn|bộ|ly|năm)\b|(?<=triệu)|(?<=nghìn)|(?<=tỷ))",
    re.IGNORECASE,
)
