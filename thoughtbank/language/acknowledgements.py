"""Turns that hold nothing but form: acknowledgements, thanks, greetings, goodbyes, requests to repeat, fillers; and answers that only look so.

The idea: closed lists of phrases, and a turn is noise if it can be cut into such phrases from its first letter to its last, whatever their
order and number. The trade is precision: one word outside the lists and the turn is no noise; then what it says is weighed (`remember/scorer.py`).

    "ok great, thanks a lot, bye!"  ->  ("acknowledgement", "thanks", "goodbye")
    "好的，谢谢你，再见"              ->  ("acknowledgement", "thanks", "goodbye")
    "네 감사합니다"                   ->  ("acknowledgement", "thanks")
    "ok, at 7"                      ->  ()

A "yes" that answers an open question is no noise, which only the history tells: `answers_question`.
Checked in tests/language/test_acknowledgements.py and, on 965 turns of CrossWOZ, by `benchmarks/gain.py`.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from thoughtbank.language.formulas import JOINTS, PHRASES, TEMPLATES, Kind
from thoughtbank.language.questions import is_question, only_asks
from thoughtbank.language.words import APOSTROPHES, fold, normalise

LONGEST_NOISE = 240
"""Characters. Chosen: a longer turn of form alone is rare, and is then weighed like any other."""


def noise(text: str) -> tuple[Kind, ...]:
    """The kinds of form a text consists of, in order and each once; empty if it holds anything else."""
    if len(text) > LONGEST_NOISE * 4:
        return ()
    bare = _bare(text)
    if not bare:
        return ("acknowledgement",) if _PICTURE.search(text) or _LAUGHTER.search(fold(text)) else ("filler",)
    if len(bare) > LONGEST_NOISE:
        return ()
    kinds = _cut(bare)
    return () if kinds is None else tuple(dict.fromkeys(kinds)) or ("filler",)


def asks_to_repeat(text: str) -> bool:
    """Whether a text asks for nothing but what was just said, once more."""
    return "request to repeat" in noise(text)


def open_question(history: Sequence[str]) -> str | None:
    """The last text, if it ends in a question that waits for an answer; a question of form ("How are you?") waits for none."""
    last = history[-1] if history else ""
    if not is_question(last) or noise(last):
        return None
    asked = [sentence for sentence in sentences(last) if is_question(sentence)]
    return None if asked and all(map(noise, asked)) else last


def answers_question(history: Sequence[str], text: str) -> bool:
    """Whether a text answers the question the last text of the history leaves open; both are what the other said, oldest first.

    "Vegetarian." and "Yes." do after "Any dietary needs?"; "What?", "Thanks" and "Let me think" don't.
    """
    question = open_question(history)
    if question is None or asks_back(text) or normalise(text) == normalise(question):
        return False
    kinds = noise(text)
    return not kinds or (
        kinds[0] == "acknowledgement" and not {"filler", "request to repeat", "goodbye"} & set(kinds) and _decides(text)
    )


def asks_back(text: str) -> bool:
    """Whether a text only asks. "绿色的吧" and "cho mình trà đi" look like questions and requests, and choose, unless a mark says otherwise."""
    return only_asks(text) and ("?" in fold(text) or _CHOOSES.search(fold(text)) is None)


def sentences(text: str) -> list[str]:
    """The sentences of a text, with their marks; a dot inside a number, an initial or an address ends none."""
    return [part.strip() for part in _END.split(text) if part.strip()]


def _decides(text: str) -> bool:
    """Whether the first word of form says yes or no, or takes what was offered."""
    return _DECIDES.match(_bare(text)) is not None


def _bare(text: str) -> str:
    """Letters and digits, folded; signs and laughter are gone, and so are spaces between characters that need none."""
    folded = _LAUGHTER.sub(" ", _MARKED_LAUGHTER.sub(" ", fold(text).translate(APOSTROPHES)))
    spaced = " ".join(_SIGNS.sub(" ", folded).split())
    return _NO_SPACE.sub("", _STRETCHED.sub(r"\1", spaced))


def _cut(bare: str) -> list[Kind] | None:
    """The kinds of the phrases a text can be cut into, or None; by which places can be reached from its start."""
    reached: dict[int, list[Kind]] = {0: []}
    for start in range(len(bare)):
        if (kinds := reached.pop(start, None)) is not None:
            for end, kind in _phrases_at(bare, start):
                if (edge := _edge(bare, end)) is not None:
                    reached.setdefault(edge, [*kinds, kind] if kind is not None else kinds)
    return reached.get(len(bare))


def _phrases_at(bare: str, start: int) -> Iterator[tuple[int, Kind | None]]:
    """Where the phrases end that start here, and their kinds, None for a joint; long ones first."""
    for kind, patterns in TEMPLATES.items():
        for pattern in patterns:
            if (found := pattern.match(bare, start)) is not None and found.end() > start:
                yield found.end(), kind
    table, longest = _table()
    for end in range(min(start + longest, len(bare)), start, -1):
        if (phrase := bare[start:end]) in table:
            yield end, table[phrase]


def _edge(bare: str, end: int) -> int | None:
    """Where the next phrase starts, if a phrase may end here: not inside a word of a script that has spaces."""
    if end == len(bare):
        return end
    if bare[end] == " ":
        return end + 1
    return end if _UNSPACED.match(bare[end - 1]) or _UNSPACED.match(bare[end]) else None


@cache
def _table() -> tuple[dict[str, Kind | None], int]:
    """Every phrase with its kind, None for joints; the length of the longest. What is a phrase and a joint is a phrase."""
    table: dict[str, Kind | None] = dict.fromkeys(map(_bare, re.split(r"[|\n]", JOINTS)))
    for kind, phrases in PHRASES.items():
        table |= dict.fromkeys(map(_bare, re.split(r"[|\n]", phrases)), kind)
    del table[""]
    return table, max(map(len, table))


_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_NO_SPACE = re.compile("(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]) | (?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])")
_SIGNS = re.compile(r"[^\w']|_|(?<!\w)'|'(?!\w)")
_PICTURE = re.compile("[\u2600-\u27bf\U0001f300-\U0001faff]|[:;=][-']?[)(dp]|<3|\\^_*\\^", re.IGNORECASE)
_MARKED_LAUGHTER = re.compile(r"[:;=][-']?[)(dpo/|]+(?!\w)|<3+|\^_*\^")
_LAUGHTER = re.compile(
    "[\u314b\u314e\u3160\u315c\u1112\u110f\u1169\u116e]+|(?<!\\w)(?:a?(?:ha){2,}h?|(?:he){2,}h?|(?:hi){2,}|lo+l|lmf?ao+|rofl|x+d+|k{2,}|j{2,}|z{3,})(?!\\w)"
    "|[哈呵嘿嘻]{2,}|[ㅋㅎㅠㅜ]+|[하히흐크](?=[하히흐크])[하히흐크]+(?![\uac00-\ud7a3])"
)
_STRETCHED = re.compile(r"([a-zㄱ-ㅎ嗯哦噢啊呀])\1{2,}")
_DECIDES = re.compile(
    r"(?:yes|yeah|yep|yup|no|nope|nah|sure|okay|ok|absolutely|definitely|of course|please|certainly|right|correct|exactly|true|agreed|neither|both"
    r"|fine|all right|alright|go ahead|sounds|perfect|great)\b"
    r"|好|是|对|對|行|可以|不|没|沒|要|嗯|当然|當然|有|成|中"
    r"|네|예|응|어|아니|좋|맞|그래|물론|됐|없|있"
    r"|(?:vâng|dạ|ừ|ừm|có|không|được|đúng|phải|rồi|chưa|ok|oke|đồng ý|tất nhiên|dĩ nhiên|thôi)\b"
)
_CHOOSES = re.compile(r"吧[^\w]*$|^cho (?:mình|tôi|em|anh|chị) (?!hỏi|biết|xem)")
_END = re.compile(
    r"(?<=[!?。！？；;…\n])(?![!?。！？；;…\n\"'”’」』)）])\s*|(?<=[.!?…][\"'”’)])\s+"
    r"|(?<=[.])(?<!\b[A-Z]\.)(?<!\b(?:Mr|Ms|Dr|St|vs)\.)(?<!\b(?:Mrs|e\.g|i\.e)\.)(?=\s)\s*"
)
