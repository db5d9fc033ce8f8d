"""The dense path: likeness of meaning, the cosine of the query's vector with every memory's. Exact; one matrix product.

Multilingual encoders put texts of one language nearer to one another than their meaning warrants, so that in a bilingual history a question in
English passes over every answer in Chinese. `level` takes that out: each language's mean cosine with the query is subtracted. Where
everything is in one language it changes no ranking.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from thoughtbank.errors import EmbedderError
from thoughtbank.ports import Embedder, Vectors, View
from thoughtbank.similarity.vectors import unit_rows

LEVEL_PRIOR = 5
"""A few memories are no measure of their language. Flat from 0 to 10 in the measurement at `RecallSettings.foreign_words`."""


class OneQuestion:
    """An embedder for one question, which is embedded once however often memory is searched with it."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder, self.name = embedder, embedder.name
        self._vectors: dict[tuple[tuple[str, ...], bool], Vectors] = {}

    @property
    def dimension(self) -> int | None:
        return self._embedder.dimension

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """The question's vectors are the same for every call, its arguments' too."""
        key = (tuple(texts), query)
        if key not in self._vectors:
            self._vectors[key] = self._embedder.embed(texts, query=query)
        return self._vectors[key]


def embed_query(embedder: Embedder, query: str) -> Vectors:
    """The query's checked vector, shape (d,), unit length. Raises EmbedderError for anything else."""
    vector: Vectors = embed(embedder, [query], query=True)[0]
    return vector


def embed(embedder: Embedder, texts: Sequence[str], *, query: bool = False) -> Vectors:
    """Checked vectors, shape (len(texts), d), unit length. Raises EmbedderError for anything else."""
    try:
        return unit_rows(embedder.embed(texts, query=query), len(texts))
    except ValueError as error:
        fault = EmbedderError(f"{embedder.name} gave no usable vector: {error}")
        fault.retryable = False  # the same query would give the same
        raise fault from error


def incomparable(view: View, query: Vectors) -> str | None:
    """Why the query's vector (shape (d,)) can't be held against the view's; None if it can."""
    if not view.has_vector.any():
        return "no memory has a vector"
    if view.matrix.shape[1] != len(query):
        return f"the memories' vectors have {view.matrix.shape[1]} dimensions, the query's {len(query)}"
    return None


def similarities(view: View, query: Vectors) -> NDArray[np.float32]:
    """Cosine of each row with the query's vector (shape (d,), unit length); a row that has no vector yet gets the least of the others.

    Only for vectors that aren't `incomparable`.
    """
    scores: NDArray[np.float32] = view.matrix @ query
    return _last(view, scores)


def level(view: View, cosines: NDArray[np.float32]) -> NDArray[np.float32]:
    """Cosines less their language's mean, which is drawn towards the mean of all as if by `LEVEL_PRIOR` more memories."""
    counts = language_counts(view)
    if np.count_nonzero(counts) < 2:
        return cosines
    languages = view.codes["language"] + 1
    sums = np.bincount(languages, np.where(view.has_vector, cosines, 0), len(counts))
    means = (sums + LEVEL_PRIOR * sums.sum() / counts.sum()) / (counts + LEVEL_PRIOR)
    return _last(view, cosines - means[languages].astype(np.float32))


def language_counts(view: View) -> NDArray[np.int64]:
    """How many rows with a vector there are of each language code, from -1 on; once a view."""
    if "languages" not in view.memo:
        places = len(view.names["language"]) + 1  # also for a language none of whose memories has a vector
        view.memo["languages"] = np.bincount(view.codes["language"][view.has_vector] + 1, minlength=places)
    counts: NDArray[np.int64] = view.memo["languages"]
    return counts


def _last(view: View, scores: NDArray[np.float32]) -> NDArray[np.float32]:
    if not view.has_vector.all():
        scores[~view.has_vector] = scores[view.has_vector].min(initial=1)
    return scores
