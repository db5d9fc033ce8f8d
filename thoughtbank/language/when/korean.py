"""Korean: what its words for times mean. Particles after a time stay outside, but for those that open a side: 부터, 까지."""

import re
from dataclasses import replace

from thoughtbank.language.when.frames import Frame
from thoughtbank.language.when.numbers import FEW, KOREAN, NATIVE, SINO, korean, korean_number
from thoughtbank.language.when.rules import Rule, Table, ago, any_of, dated, decade_of, marks, named, rule

_FREE = r"(?<![가-힣])"
_LOOSE = r"(?P<about>(?:약|한|대략|거의) )?"
_N = rf"(?P<n>{KOREAN})"
_UNITS = {
    "분": "minute",
    "시간": "hour",
    "일": "day",
    "주일": "week",
    "주": "week",
    "개월": "month",
    "달": "month",
    "년": "year",
    "해": "year",
}
_UNIT = rf"(?P<unit>{any_of(_UNITS)})"
_COUNTED = {"하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "엿새": 6, "열흘": 10, "보름": 15}
_DAYS = dict(zip("월화수목금토일", range(7), strict=True))
_WEEKDAY = r"(?P<day>[월화수목금토일])(?:요일|욜)(?!기(?!는|엔))"
_PARTS = {
    "새벽": "dawn",
    "아침": "morning",
    "오전": "morning",
    "점심": "noon",
    "낮": "afternoon",
    "오후": "afternoon",
    "저녁": "evening",
    "밤": "night",
    "한밤중": "night",
}
_PART = rf"(?P<part>{any_of(_PARTS)})"
_SEASONS = {"봄": "spring", "여름": "summer", "가을": "autumn", "겨울": "winter"}
_SEASON = rf"(?P<season>{any_of(_SEASONS)})"
_MONTHS = {"일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "유": 6, "칠": 7, "팔": 8, "구": 9, "시": 10, "십일": 11, "십이": 12}
_MONTH = rf"(?P<month>\d\d?|{any_of(_MONTHS)}) ?월"
_DAY_NUMBER = rf"(?P<day>\d\d?|[이삼]?십[일이삼사오육칠팔구]?|{SINO}) ?일"
_TO_DAY = r"(?:(?:-|~)(?P<to>\d\d?) ?일)?"
_YEAR = r"(?P<year>(?:1[89]|20|21)\d\d) ?년(?!대|간|생| ?동안)"
_WEEKS = {
    "지지난": -2,
    "저저번": -2,
    "지난": -1,
    "저번": -1,
    "이번": 0,
    "금": 0,
    "다음": 1,
    "담": 1,
    "오는": 0,
    "다다음": 2,
}
_REL = rf"(?P<rel>{any_of(_WEEKS)})"
_RELS = {"지난": "last", "저번": "last", "이번": "this", "다음": "next", "오는": "coming"}

_FIXED = {
    "오늘": Frame(days=(0, 0)),
    "어제": Frame(days=(-1, -1)),
    "그저께": Frame(days=(-2, -2)),
    "그제": Frame(days=(-2, -2)),
    "엊그제": Frame(days=(-3, -1), about=True),
    "엊그저께": Frame(days=(-3, -1), about=True),
    "그끄저께": Frame(days=(-3, -3)),
    "내일": Frame(days=(1, 1)),
    "모레": Frame(days=(2, 2)),
    "내일모레": Frame(days=(2, 2)),
    "내일 모레": Frame(days=(2, 2)),
    "글피": Frame(days=(3, 3)),
    "어젯밤": Frame(days=(-1, -1), part="night"),
    "간밤": Frame(days=(-1, -1), part="night"),
    "지난밤": Frame(days=(-1, -1), part="night"),
    "엊저녁": Frame(days=(-1, -1), part="evening"),
    "방금": Frame(hours=(-1, 0), about=True),
    "조금 전": Frame(hours=(-1, 0), about=True),
    "지난달": Frame(months=(-1, -1)),
    "지지난달": Frame(months=(-2, -2)),
    "이달": Frame(months=(0, 0)),
    "작년": Frame(years=(-1, -1)),
    "지난해": Frame(years=(-1, -1)),
    "재작년": Frame(years=(-2, -2)),
    "올해": Frame(years=(0, 0)),
    "금년": Frame(years=(0, 0)),
    "내년": Frame(years=(1, 1)),
    "내후년": Frame(years=(2, 2)),
    "월초": Frame(months=(0, 0), edge="early"),
    "월말": Frame(months=(0, 0), edge="late"),
    "연초": Frame(years=(0, 0), edge="early"),
    "연말": Frame(years=(0, 0), edge="late"),
    "올여름": Frame(years=(0, 0), season="summer"),
    "올겨울": Frame(years=(0, 0), season="winter"),
    "올봄": Frame(years=(0, 0), season="spring"),
    "올가을": Frame(years=(0, 0), season="autumn"),
    "반년 전": Frame(months=(-6, -6)),
    "반년 후": Frame(months=(6, 6)),
    "반년 뒤": Frame(months=(6, 6)),
    "며칠 전": Frame(days=(-FEW[1], -FEW[0]), about=True),
    "몇일 전": Frame(days=(-FEW[1], -FEW[0]), about=True),
    "며칠 후": Frame(days=FEW, about=True),
    "며칠 뒤": Frame(days=FEW, about=True),
    "크리스마스": Frame(month=12, day=25),
    "크리스마스 이브": Frame(month=12, day=24),
    "광복절": Frame(month=8, day=15),
    "어린이날": Frame(month=5, day=5),
    "매일": Frame(every="day"),
    "날마다": Frame(every="day"),
    "매주": Frame(every="week"),
    "주마다": Frame(every="week"),
    "격주": Frame(every="week", step=2),
    "매달": Frame(every="month"),
    "매월": Frame(every="month"),
    "달마다": Frame(every="month"),
    "매년": Frame(every="year"),
    "해마다": Frame(every="year"),
    "주말마다": Frame(every="week", weekend=True),
    "평일마다": Frame(every="week", weekdays=(0, 1, 2, 3, 4)),
}
_NOT_AFTER = r"(?! ?(?:트리|카드|선물|캐럴|파티|신문)|(?<=매달)(?:리|림|렸|려|린|릴|아))"


def _ago(found: re.Match[str]) -> Frame | None:
    way = -1 if found["way"] == "전" else 1
    return ago(_UNITS[found["unit"]], *korean(found["n"]), about=bool(found["about"]) or bool(found["loose"]), way=way)


def _counted(found: re.Match[str]) -> Frame | None:
    count = _COUNTED[found["n"]]
    return ago("day", count, count, about=bool(found["loose"]), way=-1 if found["way"] == "전" else 1)


def _half(found: re.Match[str]) -> Frame | None:
    low, high = korean(found["n"])
    way = -1 if found["way"] == "전" else 1
    if found["unit"] == "시간":
        return ago("minute", 60 * low + 30, 60 * high + 30, way=way)
    return ago("month", 12 * low + 6, 12 * high + 6, way=way)


def _window(found: re.Match[str]) -> Frame:
    low, high = korean(found["n"])
    way = 1 if found["way"] in ("앞으로", "향후") else -1
    return Frame(window=(_UNITS[found["unit"]], way * high), about=low != high)


def _unit(found: re.Match[str]) -> Frame | None:
    shift = _WEEKS[found["rel"]]
    return ago({"주": "week", "달": "month", "해": "year"}[found["unit"]], shift, shift, way=1)


def _weekend(found: re.Match[str]) -> Frame:
    return Frame(weekend=True, weeks=2 * (_WEEKS[found["rel"]],) if found["rel"] else None)


def _weekday(found: re.Match[str]) -> Frame:
    rel = _RELS.get(found["rel"])
    return Frame(weekday=_DAYS[found["day"]], rel=rel)


def _every_weekday(found: re.Match[str]) -> Frame:
    days = tuple(dict.fromkeys(_DAYS[one] for one in re.findall(r"([월화수목금토일])요일", found[0])))
    return Frame(every="week", weekdays=days)


def _every(found: re.Match[str]) -> Frame | None:
    low, high = korean(found["n"])
    return Frame(every=_UNITS[found["unit"]], step=low) if low == high else None


def _month_number(words: str) -> int:
    return int(words) if words.isdigit() else _MONTHS[words]


def _date(found: re.Match[str]) -> Frame | None:
    groups = found.groupdict()
    month = _month_number(groups["month"]) if groups.get("month") else None
    year, to = groups.get("year"), groups.get("to")
    return dated(int(year) if year else None, month, korean_number(found["day"]), int(to) if to else None)


def _weak(frame: Frame | None) -> Frame | None:
    return None if frame is None else replace(frame, weak=True)


def _month(found: re.Match[str]) -> Frame | None:
    month, year = _month_number(found["month"]), found.groupdict().get("year")
    return Frame(month=month, year=int(year) if year else None) if 0 < month < 13 else None


def _decade(found: re.Match[str]) -> Frame:
    return decade_of(found["decade"])


def _season(found: re.Match[str]) -> Frame:
    rel = _RELS.get(found["rel"])
    return Frame(season=_SEASONS[found["season"]], rel=rel, weak=rel is None)


def _part(found: re.Match[str]) -> Frame:
    return Frame(part=_PARTS[found["part"]], weak=True)


def _every_part(found: re.Match[str]) -> Frame:
    return Frame(every="day", part=_PARTS[found["part"]])


def _clock(found: re.Match[str]) -> Frame | None:
    hour, part, rest = korean_number(found["hour"]), found["part"], found["minute"]
    minute = 30 if rest == "반" else korean_number(rest) if rest else None
    if hour > 24 or (minute or 0) > 59:
        return None
    sure = bool(part or rest or found["sure"])
    return Frame(hour=hour, minute=minute, part=_PARTS[part] if part else None, dial=0 < hour < 13, weak=not sure)


def _colon(found: re.Match[str]) -> Frame | None:
    hour, minute, part = int(found["hour"]), int(found["minute"]), found["part"]
    dial = 0 < hour < 13 and found["hour"][0] != "0"
    return Frame(hour=hour, minute=minute, part=_PARTS[part] if part else None, dial=dial, weak=not part) if hour < 24 else None


_RULES: tuple[Rule, ...] = (
    named(_FIXED, _FREE, _NOT_AFTER),
    rule(rf"{_FREE}(?<![\d.]){_LOOSE}{_N} ?{_UNIT}(?P<loose>쯤|정도)? ?(?P<way>전|후|뒤)(?!화|원|체|국|반|망|기)", _ago),
    rule(rf"{_FREE}(?P<n>{any_of(_COUNTED)})(?P<loose>쯤|정도)? ?(?P<way>전|후|뒤)(?!화)", _counted),
    rule(rf"{_FREE}(?P<n>{KOREAN}) ?(?P<unit>시간|년) ?반 ?(?P<way>전|후|뒤)", _half),
    rule(rf"{_FREE}(?P<way>최근|지난|앞으로|향후) {_N} ?{_UNIT}(?: ?(?:동안|간|사이))?(?! ?(?:전|후|뒤))", _window),
    rule(rf"{_FREE}{_REL} ?(?P<unit>주|달|해)(?!말|일|년|마다|인|차|제|요|유|문)", _unit),
    rule(rf"{_FREE}(?:{_REL} ?(?:주 ?)?)?주말(?!마다|농장|부부|드라마)", _weekend),
    rule(rf"{_FREE}(?:{_REL} )?{_WEEKDAY}", _weekday),
    rule(rf"{_FREE}매주 (?:[월화수목금토일]요일)(?:(?:과|와|,|이랑|하고|랑)? ?[월화수목금토일]요일){{0,6}}", _every_weekday),
    rule(rf"{_FREE}(?:[월화수목금토일]요일)(?:(?:과|와|,|이랑|하고|랑)? ?[월화수목금토일]요일){{0,6}} ?마다", _every_weekday),
    rule(rf"{_FREE}{_N} ?{_UNIT} ?(?:마다|에 한 ?번씩)", _every),
    rule(rf"(?<!\d){_YEAR} ?{_MONTH} ?{_DAY_NUMBER}{_TO_DAY}", _date),
    rule(rf"{_FREE}(?<!\d)(?<!음력 ){_MONTH} ?{_DAY_NUMBER}{_TO_DAY}", _date),
    rule(rf"(?<!\d){_YEAR} ?{_MONTH}", _month),
    rule(rf"{_FREE}(?<!\d)(?<!음력 ){_MONTH}(?!급|세|요일|드컵|간|권|식|남|상|경)", _month),
    rule(rf"(?<!\d){_YEAR}", lambda found: Frame(year=int(found["year"]))),
    rule(r"(?<!\d)(?P<decade>(?:19|20)\d0|\d0) ?년대", _decade),
    rule(r"(?<![\d.가-힣])(?P<day>\d\d?)일(?=(?:에|까지|부터|날)(?!서))", _date),
    rule(r"(?<![\d.가-힣])(?P<day>\d\d?)일(?![가-힣])(?! (?:동안|간|전|후|뒤|내내))", lambda found: _weak(_date(found))),
    rule(rf"{_FREE}(?:{_REL} ?)?{_SEASON}(?!방학|옷|이불|비|밤|철|잠|학기)", _season),
    rule(rf"{_FREE}{_PART}(?:마다)", _every_part),
    rule(rf"{_FREE}{_PART}(?!밥|식사|메뉴|은 먹|잠)", _part),
    rule(
        rf"{_FREE}(?<!\d)(?:{_PART} ?)?(?P<hour>\d\d?|{NATIVE}) ?시(?!간|절|도|작|장|계|험|민|선|대|나리오|즌|트|내)(?: ?(?P<minute>반(?!드시|장|대)|(?:\d\d?|[이삼사오]?십[일이삼사오육칠팔구]?|{SINO})(?= ?분) ?))?(?:(?<=[\d십일이삼사오육칠팔구 ]) ?분)?(?P<sure>(?=에|까지|부터|쯤))?",
        _clock,
    ),
    rule(rf"(?<![\w:.])(?:{_PART} ?)?(?P<hour>\d\d?):(?P<minute>[0-5]\d)(?![:.\d])", _colon),
    rule(rf"{_FREE}정오", Frame(hour=12)),
    rule(rf"{_FREE}자정", Frame(hour=24)),
)  # fmt: skip

TABLE = Table(
    rules=_RULES,
    before=marks(
        "before",
        (rf"{_FREE}(?:약|대략|거의) ", "about", ""),
        (rf"{_FREE}(?:매|매년|매해) ?", "every", ""),
    ),
    after=marks(
        "after",
        (r" ?초(?![등콜록안])", "edge", "early"),
        (r" ?(?:중순|중반)", "edge", "mid"),
        (r" ?(?:말(?![하씀했을이])|하순)", "edge", "late"),
        (r" ?(?:쯤|경(?!기|험|찰)|무렵|즈음|정도)", "about", ""),
        (r" ?마다", "every", ""),
        (r"부터|(?:에)? ?이후로|(?:에)? ?이래", "side", "since"),
        (r"까지", "side", "until"),
        (r"(?:에)? ?이전|(?: )전에?(?![화체국])", "side", "before"),
        (r"(?:에)? ?(?:이후|지나서)", "side", "after"),
    ),
    glue=frozenset({"", " ", "의 ", "에 ", ", ", "날 "}),
    between=re.compile(r"부터 ?|에서 ?| ?[-~] ?"),
    future=re.compile(r"[할갈볼올될줄] ?(?:거|게|것|예정|계획)|겠|려고|예정|계획|자[.!?~]?$"),
)
