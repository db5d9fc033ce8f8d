"""The measurement against small cases by hand, against a search written out plainly, and against what theory expects."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from thoughtbank.errors import EmbedderError, InputError
from thoughtbank.evaluation.datasets import Dialogue, Question
from thoughtbank.evaluation.lsh import (
    BATCH,
    DEFAULT,
    DEPTHS,
    PROBES,
    TABLES,
    Memory,
    Texts,
    Way,
    interval,
    measure,
    memories_of,
    nearest,
    report,
    shares,
    texts_of,
)
from thoughtbank.evaluation.lsh_time import NOISE, Lists, candidates, grown, hashed, time_table, timed, timed_on, whole
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.records.conversation import Turn
from thoughtbank.settings import ThinkSettings
from thoughtbank.similarity.lsh import Hashing

Rows = NDArray[np.float32]


def units(count: int, dimension: int = 8, seed: int = 0) -> Rows:
    rows = np.random.default_rng(seed).standard_normal((count, dimension)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def memory(thoughts: int = 40, queries: int = 6, dimension: int = 8, seed: int = 0) -> Memory:
    rows = units(thoughts + queries, dimension, seed)
    return Memory("ana", rows[:thoughts], rows[thoughts:])


def lists_of(rows: Rows, hashing: Hashing) -> list[Lists]:
    return [Lists.of(column, hashing.buckets) for column in hashing.index(rows).T]


def test_by_hand() -> None:
    """In the plane with 2 buckets R is one line, and the buckets are the two sides of the one that stands on it."""
    side = np.random.RandomState(0).standard_normal((2, 1))[:, 0]
    side = side / np.linalg.norm(side)
    across = np.array([-side[1], side[0]])
    thoughts = np.array([side, -side, across + 0.2 * side, across - 0.2 * side], np.float32)
    query = np.array([across + 0.1 * side], np.float32)
    found = shares(Memory("ana", thoughts, query), Hashing(0, 2, 2, max(TABLES)), np.array([[2, 3, 0, 1]]))
    one_table = found[0, 0]
    # The query's side holds the first and the third of the thoughts. The two nearest are the third and, across the line, the fourth.
    assert one_table[PROBES.index(1)].tolist() == [0.5, 1.0, 0.5, 0.5]
    assert one_table[PROBES.index(2)].tolist() == [1.0, 1.0, 1.0, 1.0]


@given(st.integers(0, 10_000), st.sampled_from([2, 4, 8, 16]), st.sampled_from(TABLES), st.sampled_from(PROBES))
def test_it_counts_what_a_search_finds(seed: int, buckets: int, tables: int, probes: int) -> None:
    """The shares, which come from one pass for all ways, against the search itself, one way at a time."""
    given_ = memory(seed=seed)
    probes = min(probes, buckets)
    all_tables = Hashing(seed, 8, buckets, max(TABLES))
    found = shares(given_, all_tables, nearest(given_, max(DEPTHS)))
    hashing = Hashing(seed, 8, buckets, tables)
    lists = lists_of(given_.thoughts, hashing)
    for number, query in enumerate(given_.queries):
        rows = candidates(query, hashing, lists, probes)
        assert len(set(rows.tolist())) == len(rows)
        cell = found[number, TABLES.index(tables), PROBES.index(probes)]
        assert cell[0] == pytest.approx(len(rows) / 40)
        for depth, k in enumerate(DEPTHS, 1):
            truth = set(whole(given_.thoughts, query, k).tolist())
            by_bucket = set(hashed(given_.thoughts, query, hashing, lists, probes, k).tolist())
            assert cell[depth] == pytest.approx(len(truth & by_bucket) / k)


def test_brute_force_is_the_nearest_first() -> None:
    given_ = memory()
    for query, rows in zip(given_.queries, nearest(given_, 10), strict=True):
        cosines = given_.thoughts @ query
        assert (
            rows.tolist() == sorted(range(40), key=lambda row: -cosines[row])[:10] == whole(given_.thoughts, query, 10).tolist()
        )


def test_all_buckets_find_everything_and_more_of_anything_no_less() -> None:
    measured = measure("made up", [memory(), memory(seed=1)], buckets=(4, 8))
    found = {(one.way, one.k): one for one in measured.found}
    assert {way.buckets for way, _ in found} == {4, 8}
    assert Way(4, 1, 8) not in {way for way, _ in found}, "4 buckets can't be probed 8 times"
    for (way, k), one in found.items():
        assert 0 <= one.recall.low <= one.recall.mean <= one.recall.high <= 1
        if way.probes == way.buckets:
            assert one.recall.mean == one.read.mean == 1
        for more in (Way(way.buckets, way.tables * 2, way.probes), Way(way.buckets, way.tables, way.probes * 2)):
            if (more, k) in found:
                assert found[more, k].recall.mean >= one.recall.mean
                assert found[more, k].read.mean >= one.read.mean


def test_near_thoughts_are_found_more_often_than_chance() -> None:
    thoughts = units(60, 16)
    queries = grown(thoughts, 120)[60:]
    (one, *_) = measure("near", [Memory("ana", thoughts, queries)], buckets=(8,)).found
    assert one.way == Way(8)
    assert one.k == 1
    assert one.recall.low > 2 * one.read.high


def test_a_memory_with_less_than_k() -> None:
    measured = measure("small", [memory(thoughts=3)], buckets=(2,))
    assert all(one.recall.mean == 1 for one in measured.found if one.way.probes == 2)


def test_what_cannot_be_measured_is_named() -> None:
    empty = Memory("bo", np.empty((0, 8), np.float32), units(2))
    unasked = Memory("cy", units(2), np.empty((0, 8), np.float32))
    measured = measure("mixed", [memory(), empty, unasked], buckets=(4, 16, 32))
    assert measured.memories == 1
    assert measured.left_out == (
        "bo: no thoughts, or no questions",
        "cy: no thoughts, or no questions",
        "32 buckets: more than twice the 8 dimensions",
    )
    with pytest.raises(InputError, match="mixed: there is no dialogue"):
        measure("mixed", [empty, unasked])


def test_intervals() -> None:
    """Where one of the two makes no difference, the interval is that of the mean over the other."""
    drawn = np.random.default_rng(1).random((400, 2))
    mean, half = drawn.mean(axis=0), 1.96 * drawn.std(axis=0) / 20
    for values in (np.tile(drawn, (3, 1, 1)), np.tile(drawn[:, None], (1, 3, 1))):
        low, high = interval(values)
        assert low == pytest.approx(mean - half, abs=0.004)
        assert high == pytest.approx(mean + half, abs=0.004)
        assert (interval(values) == interval(values)).all()
    assert interval(np.ones((2, 5, 3))).tolist() == [[1, 1, 1]] * 2


def test_seeds_are_told_apart() -> None:
    """Vectors that all point much the same way: what is found and read depends on where the few buckets on that side lie."""
    rows = units(60, 16) + 2 * units(1, 16, seed=9)
    rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    (one, *_) = measure("one way", [Memory("ana", rows[:50], rows[50:])], buckets=(8,)).found
    assert one.read.least < one.read.low < one.read.mean < one.read.high < one.read.most
    assert one.read.mean > 2 / 8
    (spread, *_) = measure("all ways", [memory(50, 10, 16)], buckets=(8,)).found
    assert spread.read.most - spread.read.least < one.read.most - one.read.least
    (single, *_) = measure("one draw", [memory(50, 10, 16)], buckets=(8,), draws=1).found
    assert single.read.least == single.read.mean == single.read.most


def test_the_same_figures_every_time() -> None:
    assert measure("again", [memory()], buckets=(8,)) == measure("again", [memory()], buckets=(8,))


def test_report_and_json() -> None:
    measured = measure("made up", [memory()], buckets=(4, 16))
    paper, ours = report(measured)
    assert [row[0] for row in paper.rows] == ["4", "16"]
    assert len(paper.columns) == len(paper.rows[0]) == 7
    assert "1 memories, 40 thoughts, 6 questions" in paper.title
    assert ours.columns[1:] == (
        "1 table, 1 probe", "1 table, 2 probes", "1 table, 4 probes", "1 table, 8 probes", "2 tables, 1 probe", "4 tables, 1 probe",
    )  # fmt: skip
    assert ours.rows[0][3] == "1.000 / 100.0 %"
    assert ours.rows[0][4] == ""
    data = measured.as_json()
    assert data["thoughts"] == 40
    assert set(data["found"][0]) == {"buckets", "tables", "probes", "k", "recall", "read"}
    assert set(data["found"][0]["recall"]) == {"mean", "low", "high", "least", "most"}
    assert len(data["found"]) == len(measured.found) == (3 * 3 + 3 * 4) * 3


def test_dialogues_become_memories() -> None:
    turns = tuple(Turn(f"I keep {number} bees.") for number in range(BATCH + 3))
    dialogue = Dialogue("ana", (*turns, Turn(" ")), {}, (Question("q", "How many bees?", frozenset("a"), "fact"),))
    texts = texts_of([dialogue], lambda turns: [turn.text for turn in turns if turn.text.strip()])
    assert texts == [Texts("ana", tuple(turn.text for turn in turns), ("How many bees?",))]
    heard: list[int] = []
    (made,) = memories_of(texts, HashEmbedder(), heard.append)
    assert made.name == "ana"
    assert made.thoughts.shape == (BATCH + 3, 64)
    assert made.queries.shape == (1, 64)
    assert heard == [BATCH, BATCH + 3, BATCH + 4]
    (silent,) = memories_of([Texts("bo", (), ())], HashEmbedder())
    assert len(silent.thoughts) == len(silent.queries) == 0


def test_an_embedder_that_gives_no_vectors() -> None:
    class Broken(HashEmbedder):
        def embed(self, texts: Sequence[str], *, query: bool = False) -> Rows:
            return np.full((len(texts), 4), np.nan, np.float32)

    with pytest.raises(EmbedderError, match="no usable vectors: a vector holds"):
        memories_of([Texts("ana", ("I keep bees.",), ())], Broken())


def test_memories_are_grown_from_what_is_given() -> None:
    thoughts = units(30, 64)
    assert (grown(thoughts, 10) == thoughts[:10]).all()
    more = grown(thoughts, 400)
    assert more.shape == (400, 64)
    assert more.dtype == np.float32
    assert (more[:30] == thoughts).all()
    assert np.linalg.norm(more, axis=1) == pytest.approx(1, abs=1e-5)
    cosines = (more[30:] @ thoughts.T).max(axis=1)
    assert cosines.mean() == pytest.approx(1 / np.sqrt(1 + NOISE**2), abs=0.02)
    assert (grown(thoughts, 400) == more).all()


def test_times_come_from_the_clock() -> None:
    """Each look at this clock is a millisecond after the last: three looks a query, so that both ways take one."""
    looks = iter(range(10_000_000))
    ways = (Way(4), Way(8, 2, 4), Way(32))
    times = timed(units(50), units(4, seed=1), sizes=(20, 80), ways=ways, clock=lambda: next(looks) / 1000)
    assert [(one.size, one.made_up, one.way) for one in times] == [
        (20, 0, ways[0]), (20, 0, ways[1]), (80, 30, ways[0]), (80, 30, ways[1]),
    ]  # fmt: skip
    for one in times:
        assert one.whole_ms == pytest.approx(1)
        assert one.ratio == pytest.approx(1)
        assert 0 < one.read < 1
        assert set(one.as_json()) == {
            "buckets", "tables", "probes", "k", "size", "made_up", "read", "whole_ms", "hashed_ms", "ratio",
        }  # fmt: skip
    table = time_table(times)
    assert len(table.rows) == 4
    assert len(table.columns) == len(table.rows[0])


def test_time_is_taken_on_all_memories_together() -> None:
    times = timed_on([memory(), Memory("bo", np.empty((0, 8), np.float32), units(2))])
    assert [one.size for one in times] == [140, 140, 10_000, 10_000, 100_000, 100_000]
    assert times[0].made_up == 100


def test_an_empty_bucket_finds_nothing() -> None:
    rows = units(1)
    hashing = Hashing(0, 8, 4)
    lists = lists_of(rows, hashing)
    assert hashed(rows, rows[0], hashing, lists, 1).tolist() == [0]
    assert hashed(rows, -rows[0], hashing, lists, 1).tolist() == []


def test_the_default_of_the_figures_is_the_engines() -> None:
    assert ThinkSettings().buckets == DEFAULT
