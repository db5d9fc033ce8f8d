"""What a run leaves for the next: that it is right, and what is said where it isn't whole."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from thoughtbank.errors import InputError
from thoughtbank.evaluation.kept import KeptResults, KeptVectors
from thoughtbank.ports import Vectors
from thoughtbank.providers.fake import HashEmbedder

LONG = "bees " * 100


class Cut(HashEmbedder):
    """Embeds the first characters of a text."""

    def __init__(self, chars: int) -> None:
        super().__init__()
        self.chars = chars

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        return super().embed([text[: self.chars] for text in texts], query=query)


def kept(folder: Path, embedder: HashEmbedder, chars: int, *texts: str) -> tuple[Vectors, int]:
    """The vectors, and how many of them were made now."""
    vectors = KeptVectors(embedder, folder, chars)
    found = vectors.embed(texts)
    vectors.close()
    return found, vectors.made


def test_a_text_that_is_embedded_in_part_has_a_vector_for_each_limit(tmp_path: Path) -> None:
    assert kept(tmp_path, Cut(300), 300, LONG, "short")[1] == 2
    found, made = kept(tmp_path, Cut(20), 20, LONG, "short")
    assert made == 1, "the short one is whole whatever the limit"
    assert np.array_equal(found, Cut(20).embed([LONG, "short"]))
    assert kept(tmp_path, Cut(300), 300, LONG, "short")[1] == 0


def damaged(file: Path) -> list[bytes]:
    """What may be found in its place."""
    whole = file.read_bytes()
    vectors = dict(np.load(file))
    made = [b"", whole[: len(whole) // 2], whole[:-30]]
    for changed in (
        {"keys": vectors["keys"]},
        {**vectors, "vectors": vectors["vectors"][:, :5]},
        {**vectors, "vectors": vectors["vectors"] * np.nan},
    ):
        np.savez(file, **changed)
        made.append(file.read_bytes())
    return made


def test_vectors_that_are_damaged(tmp_path: Path) -> None:
    kept(tmp_path, HashEmbedder(), 1000, "bees", "hives")
    (file,) = tmp_path.rglob("*.npz")
    for content in damaged(file):
        file.write_bytes(content)
        with pytest.raises(InputError, match=rf"{file.name}, kept by an earlier run, is damaged; delete it"):
            kept(tmp_path, HashEmbedder(), 1000, "bees")


@pytest.mark.parametrize("content", [b"", b'{"valu', b"[]", b"{}", b"\xff"])
def test_a_result_that_is_damaged(tmp_path: Path, content: bytes) -> None:
    results = KeptResults(tmp_path, "run")
    results.write("conv", {"values": {}})
    (file,) = tmp_path.rglob("*.json")
    file.write_bytes(content)
    with pytest.raises(InputError, match=rf"{file.name}, kept by an earlier run, is damaged; delete it"):
        results.read("conv")


def test_a_run_that_is_done_leaves_those_beside_it_alone(tmp_path: Path) -> None:
    first, same, other = KeptResults(tmp_path, "run"), KeptResults(tmp_path, "run"), KeptResults(tmp_path, "another")
    first.write("a", {"values": {"n": 1}})
    other.write("a", {"values": {"n": 2}})
    first.done()
    assert same.read("a") is None
    assert other.read("a") == {"values": {"n": 2}}
    same.write("b", {"values": {}})
    assert first.read("b") == {"values": {}}
