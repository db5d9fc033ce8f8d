"""Text to vectors by others' models: any vendor's, any server's, any sentence-transformers model. The built-in one is in
`builtin.py`.

Each bounds a text to `embed_chars` characters (cost grows with every token, and a recall unit is a turn, not a book), hands
over batches, and checks what comes back: the right number of vectors, one dimension for ever, finite, not zero, then unit
length.
"""

import importlib
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from thoughtbank.errors import EmbedderError, MissingExtra, ModelError
from thoughtbank.ports import Vectors
from thoughtbank.providers.faults import patiently
from thoughtbank.providers.loop import BackgroundLoop, shared_loop
from thoughtbank.providers.texts import bounded
from thoughtbank.providers.vendors import embedding_model

if TYPE_CHECKING:
    from pydantic_ai.embeddings.result import EmbedInputType

BATCH = 64
"""Texts of one request to a vendor; the lowest limit among those we know is 96."""


def checked(vectors: ArrayLike, count: int, dimension: int | None, name: str) -> Vectors:
    """The vectors at unit length, shape (count, d). Raises EmbedderError, which names the sizes."""
    try:
        rows = np.asarray(vectors, dtype=np.float32)
    except (ValueError, TypeError) as error:
        raise _unusable(f"{name}: the {count} vectors it gave aren't numbers of one length") from error
    if rows.ndim != 2 or len(rows) != count:
        raise _unusable(f"{name}: {count} texts were sent, and {len(rows) if rows.ndim else 0} vectors came back")
    if dimension is not None and rows.shape[1] != dimension:
        raise _unusable(f"{name}: vectors of {rows.shape[1]} dimensions came back, and they had {dimension} before")
    lengths = np.linalg.norm(rows.astype(np.float64), axis=1)
    if not np.isfinite(lengths).all() or not (lengths > 0).all():
        bad = int(np.flatnonzero(~np.isfinite(lengths) | (lengths <= 0))[0])
        raise _unusable(f"{name}: vector {bad} of {count} is zero or not finite")
    return np.asarray(rows / lengths[:, None], dtype=np.float32)


def _unusable(what: str) -> EmbedderError:
    """A fault of the answer, not of the connection: the same texts would give the same."""
    fault = EmbedderError(what)
    fault.retryable = False
    return fault


class PydanticAIEmbedder:
    """Any vendor's embedding model (`provider:model`), or an OpenAI-compatible server's at `base_url`.

    A request holds at most 64 texts and ends after `timeout` seconds; time-outs, HTTP 429 and 5xx are tried `retries` more
    times. Texts of one call go in order, so a failure in the middle raises and gives nothing. Raises EmbedderError;
    constructing raises SettingsError, MissingExtra.
    """

    def __init__(
        self,
        name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 60.0,
        retries: int = 2,
        embed_chars: int = 1000,
    ) -> None:
        self.name = name
        self._base_url = base_url
        self._key = api_key
        self._timeout = timeout
        self._retries = retries
        self._chars = embed_chars
        self._dimension: int | None = None
        self._model = embedding_model(name, base_url, api_key)
        self._loop: BackgroundLoop | None = None

    @property
    def dimension(self) -> int | None:
        return self._dimension

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """Shape (len(texts), dimension). Raises EmbedderError."""
        if not texts:
            return np.zeros((0, self._dimension or 0), dtype=np.float32)
        batches = [self._batch(texts[start : start + BATCH], query) for start in range(0, len(texts), BATCH)]
        return np.concatenate(batches)

    def _batch(self, texts: Sequence[str], query: bool) -> Vectors:
        from pydantic_ai.embeddings import Embedder

        loop = self._connected()
        client = Embedder(self._model, instrument=False)
        sent = [bounded(text, self._chars) or " " for text in texts]  # vendors refuse an empty text
        kind: EmbedInputType = "query" if query else "document"

        async def once() -> Sequence[Sequence[float]]:
            return (await client.embed(sent, input_type=kind)).embeddings

        total = self._timeout * (self._retries + 1)
        work = patiently(once, name=self.name, key=self._key, retries=self._retries, timeout=self._timeout, total=total)
        try:
            rows = checked(loop.run(work, total), len(texts), self._dimension, self.name)
        except ModelError as error:
            raise _embedder_error(error) from error.__cause__  # which was left out where it could show the key
        except TimeoutError as error:
            raise EmbedderError(f"{self.name}: the client is stuck; no answer in time") from error
        self._dimension = rows.shape[1]
        return rows

    def _connected(self) -> BackgroundLoop:
        loop = shared_loop()
        if self._loop is not None and self._loop is not loop:  # after a fork
            self._model = embedding_model(self.name, self._base_url, self._key)
        self._loop = loop
        return loop


def _embedder_error(error: ModelError) -> EmbedderError:
    ours = EmbedderError(str(error))
    ours.retryable = error.retryable
    return ours


class SentenceTransformersEmbedder:
    """A sentence-transformers model by its hub name or folder, loaded at the first call (which may download it).

    One call at a time: PyTorch uses all cores for it anyway. Raises EmbedderError; constructing raises MissingExtra.
    """

    def __init__(self, name: str, embed_chars: int = 1000) -> None:
        try:
            self._library: Any = importlib.import_module("sentence_transformers")
        except ImportError as error:
            raise MissingExtra(
                f"the embedder 'sentence-transformers:{name}' needs pip install 'thoughtbank[sentence-transformers]'"
            ) from error
        self.name = f"sentence-transformers:{name}"
        self._model_name = name
        self._chars = embed_chars
        self._dimension: int | None = None
        self._model: Any = None
        self._lock = threading.Lock()

    @property
    def dimension(self) -> int | None:
        return self._dimension

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """Shape (len(texts), dimension). Raises EmbedderError."""
        if not texts:
            return np.zeros((0, self._dimension or 0), dtype=np.float32)
        with self._lock:
            try:
                self._model = self._model or self._library.SentenceTransformer(self._model_name)
                encode = self._model.encode_query if query else self._model.encode_document
                given = encode([bounded(text, self._chars) for text in texts], show_progress_bar=False, convert_to_numpy=True)
            except (OSError, RuntimeError, ValueError, AttributeError) as error:
                raise EmbedderError(f"{self.name}: {type(error).__name__}: {str(error)[:300]}") from error
            rows = checked(given, len(texts), self._dimension, self.name)
            self._dimension = rows.shape[1]
        return rows
