"""Propositions from the command line, and the yardsticks for them: what couldn't be read is told, and no zero."""

import json
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from thoughtbank import providers
from thoughtbank.providers.fake import ScriptedModel

SAID = "I live in Rotterdam."


def test_a_text_and_a_transcript_say_the_same(run: Run) -> None:
    Path("chat.txt").write_text(f"\ufeff{SAID}\n\n", encoding="utf-8")
    Path("chat.jsonl").write_text(json.dumps({"role": "user", "content": SAID}), encoding="utf-8")
    told = [
        run("fragment", "chat.txt", "--json").json,
        run("fragment", "chat.jsonl", "--json").json,
        run("fragment", "-", "--json", stdin=f"{SAID}\n".encode()).json,
    ]
    assert told[0] == told[1] == told[2]
    assert len(told[0]["messages"]) == 1 and told[0]["messages"][0]["found"]
    assert "Rotterdam" in run("fragment", "chat.txt").out
    assert run("show").out.startswith("nobody yet"), "nothing is kept"


@pytest.mark.parametrize(
    ("content", "message"), [(b"\n \n", "holds no message"), (b"I \xff", "isn't UTF-8 (byte 3); convert it first")]
)
def test_what_is_no_text_is_said(run: Run, content: bytes, message: str) -> None:
    Path("chat.txt").write_bytes(content)
    for ran in (run("fragment", "chat.txt"), run("fragment", "-", stdin=content)):
        assert ran.code == 2
        assert message in ran.error
    assert run("fragment", "none.txt").code == 2


def unreadable(settings: object) -> ScriptedModel:
    return ScriptedModel(["no propositions here, sorry"] * 9)


def test_what_a_model_could_not_read_is_counted_by_both_yardsticks(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    points = EntryPoints([EntryPoint("mine", f"{__name__}:unreadable", "thoughtbank.models")])
    monkeypatch.setattr(providers, "entry_points", lambda **wanted: points.select(**wanted))
    monkeypatch.setenv("THOUGHTBANK_MODEL", "mine")
    monkeypatch.setenv("THOUGHTBANK_THINK__BY", "model")
    message = {"id": "a", "lang": "en", "speaker": None, "listener": None, "said_at": "2026-03-04T15:20:00+00:00"}
    Path("labelled.jsonl").write_text(json.dumps({**message, "text": SAID, "propositions": []}), encoding="utf-8")
    triple = {"name": "戴佩妮", "attrname": "职业", "attrvalue": "歌手"}
    Path("film_dev.json").write_text(
        json.dumps([{"messages": [{"message": "她是台湾歌手。", "attrs": [triple]}]}]), encoding="utf-8"
    )
    for data in ("labelled.jsonl", "."):
        result = run("evaluate", "fragments", "--data", data, "--json").json
        assert (result["n"], result["failed"]) == (1, 1)
        assert "1 messages, 1 couldn't be read: " in run("evaluate", "fragments", "--data", data).out
