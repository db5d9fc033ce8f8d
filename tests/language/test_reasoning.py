"""A reasoning model's thoughts, taken out of a whole reply."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from thoughtbank.language.reasoning import CLOSE, OPEN, without_thoughts
from thoughtbank.providers.reasoning import ThoughtFilter


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ("Bob.", "Bob."),
        (" Bob,\n1 < 2. ", " Bob,\n1 < 2. "),
        ("<think>Ann? Bob?</think>\n\nBob.", "Bob."),
        ("Ann? Bob?</think>\n\nBob.", "Bob."),
        ("</think>Bob.", "Bob."),
        ("It is <think>Ann?</think>Bob.<think>or", "It is Bob."),
        ("Ann?</think>It is <think>hm</think>Bob.", "It is Bob."),
        ("Ann? Bob?</think>", ""),
        ("<think>on and on", ""),
        ("", ""),
    ],
)
def test_reasoning_are_taken_out(reply: str, told: str) -> None:
    assert without_thoughts(reply) == told


@pytest.mark.timeout(10)
@pytest.mark.parametrize("text", ["<think></think>" * 70_000, "<think>" * 150_000, "</think>" * 130_000, "<" * 1_000_000])
def test_a_megabyte_of_tags_takes_no_time(text: str) -> None:
    without_thoughts(text)


PIECES = st.lists(st.sampled_from([OPEN, CLOSE, "a", "<", " ", "</think", "k>", "喝"]), max_size=10)


@given(PIECES, st.integers(1, 8))
def test_a_stream_cleaned_at_its_end_is_the_whole_reply_cleaned(pieces: list[str], size: int) -> None:
    """Whatever the filter could not hold back goes when the text is whole."""
    text = "".join(pieces)
    assume(text.count(CLOSE) <= 1)
    thoughts = ThoughtFilter()
    shown = "".join(thoughts.feed(text[start : start + size]) for start in range(0, len(text), size)) + thoughts.rest()
    assert without_thoughts(shown).strip() == without_thoughts(text).strip()
