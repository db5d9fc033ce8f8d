"""What ports.Store promises of thoughts, held against every store there is."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import START
from tests.contract.test_stores import ANA, BEN, DIMENSION, STORES, draft, vectors
from thoughtbank.errors import EmbedderMismatch
from thoughtbank.language.names import about_key
from thoughtbank.ports import Hash, Store
from thoughtbank.records.memory import Draft, Triple
from thoughtbank.records.thought import Basis, Change, Landing, Retired
from thoughtbank.remember.items import thought_digest


@pytest.fixture(params=list(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened = STORES[request.param](tmp_path)
    yield opened
    opened.close()


def told(store: Store, *names: str, scope: Any = ANA) -> list[int]:
    """Turns that wait, and their numbers."""
    return [one.number for one in store.append(scope, [draft(name, unthought=True) for name in names])]


def thought(name: str, triple: Triple, *turns: str, **given: Any) -> Draft:
    text = f"{triple.head} {triple.relation} {triple.tail}."
    digest = thought_digest(triple, None)
    return draft(name, text, kind="thought", role=None, triple=triple, turns=turns, digest=digest, made_by="test", **given)


LYON, JAZZ = Triple("Ana", "lives in", "Lyon"), Triple("Ana", "likes", "jazz")


def landing(turns: list[int], *drafts: Draft, **given: Any) -> Landing:
    buckets = np.asarray([len(one.text) % 4 for one in drafts], np.int32)
    made = vectors(list(range(len(drafts)))) if drafts else None
    return Landing(tuple(turns), START, drafts, made, buckets if drafts else None, **given)


def change(name: str, memory_id: str, kind: Any = "insert", **given: Any) -> Change:
    return Change(name, kind, memory_id, START, "test", "because", **given)


def waiting(store: Store, tries: int = 3, since: int = 0, scope: Any = ANA) -> list[str]:
    return [one.id for one in store.unthought(scope, 100, since=since, tries=tries)]


def test_the_first_hash_table_is_the_stores(store: Store) -> None:
    assert store.hashing(Hash(7, 16)) == Hash(7, 16) == store.hashing(Hash(8, 4))


def test_a_landing_is_there_whole(store: Store) -> None:
    numbers = told(store, "a", "b")
    assert waiting(store) == ["a", "b"]
    assert store.land(
        ANA, landing(numbers[:1], thought("t1", LYON, "a"), thought("t2", JAZZ, "a"), changes=(change("c", "t1"),))
    )
    assert waiting(store) == ["b"]
    (home,) = store.thoughts(ANA, about=[about_key("ana", "lives in")])
    assert (home.id, home.triple, home.turns, home.made_by, home.kind, home.pending) == (
        "t1",
        LYON,
        ("a",),
        "test",
        "thought",
        False,
    )
    assert [one.id for one in store.thoughts(ANA, heads=["ana"])] == ["t1", "t2"]
    assert [one.id for one in store.thoughts(ANA, heads=["ana"], newest=1)] == ["t2"]
    assert [one.id for one in store.thoughts(ANA, digests=[thought_digest(JAZZ, None)])] == ["t2"]
    assert [one.id for one in store.thoughts(ANA, turns=["a", "b"])] == ["t1", "t2"] and store.thoughts(ANA, turns=["b"]) == []
    assert {one.id for bucket in range(4) for one in store.thoughts(ANA, bucket=bucket)} == {"t1", "t2"}
    view = store.view(ANA)
    assert view is not None and sorted((view.bucket >= 0).tolist()) == [False, False, True, True]
    assert view.has_vector.tolist() == [False, False, True, True]
    assert [one.id for one in store.changes(ANA, limit=9)] == ["c"] and store.changes(BEN, limit=9) == []
    assert store.thoughts(BEN, heads=["ana"]) == []


@pytest.mark.parametrize("fault", ["a turn waits no longer", "a version isn't current", "a turn is gone", "another's turn"])
def test_a_landing_that_does_not_fit_leaves_no_trace(store: Store, fault: str) -> None:
    first, second = told(store, "a", "b")
    told(store, "c", scope=BEN)
    assert store.land(ANA, landing([first], thought("t1", LYON, "a")))
    (there,) = store.thoughts(ANA, heads=["ana"])
    new = thought("t2", JAZZ, "c" if fault == "another's turn" else "b")
    wrong = {
        "a turn waits no longer": landing([first, second], new),
        "a version isn't current": landing([second], new, retired=(Retired(there.number + 1000),)),
        "a turn is gone": landing([second], replace(new, turns=("b", "zzz"))),
        "another's turn": landing([second], new),
    }[fault]
    before = list(store.dump(ANA))
    assert not store.land(ANA, wrong)
    assert list(store.dump(ANA)) == before and waiting(store) == ["b"]


@pytest.mark.parametrize("fault", ["another was written since", "one has ended since", "one rests on another turn since"])
def test_a_landing_whose_basis_has_changed_leaves_no_trace(store: Store, fault: str) -> None:
    numbers = told(store, "a", "b", "c")
    assert store.last_number(BEN) == 0 and store.last_number(ANA) == numbers[-1]
    store.land(ANA, landing(numbers[:1], thought("t1", LYON, "a")))
    (there,) = store.thoughts(ANA, heads=["ana"])
    basis = Basis(store.last_number(ANA), ((there.number, 1),))
    assert basis.last == there.number
    planned = landing(numbers[2:], thought("t3", Triple("Ana", "likes", "olives"), "c"), basis=basis)
    since = {
        "another was written since": landing([numbers[1]], thought("t2", JAZZ, "b")),
        "one has ended since": landing([numbers[1]], retired=(Retired(there.number),)),
        "one rests on another turn since": landing([numbers[1]], support=((there.number, "b"),)),
    }[fault]
    told(store, "d")  # what others say meanwhile is no hindrance
    assert store.land(ANA, since)
    before = list(store.dump(ANA))
    assert not store.land(ANA, planned) and list(store.dump(ANA)) == before
    now = tuple((one.number, len(one.turns)) for one in store.thoughts(ANA, heads=["ana"]))
    assert store.land(ANA, replace(planned, basis=Basis(store.last_number(ANA), now)))
    assert waiting(store) == ["d"]


def test_vectors_of_another_size_write_nothing(store: Store) -> None:
    (first,) = told(store, "a")
    assert store.land(ANA, landing([first], thought("t1", LYON, "a")))
    (second,) = told(store, "b")
    wrong = replace(landing([second], thought("t2", JAZZ, "b")), vectors=np.eye(1, DIMENSION + 1, dtype=np.float32))
    with pytest.raises(EmbedderMismatch):
        store.land(ANA, wrong)
    assert waiting(store) == ["b"] and len(store.thoughts(ANA, heads=["ana"])) == 1


def test_what_is_retired_ends_and_comes_back_as_a_version(store: Store) -> None:
    first, second = told(store, "a", "b")
    store.land(ANA, landing([first], thought("t1", LYON, "a")))
    (there,) = store.thoughts(ANA, heads=["ana"])
    end = START + timedelta(days=1)
    assert store.land(ANA, landing([second], retired=(Retired(there.number, end),)))
    assert store.thoughts(ANA, heads=["ana"]) == []
    (gone,) = store.versions(ANA, "t1")
    assert (gone.retired_at, gone.valid_to, gone.triple, gone.turns) == (START, end, LYON, ("a",))
    later = replace(thought("t1", LYON, "a"), recorded_at=START + timedelta(hours=1))
    assert store.land(ANA, landing([], later))
    assert [one.retired_at for one in store.versions(ANA, "t1")] == [START, None]
    assert [one.number for one in store.thoughts(ANA, heads=["ana"])] == [gone.number + 1]


def test_support_adds_evidence_once(store: Store) -> None:
    first, second, third = told(store, "a", "b", "c")
    store.land(ANA, landing([first], thought("t1", LYON, "a")))
    (there,) = store.thoughts(ANA, heads=["ana"])
    for turn in (second, third):
        assert store.land(ANA, landing([turn], support=((there.number, "b"), (there.number, "a"))))
    assert store.thoughts(ANA, heads=["ana"])[0].turns == ("a", "b")


def test_failures_are_counted_and_forgiven(store: Store) -> None:
    numbers = told(store, "a", "b")
    for _ in range(2):
        store.failed(ANA, numbers[:1])
    assert (
        waiting(store, tries=2) == ["b"] and waiting(store, tries=3) == ["a", "b"] and waiting(store, since=numbers[1]) == ["b"]
    )
    assert store.waiting("default") == [(ANA, 2)]
    assert store.think_again(ANA, all=False) == 2 and waiting(store, tries=1) == ["a", "b"]
    assert store.land(ANA, landing(numbers)) and store.waiting("default") == []
    assert store.think_again(ANA, all=False) == 0 and store.think_again(ANA, all=True) == 2
    assert store.think_again(BEN, all=True) == 0


def test_again_lets_other_turns_wait(store: Store) -> None:
    numbers = told(store, "a", "b")
    store.land(ANA, landing(numbers))
    store.land(ANA, landing([], again=("b",)))
    assert waiting(store) == ["b"]


def test_a_lease_is_one_holders_until_it_ends(store: Store) -> None:
    told(store, "a")
    later = START + timedelta(seconds=10)
    assert store.lease(ANA, "one", START, later) and not store.lease(ANA, "two", START, later)
    assert store.lease(ANA, "one", START, later + timedelta(seconds=5))
    assert not store.lease(ANA, "two", later, later + timedelta(seconds=20))
    assert store.lease(ANA, "two", later + timedelta(seconds=5), later + timedelta(seconds=20))
    assert store.lease(ANA, "two", later, later), "giving it up"
    assert store.lease(ANA, "one", later, later + timedelta(seconds=5))
    assert not store.lease(BEN, "one", START, later), "nobody's turns"


def test_of_a_carried_thought_the_later_state_stands(store: Store) -> None:
    first, *_ = told(store, "a", "b")
    made = thought("t1", LYON, "a")
    store.land(ANA, landing([first], made, changes=(change("c", "t1"),)))
    day, carried = timedelta(days=1), replace(made, carried=True)
    ended = replace(carried, turns=("b",), retired_at=START + day, valid_to=START)
    before, version = list(store.dump(ANA)), store.view(ANA)

    def comes(*drafts: Draft) -> list[str | None]:
        return [one.standing for one in store.append(ANA, drafts) if one.duplicate]

    assert comes(carried) == [None] and list(store.dump(ANA)) == before
    store.keep_changes(ANA, [replace(change("d", "t9", into="t1"), at=START + 2 * day)])
    assert comes(replace(ended, turns=())) == ["kept"] and len(store.thoughts(ANA, heads=["ana"])) == 1
    later = replace(ended, retired_at=START + 3 * day)
    assert comes(later, later) == ["updated", None]
    (gone,) = store.versions(ANA, "t1")
    assert (gone.turns, gone.retired_at, gone.valid_to) == (("a", "b"), START + 3 * day, START)
    assert store.thoughts(ANA, heads=["ana"]) == [] and comes(carried, later) == ["kept", None]
    view = store.view(ANA)
    assert version is not None and view is not None and view.version > version.version and not view.has_vector.any()


def test_a_version_that_comes_late_ends_where_an_older_one_did(store: Store) -> None:
    """Forgotten here on the third day, it was restored elsewhere on the second: later is later."""
    first, *_ = told(store, "a")
    made, day = thought("t1", LYON, "a"), timedelta(days=1)
    store.land(ANA, landing([first], made))
    (there,) = store.thoughts(ANA, heads=["ana"])
    store.land(ANA, replace(landing([], retired=(Retired(there.number),)), at=START + 3 * day))
    for days, current in ((2, 0), (4, 1)):
        store.append(ANA, [replace(made, carried=True, recorded_at=START + days * day)])
        assert len(store.thoughts(ANA, heads=["ana"])) == current
    assert [one.retired_at for one in store.versions(ANA, "t1")] == [START + 3 * day, START + 3 * day, None]


def test_changes_come_newest_first_by_pages_and_once(store: Store) -> None:
    told(store, "a")
    made = [change(f"c{number}", f"t{number % 2}", into="t9" if number == 3 else None) for number in range(5)]
    for _ in range(2):
        store.keep_changes(ANA, made)
    assert [one.id for one in store.changes(ANA, limit=2)] == ["c4", "c3"]
    assert [one.id for one in store.changes(ANA, limit=9, before="c3")] == ["c2", "c1", "c0"]
    assert [one.id for one in store.changes(ANA, memory_id="t1", limit=9)] == ["c3", "c1"]
    assert [one.id for one in store.changes(ANA, memory_id="t9", limit=9)] == ["c3"]
    assert store.changes(ANA, limit=9)[1] == made[3]


def test_erasing_a_turn_takes_its_thoughts_and_lets_their_other_turns_wait(store: Store) -> None:
    numbers = told(store, "a", "b")
    both = thought("t1", JAZZ, "a", "b")
    store.land(ANA, landing(numbers, both, thought("t2", LYON, "b"), changes=(change("c1", "t1"), change("c2", "t2"))))
    erased = store.erase(ANA, ids=["a"])
    assert (erased.turns, erased.vectors) == (1, 1) and set(erased.ids) == {"a", "t1"}
    assert [one.id for one in store.thoughts(ANA, heads=["ana"])] == ["t2"] and waiting(store) == ["b"]
    assert [one.id for one in store.changes(ANA, limit=9)] == ["c2"]
    assert all(finding.well for finding in store.check() if finding.what != "pending")


def unwell(store: Store) -> dict[str, str]:
    return {finding.what: finding.detail for finding in store.check() if not finding.well and finding.what != "pending"}


def test_current_thoughts_that_say_the_same_are_found(store: Store) -> None:
    numbers = told(store, "a", "b")
    told(store, "c", scope=BEN)
    assert store.land(ANA, landing(numbers[:1], thought("t1", LYON, "a"), thought("t2", JAZZ, "a")))
    assert store.land(BEN, landing([], thought("t1", LYON, "c"))) and unwell(store) == {}, "another's says the same"
    ended = thought("t3", LYON, "a", retired_at=START)
    other = replace(thought("t4", LYON, "a"), agent_id="x", digest=thought_digest(LYON, "x"))
    assert store.land(ANA, landing([], ended, other)) and unwell(store) == {}
    assert store.land(ANA, landing(numbers[1:], thought("t5", Triple("ana", "lives in", "LYON"), "b")))
    assert unwell(store) == {"thoughts": "1 say what another current one says"}
    assert store.mend() == [] and len(store.thoughts(ANA, heads=["ana"])) == 4, "which one stays isn't the store's to say"


def test_changes_of_what_does_not_exist_are_found_and_mended(store: Store) -> None:
    numbers = told(store, "a")
    good = change("c1", "t1")
    store.land(ANA, landing(numbers, thought("t1", LYON, "a"), changes=(good,)))
    store.append(BEN, [draft("t9")])  # of the same name, and another's
    assert unwell(store) == {}
    into = change("c2", "t1", "forget", into="t9")
    store.keep_changes(ANA, [into, change("c3", "t8"), change("c4", "t8", into="t9")])
    assert unwell(store) == {"changes": "3 point to memories that don't exist"}
    (done,) = store.mend()
    assert done.well and done.detail.startswith("2 of memories that don't exist were removed, 1 ")
    assert store.changes(ANA, limit=9) == [replace(into, into=None), good]
    assert unwell(store) == {} and store.mend() == []
