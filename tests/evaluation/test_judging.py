"""A judge over a whole question: marks, an order, their sources; failures are counted."""

import json

from thoughtbank.evaluation.datasets import Question
from thoughtbank.evaluation.judging import Judging, judged, told, values
from thoughtbank.evaluation.ways import Answered, Found, Held, show
from thoughtbank.providers.fake import ScriptedModel

ASKED = Question("q", "What do I keep?", frozenset({"a"}), answer="bees")
MEMORY = (Held("I keep bees.", ("a",)),)
FOUND = {
    "thoughtbank": Found(MEMORY, show(MEMORY, None), Answered("Bees.", True)),
    "bm25": Found((), show((), None), Answered("I don't know.", False)),
    "full context": Found(MEMORY, show(MEMORY, None)),
}
MARKS = json.dumps({"why": "it is right", "retrieval": 1, "correctness": 1, "coherence": 0.5})
WRONG = json.dumps({"why": "no answer", "retrieval": 0, "correctness": 0, "coherence": 0.5})


def test_every_answer_is_marked_and_all_are_put_in_order() -> None:
    order = json.dumps({"why": "one answers", "ranking": {"A": 1, "B": 1}, "memory_ranking": {"A": 1, "B": 1}})
    model = ScriptedModel([MARKS, WRONG, order])
    judging = Judging(model)
    labels = judging.labels(ASKED, FOUND)
    found = values(labels)
    assert set(found) == {"thoughtbank", "bm25"}, "who gives no answer isn't judged"
    assert found["thoughtbank"] == {
        "judge_retrieval": 1, "judge_correctness": 1, "judge_coherence": 0.5, "judge_ranking": 0.75, "judge_memory_ranking": 0.75,
    }  # fmt: skip
    assert len(model.asked) == 3
    assert {label.source.partition(" ")[0] for label in labels} == {"model:scripted"}
    assert judging.failed == {}


def test_a_reply_that_cannot_be_used_is_counted_and_is_no_mark() -> None:
    judging = Judging(ScriptedModel(["I'd say seven."] * 20))
    assert judging.labels(ASKED, FOUND) == []
    assert sum(judging.failed.values()) == 3
    ((told_of, count), *_) = told([{"labels": [], "judge_failed": dict(judging.failed)}])["failed"].items()
    assert told_of and count


def test_without_a_judge_or_a_reference_nobody_is_asked() -> None:
    assert Judging(None).labels(ASKED, FOUND) == []
    model = ScriptedModel([])
    assert Judging(model).labels(Question("q", "?"), FOUND) == []
    assert Judging(model).labels(Question("q", "?", answer="no", headline=False), FOUND) == []
    assert model.asked == []


def test_what_a_judge_is_shown_is_what_the_reader_was() -> None:
    one = judged("thoughtbank", ASKED, FOUND["thoughtbank"])
    assert one is not None
    assert (one.answer, one.recalled, one.case) == ("Bees.", ("I keep bees.",), "q")
    assert judged("full context", ASKED, FOUND["full context"]) is None
