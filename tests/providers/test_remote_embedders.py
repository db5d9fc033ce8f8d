"""Vendors' and servers' embedders over a real socket; sentence-transformers through a stand-in package."""

import asyncio
import sys
import traceback
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests import loopback as wire
from tests.loopback import KEY, Behaviour, Loopback
from thoughtbank.errors import EmbedderError, MissingExtra
from thoughtbank.providers import faults
from thoughtbank.providers.embedders import PydanticAIEmbedder, SentenceTransformersEmbedder

SHORT = 0.4


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "BACKOFF", 0.01)


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    """The client's first import takes longer than the short time-outs of these tests."""
    with Loopback([wire.embeds()]) as server:
        PydanticAIEmbedder("m", server.url).embed(["ready"])


def embedder_of(server: Loopback, *, timeout: float = 5.0, retries: int = 0) -> PydanticAIEmbedder:
    return PydanticAIEmbedder("some-model", server.url, KEY, timeout=timeout, retries=retries)


def test_good_vectors_at_unit_length() -> None:
    with Loopback([wire.embeds()]) as server:
        one = embedder_of(server)
        assert one.dimension is None
        vectors = one.embed(["tea", "coffee"])
    assert vectors.shape == (2, 64) and vectors.dtype == np.float32 and one.dimension == 64
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert server.requests[0].key_matched and server.requests[0].body["input"] == ["tea", "coffee"]


def test_batches_of_at_most_64_in_order() -> None:
    texts = [f"word{number}" for number in range(150)]
    with Loopback([wire.embeds()]) as server:
        one = embedder_of(server)
        assert np.allclose(one.embed(texts)[149], one.embed(["word149"])[0])
    assert [len(seen.body["input"]) for seen in server.requests] == [64, 64, 22, 1]


def test_nothing_asks_nothing_and_odd_texts_are_sent_readable() -> None:
    with Loopback([wire.embeds()]) as server:
        one = embedder_of(server)
        assert one.embed([]).shape == (0, 0)
        one.embed(["", "\ud800", "y " * 9000])
    empty, broken, long = server.requests[0].body["input"]
    assert (empty, broken) == (" ", "\ufffd") and len(long) <= 3001 and len(server.requests) == 1


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (wire.embeds_as([1.0, 0.0]), "2 texts were sent, and 1"),
        (wire.embeds_as([1.0, 0.0], [0.0, 1.0], [1.0, 1.0]), "2 texts were sent, and 3"),
        (wire.embeds_as([1.0, 0.0], [1.0]), "one length"),
        (wire.embeds_as([1.0, 0.0], [0.0, 0.0]), "vector 1 of 2"),
        (wire.embeds_as([float("nan"), 0.0], [0.0, 1.0]), "vector 0 of 2"),
        (wire.embeds_as([float("inf"), 0.0], [0.0, 1.0]), "vector 0 of 2"),
        (wire.embeds_as([], []), "vector 0 of 2"),
        (wire.raw({"data": []}), "No embedding|protocol|0 vectors"),
        (wire.raw("<html>", Content_Type="text/html"), "protocol"),
        (wire.raw("nope"), "protocol"),
        (wire.fails(400, "too many tokens"), "too many tokens"),
        (wire.fails(401, f"bad {KEY}"), "api_key"),
        (wire.fails(404, "no such model"), "no such model"),
        (wire.fails(429, "slow down"), "slow down"),
        (wire.hangs, "in time"),
        (wire.drips, "in time"),
        (wire.hangs_up, "hung up"),
    ],
)
def test_a_fault_has_one_clear_outcome(behaviour: Behaviour, words: str) -> None:
    with Loopback([behaviour]) as server, pytest.raises(EmbedderError, match=words) as caught:
        embedder_of(server, timeout=SHORT if behaviour in (wire.hangs, wire.drips) else 20).embed(["tea", "coffee"])
    assert len(server.requests) == 1 and "some-model" in str(caught.value)
    assert KEY not in "".join(traceback.format_exception(caught.value))


def test_a_changing_dimension() -> None:
    with Loopback([wire.embeds(64), wire.embeds(32)]) as server:
        one = embedder_of(server)
        one.embed(["tea"])
        with pytest.raises(EmbedderError, match="32 dimensions came back, and they had 64"):
            one.embed(["tea"])


@pytest.mark.parametrize(
    "fault", [wire.fails(429, "x", headers={"Retry-After": "0"}), wire.fails(503, "x"), wire.hangs, wire.hangs_up]
)
def test_what_passes_is_tried_again(fault: Behaviour) -> None:
    with Loopback([fault, wire.embeds()]) as server:
        assert embedder_of(server, timeout=1.0 if fault is wire.hangs else 20, retries=1).embed(["tea"]).shape == (1, 64)


def test_what_does_not_pass_is_not_retryable() -> None:
    with Loopback([wire.fails(401, "no")]) as server, pytest.raises(EmbedderError) as caught:
        embedder_of(server, retries=3).embed(["tea"])
    assert len(server.requests) == 1 and not caught.value.retryable


def test_for_ever_busy_ends() -> None:
    with Loopback([wire.fails(429, "slow down")]) as server, pytest.raises(EmbedderError) as caught:
        embedder_of(server, retries=2).embed(["tea"])
    assert len(server.requests) == 3 and caught.value.retryable


def test_inside_a_running_loop() -> None:
    async def notebook() -> tuple[int, ...]:
        return embedder_of(server).embed(["tea"]).shape

    with Loopback([wire.embeds()]) as server:
        assert asyncio.run(notebook()) == (1, 64)


class _Transformer:
    """What we use of sentence_transformers.SentenceTransformer."""

    def __init__(self, name: str) -> None:
        if name == "missing":
            raise OSError("no such model on the hub")

    def encode_query(self, texts: list[str], **_: Any) -> Any:
        return np.array([[3.0, 0.0]] * len(texts))

    def encode_document(self, texts: list[str], **_: Any) -> Any:
        return np.array([[0.0, 4.0]] * len(texts))


def test_sentence_transformers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=_Transformer))
    one = SentenceTransformersEmbedder("some/model")
    assert one.name == "sentence-transformers:some/model" and one.dimension is None and one.embed([]).shape == (0, 0)
    assert one.embed(["tea"], query=True).tolist() == [[1, 0]] and one.embed(["tea"]).tolist() == [[0, 1]]
    assert one.dimension == 2
    with pytest.raises(EmbedderError, match="no such model"):
        SentenceTransformersEmbedder("missing").embed(["tea"])


def test_sentence_transformers_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingExtra, match=r"thoughtbank\[sentence-transformers\]"):
        SentenceTransformersEmbedder("some/model")
