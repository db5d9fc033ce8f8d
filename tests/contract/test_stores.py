"""What ports.Store promises, held against every store there is. Another store joins by a line in STORES."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.conftest import START, empty_database
from thoughtbank.errors import EmbedderMismatch, IdTaken, KeyConflict, NotFound
from thoughtbank.ports import Store, Vectors, View
from thoughtbank.records.conversation import Scope
from thoughtbank.records.decisions import Filter
from thoughtbank.records.memory import Draft
from thoughtbank.stores import open_store, postings

DIMENSION = 4
ANA, BEN = Scope("default", "ana"), Scope("default", "ben")
Make = Callable[[Path], Store]


def sqlite_store(folder: Path, **given: Any) -> Store:
    wanted = {"durable": False, "busy_timeout": 10.0, "cache_mb": 64, "session_gap": 60.0} | given
    if not (folder / "store.db").exists():
        (folder / "store.db").write_bytes(empty_database())
    store = open_store(str(folder / "store.db"), **wanted)
    store.claim("fixed", DIMENSION)
    return store


STORES: dict[str, Make] = {"sqlite": sqlite_store}


@pytest.fixture(params=list(STORES))
def make(request: pytest.FixtureRequest) -> Iterator[Make]:
    opened: list[Store] = []

    def make_one(folder: Path) -> Store:
        opened.append(STORES[request.param](folder))
        return opened[-1]

    yield make_one
    for store in opened:
        store.close()


@pytest.fixture
def store(make: Make, tmp_path: Path) -> Store:
    return make(tmp_path)


def groups(count: int) -> NDArray[np.int32]:
    """No thought among them."""
    return np.zeros(count, np.int32)


def draft(name: str, text: str | None = None, *, at: int = 0, **given: Any) -> Draft:
    """`at`: seconds after START, both said and recorded."""
    text = name if text is None else text
    terms = given.pop("terms", None)
    terms = Counter(text.split()) if terms is None else terms
    moment = START + timedelta(seconds=at)
    fields: dict[str, Any] = {"said_at": moment, "recorded_at": moment, "kind": "turn", "role": "user"} | given
    if fields["kind"] == "note":
        fields["role"] = None
    return Draft(id=name, text=text, terms=terms, length=sum(terms.values()), **fields)


def vectors(numbers: list[int]) -> Vectors:
    """One for each number, different, unit length."""
    raw = np.random.default_rng(7).normal(size=(1000, DIMENSION)).astype(np.float32)
    raw /= np.linalg.norm(raw, axis=1, keepdims=True)
    return raw[np.asarray(numbers, int) % 1000]


def settle(store: Store, scope: Scope) -> None:
    numbers = [memory.number for memory in store.pending(scope, 10_000)]
    if numbers:
        store.settle(scope, numbers, vectors(numbers), groups(len(numbers)))


def seen(store: Store, scope: Scope) -> View:
    view = store.view(scope)
    assert view is not None
    return view


def texts(store: Store, scope: Scope) -> list[str]:
    return [memory.text for memory in store.page(scope, Filter(), limit=10_000)]


# append


def test_what_is_appended_is_read_back_whole(store: Store) -> None:
    offset = timezone(timedelta(hours=5, minutes=45))
    given = draft(
        "a", "the kettle", said_at=datetime(2024, 2, 29, 23, 59, 59, 999_999, offset), recorded_at=START, session_id="s",
        agent_id="g", speaker="Zoë", role="participant", parts=({"type": "image", "caption": "茶"},), key="k", language="en",
        valid_from=START, valid_to=START + timedelta(days=1),
    )  # fmt: skip
    (written,) = store.append(ANA, [given])
    memory = store.read(ANA, [written.number])[written.number]
    for name in ("id", "kind", "text", "said_at", "recorded_at", "session_id", "agent_id", "speaker", "role", "parts"):
        assert getattr(memory, name) == getattr(given, name), name
    assert memory.said_at.utcoffset() == timedelta(hours=5, minutes=45)
    assert (memory.valid_from, memory.valid_to, memory.retired_at) == (given.valid_from, given.valid_to, None)
    assert memory.pending
    assert memory.turns == ("a",)


def test_numbers_ascend_in_order_of_writing(store: Store) -> None:
    first = store.append(ANA, [draft("a"), draft("b")])
    second = store.append(ANA, [draft("c")])
    numbers = [written.number for written in (*first, *second)]
    assert numbers == sorted(set(numbers))
    assert texts(store, ANA) == ["a", "b", "c"]


def test_a_known_key_is_recognised(store: Store) -> None:
    (first,) = store.append(ANA, [draft("a", "one", key="k")])
    (again,) = store.append(ANA, [draft("b", "one", key="k")])
    assert (again.id, again.number, again.duplicate) == ("a", first.number, True)
    assert texts(store, ANA) == ["one"]


def test_a_key_is_recognised_inside_one_call(store: Store) -> None:
    first, again = store.append(ANA, [draft("a", "one", key="k"), draft("b", "one", key="k")])
    assert not first.duplicate
    assert (again.id, again.duplicate) == ("a", True)


@pytest.mark.parametrize("earlier", [True, False])
def test_a_key_for_another_text_writes_nothing_of_the_call(store: Store, earlier: bool) -> None:
    kept = draft("a", "one", key="k")
    if earlier:
        store.append(ANA, [kept])
        batch = [draft("x", "before"), draft("b", "two", key="k"), draft("y", "after")]
    else:
        batch = [draft("x", "before"), kept, draft("b", "two", key="k")]
    with pytest.raises(KeyConflict, match="'k'"):
        store.append(ANA, batch)
    assert texts(store, ANA) == (["one"] if earlier else [])


def test_a_key_belongs_to_its_scope(store: Store) -> None:
    store.append(ANA, [draft("a", "one", key="k")])
    (written,) = store.append(BEN, [draft("b", "two", key="k")])
    assert not written.duplicate


def test_a_carried_version_is_recognised_by_id_moment_and_text(store: Store) -> None:
    (first,) = store.append(ANA, [draft("a", "one", carried=True)])
    (again,) = store.append(ANA, [draft("a", "one", carried=True)])
    assert (again.number, again.duplicate) == (first.number, True)
    store.append(ANA, [draft("a", "two", carried=True)])
    assert [version.text for version in store.versions(ANA, "a")] == ["one", "two"]
    assert texts(store, ANA) == ["two"]


@pytest.mark.parametrize("text", ["one", "two"])
def test_an_id_that_is_there_is_not_given_again(store: Store, text: str) -> None:
    store.append(ANA, [draft("a", "one")])
    with pytest.raises(IdTaken, match="'a'"):
        store.append(ANA, [draft("b", "before"), draft("a", text)])
    assert texts(store, ANA) == ["one"]


def test_a_known_digest_of_a_current_note_is_recognised(store: Store) -> None:
    (first,) = store.append(ANA, [draft("a", "one", kind="note", digest="d")])
    (again,) = store.append(ANA, [draft("b", "One", kind="note", digest="d")])
    assert (again.id, again.number, again.duplicate) == ("a", first.number, True)
    store.replace(ANA, draft("a", "other", at=1, kind="note", digest="e"))
    (fresh,) = store.append(ANA, [draft("c", "one", kind="note", digest="d")])
    assert not fresh.duplicate


def test_a_recalled_reply_is_in_the_log_and_not_in_memory(store: Store) -> None:
    store.append(ANA, [draft("a", "quoted", origin="recalled")])
    assert store.pending(ANA, 10) == []
    assert texts(store, ANA) == []
    assert [line["text"] for line in store.dump(ANA)] == ["quoted"]


def test_many_drafts_in_one_call_are_written_where_sqlite_takes_few_variables(store: Store) -> None:
    """The customary build of SQLite takes 32,766 variables a statement."""
    import sqlalchemy as sa

    @sa.event.listens_for(store._engine, "checkout")  # type: ignore[attr-defined]
    def _few(raw: Any, record: Any, proxy: Any) -> None:
        raw.setlimit(9, 32_766)  # SQLITE_LIMIT_VARIABLE_NUMBER

    count = 17_000
    written = store.append(ANA, [draft(f"{number}", terms={"x": 1}, session_id="s") for number in range(count)])
    assert len(written) == count
    assert store.erase(ANA, session_id="s").memories == count


# settle, pending


def test_settled_memories_are_no_longer_pending(store: Store) -> None:
    written = store.append(ANA, [draft("a"), draft("b"), draft("c")])
    assert [memory.id for memory in store.pending(ANA, 2)] == ["a", "b"]
    numbers = [written[0].number, 10**6, written[2].number]
    store.settle(ANA, numbers, vectors(numbers), groups(len(numbers)))
    assert [memory.id for memory in store.pending(ANA, 10)] == ["b"]
    view = seen(store, ANA)
    assert view.has_vector.tolist() == [True, False, True]
    assert np.array_equal(view.matrix[[0, 2]], vectors(numbers)[[0, 2]])


def test_settling_twice_or_in_a_strange_scope_changes_nothing(store: Store) -> None:
    (written,) = store.append(ANA, [draft("a")])
    store.settle(ANA, [written.number], vectors([1]), groups(1))
    store.settle(ANA, [written.number], vectors([2]), groups(1))
    store.settle(BEN, [written.number], vectors([3]), groups(1))
    assert np.array_equal(seen(store, ANA).matrix, vectors([1]))
    assert store.view(BEN) is None


def test_vectors_of_another_embedder_are_refused(store: Store) -> None:
    first, second = store.append(ANA, [draft("a"), draft("b")])
    store.settle(ANA, [first.number], vectors([1]), groups(1))
    with pytest.raises(EmbedderMismatch, match=r"4 dimensions.*reembed"):
        store.settle(ANA, [second.number], np.ones((1, 8), np.float32), groups(1))
    with pytest.raises(EmbedderMismatch, match="fixed"):
        store.claim("other", DIMENSION)
    assert [memory.id for memory in store.pending(ANA, 10)] == ["b"]
    assert seen(store, ANA).has_vector.tolist() == [True, False]


# replace, versions


def test_a_replaced_memory_keeps_its_history(store: Store) -> None:
    store.append(ANA, [draft("a", "one")])
    settle(store, ANA)
    store.replace(ANA, draft("a", "two", at=5))
    store.replace(ANA, draft("a", "three", at=9))
    versions = store.versions(ANA, "a")
    assert [version.text for version in versions] == ["one", "two", "three"]
    assert [version.retired_at for version in versions] == [START + timedelta(seconds=5), START + timedelta(seconds=9), None]
    assert texts(store, ANA) == ["three"]
    assert [memory.text for memory in store.pending(ANA, 10)] == ["three"]


def test_there_is_one_current_version_even_when_the_clock_went_back(store: Store) -> None:
    store.append(ANA, [draft("a", "one", at=100)])
    store.replace(ANA, draft("a", "two", at=50))
    assert texts(store, ANA) == ["two"]


def test_replacing_what_is_not_there_is_an_error(store: Store) -> None:
    store.append(ANA, [draft("a", "one")])
    for scope, name in ((ANA, "b"), (BEN, "a")):
        with pytest.raises(NotFound, match=repr(name)):
            store.replace(scope, draft(name, "two", at=1))
    assert [version.text for version in store.versions(ANA, "a")] == ["one"]
    assert store.versions(BEN, "a") == []


# page, read


def test_pages_give_everything_once(store: Store) -> None:
    store.append(ANA, [draft(f"m{number}") for number in range(23)])
    found, after = [], 0
    while True:
        page = store.page(ANA, Filter(), limit=5, after=after)
        found += [memory.id for memory in page]
        if page.next is None:
            break
        assert len(page) == 5
        after = int(page.next)
    assert found == [f"m{number}" for number in range(23)]


def test_a_page_follows_its_filter(store: Store) -> None:
    store.append(
        ANA,
        [
            draft("a", session_id="s", speaker="A"),
            draft("b", at=10, agent_id="g", role="assistant"),
            draft("c", at=20, kind="note"),
        ],
    )
    wanted = {
        "a": [Filter(session_id="s"), Filter(speaker="A"), Filter(until=START + timedelta(seconds=10))],
        "b": [Filter(agent_id="g"), Filter(role="assistant")],
        "c": [Filter(kind="note"), Filter(since=START + timedelta(seconds=20))],
        "": [Filter(session_id="%"), Filter(session_id="S"), Filter(speaker="A", role="assistant")],
    }
    for ids, filters in wanted.items():
        for one in filters:
            assert [memory.id for memory in store.page(ANA, one, limit=10)] == list(ids), one


def test_reading_what_is_gone_leaves_it_out(store: Store) -> None:
    first, second = store.append(ANA, [draft("a"), draft("b")])
    store.erase(ANA, ids=["a"])
    assert list(store.read(ANA, [first.number, second.number, 99])) == [second.number]
    assert store.read(BEN, [second.number]) == {}
    assert store.read(ANA, []) == {}


@given(
    moments=st.lists(st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 12, 31)), min_size=1, max_size=8),
    minutes=st.integers(-1439, 1439),
)
@settings(max_examples=25)
def test_times_are_exact_to_the_microsecond(
    tmp_path_factory: pytest.TempPathFactory, moments: list[datetime], minutes: int
) -> None:
    store = sqlite_store(tmp_path_factory.mktemp("times"))
    zone = timezone(timedelta(minutes=minutes))
    said = [moment.replace(tzinfo=zone) for moment in moments]
    store.append(ANA, [draft(f"m{place}", said_at=moment) for place, moment in enumerate(said)])
    found = [memory.said_at for memory in store.page(ANA, Filter(), limit=100)]
    assert [moment.isoformat() for moment in found] == [moment.isoformat() for moment in said]
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    assert seen(store, ANA).said_at.tolist() == [(moment - epoch) // timedelta(microseconds=1) for moment in said]
    store.close()


# erase


def test_erase_destroys_every_version_and_nothing_else(store: Store) -> None:
    store.append(ANA, [draft("a", "one", session_id="s"), draft("b", "two", session_id="s"), draft("c", "three")])
    store.append(BEN, [draft("a", "one", session_id="s")])
    settle(store, ANA)
    store.replace(ANA, draft("a", "uno", at=5, session_id="s"))
    erased = store.erase(ANA, ids=["a"])
    assert (erased.turns, erased.memories, erased.ids, erased.scrubbed) == (1, 1, ("a",), True)
    assert texts(store, ANA) == ["two", "three"]
    assert store.versions(ANA, "a") == []
    assert texts(store, BEN) == ["one"]
    view = seen(store, ANA)
    assert store.postings(ANA, view, ["one", "uno"]) == {}
    assert sorted(store.postings(ANA, view, ["two", "three"])) == ["three", "two"]


def test_erasing_a_session_takes_its_log_too(store: Store) -> None:
    store.append(ANA, [draft("a", session_id="s"), draft("q", session_id="s", origin="recalled"), draft("b", session_id="t")])
    erased = store.erase(ANA, session_id="s")
    assert (erased.turns, erased.memories) == (2, 1)
    assert [line["id"] for line in store.dump(ANA)] == ["b"]


def test_erasing_everything_leaves_the_others(store: Store) -> None:
    store.append(ANA, [draft("a"), draft("b")])
    store.append(BEN, [draft("a")])
    settle(store, ANA)
    erased = store.erase(ANA, everything=True)
    assert (erased.turns, erased.memories, erased.vectors) == (2, 2, 2)
    assert store.view(ANA) is None
    assert store.scopes() == [(BEN, 1)]
    store.append(ANA, [draft("c")])
    assert texts(store, ANA) == ["c"]
    assert seen(store, ANA).size == 1


def test_erasing_nothing_counts_nothing(store: Store) -> None:
    store.append(ANA, [draft("a")])
    assert store.erase(ANA, ids=["b"]).memories == 0
    assert store.erase(BEN, everything=True).memories == 0
    assert texts(store, ANA) == ["a"]


# views


def test_a_scope_never_written_has_no_view(store: Store) -> None:
    store.append(ANA, [draft("a")])
    assert store.view(BEN) is None
    assert store.page(BEN, Filter(), limit=10).items == ()
    assert list(store.dump(BEN)) == []


def test_another_store_on_the_same_data_notices_each_write(make: Make, tmp_path: Path) -> None:
    one, two = make(tmp_path), make(tmp_path)
    one.append(ANA, [draft("a", "alpha")])
    assert seen(two, ANA).size == 1
    one.append(ANA, [draft("b", "beta")])
    view = seen(two, ANA)
    assert two.postings(ANA, view, ["beta"])["beta"][0].tolist() == [1]
    assert view.has_vector.tolist() == [False, False]
    settle(one, ANA)
    assert seen(two, ANA).has_vector.tolist() == [True, True]
    one.replace(ANA, draft("a", "gamma", at=3))
    assert (seen(two, ANA).retired_at < np.iinfo(np.int64).max).tolist() == [True, False, False]
    one.erase(ANA, ids=["a"])
    view = seen(two, ANA)
    assert view.size == 1
    assert two.postings(ANA, view, ["alpha", "gamma"]) == {}
    one.erase(ANA, everything=True)
    assert two.view(ANA) is None


def frozen(view: View) -> dict[str, Any]:
    fields = (
        "numbers", "matrix", "has_vector", "said_at", "recorded_at", "retired_at", "valid_from", "valid_to", "length",
        "next_row", "previous_row", "mean_length",
    )  # fmt: skip
    arrays = {name: getattr(view, name).copy() for name in fields}
    arrays["matrix"][~view.has_vector] = 0  # only these may be filled later
    arrays |= {f"code {name}": values.copy() for name, values in view.codes.items()}
    arrays |= {f"names {name}": dict(values) for name, values in view.names.items()}
    return arrays


def same(one: dict[str, Any], two: dict[str, Any]) -> list[str]:
    """Names of the fields that differ."""
    return [name for name in one if not np.array_equal(one[name], two[name]) if not isinstance(one[name], dict)] + [
        name for name in one if isinstance(one[name], dict) and one[name] != two[name]
    ]


def test_a_view_given_out_does_not_change(store: Store) -> None:
    store.append(ANA, [draft(f"m{number}", "tea" if number % 2 else "milk", session_id="s") for number in range(10)])
    settle(store, ANA)
    view = seen(store, ANA)
    before = frozen(view)
    tea = store.postings(ANA, view, ["tea"])["tea"][0].tolist()
    store.replace(ANA, draft("m1", "tea", at=5, session_id="s"))
    store.append(ANA, [draft(f"n{number}", "tea", session_id="t", agent_id="g") for number in range(100)])
    settle(store, ANA)
    seen(store, ANA)
    assert same(before, frozen(view)) == []
    assert store.postings(ANA, view, ["tea"])["tea"][0].tolist() == tea


def test_a_view_given_out_while_vectors_were_missing_does_not_change(store: Store) -> None:
    store.append(ANA, [draft("a"), draft("b")])
    store.settle(ANA, [1], vectors([1]), groups(1))
    view = seen(store, ANA)
    before = frozen(view)
    settle(store, ANA)
    seen(store, ANA)
    assert same(before, frozen(view)) == []


def test_a_kept_view_equals_one_read_anew(make: Make, tmp_path: Path) -> None:
    store = make(tmp_path)
    for number in range(12):
        store.append(ANA, [draft(f"m{number}", f"w{number % 3} x", at=number, session_id=f"s{number % 2}")])
        settle(store, ANA)
        seen(store, ANA)
    store.replace(ANA, draft("m3", "y", at=20, session_id="s1"))
    settle(store, ANA)
    assert same(frozen(seen(store, ANA)), frozen(seen(make(tmp_path), ANA))) == []


def test_every_thread_gets_a_whole_view(store: Store) -> None:
    faults: list[BaseException | str] = []

    def read() -> None:
        try:
            for _ in range(30):
                view = store.view(ANA)
                if view is None:
                    continue
                rows = store.postings(ANA, view, ["x"])["x"][0]
                if rows.tolist() != list(range(view.size)):
                    faults.append(f"{rows.tolist()} of {view.size}")
        except BaseException as error:  # noqa: BLE001  handed to the test's own thread
            faults.append(error)

    store.append(ANA, [draft("first", "x")])
    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(30):
        store.append(ANA, [draft(f"m{number}", "x", at=number)])
    for thread in threads:
        thread.join()
    assert faults == []


# postings


TERM = st.sampled_from(["tea", "milk", "tháng 5", "博物", "12.5", "don't", "x"])
COUNTS = st.dictionaries(TERM, st.integers(1, 5), max_size=5)


@given(batches=st.lists(st.lists(COUNTS, min_size=1, max_size=7), min_size=3, max_size=8), data=st.data())
@settings(max_examples=30)
def test_postings_equal_a_count_by_hand(
    tmp_path_factory: pytest.TempPathFactory, batches: list[list[dict[str, int]]], data: st.DataObject
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings, "FRESH", 4)
        patch.setattr(postings, "FANOUT", 2)
        store = sqlite_store(tmp_path_factory.mktemp("postings"))
        held: dict[str, dict[str, int]] = {}
        views: list[tuple[View, dict[str, dict[str, int]]]] = []
        for batch in batches:
            drafts = [draft(f"m{len(held) + place}", terms=terms) for place, terms in enumerate(batch)]
            store.append(ANA, drafts)
            held |= {one.id: dict(one.terms) for one in drafts}
            views.append((seen(store, ANA), dict(held)))
        for view, known in views:  # also those given out before the rest was packed and merged
            assert counted(store, view) == expected(known)
        gone = data.draw(st.sets(st.sampled_from(sorted(held)), min_size=1))
        store.erase(ANA, ids=sorted(gone))
        left = {name: terms for name, terms in held.items() if name not in gone}
        assert counted(store, seen(store, ANA)) == expected(left)
        assert all(finding.well for finding in store.check() if finding.what != "pending")
        store.close()


def counted(store: Store, view: View) -> dict[str, dict[int, float]]:
    found = store.postings(ANA, view, ["tea", "milk", "tháng 5", "博物", "12.5", "don't", "x", "never"])
    assert all((np.diff(rows) > 0).all() for rows, _ in found.values())
    return {term: dict(zip(rows.tolist(), counts.tolist(), strict=True)) for term, (rows, counts) in found.items()}


def expected(held: dict[str, dict[str, int]]) -> dict[str, dict[int, float]]:
    by_hand: dict[str, dict[int, float]] = {}
    for row, terms in enumerate(held.values()):
        for term, count in terms.items():
            by_hand.setdefault(term, {})[row] = count
    return by_hand


def test_postings_of_versions_are_kept_for_earlier_knowledge(store: Store) -> None:
    store.append(ANA, [draft("a", "tea")])
    store.replace(ANA, draft("a", "milk", at=1))
    view = seen(store, ANA)
    found = store.postings(ANA, view, ["tea", "milk"])
    assert {term: rows.tolist() for term, (rows, _) in found.items()} == {"tea": [0], "milk": [1]}


# sessions


@st.composite
def conversations(draw: st.DrawFn) -> list[Draft]:
    count = draw(st.integers(2, 14))
    return [
        draft(
            f"m{place}",
            at=draw(st.integers(0, 6)) * 1800,
            session_id=draw(st.sampled_from([None, "s", "t"])),
            agent_id=draw(st.sampled_from([None, None, "g"])),
            kind=draw(st.sampled_from(["turn", "turn", "turn", "note"])),
            terms={"x": draw(st.integers(1, 5))},
        )
        for place in range(count)
    ]


@given(drafts=conversations(), data=st.data())
@settings(max_examples=40)
def test_neighbours_equal_a_walk_by_hand(
    tmp_path_factory: pytest.TempPathFactory, drafts: list[Draft], data: st.DataObject
) -> None:
    store = sqlite_store(tmp_path_factory.mktemp("sessions"))
    cut = data.draw(st.integers(1, len(drafts)))
    store.append(ANA, drafts[:cut])
    seen(store, ANA)  # the rest is appended to a view that is there
    if drafts[cut:]:
        store.append(ANA, drafts[cut:])
    changed = data.draw(st.sampled_from(drafts))
    store.replace(ANA, replace(changed, recorded_at=START + timedelta(days=9)))
    rows = {one.id: row for row, one in enumerate(drafts)} | {changed.id: len(drafts)}
    groups: dict[tuple[str | None, str | None], list[Draft]] = {}
    for one in sorted(drafts, key=lambda one: (one.said_at, rows[one.id])):
        if one.kind == "turn":
            groups.setdefault((one.session_id, one.agent_id), []).append(one)
    following = {row: -1 for row in range(len(drafts) + 1)}
    mean = {rows[one.id]: float(one.length) for one in drafts}
    for (session, _), group in groups.items():
        chain: list[Draft] = []
        for one in group:
            apart = chain and session is None and one.said_at - chain[-1].said_at > timedelta(hours=1)
            if chain and not apart:
                following[rows[chain[-1].id]] = rows[one.id]
            chain = [one] if apart else [*chain, one]
            for member in chain:
                mean[rows[member.id]] = sum(each.length for each in chain) / len(chain)
    view = seen(store, ANA)
    assert dict(enumerate(view.next_row.tolist())) == following
    before = {after: row for row, after in following.items() if after >= 0}
    assert view.previous_row.tolist() == [before.get(row, -1) for row in range(view.size)]
    for row, value in mean.items():
        assert view.mean_length[row] == pytest.approx(value)
    store.close()


# isolation


SCOPES = [ANA, BEN, Scope("other", "ana"), Scope("default", "an%")]
STEP = st.tuples(
    st.sampled_from(["append", "append", "append", "note", "replace", "erase", "session", "everything", "settle"]),
    st.sampled_from(SCOPES),
    st.integers(0, 5),
    st.sampled_from(["s", "t", None]),
)


@given(steps=st.lists(STEP, min_size=5, max_size=30))
@settings(max_examples=20)
def test_scopes_never_touch_one_another(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, Scope, int, str | None]]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings, "FRESH", 4)
        patch.setattr(postings, "FANOUT", 2)
        store = sqlite_store(tmp_path_factory.mktemp("scopes"))
        model: dict[Scope, dict[str, tuple[str, str | None]]] = {scope: {} for scope in SCOPES}
        for moment, (what, scope, which, session) in enumerate(steps):
            apply(store, model[scope], what, scope, which, session, moment)
            for each, held in model.items():
                found = store.page(each, Filter(), limit=1000)
                assert {one.id: (one.text, one.session_id) for one in found} == held, (what, scope, each)
                view = store.view(each)
                rows = 0 if view is None else int((view.retired_at == np.iinfo(np.int64).max).sum())
                assert rows == len(held)
        assert {scope: count for scope, count in store.scopes() if count} == {
            scope: len(held) for scope, held in model.items() if held
        }
        assert all(finding.well for finding in store.check() if finding.what != "pending")
        store.close()


def apply(
    store: Store, held: dict[str, tuple[str, str | None]], what: str, scope: Scope, which: int, session: str | None, moment: int
) -> None:
    name, text = f"m{which}", f"text {moment}"
    if what in ("append", "note"):
        if name in held:
            name = f"{name}-{moment}"
        store.append(scope, [draft(name, text, at=moment, session_id=session, kind="turn" if what == "append" else "note")])
        held[name] = (text, session)
    elif what == "replace":
        if name in held:
            store.replace(scope, draft(name, text, at=moment, session_id=held[name][1]))
            held[name] = (text, held[name][1])
        else:
            with pytest.raises(NotFound):
                store.replace(scope, draft(name, text, at=moment))
    elif what == "erase":
        assert store.erase(scope, ids=[name]).memories == (held.pop(name, None) is not None)
    elif what == "session":
        gone = [one for one, (_, where) in held.items() if where == (session or "s")]
        assert store.erase(scope, session_id=session or "s").memories == len(gone)
        for one in gone:
            del held[one]
    elif what == "everything":
        assert store.erase(scope, everything=True).memories == len(held)
        held.clear()
    else:
        settle(store, scope)


# carrying, re-embedding, checking


def test_a_dump_tells_everything_in_order(store: Store) -> None:
    store.append(ANA, [draft("a", "one", key="k", session_id="s"), draft("n", "note", kind="note")])
    store.append(BEN, [draft("z", "other")])
    store.replace(ANA, draft("a", "uno", at=7, session_id="s"))
    lines = list(store.dump(ANA))
    assert [(line["type"], line["id"], line["text"]) for line in lines] == [
        ("turn", "a", "one"), ("version", "n", "note"), ("version", "a", "uno"),
    ]  # fmt: skip
    assert lines[0]["key"] == "k"
    assert lines[0]["memory"]["retired_at"] == (START + timedelta(seconds=7)).isoformat()
    assert "retired_at" not in lines[2]


def test_a_store_is_adopted_by_another_embedder_only_when_complete(store: Store) -> None:
    first, second = store.append(ANA, [draft("a"), draft("b")])
    settle(store, ANA)
    store.add_vectors(ANA, "new", [first.number], np.eye(2, dtype=np.float32)[:1], groups(1))
    assert [memory.id for memory in store.unembedded(ANA, "new", 10)] == ["b"]
    assert not store.adopt("new", 2)
    assert seen(store, ANA).matrix.shape == (2, DIMENSION)
    store.add_vectors(ANA, "new", [second.number, 77], np.eye(2, dtype=np.float32), groups(2))
    assert store.adopt("new", 2)
    assert seen(store, ANA).matrix.shape == (2, 2)
    assert store.info().embedder == "new"
    assert store.info().dimension == 2
    with pytest.raises(EmbedderMismatch):
        store.claim("fixed", DIMENSION)


def test_check_is_well_for_a_settled_store_and_names_what_waits(store: Store) -> None:
    store.append(ANA, [draft("a")])
    waiting = [finding for finding in store.check() if not finding.well]
    assert [finding.what for finding in waiting] == ["pending"]
    assert waiting[0].mend is not None
    settle(store, ANA)
    assert all(finding.well for finding in store.check())


def test_kept_views_are_bounded(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "store.db"), durable=False, busy_timeout=5, cache_mb=1, session_gap=60)
    store.claim("wide", 20_000)
    for place in range(20):
        scope = Scope("default", f"u{place}")
        (written,) = store.append(scope, [draft("a", "tea")])
        store.settle(scope, [written.number], np.eye(1, 20_000, dtype=np.float32), groups(1))
        assert seen(store, scope).has_vector.all()
    kept = store._views._tables  # type: ignore[attr-defined]
    assert len(kept) < 20
    assert sum(table.nbytes for table in kept.values()) < 20 * 64 * 80_000 / 4
    again = seen(store, Scope("default", "u0"))
    assert again.matrix[0, 0] == 1
    store.close()
