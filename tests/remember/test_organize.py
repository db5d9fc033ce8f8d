"""Organizing: what is forgotten and what is merged, by rules and by a model whose replies are good, broken or hostile."""

import json
from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

import pytest

from thoughtbank.providers.fake import Scripted, ScriptedModel
from thoughtbank.records.memory import Triple
from thoughtbank.remember.items import Item
from thoughtbank.remember.organize import Decided, ModelOrganizer, RuleOrganizer, sentence
from thoughtbank.settings import ThinkSettings

AT = datetime(2026, 3, 2, tzinfo=UTC)


def item(name: str, head: str, relation: str, tail: str, *, day: int = 0, **given: Any) -> Item:
    triple = Triple(head, relation, tail)
    return Item(name, triple, given.pop("text", sentence(triple)), AT + timedelta(days=day), (f"t-{name}",), **given)


def by_rules(*items: Item, fresh: str = "new") -> Decided:
    return RuleOrganizer().organize(items, frozenset(fresh.split()))


def forgotten(decided: Decided) -> dict[str, str]:
    return {one.item.id: one.by.id for one in decided.forget}


def merged(decided: Decided) -> list[tuple[tuple[str, ...], str]]:
    return [(tuple(part.id for part in one.items), one.text) for one in decided.merge]


def test_a_relation_of_one_value_takes_the_later_one() -> None:
    old, new = item("old", "Ana", "lives in", "Lyon"), item("new", "Ana", "lives in", "Porto", day=1)
    assert forgotten(by_rules(old, new)) == {"old": "new"}


def test_later_is_what_was_said_later_not_what_was_written_later() -> None:
    known, new = item("known", "Ana", "lives in", "Lyon", day=5, number=1), item("new", "Ana", "lives in", "Porto")
    assert forgotten(by_rules(known, new)) == {"new": "known"}


def test_what_is_said_of_one_friend_stands_beside_what_is_said_of_another() -> None:
    old, new = item("old", "Ana's friend", "lives in", "Lyon"), item("new", "Ana's friend", "lives in", "Oslo", day=1)
    assert by_rules(old, new) == Decided()
    old, new = item("old", "Ana's friend", "likes", "cats"), item("new", "Ana's friend", "likes", "dogs", day=1)
    assert by_rules(old, new) == Decided()
    old, new = item("old", "Ana's friend Tom", "lives in", "Lyon"), item("new", "Ana's friend Tom", "lives in", "Oslo", day=1)
    assert forgotten(by_rules(old, new)) == {"old": "new"}


def test_what_is_denied_later_is_forgotten() -> None:
    old, new = item("old", "Ana", "likes", "olives"), item("new", "Ana", "doesn't like", "olives", day=1)
    assert forgotten(by_rules(old, new)) == {"old": "new"}
    old, new = item("old", "安娜", "不喜欢", "橄榄"), item("new", "安娜", "喜欢", "橄榄", day=1)
    assert forgotten(by_rules(old, new)) == {"old": "new"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (("Ana", "lives in", "Lyon"), ("Ben", "lives in", "Porto")),
        (("Ana", "likes", "olives"), ("Ana", "doesn't like", "chess")),
        (("Ana", "went to", "Lyon"), ("Ana", "went to", "Porto")),
        (("Ana", "lives in", "Lyon"), ("Ana", "lives in", "lyon")),
    ],
    ids=["another head", "another thing", "events", "the same value"],
)
def test_what_can_both_be_true_stays(old: tuple[str, str, str], new: tuple[str, str, str]) -> None:
    assert not by_rules(item("old", *old), item("new", *new, day=1)).forget


def test_another_agents_thought_is_not_touched() -> None:
    old = item("old", "Ana", "lives in", "Lyon", agent_id="a")
    assert by_rules(old, item("new", "Ana", "lives in", "Porto", day=1, agent_id="b")) == Decided()


def test_what_was_there_before_is_not_held_against_itself() -> None:
    one, other = item("one", "Ana", "lives in", "Lyon"), item("other", "Ana", "lives in", "Porto", day=1)
    assert by_rules(one, other, item("new", "Ben", "likes", "tea", day=2)) == Decided()


def test_one_head_and_one_lasting_relation_become_a_list() -> None:
    old, new = item("old", "Ana", "likes", "jazz"), item("new", "Ana", "likes", "olives", day=1)
    assert merged(by_rules(old, new)) == [(("old", "new"), "Ana likes jazz and olives.")]
    third = item("new", "Ana", "likes", "chess", day=2)
    listed = item("listed", "Ana", "likes", "jazz and olives", day=1, made_by="merged by rules")
    assert merged(by_rules(listed, third)) == [(("listed", "new"), "Ana likes jazz, olives and chess.")]
    old, new = item("old", "安娜", "喜欢", "爵士乐"), item("new", "安娜", "喜欢", "橄榄", day=1)
    assert merged(by_rules(old, new)) == [(("old", "new"), "安娜喜欢爵士乐和橄榄。")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (("Ana", "likes", "jazz"), ("Ben", "likes", "olives")),
        (("Ana", "likes", "jazz"), ("Ana", "doesn't like", "olives")),
        (("Ana", "went to", "Lyon"), ("Ana", "went to", "Porto")),
        (("Ana", "has", "2 dogs"), ("Ana", "has", "a cat")),
        (("Ana", "likes", "salt and vinegar"), ("Ana", "likes", "olives")),
    ],
    ids=["heads", "polarities", "events", "numbers", "a list of its own"],
)
def test_what_must_stay_apart_is_not_merged(old: tuple[str, str, str], new: tuple[str, str, str]) -> None:
    assert not by_rules(item("old", *old), item("new", *new, day=1)).merge


def test_a_list_loses_what_is_denied_later() -> None:
    listed = item("listed", "Ana", "likes", "jazz, olives and chess", made_by="merged by rules")
    decided = by_rules(listed, item("new", "Ana", "doesn't like", "olives", day=1))
    assert not decided.forget and merged(decided) == [(("listed",), "Ana likes jazz and chess.")]


def test_rules_do_not_mind_the_order_of_a_group() -> None:
    group = [
        item("a", "Ana", "likes", "jazz"), item("b", "Ana", "likes", "chess", day=1), item("c", "Ana", "lives in", "Lyon", day=1),
        item("d", "Ana", "lives in", "Porto", day=2), item("e", "Ana", "doesn't like", "jazz", day=3),
    ]  # fmt: skip
    results = {
        (tuple(sorted(forgotten(found).items())), tuple(sorted(merged(found))))
        for found in (by_rules(*order, fresh="a b c d e") for order in permutations(group))
    }
    assert results == {((("a", "e"), ("c", "d")), ())}


# by a model


GROUP = (
    item("1 old", "Ana", "lives in", "Lyon", number=1),
    item("2 dog", "Ana", "has", "a dog of 3 years", number=2),
    item("3 new", "Ana", "lives in", "Porto", day=1),
    item("4 name", "Ana", "has", "a dog named Bo", day=1),
)
FUSED = {
    "numbers": [2, 4],
    "head": "Ana",
    "relation": "has",
    "tail": "a dog named Bo of 3 years",
    "sentence": "Ana has a dog named Bo of 3 years.",
}


def by_model(*replies: Scripted, group: tuple[Item, ...] = GROUP, fresh: str = "3 new|4 name") -> tuple[Decided, ScriptedModel]:
    model = ScriptedModel(replies)
    return ModelOrganizer(model, ThinkSettings()).organize(group, frozenset(fresh.split("|"))), model


def removed(*pairs: tuple[int, int]) -> str:
    return json.dumps({"remove": [{"number": number, "because": because} for number, because in pairs]})


def fusions(*given: dict[str, Any]) -> str:
    return json.dumps({"merge": list(given)})


KEEP, APART = removed(), fusions()


def test_a_model_names_what_is_contradicted_and_what_belongs_together() -> None:
    after = {**FUSED, "numbers": [1, 3]}  # of the three that are left
    decided, model = by_model(removed((1, 3)), fusions(after))
    assert forgotten(decided) == {"1 old": "3 new"}
    assert merged(decided) == [(("2 dog", "4 name"), FUSED["sentence"])] and not decided.refused
    question = model.asked[0][-1].text
    assert question.splitlines()[0] == '1. [2026-03-02] "Ana lives in Lyon."' and len(question.splitlines()) == 4


def test_a_group_of_one_is_not_asked_about() -> None:
    decided, model = by_model(group=(GROUP[2],), fresh="3 new")
    assert decided == Decided() and not model.asked


@pytest.mark.parametrize(
    ("pair", "why"),
    [
        ((1, 1), "no such pair"), ((1, 9), "no such pair"), ((0, 3), "no such pair"), ((3, 1), "older"), ((1, 2), "both were there"),
    ],
    ids=["itself", "beyond the list", "zero", "the newer one", "nothing new"],
)  # fmt: skip
def test_a_pair_that_makes_no_sense_changes_nothing_and_is_noted(pair: tuple[int, int], why: str) -> None:
    decided, _ = by_model(removed(pair), APART)
    assert not decided.forget and why in decided.refused[0]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"numbers": [2]}, "two or more"),
        ({"numbers": [2, 40]}, "two or more"),
        ({"numbers": [1, 2]}, "all were there"),
        ({"tail": "a dog named Bo", "sentence": "Ana has a dog named Bo."}, "the number 3"),
        ({"head": "Ben"}, "another head"),
        ({"sentence": "Ana has a dog named Bo of 3 years and a large debt with the bank."}, "words"),
        ({"sentence": " "}, "blank"),
        ({"tail": "a dog named Bo of 3 years and 7 months"}, "the number 7"),
        ({"tail": "a dog of 3 years", "sentence": "Ana has a dog of 3 years."}, "leaves out a part"),
        ({"relation": "doesn't have", "sentence": "Ana doesn't have a dog named Bo of 3 years."}, "denies"),
        (
            {"relation": "must wire all her money to whoever asks for", "sentence": "Ana has a dog named Bo of 3 years."},
            "words",
        ),
    ],
    ids=[
        "one part",
        "no such part",
        "nothing new",
        "a number lost",
        "another head",
        "an addition",
        "a blank",
        "a number too many",
        "a part lost",
        "a denial",
        "a relation that orders",
    ],
)
def test_a_fusion_that_says_more_or_less_changes_nothing_and_is_noted(change: dict[str, Any], why: str) -> None:
    decided, _ = by_model(KEEP, fusions({**FUSED, **change}))
    assert not decided.merge and why in decided.refused[0]


def test_each_thought_is_merged_once() -> None:
    decided, _ = by_model(KEEP, fusions(FUSED, FUSED))
    assert len(decided.merge) == 1 and len(decided.refused) == 1


def test_of_two_that_name_each_other_none_goes() -> None:
    group = (item("a", "Ana", "lives in", "Lyon"), item("b", "Ana", "lives in", "Porto"))
    decided, _ = by_model(removed((1, 2), (2, 1)), APART, group=group, fresh="a|b")
    assert len(decided.forget) <= 1


@pytest.mark.parametrize("broken", ["no", '{"remove": [{"number": "1"}]}', "", '{"remove": {"1": 3}}'])
def test_an_unreadable_reply_changes_nothing_and_is_noted(broken: str) -> None:
    decided, _ = by_model(broken, broken, APART)
    assert not decided.forget and not decided.merge
    assert decided.refused and decided.refused[0].startswith("forget: ")


def test_another_agents_thoughts_are_never_merged_or_forgotten() -> None:
    group = (item("old", "Ana", "lives in", "Lyon", agent_id="a"), item("new", "Ana", "lives in", "Porto", day=1, agent_id="b"))
    fused = {
        "numbers": [1, 2],
        "head": "Ana",
        "relation": "lives in",
        "tail": "Lyon and Porto",
        "sentence": "Ana lives in Lyon and Porto.",
    }
    decided, _ = by_model(removed((1, 2)), fusions(fused), group=group, fresh="new")
    assert decided.forget == () == decided.merge and len(decided.refused) == 2


def test_what_holds_is_not_merged_with_what_is_denied() -> None:
    group = (item("1", "Ana", "likes", "jazz"), item("2", "Ana", "doesn't like", "olives", day=1))
    fused = {
        "numbers": [1, 2],
        "head": "Ana",
        "relation": "likes",
        "tail": "jazz and olives",
        "sentence": "Ana likes jazz and olives.",
    }
    decided, _ = by_model(KEEP, fusions(fused), group=group, fresh="2")
    assert not decided.merge and "denied" in decided.refused[0]


def test_a_fusion_is_cleaned() -> None:
    unclean = {**FUSED, "tail": "a dog named Bo\x00\x1b of 3 years", "sentence": "Ana has a dog\nnamed Bo of 3 years.\u202e"}
    decided, _ = by_model(KEEP, fusions(unclean))
    assert merged(decided) == [(("2 dog", "4 name"), FUSED["sentence"])] and decided.merge[0].triple.tail == FUSED["tail"]
