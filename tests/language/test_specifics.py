"""Names and amounts are found in four languages, and numbers are compared as digits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.language.specifics import specifics


@pytest.mark.parametrize(
    ("text", "names", "amounts"),
    [
        ("Wake me at seven, Dr. Mai Anh said", ("mai anh",), ("7",)),
        ("我叫小满，预算八千", ("小满",), ("8000",)),
        ("以后请叫我小满，不要叫全名。", ("小满",), ()),
        ("I'm Teun, 34, a cook out of Delfzijl", ("teun", "delfzijl"), ("34",)),
        ("The budget is 4,000 dollars.", (), ("4000",)),
        ("저는 민서라고 하고 예산은 오십만 원이에요", ("민서",), ("500000",)),
        ("딸 둘인데 다섯 살이랑 여덟 살이에요.", (), ("2", "5", "8")),
        ("Mình ở Đà Nẵng, ngân sách mười lăm triệu.", ("đà nẵng",), ("15000000",)),
        ("会议改到周四上午十点", (), ("周四", "10")),
        ('It is called "The Salt Path" #sea', ("the salt path", "#sea"), ()),
        ("It's John's, isn't it?", ("john's",), ()),
        ("See you on Monday", (), ("mon",)),
        ("nothing at all", (), ()),
    ],
)
def test_names_and_amounts(text: str, names: tuple[str, ...], amounts: tuple[str, ...]) -> None:
    found = specifics(text)
    assert (found.names, found.amounts) == (names, amounts)


@pytest.mark.parametrize("text", ["at 7", "at seven", "七点", "일곱 시", "bảy giờ"])
def test_a_number_is_the_same_in_every_language(text: str) -> None:
    assert specifics(text).amounts == ("7",)


@given(st.text(max_size=200))
def test_any_text_is_accepted(text: str) -> None:
    found = specifics(text)
    assert len(found.shown) == len(found.order) == len(found.all)
