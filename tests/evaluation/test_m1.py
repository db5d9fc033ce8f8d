"""M1 by hand, and what bounds it; what a threshold does to it stands in test_quality.py."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.errors import InputError
from thoughtbank.evaluation.m1 import Pair, m1, of_texts, of_vectors
from thoughtbank.ports import Vectors

SHARE = st.floats(0, 1)
EAST, NORTH, WEST = (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)


def points(*rows: tuple[float, float]) -> Vectors:
    return np.array(rows, np.float32).reshape(len(rows), 2)


def test_the_documented_example() -> None:
    assert m1(0.9, 0.6) == pytest.approx(0.72)
    assert m1(0.8, 0.4) == pytest.approx(0.64 / 1.2) and m1(0.5, 0.5) == 0.5


@given(SHARE, SHARE)
def test_it_lies_between_the_two_and_nearer_the_lower(a: float, b: float) -> None:
    found = m1(a, b)
    assert found == m1(b, a)
    assert min(a, b) - 1e-9 <= found <= (a + b) / 2 + 1e-9 and found <= 2 * min(a, b) + 1e-9


@pytest.mark.parametrize("both", [(0, 0), (0, 1), (1, 0)])
def test_where_one_is_zero_it_is_zero(both: tuple[float, float]) -> None:
    assert m1(*both) == 0.0


@pytest.mark.parametrize("both", [(-0.1, 0.5), (0.5, 1.1), (float("nan"), 0.5), (0.5, float("nan"))])
def test_what_is_no_share_is_an_error(both: tuple[float, float]) -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        m1(*both)


def test_a_text_of_many_turns_is_the_normalised_mean_of_their_vectors() -> None:
    found = of_vectors(points(EAST, NORTH), points(EAST), points(NORTH)[0])
    assert found == pytest.approx(Pair(0.5**0.5, 0.5**0.5))
    assert of_vectors(points(EAST), points(WEST), points(NORTH)[0]) == Pair(0.0, 0.0), "negatives are 0"
    assert of_vectors(points(EAST, WEST), points(EAST), points(EAST)[0]) == Pair(0.0, 0.0), "these cancel each other out"


def test_nothing_recalled_has_no_similarities_and_no_source_is_an_error() -> None:
    assert of_vectors(points(), points(EAST), points(EAST)[0]) is None
    assert of_texts([], ["x"], "x") is None and of_texts([" "], ["x"], "x") is None
    with pytest.raises(InputError, match="evidence"):
        of_vectors(points(EAST), points(), points(EAST)[0])
    with pytest.raises(InputError, match="evidence"):
        of_texts(["x"], [], "x")


def test_the_lexical_variant_by_hand() -> None:
    """Recalled 4 words; the source has 6, all 4 in order: 0.8. The query has 4, of which "ana" and "porto": 0.5."""
    found = of_texts(["Ana lives", "in Porto"], ["Ana now lives", "in rainy Porto"], "Does Ana like Porto?")
    assert found == pytest.approx(Pair(0.8, 0.5))
    chinese = of_texts(["安娜住在波尔图"], ["安娜现在住在波尔图"], "安娜住哪")
    assert chinese == pytest.approx(Pair(2 * 7 / (7 + 9), 2 * 3 / (7 + 4)))
    assert of_texts(["a"], ["b"], "c", lambda one, other: 0.25) == Pair(0.25, 0.25)
