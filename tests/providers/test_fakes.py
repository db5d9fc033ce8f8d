"""The stand-ins are predictable, and say so when they run out."""

import numpy as np
import pytest

from thoughtbank.errors import ModelBusy, ModelUnreadable, SettingsError
from thoughtbank.ports import ChatMessage, Reply
from thoughtbank.providers.fake import HashEmbedder, ScriptedModel
from thoughtbank.providers.reasoning import ThoughtFilter

ASKED = [ChatMessage("user", "Who?")]


def test_shared_words_come_nearer() -> None:
    one = HashEmbedder(256)
    about_tea, about_tea_too, else_ = one.embed(
        ["Ann drinks green tea", "green tea is what Ann drinks", "the bridge was closed"]
    )
    assert about_tea @ about_tea_too > 0.7 > 0.4 > about_tea @ else_


def test_the_same_vector_in_every_process() -> None:
    assert HashEmbedder(8).embed(["tea"])[0].round(3).tolist() == HashEmbedder(8).embed(["TEA "])[0].round(3).tolist()
    assert HashEmbedder(8).embed(["tea"])[0].tolist() == pytest.approx(TEA, abs=1e-3)


TEA = [-0.983, 0.184, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("dimension", [1, 2, 64])
def test_any_dimension_has_unit_length(dimension: int) -> None:
    vectors = HashEmbedder(dimension).embed(["", "?!", "a", "a b c d e f g", "\ud800"])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


def test_no_dimension() -> None:
    with pytest.raises(SettingsError):
        HashEmbedder(0)


def test_a_script_is_played_and_ends() -> None:
    model = ScriptedModel(["one", Reply("two", cut=True), ModelBusy("wait"), lambda asked: asked[0].text.upper()])
    assert model.chat(ASKED, schema={"type": "object"}).text == "one" and model.chat(ASKED).cut
    with pytest.raises(ModelBusy, match="wait"):
        model.chat(ASKED)
    assert "".join(model.stream(ASKED)) == "WHO?"
    with pytest.raises(ModelUnreadable, match="4 replies, and this is call 5"):
        model.chat(ASKED)
    assert model.asked == [tuple(ASKED)] * 5 and model.schemas[0] == {"type": "object"}


@pytest.mark.parametrize("text", ["", "one", " one  two\nthree ", "喝茶 吗", "\n"])
def test_a_streamed_script_is_the_same_text(text: str) -> None:
    assert "".join(ScriptedModel([text]).stream(ASKED)) == text


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_reasoning_are_found_wherever_the_pieces_are_cut(size: int) -> None:
    text = "<think>a < b</think>So <b> it is <think>hm</think>done <thin"
    thoughts = ThoughtFilter()
    shown = "".join(thoughts.feed(text[start : start + size]) for start in range(0, len(text), size)) + thoughts.rest()
    assert shown == "So <b> it is done <thin"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_a_closing_tag_at_the_beginning_is_a_thoughts_end_wherever_it_is_cut(size: int) -> None:
    text = "\n</think>Done, </think> and all."
    thoughts = ThoughtFilter()
    shown = "".join(thoughts.feed(text[start : start + size]) for start in range(0, len(text), size)) + thoughts.rest()
    assert shown.lstrip() == "Done, </think> and all."
