"""The bank's verbs on a real file: what is kept, under which receipt, and how it leaves again."""

import json
import threading
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import START, Opener, SettableClock, empty_database
from thoughtbank import Thoughtbank, Turn
from thoughtbank.errors import EmbedderError, InputError, KeyConflict, NotFound, StoreFull
from thoughtbank.ports import Vectors
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.records.decisions import ImportReport
from thoughtbank.records.memory import Memory


def texts(bank: Thoughtbank, user: str = "u", **narrowing: Any) -> list[str]:
    return [memory.text for memory in everything(bank, user, **narrowing)]


def everything(bank: Thoughtbank, user: str = "u", **narrowing: Any) -> list[Memory]:
    found, cursor = [], None
    while True:
        page = bank.list(user_id=user, cursor=cursor, **narrowing)
        found += page.items
        if (cursor := page.next) is None:
            return found


def exported(bank: Thoughtbank, user: str = "u") -> list[str]:
    return list(bank.export(user_id=user))


class Failing(HashEmbedder):
    """Fails while `broken`."""

    broken = True

    def embed(self, texts: Any, *, query: bool = False) -> Vectors:
        if self.broken:
            raise EmbedderError("the embedder is out of order")
        return super().embed(texts, query=query)


# remember


def test_what_is_remembered_is_found_and_survives_a_reopening(open_bank: Opener) -> None:
    bank = open_bank()
    (receipt,) = bank.remember("I'm allergic to peanuts.", user_id="u", session_id="s", speaker="Ana")
    assert (receipt.outcome, receipt.reason, receipt.notes) == ("stored", None, ())
    bank.close()
    memory = open_bank().get(receipt.id, user_id="u")
    assert (memory.text, memory.session_id, memory.speaker, memory.role) == ("I'm allergic to peanuts.", "s", "Ana", "user")
    assert (memory.said_at, memory.recorded_at, memory.turns, memory.pending) == (START, START, (receipt.id,), False)
    assert open_bank().recall("peanuts", user_id="u")[0].id == receipt.id


def test_a_list_gets_one_receipt_each_in_order(bank: Thoughtbank) -> None:
    messages = [{"role": "user", "content": "One."}, {"role": "user", "content": " "}, Turn("Three.", role="assistant")]
    receipts = bank.remember(messages, user_id="u")
    assert [receipt.outcome for receipt in receipts] == ["stored", "refused", "stored"]
    assert (receipts[1].id, receipts[1].reason) == (None, "the text is blank")
    assert [(memory.text, memory.role) for memory in bank.list(user_id="u")] == [("One.", "user"), ("Three.", "assistant")]
    assert bank.remember([], user_id="u") == []


def test_the_same_key_with_the_same_text_is_skipped(bank: Thoughtbank) -> None:
    (first,) = bank.remember("tea", user_id="u", key="k")
    (again,) = bank.remember("tea", user_id="u", key="k")
    assert (again.outcome, again.id) == ("skipped", first.id)
    assert "key" in (again.reason or "")
    assert texts(bank) == ["tea"]
    (other,) = bank.remember("milk", user_id="v", key="k")
    assert other.outcome == "stored"


def test_the_same_key_with_another_text_stores_nothing_of_the_call(bank: Thoughtbank) -> None:
    bank.remember("tea", user_id="u", key="k")
    with pytest.raises(KeyConflict, match=r"'k'.*own key"):
        bank.remember([{"content": "before"}, {"content": "milk", "key": "k"}, {"content": "after"}], user_id="u")
    assert texts(bank) == ["tea"]


def test_naive_times_are_read_in_the_zone_and_noted(open_bank: Opener) -> None:
    bank = open_bank(zone="Asia/Ho_Chi_Minh")
    (receipt,) = bank.remember("phở", user_id="u", said_at="2026-01-01T08:00:00")
    assert receipt.notes == ("the time had no zone and was read as Asia/Ho_Chi_Minh",)
    assert bank.get(receipt.id, user_id="u").said_at.isoformat() == "2026-01-01T08:00:00+07:00"


def test_turns_may_arrive_out_of_order(bank: Thoughtbank) -> None:
    days = [3, 1, 2]
    for day in days:
        bank.remember(f"day {day}", user_id="u", session_id="s", said_at=f"2026-01-0{day}T10:00:00Z")
    assert texts(bank) == ["day 3", "day 1", "day 2"]  # in order of writing
    assert texts(bank, since="2026-01-02") == ["day 3", "day 2"]
    assert texts(bank, until="2026-01-02T10:00:00Z") == ["day 1"]


def test_a_block_given_back_is_never_learnt_again(bank: Thoughtbank) -> None:
    bank.remember("I like figs.", user_id="u")
    block = bank.context("figs", user_id="u").text
    (receipt,) = bank.remember(f"Thanks! {block}\nWhat about pears?", user_id="u")
    assert receipt.notes == ("1 block of recalled memories left out",)
    assert texts(bank) == ["I like figs.", "Thanks! What about pears?"]
    (only,) = bank.remember(block, user_id="u")
    assert (only.outcome, only.reason) == ("refused", "nothing but recalled memories")


def test_a_failing_embedder_leaves_turns_pending_and_the_next_call_settles_all(open_bank: Opener) -> None:
    embedder = Failing()
    bank = open_bank(embedder=embedder)
    receipts = bank.remember([{"content": "kettle"}, {"content": "teapot"}], user_id="u")
    assert [receipt.outcome for receipt in receipts] == ["pending", "pending"]
    assert "out of order" in (receipts[0].reason or "")
    assert [memory.pending for memory in bank.list(user_id="u")] == [True, True]
    found = bank.recall("where is the teapot", user_id="u")
    assert found[0].text == "teapot"
    assert found[0].similarity is None
    assert any(step.name == "dense" and "out of order" in step.decided for step in found.trace)
    embedder.broken = False
    assert bank.remember("cup", user_id="u")[0].outcome == "stored"
    assert [memory.pending for memory in bank.list(user_id="u")] == [False] * 3
    assert bank.recall("teapot", user_id="u")[0].similarity is not None


def test_repair_settles_what_is_pending(open_bank: Opener) -> None:
    embedder = Failing()
    bank = open_bank(embedder=embedder)
    for user in ("u", "v"):
        bank.remember("kettle", user_id=user)
    assert {finding.what for finding in bank.check() if not finding.well} == {"pending"}
    embedder.broken = False
    assert all(finding.well for finding in bank.repair())


@pytest.mark.parametrize(("shape", "value"), [((3, 64), 0.125), ((2,), 1.0), ((2, 64), np.nan), ((0, 64), 1.0)])
def test_an_embedder_that_gives_something_else_is_a_failed_embedder(
    open_bank: Opener, shape: tuple[int, ...], value: float
) -> None:
    class Odd(HashEmbedder):
        def embed(self, texts: Any, *, query: bool = False) -> Vectors:
            return np.full(shape, value, np.float32)

    receipts = open_bank(embedder=Odd()).remember([{"content": "kettle"}, {"content": "cup"}], user_id="u")
    assert [receipt.outcome for receipt in receipts] == ["pending", "pending"]


def test_a_text_that_the_embedder_will_not_take_stands_alone(bank: Thoughtbank, open_bank: Opener) -> None:
    class Picky(HashEmbedder):
        def embed(self, texts: Any, *, query: bool = False) -> Vectors:
            vectors = super().embed(texts, query=query)
            vectors[["forbidden" in text for text in texts]] = 0
            return vectors

    picky = open_bank("picky.db", embedder=Picky())
    receipts = picky.remember([{"content": f"cup {n}"} for n in range(5)] + [{"content": "a forbidden word"}], user_id="u")
    assert [receipt.outcome for receipt in receipts] == ["stored"] * 5 + ["pending"]
    assert picky.remember("kettle", user_id="u")[0].outcome == "stored"
    assert "a forbidden word" in [row.text for row in picky.recall("forbidden", user_id="u", k=2)]  # by its words


def test_a_store_that_fails_after_the_commit_leaves_a_pending_receipt(
    bank: Thoughtbank, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: Any) -> None:
        raise StoreFull("no space left")

    monkeypatch.setattr(bank._parts.store, "settle", full)
    (receipt,) = bank.remember("kettle", user_id="u")
    assert receipt.outcome == "pending" and receipt.reason is not None and "no space left" in receipt.reason
    monkeypatch.undo()
    assert [memory.text for memory in bank.list(user_id="u")] == ["kettle"]


def test_an_edited_note_is_still_recognised(bank: Thoughtbank) -> None:
    note = bank.add("The code word is Apple.", user_id="u")
    assert note.id is not None
    bank.edit(note.id, "The code word is Pear.", user_id="u")
    assert bank.add("the code word is pear", user_id="u").outcome == "merged"
    assert bank.add("The code word is Pear.", user_id="u", agent_id="x").outcome == "stored"
    assert bank.add("The plot is 10² m", user_id="u").outcome == bank.add("The plot is 102 m", user_id="u").outcome == "stored"


def test_erasing_a_memory_erases_the_replies_that_rest_on_it(bank: Thoughtbank, open_bank: Opener) -> None:
    said = bank.remember("My landlord is Mr Zebraquux.", user_id="u")[0].id
    other = bank.remember("My bike is green.", user_id="u")[0].id
    assert said is not None and other is not None
    assert "Zebraquux" in bank.answer("My landlord is who, Mr Zebraquux?", user_id="u", session_id="s").text
    assert sum("What I remember" in line for line in bank.export(user_id="u")) == 1
    bank.erase(said, user_id="u")
    assert not [line for line in bank.export(user_id="u") if "What I remember" in line]
    assert bank.get(other, user_id="u").text == "My bike is green."


def test_the_same_question_asked_often_does_not_crowd_out_the_fact(bank: Thoughtbank) -> None:
    bank.remember("I'm allergic to walnuts.", user_id="u")
    for number in range(15):
        answer = bank.answer("What am I allergic to?", user_id="u", session_id=f"s{number}")
        assert "walnuts" in answer.text
    rows = bank.recall("What am I allergic to?", user_id="u").rows
    assert sorted(row.text for row in rows) == ["I'm allergic to walnuts.", "What am I allergic to?"]


def test_a_statement_is_noted_where_nothing_answers_it(bank: Thoughtbank) -> None:
    assert bank.answer("My bike is green", user_id="u").text == "Noted."
    assert bank.answer("我的自行车是绿色的", user_id="v").text == "记下了。"
    assert bank.answer("Which colour is the car?", user_id="w").text.startswith("I don't know")


def test_a_process_may_change_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Thoughtbank("here.db", embedder=HashEmbedder(), home=tmp_path) as bank:
        bank.remember("kettle", user_id="u")
        monkeypatch.chdir("/")
        assert bank.remember("cup", user_id="u")[0].outcome == "stored"
        assert len(bank.recall("cup", user_id="u")) == 2


def test_names_of_other_memories_are_pointed_to_ours(bank: Thoughtbank) -> None:
    with pytest.raises(AttributeError, match="here it is called recall"):
        bank.search  # noqa: B018
    with pytest.raises(InputError, match="did you mean k"):
        bank.recall("x", user_id="u", top_k=3)  # type: ignore[call-arg]
    assert (
        bank.remember(
            [{"role": "human", "content": "I keep bees."}, {"role": "ai", "content": "Carniolan ones?"}], user_id="u"
        )[1].id
        is not None
    )


def test_an_older_export_never_beats_a_newer_version(bank: Thoughtbank, open_bank: Opener, clock: SettableClock) -> None:
    said = bank.remember("one", user_id="u")[0].id
    assert said is not None
    old = list(bank.export(user_id="u"))
    copy = open_bank("copy.db")
    copy.import_(old, user_id="u")
    clock.now += timedelta(seconds=60)
    bank.edit(said, "two", user_id="u")
    clock.now += timedelta(seconds=60)
    copy.edit(said, "three", user_id="u")
    copy.import_(list(bank.export(user_id="u")), user_id="u")
    assert [memory.text for memory in copy.list(user_id="u")] == ["three"]
    assert copy.get(said, user_id="u").text == "three"


def test_threads_may_all_remember_at_once(bank: Thoughtbank) -> None:
    faults: list[BaseException] = []
    ids: list[str | None] = []

    def say(who: int) -> None:
        try:
            for place in range(25):
                (receipt,) = bank.remember(f"thread {who} says {place}", user_id="u", session_id=f"s{who}")
                ids.append(receipt.id)
                bank.recall(f"thread {who}", user_id="u", k=3)
        except BaseException as error:  # noqa: BLE001  handed to the test's own thread
            faults.append(error)

    threads = [threading.Thread(target=say, args=(who,)) for who in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert sorted(texts(bank)) == sorted(f"thread {who} says {place}" for who in range(8) for place in range(25))
    assert len(set(ids)) == 200
    assert all(finding.well for finding in bank.check())


# add


def test_an_equal_note_is_merged(bank: Thoughtbank) -> None:
    first = bank.add("The dog is called Biscuit.", user_id="u")
    again = bank.add("the  dog is called BISCUIT.", user_id="u")
    assert (first.outcome, again.outcome, again.id) == ("stored", "merged", first.id)
    assert (again.reason, len(bank.list(user_id="u"))) == ("an equal note is there already", 1)
    assert bank.add(" ", user_id="u").outcome == "refused"
    assert bank.get(first.id, user_id="u").kind == "note"


def test_a_note_keeps_its_place(bank: Thoughtbank) -> None:
    receipt = bank.add("The ferry leaves at 6:10.", user_id="u", agent_id="g", session_id="s", said_at="2026-01-01T00:00:00Z")
    memory = bank.get(receipt.id, user_id="u")
    assert (memory.agent_id, memory.session_id, memory.valid_from) == ("g", "s", memory.said_at)


# get, list


def test_pages_walk_through_everything_once(bank: Thoughtbank) -> None:
    bank.remember([{"content": f"m{number}"} for number in range(45)], user_id="u")
    found, cursor = [], None
    while True:
        page = bank.list(user_id="u", limit=10, cursor=cursor)
        found += [memory.text for memory in page]
        cursor = page.next
        if cursor is None:
            break
    assert found == [f"m{number}" for number in range(45)]


def test_strangers_find_nothing(bank: Thoughtbank, open_bank: Opener) -> None:
    (receipt,) = bank.remember("private", user_id="u")
    other = open_bank(tenant="elsewhere")
    for stranger, user in ((bank, "v"), (bank, "U"), (other, "u")):
        assert not stranger.list(user_id=user).items
        assert not stranger.recall("private", user_id=user).rows
        assert exported(stranger, user) == ['{"type": "thoughtbank", "format": 4}']
        for verb in (stranger.get, stranger.erase):
            with pytest.raises(NotFound):
                verb(receipt.id, user_id=user)
        with pytest.raises(NotFound):
            stranger.edit(receipt.id, "mine now", user_id=user)
        with pytest.raises(NotFound):
            stranger.erase(user_id=user, session_id="s")
        assert stranger.erase(user_id=user, everything=True).memories == 0
    assert bank.users() == [("u", 1)]
    assert other.users() == []


# edit


def test_an_edit_is_found_by_its_new_words_and_by_the_old_ones_only_in_the_past(
    bank: Thoughtbank, clock: SettableClock
) -> None:
    (receipt,) = bank.remember("My code word is Applecart.", user_id="u", session_id="s", speaker="Ana")
    before = clock()
    edited = bank.edit(receipt.id, "My code word is Gooseberry.", user_id="u")
    assert (edited.id, edited.text, edited.session_id, edited.speaker) == (
        receipt.id,
        "My code word is Gooseberry.",
        "s",
        "Ana",
    )
    assert texts(bank) == ["My code word is Gooseberry."]
    now = bank.recall("Applecart", user_id="u")
    assert [row.text for row in now] == ["My code word is Gooseberry."]
    assert "applecart" not in now[0].words
    past = bank.recall("Applecart", user_id="u", known_at=before)
    assert [row.text for row in past] == ["My code word is Applecart."]
    assert bank.get(receipt.id, user_id="u", known_at=before).text == "My code word is Applecart."
    assert bank.get(receipt.id, user_id="u").text == "My code word is Gooseberry."
    with pytest.raises(NotFound, match="at that time"):
        bank.get(receipt.id, user_id="u", known_at=START - timedelta(days=1))
    assert bank.erase(receipt.id, user_id="u").vectors == 1


def test_an_edit_when_the_clock_went_back_leaves_one_current_version(bank: Thoughtbank, clock: SettableClock) -> None:
    (receipt,) = bank.remember("one", user_id="u")
    clock.advance(hours=-1)
    bank.edit(receipt.id, "two", user_id="u")
    assert texts(bank) == ["two"]


@pytest.mark.parametrize("text", [" ", "\u3000", "\0"])
def test_an_edit_to_nothing_is_refused(bank: Thoughtbank, text: str) -> None:
    (receipt,) = bank.remember("one", user_id="u")
    with pytest.raises(InputError, match=r"blank.*erase"):
        bank.edit(receipt.id, text, user_id="u")
    assert texts(bank) == ["one"]


# erase


def test_erase_says_what_it_destroyed(bank: Thoughtbank) -> None:
    first, _, _ = bank.remember(
        [{"content": "a"}, {"content": "b"}, {"content": "c", "session_id": "t"}], user_id="u", session_id="s"
    )
    bank.remember("mine", user_id="v", session_id="s")
    erased = bank.erase(first.id, user_id="u")
    assert (erased.turns, erased.memories, erased.vectors, erased.scrubbed, erased.ids) == (1, 1, 1, True, (first.id,))
    assert texts(bank) == ["b", "c"]
    assert bank.erase(user_id="u", session_id="s").memories == 1
    assert texts(bank) == ["c"]
    assert bank.erase(user_id="u", everything=True).memories == 1
    assert texts(bank) == []
    assert texts(bank, "v") == ["mine"]
    for again in ({"memory_id": first.id}, {"session_id": "s"}):
        with pytest.raises(NotFound):
            bank.erase(user_id="u", **again)


# carrying


TEXT = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        [
            "🍵👩‍👩‍👧",
            "e\u0301\u0323",
            "博物馆\u2028第二行",
            "제주도",
            "đi Huế",
            "a\u2029b",
            "\x85",
            "x" * 5000,
            '"\\',
            "\u202eltr",
        ]
    ),
)
MESSAGE = st.fixed_dictionaries(
    {"content": TEXT},
    optional={
        "role": st.sampled_from(["user", "assistant", "participant", "system", "tool"]),
        "speaker": st.sampled_from(["Ana", "李", "a b"]),
        "session_id": st.sampled_from(["s", "t"]),
        "agent_id": st.just("g"),
        "said_at": st.datetimes(min_value=datetime(1950, 1, 1), max_value=datetime(2100, 1, 1)),
        "parts": st.just([{"type": "image", "caption": "茶", "size": 1.5, "tags": [None, True]}]),
    },
)


@given(messages=st.lists(MESSAGE, max_size=8), notes=st.lists(TEXT, max_size=3), data=st.data())
@settings(max_examples=15)
def test_an_export_comes_back_to_the_byte(
    tmp_path_factory: pytest.TempPathFactory, messages: list[dict[str, Any]], notes: list[str], data: st.DataObject
) -> None:
    home = tmp_path_factory.mktemp("carry")
    banks = []
    for name in ("one.db", "two.db"):
        (home / name).write_bytes(empty_database())
        banks.append(Thoughtbank(str(home / name), embedder=HashEmbedder(8), clock=SettableClock(), seed=1, home=home))
    one, two = banks
    receipts = [*one.remember(messages, user_id="u"), *(one.add(text, user_id="u") for text in notes)]
    kept = sorted({receipt.id for receipt in receipts if receipt.id is not None})
    if kept:
        for memory in data.draw(st.lists(st.sampled_from(kept), max_size=3)):
            one.edit(memory, f"edited {data.draw(TEXT)}", user_id="u")
    lines = exported(one)
    assert all("\n" not in line for line in lines)
    report = two.import_(lines, user_id="u")
    assert (report.stored, report.refused) == (len(lines) - 1, ())
    assert exported(two) == lines
    assert two.import_(lines, user_id="u").stored == 0
    assert one.import_(lines, user_id="u").stored == 0
    assert exported(one) == lines
    query = "edited tea"
    assert [row.id for row in one.recall(query, user_id="u")] == [row.id for row in two.recall(query, user_id="u")]
    for bank in banks:
        assert all(finding.well for finding in bank.check())
        bank.close()


def test_an_edit_in_the_same_moment_is_carried_too(bank: Thoughtbank, clock: SettableClock) -> None:
    clock.step = timedelta(0)
    (receipt,) = bank.remember("one", user_id="u")
    bank.edit(receipt.id, "two", user_id="u")
    lines = exported(bank)
    bank.import_(lines, user_id="v")
    assert (texts(bank, "v"), exported(bank, "v")) == (["two"], lines)


def test_notes_that_became_equal_are_carried_too(bank: Thoughtbank) -> None:
    first = bank.add("one", user_id="u")
    bank.add("two", user_id="u")
    bank.edit(first.id, "two", user_id="u")
    lines = exported(bank)
    bank.import_(lines, user_id="v")
    assert exported(bank, "v") == lines


def test_a_reply_of_quotes_is_carried_and_stays_out_of_memory(bank: Thoughtbank) -> None:
    bank.remember("The kettle is blue.", user_id="u")
    bank.answer("kettle", user_id="u")
    lines = exported(bank)
    bank.import_(lines, user_id="v")
    assert exported(bank, "v") == lines
    assert texts(bank, "v") == texts(bank) == ["The kettle is blue.", "kettle"]


def test_plain_messages_come_in_once(bank: Thoughtbank) -> None:
    lines = [
        '{"role": "user", "content": "我对花生过敏", "timestamp": "2026-01-01T10:00:00+08:00", "session_id": "s"}',
        "",
        '{"role": "assistant", "content": "好的"}',
        '{"role": "assistant", "content": "好的"}',
        '{"content": "keyed", "key": "k"}',
    ]
    report = bank.import_(lines, user_id="u")
    assert report == ImportReport(lines=4, stored=4, undated=3)
    assert bank.import_(lines, user_id="u") == ImportReport(lines=4, already=4)
    assert texts(bank) == ["我对花生过敏", "好的", "好的", "keyed"]


def test_an_export_says_nothing_is_undated(bank: Thoughtbank) -> None:
    bank.remember("said now", user_id="u")
    assert bank.import_(exported(bank), user_id="v").undated == 0


def test_half_a_file_and_then_the_whole(bank: Thoughtbank) -> None:
    bank.remember([{"content": f"m{number}"} for number in range(10)], user_id="u")
    whole = "\n".join(exported(bank))
    half = whole[: len(whole) // 2].split("\n")
    report = bank.import_(half, user_id="v")
    assert report.stored == len(half) - 2
    assert [number for number, _ in report.refused] == [len(half)]
    rest = bank.import_(whole.split("\n"), user_id="v")
    assert (rest.already, rest.stored) == (report.stored, 10 - report.stored)
    assert exported(bank, "v") == exported(bank)


TURN = {
    "type": "turn", "id": "a", "text": "x", "role": "user",
    "said_at": "2026-01-01T00:00:00+00:00", "recorded_at": "2026-01-01T00:00:00+00:00",
}  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "5",
        "null",
        '"text"',
        "\ufffd",
        '{"content": ""}',
        '{"role": "boss", "content": "x"}',
        '{"content": 5}',
        '{"content": "x", "said_at": 5}',
        '{"content": "x", "said_at": "soon"}',
        '{"type": "thoughtbank", "format": 5}',
        "[" * 100_000,
        '{"content": ' + "[" * 50_000 + "]" * 50_000 + "}",
        '{"content": "x", "n": ' + "9" * 5000 + "}",
        json.dumps(TURN | {"memory": "x"}),
        json.dumps(TURN | {"memory": {"retired_at": 5}}),
        json.dumps(TURN | {"id": None}),
        json.dumps(TURN | {"id": "i" * 300}),
        json.dumps(TURN | {"kind": "dream"}),
        json.dumps(TURN | {"kind": []}),
        json.dumps(TURN | {"said_at": "2026-01-01T00:00:00"}),
        json.dumps(TURN | {"said_at": "9999-12-31T23:59:59-05:00"}),
        json.dumps(TURN | {"recorded_at": "0001-01-01T00:00:00+05:00"}),
        json.dumps(TURN | {"recorded_at": 5}),
        json.dumps(TURN | {"parts": "x"}),
        json.dumps(TURN | {"key": 5}),
        json.dumps(TURN | {"session_id": "\ud800"}),
    ],
)
def test_a_bad_line_is_reported_and_the_others_come_in(bank: Thoughtbank, line: str) -> None:
    report = bank.import_(['{"content": "before"}', line, '{"content": "after"}'], user_id="u")
    assert [number for number, _ in report.refused] == [2]
    assert report.refused[0][1]
    assert (report.lines, report.stored) == (3, 2)
    assert texts(bank) == ["before", "after"]
    assert exported(bank)


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_an_exported_line_is_cleaned_too(bank: Thoughtbank, text: str) -> None:
    report = bank.import_([json.dumps(TURN | {"text": text}), '{"content": "after"}'], user_id="u")
    assert report.stored == 2
    assert texts(bank)[0] in ("ab", "a\ufffdb")


def test_a_byte_order_mark_is_no_fault(bank: Thoughtbank) -> None:
    assert bank.import_(['\ufeff{"content": "x"}'], user_id="u").stored == 1


def test_keys_that_clash_are_reported_line_by_line(bank: Thoughtbank) -> None:
    lines = ['{"content": "a", "key": "k"}', '{"content": "b", "key": "k"}', '{"content": "c"}']
    report = bank.import_(lines, user_id="u")
    assert (report.stored, [number for number, _ in report.refused]) == (2, [2])
    assert texts(bank) == ["a", "c"]


def test_progress_is_told_batch_by_batch(bank: Thoughtbank) -> None:
    reports = list(bank.importing((f'{{"content": "m{number}"}}' for number in range(150)), user_id="u"))
    assert [report.stored for report in reports] == [64, 128, 150]


# replay


def drive(bank: Thoughtbank) -> tuple[list[str], list[Any]]:
    receipts = bank.remember(
        [{"content": f"I drink tea number {number}", "session_id": f"s{number % 3}"} for number in range(30)], user_id="u"
    )
    bank.add("The kettle is blue.", user_id="u")
    bank.edit(receipts[3].id or "", "I drink coffee", user_id="u")
    bank.erase(receipts[5].id, user_id="u")
    bank.answer("What do I drink?", user_id="u", session_id="s1")
    rows = bank.recall("tea number 7", user_id="u")
    return exported(bank), [(row.id, row.score, row.similarity, row.ranks, row.words, row.why) for row in rows]


def test_the_same_seed_and_clock_give_the_same_memory(open_bank: Opener) -> None:
    one = drive(open_bank("one.db", clock=SettableClock()))
    two = drive(open_bank("two.db", clock=SettableClock()))
    assert one == two
    assert len(one[0]) > 30


def test_a_bank_opened_again_recalls_the_same(open_bank: Opener, clock: SettableClock) -> None:
    bank = open_bank()
    drive(bank)
    for narrowing in ({}, {"known_at": START + timedelta(seconds=2)}, {"session_id": "s0"}):
        rows = [bank.recall(query, user_id="u", **narrowing).rows for query in ("tea number 3", "coffee")]
        cold = open_bank()
        assert [cold.recall(query, user_id="u", **narrowing).rows for query in ("tea number 3", "coffee")] == rows


def test_a_seed_used_twice_loses_nothing(open_bank: Opener, clock: SettableClock) -> None:
    """The same seed and the same moment make the same id: two processes with one settings file."""
    for text, moment in (("one", 0), ("two", 0), ("three", 50)):
        clock.now = START + timedelta(microseconds=moment)
        bank = open_bank()
        assert bank.remember(text, user_id="u")[0].outcome == "stored"
        bank.close()
    assert sorted(texts(open_bank())) == ["one", "three", "two"]
