"""A text as the tables read it, with the way back: lower case, composed, one space, simplified characters for words of time.

    "Thứ  Sáu" in any normal form  ->  "thứ sáu"     "下週三"  ->  "下周三"     "３月"  ->  "3月"

Each character of the folded text knows which characters it came from, so that a span in it is a span of the original.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

# A letter with its marks, a Korean syllable in parts, a run of white space, or any one character. The number of marks is bounded
# since composing a run of them takes the square of its length.
_CLUSTER = re.compile(
    r"\s+|[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|[^\s\u0300-\u036f][\u0300-\u036f]{1,4}|.", re.DOTALL
)
_UNEVEN = re.compile(r"\s\s|[^\S ]")
_TRADITIONAL = "週個後號點鐘禮這過幾兩時從開間內來當節聖誕國慶勞動農歷曆陰陽齡歲貳參陸壹約現剛級線樓"
_SIMPLIFIED = "周个后号点钟礼这过几两时从开间内来当节圣诞国庆劳动农历历阴阳龄岁二三六一约现刚级线楼"
_ALIKE = {
    **{ord(old): ord(new) for old, new in zip(_TRADITIONAL, _SIMPLIFIED, strict=True)},
    **{wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)},
    **{ord(mark): ord("'") for mark in "’‘ʼ"},
    **{ord(mark): ord("-") for mark in "‐‑‒–−"},
    **{ord(mark): ord("~") for mark in "〜～∼"},
    **{arabic + digit: ord("0") + digit for arabic in (0x0660, 0x06F0) for digit in range(10)},
}


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` is folded; `starts[i]` and `ends[i]` say where its character i stands in `original`."""

    original: str
    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters from `start` to `end`, at least one, stand in the original."""
        return self.starts[start], self.ends[end - 1]

    def capital(self, at: int) -> bool:
        """Whether the character began with a capital letter."""
        return self.original[self.starts[at]].isupper()


def fold(text: str) -> Folded:
    """The folded text and the way back."""
    if text.isascii() and not _UNEVEN.search(text):
        return Folded(text, text.lower(), range(len(text)), range(1, len(text) + 1))
    out: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for cluster in _CLUSTER.finditer(text):
        start, end = cluster.span()
        made = _one(cluster[0])
        out.append(made)
        starts += [start] * len(made)
        ends += [end] * len(made)
    return Folded(text, "".join(out), starts, ends)


def _one(cluster: str) -> str:
    if cluster.isspace():
        return "\n" if cluster.count("\n") > 1 else " "
    made = cluster if len(cluster) == 1 and cluster < "\u0300" else unicodedata.normalize("NFC", cluster)
    return made.lower().translate(_ALIKE)
