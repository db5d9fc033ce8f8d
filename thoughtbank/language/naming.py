"""Propositions that name somebody: which two arguments are one by them, in four languages.

    is called(Ana's sister; Lina)           ->  "lina" is the name of "ana's sister"
    is(Ana's sister's name; Lina)           ->  the same
    has sister(Ana; Mia), "my sister Mia"   ->  "mia" is the name of "ana's sister"
    is short for(Bob; Robert)               ->  "bob" is a nickname of "robert"

Facts only: what is denied, past, possible, planned or asked names nobody. Closed lists of predicates decide, so that "I am Dutch" and 我妈叫我回家 name nobody
either; "I'm Ana" is left out for that reason, "my name is Ana" isn't.
Checked in tests/language/test_aliases.py.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from thoughtbank.language.arguments import argument_key
from thoughtbank.language.kin import NAMED, SEVERAL, described
from thoughtbank.language.proposition import Argument, Mood

LinkKind = Literal["name", "nickname", "given", "among"]
"""name: what somebody is called, of whom one may be meant. nickname: another form of a name, of which a person may have several. given: a person said so.
among: the name of one of whom there may be several, a friend; it joins nothing, but tells them from another of that name."""


class Naming(NamedTuple):
    """Two keys that are one: what is said, and whom it means."""

    key: str
    means: str
    kind: LinkKind


LONGEST = 40
"""Characters of a name at most. Chosen: longer ones are clauses."""
_NAMES = frozenset((
    "is called", "is named", "is now called", "goes by the name of", "名叫", "叫", "叫做", "叫作", "名字叫", "名字是", "名字叫做", "全名叫", "全名是", "이름이다", "이름은", "tên là", "tên", "có tên là",
    "có tên", "tên thật là", "tên đầy đủ là",
))  # fmt: skip
_NICKNAMES = frozenset((
    "goes by", "is nicknamed", "is also called", "is known as", "is also known as", "is called for short", "小名叫", "外号叫", "绰号叫", "昵称叫", "小名是", "外号是", "昵称是", "又叫", "也叫", "被称为",
    "被叫做", "별명이다", "được gọi là", "hay được gọi là", "thường được gọi là", "còn gọi là", "còn được gọi là", "tên ở nhà là", "biệt danh là",
))  # fmt: skip
_SHORT = frozenset((
    "is short for", "is a short form of", "is a nickname for", "is a nickname of", "is the nickname of", "is the short form of", "is a diminutive of", "是…的简称", "là tên gọi tắt của",
    "là tên ở nhà của", "là biệt danh của",
))  # fmt: skip
"""The nickname stands first."""
_CALLING = frozenset((
    "call", "calls", "called", "nickname", "nicknames", "nicknamed", "叫", "称", "称呼", "管…叫", "부르다", "부른다", "gọi", "gọi là", "hay gọi", "hay gọi là", "thường gọi", "thường gọi là",
))  # fmt: skip
_GIVING = frozenset(("name", "names", "named", "取名", "起名", "đặt tên", "đặt tên là", "짓다"))
"""Who calls or names, whom, and what: three arguments."""
_IS = frozenset(("is", "是", "叫", "叫做", "为", "이다", "là"))
_NAME_WORDS = frozenset((
    "name", "first name", "given name", "full name", "real name", "名字", "姓名", "全名", "大名", "真名", "이름", "성함", "본명", "tên", "tên thật", "tên đầy đủ",
))  # fmt: skip
_NICK_WORDS = frozenset((
    "nickname", "pet name", "nick", "外号", "绰号", "小名", "昵称", "乳名", "英文名", "별명", "애칭", "biệt danh", "tên ở nhà", "tên thân mật",
))  # fmt: skip
_KOREAN_NAME = re.compile(r"(?P<owner>.+?)(?:의)? (?P<word>이름|성함|본명|별명|애칭)")
_HAS = re.compile(r"has (?:an? )?(?P<word>.+)")
_SEVERAL = re.compile(r"[,;，；、/&]| and | or |和|或| và | hoặc |[가-힣](?:와|과|랑) ")
_HAN_NAME = re.compile(r"[\u3400-\u9fff·]{1,6}")
_BIDDING = re.compile(
    "^(?:去|再|先|一起|小心|注意|加油|等|坐|站|停|休息|冷静|努力|放弃|道歉|闭嘴|来..)|回家|回去|回来|过去|过来|出去|出来|进来|起床|吃饭|睡觉|帮忙|上学|上班|快点|不要|别|买|给"
)
"""What somebody is told to do, not what they are called: 我妈叫我回家."""
_PLURAL = re.compile(
    r"(?:everyone|everybody|people|they|we|all|friends|大家|人们|他们|사람들|모두|mọi người|họ)|.*\b(?:friends|parents|sisters|brothers|kids|children|sons|daughters)|.*们|.*들"
)
_PRONOUNS = frozenset(
    [
        "i",
        "me",
        "you",
        "he",
        "him",
        "she",
        "her",
        "it",
        "they",
        "them",
        "we",
        "us",
        "who",
        "this",
        "that",
        "one",
        "mine",
        "我",
        "你",
        "他",
        "她",
        "它",
        "谁",
        "自己",
        "나",
        "저",
        "너",
        "그",
        "그녀",
        "누구",
        "tôi",
        "bạn",
        "anh",
        "chị",
        "nó",
        "ai",
    ]
)


SPEAKING = frozenset(
    ["i", "me", "we", "us", "you", "我", "我们", "你", "你们", "您", "나", "저", "우리", "너", "tôi", "chúng", "tôi"]
)
"""Keys that are whoever speaks or is spoken to: names of nobody. (Anh is a name too.)"""


def naming(predicate: str, arguments: Sequence[Argument], mood: Mood = "fact", negative: bool = False) -> Naming | None:
    """Which two keys a proposition links, None if any."""
    if negative or mood not in ("fact", "habit"):
        return None
    own = [one.text for one in arguments if not one.role]
    if len(own) < len(arguments):  # at a time, at a place, for somebody: not what one is called
        return None
    return next((one for one in _read(" ".join(predicate.split()).lower(), own, mood) if _sound(one)), None)


def _read(predicate: str, own: Sequence[str], mood: Mood) -> Iterator[Naming]:
    """What the words may link, names not yet looked at."""
    keys = [argument_key(text) for text in own]
    if len(own) == 3 and predicate in _CALLING | _GIVING and _is_name(own[2]):
        yield Naming(keys[2], keys[1], "name" if predicate in _GIVING else "nickname")
    if len(own) != 2:
        return
    if mood == "habit":  # called so again and again
        if predicate in _NICKNAMES and _is_name(own[1]):
            yield Naming(keys[1], keys[0], "nickname")
        return
    if predicate in _IS:
        for name, of in ((1, 0), (0, 1)):
            owner, word = _owned(keys[of])
            kind: LinkKind | None = "name" if word in _NAME_WORDS else "nickname" if word in _NICK_WORDS else None
            if kind is not None and _is_name(own[name]):
                yield Naming(keys[name], owner, kind)
    if predicate in _SHORT and _is_name(own[0]) and _is_name(own[1]):
        yield Naming(keys[0], keys[1], "nickname")
    if not _is_name(own[1]):
        return
    if predicate in _NAMES | _NICKNAMES and keys[0] not in _PRONOUNS and _owned(keys[0])[1] not in _NAME_WORDS | _NICK_WORDS:
        yield Naming(keys[1], keys[0], "name" if predicate in _NAMES else "nickname")
    if (found := _HAS.fullmatch(predicate)) and found["word"] in NAMED | SEVERAL:
        yield Naming(keys[1], f"{keys[0]}'s {found['word']}", "name" if found["word"] in NAMED else "among")


def _owned(key: str) -> tuple[str, str]:
    """Whose name or nickname a key speaks of, and by which word; blanks where it doesn't."""
    if found := _KOREAN_NAME.fullmatch(key):
        return found["owner"], found["word"]
    return described(key) or ("", "")


def _is_name(text: str) -> bool:
    """Whether a text can be a name, as it is written: short, no list, of scripts with capitals in capitals, Chinese of six signs at most."""
    if len(text) > LONGEST or _SEVERAL.search(text) or not any(map(str.isalpha, text)) or described(argument_key(text)):
        return False
    if "\u3400" <= text[0] <= "\u9fff":
        return _HAN_NAME.fullmatch(text) is not None and not _BIDDING.search(text)
    if "가" <= text[0] <= "힣":
        return len(text.split()) <= 3
    return text[0].isupper() and len(text.split()) <= 5


def _sound(one: Naming) -> bool:
    """Whether a link joins two different single ones, neither of whom is only pointed at."""
    if not one.key or not one.means or one.key == one.means or {one.key, one.means} & _PRONOUNS:
        return False
    owner = described(one.means)
    told = (
        "\u3400" <= one.key[0] <= "\u9fff"
        and len(one.key) > 2
        and (one.means in one.key or (owner is not None and owner.owner in one.key))
    )
    return not told and not _PLURAL.fullmatch(one.means)
