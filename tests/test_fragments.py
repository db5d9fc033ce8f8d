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
        ("저는 부산에 살아요.", "저는 지금 서울에서 살고 있어요.", "서울"),
        ("저는 서울에 살아요.", "저는 더 이상 서울에 살지 않아요.", "않다"),
        ("저는 은행에서 일해요.", "저는 병원에서 일하고 있어요.", "병원"),
        ("저는 은행에 다녀요.", "저는 삼성에 다니고 있어요.", "삼성"),
        ("제 직업은 간호사예요.", "제 직업은 의사예요.", "의사"),
        ("제 이름은 민지예요.", "제 이름은 수지예요.", "수지"),
        ("저는 서른 살이에요.", "저는 31살이에요.", "31살"),
        ("제 나이는 30살이에요.", "제 나이는 31살이에요.", "31살"),
        ("제 남편 이름은 민수예요.", "제 남편 이름은 철수예요.", "철수"),
        ("저는 대구로 이사했어요.", "저는 부산으로 이사했어요.", "부산"),
        ("저는 커피를 좋아해요.", "저는 이제 커피를 좋아하지 않아요.", "않다"),
        ("저는 커피를 좋아해요.", "저는 커피를 싫어해요.", "싫어하다"),
        ("저는 고기를 먹어요.", "저는 이제 고기를 안 먹어요.", "안 먹다"),
        ("Tôi sống ở Hà Nội.", "Hiện tại tôi đang sống tại Sài Gòn.", "Sài Gòn"),
        ("Tôi sống ở Hà Nội.", "Tôi không còn sống ở Hà Nội nữa.", "không còn"),
        ("Tôi làm nghề giáo viên.", "Tôi làm nghề y tá.", "y tá"),
        ("Tôi làm việc ở ngân hàng.", "Tôi đang làm việc tại bệnh viện.", "bệnh viện"),
        ("Tôi tên là Lan.", "Tôi tên là Hoa.", "Hoa"),
        ("Nghề của tôi là y tá.", "Nghề của tôi là bác sĩ.", "bác sĩ"),
        ("Tôi 30 tuổi.", "Năm nay tôi 31 tuổi.", "31"),
        ("Chồng tôi tên là Nam.", "Chồng tôi tên là Minh.", "Minh"),
        ("Tôi đã chuyển đến Huế.", "Tôi vừa chuyển vào Sài Gòn.", "Sài Gòn"),
        ("Tôi thích cà phê.", "Tôi không còn thích cà phê nữa.", "không còn"),
        ("Tôi thích cà phê.", "Tôi ghét cà phê.", "ghét"),
        ("Tôi ăn thịt.", "Tôi không ăn thịt nữa.", "không ăn"),
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
        ("저는 의사예요.", "저는 한국 사람이에요."),
        ("제 남자친구는 민수예요.", "제 남자친구는 의사예요."),
        ("저는 커피를 좋아해요.", "저는 차를 싫어해요."),
        ("저는 서울에 살아요.", "저는 부산에 살지 않아요."),
        ("Tôi là giáo viên.", "Tôi là người Huế."),
        ("Chồng tôi là bác sĩ.", "Chồng tôi là người Huế."),
        ("Tôi thích trà.", "Tôi không còn thích cà phê nữa."),
        ("Tôi sống ở Huế.", "Tôi không sống ở Hà Nội."),
    ],
)
def test_what_holds_at_a_time_or_with_somebody_ends_nothing_else(make: Make, first: str, second: str) -> None:
    bank = make(think={"parsers": "auto"})
    for text in (first, second):
        bank.remember(text, user_id="u", speaker="Ana")
    assert len(current(bank)) == 2


@pytest.mark.parametrize(
    "text",
    ["제 직업은 작가와 화가예요.", "Nghề của tôi là y tá và giáo viên.", "My hometown is Lyon and my job is nursing."],
)
def test_values_told_in_one_breath_stand_beside_each_other(make: Make, text: str) -> None:
    bank = make(think={"parsers": "auto"})
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
