"""Chinese: what its words for times mean. Traditional characters are folded to simplified ones before.

Words stand side by side without spaces, so that each pattern says what may not stand beside it: 当今天下 has no 今天, 一周五次 no 周五,
一天到晚 no day, 三点意见 no hour.
"""

import re

from thoughtbank.language.when.frames import Frame
from thoughtbank.language.when.numbers import CHINESE, CHINESE_NUMBER, FEW, chinese, chinese_number
from thoughtbank.language.when.rules import Rule, Table, ago, any_of, dated, marks, named, rule

_LOOSE = r"(?P<about>大约|大概|差不多|将近|约)?"
_N = rf"(?P<n>{CHINESE})"
_UNITS = {
    "分钟": "minute",
    "小时": "hour",
    "个小时": "hour",
    "个钟头": "hour",
    "钟头": "hour",
    "天": "day",
    "日": "day",
    "周": "week",
    "个星期": "week",
    "星期": "week",
    "个礼拜": "week",
    "礼拜": "week",
    "个周末": "weekend",
    "个月": "month",
    "年": "year",
}
_UNIT = rf"(?P<unit>{any_of(_UNITS)})"
_WEEK = "(?:周|星期|礼拜)"
_DAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6} | {str(day): day - 1 for day in range(1, 7)}
_DAY = "[一二三四五六日天1-6]"
_PARTS = {
    "凌晨": "dawn",
    "清晨": "morning",
    "早晨": "morning",
    "早上": "morning",
    "清早": "morning",
    "上午": "morning",
    "中午": "noon",
    "正午": "noon",
    "下午": "afternoon",
    "午后": "afternoon",
    "傍晚": "evening",
    "晚上": "night",
    "晚间": "night",
    "夜里": "night",
    "夜晚": "night",
    "半夜": "night",
    "深夜": "night",
}
_PART = rf"(?P<part>{any_of(_PARTS)})"
_SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
_MONTH = r"(?P<month>\d\d?|十[一二]?|[一二三四五六七八九])月份?"
_DAY_NUMBER = r"(?P<day>\d\d?|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])"
_TO_DAY = r"(?:(?:到|至|-|~)(?P<to>\d\d?|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[日号])?"
_YEAR = r"(?P<year>(?:1[89]|20|21)\d\d|[一二][九〇零八][〇零一二三四五六七八九]{2})年(?![级来龄])"
_NOT_LUNAR = r"(?<!农历)(?<!阴历)(?<!旧历)"

_FIXED = {
    "今天": Frame(days=(0, 0)),
    "今日": Frame(days=(0, 0)),
    "昨天": Frame(days=(-1, -1)),
    "昨日": Frame(days=(-1, -1)),
    "前天": Frame(days=(-2, -2)),
    "大前天": Frame(days=(-3, -3)),
    "明天": Frame(days=(1, 1)),
    "明日": Frame(days=(1, 1)),
    "后天": Frame(days=(2, 2)),
    "大后天": Frame(days=(3, 3)),
    "今早": Frame(days=(0, 0), part="morning"),
    "今晨": Frame(days=(0, 0), part="morning"),
    "今晚": Frame(days=(0, 0), part="night"),
    "今夜": Frame(days=(0, 0), part="night"),
    "昨晚": Frame(days=(-1, -1), part="night"),
    "昨夜": Frame(days=(-1, -1), part="night"),
    "前晚": Frame(days=(-2, -2), part="night"),
    "明早": Frame(days=(1, 1), part="morning"),
    "明晚": Frame(days=(1, 1), part="night"),
    "前几天": Frame(days=(-FEW[1], -FEW[0]), about=True),
    "前些天": Frame(days=(-FEW[1], -FEW[0]), about=True),
    "前两天": Frame(days=(-3, -2), about=True),
    "过几天": Frame(days=FEW, about=True),
    "过两天": Frame(days=(2, 3), about=True),
    "刚才": Frame(hours=(-1, 0), about=True),
    "本周": Frame(weeks=(0, 0)),
    "本周末": Frame(weeks=(0, 0), weekend=True),
    "本月": Frame(months=(0, 0)),
    "上月": Frame(months=(-1, -1)),
    "下月": Frame(months=(1, 1)),
    "今年": Frame(years=(0, 0)),
    "本年": Frame(years=(0, 0)),
    "去年": Frame(years=(-1, -1)),
    "前年": Frame(years=(-2, -2)),
    "大前年": Frame(years=(-3, -3)),
    "明年": Frame(years=(1, 1)),
    "后年": Frame(years=(2, 2)),
    "前几年": Frame(years=(-FEW[1], -FEW[0]), about=True),
    "月初": Frame(months=(0, 0), edge="early"),
    "月底": Frame(months=(0, 0), edge="late"),
    "月末": Frame(months=(0, 0), edge="late"),
    "年初": Frame(years=(0, 0), edge="early"),
    "年底": Frame(years=(0, 0), edge="late"),
    "年末": Frame(years=(0, 0), edge="late"),
    "半小时前": Frame(minutes=(-30, -30)),
    "半个小时前": Frame(minutes=(-30, -30)),
    "半小时后": Frame(minutes=(30, 30)),
    "半个小时后": Frame(minutes=(30, 30)),
    "半个月前": Frame(days=(-15, -15), about=True),
    "半个月后": Frame(days=(15, 15), about=True),
    "半年前": Frame(months=(-6, -6)),
    "半年后": Frame(months=(6, 6)),
    "一年半前": Frame(months=(-18, -18)),
    "圣诞节": Frame(month=12, day=25),
    "平安夜": Frame(month=12, day=24),
    "元旦": Frame(month=1, day=1),
    "国庆节": Frame(month=10, day=1),
    "劳动节": Frame(month=5, day=1),
    "情人节": Frame(month=2, day=14),
    "每天": Frame(every="day"),
    "每日": Frame(every="day"),
    "天天": Frame(every="day"),
    "每晚": Frame(every="day", part="night"),
    "每周": Frame(every="week"),
    "每星期": Frame(every="week"),
    "每个星期": Frame(every="week"),
    "每个礼拜": Frame(every="week"),
    "每个月": Frame(every="month"),
    "每月": Frame(every="month"),
    "每年": Frame(every="year"),
    "每周末": Frame(every="week", weekend=True),
    "每个周末": Frame(every="week", weekend=True),
    "每到周末": Frame(every="week", weekend=True),
    "隔天": Frame(every="day", step=2),
    "每隔一天": Frame(every="day", step=2),
    "每隔一周": Frame(every="week", step=2),
    "每两周": Frame(every="week", step=2),
    "每个工作日": Frame(every="week", weekdays=(0, 1, 2, 3, 4)),
}
_NOT_BEFORE = r"(?<!当)(?<!先天)(?<!光)(?<!每)(?<!的前)(?<![一二三两几\d]个)(?<![一二三四五六七八九十两几\d半个])"
_NOT_AFTER = r"(?![级龄性]|年级|使|免疫|培养|努力|[一二三四五六七八九十]年|都市报)"


def _ago(found: re.Match[str]) -> Frame | None:
    way = 1 if found["way"].endswith(("后", "内")) else -1
    return ago(_UNITS[found["unit"]], *chinese(found["n"]), about=bool(found["about"]), way=way)


def _ahead(found: re.Match[str]) -> Frame | None:
    low, high = chinese(found["n"])
    return ago(_UNITS[found["unit"]], low, high, way=1) if high < 100 else None  # "过2007年的奖": it has had that of 2007


def _window(found: re.Match[str]) -> Frame:
    low, high = chinese(found["n"])
    back = found["way"] not in ("未来", "接下来", "接下来的", "未来的")
    return Frame(window=(_UNITS[found["unit"]], -high if back else high), about=low != high)


def _shift(words: str) -> int:
    """上 -1, 上上 -2, 下 +1, 这 0."""
    return {"上": -1, "下": 1}.get(words[0], 0) * len(words)


def _unit(found: re.Match[str]) -> Frame | None:
    return ago("month" if found["unit"] else "week", *(2 * (_shift(found["rel"]),)), way=1)


def _weekend(found: re.Match[str]) -> Frame:
    shift = _shift(found["rel"]) if found["rel"] else None
    return Frame(weekend=True, weeks=None if shift is None else (shift, shift))


def _weekday(found: re.Match[str]) -> Frame:
    shift = _shift(found["rel"]) if found["rel"] else None
    return Frame(weekday=_DAYS[found["day"]], weeks=None if shift is None else (shift, shift))


def _every_weekday(found: re.Match[str]) -> Frame:
    days = re.findall(r"[一二三四五六日天1-6](?!期)", re.sub(_WEEK, "", found["days"]))
    return Frame(every="week", weekdays=tuple(dict.fromkeys(_DAYS[one] for one in days)))


def _every(found: re.Match[str]) -> Frame | None:
    low, high = chinese(found["n"])
    more = 1 if found["gap"] else 0
    return Frame(every=_UNITS[found["unit"]], step=low + more) if low == high else None


def _date(found: re.Match[str]) -> Frame | None:
    groups = found.groupdict()
    year, day, to = groups.get("year"), chinese_number(found["day"]), groups.get("to")
    month = chinese_number(groups["month"]) if groups.get("month") else None
    return dated(_full(year), month, day, chinese_number(to) if to else None)


def _full(year: str | None) -> int | None:
    """2019, 19 and 二〇一九 are one year."""
    if year is None:
        return None
    value = chinese_number(year)
    return value if value > 99 else 2000 + value if value < 70 else 1900 + value


def _month(found: re.Match[str]) -> Frame | None:
    month = chinese_number(found["month"])
    return Frame(month=month, year=_full(found.groupdict().get("year"))) if 0 < month < 13 else None


def _year(found: re.Match[str]) -> Frame:
    return Frame(year=_full(found["year"]))


def _decade(found: re.Match[str]) -> Frame:
    tens = chinese_number(found["decade"])
    century = {"19": 1900, "20": 2000, "上世纪": 1900, "二十世纪": 1900, "本世纪": 2000}.get(found["century"] or "")
    return Frame(decade=tens + (century if century is not None else 1900 if tens > 20 else 2000))


def _season(found: re.Match[str]) -> Frame:
    return Frame(season=_SEASONS[found["season"]], weak=True)


def _part(found: re.Match[str]) -> Frame:
    return Frame(part=_PARTS[found["part"]], weak=True)


def _clock(found: re.Match[str]) -> Frame | None:
    hour = chinese_number(found["hour"])
    rest = found["minute"]
    minute = (
        None
        if not rest
        else {"半": 30, "一刻": 15, "三刻": 45}.get(rest) or chinese_number(re.sub("[分零〇]", "", rest) or "0")
    )
    part = found["part"]
    if hour > 24 or (minute or 0) > 59:
        return None
    sure = bool(part or rest or found["sure"])
    return Frame(
        hour=hour, minute=minute, dial=0 < hour < 13, part=_PARTS[part] if part else None, weak=not sure
    )  # fmt: skip


_NUMBER_DAY_STOPS = r"(?![楼线房门院桌厅机位店馆床码球铺选车种字文商坑仓])"
_RULES: tuple[Rule, ...] = (
    named(_FIXED, _NOT_BEFORE, _NOT_AFTER),
    rule(rf"(?<![第每百千\d]){_LOOSE}{_N}{_UNIT}(?:多|左右)?(?P<way>之前|以前|前|之后|以后|后)(?![期线所])", _ago),
    rule(rf"(?:再过|过){_N}{_UNIT}(?![了的多])", _ahead),
    rule(rf"(?P<way>过去的?|最近|近|这|未来的?|接下来的?){_N}{_UNIT}(?:里|内|中|以来)?(?![前后级])(?<!这一天)(?<!这一年)(?<!这一周)", _window),
    rule(rf"(?<![\d一二三四五六七八九十两几以之])(?P<rel>上上上|上上|上|这|本|下下下|下下|下)个?(?:(?P<unit>(?<=个)月)|(?P<week>{_WEEK})(?!{_DAY}|末))(?![刊报课边围期岁])", _unit),
    rule(r"(?<![一二三四五六七八九十两几])(?:(?P<rel>上上上|上上|上|这|本|下下下|下下|下)个?)?周末(?!愉快)", _weekend),
    rule(rf"(?<![一二三四五六七八九十两几每\d])(?:(?P<rel>上上上|上上|上|这|本|下下下|下下|下)个?)?{_WEEK}(?P<day>{_DAY})(?![次天个回年点]|[0-9月])", _weekday),
    rule(rf"(?<![一二三四五六七八九十两几每\d])(?:(?P<rel>上上上|上上|上|这|本|下下下|下下|下)个?)?{_WEEK}(?P<day>{_DAY})(?=\d?[\d一二三四五六七八九十两]点)", _weekday),
    rule(rf"每个?(?P<days>{_WEEK}{_DAY}(?:(?:、|和|与|,|，)?(?:{_WEEK})?{_DAY}){{0,6}})(?![次天个回])", _every_weekday),
    rule(rf"每(?P<gap>隔)?{_N}{_UNIT}", _every),
    rule(rf"{_YEAR}(?:的)?{_MONTH}{_DAY_NUMBER}[日号]{_TO_DAY}", _date),
    rule(rf"(?<!\d)(?P<year>\d\d)年{_MONTH}(?:{_DAY_NUMBER}[日号])", _date),
    rule(rf"{_NOT_LUNAR}(?<![\d个十]){_MONTH}{_DAY_NUMBER}[日号]{_TO_DAY}", _date),
    rule(rf"{_NOT_LUNAR}(?<![\d个十]){_MONTH}{_DAY_NUMBER}(?:到|至|-|~)(?P<to>\d\d?|[二三]?十[一二三四五六七八九]?)[日号]", _date),
    rule(rf"{_YEAR}{_MONTH}", _month),
    rule(rf"(?<!\d)(?P<year>\d\d)年{_MONTH}", _month),
    rule(rf"{_NOT_LUNAR}(?<![\d个十几两第]){_MONTH}(?![光亮球饼票经兰]|初[一二三四五六七八九十])", _month),
    rule(rf"{_YEAR}", _year),
    rule(rf"(?<![\d第一二三四五六七八九十路街道巷弄同甲乙番里庄区园院村镇楼段坊-]){_DAY_NUMBER}号{_TO_DAY}{_NUMBER_DAY_STOPS}", _date),
    rule(r"(?P<century>上世纪|本世纪|二十世纪|19|20)?(?<!\d\d\d)(?P<decade>[1-9]0|[二三四五六七八九]十)年代", _decade),
    rule(r"(?P<season>[春夏秋冬])(?:天|季)(?!的味道)", _season),
    rule(rf"{_PART}(?![好安])", _part),
    rule(r"晚(?=[\d一二两三四五六七八九十]{1,2}(?:点|:)|[，。,. ]|\Z)", Frame(part="night", weak=True)),
    rule(
        rf"(?<![\d一二三四五六七八九十两第])(?:{_PART}的?)?(?P<hour>\d\d?|二?十[一二三四]?|[一二两三四五六七八九])(?:点|时(?=[一二三四五六\d]))"
        rf"(?:(?P<sure>钟|整)|(?P<minute>半|一刻|三刻|零?{CHINESE_NUMBER}分?|[0-5]\d分?))?(?![都也儿不没点意建要多名击赞子以线]|钱)",
        _clock,
    ),
    rule(rf"(?<![\w:.])(?:{_PART})?(?P<hour>\d\d?):(?P<minute>[0-5]\d)(?P<sure>(?!))?(?![:.\d])", _clock),
)  # fmt: skip

TABLE = Table(
    rules=_RULES,
    before=marks(
        "before",
        (r"(?:自从|(?<![来出])自|打从|从)", "side", "since"),
        (r"(?:直到|截至|截止到?)", "side", "until"),
        (r"(?:大约|大概|差不多|约)(?:在|是)?", "about", ""),
        (r"每(?:到|逢|个)?", "every", ""),
    ),
    after=marks(
        "after",
        (r"(?:的)?(?:月)?初(?![中级一二三四五六七八九十])", "edge", "early"),
        (r"(?:的)?上旬", "edge", "early"),
        (r"(?:的)?(?:中旬|月中)", "edge", "mid"),
        (r"(?:的)?(?:底|末|下旬|月底)", "edge", "late"),
        (r"(?:左右|前后|上下)", "about", ""),
        (r"(?:之前|以前|前)(?![后面往])", "side", "before"),
        (r"(?:之后|以后|过后|后)(?!面)", "side", "after"),
        (r"(?:以来|开始|起)(?!床)", "side", "since"),
        (r"为止", "side", "until"),
    ),
    glue=frozenset({"", " ", "的", "，", ",", "、", "在", " 的"}),
    between=re.compile(r" ?(?:到了?|至|直到|-|~|—{1,2}) ?"),
    future=re.compile(r"(?<![开聚约机学社])会(?!议)|[要将]|打算|准备|计划|记得|别忘|一起去|即将"),
)
