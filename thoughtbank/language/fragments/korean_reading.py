"""One Korean clause, its noun phrases sorted out by particle and verb: who, whom or what, and the rest.

With two nominatives or a topic besides, the verb decides: what one has or feels (있다, 아프다) is said of the topic, what one does is said of the
nominative. Where nobody is named, the subject of the clauses before is meant, else the speaker, if the verb is one of people.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from thoughtbank.language.fragments import korean_words as listed
from thoughtbank.language.fragments.korean_arguments import Chunk, chunks, describes, times
from thoughtbank.language.fragments.korean_forms import closes, past, stated
from thoughtbank.language.fragments.korean_names import is_somebody, is_thing, named, spoken
from thoughtbank.language.fragments.korean_predicates import Clause, Predicate, purpose
from thoughtbank.language.fragments.said import Argument, Fragment, Mood, Role, Speaking
from thoughtbank.language.fragments.several import each
from thoughtbank.language.triples.korean import topic

LONGEST_ARGUMENT = 8
"""Words. Chosen: a longer one holds a clause that was misread."""

_WORK = re.compile(r"(?:학생|직장인|사람|회사원|주부|백수|[가-힣]+(?:사|원|생|자|인|가|수|관|장))$")
_AGE = re.compile(r"(?:\d{1,3}|[가-힣]{1,5}) ?살$|\d{2}(?:대|년생)$")


class Who(NamedTuple):
    """A subject, and whether it is a topic. `link`: of the clause it was named in. `honoured`: spoken of with -시-, which nobody uses of themselves."""

    name: str
    topic: bool
    link: str
    honoured: bool = False


class Reading:
    """One clause: its predicate, and its arguments as they are sorted out."""

    def __init__(
        self, clause: Clause, told: Predicate, mood: str, who: Who | None, speaking: Speaking, *, lost: bool, past: bool
    ) -> None:
        self.lost, self.was = lost, past
        self.clause, self.told, self.who, self.speaking = clause, told, who, speaking
        before = [*clause.words[:-1], told.noun] if told.noun else clause.words[: told.start]
        self.line = " ".join(clause.words)
        before, aim = purpose(before, told.text)
        self.times, rest = times(before, bool(told.noun))
        over = any(listed.GONE.match(one) for one in self.times) and told.stem not in listed.HELD and not told.noun
        self.was |= clause.link in ("고", "서") and not told.past and (over or told.stem in listed.ONCE_ONLY)
        self.times += [told.since] if told.since else []
        self.chunks = chunks(rest)
        self.mood = self._settled(told.mood if any(one.particle in listed.NOMINATIVE for one in self.chunks) else mood)
        self.core: list[list[str]] = []
        self.others: list[tuple[Role, str]] = [("for", aim)] if aim else []
        self.subject: str | None = None
        self.is_topic = False
        self.unclear = False

    def who_next(self) -> Who | None:
        if self.subject is None:
            return self.who
        tops = (one for one in self.chunks if one.particle in listed.TOPIC)
        own = self.subject != self.speaking.me and any(one.items[0].split()[-1] in listed.OWN for one in tops)
        if own:
            return self.who
        if self.is_topic or (self.clause.link in ("고", "며", "지만", "는데") and self.subject != self.speaking.me):
            return Who(self.subject, self.is_topic, self.clause.link, re.search(r"[시셔셨]", self.told.text) is not None)
        return self.who if self.who and self.who.topic else None

    def _settled(self, mood: str) -> Mood:
        told = self.told
        if listed.MAYBE.search(self.line) and mood in ("plan", "") and not told.past:
            return "possible"
        if mood in ("plan", "possible"):
            return "plan" if mood == "plan" else "possible"
        if told.past and (listed.ONCE.search(self.line) or mood == "habit" or re.search(r"[았었했]었", told.text)):
            return "past"
        if told.past:
            return "fact"
        if told.stem not in listed.ADJECTIVES and not told.noun and any(listed.AHEAD.match(one) for one in self.times):
            return "plan"
        return "habit" if mood == "habit" or listed.OFTEN.search(self.line) else "fact"

    def fragments(self) -> Iterator[Fragment]:
        told = self.told
        self._sort()
        honoured = told.stem.endswith("시") and not told.stem.endswith(("마시", "모시")) or "셔야" in told.text
        self.unclear |= honoured and self.subject == self.speaking.me
        if self.unclear or self.subject is None or told.asked and not self._told_of():
            return
        if not self.core and (told.noun or told.stem in ("하", "되")) or listed.POINTING.search(" ".join(self._texts())):
            return
        if not self.core and not self.others and not self._says_enough():
            return
        others = tuple(Argument(text, role) for role, text in (*(("time", one) for one in self.times), *self.others))
        text = self._sentence()
        for row in each(self.core):
            yield Fragment(
                self.told.text, (Argument(self.subject), *map(Argument, row), *others), text, told.negative, self.mood
            )

    def _told_of(self) -> bool:
        """Whether what might be a command tells of somebody: of a subject that is named, or of what nobody commands."""
        return (
            self.is_topic
            or self.who is not None
            or self.told.stem in listed.HELD
            or self.told.stem.endswith("시")
            and self.subject != self.speaking.me
        )

    def _texts(self) -> list[str]:
        return [self.subject or "", *(one for group in self.core for one in group), *(text for _, text in self.others)]

    def _says_enough(self) -> bool:
        """Whether a predicate without a further argument is worth telling."""
        told, explicit = self.told, self.subject != self.speaking.me
        if told.stem in listed.FELT:
            return True
        if told.stem in ("하", "되", "있", "없", "이", "아니", "좋", "그렇", "이렇", "같", "맞", "괜찮", "모르", "알"):
            return False
        return explicit or told.stem not in listed.ADJECTIVES and (bool(self.times) or self.is_topic)

    def _sort(self) -> None:
        told = self.told
        subjects = [one for one in self.chunks if one.particle in listed.TOPIC | listed.NOMINATIVE]
        rest = [one for one in self.chunks if one not in subjects]
        tops = [one for one in subjects if one.particle in listed.TOPIC]
        noms = [one for one in subjects if one.particle in listed.NOMINATIVE]
        also = [one for one in rest if one.particle in listed.ALSO]
        alone = [one for one in also if one.particle == "만" and is_somebody(one)]
        acts = any(one.particle in listed.ACCUSATIVE for one in rest) or alone and alone[0].items[0] in listed.ME
        if not tops and not noms and alone and acts:
            rest = [one for one in rest if one is not alone[0]]
            tops, noms = (alone[:1], []) if alone[0].items[0] in listed.ME else ([], alone[:1])
        if not tops and not noms and also and also[0].particle == "도" and (is_somebody(also[0]) or told.noun):
            both = [one for one in also if one.particle == "도" and is_somebody(one)] if is_somebody(also[0]) else also[:1]
            rest = [one for one in rest if one not in both]
            self.chunks = [one for one in self.chunks if one not in both]
            tops = [Chunk([item for one in both for item in one.items], "도", " ".join(one.said for one in both))]
            self.chunks = [*tops, *self.chunks]
        nouns: list[Chunk] = []
        if told.noun:
            nouns = [one for one in rest if not one.particle][-1:]
            rest = [one for one in rest if one not in nouns]
        self._subject(tops, noms)
        for one in rest:
            self._argument(one)
        if nouns:
            self._complement(nouns[0])
        if self.subject is None and not self.unclear:
            self._acting(rest)
        if self.subject is None and not self.unclear:
            self.subject = self._implied()
        if self.told.stem == "살" and any(one.particle in listed.ACCUSATIVE for one in rest):
            self.told = told._replace(stem="사", text=told.text.replace("살다", "사다"))

    def _subject(self, tops: list[Chunk], noms: list[Chunk]) -> None:
        stem = self.told.stem
        double = stem in listed.DOUBLE or stem in listed.ADJECTIVES or self.told.noun
        if len(tops) > 1:
            self.unclear |= tops[0].items[0] not in listed.ME
            noms, tops = [*tops[1:], *noms], tops[:1]
        if stem == "되" and not tops and len(noms) > 1:  # 동생이 간호사가 됐어요
            tops, noms = noms[:1], noms[1:]
        if tops and noms:
            owner = self._named(tops[0])
            if self.told.noun and owner:
                self.subject, self.is_topic = f"{owner}의 {' '.join(noms[0].items)}", True
            elif double:
                self.subject, self.is_topic = owner, True
                self._core(noms[0])
            else:
                self.subject = self._named(noms[0])
                if not is_somebody(tops[0]):
                    self._core(tops[0])
                elif tops[0].items[0] in listed.ME and not is_somebody(noms[0]):
                    self.subject, self.is_topic = owner, True
                    self._core(noms[0])
            return
        if not (tops or noms):
            return
        one = (tops or noms)[0]
        takes = stem in listed.TRANSITIVE and not any(other.particle in listed.ACCUSATIVE for other in self.chunks)
        if (
            tops
            and one.items[0] in listed.MEALS
            and any(other.particle in listed.ACCUSATIVE | listed.ALSO for other in self.chunks)
        ):
            self.times.append(one.items[0])
        elif tops and takes and not is_somebody(one) or tops and takes and is_thing(one):
            self._core(one)
        elif noms and stem in ("좋", "중요하", "낫") and noms[0].items[-1].endswith(" 것"):
            self.unclear = True
        elif (
            noms
            and stem in listed.MEANT
            and not self.told.noun
            and not (stem in ("있", "없") and self._placed())
            and not any(other.particle == "보다" for other in self.chunks)  # 남편이 저보다 세 살 많아요
            and not (stem == "아프" and is_somebody(one))  # 엄마가 아파요 isn't 머리가 아파요
        ):
            self.subject = self.who.name if self.who else self.speaking.me
            self._core(one)
        elif noms and stem.startswith("무섭") or noms and re.search(r" 것$", one.items[-1]):
            self.subject = self.speaking.me
            self._core(one)
        else:
            self.subject, self.is_topic = self._named(one), bool(tops)
            if one.items[0] in listed.OWN:
                self.subject = f"{self.who.name if self.who else self.speaking.me}의 {one.items[0]}"
                self.unclear |= one.items[0] == "이름" and self.who is None and self.lost
            self.unclear |= self.subject is None

    def _placed(self) -> bool:
        return any(one.particle in listed.AT for one in self.chunks)

    def _named(self, chunk: Chunk) -> str | None:
        names = [named(one, self.speaking) for one in chunk.items]
        if any(one is None for one in names):
            self.unclear = True
            return None
        return ", ".join(one for one in names if one)

    def _core(self, chunk: Chunk) -> None:
        wanting = self.told.stem in listed.KEEPING and (self.mood == "plan" or self.told.negative)
        texts = [one if wanting and not listed.POINTING.search(one) else named(one, self.speaking) for one in chunk.items]
        ridden = self.told.stem in ("타", "키우", "기르")  # 말 is a horse then
        if any(
            one is None or _says_nothing(one) and not (ridden and one == "말") or len(one.split()) > LONGEST_ARGUMENT
            for one in texts
        ):
            self.unclear = True
            return
        self.core.append([one for one in texts if one])

    def _other(self, role: Role, chunk: Chunk) -> None:
        texts = [named(one, self.speaking) for one in chunk.items]
        self.unclear |= any(one is None for one in texts)
        self.others += [(role, one) for one in texts if one]

    def _argument(self, chunk: Chunk) -> None:
        particle, stem = chunk.particle, self.told.stem
        if particle == "밖에":
            self.unclear = True  # with a denial it is "only"
        elif particle == "만":
            self.unclear |= any(one.particle in listed.ACCUSATIVE for one in self.chunks)  # 민수만 고양이를 좋아해요
            self._core(chunk)
            self.core[-1:] = [[f"{one}만" for one in group] for group in self.core[-1:]]
        elif particle in listed.ACCUSATIVE | listed.ALSO | listed.TO_PERSON or particle in ("이나", "나"):
            self._core(chunk)
        elif particle == "":
            self._bare(chunk)
        elif particle in listed.AT and chunk.items[-1].split()[-1] in ("날", "때", "무렵", "중"):
            self.times += chunk.items
        elif particle in listed.AT:
            self._core(chunk) if stem in listed.GOING else self._other("place", chunk)
        elif particle in listed.FROM:
            self._core(chunk) if stem in listed.LIVING and not self.core else self._other("place", chunk)
        elif particle in listed.BY:
            self._core(chunk) if stem in listed.GOING else self._other("other", chunk)
        elif particle in listed.WITH:
            self._other("with", chunk)
        else:
            self._other("for" if particle == "for" else "other", chunk)

    def _bare(self, chunk: Chunk) -> None:
        text = " ".join(chunk.items)
        if self.core and re.fullmatch(r"(?:[한두세네둘셋넷]|하나|\d+|다섯|여섯|일곱|여덟|아홉|열|몇)(?: ?[가-힣]{1,2})?", text):
            self.core[-1] = [f"{self.core[-1][0]} {text}"]
        elif all(_nominal(one) for one in chunk.items):
            self._core(chunk)
        else:
            self.unclear = True

    def _complement(self, chunk: Chunk) -> None:
        texts = [re.sub(r"^(?:벌써|아직|이제|겨우|바로|제일|가장) ", "", one) for one in chunk.items]
        last = texts[-1].split()[-1]
        if (
            last.endswith("뿐")
            or last in listed.EMPTY
            or last
            in (
                "때문",
                "덕분",
                "정도",
                "중",
                "뿐",
                "차례",
                "이유",
                "최고",
                "처음",
                "마찬가지",
                "다행",
                "시간",
            )
        ):
            self.unclear = True
            return
        self._core(Chunk(texts, "", chunk.said))

    def _acting(self, rest: Sequence[Chunk]) -> None:
        """Who does what is done to the speaker, where only a place is told: 회사에서 저를 보낸다."""
        place = next((one for one in rest if one.particle in listed.FROM), None)
        if place is not None and any(one.particle in listed.ACCUSATIVE and one.items[0] in listed.ME for one in rest):
            self.subject = self._named(place)
            self.others = [one for one in self.others if one[1] != self.subject]

    def _implied(self) -> str | None:
        """Who is meant where nobody is named."""
        told, me = self.told, self.speaking.me
        if self.who is not None and not (self.who.honoured and self.who.link == "서" and not re.search(r"[시셔셨]", told.text)):
            return self.who.name
        if told.noun:
            said = self.core[0][0] if self.core and not self.lost else ""
            return me if _AGE.search(said) or _WORK.search(said) and len(said.split()) < 3 else None
        if told.stem in listed.FELT:
            return me
        if told.stem in listed.ADJECTIVES and told.stem not in ("있", "없") and not told.mood:
            return None
        return me

    def _sentence(self) -> str:
        me, told = self.speaking.me, self.told
        words = [*self.clause.words[:-1], told.noun] if told.noun else self.clause.words[: told.start]
        said = " ".join(words)
        if told.text.startswith("더 이상"):
            said = re.sub(r"(?:더 이상|더는|이제는? 더)\s*", "", said)
        for chunk in self.chunks:
            own = (self.subject or "").removeprefix(f"{me}의 ")
            names = chunk.particle in listed.NOMINATIVE and {own, self.subject} & {chunk.items[0], self._named(chunk)}
            if names or self.is_topic and chunk.particle in {*listed.TOPIC, "도"}:
                said = re.sub(rf"(?:^|(?<= )){re.escape(chunk.said)}(?= |$)", "", said, count=1)
                break
        if self.was and told.text.endswith(f"{told.stem}다"):
            told = told._replace(text=f"{told.text.removesuffix(f'{told.stem}다')}{past(told.stem)}다")
        end = stated(told.text, told.stem in listed.ADJECTIVES)
        if told.noun and end == "이다" and not closes(told.noun):
            end = "다"
        joined = f"{spoken(said, me)}{'' if told.noun else ' '}{end}"
        return " ".join(f"{topic(self.subject or me)} {joined}.".split())


def _says_nothing(text: str) -> bool:
    words = text.split()
    return not words or text in listed.EMPTY or (words[-1] in listed.EMPTY and words[-1] != "것")


def _nominal(text: str) -> bool:
    words = text.split()
    return bool(words) and not describes(words[-1])
