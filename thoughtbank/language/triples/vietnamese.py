"""Vietnamese: "mình", "tôi", "mẹ mình" at the start of a clause, a verb of a closed list, and what stands behind it.

The language has no endings, so a clause keeps its words: the relation is the verb with its denial, wish and tense ("không thích", "định đi").

    "Mình không thích cà phê."   (speaker Hạnh)   ->  Hạnh | không thích | cà phê
"""

import re
from collections.abc import Iterator

from thoughtbank.language.questions import is_question
from thoughtbank.language.triples.relations import lasting, single_valued
from thoughtbank.language.triples.said import Said
from thoughtbank.language.triples.wordlist import listed

NOBODY = "người dùng"
"""The speaker's name where none is known."""
LONGEST_TAIL = 14
"""Words. Chosen: as in English, a little shorter; a longer tail holds a clause."""

_I = r"(?:mình|tôi|tớ|tui)"
_KIN = (
    r"(?:(?:con )?(?:chó|mèo|thỏ|vẹt|cún)|mẹ|bố|ba|má|cha|bố mẹ|ba mẹ|gia đình|chị gái|anh trai|em gái|em trai|chị"
    r"|anh họ|chị họ|em họ|vợ|chồng|con trai|con gái|"
    r"bạn gái|bạn trai|người yêu|bạn thân|bạn cùng phòng|ông ngoại|ông nội|bà ngoại|bà nội|ông|bà|dì|chú|cậu|cô "
    r"giáo|sếp|đồng nghiệp|hàng xóm|công ty|nhà)"
)
_NUMBER = r"(?:\d+|một|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|vài|mấy|nhiều)"
_UNIT = r"(?:ngày|tuần|tháng|năm|giờ|tiếng|hôm|phút|buổi)"
_TIME = (
    rf"(?:hôm (?:qua|nay|kia)|ngày (?:mai|kia|xưa)|sáng nay|chiều nay|tối (?:nay|qua)|đêm qua|bây giờ|hiện tại|hiện "
    rf"nay|hiện|dạo này|gần đây|lúc trước|trước đây|hồi nhỏ|hồi bé|hồi trước|"
    rf"{_UNIT} (?:trước|sau|tới|ngoái|này|nay|sau)|cuối (?:tuần|tháng|năm)(?: (?:trước|sau|tới|này))?|(?:mỗi|hàng"
    rf"|hằng) {_UNIT}|{_NUMBER} {_UNIT}(?: (?:trước|sau|nay|tới|rồi))?|(?:từ|vào|lúc|trong|suốt|đầu|đến) "
    rf".{{0,12}}?(?:\d+|{_NUMBER}|{_UNIT})(?: (?:trước|sau|này|ngoái|\d+))*|"
    r"tháng (?:\d+|giêng|hai|ba|tư|năm|sáu|bảy|tám|chín|mười)(?: (?:này|tới|sau|năm \d+))?|thứ (?:hai|ba|tư|năm|sáu"
    r"|bảy)(?: (?:tuần sau|tới|trước))?|chủ nhật|năm \d{4}|buổi (?:sáng|trưa|chiều|tối))"
)
_ONCE = re.compile(r"\b(?:trước đây|lúc trước|hồi trước|hồi nhỏ|hồi bé|ngày xưa)\b", re.IGNORECASE)
"""Times that change what is said: it holds no more."""
_THEN = re.compile(
    rf"\b(?:hôm (?:qua|kia)|đêm qua|tối qua|{_UNIT} (?:trước|ngoái)|(?:tuần|tháng) trước|năm (?:ngoái|kia)|{_NUMBER} {_UNIT} trước|năm \d{{4}})\b",
    re.IGNORECASE,
)
"""Times of which nothing is said but that it held then."""
_TIME_START = re.compile(rf"{_TIME}(?: thì)?[ ,]+", re.IGNORECASE)
_TIME_END = re.compile(rf"(?:^|[ ,]+)(?:{_TIME}|rồi|nữa)$", re.IGNORECASE)
_FILLERS = re.compile(r"(?: (?:lắm|quá|nhé|ạ|luôn|thôi|nha|đấy|cả|rồi|nữa))+$", re.IGNORECASE)
_SUBJECT = re.compile(rf"(?:{_I}(?= )|(?P<kin>{_KIN})(?: của)? {_I}(?: tên là (?P<name>[^\W\d_]+)(?= |$))?)", re.IGNORECASE)
_OWN = re.compile(
    rf"(?P<what>tên|sinh nhật|nghề|nghề nghiệp|công việc|quê|sở thích|tuổi|chiều cao|cân nặng|ngân sách)(?: của)? "
    rf"{_I}(?: là| ở| khoảng)? (?P<tail>.+)",
    re.IGNORECASE,
)
_BEST = re.compile(
    rf"(?P<what>\w+(?: \w+){{0,3}}) (?:yêu thích|ưa thích)(?: nhất)?(?: của)? {_I} là (?P<tail>.+)", re.IGNORECASE
)
_HELPERS = re.compile(
    r"(?:không còn|không bao giờ|không|chưa bao giờ|chưa|chẳng|đã từng|từng|đã|đang|sẽ|sắp|vừa mới|vừa|mới|vẫn còn"
    r"|vẫn|luôn|thường xuyên|thường|hay|ít khi|hiếm khi|rất|cũng|còn|lại|đều|chỉ|"
    r"có thể|muốn|định|dự định|tính|cần|phải|quyết định|bắt đầu|cố gắng|hy vọng|mong|được|bị|suýt|năm nay|thật sự"
    r"|thực sự|khá|hơi) ",
    re.IGNORECASE,
)
_SILENT = listed("rất cũng còn lại đều thật sự thực sự khá hơi năm nay") | {"thật sự", "thực sự", "năm nay"}
_VERB = re.compile(
    r"(?:tên là|tên|là|làm việc|làm nghề|làm thêm|làm|sống|ở|sinh ra|sinh năm|sinh|lớn lên|đến từ|quê|có|nuôi|thích"
    r"|yêu|mê|ghét|sợ|nhớ|dị ứng|mắc|tiểu đường|học|tốt nghiệp|chuyển|dọn|đi du lịch|đi|đến|về|bay|"
    r"mua|bán|thuê|ăn chay|ăn|uống|chơi|xem|đọc|nghe|nấu|viết|vẽ|hát|kết hôn|cưới|lấy vợ|lấy chồng|ly hôn|chia tay"
    r"|nghỉ việc|nghỉ hưu|mất việc|mất ngủ|mất|thua|thắng|nói được|nói|biết|tham gia|chạy|tập|dạy|quen|gặp|"
    r"đậu|trượt|thi|nhận|nhận được|bỏ|cai|hút|đăng ký|đặt|làm quen|nhận nuôi|qua đời|ốm|gãy|mở|tổ chức|sử dụng|dùng"
    r"|lái|đạp|bơi|leo|sưu tầm|quan tâm|thất nghiệp|độc thân|mang thai)(?= |$)",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r" (?:ở|tại|cho|với|đến|tới|về|ra|vào|sang|lên|xuống|vì|trong|cùng|từ|được|nghề|việc)(?= )", re.IGNORECASE
)
_ALONE = frozenset(
    [
        "ăn chay",
        "kết hôn",
        "ly hôn",
        "chia tay",
        "nghỉ việc",
        "nghỉ hưu",
        "mất việc",
        "mất ngủ",
        "qua đời",
        "thất nghiệp",
        "độc thân",
        "mang thai",
        "lấy vợ",
        "lấy chồng",
        "mất",
    ]
)
_STATES = frozenset(["ăn chay", "thất nghiệp", "độc thân", "mang thai", "mất ngủ"])
_AGE = re.compile(rf"(?:được )?((?:\d+|{_NUMBER}(?: \w+){{0,2}}) tuổi)", re.IGNORECASE)
_CLAUSE_END = re.compile(
    rf"[,;:]\s*(?:và |nhưng |còn |nên |mà )?| (?:và|nhưng|vì|nên|mà|do|bởi vì|sau đó) (?={_I} )| và (?=(?:làm|sống"
    rf"|học|đang|đã|sẽ|muốn|có|nuôi|thích|bị|không|chuyển|mua) )| (?:nhưng|vì|nên|bởi vì|thay vì|khi|do|để) ",
    re.IGNORECASE,
)
_UNREAL = re.compile(
    r"\b(?:nếu|giá như|giá mà|ước gì|ước|giả sử|giả vờ|mơ thấy|hình như|có vẻ|nghe nói|nghe đồn|đùa|giỡn|lỡ như"
    r"|liệu|chắc là|phải chi|(?:không|chẳng|nào) ngờ)\b",
    re.IGNORECASE,
)
_TOLD = re.compile(r"\b(?:nói rằng|nói là|bảo|kể|nghĩ|cho rằng|tưởng|thấy|khuyên|hỏi|biết rằng|tin|đoán)\b", re.IGNORECASE)
_OPENER = re.compile(
    r"(?:chào(?: bạn| cậu| mọi người)?|xin chào|à|giờ(?: đây| thì)?|ừ|vâng|dạ|ừm|ồ|ôi|thật ra|thực ra|nhân tiện|nhưng|và|còn|thế nên"
    r"|vậy nên|hơn nữa|ngoài ra|nói thật)[ ,]+",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:bạn|cậu|nó|họ|đó|này|kia|ấy|gì|nào|đâu|ai|vậy|thế|chúng tôi|chúng mình|chúng ta|anh ấy|cô ấy)\b", re.IGNORECASE
)
_FRIEND = re.compile(r"\bbạn (?=bè|thân|gái|trai|học|cùng|tôi\b|mình\b)", re.IGNORECASE)
_EMPTY = listed("một rồi lắm được việc điều thứ nhiều ít thời gian chuyện") | {
    "thời gian",
    "một chút",
    "một lúc",
    "một điều",
    "ý kiến",
    "câu hỏi",
}


def read(sentence: str, me: str, you: str | None) -> list[Said]:
    """What one sentence says; nothing behind somebody else's words, and no question."""
    plain = sentence.strip(" .!?…~")
    clauses = [clause for clause in _CLAUSE_END.split(plain) if clause]
    if "?" in sentence or is_question(sentence):
        clauses = clauses[:-1]
    wished = "giá mà" in plain.lower()  # " mà " parts clauses
    if (
        wished or _UNREAL.search(" ".join(clauses)) or "trước khi" in plain.lower()
    ):  # what held before isn't told from what holds
        return []
    return list(_clauses(clauses, me, you))


def _clauses(clauses: list[str], me: str, you: str | None) -> Iterator[Said]:
    shared = False
    for clause in clauses:
        opened = clause.strip()
        while (lead := _OPENER.match(opened)) is not None:
            opened = opened[lead.end() :]
        time = _TIME_START.match(opened)
        front = time[0].strip(" ,") if time else ""
        opened = opened[time.end() :] if time else opened
        if _TOLD.search(opened):
            return
        found = _fixed(opened, me)
        if found is None and (subject := _SUBJECT.match(opened)) is not None:
            yield from _about(subject, opened, front, me, you)
            shared = subject["kin"] is None
            continue
        if found is not None:
            yield found
        elif shared and not front and (said := _predicate(opened, me, me, you, front)) is not None:
            yield said
        shared = shared and found is None and _VERB.match(opened) is not None


def _fixed(clause: str, me: str) -> Said | None:
    """As in "Tên mình là", "sinh nhật mình là", "món ăn yêu thích của mình là"."""
    for form, between in ((_OWN, ""), (_BEST, " yêu thích")):
        if (found := form.match(clause)) is not None:
            tail = _tail(found["tail"], me, None, timed=False)
            what = found["what"].lower()
            if tail and tail != me:
                return Said(me, f"{what}{between} là", tail, f"{what.capitalize()}{between} của {me} là {tail}.")
    return None


def _about(subject: re.Match[str], clause: str, front: str, me: str, you: str | None) -> Iterator[Said]:
    kin, name, rest = subject["kin"], subject["name"], clause[subject.end() :].strip()
    if name and not name[0].isupper():
        return
    if kin is None:
        said = _predicate(rest, me, me, you, front)
    else:
        head = f"{kin.lower()} của {me}"
        if name:
            yield Said(head, "tên là", name, f"{_capital(head)} tên là {name}.")
        said = _predicate(rest, head, me, you, front)
    if said is not None:
        yield said


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _predicate(rest: str, head: str, me: str, you: str | None, front: str) -> Said | None:
    """The verb with its helpers, and what is behind it."""
    kept, at = "", 0
    spoken = re.sub(rf"\b{_I}\b", me, rest)
    while (helper := _HELPERS.match(rest, at)) is not None:
        word = helper[0].strip().lower()
        kept += "" if word in _SILENT else word + " "
        at = helper.end()
    if (age := _AGE.match(rest, at)) is not None:
        return Said(head, "tuổi là", age[1], _capital(f"{head} {spoken}."))
    verb = _VERB.match(rest, at)
    if verb is None or _POINTS.search(_FRIEND.sub("", rest[at:])):
        return None
    end, relation = verb.end(), kept + verb[0].lower()
    while (preposition := _PREPOSITION.match(rest, end)) is not None:
        relation, end = relation + preposition[0].lower(), preposition.end()
    if not kept and (verb[0].lower() in ("là", "ở", "làm") or _holds(relation)):
        when = f"{front} {rest}"
        relation = ("từng " if _ONCE.search(when) else "đã " if _THEN.search(when) else "") + relation
    tail = _tail(rest[end:], me, you, timed=verb[0].lower() not in ("thích", "yêu", "ghét", "mê"))
    text = _capital(" ".join(filter(None, [head, spoken, front[:1].lower() + front[1:]])) + ".")
    if tail is None:
        return (
            Said(head, kept.strip() or ("đang" if verb[0].lower() in _STATES else "đã"), verb[0].lower(), text)
            if verb[0].lower() in _ALONE and not rest[end:].strip(" rồi")
            else None
        )
    if tail == me or (verb[0].lower() == "là" and re.match(r"rất|không|vì|để|do|thế|phải|muốn", tail)):
        return None
    return Said(head, relation, tail, text)


def _holds(relation: str) -> bool:
    """Whether a relation is a state, which a time that is over ends; what was done stays done."""
    return lasting(relation) or single_valued(relation)


def _tail(text: str, me: str, you: str | None, *, timed: bool = True) -> str | None:
    """What is said without the times at its end, if it may have any there; None where it is unclear."""
    text = _FILLERS.sub("", text.strip(" ,.!"))
    while timed and (time := _TIME_END.search(text)) is not None and time.start() > 0:
        text = text[: time.start()].strip(" ,")
    text = re.sub(rf"\b{_I}\b", me, text)
    if (
        not text
        or text.lower() in _EMPTY
        or len(text.split()) > LONGEST_TAIL
        or _POINTS.search(_FRIEND.sub("", text))
        or not re.search(r"\w|\ue000", text)
    ):
        return None
    return None if _TIME_END.fullmatch(text) else text
