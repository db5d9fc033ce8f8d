"""Noun phrases of a Chinese clause: where they begin and end, modifiers with 的 kept inside.

一朵|开|得|特别|美|的|樱花    妈妈|做|的|红烧肉    附近|的|公园 (and not 慢跑, which is done there)
"""

from collections.abc import Sequence

from thoughtbank.language.fragments import chinese_lexicon as lexicon
from thoughtbank.language.fragments.chinese_words import Piece
from thoughtbank.language.triples.wordlist import listed

Pieces = Sequence[Piece]
NOMINAL = listed("n nz nw nr nt ns nx PER LOC ORG r m q s f an")
JOINING = listed("和 与 跟 及 以及 或 或者 还有 同 、 &")
PRONOUNS = listed("我 你 您 他 她 它 我们 你们 他们 她们 它们 咱们 咱 自己")
_GIVEN = listed("送 送给 给 借 借给 教 买给 推荐 寄 寄给 做给 留给")
"""Before a pronoun and 的 they are part of a modifier: 送|我|的|水彩."""
_ASPECTS = listed("了 过 着")


def is_nominal(piece: Piece) -> bool:
    return piece.tag in NOMINAL or piece.simple == "自己"


def is_verbal(piece: Piece) -> bool:
    return piece.tag in ("v", "vn", "vd") or (piece.tag == "a" and piece.simple not in ("大", "小", "新", "旧", "老"))


def noun_phrase(pieces: Pieces, at: int) -> int:
    """Where the noun phrase ends that begins at `at`; `at` itself where none does."""
    j = at
    while j < len(pieces):
        piece, after = pieces[j], pieces[j + 1] if j + 1 < len(pieces) else None
        adverb = (
            piece.simple in lexicon.DROPPED
            or piece.simple in lexicon.KEPT
            or piece.simple in lexicon.POSSIBLE
            or piece.simple in lexicon.HABITUAL
        )
        if (adverb and piece.simple not in JOINING and piece.tag != "a") or (
            j > at and lexicon.TIMES_DONE.fullmatch(piece.simple) and pieces[j - 1].simple != "的" and piece.simple != "第一次"
        ):
            break
        if piece.simple in JOINING and j > at and piece.simple not in ("跟", "同"):
            if after is None or not (is_nominal(after) or after.tag in ("vn", "a")):
                break
        elif piece.simple in ("的", "之"):
            if j == at or after is None or not (is_nominal(after) or after.tag in ("a", "vn", "TIME")):
                break
        elif is_nominal(piece):
            if j > at and _begins_another(pieces, j, at):
                break
        elif piece.tag == "TIME":
            if after is None or after.simple != "的" or _only_when(pieces, j + 1):
                break
        elif (end := _modifier(pieces, j)) > j:
            j = end
            continue
        elif not (
            piece.tag in ("vn", "a")
            and after is not None
            and after.tag in ("n", "nz", "vn")
            and (piece.tag == "vn" or len(piece.simple) < 3)
        ):
            joined = piece.tag == "vn" and j > at and pieces[j - 1].simple in (*JOINING, "的")
            counted = piece.tag in ("v", "vn") and j > at + 2 and pieces[j - 1].tag == "m" and pieces[j - 2].simple == "的"
            if not joined and not counted:
                break
        j += 1
    while j > at and pieces[j - 1].simple in (*JOINING, "的", "之"):
        j -= 1
    return j


def _begins_another(pieces: Pieces, j: int, at: int) -> bool:
    """Whether a noun inside what looks like one phrase opens the next: 这部电影|我, 我|肚子."""
    piece, before = pieces[j], pieces[j - 1]
    if before.simple in (*JOINING, "的"):
        return False
    if piece.simple in PRONOUNS and piece.simple != "自己":
        return True
    if (
        before.simple in PRONOUNS
        and j + 1 < len(pieces)
        and pieces[j + 1].simple in ("不耐受", "过敏", "不", "过敏了")
        and any(one.simple in ("不耐受", "过敏") for one in pieces[j + 1 : j + 3])
    ):
        return True
    person = before.simple in PRONOUNS or lexicon.KINSHIP.fullmatch(before.simple) is not None or before.tag == "PER"
    return person and lexicon.BODY.fullmatch(piece.simple) is not None


def _only_when(pieces: Pieces, de: int) -> bool:
    return de + 1 < len(pieces) and pieces[de + 1].simple in ("时候", "时", "时期", "那天", "时间")


def _modifier(pieces: Pieces, at: int) -> int:
    """Where (很) 可爱 的 ends, if a noun follows it."""
    j = at
    while j < len(pieces) and pieces[j].tag in ("d", "ad") and pieces[j].simple not in lexicon.DENIALS:
        j += 1
    if (
        j + 2 < len(pieces)
        and pieces[j].tag in ("a", "vn", "an")
        and pieces[j + 1].simple == "的"
        and _opens_noun(pieces[j + 2])
    ):
        return j + 2
    return at


def _opens_noun(piece: Piece) -> bool:
    return is_nominal(piece) or piece.tag in ("a", "vn")


def relative_end(pieces: Pieces, at: int, *, counted: bool = False) -> int:
    """Where the noun phrase ends whose modifier, a clause, begins at `at` (妈妈|做|的|菜), or `at`. `counted`: a number stands before it, so the
    modifier may itself say that something was done (一条|从|瑞典|带|回来|的|项链)."""
    for de in range(at + 1, len(pieces) - 1):
        piece = pieces[de]
        if piece.tag == "w" and piece.simple != "、":
            return at
        if piece.simple in _ASPECTS and pieces[de + 1].simple != "的" and not counted:
            return at
        if piece.simple == "的" and _opens_noun(pieces[de + 1]) and not _only_when(pieces, de):
            if not counted and any(one.tag == "m" and is_nominal(one) for one in pieces[at + 1 : de]):
                return at
            return noun_phrase(pieces, de + 1)
    return at


def relative_subject(pieces: Pieces, at: int) -> int:
    """Where a subject ends that has a clause before its 的: 我妈|做|的|红烧肉|最|好吃; `at` if there is none. One verb, right before 的."""
    verbs = 0
    for de in range(at, len(pieces) - 1):
        piece = pieces[de]
        given = de > at + 1 and pieces[de - 1].simple in PRONOUNS and pieces[de - 2].simple in _GIVEN
        if piece.simple == "的" and verbs and (given or pieces[de - 1].tag in ("v", "u", "vn", "xc")):
            if not is_nominal(pieces[de + 1]) or _only_when(pieces, de):
                return at
            end = noun_phrase(pieces, de + 1)
            return end if any(is_verbal(one) or one.tag in ("a", "d") for one in pieces[end:]) else at
        if piece.tag == "v" and piece.simple not in lexicon.DENIALS:
            verbs += piece.simple not in lexicon.MODALS or pieces[de + 1].simple == "的"
        if verbs > 1 or piece.simple in ("是", "把", "被") or (piece.tag == "w" and piece.simple != "、"):
            return at
        if piece.simple in _ASPECTS and pieces[de + 1].simple != "的":
            return at
    return at
