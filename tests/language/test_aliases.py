"""Who is who: what propositions name somebody, and what follows from all of them together."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.language.aliases import known
from thoughtbank.language.fragments import fragments
from thoughtbank.language.kin import depth, described
from thoughtbank.language.naming import Naming, naming
from thoughtbank.language.proposition import Argument, Mood
from thoughtbank.providers.parsers import installed


def named(predicate: str, *arguments: str, mood: Mood = "fact", negative: bool = False) -> tuple[str, ...] | None:
    found = naming(predicate, [Argument(one) for one in arguments], mood, negative)
    return None if found is None else tuple(found)


@pytest.mark.parametrize(
    ("predicate", "arguments", "expected"),
    [
        ("is called", ("Ana's sister", "Lina"), ("lina", "ana's sister", "name")),
        ("is", ("Ana's sister's name", "Lina"), ("lina", "ana's sister", "name")),
        ("has sister", ("Ana", "Mia"), ("mia", "ana's sister", "name")),
        ("named", ("Ana", "Ana's cat", "Miso"), ("miso", "ana's cat", "name")),
        ("is short for", ("Bob", "Robert"), ("bob", "robert", "nickname")),
        ("is", ("Bob", "Robert's nickname"), ("bob", "robert", "nickname")),
        ("call", ("Ana's friends", "Ana", "Nan"), ("nan", "ana", "nickname")),
        ("is", ("user42's name", "Ana"), ("ana", "user42", "name")),
        ("叫", ("安娜的妈妈", "李梅"), ("李梅", "安娜的妈妈", "name")),
        ("是", ("李梅的外号", "梅姐"), ("梅姐", "李梅", "nickname")),
        ("叫", ("安娜的妹妹的小名", "妞妞"), ("妞妞", "安娜的妹妹", "nickname")),
        ("이다", ("안나의 여동생 이름", "리나"), ("리나", "안나의 여동생", "name")),
        ("이름이다", ("user42", "안나"), ("안나", "user42", "name")),
        ("이다", ("로버트의 별명", "밥"), ("밥", "로버트", "nickname")),
        ("tên là", ("mẹ của An", "Lan"), ("lan", "mẹ của an", "name")),
        ("là", ("tên của user42", "An"), ("an", "user42", "name")),
        ("được gọi là", ("Robert", "Bob"), ("bob", "robert", "nickname")),
    ],
)
def test_a_proposition_that_names_links_two_keys(
    predicate: str, arguments: Sequence[str], expected: tuple[str, str, str]
) -> None:
    assert named(predicate, *arguments) == expected


@pytest.mark.parametrize(
    ("predicate", "arguments"),
    [
        ("is not called", ("Ana's sister", "Lina")),
        ("used to be called", ("Ana's sister", "Lina")),
        ("is called", ("Ana's sister", "a genius")),
        ("is called", ("Ana's sisters", "Lina and Mia")),
        ("is called", ("Ana's sisters", "Lina")),
        ("is", ("Ana", "Dutch")),
        ("is", ("Ana's sister", "Dutch")),
        ("has boat", ("Ana", "Lou")),
        ("is called", ("she", "Lina")),
        ("is called", ("Lina", "Lina")),
        ("叫", ("安娜的妈妈", "安娜回家")),
        ("叫", ("安娜的妈妈", "弟弟回家")),
        ("不叫", ("安娜的妈妈", "李梅")),
        ("이름이다", ("사람들", "밥이")),
        ("tên là", ("mọi người", "Lan")),
    ],
)
def test_what_names_nobody_links_nothing(predicate: str, arguments: Sequence[str]) -> None:
    assert named(predicate, *arguments) is None


def test_only_facts_name() -> None:
    sister = ("Ana's sister", "Lina")
    assert named("is called", *sister) is not None
    for mood in ("past", "possible", "plan", "habit"):
        assert named("is called", *sister, mood=mood) is None
    assert named("is called", *sister, negative=True) is None
    stage = [*map(Argument, sister), Argument("school", "place")]
    assert naming("is called", stage) is None


SENTENCES = [
    ("My sister is called Lina.", "Ana", ("lina", "ana's sister")),
    ("My name is Ana.", "user42", ("ana", "user42")),
    ("My sister Mia moved to Rotterdam.", "Ana", ("mia", "ana's sister")),
    ("我妈叫李梅。", "安娜", ("李梅", "安娜的妈")),
    ("我叫安娜。", "user42", ("安娜", "user42")),
    ("제 여동생 이름은 리나예요.", "안나", ("리나", "안나의 여동생")),
    ("저는 안나라고 해요.", "user42", ("안나", "user42")),
    ("Mẹ tôi tên là Lan.", "An", ("lan", "mẹ của an")),
    ("Everyone calls Robert Bob.", "Ana", ("bob", "robert")),
    ("My friends call me Nan!", "Ana", ("nan", "ana")),
    ("Everyone calls my grandma Bibi.", "Ana", ("bibi", "ana's grandma")),
    ("李梅，大家都叫她梅姐。", "安娜", ("梅姐", "李梅")),
    ("大家都叫我小安。", "安娜", ("小安", "安娜")),
    ("我们都管我妈叫梅姐。", "安娜", ("梅姐", "安娜的妈妈")),
    ("사람들은 로버트를 밥이라고 불러요.", "안나", ("밥", "로버트")),
    ("친구들은 저를 나나라고 불러요.", "안나", ("나나", "안나")),
    ("Mọi người gọi Robert là Bob.", "An", ("bob", "robert")),
    ("Mọi người đều gọi tôi là Bi.", "An", ("bi", "an")),
    ("Tên của mẹ tôi là Lan.", "An", ("lan", "mẹ của an")),
    ("Everyone calls Robert every day.", "Ana", None),
    ("Call me Monday.", "Ana", None),
    ("What does everyone call Robert?", "Ana", None),
    ("大家都叫我回家。", "安娜", None),
    ("大家都叫我去吃饭。", "安娜", None),
    ("Is my sister called Lina?", "Ana", None),
    ("我妈不叫李梅。", "安娜", None),
    ("엄마 이름은 이미자가 아니에요.", "안나", None),
    ("Mẹ tôi không phải tên là Lan.", "An", None),
]


@pytest.mark.parametrize(("text", "me", "expected"), SENTENCES)
def test_sentences_name_in_four_languages_without_a_parser(text: str, me: str, expected: tuple[str, str] | None) -> None:
    found = [naming(one.predicate, one.arguments, one.mood, one.negative) for one in fragments(text, me=me)]
    assert [one[:2] for one in found if one] == ([] if expected is None else [expected])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bob is short for Robert.", ("bob", "robert")),
        ("My sister's name is Lina.", ("lina", "ana's sister")),
        ("Robert goes by Bob.", ("bob", "robert")),
    ],
)
def test_a_parser_reads_more_of_them(text: str, expected: tuple[str, str]) -> None:
    found = [naming(one.predicate, one.arguments) for one in fragments(text, me="Ana", parsers=installed())]
    assert [one[:2] for one in found if one] == [expected]


@pytest.mark.parametrize(
    ("key", "owner", "word"),
    [
        ("ana's sister", "ana", "sister"),
        ("ana's sister's dog", "ana's sister", "dog"),
        ("james' boss", "james", "boss"),
        ("安娜的妹妹的狗", "安娜的妹妹", "狗"),
        ("안나의 여동생", "안나", "여동생"),
        ("mẹ của em gái của an", "em gái của an", "mẹ"),
    ],
)
def test_a_description_is_an_owner_and_a_word(key: str, owner: str, word: str) -> None:
    assert described(key) == (owner, word)


def test_what_is_no_description_has_no_owner() -> None:
    assert [described(key) for key in ("mia", "李梅", "", "'s sister", "sister", "rock 'n' roll")] == [None] * 6
    assert depth("mia") == 0 and depth("ana's sister's dog") == 2


SISTER, DAUGHTER = Naming("mia", "ana's sister", "name"), Naming("mia", "ben's daughter", "name")


def test_words_of_one_kin_are_one_and_of_several_are_not() -> None:
    keys = ["ana's mum", "ana's mother", "mẹ của ana", "ana의 엄마", "ana的妈妈", "ana's sister", "ana's sis", "ben's mother"]
    who = known([], keys)
    assert set(who.same("ana's mum")) == {"ana's mum", "ana's mother", "mẹ của ana", "ana의 엄마", "ana的妈妈"}
    assert who.same("ana's sister") == ("ana's sister",) and who.same("ben's mother") == ("ben's mother",)
    assert who.of("ana's mom") == who.of("ana's mother")  # nobody ever wrote the former


def test_whose_it_is_is_looked_through() -> None:
    who = known([SISTER, Naming("ana", "user42", "name"), Naming("rex", "mia's dog", "name")], ["user42's sister's dog"])
    assert set(who.same("user42's sister")) == {"mia", "ana's sister", "user42's sister"}
    assert who.of("rex") == who.of("user42's sister's dog") == who.of("mia's dog")


def test_a_name_of_two_joins_neither_and_says_so() -> None:
    who = known([SISTER, DAUGHTER], [])
    assert who.same("mia") == ("mia",)
    assert who.apart == dict.fromkeys((SISTER, DAUGHTER), "mia means ana's sister and ben's daughter")


def test_a_description_of_two_names_joins_neither_but_a_person_may_have_several() -> None:
    two = [SISTER, Naming("lina", "ana's sister", "name")]
    assert set(known(two, []).apart.values()) == {"ana's sister has the names lina and mia"} and not known(two, []).first
    mothers = [Naming("rosa", "ana's mum", "name"), Naming("eva", "ana's mother", "name")]
    assert known(mothers, []).same("rosa") == ("rosa",)
    nicknames = [Naming("bob", "robert", "nickname"), Naming("rob", "robert", "nickname")]
    assert set(known(nicknames, []).same("bob")) == {"bob", "rob", "robert"}
    assert known([Naming("ana", "user42", "name"), Naming("安娜", "user42", "name")], []).same("ana") == (
        "ana",
        "user42",
        "安娜",
    )


def test_a_nickname_of_two_joins_neither_and_two_described_by_one_nickname_stay_two() -> None:
    robs = [Naming("rob", "robert", "nickname"), Naming("rob", "roberta", "nickname")]
    assert not known(robs, []).first
    brother, boss = Naming("rob", "ana's brother", "name"), Naming("robert", "ana's boss", "name")
    who = known([brother, boss, Naming("rob", "robert", "nickname")], [])
    assert who.same("rob") == ("rob", "robert") and set(who.apart) == {brother, boss}


def test_what_a_person_gives_stands_above_what_was_found() -> None:
    who = known([SISTER, DAUGHTER, Naming("mia", "ana's sister", "given")], [])
    assert set(who.same("mia")) == {"mia", "ana's sister"} and set(who.apart) == {DAUGHTER}


def test_a_circle_is_one_class() -> None:
    circle = [Naming("a", "b", "nickname"), Naming("b", "c", "nickname"), Naming("c", "a", "nickname")]
    assert known(circle, []).same("a") == ("a", "b", "c")


some = st.sampled_from(
    ["ana", "bob", "mia", "user42", "ana's sister", "bob's mum", "bob's mother", "ana's sister's dog", "user42's sister"]
)
links = st.builds(Naming, some, some, st.sampled_from(["name", "nickname", "given"])).filter(lambda one: one.key != one.means)


@given(st.lists(links, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_links_makes_no_difference(said: list[Naming], chance: object) -> None:
    other = said * 2
    chance.shuffle(other)  # type: ignore[attr-defined]
    who, again = known(said, ["bob's mum"]), known(other, ["bob's mum"])
    assert who == again
    for first, keys in who.members.items():
        assert first in keys and all(who.of(key) == first for key in keys)


def classes(*links: Naming) -> set[tuple[str, ...]]:
    return set(known(links, ()).members.values())


def test_one_of_several_who_are_called_so_joins_nothing() -> None:
    assert named("has friend", "Ana", "Lou") == ("lou", "ana's friend", "among")
    friend = Naming("lou", "ana's friend", "among")
    assert classes(friend) == set() and known((friend,), ()).apart == {friend: "ana's friend may be several"}
    sister = Naming("lou", "ana's sister", "name")
    assert classes(friend, sister) == {("ana's sister", "lou (ana's sister)")}
    assert known((friend, sister), ()).senses == {"lou": ("lou (ana's friend)", "lou (ana's sister)")}


def test_a_name_of_two_is_apart_however_far_each_is_described() -> None:
    near, far = Naming("mia", "ana's sister", "name"), Naming("mia", "ana's daughter's friend", "name")
    assert classes(near, far) == {("ana's sister", "mia (ana's sister)"), ("ana's daughter's friend", "mia (ana's daughter's friend)")}  # fmt: skip
    assert set(known((near, far), ()).apart) == {near, far}


def test_one_who_speaks_keeps_the_name_that_another_has_too() -> None:
    speaker, other = Naming("ana", "user42", "name"), Naming("ana", "ben's sister", "name")
    assert classes(speaker, other) == {("ana", "user42"), ("ana (ben's sister)", "ben's sister")}


def test_a_nickname_and_a_name_of_two_described_join_them_not() -> None:
    sister, colleague = Naming("小丽", "安娜的妹妹", "name"), Naming("小丽", "安娜的同事", "nickname")
    assert classes(sister, colleague) == {("安娜的妹妹", "小丽 (安娜的妹妹)"), ("安娜的同事", "小丽 (安娜的同事)")}


def test_two_descriptions_of_one_are_no_two_of_one_name() -> None:
    links = (Naming("ana", "user42", "name"), Naming("mia", "ana's sister", "name"), Naming("mia", "user42's sister", "name"))
    found = known(links, ())
    assert not found.senses and not found.apart and found.of("mia") == found.of("user42's sister")
