"""A worker beside the conversation: it thinks about what waits, survives a fault, and ends when it is told to."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from tests.conftest import Opener
from thoughtbank.errors import StoreFull
from thoughtbank.ports import ChatMessage, Reply
from thoughtbank.work.worker import Worker

BEHIND = {"mode": "behind", "by": "rules"}


def soon(holds: Callable[[], bool]) -> bool:
    """Whether it holds within five seconds."""
    for _ in range(500):
        if holds():
            return True
        time.sleep(0.01)
    return False


def test_a_worker_thinks_beside_the_conversation(open_bank: Opener) -> None:
    bank = open_bank(think=BEHIND)
    done: list[Any] = []
    with Worker(bank, every=0.01, report=done.append):
        for city in ("Lyon", "Porto"):
            assert bank.remember(f"I live in {city}.", user_id="u", speaker="Ana")[0].outcome in (
                "pending",
                "stored",
            )  # a worker may be quick
        assert soon(lambda: sum(report.turns for report in done) == 2)
    assert [one.text for one in bank.relations("Ana", user_id="u")] == ["Ana lives in Porto."]
    bank.remember("I live in Graz.", user_id="u", speaker="Ana")
    assert bank.work().turns == 1, "a worker that has ended takes nothing"


def test_two_workers_do_each_turn_once(open_bank: Opener) -> None:
    bank, other = open_bank(think=BEHIND), open_bank(think=BEHIND)
    for user in ("u", "v", "w"):
        for number in range(5):
            bank.remember(f"I like thing{number}.", user_id=user, speaker=f"P{number}")
    done: list[Any] = []
    with Worker(bank, every=0.01, report=done.append), Worker(other, every=0.01, report=done.append):
        assert soon(lambda: sum(report.turns for report in done) == 15)
    for user in ("u", "v", "w"):
        assert len(bank.list(user_id=user, kind="thought")) == 5 == len(bank.changes(user_id=user))


def test_a_store_that_fails_for_a_while_does_not_end_a_worker(open_bank: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    bank = open_bank(think=BEHIND)
    bank.remember("I live in Lyon.", user_id="u", speaker="Ana")
    real, failures = bank._parts.store.waiting, [StoreFull("no space left")]

    def waiting(tenant: str) -> Any:
        if failures:
            raise failures.pop()
        return real(tenant)

    monkeypatch.setattr(bank._parts.store, "waiting", waiting)
    heard: list[Any] = []
    with Worker(bank, every=0.01, report=heard.append):
        assert soon(lambda: len(heard) == 2)
    assert isinstance(heard[0], StoreFull) and heard[1].turns == 1


class Breaking:
    """A model that someone wrote, with a fault of its own."""

    name = "breaking"

    def __init__(self) -> None:
        self.asked = 0

    def chat(self, messages: Sequence[ChatMessage], **_: Any) -> Reply:
        self.asked += "poison" in messages[-1].text
        if "poison" in messages[-1].text:
            raise KeyError("choices")
        return Reply('{"thoughts": [{"head": "Ana", "relation": "likes", "tail": "tea", "sentence": "Ana likes tea."}]}')

    def stream(self, messages: Sequence[ChatMessage], **_: Any) -> Iterator[str]:
        yield self.chat(messages).text


def test_a_model_that_raises_what_it_likes_does_not_end_a_worker(open_bank: Opener) -> None:
    """It costs the turn its tries, each with a reason; the worker goes on to the others, and leaves that one alone in the end."""
    model = Breaking()
    bank = open_bank(model=model, think={"ask": "triples", "mode": "behind"})
    bank.remember("The poison.", user_id="u", speaker="Ana")
    heard: list[Any] = []
    with Worker(bank, every=0.01, report=heard.append) as worker:
        assert soon(lambda: model.asked == 3)
        bank.remember("I like tea.", user_id="u", speaker="Ana")
        assert soon(lambda: any(report.turns for report in heard)) and worker.running
    assert not worker.running
    assert [one.text for one in bank.relations("Ana", user_id="u")] == ["Ana likes tea."] and model.asked == 3
    reasons = [reason for report in heard for _, reason in report.failed]
    assert len(reasons) == 3 and all("KeyError" in reason for reason in reasons)
    assert bank.rethink(user_id="u") == 1, "it waits until it is asked for"


def test_a_worker_that_has_ended_says_so(open_bank: Opener) -> None:
    worker = Worker(open_bank(think=BEHIND), every=60)
    worker.start()
    assert worker.stop(timeout=5)
