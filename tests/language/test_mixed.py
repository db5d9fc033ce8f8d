"""Which rules read a sentence of two languages, and that no word of it is lost or glued to another."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.language.extracted import shown
from thoughtbank.language.fragments import Parser, fragments
from thoughtbank.language.triples.mixed import built_in, readable
from thoughtbank.providers.parsers import LacParser, SpacyParser

PARSERS: Mapping[str, Parser] = {"en": SpacyParser(), "zh": LacParser()}


@pytest.mark.parametrize(
    ("sentence", "tongue"),
    [
        ("I ate 떡볶이 with 민수 yesterday.", "en"),
        ("I love my 강아지", "en"),
        ("My friend 小明 lives in 上海.", "en"),
        ("I live in Hà Nội with my sister.", "en"),
        ("I’ve been to 北京 twice.", "en"),
        ("What does 你好 mean?", "en"),
        ("我昨天 deploy 了 new version", "zh"),
        ("我喜欢 machine learning。", "zh"),
        ("저는 machine learning을 좋아해요.", "ko"),
        ("My way를 좋아해요.", "ko"),
        ("Tôi đã deploy xong.", "vi"),
        ("Tôi thích ăn 떡볶이.", "vi"),
        ("Estou em São Paulo", "en"),
        ("東京に住んでいます。", "ja"),
    ],
)
def test_the_language_it_is_built_in(sentence: str, tongue: str) -> None:
    assert built_in(sentence) == tongue


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("I ate 떡볶이 with 민수 yesterday.", ["ate(Ana; 떡볶이; with: 민수; time: yesterday)"]),
        ("My mom cooked 김치찌개 and 불고기 for us.", ["cooked(Ana's mom; 김치찌개; for: Ana)", "cooked(Ana's mom; 불고기; for: Ana)"]),
        ("My friend 小明 lives in 上海.", ["has friend(Ana; 小明)", "lives in(小明; 上海)"]),
        ("I cooked bún chả for my mom.", ["cooked(Ana; bún chả; for: Ana's mom)"]),
        ("我昨天 deploy 了 new version。", ["deploy了(Ana; new version; time: 昨天)"]),
        ("我昨天deploy了new version。", ["deploy了(Ana; new version; time: 昨天)"]),
        ("我喜欢 machine learning。", ["喜欢(Ana; machine learning)"]),
        ("我昨天和 Tom 去了 New York。", ["去了(Ana; New York; with: Tom; time: 昨天)"]),
        ("我喜欢吃 떡볶이。", ["喜欢吃(Ana; 떡볶이)"]),
        ("어제 new version을 deploy했어요.", ["deploy했다(Ana; new version; time: 어제)"]),
        ("저는 Mary Jane과 영화를 봤어요.", ["봤다(Ana; Mary Jane)", "봤다(Ana; 영화)"]),
        ("Tôi đã deploy xong.", ["đã deploy xong(Ana)"]),
        ("Tôi đã deploy xong new version hôm qua.", ["đã deploy xong(Ana; new version; time: hôm qua)"]),
        ("Tôi thích ăn 떡볶이.", ["thích(Ana; ăn 떡볶이)"]),
    ],
)  # fmt: skip
def test_words_of_another_language_stay_whole(sentence: str, wanted: list[str]) -> None:
    assert shown(fragments(sentence, me="Ana", parsers=PARSERS)) == wanted


@given(st.text(max_size=60))
def test_what_a_parser_sees_has_every_word_in_its_place(text: str) -> None:
    seen = readable(text)
    assert len(seen) == len(text)
    assert all(there == given or given > "\u10ff" for there, given in zip(seen, text, strict=True))
    assert built_in(text) in ("en", "zh", "ko", "vi", "ja", "other")
