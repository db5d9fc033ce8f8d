"""Learns the map from a judge's points to people's.

The idea: isotonic regression, the rising steps with the least squared error. A step becomes a knot at the mean of what was found on it, and the map
is straight between knots, so that two turns found apart stay apart. (Against level steps, on scales made of the shipped pairs with noise: an error .01 to
.04 smaller with 20 to 100 pairs, none with 200.) Where a judge gives few different points (a model's integers) there is too little for steps: then it
is a straight line, which can't fall.

It doesn't matter who gave the points: the shipped scorer, or a language model whose first pass is to be corrected. Checked in tests/tuning/test_calibration.py.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from thoughtbank.errors import MissingExtra
from thoughtbank.remember.calibration import LEAST, MOST, Calibration

FEW = 12
"""Different points found, up to which the map is a line. Chosen: the scale has eleven integers."""
Form = Literal["isotonic", "linear"]


@dataclass(frozen=True, slots=True)
class Learnt:
    calibration: Calibration
    form: Form

    @property
    def flat(self) -> bool:
        """Whether all turns get the same points: people's don't rise with what was found."""
        return self.calibration.given[0] == self.calibration.given[-1]


def learn_map(found: NDArray[np.float64], given: NDArray[np.float64]) -> Learnt:
    """The map from what was found to what people gave: shape (n,) each, n >= 1. Raises MissingExtra."""
    found = np.round(found, 2)  # as the engine gives it; and so no two knots fall together
    if len(np.unique(found)) <= FEW:
        return Learnt(_line(found, given), "linear")
    return Learnt(_steps(found, given), "isotonic")


def _line(found: NDArray[np.float64], given: NDArray[np.float64]) -> Calibration:
    away = found - found.mean()
    square = float(away @ away)
    slope = max(0.0, float(away @ given) / square) if square else 0.0
    begin = float(given.mean()) - slope * float(found.mean())
    ends = (LEAST, MOST)
    return Calibration(ends, tuple(round(begin + slope * end, 4) for end in ends))


def _steps(found: NDArray[np.float64], given: NDArray[np.float64]) -> Calibration:
    try:
        from scipy.optimize import isotonic_regression
    except ImportError as error:
        raise MissingExtra('tuning needs SciPy; run: pip install "thoughtbank[eval]"') from error
    points, place, counts = np.unique(found, return_inverse=True, return_counts=True)
    means = np.bincount(place, weights=given) / counts
    rising = isotonic_regression(means, weights=counts)
    bounds = rising.blocks
    knots = [
        (float(np.average(points[a:b], weights=counts[a:b])), float(rising.x[a]))
        for a, b in zip(bounds, bounds[1:], strict=False)
    ]
    if len(knots) == 1:
        knots = [(LEAST, knots[0][1]), (MOST, knots[0][1])]
    return Calibration(tuple(round(x, 4) for x, _ in knots), tuple(round(y, 4) for _, y in knots))
