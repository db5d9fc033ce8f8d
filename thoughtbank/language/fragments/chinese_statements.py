"""What the words of a clause say, before anybody is named: predicates as written, and what belongs to each.

Verbs one behind the other that say one thing are joined: 去|旅行, 带|孩子|去, 学|吉他|学了|两年.
"""

from dataclasses import dataclass, field

from thoughtbank.language.fragments import chinese_lexicon as lexicon
from thoughtbank.language.fragments.chinese_words import Piece
from thoughtbank.language.fragments.said import Role
from thoughtbank.language.triples.wordlist import listed

Part = tuple[Role, tuple[Piece, ...]]


@dataclass
class Statement:
    """A predicate as written and what belongs to it. `head` is its last verb, simplified; `kind` verb, adjective or copula."""

    predicate: str
    head: str
    parts: list[Part] = field(default_factory=list)
    negative: bool = False
    done: bool = False
    planned: bool = False
    kind: str = "verb"
    subject: tuple[Piece, ...] | None = None
    """Another one than the clause's: 我有个朋友在北京工作."""
    adverbs: frozenset[str] = frozenset()
    causing: bool = False
    """Its first object does the rest: 让我去."""
    passive: bool = False
    theirs: bool = False
    """`subject` belongs to the clause's: a friend they have."""


@dataclass
class Clause:
    pieces: tuple[Piece, ...]
    subject: tuple[Piece, ...] | None = None
    times: list[Part] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    cut_subject: int = 0
    """Where in `pieces` the subject ends."""


_UNDONE = listed("忘 忘了 忘记 忘记了 忘掉 假装 装作 装 避免 错过 省得 免得")
"""Verbs behind which another wasn't done, or isn't so: both are one predicate."""


def joined(statements: list[Statement]) -> list[Statement]:
    """Verbs one behind the other that say one thing: 去…旅行, 带孩子去, 学吉他学了两年."""
    out: list[Statement] = []
    for one in statements:
        last = out[-1] if out else None
        if (
            last is not None
            and one.head in lexicon.NAMING
            and (thing := next((what for role, what in last.parts if not role), None))
        ):
            one.subject = tuple(piece for piece in thing if piece.tag not in ("m", "q"))
            out.append(one)
        elif last is not None and _joins(last, one):
            out[-1] = _one(last, one)
        elif last is not None and last.head in lexicon.GOING and last.kind == "verb" and one.kind == "verb":
            places = [what for role, what in last.parts if not role]
            if places and one.head not in lexicon.GOING:
                one.parts.append(("place", places[-1]))
            one.parts += [(role, what) for role, what in last.parts if role == "time"]
            one.subject = one.subject or last.subject or (places[0] if last.causing and len(places) > 1 else None)
            out.append(one)
        else:
            out.append(one)
    return out


def _joins(first: Statement, then: Statement) -> bool:
    if then.kind != "verb" or first.kind != "verb":
        return False
    bare = not any(role in ("", "for") for role, _ in then.parts) and not then.done
    if first.head in _UNDONE:
        return not first.parts
    if first.head in lexicon.GOING:
        return (bare and (then.head in lexicon.PURPOSES or not any(not role for role, _ in first.parts))) or (
            not first.parts and then.head not in lexicon.GOING
        )
    return (
        first.head in lexicon.WITH_PERSON
        and bool(first.parts)
        or then.head == first.head
        or (not first.parts and then.head in ("去", "来") and bare)
    )


def _one(first: Statement, then: Statement) -> Statement:
    """Both as one predicate."""
    parts = [*first.parts, *(part for part in then.parts if part not in first.parts)]
    if then.head == first.head:
        text = then.predicate
    elif first.head in _UNDONE:
        text = first.predicate + then.predicate
    elif first.head in lexicon.WITH_PERSON:
        text = f"{first.predicate}…{then.predicate}"
    else:
        text = first.predicate + then.predicate
        if first.predicate.endswith("了") and not then.predicate.endswith("了"):
            text = first.predicate[:-1] + then.predicate + "了"
    if first.planned and then.planned:  # both were given the wish
        common = 0
        while common < min(len(first.predicate), len(then.predicate)) and first.predicate[common] == then.predicate[common]:
            common += 1
        text = first.predicate + ("…" if first.head in lexicon.WITH_PERSON else "") + then.predicate[common:]
    return Statement(
        text,
        then.head,
        parts,
        first.negative or then.negative,
        first.done or then.done,
        first.planned,
        subject=first.subject,
        adverbs=first.adverbs | then.adverbs,
        causing=first.causing or first.head in lexicon.CAUSING,
    )


_NO_DENIALS = listed(
    "还不错 了不起 差不多 说不定 不耐受 忍不住 舍不得 对不起 恨不得 离不开 少不了 免不了 大不了 巴不得 禁不住 也不错 真不错 挺不错 很不错"
)


def denies(head: str) -> bool:
    """没有, and what can't be done: 睡不着."""
    if head in _NO_DENIALS:
        return False
    return (head.startswith(("没", "不", "还没", "无")) and head not in ("不错", "不断", "没准")) or (
        len(head) > 2 and head[1] == "不" and head not in _NO_DENIALS
    )
