"""The dense path: likeness of meaning, the cosine of the query's vector with every memory's. Exact; one matrix product.

Multilingual encoders put texts of one language nearer to one another than their meaning warrants, so that in a bilingual history a question in
English passes over every answer in Chinese. `level` takes that out: each language's mean cosine with the query is subtracted. Where
everything is in one language it changes no ranking.
"""

import numpy as np
from numpy.typing import NDArray

from thoughtbank.ports import Vectors, View


def similarities(view: View, query: Vectors) -> NDArray[np.float32]:
    """Cosine of each row with the query's vector (shape (d,), unit length); -1 where a row has no vector yet."""
    if view.matrix.shape[1] != len(query):
        return np.full(view.size, -1, np.float32)
    scores: NDArray[np.float32] = view.matrix @ query
    if not view.has_vector.all():
        scores[~view.has_vector] = -1
    return scores


def level(view: View, cosines: NDArray[np.float32]) -> NDArray[np.float32]:
    """Cosines less their language's mean; rows without a vector stay last."""
    languages = view.codes["language"] + 1
    counts = np.bincount(languages, view.has_vector)
    if np.count_nonzero(counts) < 2:
        return cosines
    means = np.bincount(languages, np.where(view.has_vector, cosines, 0)) / np.maximum(counts, 1)
    levelled: NDArray[np.float32] = cosines - means[languages].astype(np.float32)
    if not view.has_vector.all():
        levelled[~view.has_vector] = -1
    return levelled
