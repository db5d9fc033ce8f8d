"""Who is meant by a Korean noun phrase: the speaker and the one spoken to by name, kin as the speaker's.

named("우리 엄마", Speaking("지민"))  ->  "지민의 엄마"      named("수진이", ...)  ->  "수진"      named("그 사람", ...)  ->  None
"""

import re

from thoughtbank.language.fragments import korean_words as listed
from thoughtbank.language.fragments.korean_arguments import Chunk, describes
from thoughtbank.language.fragments.korean_forms import closes
from thoughtbank.language.fragments.said import Speaking
from thoughtbank.language.triples.korean import topic

_NAME_END = re.compile(r"^[가-힣]{2}이$")
"""A given name with the 이 that makes it easier to say."""


def is_somebody(chunk: Chunk) -> bool:
    return any(
        one in listed.ME or one in listed.YOU or listed.is_person(one) or _NAME_END.match(one) is not None
        for one in chunk.items
    )


def is_thing(chunk: Chunk) -> bool:
    return not is_somebody(chunk) and not re.fullmatch(r"[가-힣]{2,3}", chunk.items[0])


def named(noun: str, speaking: Speaking) -> str | None:
    """A noun phrase with its persons by name; None where one has none."""
    words = noun.split()
    if not words or listed.POINTING.search(noun):
        return None
    if any(one in listed.YOU for one in words):
        if speaking.you is None:
            return None
        words = [f"{speaking.you}의" if one in ("네", "너의") else speaking.you if one in listed.YOU else one for one in words]
    if len(words) == 1:
        if words[0] in listed.ME:
            return speaking.me
        if _NAME_END.match(words[0]) and words[0] not in listed.WHOLE and closes(words[0][:-1]) and not describes(words[0]):
            return words[0][:-1]
    words = [f"{speaking.me}{'이' if closes(speaking.me) else '가'}" if one in ("제가", "내가") else one for one in words]
    if words[0] in listed.MINE:
        return " ".join([f"{speaking.me}의", *words[1:]])
    if listed.is_kin(" ".join(words)):
        return f"{speaking.me}의 {' '.join(words)}"
    return " ".join(f"{speaking.me}의" if one in ("제", "내", "저의", "나의") else one for one in words)


def spoken(text: str, me: str) -> str:
    """Words with the speaker named."""
    forms = {"나는": topic(me), "저는": topic(me), "난": topic(me), "전": topic(me), "나도": f"{me}도", "저도": f"{me}도"}
    forms |= dict.fromkeys(("제가", "내가"), me + ("이" if closes(me) else "가")) | dict.fromkeys(
        ("제", "내", "저의", "나의", "우리", "저희"), f"{me}의"
    )
    forms |= (
        dict.fromkeys(("저에게", "나에게"), f"{me}에게")
        | dict.fromkeys(("저보다", "나보다"), f"{me}보다")
        | dict.fromkeys(("저한테", "나한테"), f"{me}한테")
        | dict.fromkeys(("저를", "나를"), me + ("을" if closes(me) else "를"))
        | dict.fromkeys(("저랑", "나랑"), me + ("이랑" if closes(me) else "랑"))
        | dict.fromkeys(("저하고", "나하고"), f"{me}하고")
        | {"저와": me + ("과" if closes(me) else "와")}  # 나와 may be "come out"
    )
    return " ".join(forms.get(one, one) for one in text.split())
