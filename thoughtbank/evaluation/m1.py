"""M1 (FraCom): whether what is recalled stays true to its source and fits the query, in one figure.

M1 = 2 s_o s_q / (s_o + s_q), 0 if both are 0, where s_o is the similarity of the recalled text to the text it was made from and s_q its similarity
to the query. A summary that says everything is near its source and far from the query; a sentence made up to fit is the reverse. With
s_o = 0.9 and s_q = 0.6, M1 = 1.08 / 1.5 = 0.72.

The measure is known here by its words ("the harmonic mean of similarity to the original text and similarity to the query"); which similarity and
which original text is our reading, so each figure says what it used:

- similarity: `cosine` of an encoder, negatives as 0, where a text of many turns is the normalised mean of its turns' vectors: they are there
  already, so it costs no further embedding; or any function of two texts, `rouge_l` for one.
- source: all that was said in the sessions of the turns that the recalled rows came from, or the turns that hold the gold answer, where a data set
  names them (`quality.py`).

A query that recalls nothing scores 0 in the main figure. Coverage, the share that recalls anything, and the mean of those alone stand beside it,
since a high threshold would look good by answering few queries. A threshold is an encoder's
own: between 100 questions of LoCoMo and the 50 turns nearest to each, the built-in one's cosines are 0.76 to 0.90, so that thresholds of 0.1 to
0.7 recall everything and 0.9 next to nothing.
Checked by tests/evaluation/test_m1.py.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from thoughtbank.errors import InputError
from thoughtbank.evaluation.texts import rouge_l
from thoughtbank.language.words import is_blank
from thoughtbank.ports import Vectors

TAUS = tuple(round(0.1 * step, 1) for step in range(1, 10))
"""The thresholds of FraCom's figure 5."""


class Pair(NamedTuple):
    """A query's two similarities, each in [0, 1]. A query that recalled nothing has none: `None` in its place."""

    s_o: float
    s_q: float


def m1(s_o: float, s_q: float) -> float:
    """The harmonic mean. Raises InputError for what isn't in [0, 1], where it means nothing."""
    if not (0 <= s_o <= 1 and 0 <= s_q <= 1):
        raise InputError(f"similarities must lie between 0 and 1, not {s_o} and {s_q}; clip cosines")
    return 2 * s_o * s_q / (s_o + s_q) if s_o and s_q else 0.0


def of_vectors(recalled: Vectors, source: Vectors, query: Vectors) -> Pair | None:
    """Cosines of recalled rows (n, d) with the turns of their source (m, d) and with the query (d,). None if there are no rows."""
    if not len(recalled):
        return None
    if not len(source):
        raise InputError(
            "no source to compare with; leave out queries without evidence, and name the turns a row was made from"
        )
    memory = _one(recalled)
    return Pair(_cosine(memory, _one(source)), _cosine(memory, _one(query[None, :])))


def of_texts(
    recalled: Sequence[str], source: Sequence[str], query: str, similarity: Callable[[str, str], float] = rouge_l
) -> Pair | None:
    """The same by a similarity of two texts in [0, 1], lines joined. None if nothing is recalled."""
    memory = "\n".join(recalled)
    if is_blank(memory):
        return None
    if not source:
        raise InputError(
            "no source to compare with; leave out queries without evidence, and name the turns a row was made from"
        )
    return Pair(similarity(memory, "\n".join(source)), similarity(memory, query))


def _one(vectors: Vectors) -> NDArray[np.float64]:
    """Many vectors as one, of length 1; vectors that cancel each other out have no direction, and are like nothing."""
    middle: NDArray[np.float64] = vectors.astype(np.float64).mean(axis=0)
    length = float(np.linalg.norm(middle))
    return middle / length if length > 1e-9 else np.zeros_like(middle)


def _cosine(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    return min(1.0, max(0.0, float(np.dot(a, b))))
