"""When what was said held, from end to end on a real file: as_of finds it then, in four languages and any zone, after edits, replays and a trip abroad."""

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Opener, SettableClock
from thoughtbank import Thoughtbank
from thoughtbank.errors import InputError
from thoughtbank.language.proposition import Argument, When
from thoughtbank.providers.fake import HashEmbedder, ScriptedModel
from thoughtbank.records.memory import Memory

RULES = {"mode": "inline", "by": "rules"}
SAID = "2026-03-04T15:20:00+01:00"


@pytest.fixture(autouse=True)
def _every_turn_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THOUGHTBANK_GAIN__MODE", "off")


def held(bank: Thoughtbank, as_of: str, user: str = "u") -> set[str]:
    return {row.text for row in bank.recall("Ana", user_id=user, kind="thought", as_of=as_of, k=100)}


def only(bank: Thoughtbank, user: str = "u") -> Memory:
    (one,) = bank.list(user_id=user, kind="thought")
    return one


def said(*propositions: dict[str, Any]) -> str:
    return json.dumps({"propositions": propositions}, ensure_ascii=False)


def one(predicate: str, *arguments: str, sentence: str, **more: Any) -> dict[str, Any]:
    return {"predicate": predicate, "arguments": arguments, "sentence": sentence, **more}


@pytest.mark.parametrize(
    ("text", "before", "during", "after"),
    [
        ("작년에 리옹으로 이사했어요.", "2024-12-31T12:00", "2025-01-01T12:00", None),
        ("2010년부터 2015년까지 로마에서 살았어요.", "2009-12-31T12:00", "2012-06-01", "2016-01-01T12:00"),
        ("2019년부터 서울에서 살아요.", "2018-12-31T12:00", "2019-01-01T12:00", None),
        ("3년째 한국어를 배우고 있어요.", "2022-12-31T12:00", "2023-01-01T12:00", None),
        ("Năm ngoái tôi chuyển đến Lyon.", "2024-12-31T12:00", "2025-01-01T12:00", None),
        ("Tôi sống ở Rome từ năm 2010 đến năm 2015.", "2009-12-31T12:00", "2012-06-01", "2016-01-01T12:00"),
        ("Tôi sống ở Hà Nội được ba năm rồi.", "2022-12-31T12:00", "2023-01-01T12:00", None),
        ("I lived in Rome from 2010 to 2015.", "2009-12-31T12:00", "2012-06-01", "2016-01-01T12:00"),
    ],
)
@pytest.mark.parametrize("zone", ["UTC", "Asia/Seoul", "America/New_York", "Europe/Paris"])
def test_what_held_then_by_rules(open_bank: Opener, text: str, before: str, during: str, after: str | None, zone: str) -> None:
    bank = open_bank(think=RULES, zone=zone)
    bank.remember(text, user_id="u", speaker="Ana", said_at="2026-03-04T15:20:00")
    assert held(bank, before) == set()
    assert held(bank, during) == {only(bank).text}
    assert held(bank, after or "2026-03-05") == (set() if after else {only(bank).text})


@pytest.mark.parametrize(
    "text", ["매주 월요일에 수영해요.", "다음 달에 부산으로 이사할 거예요.", "Mỗi thứ hai tôi đi bơi.", "I live in Lyon."]
)
def test_habits_and_plans_hold_from_when_they_were_said(open_bank: Opener, text: str) -> None:
    bank = open_bank(think=RULES)
    bank.remember(text, user_id="u", speaker="Ana", said_at=SAID)
    assert (only(bank).valid_from, only(bank).valid_to) == (datetime.fromisoformat(SAID), None)


@pytest.mark.parametrize(
    ("text", "begins", "ends"),
    [
        ("I moved to Lyon last year.", "2025-01-01", None),
        ("I've lived in Lyon since 2019.", "2019-01-01", None),
        ("I have lived in Lyon for three years.", "2023-01-01", None),
        ("I lived in Rome until 2015.", None, "2016-01-01"),
        ("我去年搬到了里昂。", "2025-01-01", None),
        ("从2010年到2015年我住在罗马。", "2010-01-01", "2016-01-01"),
        ("我在上海住了三年了。", "2023-01-01", None),
    ],
)
def test_what_a_parse_tells_of_times(open_bank: Opener, text: str, begins: str | None, ends: str | None) -> None:
    bank = open_bank(think={**RULES, "parsers": "auto"})
    bank.remember(text, user_id="u", speaker="Ana", said_at="2026-03-04T15:20:00+00:00")
    held_for = tuple(None if day is None else datetime.fromisoformat(f"{day}T00:00:00+00:00") for day in (begins, ends))
    assert (only(bank).valid_from, only(bank).valid_to) == held_for


def test_a_turn_without_a_time_is_said_in_the_persons_zone(open_bank: Opener, clock: SettableClock) -> None:
    clock.now = datetime(2026, 3, 4, 23, 30, tzinfo=UTC)  # 8:30 of the fifth in Seoul
    bank = open_bank(think=RULES, zone="Asia/Seoul")
    bank.remember("어제 부산으로 이사했어요.", user_id="u", speaker="Ana")
    assert only(bank).said_at.isoformat().startswith("2026-03-05T08:30")
    assert only(bank).valid_from == datetime(2026, 3, 3, 15, tzinfo=UTC)


def test_a_models_times_are_read_against_the_turn_and_what_can_not_be_stays_words(open_bank: Opener) -> None:
    reply = said(
        one("moved to", "Ana", "Lyon", time="2025-06-03", sentence="Ana moved to Lyon on 2025-06-03."),
        one("met", "Ana", "Tom", time="when the lilacs bloomed", sentence="Ana met Tom when the lilacs bloomed."),
        one("starts at", "Ana", "Acme", time="on Monday", mood="plan", sentence="Ana starts at Acme on Monday."),
    )
    bank = open_bank(model=ScriptedModel([reply]), think={"ask": "digest"})
    text = "I moved to Lyon on 2025-06-03, met Tom when the lilacs bloomed, and start at Acme on Monday."
    bank.remember(text, user_id="u", speaker="Ana", said_at=SAID)
    lyon, tom, acme = bank.list(user_id="u", kind="thought")
    assert lyon.triple is not None and tom.triple is not None and acme.triple is not None
    assert lyon.triple.others[0].when is not None and lyon.triple.others[0].when.precision == "day"
    assert lyon.valid_from == lyon.triple.others[0].when.begins == datetime(2025, 6, 2, 23, tzinfo=UTC)
    assert tom.triple.others == (Argument("when the lilacs bloomed", "time"),) and tom.valid_from == tom.said_at
    assert acme.triple.others[0].when is not None and acme.valid_from == acme.said_at


def test_an_edit_and_a_second_look_date_it_anew(open_bank: Opener, clock: SettableClock) -> None:
    bank = open_bank(think=RULES)
    (receipt,) = bank.remember("작년에 리옹으로 이사했어요.", user_id="u", speaker="Ana", said_at="2026-03-04")
    clock.advance(days=400)
    bank.edit(receipt.id or "", "재작년에 리옹으로 이사했어요.", user_id="u")
    assert only(bank).valid_from == datetime(2024, 1, 1, tzinfo=UTC), (
        "as seen from when it was said, not from when it was edited"
    )
    bank.rethink(user_id="u", all=True)
    again = only(bank)
    bank.work(user_id="u")
    assert only(bank) == again, "the same thought is not made twice"


def test_the_same_history_gives_the_same_times(open_bank: Opener, tmp_path: Path) -> None:
    exports = []
    for name in ("one", "two"):
        bank = Thoughtbank(
            str(tmp_path / f"{name}.db"), embedder=HashEmbedder(), home=tmp_path, think=RULES, seed=7, clock=SettableClock()
        )
        bank.remember("2010년부터 2015년까지 로마에서 살았어요. 어제 부산에 갔어요.", user_id="u", speaker="Ana", said_at=SAID)
        exports.append(list(bank.export(user_id="u")))
        bank.close()
    assert exports[0] == exports[1]


def test_yesterday_of_two_days_is_two_thoughts(open_bank: Opener) -> None:
    bank = open_bank(think=RULES)
    for day in ("2026-03-04", "2026-03-06", "2026-03-06T20:00"):
        bank.remember("어제 부산에 갔어요.", user_id="u", speaker="Ana", said_at=day)
    found = bank.list(user_id="u", kind="thought")
    assert [len(one.turns) for one in found] == [1, 2]


def test_an_older_time_does_not_close_what_holds_now(open_bank: Opener) -> None:
    """A model calls a time long past an update of the present; and it does so of an import that comes late."""
    now = said(one("lives in", "Ana", "Porto", sentence="Ana lives in Porto."))
    past = said(
        one("lived in", "Ana", "Lyon", time="in 2019", sentence="Ana lived in Lyon in 2019.", known=1, relation="updates")
    )
    bank = open_bank(model=ScriptedModel([now, past]), think={"ask": "digest", "organize": "rules"})
    bank.remember("I live in Porto.", user_id="u", speaker="Ana", said_at="2026-03-04")
    (receipt,) = bank.remember("I lived in Lyon in 2019.", user_id="u", speaker="Ana", said_at="2026-03-09")
    assert [row.text for row in bank.list(user_id="u", kind="thought")] == ["Ana lives in Porto.", "Ana lived in Lyon in 2019."]
    (refused,) = receipt.refused
    assert "speaks of an earlier time" in refused and "Porto" in refused


def test_a_fact_ends_when_what_took_its_place_began(open_bank: Opener) -> None:
    lyon = said(one("lives in", "Ana", "Lyon", sentence="Ana lives in Lyon."))
    porto = said(
        one("moved to", "Ana", "Porto", time="last week", sentence="Ana moved to Porto last week.", known=1, relation="updates")
    )
    bank = open_bank(model=ScriptedModel([lyon, porto]), think={"ask": "digest", "organize": "rules"})
    (first,) = bank.remember("I live in Lyon.", user_id="u", speaker="Ana", said_at="2026-02-04")
    bank.remember("I moved to Porto last week.", user_id="u", speaker="Ana", said_at="2026-03-04")
    assert only(bank).text == "Ana moved to Porto last week."
    gone = bank.history(first.thoughts[0], user_id="u")[-1]
    assert gone.valid_to == only(bank).valid_from == datetime(2026, 2, 23, tzinfo=UTC)
    assert gone.retired_at is not None
    then = {"as_of": "2026-02-10", "known_at": gone.recorded_at}
    assert [row.text for row in bank.recall("Ana", user_id="u", kind="thought", **then)] == ["Ana lives in Lyon."]
    back = bank.restore(gone.id, user_id="u")[0]
    assert (back.valid_from, back.valid_to) == (datetime(2026, 2, 4, tzinfo=UTC), None)


def test_what_is_over_is_shown_as_over(open_bank: Opener) -> None:
    bank = open_bank(think=RULES, zone="America/New_York")
    bank.remember("2010년부터 2015년까지 로마에서 살았어요.", user_id="u", speaker="Ana", said_at="2026-03-04T15:20")
    (row,) = bank.recall("로마", user_id="u", kind="thought")
    assert row.why.endswith("held until 31 December 2015")
    assert "(held until 2015-12-31)" in bank.context("로마", user_id="u", kind="thought").text


def test_times_are_carried_and_checked(open_bank: Opener, tmp_path: Path) -> None:
    bank = open_bank(think=RULES)
    bank.remember("2010년부터 2015년까지 로마에서 살았어요.", user_id="u", speaker="Ana", said_at=SAID)
    lines = list(bank.export(user_id="u"))
    other = Thoughtbank(str(tmp_path / "other.db"), embedder=HashEmbedder(), home=tmp_path)
    assert other.import_(lines, user_id="u").refused == ()
    assert list(other.export(user_id="u")) == lines
    assert only(other).triple == only(bank).triple and held(other, "2012-01-01") == held(bank, "2012-01-01") != set()
    when = only(other).triple.others[0].when  # type: ignore[union-attr]
    assert when == When(datetime(2009, 12, 31, 23, tzinfo=UTC), datetime(2015, 12, 31, 23, tzinfo=UTC), "year", "between")
    (thought,) = (json.loads(line) for line in lines if '"triple"' in line)
    for wrong in ({}, [], {"precision": "aeon"}, {"precision": "day"}, {"precision": "day", "begins": "2015"}, {"precision": "day", "side": "x"},
                  {"precision": "day", "begins": "2016-01-01T00:00:00+00:00", "ends": "2015-01-01T00:00:00+00:00"}):  # fmt: skip
        broken = {**thought, "id": "broken", "others": [["time", "then", wrong]]}
        assert len(other.import_([json.dumps(broken)], user_id="v").refused) == 1, wrong
    older = {**thought, "others": [["time", "then"]]}
    assert other.import_([json.dumps({"type": "thoughtbank", "format": 2}), json.dumps(older)], user_id="w").stored == 1
    other.close()


def test_an_erased_turn_takes_its_times_along(open_bank: Opener, tmp_path: Path) -> None:
    bank = open_bank(think=RULES)
    (receipt,) = bank.remember("작년에 리옹으로 이사했어요.", user_id="u", speaker="Ana", said_at=SAID)
    bank.erase(receipt.id, user_id="u")
    raw = sqlite3.connect(tmp_path / "bank.db")
    assert raw.execute("SELECT count(*) FROM argument").fetchone() == (0,)
    raw.close()


def test_propositions_of_a_message_show_what_their_times_meant(open_bank: Opener) -> None:
    bank = open_bank(think=RULES)
    (found,) = bank.fragments_of({"role": "user", "content": "2019년부터 서울에서 살아요.", "said_at": SAID})
    (time,) = (argument for argument in found.found[0].arguments if argument.role == "time")
    assert time.when is not None and time.when.side == "since"


def test_no_filter_of_times_is_taken_for_another(open_bank: Opener) -> None:
    """`since` and `until` are about when it was said, whatever it speaks of."""
    bank = open_bank(think=RULES)
    bank.remember("작년에 리옹으로 이사했어요.", user_id="u", speaker="Ana", said_at=SAID)
    assert len(bank.recall("Ana", user_id="u", kind="thought", until="2025-06-01")) == 0
    assert len(bank.recall("Ana", user_id="u", as_of="2025-06-01")) == 0, "the turn itself wasn't said then"
    with pytest.raises(InputError):
        bank.recall("Ana", user_id="u", as_of="last year")
