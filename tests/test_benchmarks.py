"""Each benchmark runs, with tiny sizes, and what it writes down makes sense. Nothing is timed here."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


def run(tmp_path: Path, script: str, *arguments: str, **environment: str) -> tuple[str, dict[str, Any]]:
    """What a script printed, and the JSON it wrote. `environment` is added to a bare one."""
    written = tmp_path / "measured.json"
    command = [sys.executable, "-m", f"benchmarks.{script}", *arguments, "--json", str(written)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("THOUGHTBANK_")}
    ran = subprocess.run(command, cwd=ROOT, env=kept | environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout, json.loads(written.read_text(encoding="utf-8"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two dialogues in LoCoMo's form, one user in MemoryBank's."""
    samples = [
        {
            "sample_id": name,
            "conversation": {
                "speaker_a": "Ana",
                "speaker_b": "Ben",
                "session_1_date_time": "1:56 pm on 8 May, 2023",
                "session_1": [
                    {"speaker": "Ana", "dia_id": "D1:1", "text": f"My {animal} is called Momo."},
                    {"speaker": "Ben", "dia_id": "D1:2", "text": "Lovely!", "blip_caption": f"a {animal} on a sofa"},
                    *({"speaker": "Ana", "dia_id": f"D1:{n}", "text": f"I bought {n} apples."} for n in range(3, 30)),
                    {"speaker": "Ben", "dia_id": "D1:30", "text": "ok, thanks a lot"},
                ],
            },
            "qa": [
                {"question": f"What is Ana's {animal} called?", "category": 4, "evidence": ["D:1:01; D1:2"]},
                {"question": "Who?", "category": 1, "evidence": ["D9:9"]},
                {"question": "Why?", "category": 5, "evidence": ["D1:1"]},
            ],
        }
        for name, animal in (("one", "parrot"), ("two", "tortoise"))
    ]
    (tmp_path / "locomo").mkdir()
    (tmp_path / "locomo" / "locomo_shared.json").write_text(json.dumps(samples))
    (tmp_path / "memorybank").mkdir()
    history = {
        "2023-05-01": [{"query": "I like tea.", "response": "Noted."}, {"query": "我去了博物馆。", "response": "好玩吗？"}]
    }
    (tmp_path / "memorybank" / "memory_bank_en.json").write_text(json.dumps({" Lin ": {"history": history}}))
    label = {
        "user": "Lin",
        "question": "Which museum?",
        "kind": "fact",
        "answerable": True,
        "evidence": [{"date": "2023-05-01", "turn": 1}],
    }
    lines = [json.dumps(label), json.dumps(label | {"answerable": False})]
    (tmp_path / "memorybank" / "evidence_labels_en.jsonl").write_text("\n".join(lines))
    return tmp_path


def test_abstention_asks_everyone(tmp_path: Path, data: Path) -> None:
    _, found = run(tmp_path, "abstention", "--data", str(data), "--sets", "locomo", "--embedder", "hash")
    locomo = found["sets"]["locomo"]
    assert (locomo["own"], locomo["others'"]) == (2, 2)
    assert 0 <= locomo["evidence quoted, of all"] <= locomo["own answered"] <= 1


def test_tokens_compares_contexts_with_the_whole(tmp_path: Path, data: Path) -> None:
    _, found = run(tmp_path, "tokens", "--data", str(data), "--sets", "locomo", "--embedder", "hash")
    locomo = found["sets"]["locomo"]
    assert (locomo["dialogues"], locomo["questions"]) == (2, 2)
    for budget, of in locomo["budgets"].items():
        assert 0 < of["tokens"] <= int(budget)
        assert of["share"] > 0 and 0 <= of["evidence"] <= 1
    assert locomo["budgets"]["4000"]["evidence"] >= locomo["budgets"]["500"]["evidence"]


def test_thoughts_are_shown_to_be_read(tmp_path: Path, data: Path) -> None:
    printed, found = run(tmp_path, "thoughts", "--data", str(data), "--languages", "en", "--count", "5")
    assert found["sets"]["en"] == [["The user likes tea."], ["用户去了博物馆。"]]
    assert "The user likes tea." in printed


def test_gain_is_measured_by_group(tmp_path: Path) -> None:
    for name in ("ana", "ben"):
        (tmp_path / "memora" / "weekly" / name).mkdir(parents=True)
        talk = [("ai_agent", "Hello! How are you?", False), ("user_agent", f"I walked {len(name)}12 steps to Bree.", True)]
        rows = [{"speaker": speaker, "message": message, "share_memory": share} for speaker, message, share in talk * 2]
        file = tmp_path / "memora" / "weekly" / name / "sessions.jsonl"
        file.write_text("\n".join(json.dumps({"conversation": rows[:2]}) for _ in range(3)))
    _, found = run(tmp_path, "gain", "--data", str(tmp_path))
    shares = {row[0]: row[1] for row in found["gain"]["memora"]}
    assert (shares["shipped: kept"], shares["shipped: skipped"]) == ("1.000", "1.000")
    assert "learnt on the others: kept" in shares and found["gain"].keys() == {"memora"}


def test_the_gate_saves_what_it_says(tmp_path: Path, data: Path) -> None:
    printed, found = run(tmp_path, "gate", "--data", str(data), "--sets", "locomo", "--dialogues", "1")
    on, off = found["sets"]["locomo"]["on"], found["sets"]["locomo"]["off"]
    assert on["tokens"] == off["tokens"] == off["ranked_tokens"] and on["turns"] == off["ranked_turns"] == 30
    assert on["ranked_tokens"] < off["ranked_tokens"] and on["ranked_turns"] == 29, "thanks bring nothing"
    assert 0 < on["calls"] < off["calls"] <= 30
    assert on["tokens_read"] < off["tokens_read"] and 0 < on["thoughts"] <= off["thoughts"]
    assert off["of each turn"]["calls"] == pytest.approx(off["calls"] / 30)
    assert "calls of a model" in printed


def test_the_net_is_measured_by_sign(tmp_path: Path, data: Path) -> None:
    printed, found = run(tmp_path, "net", "--data", str(data), "--sets", "locomo", "--words")
    ways = found["sets"]["locomo"]
    assert ways.keys() == {"none", "far", "net 1", "net 1.1", "net 1.25", "net 2", "no gate"}
    assert all(of["questions"] == 2 and 0 <= of["recall"] <= 1 for of in ways.values())
    assert ways["none"]["opens"] == ways["none"]["better"] == ways["none"]["worse"] == 0
    assert ways["net 1"]["opens"] >= ways["net 2"]["opens"]
    assert "recall@10" in printed


def test_tuning_is_measured_on_a_scale(tmp_path: Path) -> None:
    _, found = run(tmp_path, "tune", "--scale", "soon full")
    (map_, weights) = found["tune"]
    assert (map_[:2], weights[:2]) == (["soon full", "map"], ["soon full", "weights"])
    before, after = map(float, map_[2].split(" > "))
    assert after < before


def test_kill_loses_nothing(tmp_path: Path) -> None:
    _, found = run(tmp_path, "kill", "--rounds", "2", "--longest", "0.1", "--seed", "1")
    killed = found["kill"]
    assert killed["acknowledged"] > 0
    assert (killed["lost"], killed["doubled"], killed["findings after repair"]) == (0, 0, "")
    assert killed["rounds after which the store was not sound"] == 0
    assert 0 <= killed["kept though not acknowledged"] <= 2


def test_writers_keep_everything(tmp_path: Path) -> None:
    _, found = run(tmp_path, "writers", "--turns", "10")
    for case in found["writers"].values():
        assert (case["kept"], case["seen by the open bank"], case["errors"], case["numbers distinct"]) == (20, 20, 0, True)


def test_durability_gives_rates_and_ratios(tmp_path: Path) -> None:
    printed, found = run(tmp_path, "durability", "--rounds", "1", "--turns", "5", "--folder", str(tmp_path))
    assert {"thoughtbank full", "thoughtbank fast", "fdatasync"} <= found["durability"].keys()
    assert all(way["a second"] > 0 for way in found["durability"].values())
    if found["left out"]:
        assert "langgraph is left out" in printed
    else:
        assert "thoughtbank / langgraph, full" in found["ratios"]


def test_speed_measures_every_way(tmp_path: Path) -> None:
    _, found = run(tmp_path, "speed", "--sizes", "3x30", "--questions", "8", "--keep", str(tmp_path / "stores"))
    one = found["speed"]["3x30"]
    assert (one["users"], one["turns of each"]) == (3, 30)
    assert one["milliseconds"].keys() == {"control", "dense", "ranking", "recall", "first", "again"}
    assert one["dense agrees with control"] == 1.0


def test_speed_profiles(tmp_path: Path) -> None:
    printed, _ = run(tmp_path, "speed", "--profile", "--sizes", "60", "--questions", "5")
    assert "find.py" in printed and "post_think.py" in printed


def test_size_weighs_an_environment(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "small")], check=True)
    python = next(path for folder in ("bin", "Scripts") for path in (tmp_path / "small" / folder).glob("python*"))
    site = next((tmp_path / "small").glob("**/site-packages"))
    files = {"demo/__init__.py": 3000, "demo/__pycache__/__init__.cpython-311.pyc": 500, "stray.py": 70}
    metadata = "Metadata-Version: 2.1\nName: Demo\nVersion: 1\n"
    record = "demo/__init__.py,,\ndemo-1.dist-info/METADATA,,\n"
    for name, content in {
        **{name: "#" * size for name, size in files.items()},
        "demo-1.dist-info/METADATA": metadata,
        "demo-1.dist-info/RECORD": record,
    }.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(content.encode())
    _, found = run(tmp_path, "size", "--python", str(python))
    assert found["megabytes"] == pytest.approx({"Demo": (3500 + len(metadata)) / 1e6, "other": (70 + len(record)) / 1e6})
    assert found["all"] == pytest.approx(sum(found["megabytes"].values()))


def test_the_graph_grows(tmp_path: Path) -> None:
    printed, found = run(tmp_path, "graph", "--sizes", "100", "400", "--turns", "2", "--questions", "2")
    small, large = found["measured"]
    assert (small["size"], large["size"]) == (100, 400)
    assert 0 < small["nodes"] < large["nodes"]
    assert all(one[name]["p50_ms"] > 0 for one in (small, large) for name in ("turn", "question", "without", "graph only"))
    assert set(found["ratio"]) >= {"turn", "question"} and "ratio" in printed
