"""The border to what users write themselves: models and embedders of their own, of which nobody knows what they raise.

Whatever it is becomes an error of ours here, so that a fault in such a class costs what any failure of a model or an embedder costs: a turn
waits with the reason, an answer is quoted, words alone find. This is the only place of the package that catches everything.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast

from thoughtbank.errors import (
    EmbedderError,
    MissingExtra,
    ModelError,
    ModelTimeout,
    ModelUnreadable,
    ProviderError,
    SettingsError,
    ThoughtbankError,
)
from thoughtbank.ports import ChatMessage, ChatModel, Choosing, Embedder, Reply, Vectors
from thoughtbank.providers.faults import quote

_OUT_OF_REACH = (ConnectionError, TimeoutError)
"""What says that a server can't be reached, and not that the call was wrong."""


@contextmanager
def _border(
    known: tuple[type[ThoughtbankError], ...], ours: Callable[[Exception], ProviderError], key: str | None
) -> Iterator[None]:
    """Lets known errors pass and makes any other one of ours, chained unless its text holds the key."""
    try:
        yield
    except known:
        raise
    except Exception as error:  # noqa: BLE001  # a stranger's class may raise anything, and its call must end as any failed call does
        raise ours(error) from (None if key is not None and key in str(error) else error)


def own_model(model: ChatModel, key: str | None = None) -> ChatModel:
    """A user's own model behind the border. `key` is what no message may hold. Raises SettingsError where it has no name."""
    return _OwnChoosing(model, key) if callable(getattr(model, "probabilities", None)) else _OwnModel(model, key)


def own_embedder(embedder: Embedder, key: str | None = None) -> Embedder:
    """A user's own embedder behind the border. `key` is what no message may hold. Raises SettingsError where it has no name."""
    return _OwnEmbedder(embedder, key)


def _named(given: ChatModel | Embedder, what: str) -> str:
    name = getattr(given, "name", None)
    if not (isinstance(name, str) and name.strip()):
        raise SettingsError(f"{what} needs a name, a text that says which one it is; {type(given).__name__}.name is {name!r}")
    return name


class _OwnModel:
    """A ChatModel that raises ModelErrors only, and replies only with replies."""

    def __init__(self, model: ChatModel, key: str | None) -> None:
        self.name = _named(model, "a model")
        self._model, self._key = model, key

    def chat(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        temperature: float = 0.0,
        max_tokens: int | None = None,
    ) -> Reply:
        with _border((ModelError,), self._ours, self._key):
            reply: object = self._model.chat(messages, schema=schema, temperature=temperature, max_tokens=max_tokens)
            if not (isinstance(reply, Reply) and isinstance(reply.text, str)):
                raise TypeError(f"chat must give a Reply with a text, not {type(reply).__name__}")
            return reply

    def stream(
        self, messages: Sequence[ChatMessage], *, temperature: float = 0.0, max_tokens: int | None = None
    ) -> Iterator[str]:
        with _border((ModelError,), self._ours, self._key):
            piece: object
            for piece in self._model.stream(messages, temperature=temperature, max_tokens=max_tokens):
                if not isinstance(piece, str):
                    raise TypeError(f"stream must give texts, not {type(piece).__name__}")
                yield piece

    def _ours(self, error: Exception) -> ModelError:
        said = f"{self.name}: its own code raised {type(error).__name__}: {quote(error, self._key)}"
        return ModelTimeout(said) if isinstance(error, _OUT_OF_REACH) else ModelUnreadable(said)


class _OwnChoosing(_OwnModel):
    """One that says how likely choices are, too."""

    def probabilities(self, messages: Sequence[ChatMessage], choices: Sequence[str]) -> dict[str, float]:
        with _border((ModelError,), self._ours, self._key):
            return cast(Choosing, self._model).probabilities(messages, choices)


class _OwnEmbedder:
    """An Embedder that raises EmbedderErrors only, or names the extra it lacks. What it gives is checked where it is used."""

    def __init__(self, embedder: Embedder, key: str | None) -> None:
        self.name = _named(embedder, "an embedder")
        self._embedder, self._key = embedder, key

    @property
    def dimension(self) -> int | None:
        return self._embedder.dimension

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        with _border((EmbedderError, MissingExtra), self._ours, self._key):
            return self._embedder.embed(texts, query=query)

    def _ours(self, error: Exception) -> EmbedderError:
        fault = EmbedderError(f"{self.name}: its own code raised {type(error).__name__}: {quote(error, self._key)}")
        fault.retryable = isinstance(error, _OUT_OF_REACH)  # anything else the same texts would raise again
        return fault
