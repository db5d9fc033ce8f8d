"""The gain of turns, from end to end: judged when they come in, kept with the reason, not ranked when it is little, found by the safety net, rescued."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import SettableClock
from thoughtbank import Thoughtbank
from thoughtbank.errors import InputError, NotFound, SettingsError
from thoughtbank.ports import Vectors
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.records.decisions import Receipt

Make = Callable[..., Thoughtbank]
TALK = (
    ("user", "Hello!"),
    ("assistant", "Hi, any dietary needs?"),
    ("user", "Vegetarian."),
    ("assistant", "Noted."),
    ("user", "ok thanks a lot"),
    ("user", "I moved to Porto on 3 May and work at the harbour."),
    ("user", "好的，谢谢你，再见"),
    ("user", "I moved to Porto on 3 May and work at the harbour."),
)


@pytest.fixture
def make(tmp_path: Path, clock: SettableClock) -> Make:
    return lambda **given: Thoughtbank(str(tmp_path / "bank.db"), embedder=HashEmbedder(), clock=clock, **given)


@pytest.fixture
def bank(make: Make) -> Thoughtbank:
    return make()


def talk(bank: Thoughtbank, session: str | None = "s", user: str = "u") -> list[Receipt]:
    return bank.remember([{"role": role, "content": text, "session_id": session} for role, text in TALK], user_id=user)


def test_every_receipt_says_what_the_turn_brought(bank: Thoughtbank) -> None:
    receipts = talk(bank)
    assert [one.outcome for one in receipts] == [
        "skipped", "skipped", "stored", "skipped", "skipped", "stored", "skipped", "skipped",
    ]  # fmt: skip
    assert all(one.id and one.gain and one.gain.score is not None and one.gain.reason for one in receipts)
    hello, _, diet, _, thanks, porto, bye, again = (one.gain for one in receipts)
    assert hello and diet and thanks and porto and bye and again
    assert diet.band in ("3-5", "6-8")
    assert "Porto" in porto.reason
    assert again.reason == "repeats what was said 2 turns ago"
    assert {hello.by, thanks.by, bye.by} == {"acknowledgement"}
    assert receipts[4].reason == (
        "gain 1 is below 2 (acknowledgement and thanks only): kept, and found with its neighbours, not by itself"
    )


def test_two_people_may_say_the_same_of_themselves(bank: Thoughtbank) -> None:
    said = [("Ana", "I work as a nurse."), ("Ben", "I work as a nurse."), ("Ben", "I work as a nurse.")]
    singly = [bank.remember(text, user_id="u", speaker=who, session_id="s")[0].outcome for who, text in said]
    assert singly == ["stored", "stored", "skipped"]
    turns = [{"role": "user", "content": text, "speaker": who, "session_id": "s"} for who, text in said]
    assert [one.outcome for one in bank.remember(turns, user_id="v")] == singly


def test_it_does_not_matter_whether_turns_come_one_by_one(bank: Thoughtbank, make: Make) -> None:
    at_once = [one.gain for one in talk(bank)]
    for session in ("t", None):
        singly = [
            bank.remember({"role": role, "content": text, "session_id": session}, user_id="v")[0].gain for role, text in TALK
        ]
        assert singly == at_once


def test_what_brings_little_is_kept_and_not_ranked(bank: Thoughtbank) -> None:
    talk(bank)
    found = bank.recall("the vegetarian at the harbour", user_id="u", k=20)
    assert {row.text for row in found} == {TALK[2][1], TALK[5][1]}
    assert (found.hidden, found.log, found.seen) == (6, False, 8)
    assert any(step.name == "gain" and step.decided == "not ranked by themselves" for step in found.trace)
    assert len(bank.list(user_id="u", kind="turn")) == 8
    assert bank.context("thanks", user_id="u", k=1).rows


def test_it_counts_as_context_of_its_neighbours(bank: Thoughtbank) -> None:
    talk(bank)
    (row, *_) = bank.recall("dietary needs", user_id="u", k=1)
    assert row.text == "Vegetarian."


def test_the_safety_net_searches_the_whole_log_and_says_so(bank: Thoughtbank) -> None:
    talk(bank)
    bank.remember("Goodbye!", user_id="u", session_id="another")
    found = bank.recall("goodbye", user_id="u")
    assert found.log
    assert found.rows[0].text == "Goodbye!"
    assert any(step.name == "gain" and "whole log" in step.decided for step in found.trace)
    bank.remember("thanks", user_id="w")
    assert [row.text for row in bank.recall("what did I say?", user_id="w")] == ["thanks"]


def test_a_reader_that_would_abstain_looks_into_the_log(bank: Thoughtbank) -> None:
    bank.remember("The harbour office opens at eight.", user_id="u")
    bank.remember({"role": "user", "content": "Hello, good evening"}, user_id="u", session_id="b")
    assert "good evening" in bank.answer("hello good evening", user_id="u", remember=False).text


def test_looking_into_the_log_embeds_the_question_once(tmp_path: Path) -> None:
    class Counting(HashEmbedder):
        asked = 0

        def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
            self.asked += query
            return super().embed(texts, query=query)

    embedder = Counting()
    with Thoughtbank(str(tmp_path / "bank.db"), embedder=embedder) as bank:
        talk(bank)
        assert not bank.answer("Which opera does the captain like?", user_id="u", remember=False).known
    assert embedder.asked == 1


def test_off_judges_nothing_and_ranks_everything(make: Make) -> None:
    with make(gain={"mode": "off"}) as bank:
        assert {one.outcome for one in talk(bank)} == {"stored"}
        assert all(one.gain is None for one in talk(bank, user="v"))
        assert len(bank.recall("thanks", user_id="u", k=20)) > 6
    with make() as bank:  # what was never judged is ranked
        assert bank.recall("thanks", user_id="u", k=20).hidden == 0


def test_the_threshold_is_a_setting(make: Make) -> None:
    with make(gain={"theta_index": 0.0}) as bank:
        assert {one.outcome for one in talk(bank)} == {"stored"}
        assert bank.recall("thanks", user_id="u").hidden == 0


def test_the_preset_of_the_first_paper_has_no_gate(make: Make) -> None:
    with make(preset="TIM", think={"by": "rules", "organize": "rules"}) as bank:
        assert all(one.gain is None for one in talk(bank))


def test_what_brings_little_is_not_thought_about(bank: Thoughtbank) -> None:
    receipts = talk(bank)
    assert receipts[5].thoughts
    assert not receipts[7].thoughts
    assert bank.work().waiting == 0


def test_gains_are_listed_by_pages(bank: Thoughtbank) -> None:
    talk(bank)
    assert [gain.score for _, gain in bank.gains(user_id="u")] == [one.gain.score for one in talk(bank, user="v") if one.gain]
    low = bank.gains(user_id="u", below=2, limit=4)
    assert len(low) == 4
    rest = bank.gains(user_id="u", below=2, cursor=low.next)
    assert [memory.text for memory, _ in (*low, *rest)] == [text for place, (_, text) in enumerate(TALK) if place not in (2, 5)]
    assert rest.next is None
    assert len(bank.gains(user_id="u", session_id="none")) == 0
    for wrong in ("two", True):
        with pytest.raises(InputError, match="below must be a number"):
            bank.gains(user_id="u", below=wrong)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="isn't a cursor"):
        bank.gains(user_id="u", cursor="x")


def test_a_rescued_turn_is_found_and_thought_about(bank: Thoughtbank) -> None:
    receipts = talk(bank)
    again = receipts[7].id
    assert again is not None
    bank.rescue(again, user_id="u")
    found = bank.recall("moved to Porto", user_id="u", k=20)
    assert [row.text for row in found].count(TALK[7][1]) == 2
    (_, gain) = next(one for one in bank.gains(user_id="u") if one[0].id == again)
    assert (gain.score, gain.by) == (10, "person")
    (thought, *_) = bank.relations("the user", user_id="u") or bank.relations("user", user_id="u")
    assert again in thought.turns
    with pytest.raises(NotFound):
        bank.rescue("nothing", user_id="u")
    with pytest.raises(InputError, match="only turns have a gain"):
        bank.rescue(bank.add("a note", user_id="u").id or "", user_id="u")


def test_another_bank_on_the_store_sees_the_rescue(bank: Thoughtbank, make: Make) -> None:
    receipts = talk(bank)
    with make() as other:
        assert other.recall("Porto", user_id="u", k=20).hidden == 6
        bank.rescue(receipts[4].id or "", user_id="u")
        assert other.recall("Porto", user_id="u", k=20).hidden == 5


def test_an_edited_turn_is_judged_again(bank: Thoughtbank) -> None:
    receipts = talk(bank)
    bank.edit(receipts[4].id or "", "Thanks. My passport expires on 7 August.", user_id="u")
    assert "passport" in bank.recall("passport", user_id="u").rows[0].text
    bank.edit(receipts[5].id or "", "ok", user_id="u")
    assert bank.recall("Vegetarian", user_id="u", k=20).hidden == 6


def test_gain_is_carried_and_erased_with_its_turn(bank: Thoughtbank, tmp_path: Path) -> None:
    receipts = talk(bank)
    bank.rescue(receipts[0].id or "", user_id="u")
    lines = list(bank.export(user_id="u"))
    with Thoughtbank(str(tmp_path / "other.db"), embedder=HashEmbedder()) as other:
        other.import_(lines, user_id="u")
        assert [one[1] for one in other.gains(user_id="u")] == [one[1] for one in bank.gains(user_id="u")]
        assert list(other.export(user_id="u")) == lines
    bank.erase(receipts[0].id, user_id="u")
    assert len(bank.gains(user_id="u")) == 7
    broken = [line.replace('"score": 10.0', '"score": 99.0') for line in lines]
    report = bank.import_(broken, user_id="w")
    assert [reason for _, reason in report.refused] == [
        "an exported gain needs a score from 0 to 10 or null, by, reason and dimensions"
    ]


def test_imported_messages_are_judged(bank: Thoughtbank) -> None:
    bank.import_(
        ['{"content": "ok thanks", "session_id": "s"}', '{"content": "I moved to Porto.", "session_id": "s"}'], user_id="u"
    )
    low, high = (gain.score for _, gain in bank.gains(user_id="u"))
    assert low is not None and high is not None
    assert low < 2 < high


def test_messages_are_judged_without_being_kept(bank: Thoughtbank) -> None:
    found = bank.gains_of([{"role": role, "content": text} for role, text in TALK])
    assert list(found) == [one.gain for one in talk(bank)]
    assert bank.gains_of([{"content": "x " * 3}, {"content": "   "}])[1].by == "blank"
    assert bank.users() == [("u", len(bank.list(user_id="u", limit=1000)))]


@pytest.mark.parametrize("session", ["s", None])
def test_the_last_turns_are_read_in_order_without_looking_at_all(
    bank: Thoughtbank, tmp_path: Path, session: str | None
) -> None:
    talk(bank, session)
    query = "SELECT * FROM turn WHERE scope_id = 1 AND session_id IS ? ORDER BY said_at DESC, number DESC LIMIT 10"
    with closing(sqlite3.connect(tmp_path / "bank.db")) as file:
        plan = " ".join(row[3] for row in file.execute(f"EXPLAIN QUERY PLAN {query}", (session,)))
    assert "ix_turn_session (scope_id=? AND session_id=?)" in plan
    assert "TEMP B-TREE" not in plan


def far_talk(bank: Thoughtbank) -> None:
    bank.remember("We talked of Porto and the harbour job.", user_id="u", session_id="a")
    bank.remember("ok thanks a lot", user_id="u", session_id="b")


@pytest.mark.parametrize(
    "query",
    [
        "What did I say about Porto the very first time we talked?",
        "之前我说过什么？",
        "지난번에 내가 말한 게 뭐야?",
        "Lần trước mình kể gì?",
    ],
)
def test_a_question_of_what_was_said_far_back_searches_the_whole_log(bank: Thoughtbank, make: Make, query: str) -> None:
    far_talk(bank)
    found = bank.recall(query, user_id="u")
    assert (found.log, found.hidden, len(found)) == (True, 0, 2)
    (step,) = (step for step in found.trace if step.name == "gain")
    assert step.decided.startswith("the whole log is searched: “") and step.decided.endswith("was said far back")
    assert not bank.recall("Where is the harbour job in Porto?", user_id="u").log
    with make(recall={"net_far": False}) as other:
        assert not other.recall(query, user_id="u").log


def test_how_much_more_words_open_the_net_is_a_setting(bank: Thoughtbank, make: Make) -> None:
    bank.remember("The vegetarian stew of the harbour is what I cook for Mia on Sundays.", user_id="u", session_id="a")
    bank.remember("Goodbye!", user_id="u", session_id="b")
    query = "goodbye harbour"
    opened = {}
    for net in (1.0, 50.0):
        with make(recall={"net": net}) as other:
            found = other.recall(query, user_id="u")
            opened[net] = found.log
            assert ("share far more" in " ".join(step.decided for step in found.trace)) is found.log
    assert opened == {1.0: True, 50.0: False}
    with pytest.raises(SettingsError, match=r"recall\.net"):
        make(recall={"net": 0.5})
