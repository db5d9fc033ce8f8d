"""Models and embedders that users write: whatever they raise costs what a failure of a model or an embedder costs."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests.conftest import Opener
from thoughtbank.errors import (
    EmbedderError,
    InputError,
    MissingExtra,
    ModelBusy,
    ModelError,
    ModelTimeout,
    ModelUnreadable,
    SettingsError,
)
from thoughtbank.ports import ChatMessage, Reply, Vectors
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.providers.own import own_embedder, own_model

ASKED = [ChatMessage("user", "Who drinks tea?")]


class Mine:
    """A model that raises, or gives what isn't a reply."""

    name = "mine"

    def __init__(self, does: Any) -> None:
        self._does = does

    def chat(self, messages: Sequence[ChatMessage], **_: Any) -> Reply:
        if isinstance(self._does, BaseException):
            raise self._does
        return self._does  # type: ignore[no-any-return]

    def stream(self, messages: Sequence[ChatMessage], **_: Any) -> Iterator[str]:
        yield "Tea "
        yield self.chat(messages).text


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (KeyError("tea"), ModelUnreadable),
        (RuntimeError("x"), ModelUnreadable),
        (StopIteration("x"), ModelUnreadable),
        (AssertionError(), ModelUnreadable),
        (RecursionError(), ModelUnreadable),
        (InputError("not the model's to raise"), ModelUnreadable),
        (ConnectionRefusedError("no"), ModelTimeout),
        (TimeoutError("no"), ModelTimeout),
        (ModelBusy("slow down"), ModelBusy),
    ],
    ids=lambda given: getattr(given, "__name__", type(given).__name__),
)
def test_whatever_a_model_raises_is_ours(error: Exception, kind: type[ModelError]) -> None:
    model = own_model(Mine(error))
    for call in (lambda: model.chat(ASKED), lambda: list(model.stream(ASKED))):
        with pytest.raises(kind) as caught:
            call()
        assert type(caught.value) is kind and (caught.value is error or type(error).__name__ in str(caught.value))


@pytest.mark.parametrize("given", [None, "tea", {"text": "tea"}, Reply(None)], ids=repr)  # type: ignore[arg-type]
def test_what_is_no_reply_is_said(given: Any) -> None:
    with pytest.raises(ModelUnreadable, match="a Reply with a text"):
        own_model(Mine(given)).chat(ASKED)


def test_pieces_that_are_no_texts_are_said_and_those_before_have_come() -> None:
    stream = own_model(Mine(Reply(7))).stream(ASKED)  # type: ignore[arg-type]
    assert next(stream) == "Tea "
    with pytest.raises(ModelUnreadable):
        next(stream)


def test_what_stops_a_program_passes() -> None:
    with pytest.raises(KeyboardInterrupt):
        own_model(Mine(KeyboardInterrupt())).chat(ASKED)


def test_a_key_is_neither_quoted_nor_chained() -> None:
    with pytest.raises(ModelUnreadable) as caught:
        own_model(Mine(ValueError("sk-secret isn't a key")), "sk-secret").chat(ASKED)
    assert "sk-secret" not in str(caught.value) and caught.value.__cause__ is None
    with pytest.raises(ModelUnreadable) as caught:
        own_model(Mine(ValueError("x")), "sk-secret").chat(ASKED)
    assert isinstance(caught.value.__cause__, ValueError)


def test_only_a_model_that_can_choose_has_probabilities() -> None:
    class Chooser(Mine):
        def probabilities(self, messages: Sequence[ChatMessage], choices: Sequence[str]) -> dict[str, float]:
            return {choice: 1 / len(choices) for choice in choices} if choices else {"": 1 / len(choices)}

    assert not hasattr(own_model(Mine(None)), "probabilities")
    model: Any = own_model(Chooser(None))
    assert model.probabilities(ASKED, ["a", "b"]) == {"a": 0.5, "b": 0.5}
    with pytest.raises(ModelUnreadable, match="ZeroDivisionError"):
        model.probabilities(ASKED, [])


class Broken(HashEmbedder):
    """Fails on some texts, in its own way."""

    def __init__(self, error: Exception, on: str = "") -> None:
        super().__init__()
        self.error, self.on = error, on

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        if any(self.on in text for text in texts):
            raise self.error
        return super().embed(texts, query=query)


@pytest.mark.parametrize(("error", "retryable"), [(KeyError("x"), False), (ConnectionResetError("x"), True)], ids=repr)
def test_whatever_an_embedder_raises_is_ours(error: Exception, retryable: bool) -> None:
    embedder = own_embedder(Broken(error))
    assert (embedder.name, embedder.dimension) == ("hash-64", 64)
    with pytest.raises(EmbedderError, match=type(error).__name__) as caught:
        embedder.embed(["tea"])
    assert caught.value.retryable is retryable and caught.value.__cause__ is error


def test_an_embedder_may_say_what_is_missing() -> None:
    with pytest.raises(MissingExtra):
        own_embedder(Broken(MissingExtra("install it"))).embed(["tea"])


def test_a_text_on_which_an_embedder_fails_waits_alone_and_is_found_by_its_words(open_bank: Opener) -> None:
    bank = open_bank(embedder=Broken(KeyError("x"), on="odd"))
    receipts = bank.remember([{"content": text} for text in ("a cup", "an odd cup", "a kettle")], user_id="u")
    assert [one.outcome for one in receipts] == ["stored", "pending", "stored"] and "KeyError" in (receipts[1].reason or "")
    assert bank.recall("odd", user_id="u").rows[0].text == "an odd cup"


def test_an_answer_is_quoted_where_a_model_breaks(open_bank: Opener) -> None:
    bank = open_bank(model=Mine(KeyError("choices")))
    bank.remember("Bo lives in Turku.", user_id="u")
    answer = bank.answer("Where does Bo live?", user_id="u")
    assert answer.text.startswith("Tea") and "KeyError" in (answer.note or "")
    bank = open_bank("other.db", model=type("Mute", (), {"name": "mute", "chat": Mine.chat})())
    bank.remember("Bo lives in Turku.", user_id="u")
    answer = bank.answer("Where does Bo live?", user_id="u")
    assert answer.by == "quotes" and "stream" in (answer.note or "")


@pytest.mark.parametrize("part", ["model", "embedder"])
def test_what_has_no_name_is_refused_when_the_bank_is_opened(open_bank: Opener, part: str) -> None:
    class Nameless(HashEmbedder):
        def __init__(self) -> None:
            super().__init__()
            self.name = ""

        chat = Mine.chat

    with pytest.raises(SettingsError, match="Nameless"):
        open_bank(**{part: Nameless()})
