"""One Chinese clause, read from left to right: what stands before the verb, then verb after verb with their objects.

    今天|我|去|了|附近|的|公园|慢跑|了|一个小时  ->  subject 我, time 今天; 去了(附近的公园), 慢跑了(time: 一个小时; place: 附近的公园)

What can't be read gives what was read up to there, or nothing.
"""

from thoughtbank.language.fragments import chinese_lexicon as lexicon
from thoughtbank.language.fragments.chinese_before import ROLES, verb_ahead
from thoughtbank.language.fragments.chinese_copulas import Copulas
from thoughtbank.language.fragments.chinese_phrases import PRONOUNS, Pieces, is_nominal, noun_phrase
from thoughtbank.language.fragments.chinese_statements import Clause, Part, Statement, joined
from thoughtbank.language.fragments.chinese_words import Piece
from thoughtbank.language.triples.wordlist import listed

MOST_VERBS = 12
"""Of a clause, modals included. Chosen: more is no clause."""
LONGEST_COMPLEMENT = 10
"""Characters of 得很快. Chosen: longer is a clause."""
_NO_RESULTS = listed("迟到 签到 报到 直到 做到 讲到 学好 爱好 友好 喜好 轮到 难过 不过 经过 通过 度过 交好 修好 达到")
"""End like a verb that was done, and aren't."""


def clause(pieces: Pieces) -> Clause:
    return _Reader(tuple(pieces)).read()


class _Reader(Copulas):
    def read(self) -> Clause:
        if self._emphatic():
            return self.out
        while self.at < len(self.pieces) and self.before_verb():
            pass
        self.settle_subject()
        if self.at >= len(self.pieces):
            self.without_verb()
            return self.out
        while self.at < len(self.pieces) and len(self.out.statements) < MOST_VERBS:
            before = self.at
            if not self._verb() or self.at == before:
                break
        self.out.statements = joined(self.out.statements)
        return self.out

    def _emphatic(self) -> bool:
        """我 去 的 是 绿禾公园: the verb is said of what stands behind 是."""
        for de in range(1, len(self.pieces) - 2):
            if self.pieces[de].simple == "的" and self.pieces[de + 1].simple == "是" and self.pieces[de - 1].tag in ("v", "u"):
                front, thing = self.pieces[:de], self.pieces[de + 2 :]
                read = _Reader((*front, *thing)).read()
                self.out.subject, self.out.times, self.out.statements, self.out.cut_subject = (
                    read.subject,
                    read.times,
                    read.statements[:1],
                    read.cut_subject,
                )
                for one in self.out.statements:
                    one.done = not one.head.endswith(("喜欢", "爱"))
                return True
            if self.pieces[de].tag == "v" and self.pieces[de].simple == "是":
                return False
        return False

    def _verb(self) -> bool:
        while self.at < len(self.pieces) and (self._time_behind() or self.adverb() or self._lead_in()):
            pass
        piece = self.peek()
        if piece is None:
            return False
        if piece.tag == "a" or (
            piece.tag in ("d", "ad", "an") and self.at == len(self.trimmed()) - 1 and self.out.subject is not None
        ):
            return self._adjective(piece)
        if (
            piece.tag not in ("v", "vn", "vd")
            and piece.simple not in ("有", "在", "没有", "没", "给", "用")
            and piece.simple not in lexicon.COPULAS
        ):
            return False
        if self._is_modal(piece):
            last = self.out.statements[-1] if self.out.statements else None
            if (
                last is not None
                and piece.simple in ("要", "得", "会", "需要", "必须")
                and not last.done
                and (piece.simple == "会" or not any(role != "time" for role, _ in last.parts))
            ):
                self.out.times += [
                    part for part in self.out.statements.pop().parts if part[0] == "time"
                ]  # 上班|要|站一个小时: the first says when
            self.planned |= piece.simple in lexicon.PLANS
            self.negatives += piece.simple.startswith("不") or piece.simple in ("没法", "无法")
            self.kept += self._degree_for() + piece.text
            self.modals |= {piece.simple}
            self.at += 1
            return self.at < len(self.pieces)
        return self._main(piece)

    def _degree_for(self) -> str:
        return "最" if self.degree.endswith("最") else ""

    def _time_behind(self) -> bool:
        piece = self.pieces[self.at]
        if piece.simple == "一" and self.once():
            return True
        if piece.tag == "TIME" and not (self.peek(1) is not None and self.peek(1).simple == "的"):  # type: ignore[union-attr]
            (self.out.statements[-1].parts if self.out.statements else self.out.times).append(("time", (piece,)))
            self.at += 1
            return True
        if (
            piece.simple in lexicon.PARTICLES
            or piece.simple in ("并", "然后", "就", "又", "且", "而")
            or lexicon.TIMES_DONE.fullmatch(piece.simple)
        ):
            self.at += 1
            return True
        return False

    def _lead_in(self) -> bool:
        piece = self.pieces[self.at]
        if piece.tag in ("p", "v") and self.when_in(piece):
            return True
        if piece.simple == "把" and piece.tag == "p":
            return self.thematic()
        if (
            piece.simple in ROLES
            and piece.simple != "到"
            and (piece.tag in ("p", "c") or piece.simple in ("在", "跟", "用", "给", "和"))
        ):
            end = self.phrase(self.at + 1)
            if end == self.at + 1:
                return False
            inside = self.pieces[self.at + 1 : end]
            if end < len(self.pieces) and verb_ahead(self.pieces, end):
                self.bring(piece, inside)
            elif self.out.statements and piece.simple != "用":
                self.out.statements[-1].parts.append((ROLES[piece.simple], inside))
            else:
                return False
            self.at = end
            return True
        return False

    def _is_modal(self, piece: Piece) -> bool:
        if piece.simple in lexicon.FEELING:
            place = self.at + 1
            while place < len(self.pieces) and self.pieces[place].tag in ("d", "ad", "m"):
                place += 1
            return place < len(self.pieces) and self.pieces[place].tag in ("a", "an")
        if piece.simple not in lexicon.MODALS:
            return False
        place = self.at + 1
        while place < len(self.pieces) and (
            self.pieces[place].tag in ("d", "ad", "TIME")
            or self.pieces[place].simple in lexicon.DROPPED
            or self.pieces[place].simple in ("着", "了")
            and piece.simple in ("想", "忙", "决定", "开始")
        ):
            place += 1
        if place >= len(self.pieces):
            return False
        after = self.pieces[place]
        if after.tag == "p" or after.simple in ("在", "跟", "和", "给", "把"):
            return True
        if after.tag not in ("v", "vd", "vn", "a") or (after.tag == "vn" and piece.simple in ("需要", "参加", "申请", "负责")):
            return False
        if piece.simple in ("去", "来"):
            return after.tag == "v" and after.simple not in lexicon.GOING
        if after.tag == "a":
            return piece.simple in ("想", "要", "会", "能", "希望", "不会", "变得")
        return place + 1 >= len(self.pieces) or self.pieces[place + 1].simple != "的"

    def _adjective(self, piece: Piece) -> bool:
        after = self.peek(1)
        if self.out.statements and not (
            self.pieces[self.at - 1].simple in ("就", "才") and after is not None and after.simple == "了"
        ):
            return False
        if after is not None and ((is_nominal(after) and after.tag != "m") or after.simple == "的"):
            return False
        front = "".join(one.text for one in self.aspect_of) if self.aspect_of else ""
        text = front + self.kept + ("" if front else self.degree) + piece.text
        parts: list[Part] = (
            [("", (after,))] if after is not None and after.tag == "m" and self.at + 2 == len(self.trimmed()) else []
        )
        self.add(Statement(text, piece.simple, parts, kind="adjective", done=after is not None and after.simple == "了"))
        self.at += 1
        return False

    def _main(self, piece: Piece) -> bool:
        if piece.simple in lexicon.COPULAS:
            return self.copula(piece)
        self.at += 1
        text, done = (
            piece.text,
            piece.simple.endswith(("完", "到", "过", "了", "好", "掉"))
            and len(piece.simple) > 1
            and piece.simple not in _NO_RESULTS
            and not self.planned,
        )
        after = self.peek()
        if (
            after is not None
            and after.simple in ("了", "过", "着")
            and not (after.simple == "了" and self.peek(1) is None and self.negatives)
        ):
            text += after.text
            done |= after.simple != "着"
            self.at += 1
            if after.simple == "过" and (more := self.peek()) is not None and more.simple == "了":
                self.at += 1
        elif after is not None and after.simple == "得":
            return self._degree_complement(text, piece)
        statement = Statement(text, piece.simple, done=done)
        if (
            piece.simple
            in (
                "想",
                "感觉到",
                "感到",
                "发现",
                "觉得",
                "感觉",
                "希望",
                "怕",
                "担心",
                "害怕",
                "感觉出",
                "看出",
                "怕的是",
                "看",
                "看到",
                "看见",
            )
            and self._thought()
        ):
            self.at = len(self.pieces)
            return False
        self.object_of(statement)
        if self.rest() == () and any(one.simple == "了" for one in self.pieces[self.at :]):
            statement.done |= not self.negatives
        self.add(statement)
        self._pivot(piece, statement)
        return True

    def _pivot(self, piece: Piece, statement: Statement) -> None:
        """What follows an object: what it is that there is time for, or what the friend does whom one has."""
        thing = next((what for role, what in statement.parts if not role), None)
        if piece.simple not in ("有", "没有", "没") or thing is None or self.at >= len(self.trimmed()):
            return
        if lexicon.ABSTRACT.fullmatch(thing[-1].simple):
            statement.parts.append(("other", self.rest()))
            self.at = len(self.pieces)
        elif lexicon.PERSON.fullmatch(thing[-1].simple) and piece.simple == "有":
            self.whose = tuple(one for one in thing if one.tag not in ("m", "q"))
        else:
            if piece.simple != "有" and any(one.tag == "v" for one in self.rest()):
                self.out.statements.remove(statement)  # 没有朋友住在北京 isn't 没有朋友
            self.at = len(self.pieces)

    def _thought(self) -> bool:
        """Whether a clause follows: what is thought is not told."""
        end = noun_phrase(self.pieces, self.at)
        if self.pieces[self.at - 1].simple.startswith("看") or self.pieces[self.at - 1].simple == "了":
            end = self.at + 1 if self.at < len(self.pieces) and self.pieces[self.at].simple in PRONOUNS else self.at
        return end > self.at and any(one.tag in ("v", "a") for one in self.pieces[end:])

    def _degree_complement(self, text: str, piece: Piece) -> bool:
        """跑|得|很|快."""
        rest = self.rest()
        said = "".join(one.text for one in rest)
        if 1 < len(said) <= LONGEST_COMPLEMENT and not any(one.simple in PRONOUNS for one in rest):
            self.add(Statement(text + said, piece.simple, done=True))
        self.at = len(self.pieces)
        return False
