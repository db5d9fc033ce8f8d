"""Words by example in each language, and what must hold for any text at all."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.language import words
from thoughtbank.language.questions import is_question
from thoughtbank.language.words import (
    LONGEST_TERM,
    clean,
    count_tokens,
    day_terms,
    is_blank,
    is_vietnamese,
    language,
    normalise,
    terms,
)

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=200)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Where did Caroline's dogs go?", "carolin dog go"),
        ("She doesn’t like jazz; it’s loud", "doesn't like jazz loud"),
        ("l'école d'été", "l école d été"),
        ("x'집 d'中", "x 집 d 中"),
        ("12.5 kg on 2023-05-08, 1,000 times, May 6th", "12.5 kg 2023 5 8 1000 time may 6"),
        ("2023.05.08", "2023.05.08 2023 5 8"),
        ("1,2,3", "1 2 3"),
        ("ps aux | grep -i my_file > C:\\Users\\x\\out.txt", "ps aux grep file c user x out txt"),
        ("https://example.com/a?b=C#d", "https exampl com b c d"),
        ("ＡＢＣ ｶﾀ", "abc カタ"),
        ("Straße ΣΊΣΥΦΟΣ Привет", "strass σίσυφοσ привет"),
        ("cafe\u0301", "café"),
        ("我5月6号去了", "5月 6日 去 去了"),
        ("2023年05月", "2023 5月"),
        ("我用Python写代码", "用 我用 python 写 代 码 写代 代码"),
        ("食べる", "食 食べ べる"),
        ("の", "の"),
        ("제주도에", "제주도에 제주 주도 도에"),
        ("집", "집"),
        ("5월 6일에", "5월 6일"),
        ("\u1112\u1161\u11ab글", "한글"),
        ("ขอบ", "ขอ อบ"),
        ("ລາວ", "ລາ າວ"),
        ("नमस्ते दुनिया", "नमस्ते दुनिया"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("😀👍🏽", "😀 👍 🏽"),
        ("Who are you?", "who are you"),
        ("的了", "的了"),
        ("", ""),
        ("|| && :: ---", ""),
    ],
)
def test_terms_of_each_script(text: str, expected: str) -> None:
    assert set(terms(text)) == set(expected.split())


def test_terms_counts() -> None:
    assert terms("dog Dogs DOG cat") == Counter(dog=3, cat=1)


def test_vietnamese_syllables_also_come_in_pairs() -> None:
    assert {"thành", "phố", "thành phố", "tháng 5"} <= set(terms("thành phố Huế, tháng 5"))
    assert not any(" " in term for term in terms("plain English text"))


def test_accents_make_another_word() -> None:
    assert set(terms("mà má")) & set(terms("ma")) == set()
    assert normalise("Café") != normalise("cafe")


@given(ANY_TEXT)
def test_any_text_is_legal(text: str) -> None:
    found = terms(text)
    assert found == terms(text)
    assert all(term and len(term) <= LONGEST_TERM + 1 and count > 0 for term, count in found.items())
    assert count_tokens(text) >= 0
    assert language(text) in ("en", "zh", "ja", "ko", "vi", "other")
    assert is_question(text) in (True, False)
    assert is_blank(text) in (True, False)


@given(ANY_TEXT)
def test_normalise_is_idempotent_and_terms_see_no_difference(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once
    assert once == once.strip()
    assert terms(once) == terms(text)


@given(ANY_TEXT)
def test_clean_leaves_what_can_be_encoded(text: str) -> None:
    cleaned, notes = clean(text)
    cleaned.encode()
    assert "\0" not in cleaned
    assert (cleaned == text) == (not notes)
    assert clean(cleaned) == (cleaned, ())


def test_clean_says_what_it_did() -> None:
    assert clean("a\0b\0\ud800 \ud83d\ude00") == (
        "ab\ufffd 😀",
        ("2 NUL characters removed", "1 surrogate pair joined", "1 lone surrogate replaced"),
    )
    assert clean(" \r\nas it is\u200b\ufeff ") == (" \r\nas it is\u200b\ufeff ", ())


@pytest.mark.parametrize("text", ["", " \n\t", "\u3000", "\u200b\ufeff\u2060", "\u3164", "\x00"])
def test_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", ["a", ".", " \u3000你", "😀", "\u200b1"])
def test_not_blank(text: str) -> None:
    assert not is_blank(text)


def test_normalise() -> None:
    assert normalise("  Ａ \u3000 Cafe\u0301\n") == "a café"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", 0), ("a", 1), ("four", 1), ("fives", 2), ("你好", 2), ("안녕 hi", 3), ("ひらがな", 4)],
)
def test_count_tokens(text: str, expected: int) -> None:
    assert count_tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello there", "en"),
        ("What does 你好 mean?", "en"),
        ("你好，我叫张曼婷", "zh"),
        ("我喜欢 Python", "zh"),
        ("今日はいい天気ですね", "ja"),
        ("カメラ", "ja"),
        ("안녕하세요", "ko"),
        ("저는 Python을 좋아해요", "ko"),
        ("Mình nuôi một con mèo", "vi"),
        ("Mi\u0300nh nuo\u0302i mo\u0323\u0302t con", "vi"),
        ("Un café à Paris", "en"),
        ("Привет", "other"),
        ("สวัสดี", "other"),
        ("123 😀", "other"),
        ("", "other"),
    ],
)
def test_language(text: str, expected: str) -> None:
    assert language(text) == expected


def test_is_vietnamese() -> None:
    assert is_vietnamese("Đà Nẵng")
    assert not is_vietnamese("așa că vă rog")


@pytest.mark.parametrize(
    "text",
    [
        "Where do you live?", "You did?!", "ok? :)", "Really? 😀", "你好？", "Nice. Where do you live",
        "do you remember my dog", "what's my name",
        "how many cats do I have", "which city did she visit", "so where was it", "and can you help me",
        "你还记得我吗", "我叫什么名字", "你呢", "我的猫几岁", "他去了哪里", "你記得嗎。", "お名前は何ですか",
        "제 이름이 뭐예요", "기억하나요", "어디에 가려고 해요", "기억하십니까", "ngân sách là bao nhiêu", "bạn nhớ không",
        "mèo của mình tên là gì", "tại sao bạn buồn", "được không ạ",
    ],
)  # fmt: skip
def test_question(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "...", "I live in Hanoi.", "What? I see.", "When I was young I had a dog.", "What a day!", "Have a nice day",
        "Do it now", "Do my homework",
        "May 5 was fine", "How nice of you", "我喜欢猫。", "没什么", "什么都可以", "谢谢你的推荐", "저는 고양이를 키워요",
        "언제나 고마워요", "네, 맞아요.", "Mình thích cà phê", "Ừ, đúng rồi.", "See http://x.y/?a=1 for it",
    ],
)  # fmt: skip
def test_no_question(text: str) -> None:
    assert not is_question(text)


@pytest.mark.parametrize(
    "question",
    [
        "What was on May 6?",
        "6 May 2023",
        "the 6th of May",
        "2023-05-06",
        "5月6日",
        "我在5月6号做了什么",
        "5월 6일에",
        "ngày 6 tháng 5",
    ],
)
def test_a_day_is_found_by_each_of_its_names(question: str) -> None:
    sixth, other = (sum((terms(question) & day_terms(date(2023, *day))).values()) for day in ((5, 6), (7, 21)))
    assert sixth >= 2
    assert sixth > other


def test_threads_do_not_share_a_stemmer() -> None:
    texts = [f"running{i} nationally{i}s connections happily relational{'s' * (i % 3)} w{i}ings" for i in range(2000)]
    expected = [terms(text) for text in texts]
    words._short_terms.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(terms, texts)) == expected


@pytest.mark.parametrize(
    "piece",
    [
        "word and ",
        "a",
        "1",
        "1.",
        "1,1",
        "a'",
        "a?",
        "你好",
        "제주",
        "\u0301\u0323",
        "ổ ",
        "é1",
        "1月",
        "ขอ",
        "😀",
        "? ",
        "'",
        "_",
        "\ufdfa",
    ],
)
def test_a_long_text_takes_time_in_proportion(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    start = time.process_time()
    for function in (terms, normalise, clean, is_blank, count_tokens, language, is_question):
        function(text)
    assert time.process_time() - start < 20
