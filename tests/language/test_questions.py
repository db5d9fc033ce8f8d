"""What only asks, and what states something beside its question."""

import pytest

from thoughtbank.language.questions import only_asks


@pytest.mark.parametrize(
    "text",
    [
        "Where do I live?", "Tell me where I live", "please remind me when my dentist appointment is", "By the way, what's my cat's name?",
        "Can you remind me what I said?", "hey Ada, do you remember my cat's name?", "我的狗叫什么名字？", "告诉我我的猫叫什么",
        "如果我去北京，我该带什么？", "내 고양이 이름이 뭐야?", "내 고양이 이름을 알려줘", "Con mèo của tôi tên là gì?", "I'd like to know my rent",
    ],
)  # fmt: skip
def test_what_only_asks(text: str) -> None:
    assert only_asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Turku, have you been there?", "I'm allergic to walnuts, can you believe it?", "thanks", "",
        "My sister Ingrid lives in Turku. Have you ever been there?", "我下个月搬到青岛，你去过吗？", "우리 회사는 여의도에 있어",
        "What is it? It's a cat.", "My bike is green",
    ],
)  # fmt: skip
def test_what_also_states(text: str) -> None:
    assert not only_asks(text)
