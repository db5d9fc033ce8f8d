"""The verbs on gain."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

TALK = (
    {"role": "assistant", "content": "Any dietary needs?"},
    {"role": "user", "content": "Vegetarian."},
    {"role": "user", "content": "ok thanks"},
)


@pytest.fixture
def chat() -> Path:
    file = Path("chat.jsonl")
    file.write_text("\n".join(map(json.dumps, TALK)) + "\n\n", encoding="utf-8")
    return file


def test_a_transcript_as_a_table_and_a_curve(run: Run, chat: Path) -> None:
    ran = run("gain", str(chat), "--plot", "curve.svg")
    assert ran.code == 0
    for said in (
        "Vegetarian.",
        "acknowledgement and thanks only",
        "▉",
        "3 turns, mean ",
        "decided by acknowledgement 1 (33%), scorer 2 (67%)",
    ):
        assert said in ran.out
    assert Path("curve.svg").read_text(encoding="utf-8").lstrip().startswith("<svg")
    assert run("show").out.startswith("nobody yet"), "nothing is kept"


def test_a_transcript_as_json(run: Run, chat: Path) -> None:
    told = run("gain", str(chat), "--json").json
    gains = told["gains"]
    assert told["layers"]["scorer"]["turns"] == 2
    assert [one["score"] < 2 for one in gains] == [True, False, True]
    assert gains[2]["by"] == "acknowledgement"


def test_two_transcripts_are_compared_by_mean_gain(run: Run) -> None:
    dull = [{"role": "user", "content": "ok thanks", "session_id": str(session)} for session in range(3)]
    rich = [{**one, "content": "I moved to Porto on 3 May and work at the harbour."} for one in dull]
    for name, talk in (("a", dull), ("b", rich)):
        Path(f"{name}.jsonl").write_text("\n".join(map(json.dumps, talk)), encoding="utf-8")
    found = run("gain", "a.jsonl", "--against", "b.jsonl", "--json").json["mean_gain"]
    assert found["all"]["first"]["value"] == 1.0
    assert found["people"]["difference"]["low"] > 3
    assert found["replies"]["difference"]["value"] is None
    ran = run("gain", "a.jsonl", "--against", "b.jsonl")
    assert ran.code == 0
    for said in ("a.jsonl", "b.jsonl", "difference", "people"):
        assert said in ran.out
    assert run("gain", "a.jsonl", "--against", "none.jsonl").code == 2


def test_whose_turn_it_is_goes_by_the_roles_that_remember_knows(run: Run) -> None:
    said = {"ai": "I moved to Porto on 3 May.", "human": "ok thanks", "tool": "The harbour office opens at 9 on 3 May."}
    talk = [{"role": role, "content": text} for role, text in said.items()]
    Path("a.jsonl").write_text("\n".join(map(json.dumps, talk)), encoding="utf-8")
    ai, human, _ = (one["score"] for one in run("gain", "a.jsonl", "--json").json["gains"])
    found = run("gain", "a.jsonl", "--against", "a.jsonl", "--json").json["mean_gain"]
    means = {turns: figures["first"]["value"] for turns, figures in found.items()}
    assert means == {"people": human, "replies": ai, "all": pytest.approx((ai + human) / 2)}, "a tool's turn is nobody's"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "holds no message"),
        ("{", "line 1: not JSON"),
        ("[1]", "line 1: a message is a JSON object"),
        ('{"role": "boss", "content": "x"}', "role 'boss' isn't known"),
        (b"\xff", "isn't UTF-8 (byte 1)"),
    ],
)
def test_a_file_that_is_no_transcript(run: Run, content: str | bytes, message: str) -> None:
    Path("chat.jsonl").write_bytes(content if isinstance(content, bytes) else content.encode())
    ran = run("gain", "chat.jsonl")
    assert ran.code == 2
    assert message in ran.error


def test_little_gain_is_listed_and_rescued(run: Run) -> None:
    for message in TALK:
        ran = run("remember", "--user", "ana", "--session", "s", "--role", message["role"], message["content"])
        assert ran.code == 0
    assert "skipped" in ran.out and "found with its neighbours" in ran.out
    listed = run("show", "--user", "ana", "--gain")
    assert "Vegetarian." in listed.out and "acknowledgement and thanks only" in listed.out
    low = run("show", "--user", "ana", "--gain", "--below", "2", "--json").json["items"]
    assert [one["text"] for one in low] == ["Any dietary needs?", "ok thanks"]
    assert run("rescue", "--user", "ana", low[1]["id"]).out == f"rescued {low[1]['id']}\n"
    assert [one["text"] for one in run("show", "--user", "ana", "--gain", "--below", "2", "--json").json["items"]] == [
        "Any dietary needs?"
    ]
    page = run("show", "--user", "ana", "--gain", "--below", "11", "--limit", "1")
    assert "more: thoughtbank --embedder hash show --user ana --gain --below 11 --limit 1 --cursor 1" in page.out
    assert run("rescue", "--user", "ana", "nothing").code == 1


def test_agreement_as_a_table_and_as_json(run: Run) -> None:
    pairs = [
        {"id": f"p{n}", "lang": "en", "history": [], "turn": {"role": "user", "text": text}, "score": score}
        for n, (text, score) in enumerate((("ok", 0), ("I moved to Porto on 3 May.", 7), ("thanks", 1)))
    ]
    Path("pairs.jsonl").write_text("\n".join(map(json.dumps, pairs)), encoding="utf-8")
    result = run("evaluate", "gain", "--data", "pairs.jsonl", "--json").json
    assert (result["evaluation"], result["n"]) == ("gain", 3)
    assert result["metrics"]["spearman"]["value"] > 0.8
    assert result["settings"]["gain"]["theta_index"] == 2
    assert result["layers"]["acknowledgement"] == {"turns": 2, "share": 0.666667}
    shown = run("evaluate", "gain", "--data", "pairs.jsonl").out
    assert "band_accuracy" in shown and "decided by" in shown and "0.667" in shown and "sharing turns stopped" not in shown


def test_the_gate_says_which_layer_stopped_what_is_shared(run: Run) -> None:
    file = Path("memora", "weekly", "baker", "sessions.jsonl")
    file.parent.mkdir(parents=True)
    rows = [
        {"speaker": "user_agent", "message": text, "share_memory": True} for text in ("ok thanks", "I moved to Porto on 3 May.")
    ]
    file.write_text(json.dumps({"conversation": rows}), encoding="utf-8")
    layers = run("evaluate", "memora-gate", "--data", ".", "--json").json["layers"]
    assert layers["acknowledgement"] == {"turns": 1, "share": 0.5, "sharing_stopped": 1}
    assert layers["scorer"]["sharing_stopped"] == 0
    assert "sharing turns stopped" in run("evaluate", "memora-gate", "--data", ".").out


def test_no_file_is_written_over_by_its_picture(run: Run, chat: Path) -> None:
    before = chat.read_bytes()
    for words in (("--plot", str(chat)), ("--against", str(chat), "--plot", "x.svg")):
        assert run("gain", str(chat), *words).code == 2
    assert chat.read_bytes() == before
    for words in (("--plot", "chat.jsonl"), ("--out", "same", "--plot", "same")):
        assert run("tune", "scorer", "--data", "chat.jsonl", *words).code == 2
    assert chat.read_bytes() == before


def test_a_turn_that_waits_to_be_judged_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THOUGHTBANK_THINK__MODE", "behind")
    monkeypatch.setenv("THOUGHTBANK_GAIN__LIKENESS", '["recent"]')
    run("remember", "--user", "ana", "I moved to Porto on 3 May.")
    (waits,) = run("show", "--user", "ana", "--gain", "--json").json["items"]
    assert waits["unjudged"] is True
    assert "waits to be judged; so far:" in " ".join(run("show", "--user", "ana", "--gain").out.split())
    run("work", "--once")
    (judged,) = run("show", "--user", "ana", "--gain", "--json").json["items"]
    assert judged["unjudged"] is False and "waits" not in run("show", "--user", "ana", "--gain").out
