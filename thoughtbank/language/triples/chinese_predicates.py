"""What a Chinese clause says of its subject: adverbs, denial, wish, place and verb, matched one behind the other, and the object at the end.

也|一直|想去|云南旅行  ->  一直想去 | 云南        不太|吃|羊肉  ->  不太吃 | 羊肉        在|深圳|工作了三年  ->  在…工作 | 深圳
"""

import re
from dataclasses import dataclass

from thoughtbank.language.triples import chinese_words as words
from thoughtbank.language.triples.wordlist import listed


@dataclass(frozen=True, slots=True)
class Predicate:
    """Its relation and tail, in simplified characters, and where in the clause what is said ends."""

    relation: str
    tail: str
    end: int


_AGE = re.compile(
    r"(?:已经|才|快|刚满|刚|满|虚岁)?(\d{1,3}|[一二两三四五六七八九十百]{1,4})(?:岁|周岁)(半|多|零[一二三四五六七八九十两\d]+个月)?(?:了|啦)?$"
)
_ALLERGY = re.compile(r"(?:对|吃)?([^对，的是有]{1,10}?)(?:会|都|很|严重|轻度|有点)?(过敏|不耐受)(?:了)?$")
_NO_ALLERGY = re.compile(r"(.+?)(?:也|都|并|已经|现在|从来)*(?:不会|不再|不|没有|没)")
"""As in 花生不, of 对花生不过敏. With 过 it asks: 过不过敏."""
_TOWARDS = re.compile(
    r"对([^，]{1,16}?)((?:非常|很|特别|比较|十分|挺|最|更|都|一直|也|不太|不|没有?|越来越)*)(感兴趣|有兴趣|没兴趣|有研究|着迷|上瘾|成瘾|热衷)"
)
_PLACED = re.compile(
    r"在(?![找换忙谈求])([^，]{1,14}?)(工作|上班|上学|读书|念书|读研|读博|实习|打工|兼职|任教|任职|留学|生活|定居|服役|当兵)(?:了?(.{0,8}?)(?:年|个月|多年)了?|了|过|着)?$"
)
_SOMEWHERE = re.compile(
    r"在([^，在]{1,12}?)(?=(?:当|做|买|吃|看|(?<![小中大同])学(?!校|生|院|期)|练|教|获得|认识|遇到|遇见|拍|找到|开了|参加|养|种|收到|租|订|预订|玩|打|喝|听|读|用|领养|举办|见到))"
)
_TOGETHER = re.compile(
    r"(?:和|跟|与|同|带上?|陪着?|约上?)([^，]{1,10}?)(?:一起|一块儿?|一同)|(?:和|跟)我?的?" + words.KIN + "(?=住|去|搬|结|离)"
)
_TURNED = re.compile(
    r"把([^，]{1,12}?)(卖|丢|弄丢|送|辞|戒|换|退|扔|捐|租|借|修|做|写|看|读|吃|剪|染)(掉了|完了|好了|出去了|了)$"
)
_GOING_TO = re.compile(
    r"(?:看望|看完|看|买|吃|喝|参加|参观|听|学习|学|见|找|拍|办|接|取|做|玩|爬|打|跑|体验|品尝|拜访|探望|逛|骑|钓|滑)(?:了|过)?"
)
_PURPOSE_ALONE = re.compile(
    r"^(?:旅行|旅游|滑雪|游泳|跑步|散步|爬山|露营|出差|留学|上班|上学|购物|逛街|度假|钓鱼|健身|徒步|复查|体检|住院)(?:一下|了|放松.*)?$"
)
_ABLE_TO = re.compile(r"^(?:弹|拉|说|讲|游泳|开车|做饭|做菜|唱|跳|画|打|滑|骑|写|编程|织|修|下棋|下象棋|下围棋)")
_HABIT = re.compile(
    r"平时|定期|周末|星期|周[一二三四五六日天]|即将|马上|就要|一般|通常|经常|常常|每|有时|总|明|后天|下|今晚|偶尔|一直"
)


def predicate(simple: str, at: int, front: str, *, aspect: bool) -> Predicate | None:
    """The predicate that begins at `at`; `front` is what stood before its subject. `aspect`: the subject is only understood, so a verb needs a sign
    that something was done or is wished.
    """
    start, kept, denied = at, "", False
    while (step := _adverb(simple, at)) is not None and step[1] > at:
        word, at = step
        denied = denied or words.DENIED.fullmatch(word) is not None
        kept += word
    if at >= len(simple):
        return None
    before = front + simple[start:at]
    return _special(simple, at, kept, before) or _wished(simple, at, kept, before, denied=denied, aspect=aspect)


def _adverb(simple: str, at: int) -> tuple[str, int] | None:
    """An adverb, a time or company before the verb: what of it the relation keeps, and where it ends."""
    if found := words.TIME.match(simple, at):
        return ("以前" if found[0] in _ONCE else ""), found.end()
    if (found := words.FREQUENT.match(simple, at)) or (
        (found := words.DENIED.match(simple, at)) and not _has_nothing(simple, found)
    ):
        return found[0], found.end()
    if (found := words.ADVERB.match(simple, at)) and found[0] not in ("最", "好", "还有", "就是", "自己"):
        return _KEPT.get(found[0], ""), found.end()
    if (found := _TOGETHER.match(simple, at)) and found.end() < len(simple):
        return "", found.end()
    return (found[0], found.end()) if (found := _MOST.match(simple, at)) else None


_ONCE = listed("以前 曾经 从前 之前 过去 小时候")
"""Times that change what is said: it holds no more."""
_KEPT = {"已经": "已经", "本来": "以前", "原本": "以前", "即将": "要", "快要": "要", "将要": "要", "将": "要"}
"""Adverbs that change what is said, and what the relation has of them."""
_MOST = re.compile(r"最(?=喜欢|爱|讨厌|擅长|怕)")


def _has_nothing(simple: str, denied: re.Match[str]) -> bool:
    """Whether 没 or 没有 is itself the verb: 没有孩子, not 没有去."""
    return denied[0] in ("没有", "没", "还没有", "还没", "从没有") and words.VERB.match(simple, denied.end()) is None


_THEN = re.compile(
    r"去年|前年|当时|(?:前年|去年)?[上前]个?(?:月|周|星期|学期|季度)|\d{1,3}年前|[一二两三四五六七八九十几]+年前|(?:19|20)\d\d年"
)
"""Times of which nothing is said but that it held then."""


def _then(adverbs: str) -> str:
    return found[0] if (found := _THEN.search(adverbs)) is not None else ""


def _special(simple: str, at: int, kept: str, adverbs: str) -> Predicate | None:
    """Predicates with a form of their own."""
    if age := _AGE.match(simple, at):
        return Predicate("年龄是", f"{age[1]}岁{age[2] or ''}", age.end())
    if towards := _TOWARDS.match(simple, at):
        return Predicate(f"{kept}对…{_DEGREE.sub('', towards[2])}{towards[3]}", towards[1], towards.end())
    if (allergic := _ALLERGY.match(simple, at)) and "不" not in kept:
        if (none := _NO_ALLERGY.fullmatch(allergic[1])) is not None:
            return None if none[1].endswith("过") else Predicate(f"{kept}对…不{allergic[2]}", none[1], allergic.end())
        return Predicate(f"{kept}对…{allergic[2]}", allergic[1], allergic.end())
    if placed := _PLACED.match(simple, at):
        return Predicate(f"{_then(adverbs)}{kept}在…{placed[2]}", placed[1], placed.end())
    if turned := _TURNED.match(simple, at):
        return Predicate(f"{kept}{turned[2]}{turned[3]}", turned[1], turned.end())
    if (
        simple.startswith("没有", at)
        and words.NOT_HAD.match(simple, at + 2) is None
        and words.DENIED.match(simple, at + 2) is None
    ):
        end = _object_end(simple, at + 2)
        return Predicate(f"{kept}没有", simple[at + 2 : end], end)
    return None


_DEGREE = re.compile(r"非常|很|特别|比较|十分|挺|最|更|都|也|一直|越来越")


def _wished(simple: str, at: int, kept: str, adverbs: str, *, denied: bool, aspect: bool) -> Predicate | None:
    """The verb, behind what one wishes, plans or is able to."""
    sure = denied or not aspect
    for _ in range(2):
        wish = words.WISH.match(simple, at)
        if wish is None or wish.end() >= len(simple):
            break
        if words.ABLE.fullmatch(wish[0]) and not _is_able(wish[0], simple[wish.end() :], adverbs, denied=denied):
            return None
        kept, at, sure = kept + wish[0], _past_adverbs(simple, wish.end()), True
        if placed := _PLACED.match(simple, at):
            return Predicate(f"{kept}在…{placed[2]}", placed[1], placed.end())
    for leading in (_SOMEWHERE, _FROM):
        if found := leading.match(simple, at):
            at = found.end()
    return _verb(simple, at, kept, adverbs, sure=sure) or _wish_itself(simple, at, kept)


def _is_able(word: str, rest: str, adverbs: str, *, denied: bool) -> bool:
    """Whether 会 or 能 says more than politeness: a skill, a habit, what one can't."""
    skill = word == "会" and _ABLE_TO.match(rest) is not None
    return skill or _HABIT.search(adverbs) is not None or (denied and word in ("能", "会"))


def _past_adverbs(simple: str, at: int) -> int:
    while found := words.ADVERB.match(simple, at) or _TOGETHER.match(simple, at) or words.TIME.match(simple, at):
        if found.end() >= len(simple):
            break
        at = found.end()
    return at


_WISH_ITSELF = re.compile(r"(?:想要|计划|准备|需要|开始|擅长|热爱|学会了)$")
_FROM = re.compile(r"从([^，]{1,10}?)(?=退休|毕业|搬|来到|辞职|回|转|换)")


def _wish_itself(simple: str, at: int, kept: str) -> Predicate | None:
    """A wish with a thing behind it: 想要一辆车."""
    if _WISH_ITSELF.search(kept) is None or words.VERB.match(simple, at) or simple[at : at + 1] in "在去":
        return None
    end = _object_end(simple, at)
    return Predicate(kept, simple[at:end], end)


def _verb(simple: str, at: int, kept: str, adverbs: str, *, sure: bool) -> Predicate | None:
    verb = words.VERB.match(simple, at)
    if verb is None:
        return None
    word, end = verb[0], verb.end()
    if len(word) == 1 and simple[end : end + 1] == word:  # 看看
        return None
    aspect = None if word in _NAMING or word.endswith(("在", "于")) else words.ASPECT.match(simple, end)
    sign = aspect[0] if aspect else ""
    end += len(sign)
    done = bool(sign) or _goes_and_does(word, simple[end:]) or simple[end:].startswith("了")
    if not sure and (word in _NAMING or (not done and word not in _UNDERSTOOD)):
        return None
    if not done and not kept and word not in words.STATIVE and word not in _DAILY and not _planned(word, adverbs):
        return None
    if end >= len(simple) or words.FILLERS.fullmatch(simple, end):
        return _lonely(word, kept, len(simple), done=done)
    held = "" if done or word not in words.STATIVE else _then(adverbs)
    return _object(simple, end, word, sign, held + kept)


_NAMING = listed("叫 叫做 名叫 姓 是")
"""Verbs that take no aspect; where their subject is only understood, it may be what was just named."""
_UNDERSTOOD = listed("喜欢 讨厌 住在 从事 来自")
"""Verbs that need no sign of time to carry on a subject."""
_DAILY = listed("做 开 骑 弹 玩 打 听 看 吃 喝 读 学 学习 练 练习 写 画 用 穿 种 租 教 唱 跳 拍 上班 工作 抽烟 吸烟 喝酒 吃素")
"""Verbs that say what one does in general, with no sign of time."""


def _goes_and_does(word: str, rest: str) -> bool:
    """去看了电影."""
    return word == "去" and (found := _GOING_TO.match(rest)) is not None and found[0].endswith(("了", "过"))


def _planned(word: str, adverbs: str) -> bool:
    """Whether a time shows that it will be done, or is done regularly."""
    regular = word in words.GOING | words.ALONE or word in ("参加", "考", "入职", "见", "学")
    return regular and _HABIT.search(adverbs) is not None


def _lonely(word: str, kept: str, end: int, *, done: bool) -> Predicate | None:
    """A verb with nothing behind it: 已经离婚, 想考研."""
    if word not in words.ALONE:
        return None
    return Predicate(kept or ("已经" if done else "在"), word, end)


def _object(simple: str, at: int, word: str, sign: str, kept: str) -> Predicate | None:
    end = _object_end(simple, at)
    thing = simple[at:end]
    relation = f"{kept}{word}{sign}"
    if thing.startswith("的"):
        return None
    if len(thing) == 1 and word not in _TAKES_ONE:
        return Predicate(kept, word + sign + thing, end) if kept and not sign else None
    if word == "是":
        return _kind(thing, relation, end)
    if word in words.GOING:
        return _gone(thing, relation, end)
    unclear = (
        (word == "有" and words.NOT_HAD.match(thing) is not None)
        or (word in words.LIKES and _NOT_LIKED.match(thing) is not None)
        or (word in ("叫", "叫做", "名叫", "姓") and len(thing) > LONGEST_NAME)
    )
    return None if unclear else Predicate(relation, thing, end)


LONGEST_NAME = 6
"""Characters. Chosen: a longer one behind 叫 is a clause."""
_NOT_LIKED = re.compile(r".*是|[这那你您听]|上(?!海)|和你|跟你|聊|被")


_TAKES_ONE = listed("吃 喝 养 怕 爱 喜欢 讨厌 姓 叫 有 吃了 属 戒 戒掉 喝了")
"""Verbs whose object may be one character; with others it is part of the verb: 做饭, 看书."""


def _object_end(simple: str, at: int) -> int:
    cut = words.ENDS_OBJECT.search(simple, at + 1)
    return cut.start() if cut else len(simple)


def _kind(thing: str, relation: str, end: int) -> Predicate | None:
    """What one is: a kind of person, never 是想说, 是昨天来的."""
    if words.IS_NO_KIND.match(thing):
        return None
    if thing.startswith("来自"):
        return Predicate("来自", thing[2:].removesuffix("的"), end)
    if thing.endswith("的") and not re.match(r"做|教|搞|学|卖|开|单身|素食", thing):
        return None
    return Predicate(relation, thing, end)


def _gone(thing: str, relation: str, end: int) -> Predicate | None:
    """A place, without what one does there: 去了冰岛度假 is 去了 | 冰岛; 去看画展 keeps its verb."""
    going = None if relation.endswith(("了", "过", "到")) else _GOING_TO.match(thing)
    if going is not None:
        return Predicate(f"{relation}{going[0]}", thing[going.end() :], end)
    if _PURPOSE_ALONE.match(thing):
        return Predicate(relation, thing, end)
    place = words.PURPOSE.sub("", re.sub(r"^(?:[一两三几]次|[一两]趟|了)", "", thing))
    return Predicate(relation, place, end)
