"""What a run costs: calls and tokens of models, wall and processor time, memory."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from thoughtbank.language.words import count_tokens
from thoughtbank.ports import ChatMessage, ChatModel, Reply


class CountedModel:
    """A model whose calls and (estimated) tokens are counted."""

    def __init__(self, model: ChatModel) -> None:
        self._model, self.name = model, model.name
        self.calls, self.read, self.written = 0, 0, 0

    def chat(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        temperature: float = 0.0,
        max_tokens: int | None = None,
    ) -> Reply:
        self._count(messages)
        reply = self._model.chat(messages, schema=schema, temperature=temperature, max_tokens=max_tokens)
        self.written += count_tokens(reply.text)
        return reply

    def stream(
        self, messages: Sequence[ChatMessage], *, temperature: float = 0.0, max_tokens: int | None = None
    ) -> Iterator[str]:
        self._count(messages)
        for piece in self._model.stream(messages, temperature=temperature, max_tokens=max_tokens):
            self.written += count_tokens(piece)
            yield piece

    @property
    def spent(self) -> tuple[int, int, int]:
        """Calls, tokens read, tokens written."""
        return self.calls, self.read, self.written

    def _count(self, messages: Sequence[ChatMessage]) -> None:
        self.calls += 1
        self.read += sum(count_tokens(message.text) for message in messages)


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """Median and 95th percentile, in milliseconds."""
    return {f"p{at}": round(float(np.percentile(seconds, at)) * 1e3, 3) for at in (50, 95)} if seconds else {}


def peak_rss_mb() -> float | None:
    """The most memory this process has had, in megabytes; None where the system doesn't say."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    unit = 1024 if sys.platform == "darwin" else 1
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit / 1024, 1)
