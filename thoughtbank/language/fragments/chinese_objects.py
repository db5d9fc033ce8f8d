"""What stands behind a Chinese verb and belongs to it: a duration, a receiver, the object with its modifiers."""

from thoughtbank.language.fragments import chinese_lexicon as lexicon
from thoughtbank.language.fragments.chinese_before import Before
from thoughtbank.language.fragments.chinese_phrases import JOINING, PRONOUNS, Pieces, is_nominal, noun_phrase, relative_end
from thoughtbank.language.fragments.chinese_statements import Statement
from thoughtbank.language.fragments.chinese_words import Piece
from thoughtbank.language.triples.wordlist import listed

_GIVING = listed(
    "送 送给 给 教 借 借给 还 还给 寄 寄给 发 发给 买给 递 递给 留给 奖励 赔 交给 告诉 推荐给 分给 传给 卖给 转给 教会 教给"
)
LONGEST_NAME = 10
"""Characters behind 叫. Chosen: longer is a clause."""


class Objects(Before):
    def object_of(self, statement: Statement) -> None:
        """What stands behind the verb and belongs to it."""
        start = self.at
        piece = self.peek()
        if (
            piece is not None
            and statement.head != "在"
            and (lexicon.DURATION.fullmatch(piece.simple) or lexicon.TIMES_DONE.fullmatch(piece.simple))
            and not (piece.tag == "m" and statement.head in ("有", "是"))
        ):
            after = self.peek(1)
            if lexicon.DURATION.fullmatch(piece.simple):
                statement.parts.append(("time", (piece,)))
            self.at += 1 + (after is not None and after.simple == "的")
            start = self.at
        if statement.head in lexicon.NAMING:
            rest = self.rest()
            if rest and len("".join(one.text for one in rest)) <= LONGEST_NAME:
                statement.parts.append(("", rest))
            self.at = len(self.pieces)
            return
        end = self._object_end(start, statement.head)
        if statement.head in lexicon.CLAUSE_TAKING and start < end < len(self.trimmed()):
            end = len(self.trimmed())
        if statement.head in _GIVING and end > start:
            receiver = noun_phrase(self.pieces, start) if self.pieces[start].simple not in PRONOUNS else start + 1
            first = next((at for at in range(start + 1, end) if self.pieces[at].tag in ("m", "q")), receiver)
            cut = min(first, receiver) if self.pieces[start].simple in PRONOUNS or first < end else receiver
            inside = self.pieces[start:cut]
            if (
                inside
                and cut < end
                and (inside[0].simple in PRONOUNS or lexicon.PERSON.fullmatch(inside[-1].simple) or inside[-1].tag == "PER")
            ):
                statement.parts.append(("for", inside))
                start = cut
        if end > start:
            statement.parts.insert(0, ("", self.pieces[start:end]))
        self.at = end

    def _object_end(self, start: int, head: str) -> int:
        """Where the object ends: at the next verb, unless that is part of a modifier with 的."""
        j = start
        counted = False
        trimmed = len(self.trimmed())
        if start == trimmed - 1 and head in lexicon.TASTES and self.pieces[start].tag == "a":
            return trimmed
        if (
            start < trimmed
            and head in lexicon.TAKING_VERBS
            and self.pieces[start].tag in ("v", "vn")
            and all(one.tag in ("v", "vn", "n", "nz") for one in self.pieces[start:trimmed])
        ):
            return trimmed
        if (
            head in ("在", "是", "为", "定在", "改到", "推迟到", "到", "延期到")
            and start < trimmed
            and self.pieces[start].tag == "TIME"
        ):
            return next((at for at in range(start, trimmed) if self.pieces[at].tag != "TIME"), trimmed)
        if lexicon.WINNING.fullmatch(head) and start < trimmed:
            return trimmed
        going = head in lexicon.GOING
        while j < len(self.pieces):
            piece = self.pieces[j]
            after = self.pieces[j + 1] if j + 1 < len(self.pieces) else None
            counted |= piece.tag in ("m", "q") or piece.simple in ("这", "那")
            if piece.simple in JOINING and piece.simple not in ("跟", "同"):
                if j == start or after is None or not (is_nominal(after) or after.tag in ("a", "vn", "v", "d")):
                    break
                if (
                    after.tag == "v" and len(after.simple) == 1 and j + 3 == trimmed and self.pieces[j + 2].tag == "n"
                ):  # 汉堡|和|炸|薯条
                    return trimmed
                if after.tag in ("v", "d") and relative_end(self.pieces, j + 1) == j + 1 and piece.simple != "、":
                    break
                j += 1
                continue
            if piece.tag == "TIME":
                if after is not None and after.simple == "的":
                    j += 2
                    continue
                break
            if is_nominal(piece):
                if j > start and piece.simple in PRONOUNS and piece.simple != "自己" and relative_end(self.pieces, j) == j:
                    break
                if lexicon.TIMES_DONE.fullmatch(piece.simple) and j > start:
                    break
                j += 1
            elif piece.simple in ("的", "之") and j > start:
                j += 1
            elif piece.tag in ("vn", "an") or (
                piece.tag == "a"
                and after is not None
                and (is_nominal(after) or after.simple == "的" or after.tag in ("vn", "a"))
            ):
                if (
                    going
                    and j > start
                    and piece.simple in lexicon.PURPOSES
                    and self.pieces[j - 1].simple not in (*JOINING, "的")
                ):
                    break
                j += 1
            elif piece.tag == "v" and j == trimmed - 1 and j > start + 1 and _is_named_by(self.pieces[start:j], piece):
                return trimmed
            elif piece.tag in ("v", "p", "d", "a", "ad") and not (going and j > start and not counted):
                end = relative_end(self.pieces, j, counted=counted)
                if end == j and counted and trimmed and self.pieces[trimmed - 1].simple == "的":
                    return trimmed
                if end == j:
                    break
                j = end
            else:
                break
        while j > start and self.pieces[j - 1].simple in (*JOINING,):
            j -= 1
        return j


def _is_named_by(thing: Pieces, verb: Piece) -> bool:
    """Whether a verb at the end is a noun by its place: 我的|职业|选择."""
    return (
        len(verb.simple) == 2
        and thing[-1].tag == "n"
        and any(one.simple == "的" for one in thing)
        and verb.simple not in lexicon.PURPOSES
    )
