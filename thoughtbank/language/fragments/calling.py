"""Sentences in which everybody calls somebody something: "Everyone calls Robert Bob", 大家都叫我小安, 사람들은 로버트를 밥이라고 불러요, "Mọi người gọi Robert là Bob".

Who calls doesn't matter, so that the general rules, which want somebody who does something, have no proposition of them, or a wrong one. Whole sentences of a
closed form only; a question ("what does everyone call Robert?") has none of them. Vietnamese names with the word first ("Tên của mẹ tôi là Lan") are read here too.
"""

import re

from thoughtbank.language.fragments.said import Argument, Fragment, Speaking
from thoughtbank.language.naming import naming

_END = r"\s*[.!。！~]*"
_EN_NAME = r"(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun|To)day\b|Tomorrow|Tonight|Later|Back|Now|When|If|After|Before)[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)?"
_EN_WHOM = r"me|(?:my|our) [a-z]+(?: [a-z]+)?|[A-Z][\w’-]*(?:'s [a-z]+)?"
_ENGLISH = (
    re.compile(
        rf"(?:everyone|everybody|people|we all|they all|they|all my friends|my friends|my family|friends)(?: just| always| usually| all)? calls? (?P<whom>(?-i:{_EN_WHOM})) (?P<name>(?-i:{_EN_NAME})){_END}",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:please |just |you can |everyone can )?call (?P<whom>me) (?P<name>(?-i:{_EN_NAME})){_END}", re.IGNORECASE),
    re.compile(
        rf"(?P<whom>{_EN_NAME}|[Mm]y [a-z]+(?: [a-z]+)?) is (?:also|better|usually) (?:known as|called) (?P<name>{_EN_NAME}){_END}"
    ),
)
_HAN = r"[\u3400-\u9fff]"
_ALL = "(?:大家|大伙儿?|人们|朋友们?|同事们?|同学们?|家人|家里人|别人|我们)"
_CHINESE = (
    re.compile(rf"(?P<whom>{_HAN}{{2,4}})[，,]{_ALL}(?:都|常常?|一般|平时)*(?:叫|喊|称呼?)[她他](?P<name>{_HAN}{{2,4}}){_END}"),
    re.compile(rf"{_ALL}(?:都|常常?|一般|平时)*(?:叫|喊|称呼?)(?P<whom>我)(?P<name>{_HAN}{{2,4}}){_END}"),
    re.compile(rf"(?:{_ALL})?(?:都|常常?|一般|平时)*管(?P<whom>我?{_HAN}{{1,6}}?)叫(?P<name>{_HAN}{{2,4}}){_END}"),
)
_KOREAN = re.compile(
    r"(?:사람들|친구들|모두|다들|가족들|동료들)(?:은|는|이|가|도)? ?(?:모두 |다 |항상 |보통 )?(?P<whom>(?:제 |내 |우리 )?[가-힣]{1,8}?)(?P<mark>를|을) (?P<name>[가-힣]{1,8}?)(?P<said>이라고|라고) "
    rf"(?:불러요?|부릅니다|부른다|부르죠|부르지|불러줘요?){_END}"
)
_VI_NAME = r"[A-ZÀ-ỸĐ]\w*(?: [A-ZÀ-ỸĐ]\w*){0,2}"
_VI_WHOM = rf"tôi|mình|[a-zà-ỹđ]+(?: [a-zà-ỹđ]+)? (?:của )?(?:tôi|mình)|{_VI_NAME}"
_VIETNAMESE = (
    re.compile(
        rf"(?:mọi người|bạn bè|cả nhà|người ta|ai cũng|tất cả)(?: đều| thường| hay| vẫn)* gọi (?P<whom>(?-i:{_VI_WHOM})) là (?P<name>(?-i:{_VI_NAME})){_END}",
        re.IGNORECASE,
    ),
)
_VI_WORD = re.compile(
    rf"(?P<word>tên thật|tên ở nhà|biệt danh|tên) của (?P<whom>(?-i:{_VI_WHOM})) là (?P<name>(?-i:{_VI_NAME})){_END}",
    re.IGNORECASE,
)
_WHOLE_KIN = {"妈": "妈妈", "爸": "爸爸", "哥": "哥哥", "弟": "弟弟", "姐": "姐姐", "妹": "妹妹", "爷": "爷爷", "奶": "奶奶"}


def called(sentence: str, tongue: str, speaking: Speaking) -> Fragment | None:
    """What such a sentence says; None of any other."""
    read = {"en": _english, "zh": _chinese, "ko": _korean, "vi": _vietnamese}.get(tongue)
    found = read(sentence, speaking.me) if read is not None else None
    return found if found is not None and naming(found.predicate, found.arguments) is not None else None


def _english(sentence: str, me: str) -> Fragment | None:
    if (found := _first(_ENGLISH, sentence)) is None:
        return None
    whom = found["whom"]
    first, _, rest = whom.partition(" ")
    if first.lower() in ("my", "our"):
        whom = f"{me}'s {rest}"
    return _fragment("is also called", me if whom.lower() == "me" else whom, found["name"], "{0} is also called {1}.")


def _chinese(sentence: str, me: str) -> Fragment | None:
    if (found := _first(_CHINESE, sentence)) is None:
        return None
    whom = found["whom"]
    if whom.startswith("我") and len(whom) > 1:
        rest = whom[1:].removeprefix("的")
        whom = f"{me}的{_WHOLE_KIN.get(rest, rest)}"
    return _fragment("也叫", me if whom == "我" else whom, found["name"], "{0}也叫{1}。")


def _korean(sentence: str, me: str) -> Fragment | None:
    found = _KOREAN.fullmatch(sentence)
    if (
        found is None
        or _closes(found["name"]) != (found["said"] == "이라고")
        or _closes(found["whom"]) != (found["mark"] == "을")
    ):
        return None
    first, _, rest = found["whom"].rpartition(" ")
    whom = f"{me}의 {rest}" if first else me if rest in ("저", "나") else rest
    name = found["name"]
    ending = "이다" if _closes(name) else "다"
    head = f"{whom}의 별명"
    return Fragment("이다", (Argument(head), Argument(name)), f"{head}은 {name}{ending}.")


def _vietnamese(sentence: str, me: str) -> Fragment | None:
    word = _VI_WORD.fullmatch(sentence)
    found = word or _first(_VIETNAMESE, sentence)
    if found is None:
        return None
    whom = found["whom"]
    if whom in ("tôi", "mình"):
        whom = me
    elif whom.endswith((" tôi", " mình")):
        whom = f"{whom.rpartition(' ')[0].removesuffix(' của')} của {me}"
    if word is None:
        return _fragment("còn gọi là", whom, found["name"], "{0} còn gọi là {1}.")
    return _fragment("là", f"{word['word'].lower()} của {whom}", found["name"], "{0} là {1}.")


def _first(forms: tuple[re.Pattern[str], ...], sentence: str) -> re.Match[str] | None:
    return next((found for form in forms if (found := form.fullmatch(sentence)) is not None), None)


def _fragment(predicate: str, whom: str, name: str, text: str) -> Fragment:
    said = text.format(whom, name)
    return Fragment(predicate, (Argument(whom), Argument(name)), f"{said[0].upper()}{said[1:]}")


def _closes(word: str) -> bool:
    """Whether a Korean word ends in a consonant."""
    return (ord(word[-1]) - 0xAC00) % 28 != 0
