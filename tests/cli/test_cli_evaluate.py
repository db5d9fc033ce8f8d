"""The verb, on small dialogues in the form of the public ones."""

import csv
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
        "gvd en: TiM's one bucket of one table (1 memories, 2 thoughts, 4 questions, 20 draws of R)",
        "gvd cn: recall@5 / share read with more probes, or more tables",
        "times as fast",
        "gvd en, left out: 256 buckets: more than twice the 64 dimensions",
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
    assert ran.json["n"] == 8
    assert {"value", "low", "high"} == ran.json["metrics"]["recall@5 b=16 tables=1 probes=1"].keys()
    assert ran.json["by"]["gvd en"]["read b=4 tables=1 probes=4"]["value"] == 1
    chinese, english = ran.json["sets"]
    assert (english["name"], chinese["name"]) == ("gvd en", "gvd cn")
    assert (english["memories"], english["thoughts"], english["queries"]) == (1, 2, 4)
    whole = [one for one in english["found"] if one["probes"] == one["buckets"]]
    assert whole
    assert all(one["recall"]["mean"] == one["read"]["mean"] == 1 for one in whole)
    assert {one["size"] for one in ran.json["times"]} == {140, 10_000, 100_000}
    assert all(one["whole_ms"] > 0 and one["hashed_ms"] > 0 for one in ran.json["times"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["recall", "--data", "."], "there is no evaluation 'recall'; there are: locomo, gvd, beam"),
        (["locomo"], "name the data of locomo with --data PATH"),
        (
            ["contradictions", "--data", "."],
            "contradictions measures the relation of a new statement to what is known, which this version",
        ),
        (["gvd", "--data", "nowhere"], "nowhere is neither a file nor a folder"),
        (["locomo", "--data", "dialogues"], "dialogues holds no locomo*.json; name such a file, its folder"),
        (["gvd", "--data", "dialogues", "--without", "luck"], "there is no part 'luck' to leave out"),
        (["gvd", "--data", "dialogues", "--preset", "MAGIC"], "settings can't be used: preset"),
        (["gvd", "--data", "dialogues", "--html", "none/page.html"], "can't write into none"),
        (["lsh", "--data", "nowhere"], "nowhere is no folder"),
        (["lsh", "--data", "."], ". holds no dialogues; it needs memorybank/ or locomo/"),
        (["lsh", "--data", ".", "--only", "beam"], "there are no dialogues 'beam'; there are gvd, locomo"),
        (["lsh", "--data", "dialogues", "--only", "locomo"], "dialogues holds no dialogues; it needs locomo/"),
        (["make-users"], "name the folder that the users are written to with --out FOLDER"),
        (["labels", "--data", "nowhere.csv"], "nowhere.csv"),
    ],
)
def test_what_cannot_be_measured(run: Run, gvd: Path, words: list[str], message: str) -> None:
    ran = run("--quiet", "evaluate", *words)
    assert ran.code == 2
    assert message in ran.error


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
    assert ran.error == "gvd cn: there is no dialogue with both thoughts and questions"


def test_no_embedder_is_made_before_the_data_is_read(run: Run, gvd: Path) -> None:
    (gvd / "memorybank" / "memory_bank_cn.json").write_text("[")
    ran = run("--quiet", "evaluate", "lsh", "--data", str(gvd), embedder="no such embedder")
    assert ran.code == 2
    assert "memory_bank_cn.json: Invalid JSON" in ran.error


def test_a_set_as_tables_and_as_a_page(run: Run, gvd: Path) -> None:
    ran = run("evaluate", "gvd", "--data", str(gvd), "--html", "gvd.html")
    assert ran.code == 0
    for said in (
        "gvd: 8 questions, 2 conversations",
        "Beside the baselines",
        "rolling summary (Rsum)",
        "tokens saved against full context",
    ):
        assert said in ran.out
    page = Path("gvd.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "What do I keep in the garden?" in page


def test_json_is_the_same_twice_and_has_times_only_on_demand(run: Run, gvd: Path) -> None:
    words = ("--quiet", "evaluate", "gvd", "--data", str(gvd), "--json")
    first = run(*words)
    assert (first.code, first.err) == (0, "")
    assert first.json["metrics"]["recall@10"]["value"] == 1
    assert {"metrics", "by", "n", "settings", "baselines", "cost", "questions"} <= first.json.keys()
    assert "timings" not in first.json
    assert run(*words).out == first.out
    assert run(*words, "--timings").json["timings"]["recall_ms"]["p50"] > 0


def test_the_preset_stands_before_or_behind(run: Run, gvd: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THOUGHTBANK_THINK__MODE", "inline")
    words = ("evaluate", "gvd", "--data", str(gvd), "--json", "--no-baselines", "--dialogues", "1")
    behind = run("--quiet", *words, "--preset", "TIM")
    assert behind.json["preset"] == "TIM"
    assert behind.json["n"] == 4
    assert behind.json["settings"]["recall"]["paths"] == ["thoughts"]
    assert run("--quiet", "--preset", "TIM", *words).out == behind.out


def test_two_results_are_compared(run: Run, gvd: Path) -> None:
    for name, words in (("a", ()), ("b", ("--without", "lexical"))):
        ran = run("--quiet", "evaluate", "gvd", "--data", str(gvd), "--json", *words)
        Path(f"{name}.json").write_text(ran.out, encoding="utf-8")
    compared = run("compare", "a.json", "b.json")
    assert compared.code == 0
    assert "recall.paths" in compared.out


def test_a_sheet_is_written_filled_and_read(run: Run, gvd: Path) -> None:
    assert run("--quiet", "evaluate", "gvd", "--data", str(gvd), "--sheet", "sheet.csv").code == 0
    with Path("sheet.csv").open(encoding="utf-8", newline="") as given:
        rows = list(csv.DictReader(given))
    assert "bm25" not in Path("sheet.csv").read_text(encoding="utf-8")
    key = json.loads(Path("sheet.csv.key.json").read_text(encoding="utf-8"))
    assert set(key.values()) == {"thoughtbank", "bm25", "dense", "plain"}
    unfilled = run("evaluate", "labels", "--data", "sheet.csv")
    assert unfilled.code == 2
    assert unfilled.error.startswith("sheet.csv: row ") and "must be one of 0, 1" in unfilled.error
    with Path("sheet.csv").open("w", encoding="utf-8", newline="") as out:
        lines = csv.DictWriter(out, rows[0].keys())
        lines.writeheader()
        for row in rows:
            ours = key[row["number"]] == "thoughtbank"
            lines.writerow({**row, "retrieval": int(ours), "correctness": 0.5, "coherence": 1, "ranking": 1 if ours else 2})
    read = run("evaluate", "labels", "--data", "sheet.csv", "--json").json
    assert read["systems"]["thoughtbank"] == {"coherence": 1, "correctness": 0.5, "ranking": 1, "retrieval": 1}
    assert read["win_rates"]["ranking"]["bm25 / thoughtbank"] == {"rate": 0, "n": 8}
    assert "win rates by ranking" in run("evaluate", "labels", "--data", "sheet.csv").out


def test_a_sheet_that_is_no_sheet(run: Run) -> None:
    Path("sheet.csv").write_text("number\n", encoding="utf-8")
    Path("sheet.csv.key.json").write_text("{", encoding="utf-8")
    assert "the key written with it" in run("evaluate", "labels", "--data", "sheet.csv").error


def test_users_are_made_and_measured_on(run: Run) -> None:
    made = run(
        "evaluate",
        "make-users",
        "--out",
        "invented",
        "--users",
        "2",
        "--days",
        "2",
        "--language",
        "ko",
        "--seed",
        "3",
        "--json",
    )
    assert made.code == 0
    assert made.json["users"] == 2
    assert (
        "--force" in run("evaluate", "make-users", "--out", "invented", "--users", "2", "--days", "2", "--language", "ko").error
    )
    ran = run("--quiet", "evaluate", "gvd", "--data", "invented", "--json", "--no-baselines")
    assert ran.code == 0
    assert ran.json["n"] >= 8
