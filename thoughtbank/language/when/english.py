"""English: what its words for times mean. The names of days and months stand in `english_names.py`."""

import re
from dataclasses import replace

from thoughtbank.language.when.english_names import DATE_RULES, NO_TIME_AFTER, WEEKDAY, rel_of, weekday
from thoughtbank.language.when.frames import Frame
from thoughtbank.language.when.numbers import ENGLISH, ENGLISH_NUMBER, FEW, english
from thoughtbank.language.when.rules import Rule, Table, ago, marks, named, rule

_UNIT = r"(?P<unit>minute|min|hour|hr|day|night|week|wk|weekend|fortnight|month|year|yr|decade)s?"
_SAME = {"min": "minute", "hr": "hour", "night": "day", "wk": "week", "yr": "year"}
_LOOSE = r"(?:(?P<about>about|around|roughly|approximately|nearly|almost|over|more than|at least|like|maybe|some) )?"
_N = rf"(?P<n>{ENGLISH})"
_OR_TWO = r"(?P<two> or two| or so)?"
_PART = r"(?P<part>morning|afternoon|evening|night|midday|dawn)"
_PARTS = {"midday": "noon"}
_HOUR = rf"(?P<hour>{ENGLISH_NUMBER})"
_REL = r"(?P<rel>last|this past|past|this coming|coming|this|next|upcoming)"

_FIXED = {
    "today": Frame(days=(0, 0)),
    "yesterday": Frame(days=(-1, -1)),
    "tomorrow": Frame(days=(1, 1)),
    "tmrw": Frame(days=(1, 1)),
    "tmr": Frame(days=(1, 1)),
    "the day before yesterday": Frame(days=(-2, -2)),
    "day before yesterday": Frame(days=(-2, -2)),
    "the day after tomorrow": Frame(days=(2, 2)),
    "day after tomorrow": Frame(days=(2, 2)),
    "tonight": Frame(days=(0, 0), part="night"),
    "last night": Frame(days=(-1, -1), part="night"),
    "last evening": Frame(days=(-1, -1), part="evening"),
    "the night before last": Frame(days=(-2, -2), part="night"),
    "this morning": Frame(days=(0, 0), part="morning"),
    "this afternoon": Frame(days=(0, 0), part="afternoon"),
    "this evening": Frame(days=(0, 0), part="evening"),
    "the other day": Frame(days=(-FEW[1], -FEW[0]), about=True),
    "the other night": Frame(days=(-FEW[1], -FEW[0]), part="night", about=True),
    "just now": Frame(hours=(-1, 0), about=True),
    "the week before last": Frame(weeks=(-2, -2)),
    "the week after next": Frame(weeks=(2, 2)),
    "the weekend before last": Frame(weeks=(-2, -2), weekend=True),
    "the weekend after next": Frame(weeks=(2, 2), weekend=True),
    "the month before last": Frame(months=(-2, -2)),
    "the month after next": Frame(months=(2, 2)),
    "the year before last": Frame(years=(-2, -2)),
    "the year after next": Frame(years=(2, 2)),
    "half an hour ago": Frame(minutes=(-30, -30)),
    "half an hour from now": Frame(minutes=(30, 30)),
    "in half an hour": Frame(minutes=(30, 30)),
    "half a year ago": Frame(months=(-6, -6)),
    "in half a year": Frame(months=(6, 6)),
    "a year and a half ago": Frame(months=(-18, -18)),
    "an hour and a half ago": Frame(minutes=(-90, -90)),
    "a month and a half ago": Frame(days=(-45, -45), about=True),
    "every day": Frame(every="day"),
    "everyday": Frame(every="day", weak=True),  # "everyday life"
    "daily": Frame(every="day", weak=True),
    "weekly": Frame(every="week", weak=True),
    "monthly": Frame(every="month", weak=True),
    "annually": Frame(every="year"),
    "every single day": Frame(every="day"),
    "on weekdays": Frame(every="week", weekdays=(0, 1, 2, 3, 4)),
    "every weekday": Frame(every="week", weekdays=(0, 1, 2, 3, 4)),
    "each weekday": Frame(every="week", weekdays=(0, 1, 2, 3, 4)),
    "on weekends": Frame(every="week", weekend=True),
    "at weekends": Frame(every="week", weekend=True),
    "every weekend": Frame(every="week", weekend=True),
    "each weekend": Frame(every="week", weekend=True),
    "every other weekend": Frame(every="week", weekend=True, step=2),
}


def _so_many(found: re.Match[str], way: int) -> Frame | None:
    low, high = english(found["n"])
    more = found["two"] == " or two" and low == high == 1
    about = bool(found["about"] or found["two"])
    return ago(_SAME.get(found["unit"], found["unit"]), low, high + more, about=about, way=way)


def _ago(found: re.Match[str]) -> Frame | None:
    frame = _so_many(found, -1 if found["way"].startswith(("ago", "back")) else 1)
    return Frame(days=frame.days, part="night", about=frame.about) if frame and found["unit"] == "night" else frame


_NOT_AHEAD = re.compile(
    r"(?:n't|never|not|nothing|first|only|built)(?: [\w',]+){0,8} \Z|(?<!\w)(?:seconds|minutes|hours|days|weeks|months) \Z"
)
"""Before "in three days" it counts what has passed, or how long something took: "we haven't talked in a few days"."""


def _ahead(found: re.Match[str]) -> Frame | None:
    before = found.string[max(0, found.start() - 64) : found.start()]
    single = (
        found["n"] in ("a", "one")
        and found["unit"] in ("day", "night", "minute", "min")
        and not found["two"]
        and "time" not in found[0]
    )
    if single or (found[0].startswith("in ") and _NOT_AHEAD.search(before)):
        return None
    return _so_many(found, 1)


def _window(found: re.Match[str]) -> Frame | None:
    unit = _SAME.get(found["unit"], found["unit"])
    low, high = english(found["n"]) if found["n"] else (1, 1)
    factor = 2 if unit == "fortnight" else 1
    unit = {"fortnight": "week"}.get(unit, unit)
    way = -1 if found["way"] in ("last", "past", "previous") else 1
    return Frame(window=(unit, way * high * factor), about=low != high)


def _this_unit(found: re.Match[str]) -> Frame | None:
    shift = {"last": -1, "past": -1, "previous": -1, "next": 1, "coming": 1}.get(found["rel"].split(" ")[-1], 0)
    if found["unit"] == "weekend":
        return Frame(weekend=True, weeks=(shift, shift))
    return ago(found["unit"], shift, shift, way=1)


def _edge(found: re.Match[str]) -> Frame | None:
    frame = ago(found["unit"], 0, 0)
    edge = {"end": "late", "middle": "mid"}.get(found["edge"], "early")
    return None if frame is None else replace(frame, edge=edge)


def _weekday(found: re.Match[str]) -> Frame:
    return Frame(weekday=weekday(found["day"]), rel=rel_of(found["rel"]))


def _weekend(found: re.Match[str]) -> Frame:
    return Frame(weekend=True)


def _every_weekday(found: re.Match[str]) -> Frame:
    days = tuple(dict.fromkeys(weekday(one) for one in re.findall(WEEKDAY, found["days"])))
    step = 2 if found.groupdict().get("other") else 1
    part = found["part"]
    return Frame(every="week", weekdays=days, step=step, part=_PARTS.get(part, part) if part else None)


def _every_unit(found: re.Match[str]) -> Frame | None:
    unit = _SAME.get(found["unit"], found["unit"])
    low, high = (2, 2) if found["n"] == "other" else english(found["n"]) if found["n"] else (1, 1)
    if unit == "fortnight":
        unit, low = "week", 2 * low
    if low != high or unit == "weekend":
        return None
    part = "night" if found["unit"] == "night" else None
    return Frame(every=unit, step=low, part=part)


def _every_part(found: re.Match[str]) -> Frame:
    return Frame(every="day", part=_PARTS.get(found["part"], found["part"]))


def _part(found: re.Match[str]) -> Frame:
    return Frame(part=_PARTS.get(found["part"], found["part"]), weak=True)


def _meridian(found: re.Match[str]) -> Frame | None:
    hour, minute = int(found["hour"]), found["minute"]
    if not 0 < hour < 13 or (minute and int(minute) > 59):
        return None
    late = found["half"][0] == "p"
    to = found["to"]
    if to and not 0 < int(to) < 13:
        return None
    full = hour % 12 + 12 * late
    if to:
        last = int(to) % 12 + 12 * late
        return Frame(hour=full - 12 if full > last and late else full, hour_to=last)
    return Frame(hour=full, minute=int(minute) if minute else None)


def _clock(found: re.Match[str]) -> Frame | None:
    hour, minute = int(found["hour"]), int(found["minute"])
    dial = 0 < hour < 13 and found["hour"][0] != "0"
    return Frame(hour=hour, minute=minute, dial=dial, weak=found["cue"] is None) if hour < 24 and minute < 60 else None


def _oclock(found: re.Match[str]) -> Frame | None:
    hour = english(found["hour"])[0]
    weak = not found[0].endswith("clock")
    return Frame(hour=hour, dial=True, weak=weak) if 0 < hour < 13 else None


def _past(found: re.Match[str]) -> Frame | None:
    hour = english(found["hour"])[0]
    word = found["by"]
    minutes = {"half": 30, "quarter": 15}.get(word) or english(word)[0]
    if not 0 < hour < 13 or minutes > 59:
        return None
    to = found["to"] in ("to", "till")
    if to:
        hour, minutes = hour - 1 or 12, 60 - minutes
    return Frame(hour=hour, minute=minutes, dial=True)


def _noon(found: re.Match[str]) -> Frame:
    hour = 24 if found["x"] == "midnight" else 12
    return Frame(hour=hour, weak=found["cue"] is None)


_CUE = r"(?P<cue>(?:at|by|until|till|before|after|around|since|from|about) )?"
_CLOCK_RULES: tuple[Rule, ...] = (
    rule(
        r"(?<![\w:.])(?:(?P<hour>\d\d?)(?:[:.](?P<minute>\d\d))?(?:(?:-| to | - )(?P<to>\d\d?))? ?(?P<half>am|pm|a\.m\.|p\.m\.))(?!\w)",
        _meridian,
    ),
    rule(r"(?<=between )(?P<hour>\d\d?)(?P<minute>(?!))? and (?P<to>\d\d?) ?(?P<half>am|pm)(?!\w)", _meridian),
    rule(rf"(?<![\w:.]){_CUE}(?P<x>(?P<hour>\d\d?):(?P<minute>\d\d))(?![\w:.]\d|\w)", _clock),
    rule(rf"(?<!\w){_HOUR} ?o'? ?clock(?!\w)", _oclock),
    rule(rf"(?<!\w)at (?P<x>{_HOUR})(?![\w:]|\.\d)(?! (?:percent|{NO_TIME_AFTER}))", _oclock),
    rule(
        rf"(?<!\w)(?:a )?(?P<by>half|quarter|five|ten|twenty|twenty[- ]five) (?P<to>past|after|to|till) {_HOUR}(?!\w)(?! (?:o'|percent|{NO_TIME_AFTER}))",
        _past,
    ),
    rule(rf"(?<!\w){_CUE}(?P<x>noon|midday|midnight)(?!\w)", _noon),
)
_RULES: tuple[Rule, ...] = (
    named(_FIXED),
    rule(rf"(?<!\w){_LOOSE}{_N} {_UNIT}{_OR_TWO} (?P<way>ago|back(?! (?:to|and forth|home|in|at|from|on) )|from now|from today)(?!\w)", _ago),
    rule(rf"(?<!\w)(?<!once )(?<!twice )(?<!times )in {_LOOSE}{_N} {_UNIT}{_OR_TWO}(?:'s?)?(?: time)?(?!\w)(?! (?:or less|or so ago|of|ago|before|after|from|later|earlier))", _ahead),
    rule(rf"(?<!\w){_LOOSE}{_N} {_UNIT}{_OR_TWO}'? time(?!\w)", _ahead),
    rule(rf"(?<!\w)(?:in|within|over|during|for|throughout|these) (?:the |these )?(?P<way>last|past|previous|next|coming) (?:(?P<n>{ENGLISH}) )?{_UNIT}(?!\w)(?<!night)(?<!weekend)", _window),
    rule(rf"(?<!\w)(?:the )?(?P<way>last|past|previous|next|coming) (?P<n>{ENGLISH}) {_UNIT}(?!\w)", _window),
    rule(r"(?<!\w)(?P<rel>last|this past|this|next|this coming|the coming|the past) (?P<unit>week|weekend|month|year|decade)(?!\w)", _this_unit),
    rule(r"(?<!\w)(?:the )?(?P<edge>beginning|start|middle|end) of (?:the |this )?(?P<unit>week|month|year)(?!\w)", _edge),
    rule(rf"(?<!\w)(?<!good )(?<!black )(?<!ash )(?<!cyber )(?<!palm )(?<!freaky )(?<!ruby )(?<!man )(?:{_REL} )?(?P<day>{WEEKDAY})(?!\w)(?!\.com|'s child)", _weekday),
    rule(r"(?<!\w)(?:over|on|at|during|for|until|by|before|after|since) (?P<x>the weekend)(?!\w)", _weekend),
    rule(rf"(?<!\w)(?:every|each)(?P<other> other| second)? (?P<days>{WEEKDAY}s?(?:(?:, | and |, and | or ){WEEKDAY}s?){{0,6}})(?: {_PART}s?)?(?!\w)", _every_weekday),
    rule(rf"(?<!\w)(?:on )?(?P<days>{WEEKDAY}s(?:(?:, | and |, and | or ){WEEKDAY}s){{0,6}})(?: {_PART}s?)?(?!\w)", _every_weekday),
    rule(rf"(?<!\w)(?:on )?(?P<days>{WEEKDAY}) {_PART}s(?!\w)", _every_weekday),
    rule(rf"(?<!\w)(?:every|each) (?:(?P<n>other|{ENGLISH_NUMBER}) )?{_UNIT}(?!\w)", _every_unit),
    rule(rf"(?<!\w)(?:every|each) {_PART}(?!\w)", _every_part),
    rule(rf"(?<!\w)(?:(?:early|late) )?{_PART}(?!\w)", _part),
    *_CLOCK_RULES,
    *DATE_RULES,
)  # fmt: skip

_HINT = re.compile(
    r"\d|(?<!\w)(?:today|yesterday|tomorrow|tmrw?|tonight|night|morning|afternoon|evening|noon|midday|midnight|dawn|just now"
    r"|days?|week|month|year|yrs?|hours?|hrs?|minutes?|mins?|wks?|fortnight|decade|every|each|daily|annually|christmas|boxing|valentine|halloween|new year"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:mon|tues?|wed|thu|thurs?|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)(?!\w)"
    r"|january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter"
    r"|the \w+t(?:h|ieth)|the (?:first|second|third|\w+ties)|\w+ties|half|quarter|(?:five|ten|twenty) (?:past|to|till|after)|\w+ ?o'? ?clock)"
)
"""Words that a time in English has one of."""

TABLE = Table(
    rules=_RULES,
    before=marks(
        "before",
        (rf"(?<!\w)(?P<n>the|{ENGLISH}) (?P<unit>day|week|month|year)s? before (?:the )?", "offset", "before"),
        (rf"(?<!\w)(?P<n>the|{ENGLISH}) (?P<unit>day|week|month|year)s? (?:after|from) (?:the )?", "offset", "after"),
        (r"(?<!\w)(?:ever since|since)(?: the)? ", "side", "since"),
        (r"(?<!\w)(?:up until|until|till|no later than|(?<!stop )(?<!stopped )(?<!come )(?<!came )(?<!drop )(?<!dropped )(?<!swing )(?<!went )by)(?: the)? ", "side", "until"),
        (r"(?<!\w)(?:sometime before|before|prior to)(?: the)? ", "side", "before"),
        (r"(?<!\w)(?:sometime after|after)(?: the)? ", "side", "after"),
        (r"(?<!\w)(?:starting|as of) (?:on |from )?(?:the )?", "side", "since"),
        (r"(?<!\w)from (?:the )?", "from", ""),
        (r"(?<!\w)between (?:the )?", "from", "between"),
        (r"(?<!\w)(?:the )?(?:early(?: in| on)?|beginning of|start of) (?:the )?", "edge", "early"),
        (r"(?<!\w)(?:the )?(?:mid|middle of|mid of)[ -](?:the )?", "edge", "mid"),
        (r"(?<!\w)(?:the )?(?:late(?: in)?|end of) (?:the )?", "edge", "late"),
        (r"(?<!\w)(?:sometime )?(?:about|around|circa|approximately|roughly) (?:the )?", "about", ""),
        (r"(?<!\w)(?:every|each) ", "every", ""),
    ),
    after=marks(
        "after",
        (r" onwards?(?!\w)", "side", "since"),
        (r" or so(?!\w)|-ish(?!\w)|ish(?!\w)", "about", ""),
    ),
    glue=frozenset(
        {"", " ", ", ", " at ", " on ", " of ", " in ", " in the ", " on the ", " around ", ", at ", " at around ", " the ", ", on "}
    ),
    between=re.compile(r"-| - |(?: to | until | till | through | thru )(?:the )?| and (?:the )?"),
    future=re.compile(rf"(?<!\w)(?:will|shall|won't|going to|gonna|plan(?:s|ning)?|let's|see you|due|upcoming|looking forward)(?!\w)|'ll(?!\w)|(?<!\w)by (?=(?:the )?(?:\d|{WEEKDAY}))"),
    hint=_HINT,
)  # fmt: skip
