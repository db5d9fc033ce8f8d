"""Vietnamese, with its diacritics: what its words for times mean. "năm" is a year and five, "thứ hai" Monday and second: what stands beside tells."""

import re
from dataclasses import replace

from thoughtbank.language.when.frames import Frame
from thoughtbank.language.when.numbers import FEW, VIETNAMESE, VIETNAMESE_NUMBER, vietnamese, vietnamese_number
from thoughtbank.language.when.rules import Rule, Table, ago, any_of, dated, decade_of, marks, named, rule

_S, _E = r"(?<!\w)", r"(?!\w)"
_LOOSE = r"(?P<about>(?:khoảng|tầm|chừng|gần|hơn|cỡ) )?"
_N = rf"(?P<n>{VIETNAMESE})"
_UNITS = {
    "phút": "minute",
    "giờ": "hour",
    "tiếng": "hour",
    "tiếng đồng hồ": "hour",
    "ngày": "day",
    "hôm": "day",
    "bữa": "day",
    "tuần": "week",
    "tuần lễ": "week",
    "tháng": "month",
    "năm": "year",
    "thập kỷ": "decade",
}
_UNIT = rf"(?P<unit>{any_of(_UNITS)})"
_DAYS = {"hai": 0, "ba": 1, "tư": 2, "bốn": 2, "năm": 3, "sáu": 4, "bảy": 5, "bẩy": 5} | {
    str(day): day - 2 for day in range(2, 8)
}
_NO_ORDINAL = "".join(f"(?<!{word} )" for word in ["lần", "người", "cái", "con", "ngày", "tuần", "tháng", "năm", "đứa", "bài", "chương", "phần", "vòng", "tập", "hạng", "giải", "bậc", "vợ"])  # fmt: skip
_WEEKDAY = rf"(?:thứ (?P<day>{any_of(_DAYS)})(?! mươi)|(?P<sunday>chủ nhật(?! ký)|chúa nhật))"
_PARTS = {
    "rạng sáng": "dawn",
    "sáng sớm": "morning",
    "buổi sáng": "morning",
    "sáng": "morning",
    "buổi trưa": "noon",
    "trưa": "noon",
    "buổi chiều": "afternoon",
    "chiều": "afternoon",
    "chiều tối": "evening",
    "buổi tối": "evening",
    "tối": "evening",
    "ban đêm": "night",
    "nửa đêm": "night",
    "đêm": "night",
    "khuya": "night",
}
_PART = rf"(?P<part>{any_of(_PARTS)})"
_OWN_PART = rf"{_PART}(?!\w)(?! (?:hôm |ngày )?(?:nay|qua|kia|mai))"
"""Of an hour, not of a day that follows: "8 giờ tối nay" has its "tối nay"."""
_SEASONS = {"xuân": "spring", "hè": "summer", "hạ": "summer", "thu": "autumn", "đông": "winter"}
_SEASON = rf"(?P<season>{any_of(_SEASONS)})"
_MONTHS = {
    "một": 1,
    "hai": 2,
    "ba": 3,
    "tư": 4,
    "bốn": 4,
    "năm": 5,
    "sáu": 6,
    "bảy": 7,
    "tám": 8,
    "chín": 9,
    "mười": 10,
    "mười một": 11,
    "mười hai": 12,
}
_MONTH = rf"tháng (?P<month>\d\d?|{any_of(_MONTHS)})"
_DAY_NUMBER = rf"(?P<day>\d\d?|{VIETNAMESE_NUMBER})"
_YEAR = r"(?P<year>(?:1[89]|20|21)\d\d)"
_SHIFTS = {"này": 0, "nay": 0, "trước": -1, "qua": -1, "rồi": -1, "vừa rồi": -1, "vừa qua": -1, "ngoái": -1, "sau": 1, "tới": 1, "kế tiếp": 1, "trước nữa": -2, "sau nữa": 2}  # fmt: skip
_REL = rf"(?P<rel>{any_of(_SHIFTS)})"

_FIXED = {
    "hôm nay": Frame(days=(0, 0)),
    "bữa nay": Frame(days=(0, 0)),
    "ngày hôm nay": Frame(days=(0, 0)),
    "hôm qua": Frame(days=(-1, -1)),
    "ngày hôm qua": Frame(days=(-1, -1)),
    "hôm kia": Frame(days=(-2, -2)),
    "hôm kìa": Frame(days=(-3, -3)),
    "ngày mai": Frame(days=(1, 1)),
    "ngày kia": Frame(days=(2, 2)),
    "ngày mốt": Frame(days=(2, 2)),
    "hôm trước": Frame(days=(-FEW[1], -FEW[0]), about=True),
    "hôm nọ": Frame(days=(-FEW[1], -FEW[0]), about=True),
    "bữa trước": Frame(days=(-FEW[1], -FEW[0]), about=True),
    "vừa nãy": Frame(hours=(-1, 0), about=True),
    "ban nãy": Frame(hours=(-1, 0), about=True),
    "sang năm": Frame(years=(1, 1)),
    "năm ngoái": Frame(years=(-1, -1)),
    "năm kia": Frame(years=(-2, -2)),
    "sang tuần": Frame(weeks=(1, 1)),
    "sang tháng": Frame(months=(1, 1)),
    "nửa năm trước": Frame(months=(-6, -6)),
    "nửa năm nữa": Frame(months=(6, 6)),
    "nửa tháng trước": Frame(days=(-15, -15), about=True),
    "nửa tháng nữa": Frame(days=(15, 15), about=True),
    "nửa tiếng trước": Frame(minutes=(-30, -30)),
    "nửa tiếng nữa": Frame(minutes=(30, 30)),
    "giáng sinh": Frame(month=12, day=25),
    "quốc khánh": Frame(month=9, day=2),
    "tết dương lịch": Frame(month=1, day=1),
    "mỗi ngày": Frame(every="day"),
    "hàng ngày": Frame(every="day"),
    "hằng ngày": Frame(every="day"),
    "mọi ngày": Frame(every="day"),
    "mỗi tuần": Frame(every="week"),
    "hàng tuần": Frame(every="week"),
    "hằng tuần": Frame(every="week"),
    "mỗi tháng": Frame(every="month"),
    "hàng tháng": Frame(every="month"),
    "hằng tháng": Frame(every="month"),
    "mỗi năm": Frame(every="year"),
    "hàng năm": Frame(every="year"),
    "hằng năm": Frame(every="year"),
    "cách ngày": Frame(every="day", step=2),
    "mỗi đêm": Frame(every="day", part="night"),
    "hằng đêm": Frame(every="day", part="night"),
    "hàng đêm": Frame(every="day", part="night"),
    "mỗi cuối tuần": Frame(every="week", weekend=True),
    "cuối tuần nào cũng": Frame(every="week", weekend=True),
    "ngày nào cũng": Frame(every="day"),
}


def _ago(found: re.Match[str]) -> Frame | None:
    groups = found.groupdict()
    way = 1 if groups.get("way") in ("nữa", "sau", "tới") else -1
    return ago(_UNITS[found["unit"]], *vietnamese(found["n"]), about=bool(groups.get("about")), way=way)


def _half(found: re.Match[str]) -> Frame | None:
    low, high = vietnamese(found["n"])
    way = -1 if found["way"] == "trước" else 1
    unit, whole, half = ("month", 12, 6) if found["unit"] == "năm" else ("minute", 60, 30)
    return ago(unit, whole * low + half, whole * high + half, way=way)


def _window(found: re.Match[str]) -> Frame:
    low, high = vietnamese(found["n"])
    way = 1 if found["way"] in ("tới", "sắp tới") else -1
    return Frame(window=(_UNITS[found["unit"]], way * high), about=low != high)


def _unit(found: re.Match[str]) -> Frame | None:
    shift = _SHIFTS[found["rel"]]
    return ago(_UNITS[found["unit"]], shift, shift, way=1)


def _edge(found: re.Match[str]) -> Frame | None:
    frame = ago(_UNITS[found["unit"]], 0, 0)
    return None if frame is None else replace(frame, edge={"đầu": "early", "giữa": "mid", "cuối": "late"}[found["edge"]])


def _weekend(found: re.Match[str]) -> Frame:
    return Frame(weekend=True, weeks=2 * (_SHIFTS[found["rel"]],) if found["rel"] else None)


def _weekday(found: re.Match[str]) -> Frame:
    day = 6 if found["sunday"] else _DAYS[found["day"]]
    rel = {"trước": "last", "vừa rồi": "last", "vừa qua": "last", "rồi": "last", "này": "this", "tới": "coming", "sau": "next"}
    return Frame(weekday=day, rel=rel[found["rel"]] if found["rel"] else None)


def _every_weekday(found: re.Match[str]) -> Frame:
    days = [6 if one[1] else _DAYS[one[0]] for one in re.findall(rf"{_WEEKDAY}", found[0])]
    return Frame(every="week", weekdays=tuple(dict.fromkeys(days)))


def _every(found: re.Match[str]) -> Frame | None:
    low, high = vietnamese(found["n"])
    return Frame(every=_UNITS[found["unit"]], step=low) if low == high else None


def _month_number(words: str) -> int:
    return int(words) if words.isdigit() else _MONTHS[words]


def _date(found: re.Match[str]) -> Frame | None:
    groups = found.groupdict()
    day, year, to = vietnamese_number(groups["day"]), groups.get("year"), groups.get("to")
    month = _month_number(groups["month"]) if groups.get("month") else None
    last = vietnamese_number(to) if to else None
    return dated(int(year) if year else None, month, day, last, about=bool(groups.get("lunar")))


def _month(found: re.Match[str]) -> Frame | None:
    month, year = _month_number(found["month"]), found.groupdict().get("year")
    rel = {"này": "this", "tới": "coming"}.get(found.groupdict().get("rel") or "")
    return Frame(month=month, year=int(year) if year else None, rel=rel) if 0 < month < 13 else None


def _decade(found: re.Match[str]) -> Frame:
    return decade_of(found["decade"])


def _season(found: re.Match[str]) -> Frame:
    groups = found.groupdict()
    shift = _SHIFTS[groups["rel"]] if groups.get("rel") else None
    year = groups.get("year")
    bare = shift is None and year is None
    return Frame(
        season=_SEASONS[found["season"]],
        year=int(year) if year else None,
        rel=None if shift is None else {-1: "last", 0: "this", 1: "next"}.get(shift),
        weak=bare,
    )


def _part(found: re.Match[str]) -> Frame:
    return Frame(part=_PARTS[found["part"]], weak=True)


def _day_part(found: re.Match[str]) -> Frame:
    shift = {"nay": 0, "qua": -1, "kia": -2, "mai": 1}[found["day"]]
    return Frame(days=(shift, shift), part=_PARTS[found["part"]])


def _every_part(found: re.Match[str]) -> Frame:
    return Frame(every="day", part=_PARTS[found["part"]])


def _clock(found: re.Match[str]) -> Frame | None:
    hour, part, rest = vietnamese_number(found["hour"]), found["part"], found["minute"]
    minute = None if not rest else 30 if rest == "rưỡi" else vietnamese_number(rest)
    if found["less"] and minute:
        hour, minute = (hour - 1) % 24 or 12, 60 - minute
    last = vietnamese_number(found["to"]) if found["to"] else None
    if hour > 24 or (minute or 0) > 59 or (last or 0) > 24:
        return None
    sure = bool(part or rest or found["cue"])
    return Frame(
        hour=hour, minute=minute, hour_to=last, part=_PARTS[part] if part else None, dial=0 < hour < 13, weak=not sure
    )  # fmt: skip


def _hour_and_half(found: re.Match[str]) -> Frame | None:
    """What "8 rưỡi" says is half past eight, and one and a half of anything else: only where something beside it speaks of a time."""
    frame = _clock(found)
    return None if frame is None else replace(frame, weak=not (found["part"] or found["cue"]))


def _colon(found: re.Match[str]) -> Frame | None:
    hour, minute, part = int(found["hour"]), int(found["minute"]), found["part"]
    dial = 0 < hour < 13 and found["hour"][0] != "0"
    weak = not (part or found["mark"] != ":")
    return Frame(hour=hour, minute=minute, part=_PARTS[part] if part else None, dial=dial, weak=weak) if hour < 24 else None


_AFTER_HOUR = rf"(?: (?P<less>kém )?(?P<minute>rưỡi|{VIETNAMESE_NUMBER})(?: phút)?)?"
_RULES: tuple[Rule, ...] = (
    named(_FIXED),
    rule(rf"{_S}{_LOOSE}{_N} {_UNIT} (?P<way>trước|nữa|sau|tới)(?! (?:đây là|đó|khi|nữa)){_E}", _ago),
    rule(rf"{_S}cách đây {_LOOSE}{_N} {_UNIT}{_E}", _ago),
    rule(rf"{_S}(?P<n>{VIETNAMESE_NUMBER}) (?P<unit>năm|tiếng) rưỡi (?P<way>trước|nữa|sau){_E}", _half),
    rule(rf"{_S}(?:trong |suốt )?{_N} {_UNIT} (?P<way>qua|gần đây|vừa qua|sắp tới){_E}", _window),
    rule(rf"{_S}trong {_N} {_UNIT} (?P<way>tới|sắp tới){_E}", _window),
    rule(rf"{_S}(?P<unit>tuần|tháng|năm) {_REL}{_E}(?<!tháng ngoái)(?<!tuần nay)(?<!tháng nay)", _unit),
    rule(rf"{_S}(?P<edge>đầu|giữa|cuối) (?P<unit>tháng|năm){_E}(?! (?:{any_of(_SHIFTS)}|{any_of(_MONTHS)}|kia|\d))", _edge),
    rule(rf"{_S}(?<!mỗi )cuối tuần(?: {_REL})?{_E}", _weekend),
    rule(rf"{_S}{_NO_ORDINAL}{_WEEKDAY}(?: (?P<rel>trước|vừa rồi|vừa qua|rồi|này|tới|sau))?{_E}", _weekday),
    rule(rf"{_S}(?:mỗi|các) (?:sáng |chiều |tối )?{_WEEKDAY}(?:(?:, | và |, và )(?:thứ {any_of(_DAYS)}|chủ nhật)){{0,6}}{_E}", _every_weekday),
    rule(rf"{_S}(?:mỗi|cứ) {_N} {_UNIT}(?: một lần)?{_E}", _every),
    rule(rf"{_S}(?:ngày|hôm|(?P<lunar>mùng|mồng)) {_DAY_NUMBER}(?:(?:-| đến | tới )(?:ngày )?(?P<to>{VIETNAMESE_NUMBER}))?(?: {_MONTH})(?:(?: năm |[/-]|, ){_YEAR})?{_E}", _date),
    rule(rf"{_S}(?P<day>\d\d?)(?:(?:-| đến | tới )(?P<to>\d\d?))? {_MONTH}(?:(?: năm |[/-]|, ){_YEAR})?{_E}", _date),
    rule(rf"{_S}(?:ngày|hôm) (?P<day>\d\d?)[/-](?P<month>\d\d?)(?:[/-]{_YEAR})?(?![\w/])", _date),
    rule(rf"{_S}(?:ngày|hôm|(?P<lunar>mùng|mồng)) (?P<day>\d\d?)(?!\w|[/:-]\d|[.,]\d| (?:lần|người|tiếng|giờ|viên|bữa))", _date),
    rule(rf"{_S}{_MONTH}(?: năm |[/-]){_YEAR}{_E}", _month),
    rule(rf"{_S}{_MONTH}(?: (?P<rel>này|tới))?(?! (?:trước|sau|nữa|âm|lần)){_E}(?![/-]\d)", _month),
    rule(rf"{_S}năm {_YEAR}{_E}", lambda found: Frame(year=int(found["year"]))),
    rule(rf"{_S}(?:những năm|thập niên|thập kỷ) (?P<decade>(?:19|20)\d0|\d0){_E}", _decade),
    rule(rf"{_S}mùa {_SEASON} {_REL}{_E}", _season),
    rule(rf"{_S}(?:mùa )?{_SEASON} (?:năm )?{_YEAR}{_E}", _season),
    rule(rf"{_S}mùa {_SEASON}{_E}", _season),
    rule(rf"{_S}(?P<season>hè|đông|thu|xuân)(?= năm (?:ngoái|nay|sau|trước|tới))", _season),
    rule(rf"{_S}(?P<season>hè) {_REL}{_E}", _season),
    rule(rf"{_S}{_PART} (?:hôm |ngày )?(?P<day>nay|qua|kia|mai){_E}", _day_part),
    rule(rf"{_S}(?:mỗi|mọi|hằng|hàng) (?:buổi )?{_PART}{_E}", _every_part),
    rule(rf"{_S}{_PART} nào cũng{_E}", _every_part),
    rule(rf"{_S}{_PART}{_E}", _part),
    rule(rf"{_S}(?P<cue>lúc |vào lúc |đúng )?(?P<hour>{VIETNAMESE_NUMBER})(?:(?:-| đến | tới )(?P<to>{VIETNAMESE_NUMBER}))? giờ{_AFTER_HOUR}(?: {_OWN_PART})?{_E}(?! (?:trước|nữa|sau|qua|liền|đồng hồ|mỗi))", _clock),
    rule(rf"{_S}(?P<cue>lúc )?(?P<hour>{VIETNAMESE_NUMBER})(?P<to>(?!))?(?P<less>(?!))?h? (?P<minute>rưỡi)(?: {_OWN_PART})?{_E}(?! (?:trước|nữa|sau|qua|đồng|tháng|triệu))", _hour_and_half),
    rule(rf"{_S}(?P<hour>\d\d?)(?P<mark>h|:|g)(?P<minute>[0-5]\d)(?: ?{_OWN_PART})?(?![\w:.])", _colon),
    rule(rf"{_S}(?P<cue>lúc )?(?P<hour>\d\d?)h(?P<to>(?!))?(?P<less>(?!))?(?P<minute>(?!))?(?: ?{_OWN_PART})?{_E}", _clock),
)  # fmt: skip
TOMORROW = rule(
    r"(?<!\w)(?<!hoa )(?<!cây )(?<!ban )(?<!khoai )(?<!cành )(?<!tương lai )(?P<cap>mai)(?!\w)(?! (?:mối|táng|một))",
    Frame(days=(1, 1)),
    capital=False,
)
"""A bare "mai" is tomorrow, or a name where it has a capital letter."""

TABLE = Table(
    rules=_RULES,
    before=marks(
        "before",
        (rf"{_S}(?:kể từ|từ) ", "side", "since"),
        (rf"{_S}(?:cho đến|cho tới|(?<!nghĩ )(?<!nói )(?<!nhắc )(?:đến|tới)) ", "side", "until"),
        (rf"{_S}trước ", "side", "before"),
        (rf"{_S}sau ", "side", "after"),
        (rf"{_S}đầu ", "edge", "early"),
        (rf"{_S}giữa ", "edge", "mid"),
        (rf"{_S}cuối ", "edge", "late"),
        (rf"{_S}(?:vào )?(?:khoảng|tầm|chừng|độ) ", "about", ""),
        (rf"{_S}(?:mỗi|mọi) ", "every", ""),
    ),
    after=marks(
        "after",
        (rf" (?:trở đi|đến nay|tới nay){_E}", "side", "since"),
        (rf" (?:nào cũng){_E}", "every", ""),
    ),
    glue=frozenset({" ", ", ", " vào ", " của ", " lúc ", " vào lúc ", " ngày ", ", lúc "}),
    between=re.compile(r" (?:cho )?(?:đến|tới) |-| - "),
    future=re.compile(r"(?<!\w)(?:sẽ|sắp|định|dự định|hẹn|nhớ|chuẩn bị)(?!\w)"),
)
