"""How a Chinese statement holds: now, once, maybe, as a plan, again and again; and whether it says anything."""

import re
from collections.abc import Sequence

from thoughtbank.language.fragments import chinese_lexicon as lexicon
from thoughtbank.language.fragments.chinese_statements import Clause, Part, Statement
from thoughtbank.language.fragments.said import Mood
from thoughtbank.language.triples.chinese_words import ALONE
from thoughtbank.language.triples.wordlist import listed

NOTHING = listed(
    "它 你 一下 看看 东西 很多 一些 一点 好多 好 了 的 人 事 时候 一个 什么 多 些 点 过 什么样 自己 这个 那个 这样 那样"
)
_LONELY = listed(
    "有 没有 是 做 用 叫 给 让 带 把 送 当 开 打 教 成 成为 变成 觉得 感觉 知道 说 想 要 会 能 可以 应该 希望 属于 包括 位于 进行 看起来 看来 得 找 住 住在 为 没 使 令 请 喜欢 讨厌 养 拿 在 姓 "
    "需要 开始 继续 准备 打算 计划 决定 来 去 等 接 上 下 起来 出来 行 好 对"
)
"""Verbs that say nothing without an object."""
AS_KIND = listed("做 当 是 成 成为 像 为 当上 扮演 没有 生")
"""Verbs behind which a word of kin says what somebody is, not whose they are."""
_LASTING = listed("养 学 住 当 做 练 打 抽 喜欢 开 教 有 打工 工作")
_REGULAR = re.compile(r"^每|平时|平常|平日|周末$|天天|年年|晚上$|早上$|睡前|饭后|下班后|周[一二三四五六日末](?:早|晚|上|下|$)")
_DATE = re.compile(r"[一二三四五六七八九十\d]{1,3}月(?:[一二三四五六七八九十\d]{1,3}[号日])?")
"""A day of no year: with no sign that something was done, it is still to come."""
_DATED = listed("出生 生于 毕业 成立 上映 发行 出生于 去世 有 在")


def empty(one: Statement, parts: Sequence[Part]) -> bool:
    if one.head in lexicon.EMPTY_ALWAYS or lexicon.PRAISE.fullmatch(one.predicate):
        return True
    if one.kind != "verb":
        return False
    own = [what for role, what in parts if role != "time"]
    if one.head in lexicon.IDLE and not [what for role, what in parts if role not in ("time", "place")]:
        return True
    if one.head.endswith("死") and not own and one.head not in lexicon.FELT:
        return True
    if len(one.head) == 1 and not parts and not one.done and not one.negative:
        return True
    if one.head in _LONELY and not own:
        return one.head not in ("去", "来", "知道", "会", "喜欢") or not one.negative
    return False


def mood_of(one: Statement, times: Sequence[Part]) -> Mood:
    spoken = ["".join(piece.simple for piece in what) for role, what in (*times, *one.parts) if role == "time"]
    if one.adverbs & lexicon.POSSIBLE:
        return "possible"
    if one.adverbs & {"要", "得", "必须"} and not one.adverbs & (lexicon.PLANS - {"要"}) and _is_regular(one, spoken):
        return "habit"
    if one.planned or (
        "会" in one.adverbs and not one.negative and not lexicon.SKILLS.match(one.head) and not _is_regular(one, spoken)
    ):
        return "plan"
    dated = one.head not in _DATED and any(_DATE.fullmatch(time) for time in spoken)
    if not one.done and not one.passive and dated and one.kind == "verb":
        return "plan"
    if not one.done and any(lexicon.FUTURE.search(time) for time in spoken):
        return "plan"
    once = any(any(time.startswith(word) for word in lexicon.ONCE) for time in spoken) or bool(one.adverbs & lexicon.ONCE)
    if once and (not one.done or one.head in _LASTING):
        return "past"
    return "habit" if not one.done and _is_regular(one, spoken) else "fact"


def _is_regular(one: Statement, spoken: Sequence[str]) -> bool:
    return bool(one.adverbs & lexicon.HABITUAL) or any(_REGULAR.search(time) for time in spoken)


def only_named(read: Clause) -> bool:
    """One verb and no more: an item of a list, 写作."""
    one = read.statements[0]
    return len(read.pieces) == 1 and read.subject is None and one.kind == "verb" and not one.parts and one.head not in ALONE
