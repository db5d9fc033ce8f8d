"""The scorer's weights, learnt from turns that were scored by the rubric.

The idea: ridge regression with signs. A feature's points come from the pairs, but a feature that by its meaning raises the gain can't lower it, and
the other way round, so that more news is never less gain (the tests rely on it). With few pairs the ridge decides: it pulls towards PRIOR points
for each feature, not towards none, since each is there for a reason. The trade: what features do together is not learnt.

Turns that layer 1 stops teach nothing, since the scorer never sees them. No chance is involved: the same pairs give the same weights.
Shipped weights: `python scripts/fit_scorer.py`. Checked in tests/tuning/test_scorer_fit.py, cross-validated by item in tests/remember/test_scorer.py.
"""

from collections.abc import Iterable, Sequence
from dataclasses import astuple
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from thoughtbank.remember.features import NAMES, Heard, read
from thoughtbank.remember.scorer import DIMENSION, Weights, score
from thoughtbank.tuning.pairs import Pair

PRIOR = 0.5
"""Points towards which a weight is pulled. Chosen: a noticeable part of a band."""
RIDGE = 2.0
"""As many pairs as the pull counts for. Chosen: 1 to 4 give the same errors within 0.05, cross-validated."""
ROUNDS = 200
"""Passes over the weights; by then no shipped weight moves in its third decimal."""


def fit(pairs: Iterable[Pair], toward: Weights | None = None, ridge: float = RIDGE) -> Weights:
    """The weights that fit the pairs best, pulled towards those of `toward`; None: towards PRIOR points each."""
    seen = [(row, pair.score) for pair in pairs if (row := _row(pair.turn, pair.history)) is not None]
    rows = np.array([row for row, _ in seen], dtype=np.float64)
    prior = None if toward is None else np.array([abs(toward.points[name]) for name in NAMES])
    return fit_rows(rows, np.array([given for _, given in seen], dtype=np.float64), prior=prior, ridge=ridge)


@lru_cache(maxsize=1 << 12)
def _row(turn: Heard, history: tuple[Heard, ...]) -> tuple[float, ...] | None:
    """The features of a turn that no filter stops; a cross-validation asks for them again and again."""
    return astuple(read(turn, history).features) if score(turn, history, weights=_NO_WEIGHTS).layer == "scorer" else None


def fit_rows(
    rows: NDArray[np.float64],
    scores: NDArray[np.float64],
    counts: NDArray[np.float64] | None = None,
    *,
    prior: NDArray[np.float64] | None = None,
    ridge: float = RIDGE,
) -> Weights:
    """The same of features in the order of NAMES; `counts` says for how many pairs each row stands.

    Minimises sum(count * (score - bias - row @ weights)^2) + ridge * sum((|weight| - prior)^2) over weights of the given signs, a weight at a time.
    `prior`: shape (len(NAMES),), without signs; None: PRIOR each.
    """
    times = np.ones(len(scores)) if counts is None else counts
    pull = np.full(len(NAMES), PRIOR) if prior is None else prior
    signed = rows * SIGNS
    square = signed.T @ (signed * times[:, None])
    sums, target = signed.T @ times, signed.T @ (scores * times)
    total, mean = times.sum(), scores @ times
    weights, bias = np.zeros(len(NAMES)), mean / total
    for _ in range(ROUNDS):
        for one in range(len(NAMES)):
            rest = target[one] - bias * sums[one] - square[one] @ weights + square[one, one] * weights[one]
            weights[one] = max(0.0, (rest + ridge * pull[one]) / (square[one, one] + ridge))
        bias = (mean - sums @ weights) / total
    return Weights(
        round(float(bias), 3), {name: round(float(w * s), 3) for name, w, s in zip(NAMES, weights, SIGNS, strict=True)}
    )


def document(weights: Weights, sources: Sequence[dict[str, object]]) -> dict[str, object]:
    """What is shipped: the weights by dimension, and where they come from."""
    return {
        "made_by": "scripts/fit_scorer.py (thoughtbank/tuning/scorer.py)",
        "seed": None,
        "sources": list(sources),
        "bias": weights.bias,
        "weights": {dimension: {name: weights.points[name] for name in names} for dimension, names in DIMENSION.items()},
    }


SIGNS = np.array([-1.0 if name in DIMENSION["repetition"] else 1.0 for name in NAMES])
_NO_WEIGHTS = Weights(0.0, dict.fromkeys(NAMES, 0.0))
