"""From one scale to another: what a judge's points mean in the points that people give (CIG, section 3.6: the calibration corrects the first pass).

The idea: a rising broken line through knots (found, given); between two knots straight, level before the first and after the last. It never turns
an order round. The trade: it can't mend what a judge orders wrongly.

    knots (1, 0), (4, 2), (10, 9):   apply(1) = 0,  apply(2.5) = 1,  apply(7) = 5.5

Whoever gives points from 0 to 10 can be corrected: the scorer, an encoder, a language model. Learnt by `tuning/calibration.py`.
Checked in tests/remember/test_scorers.py.
"""

from bisect import bisect_right
from dataclasses import dataclass

LEAST, MOST = 0.0, 10.0
"""Ends of the scale."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """`found` rises strictly, `given` doesn't fall; as many of one as of the other, at least two. Raises ValueError."""

    found: tuple[float, ...]
    given: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.found) != len(self.given) or len(self.found) < 2:
            raise ValueError("a map needs two knots or more, each with what is found and what is given")
        if not all(a < b for a, b in zip(self.found, self.found[1:], strict=False)):
            raise ValueError("what is found must rise from knot to knot")
        if not all(a <= b for a, b in zip(self.given, self.given[1:], strict=False)):
            raise ValueError("what is given mustn't fall from knot to knot")

    def apply(self, score: float) -> float:
        """The points on the people's scale, 0 to 10."""
        above = bisect_right(self.found, score)
        if above in (0, len(self.found)):
            points = self.given[min(above, len(self.found) - 1)]
        else:
            left, right = self.found[above - 1], self.found[above]
            share = (score - left) / (right - left)
            points = self.given[above - 1] + share * (self.given[above] - self.given[above - 1])
        return min(MOST, max(LEAST, points))
