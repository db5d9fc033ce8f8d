"""Whatever the console's code page: what is stored is right, and showing what the console lacks doesn't fail."""

import json
import sys

import pytest

from tests.cli.conftest import Run

MIXED = "测试中文记忆 – naïve café 🍵"


@pytest.fixture
def stored(run: Run) -> str:
    run("add", "--user", "u1", MIXED)
    return MIXED


def test_code_pages(spawn: Run) -> None:
    """Field case FC-005."""
    text = "测试中文记忆 – naïve café"
    given = spawn("add", "--user", "u1", text, env={"PYTHONIOENCODING": "cp936", "PYTHONUTF8": "0"}, encoding="cp936")
    assert given.code == 0
    narrow = {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    found = spawn("recall", "--user", "u1", "中文记忆", "--json", env=narrow, encoding="cp1252")
    assert found.code == 0
    assert found.json["rows"][0]["text"] == text
    shown = spawn("recall", "--user", "u1", "中文记忆", env=narrow, encoding="cp1252")
    assert shown.code == 0
    assert "naïve café" in shown.out


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp936", "utf-8"])
def test_every_way_of_showing_survives_every_console(run: Run, stored: str, encoding: str) -> None:
    asked = stored.encode()
    for words in (
        ["recall", "--user", "u1", "-"], ["show", "--user", "u1"], ["chat", "--user", "u1", "--once", "-"], ["show", "--help"],
        ["remember", "--user", "u2", "-"], ["doctor"], ["--help"],
    ):  # fmt: skip
        assert run(*words, stdin=asked, encoding=encoding).code == 0


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_json_loses_nothing(run: Run, stored: str, encoding: str) -> None:
    assert run("show", "--user", "u1", "--json", encoding=encoding).json["items"][0]["text"] == stored


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_an_export_is_utf8_always(spawn: Run, run: Run, stored: str, encoding: str) -> None:
    out = spawn("export", "--user", "u1", env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}, encoding="utf-8").out
    assert json.loads(out.splitlines()[1])["text"] == stored


@pytest.mark.skipif(sys.platform != "linux", reason="arguments are bytes only there")
def test_an_argument_that_isnt_utf8_is_2(spawn: Run) -> None:
    ran = spawn("add", "--user", "u1", b"na\xefve", env={"PYTHONUTF8": "1"})
    assert ran.code == 2
    assert "UTF-8" in ran.error
    assert spawn("add", "--user", b"\xff", "hello", env={"PYTHONUTF8": "1"}).code == 2
