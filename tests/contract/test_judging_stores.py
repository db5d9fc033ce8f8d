"""What ports.Store promises of judging and of the overview, held against every store there is."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import START
from tests.contract.test_stores import ANA, BEN, STORES, draft
from thoughtbank.ports import Store
from thoughtbank.records.gain import Gain, Judged, Overview


@pytest.fixture(params=list(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened = STORES[request.param](tmp_path)
    yield opened
    opened.close()


def told(store: Store, *names: str, score: float | None = 5.0, unjudged: bool = True, scope: Any = ANA) -> list[int]:
    gain = None if score is None else Gain(score, "scorer", "first")
    return [one.number for one in store.append(scope, [draft(name, gain=gain, unjudged=unjudged) for name in names])]


GREAT, FAILED = Gain(9.0, "m, gain prompt 1", "why", {"facts": 0.5}, (9.0, 8.0)), Gain(None, "m", "failed")
SUMMED = Overview("Ana lives in Lyon.", 1, "m", START)


def waiting(store: Store) -> list[str]:
    return [one.id for one in store.unjudged(ANA, 100)]


def test_what_is_judged_waits_no_longer_and_has_its_gain(store: Store) -> None:
    first, second = told(store, "a", "b")
    assert waiting(store) == ["a", "b"]
    assert store.unjudged(BEN, 100) == []
    assert store.judge(ANA, [Judged(first, GREAT, think=True)], tries=3)
    assert waiting(store) == ["b"]
    assert store.gains(ANA, limit=9) == {first: GREAT, second: Gain(5.0, "scorer", "first")}
    assert [one.id for one in store.unthought(ANA, 9, since=0, tries=3)] == ["a"]


def test_failures_that_count_end_the_waiting_and_others_do_not(store: Store) -> None:
    (number,) = told(store, "a")
    for _ in range(9):
        store.judge(ANA, [Judged(number, FAILED, waits=True, counts=False)], tries=2)
    assert waiting(store) == ["a"]
    for left in (["a"], []):
        store.judge(ANA, [Judged(number, FAILED, waits=True)], tries=2)
        assert waiting(store) == left
    assert store.think_again(ANA, all=False) == 1
    assert waiting(store) == ["a"]


def test_what_waits_no_longer_is_passed_over(store: Store) -> None:
    (number,) = told(store, "a", unjudged=False)
    assert store.judge(ANA, [Judged(number, GREAT)], tries=3)
    assert store.gains(ANA, limit=9)[number].by == "scorer"


def test_an_overview_lands_only_on_what_it_was_made_of(store: Store) -> None:
    first, second = told(store, "a", "b")
    assert store.judge(ANA, [Judged(first, GREAT)], tries=3, overview=SUMMED, rests_on=[first])
    assert store.overview(ANA) == SUMMED
    assert store.overview(BEN) is None
    more = replace(SUMMED, text="Ana lives in Porto.", items=2)
    assert not store.judge(ANA, [Judged(second, GREAT)], tries=3, overview=more, basis=None)
    assert waiting(store) == ["b"]
    store.replace(ANA, draft("a", "other words", at=9))
    assert store.overview(ANA) is None, "it may sum up the former words"
    assert not store.judge(ANA, [Judged(second, GREAT)], tries=3, overview=more, basis=SUMMED)
    assert not store.judge(ANA, [Judged(second, GREAT)], tries=3, overview=more, basis=None, rests_on=[first])
    assert store.judge(ANA, [Judged(second, GREAT)], tries=3, overview=more, basis=None, rests_on=[second])
    store.erase(ANA, ids=["b"])
    assert store.overview(ANA) is None


def test_the_greatest_are_those_settled_and_written_before(store: Store) -> None:
    a, b, c = (
        told(store, "a", score=8.0, unjudged=False) + told(store, "b", score=9.0, unjudged=False) + told(store, "c", score=9.5)
    )
    assert [one.id for one, _ in store.greatest(ANA, 7.0, 9)] == ["b", "a"]
    assert [one.id for one, _ in store.greatest(ANA, 7.0, 9, before=b)] == ["a"]
    assert [one.id for one, _ in store.greatest(ANA, 7.0, 1)] == ["b"]
    assert store.greatest(ANA, 9.9, 9) == []
    assert a < b < c


def test_a_view_kept_from_before_has_the_gain_of_now(store: Store) -> None:
    (number,) = told(store, "a")
    before = store.view(ANA)
    store.judge(ANA, [Judged(number, GREAT)], tries=3)
    after = store.view(ANA)
    assert before is not None and after is not None
    assert (float(before.gain[0]), float(after.gain[0])) == (5.0, 9.0)
