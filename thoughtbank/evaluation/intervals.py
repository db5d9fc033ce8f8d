"""How far a mean may be trusted: 95 % intervals, bootstrap over whole conversations.

Questions of one conversation aren't independent: they ask one memory. So conversations are drawn again, with replacement, each with all of its
questions, and what is computed of each draw is sum / count, the mean over the questions drawn. Of few conversations such an interval is
coarse and too narrow (of two it holds the truth about half of the time); of one there is none. Conversations without a question of the kind measured say nothing and aren't drawn.

`resampled` is the mechanism, `interval` that of sum / count, `ratio` what is written of it as JSON.

Worked example: conversations with sums (1, 3) and counts (2, 3) draw to 1/2, 4/5 (twice as often) and 3/3; the interval is (0.5, 1).
Checked by `tests/evaluation/test_intervals.py`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thoughtbank.errors import InputError, MissingExtra

Figure = dict[str, float | None]
"""`value`, and `low` and `high` of its interval; None where there is none."""
PLACES = 6
"""Decimals of a figure in JSON."""
TIMES = 2000
"""Draws for an interval."""
AT_ONCE = 4_000_000
"""Numbers drawn before they are summed up: 32 MB, however many conversations there are."""


def interval(
    sums: NDArray[np.float64], counts: NDArray[np.float64], *, times: int = TIMES, seed: int = 0
) -> tuple[float, float] | None:
    """The interval of sum / count; a conversation a place. None for fewer than 2 conversations with a count."""
    if sums.shape != counts.shape or sums.ndim != 1:
        raise InputError(f"sums and counts need one number a conversation each; they have shapes {sums.shape}, {counts.shape}")
    used = counts > 0
    return resampled(_ratio, sums[used], counts[used], vectorized=True, times=times, seed=seed)


def resampled(
    of: Callable[..., Any], *columns: NDArray[np.float64], vectorized: bool = False, times: int = TIMES, seed: int = 0
) -> tuple[float, float] | None:
    """The 95 % percentile interval of a figure of columns, their rows drawn again together. None for fewer than 2 rows.

    `of` takes the columns; `vectorized`: many draws of each at once, and the axis that rows lie on.
    """
    rows = len(columns[0])
    if rows < 2:
        return None
    try:
        from scipy.stats import bootstrap
    except ImportError as error:
        raise MissingExtra('intervals need SciPy; run: pip install "thoughtbank[eval]"') from error
    drawn = bootstrap(
        columns,
        of,
        paired=True,
        vectorized=vectorized,
        n_resamples=times,
        batch=max(1, AT_ONCE // rows),
        method="percentile",
        rng=np.random.default_rng(seed),
    )
    return float(drawn.confidence_interval.low), float(drawn.confidence_interval.high)


def ratio(sums: NDArray[np.float64], counts: NDArray[np.float64]) -> Figure:
    """Sum / count over all conversations; no value where nothing was counted."""
    total = float(counts.sum())
    return figure(float(sums.sum()) / total if total else None, interval(sums, counts))


def figure(value: float | None, bounds: tuple[float, float] | None) -> Figure:
    """As it is written, rounded."""
    low, high = bounds or (None, None)
    return {
        name: None if number is None else round(number, PLACES)
        for name, number in (("value", value), ("low", low), ("high", high))
    }


def _ratio(sums: NDArray[np.float64], counts: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    ratio: NDArray[np.float64] = sums.sum(axis=axis) / counts.sum(axis=axis)
    return ratio
