"""The words before a Korean predicate as arguments: times, and noun phrases, each closed by its particle.

A noun takes the words before it that no particle closes (고양이 두 마리), and a verb that describes it with that verb's own last argument (강남에 있는
회사). What two nouns are joined by (와, 랑, 하고) makes a list, behind a person company.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from thoughtbank.language.fragments.korean_forms import apart, closes, whole
from thoughtbank.language.fragments.korean_words import (
    ACCUSATIVE,
    ACTIONS,
    ADJECTIVES,
    ADVERBS,
    AT,
    BY,
    CLOSED,
    FROM,
    ME,
    MEAL,
    NOMINATIVE,
    OPEN,
    PARTICLES,
    TIME,
    TO_PERSON,
    WHOLE,
    WITH,
    is_person,
)


class Chunk(NamedTuple):
    """Nouns that one particle closes. `said`: as written, particles and all."""

    items: list[str]
    particle: str
    said: str


_BY_LENGTH = sorted(PARTICLES, key=len, reverse=True)
_CONTRACTED = {
    "난": ("나", "는"),
    "전": ("저", "는"),
    "날": ("나", "를"),
    "절": ("저", "를"),
    "넌": ("너", "는"),
    "널": ("너", "를"),
}
_THAT = {
    "걸": "를",
    "게": "이",
    "건": "은",
    "것을": "을",
    "것이": "이",
    "것은": "은",
    "거를": "를",
    "것도": "도",
    "것만": "만",
    "거": "",
}
"""것, that which makes a noun of a clause, with its particle."""
_WEAK = re.compile(
    r"(?:\S+ )?생일|아침|점심|저녁|밤|새벽|낮|봄|여름|가을|겨울|방학|휴가|명절|추석|설날|크리스마스|주말|평일|연휴|지금"
)
"""Times that are as often a noun's first half: 생일 선물, 겨울 바다."""
_TEN_THOUSANDS = re.compile("[이삼사오육칠팔구]?[십백천][일이삼사오육칠팔구십백천]*|[삼사오육칠팔구수]")
"""Before 만 it is a number: 오십만; 일만 하다 is to work only."""
_FOR_SOMEBODY = ("준", "주는", "주신", "줄")
_LEADING = ("어", "아", "해", "워", "여", "려", "져", "와", "내")
"""The verb before 준 has arguments of its own: 엄마가 만들어 준 김치."""
_AIM = re.compile(r"위해서?$")
_BECAUSE = re.compile(r"(?:때문에|덕분에|대신에?|대해서?|위해서?|관해서?|통해서?)$")


def split(word: str) -> tuple[str, str]:
    """A word as noun and particle; particle "" where it has none."""
    if word in _CONTRACTED:
        return _CONTRACTED[word]
    if word in WHOLE or re.fullmatch(r"\S*(?:잡이|둥이|쟁이)", word):
        return word, ""
    for particle in _BY_LENGTH:
        noun = word.removesuffix(particle)
        if noun and noun != word and _agrees(noun, particle):
            if particle == "만" and (noun[-1].isdigit() or _TEN_THOUSANDS.fullmatch(noun)):
                continue
            if particle == "하고" and not is_person(noun):
                continue
            return noun, particle
    return word, ""


def _agrees(noun: str, particle: str) -> bool:
    if not "가" <= noun[-1] <= "힣":
        return True
    if particle == "로":
        return not closes(noun) or closes(noun, "ㄹ")
    if particle in ("으로", "으로는"):
        return closes(noun) and not closes(noun, "ㄹ")
    return closes(noun) if particle in CLOSED else not (particle in OPEN and closes(noun))


def describes(word: str) -> bool:
    """Whether a word is a verb that stands before the noun it describes: 있는, 예쁜, 산, 볼."""
    if word in WHOLE or is_person(word):
        return False
    if word.endswith("던") and len(word) > 1:
        return True
    for tail in ("는", "은", "을"):
        if word.endswith(tail):
            base = word[:-1]
            return _is_stem(base) and (tail == "는" or closes(base)) or tail == "는" and base.endswith(("하", "있", "없", "되"))
    if len(word) > 2 and word.endswith(("신", "준", "된", "낸", "린", "킨", "친", "어진", "아진")):
        return True
    letters = apart(word)
    if letters[-1:] in ("\u11ab", "\u11af") and len(letters) > 2:
        base = whole(letters[:-1])
        return (
            len(base) > 1
            and base.endswith(("하", "우", "스러우"))
            or _is_stem(base)
            and word not in ("간", "본", "산", "할", "살", "둘", "열")
        )
    return False


def _is_stem(base: str) -> bool:
    return (
        base in ACTIONS
        or base in ADJECTIVES
        or base + "ㄹ" in ACTIONS
        or whole(apart(base) + "\u11af") in ACTIONS
        or base in ("다니", "올라가")
    )


def _acts(word: str) -> bool:
    """Whether it describes by what is done, which has arguments of its own: 있는, 만든; not 예쁜."""
    base = word[:-1] if word.endswith(("는", "은", "을", "던")) else whole(apart(word)[:-1])
    return (
        base in ("있", "없", "가", "오")
        or base not in ADJECTIVES
        and not word.endswith(("운", "적인"))
        and not (word.endswith("한") and len(word) > 1)
    )


def times(words: Sequence[str], copula: bool) -> tuple[list[str], list[str]]:
    """The times among the words, and the words left."""
    line = re.sub(
        r"(?<!\S)한 번도(?!\S)", "", " ".join(one.rstrip(",") if TIME.fullmatch(one.rstrip(",")) else one for one in words)
    )
    found: list[str] = []
    rest, at = [], 0
    for time in TIME.finditer(line):
        if not _is_time(time, line, copula):
            continue
        josa = (time["josa"] or "").removesuffix("에") if time["josa"] != "마다" else "마다"
        kept = josa if josa in ("부터", "까지", "마다", "쯤", "경", "에만") else ""
        found.append(time["time"] + kept)
        rest.append(line[at : time.start()])
        at = time.end()
    rest.append(line[at:])
    return found, " ".join(rest).split()


def _is_time(time: re.Match[str], line: str, copula: bool) -> bool:
    before, after = line[: time.start()].split(), line[time.end() :].split()
    if (
        MEAL.match(line, time.start())
        and not (time["josa"] or "").startswith(("에", "부", "까"))
        and (time["josa"] or "은 는") in "은 는 도"
        and (not after or time["josa"])
    ):
        return False
    if _WEAK.fullmatch(time["time"]) and (time["josa"] is None or copula and time["josa"] in ("은", "는")):
        return time["time"] == "지금" or bool(after) and not _is_noun(after[0]) and not copula
    if not time["josa"] and len(after) > 1 and (describes(after[0]) and _acts(after[0]) or after[0] in ("산", "본")):
        return False
    return not (before and before[-1].endswith("의"))


def _is_noun(word: str) -> bool:
    return (
        word not in ADVERBS
        and not describes(word)
        and split(word)[1] in ACCUSATIVE | NOMINATIVE | {"은", "는", "도", "만", "에", "이나"}
    )


def chunks(words: Sequence[str]) -> list[Chunk]:
    """The noun phrases, in order; what is left without a particle comes last."""
    return list(_Reader().read(words))


class _Reader:
    def __init__(self) -> None:
        self.done: list[Chunk] = []
        self.pending: list[str] = []
        self.items: list[str] = []
        self.said: list[str] = []

    def read(self, words: Sequence[str]) -> Iterator[Chunk]:
        for at, given in enumerate(words):
            self._take(given.rstrip(","), given.endswith(","), words[at + 1 :])
        if self.pending or self.items:
            self._close("", [])
        yield from self.done

    def _take(self, word: str, comma: bool, after: Sequence[str]) -> None:
        if word in ADVERBS or word in ("이상", "안", "못"):
            return
        if word in _THAT and self.pending:
            self.said.append(word)
            self._close(_THAT[word], ["것"])
            return
        if _BECAUSE.fullmatch(word) and (self.pending or self.done):
            self._reason(word)
            return
        if word in _FOR_SOMEBODY and after and self.pending and self.pending[-1].endswith(_LEADING):
            self._own()
        if describes(word) and after:
            if _acts(word) and not self.pending:
                self._own()
            self.pending.append(word)
            self.said.append(word)
            return
        noun, particle = split(word)
        self.said.append(word)
        if not particle or particle == "의":
            self.pending.append(word)
            if comma and after and not particle:
                self._item()
        elif particle in WITH and not is_person(" ".join([*self.pending, noun])) and noun not in ME and after:
            self.pending.append(noun)
            self._item()
        else:
            self._close(particle, [noun])

    def _item(self) -> None:
        self.items.append(" ".join(self.pending))
        self.pending = []

    def _close(self, particle: str, last: list[str]) -> None:
        phrase = " ".join([*self.pending, *last])
        self.done.append(Chunk([*self.items, *([phrase] if phrase else [])], particle, " ".join(self.said)))
        self.pending, self.items, self.said = [], [], []

    def _own(self) -> None:
        """What the verb that describes takes to itself: the argument right before it."""
        if not self.done:
            return
        last = self.done[-1]
        if last.particle in ACCUSATIVE | AT | FROM | BY | TO_PERSON | NOMINATIVE:
            self.done.pop()
            self.pending = [*last.said.split(), *self.pending]
            self.said = [*last.said.split(), *self.said]

    def _reason(self, word: str) -> None:
        """N 때문에, N을 위해: the noun before it, with the word."""
        if self.pending:
            noun = " ".join(self.pending)
            self.said = []
        else:
            noun = self.done.pop().said
        self.pending = []
        self.done.append(Chunk([f"{noun} {word}"], "for" if _AIM.search(word) else "reason", f"{noun} {word}"))
