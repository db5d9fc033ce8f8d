"""Places in an order: 1/r as published, ties that gain nothing, and win rates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.errors import InputError
from thoughtbank.evaluation.ranking import reciprocal_ranks, win_rate


def test_one_over_r() -> None:
    assert reciprocal_ranks({"b": 2, "a": 1, "c": 3}) == {"b": 1 / 2, "a": 1.0, "c": 1 / 3}
    assert reciprocal_ranks({"a": 1, "b": 2, "c": 2}) == pytest.approx({"a": 1, "b": 5 / 12, "c": 5 / 12})


@given(st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_ties_share_and_the_sum_stays(places: list[int]) -> None:
    scores = reciprocal_ranks({str(system): place for system, place in enumerate(places)})
    assert sum(scores.values()) == pytest.approx(sum(1 / rank for rank in range(1, len(places) + 1)))
    assert sorted(scores.values(), reverse=True) == [
        scores[str(system)] for system in sorted(range(len(places)), key=places.__getitem__)
    ]


def test_wins_ties_and_losses() -> None:
    ranked = [{"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 1}, {"b": 1, "a": 2}, {"a": 1, "b": 3}, {"a": 1, "c": 2}]
    found = win_rate(ranked, "a", "b")
    assert (found.wins, found.ties, found.losses, found.n, found.rate) == (2, 1, 1, 4, 0.625)
    assert found.rate + win_rate(ranked, "b", "a").rate == 1
    with pytest.raises(InputError, match="both 'a' and 'd'"):
        win_rate(ranked, "a", "d")
