"""Which predicates tell that something became otherwise ("moved", 结婚, 이사하다, chuyển) and not that it was so for a while ("lived", 住在).

A state that held from one time to another is over; what became so between two times goes on. Closed lists of common verbs in four languages; an unknown
verb is taken for a state. Checked in tests/remember/test_dating.py.
"""

import re

_CHANGES = (
    re.compile(
        r"\b(?:mov(?:ed|es|ing)|got|became|bought|sold|started|began|begun|quit|stopped|left|joined|married|divorced|graduated|retired|died|born|met"
        r"|found|lost|finished|completed|changed|switched|adopted|broke|opened|closed|arrived|returned|founded|proposed|gave up)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"搬|买|買|卖|賣|结婚|結婚|离婚|離婚|毕业|畢業|退休|去世|出生|开始|開始|加入|辞|辭|换|換|认识|認識|成为|成為|离开|離開|戒"
    ),
    re.compile(r"이사|결혼|이혼|졸업|퇴직|은퇴|돌아가시|태어나|태어났|시작|그만두|그만뒀|입사|만났|샀|팔았|됐|되었|바꿨|끊었"),
    re.compile(
        r"\b(?:chuyển|mua|bán|cưới|kết hôn|ly hôn|tốt nghiệp|nghỉ hưu|qua đời|sinh ra|bắt đầu|bỏ|gia nhập|gặp|trở thành|đổi)\b",
        re.IGNORECASE,
    ),
)


def is_change(predicate: str) -> bool:
    """Whether what it tells goes on to hold once it has happened."""
    return any(words.search(predicate) for words in _CHANGES)
