"""Agreement on gain, and what the gate keeps, worked out by hand with a judge that says what it is told."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from thoughtbank.errors import InputError
from thoughtbank.evaluation.gain import kappa, measure, spearman
from thoughtbank.evaluation.layers import Tally
from thoughtbank.records.conversation import Turn
from thoughtbank.records.gain import Gain


def judge(turns: Sequence[Turn]) -> list[Gain]:
    """The last word of a text is its gain; "failed" is none. What has 1 was stopped by a rule, what has 0 by another; a scorer gave the rest."""
    words = [turn.text.split()[-1] for turn in turns]
    by = {"1": "acknowledgement", "0": "repeat", "10": "qwen3 v2"}
    return [Gain(None if word == "failed" else float(word), by.get(word, "scorer 3f"), "told") for word in words]


def write(file: Path, lines: Sequence[dict[str, Any]]) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    return file


def pair(place: int, told: float | str, score: float, lang: str = "en") -> dict[str, Any]:
    return {
        "id": f"p{place}",
        "lang": lang,
        "history": [{"role": "assistant", "text": "Well 9"}],
        "turn": {"role": "user", "text": f"x {told}"},
        "score": score,
    }


def counts(result: dict[str, Any]) -> dict[str, int]:
    return {layer: of["turns"] for layer, of in result["layers"].items() if of["turns"]}


def test_agreement_by_hand(tmp_path: Path) -> None:
    told = [(0, 1), (2, 2), (5, 4), (7, 8), (10, 9), (1, 10)]
    file = write(
        tmp_path / "pairs.jsonl", [pair(place, a, b, "en" if place < 4 else "zh") for place, (a, b) in enumerate(told)]
    )
    result = measure("gain", file, judge, 2.0)
    figures = {name: one["value"] for name, one in result["metrics"].items()}
    assert result["n"] == 6
    assert figures["mae"] == pytest.approx(13 / 6, abs=1e-6)
    assert figures["band_accuracy"] == pytest.approx(5 / 6, abs=1e-6)
    assert figures["exact"] == pytest.approx(1 / 6, abs=1e-6)
    assert figures["within_1"] == pytest.approx(5 / 6, abs=1e-6)
    assert figures["low_above_high"] == 1, "the 2 stands above the 10 that was told 1"
    assert counts(result) == {"acknowledgement": 1, "repeat": 1, "scorer": 3, "model": 1}, "of the turns that were scored"
    assert list(result["by"]) == ["en"], "two pairs are no part of their own"
    assert result["by"]["en"]["spearman"]["value"] == 1
    assert result["metrics"]["mae"]["low"] < figures["mae"] < result["metrics"]["mae"]["high"]


def test_rank_correlation_and_kappa() -> None:
    a = np.array([1.0, 2.0, 3.0, 4.0])
    assert spearman(a, a**3) == pytest.approx(1)
    assert spearman(a, -a) == pytest.approx(-1)
    assert spearman(a, np.ones(4)) == 0
    assert kappa(a, a) == 1
    assert kappa(a, a[::-1]) < 0
    x, y = np.array([0.0, 10.0]), np.array([0.0, 0.0])
    assert kappa(x, y) == pytest.approx(1 - 50 / 50)


def test_a_judge_that_fails_is_counted_and_no_zero(tmp_path: Path) -> None:
    rows = [pair(0, 1, 1), pair(1, "failed", 1), pair(2, 1, 1)]
    with pytest.raises(InputError, match="2 of 3 pairs could be judged; the first reason: "):
        measure("gain", write(tmp_path / "pairs.jsonl", rows), judge, 2.0)
    found = measure("gain", write(tmp_path / "more.jsonl", [*rows, pair(3, 1, 1)]), judge, 2.0)
    assert (found["n"], found["failed"], found["metrics"]["mae"]["value"]) == (3, 1, 0.0)
    with pytest.raises(InputError, match="three scored pairs"):
        measure("gain", write(tmp_path / "few.jsonl", [pair(0, 1, 1)]), judge, 2.0)


def test_the_gate(tmp_path: Path) -> None:
    def said(*told: tuple[float, bool]) -> dict[str, Any]:
        return {
            "conversation": [{"speaker": "user_agent", "message": f"x {gain}", "share_memory": share} for gain, share in told]
        }

    write(
        tmp_path / "memora" / "weekly" / "luthier" / "sessions.jsonl",
        [said((8, True), (1, True), (1, False)), said((3, False))],
    )
    write(tmp_path / "memora" / "weekly" / "baker" / "sessions.jsonl", [said((2, True), (0, False), (1.9, False))])
    result = measure("memora-gate", tmp_path, judge, 2.0)
    assert result["n"] == 7
    assert result["metrics"]["kept"]["value"] == pytest.approx(2 / 3, abs=1e-6)
    assert result["metrics"]["skipped"]["value"] == pytest.approx(3 / 4)
    assert counts(result) == {"acknowledgement": 2, "repeat": 1, "scorer": 4}
    assert {layer: of["sharing_stopped"] for layer, of in result["layers"].items()} == {
        "acknowledgement": 1, "repeat": 0, "near repeat": 0, "likeness": 0, "scorer": 0, "model": 0,
    }  # fmt: skip
    assert sum(of["share"] for of in result["layers"].values()) == pytest.approx(1, abs=1e-5)
    strict = measure("memora-gate", tmp_path, judge, 5.0)["layers"]
    assert (strict["scorer"]["sharing_stopped"], strict["acknowledgement"]["sharing_stopped"]) == (1, 1)
    assert result["by"]["weekly/baker"]["kept"]["value"] == 1
    assert measure("memora-gate", tmp_path, judge, 0.0)["metrics"]["skipped"]["value"] == 0


def test_what_no_layer_judged_is_told_apart() -> None:
    found = Tally(
        [Gain(10, "person", ""), Gain(0, "blank", ""), Gain(None, "gpt-5 v1", ""), Gain(4, "scorer:1a2b", "")]
    ).shares()
    assert {name: of["turns"] for name, of in found.items() if of["turns"]} == {
        "scorer": 1,
        "model": 1,
        "person": 1,
        "blank": 1,
    }
    assert found["person"]["share"] == 0.25
    assert all(of == {"turns": 0, "share": 0.0} for of in Tally().shares().values())


def test_task_dialogues(tmp_path: Path) -> None:
    def task(name: str, *messages: tuple[float, list[list[str]]]) -> dict[str, Any]:
        return {
            "dialogue_id": name,
            "messages": [{"role": "usr", "content": f"x {gain}", "dialog_act": acts} for gain, acts in messages],
        }

    price, area = ["Inform", "餐馆", "人均消费", "68元"], ["Inform", "餐馆", "地址", "北京"]
    thanks = ["General", "thank", "none", "none"]
    file = write(
        tmp_path / "val.jsonl",
        [task("a", (6, [price, area]), (3, [price]), (1, [thanks])), task("b", (5, [thanks]), (4, [["Inform", "餐馆", "名称", "讲礼"]]))],
    )  # fmt: skip
    result = measure("crosswoz", file, judge, 2.0)
    assert result["metrics"]["general_low"]["value"] == pytest.approx(1 / 2)
    assert counts(result) == {"acknowledgement": 1, "scorer": 4} and "sharing_stopped" not in result["layers"]["scorer"]
    # new values: 2, 0 (said before), 0, 0, 1 against gains 6, 3, 1, 5, 4
    assert result["metrics"]["spearman"]["value"] == pytest.approx(
        spearman(np.array([6.0, 3, 1, 5, 4]), np.array([2.0, 0, 0, 0, 1]))
    )
