"""Chinese: a clause that opens with 我, 我妈, 我的生日, or carries on from one that did; a verb of chinese_words.py; and what stands behind it.

Commas part clauses, so no word segmenter is needed: what is behind the verb is its object, up to a connective. The sentence of a triple is the clause
itself with 我 named, so it keeps its times and adverbs; the relation keeps denial, wish and aspect.

    "其实我昨天去了植物园散步，还买了两盆仙人掌。"   (speaker 周敏)
    ->  周敏 | 去了 | 植物园 | 周敏昨天去了植物园散步。      周敏 | 买了 | 两盆仙人掌 | 周敏还买了两盆仙人掌。
"""

import re
from collections.abc import Iterator

from thoughtbank.language.questions import is_question
from thoughtbank.language.triples import chinese_words as words
from thoughtbank.language.triples.chinese_predicates import Predicate, predicate
from thoughtbank.language.triples.said import Said

NOBODY = "用户"
"""The speaker's name where none is known."""
LONGEST_TAIL = 26
"""Characters. Chosen: a longer object holds a clause of its own."""

_CLAUSE_END = re.compile(r"[，,：:—]+|(?<=[^\x00-\x7f])\s+(?=[^\x00-\x7f])")
_END = re.compile(r"[。.！!？?；;…~～\s]+$")
_WIDE_SPACE = re.compile(r"(?<=[\u3400-\u9fff])\s+|\s+(?=[\u3400-\u9fff])")
_ME = re.compile(r"我(?!们|国|校|方|家|[的]|就读)|本人")
_NAME = r"(?:[小阿][\u4e00-\u9fff]|([\u4e00-\u9fff])\2)"
_KIN = re.compile(rf"我(?:的|家的|家)?((?:[大小老二]|最好的)?{words.KIN}){_NAME}?(?!们|人|乡|庭|里人|友|养|务|长)")
_OWN = re.compile(rf"我的?({words.ATTRIBUTE})(是|在|叫做|叫|为)")
_BEST = re.compile(r"我(最喜欢|最爱|最不喜欢|最讨厌)的?([^是，]{1,12}?)(?:是|就是)(.+)")
_MEASURE = re.compile(
    r"^(?:今天|今早|早上|现在|目前)?(体重|身高|血压|血糖)(?:是|为|现在|现在是)?\s*[:：]?\s*(\d+(?:\.\d+)?(?:/\d+)?\s*(?:kg|公斤|斤|cm|厘米|米|mmHg|mmol/L)?)"
)
_TOPIC = re.compile(r"^([^我，是有的]{1,8})我(?:都|会|也)?(过敏|不能吃|不吃|不喝)$")
_FIRST_PERSON = re.compile(
    r"(?:今天|昨天|前天|昨晚|今晚|今早|刚刚|刚|最近|上周末?|上个?月|周末|明天|下周|下个月|终于|早上|晚上|下午|中午|早餐|午餐|晚餐)"
)


_SOFTLY = re.compile(r"呢[。.！!~～]*$")
"""Of oneself 呢 only softens: 我刚买了一辆车呢."""


def read(sentence: str, me: str, you: str | None) -> list[Said]:
    """What one sentence says. Nothing behind somebody else's words, and no question."""
    if "我" in sentence and not sentence.endswith(("?", "？")):
        sentence = _SOFTLY.sub("", sentence)
    plain = _END.sub("", sentence)
    clauses = [_WIDE_SPACE.sub("", clause).strip() for clause in _CLAUSE_END.split(plain) if clause.strip()]
    if is_question(sentence) or "?" in sentence or "？" in sentence or sentence.endswith(("吧", "吧。", "吧！")):
        clauses = clauses[:-1]
        clauses = [] if any(words.ASKED.search(clause) for clause in clauses) else clauses
    simple = [clause.translate(words.SIMPLER) for clause in clauses]
    if any(form.search(clause) for clause in simple for form in (words.UNREAL, _IMAGINED)) or _HANGUL.search(plain):
        return []
    return list(_clauses(clauses, me, you))


_IMAGINED = re.compile(
    r"没(?:有)?想[过到]|从未想[过到]|想不到|(?:怕|担心|期待|盼|预计)(?=[我你他她小][^，。]{0,6}(?:会|丢|来|去|辞|了))"
)
"""What wasn't expected, or is feared or hoped of somebody."""
_HANGUL = re.compile("[가-힣]")
"""Which the patterns end at, so that a word would be lost."""
_OF_OTHERS = re.compile(r"[她它]|(?<!吉)他")


def _clauses(clauses: list[str], me: str, you: str | None) -> Iterator[Said]:
    who: str | None = None
    front = ""
    for number, clause in enumerate(clauses):
        clause = _opened(clause)
        simple = clause.translate(words.SIMPLER)
        if words.ASKED.search(simple) or _OF_OTHERS.search(simple):
            who = None
            continue
        if (time := words.TIME.fullmatch(simple)) is not None:
            front = time[0]
            continue
        if _reported(simple):
            return
        found, who = _clause(clause, simple, who, me, you, first=number == 0 or not who)
        for said in found:
            yield _with_front(said, front)
        front = ""


def _with_front(said: Said, front: str) -> Said:
    if not front or not said.text.startswith(said.head):
        return said
    return Said(said.head, said.relation, said.tail, f"{said.head}{front}{said.text[len(said.head) :]}")


def _opened(clause: str) -> str:
    """Without what leads into it: 但是, 其实, 你好."""
    while (lead := words.CONNECTIVE.match(clause)) is not None and lead.end() < len(clause):
        clause = clause[lead.end() :]
    return clause


def _reported(simple: str) -> bool:
    """Whether it says what somebody says, thinks or heard, the speaker too."""
    told = words.TOLD.search(simple[:14])
    if told is None:
        return False
    word, rest = told[0], simple[told.end() :]
    if word == "听":
        return rest.startswith("说")
    if word == "说":
        return not re.match(r"[一几]?[口些门句]?(?:英|法|日|德|韩|汉|中|西|粤|普|俄|外|流)", rest)
    return word != "发现" or simple.startswith("我发现")


def _clause(
    clause: str, simple: str, before: str | None, me: str, you: str | None, *, first: bool
) -> tuple[list[Said], str | None]:
    """What one clause says, and whom the next may go on about."""
    if said := _fixed(clause, simple, me):
        return [said], me
    start = 0
    while (time := words.TIME.match(simple, start)) is not None:
        start = time.end()
    who, at, named = _subject(clause, simple, start, me)
    if who is not None:
        said = _said(who, predicate(simple, at, simple[:start], aspect=False), clause, (start, at), me, you)
        return [*named, *([said] if said else [])], who
    if _OTHER_SUBJECT.match(simple, start) or (before is None and not (first and _FIRST_PERSON.match(simple))):
        return [], None
    understood = predicate(simple, start, simple[:start], aspect=True)
    said = _said(before or me, understood, clause, (0, 0), me, you)
    return ([said] if said else []), (before if understood else None)


_OTHER_SUBJECT = re.compile(r"我|[你您咱这那]|有[人的些]")


def _subject(clause: str, simple: str, at: int, me: str) -> tuple[str | None, int, list[Said]]:
    """Whom the clause is about, where its predicate begins, and the name that stood beside them."""
    if kin := _KIN.match(simple, at):
        what, name = clause[kin.start(1) : kin.end(1)], clause[kin.end(1) : kin.end()]
        head = f"{me}家" if what == "家" else f"{me}的{what}"
        named = [Said(me, f"有{what}", name, f"{head}叫{name}。")] if name else []
        return head + name, kin.end(), named
    own = _ME.match(simple, at)
    return (me, own.end(), []) if own else (None, at, [])


def _fixed(clause: str, simple: str, me: str) -> Said | None:
    """Statements with a form of their own: a favourite, a birthday, a weight, what one can't eat."""
    if best := _BEST.match(simple):
        thing, tail = clause[best.start(2) : best.end(2)], _tail(clause[best.start(3) :], me, None)
        if tail and thing == "的":
            return Said(me, f"{best[1]}的是", tail, f"{me}{best[1]}的是{tail}。")
        if tail and thing not in ("还", "就"):
            return Said(me, f"{best[1]}的{thing}是", tail, f"{me}{best[1]}的{thing}是{tail}。")
        return None
    if own := _OWN.match(simple):
        tail = _tail(clause[own.end() :], me, None)
        if tail and not (own[1] == "名字" and tail == me) and not re.match(r"很|非常|不|比较|真|太|有|挺|满|因|这|那", tail):
            return Said(me, own[1] + own[2], tail, f"{me}的{own[1]}{own[2]}{tail}。")
        return None
    if measured := _MEASURE.match(simple):
        return Said(me, f"{measured[1]}是", measured[2].strip(), f"{me}的{measured[1]}是{measured[2].strip()}。")
    if topic := _TOPIC.match(simple):
        thing = clause[topic.start(1) : topic.end(1)]
        relation = "对…过敏" if topic[2] == "过敏" else topic[2]
        if words.POINTS.search(thing) is None and words.TIME.fullmatch(thing) is None:
            return Said(me, relation, thing, f"{me}对{thing}过敏。" if topic[2] == "过敏" else f"{me}{topic[2]}{thing}。")
    return None


def _said(who: str, got: Predicate | None, clause: str, own: tuple[int, int], me: str, you: str | None) -> Said | None:
    """The triple of a predicate. `own`: where in the clause its subject stands, which is named there."""
    if got is None or _only_then(got, clause) or (tail := _tail(_as_written(got.tail, clause), me, you)) is None:
        return None
    text = _named(f"{clause[: own[0]]}{who}{clause[own[1] : got.end]}", me, you)
    if text is None or (got.relation.endswith("叫") and tail == me):
        return None
    return Said(who, got.relation, tail, words.FILLERS.sub(lambda end: "了" * end[0].startswith("了"), text) + "。")


def _only_then(got: Predicate, clause: str) -> bool:
    """Whether it only says when: 住在北京的时候."""
    return clause.translate(words.SIMPLER).startswith("的时", got.end) and not got.relation.endswith(("了", "过"))


def _as_written(tail: str, clause: str) -> str:
    """A tail in the characters of the message."""
    at = clause.translate(words.SIMPLER).find(tail)
    return clause[at : at + len(tail)] if at >= 0 else tail


def _named(text: str, me: str, you: str | None) -> str | None:
    """The clause with everyone in it named; None if it speaks of somebody who isn't."""
    text = re.sub(r"我(?!们)", me, text)
    if you is not None:
        text = re.sub(r"[你您](?!们)", you, text)
    return None if re.search(r"[你您]|我们|咱", text) or _OF_OTHERS.search(text) else text


_DOING = re.compile(r"(?:做|教|搞|学|卖|开).*的$|单身的$|素食的$")
"""As in 做IT的: what somebody does, so they are."""


def _tail(text: str, me: str, you: str | None) -> str | None:
    """What is said, without fillers and a time at its end; None if that isn't clear by itself."""
    cut = words.ENDS_OBJECT.search(text)
    text = words.FILLERS.sub("", text[: cut.start()] if cut and cut.start() else text).strip(" 、，")
    text = text if _DOING.match(text) else text.removesuffix("的")
    shorter = words.TIME_END.sub("", text)
    whole = len(shorter) < 2 or shorter.endswith(("每", "的"))
    text = re.sub(r"我(?!们)", me, text if whole else shorter)
    if you is not None:
        text = re.sub(r"[你您](?!们)", you, text)
    clear = text not in words.EMPTY and not words.POINTS.search(text) and re.search(r"\w|\ue000", text)
    return text if clear and len(text) <= LONGEST_TAIL else None
