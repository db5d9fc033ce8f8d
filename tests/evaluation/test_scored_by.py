"""A result says by which scorer turns were judged, not where its file lies, and half a run by another isn't gone on with."""

import json
from pathlib import Path
from typing import Any

from thoughtbank.evaluation.runner import Plan, evaluate
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.remember.calibration import Calibration
from thoughtbank.remember.scorers import map_file, shipped_name


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
