"""Which clauses of a Chinese sentence state something: cut, without what leads into them, and told from what is asked, ordered, imagined or reported."""

import re
from collections.abc import Sequence

from thoughtbank.language.fragments import chinese_lexicon as lexicon
from thoughtbank.language.fragments.chinese_phrases import is_verbal, noun_phrase
from thoughtbank.language.fragments.chinese_words import Piece
from thoughtbank.language.questions import is_question
from thoughtbank.language.triples.chinese_words import UNREAL
from thoughtbank.language.triples.wordlist import listed

_ENDS = frozenset(",，;；:：—。.!！?？…~～")
_CUTTING = frozenset(
    ("但是", "但", "所以", "因为", "不过", "可是", "然后", "而且", "结果", "于是", "并且", "因此", "由于", "虽然")
)
_ASKED = re.compile(
    r"不知道|不确定|什么(?!都|也)|(?<!不)怎么(?!也|都)|怎样|哪[里儿个些位种天年部本家首款]|吗|多少|(?<![十好这那前近过有])几[点个岁次](?!月|个|次)|谁|是否|是不是|有没有|能不能|会不会|要不要|好不好|为何|为什么|如何|对不对|想问|请问|想知道|可不可以|好吗"
)
_RHETORICAL = re.compile(r"哪(?:里|儿|还)?(?:有(?!的)|能|会|敢|来的|是(?!不))|何必|何苦|难道|凭什么|有什么好")
"""Ask what is denied: 我哪有时间."""
_NOT_DONE = re.compile(r"(?:早就?|本来|原本|本|当初|当时)(?:就)?(?:应该|应当|该).+|(?:应该|应当).+的$")
"""What one had better done, and didn't: 我早该买的."""
_UNSURE = re.compile(r"吧$|呢$")
_COMMANDS = re.compile(
    r"(?:请|帮我|帮忙|给我|告诉我|提醒|推荐|麻烦|快点|让我们|咱们|别|不要|记得|记住|说说|讲讲|介绍|列出|写一|翻译|解释|加油|祝|希望你|你(?:应该|可以|要|别|不要|最好|得|能|必须|先|再|试|去|帮)|您(?:可以|能|帮)|建议|看看(?!了)|听听|试试|来一?[个首段]|讲一?个|放心|注意|小心|千万|最好|不妨|赶紧|快去)"
)
_REMEMBER = re.compile(r"(?:请|你|帮我|要|一定)*(?:记住|记得|记一下|记下来?)了?$")
_UNREAL_HERE = re.compile(
    r"没少|宁可|宁愿|宁肯|与其|不如(?!意)|差点|差一点|好像|似乎|仿佛|据说|听说|巴不得|恨不得|要不是|早知道|本来想|原本想|本想|看起来|估摸|像是|死我了|是因为|的原因|之所以"
)
_ABOUT_SO_MANY = re.compile(r"(?<=[十好这那前近过有])几")
"""As in 十几个: no question."""
_KNOWN = listed("知道 发现 记得 注意到 意识到 了解到")
_KNOWING = ("我感觉到我", "我发现", "我也发现", "我注意到", "我记得", "我知道", "记得", "发现")
_REPORT = re.compile(
    r"(?:说|告诉(?:[我你他她您]们?)?|以为|听说|据说|问|猜|怀疑|表示|夸|骂|透露|劝|嘱咐|叮嘱|宣布|建议|提醒|认为|相信|觉得|感觉|答应|保证|承认)"
)

_IMAGINED = listed(
    "希望 盼望 盼 期待 期望 指望 渴望 怕 害怕 生怕 担心 担忧 想象 想像 幻想 梦见 梦到 预计 预料 料想 估计 预感 猜想 猜测 揣测 疑心 假设 假定 打赌 祈祷 但愿 想过 想到 料到"
)
"""Verbs behind which a clause tells what is hoped, feared or thought, by whomever."""
_UNEXPECTED = listed("没想到 没料到 没有想到 想不到 料不到 万没想到 万万没想到 没成想 不料 不敢相信 难以相信 敢相信")
_NOT_EXPECTED = (listed("没 没有 从没 从未 从来没 从来没有 未 并没 并没有 不曾 不"), listed("想到 料到 预料到 想过 料 想"))
"""The same where it was cut in two."""
_STILL_OPEN = listed("会 要 能 将 可能 想 可以 打算")
"""Words that leave open whether it came about: 没想到他会辞职."""
_NO_ONE = re.compile(r"没有?(?:一个|几个)?人(?=.)|没有?谁|无人|(?:什么|谁|哪儿?|哪里)[都也](?:没|不)")


def clauses_of(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The clauses that may state something: none of a condition, of a question all but what is asked last."""
    whole = "".join(piece.simple for piece in pieces)
    if UNREAL.search(_UNREAL_HERE.sub("", whole)):
        return []
    clauses = _cut(pieces)
    if "?" not in whole and "？" not in whole and not is_question(_ABOUT_SO_MANY.sub("多", whole)):
        return clauses
    if "我" in whole and whole.rstrip("。.!！~～").endswith("呢") and _ASKED.search(whole) is None:
        return clauses  # of oneself 呢 only softens
    return [] if "还是" in whole else clauses[:-1]


def _cut(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Cut at commas and the like, and where a new one plainly begins: 但是, 所以, 因为."""
    found: list[list[Piece]] = [[]]
    for piece in pieces:
        if piece.simple and piece.simple[0] in _ENDS and (piece.tag == "w" or len(piece.simple) == 1):
            found.append([])
        elif piece.simple in _CUTTING and piece.tag in ("c", "d", "v") and len(found[-1]) > 2:
            found.append([piece])
        else:
            found[-1].append(piece)
    return [one for one in found if one]


def opened(pieces: Sequence[Piece]) -> list[Piece]:
    """Without what leads into it."""
    at = 0
    while at < len(pieces) and (
        pieces[at].simple in lexicon.LEADS or pieces[at].tag == "w" or (pieces[at].tag in ("xc", "e") and at + 1 < len(pieces))
    ):
        at += 1
    rest = list(pieces[at:])
    if len(rest) > 3 and rest[0].simple == "是" and rest[1].simple == "的":
        rest = rest[2:]
    if unexpected := _unexpected(rest):
        then = rest[unexpected:]
        open_ = any(one.simple in _STILL_OPEN for one in then) or rest[unexpected - 1].simple in ("想过", "想", "料")
        return [] if open_ or (unexpected > 2 and noun_phrase(then, 0) == 0) else then
    know = 1 if rest and rest[0].simple == "我" else 0
    while know < len(rest) and rest[know].tag in ("d", "ad"):
        know += 1
    if know + 2 < len(rest) and rest[know].simple in _KNOWN and any(one.tag in ("v", "a") for one in rest[know + 2 :]):
        return rest[know + 1 :]
    simple = "".join(one.simple for one in rest[:3])
    for lead in _KNOWING:
        if simple.startswith(lead) and len(rest) > 3:
            taken = 0
            lead = lead.removesuffix("我") if len(lead) > 3 else lead
            while rest and taken < len(lead):
                taken += len(rest.pop(0).simple)
            return rest
    return rest


def _unexpected(pieces: Sequence[Piece]) -> int:
    """Where the clause begins that was not expected; 0 where none is told. What came about is so: 我没想到他辞职了."""
    denials, verbs = _NOT_EXPECTED
    for at, piece in enumerate(pieces[:5]):
        if piece.simple in _UNEXPECTED:
            return at + 1
        if piece.simple in denials and at + 2 < len(pieces) and pieces[at + 1].simple in verbs:
            follows = noun_phrase(pieces, at + 2)
            wish = pieces[at + 1].simple in ("想", "料") and follows == at + 2  # 不想去北京
            told = any(is_verbal(one) or one.tag == "a" for one in pieces[follows:])
            return at + 2 if told and not wish else 0
    return 0


def imagined(pieces: Sequence[Piece]) -> bool:
    """Whether a verb of hope or fear has a clause behind it; 我怕狗 hasn't."""
    return any(_imagined(pieces, at) for at in range(min(len(pieces), 8)))


def _imagined(pieces: Sequence[Piece], at: int) -> bool:
    if pieces[at].simple.removesuffix("着").removesuffix("了") not in _IMAGINED:
        return False
    end = noun_phrase(pieces, at + 1)
    return end > at + 1 and any(one.tag in ("v", "a") for one in pieces[end:])


def reported(pieces: Sequence[Piece], simple: str) -> bool:
    """Whether somebody's words or opinion are told."""
    for at, piece in enumerate(pieces[:8]):
        if piece.tag == "v" and piece.simple.endswith("说") and lexicon.KINSHIP.fullmatch(piece.simple[:-1]):
            return True
        if piece.tag == "v" and _REPORT.fullmatch(piece.simple.removesuffix("过").removesuffix("了")):
            rest = "".join(one.simple for one in pieces[at + 1 :])
            if piece.simple == "说" and re.match(r"[一几]?[口些门句]?(?:英|法|日|德|韩|汉|中|西|粤|普|俄|外|流)", rest):
                return False
            if piece.simple in ("感觉", "觉得") and re.fullmatch(
                r"(?:很|特别|非常|有点|好|挺|超级|真|越来越|太|自己)*.{1,3}[了的啊]?", rest
            ):
                return len(rest) > 6
            return bool(rest) or piece.simple not in ("答应",)
    return False


def states_nothing(simple: str) -> bool:
    """Whether the clause asks, orders or imagines something."""
    return (
        _ASKED.search(simple) is not None
        or _COMMANDS.match(simple) is not None
        or _UNREAL_HERE.search(simple) is not None
        or _NO_ONE.search(simple) is not None
        or _UNSURE.search(simple) is not None
        or _RHETORICAL.search(simple) is not None
        or _NOT_DONE.search(simple) is not None
    )


def is_aside(pieces: Sequence[Piece], simple: str) -> bool:
    """Whether it only leads on: 请记住, 比如…, 特别是…."""
    listing = pieces[0].simple in lexicon.EXAMPLES or simple.startswith(("特别是", "尤其是", "这样", "那样"))
    return listing or _REMEMBER.fullmatch(simple) is not None
