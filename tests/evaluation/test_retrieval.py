"""Retrieval measures against values worked out by hand."""

import math

import pytest

from thoughtbank.evaluation.datasets import Question
from thoughtbank.evaluation.retrieval import measure, units_found

UNITS = {"a": "A", "b": "B", "b2": "B", "c": "C", "d": "D"}


def test_a_memory_counts_for_its_turns_in_order_and_a_unit_once() -> None:
    assert list(units_found([("a", "c"), ("b2",), ("b", "a"), (), ("d",)], UNITS)) == ["A", "C", "B", "D"]


def test_values_by_hand() -> None:
    asked = [Question("q", "?", frozenset({"B", "D"}))]
    (found,) = measure(asked, {"q": ["A", "B", "C", "E", "F", "D"]}).values()
    assert {name: found[name] for name in ("recall@1", "recall@5", "recall@10", "hit@1", "hit@5")} == {
        "recall@1": 0, "recall@5": 0.5, "recall@10": 1, "hit@1": 0, "hit@5": 1,
    }  # fmt: skip
    assert found["mrr"] == 0.5
    ideal = 1 + 1 / math.log2(3)
    assert found["ndcg@10"] == pytest.approx((1 / math.log2(3) + 1 / math.log2(7)) / ideal, abs=1e-6)


def test_the_order_given_is_the_ranking_whatever_the_names() -> None:
    names = [f"u{n}" for n in range(60)]
    asked = [Question(name, "?", frozenset({name})) for name in names]
    for order in (names, names[::-1]):
        found = measure(asked, {name: order for name in names})
        assert [found[name]["mrr"] for name in order] == pytest.approx(
            [1 / place if place <= 50 else 0 for place in range(1, 61)]
        )
        assert sum(found[name]["recall@50"] for name in names) == 50


def test_what_finds_nothing_scores_nothing_and_what_has_no_evidence_has_no_score() -> None:
    asked = [Question("empty", "?", frozenset({"A"})), Question("missing", "?", frozenset({"A"})), Question("none", "?")]
    found = measure(asked, {"empty": [], "none": ["A"]})
    assert set(found) == {"empty", "missing"}
    assert all(value == 0 for values in found.values() for value in values.values())
    assert len(found["missing"]) == 10


def test_a_whole_history_in_one_memory_is_not_everything_at_the_first_place() -> None:
    turns = tuple(f"t{n}" for n in range(100))
    units = list(units_found([turns], {turn: turn for turn in turns}))
    (found,) = measure([Question("q", "?", frozenset({"t70"}))], {"q": units}).values()
    assert found["recall@1"] == found["recall@50"] == found["mrr"] == 0
