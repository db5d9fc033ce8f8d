"""Turns of form alone are told from turns that say something, in four languages, whatever the order of their phrases."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.language.acknowledgements import answers_question, asks_to_repeat, noise, open_question, sentences


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("ok great, thanks a lot, bye!", ("acknowledgement", "thanks", "goodbye")),
        ("好的，谢谢你，再见", ("acknowledgement", "thanks", "goodbye")),
        ("네 감사합니다", ("acknowledgement", "thanks")),
        ("vâng cảm ơn bạn nhé", ("acknowledgement", "thanks")),
        ("ok thanks", ("acknowledgement", "thanks")),
        ("YESSSS!!!", ("acknowledgement",)),
        ("👍👍", ("acknowledgement",)),
        ("哈哈哈哈", ("acknowledgement",)),
        ("ㅋㅋㅋㅋ 굿굿", ("acknowledgement",)),
        ("...", ("filler",)),
        ("", ("filler",)),
        ("Good morning! Hope you're doing well.", ("greeting",)),
        ("Hello there! How can I help you today?", ("greeting",)),
        ("좋은 아침이에요!", ("greeting",)),
        ("Chào bạn!", ("greeting",)),
        ("你好，请问在吗", ("greeting",)),
        ("Have a great rest of your day!", ("goodbye",)),
        ("祝您旅途愉快！", ("goodbye",)),
        ("안녕히 주무세요~", ("goodbye",)),
        ("Hẹn gặp lại nhé", ("goodbye",)),
        ("Sorry, can you say that again?", ("request to repeat",)),
        ("不好意思，请再说一遍", ("request to repeat",)),
        ("죄송한데 다시 한번 말씀해 주실래요?", ("request to repeat",)),
        ("Xin lỗi, bạn nói lại được không?", ("request to repeat",)),
        ("Hmm, let me think about it.", ("filler",)),
        ("让我想想", ("filler",)),
        ("음... 잠깐만요, 생각 좀 해 볼게요.", ("filler",)),
        ("Để mình nghĩ đã.", ("filler",)),
        ("不客气！有问题可以随时联系我！祝您生活愉快！再见！", ("thanks", "goodbye")),
    ],
)  # fmt: skip
def test_form_is_told_with_its_kinds(text: str, kinds: tuple[str, ...]) -> None:
    assert noise(text) == kinds


@pytest.mark.parametrize(
    "text",
    [
        "ok, at 7", "yes, penicillin", "thanks, Mia", "no sugar", "I'm fine but my dog is ill", "good morning class starts at nine",
        "好的，我要两张票", "我好想你", "谢谢，我叫小满", "不要香菜", "네, 세 시에 봐요", "그냥 우유", "녹차요", "감사합니다만 취소할게요", "mình bỏ thuốc rồi",
        "cảm ơn, mình là Lan", "chào buổi sáng ở Huế", "thank you note", "later today", "byelaw", "12", "What time is it?", "k9", "好莱坞",
    ],
)  # fmt: skip
def test_a_word_outside_the_lists_is_content(text: str) -> None:
    assert noise(text) == ()


@pytest.mark.parametrize(
    "phrases",
    [
        ("ok", "thanks a lot", "bye", "got it"),
        ("好的", "谢谢", "再见", "明白了"),
        ("네", "감사합니다", "안녕히 계세요", "알겠습니다"),
        ("vâng", "cảm ơn bạn", "tạm biệt", "hiểu rồi"),
    ],
)
def test_order_and_number_don_t_matter(phrases: tuple[str, ...]) -> None:
    for size in (1, 2, 3, 4):
        for order in itertools.permutations(phrases, size):
            assert noise(", ".join(order)), order
            assert noise("! ".join(order) + " 🙂"), order


@pytest.mark.parametrize(
    ("history", "text", "answers"),
    [
        (["Any dietary needs?"], "Vegetarian.", True),
        (["Any dietary needs?"], "No", True),
        (["Any dietary needs?"], "Thanks!", False),
        (["Any dietary needs?"], "Hmm, let me think.", False),
        (["Any dietary needs?"], "What do you mean?", False),
        (["Any dietary needs?"], "Sorry, say that again?", False),
        (["Any dietary needs?"], "any dietary needs?", False),
        (["I'm vegan."], "Yes", False),
        (["Hi, how are you?"], "Good, thanks", False),
        (["Any dietary needs?", "Anyway, the table is booked."], "Yes", False),
        ([], "Yes", False),
        (["Morning or evening?"], "Morning", True),
        (["When will you call?"], "Later today", True),
        (["您有什么忌口吗？"], "没有", True),
        (["手机壳要什么颜色？"], "绿色的吧", True),
        (["手机壳要什么颜色？"], "谢谢", False),
        (["못 드시는 음식이 있으세요?"], "아니요", True),
        (["커피랑 녹차 중에 뭐 드릴까요?"], "녹차요.", True),
        (["Bạn có kiêng món gì không?"], "Có", True),
        (["Bạn uống trà hay cà phê?"], "Cho mình trà đi.", True),
        (["Bạn uống trà hay cà phê?"], "Cảm ơn nhé", False),
    ],
)
def test_an_answer_is_told_from_form_by_the_question_before(history: list[str], text: str, answers: bool) -> None:
    assert answers_question(history, text) is answers


def test_a_question_of_form_waits_for_nothing() -> None:
    assert open_question(["How are you?"]) is None
    assert open_question(["Noted. Which day?"]) == "Noted. Which day?"


def test_asking_for_the_same_again() -> None:
    assert asks_to_repeat("Pardon?") and not asks_to_repeat("ok") and not asks_to_repeat("Can you repeat the wifi code 4471?")


def test_sentences_keep_their_marks() -> None:
    assert sentences("Dr. Mai paid 3.50. Fine! 好的。走吧") == ["Dr. Mai paid 3.50.", "Fine!", "好的。", "走吧"]


@given(st.text(max_size=300))
def test_any_text_is_accepted(text: str) -> None:
    assert isinstance(noise(text), tuple)
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


@given(st.text(alphabet="ok 好네ạ!", max_size=200))
def test_what_could_be_cut_in_many_ways_is_cut_quickly(text: str) -> None:
    assert isinstance(noise(text), tuple)


def test_a_long_text_costs_little() -> None:
    assert noise("ok " * 100_000) == ()
