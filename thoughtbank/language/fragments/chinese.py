"""Chinese over tagged words: what each clause of a sentence says, with everyone named, and what is nobody's statement left out.

    昨天|我|去|了|附近|的|公园|慢跑|了|一个小时  (speaker 王峰)
    ->  去了(王峰; 附近的公园; time: 昨天)      慢跑了(王峰; time: 昨天; time: 一个小时; place: 附近的公园)

A clause without a subject carries on with the one before; where none was named it is the speaker, if a time, an aspect or a wish shows that something is told
and nothing is asked for. Checked in tests/language/test_fragments_chinese.py.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thoughtbank.language.fragments import chinese_lexicon as lexicon
from thoughtbank.language.fragments.chinese_clause import clause
from thoughtbank.language.fragments.chinese_moods import AS_KIND, NOTHING, empty, mood_of, only_named
from thoughtbank.language.fragments.chinese_naming import Names
from thoughtbank.language.fragments.chinese_phrases import PRONOUNS
from thoughtbank.language.fragments.chinese_stated import clauses_of, imagined, is_aside, opened, reported, states_nothing
from thoughtbank.language.fragments.chinese_statements import Clause, Part, Statement
from thoughtbank.language.fragments.chinese_tags import completed, retagged
from thoughtbank.language.fragments.chinese_words import Piece, recut
from thoughtbank.language.fragments.said import Argument, Fragment, Mood, Speaking
from thoughtbank.language.fragments.words import Word
from thoughtbank.language.triples.wordlist import listed


def read(words: Sequence[Word], speaking: Speaking) -> list[Fragment]:
    """What one sentence says, each once."""
    return list(dict.fromkeys(_Telling(speaking).tell(clauses_of(completed(retagged(recut(words)))))))


@dataclass
class _Before:
    """What the clause before told of."""

    subject: tuple[Piece, ...] | None = None
    name: str | None = None
    thing: tuple[Piece, ...] | None = None
    head: str = ""
    mood: Mood = "fact"
    state: bool = False
    owner: bool = False
    """Whether the thing is now somebody's: 养了一只猫."""


class _Telling:
    """Reads a sentence's clauses in order; knows whom they go on about."""

    def __init__(self, speaking: Speaking) -> None:
        self.me = speaking.me
        self.names = Names(speaking)
        self.before = _Before()
        self.front: list[Part] = []
        self.turned = False

    def tell(self, clauses: Sequence[Sequence[Piece]]) -> Iterator[Fragment]:
        hoping = False
        for number, one in enumerate(clauses):
            if hoping and not any(piece.simple in _TURNS | _REASONS for piece in one[:2]):
                continue  # what is hoped may go on
            pieces = opened(one)
            hoping = imagined(pieces)
            self.turned = any(piece.simple in _TURNS for piece in one[:2])
            simple = "".join(piece.simple for piece in pieces)
            if not pieces or is_aside(pieces, simple):
                continue
            if reported(pieces, simple):
                return
            of_whom = pieces[0].tag == "v" and "的是" in simple and _is_person(pieces[-1:])  # 住在巴黎的是我妹妹
            if hoping or of_whom or states_nothing(simple):
                self.before = _Before()
                continue
            yield from self._clause(clause(pieces), first=number == 0)

    def _clause(self, read: Clause, *, first: bool) -> Iterator[Fragment]:
        if read.pieces[0].simple in ("等", "等到") and len(read.pieces) > 1:
            self.front = [("time", read.pieces)]
            return
        if not read.statements:
            self._only_front(read)
            return
        times, self.front = [*self.front, *read.times], []
        if only_named(read) or (read.statements[0].head == "在" and read.subject is None):
            return
        subject = self._subject(read, times, first=first)
        if subject is None:
            self.before = _Before()
            return
        told: Mood | None = None
        for one in read.statements:
            if (
                one.head == self.before.head
                and self.before.thing
                and read.subject is None
                and not any(not role for role, _ in one.parts)
            ):
                one.parts.insert(0, ("", self.before.thing))
            who = self._of(one, subject)
            if who is not None and (fragment := self._fragment(one, who, read, times)) is not None:
                told = fragment.mood
                yield fragment
        self._remember(read, subject, told)

    def _only_front(self, read: Clause) -> None:
        """A clause that only says when, of whom not, or whom it is about."""
        if read.pieces[0].simple in ("除了", "除") and not any(one.tag == "v" for one in read.pieces):
            self.front = [("other", read.pieces)]
            return
        if read.times and len(read.pieces) <= sum(len(what) for _, what in read.times) + 2:
            self.front = read.times
            if read.subject is not None:
                self.before = _Before(read.subject, self.names.named(read.subject, subject=True))
        elif read.subject is not None and read.cut_subject == len(read.pieces):
            self.before = _Before(read.subject, self.names.named(read.subject, subject=True))
        else:
            self.before = _Before()

    def _subject(self, read: Clause, times: Sequence[Part], *, first: bool) -> str | None:
        first_statement = read.statements[0]
        if read.subject is not None:
            if "".join(one.simple for one in read.subject) in lexicon.GENERAL:
                return None
            return self.names.named(
                read.subject, subject=True, earlier=self.before.name if _is_person(self.before.subject) else None
            )
        naming = first_statement.head in lexicon.NAMING or first_statement.kind == "copula"
        if first_statement.head in lexicon.NAMING and self.before.thing is not None and not self.before.owner:
            return self.names.named(self.before.thing[-1:])
        if naming and self.before.thing is not None and self.before.owner and self.before.name:
            return f"{self.before.name}的{_uncounted(self.before.thing)}"
        if self.before.thing is not None and self.before.thing[-1].simple in ("他", "她", "它") and _of_others(first_statement):
            return self.before.thing[-1].text
        if self.before.name is not None:
            if _carries(first_statement, self.before, self.me):
                return self.before.name
            of_mine = not _acts(self.before) and not self.before.name.startswith(("这", "那"))
            return self.me if of_mine and first_statement.kind == "verb" and _speakers(first_statement, read, times) else None
        return self.me if first and _speakers(first_statement, read, times) else None

    def _of(self, one: Statement, subject: str) -> str | None:
        if one.subject is None:
            return subject
        name = self.names.named(one.subject, subject=not one.theirs)
        return f"{subject}的{name}" if name is not None and one.theirs and not name.startswith(f"{subject}的") else name

    def _fragment(self, one: Statement, who: str, read: Clause, times: Sequence[Part]) -> Fragment | None:
        arguments = [Argument(who)]
        parts = sorted([*one.parts, *times], key=lambda part: part[0] != "")
        if empty(one, parts) or (
            one.kind == "adjective"
            and who == self.me
            and len(one.predicate) < 4
            and one.head in ("好", "很好", "不错", "还好", "还行", "可以", "好的")
        ):
            return None
        earlier = self.before.name if _is_person(self.before.subject) else None
        for role, what in parts:
            text = self.names.named(_bare(what), earlier=earlier, as_kind=one.head in AS_KIND)
            if text is None or (not role and text in NOTHING):
                return None
            if role == "time" and what[0].simple in lexicon.VAGUE and len(what) == 1:
                continue
            argument = Argument(text, role)
            if argument not in arguments:
                arguments.append(argument)
        text = self._sentence(who, read, times, earlier)
        predicate = one.predicate.strip("…")
        if text is None or not predicate or (len(arguments) > 1 and arguments[1].text == who and not arguments[1].role):
            return None
        return Fragment(predicate, tuple(arguments), text, one.negative, self._mood(one, read, times))

    def _mood(self, one: Statement, read: Clause, times: Sequence[Part]) -> Mood:
        """A clause that only carries on keeps the mood: 我打算辞职，开一家店."""
        mood = mood_of(one, times)
        carried = (
            not self.turned
            and self.before.mood in ("plan", "habit", "past")
            and read.subject is None
            and not times
            and not one.done
            and not one.negative
            and one.kind == "verb"
        )
        return self.before.mood if mood == "fact" and carried and not one.adverbs & {"已经", "现在"} else mood

    def _sentence(self, who: str, read: Clause, times: Sequence[Part], earlier: str | None) -> str | None:
        """The clause with its subject named, and a time that stood before it."""
        pieces = list(read.pieces)
        while pieces and pieces[-1].simple in lexicon.PARTICLES and pieces[-1].simple != "了":
            pieces.pop()
        said = self.names.named(
            pieces, subject=read.subject is not None and pieces[: len(read.subject)] == list(read.subject), earlier=earlier
        )
        if said is None:
            return None
        named = [self.names.named(what, earlier=earlier) for role, what in times if (role, what) not in read.times]
        front = "".join(one for one in named if one is not None)
        if None in named:
            return None
        if read.subject is None:
            said = who + front + said
        elif front:
            said = f"{front}，{said}"
        return said + "。"

    def _remember(self, read: Clause, subject: str, mood: Mood | None) -> None:
        last = read.statements[-1]
        if last.head in lexicon.EMPTY_ALWAYS:
            self.before = _Before()
            return
        if last.passive and read.subject is not None and not _is_person(read.subject):
            self.before = _Before()
            return
        if last.subject is not None:
            self.before = _Before(last.subject, self._of(last, subject))
            return
        thing = next((what for role, what in last.parts if not role), None)
        self.before = _Before(
            read.subject or self.before.subject,
            subject,
            thing,
            last.head,
            mood or "fact",
            last.kind != "verb",
            last.head in ("有", "养", "买", "领养", "生", "收养", "还有") and thing is not None,
        )


_REASONS = listed("因为 所以 由于 因此 于是")
_TURNS = listed("但 但是 不过 可是 结果 可惜 然而 却 后来 现在 只是")
"""What follows isn't in the mood of what went before."""


def _is_person(pieces: Sequence[Piece] | None) -> bool:
    return (
        pieces is not None
        and (pieces[-1].tag == "PER" or lexicon.PERSON.fullmatch(pieces[-1].simple) is not None)
        and pieces[0].simple not in ("他", "她", "它")
    )


def _carries(one: Statement, before: _Before, me: str) -> bool:
    """Whether a clause without a subject goes on about the one before."""
    if one.kind == "adjective":
        return one.head in lexicon.FELT or (before.state and before.name != me)
    if one.kind == "copula" or one.head in lexicon.NAMING:
        thing = next((what for role, what in one.parts if not role), ())
        return before.state or (
            bool(thing) and _acts(before) and lexicon.KIND_OF_PERSON.fullmatch(thing[-1].simple) is not None
        )
    return _acts(before)


def _acts(before: _Before) -> bool:
    """Whether it may go on doing things: a person, an animal, a firm, a work; not 手机."""
    subject = before.subject
    if subject is None:
        return True
    last = subject[-1]
    if last.simple in ("老家", "家乡"):
        return False
    return (
        last.tag in ("PER", "ORG", "LOC", "nw", "r", "nz")
        or last.simple in PRONOUNS
        or any(form.fullmatch(last.simple) for form in (lexicon.PERSON, lexicon.ACTING))
    )


def _of_others(one: Statement) -> bool:
    """Whether it is mostly said of others than the speaker: that they won, were born, appeared."""
    return any(one.head == word or (len(word) > 1 and one.head.startswith(word)) for word in lexicon.NOT_SPEAKERS)


def _speakers(one: Statement, read: Clause, times: Sequence[Part]) -> bool:
    """Whether a first clause without a subject tells of the speaker."""
    if one.kind == "adjective":
        return one.head in lexicon.FELT
    if one.kind == "copula" or (
        _of_others(one) and not (times and one.head in ("有", "没有", "看", "写", "拍摄", "给", "帮", "翻译"))
    ):
        return False
    told = (
        one.done
        or one.planned
        or bool(times)
        or bool(one.adverbs - lexicon.DEGREES - {"一起", "请", "再", "多"})
        or one.negative
    )
    return told or one.head in lexicon.LIKING or one.predicate.startswith(("在", "正在"))


def _uncounted(thing: Sequence[Piece]) -> str:
    """一只|英短|猫 -> 英短猫."""
    return "".join(one.text for one in thing if one.tag not in ("m", "q"))


def _bare(what: tuple[Piece, ...]) -> tuple[Piece, ...]:
    while len(what) > 1 and (what[-1].simple in lexicon.PARTICLES or what[-1].simple == "、"):
        what = what[:-1]
    return what
