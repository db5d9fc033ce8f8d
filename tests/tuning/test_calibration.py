"""The map is monotone, finds a scale again, and says so where there is none."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thoughtbank.remember.calibration import Calibration
from thoughtbank.tuning.calibration import FEW, learn_map

points = st.floats(0, 10).map(lambda number: round(number, 3))


def test_a_worked_example() -> None:
    calibration = Calibration((1.0, 4.0, 10.0), (0.0, 2.0, 9.0))
    assert [calibration.apply(score) for score in (0.0, 1.0, 2.5, 4.0, 7.0, 10.0, 99.0)] == [0, 0, 1, 2, 5.5, 9, 9]


def test_what_leaves_the_scale_is_cut() -> None:
    line = Calibration((0.0, 10.0), (-5.0, 15.0))
    assert [line.apply(score) for score in (1.0, 5.0, 9.0)] == [0, 5, 10]


@pytest.mark.parametrize(
    ("found", "given"), [((1.0,), (1.0,)), ((1.0, 2.0), (1.0,)), ((1.0, 1.0), (1.0, 2.0)), ((1.0, 2.0), (2.0, 1.0)), ((), ())]
)
def test_what_is_no_map(found: tuple[float, ...], given: tuple[float, ...]) -> None:
    with pytest.raises(ValueError):
        Calibration(found, given)


@settings(deadline=None)
@given(st.lists(st.tuples(points, points), min_size=1, max_size=60), points, points)
def test_it_never_turns_an_order_round(pairs: list[tuple[float, float]], a: float, b: float) -> None:
    found, labelled = np.array(pairs).T
    calibration = learn_map(found, labelled).calibration
    low, high = calibration.apply(min(a, b)), calibration.apply(max(a, b))
    assert low <= high
    assert labelled.min() - 1e-3 <= low and high <= labelled.max() + 1e-3 or len(np.unique(np.round(found, 2))) <= FEW


def test_many_points_make_steps_and_few_a_line() -> None:
    found = np.linspace(1, 10, 90)
    learnt = learn_map(found, np.where(found < 5, 2.0, 8.0))
    assert learnt.form == "isotonic"
    assert (learnt.calibration.apply(2), learnt.calibration.apply(9)) == (2, 8)
    whole = np.tile(np.arange(11.0), 9)
    line = learn_map(whole, 2 + whole / 2)
    assert line.form == "linear"
    assert [line.calibration.apply(score) for score in (0, 4, 10)] == [2, 4, 7]


def test_labels_that_fall_give_a_flat_map() -> None:
    for found in (np.linspace(1, 10, 90), np.tile(np.arange(11.0), 9)):
        learnt = learn_map(found, 10 - found)
        assert learnt.flat
        assert learnt.calibration.apply(3) == pytest.approx(float(np.mean(10 - found)), abs=1e-3)
