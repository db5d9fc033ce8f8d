"""Which of two ways to talk brings more a turn: two transcripts compared by mean gain (CIG, section 3.5, A/B).

An auxiliary measure, without a judge of quality: of two prompts or models the one whose dialogues bring more a turn. Conversations are drawn again whole,
those of each side by themselves, since the turns of one aren't independent. What couldn't be judged counts on neither side. The difference needs the draws of
both sides, not their intervals, and NumPy alone draws them, unlike `intervals.py`: so `thoughtbank gain` needs no extra.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from thoughtbank.evaluation.intervals import TIMES, Figure, figure

SIDES = {"all": ("user", "participant", "assistant"), "people": ("user", "participant"), "replies": ("assistant",)}
Scored = Sequence[tuple[str, str, float | None]]
"""Of each turn: its conversation, its role, its gain."""


def compared(first: Scored, second: Scored) -> dict[str, dict[str, Figure]]:
    """For all turns, people's and replies: the mean gain of a turn in `first` and `second`, and `difference`, second minus first; 95 % intervals where both
    have two conversations or more. A side without a turn of a kind has no mean.
    """
    found: dict[str, dict[str, Figure]] = {}
    for name, roles in SIDES.items():
        sums = [_sums(side, roles) for side in (first, second)]
        draws = [_drawn(one, seed) for seed, one in enumerate(sums)]
        means = [_mean(one) for one in sums]
        gap = None if None in means else (means[1] or 0.0) - (means[0] or 0.0)
        spread = None if draws[0] is None or draws[1] is None else draws[1] - draws[0]
        found[name] = {
            "first": _figure(means[0], draws[0]),
            "second": _figure(means[1], draws[1]),
            "difference": _figure(gap, spread),
        }
    return found


def _sums(side: Scored, roles: Sequence[str]) -> NDArray[np.float64]:
    """Sum and count of gains, a row for each conversation that has such a turn; shape (n, 2)."""
    rows: Mapping[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for conversation, role, score in side:
        if role in roles and score is not None:
            rows[conversation][0] += score
            rows[conversation][1] += 1
    return np.array(list(rows.values()), np.float64).reshape(-1, 2)


def _mean(sums: NDArray[np.float64]) -> float | None:
    return float(sums[:, 0].sum() / sums[:, 1].sum()) if len(sums) else None


def _drawn(sums: NDArray[np.float64], seed: int) -> NDArray[np.float64] | None:
    if len(sums) < 2:
        return None
    places = np.random.default_rng(seed).integers(0, len(sums), (TIMES, len(sums)))
    drawn = sums[places].sum(axis=1)
    means: NDArray[np.float64] = drawn[:, 0] / drawn[:, 1]
    return means


def _figure(value: float | None, draws: NDArray[np.float64] | None) -> Figure:
    if draws is None:
        return figure(value, None)
    low, high = np.percentile(draws, (2.5, 97.5))
    return figure(value, (float(low), float(high)))
