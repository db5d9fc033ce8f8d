"""Whether two wordings name the same thing, in four languages."""

import pytest

from thoughtbank.evaluation.wordings import apart, holds, is_copula, is_exactly, is_owner, matches, unnamed


@pytest.mark.parametrize(
    ("lang", "found", "label", "more"),
    [
        ("en", "a signed guitar for Mia", "guitar", 2),
        ("en", "the Harbour Road bakeries", "bakery", 2),
        ("en", "a guitarist", "guitar", None),
        ("en", "1,150 euros", "1150 euros", 0),
        ("zh", "一条红色的围巾", "围巾", 4),
        ("zh", "围裙", "围巾", None),
        ("zh", "《雾港》", "雾港", 0),
        ("ko", "강릉에서", "강릉", 0),
        ("ko", "낡은 카메라를", "카메라", 1),
        ("ko", "카메룬", "카메라", None),
        ("vi", "một chiếc đàn tranh cũ", "đàn tranh", 3),
        ("vi", "tranh đàn", "đàn tranh", None),
    ],
)
def test_an_argument_holds_its_head(lang: str, found: str, label: str, more: int | None) -> None:
    assert holds(found, label, lang) == more


@pytest.mark.parametrize(
    ("lang", "predicate", "label", "same"),
    [
        ("en", "doesn't really paint", "paint", True),
        ("en", "wants to paint", "want", False),
        ("en", "wants", "want", True),
        ("en", "has painted", "have", False),
        ("en", "had", "have", True),
        ("en", "isn't going to move to", "move", True),
        ("en", "repaints", "paint", False),
        ("en", "sat down late on purpose and painted", "paint", False),
        ("zh", "不太喜欢", "喜欢", True),
        ("zh", "打算搬到", "搬", True),
        ("zh", "没有", "有", True),
        ("zh", "讨厌", "喜欢", False),
        ("ko", "마시지 않는다", "마시", True),
        ("ko", "마셨어요", "마셔", True),
        ("ko", "마셨어요", "마시", False),
        ("ko", "갔어요", "가", True),
        ("ko", "가르치다", "가", False),
        ("ko", "키우고 있다", "있", False),
        ("vi", "không còn bơi", "bơi", True),
        ("vi", "muốn bơi", "muốn", False),
        ("vi", "lội", "bơi", False),
    ],
)
def test_a_predicate_is_its_head_without_denial_tense_and_mood(lang: str, predicate: str, label: str, same: bool) -> None:
    assert matches(predicate, label, lang) is same


@pytest.mark.parametrize(
    ("lang", "owned", "plain", "label"),
    [
        ("en", "Mia's oven", "Mia", "Mia"),
        ("zh", "米雅的烤箱", "米雅", "米雅"),
        ("ko", "미아의 오븐", "미아가", "미아"),
        ("vi", "lò của Mai", "Mai", "Mai"),
    ],
)
def test_who_owns_a_thing_is_not_the_thing(lang: str, owned: str, plain: str, label: str) -> None:
    assert is_owner(owned, label, lang) and not is_owner(plain, label, lang)
    assert is_exactly(plain, label, lang) and not is_exactly(owned, label, lang)


def test_titles_and_particles_are_no_part_of_a_name() -> None:
    assert is_exactly("anh Mai", "Mai", "vi") and is_exactly("미아 씨", "미아", "ko") and is_exactly("the user", "user", "en")
    assert not is_exactly("Mia and Leo", "Mia", "en")


def test_several_are_taken_apart() -> None:
    assert apart("figs, plums and pears", "en") == ["figs, plums and pears", "figs", "plums", "pears"]
    assert apart("무화과랑 자두", "ko")[1:] == ["무화과", "자두"]
    assert apart("无花果和李子", "zh")[1:] == ["无花果", "李子"]
    assert apart("vả và mận", "vi")[1:] == ["vả", "mận"]
    assert apart("sand", "en") == ["sand"]


def test_first_and_second_persons() -> None:
    assert unnamed("my oven", "en") and unnamed("我的烤箱", "zh") and unnamed("제 오븐", "ko") and unnamed("lò của tôi", "vi")
    assert not unnamed("Mia's oven", "en") and not unnamed("제빵", "ko")


def test_copulas() -> None:
    assert (
        is_copula("isn't", "en") and is_copula("不是", "zh") and is_copula("이었다", "ko") and is_copula("không phải là", "vi")
    )
    assert (
        not is_copula("has", "en")
        and not is_copula("做", "zh")
        and not is_copula("이사했다", "ko")
        and not is_copula("làm", "vi")
    )
