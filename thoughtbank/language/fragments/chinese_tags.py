"""Tags that the words beside them show to be wrong, and what the tagger parted though it is one word.

上/f 钢琴/n 课/n -> 上/v        我们/r 组/v -> 组/n        每个月/TIME 还/d 房贷/n -> 还/v        三/m 遍/q -> 三遍/m
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from thoughtbank.language.fragments import chinese_lexicon as lexicon
from thoughtbank.language.fragments.chinese_words import Piece, glued
from thoughtbank.language.triples.chinese_words import KIN, TIME
from thoughtbank.language.triples.wordlist import listed

_LESSON = re.compile(r".*(?:课|班|学|大学|高中|初中|小学|幼儿园|年级)")
_GROUPS = listed("组 班 队 系 院 校 部门 公司 店 村 县 团队 小组 宿舍 小区")
_EVENTS = listed("高考 中考 考研 单身 面试 体检 搬家 结婚 开学 毕业 放假")
"""Nouns in form that may be all that a clause says: 我儿子今年高考."""
_MEANS = listed("贷款 网购 团购 分期 打车 步行 全款")
"""Say how something is done, right before its verb."""
_AGO = re.compile(r"之?前|以前|之?后|以后|左右|多|半")
_NOUN = listed("n nz nw nr nt ns PER LOC ORG an vn s nx")
_PERSONS = listed("我 你 他 她 它 我们 他们 她们 您")
_POINTING = listed("的 这些 那些 这个 那个")
_BEST = listed("最佳 最具 最受欢迎 最高 最热门 优秀")
"""Inside the name of a prize: 金马奖|最佳|歌曲奖."""
_WORKS = listed("代表 成名 处女 主打 力 杰 佳")
"""With 作 one word: 代表作."""


def retagged(pieces: Sequence[Piece]) -> list[Piece]:
    out: list[Piece] = []
    for at, piece in enumerate(pieces):
        rest = _until_comma(pieces, at + 1)
        joint = _joint_tag(piece, out, rest)
        if joint:
            out[-1] = glued([out[-1], piece], joint)
            continue
        piece = replace(piece, tag=_tag(piece, out, rest))
        if out and out[-1].tag == "TIME" and _AGO.fullmatch(piece.simple) and piece.tag in ("f", "m", "TIME", "t", "xc", "n"):
            out[-1] = glued([out[-1], piece], "TIME")
        else:
            out.append(piece)
    return out


def is_time(simple: str) -> bool:
    return any(form.fullmatch(simple) for form in (TIME, lexicon.CLOCKED, lexicon.DURATION))


def _until_comma(pieces: Sequence[Piece], start: int) -> Sequence[Piece]:
    end = next((at for at in range(start, len(pieces)) if pieces[at].tag == "w" and pieces[at].simple != "、"), len(pieces))
    return pieces[start:end]


def _joint_tag(piece: Piece, out: Sequence[Piece], rest: Sequence[Piece]) -> str:
    """The tag of the word that this one makes with the one before; "" if it makes none."""
    if not out:
        return ""
    word, before = piece.simple, out[-1]
    then = rest[0].tag if rest else ""
    if word in ("耐受", "耐") and before.simple == "不":
        return "v"
    if word == "人" and before.simple == "一个" and then in ("v", "p", "d"):
        return "d"
    if word == "人" and before.tag == "a" and len(before.simple) == 1:
        return "a"
    if piece.tag == "TIME" and before.simple == "只有":
        return "TIME"
    if word == "作" and before.simple in _WORKS:
        return "n"
    if piece.tag == "q" and before.tag == "m" and re.fullmatch(lexicon.NUMBER, before.simple):
        return "TIME" if is_time(before.simple + word) else "m"
    return ""


def _tag(piece: Piece, out: Sequence[Piece], rest: Sequence[Piece]) -> str:
    word = piece.simple
    if piece.tag == "nw" and word.isascii() and word.islower() and out and rest and rest[0].simple in ("了", "过", "着"):
        return "v"  # deploy 了 new version
    if piece.tag not in ("TIME", "w") and is_time(word):
        return "TIME"
    if word in _PERSONS:
        return "r"
    if word in lexicon.COUNTS and piece.tag != "r":
        return "m"
    if _is_verb(piece, out, rest):
        return "a" if word == "单身" else "v"
    if _is_noun(piece, out, rest):
        return "n"
    if word in _MEANS and out and out[-1].simple == "我" and rest and rest[0].tag == "v":
        return "d"
    if piece.tag == "m" and lexicon.AGE.fullmatch(word) and any(one.tag == "v" for one in rest):
        return "TIME"
    return piece.tag


def _is_verb(piece: Piece, out: Sequence[Piece], rest: Sequence[Piece]) -> bool:
    word = piece.simple
    alone = not any(one.tag in ("v", "a") for one in rest)
    if word == "上":
        return any(_LESSON.fullmatch(one.simple) for one in rest[:2]) and (not out or out[-1].tag not in _NOUN)
    if word == "还":
        return alone and bool(rest) and rest[0].tag in ("n", "nz", "m") and rest[0].simple not in _EVENTS
    if word in _EVENTS and piece.tag in ("n", "nz", "vn"):
        return alone and not _said_before(out)
    wishes = piece.tag == "n" and word in lexicon.MODALS and bool(out) and out[-1].tag in ("r", "d")
    return wishes and bool(rest) and rest[0].tag in ("v", "d", "p", "ad")


def _is_noun(piece: Piece, out: Sequence[Piece], rest: Sequence[Piece]) -> bool:
    if piece.tag == "v" and re.fullmatch(KIN, piece.simple):
        return True
    if not out:
        return False
    word, before = piece.simple, out[-1]
    if word in _GROUPS | {"家", "家里"} and before.simple in ("我们", "我", "你们", "他们", "咱们"):
        return True
    if not rest:
        return False
    if word in _BEST:
        return rest[0].tag in ("n", "nz", "vn", "v", "a") and before.tag in ("n", "nz", "ORG", "nw")
    if piece.tag not in ("v", "vn"):
        return False
    if before.simple in _POINTING:
        return rest[0].tag in ("d", "a", "ad") or rest[0].simple in ("是", "让", "也")
    return len(out) > 1 and before.tag == "m" and out[-2].simple == "的" and rest[0].tag in ("d", "a", "v")


def _said_before(out: Sequence[Piece]) -> bool:
    """Whether the clause so far has a verb."""
    start = next((at for at in range(len(out), 0, -1) if out[at - 1].tag == "w"), 0)
    return any(one.tag in ("v", "p", "q") or one.simple == "的" for one in out[start:])


def completed(pieces: Sequence[Piece]) -> list[Piece]:
    """看 完 -> 看完, 吃 不 了 -> 吃不了, 毕业 于 -> 毕业于."""
    out: list[Piece] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        before = out[-1] if out else None
        if before is not None and before.tag == "v" and before.simple not in lexicon.MODALS | lexicon.COPULAS:
            three = pieces[at : at + 2]
            if (
                len(three) == 2
                and piece.simple in "不得"
                and three[1].simple in lexicon.RESULTS | {"了"}
                and len(three[1].simple) <= 2
                and three[1].tag != "a"
            ):
                out[-1] = glued([before, *three], "v")
                at += 2
                continue
            if (
                piece.simple in lexicon.RESULTS
                and (piece.tag in ("v", "p", "f", "u", "d", "vd") or (piece.tag == "a" and piece.simple != "满"))
                and _completes(piece, before, pieces[at + 1 : at + 2])
            ):
                out[-1] = glued([before, piece], "v")
                at += 1
                continue
        out.append(piece)
        at += 1
    return out


def _completes(piece: Piece, before: Piece, after: Sequence[Piece]) -> bool:
    """Whether it belongs to the verb before it. 去上班, 回家给妈妈打电话: 给, 在 and 上 may begin what is done next."""
    if before.simple in lexicon.GOING:
        return piece.simple in ("到", "过", "过来", "过去", "回来", "回")
    if piece.simple in ("在", "给", "为", "向", "往", "到"):
        return bool(after) and after[0].tag not in ("v",)
    return piece.simple not in ("会", "着", "走") or not after or after[0].tag != "v"
