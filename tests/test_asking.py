"""One question, every way of answering it: a value or a reason, never an exception and never an empty value."""

import json
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from tests import loopback as wire
from tests.loopback import KEY, Behaviour, Loopback
from thoughtbank.asking import Asked, ask, read
from thoughtbank.errors import ModelBusy, ModelError, ModelRefused, ModelTimeout, ModelUnreadable
from thoughtbank.ports import ChatMessage, Reply
from thoughtbank.providers import faults
from thoughtbank.providers.chat import PydanticAIModel
from thoughtbank.providers.fake import Scripted, ScriptedModel

ASKED = [ChatMessage("user", "What does Ann drink?")]


class Drink(BaseModel):
    """The shape of these tests."""

    model_config = ConfigDict(extra="forbid")

    who: str
    cups: int
    kind: Literal["tea", "coffee"] = "tea"
    notes: list[str] = []


class Lax(BaseModel):
    """A shape that any object would fit."""

    facts: list[str] = []


GOOD = '{"who": "Ann", "cups": 2}'
ANN = Drink(who="Ann", cups=2)


def asked(*replies: Scripted, repairs: int = 2) -> tuple[Asked[Drink], ScriptedModel]:
    model = ScriptedModel(replies)
    return ask(model, ASKED, Drink, repairs=repairs), model


@pytest.mark.parametrize(
    "reply",
    [
        GOOD,
        f"\n {GOOD} \n",
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}```",
        f"Sure! Here's it:\n```json\n{GOOD}\n```\nAnything else?",
        f"The answer is {GOOD}, I think.",
        f'I looked at {{"other": 1}} and [1] first. {GOOD} and then {{"who": "Bob", "cups": 1}}',
        f"{GOOD}\n\nNote: {{cups}} is a guess.",
        '{"who": "Ann", "cups": 2,}',
        '{"who": "Ann", "cups": 2, "notes": [],\n}',
        "{'who': 'Ann', 'cups': 2}",
    ],
)
def test_what_can_be_read_is_read(reply: str) -> None:
    result, model = asked(reply)
    assert result == Asked(ANN, None, 1, (reply,)) and len(model.asked) == 1


def test_text_inside_strings_is_left_alone() -> None:
    held = '{"who": "a,} b, ] {c} true null", "cups": 1,}'
    assert read(held, Drink).who == "a,} b, ] {c} true null"
    assert read("{'who': 'true, null', 'cups': 1}", Drink).who == "true, null"
    assert read('{"who": "say \\"hi\\" }", "cups": 1}', Drink).who == 'say "hi" }'
    assert read('Here: {"who": "brace } and \\"quote\\"", "cups": 1} done', Drink).who == 'brace } and "quote"'


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("", "empty"),
        ("I don't know.", "no JSON"),
        ('{"who": "Ann", "cups": "two"}', "cups"),
        ('{"who": "Ann", "cups": "2"}', "cups"),
        ('{"who": null, "cups": 2}', "who"),
        ('{"who": "Ann"}', "cups: Field required"),
        ('{"who": "Ann", "cups": 2, "kind": "milk"}', "kind"),
        ('{"who": "Ann", "cups": 2, "more": 1}', "more"),
        ('{"who": "Ann", "cups": NaN}', "NaN"),
        ('{"who": "Ann", "cups": 2', "JSON"),
        ('{"who": "An\\x", "cups": 2}', "JSON"),
        ('{"who": "\\ud800", "cups": 2}', "surrogate|escape|JSON"),
        ('[{"who": "Ann", "cups": 2}]', "object"),
        ("[" * 100_000, "JSON"),
        ("{'who': {1, 2}, 'cups': 2}", "JSON"),
        ("{'who': open('x'), 'cups': 2}", "JSON"),
        ("null", "no JSON"),
    ],
)
def test_what_can_not_be_read_says_why(reply: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read(reply, Drink)


def test_a_part_of_a_cut_answer_is_not_taken_for_it() -> None:
    with pytest.raises(ValueError, match="JSON"):
        read('{"facts": ["a", "b"], "more": {"facts": ["c"]}, "rest": {', Lax)
    with pytest.raises(ValueError, match="no JSON"):
        read('An empty one is {"facts": []}. Mine: {"facts": ["a", "b', Lax)


def test_an_object_of_another_kind_is_not_an_empty_answer() -> None:
    with pytest.raises(ValueError, match="none of the fields facts"):
        read('{"error": "I can\'t do that"}', Lax)
    assert read('{"facts": []}', Lax) == Lax() == read("{}", Lax)


def test_a_repair_quotes_the_fault_the_answer_and_the_schema() -> None:
    result, model = asked('{"who": "Ann", "cups": "two"}', GOOD)
    assert result.value == ANN and result.attempts == 2 and len(result.raw) == 2
    question, said, repair = model.asked[1]
    assert question == ASKED[0] and said == ChatMessage("assistant", '{"who": "Ann", "cups": "two"}')
    assert "cups" in repair.text and json.dumps(Drink.model_json_schema()["properties"]["who"]) in repair.text
    assert model.schemas == [Drink.model_json_schema()] * 2


def test_a_repair_is_of_bounded_length() -> None:
    model = ask_long()
    assert all(len(message.text) < 6000 for messages in model.asked for message in messages)


def ask_long() -> ScriptedModel:
    model = ScriptedModel(['{"who": ' + "9" * 90_000 + "}", json.dumps({str(number): 0 for number in range(9000)}), GOOD])
    assert ask(model, ASKED, Drink).value == ANN
    return model


def test_repairs_are_counted() -> None:
    result, model = asked("no", "nope", "never", GOOD, repairs=2)
    assert (result.value, result.attempts, result.raw) == (None, 3, ("no", "nope", "never"))
    assert result.reason == "it holds no JSON" and len(model.asked) == 3
    assert asked("no", GOOD, repairs=0)[0].attempts == 1


def test_the_same_answer_twice_ends_it() -> None:
    result, model = asked("no", "no", GOOD)
    assert result.value is None and "twice" in str(result.reason) and len(model.asked) == 2


def test_a_cut_answer_is_asked_for_again_and_shorter() -> None:
    result, model = asked(Reply('{"who": "Ann", "cu', cut=True), GOOD)
    assert result.value == ANN and "shorter" in model.asked[1][-1].text
    assert "cut at the length limit" in str(asked(Reply("{", cut=True), repairs=0)[0].reason)


@pytest.mark.parametrize("error", [ModelBusy("b"), ModelTimeout("t"), ModelRefused("r"), ModelUnreadable("u"), ModelError("e")])
def test_a_models_error_is_the_reason(error: ModelError) -> None:
    assert asked(error)[0] == Asked(None, f"{type(error).__name__}: {error}", 1, (), error)
    assert asked("no", error)[0] == Asked(None, f"{type(error).__name__}: {error}", 2, ("no",), error)


def test_errors_of_ours_are_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        asked(ZeroDivisionError())


@given(st.text(alphabet="{}[]\",:\\'`1a \n"))
@settings(max_examples=60)
def test_any_text_is_a_value_or_a_reason(text: str) -> None:
    result, _ = asked(text, repairs=0)
    assert (result.value is None) != (result.reason is None)


WORDS = st.text(st.characters(exclude_categories=["Cs"]))


@given(who=WORDS, cups=st.integers(-(2**60), 2**60), notes=st.lists(WORDS, max_size=3))
@settings(max_examples=40)
def test_any_value_comes_back(who: str, cups: int, notes: list[str]) -> None:
    value = Drink(who=who, cups=cups, notes=notes)
    told = value.model_dump_json()
    assert read(told, Drink) == read(f"Here it is: {told} .", Drink) == value


@pytest.mark.parametrize(
    ("behaviours", "reason"),
    [
        ([wire.says(GOOD)], None),
        ([wire.says(f"```json\n{GOOD}\n```")], None),
        ([wire.says(f"Well, {GOOD}.")], None),
        ([wire.knows_no_schema(GOOD)], None),
        ([wire.says(GOOD[:12], "length"), wire.says(GOOD)], None),
        ([wire.says('{"who": 1, "cups": 2}'), wire.says(GOOD)], None),
        ([wire.fails(429, "x", headers={"Retry-After": "0"}), wire.says(GOOD)], None),
        ([wire.says('{"who": 1, "cups": 2}')], "twice"),
        ([wire.says("")], "ModelUnreadable"),
        ([wire.refuses()], "ModelRefused"),
        ([wire.fails(429, "x", headers={"Retry-After": "0"})], "ModelBusy"),
        ([wire.fails(500, "x")], "ModelBusy"),
        ([wire.fails(400, "x", code="context_length_exceeded")], "context"),
        ([wire.hangs], "ModelTimeout"),
        ([wire.hangs_up], "ModelTimeout"),
        ([wire.raw("<html>", Content_Type="text/html")], "ModelUnreadable"),
        ([wire.fails(401, KEY)], "api_key"),
    ],
)
def test_over_a_real_wire(behaviours: list[Behaviour], reason: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "BACKOFF", 0.01)
    with Loopback(behaviours) as server:
        timeout = 0.4 if wire.hangs in behaviours else 20
        result = ask(PydanticAIModel("m", server.url, KEY, timeout=timeout, retries=1), ASKED, Drink)
    if reason is None:
        assert result.value == ANN and result.reason is None
    else:
        assert result.value is None and reason in str(result.reason) and KEY not in str(result.reason)
