"""M1 by hand, what bounds it, and what a threshold does to it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.errors import InputError
from thoughtbank.evaluation.m1 import (
    TAUS,
    Case,
    Pair,
    by_session,
    calibrated,
    figures,
    m1,
    of_texts,
    of_vectors,
    over_sessions,
    pairs,
    sweep,
)
from thoughtbank.ports import Vectors

SHARE = st.floats(0, 1)
EAST, NORTH, WEST = (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)


def points(*rows: tuple[float, float]) -> Vectors:
    return np.array(rows, np.float32).reshape(len(rows), 2)


def case(likeness: list[float], session: str = "s1", **given: object) -> Case:
    """A row for each likeness; the first lies with the query and its turn, the others are ever further off."""
    angles = np.linspace(0, np.pi / 2, len(likeness))
    rows = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    made_from = tuple((place,) for place in range(len(likeness)))
    return Case(session, points(EAST)[0], rows, np.array(likeness), rows, made_from, **given)  # type: ignore[arg-type]


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


def test_empty_queries_count_zero_and_stand_apart() -> None:
    found = figures([Pair(0.9, 0.6), None, Pair(0.5, 0.5), None])
    assert (found.m1, found.coverage, found.non_empty, found.n) == pytest.approx(((0.72 + 0.5) / 4, 0.5, 0.61, 4))
    empty = figures([None, None])
    assert (empty.m1, empty.coverage, empty.non_empty) == (0.0, 0.0, None)
    with pytest.raises(InputError, match="at least one"):
        figures([])


def test_sessions_weigh_the_same_however_many_queries_they_have() -> None:
    series = by_session(["s2", "s1", "s1", "s1"], [Pair(1, 1), None, None, Pair(0.5, 0.5)])
    assert list(series) == ["s2", "s1"] and series["s1"].m1 == pytest.approx(0.5 / 3) and series["s1"].n == 3
    over = over_sessions(series)
    assert over.m1 == pytest.approx((1 + 0.5 / 3) / 2) and over.coverage == pytest.approx((1 + 1 / 3) / 2)
    assert over.non_empty == pytest.approx(0.75) and over.n == 4
    with pytest.raises(InputError, match="session"):
        over_sessions({})


def test_rows_at_the_threshold_are_recalled_with_the_turns_they_were_made_from() -> None:
    one = Case("s", points(EAST)[0], points(EAST, NORTH), np.array([0.9, 0.4]), points(NORTH, EAST), ((1,), (0, 1)))
    assert pairs([one], tau=0.9) == [Pair(1.0, 1.0)]
    assert pairs([one], tau=0.91) == [None]
    assert pairs([one], tau=0.4) == [pytest.approx(Pair(1.0, 0.5**0.5))]
    assert pairs([one]) == pairs([one], tau=0.1), "without a threshold all rows are"


def test_evidence_is_the_other_reading_of_the_source() -> None:
    one = case([0.9, 0.8, 0.7], evidence=(2,))
    assert pairs([one], tau=0.9)[0] == pytest.approx(Pair(1.0, 1.0))
    assert pairs([one], tau=0.9, source="evidence")[0] == pytest.approx(Pair(0.0, 1.0), abs=1e-6)
    with pytest.raises(InputError, match="evidence"):
        pairs([case([0.9])], source="evidence")


def test_a_sweep_shows_what_a_high_threshold_hides() -> None:
    """One question has a row above every threshold, the other none above 0.3: what is recalled fits better, and less is."""
    swept = sweep([case([0.95, 0.35, 0.15]), case([0.3, 0.2], "s2")])
    assert tuple(swept) == TAUS == (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
    assert swept[0.3].coverage == 1.0 and swept[0.4].coverage == 0.5
    high, low = swept[0.9], swept[0.1]
    assert high.non_empty is not None and low.non_empty is not None
    assert high.non_empty == pytest.approx(1.0) and high.non_empty > low.non_empty
    assert high.m1 == pytest.approx(0.5) and high.m1 < low.m1


@given(st.lists(st.lists(SHARE, max_size=5), min_size=1, max_size=5))
def test_coverage_never_rises_with_the_threshold(likeness: list[list[float]]) -> None:
    swept = list(sweep([case(rows, f"s{place % 2}") for place, rows in enumerate(likeness)]).values())
    shares = [one.coverage for one in swept]
    assert shares == sorted(shares, reverse=True)
    assert all(one.m1 <= one.coverage + 1e-6 for one in swept)


def test_a_case_whose_rows_and_likeness_differ_is_an_error() -> None:
    with pytest.raises(InputError, match="each of its rows"):
        Case("s", points(EAST)[0], points(EAST), np.array([0.1, 0.2]), points(EAST), ((0,),))


def test_thresholds_of_an_encoders_own_scale() -> None:
    cases = [case([0.90, 0.86, 0.84]), case([0.88, 0.82, 0.80])]
    assert calibrated(cases, (0.0, 0.5, 1.0)) == pytest.approx((0.80, 0.85, 0.90))
    swept = sweep(cases, taus=calibrated(cases, (0.0, 0.9)))
    assert [one.coverage for one in swept.values()] == [1.0, 0.5]
    with pytest.raises(InputError, match="rows"):
        calibrated([Case("s", points(EAST)[0], points(), np.array([]), points(), ())])
