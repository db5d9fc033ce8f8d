"""Whether a text asks: in English, Chinese, Japanese, Korean and Vietnamese, with its question mark or without.

What asks is no answer to a question. It is told by marks, word order and particles, from closed lists; an uncertain text counts as a statement,
since a statement taken for a question could never be quoted. Checked by `tests/language/test_words.py` and `tests/language/test_questions.py`.
"""

import re
from functools import lru_cache

from thoughtbank.language.words import APOSTROPHES, LETTERS, fold

KEPT_CHARS = 1000
"""The answer for longer texts isn't kept. Chosen."""


def is_question(text: str) -> bool:
    """Whether the text ends in a question: by its mark, or by the words with which one asks when the mark is left out.

    Words decide only in the last sentence, and prefer to miss a question ("Tell me where you live") over seeing one too many.
    """
    folded = " ".join(fold(text[-1000:].translate(_QUESTION_MARKS)).translate(APOSTROPHES).split())
    words = _AFTER_WORDS.search(folded)
    if words is None:
        return "?" in folded
    if "?" in words[0]:
        return True
    last = _SENTENCE_END.split(folded[: words.start()])[-1].strip(" \"'“”()[]-,")
    stated = _STATED.search(words[0]) is not None
    return any(asks.search(last) for asks in (_ASKS if stated else _ASKS + _ASKS_UNMARKED))


def only_asks(text: str) -> bool:
    """Whether a text asks or requests and states nothing: such a text is no answer to anybody's question.

    "Where do I live?" and "Tell me where I live" only ask; "I moved to Turku, have you been there?" also states.
    """
    return _kept(text) if len(text) <= KEPT_CHARS else _only_asks(text)


def _only_asks(text: str) -> bool:
    clauses = [clause for clause in _CLAUSE_END.split(text.translate(_QUESTION_MARKS)) if clause.strip()]
    return bool(clauses) and all(_asks_or_opens(clause, clauses) for clause in clauses)


_kept = lru_cache(maxsize=4096)(_only_asks)
"""A recall asks it of each row it reads, and of the same rows again and again."""


def _asks_or_opens(clause: str, clauses: list[str]) -> bool:
    folded = " ".join(fold(clause).translate(APOSTROPHES).split()).strip(" \"'“”()[]")
    if _REQUEST.search(folded) or is_question(clause):
        return True
    # What stands before a question and says little by itself: a greeting, a name, a subordinate clause.
    short = len(folded.split()) <= 3 and sum(map(len, LETTERS["han"].findall(folded))) <= 4
    return clause is not clauses[-1] and is_question(clauses[-1]) and (short or _SUBORDINATE.search(folded) is not None)


_CLAUSE_END = re.compile(r"(?<=[.!?;。！？；…\n])\s*|[,，、]\s*")
_REQUEST = re.compile(
    r"^(?:please,? |pls |and |so |ok(?:ay)?,? |now |can you |could you )*"
    r"(?:tell|remind|show) me\b|^i(?:'d| would) like to know\b|^(?:请|請)?(?:你)?(?:再)?(?:告诉|告訴|提醒|跟我说说|說說看|说说)"
    r"|(?:알려|말해|가르쳐)\s?(?:줘|줄래|주세요|주실래요)|^(?:hãy )?(?:nói|kể|nhắc|cho)(?: lại)?(?: cho)? (?:tôi|mình|em|anh|chị)\b"
)
_SUBORDINATE = re.compile(r"^(?:if|when|while|since|because|as|after|before|by the way|如果|要是|当|關於|关于|对了)")

# NFKC turns the fullwidth mark into ?, the Greek one into a semicolon; the Arabic one stays.
_QUESTION_MARKS = str.maketrans({"\u037e": "?", "؟": "?", "⁇": "?", "⁉": "?", "‽": "?", "❓": "?", "❔": "?"})
_AFTER_WORDS = re.compile(r"(?<=\w)[^\w]*$")
_STATED = re.compile("[.!。]")
_SENTENCE_END = re.compile(r"[.!?;。！…\n]+(?:\s+|(?=[^\x00-\x7f])|$)")
_AUXILIARY = (
    r"(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|might"
    r"|(?:is|are|was|were|do|does|did|has|have|had|could|would|should|wo|ca)n't)"
)
_WE = r"(?:i|you|we|they|there|these|those|any|anyone|someone)"
_SUBJECT = rf"(?:{_WE}|he|she|it|this|that|the|my|your|our|his|her|their|its)"
_START = r"^(?:(?:and|so|but|or|hey|well|then|ok|okay|also|in|on|at|for|to|with|from),? )?"
_ASKS = (
    re.compile(rf"{_START}(?:(?:do|have) {_WE}|(?!do |have ){_AUXILIARY} {_SUBJECT})\b"),
    re.compile(rf"{_START}(?:what|who|whom|where|when|why|how)(?:'s|'re|'d| {_AUXILIARY})\b"),
    re.compile(rf"{_START}(?:what|which|whose|how)(?: [\w'-]+){{1,3}} {_AUXILIARY}\b"),
    re.compile(r"[吗嗎][呀啊]?$"),
)
_ASKS_UNMARKED = (
    re.compile(r"(?:呢[呀啊]?|(?<![什怎多那这這要])[么麼]|吧|是不是|对不对|對不對|好不好|行不行)$"),
    re.compile(r"(?<![没沒无無])(?:什么|什麼|怎么|怎麼|怎样|怎樣|为何|為何|多少|多久|多大|多长|多長|多远|多遠)(?![都也])"),
    re.compile(r"是否|有没有|有沒有|能不能|会不会|會不會|可不可以|记不记得|記不記得|(?:^|[^无無])[谁誰](?![都也])"),
    re.compile(
        r"哪(?:里|裡|儿|兒|个|個|些|位|种|種|天|年|月|部|本|家|首)(?![都也])|[几幾](?:点|點|个|個|岁|歲|次|号|號|月|天|年)"
    ),
    re.compile(r"(?:ですか|ますか|ましたか|でしょうか|ませんか|のか|かな)$"),
    re.compile(r"(?:까|까요|나요|[인은는한던을될할]가요|[했었았였하있없갔왔됐]니|냐|죠|래요)$"),
    re.compile(
        r"(?:^|\s)(?:뭐|뭘|무엇|무슨|누구|누가|어디|언제(?!나)|왜(?!냐)|어떻게|어떤|어느|몇|얼마나?)\w*(?:\s\w+)*"
        r"(?:요|까|나|지|니|죠|야|냐)$"
    ),
    re.compile(
        r"\b(?:không|chưa|à|hả|nhỉ|gì|ai|đâu|nào|sao|mấy|bao nhiêu|bao giờ|bao lâu)"
        r"(?: (?:ạ|vậy|thế|nhỉ|hả|à|bạn|em|anh|chị))*$"
    ),
    re.compile(r"^(?:ai|sao|mấy|làm sao) |\b(?:bao nhiêu|bao giờ|bao lâu|khi nào|tại sao|vì sao|thế nào|ở đâu)\b"),
)
"""One idea to a line: English inversion and wh-words at the start, and 吗. Where the sentence lacks a full stop, also: Chinese
particles, then question words that are not denied (没什么) or general (什么都); Japanese endings; Korean endings, then question
words; Vietnamese likewise."""
