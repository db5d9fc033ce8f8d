"""Propositions from end to end: kept with all their arguments, shown to the model again, superseded, carried, erased."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SettableClock
from thoughtbank import Thoughtbank
from thoughtbank.errors import MissingExtra, SettingsError
from thoughtbank.language.proposition import Argument, When
from thoughtbank.providers.fake import HashEmbedder, ScriptedModel
from thoughtbank.records.memory import Triple

Make = Callable[..., Thoughtbank]
MAY = When(datetime(2026, 5, 3, tzinfo=UTC), datetime(2026, 5, 4, tzinfo=UTC), "day")


@pytest.fixture
def make(tmp_path: Path, clock: SettableClock) -> Make:
    return lambda **given: Thoughtbank(
        str(tmp_path / "bank.db"), **({"embedder": HashEmbedder(), "clock": clock, "gain": {"mode": "off"}} | given)
    )


def said(*propositions: dict[str, Any]) -> str:
    return json.dumps({"propositions": propositions})


def moved(where: str, **more: Any) -> dict[str, Any]:
    return {"predicate": "moved to", "arguments": ["Ana", where], "sentence": f"Ana moved to {where}.", **more}


def current(bank: Thoughtbank) -> list[Triple | None]:
    return [one.triple for one in bank.list(user_id="u", kind="thought")]


def test_a_proposition_is_kept_with_all_its_arguments(make: Make, tmp_path: Path) -> None:
    reply = said(
        moved("Porto", time="on 3 May", place="by the river", mood="plan"),
        {"predicate": "sleeps", "arguments": ["Rex"], "sentence": "Rex sleeps."},
    )
    bank = make(model=ScriptedModel([reply]))
    bank.remember("I moved to Porto by the river on 3 May. Rex sleeps.", user_id="u", speaker="Ana")
    home = Triple("Ana", "moved to", "Porto", (Argument("on 3 May", "time", MAY), Argument("by the river", "place")), "plan")
    assert current(bank) == [home, Triple("Rex", "sleeps", "")]
    assert str(home) == "(Ana, moved to, Porto, time: on 3 May, place: by the river)"
    assert [argument.text for argument in home.arguments] == ["Ana", "Porto", "on 3 May", "by the river"]
    lines = list(bank.export(user_id="u"))
    other = Thoughtbank(str(tmp_path / "other.db"), embedder=HashEmbedder(), gain={"mode": "off"})
    other.import_(lines, user_id="u")
    assert current(other) == current(bank)
    assert list(other.export(user_id="u"))[1:] == lines[1:]


def test_what_is_known_is_shown_and_what_is_updated_ends_when_the_new_was_said(make: Make) -> None:
    model = ScriptedModel([said(moved("Lyon")), said(moved("Porto", known=1, relation="updates"))])
    bank = make(model=model, think={"organize": "off"})
    bank.remember("I moved to Lyon.", user_id="u", speaker="Ana", said_at="2026-01-01T00:00:00Z")
    bank.remember("I moved to Porto.", user_id="u", speaker="Ana", said_at="2026-02-01T00:00:00Z")
    assert '1. "Ana moved to Lyon."' in model.asked[1][-1].text
    assert [one.tail for one in current(bank) if one] == ["Porto"]
    change = bank.changes(user_id="u")[0]
    assert (change.kind, change.reason, change.by) == ("forget", "updates it", "scripted, digest prompt 1")
    old = next(one for one in bank.history(change.memory_id, user_id="u"))
    assert old.valid_to is not None and old.valid_to.isoformat().startswith("2026-02-01")


def test_an_older_import_does_not_end_what_was_said_later(make: Make) -> None:
    bank = make(
        model=ScriptedModel([said(moved("Porto")), said(moved("Lyon", known=1, relation="contradicts"))]),
        think={"organize": "off"},
    )
    bank.remember("I moved to Porto.", user_id="u", speaker="Ana", said_at="2026-02-01T00:00:00Z")
    bank.remember("I moved to Lyon.", user_id="u", speaker="Ana", said_at="2026-01-01T00:00:00Z")
    assert [one.tail for one in current(bank) if one] == ["Porto"]


def test_what_says_the_same_rests_on_both_turns(make: Make) -> None:
    again = {
        "predicate": "relocated to",
        "arguments": ["Ana", "Porto"],
        "sentence": "Ana relocated to Porto.",
        "known": 1,
        "relation": "same",
    }
    bank = make(model=ScriptedModel([said(moved("Porto")), said(again)]), think={"organize": "off"})
    first, second = (
        bank.remember(text, user_id="u", speaker="Ana")[0] for text in ("I moved to Porto.", "I relocated to Porto.")
    )
    (one,) = bank.list(user_id="u", kind="thought")
    assert one.text == "Ana moved to Porto."
    assert set(one.turns) == {first.id, second.id}


def test_a_denial_is_never_the_same(make: Make) -> None:
    denied = {
        "predicate": "didn't move to",
        "arguments": ["Ana", "Porto"],
        "sentence": "Ana didn't move to Porto.",
        "known": 1,
        "relation": "same",
    }
    bank = make(model=ScriptedModel([said(moved("Porto")), said(denied)]), think={"organize": "off"})
    for text in ("I moved to Porto.", "I didn't move to Porto."):
        bank.remember(text, user_id="u", speaker="Ana")
    assert len(current(bank)) == 2


def test_arguments_are_erased_with_their_turn(make: Make, tmp_path: Path) -> None:
    bank = make(model=ScriptedModel([said(moved("Porto", time="on the zanzibar day"))]))
    (receipt,) = bank.remember("I moved to Porto on the zanzibar day.", user_id="u", speaker="Ana")
    assert receipt.id
    bank.erase(receipt.id, user_id="u")
    bank.close()
    assert b"zanzibar" not in (tmp_path / "bank.db").read_bytes()


@pytest.mark.parametrize("parsers", ["auto", "off"])
@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ("I live in Lyon.", "I live in Porto.", "Porto"),
        ("I live in Lyon.", "I live in Porto now.", "Porto"),
        ("我住在里昂。", "我现在住在波尔图。", "波尔图"),
        ("I like olives.", "I don't like olives anymore.", "like"),
        ("我住在里昂。", "我住在波尔图。", "波尔图"),
        ("저는 부산에 살아요.", "저는 서울에 살아요.", "서울"),
        ("Tôi sống ở Hà Nội.", "Tôi sống ở Sài Gòn.", "Sài Gòn"),
    ],
)
def test_what_is_said_otherwise_later_ends_the_former(make: Make, parsers: str, first: str, second: str, left: str) -> None:
    bank = make(think={"parsers": parsers})
    for day, text in enumerate((first, second), 1):
        bank.remember(text, user_id="u", speaker="Ana", said_at=f"2026-01-0{day}T00:00:00Z")
    (triple,) = current(bank)
    assert left in str(triple)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I drink coffee on Mondays.", "I don't drink coffee on Fridays."),
        ("I play tennis with Tom.", "I don't play tennis with Ben."),
        ("我住在波尔图。", "我2010年住在里昂。"),
    ],
)
def test_what_holds_at_a_time_or_with_somebody_ends_nothing_else(make: Make, first: str, second: str) -> None:
    bank = make(think={"parsers": "auto"})
    for text in (first, second):
        bank.remember(text, user_id="u", speaker="Ana")
    assert len(current(bank)) == 2


def test_moods_are_told_apart(make: Make) -> None:
    reply = said(moved("Porto"), moved("Lyon", mood="plan"), moved("Faro", mood="past"))
    bank = make(model=ScriptedModel([reply, said(moved("Lyon"))]))
    bank.remember("I moved to Porto, not Lyon or Faro.", user_id="u", speaker="Ana")
    bank.remember("I moved to Lyon.", user_id="u", speaker="Ana")
    assert {(one.tail, one.mood) for one in current(bank) if one} >= {("Lyon", "plan"), ("Lyon", "fact"), ("Faro", "past")}


@pytest.mark.parametrize("more", [{"arguments": ["Ana", "Lyon"]}, {"time": "in May"}, {"mood": "plan"}])
def test_same_is_not_taken_where_the_words_say_more(make: Make, more: dict[str, Any]) -> None:
    again = {**moved("Porto"), "known": 1, "relation": "same", **more}
    bank = make(model=ScriptedModel([said(moved("Porto")), said(again)]), think={"organize": "off"})
    bank.remember("I moved to Porto.", user_id="u", speaker="Ana")
    bank.remember("I moved to Porto, and in May to Lyon.", user_id="u", speaker="Ana")
    assert len(current(bank)) == 2


def test_a_model_is_shown_the_agents_own_thoughts(make: Make) -> None:
    model = ScriptedModel([said(moved("Porto"))] * 12)
    bank = make(model=model, think={"organize": "off"})
    bank.remember("I moved to Porto.", user_id="u", speaker="Ana", agent_id="mine")
    for number in range(9):
        bank.remember("I moved to Porto.", user_id="u", speaker="Ana", agent_id=f"other{number}")
    bank.remember("I moved to Porto again.", user_id="u", speaker="Ana", agent_id="mine")
    assert '1. "Ana moved to Porto."' in model.asked[-1][-1].text


def test_no_longer_ends_what_was(make: Make) -> None:
    bank = make(think={"parsers": "off"})
    for text in ("I like olives.", "I no longer like olives."):
        bank.remember(text, user_id="u", speaker="Ana")
    (triple,) = current(bank)
    assert "no longer" in str(triple)


def test_fragments_keep_the_roles_and_the_denial_that_were_read(make: Make) -> None:
    bank = make(think={"parsers": "auto"})
    (one,) = bank.fragments_of({"role": "user", "speaker": "Ana", "content": "I work in Porto with Tom."})
    assert [(argument.role, argument.text) for argument in one.found[0].arguments][0] == ("", "Ana")
    assert {argument.role for argument in one.found[0].arguments} >= {"with"}
    (one,) = bank.fragments_of({"role": "user", "speaker": "Ana", "content": "I hate olives."})
    assert not one.found[0].negative, "hate denies nothing"


@pytest.mark.parametrize("folder", [None, "none"])
def test_a_fragmenter_that_is_none_is_named_before_a_store_is_made(make: Make, tmp_path: Path, folder: str | None) -> None:
    with pytest.raises((SettingsError, MissingExtra)):
        make(think={"by": "seq2seq", **({"fragmenter": tmp_path / folder} if folder else {})})
    assert not (tmp_path / "bank.db").exists()
