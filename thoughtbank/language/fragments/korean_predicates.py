"""A Korean sentence as clauses, and what the end of a clause says: verb, denial, wish, ability, plan.

A clause ends in a word whose ending leads on (-고, -아서, -지만, -는데) or closes the sentence. Auxiliaries are read from the end towards the verb:
"가 본 적이 없어요" is 가다, tried, ever, not. Conditions (-면) give nothing, nor does what hangs on them.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from thoughtbank.language.fragments.korean_forms import Ended, apart, closes, ended, past, pattern, stem, whole
from thoughtbank.language.fragments.korean_words import NOT, OPENERS, TIME, WHOLE, is_person
from thoughtbank.language.fragments.said import Mood

_COMES = ("가", "갔", "간", "갈", "오", "왔", "와", "올", "다니", "다녀", "나가", "나갔", "내려", "들어", "돌아")
_NOT_SO = re.compile(r"(?:에서|에게서|한테서|께서|혼자서|둘이서|셋이서|로서|부터서)$")
_REPORT = re.compile(
    r"(?<!\S)(?!자고)\S+(?:다|라|자|냐|[는은ㄴ]지)(?:고(?:는|도)?|는|며|면서)(?=\s|$)|까 (?:봐|두려|두렵|무서|무섭|걱정|겁|불안)|라더라|다더라|다네요?$|다던데|(?<!\S)(?:소문|척)"
)
_IMAGINED = re.compile(
    r"[가-힣](?:는|은|을|인|던|할|갈|될)지(?:를|는|도)? (?:궁금|물어|물었|묻|고민|확인|기억|알)|(?:는|은|인|던)지(?:를|는|도)? (?:모르|몰)"
    r"|\S(?:이|가|께서) (?:.* )?\S*기[를만]? (?:바라|바랐|바란|바랍|원하|원해|원했|희망|기도|빌)|\S+[는은한된간온] (?:걸|것을|거를?) (?:알|몰|깨달|들|생각|상상)|(?<!\S)꿈(?:속)?(?:에서|에)(?!\S)"
    r"|는 (?:게|것이) (?:제 |내 )?(?:꿈|소원|목표|희망|바람)|기는 (?:하|해|했|한)"
)
"""What is asked, hoped, known or dreamt: whose the verb before it is, these rules can't tell."""
_NO_ONE = re.compile(r"(?<!\S)(?:아무(?:도|것도|거도|것|데도|한테도|에게도|에도)?|누구도|누구에게도|누구한테도)(?!\S)")
NAMED = re.compile(r"(?P<name>[가-힣A-Za-z]{2,12}?)이?라고 (?:해요|합니다|해|하고|하는데|불러요?|부릅니다|불려요)$")


class Clause(NamedTuple):
    """`link` is the ending that leads on; `end` how the last word ends, None where the clause states nothing."""

    words: list[str]
    end: Ended | None
    link: str


def clauses(words: Sequence[str]) -> Iterator[Clause]:
    """The clauses of a sentence, in order, up to a condition."""
    start = 0
    for at, word in enumerate(words):
        end, link = _closing(words, start, at)
        if link is None:
            continue
        yield Clause([*words[start:at], word.rstrip(",")], end, link)
        start = at + 1
        if link == "면":
            return


def _closing(words: Sequence[str], start: int, at: int) -> tuple[Ended | None, str | None]:
    """How the word at `at` closes a clause: its ending, and the link; a link None: it doesn't."""
    word, rest = words[at].rstrip(","), words[at + 1 :]
    if not rest:
        end = ended(word)
        return (
            (None, "")
            if end is None or end.link not in ("", "고", "는데", "지만", "서", "니까") or end.mood == "no"
            else (end, "")
        )
    if word.rstrip("는은에") == "때" and at > start and not TIME.search(" ".join(words[at - 1 : at + 1])) or word == "때마다":
        return None, "때"
    if word in ("전에", "후에", "뒤에", "다음에") and at > start and re.search(r"기$|[한은간온된]$", words[at - 1]):
        return None, "때"
    if word == "때문에" and at > start and words[at - 1].endswith("기"):
        return Ended(words[at - 1][:-1] + "다", "서"), "서"
    end = None if word in WHOLE or word in OPENERS else ended(word)
    if end is None or end.mood == "no":
        return None, None
    if not end.link:
        finite = words[at].endswith(",") and word.endswith(("다", "요", "어", "아", "해", "야"))
        return (end, "고") if finite else (None, None)
    if end.link in ("러", "려고") or not _leads(word, end.link, rest):
        return None, None
    return (None if end.link in ("다가", "자마자", "거나", "도록", "더라도", "도", "야", "면") else end), end.link


def _leads(word: str, link: str, rest: Sequence[str]) -> bool:
    """Whether an ending really is one, and not the end of a noun or the first half of a verb of two words."""
    after = rest[0]
    if link == "고":
        particle = word.endswith("하고") and is_person(word[:-2])
        return (
            not particle and not after.startswith(("있", "싶", "계", "말", "나서", "나면", "나니")) and not _REPORT.search(word)
        )
    if link == "서":
        return _NOT_SO.search(word) is None
    if link == "도":
        return (
            re.search(r"[아어해여워려져쳐셔]도$", word) is not None and not is_person(word[:-1]) and after[0] not in "되돼괜좋"
        )
    if link == "야":
        return re.search(r"[아어해와가워]야$", word) is not None and after[0] not in "하해했합한되돼됐된됩할"
    if link == "면":
        return after[0] not in "안좋되돼" or after in ("안에", "좋아하는")
    return True


def purpose(words: Sequence[str], verb: str) -> tuple[list[str], str]:
    """The words without a purpose (면접을 보러, 살을 빼려고), and the purpose with its own argument, "" where there is none."""
    for at, word in enumerate(words):
        end = ended(word) if word.endswith(("러", "려고")) and word not in WHOLE else None
        goes = word.endswith("려고") or any(one.startswith(_COMES) for one in (*words[at + 1 :], verb))
        if end is not None and end.link in ("러", "려고") and goes:
            first = (
                at - 1
                if at and re.search(r"(?:[을를에]|으로|하고)$", words[at - 1]) and TIME.fullmatch(words[at - 1]) is None
                else at
            )
            return [*words[:first], *words[at + 1 :]], " ".join(words[first : at + 1])
    return list(words), ""


class Predicate(NamedTuple):
    """`start`: its first word in the clause. `stem`: of the verb itself. `noun`: what a copula says. `mood` "" where the verb leaves it open."""

    start: int
    text: str
    stem: str
    negative: bool = False
    mood: Mood | str = ""
    past: bool = False
    noun: str = ""
    asked: bool = False
    since: str = ""


class _Helper(NamedTuple):
    form: re.Pattern[str]
    mood: str = ""
    negative: bool = False
    infinitive: bool = False


def _helper(tail: str, mood: str = "", *, negative: bool = False, infinitive: bool = False) -> _Helper:
    return _Helper(re.compile(pattern(rf"(?<!\S)(?P<v>\S+)(?:{tail})$")), mood, negative, infinitive)


_HELPERS = (
    _helper(
        r"(?:면|도) (?:안 )?(?:되|돼|됐|좋|괜찮)\S*|면 좋겠\S*|나 보\S*|(?:ㄴ|는)가 보\S*|(?:ㄹ|을) 뻔\S*(?: \S+)?|지 말\S*",
        "no",
    ),
    _helper(r"(?:ㄹ|을|ㄴ|은|는) 줄(?:을|은|도|로)? (?:몰랐|알았)\S*", "no"),
    _helper(r"(?:ㄹ|을) 수도 있\S*|(?:ㄹ|을)지도? (?:모르|몰)\S*|(?:ㄹ|을|ㄴ|은|는) (?:것|거) 같\S*", "possible"),
    _helper(r"(?:ㄹ|을) 수(?:가|는)? 있\S*"),
    _helper(r"(?:ㄹ|을) 수(?:가|는|도)? 없\S*|(?:ㄹ|을) 줄(?:을|은|도)? (?:모르|몰)\S*", negative=True),
    _helper(r"(?:ㄹ|을) 줄(?:을|은|도)? (?:알|아)\S*"),
    _helper(
        r"(?:ㄹ|을) (?:거|것|예정|계획|생각|작정|참) (?:이|였|이었)다|(?:ㄹ|을) (?:예정|계획|생각|마음)(?:이|도)? 있\S*|려고 (?:하|했|생각)\S*(?: \S+)*"
        r"|고 싶\S*(?: ?하\S*| ?했\S*)?|기로 (?:하|했|결정)\S*|(?:ㄹ|을)까 (?:하|생각)\S*(?: 중 이다)?|고자 하\S*",
        "plan",
    ),
    _helper(r"곤 (?:하|했)\S*", "habit"),
    _helper(r"(?:ㄴ|은) 적(?:이|도|은)? 있\S*|(?:ㄴ|은|는) 편 이다|는 중 이다|게 (?:되|됐)\S*|기 시작(?:하|했)\S*"),
    _helper(r"(?:ㄴ|은) 적(?:이|도|은)? 없\S*|지(?:는|도|를|가)? (?:않|못하|못했|못 하)\S*", negative=True),
    _helper(r"고 (?:있|계시|계셨)\S*"),
    _helper(r"야(?:만)? (?:하|되|했|됐)\S*", infinitive=True),
    _helper(r" (?:있|보|봤|주|줬|주시|주셨|드리|드렸|버리|버렸|두|뒀|놓|놨|내|냈)\S*", infinitive=True),
)
_CAN_LEAD = re.compile(r"(?:[아어해워셔려져쳐켜겨내]|(?:^|[나들려라])[가와]|^[타써사만])$")
"""Forms that an auxiliary stands behind, as far as they aren't nouns."""
_MANNER = re.compile(r"^[가-힣]+(?:[워여려겨켜눠]|[^도]어)$")
"""A verb that leads into another without more: 구워 먹다."""
_NO_MORE = re.compile(r"(?<!\S)(?:더 이상|더는|이제는? 더)(?!\S)")
_SINCE = re.compile(
    r"^(?P<before>.*\S) 지(?:가|는|도|이?)? (?P<time>(?:\S+ ){0,3}\S*[년달월일주간])[이가도]? (?:됐|되|넘|지나|지났|흘렀)\S*$"
)
_BENT = {"몰": "모르"}


def predicate(clause: Clause) -> Predicate | None:
    """What the clause says of its subject; None where it states nothing."""
    end, words = clause.end, clause.words
    line = " ".join(words)
    if end is None or end.mood == "no" or any(one.search(line) for one in (_REPORT, _IMAGINED, _NO_ONE)):
        return None
    if words[-1] == "때문에":
        words = [*words[:-2], end.plain]
    if (since := _SINCE.search(" ".join([*words[:-1], end.plain]))) is not None and end.past:
        return _since(since)
    last = [end.noun, end.plain] if end.noun else [end.plain]
    said = [*words[:-1], *last]
    start, verb, mood, negative, helped = _verb(said, end)
    if mood == "no" or verb.endswith("겠") and not verb.endswith(("하겠", "가겠", "되겠")) or verb in ("알겠", "되겠"):
        return None
    if verb.endswith("겠"):
        verb, mood = verb[:-1], mood or "plan"
    if not helped and end.noun == "중" and len(said) > 2:
        start, verb, helped = len(said) - 3, said[-3] + "하", True
    noun = end.noun if end.noun and not helped else ""
    base = _present(verb)
    if start > 0 and not noun and _MANNER.search(said[start - 1]) and said[start - 1] not in WHOLE:
        start -= 1
    denied = start > 0 and said[start - 1] in NOT and not noun
    start -= denied
    text = " ".join(said[start:]).replace(" 거 이다", " 것이다").replace(" 것 이다", " 것이다")
    for one in ("예정", "계획", "생각", "작정", "편", "중", "참"):
        text = text.replace(f" {one} 이다", f" {one}이다")
    if noun:
        text = end.plain
    elif end.mood == "plan" and words[-1].rstrip("요.").endswith(("려고", "려구")):
        text = text.removesuffix("다") + "려고 하다"
    more = " ".join(said[:start])
    text = f"더 이상 {text}" if _NO_MORE.search(more) else text
    denies = negative ^ bool(denied) or base in ("없", "아니", "못하") or base.endswith(("지 못하", "맛없", "재미없"))
    return Predicate(start, text, base, bool(denies), mood or end.mood, end.past, noun, end.asked)


def _since(found: re.Match[str]) -> Predicate | None:
    """As in 한국에 온 지 3년 됐다: the verb, with how long ago. What is denied goes on; what was done is past."""
    words = found["before"].split()
    if not closes(words[-1], "ㄴ"):
        return None
    verb = words[-1].removesuffix("은") if words[-1].endswith("은") else whole(apart(words[-1])[:-1])
    base = _base(verb)
    denied = len(words) > 1 and words[-2] in NOT
    text = f"{words[-2]} {base}다" if denied else f"{past(base)}다"
    return Predicate(len(words) - 1 - denied, text, base, denied, past=not denied, since=found["time"])


def _verb(said: Sequence[str], end: Ended) -> tuple[int, str, str, bool, bool]:
    """Where the verb stands behind which the helpers follow, its stem, the mood they give, whether they deny, and whether there are any."""
    line, mood, negative, helped = apart(" ".join(said)), "", False, False
    verb = end.stem
    for _ in range(4):
        step = next(((one, found) for one in _HELPERS if (found := _matched(one, line)) is not None), None)
        if step is None:
            break
        helper, found = step
        helped, mood, negative = True, mood or helper.mood, negative ^ helper.negative
        word = whole(found["v"])
        verb = stem(word) if helper.infinitive else _base(word)
        line = line[: found.end("v")]
    return whole(line).count(" ") if helped else len(said) - 1, _BENT.get(verb, verb), mood, negative, helped


def _matched(helper: _Helper, line: str) -> re.Match[str] | None:
    found = helper.form.search(line)
    if found is not None and helper.infinitive:
        word = whole(found["v"])
        if not _CAN_LEAD.search(word) or word in WHOLE and len(word) > 1 or not stem(word):
            return None
    return found


def _base(word: str) -> str:
    """The stem in front of an ending that its last consonant was taken from: 먹으(ㄹ) -> 먹, 사(ㄹ) -> 살."""
    if word.endswith("으") and word != "모으":
        return word[:-1]
    found = ended(word + "는데") if not closes(word) else None
    return found.stem if found is not None and not found.noun else word


def _present(verb: str) -> str:
    """갔 -> 가, 했 -> 하, 살았었 -> 살."""
    for _ in range(2):
        if closes(verb, "ㅆ") and not verb.endswith(("있", "겠")):
            verb = stem(whole(apart(verb)[:-1])) or verb
    return verb
