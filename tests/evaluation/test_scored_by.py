"""A result says by which scorer turns were judged, not where its file lies, and half a run by another isn't gone on with."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from thoughtbank import assemble
from thoughtbank.errors import SettingsError
from thoughtbank.evaluation.runner import Plan, evaluate
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.remember.calibration import Calibration
from thoughtbank.remember.scorers import map_file, shipped_name
from thoughtbank.settings import load_settings


def test_a_result_names_the_scorer_by_its_hash(tmp_path: Path) -> None:
    data, mine = tmp_path / "talk.jsonl", tmp_path / "mine.json"
    turn = {
        "user": "ana",
        "id": "1",
        "session": "s",
        "text": "I moved to Porto on 3 May.",
        "said_at": "2026-05-03T10:00:00+00:00",
    }
    question = {"user": "ana", "question": "Where did I move?", "evidence": ["1"], "answer": "Porto"}
    data.write_text("\n".join(map(json.dumps, (turn, question))))

    def told(points: float) -> Any:
        about: dict[str, object] = {"pairs": 20, "how": "a map", "measured": {}}
        mine.write_text(json.dumps(map_file(Calibration((0.0, 10.0), (0.0, points)), shipped_name(), about)))
        plan = Plan("jsonl", data, HashEmbedder(), settings={"home": tmp_path, "gain": {"scorer": mine}}, compared=False)
        result = evaluate(plan, tmp_path)
        assert str(tmp_path) not in json.dumps(result)
        return result["settings"]["gain"]["scorer"]

    first, second = told(10.0), told(9.0)
    assert first.startswith("scorer mine.json ") and second.startswith("scorer mine.json ")
    assert first != second


def test_an_encoders_name_is_told_without_loading_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(b"weights")
    manifest = {
        "made_by": "test", "format": 1, "files": {"model.safetensors": hashlib.sha256(b"weights").hexdigest()}, "kind": "encoder",
        "encoder": "any", "mean": 3.0, "spread": 2.0, "window": 64, "pairs": 1, "how": "test", "measured": {},
    }  # fmt: skip
    data = json.dumps(manifest).encode()
    (folder / "thoughtbank.json").write_bytes(data)

    def load(folder: Path) -> Any:
        raise AssertionError("loaded for its name alone")

    monkeypatch.setattr(assemble, "load_encoder", load)
    settings = load_settings(home=tmp_path, gain={"scorer": folder})
    assert assemble.scorer_name(settings) == f"scorer mine {hashlib.sha256(data).hexdigest()[:8]}"
    (folder / "model.safetensors").write_bytes(b"others")
    with pytest.raises(SettingsError, match="isn't what was written there"):
        assemble.scorer_name(settings)
