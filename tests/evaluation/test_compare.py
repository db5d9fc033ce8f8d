"""Differences worked out by hand, and everything that can't be compared said."""

import json
from typing import Any

import pytest

from tests.results import HOSTILE, figure, question, result
from thoughtbank.errors import InputError
from thoughtbank.evaluation.compare import ALL, Changed, Comparison, compare, html, tables


def of(values: dict[str, float | None], category: str = "", **given: Any) -> dict[str, Any]:
    return result([question(id, value, category=category) for id, value in values.items()], **given)


def only(comparison: Comparison, group: str = ALL) -> Any:
    (one,) = comparison.by[group]
    return one


def test_differences_are_of_each_question_with_itself() -> None:
    one = only(compare(of({"a/1": 1.0, "a/2": 0.0, "b/1": 0.5}), of({"b/1": 0.0, "a/1": 1.0, "a/2": 1.0})))
    assert (one.metric, one.n, one.conversations) == ("recall@10", 3, 2)
    assert (one.a, one.b) == (pytest.approx(0.5), pytest.approx(2 / 3))
    assert one.difference == pytest.approx(1 / 6)
    assert (one.better, one.worse, one.equal) == (1, 1, 1)
    assert (one.low, one.high) == (-0.5, 0.5), "the draws of a alone and of b alone: (0 + 1) / 2 and -0.5 / 1"


def test_a_small_difference_of_every_question_is_told_apart_though_the_questions_differ_much() -> None:
    before = {f"c{n}/{n}": (n % 10) / 10 for n in range(30)}
    after = {id: value + 0.01 for id, value in before.items()}
    one = only(compare(of(before), of(after)))
    assert one.beyond_chance
    assert (one.low, one.high) == (pytest.approx(0.01), pytest.approx(0.01))
    assert not only(compare(of(before), of(before))).beyond_chance


def test_noise_is_not_beyond_chance() -> None:
    before = {f"c{n}/{n}": 0.5 for n in range(20)}
    assert not only(compare(of(before), of({id: 0.6 if n % 2 else 0.4 for n, id in enumerate(before)}))).beyond_chance


@pytest.mark.parametrize(("conversations", "verdict"), [(1, False), (2, False), (5, False), (6, True)])
def test_few_conversations_give_no_verdict_whatever_they_say(conversations: int, verdict: bool) -> None:
    before = {f"c{n % conversations}/{n}": 0.2 for n in range(60)}
    comparison = compare(of(before), of(dict.fromkeys(before, 0.4)))
    assert only(comparison).beyond_chance is verdict
    assert any("can't tell a difference from chance" in remark for remark in comparison.remarks) is not verdict
    assert ("too few conversations" in html(comparison)) is not verdict


def test_one_conversation_has_no_interval() -> None:
    comparison = compare(of({"a/1": 0.0, "a/2": 0.5}), of({"a/1": 1.0, "a/2": 0.5}))
    assert (only(comparison).low, only(comparison).high) == (None, None)
    assert tables(comparison)[0].rows == (("recall@10", "0.250", "0.750", "+0.500", "", "", "1", "0", "1"),)
    assert comparison.remarks == ("1 conversation can't tell a difference from chance; that takes 6 or more",)


def test_rounding_is_no_difference() -> None:
    one = only(compare(of({"a/1": 0.1 + 0.2}), of({"a/1": 0.3})))
    assert (one.better, one.worse, one.equal) == (0, 0, 1)


def test_by_category_where_there_are_several() -> None:
    def mixed(*values: float) -> dict[str, Any]:
        kinds = ("事实", "time", "事实", "")
        return result([question(f"a/{n}", value, category=kinds[n]) for n, value in enumerate(values)])

    comparison = compare(mixed(0, 0, 0, 0), mixed(1, 0, 0.5, 0.25))
    assert list(comparison.by) == [ALL, "事实", "time", "(none)"]
    assert [only(comparison, name).difference for name in comparison.by] == [0.4375, 0.75, 0.0, 0.25]
    assert list(compare(of({"a/1": 0.0}, "time"), of({"a/1": 1.0}, "time")).by) == [ALL]


def test_a_metric_that_one_side_lacks_is_said_not_counted_as_zero() -> None:
    before = result(
        [question("a/1", 1.0, f1=0.5), question("a/2", 1.0, f1=0.5)], metrics={"f1": figure(0.5), "m1": figure(0.4)}
    )
    after = result([question("a/1", 1.0, f1=0.7), question("a/2", 1.0, f1=None, mrr=1.0)], metrics={"f1": figure(0.7)})
    comparison = compare(before, after)
    differences = {one.metric: one for one in comparison.by[ALL]}
    assert list(differences) == ["recall@10", "f1"]
    assert differences["f1"].n == 1
    assert differences["f1"].difference == pytest.approx(0.2)
    assert "f1: 1 questions have a value on one side alone and are left out" in comparison.remarks
    assert "mrr: 1 questions have a value on one side alone and are left out" in comparison.remarks
    assert [(one.metric, one.a, one.b) for one in comparison.unpaired] == [("m1", 0.4, None)]


def test_questions_that_are_not_the_same_are_left_out_and_said() -> None:
    before = result([question("a/1", 0.0), question("a/2", 0.0), question("a/3", 0.0, text="Who?")])
    after = result([question("a/1", 1.0), question("a/3", 1.0, text="Where?")], data={"digest": "d2"})
    comparison = compare(before, after)
    assert comparison.questions == 1
    remarks = " / ".join(comparison.remarks)
    assert "measured on other data" in remarks
    assert "2 of the first's 3 questions have no match" in remarks
    assert "1 of the second's 2 questions have no match" in remarks


def test_settings_that_differ_are_named() -> None:
    before = of({"a/1": 0.0}, settings={"recall": {"k": 10, "paths": {"dense": True}}, "same": [1, 2]})
    after = of(
        {"a/1": 0.0}, settings={"recall": {"k": 10, "paths": {"dense": False}}, "same": [1, 2], "new": 1}, without=["dense"]
    )
    assert compare(before, after).settings == (
        Changed("without", (), ("dense",)),
        Changed("settings.recall.paths.dense", True, False),
        Changed("settings.new", None, 1),
    )
    assert compare(before, before).settings == ()


@pytest.mark.parametrize(
    ("after", "message"),
    [
        (of({"a/1": 0.0}, evaluation="other"), "the first is of invented, the second of other"),
        (of({"b/1": 0.0}), "no question in common"),
        (result(), "no question in common"),
        (result([question("a/1", 0.0)] * 2), "the second result has the question 'a/1' twice"),
        ({"evaluation": "invented"}, "the second isn't a result of `thoughtbank evaluate --json`: version: Field required"),
    ],
)
def test_what_cannot_be_compared(after: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        compare(of({"a/1": 0.0}), after)


def test_as_json_and_as_a_page_the_same_twice() -> None:
    before = result([question(f"c{n}/{n}", n / 20, category=("时间", HOSTILE)[n % 2], text=HOSTILE) for n in range(20)])
    after = result([{**one, "values": {"recall@10": 1.0}} for one in before["questions"]], embedder=HOSTILE)
    comparison = compare(before, after)
    assert comparison == compare(before, after)
    plain = json.loads(json.dumps(comparison.as_json()))
    assert plain["by"][ALL][0]["beyond_chance"] is True
    assert plain["by"][ALL][0]["difference"] == pytest.approx(0.525)
    page = html(comparison, (HOSTILE, "after.json"))
    assert page == html(comparison, (HOSTILE, "after.json"))
    assert "<script" not in page
    assert "invented: b is better in 1 of 1 metrics beyond chance" in page
    assert page.count("<svg") == 2
    page.encode()


def test_without_a_value_for_any_question_there_is_no_picture_but_the_wholes() -> None:
    before = result([{**question("a/1", None), "values": {}}])
    comparison = compare(before, before)
    assert comparison.by[ALL] == ()
    assert [one.metric for one in comparison.unpaired] == ["recall@10"]
    assert "<svg" not in html(comparison)


def test_of_tokens_less_is_better() -> None:
    a, b = (result([question(f"c{n}/q", 1.0, context_tokens=tokens + n) for n in range(8)]) for tokens in (100.0, 50.0))
    one = next(one for one in compare(a, b).by["all"] if one.metric == "context_tokens")
    assert (one.better, one.worse, one.equal) == (8, 0, 0)
    assert one.difference == -50
