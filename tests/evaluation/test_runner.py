"""The harness on small dialogues: what it counts, that it repeats itself, that it goes on where it was, and that a broken engine doesn't pass."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from thoughtbank import Thoughtbank
from thoughtbank.errors import EvaluationError, InputError
from thoughtbank.evaluation.datasets import Dialogue, Question
from thoughtbank.evaluation.engine import came_from, check
from thoughtbank.evaluation.figures import Scored
from thoughtbank.evaluation.runner import Plan, _chance, evaluate
from thoughtbank.ports import Vectors
from thoughtbank.providers.fake import HashEmbedder, ScriptedModel
from thoughtbank.records.conversation import Turn
from thoughtbank.records.decisions import Recall, Row
from thoughtbank.records.memory import Memory

ANIMALS = {"Ana": "parrot", "Ben": "tortoise", "Cleo": "ferret"}
ASKED = datetime(2025, 6, 1, tzinfo=UTC)


def lines(user: str, animal: str) -> list[dict[str, Any]]:
    """Thirty turns of one user in three sessions, with questions; one asks what was never said, one has no evidence, one is asked early."""
    began = datetime(2025, 5, 1, 9, tzinfo=UTC)
    said = [f"I counted {n} clouds over the harbour." for n in range(27)]
    said[3], said[14], said[25] = f"My {animal} is called Momo.", "Lisbon is where I grew up.", f"I gave the {animal} away."
    turns = [
        {"user": user, "id": f"{user}{n}", "session": f"s{n // 9}", "speaker": user, "text": text,
         "said_at": (began + timedelta(days=n // 9, minutes=n)).isoformat()}
        for n, text in enumerate(said)
    ]  # fmt: skip
    return [
        *turns,
        {"user": user, "question": f"What is the {animal} called?", "evidence": [f"{user}3"], "answer": "Momo", "category": "pets"},
        {"user": user, "question": "Where did I grow up?", "evidence": [f"{user}14"], "answer": "Lisbon", "category": "places"},
        {"user": user, "question": f"Where is the {animal} now?", "evidence": [f"{user}25"], "category": "pets",
         "asked_at": (began + timedelta(days=9)).isoformat()},
        {"user": user, "question": f"Did I give the {animal} away?", "evidence": [f"{user}3"], "category": "early",
         "asked_at": (began + timedelta(hours=2)).isoformat()},
        {"user": user, "question": "Which opera do I like?", "evidence": [], "category": "unknown"},
    ]  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    file = tmp_path / "talk.jsonl"
    of_all = [line for user, animal in ANIMALS.items() for line in lines(user, animal)]
    file.write_text("\n".join(map(json.dumps, of_all)), encoding="utf-8")
    return file


def run(data: Path, folder: Path, **changed: Any) -> dict[str, Any]:
    return evaluate(replace(Plan("jsonl", data, HashEmbedder(), settings={"home": folder}), **changed), folder)


def steady(result: Mapping[str, Any]) -> str:
    """All but the times, as JSON."""
    return json.dumps({name: of for name, of in result.items() if name != "timings"}, sort_keys=True)


def test_what_is_counted(data: Path, tmp_path: Path) -> None:
    result = run(data, tmp_path)
    assert (result["n"], result["without_evidence"], result["conversations"]) == (12, 3, 3)
    assert result["n_by"] == {"early": 3, "pets": 6, "places": 3, "unknown": 3}
    assert result["by"]["places"]["hit@1"] == {"value": 1.0, "low": 1.0, "high": 1.0}
    values = {one["id"]: one["values"] for one in result["questions"]}
    for measure in ("recall@1", "recall@10", "mrr", "ndcg@10"):
        having = [one[measure] for one in values.values() if measure in one]
        assert len(having) == 12
        assert result["metrics"][measure]["value"] == pytest.approx(sum(having) / 12, abs=1e-6)
    assert all("recall@1" not in one["values"] for one in result["questions"] if one["category"] == "unknown")
    assert result["cost"]["model_calls"] == 0
    assert result["timings"]["recall_ms"]["p50"] > 0
    made = result["timings"]["memory_ms"]
    assert {"thoughtbank", "rolling summary (Rsum)", "full context"} <= set(made)
    assert "bm25" not in made  # it reads what the engine keeps
    assert made["thoughtbank"] > made["full context"]


def test_a_preset_that_recalls_propositions_alone_stores_those(data: Path, tmp_path: Path) -> None:
    settings = {"home": tmp_path, "preset": "FRACOM", "think": {"by": "rules", "parsers": "off"}}
    stored = run(data, tmp_path, settings=settings)["cost"]["stored_tokens_per_session"]
    assert 0 < stored["thoughtbank"] < stored["full context"]


def test_every_baseline_stands_beside(data: Path, tmp_path: Path) -> None:
    baselines = run(data, tmp_path)["baselines"]
    assert list(baselines) == [
        "bm25", "dense", "plain", "full context", "no memory", "rolling summary (Rsum)", "topics (MemoChat)", "compression (COMEDY)",
    ]  # fmt: skip
    assert {of["metrics"]["recall@10"]["value"] for name, of in baselines.items() if name == "no memory"} == {0.0}
    assert baselines["full context"]["metrics"]["evidence_in_context"]["value"] == 1
    assert baselines["bm25"]["metrics"]["recall@1"]["value"] > 0.5
    assert run(data, tmp_path, compared=False)["baselines"] == {}


def test_two_runs_give_the_same(data: Path, tmp_path: Path) -> None:
    first = steady(run(data, tmp_path / "a"))
    assert steady(run(data, tmp_path / "a")) == first  # its vectors were kept
    assert steady(run(data, tmp_path / "b")) == first


class Failing(HashEmbedder):
    """Breaks down when a text is embedded for the first time."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word, self.texts = word, list[str]()

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        if any(self.word in text for text in texts):
            raise KeyboardInterrupt
        self.texts += texts
        return super().embed(texts, query=query)


def test_a_stopped_run_goes_on_where_it_was(data: Path, tmp_path: Path) -> None:
    whole = steady(run(data, tmp_path / "whole"))
    with pytest.raises(KeyboardInterrupt):
        run(data, tmp_path / "half", embedder=Failing("tortoise"))
    (kept,) = (tmp_path / "half" / "runs").glob("*.json")
    second = Failing("nothing of the kind")
    assert steady(run(data, tmp_path / "half", embedder=second)) == whole
    assert any("tortoise" in text for text in second.texts)
    assert not any("parrot" in text for text in second.texts)
    assert not kept.exists()


def test_another_engine_or_other_data_begins_anew(data: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(data, tmp_path, embedder=Failing("ferret"))
    second = run(data, tmp_path, left_out=("neighbours",), embedder=HashEmbedder())
    assert steady(second) == steady(run(data, tmp_path / "other", left_out=("neighbours",)))
    assert second["settings"]["recall"]["neighbours"] == 0


def planted(monkeypatch: pytest.MonkeyPatch, bug: Callable[..., Recall]) -> None:
    """Puts a bug into the engine's recall: `bug(real, bank, query, **asking)`."""
    real = Thoughtbank.recall
    monkeypatch.setattr(Thoughtbank, "recall", lambda bank, query, **asking: bug(real, bank, query, **asking))


def test_rows_in_another_order_than_their_scores_end_it(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def shuffled(real: Any, bank: Any, query: str, **asking: Any) -> Recall:
        found = real(bank, query, **asking)
        return replace(found, rows=tuple(random.Random(query).sample(found.rows, len(found.rows))))

    planted(monkeypatch, shuffled)
    with pytest.raises(EvaluationError, match="don't stand in the order of their scores"):
        run(data, tmp_path)


def test_a_recall_by_lot_is_seen(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = run(data, tmp_path / "right")
    assert right["remarks"] == []

    def drawn(real: Any, bank: Any, query: str, **asking: Any) -> Recall:
        found = real(bank, query, **asking)
        rows = random.Random(7).sample(found.rows, len(found.rows))
        return replace(found, rows=tuple(replace(row, score=one.score) for row, one in zip(rows, found.rows, strict=True)))

    planted(monkeypatch, drawn)
    broken = run(data, tmp_path / "broken")
    assert broken["metrics"]["recall@5"]["value"] < right["metrics"]["recall@5"]["high"] / 2
    assert broken["metrics"]["mrr"]["high"] < right["metrics"]["mrr"]["low"]


def test_a_recall_worse_than_lot_is_remarked(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def last_first(real: Any, bank: Any, query: str, **asking: Any) -> Recall:
        found = real(bank, query, **asking)
        rows = found.rows[::-1]
        return replace(found, rows=tuple(replace(row, score=one.score) for row, one in zip(rows, found.rows, strict=True)))

    planted(monkeypatch, last_first)
    (*_, remark) = run(data, tmp_path)["remarks"]
    assert "hardly better than drawing by lot" in remark


def of_units(number: int, recall: Mapping[str, float]) -> tuple[Dialogue, Scored]:
    question = Question("q", "Where?", frozenset({"0"}))
    return Dialogue("d", (), {str(n): str(n) for n in range(number)}, (question,)), Scored("q", "", "", "d", True, recall)


@pytest.mark.parametrize(
    ("units", "first", "deep", "remarked"),
    [
        (5, 1.0, 1.0, False),  # everything is among the first ten
        (12, 1.0, 1.0, False),
        (12, 0.85, 1.0, True),
        (500, 0.0, 0.0, True),
        (500, 0.08, 0.4, True),  # of what was found a fifth: in no order
        (500, 0.3, 0.4, False),
    ],
)
def test_how_good_drawing_by_lot_is(units: int, first: float, deep: float, remarked: bool) -> None:
    dialogue, scored = of_units(units, {"recall@10": first, "recall@50": deep})
    assert bool(_chance([dialogue], [scored])) == remarked


Change = Callable[[Recall], Recall]


def first_row(found: Recall, **changed: Any) -> Recall:
    row, *others = found.rows
    return replace(found, rows=(replace(row, memory=replace(row.memory, **changed)), *others))


@pytest.mark.parametrize(
    "bug",
    [
        lambda found: first_row(found, text="Momo, Lisbon, everything that may be asked"),
        lambda found: first_row(found, turns=tuple(row.id for row in found.rows)),
        lambda found: first_row(found, turns=(found.rows[1].id,)),
    ],
    ids=["other words", "it claims all turns", "it claims another turn"],
)
def test_a_turn_that_is_not_as_it_was_said_ends_it(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bug: Change
) -> None:
    planted(monkeypatch, lambda real, bank, query, **asking: bug(real(bank, query, **asking)))
    with pytest.raises(EvaluationError, match="is a turn, but not as it was said"):
        run(data, tmp_path)


def test_what_an_engine_claims_counts_in_the_order_it_was_said() -> None:
    said = {f"id{n}": Turn(f"said {n}", said_at=ASKED + timedelta(days=n), key=f"key{n}") for n in range(3)}
    memory = Memory("m", "thought", "all of it", ASKED, ASKED, turns=("id2", "id0", "id1"))
    row = Row(memory, 1.0, None, 0.0, {}, (), 3)
    assert came_from(row, said) == ("key0", "key1", "key2")
    check(Question("q", "?", asked_at=ASKED + timedelta(days=2)), [row], said)
    with pytest.raises(EvaluationError, match="was said later"):  # though the thought itself is dated before
        check(Question("q", "?", asked_at=ASKED + timedelta(days=1)), [row], said)


@pytest.mark.parametrize("verb", ["context", "answer"])
def test_what_is_shown_and_answered_from_is_checked_too(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    real = getattr(Thoughtbank, verb)
    seen: list[datetime | None] = []

    def leaking(bank: Thoughtbank, query: str, until: datetime | None = None, **asking: Any) -> Any:
        seen.append(until)
        found = real(bank, query, **asking)
        return replace(found, rows=bank.recall(query, user_id=asking["user_id"], k=100).rows) if until else found

    monkeypatch.setattr(Thoughtbank, verb, leaking)
    with pytest.raises(EvaluationError, match="was said later"):
        run(data, tmp_path)
    assert any(seen)


def test_no_way_knows_what_is_said_later(data: Path, tmp_path: Path) -> None:
    """Asked in the first of three sessions, a third of all that is said is there to be found or read."""
    early = [one for one in lines("Ana", "parrot") if "text" in one or one.get("category") == "early"]
    file = tmp_path / "early.jsonl"
    file.write_text("\n".join(map(json.dumps, early)), encoding="utf-8")
    result = run(file, tmp_path)
    unsearched = ("full context", "rolling summary (Rsum)", "topics (MemoChat)", "compression (COMEDY)")
    for way in unsearched:
        tokens = result["baselines"][way]["metrics"]["context_tokens"]["value"]
        assert 0 < tokens < result["cost"]["history_tokens"] / 2, way
    assert result["baselines"]["full context"]["metrics"]["recall@50"]["value"] == 1
    assert not any("away" in one["answer"] for one in result["answers"])


def test_a_row_of_another_user_ends_it(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def mixed(real: Any, bank: Any, query: str, **asking: Any) -> Recall:
        other = {"talk/Ana": "talk/Ana", "talk/Ben": "talk/Ana", "talk/Cleo": "talk/Ben"}[asking.pop("user_id")]
        return real(bank, query, user_id=other, **asking)

    planted(monkeypatch, mixed)
    with pytest.raises(EvaluationError, match="isn't of this user"):
        run(data, tmp_path)


def test_a_row_of_the_future_ends_it(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(real: Any, bank: Any, query: str, until: Any = None, **asking: Any) -> Recall:
        return real(bank, query, **asking)

    planted(monkeypatch, leaking)
    with pytest.raises(EvaluationError, match="was said later"):
        run(data, tmp_path)


def test_what_finds_nothing_scores_nothing(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(real: Any, bank: Any, query: str, **asking: Any) -> Recall:
        found = real(bank, query, **asking)
        return replace(found, rows=()) if "grow" in query else found

    planted(monkeypatch, silent)
    result = run(data, tmp_path, compared=False)
    assert result["by"]["places"]["recall@50"]["value"] == 0
    assert result["by"]["places"]["mrr"]["value"] == 0
    assert result["by"]["places"]["m1"]["value"] == 0
    assert result["n"] == 12


def test_asking_leaves_no_trace(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    closing = Thoughtbank.close

    def counted(bank: Thoughtbank) -> None:
        counts.append(len(bank.list(user_id="talk/Ana", limit=1000, kind="turn")))
        closing(bank)

    monkeypatch.setattr(Thoughtbank, "close", counted)
    run(data, tmp_path, compared=False)
    assert counts == [27]


def test_a_model_is_asked_and_counted(data: Path, tmp_path: Path) -> None:
    model = ScriptedModel(["It is Momo [1]."] * 1000)
    result = run(data, tmp_path, model=model, settings={"home": tmp_path, "think": {"by": "rules"}})
    assert result["cost"]["model_calls"] == len(model.asked)
    assert result["model"] == "scripted"
    for of in (result, *result["baselines"].values()):
        assert of["metrics"]["f1"]["value"] > 0


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"left_out": ("luck",)}, "there is no part 'luck' to leave out; there are dense, lexical, graph"),
        ({"left_out": ("dense", "lexical", "graph")}, "nothing is left that could recall"),
    ],
)
def test_what_cannot_be_left_out(data: Path, tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        run(data, tmp_path, **changed)


@pytest.mark.parametrize(("part", "paths"), [("dense", ["lexical", "graph"]), ("lexical", ["dense", "graph"])])
def test_a_path_is_left_out(data: Path, tmp_path: Path, part: str, paths: list[str]) -> None:
    result = run(data, tmp_path, left_out=(part,), compared=False)
    assert result["settings"]["recall"]["paths"] == paths
    assert result["metrics"]["mrr"] != run(data, tmp_path, compared=False)["metrics"]["mrr"]


def test_parts_that_are_not_built_are_remarked(data: Path, tmp_path: Path) -> None:
    remarks = run(data, tmp_path, left_out=("time", "blend"), compared=False)["remarks"]
    assert remarks == [
        "time isn't in this version: leaving it out changes nothing",
        "no learnt blend is in this version: paths are added by fixed weights with it and without it",
    ]


def test_secrets_and_places_are_not_told(data: Path, tmp_path: Path) -> None:
    result = run(data, tmp_path, settings={"home": tmp_path, "api_key": "sk-very-secret"})
    assert "very-secret" not in steady(result)
    assert str(tmp_path) not in steady(result)


def test_what_the_engine_refuses_is_said_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    told = [{"id": "t", "session": "s" * 300, "text": "I keep bees."}, {"question": "What do I keep?", "evidence": ["t"]}]
    file.write_text("\n".join(map(json.dumps, told)), encoding="utf-8")
    with pytest.raises(InputError, match=r"long\.jsonl: long/user: session_id has 300 characters"):
        run(file, tmp_path)


def sample(turns: int, category: int) -> list[dict[str, Any]]:
    said = [{"speaker": "Ana", "dia_id": f"D1:{n}", "text": f"I keep {n} bees."} for n in range(turns)]
    spoken = {"session_1": said, "session_1_date_time": "1:56 pm on 8 May, 2023"}
    asked = [{"question": "How many bees?", "category": category, "evidence": ["D1:0"]}]
    return [{"sample_id": "conv-1", "conversation": spoken, "qa": asked}]


def test_a_dialogue_in_which_nothing_was_said(tmp_path: Path) -> None:
    file = tmp_path / "locomo.json"
    file.write_text(json.dumps(sample(0, 1)), encoding="utf-8")
    with pytest.raises(InputError, match="conv-1 has questions and no turns to ask of"):
        run(file, tmp_path, name="locomo")


def test_a_set_that_only_asks_for_what_was_never_said(tmp_path: Path) -> None:
    file = tmp_path / "locomo.json"
    file.write_text(json.dumps(sample(3, 5)), encoding="utf-8")
    result = run(file, tmp_path, name="locomo")
    assert (result["n"], result["metrics"], result["series"]) == (0, {}, {})
    assert result["by"]["adversarial"]["recall@10"]["value"] == 1


def test_replies_of_a_judge_that_cannot_be_used_are_remarked(data: Path, tmp_path: Path) -> None:
    result = run(data, tmp_path, compared=False, judge=ScriptedModel(["Good."] * 1000))
    assert result["remarks"] == ["6 replies of the judge couldn't be used; judge_labels says why"]


def test_a_turn_with_what_no_store_can_keep_is_as_it_was_said(tmp_path: Path) -> None:
    file = tmp_path / "odd.jsonl"
    told = [{"id": "t", "session": "s", "text": " I keep\0 bees.\r\n"}, {"question": "What do I keep?", "evidence": ["t"]}]
    file.write_text("\n".join(map(json.dumps, told)), encoding="utf-8")
    assert run(file, tmp_path)["metrics"]["recall@1"]["value"] == 1


def test_where_the_engine_is_a_baseline_it_is_measured_once(data: Path, tmp_path: Path) -> None:
    gated = run(data, tmp_path)
    ungated = run(data, tmp_path, left_out=("gain", "graph"))  # the plain recipe has neither
    assert ungated["remarks"] == ["the engine's recall is that of the baseline plain"]
    assert ungated["baselines"]["plain"]["metrics"] == ungated["metrics"]
    for measure in ("recall@10", "mrr", "evidence_in_context", "f1", "m1"):
        assert gated["baselines"]["plain"]["metrics"][measure] == ungated["metrics"][measure], "baselines rank every turn"
