"""The shapes in which callers hand turns over, and what is made of them."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.errors import InputError
from thoughtbank.language import words
from thoughtbank.language.fence import fence, quote
from thoughtbank.records.conversation import Turn
from thoughtbank.remember.receive import read_content, receive

NOW = datetime(2026, 3, 2, 8, 14, tzinfo=UTC)


def received(turn: Turn, limit: int = 2_000_000) -> Any:
    return receive(turn, "id", NOW, ZoneInfo("Europe/Paris"), limit=limit)


@pytest.mark.parametrize(
    "content",
    ["tea", Turn("tea"), {"content": "tea"}, {"text": "tea"}, {"role": "user", "content": "tea"}, {"content": ["tea"]}],
)
def test_one_message_in_each_shape_is_one_turn(content: Any) -> None:
    assert read_content(content) == [Turn("tea")]
    if not isinstance(content, str):
        assert read_content([content, content]) == [Turn("tea")] * 2
        assert read_content((content,)) == [Turn("tea")]


def test_customary_names_are_understood() -> None:
    message = {"role": "participant", "content": "hi", "name": "Bo", "timestamp": "2026-01-01T00:00:00Z"}
    (turn,) = read_content(message)
    assert (turn.role, turn.text, turn.speaker, turn.said_at) == ("participant", "hi", "Bo", "2026-01-01T00:00:00Z")
    assert read_content({"content": "hi", "created_at": NOW})[0].said_at == NOW


def test_what_is_common_fills_what_a_message_leaves_out() -> None:
    common = {"session_id": "s", "agent_id": "g", "speaker": "A", "said_at": NOW, "key": None, "role": "assistant"}
    own = Turn("b", speaker="B", role="tool", session_id="t")
    one, two = read_content([{"content": "a"}, own], **common)
    assert (one.session_id, one.agent_id, one.speaker, one.said_at, one.role) == ("s", "g", "A", NOW, "assistant")
    assert (two.session_id, two.agent_id, two.speaker, two.said_at, two.role) == ("t", "g", "B", NOW, "tool")
    assert own == Turn("b", speaker="B", role="tool", session_id="t")


def test_content_blocks_give_their_texts_and_keep_the_rest() -> None:
    picture = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
    blocks = [{"type": "text", "text": "Look:"}, picture, {"type": "text", "text": "a heron."}]
    (turn,) = read_content({"role": "user", "content": blocks})
    assert (turn.text, turn.parts) == ("Look:\na heron.", (picture,))


def test_tool_calls_are_kept_as_a_part_and_noted() -> None:
    calls = [{"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]
    asked, told = read_content(
        [
            {"role": "assistant", "content": None, "tool_calls": calls},
            {"role": "tool", "tool_call_id": "c1", "content": "rain"},
        ]
    )
    assert (asked.text, asked.parts) == ("", ({"type": "fields", "tool_calls": calls},))
    assert (told.role, told.text, told.parts) == ("tool", "rain", ({"type": "fields", "tool_call_id": "c1"},))
    assert received(asked).draft is not None
    assert received(told).notes == ("fields without a place of their own kept as a part: tool_call_id",)


@pytest.mark.parametrize("content", [None, 5, b"tea", bytearray(b"tea"), object(), {"tea"}, 1.5, True])
def test_what_is_no_message_is_refused_by_its_type(content: Any) -> None:
    with pytest.raises(InputError, match=type(content).__name__):
        read_content(content)


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        ("tea", "message 2 is a str"),
        (None, "message 2 is a NoneType"),
        ({"content": 5}, "message 2: text must be a str"),
        ({"content": {"a": 1}}, "message 2: text must be a str"),
        ({"content": [5]}, "message 2: a content block"),
        ({"content": "x", "role": "boss"}, "message 2: role 'boss'"),
        ({"content": "x", "role": []}, "message 2: role"),
        ({"content": "x", "name": 5}, "message 2: speaker must be a str"),
        ({"content": "x", "session_id": " "}, "message 2: session_id is empty"),
        ({"content": "x", "key": "k" * 300}, "message 2: key has 300 characters"),
        ({"content": "x", "agent_id": "a\nb"}, "message 2: agent_id"),
        ({"content": "x", "speaker": "\ud800"}, "message 2: speaker"),
        ({"content": "x", "parts": "abc"}, "message 2: parts must be"),
        ({"content": "x", "parts": [5]}, "message 2: parts must be"),
        ({"content": "x", "parts": [{"a": object()}]}, "message 2: parts must be JSON"),
        ({"content": "x", "parts": 5, "other": 1}, "message 2: parts must be"),
        ({"content": "x", "parts": [{"a": "\ud800"}]}, "message 2: parts must be JSON"),
        ({"content": "x", 5: 1}, "message 2: a message's field names"),
    ],
)
def test_a_wrong_message_of_a_list_is_named(message: Any, wrong: str) -> None:
    with pytest.raises(InputError, match=wrong):
        read_content([{"content": "fine"}, message])


def test_one_mapping_is_one_part_also_beside_other_fields() -> None:
    image = {"type": "image"}
    assert read_content({"content": "x", "parts": image})[0].parts == (image,)
    assert read_content({"content": "x", "parts": image, "mood": "good"})[0].parts == (
        image,
        {"type": "fields", "mood": "good"},
    )


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u3000", "\u200b\u200d", "\u2800", "\u3164", "\0"])
def test_blank_texts_are_refused_with_a_reason(text: str) -> None:
    assert received(Turn(text)).draft is None
    assert received(Turn(text)).reason == "the text is blank"


def test_a_message_of_parts_alone_is_kept() -> None:
    assert received(Turn("", parts=({"type": "image"},))).draft is not None


def test_a_text_above_the_limit_is_refused_and_one_at_the_limit_is_not() -> None:
    assert received(Turn("abcd"), limit=4).draft is not None
    refused = received(Turn("abcde"), limit=4)
    assert refused.draft is None
    assert "5 characters" in refused.reason
    assert "turn_chars" in refused.reason


def test_nuls_and_lone_surrogates_are_changed_with_a_note() -> None:
    one = received(Turn("a\0b\ud800c\ud83d\ude00"))
    assert one.draft.text == "ab\ufffdc😀"
    assert one.notes == ("1 NUL character removed", "1 surrogate pair joined", "1 lone surrogate replaced")


def test_a_naive_time_is_read_in_the_zone_and_noted() -> None:
    one = received(Turn("tea", said_at=datetime(2026, 7, 1, 12)))
    assert one.draft.said_at.isoformat() == "2026-07-01T12:00:00+02:00"
    assert one.notes == ("the time had no zone and was read as Europe/Paris",)
    assert received(Turn("tea", said_at=NOW)).notes == ()


def test_recalled_blocks_are_left_out_and_noted() -> None:
    block = fence(quote("I like figs"))
    one = received(Turn(f"Here you are:\n{block}\nWhat now?"))
    assert one.draft.text == "Here you are:\nWhat now?"
    assert one.notes == ("1 block of recalled memories left out",)
    only = received(Turn(block + block))
    assert (only.draft, only.reason) == (None, "nothing but recalled memories")
    assert only.notes == ("2 blocks of recalled memories left out",)


@given(st.text())
def test_any_other_text_is_kept_exactly(text: str) -> None:
    one = received(Turn(f"x{text}"))
    told = f"x{text}".replace("\0", "")
    assert one.draft.text == told
    assert one.draft.length == sum(one.draft.terms.values())
    assert all("\n" not in term and term for term in one.draft.terms)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")]])
def test_parts_hold_only_what_json_knows(value: Any) -> None:
    with pytest.raises(InputError, match="parts must be JSON"):
        read_content({"content": "x", "parts": [{"a": value}]})


def test_parts_nested_too_deeply_are_refused_by_name() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(InputError, match="parts must be JSON"):
        read_content({"content": "x", "parts": [{"a": deep}]})


def test_parts_above_the_limit_are_refused_and_those_at_the_limit_are_not() -> None:
    parts = ({"a": "花" * 8},)  # [{"a": "花花花花花花花花"}]
    assert received(Turn("x", parts=parts), limit=19).draft is not None
    refused = received(Turn("x", parts=parts), limit=18)
    assert (refused.draft, refused.notes) == (None, ())
    assert refused.reason == "the parts have, as JSON, 19 characters; the limit is 18 (setting turn_chars)"
    other = read_content({"content": "x", "mood": "m" * 100})[0]
    assert received(other, limit=100).reason.startswith("the parts have")


def test_a_text_above_the_limit_is_not_even_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(text: str) -> Any:
        raise AssertionError(f"{len(text)} characters were read")

    for name in ("clean", "is_blank"):
        monkeypatch.setattr(words, name, never)
    assert "turn_chars" in received(Turn("x" * 11), limit=10).reason


@pytest.mark.timeout(10)
def test_a_message_of_hostile_openings_takes_no_time() -> None:
    hostile = "".join(f'<memories from="thoughtbank" mark="{number:012x}">\n' for number in range(19_000))
    assert received(Turn(hostile)).draft.text == hostile


def test_words_in_a_fence_with_an_invented_mark_are_kept() -> None:
    text = '<memories from="thoughtbank" mark="0123456789ab">\nI like dates.\n</memories 0123456789ab>'
    one = received(Turn(text))
    assert (one.draft.text, one.notes) == (text, ())
