"""What Chinese says with 是 or with no verb at all, and how a statement is put together from what stood before its verb."""

from collections.abc import Sequence

from thoughtbank.language.fragments import chinese_lexicon as lexicon
from thoughtbank.language.fragments.chinese_before import STAYING
from thoughtbank.language.fragments.chinese_objects import Objects
from thoughtbank.language.fragments.chinese_phrases import PRONOUNS, relative_end
from thoughtbank.language.fragments.chinese_statements import Clause, Statement, denies
from thoughtbank.language.fragments.chinese_words import Piece
from thoughtbank.language.triples.wordlist import listed


class Copulas(Objects):
    def __init__(self, pieces: tuple[Piece, ...]) -> None:
        super().__init__(pieces)
        self.modals: frozenset[str] = frozenset()
        self.whose: tuple[Piece, ...] | None = None
        """Who does what follows: the friend one has."""

    def read(self) -> Clause:
        """The whole clause; the rules for verbs are the reader's."""
        raise NotImplementedError

    def without_verb(self) -> None:
        """我女儿|六岁, 我|身高|一米八."""
        subject = self.out.subject
        if subject is None or self.negatives:
            return
        if len(subject) == 1 and subject[0].tag == "m" and lexicon.AGE.fullmatch(subject[0].simple) and not self.aspect_of:
            self.out.subject, self.out.cut_subject = None, 0
            self.out.statements.append(Statement("是", "是", [("", subject)], kind="copula"))
            return
        count = subject[-1] if len(subject) > 1 and subject[-1].tag == "m" else None
        if self.aspect_of and self.aspect_of[-1].tag == "m":
            count = self.aspect_of[-1]
        aged = (
            count is not None
            and any("今年" in one.simple for _, time in self.out.times for one in time)
            and len(count.simple) in (2, 3)
        )
        if count is None or not (aged or lexicon.AGE.fullmatch(count.simple) or _measured(subject, self.aspect_of)):
            return
        if self.aspect_of and len(self.aspect_of) > 1:
            head = "".join(one.text for one in self.aspect_of[:-1]) + "是"
            self.out.statements.append(Statement(head, "是", [("", (count,))], kind="copula"))
            return
        if subject[-1] is count:
            self.out.subject = subject[:-1]
            self.out.cut_subject -= 1
        self.out.statements.append(Statement("是", "是", [("", (count,))], kind="copula"))

    def copula(self, piece: Piece) -> bool:
        self.at += 1
        if self.out.statements:
            self.at = len(self.pieces)
            return False
        if piece.simple in ("不是", "并不是"):
            self.negatives += 1
        rest = self.rest()
        if rest and rest[0].tag == "v" and len(piece.simple) > 1 and piece.simple not in ("不是", "并不是", "就是"):
            return True
        self.at = len(self.pieces)
        if not rest or rest[0].simple in ("因为", "为了", "说", "想", "不是", "否", "吗", "什么", "谁", "由于", "怕"):
            return False
        if rest[0].tag in ("TIME", "p") and (of := _event_of(rest)) is not None:
            return self._event(of)
        if not self.negatives and _is_emphasis(rest):
            return self._event(rest[:-1])
        if rest[0].tag in ("v", "d", "p", "c", "ad") and rest[-1].simple != "的" and relative_end(rest, 0) < len(rest) - 1:
            return False
        if any(one.simple in ("了", "过") for one in rest) and relative_end(rest, 0, counted=True) < len(rest) - 1:
            return False
        front = "".join(one.text for one in self.aspect_of) if self.aspect_of else ""
        statement = Statement(front + piece.text, "是", [("", rest)], kind="copula")
        self.add(statement)
        return False

    def _event(self, rest: tuple[Piece, ...]) -> bool:
        """是|去年三月|开始|学日语|的: when or how it was done."""
        read = type(self)(rest).read()
        if read.subject is not None and self.out.subject is not None:
            if len(read.statements) != 1 or any(not role for role, _ in read.statements[0].parts):
                return False
            read.statements[0].parts.insert(0, ("", self.out.subject))  # 这首歌|是|林宥嘉|唱|的
            self.out.subject, self.out.cut_subject = read.subject, 0
        if read.statements:
            self.out.times += read.times
            for one in read.statements:
                one.done = True
            self.out.statements += read.statements
        return False

    def add(self, statement: Statement) -> None:
        """With what was gathered before the verb."""
        prefix = self.kept
        if statement.kind == "verb" and self.degree.endswith("最"):
            prefix += "最"
        if statement.kind != "adjective":
            statement.predicate = prefix + ("被" if self.is_passive else "") + statement.predicate
        statement.negative = self.negatives % 2 == 1 or denies(statement.head)
        statement.planned = self.planned
        statement.subject, statement.theirs = self.whose, self.whose is not None
        statement.adverbs = frozenset(self.adverbs) | self.modals
        statement.passive = self.is_passive
        if statement.head in ("过敏", "不耐受") and self.aspect_of and not statement.parts:
            statement.predicate = f"对…{statement.predicate}"
            statement.parts.append(("", self.aspect_of))
        if self.passive:
            statement.parts.append(("other", self.passive))
        if self.theme:
            place = 0 if statement.kind == "verb" else len(statement.parts)
            if any(not role for role, _ in statement.parts):
                place = 1
            statement.parts.insert(place, ("", self.theme))
        parts = list(self.parts)
        if (
            self.brought in ("对", "离", "比")
            and parts
            and not any(not role for role, _ in statement.parts)
            and self.brought != "比"
        ):
            statement.predicate = f"{self.brought_as}…{statement.predicate}"
            parts = [("" if role == "other" else role, what) for role, what in parts]
        elif self.brought == "在" and statement.head in STAYING and not any(not role for role, _ in statement.parts):
            statement.predicate = f"{self.brought_as}…{statement.predicate}"
            parts = [("" if role == "place" else role, what) for role, what in parts]
        statement.parts += parts
        self.out.statements.append(statement)
        self.brought = ""
        self.parts = []
        if not self.planned:
            self.kept, self.negatives = "", 0
        self.degree, self.theme, self.passive, self.is_passive = "", None, None, False


_TRADES = listed("做 搞 学 教 卖 开 当 干 写 画")


def _is_emphasis(rest: tuple[Piece, ...]) -> bool:
    """去年|开始|学|的: when or how, not 做|IT|的, which is a trade."""
    first = rest[0]
    if len(rest) < 2 or rest[-1].simple != "的" or first.tag not in ("TIME", "p", "v", "r", "PER", "n"):
        return False
    return first.tag != "v" or first.simple not in _TRADES


def _event_of(rest: tuple[Piece, ...]) -> tuple[Piece, ...] | None:
    """去年秋天|去|的|西藏 without its 的."""
    for de in range(1, len(rest) - 1):
        if (
            rest[de].simple == "的"
            and rest[de - 1].tag == "v"
            and (rest[de + 1].tag == "LOC" or rest[de + 1].simple in PRONOUNS)
        ):
            return (*rest[:de], *rest[de + 1 :])
    return None


def _measured(subject: Sequence[Piece], aspect: Sequence[Piece] | None) -> bool:
    return any(
        lexicon.BODY.fullmatch(one.simple) or lexicon.ATTRIBUTES.fullmatch(one.simple) for one in (*subject, *(aspect or ()))
    )
