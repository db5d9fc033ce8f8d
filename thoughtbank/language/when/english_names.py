"""English names of days, months, seasons, holidays and years, and the dates made of them.

"may", "march", "sat", "sun" and "second" are mostly no times: a month's name alone needs a word before it ("in May", "since March"), a short
name of a day a capital letter and such a word ("on Sat"), a date of the form "3 May" a capital letter.
"""

import re

from thoughtbank.language.when.frames import Frame
from thoughtbank.language.when.rules import Rule, any_of, dated, decade_of, rule

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT = {"mon": 0, "tue": 1, "tues": 1, "wed": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6}
WEEKDAY = any_of(_WEEKDAYS)

_FULL_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTHS = {word: number for number, word in enumerate(_FULL_MONTHS, start=1)}
_MONTHS |= {word[:3]: number for word, number in _MONTHS.items()} | {"sept": 9}
_MONTH = rf"(?P<month>{any_of(_MONTHS)})"
_SURE_MONTHS = any_of(word for word in _FULL_MONTHS if word not in ("march", "april", "may", "june", "august"))
"""Alone they are months; the others are names or verbs too."""

_ORDINALS = {
    word: number
    for number, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
        ],
        start=1,
    )
}
_ORDINALS |= {f"twenty{dash}{word}": 20 + value for word, value in list(_ORDINALS.items())[:9] for dash in " -"}
_ORDINALS |= {"thirtieth": 30, "thirty-first": 31, "thirty first": 31}
_ORDINAL = any_of(_ORDINALS)
_SEASONS = {"spring": "spring", "summer": "summer", "autumn": "autumn", "fall": "autumn", "winter": "winter"}
_HOLIDAYS = {
    "christmas": (12, 25),
    "christmas day": (12, 25),
    "christmas eve": (12, 24),
    "boxing day": (12, 26),
    "new year's eve": (12, 31),
    "new year's day": (1, 1),
    "new year's": (1, 1),
    "valentine's day": (2, 14),
    "halloween": (10, 31),
}
"""Those that fall on the same date every year."""
_DECADES = {f"{word}s": 1900 + 10 * number for number, word in enumerate(["twentie", "thirtie", "fortie", "fiftie", "sixtie", "seventie", "eightie", "ninetie"], start=2)}  # fmt: skip

NO_TIME_AFTER = (
    r"years? old|year olds?|people|persons?|times?|miles?|kms?|kilometers?|kilometres?|meters?|metres?|feet|steps?|dollars?|bucks?|euros?"
    r"|pounds?|percent|points?|pages?|cups?|calories|kids|cats|dogs|things?|weeks?|days?|hours?|minutes?|months?|more|different|or"
)
"""A number that counts one of these is no date, year or hour."""
_NOT_COUNTING = rf"(?! (?:{NO_TIME_AFTER})(?!\w))"
_CUE = r"(?:in|on|since|until|till|by|before|after|during|from|of|around|about|for|late|early|mid|mid-|through|to|every|each|back in|and|last|this|next|between)"
_REL = r"(?:(?P<rel>last|this past|past|this coming|coming|this|next) )"
_YEAR_DIGITS = r"(?:1[89]|20|21)\d\d"
_YEAR = rf"(?P<year>{_YEAR_DIGITS})"
_DAY = r"(?P<day>\d\d?)(?:st|nd|rd|th)?"
_TO = r"(?:(?:-| - | to | till | until | through )(?P<to>\d\d?)(?:st|nd|rd|th)?)?"


def weekday(word: str) -> int:
    """0 for Monday, Mondays or Mon."""
    short = word.rstrip("s") if word.rstrip("s") in _WEEKDAYS else word
    return _WEEKDAYS.index(short) if short in _WEEKDAYS else _SHORT[word]


def rel_of(words: str | None) -> str | None:
    """Which of those with this name: "this past" is the last one."""
    last = words.split(" ")[-1] if words else None
    return {"past": "last", "upcoming": "coming"}.get(last, last) if last else None


def _short_weekday(found: re.Match[str]) -> Frame:
    return Frame(weekday=_SHORT[found["cap"]], rel=rel_of(found.groupdict().get("rel")))


def _date(found: re.Match[str]) -> Frame | None:
    groups = found.groupdict()
    day = _ORDINALS[groups["ordinal"]] if groups.get("ordinal") else int(groups["day"])
    year, to = groups.get("year"), groups.get("to")
    return dated(int(year) if year else None, _MONTHS[found["month"]], day, int(to) if to else None)


def _month(found: re.Match[str]) -> Frame:
    groups = found.groupdict()
    year = groups.get("year")
    return Frame(month=_MONTHS[groups["month"]], year=int(year) if year else None, rel=rel_of(groups.get("rel")))


def _season(found: re.Match[str]) -> Frame:
    groups = found.groupdict()
    year = groups.get("year")
    return Frame(season=_SEASONS[groups["season"]], year=int(year) if year else None, rel=rel_of(groups.get("rel")))


def _holiday(found: re.Match[str]) -> Frame:
    month, day = _HOLIDAYS[found["holiday"]]
    groups = found.groupdict()
    year = groups.get("year")
    return Frame(month=month, day=day, rel=rel_of(groups.get("rel")), year=int(year) if year else None)


def _year(found: re.Match[str]) -> Frame:
    return Frame(year=int(found["year"]))


def _short_year(found: re.Match[str]) -> Frame:
    year = int(found["short"])
    return Frame(year=1900 + year if year > 30 else 2000 + year)


def _day(found: re.Match[str]) -> Frame | None:
    day = int(found["day"])
    return Frame(day=day) if 0 < day < 32 else None


def _decade(found: re.Match[str]) -> Frame:
    word = found["decade"]
    if word in _DECADES:
        return Frame(decade=_DECADES[word])
    return decade_of(word.strip("'s"))


_HOLIDAY = rf"(?P<holiday>{any_of(_HOLIDAYS)})"
_NO_FEAST = r"(?! (?:tree|gift|present|card|dinner|party|cookie|song|movie|music|carol|costume))"
_SHORT_DAY = any_of(_SHORT)
_SEASON = rf"(?P<season>{any_of(_SEASONS)})"
DATE_RULES: tuple[Rule, ...] = (
    rule(rf"(?<!\w)(?:on|until|till|by|since|every|from) (?P<x>(?P<cap>{_SHORT_DAY}))(?!\w)(?<!on sun)", _short_weekday, capital=True),
    rule(rf"(?<!\w){_REL}(?P<cap>{_SHORT_DAY})(?!\w)", _short_weekday, capital=True),
    rule(rf"(?<!\w){_MONTH}\.? (?:the )?{_DAY}{_TO}(?:,? {_YEAR})?(?![\w:]|[.,/-]\d){_NOT_COUNTING}", _date),
    rule(rf"(?<!\w){_MONTH} (?:the )?(?P<ordinal>{_ORDINAL})(?:,? {_YEAR})?(?!\w)", _date),
    rule(rf"(?<![\w.,/:-])(?:the )?{_DAY}{_TO} (?:of )?(?P<cap>{_MONTH})(?:\.?,? {_YEAR})?(?!\w)", _date, capital=True),
    rule(rf"(?<![\w.,/:-])(?:the )?(?P<day>\d\d?)(?:st|nd|rd|th) (?:of )?{_MONTH}(?:,? {_YEAR})?(?!\w)", _date),
    rule(rf"(?<![\w.,/:-])(?:the )?{_DAY}{_TO} (?:of )?{_MONTH},? {_YEAR}(?!\w)", _date),
    rule(rf"(?<!\w)(?:the )?(?P<ordinal>{_ORDINAL}) of {_MONTH}(?:,? {_YEAR})?(?!\w)", _date),
    rule(rf"(?<!\w){_MONTH},? (?:of )?{_YEAR}(?![\w:]|[.,/-]\d)", _month),
    rule(rf"(?<!\w)(?!this may(?!\w)){_REL}{_MONTH}(?!\w)", _month),
    rule(r"(?<!\w)(?P<rel>this) (?P<cap>(?P<month>may))(?!\w)", _month, capital=True),
    rule(rf"(?<!\w){_CUE}[ -](?P<x>(?P<cap>{_MONTH}))(?!\w)(?! (?:on|of)(?!\w))", _month, capital=True),
    rule(rf"(?<!\w)(?:in|since|until|till|by|during|of|early|late|mid|from) (?P<x>{_MONTH})(?!\w)(?<!mar)(?<!sat)", _month),
    rule(rf"(?<!\w)(?P<month>{_SURE_MONTHS})(?!\w)", _month),
    rule(rf"(?<!\w)(?:the )?{_SEASON} (?:of )?{_YEAR}(?!\w)", _season),
    rule(rf"(?<!\w)(?:the )?{_SEASON} of (?=last year|this year|next year)", _season),
    rule(rf"(?<!\w){_REL}{_SEASON}(?!\w)", _season),
    rule(rf"(?<!\w)(?:in|over|during|since|until|by|before|after) the (?P<x>{_SEASON})(?!\w)(?! (?:of|semester|term|apart))", _season),
    rule(rf"(?<!\w)(?:every|each) (?P<x>{_SEASON})(?!\w)", _season),
    rule(rf"(?<!\w)(?:at|on|before|after|since|until|till|by|for|over|around|every|each) (?P<x>{_HOLIDAY}(?:,? {_YEAR})?)(?!\w){_NO_FEAST}", _holiday),
    rule(rf"(?<!\w){_HOLIDAY},? (?:of )?{_YEAR}(?!\w)", _holiday),
    rule(rf"(?<!\w){_REL}{_HOLIDAY}(?!\w){_NO_FEAST}", _holiday),
    rule(rf"(?<!\w)(?:in|since|until|till|before|after|of|during|by|from|around|back in|late|early|mid|mid-|year|through|to|between|and)[ -](?P<x>{_YEAR})(?![\w:%]|[.,/-]\d){_NOT_COUNTING}", _year),
    rule(r"(?<!\w)(?:in|since|until|till|before|after|of|from) (?P<x>'(?P<short>\d\d))(?![\w'])", _short_year),
    rule(rf"(?<![\w.,])(?P<x>{_YEAR})(?=(?:-| - | to ){_YEAR_DIGITS}(?!\w))", _year),
    rule(rf"(?<![\w.,])(?<=\d{{4}}-)(?P<x>{_YEAR})(?!\w)", _year),
    rule(r"(?<!\w)(?:on|by|until|till|before|after|since|from|to|every|around) (?P<x>the (?P<day>\d\d?)(?:st|nd|rd|th))(?!\w)(?! (?!of |at |in |and |to |or |for |if |so |when )\w)", _day),
    rule(rf"(?<!\w)(?:the |in )(?P<decade>(?:19[1-9]|20\d)0'?s|'?\d0'?s|{any_of(_DECADES)})(?!\w)", _decade),
)  # fmt: skip
