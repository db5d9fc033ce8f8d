"""What a proposition or a question is about, as it is compared: the key of an argument, and the arguments of a question (FraCom, sections 2.3 and 2.4).

    argument_key("The  Harbour Café")                  ->  "harbour café"
    query_arguments("What did Mia's sister paint?")    ->  mia, sister paint, sister, paint
    query_arguments("小李的妹妹在哪里学画画?")            ->  小李, 妹妹, 学画画

A question states nothing, so that a reader of propositions finds none in it; its arguments are the runs of words that say something, cut at those that
don't, and the single words of a longer run. No parser is needed: on LoCoMo the noun phrases, names and verbs of a parser found no more (recall at 10 .788
by the parser, .792 by runs; `thoughtbank evaluate locomo`).
Checked in tests/language/test_arguments.py.
"""

import re
from collections.abc import Iterator

from thoughtbank.language.words import STOP_WORDS, fold, language, normalise

MOST = 12
"""Arguments of one question at most, the longest first: each costs an embedding. Chosen: questions of LoCoMo have 2 to 9."""
ARGUMENT_CHARS = 200
"""Characters of an argument that are embedded, a question's and a proposition's alike. Chosen: arguments are a few words."""
_MARKS = " .,;:!?。，；：！？\"'‘’“”«»《》「」『』"
_KIN = r"(?:(?:anh|chị|em)\s+(?:trai|gái|rể|dâu|họ|ruột)|(?:anh|chị)\s+em|em\s+(?:bé|út)|bạn\s+(?:trai|gái|bè|thân|đời))\b"
"""Vietnamese for who somebody is to another, which begins with a form of address: em gái is a younger sister, chị gái an elder one."""
_LEADING = re.compile(rf"(?:[{re.escape(_MARKS)}]|(?!{_KIN})(?:the|an|a|anh|chị|bạn|em)\s+(?=\S))+")
_UNSEEN = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
"""What has no shape of its own, as exports of messengers put it around names. The joiners U+200C and U+200D aren't among them: they change words."""
_HONORIFIC = re.compile(r"(?:(?<=[가-힣]{2})(?<!아저)(?<!아가)|(?<=[가-힣]{2})\s)씨$|(?<=[가-힣]{2})\s?(?<!선생)님$")
_TITLE = re.compile(r"^(mr|mrs|ms|dr|prof)\.\s*")
_SILENT = frozenset(
    ["ago", "all", "also", "already", "always", "another", "any", "anybody", "anyone", "anything", "around", "back", "became", "become", "been", "before", "both", "came", "come", "comes", "could", "day", "days", "did", "does", "done", "during", "each", "either", "else", "ever", "every", "everyone", "feel", "feels", "few", "find", "found", "gave", "get", "gets", "getting", "give", "gives", "go", "goes", "going", "gone", "good", "got", "happen", "happened", "happens", "help", "here", "information", "just", "kind", "kinds", "know", "knows", "last", "like", "liked", "likes", "likely", "long", "lot", "made", "make", "makes", "making", "many", "may", "maybe", "me", "mention", "mentioned", "might", "more", "most", "much", "must", "name", "named", "names", "need", "needs", "never", "new", "next", "no", "nor", "not", "now", "number", "often", "old", "on", "once", "one", "only", "or", "other", "others", "our", "over", "own", "people", "please", "really", "recent", "recently", "said", "same", "say", "says", "see", "seem", "seen", "several", "since", "so", "some", "somebody", "someone", "something", "sometimes", "sort", "soon", "start", "still", "such", "take", "taken", "takes", "tell", "tells", "than", "thing", "things", "think", "thinks", "thought", "time", "times", "to", "together", "too", "took", "tried", "try", "type", "types", "until", "up", "us", "use", "used", "uses", "using", "usually", "very", "want", "wanted", "wants", "way", "ways", "we", "well", "went", "what", "whatever", "whether", "which", "while", "whose", "within", "without", "won't", "work", "would", "year", "years", "yes", "yet", "ai", "anh", "ấy", "bao", "bạn", "bị", "bởi", "các", "cái", "cần", "chị", "cho", "chưa", "chúng", "có", "cô", "của", "cũng", "cùng", "đã", "đang", "đâu", "đây", "để", "đến", "đi", "đó", "được", "em", "gì", "giờ", "hay", "khi", "không", "là", "làm", "lúc", "mà", "mình", "nào", "này", "năm", "ngày", "nghề", "người", "nếu", "như", "những", "nhưng", "nhiêu", "nói", "ở", "ông", "bà", "qua", "ra", "rằng", "rất", "rồi", "sao", "sau", "sẽ", "tại", "sao", "tên", "thấy", "thế", "theo", "thì", "tôi", "trong", "trước", "từ", "và", "vào", "vẫn", "về", "vì", "với", "vậy", "어디", "어디서", "언제", "누구", "누가", "누구랑", "무엇", "무엇을", "무슨", "뭐", "뭘", "뭐가", "어떤", "어떻게", "왜", "몇", "얼마나", "있어", "있어요", "있나요", "있었어", "있었나요", "했어", "했어요", "했나요", "해요", "하나요", "하는", "했던", "것", "사람", "일", "일을", "예전", "예전에", "수", "나", "내", "나의", "너", "네", "저", "제", "씨", "저의", "우리", "그", "이", "저는", "나는", "내가", "제가", "그리고", "또", "좀", "더", "안", "못"]
)  # fmt: skip
"""Words of a question that name nothing, beside the stop words: questions' own, helpers, measures of time."""
_CUT = re.compile(r"[^\w\s'’.-]+|(?<=\w)['’]s\b")
_WORD = re.compile(rf"\b{_KIN}|[\w][\w'’.-]*", re.IGNORECASE)
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]+|[^\u3400-\u9fff\uf900-\ufaff\s]+")
_CHINESE_CUTS = re.compile(
    "什么时候|什麼時候|多长时间|多長時間|为什么|為什麼|有没有|有沒有|是不是|怎么样|怎麼樣|哪一个|哪一個|哪里|哪裡|哪儿|哪些|哪个|哪個|哪家|哪天|哪年|什么|什麼|怎么|怎麼|多少|几个|幾個|几次|几岁|"
    "我们|我們|你们|你們|他们|他們|她们|她們|自己|最近|之前|以前|以后|以後|当时|當時|那次|上次|现在|現在|曾经|曾經|已经|已經|"
    "一个|一個|一起|一些|这个|這個|那个|那個|这些|那些|可以|可能|应该|應該|觉得|覺得|知道|告诉|告訴|提到|提过|说过|說過|叫做|喜欢|喜歡|推荐|推薦|"
    "[的了吗嗎呢啊吧呀嘛我你您他她它们們是在和与與跟对對从從到把被给給让讓为為就都也还還又再很有没沒不会會能要想谁誰哪么麼几幾过過着著得地这這那个個去说說做里裡上下中]"
)
_ASKING = re.compile("언제|어디|누구|누가|무엇|뭐|뭘|얼마|어떻게|어느")
_PARTICLES = re.compile(
    r"(?:(?<=[가-힣]{2})|(?<=[^\W가-힣]))(?:에서는|에게서|한테서|으로는|이랑은|에서|에게|한테|으로|까지|부터|처럼|보다|이랑|하고|에는|과의|와의|이란|은|는|이|가|을|를|에|의|도|로|와|과|랑|만)$"
)


def argument_key(text: str) -> str:
    """An argument as arguments are compared: equal after Unicode normalisation, case, white space, signs that show nothing, articles, quotation marks and
    punctuation at its ends; accents and scripts stay apart. The key of a key is itself; what is of such signs alone keeps them.

    Titles that tell persons apart stay ("Mr. Kim" isn't "Mrs. Kim"; "cô Lan" isn't "ông Lan"); forms of address that any person may have are left out:
    민수 씨 is 민수, chị Lan is Lan; but em gái, a younger sister, isn't chị gái.
    """
    given = normalise(text)
    whole = normalise(_UNSEEN.sub("", text)).strip(_MARKS)
    leading = _LEADING.match(whole)
    key = whole[leading.end() :] if leading else whole
    key = _TITLE.sub(r"\1 ", key)
    while key.endswith(("씨", "님")) and (shorter := key[:-5] + _HONORIFIC.sub("", key[-5:])) != key:
        key = shorter.rstrip(_MARKS)
    return key or whole or given


def query_arguments(query: str) -> tuple[str, ...]:
    """The keys of what a question is about, each once; the question itself where it names nothing (MECHANISMS: the paper doesn't say)."""
    found: dict[str, None] = {}
    for run in _runs(query):
        if len(run) > 1:
            found[argument_key(" ".join(run))] = None
        found |= dict.fromkeys(map(argument_key, run))
    found.pop("", None)
    longest = sorted(found, key=len, reverse=True)[:MOST]
    kept = tuple(key for key in found if key in longest)
    return kept or tuple(key for key in (argument_key(query),) if key.strip(_MARKS))


def _runs(query: str) -> Iterator[list[str]]:
    """Words that stand together, in order, those that name nothing left out."""
    tongue = language(query)
    for part in _CUT.split(_UNSEEN.sub("", query).replace("’", "'")):
        run: list[str] = []
        for word in _WORD.findall(part or ""):
            for piece in _pieces(word, tongue):
                if piece is None or _is_silent(piece):
                    if run:
                        yield run
                    run = []
                else:
                    run.append(piece)
        if run:
            yield run


def _pieces(word: str, tongue: str) -> Iterator[str | None]:
    """A word of a script that parts its words, itself; who somebody is to another, whole; Chinese cut at what names nothing, with None for each cut; Korean without its particle."""
    if tongue == "ko" and "가" <= word[-1] <= "힣":
        yield _PARTICLES.sub("", word)
        yield None
        return
    if len(of_kin := word.split()) > 1:
        yield " ".join(of_kin)
        return
    for piece in _HAN.findall(word):
        if "\u3400" <= piece[0] <= "\ufaff" and tongue != "ko":
            for part in _CHINESE_CUTS.split(piece):
                yield from (part, None) if part else (None,)
        else:
            yield piece.strip("'.-")


def _is_silent(word: str) -> bool:
    folded = fold(word)
    return (
        not folded
        or _ASKING.match(folded) is not None
        or folded in STOP_WORDS
        or folded in _SILENT
        or not any(map(str.isalnum, folded))
    )
