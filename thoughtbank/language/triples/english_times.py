"""Times in English, as far as they stand at the start or the end of what is said."""

import re

_UNIT = r"(?:second|minute|hour|day|night|week|weekend|month|year|decade)s?"
_NUMBER = r"(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|few|a few|couple of|a couple of|a couple|several|many|some)"
_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thurs?|fri|satur|sun)(?:day)?s?"
_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
_PART = r"(?:morning|afternoon|evening|night)s?"
_NAMED = rf"(?:{_UNIT}|{_PART}|{_WEEKDAY}|{_MONTH}|spring|summer|fall|autumn|winter|semester|season|christmas|thanksgiving|easter|term|quarter)"
_DATE = rf"(?:{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?(?: ?, ?(?:19|20)\d\d)?|(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}(?: (?:19|20)\d\d)?|{_MONTH}(?:,? (?:19|20)\d\d)?)"
_WHEN = (
    rf"(?:(?:late |early )?(?:yesterday|today|tomorrow)(?: {_PART})?|tonight|(?:late |early |earlier |later "
    rf")?(?:last|this|next|this past|this coming|the other|every|each|that|one|all) (?:\w+ )?{_NAMED}"
    rf"|(?:about |around |over |almost )?{_NUMBER} (?:more )?{_UNIT} (?:ago|back|earlier|later)(?: now)?|{_UNIT} "
    rf"ago|(?:{_NUMBER} )?times? (?:a|per) {_UNIT}|(?:once|twice) (?:a|per) {_UNIT}|(?:once|twice|{_NUMBER} times)"
    rf"|(?:on|by|since|until|before|after|around|for) (?:(?:last|this|next|every) )?(?:{_WEEKDAY}|the weekends?"
    rf"|weekends|{_DATE}|christmas|thanksgiving|easter)(?: {_PART})?|(?:on|since) (?:{_WEEKDAY}|weekend) {_PART}"
    rf"|(?:in|since|by|around|during|back in|until) (?:the )?(?:late |early |mid )?(?:(?:19|20)\d\ds?|{_DATE}"
    rf"|{_PART}|spring|summer|fall|autumn|winter|weekends?|past|future|meantime)(?: of (?:19|20)\d\d)?"
    rf"|(?:at|in) (?:the )?(?:moment|night|noon|midnight|weekends?|once|last|first|mornings?)|at "
    rf"\d{{1,2}}(?::\d\d)? ?(?:am|pm|a\.m\.|p\.m\.|o'clock)?"
    rf"|(?:for|in|within|over|during) (?:about |over |almost |nearly |around |the (?:last|past|next) |at least "
    rf"|like |more than )*{_NUMBER} {_UNIT}(?: now)?|(?:for|in|within|over|during) the (?:last|past|next|whole"
    rf"|entire) (?:\w+ )?{_UNIT}|(?:for|in) (?:a long time|ages|years|months|weeks|a while|(?:many|several|some) "
    rf"{_UNIT}|now|some time)(?: now)?"
    rf"|recently|lately|currently|now and (?:then|again)|right now|now|nowadays|these days|just now|soon|already|so "
    rf"far|earlier|later|again|before|daily|weekly|monthly|yearly|a while (?:ago|back)|long ago|any ?more|any "
    rf"longer"
    rf"|(?:a lot|as well|sometimes|often|regularly|every ?day|all the time|most of the time|from time to time|once "
    rf"in a while|for now|at first|at last|finally|always|usually|since then|during the week|for a while|since "
    rf"birth|forever|nightly))"
)
_TIME_END = re.compile(rf"(?:^|,? ){_WHEN}$", re.IGNORECASE)
_TIME_START = re.compile(rf"^{_WHEN}(?:,? |$)", re.IGNORECASE)
_TIME_WORDS = 7
"""Words of the longest time that is looked for at an end."""


def without_times(text: str) -> str:
    """What is said, without the times at its ends: "a bike last week" is "a bike", "on Monday with Ana" is "with Ana"."""
    for _ in range(3):
        words = text.split(" ")
        for size in range(min(_TIME_WORDS, len(words)), 0, -1):
            if _TIME_END.fullmatch(" ".join(words[-size:])):
                text = " ".join(words[:-size]).rstrip(" ,")
                break
        else:
            break
    return text


def leading_time(text: str) -> tuple[str, str]:
    """A time at the start, and the rest: "Last week I moved" is ("Last week", "I moved")."""
    found = _TIME_START.match(text)
    if found is None or not found[0].strip(" ,"):
        return "", text
    return found[0].strip(" ,"), text[found.end() :].lstrip(" ,")
