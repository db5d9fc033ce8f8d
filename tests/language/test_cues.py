"""What a sentence does is told by its words, in four languages."""

import pytest

from thoughtbank.language.cues import Act, acts, denials, is_general, is_hollow, is_reaction

SENTENCES: dict[Act, list[str]] = {
    "own": ["My car broke.", "我会游泳。", "저는 수영을 해요.", "Mình biết bơi."],
    "change": ["We go to Bree instead.", "会议改到周四。", "회의가 금요일로 바뀌었어요.", "Cuộc họp dời sang thứ sáu."],
    "bound": ["At most 20 people.", "预算最多八千。", "최대 20명이에요.", "Tối đa hai mươi người."],
    "standing": ["Always answer in Dutch.", "以后请叫我小满。", "앞으로는 짧게 답해 주세요.", "Từ giờ trả lời ngắn thôi."],
    "aim": ["I want to learn to sail.", "我打算学潜水。", "서핑을 배우고 싶어요.", "Mình muốn học lướt sóng."],
    "record": [
        "Please add milk to the list.",
        "请把牛奶加到清单里。",
        "우유를 추가해 주세요.",
        "Thêm sữa vào danh sách giúp mình.",
    ],
    "life": ["I got divorced.", "我上周离婚了。", "지난달에 이혼했어요.", "Mình ly hôn rồi."],
    "liking": ["I hate cilantro.", "我喜欢爵士。", "저는 재즈를 좋아해요.", "Mình thích nhạc Trịnh."],
    "advice": ["I recommend the stew.", "推荐您去公园。", "바다 호텔을 추천해요.", "Bạn nên đi bộ."],
}


@pytest.mark.parametrize(("act", "sentence"), [(act, one) for act, four in SENTENCES.items() for one in four])
def test_an_act_is_told(act: Act, sentence: str) -> None:
    assert acts(sentence, act) > 0
    assert acts("The sea is blue.", act) == 0


def test_thinking_aloud_says_nothing_of_the_speaker() -> None:
    assert acts("I wonder whether it rains.", "own") == acts("I suppose that is so.", "own") == 0
    assert acts("I suppose my knee hurts.", "own") > 0


def test_what_holds_a_talk_together() -> None:
    assert is_reaction("That's so interesting!") and is_reaction("真有意思啊！") and is_reaction("와 정말 신기하네요!")
    assert not is_reaction("My knee hurts.")
    assert is_hollow("I was just wondering.") and is_hollow("老样子") and not is_hollow("I sold the car.")
    assert is_general("Many people find naps helpful.") and is_general("一般来说要两天") and not is_general("Mia left.")


def test_denials_are_counted() -> None:
    assert [denials(text) for text in ("I eat meat", "I don't eat meat", "我不吃肉", "고기를 안 먹어요", "không ăn thịt")] == [
        0,
        1,
        1,
        1,
        1,
    ]
