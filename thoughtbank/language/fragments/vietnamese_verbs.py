"""A Vietnamese verb with the words before it that deny, date or wish it, and its mood.

"không còn làm"  ->  Verb("không còn làm", word="làm", negative=True)      "định chuyển ra"  ->  Verb("định chuyển ra", word="chuyển", mood="plan")
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

from thoughtbank.language.fragments import vietnamese_words as listed
from thoughtbank.language.fragments.said import Mood
from thoughtbank.language.fragments.vietnamese_phrases import Row, foreign_verb, starts_predicate

_SECOND = listed.VERBS - {"là", "có", "ở", "được"}
"""Verbs that another may lead on to."""
_TELLING = listed.VERBS - listed.TOLD
_SHARED = ("plan", "possible", "past")
_MOODS = ("plan", "possible", "habit", "past")


class Verb(NamedTuple):
    """A verb with its helpers. `word`: the last verb of it, which decides what it takes. `mood` "" where nothing tells it. `lead`: what a next verb without a
    helper shares, "định"; `inherited`: what this one does."""

    text: str
    word: str
    negative: bool
    mood: str
    lead: str = ""
    inherited: str = ""


def read_verb(row: Row, times: list[str], last: Verb | None) -> Verb | None:
    """The verb that stands here, taken with its helpers, and times between them. `last`: the verb of the clause before, whose wish goes on."""
    helpers = _helpers(row, times)
    if helpers is None or not row or len(_told(row)) > len(row.match(_TELLING)):
        return None
    kept, negative, mood = helpers
    word = row.match(listed.VERBS | listed.ADJECTIVES) or (row.ahead() if foreign_verb(row) else "")
    if not word:
        if kept and kept[-1] in listed.PREDICATE_VERBS:
            return Verb(" ".join(kept), kept[-1], negative, mood)
        return Verb("không phải là", "là", True, mood) if kept and kept[-1] == "không phải" else None
    row.take(len(word.split()))
    text = ["không phải là"] if kept[-1:] == ["không phải"] and word == "là" else [*kept, word]
    while word in listed.LEADING and (more := row.match(_SECOND)):
        text.append(row.take(len(more.split())).lower())
        word = more
    _directed(row, word, text)
    inherited = last.lead if last is not None and not kept else ""
    if inherited and last is not None:
        mood = last.mood
    lead = inherited or next((one for one in [*kept, *text[:1]] if one == "biết" or listed.HELPERS.get(one) in _SHARED), "")
    said = " ".join(one for one in [inherited, *text] if one and one != "rồi")
    return Verb(said, word, negative, mood, "" if negative else lead, inherited)


def _told(row: Row) -> str:
    """The verb of another's words that stands here; to talk with somebody about something is none."""
    said = row.match(listed.TOLD)
    return "" if said == "nói với" and not {"là", "rằng"} & set(row.low[row.at :]) else said


def _helpers(row: Row, times: list[str]) -> tuple[list[str], bool, str] | None:
    """Those kept in the predicate, whether they deny, and the mood; None where they advise or command."""
    kept: list[str] = []
    negative, mood = False, ""
    while (helper := row.match(listed.HELPERS)) and _helps(row, helper):
        effect = listed.HELPERS[helper]
        said = row.take(len(helper.split())).lower()
        if effect == "no":
            return None
        negative |= effect == "not"
        mood = effect if effect in _MOODS and mood != "possible" else mood
        if effect != "silent":
            kept.append(said)
        while time := row.time():
            times.append(time)
    return kept, negative, mood


def _helps(row: Row, helper: str) -> bool:
    """Whether a helper stands before a verb, and isn't one."""
    size = len(helper.split())
    if helper == "bị":
        return bool(row.match(listed.VERBS, skip=1) or row.match(listed.HELPERS, skip=1))
    if helper in ("hết", "mới", "hay", "lại", "cùng", "thật", "chuẩn bị", "được", "quá", "năm nay"):
        return starts_predicate(row, size)
    return not (helper == "chắc" and not row.ahead(1, size))


def _directed(row: Row, word: str, text: list[str]) -> None:
    """Takes what belongs to a verb behind it: "ra" of chuyển ra, "nhất" of thích nhất."""
    while (
        (more := row.match(listed.DIRECTIONS))
        and word not in ("là", "ở", "thích")
        and (word != "có" or more == "thêm")
        and not listed.TIME.match(row.near())
        and len(text) < 7
        and (row.ahead(1, 1) or more not in ("rồi", "lại", "đi", "hết"))
    ):
        text.append(row.take(1).lower())
    if row.ahead() == "nhất":
        text.append(row.take(1).lower())


def mood_of(verb: Verb, times: Sequence[str], mood: str) -> Mood:
    """The mood of what is said, by its helpers, else by its times. `mood`: what was said before the subject ("có lẽ")."""
    told = mood or verb.mood
    if told in ("possible", "plan") or told == "past" and not verb.negative:
        return cast(Mood, told)
    if not verb.negative and listed.ONCE.search(" ".join(times)):
        return "past"
    if told == "habit" or any(listed.AGAIN.search(one) for one in times) and not verb.negative:
        return "habit"
    ahead = any(listed.AHEAD.search(one) for one in times) and not any("trước" in one for one in times)
    return "plan" if ahead and verb.word not in listed.ADJECTIVES else "fact"
