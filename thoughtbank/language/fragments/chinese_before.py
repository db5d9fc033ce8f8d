"""A Chinese clause up to its verb: times, topic, subject, adverbs, and what prepositions bring in."""

from dataclasses import replace

from thoughtbank.language.fragments import chinese_lexicon as lexicon
from thoughtbank.language.fragments.chinese_phrases import (
    PRONOUNS,
    Pieces,
    is_nominal,
    noun_phrase,
    relative_end,
    relative_subject,
)
from thoughtbank.language.fragments.chinese_statements import Clause, Part
from thoughtbank.language.fragments.chinese_words import Piece
from thoughtbank.language.fragments.said import Role
from thoughtbank.language.triples.wordlist import listed

ROLES: dict[str, Role] = {
    "在": "place", "从": "other", "和": "with", "跟": "with", "同": "with", "与": "with", "给": "for", "替": "for", "为": "for", "对": "other", "向": "other",
    "用": "other", "比": "other", "离": "other", "由": "other", "通过": "other", "关于": "other", "除了": "other", "按": "other", "往": "place", "朝": "other",
    "随着": "other", "对于": "other", "以": "other", "自": "other", "跟着": "with", "靠": "other", "凭": "other", "凭借": "other", "沿着": "place", "到": "place", "因": "other", "于": "place", "拿": "other",
}  # fmt: skip
"""Words that bring in an argument before the verb, and its role."""
_APPEARING = listed("有 开 来 住 发生 出现 挂 放 没有 是 养 新开 摆 坐 站 停 种 装 堆 多")
"""Verbs that say what there is at a place."""
STAYING = listed("工作 上班 上学 读书 念书 读研 读博 实习 打工 兼职 任教 任职 留学 生活 定居 当兵 出生 长大 住 开会 出差")
"""Verbs whose place is their own: 在…工作."""
LONGEST_WHEN = 12
"""Words before 时候. Chosen."""


class Before:
    """Reads from left to right; `at` is the next word."""

    def __init__(self, pieces: tuple[Piece, ...]) -> None:
        self.pieces = pieces
        self.at = 0
        self.out = Clause(pieces)
        self.nouns: list[tuple[Piece, ...]] = []
        self.parts: list[Part] = []
        self.kept = ""
        self.degree = ""
        self.adverbs: set[str] = set()
        self.negatives = 0
        self.planned = False
        self.theme: tuple[Piece, ...] | None = None
        """What is done to: of 把 and of a topic."""
        self.passive: tuple[Piece, ...] | None = None
        self.is_passive = False
        self.brought = self.brought_as = ""
        """The last preposition."""
        self.noun_end = 0
        self.aspect_of: tuple[Piece, ...] | None = None
        """What of the subject is said to be so: 我|肚子|疼."""

    def peek(self, ahead: int = 0) -> Piece | None:
        place = self.at + ahead
        return self.pieces[place] if place < len(self.pieces) else None

    def rest(self) -> tuple[Piece, ...]:
        rest = self.pieces[self.at :]
        while rest and rest[-1].simple in lexicon.PARTICLES:
            rest = rest[:-1]
        return rest

    def trimmed(self) -> tuple[Piece, ...]:
        end = len(self.pieces)
        while end and self.pieces[end - 1].simple in lexicon.PARTICLES:
            end -= 1
        return self.pieces[:end]

    def before_verb(self) -> bool:
        """One element before the verb; False at the verb."""
        piece = self.pieces[self.at]
        if (
            piece.tag in ("m", "q")
            and (then := self.peek(1)) is not None
            and then.simple in ("都", "也")
            and piece.simple.startswith("一")
        ):
            self.at += 2
            return True
        if (piece.simple == "一" and self.once()) or self.time() or self.adverb():
            return True
        if not self.nouns and (end := relative_subject(self.pieces, self.at)) > self.at:
            self._noun(end)
            return True
        if piece.simple in ("把", "将") and piece.tag == "p":
            return self.thematic()
        if piece.simple == "被":
            end = self.phrase(self.at + 1)
            self.is_passive, self.passive, self.at = True, self.pieces[self.at + 1 : end] or None, max(end, self.at + 1)
            return True
        if piece.simple in ROLES and (
            piece.tag in ("p", "c") or (piece.simple in ("在", "跟", "用", "给", "和") and piece.tag != "n")
        ):
            return self._preposition(piece)
        if piece.tag in ("xc", "u", "c", "w", "e", "y") or piece.simple in lexicon.PARTICLES:
            self.at += 1
            return True
        if piece.tag in ("v", "vd") or piece.simple == "有":
            if (
                not self.nouns
                and len(piece.simple) > 1
                and piece.simple not in lexicon.MODALS | lexicon.FEELING
                and _is_praised(self.trimmed()[self.at + 1 :])
            ):
                self._noun(self.at + 1)
                return True
            return False
        end = noun_phrase(self.pieces, self.at)
        if end > self.at and not (piece.tag == "a" and end == self.at + 1):
            self._noun(end)
            return True
        if (
            piece.tag == "vn"
            and end == self.at
            and not self.nouns
            and self.at + 1 < len(self.pieces)
            and self.pieces[self.at + 1].tag in ("v", "a", "d")
        ):
            self._noun(self.at + 1)
            return True
        return False

    def thematic(self) -> bool:
        """把|旧车: what is done to."""
        end = self.phrase(self.at + 1)
        self.theme, self.at = self.pieces[self.at + 1 : end], max(end, self.at + 1)
        return True

    def _noun(self, end: int) -> None:
        self.nouns.append(self.pieces[self.at : end])
        self.at = self.noun_end = end

    def phrase(self, at: int) -> int:
        """A noun phrase behind a preposition, its modifier clause included."""
        end = noun_phrase(self.pieces, at)
        if (
            at < end < len(self.pieces) - 2
            and self.pieces[end].tag == "v"
            and self.pieces[end + 1].simple == "的"
            and is_nominal(self.pieces[end + 2])
        ):
            return noun_phrase(self.pieces, end + 2)
        return max(end, at) if end > at or at >= len(self.pieces) else self._related(at)

    def _related(self, at: int) -> int:
        return relative_end(self.pieces, at) if self.pieces[at].tag in ("v", "a", "d", "p", "TIME") else at

    def time(self) -> bool:
        """Times in a row, and 上 大学 的 时候."""
        for when in range(self.at + 1, min(len(self.pieces), self.at + LONGEST_WHEN)):
            if self.pieces[when].tag == "w":
                break
            if _closes_when(self.pieces, self.at, when) and self._is_when(when):
                start = self.at
                who = noun_phrase(self.pieces, start)
                then = self.pieces[when + 1] if when + 1 < len(self.pieces) else None
                if (
                    start < who < when
                    and _is_someone(self.pieces[start:who])
                    and not (then is not None and (then.simple in PRONOUNS or then.tag in ("n", "PER")))
                ):
                    self._noun(who)
                    start = who
                self.out.times.append(("time", self.pieces[start : when + 1]))
                self.at = when + 1
                return True
        piece, after = self.pieces[self.at], self.peek(1)
        if piece.tag != "TIME" or (after is not None and after.simple == "的"):
            if piece.tag == "m" and lexicon.TIMES_DONE.fullmatch(piece.simple):
                self.at += 1
                return True
            return False
        start = self.at
        while self.at < len(self.pieces) and (
            self.pieces[self.at].tag == "TIME"
            or (
                self.pieces[self.at].simple in ("和", "、", "到", "跟")
                and (then := self.peek(1)) is not None
                and then.tag == "TIME"
            )
        ):
            self.at += 1
        self.out.times.append(("time", self.pieces[start : self.at]))
        return True

    def _is_when(self, when: int) -> bool:
        """Whether what stands from here to 时候 says when: a verb with 的, or a noun, and no verb that was done."""
        inside = self.pieces[self.at : when]
        if any(one.simple in ("是", "有") or one.tag == "w" for one in inside):
            return False
        return self.pieces[when].simple == "时候" or any(one.tag in ("v", "vn", "n", "nz") for one in inside)

    def adverb(self) -> bool:
        piece, after = self.pieces[self.at], self.peek(1)
        word = piece.simple
        if (after is None and piece.tag != "d") or (word == "还" and piece.tag == "v"):
            return False
        if word in ("没有", "没", "还没有", "从没有", "并没有") and (after is None or not _may_be_denied(after, self.peek(2))):
            return False
        if word in ("在", "正在") and after is not None and after.tag == "v" and after.simple not in lexicon.GOING:
            self.kept += piece.text
            self.at += 1
            return True
        if word in lexicon.COPULAS and after is not None and (is_nominal(after) or after.tag in ("a", "m")):
            return False
        if word in ("听起来", "看起来", "看上去", "听上去", "说起来", "学起来", "吃起来", "用起来"):
            self.at += 1
            return True
        if word in lexicon.MODALS and word not in ("曾", "正在", "快要", "将要", "不太会"):
            return False
        if (
            word in lexicon.POSSIBLE
            or word in lexicon.HABITUAL
            or word in lexicon.DENIALS
            or word in lexicon.KEPT
            or word in lexicon.DROPPED
        ):
            pass
        elif piece.tag not in ("d", "ad"):
            return False
        self.adverbs.add(word)
        self.negatives += word in lexicon.DENIALS
        if word in lexicon.DENIALS or word in lexicon.KEPT or (word == "很少"):
            before = self.pieces[self.at - 1] if self.at else None
            again = before is not None and before.simple == "再" and word.startswith("也")  # 再|也不
            self.kept += ("再" if again else "") + piece.text
        elif word in lexicon.DEGREES:
            self.degree += piece.text
        self.planned |= word in lexicon.PLANS
        self.at += 1
        return True

    def when_in(self, piece: Piece) -> bool:
        """在|1992年: a time."""
        after = self.peek(1)
        if (
            piece.simple not in ("在", "于", "从", "自", "到", "直到", "自从")
            or after is None
            or after.tag != "TIME"
            or not verb_ahead(self.pieces, self.at + 2)
        ):
            return False
        then = self.peek(2)
        if then is not None and then.simple == "的":
            return False
        self.at += 1
        return self.time()

    def _preposition(self, piece: Piece) -> bool:
        if self.when_in(piece):
            return True
        end = self.phrase(self.at + 1)
        if end == self.at + 1:
            return False
        if (
            piece.simple == "在"
            and end > self.at + 2
            and self.pieces[end - 1].simple in STAYING
            and self.pieces[end - 2].simple != "的"
        ):
            end -= 1
            self.pieces = (*self.pieces[:end], replace(self.pieces[end], tag="v"), *self.pieces[end + 1 :])
        inside = self.pieces[self.at + 1 : end]
        if end >= len(self.pieces) or not verb_ahead(self.pieces, end):
            if piece.simple in ("在", "用", "离", "给"):
                return False
            self.at = end
            return True
        self.bring(piece, inside)
        self.at = end
        return True

    def bring(self, piece: Piece, inside: tuple[Piece, ...]) -> None:
        """Keeps what a preposition brings for the verb behind it."""
        self.parts.append((ROLES[piece.simple], (piece, *inside) if piece.simple == "除了" else inside))
        if piece.simple in ("对", "在", "从", "离", "比"):
            self.brought, self.brought_as = piece.simple, piece.text

    def once(self) -> bool:
        """一|吃|就|起疹子: on to what follows 就."""
        for at in range(self.at + 2, min(len(self.pieces), self.at + LONGEST_WHEN)):
            if self.pieces[at].simple == "就":
                self.at = at + 1
                return True
        return False

    def settle_subject(self) -> None:
        """The subject among the nouns before the verb: of 这部电影|我 the person, the other is what is done to."""
        if self.at < len(self.pieces):
            self.nouns = [one for one in self.nouns if not all(piece.tag in ("m", "q") for piece in one)] or self.nouns
        if len(self.nouns) == 1 and self.at < len(self.pieces) and self._is_setting(self.nouns[0]):
            self.parts.append(("time" if self.nouns[0][-1].simple in lexicon.MEALS else "place", self.nouns[0]))
            return
        if not self.nouns:
            return
        nouns = self.nouns
        subject = nouns[-1] if len(nouns) > 1 and nouns[-1][0].simple in PRONOUNS else nouns[0]
        if len(nouns) > 1:
            other = nouns[0] if subject is nouns[-1] else nouns[1]
            if subject is nouns[-1]:
                self.theme = self.theme or other
            else:
                self.aspect_of = other
        with_whom = [at for at, one in enumerate(subject) if one.simple in ("和", "跟", "与")]
        if with_whom and subject[0].simple in lexicon.SELF and with_whom[0] == 1:
            self.parts.append(("with", subject[2:]))
            subject = subject[:1]
        self.out.subject = subject
        self.out.cut_subject = self.noun_end

    def _is_setting(self, noun: tuple[Piece, ...]) -> bool:
        """Whether it says when or where: 早餐|喝豆浆, 工作|上|遇到了瓶颈."""
        verb = next((one for one in self.pieces[self.at :] if one.tag == "v"), None)
        if verb is None:
            return False
        if len(noun) == 1 and noun[0].simple in lexicon.MEALS:
            return verb.simple in ("吃", "喝", "做", "点", "只吃", "煮", "买")
        inside = noun[-1].tag == "f" or noun[-1].simple.endswith(("上", "里", "中")) and noun[-1].tag == "s"
        return inside and verb.simple not in _APPEARING and lexicon.KINSHIP.fullmatch(noun[0].simple) is None


def _may_be_denied(after: Piece, then: Piece | None) -> bool:
    return after.tag in ("v", "vd", "d", "p", "ad") or (after.tag in ("a", "vn") and (then is None or not is_nominal(then)))


def _is_someone(pieces: Pieces) -> bool:
    return pieces[0].simple in PRONOUNS or pieces[-1].tag == "PER" or lexicon.KINSHIP.fullmatch(pieces[-1].simple) is not None


def _closes_when(pieces: Pieces, at: int, when: int) -> bool:
    """Whether the word at `when` ends what says when: 退休|以后, 大学|毕业后, 上|大学|的|时候."""
    word = pieces[when].simple
    if word in ("时候", "时", "期间"):
        return True
    if word in ("同时", "过程", "途中"):
        return pieces[when - 1].simple == "的"
    later = word in ("以后", "之后", "后", "以前", "之前", "前", "后来") or (
        len(word) > 2 and word.endswith(("后", "前")) and pieces[when].tag == "TIME" and word[0] in "毕下放退回离结分"
    )
    if later and when > at and lexicon.PERSON.fullmatch(pieces[when - 1].simple):
        return False
    return (
        later
        and pieces[when - 1].tag in ("v", "n", "vn", "nz", "u", "LOC")
        and (when + 1 >= len(pieces) or pieces[when + 1].simple not in ("的", "面"))
    )


def verb_ahead(pieces: Pieces, at: int) -> bool:
    return any(one.tag in ("v", "a", "vn", "vd", "d", "ad", "an") or one.simple in ("有", "在") for one in pieces[at:])


def _is_praised(rest: Pieces) -> bool:
    """Whether nothing follows but how it was: 体验|超级|棒."""
    return len(rest) > 1 and rest[-1].tag == "a" and all(one.tag in ("d", "ad") for one in rest[:-1])
