"""Vietnamese sentences as propositions, by word order and closed lists; wider than the triples, and as careful with what nobody states.

The language has no endings: subject, helpers (đã, sẽ, không, muốn), verb, object, then prepositions and times. A clause is known by its subject or by a
verb behind a comma or a linking word; what stands there instead is the next thing in a list. The sentence of a fragment is its clause, with
the subject named.

    "Tuần sau mình định chuyển ra Hà Nội với chồng."   (speaker Hạnh)   ->  định chuyển ra(Hạnh; Hà Nội; time: tuần sau; with: chồng của Hạnh), plan

Checked in tests/language/test_fragments_vietnamese.py and test_fragments_plain.py.
"""

import re
import unicodedata
from collections.abc import Iterator

from thoughtbank.language.fragments import vietnamese_words as listed
from thoughtbank.language.fragments.said import Argument, Fragment, Speaking
from thoughtbank.language.fragments.several import each
from thoughtbank.language.fragments.vietnamese_arguments import Behind
from thoughtbank.language.fragments.vietnamese_phrases import Row, Subject, Voices, starts_predicate
from thoughtbank.language.fragments.vietnamese_verbs import Verb, mood_of, read_verb
from thoughtbank.language.questions import is_question
from thoughtbank.language.triples.sentences import LONGEST_SENTENCE

_COMMA = re.compile(r"\s*(?:(?<!\d)[,:]|[,:](?!\d)|;)\s*")
"""Not inside a number: 12,5 kg, 6:30."""
_NOR = re.compile(r"(?:\bvừa )?(?P<first>\b(?:không|chẳng|chưa) [^,]*?) (?:cũng|vừa|mà cũng) (?=(?:không|chẳng|chưa) )")
"""Denied twice: không có xe cũng không có nhà."""
_NOT_ONLY = re.compile(r"\bkhông (?:chỉ|những)(?: là)? (?=.* mà )", re.IGNORECASE)
"""Denies nothing: không chỉ nói tiếng Anh mà còn nói tiếng Pháp."""
_INSTEAD = re.compile(r" chứ không phải (?:là )?[^,]*| chứ(?= (?:không|chẳng) )")
"""What is not so behind what is: thích mèo chứ không thích chó."""
_BEST = re.compile(
    r"(?P<what>\w+(?: \w+){0,2}) (?:mình|tôi|em|tớ) (?P<verb>(?:thích|yêu|ghét|mê|sợ)(?: nhất)?) (?:nhất )?là (?P<tail>.+)",
    re.IGNORECASE,
)


def read_plain(sentence: str, speaking: Speaking) -> list[Fragment]:
    """What one sentence says; nothing of what asks, supposes, reports or commands."""
    if len(sentence) > LONGEST_SENTENCE:
        return []
    text = unicodedata.normalize("NFC", sentence).strip(" .!…~")
    plain = text.rstrip("?").strip()
    asks = "?" in sentence or is_question(sentence)
    if asks:
        plain = ", ".join(_COMMA.split(plain)[:-1])
    low = plain.lower()
    if not plain or listed.UNREAL.search(low) or listed.COMMAND.search(low):
        return []
    plain = _INSTEAD.sub(lambda one: "" if "phải" in one[0] else " ,", _NOT_ONLY.sub("", plain))
    words = _COMMA.sub(" , ", _NOR.sub(lambda nor: f"{nor['first']} , ", plain)).split()
    return list(dict.fromkeys(_Reading(words, speaking).fragments()))


class _Reading:
    """One sentence, clause by clause. What one clause leaves to the next: its subject, and the helpers of its verb."""

    def __init__(self, words: list[str], speaking: Speaking) -> None:
        self.row = Row(words)
        self.voices = Voices(words, speaking)
        self.me = speaking.me
        self.subject: Subject | None = None
        self.person = ""
        self.verb: Verb | None = None
        self.stopped = False

    def fragments(self) -> Iterator[Fragment]:
        row = self.row
        if (best := _BEST.fullmatch(row.rest().replace(" ,", ","))) is not None and not listed.POINTS.search(best["tail"]):
            verb = best["verb"].lower() + (" nhất" if "nhất" in best[0].lower() and "nhất" not in best["verb"].lower() else "")
            yield Fragment(
                verb,
                (Argument(self.me), Argument(best["tail"])),
                f"{_capital(self.voices.named(best['what']))} {self.me} {verb} là {best['tail']}.",
            )
            return
        while row and not self.stopped:
            before = row.at
            yield from self._clause()
            if row.at == before:
                row.take(1)

    def _clause(self) -> Iterator[Fragment]:
        row = self.row
        self._open()
        if row.match(listed.WHEN) and not listed.TIME.match(row.near()):
            self._skip()
            return
        times: list[str] = []
        while row:
            if time := row.time():
                times.append(time)
            elif times and row.ahead() in (",", "thì"):
                row.take(1)
            elif listed.NOW.match(row.near()):
                times.append(row.take(1))
            else:
                break
        named = self.voices.subject(row)
        if (
            named is None
            and row.ahead() in ("có", "chắc")
            and row.match(listed.HELPERS) in ("có lẽ", "có khi", "chắc", "chắc là", "có thể", "biết đâu")
        ):
            row.take(len(row.match(listed.HELPERS).split()))
            yield from self._possible(times)
            return
        if named is None and not starts_predicate(row) or named is None and self.subject is None and not self._dropped():
            self._skip()
            return
        yield from self._said(named, times)

    def _possible(self, times: list[str]) -> Iterator[Fragment]:
        """What stands behind "có lẽ" at the start."""
        while time := self.row.time():
            times.append(time)
        named = self.voices.subject(self.row)
        if named is not None or self.subject is not None:
            yield from self._said(named, times, "possible")

    def _open(self) -> None:
        row = self.row
        while row:
            said = row.match(listed.OPENERS | listed.LINKS | {","})
            if not said or said == "do" and not row.ahead(1, 1):
                return
            row.take(len(said.split()))

    def _dropped(self) -> bool:
        """Whether a clause without a subject is the speaker's: its helper tells of something done."""
        if (self.row.at == 0 or self.row.low[0] in ("vì", "do") and self.row.at == 1) and self.row.match(
            {"đang", "vừa", "mới", "vừa mới", "đã", "sắp", "không còn", "từng", "bị", "chưa"}
        ):
            self.subject = Subject(self.me)
            return True
        return False

    def _skip(self) -> None:
        """To the next comma or linking word."""
        while (
            self.row and self.row.ahead() not in (",", "thì") and not (self.row.match({"nhưng", "nên", "vì"}) and self.row.at)
        ):
            self.row.take(1)

    def _said(self, named: Subject | None, times: list[str], mood: str = "") -> Iterator[Fragment]:
        row = self.row
        if named is not None:
            if named.name.lower() in listed.THIRD and self.person:
                named = named._replace(name=self.person)
            self.subject, self.verb = named, None
            if named.name != self.me:
                self.person = named.name
        subject = self.subject or Subject(self.me)
        if row.ahead() == "thì":
            row.take(1)
        while time := row.time():
            times.append(time)
        began = row.at
        if (age := listed.AGE.match(row.near())) is not None:
            row.take(len(age[0].split()))
            yield Fragment("tuổi là", (Argument(subject.name), Argument(age[0])), f"{_capital(subject.name)} {age[0]}.")
            return
        verb = read_verb(row, times, self.verb)
        if verb is None:
            self._skip_told()
            return
        self.verb = verb
        if verb.word in listed.IMAGINED and self._clause_follows():
            self.stopped = True
            return
        behind = Behind(row, self.voices, verb, subject, times)
        self._relative(verb, behind.core)
        if not behind.clear():
            return
        text, told = self._text(subject, began, behind.end, times, maybe=bool(mood)), mood_of(verb, times, mood)
        roles = tuple(Argument(one, role) for role, one in behind.others if one)
        shared = (*(Argument(one, "time") for one in times), *roles)
        for one in each(behind.core):
            yield Fragment(verb.text, (Argument(subject.name), *map(Argument, one), *shared), text, verb.negative, told)
        for whose, name in behind.names:
            yield Fragment(
                "tên là",
                (Argument(f"{whose} của {self.me}"), Argument(name)),
                f"{_capital(whose)} của {self.me} tên là {name}.",
            )

    def _clause_follows(self) -> bool:
        """Whether what is hoped, feared or said is a clause, of whomever."""
        ahead = Row(self.row.words)
        ahead.at = self.row.at
        if ahead.match({"rằng", "là"}):
            return True
        return self.voices.subject(ahead) is not None and starts_predicate(ahead)

    def _skip_told(self) -> None:
        """Behind somebody's words, thoughts or advice nothing counts any more."""
        if self.row.match(listed.TOLD):
            self.stopped = True
        else:
            self._skip()

    def _relative(self, verb: Verb, core: list[list[str]]) -> None:
        """What is said of an object in a clause of its own: of somebody one has, "có một em trai đang đi học"; of other objects nothing is."""
        if not core or verb.word == "là" or self.row.ahead() not in ("đang", "đã", "sẽ"):
            return
        kin = next(
            (one for one in sorted(listed.KIN - listed.LOOSE_KIN, key=len, reverse=True) if core[-1][-1].lower().endswith(one)),
            "",
        )
        if verb.word == "có" and kin:
            self.subject, self.verb = Subject(f"{kin} của {self.me}"), None
        else:
            self._skip()

    def _text(self, subject: Subject, began: int, end: int, times: list[str], *, maybe: bool) -> str:
        """The clause with its subject named, times that stood before it first."""
        rest = self.voices.spoken(" ".join(self.row.words[began:end]))
        if began == 0:
            rest = rest[:1].lower() + rest[1:]
        front = [one for one in times if one.lower() not in rest.lower()]
        name = subject.name + (f" và {subject.company}" if subject.company else "")
        always = "cũng" if front and front[-1].endswith(" nào") and not rest.startswith("cũng ") else ""
        if maybe:
            front.append("có lẽ")
        inherited = self.verb.inherited if self.verb else ""
        rest = f"{always} {inherited} {rest}"
        said = " ".join([*front, *([subject.fronted] if subject.fronted else []), name, rest]).replace(" ,", ",")
        return _capital(" ".join(said.split()).strip(" ,")) + "."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
