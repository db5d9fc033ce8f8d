"""How long something has gone on: "for three years", 三年了, 3년째, ba năm nay, as the time it began.

A length is read as that time ago, so it is no more exact than its unit: "for three years" is since the calendar year that lies three back. Only words that
say it goes on still count: "has lived ... for three years" does, "lived ... for three years" names no time at all. Closed patterns of bounded length.
Checked in tests/language/when/test_lengths.py.
"""

import re
from dataclasses import replace
from datetime import datetime

from thoughtbank.language.when.reading import read
from thoughtbank.language.when.said import Said

_ENGLISH = re.compile(
    r"for (?:(?:about|around|almost|nearly|over|more than|at least) )?(?:the (?:last|past) )?(.{1,30})", re.IGNORECASE
)
_PERFECT = re.compile(r"(?:has|have|'s|'ve)\b(?! to\b)", re.IGNORECASE)
_CHINESE = re.compile(r"(?:已经|已經|都|快)?(.{1,8}?(?:年|月|周|星期|礼拜|禮拜|天|小时|小時))(?:多)?(了)?")
_KOREAN_ON = re.compile(r"(.{1,10}(?:년|달|개월|주|일))째")
_KOREAN = re.compile(r"(.{1,10}(?:년|달|개월|주|일)) ?(?:동안|간)")
_GOING_ON = re.compile(r"고 있|아 있|어 있|여 있")
_VIETNAMESE = re.compile(r"(?:được |đã |suốt |trong )*(.{1,16}(?:năm|tháng|tuần|ngày))( nay| rồi)?", re.IGNORECASE)


def going_on(words: str, after: str, predicate: str, now: datetime) -> Said | None:
    """The stretch in which it began, with `side` since; None where the words are no length, or it may be over. `after`: what follows them in the message."""
    found = _ago(words.strip(), after.lstrip(), predicate)
    if found is None:
        return None
    tongue, ago = found
    times = read(ago, now, tongue, "past")
    if len(times) != 1 or times[0].words.strip() != ago or times[0].begins is None or times[0].every is not None:
        return None
    return replace(times[0], start=0, end=len(words), words=words, ends=None, side="since")


def _ago(words: str, after: str, predicate: str) -> tuple[str, str] | None:
    """The language, and the length as a time ago."""
    if (found := _ENGLISH.fullmatch(words)) and _PERFECT.match(predicate):
        return "en", f"{found[1].lower()} ago"
    if (found := _CHINESE.fullmatch(words)) and (found[2] or re.match("多?了", after)):
        return "zh", f"{found[1]}前"
    if (found := _KOREAN_ON.fullmatch(words)) or ((found := _KOREAN.fullmatch(words)) and _GOING_ON.search(predicate)):
        return "ko", f"{found[1]} 전"
    if (found := _VIETNAMESE.fullmatch(words)) and (found[2] or re.match(r"(?:nay|rồi)\b", after, re.IGNORECASE)):
        return "vi", f"{found[1].lower()} trước"
    return None
