"""Korean: a predicate of a closed list at the end, the particle before it, and the words that particle closes.

The subject is often left out, and the verb stands last: so a clause is read from its end. The sentence of a triple is the whole sentence with its
speaker named, since endings that link clauses ("키우는데") can't be turned into final ones by rule.

    "저는 고양이를 두 마리 키우고 수원에서 살아요."   (speaker 지민)   ->  지민 | 에서 살아요 | 수원
"""

import re
from collections.abc import Iterator

from thoughtbank.language.questions import is_question
from thoughtbank.language.triples.said import Said
from thoughtbank.language.triples.wordlist import listed

NOBODY = "사용자"
"""The speaker's name where none is known."""
LONGEST_TAIL = 9
"""Words. Chosen: longer objects hold clauses."""

_I = re.compile(r"(?:나는|난|저는|전|내가|제가|나도|저도|나|저)(?= )")
_PEOPLE = (
    "엄마|어머니|아빠|아버지|부모님|언니|누나|오빠|형|동생|여동생|남동생|아들|딸|아이들?|남편|아내|와이프|남자 ?친구|여자 ?친구|친구|할머니|할아버지|이모|삼촌"
    "|고모|사촌|조카|상사|동료|룸메이트|가족|선생님"
)
_KIN = re.compile(
    rf"(?P<my>우리|제|내|나의|저의) (?P<kin>(?:(?:큰|작은|가장 친한|친한|전) ?)?(?:{_PEOPLE}|강아지|개|고양이|집|회사))(?P<name> (?!이|가|은|는)[가-힣]{2, 3}?)?(?P<josa>께서는|께서|은|는|이|가|도)(?= )"
)
_OPENER = re.compile(
    r"(?:안녕하세요|안녕|네|응|아|오|와|음|글쎄|그래|그래요|사실은?|그리고|그런데|근데|하지만|그래서|그러나|물론|멋지다|와우|아니|반가워요?|고마워요?|좋아)[,.!~ ]+"
)
_BEST = re.compile(
    r"(?:내가|제가) (?P<most>가장 |제일 )?좋아하는 (?P<what>[^ ]+(?: [^ ]+)?)(?:은|는) (?P<tail>.+?) ?(?:이에요|예요|이야|야|입니다|이다|다|이지)$"
)
_OWN = re.compile(
    r"(?:내|제|나의|저의) (?P<what>이름|생일|직업|취미|꿈|나이|키|몸무게|고향|전공|별명)(?:은|는) (?P<tail>.+?) ?(?:라고 해요|이라고 해요|이라고 합니다|라고 합니다"
    r"|이에요|예요|에요|이야|야|입니다|이다|다)$"
)
_CALLED = re.compile(r"(?:나는|난|저는|전) (?P<tail>[가-힣A-Za-z]{2,12}?)(?:이?라고) (?:해요|합니다|해|불러)")
_AGE = re.compile(r"(?P<tail>(?:\d{1,3}|[가-힣]{1,4}) ?살)(?:이에요|이야|입니다|이고|인데|이다|이며)")
_COPULA = re.compile(r"(?P<tail>.+?)(?P<verb>이에요|예요|입니다|이야|야|이고|이며|인데|이다)$")
_ORIGIN = re.compile(r"(?P<tail>.+?) (?P<verb>출신(?:이에요|입니다|이야|이고))")
_MOVE_END = re.compile(
    r"(?<=[가-힣])(?:이고|지만|는데|은데|인데|고|며|아서|어서|해서|워서|라서) (?!있|싶|해|합|했|말|나서|가[고서요]|와서)|(?<=[다요어아야지해음]), "
)
_VERBS = (
    "좋아해 좋아하 사랑해 사랑하 싫어해 싫어하 즐겨 즐기 즐긴 키워 키우 키운 길러 기르 기른 가지고 소유하 소유해 배워 배우 배운 공부해 공부하 가르쳐 가르치 가르친 먹어 먹었 먹는 마셔 마시 마신 "
    "마셨 샀 팔았 봤 읽었 읽어 읽는 시작했 끝냈 잃었 그만뒀 그만두 "
    "만들었 만들어 만드 만든 받았 연주해 연주하 수집해 수집하 모아 모으 모은 전공해 전공하 전공했 운영해 운영하 졸업했 입양했 찾았 이겼 준비하 준비해 썼 배웠 타 탔 운전해 운전하 연구해 연구하 "
    "앓고 돌봐 돌보 돕고 도와 걸렸 다쳤 부러뜨렸 끊었 "
    "들어 듣 들었 치 쳐 그려 그리 그린 불러 부르 부른 선호해 선호하"
)
_GOING_VERBS = "살아 살고 삽 산다 살았 일해 일하 일한 일했 다녀 다니 다닌 다녔 가 갔 간다 갈 가려 가고 왔 태어났 자랐 이사했 이사 이사하 이사할 이사갔 여행 여행했 여행하 취직했 입사했 입학했 졸업했 근무해 근무하 왔어 봉사 자원봉사를 봉사해 놀러 출근해 출근하 참가했 참여했 가입했"
_HAVING = "있어 있어요 있습니다 있다 있고 있는데 있지만 없어 없어요 없습니다 없다 없고 많아 많아요"
_OBJECT = re.compile(
    rf"(?P<object>[^ ]+(?:을|를)) (?:(?:정말|아주|매우|너무|많이|자주|가장|더|꽤|잘|항상|가끔|매일|다시|함께|직접|못|안|별로|그다지|진짜) )*(?P<verb>(?:{'|'.join(_VERBS.split())})[^ ]*(?: (?:있|싶|해|않|못|합|했|거|것|계획|예정)[^ ]*)*)$"
)
_HAVE = re.compile(
    rf"(?P<object>[^ ]+(?:이|가)) (?:(?:정말|아주|매우|너무|더 이상|여러|한|두|세) )*(?P<verb>{'|'.join(sorted(_HAVING.split(), key=len, reverse=True))})$"
)
_GOING = re.compile(
    rf"(?P<object>[^ ]+?)(?P<josa>에서|에|으로|로) (?:(?:함께|같이|혼자|다시|자주|매일|정말|가끔|안|못|더 이상) )*(?P<verb>(?:{'|'.join(_GOING_VERBS.split())})[^ ]*(?: (?:있|싶|해|않|못|합|했|거|것|계획|예정|가|갔)[^ ]*)*)$"
)
_AS = re.compile(
    r"(?:(?P<place>[^ ]+)에서 )?(?P<object>[^ ]+?)(?:으로|로) (?P<verb>(?:일해|일하|일했|일합|근무해|근무하)[^ ]*(?: 있[^ ]*)?)$"
)
_WISH = re.compile(r"싶|려고|거예요|거야|것이다|계획|예정")
_UNREAL = re.compile(
    r"만약|혹시|면 (?!안)|라면|다면|으면|꿈에서|꿈을 꿨|것 같|듯|아마|농담|장난|거짓말|상상|만일|척(?:했|하)|텐데|했더라면|다고 (?!해요|합니다)|래요|대요|라던데|한대"
)
_POINTS = re.compile(
    r"(?:^| )(?:너|네|니|당신|그것|이것|저것|그거|이거|그곳|이곳|그|이|저|그녀|그들|우리|거기|여기|저기|무엇|뭐|누구|어디|무슨|어떤|몇|이런|그런)(?:는|은|가|이|를|을|의|도|에"
    r"|에서|들)?(?= |$)"
)
_OTHERS = re.compile(
    rf"(?:^| )(?:{_PEOPLE})(?:이|가|께서) (?!(?:(?:정말|아주|매우|너무|더 이상|여러|한|두|세|네|다섯|\\d+|몇|명|분) ?)*(?:있|없|많))"
)
"""Somebody else as the subject of what follows, behind a topic too: 저는 남편이 서울에 살아요. Not what one has: 저는 언니가 있어요."""
_MODIFIER = re.compile(
    r"(?:의|한|은|운|인|된|던|적|진|긴|큰|작은|같은|온|난|본|[와과]|하고|그리고|,)$|^(?:\d+|한|두|세|네|다섯|여섯|많은|몇|새|내|제|친한|모든|여러|약|애완|전)$"
    r"|^(?:마리의?|명의?|개의|살|컨트리|액션|클래식|재즈|록|힙합)$"
)
_TIME = re.compile(
    r"(?:어제|오늘|내일|지금|현재|최근에?|요즘|매일|매주|주말마다|항상|자주|가끔|보통|이제|곧|다음|지난|작년에?|올해|내년에?|[월화수목금토일]요일에?|\d+[월일년시]에?|아침에?|저녁에?"
    r"|밤에|동안|때|전에|정말|아주|매우|너무|또한|많이|여가시간에|여가|시간에|지난주에?|다음주에?|다음달에?)$"
)
_EMPTY = listed(
    "것 거 수 일 때 점 곳 시간 문제 질문 생각 기분 느낌 말 이야기 적 관심 전 중 편 때문 정도 그냥 사람 모두 모든 잠 도움 방법 계획 걱정 기회 차례 바 재미"
)
_NO_KIND = re.compile(
    r"(?:좋아하는 .+|싫어하는 .+|것|거|때문|정도|중|편|생각|수|곳|때|전|뿐|차례|하나|날|참|분|이유|사실|기분|느낌|문제|마찬가지|처음|최고|나|너|그래|그거|이거|일|준비|중요|괜찮|아니|좋|뭐|마음|시간|다행|영광|바)$"
)


def read(sentence: str, me: str, you: str | None) -> list[Said]:
    """What one sentence says; nothing that asks, reports or supposes."""
    plain = sentence.strip(" .!?…~")
    while (lead := _OPENER.match(plain)) is not None:
        plain = plain[lead.end() :]
    if not plain or "?" in sentence or is_question(sentence) or _UNREAL.search(plain):
        return []
    return list(_clauses(plain, me))


def _clauses(plain: str, me: str) -> Iterator[Said]:
    head = ""
    for clause in _cut(plain):
        clause = clause.strip(" ,")
        if (fixed := _fixed(clause, me)) is not None:
            yield fixed
            head = ""
            continue
        who, rest = _subject(clause, me)
        if who is None and (re.match(r"[^ ]+(?:은|는|이|가|도) ", clause) and _HAVE.search(clause) is None):
            head = ""
            continue
        head = who or head
        spoken = _spoken(plain, me)
        if spoken is None:
            return
        for relation, tail in _predicate(rest, stated=bool(head)):
            cleaned = _tail(tail, me)
            if cleaned and cleaned != me:
                yield Said(
                    head or me,
                    relation,
                    cleaned,
                    spoken if _I.match(plain) or _KIN.match(plain) else f"{topic(head or me)} {spoken}",
                )


def _cut(plain: str) -> Iterator[str]:
    """Clauses, each with the ending that links it."""
    start = 0
    for link in _MOVE_END.finditer(plain):
        yield plain[start : link.end()]
        start = link.end()
    yield plain[start:]


def _fixed(clause: str, me: str) -> Said | None:
    if best := _BEST.match(clause):
        tail = None if best["what"] == "것" or best["tail"] == "아니" else _tail(best["tail"], me)
        relation = topic(f"{best['most'] or ''}좋아하는 {best['what']}")
        return (
            Said(me, relation, tail, f"{_with(me, '이', '가')} {best['most'] or ''}좋아하는 {clause[best.start('what') :]}.")
            if tail
            else None
        )
    if own := _OWN.match(clause):
        tail = _tail(own["tail"], me)
        relation = topic(own["what"])
        return Said(me, relation, tail, f"{me}의 {clause[own.start('what') :]}.") if tail and tail != me else None
    if called := _CALLED.match(clause):
        return Said(me, "이름은", called["tail"], f"{me}의 이름은 {called['tail']}.") if called["tail"] != me else None
    return None


def _subject(clause: str, me: str) -> tuple[str | None, str]:
    """Whom a clause is about, if it says so, and the rest."""
    if own := _I.match(clause):
        if own[0] in ("내가", "제가") and re.search(r" [^ ]+[은는] ", clause[own.end() :]):
            return None, ""
        return me, clause[own.end() :].strip()
    if kin := _KIN.match(clause):
        return f"{me}의 {kin['kin']}{kin['name'] or ''}", clause[kin.end() :].strip()
    return None, clause


def _predicate(rest: str, *, stated: bool) -> Iterator[tuple[str, str]]:
    """Relation and tail of a clause. `stated`: its subject is known; without one, only what grammar or use gives to the speaker counts."""
    if _POINTS.search(rest) or _OTHERS.search(rest):
        return
    rest = re.sub(r"(?<=[가-힣])(고|지만|는데|은데|며) $", r"\1", rest).strip()
    if age := _AGE.search(rest):
        if stated:
            yield "나이는", age["tail"]
        return
    if allergy := re.search(r"(?P<tail>[^ ]+) (?:알레르기|알러지)(?:가|도)? (?P<verb>[^ ]+)$", rest):
        if _NO_CAUSE.fullmatch(allergy["tail"]) is None:
            yield f"알레르기가 {_plain(allergy['verb'])}", allergy["tail"]
        return
    if work := _AS.search(rest):
        if work["place"]:
            yield f"에서 {_plain(work['verb'])}", work["place"]
        yield f"로 {_plain(work['verb'])}", work["object"]
        return
    for form in (_OBJECT, _GOING, _HAVE):
        if (found := form.search(rest)) is not None and (
            stated or _WISH.search(found["verb"]) or form is not _HAVE and "키" in found["verb"]
        ):
            yield _of(form, found, rest)
            return
    if stated:
        yield from _being(rest)


_NO_CAUSE = re.compile(
    rf"심한|약한|가벼운|다른|여러|많은|없는|있는|좀|조금|약간|아무|아무런|특별한|별다른|어떤|무슨|이제|지금|(?:{_PEOPLE})(?:이|가|도)"
)
"""What may stand before an allergy and isn't its cause."""


def _of(form: re.Pattern[str], found: re.Match[str], rest: str) -> tuple[str, str]:
    before = rest[: found.start()]
    denied = " ".join(
        word
        for word in rest[found.end("object") : found.start("verb")].split()
        if word in ("안", "못", "더", "이상", "별로", "그다지")
    )
    verb = f"{denied} {_plain(found['verb'])}".strip()
    thing = found["object"]
    if form is _GOING:
        return f"{found['josa']} {verb}", _phrase(before, thing)
    return verb, _phrase(before, thing[:-1])


def _plain(verb: str) -> str:
    """A verb that links to the next clause, as it is named: 키우는데 is 키우다."""
    for ending, plain in _LINKED:
        if verb.endswith(ending):
            return verb.removesuffix(ending) + plain
    return verb


_LINKED = (("하는데", "하다"), ("는데", "다"), ("은데", "다"), ("지만", "다"), ("해서", "하다"), ("고", "다"), ("며", "다"))


def _phrase(before: str, last: str) -> str:
    """The noun with the words that belong to it: back to a particle, a time or an adverb; what one likes "doing" (것) with all of it."""
    words = before.split()
    kept = [last]
    while words:
        word = words.pop()
        counted = _COUNTER.search(kept[0]) is not None or len(kept) > 1 and _COUNTER.search(kept[1]) is not None
        if last != "것" and not counted and (_TIME.search(word) or (_PARTICLE.search(word) and not _MODIFIER.search(word))):
            break
        kept.insert(0, word)
    return " ".join(kept)


_COUNTER = re.compile(r"^(?:마리|명|개|대|권|채|잔|그루)$")
_PARTICLE = re.compile(r"(?:[은는이가을를에도고게면만서로지]|까지|부터|처럼|보다|랑|한테|하여|위해|대해|대한)$")


def _being(rest: str) -> Iterator[tuple[str, str]]:
    if origin := _ORIGIN.match(rest):
        yield "출신이다", origin["tail"]
        return
    found = _COPULA.match(rest)
    if found is None:
        return
    words = found["tail"].split()
    while words and _TIME.search(words[0]):
        words = words[1:]
    tail = " ".join(words)
    if tail and len(words) <= 4 and _NO_KIND.search(tail) is None and not re.search(r"(?:[을를]|으로|에서|에)(?: |$)", tail):
        yield "이다", tail


def _tail(text: str, me: str) -> str | None:
    text = re.sub(r"(?:^|(?<= ))(?:내|제|나의|저의)(?= )", f"{me}의", text.strip(" ,."))
    words = text.split()
    while words and _TIME.search(words[0]):
        words = words[1:]
    text = " ".join(words)
    if (
        not text
        or text in _EMPTY
        or words[-1] in ("적", "줄", "수", "리", "뻔")
        or len(words) > LONGEST_TAIL
        or _POINTS.search(text)
        or not re.search(r"\w|\ue000", text)
    ):
        return None
    return text


def _spoken(plain: str, me: str) -> str | None:
    """The sentence with its speaker named; None if somebody else in it isn't."""
    text = re.sub(r"(?:^|(?<=[ ,]))(?:나는|난|저는|전)(?= )", topic(me), plain)
    text = re.sub(r"(?:^|(?<=[ ,]))(?:내가|제가)(?= )", _with(me, "이", "가"), text)
    text = re.sub(r"(?:^|(?<=[ ,]))(?:나도|저도)(?= )", f"{me}도", text)
    text = re.sub(r"(?:^|(?<=[ ,]))(?:내|제|나의|저의|우리)(?= )", f"{me}의", text)
    return (
        None
        if re.search(r"(?:^| )(?:너|네|당신|나|저|그|그녀|우리)(?:는|은|가|를|을|의|도|에게|와|랑)?(?= |$)", text)
        else text + "."
    )


def topic(name: str) -> str:
    """A name with 은 or 는."""
    return _with(name, "은", "는")


def _with(name: str, closed: str, open_: str) -> str:
    """A name with the particle its last sound asks for; Latin letters are judged by whether they are vowels."""
    last = name[-1:]
    if "가" <= last <= "힣":
        return name + (closed if (ord(last) - 0xAC00) % 28 else open_)
    return name + (closed if last.lower() in "lmnbkpt" else open_)
