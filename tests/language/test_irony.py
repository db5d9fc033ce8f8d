"""What plainly means the opposite is left out; what only looks like it stays."""

import pytest

from thoughtbank.language.fragments import fragments
from thoughtbank.language.triples import triples


@pytest.mark.parametrize(
    "text",
    [
        "Yeah right, I love Mondays.",
        "Yeah, right. I love Mondays.",
        "I love Mondays. Yeah right!",
        "As if I like olives!",
        "I like olives. As if!",
        "I love Mondays... NOT!",
        "I love Mondays, not.",
        "我喜欢加班才怪。",
        "呵呵，我喜欢加班才怪。",
        "我喜欢加班。才怪！",
        "퍽이나 저는 야근을 좋아해요.",
        "저는 야근을 좋아해요. 퍽이나!",
        "Còn lâu tôi mới thích anh ta.",
    ],
)
def test_irony_says_nothing(text: str) -> None:
    assert fragments(text, me="Ana") == []
    assert triples(text, me="Ana") == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Yeah you're right. I love Mondays.", 1),
        ("Right, I moved to Lyon.", 1),
        ("I love Mondays. Not Tuesdays.", 1),
        ("I moved to Lyon. I live with my sister. As if I like olives!", 2),
        ("呵呵，我住在北京。", 1),
        ("저는 커피를 좋아해요.", 1),
        ("Tôi thích cà phê.", 1),
    ],
)
def test_what_is_meant_stays(text: str, count: int) -> None:
    assert len(fragments(text, me="Ana")) == count
