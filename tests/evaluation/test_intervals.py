"""Intervals by conversation: what is drawn, what isn't, and that the same is drawn again."""

import sys

import numpy as np
import pytest

from thoughtbank.errors import InputError, MissingExtra
from thoughtbank.evaluation.intervals import interval


def bounds(sums: list[float], counts: list[float], **given: int) -> tuple[float, float] | None:
    return interval(np.array(sums, float), np.array(counts, float), **given)


def test_two_conversations_draw_to_three_values() -> None:
    assert bounds([1, 3], [2, 3]) == (0.5, 1.0), "the two ends are drawn a quarter of the time each"


def test_what_is_drawn_is_a_mean_over_questions_not_over_conversations() -> None:
    """Equal means of 1000 and of 1 questions: the one that is large is most of every draw that holds it."""
    low, high = bounds([600, 0] * 10, [1000, 1] * 10) or (0.0, 0.0)
    assert low == pytest.approx(0.6, abs=0.01) and high == pytest.approx(0.6, abs=0.01)


def test_questions_of_a_conversation_are_drawn_together() -> None:
    """A hundred questions that all go alike in each of ten conversations are ten facts, not a thousand."""
    whole = bounds([100, 0] * 5, [100] * 10) or (0.0, 0.0)
    single = bounds([1, 0] * 500, [1] * 1000) or (0.0, 0.0)
    assert whole[1] - whole[0] > 0.5
    assert single[1] - single[0] < 0.1


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(7)
    hits = 0
    for seed in range(200):
        found = interval(rng.binomial(10, 0.3, 40).astype(float), np.full(40, 10.0), times=400, seed=seed)
        assert found is not None
        hits += found[0] <= 0.3 <= found[1]
    assert 0.89 <= hits / 200 <= 0.99


@pytest.mark.parametrize(("sums", "counts"), [([], []), ([1], [2]), ([1, 0], [2, 0]), ([0, 0], [0, 0])])
def test_fewer_than_two_conversations_have_none(sums: list[float], counts: list[float]) -> None:
    assert bounds(sums, counts) is None


def test_conversations_without_a_question_are_not_drawn() -> None:
    assert bounds([1, 0, 3, 0], [2, 0, 3, 0]) == bounds([1, 3], [2, 3])


def test_the_seed_decides() -> None:
    sums, counts = [3, 1, 4, 1, 5, 9, 2, 6], [9] * 8
    assert bounds(sums, counts) == bounds(sums, counts)
    assert bounds(sums, counts, times=50) != bounds(sums, counts, times=50, seed=1)


def test_shapes_that_do_not_fit_are_an_error() -> None:
    with pytest.raises(InputError, match="one number a conversation"):
        bounds([1, 2], [1, 2, 3])


def test_without_scipy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    with pytest.raises(MissingExtra, match=r"thoughtbank\[eval\]"):
        bounds([1, 3], [2, 3])
