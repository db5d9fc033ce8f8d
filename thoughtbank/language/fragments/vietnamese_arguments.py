"""What stands behind a Vietnamese verb: objects, one or a list, then what prepositions bring, and times, up to the end of the clause."""

from thoughtbank.language.fragments import vietnamese_words as listed
from thoughtbank.language.fragments.said import Role
from thoughtbank.language.fragments.vietnamese_phrases import Row, Subject, Voices, starts_predicate
from thoughtbank.language.fragments.vietnamese_verbs import Verb

LONGEST_ITEM = 4
"""Words of a thing in a list. Chosen: more behind a comma are a clause whose verb isn't known."""
LONGEST_ARGUMENT = 12
"""Words. Chosen: a longer one holds a clause that was misread."""

_TOWARDS = frozenset({"vào", "đến", "tới", "sang", "ra", "lên", "xuống"})
_PREPOSITIONS = listed.PLACES | listed.WITH | listed.OTHERS | _TOWARDS
_ENDING = _PREPOSITIONS | listed.LINKS | listed.WHEN | {",", "để", "cho", "mà", "đang", "đã", "sẽ", "tên", "tên là", "thêm"}
"""What a noun phrase ends at."""
_LINKS = listed.LINKS | {","}
_OPENING = listed.OPENERS | _LINKS
_KEPT = listed.PLACED | {"đi", "đến", "về", "chuyển", "dọn", "bay"}
_WITH_OWN = frozenset({"dị ứng", "kết hôn", "chia tay", "cưới", "ly hôn"})
"""Verbs whose "với" brings their own argument."""


class Behind:
    """The arguments of one verb. `core`: a group for each, more than one where things are listed. `names`: what an object is called. `end`: the word
    of the row that what is said ends before."""

    def __init__(self, row: Row, voices: Voices, verb: Verb, subject: Subject, times: list[str]) -> None:
        self.row, self.voices, self.verb, self.subject, self.times = row, voices, verb, subject, times
        self.me = voices.me
        self.core: list[list[str]] = [[subject.fronted]] if subject.fronted else []
        self.others: list[tuple[Role, str]] = [("with", subject.company)] if subject.company else []
        self.names: list[tuple[str, str]] = []
        self.end = 0
        self.unclear = False
        self._read()
        self.end = self.end or row.at

    def _read(self) -> None:
        row, verb = self.row, self.verb
        if (
            verb.word in ("bị", "được")
            and (agent := row.match(listed.KIN))
            and row.match(listed.VERBS, skip=len(agent.split()))
        ):
            self.unclear = True
        if verb.word in listed.GIVING and (person := self._person()):
            self.core.append([person])
            if row.match(listed.VERBS) and not self._ends():
                self.others.append(("other", self.voices.named(self._phrase(whole=True, verbs=True))))
        while row and not self._ends():
            if time := row.time():
                self.times.append(time)
            elif (counted := listed.COUNTED.match(row.near())) is not None:
                self.others.append(("other", row.take(len(counted[0].split()))))
            elif row.ahead() in (",", "và", "hoặc"):
                self.end = row.at
                self._skip_item()
                break
            elif (
                row.match(listed.FILLERS, 1) and not row.ahead(1, 1) or row.match(listed.FILLERS, 1) and row.ahead(1, 1) == ","
            ):
                row.take(1)
            elif row.ahead() == "cho":
                row.take(1)
                self.others.append(("for", self._person() or self.voices.named(self._phrase())))
            elif row.ahead() == "tên" and self.core:
                row.take(2 if row.ahead(1, 1) == "là" else 1)
                self.names = [(self.core[-1][0], one) for one in self._list()]
            elif row.ahead() == "thêm":
                row.take(1)
                self.others.append(("other", self.voices.named(self._phrase())))
            elif row.match({"để"}):
                row.take(1)
                self.others.append(("for", self.voices.named(self._phrase(whole=True))))
            elif (said := row.match(_PREPOSITIONS)) and f"{row.low[row.at - 1]} {said}" not in listed.ONE_WORD:
                self._behind(said)
            else:
                before = row.at
                items = self._list()
                if row.at == before:
                    row.take(1)
                if len(items) > 1 and items[0].lower().split()[0] in listed.COUNTS and items[1].lower().startswith("một "):
                    self.others.append(("other", " và ".join(items[1:])))
                    items = items[:1]
                if items and items[0] not in listed.MANNER:
                    self.core.append(
                        items if verb.word == "có" and len(items[0].split()) < 3 else [self.voices.named(one) for one in items]
                    )

    def _skip_item(self) -> None:
        """What stands behind a comma and is neither a clause nor a thing of a list."""
        self.row.take(1)
        while (
            self.row
            and self.row.ahead() != ","
            and not (self.row.match(listed.LINKS) and self._begins(len(self.row.match(listed.LINKS).split())))
        ):
            self.row.take(1)

    def _behind(self, said: str) -> None:
        """What a preposition brings."""
        self.row.take(len(said.split()))
        phrase = self.voices.named(self._phrase())
        if not phrase:
            return
        if said in listed.PLACES:
            if self.verb.word in _KEPT and not self.core and said in ("ở", "tại"):
                self.core.append([phrase])
            else:
                self.others.append(("place", phrase if said in ("ở", "tại", "trong") else f"{said} {phrase}"))
        elif said in listed.WITH:
            if self.verb.word in _WITH_OWN:
                self.core.append([phrase])
            else:
                self.others.append(("with", phrase))
        elif said in _TOWARDS:
            self.core.append([phrase])
        else:
            self.others.append(("other", phrase if said in ("bằng", "hơn", "nhân dịp", "về") else f"{said} {phrase}"))

    def _ends(self) -> bool:
        """Whether the clause ends here: at a comma or a linking word with a clause behind it, or where a subordinate one begins."""
        row = self.row
        if listed.TIME.match(row.near()):
            return False
        if row.match(listed.WHEN):
            return True
        said = row.match(_LINKS)
        if not said:
            return row.ahead() in ("đang", "đã", "sẽ", "thì")
        return said not in ("và", ",", "vì", "do", "rồi") or self._begins(len(said.split()))

    def _begins(self, skip: int) -> bool:
        """Whether a clause begins behind a linking word."""
        ahead = Row(self.row.words)
        ahead.at = self.row.at + skip
        while said := ahead.match(_OPENING):
            ahead.take(len(said.split()))
        while ahead.time():
            pass
        if listed.NOW.match(ahead.near()):
            ahead.take(1)
        if ahead.ahead() == "thì":
            ahead.take(1)
        if self.voices.subject(ahead) is not None and starts_predicate(ahead):
            return True
        if ahead.match(listed.WHEN):
            return True
        if self.verb.word in listed.LIKING | {"biết"} and not ahead.match(listed.HELPERS):
            return self.verb.word == "biết" and bool(ahead.match(listed.VERBS))
        return bool(ahead.match(listed.HELPERS) or ahead.match(listed.VERBS))

    def _person(self) -> str:
        """Somebody that stands here, taken: the first of two objects."""
        row = self.row
        if said := row.match(listed.KIN | self.voices.mine | {"mọi người", "các em"}):
            row.take(len(said.split()))
            owned = row.ahead() == "của" and row.match(self.voices.mine, skip=1)
            if owned:
                row.take(1 + len(owned.split()))
            elif said not in self.voices.mine and row.match({"tôi", "mình", "tớ"}):
                row.take(1)
            if said in self.voices.mine and not owned and said != "con":
                return self.me
            return said if said in ("mọi người", "các em") else f"{said} của {self.me}"
        if row and row.words[row.at][0].isupper():
            return row.name()
        return ""

    def _list(self) -> list[str]:
        """An object, or several in a list."""
        items = [self._phrase()]
        while self.row.ahead() in (",", "và", "hoặc") and not self._begins(1) and self.row.ahead(1, 1):
            if self.row.ahead() == "," and not self._short():
                break
            self.row.take(1)
            if self.row.ahead() == "và":
                self.row.take(1)
            items.append(self._phrase())
        return [one for one in items if one]

    def _short(self) -> bool:
        """Whether what stands behind a comma is as short as a thing of a list is."""
        rest = self.row.low[self.row.at + 1 :]
        end = next((at for at, one in enumerate(rest) if one in (",", "và", "hoặc")), len(rest))
        return end <= LONGEST_ITEM

    def _phrase(self, *, whole: bool = False, verbs: bool = False) -> str:
        """Words up to a preposition, a time, or the end of the clause."""
        row, start = self.row, self.row.at
        while row:
            here = row.at > start
            pair = " ".join(row.low[max(0, row.at - 1) : row.at + 1])
            if pair in listed.ONE_WORD or verbs and row.ahead() == "thêm":
                row.take(1)
                continue
            if (
                row.ahead() == ","
                or here
                and (
                    row.match(_ENDING)
                    and not (whole and row.match(listed.PLACES))
                    or listed.TIME.match(row.near())
                    or listed.COUNTED.match(row.near())
                )
            ):
                break
            if row.match(listed.FILLERS, 1) and (not row.ahead(1, 1) or row.ahead(1, 1) == ","):
                break
            row.take(1)
        said = " ".join(row.words[start : row.at]).strip(" ,")
        return said.removesuffix(" nhiều") if start < row.at else ""

    def clear(self) -> bool:
        """Whether enough is said, and nothing that points outside the sentence."""
        if self.unclear:
            return False
        texts = [one for group in self.core for one in group] + [one for _, one in self.others]
        if any(listed.POINTS.search(one.lower()) or len(one.split()) > LONGEST_ARGUMENT for one in texts):
            return False
        if self.voices.you is None and any(one.lower() in listed.ALSO_I - {"con"} for one in texts):
            return False
        if any(one.lower() in listed.EMPTY for group in self.core for one in group) or any(
            one in listed.YOU for one in (text.lower() for text in texts)
        ):
            return False
        if self.core:
            return True
        if self.verb.word in listed.ADJECTIVES:
            return self.verb.word in listed.FELT or self.subject.name != self.me
        if self.verb.word.isascii() and listed.SYLLABLE.fullmatch(self.verb.word) is None:
            return " " in self.verb.text  # "đã deploy": foreign, and done
        return self.verb.word in listed.ALONE or bool(self.others) and self.verb.word not in ("là", "có", "bị", "được")
