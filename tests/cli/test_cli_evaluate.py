"""The verb, on small dialogues in the form of the public ones."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

FACTS = ("I keep bees in the garden.", "My sister lives in Porto.", "我喜欢爵士乐。", "The red bicycle needs a new chain.")
QUESTIONS = ("What do I keep in the garden?", "Where does my sister live?", "我喜欢什么音乐？", "What does the bicycle need?")


@pytest.fixture
def gvd(tmp_path: Path) -> Path:
    """A folder that holds the one group, small enough to be measured in a second."""
    folder = tmp_path / "dialogues" / "memorybank"
    folder.mkdir(parents=True)
    for language in ("en", "cn"):
        history = {"2025-05-01": [{"query": fact, "response": "I see."} for fact in FACTS]}
        (folder / f"memory_bank_{language}.json").write_text(json.dumps({"Mina": {"history": history}}))
        labels = [
            {"user": "Mina", "question": asked, "kind": "fact", "answerable": True,
             "evidence": [{"date": "2025-05-01", "turn": place}]}
            for place, asked in enumerate(QUESTIONS)
        ]  # fmt: skip
        (folder / f"evidence_labels_{language}.jsonl").write_text("\n".join(map(json.dumps, labels)))
    return folder.parent


def test_lsh_as_tables(run: Run, gvd: Path) -> None:
    ran = run("evaluate", "lsh", "--data", str(gvd))
    assert ran.code == 0
    assert f"locomo is left out: there is no {gvd / 'locomo'}" in ran.err
    for said in (
        "memorybank_en: TiM's one bucket of one table (1 memories, 2 thoughts, 4 questions, 20 draws of R)",
        "memorybank_cn: recall@5 / share read with more probes, or more tables",
        "times as fast",
        "memorybank_en, left out: 256 buckets: more than twice the 64 dimensions",
        "embedder hash-64; as thoughts: what the engine thinks by rules, organized",
    ):
        assert said in ran.out


def test_lsh_as_json(run: Run, gvd: Path) -> None:
    ran = run("--quiet", "evaluate", "lsh", "--data", str(gvd), "--only", "gvd", "--json")
    assert ran.code == 0
    assert ran.err == ""
    assert ran.json["evaluation"] == "lsh"
    assert ran.json["embedder"] == "hash-64"
    assert ran.json["missing"] == []
    english, chinese = ran.json["sets"]
    assert (english["name"], chinese["name"]) == ("memorybank_en", "memorybank_cn")
    assert (english["memories"], english["thoughts"], english["queries"]) == (1, 2, 4)
    whole = [one for one in english["found"] if one["probes"] == one["buckets"]]
    assert whole
    assert all(one["recall"]["mean"] == one["read"]["mean"] == 1 for one in whole)
    assert {one["size"] for one in ran.json["times"]} == {140, 10_000, 100_000}
    assert all(one["whole_ms"] > 0 and one["hashed_ms"] > 0 for one in ran.json["times"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["recall", "--data", "."], "there is no evaluation 'recall'; there are: lsh"),
        (["lsh", "--data", "nowhere"], "nowhere is no folder; name the one that holds memorybank/ or locomo/"),
        (["lsh", "--data", "."], ". holds no dialogues; it needs memorybank/ or locomo/"),
        (["lsh", "--data", ".", "--only", "beam"], "there are no dialogues 'beam'; there are gvd, locomo"),
        (["lsh", "--data", "dialogues", "--only", "locomo"], "dialogues holds no dialogues; it needs locomo/"),
    ],
)
def test_what_cannot_be_measured(run: Run, gvd: Path, words: list[str], message: str) -> None:
    ran = run("evaluate", *words)
    assert ran.code == 2
    assert ran.error == message


def test_a_damaged_line_is_named(run: Run, gvd: Path) -> None:
    labels = gvd / "memorybank" / "evidence_labels_en.jsonl"
    labels.write_text(labels.read_text() + "\n{}\n")
    ran = run("evaluate", "lsh", "--data", str(gvd), "--only", "gvd")
    assert ran.code == 2
    assert ran.error == f"{labels}, line 5: user: Field required"


def test_dialogues_without_questions(run: Run, gvd: Path) -> None:
    for labels in (gvd / "memorybank").glob("*.jsonl"):
        labels.write_text("")
    ran = run("--quiet", "evaluate", "lsh", "--data", str(gvd))
    assert ran.code == 2
    assert ran.error == "memorybank_en: there is no dialogue with both thoughts and questions"


def test_no_embedder_is_made_before_the_data_is_read(run: Run, gvd: Path) -> None:
    (gvd / "memorybank" / "memory_bank_cn.json").write_text("[")
    ran = run("--quiet", "evaluate", "lsh", "--data", str(gvd), embedder="no such embedder")
    assert ran.code == 2
    assert "memory_bank_cn.json: Invalid JSON" in ran.error
