import shutil
from pathlib import Path
from typing import Any

import pytest

from tests import loopback as wire
from tests.cli.conftest import Ran, Run
from tests.loopback import KEY, Loopback


def findings(ran: Ran) -> dict[str, Any]:
    return {finding["what"]: finding for finding in ran.json["findings"]}


@pytest.fixture
def bees(run: Run) -> None:
    run("remember", "--user", "u1", "I keep bees.")


def test_all_is_well(run: Run, bees: None) -> None:
    ran = run("doctor", "--json")
    assert ran.code == 0
    assert ran.json["well"]
    found = findings(ran)
    assert {"thoughtbank", "python", "sqlite", "settings", "disk", "store", "embedder", "file", "pending"} <= set(found)
    assert "hash-64" in found["embedder"]["detail"]
    assert "durability full" in found["store"]["detail"]
    assert "model" not in found
    table = run("doctor").out
    assert "!!" not in table
    assert "hash-64" in table


def test_before_there_is_a_store_it_makes_none(run: Run, tmp_path: Path) -> None:
    ran = run("doctor", "--json")
    assert ran.code == 0
    assert "isn't there yet" in findings(ran)["store"]["detail"]
    assert not (tmp_path / "home").exists()


def test_a_file_that_is_no_database(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bank.db").write_text("Dear Sir or Madam, " * 400)
    ran = run("--store", "bank.db", "doctor", "--json")
    assert ran.code == 3
    assert not findings(ran)["store"]["well"]
    assert "import your last export" in findings(ran)["store"]["mend"]
    assert run("--store", "bank.db", "doctor").code == 3


def test_a_damaged_file(run: Run, tmp_path: Path) -> None:
    for number in range(200):
        run("--store", "bank.db", "add", "--user", "u1", f"item {number} " + "word " * 50) if number % 20 == 0 else None
    file = tmp_path / "bank.db"
    data = bytearray(file.read_bytes())
    for start in range(4096 * 3, len(data), 4096 * 2):
        data[start : start + 512] = b"\xa5" * 512
    shutil.rmtree(tmp_path / "home", ignore_errors=True)
    for side in tmp_path.glob("bank.db-*"):
        side.unlink()
    file.write_bytes(data)
    for words in (["doctor", "--json"], ["doctor", "--repair", "--json"]):
        ran = run("--store", "bank.db", *words)
        assert ran.code == 3
        assert not ran.json["well"]
        assert all(finding["mend"] for finding in ran.json["findings"] if not finding["well"])


def test_a_store_that_cant_be_opened(run: Run, tmp_path: Path) -> None:
    (tmp_path / "folder.db").mkdir()
    assert run("--store", "folder.db", "doctor", "--json").code == 3


def test_another_embedders_store(run: Run, bees: None) -> None:
    ran = run("doctor", "--json", embedder="builtin")
    assert ran.code == 3
    assert "reembed" in findings(ran)["store"]["mend"]


def test_an_embedder_that_isnt(run: Run, bees: None) -> None:
    ran = run("doctor", "--json", embedder="crystal-ball")
    assert ran.code == 4
    assert not findings(ran)["embedder"]["well"]


def test_settings_that_cant_be_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thoughtbank.toml").write_text("zone = ")
    ran = run("doctor", "--json")
    assert ran.code == 2
    assert not findings(ran)["settings"]["well"]


def test_the_settings_file_in_use_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thoughtbank.toml").write_text('durability = "fast"\n')
    run("add", "--user", "u1", "hello")
    found = findings(run("doctor", "--json"))
    assert "thoughtbank.toml" in found["settings"]["detail"]
    assert "durability fast" in found["store"]["detail"]


def test_a_model_that_answers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with Loopback([wire.says('{"ready": true}')]) as server:
        for name, value in (("MODEL", "openai:loopback"), ("API_KEY", KEY), ("BASE_URL", server.url)):
            monkeypatch.setenv(f"THOUGHTBANK_{name}", value)
        ran = run("doctor", "--json")
    assert ran.code == 0
    assert "answered" in findings(ran)["model"]["detail"]
    assert KEY not in ran.out


def test_a_model_that_cant_be_reached(run: Run, bees: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (
        ("MODEL", "openai:loopback"), ("API_KEY", KEY), ("BASE_URL", "http://ana:hunter2@127.0.0.1:9/v1"),
    ):  # fmt: skip
        monkeypatch.setenv(f"THOUGHTBANK_{name}", value)
    ran = run("doctor", "--json")
    assert ran.code == 4
    found = findings(ran)
    assert not found["model"]["well"]
    assert found["file"]["well"]
    assert not {KEY, "hunter2"} & set(ran.out.replace('"', " ").split())
    assert "hunter2" not in ran.out


def test_pending_vectors_are_found_and_repaired(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from thoughtbank.errors import EmbedderError
    from thoughtbank.providers.fake import HashEmbedder

    def fails(self: HashEmbedder, texts: list[str], *, query: bool = False) -> None:
        raise EmbedderError("out of order")

    with monkeypatch.context() as patch:
        patch.setattr(HashEmbedder, "embed", fails)
        assert "pending" in run("remember", "--user", "u1", "I keep bees.").out
        ran = run("import", "--user", "u1", "-", stdin=b'{"content": "and goats"}\n')
        assert "doctor --repair" in ran.out
        assert run("doctor").code == 4
    ran = run("doctor", "--json")
    assert ran.code == 1
    assert not findings(ran)["pending"]["well"]
    assert run("doctor", "--repair").code == 0
    assert run("doctor").code == 0


def test_reembed_moves_a_store_to_another_embedder(run: Run, bees: None) -> None:
    run("add", "--user", "u2", "I sell honey.")
    assert "nothing to do" in run("reembed").out
    assert run("reembed", "--json", embedder="builtin").json == {"vectors": 2}
    assert run("recall", "--user", "u1", "--json", "bees", embedder="builtin").json["rows"][0]["similarity"] > 0.5
    assert run("recall", "--user", "u1", "bees").code == 3


def test_changes_of_thoughts_that_never_came_are_found_and_removed(run: Run, bees: None) -> None:
    line = (
        b'{"type": "change", "id": "c1", "kind": "insert", "memory_id": "nope", "by": "x", "reason": "r", '
        b'"at": "2026-03-02T00:00:00+00:00"}\n'
    )
    assert run("import", "--user", "u1", "-", stdin=line).code == 0
    ran = run("doctor", "--json")
    assert ran.code == 1 and findings(ran)["changes"]["detail"] == "1 point to memories that don't exist"
    ran = run("doctor", "--repair", "--json")
    assert ran.code == 0 and any("1 of memories that don't exist were removed" in one["detail"] for one in ran.json["findings"])
    assert findings(run("doctor", "--json"))["changes"]["well"]
