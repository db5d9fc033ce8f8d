"""Stand-ins for tests, benchmarks of everything else, and demonstrations: no weights, no network, the same result every time.

`HashEmbedder` sees shared words and spellings, never meaning: it is chosen by name, never in silence.
"""

import re
import threading
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np

from thoughtbank.errors import ModelUnreadable, SettingsError
from thoughtbank.ports import ChatMessage, Reply, Vectors

Scripted = str | Reply | Exception | Callable[[Sequence[ChatMessage]], str | Reply]

_WORD = re.compile(r"\w+")
GRAM_WEIGHT = 0.3
"""Weight of a character trigram beside a word's 1: words decide, spelling breaks ties and carries scripts without spaces."""


class HashEmbedder:
    """Words and character trigrams, each added with a hashed sign at a hashed place (Weinberger et al. 2009), then unit length.

    `embed` gives shape (n, dimension). A text without words points where the hash of its own bytes does.
    """

    def __init__(self, dimension: int = 64) -> None:
        if dimension < 1:
            raise SettingsError(f"a hash embedder needs at least one dimension, not {dimension}")
        self.name = f"hash-{dimension}"
        self._dimension = dimension

    @property
    def dimension(self) -> int:
        return self._dimension

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """Questions and passages alike."""
        vectors = np.zeros((len(texts), self._dimension), dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for feature, weight in _features(text):
                place = _place(feature)
                vector[(place >> 1) % self._dimension] += weight if place & 1 else -weight
            length = np.linalg.norm(vector)
            if length < 1e-6:  # no features, or features that cancel each other
                vector[_place(text) % self._dimension] = 1.0
            vector /= np.linalg.norm(vector)
        return vectors


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        yield word, 1.0
        padded = f"<{word}>"
        for start in range(len(padded) - 2):
            yield padded[start : start + 3], GRAM_WEIGHT


@lru_cache(maxsize=1 << 16)
def _place(feature: str) -> int:
    return int.from_bytes(blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


class ScriptedModel:
    """A ChatModel that says what it is told to, in order.

    A reply is a text, a Reply, an error to raise, or a function of the messages. `asked` holds the messages of every call,
    `schemas` the schema of each. Raises ModelUnreadable when the script is over.
    """

    def __init__(self, replies: Sequence[Scripted], name: str = "scripted") -> None:
        self.name = name
        self.asked: list[tuple[ChatMessage, ...]] = []
        self.schemas: list[Mapping[str, Any] | None] = []
        self._replies = list(replies)
        self._lock = threading.Lock()

    def chat(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        temperature: float = 0.0,
        max_tokens: int | None = None,
    ) -> Reply:
        """The next reply of the script."""
        with self._lock:
            call = len(self.asked)
            self.asked.append(tuple(messages))
            self.schemas.append(schema)
        if call >= len(self._replies):
            raise ModelUnreadable(f"{self.name}: the script holds {len(self._replies)} replies, and this is call {call + 1}")
        said = self._replies[call]
        if isinstance(said, Exception):
            raise said
        if callable(said):
            said = said(messages)
        return Reply(said) if isinstance(said, str) else said

    def stream(
        self, messages: Sequence[ChatMessage], *, temperature: float = 0.0, max_tokens: int | None = None
    ) -> Iterator[str]:
        """The next reply, a word at a time."""
        yield from re.findall(
            r"\s*\S+\s*$|\s*\S+|\s+", self.chat(messages, temperature=temperature, max_tokens=max_tokens).text
        )
