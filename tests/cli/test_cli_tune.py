"""Tuning from the command line: what is written is used by every verb that judges."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.tuning.labelled import EVERY, dragons, lines, tiny_encoder, write

TUNE = ("tune", "scorer", "--data", "pairs.jsonl")


@pytest.fixture
def labelled() -> list[dict[str, Any]]:
    pairs = lines(EVERY)
    write(Path("pairs.jsonl"), pairs)
    return pairs


def test_a_map_is_learnt_shown_written_and_used(
    run: Run, labelled: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = run(*TUNE, "--out", "mine.json", "--plot", "mine.svg")
    assert ran.code == 0, ran.err
    for said in (
        "a map, isotonic with",
        f"{len(EVERY)} pairs",
        "stopped by the filter",
        "band_accuracy",
        "kappa",
        "wrote mine.json",
    ):
        assert said in ran.out
    picture = Path("mine.svg").read_text(encoding="utf-8")
    assert all(word in picture for word in ("before", "after, held out", "the map", "labelled as found"))

    Path("chat.jsonl").write_text('{"content": "I moved to Porto."}\n{"content": "ok thanks"}', encoding="utf-8")
    shipped, _ = run("gain", "chat.jsonl", "--json").json["gains"]
    before = run("evaluate", "gain", "--data", "pairs.jsonl", "--json").json["metrics"]
    monkeypatch.setenv("THOUGHTBANK_GAIN__SCORER", "mine.json")
    mapped, thanks = run("gain", "chat.jsonl", "--json").json["gains"]
    assert mapped["score"] < shipped["score"] and mapped["reason"] == shipped["reason"]
    assert mapped["by"].startswith("scorer mine.json ") and (thanks["by"], thanks["score"]) == ("acknowledgement", 1)
    after = run("evaluate", "gain", "--data", "pairs.jsonl", "--json").json
    assert after["metrics"]["mae"]["value"] < before["mae"]["value"]
    assert after["settings"]["gain"]["scorer"] == mapped["by"]

    run("remember", "--user", "ana", "I moved to Porto on 3 May.")
    (kept,) = run("show", "--user", "ana", "--gain", "--json").json["items"]
    assert kept["gain"]["by"] == mapped["by"]
    run("edit", "--user", "ana", kept["id"], "I moved to Lyon on 3 May.")
    (kept,) = run("show", "--user", "ana", "--gain", "--json").json["items"]
    assert kept["text"].startswith("I moved to Lyon") and kept["gain"]["by"] == mapped["by"]

    again = run(*TUNE, "--json").json
    assert again["before"]["mae"]["value"] == pytest.approx(before["mae"]["value"], abs=0.005), (
        "it is the shipped scorer that is measured and mapped, whatever is set"
    )
    assert again["after"]["mae"]["value"] < again["before"]["mae"]["value"] and again["better"]


def test_weights_as_json_and_nothing_written_without_a_name(run: Run, labelled: list[dict[str, Any]]) -> None:
    result = run(*TUNE, "--kind", "weights", "--json").json
    assert (result["kind"], result["n"], result["parts"], result["out"]) == ("weights", len(EVERY), 10, None)
    assert result["stopped"] > 0
    assert set(result["before"]) == set(result["after"]) >= {"mae", "exact", "within_1", "kappa", "spearman", "band_accuracy"}
    assert sorted(path.name for path in Path().iterdir()) == ["pairs.jsonl"]


def test_what_does_not_help_is_said(run: Run) -> None:
    write(Path("pairs.jsonl"), lines(EVERY[:40], lambda score: score))
    assert "isn't smaller than before" in run(*TUNE).out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--kind", "forest"), "there is no kind 'forest'; there are: map, weights, bert"),
        (("--encoder", "x"), "--encoder is for --kind bert"),
        (("--kind", "bert"), "name the encoder to begin with"),
        (("--out", "pairs.jsonl"), "would write over the pairs"),
        (("--out", "none/mine.json"), "no such folder"),
        (("--plot", "none/mine.svg"), "no such folder"),
        (("--kind", "bert", "--encoder", "x", "--out", "."), "is there already"),
    ],
)
def test_what_cannot_be_done_is_said_before_the_work(
    run: Run, labelled: list[dict[str, Any]], words: tuple[str, ...], message: str
) -> None:
    ran = run(*TUNE, *words)
    assert ran.code == 2
    assert message in ran.error


def test_pairs_that_cannot_be_used(run: Run) -> None:
    write(Path("pairs.jsonl"), lines(EVERY[:19]))
    assert "pairs.jsonl holds 19 pairs; tuning needs 20 or more" in run(*TUNE).error
    write(
        Path("pairs.jsonl"),
        [*lines(EVERY[:19]), {"id": "x", "history": [], "turn": {"role": "user", "text": "x"}, "score": 12}],
    )
    assert "pairs.jsonl, line 20: score: " in run(*TUNE).error


@pytest.mark.parametrize("content", [None, "", "{}", '{"bias": 1, "weights": {}}'])
def test_a_scorer_that_is_none_is_named_before_anything_is_made(
    run: Run, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    if content is not None:
        Path("mine.json").write_text(content)
    monkeypatch.setenv("THOUGHTBANK_GAIN__SCORER", "mine.json")
    for words in (("remember", "--user", "ana", "x"), ("gain", "chat.jsonl")):
        Path("chat.jsonl").write_text('{"content": "x"}')
        ran = run(*words)
        assert ran.code == 2
        assert "gain.scorer: mine.json" in ran.error
    assert not (Path("home") / "thoughtbank.db").exists()


def test_doctor_looks_at_the_scorer_by_itself(
    run: Run, labelled: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("remember", "--user", "ana", "I moved to Porto.")
    monkeypatch.setenv("THOUGHTBANK_GAIN__SCORER", "mine.json")
    ran = run("doctor", "--json")
    of = {one["what"]: one for one in ran.json["findings"]}
    assert ran.code == 2 and of["store"]["well"]
    assert not of["scorer"]["well"] and "mine.json can't be read" in of["scorer"]["detail"]
    run(*TUNE, "--out", "mine.json")
    ran = run("doctor", "--json")
    assert ran.code == 0
    assert any(one["what"] == "scorer" and one["detail"].startswith("mine.json ") for one in ran.json["findings"])


def test_an_encoder_is_tuned_and_used(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tiny").mkdir()
    encoder = tiny_encoder(tmp_path / "tiny")
    write(Path("pairs.jsonl"), dragons())
    ran = run(*TUNE, "--kind", "bert", "--encoder", str(encoder), "--out", "mine", "--json")
    assert ran.code == 0, ran.err
    assert (ran.json["kind"], ran.json["parts"], ran.json["out"]) == ("bert", 4, "mine")
    assert ran.err == "", "the libraries' own remarks are left out"
    monkeypatch.setenv("THOUGHTBANK_GAIN__SCORER", "mine")
    Path("chat.jsonl").write_text('{"content": "We saw dragons over field 5."}')
    assert run("gain", "chat.jsonl", "--json").json["gains"][0]["by"].startswith("scorer mine ")
