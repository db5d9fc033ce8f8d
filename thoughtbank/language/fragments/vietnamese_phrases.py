"""Words of a Vietnamese clause in a row, taken one group at a time: whom it is about, what helps the verb, and the arguments behind it."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from thoughtbank.language.fragments import vietnamese_words as listed
from thoughtbank.language.fragments.said import Speaking
from thoughtbank.language.triples.wordlist import listed as listed_words

LONGEST_TIME = 12
"""Words."""

_BREAKS = frozenset({"đang", "đã", "sẽ", "mà", "để", "rồi", "thì", "vừa", "nhưng", "nên"})
"""Words at which a noun phrase ends."""
_SURE = frozenset({"tôi", "mình", "tớ", "tui"})
"""One word for the speaker, and for nobody else."""


class Row:
    """Words, read from the left. Matching is by lower case; what is taken is as written."""

    def __init__(self, words: list[str]) -> None:
        self.words, self.low, self.at = words, [one.lower() for one in words], 0

    def __bool__(self) -> bool:
        return self.at < len(self.words)

    def ahead(self, size: int = 1, skip: int = 0) -> str:
        return " ".join(self.low[self.at + skip : self.at + skip + size])

    def rest(self) -> str:
        return " ".join(self.words[self.at :])

    def near(self) -> str:
        """The next words, as many as a time may have."""
        return " ".join(self.words[self.at : self.at + LONGEST_TIME])

    def match(self, group: Collection[str], longest: int = 4, skip: int = 0) -> str:
        """The longest of a group that stands here, or ""."""
        left = len(self.words) - self.at - skip
        return next((said for size in range(min(longest, left), 0, -1) if (said := self.ahead(size, skip)) in group), "")

    def take(self, count: int) -> str:
        said = " ".join(self.words[self.at : self.at + count])
        self.at += count
        return said

    def name(self) -> str:
        """The next word, taken with those in capitals behind it."""
        said = self.take(1)
        while self and self.words[self.at][0].isupper():
            said += " " + self.take(1)
        return said

    def time(self) -> str:
        """The time that stands here, taken; "" where there is none."""
        found = listed.TIME.match(self.near())
        if found is None or found[0].lower().endswith(" lần"):
            return ""
        said = self.take(len(found[0].split()))
        said = listed.TIME_HEAD.sub("", said).strip(" ,").removesuffix(" cũng")
        return said.removesuffix(" rồi") if len(said.split()) > 2 else said


class Subject(NamedTuple):
    """`company`: who else takes part. `fronted`: an object said first."""

    name: str
    company: str = ""
    fronted: str = ""


def starts_predicate(row: Row, skip: int = 0) -> bool:
    """Whether a verb, or what helps one, stands here."""
    groups: tuple[Collection[str] | Mapping[str, str], ...] = (listed.HELPERS, listed.VERBS, listed.ADJECTIVES, listed.TOLD)
    if any(row.match(group, skip=skip) for group in groups) or foreign_verb(row, skip):
        return True
    rest = " ".join(row.words[row.at + skip : row.at + skip + LONGEST_TIME])
    return row.ahead(1, skip) == "thì" or listed.AGE.match(rest) is not None or listed.TIME.match(rest) is not None


def foreign_verb(row: Row, skip: int = 0) -> bool:
    """Whether a word of another language stands here as a verb, "deploy": small letters, and no syllable of this one."""
    word = " ".join(row.words[row.at + skip : row.at + skip + 1])
    return len(word) > 2 and word.isascii() and word.isalpha() and word.islower() and listed.SYLLABLE.fullmatch(word) is None


class Voices:
    """Who the pronouns of one sentence are."""

    def __init__(self, row: list[str], speaking: Speaking) -> None:
        self.me, self.you = speaking.me, speaking.you
        low = [one.lower() for one in row]
        sure = any(one in _SURE for one in low)
        said = Row(row)
        subjects = (
            one
            for at, one in enumerate(low)
            if one in listed.ALSO_I and starts_predicate(said, at + 1) and low[at + 1 : at + 2] != ["thì"]
        )
        first = None if sure else next(subjects, None)
        self.mine = listed.ME | {first} if first else listed.ME

    def subject(self, row: Row) -> Subject | None:
        """Whom the clause is about, taken from the row; None where that isn't clear, and then the row stays."""
        for read in (self._fronted, self._own, self._pronoun, self._kin, self._title, self._name):
            start = row.at
            if (found := read(row)) is not None:
                return found
            row.at = start
        return None

    def _pronoun(self, row: Row) -> Subject | None:
        if said := row.match(listed.THIRD):
            return Subject(row.take(len(said.split())))
        if said := row.match(listed.YOU):
            if self.you is None or not starts_predicate(row, len(said.split())):
                return None
            row.take(len(said.split()))
            return Subject(self.you)
        said = row.match(self.mine)
        if not said:
            return None
        row.take(len(said.split()))
        if starts_predicate(row) and not row.match(listed.WITH):
            return Subject(self.me)
        if row.match({"với", "và", "cùng", "cùng với"}):
            row.take(1)
            start = row.at
            while row and row.at - start < 5:
                if row.at > start and starts_predicate(row) and row.ahead() != "con":
                    return Subject(self.me, company=self.named(" ".join(row.words[start : row.at])))
                row.take(1)
        return None

    def _kin(self, row: Row) -> Subject | None:
        said = row.match(listed.KIN)
        if not said:
            return None
        row.take(len(said.split()))
        owned = self._owner(row)
        name = ""
        if owned and row and row.words[row.at][0].isupper() and not starts_predicate(row):
            name = " " + row.take(1)
        if not (row and starts_predicate(row)) or not owned and (said in listed.LOOSE_KIN):
            return None
        return Subject(f"{said} của {owned or self.me}{name}" if not name else f"{said}{name} của {self.me}")

    def _owner(self, row: Row) -> str:
        """Whose it is, taken: "của tôi", "mình"."""
        skip = row.ahead() == "của"
        if row.match(self.mine, skip=int(skip)) and (skip or row.ahead() in listed.ME or row.ahead() in self.mine):
            row.take(int(skip) + len(row.match(self.mine, skip=int(skip)).split()))
            return self.me
        return ""

    def _own(self, row: Row) -> Subject | None:
        """A thing of somebody's: "con chó của tôi", "lương tháng này của tôi", "xe mình"."""
        for size in range(1, 7):
            head, after = row.ahead(size), row.ahead(1, size)
            if row.ahead() in listed.ME | listed.DENIALS:
                return None
            if not after or after in (",", "là") or (size > 1 and row.low[row.at + size - 1] in _BREAKS):
                return None
            if after == "của" and row.match(self.mine, skip=size + 1):
                named = " ".join(row.words[row.at : row.at + size])
                row.take(size)
                return Subject(f"{_lowered(named)} của {self._owner(row)}")
            if (
                head in listed.OWNED
                and after == "nhà"
                and row.ahead(1, size + 1) in self.mine
                and starts_predicate(row, size + 2)
            ):
                row.take(size + 2)
                return Subject(f"{head} của {self.me}")
            if head in listed.OWNED and after in self.mine and starts_predicate(row, size + 1):
                row.take(size + 1)
                return Subject(f"{head} của {self.me}")
        return None

    def _fronted(self, row: Row) -> Subject | None:
        """An object said first: "chiếc áo này mình mua"."""
        for size in range(2, 6):
            if (
                row.ahead(1, size - 1) in listed.THESE
                and row.ahead(1, size) in listed.ME
                and row.low[row.at] not in ("hôm", "dạo", "năm", "tuần")
            ):
                front = row.take(size)
                row.take(1)
                return Subject(self.me, fronted=_lowered(front))
        return None

    def _title(self, row: Row) -> Subject | None:
        if row.ahead() in listed.TITLES and len(row.words) > row.at + 1 and row.words[row.at + 1][0].isupper():
            title = row.take(1).lower()
            return Subject(f"{title} {row.name()}") if row else None
        return None

    def _name(self, row: Row) -> Subject | None:
        if (
            not row
            or not row.words[row.at][0].isupper()
            or starts_predicate(row)
            or row.ahead() in _OTHERWISE | listed.YOU | listed.ALSO_I
        ):
            return None
        name = row.name()
        return Subject(name) if row and starts_predicate(row) and not listed.TIME.match(row.near()) else None

    def spoken(self, text: str) -> str:
        """Words with the speaker named."""
        words = text.split()
        low = [one.lower() for one in words]
        of = [at > 0 and low[at - 1] == "của" for at in range(len(low))]
        return " ".join(self.me if low[at] in _SURE or low[at] in self.mine and of[at] else one for at, one in enumerate(words))

    def named(self, phrase: str) -> str:
        """A noun phrase with its persons by name."""
        words = phrase.split()
        low = [one.lower() for one in words]
        if " ".join(low) in self.mine:
            return self.me
        if " ".join(low) in listed.KIN - listed.LOOSE_KIN or " ".join(low) == "con":
            return f"{' '.join(low)} của {self.me}"
        out: list[str] = []
        for at, word in enumerate(words):
            mine = low[at] in _SURE or low[at] in self.mine and at > 0 and low[at - 1] == "của"
            if mine and out and low[at - 1] != "của":
                out.append("của")
            out.append(self.me if mine else word)
        return " ".join(out)


_OTHERWISE = listed_words(
    "thế vậy nhưng và vì nếu khi lúc có sao ai gì hôm dạo hè tuần tháng năm ngày món cái con những các nên tuy dù mà thì cuối đầu bây hiện"
)
"""What opens a sentence with a capital and is no name."""


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() or len(text.split()[0]) == 1 else text
