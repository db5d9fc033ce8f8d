"""Words of a tagged Chinese sentence, cut again where the tagger's cut hides what the rules look for.

A tagger glues adverbs and objects to verbs (不住, 就怕, 学日语) and parts what belongs together (宫保/鸡丁, a hidden quotation). Rules of one line and closed
lists mend what they can:

    不住/v -> 不/d 住/v        学日语/v -> 学/v 日语/n        一道/m 宫/nz 保/v 鸡丁/n -> 一道/m 宫保鸡丁/n
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from thoughtbank.language.fragments import chinese_lexicon as lexicon
from thoughtbank.language.fragments.words import Word
from thoughtbank.language.triples.chinese_words import SIMPLER
from thoughtbank.language.triples.sentences import HIDDEN
from thoughtbank.language.triples.wordlist import listed


@dataclass(frozen=True, slots=True)
class Piece:
    """A word as written, in simplified characters, and its tag: LAC's, in small letters n v a d …, or PER LOC ORG TIME."""

    text: str
    simple: str
    tag: str

    def part(self, start: int, end: int | None, tag: str) -> "Piece":
        return Piece(self.text[start:end], self.simple[start:end], tag)


_WHOLE = listed(
    "最佳 最高 最具 最热门 不耐受 不错 不如 不行 不同 不好意思 没事 没关系 没问题 很多 最近 最后 最初 最终 最好 想念 想起 想到 想象 想法 要求 要好 还是 还有 还要 就是 就要 就业 就读 就职 就医 就餐 真是 真正 刚刚 刚才 可爱 可以 可能 可惜 可怕 可怜 可是 可口 好吃 好看 好听 好玩 好喝 好奇 好笑 好用 好好 好像 好久 太太 "
    "也许 都市 别扭 不安 不满 不见 不幸 不管 不过 不得不 不断 不必 不少 不知 不久 没有 没准 不再 再见 再婚 又是 还不错 还行 不会 不能 不想 不敢 不用 不愿意 不愿 不可以 不应该 不需要 不爱 不喜欢 挺好 很好 太好 很棒 最爱 最喜欢 最怕 最想 不舒服 不太会 还可以 不值 不足 不利 不便 不适 不孕 不饱和 不锈钢 不动产 不倒翁 正在 正式 正好 正常 "
    "老是 老师 老板 老婆 老公 老家 只是 只有 只能 只要 就餐 真实 真心 刚好 刚强 还原 还款 还债 还钱 还书 没法 没劲 没收 没落 别致 都是 也是 才能 才华 曾经 常见 常用 常驻 总结 总监 总裁 快递 快乐 快餐 快进 快要 已经 已婚 先生 先进 又又 再说 再生 从来 将军 将来 将近 仍然"
)
"""Words that begin like an adverb with a verb, and aren't."""
_BEFORE = re.compile(r"(?:不太|不怎么|从来不|再也不|不再|[不没别很太最挺还就也都刚真好可又再已曾先才])(?=.)")
_NOT_ONLY = re.compile(r"不(?:但|仅仅|仅|光是|光|单单|单|只是|止)(?!独)")
"""Not only: what follows is so."""
_WISHING = re.compile(
    r"(?:不想|想要|想|要|会|能|可以|打算|准备|喜欢|爱|在)(?=[去看吃买学养做换找住开打考回玩带搬喝听跑骑见参当生租申报])"
)
_WITH_OBJECT = re.compile(
    r"([学吃喝看打玩弹练教买养骑开唱读去坐搬租没有订])([^了过着起下上出回得不到完会好成见来去算理扫折着家给在往走掉动就车].+)"
)
_SHORT_OBJECT = re.compile(r"养[^成生老活育殖护父]|吃[肉辣鱼虾蛋鸡甜糖]|骑马")
_HANGUL = r"[가-힣]+(?: [가-힣]+)*"
_LATIN = r"[A-Za-z][A-Za-z.'&-]*(?: [A-Za-z][A-Za-z.'&-]*)*"
"""A name or a word in Latin letters: whole, however it was cut."""
_NUMBER_FIRST = re.compile(rf"([{lexicon.MEASURES}])(.+)")
_POTENTIAL = re.compile(r".+不(?:了|着|来|好|到|起|下|完|动|惯|出|懂|会|清|住|开|掉|过|起来|下去|出来)")
_KNOWN_DISHES = re.compile(
    r"宫保鸡丁|麻婆豆腐|鱼香肉丝|红烧肉|水煮鱼|水煮肉片|回锅肉|糖醋排骨|糖醋里脊|番茄炒蛋|西红柿炒鸡蛋|酸菜鱼|小龙虾|地三鲜|可乐鸡翅|清蒸鱼|酸辣土豆丝|蒜蓉西兰花|东坡肉|佛跳墙|锅包肉|红烧排骨|北京烤鸭|烤全羊|白切鸡|口水鸡|辣子鸡|大盘鸡|手抓饼|煎饼果子|过桥米线|螺蛳粉|热干面|担担面|麻辣香锅|麻辣烫"
)


def recut(words: Sequence[Word]) -> list[Piece]:
    """The words, cut again, without blanks."""
    text = "".join(word.text for word in words)
    pieces = _joined(_pieces(words), text)
    apart = [part for piece in _linked(pieces) for part in _apart(piece)]
    return _dishes([piece for piece in apart if piece.simple.strip()])


def _linked(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """不|但|会: 不但 denies nothing, however it was cut; a verb that holds it (不但会) is cut behind it. 之|前 is one word."""
    at = 0
    while at < len(pieces):
        piece, then = pieces[at], pieces[at + 1] if at + 1 < len(pieces) else None
        both = piece.simple + (then.simple if then is not None else "")
        if both in ("之前", "之后") and piece.simple == "之" and then is not None:
            yield glued((piece, then), "f")
            at += 1
        elif found := _NOT_ONLY.match(piece.simple):
            yield piece.part(0, found.end(), "c")
            if len(piece.simple) > found.end():
                yield piece.part(found.end(), None, piece.tag)
        elif piece.simple in ("不", "并不", "不单") and then is not None and (found := _NOT_ONLY.match(both)):
            taken = found.end() - len(piece.simple)
            yield Piece(piece.text + then.text[:taken], piece.simple + then.simple[:taken], "c")
            if len(then.simple) > taken:
                yield then.part(taken, None, then.tag)
            at += 1
        else:
            yield piece
        at += 1


def simpler(text: str) -> str:
    return text.translate(SIMPLER)


def _pieces(words: Sequence[Word]) -> list[Piece]:
    return [
        Piece(word.text, simpler(word.lemma if len(word.lemma) == len(word.text) else word.text), word.tag) for word in words
    ]


def _joined(pieces: Sequence[Piece], text: str) -> list[Piece]:
    """What is one thing but was cut: a hidden quotation, a dish of the list."""
    spans = [found.span() for form in (HIDDEN, _LATIN, _HANGUL) for found in re.finditer(form, text)]
    simple = "".join(piece.simple for piece in pieces)
    if len(simple) == len(text):
        spans += [found.span() for found in _KNOWN_DISHES.finditer(simple)]
    if not spans:
        return list(pieces)
    inside = {at: span for span in reversed(spans) for at in range(*span)}
    joined: list[Piece] = []
    at, last = 0, None
    for piece in pieces:
        span = next((inside[place] for place in range(at, at + len(piece.text)) if place in inside), None)
        at += len(piece.text)
        if span is not None and span == last:
            joined[-1] = Piece(joined[-1].text + piece.text, joined[-1].simple + piece.simple, joined[-1].tag)
        else:
            joined.append(replace(piece, tag="nw") if span else piece)
        last = span
    return joined


def _apart(piece: Piece) -> Iterator[Piece]:
    """Adverbs, wishes and objects off a verb; a measure off what it counts."""
    word = piece.simple
    if piece.tag in ("v", "a", "vn", "ad", "d") and len(word) > 1 and word not in _WHOLE and not _POTENTIAL.fullmatch(word):
        if word == "一直在":
            yield piece.part(0, 2, "d")
            yield piece.part(2, None, "p")
            return
        if len(word) > 1 and word.endswith("了") and word not in ("为了", "除了", "罢了", "算了", "得了") and len(word) < 5:
            yield from _apart(piece.part(0, -1, piece.tag))
            yield piece.part(-1, None, "u")
            return
        denied = 2 if word.startswith("没有") else 1
        if word[0] == "没" and lexicon.ABSTRACT.fullmatch(word, denied):
            yield piece.part(0, denied, "v")
            yield piece.part(denied, None, "n")
            return
        if (found := _BEFORE.match(word)) and word not in lexicon.DENIALS | lexicon.KEPT | lexicon.DROPPED | lexicon.POSSIBLE:
            yield piece.part(0, found.end(), "d")
            yield from _apart(piece.part(found.end(), None, "v" if piece.tag == "d" else piece.tag))
            return
        if piece.tag in ("v", "vn") and word not in lexicon.MODALS and (found := _WISHING.match(word)):
            yield piece.part(0, found.end(), "v")
            yield from _apart(piece.part(found.end(), None, "v"))
            return
        if piece.tag in ("v", "vn") and len(word) == 2 and _SHORT_OBJECT.fullmatch(word):
            yield piece.part(0, 1, "v")
            yield piece.part(1, None, "n")
            return
        if piece.tag in ("v", "vn") and len(word) > 2 and (found := _WITH_OBJECT.fullmatch(word)):
            yield piece.part(0, 1, "v")
            yield piece.part(1, None, "n")
            return
    if word == "在家":
        yield piece.part(0, 1, "p")
        yield piece.part(1, None, "n")
        return
    if piece.tag in ("v", "a", "n") and len(word) > 2 and word[0] in "我他她" and word[1] in "很不也会想要还都最":
        yield piece.part(0, 1, "r")
        yield from _apart(piece.part(1, None, "v"))
        return
    if word in ("我一个人", "我自己"):
        yield piece.part(0, 1, "r")
        yield piece.part(1, None, "d")
        return
    if piece.tag == "TIME" and len(word) > 2 and word.endswith("点") and word[-2] in "午晚早上天":
        yield piece.part(0, -1, "TIME")
        yield piece.part(-1, None, "v")
        return
    if (
        piece.tag in ("m", "n")
        and (found := _NUMBER_FIRST.fullmatch(word))
        and len(word) > 1
        and piece.tag == "n"
        and word[0] in "条只"
        and word not in ("条件", "条约", "条例", "只数")
    ):
        yield piece.part(0, 1, "q")
        yield piece.part(1, None, "n")
        return
    yield piece


def _dishes(pieces: list[Piece]) -> list[Piece]:
    """What follows 一道, 一份: one noun, up to a particle or an adverb."""
    out: list[Piece] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        out.append(piece)
        at += 1
        if piece.tag != "m" or piece.simple[-1:] not in lexicon.DISHES:
            continue
        end = at
        while (
            end < len(pieces)
            and pieces[end].tag in ("n", "nz", "v", "vn", "a", "nr", "PER")
            and len("".join(one.simple for one in pieces[at : end + 1])) <= LONGEST_DISH
        ):
            end += 1
        if end - at > 1 and any(one.tag == "v" for one in pieces[at:end]) and pieces[end - 1].tag != "v":
            out.append(glued(pieces[at:end], "n"))
            at = end
    return out


LONGEST_DISH = 6
"""Characters. Chosen: more is a noun and what is done with it."""


def glued(pieces: Sequence[Piece], tag: str) -> Piece:
    return Piece("".join(one.text for one in pieces), "".join(one.simple for one in pieces), tag)
