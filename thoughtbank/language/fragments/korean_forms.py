"""Korean verbs by their endings: what a word that closes a clause is called in a dictionary, and how the clause goes on.

Without a dictionary of stems: endings are taken off by their letters, and contractions undone by rule with short lists of what the rule can't know
(배워 is 배우다, 추워 is 춥다). Past tense stays as it is said, "먹었다"; a present becomes its dictionary form.

    ended("키우는데")  ->  Ended("키우다", "는데")      ended("배웠어요")  ->  Ended("배웠다", "")      ended("간호사예요")  ->  Ended("이다", "", noun="간호사")
"""

import re
import unicodedata
from typing import NamedTuple

from thoughtbank.language.triples.wordlist import listed

LETTERS = str.maketrans({"ㄴ": "\u11ab", "ㄹ": "\u11af", "ㅁ": "\u11b7", "ㅂ": "\u11b8", "ㅆ": "\u11bb"})
"""In patterns, a letter by itself closes the syllable before it."""


class Ended(NamedTuple):
    """A word that closes a clause. `plain`: its dictionary form, past tense kept. `link`: the ending that leads on, "" at the end of a sentence.
    `mood`: "plan" where the ending promises. `noun`: what a copula says. `asked`: it may be a command ("하세요", "먹어")."""

    plain: str
    link: str
    mood: str = ""
    noun: str = ""
    asked: bool = False

    @property
    def stem(self) -> str:
        return self.plain[:-1]

    @property
    def past(self) -> bool:
        return closes(self.stem, "ㅆ") and not self.stem.endswith(("있", "겠"))


def apart(text: str) -> str:
    """Syllables as their letters."""
    return unicodedata.normalize("NFD", text)


def whole(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def pattern(text: str) -> str:
    """A pattern over letters, written in syllables."""
    return apart(text.translate(LETTERS))


def closes(word: str, letter: str = "") -> bool:
    """Whether the last syllable ends in a consonant, or in this one."""
    last = ord(word[-1]) - 0xAC00 if word else -1
    if not 0 <= last < 11172:
        return False
    return apart(word)[-1] == letter.translate(LETTERS) if letter else last % 28 > 0


_FINAL = listed(
    "습니다 ㅂ니다 네요 네 지요 죠 지 거든요 거든 잖아요 잖아 는다 ㄴ다 다 고요 구요 는데요 은데요 ㄴ데요 답니다 더라고요 더라 다니까요"
)
_PLANNED = listed("ㄹ게요 을게요 ㄹ게 을게 ㄹ래요 을래요 ㄹ래 을래 려고요 으려고요 려구요 으려구요")
_UNSTATED = listed(
    "ㅂ시다 읍시다 자 아라 어라 여라 해라 십시오 으십시오 까요 까 나요 가요? 니 냐 ㄴ대요 는대요 대요 ㄴ대 는대 대 래요 이래요 래 으래 다며 다던데 라던데 ㄹ텐데 텐데 텐데요 ㄹ걸 군요 구나 군 도다 렴 려무나 세"
)
"""Commands, questions, reports and exclamations."""
_LINKS = listed("고 지만 는데 은데 ㄴ데 니까 으니까 며 으며 면서 으면서 느라 느라고")
_LOOSE = listed("면 으면 려고 으려고 러 으러 다가 자마자 거나 도록 더라도")
"""What leads on and states nothing: conditions, purposes, choices."""
_BEFORE_N = re.compile("^[\u1102\u1109\u11ab\u11b8]")


def _endings() -> list[tuple[str, str, str]]:
    rows = [(one, "", "") for one in _FINAL] + [(one, "", "plan") for one in _PLANNED] + [(one, "", "no") for one in _UNSTATED]
    rows += [(one, one, "") for one in _LINKS | _LOOSE]
    return sorted(((pattern(one), link, mood) for one, link, mood in rows), key=lambda row: -len(row[0]))


_ENDINGS = _endings()
_SHORT_LINKS = {"은데": "는데", "ㄴ데": "는데", "으니까": "니까", "으며": "며", "으면서": "면서", "느라": "느라고"}
_SHORT_LINKS |= {"으면": "면", "으려고": "려고", "으러": "러"}
_COPULA = re.compile(
    r"(?P<noun>.*?[^ ])(?:(?P<past>이?였|이었)(?P<after>\w*)"
    r"|(?P<end>이에요|이예요|예요|에요|입니다|이야|야|이다|이죠|이지요|이지|이거든요|이네요|이구요|이고요|이세요|인데요)"
    r"|(?P<link>이고|인데|이지만|이라서|이어서|이며|이니까|이면|이라))"
)
_COPULA_PAST = {"어요": "", "어": "", "습니다": "", "다": "", "죠": "", "지": "", "는데": "는데", "고": "고", "지만": "지만"}
_COPULA_LINKS = {"인데": "는데", "이라서": "서", "이어서": "서", "이라": "서"}
_NO_COPULA = re.compile(
    r"(?:.*(?:[아어해]야|[보쓰줄먹속높붙끓움직숙섞쌓모놓들하]였\w*|[보쓰줄먹속높붙끓섞쌓모놓]이\w*)|\w야야?)$"
)
"""Verbs that look like a noun with a copula: 보였다, 끓이다."""

_THING = {
    "겁니다": "",
    "거예요": "",
    "거에요": "",
    "거야": "",
    "거다": "",
    "거거든요": "",
    "거고": "고",
    "건데": "는데",
    "거라서": "서",
    "거라": "서",
}
"""것 with its copula, run together."""

_DROPPED = {
    "사": "살",
    "만드": "만들",
    "아": "알",
    "노": "놀",
    "파": "팔",
    "여": "열",
    "드": "들",
    "거": "걸",
    "힘드": "힘들",
    "머": "멀",
    "우": "울",
}
_DROPPED |= {"기": "길", "모르": "모르", "줄어드": "줄어들", "모": "몰", "떠드": "떠들", "잠드": "잠들", "시드": "시들"}
"""Stems in ㄹ as they are before ㄴ, ㅂ and ㅅ."""
_WU = listed("배 키 싸 피 비 지 태 세 깨 채 외 치 재 메 끼 데 때 다투 가두 감추 갖추 맞추 멈추")
"""What stands before 우 in verbs whose -워 is no ㅂ (배우다, 피우다); behind all else -워 is (추워: 춥다)."""
_EU = {
    "파": "프",
    "빠": "쁘",
    "뻐": "쁘",
    "퍼": "프",
    "커": "크",
    "써": "쓰",
    "꺼": "끄",
    "떠": "뜨",
    "터": "트",
    "모아": "모으",
    "가": "가",
}
_EU_WORDS = listed("아파 고파 바빠 나빠 예뻐 기뻐 이뻐 슬퍼 커 써 꺼 떠 터")
_WORDS = {
    "들어": "듣", "걸어": "걷", "물어": "묻", "나아": "낫", "지어": "짓", "도와": "돕", "고와": "곱", "모아": "모으", "따라": "따르", "들러": "들르",
    "아니에": "아니", "아니야": "아니", "아녜": "아니", "아니": "아니", "그래": "그렇", "켜": "켜", "펴": "펴", "깨달아": "깨닫", "이래": "이렇",
}  # fmt: skip
_REDUCED = {"ᅪ": "ᅩ", "ᅯ": "ᅮ", "ᅫ": "ᅬ", "ᅧ": "ᅵ"}


def stem(said: str) -> str:
    """The stem of a form in -아/-어: 마셔 -> 마시, 추워 -> 춥, 몰라 -> 모르, 했어 -> 했. "" where it is none."""
    if said in _WORDS:
        return _WORDS[said]
    if not said or not ("가" <= said[-1] <= "힣"):
        return ""
    head, last = said[:-1], said[-1]
    if last == "해":
        return head + "하"
    if last in "아어여" and head:
        return head + "이" if last == "여" else head
    if any(said.endswith(one) for one in _EU_WORDS if len(one) > 1) or said in _EU_WORDS:
        return head + _EU[last]
    if last in "라러" and closes(head, "ㄹ"):
        return whole(apart(head)[:-1]) + "르"
    if last == "워":
        return head + "우" if head.endswith(tuple(_WU)) else whole(apart(head) + "\u11b8")
    letters = apart(last)
    if len(letters) != 2:
        return ""
    if letters[1] in _REDUCED:
        return head + whole(letters[0] + _REDUCED[letters[1]])
    return said if letters[1] in "ᅡᅥᅢᅦ" else ""


def ended(word: str) -> Ended | None:
    """How a word closes its clause; None where it doesn't. What asks, commands or reports has the mood "no"."""
    if word in _THING:
        return Ended("이다", _THING[word], noun="거")
    if word.startswith("아니") and (found := _denied(word)) is not None:
        return found
    if (
        (copula := _COPULA.fullmatch(word)) is not None
        and not _NO_COPULA.match(word)
        and (found := _copula(copula)) is not None
    ):
        return found
    if (because := re.fullmatch(r"(?P<noun>\S{2,})라서", word)) and not closes(because["noun"]):
        return Ended("이다", "서", noun=because["noun"])
    if word.endswith("세요"):
        return Ended(_restored(word[:-2]) + "시다", "", asked=True)
    letters = apart(word)
    for ending, link, mood in _ENDINGS:
        if letters.endswith(ending) and len(letters) > len(ending):
            base = whole(letters[: -len(ending)])
            if link == "며" and closes(base) and not base.endswith(("있", "없", "ㅆ")):
                continue
            restored = _restored(base) if _BEFORE_N.match(ending) else base
            return Ended(_regular(restored) + "다", _SHORT_LINKS.get(link, link), mood)
    return _infinitive(word)


def _denied(word: str) -> Ended | None:
    links = {
        "아니고": "고",
        "아니라": "고",
        "아니지만": "지만",
        "아닌데": "는데",
        "아니라서": "서",
        "아니어서": "서",
        "아니면": "면",
    }
    if word in links:
        return Ended("아니다", links[word])
    if re.fullmatch(r"아니(?:에요|예요|야|다|죠|지|지요|거든요|네요)|아닙니다|아녜요", word):
        return Ended("아니다", "")
    past = re.fullmatch(r"아니(?:었|였)(\w+)", word)
    return Ended("아니었다", _COPULA_PAST[past[1]]) if past and past[1] in _COPULA_PAST else None


def _copula(found: re.Match[str]) -> Ended | None:
    noun, link = found["noun"], found["link"] or ""
    if found["past"]:
        link = _COPULA_PAST.get(found["after"], "?")
        return Ended("이었다" if closes(noun) else "였다", link, noun=noun) if link != "?" else None
    if found["end"] in ("에요", "야", "예요") and closes(noun):
        return None
    return Ended("이다", _COPULA_LINKS.get(link, link), noun=noun)


def _infinitive(word: str) -> Ended | None:
    for tail, link in (("서", "서"), ("도", "도"), ("야", "야"), ("요", ""), ("", "")):
        if word.endswith(tail) and (base := stem(word.removesuffix(tail) if tail else word)):
            return Ended(base + "다", link, asked=not link and not closes(base, "ㅆ") and tail == "")
    return None


def _restored(base: str) -> str:
    return _DROPPED.get(base, base)


def _regular(base: str) -> str:
    """춥 of 추우(니까), 어려우(면)."""
    if base.endswith("우") and len(base) > 1 and not base[:-1].endswith(tuple(_WU)) and not closes(base[:-1]):
        return whole(apart(base[:-1]) + "\u11b8") if base not in ("주", "바꾸", "나누", "꾸", "두") else base
    return base


def past(base: str) -> str:
    """The past stem: 하 -> 했, 가 -> 갔, 마시 -> 마셨, 춥 -> 추웠, 모르 -> 몰랐."""
    head, last = base[:-1], base[-1:]
    letters = apart(last)
    if last == "하":
        return head + "했"
    if last == "르" and head:
        return whole(apart(head) + "\u11af") + ("랐" if apart(head)[1:2] and apart(head)[-1] in "ᅡᅩ" else "렀")
    if closes(base, "ㅂ") and base not in ("입", "잡", "씹", "뽑", "업", "좁"):
        return head + whole(letters[:2]) + "웠"
    if closes(base):
        return base + ("았" if letters[1:2] and letters[1] in "ᅡᅩ" else "었")
    if len(letters) != 2:
        return base + "었"
    if letters[1] == "ᅳ":
        bright = bool(head) and apart(head)[-1] in "ᅡᅩ"
        return head + whole(letters[0] + ("ᅡ" if bright else "ᅥ") + "\u11bb")
    joined = {"ᅵ": "ᅧ", "ᅩ": "ᅪ", "ᅮ": "ᅯ", "ᅬ": "ᅫ"}.get(letters[1], letters[1])
    return head + whole(letters[0] + joined + "\u11bb")


def stated(plain: str, adjective: bool) -> str:
    """As a sentence ends: 키우다 -> 키운다, 먹다 -> 먹는다, 살다 -> 산다; adjectives and past tense stay."""
    base = plain[:-1]
    if (
        adjective
        or closes(base, "ㅆ")
        or base == "이"
        or base.endswith(("없", "아니", "싶", "같", "정이", "획이", "각이", "것이", "편이", "중이"))
    ):
        return plain
    letters = apart(base)
    if not closes(base):
        return whole(letters + "\u11ab") + "다"
    return whole(letters[:-1] + "\u11ab") + "다" if closes(base, "ㄹ") else base + "는다"
