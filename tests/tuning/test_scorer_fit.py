"""The weights of the scorer: learnt the same way every time, with the signs of their meaning, and shipped as learnt."""

import json
from pathlib import Path

import numpy as np
import pytest

from scripts.fit_scorer import SOURCES, TARGET, made
from thoughtbank.remember.features import NAMES, Heard
from thoughtbank.remember.scorer import DIMENSION, PRESCORE, Weights, score, shipped
from thoughtbank.tuning.pairs import Pair, read_pairs
from thoughtbank.tuning.scorer import PRIOR, SIGNS, fit, fit_rows


def test_what_is_shipped_is_what_the_pairs_give() -> None:
    assert TARGET.read_text(encoding="utf-8") == made()


def test_the_file_says_where_its_weights_come_from() -> None:
    data = json.loads(TARGET.read_text(encoding="utf-8"))
    assert [source["file"] for source in data["sources"]] == [f"tests/data/{name}.jsonl" for name in SOURCES]
    assert all(source["pairs"] and source["licence"] for source in data["sources"])
    assert "made_by" in data and data["seed"] is None


def test_every_feature_has_a_weight_and_a_dimension() -> None:
    weights = shipped().points
    assert sorted(weights) == sorted(NAMES) == sorted(name for names in DIMENSION.values() for name in names)
    assert all(weights[name] * sign >= 0 for name, sign in zip(NAMES, SIGNS, strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_every_weight_is_used(name: str) -> None:
    """Without it some pair has another score."""
    pairs = [pair for source in SOURCES for pair in read_pairs(Path("tests/data") / f"{source}.jsonl")]
    without = Weights(shipped().bias, shipped().points | {name: 0.0})  # type: ignore[operator]
    assert any(score(pair.turn, pair.history).score != score(pair.turn, pair.history, weights=without).score for pair in pairs)


def test_exact_scores_are_found_again() -> None:
    """Of many rows without noise the weights that made them come back, since the pull of the ridge fades."""
    rng = np.random.default_rng(1)
    rows, true = rng.random((20_000, len(NAMES))), rng.random(len(NAMES)) * SIGNS
    found = fit_rows(rows, 3 + rows @ true)
    assert found.bias == pytest.approx(3, abs=0.05)
    assert [found.points[name] for name in NAMES] == pytest.approx(true, abs=0.02)


def test_a_count_stands_for_as_many_rows() -> None:
    rng = np.random.default_rng(2)
    rows, scores = rng.random((6, len(NAMES))), rng.random(6) * 10
    counts = np.array([1, 3, 2, 1, 1, 4])
    assert fit_rows(rows, scores, counts.astype(float)) == fit_rows(rows.repeat(counts, axis=0), scores.repeat(counts))


def test_a_feature_nobody_has_keeps_what_it_is_taken_to_bring() -> None:
    """And no pair can turn its sign: news never lowers a gain."""
    pairs = [
        Pair("", Heard("user", text), (), gain) for text, gain in (("I saw 3 owls at Bree.", 0.0), ("Birds sing a lot", 9.0))
    ]
    weights = fit(pairs)
    assert weights.points["standing"] == PRIOR and weights.points["amounts"] >= 0
    assert score(pairs[1].turn, (), weights=weights).score >= PRESCORE
