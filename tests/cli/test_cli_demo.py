import re
import tempfile
from pathlib import Path

import pytest

from tests.cli.conftest import Run

FINAL = re.compile(
    r"^evidence in the top 10 for (\d+) of 12 answerable questions, (\d+) of them answered; (\d) of 2 never-said questions refused$",
    re.M,
)


def test_the_counts_are_those_of_the_run(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ran = run("demo", "--json")
    assert ran.code == 0
    told = ran.json
    assert told["imported"]["stored"] == 149
    assert len(told["questions"]) == 14
    found = 0
    for question in told["questions"]:
        assert len(question["rows"]) == 10
        assert bool(question["evidence"]) == question["answerable"]
        places = [place for place, row in enumerate(question["rows"], 1) if row["id"] in question["evidence"]]
        assert question["place"] == (places[0] if places else None)
        found += bool(places)
    assert (told["evidence_found"], told["answerable"], told["never_said"]) == (found, 12, 2)
    assert told["refused"] == sum(not question["known"] for question in told["questions"] if not question["answerable"])
    assert list(tmp_path.iterdir()) == []


def test_a_kept_store_can_be_gone_on_with(run: Run, tmp_path: Path) -> None:
    ran = run("--quiet", "demo", "--keep", "kept.db")
    assert ran.code == 0
    assert FINAL.search(ran.out)
    assert not ran.err
    assert "thoughtbank --store kept.db --embedder hash chat --user demo" in ran.out
    assert run("--store", "kept.db", "recall", "--user", "demo", "Mantou", "--json").json["rows"]


def test_it_keeps_to_a_new_file_only(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.db").write_text("mine")
    ran = run("demo", "--keep", "mine.db")
    assert ran.code == 2
    assert (tmp_path / "mine.db").read_text() == "mine"


def test_the_real_one(run: Run, tmp_path: Path) -> None:
    ran = run("demo", embedder="builtin")
    assert ran.code == 0
    assert "ten seconds" in ran.err
    final = FINAL.search(ran.out)
    assert final is not None
    assert int(final[1]) >= 10
    assert "thoughtbank --embedder builtin remember --user me" in ran.out
    assert not (tmp_path / "home").exists()
