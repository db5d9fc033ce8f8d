"""What a proposition or a question is about: when two arguments are one, and the arguments of a question in four languages."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.language.arguments import MOST, argument_key, query_arguments


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The  Harbour Café", "harbour cafe\u0301"),  # articles, white space, case, composition
        ("Ｍｉａ", "mia"),  # NFKC
        ("STRASSE", "straße"),
        ("a bicycle.", "Bicycle"),
        ("an “oak tree”", "the oak tree"),
        ("the the cat", "cat"),
        ("《红楼梦》", "红楼梦"),
        ("小李。", "小李"),
        ("민수 씨", "민수"),
        ("민수님", "민수"),
        ("chị Lan", "Lan"),
        ("Anh Tuấn", "tuấn"),
        ("Mr.  Kim", "mr Kim"),
        ("\u200eMia", "Mia"),  # as WhatsApp exports have it
        ("\u202eאנה\u202c", "אנה"),
        ("Em  Gái của Lan", "em gái của Lan"),
    ],
)
def test_arguments_that_are_one(one: str, other: str) -> None:
    assert argument_key(one) == argument_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mr. Kim", "Mrs. Kim"),
        ("Dr. Kim", "Kim"),
        ("cô Lan", "ông Lan"),
        ("김 선생님", "김"),
        ("José", "Jose"),
        ("ma", "má"),
        ("Đà Lạt", "Da Lat"),
        ("小李", "小刘"),
        ("臺北", "台北"),  # scripts stay apart
        ("아저씨", "아저"),  # a word, not a name with 씨
        ("an", "a"),
        ("Théa", "The a"),
        ("em gái của Lan", "chị gái của Lan"),  # a younger sister, an elder one
        ("anh trai của Lan", "em trai của Lan"),
        ("bạn trai của Lan", "trai của Lan"),
        ("“…”", "?!"),  # names of signs alone aren't one name
    ],
)
def test_arguments_that_are_two(one: str, other: str) -> None:
    assert argument_key(one) != argument_key(other)


@pytest.mark.parametrize("text", ["the", "A", "anh", "씨", "선생님", "아가씨", "chị em", "“…”", "\u200b"])
def test_what_is_only_an_article_or_a_form_of_address_keeps_a_key(text: str) -> None:
    assert argument_key(text)


_PIECES = st.sampled_from(
    ["the", "a", "an", "mr.", "dr.", "chị", "anh", "em", "gái", "\u200e", "씨", "님", "민수", "선생님", "Mia", ".", ",", "“", "”", "'", " ", "İ", "ß", "ﬁ", "e\u0301", "小李", "。", "🙂"]
)  # fmt: skip


@given(st.one_of(st.text(), st.lists(_PIECES).map(" ".join), st.lists(_PIECES).map("".join)))
def test_the_key_of_a_key_is_itself(text: str) -> None:
    key = argument_key(text)
    assert argument_key(key) == key
    assert key == key.strip()


@pytest.mark.parametrize(
    ("query", "arguments"),
    [
        ("What did Mia's sister paint?", {"mia", "sister paint", "sister", "paint"}),
        ("Where is the Harbour Café?", {"harbour café", "harbour", "café"}),
        ("小李的妹妹在哪里学画画?", {"小李", "妹妹", "学画画"}),
        ("小李什么时候去了北京？", {"小李", "北京"}),
        ("민수는 어디에서 피아노를 배웠어?", {"민수", "피아노", "배웠어"}),
        ("Where is 小李's café?", {"小李", "café"}),
        ("Mia가 언제 부산에 갔어?", {"mia", "부산", "갔어"}),
        ("Bạn trai của em gái tôi làm nghề gì?", {"bạn trai", "em gái"}),
        ("기타를 가르치는 사람은 예전에 무슨 일을 했어?", {"기타", "가르치"}),
        ("Where does \u202eאנה\u202c live?", {"אנה live", "אנה", "live"}),
    ],
)
def test_what_a_question_is_about(query: str, arguments: set[str]) -> None:
    assert set(query_arguments(query)) == arguments


def test_a_vietnamese_question_has_its_runs_and_their_syllables() -> None:
    found = query_arguments("Chị Lan học đàn tranh ở đâu?")
    assert {"lan", "đàn", "tranh"} <= set(found)
    assert not {"chị", "ở", "đâu"} & set(found)


@pytest.mark.parametrize("query", ["What is it?", "是什么？", "뭐예요?", "Cái gì?"])
def test_a_question_that_names_nothing_is_its_own_argument(query: str) -> None:
    assert query_arguments(query) == (argument_key(query),)


@pytest.mark.parametrize("query", ["", " ", "?!", "。。。", "\n\t"])
def test_no_words_give_no_arguments(query: str) -> None:
    assert query_arguments(query) == ()


@given(st.text())
def test_any_text_gives_few_keys_each_once(query: str) -> None:
    found = query_arguments(query)
    assert len(found) <= MOST
    assert len(set(found)) == len(found)
    assert all(argument_key(key) == key != "" for key in found)


def test_a_very_long_question_is_read_in_linear_time() -> None:
    def seconds(count: int) -> float:
        times = []
        for text in (
            " ".join(f"word{n}" for n in range(count)),
            "妹妹" * count,
            "a-" * count,
            "the " * count,
            "민수씨" * count,
        ):
            best = float("inf")
            for _ in range(3):
                start = time.perf_counter()
                query_arguments(text)
                argument_key(text)
                best = min(best, time.perf_counter() - start)
            times.append(best)
        return sum(times)

    assert len(query_arguments(" ".join(f"word{n}" for n in range(10_000)))) == MOST
    assert seconds(10_000) < 30 * seconds(1_000) + 0.1  # a quadratic one takes a hundred times as long
