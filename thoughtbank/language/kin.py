"""Descriptions of a person by another, and the words of kin that are one person: "ana's mum" is "ana's mother", 安娜的妈妈 is the same.

A description is an owner and a word ("ana", "sister"), read off the key of an argument in four languages. The closed table holds only kin of whom a
person has one: a sister, a friend, an uncle may be several, so that two words for them stay two.
Checked in tests/language/test_aliases.py.
"""

import re
from functools import lru_cache
from typing import NamedTuple


class Described(NamedTuple):
    """Somebody or something by whose it is."""

    owner: str
    word: str


_OWNED = (
    re.compile(r"(?P<owner>.+)['’]s (?P<word>\S.*)|(?P<owner2>.+s)['’] (?P<word2>\S.*)"),
    re.compile(r"(?P<owner>.+[\u3400-\u9fffa-z0-9])的(?P<word>[\u3400-\u9fff]{1,8})"),
    re.compile(r"(?P<owner>.+)의 (?P<word>\S.*)"),
    re.compile(r"(?P<word>.+?) của (?P<owner>.+)"),
)
"""English and Korean take the last owner, as Chinese does; Vietnamese the first: mẹ của em gái của an."""

_ONE = {
    "mother": "mother mum mom mommy mummy mama mam 妈 妈妈 媽 媽媽 母亲 母親 老妈 妈咪 阿妈 엄마 어머니 어머님 모친 mẹ má mẹ_ruột mẹ_đẻ bầm",
    "father": "father dad daddy papa 爸 爸爸 父亲 父親 老爸 爹 阿爸 아빠 아버지 아버님 부친 bố ba cha tía bố_ruột bố_đẻ",
    "husband": "husband hubby 老公 丈夫 남편 chồng",
    "wife": "wife 老婆 妻子 太太 아내 와이프 vợ",
    "grandmother": "grandmother grandma granny nan nana 할머니",
    "grandfather": "grandfather grandpa granddad 할아버지",
    "father's mother": "奶奶 祖母 친할머니 bà_nội",
    "father's father": "爷爷 爺爺 祖父 친할아버지 ông_nội",
    "mother's mother": "外婆 姥姥 外祖母 외할머니 bà_ngoại",
    "mother's father": "外公 姥爷 外祖父 외할아버지 ông_ngoại",
}
"""What tells grandparents of both sides apart stays apart: "grandmother" and 할머니 leave it open."""
KIN = {word.replace("_", " "): kin for kin, words in _ONE.items() for word in words.split()}

_MANY = (
    "sister brother daughter son child baby cousin aunt uncle niece nephew twin stepmother stepfather stepsister stepbrother mother-in-law father-in-law "
    "partner boyfriend girlfriend fiance fiancé fiancee fiancée boss best_friend dog cat puppy kitten pet"
)
NAMED = frozenset(word.replace("_", " ") for word in _MANY.split()) | {word for word in KIN if word.isascii()}
"""Words of "my sister Mia" in English that say who Mia is. Not "friend" or "colleague": one is named, many are meant."""
SEVERAL = frozenset(
    [
        "friend",
        "colleague",
        "coworker",
        "co-worker",
        "workmate",
        "roommate",
        "flatmate",
        "housemate",
        "neighbour",
        "neighbor",
        "classmate",
        "schoolmate",
        "teammate",
        "teacher",
        "coach",
    ]
)
"""Words of "my colleague Mia" that tell this Mia from another. Chosen: who they are to somebody excludes being kin of theirs in most cases."""


_SENSE = re.compile(r"[^()]+ \((?P<means>.+)\)")


@lru_cache(maxsize=65_536)
def described(key: str) -> Described | None:
    """The owner and the word of a key; None for what isn't described so. What has no such form is looked at once by each of four patterns.

    A name with whom it means in brackets, "mia (ana's sister)" as `language.senses` writes it, is no description.
    """
    if key.endswith(")") and (sense := _SENSE.fullmatch(key)) is not None and described(sense["means"]) is not None:
        return None
    for form in _OWNED:
        if found := form.fullmatch(key):
            parts = found.groupdict()
            owner, word = parts["owner"] or parts.get("owner2"), parts["word"] or parts.get("word2")
            if owner and word:
                return Described(owner, word)
    return None


def depth(key: str) -> int:
    """Owners that a key names: 0 of "mia", 2 of "ana's sister's dog"."""
    count = 0
    while (found := described(key)) is not None:
        count, key = count + 1, found.owner
    return count
