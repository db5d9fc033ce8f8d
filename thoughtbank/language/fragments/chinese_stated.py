"""Which clauses of a Chinese sentence state something: cut, without what leads into them, and told from what is asked, ordered, imagined or reported."""

import re
from collections.abc import Sequence

from thoughtbank.language.fragments import chinese_lexicon as lexicon
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
_UNSURE = re.compile(r"吧$|呢$")
_COMMANDS = re.compile(
    r"(?:请|帮我|帮忙|给我|告诉我|提醒|推荐|麻烦|快点|让我们|咱们|别|不要|记得|记住|说说|讲讲|介绍|列出|写一|翻译|解释|加油|祝|希望你|你(?:应该|可以|要|别|不要|最好|得|能|必须|先|再|试|去|帮)|您(?:可以|能|帮)|建议|看看(?!了)|听听|试试|来一?[个首段]|讲一?个|放心|注意|小心|千万|最好|不妨|赶紧|快去)"
)
_REMEMBER = re.compile(r"(?:请|你|帮我|要|一定)*(?:记住|记得|记一下|记下来?)了?$")
_UNREAL_HERE = re.compile(
    r"差点|差一点|好像|似乎|仿佛|据说|听说|巴不得|恨不得|要不是|早知道|本来想|原本想|本想|看起来|估摸|像是|死我了|是因为|的原因|之所以"
)
_ABOUT_SO_MANY = re.compile(r"(?<=[十好这那前近过有])几")
"""As in 十几个: no question."""
_KNOWN = listed("知道 发现 记得 注意到 意识到 了解到")
_KNOWING = ("我感觉到我", "我发现", "我也发现", "我注意到", "我记得", "我知道", "记得", "发现")
_REPORT = re.compile(
    r"(?:说|告诉|以为|听说|据说|问|猜|怀疑|表示|夸|骂|透露|劝|嘱咐|叮嘱|宣布|建议|提醒|认为|相信|觉得|感觉|答应|保证|承认)"
)


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


def reported(pieces: Sequence[Piece], simple: str) -> bool:
    """Whether somebody's words or opinion are told."""
    for at, piece in enumerate(pieces[:8]):
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
        or _UNSURE.search(simple) is not None
    )


def is_aside(pieces: Sequence[Piece], simple: str) -> bool:
    """Whether it only leads on: 请记住, 比如…, 特别是…."""
    listing = pieces[0].simple in lexicon.EXAMPLES or simple.startswith(("特别是", "尤其是", "这样", "那样"))
    return listing or _REMEMBER.fullmatch(simple) is not None
