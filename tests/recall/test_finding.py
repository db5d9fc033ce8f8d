"""A query comes in: filters, cuts, order, scores and reasons, held against a search by hand."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import START, Opener, SettableClock
from thoughtbank import Thoughtbank, Turn
from thoughtbank.errors import EmbedderError
from thoughtbank.language.words import count_tokens
from thoughtbank.ports import Vectors, View
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.recall.fuse import Fused, fuse, stretch
from thoughtbank.recall.lexical import score
from thoughtbank.recall.narrow import narrow
from thoughtbank.records.decisions import Filter
from thoughtbank.records.memory import Memory
from thoughtbank.settings import RecallSettings
from thoughtbank.stores import postings

HOUR = timedelta(hours=1)


@pytest.fixture
def mixed(bank: Thoughtbank, clock: SettableClock) -> Thoughtbank:
    """Sixty turns and notes of every kind, some edited; every sixth second of the clock is a recording."""
    for number in range(60):
        said_at = START + HOUR * ((number * 7) % 30)
        place = {"session_id": ["s", "t", None][number % 3], "agent_id": ["g", None][number % 2]}
        if number % 5 == 4:
            bank.add(f"note {number} about coffee", user_id="u", said_at=said_at, **place)
        else:
            turn = Turn(f"turn {number} about tea", said_at=said_at, role=["user", "assistant", "tool"][number % 3], speaker=["Ana", "Bo"][number % 2])  # type: ignore[arg-type]  # fmt: skip
            bank.remember(turn, user_id="u", **place)
    for memory in bank.list(user_id="u", limit=1000).items[::9]:
        bank.edit(memory.id, f"edited {memory.text}", user_id="u")
    return bank


def moment(number: int) -> datetime:
    return START + HOUR * number


Test = Callable[[Memory], bool]
NARROWINGS: list[tuple[dict[str, Any], Test]] = [
    ({}, lambda m: True),
    ({"session_id": "s"}, lambda m: m.session_id == "s"),
    ({"session_id": "nowhere"}, lambda m: False),
    ({"session_id": "%"}, lambda m: False),
    ({"agent_id": "g"}, lambda m: m.agent_id == "g"),
    ({"speaker": "Bo"}, lambda m: m.speaker == "Bo"),
    ({"speaker": "bo"}, lambda m: False),
    ({"role": "assistant"}, lambda m: m.role == "assistant"),
    ({"kind": "note"}, lambda m: m.kind == "note"),
    ({"kind": "turn"}, lambda m: m.kind == "turn"),
    ({"since": moment(10)}, lambda m: m.said_at >= moment(10)),
    ({"until": moment(10)}, lambda m: m.said_at < moment(10)),
    ({"since": moment(5), "until": moment(20)}, lambda m: moment(5) <= m.said_at < moment(20)),
    ({"since": moment(9), "until": moment(9)}, lambda m: False),
    ({"as_of": moment(12)}, lambda m: m.said_at <= moment(12)),
    ({"session_id": "t", "speaker": "Ana", "since": "2026-03-02"}, lambda m: m.session_id == "t" and m.speaker == "Ana"),
]


@pytest.mark.parametrize(("narrowing", "wanted"), NARROWINGS, ids=lambda value: str(value) if isinstance(value, dict) else "")
def test_each_filter_lets_through_what_a_search_by_hand_does(
    mixed: Thoughtbank, narrowing: dict[str, Any], wanted: Test
) -> None:
    current = mixed.list(user_id="u", limit=1000).items
    assert len(current) == 60
    expected = {memory.id for memory in current if wanted(memory)}
    found = mixed.recall("tea", user_id="u", k=1000, **narrowing)
    assert {row.id for row in found} == expected
    assert len(found) == len(expected)
    if "as_of" not in narrowing:
        assert {memory.id for memory in mixed.list(user_id="u", limit=1000, **narrowing)} == expected


@pytest.mark.parametrize("seconds", [-1, 0, 0.5, 30, 59, 60, 62.5, 66, 1000])
def test_known_at_shows_what_had_been_recorded_by_then(mixed: Thoughtbank, seconds: float) -> None:
    then = START + timedelta(seconds=seconds)
    versions = [version for memory in mixed.list(user_id="u", limit=1000) for version in mixed._parts.store.versions(mixed._scope("u"), memory.id)]  # fmt: skip
    expected = {(v.id, v.text) for v in versions if v.recorded_at <= then and (v.retired_at is None or then < v.retired_at)}
    found = mixed.recall("tea", user_id="u", k=1000, known_at=then)
    assert {(row.id, row.text) for row in found} == expected
    assert len(found) == len(expected)


def test_filters_apply_before_the_cut(bank: Thoughtbank) -> None:
    bank.remember([{"content": f"coffee is good {number}", "session_id": "loud"} for number in range(300)], user_id="u")
    bank.remember([{"content": f"tea variety {number}", "session_id": "quiet"} for number in range(12)], user_id="u")
    found = bank.recall("coffee is good", user_id="u", session_id="quiet", k=10)
    assert len(found) == 10
    assert all("tea" in row.text for row in found)


@given(micros=st.integers(0, 10**17))
@settings(max_examples=50)
def test_times_narrow_to_the_microsecond(micros: int) -> None:
    when = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=micros)
    said = np.asarray([micros - 1, micros, micros + 1])
    view = plain_view(3, said_at=said)
    assert narrow(view, Filter(since=when)).tolist() == [False, True, True]
    assert narrow(view, Filter(until=when)).tolist() == [True, False, False]
    assert narrow(view, Filter(as_of=when)).tolist() == [True, True, False]


def plain_view(size: int, **given: Any) -> View:
    latest, nothing = np.iinfo(np.int64).max, np.full(size, -1, np.int64)
    fields: dict[str, Any] = {
        "scope_id": 1, "version": 1, "numbers": np.arange(size), "matrix": np.zeros((size, 0), np.float32),
        "has_vector": np.zeros(size, np.bool_), "bucket": np.full(size, -1, np.int32), "gain": np.full(size, np.nan, np.float32), "said_at": np.arange(size), "recorded_at": np.arange(size),
        "retired_at": np.full(size, latest), "valid_from": np.full(size, -latest), "valid_to": np.full(size, latest),
        "length": np.ones(size, np.int32), "codes": {}, "names": {}, "next_row": nothing, "previous_row": nothing,
        "mean_length": np.ones(size, np.float32),
    }  # fmt: skip
    return View(**(fields | given))


# scores


def test_an_exact_repeat_scores_about_one_and_a_threshold_keeps_only_it(bank: Thoughtbank) -> None:
    bank.add("I repair clocks.", user_id="u")
    bank.add("The weather was grey in Lund.", user_id="u")
    found = bank.recall("I repair clocks.", user_id="u", k=2)
    assert found[0].text == "I repair clocks."
    assert found[0].score >= 0.95
    assert found[0].score > found[1].score
    assert [row.text for row in bank.recall("I repair clocks.", user_id="u", k=2, min_score=0.9)] == ["I repair clocks."]


def test_scores_lie_between_nought_and_one_and_fall(mixed: Thoughtbank) -> None:
    for query in ("tea", "turn 7", "edited note", "夏天", "?"):
        scores = [row.score for row in mixed.recall(query, user_id="u", k=60)]
        assert scores == sorted(scores, reverse=True)
        assert all(0 <= score <= 1 for score in scores)


def test_a_row_says_why_it_is_here(bank: Thoughtbank) -> None:
    bank.remember(
        Turn("I went to a support group", speaker="Caroline", session_id="s"), user_id="u", said_at="2023-05-08T10:00:00Z"
    )
    bank.remember(Turn("Nice weather", speaker="Mel", session_id="t"), user_id="u", said_at="2023-05-09T10:00:00Z")
    row = bank.recall("Which support group?", user_id="u")[0]
    assert set(row.words) == {"support", "group"}
    assert row.ranks == {"dense": 1, "lexical": 1}
    assert row.similarity is not None
    wanted = f"(1st by words); likeness of meaning {row.similarity:.2f} (1st by meaning); said by Caroline on 8 May 2023"
    assert row.why.endswith(wanted)
    assert "support" in row.why
    assert row.turns == (row.id,)
    assert row.tokens == count_tokens(row.text)


def test_a_recall_tells_its_steps(mixed: Thoughtbank) -> None:
    steps = mixed.recall("tea", user_id="u", session_id="s").trace
    assert [step.name for step in steps] == ["narrow", "lexical", "dense", "graph", "fuse"]
    assert steps[0].decided == "20 may be seen"
    assert [step.name for step in mixed.recall("tea", user_id="nobody").trace] == ["narrow"]


def test_a_token_budget_cuts_from_the_end_and_counts(bank: Thoughtbank) -> None:
    bank.remember([{"content": f"tea number {number} is a very fine tea indeed"} for number in range(20)], user_id="u")
    whole = bank.recall("tea", user_id="u", k=10)
    for budget in (1, 20, 35, 10_000):
        part = bank.recall("tea", user_id="u", k=10, token_budget=budget)
        assert sum(row.tokens for row in part) <= budget
        assert part.rows == whole.rows[: len(part)]
        assert part.cut == len(whole) - len(part)
    assert (whole.cut, len(bank.recall("tea", user_id="u", k=3))) == (0, 3)


def test_a_path_may_be_left_out(open_bank: Opener) -> None:
    open_bank().remember([{"content": "the kettle"}, {"content": "a teapot"}], user_id="u")
    words = open_bank(recall={"paths": ("lexical",)}).recall("kettle", user_id="u")
    assert words[0].similarity is None
    assert set(words[0].ranks) == {"lexical"}
    meaning = open_bank(recall={"paths": ("dense",)}).recall("kettle", user_id="u")
    assert (meaning[0].text, meaning[0].words, set(meaning[0].ranks)) == ("the kettle", (), {"dense"})
    assert meaning[0].coverage == 0


class Faulty(HashEmbedder):
    """Gives a question something else than it gave the memories."""

    def __init__(self, given: Any) -> None:
        super().__init__()
        self._given = given

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        if not query:
            return super().embed(texts)
        if isinstance(self._given, Exception):
            raise self._given
        return self._given  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("given", "saw", "decided"),
    [
        (EmbedderError("no line"), "the embedder failed", "left out: no line"),
        (np.zeros((1, 64)), "the embedder failed", "left out: hash-64 gave no usable vector: a vector is zero"),
        (
            np.full((1, 64), np.nan),
            "the embedder failed",
            "left out: hash-64 gave no usable vector: a vector holds values that aren't finite",
        ),
        (np.ones((1, 32), np.float32), "hash-64", "left out: the memories' vectors have 64 dimensions, the query's 32"),
    ],
)
def test_a_query_whose_vector_is_of_no_use_is_found_by_its_words(open_bank: Opener, given: Any, saw: str, decided: str) -> None:
    bank = open_bank(embedder=Faulty(given))
    bank.remember([{"content": "the kettle"}, {"content": "a teapot"}], user_id="u")
    found = bank.recall("kettle", user_id="u")
    assert [(step.saw, step.decided) for step in found.trace if step.name == "dense"] == [(saw, decided)]
    assert found.trace[-1].saw == "lexical"
    assert (found[0].text, found[0].score, found[0].similarity, set(found[0].ranks)) == ("the kettle", 1.0, None, {"lexical"})
    assert bank.answer("Where is the kettle?", user_id="u").known


def test_without_any_vector_the_dense_path_is_left_out(open_bank: Opener) -> None:
    class Busy(HashEmbedder):
        def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
            if not query:
                raise EmbedderError("busy")
            return super().embed(texts, query=query)

    bank = open_bank(embedder=Busy())
    assert bank.remember("the kettle", user_id="u")[0].outcome == "pending"
    found = bank.recall("kettle", user_id="u")
    assert [step.decided for step in found.trace if step.name == "dense"] == ["left out: no memory has a vector"]
    assert (found[0].score, found[0].similarity, set(found[0].ranks)) == (1.0, None, {"lexical"})


@pytest.mark.parametrize(
    "query",
    ["install.sh | bash", '"unbalanced quote AND (', "NEAR/5 * ^ -", "%", "'; DROP TABLE turn;--", "\\", "🍵", "a" * 100_000],
)
def test_any_text_is_a_legal_query(bank: Thoughtbank, query: str) -> None:
    bank.remember("My setup line is: curl https://tools.example/install.sh | bash", user_id="u")
    assert len(bank.recall(query, user_id="u")) == 1


def test_a_query_of_very_many_words_is_legal(open_bank: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    bank = open_bank(recall={"paths": ("lexical",)})

    @sa.event.listens_for(bank._parts.store._engine, "checkout")  # type: ignore[attr-defined]
    def _few(raw: Any, record: Any, proxy: Any) -> None:
        raw.setlimit(9, 32_766)  # SQLITE_LIMIT_VARIABLE_NUMBER of the customary build

    monkeypatch.setattr(postings, "FRESH", 2)
    bank.remember([{"content": f"the kettle x{number}"} for number in range(5)], user_id="u")
    assert len(bank.recall(" ".join(f"x{number}" for number in range(40_000)), user_id="u")) == 5


def test_the_answer_is_found_beside_the_question(bank: Thoughtbank) -> None:
    """The question's words stand in the turn before the one that answers it."""
    bank.remember(
        [
            {"content": "Which instrument does your nephew play?", "session_id": "s"},
            {"content": "The bassoon, badly.", "session_id": "s"},
            *({"content": f"Something else entirely {number}.", "session_id": f"o{number}"} for number in range(20)),
        ],
        user_id="u",
    )
    assert "The bassoon, badly." in [row.text for row in bank.recall("nephew instrument", user_id="u", k=2)]


def test_a_version_in_a_language_of_its_own_that_lost_its_vector_is_no_fault(bank: Thoughtbank) -> None:
    bank.remember([{"content": "The kettle is blue."}, {"content": "水壶是蓝色的。"}], user_id="u")
    (korean,) = bank.remember("주전자는 파란색이에요.", user_id="u")
    bank.edit(korean.id or "", "The pot is red.", user_id="u")
    assert bank.recall("kettle", user_id="u")[0].text == "The kettle is blue."
    assert len(bank.recall("kettle", user_id="u", known_at=START + timedelta(days=1))) == 3


def test_recall_changes_nothing(mixed: Thoughtbank) -> None:
    before = list(mixed.export(user_id="u"))
    for query in ("tea", "coffee"):
        mixed.recall(query, user_id="u")
        mixed.context(query, user_id="u")
    assert list(mixed.export(user_id="u")) == before


# the formulas


def by_hand(windows: list[list[str]], query: list[str], k1: float, b: float) -> list[float]:
    """BM25 as it is written in lexical.py, one term of one window at a time."""
    size, mean = len(windows), sum(map(len, windows)) / len(windows)
    scores = [0.0] * size
    for term in query:
        holding = sum(term in window for window in windows)
        if not holding:
            continue
        idf = np.log(1 + (size - holding + 0.5) / (holding + 0.5))
        for place, window in enumerate(windows):
            tf = window.count(term)
            scores[place] += idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * len(window) / mean))
    return scores


@given(turns=st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=6), min_size=2, max_size=12), m=st.integers(0, 3))
@settings(max_examples=60)
def test_bm25_over_windows_equals_the_formula(turns: list[list[str]], m: int) -> None:
    size = len(turns)
    following = np.asarray([*range(1, size), -1])
    view = plain_view(
        size, length=np.asarray([len(turn) for turn in turns], np.int32), next_row=following, previous_row=np.arange(size) - 1
    )
    held = {term: [row for row, turn in enumerate(turns) if term in turn] for term in "abcd"}
    places = {
        term: (np.asarray(rows), np.asarray([turns[row].count(term) for row in rows], np.float32))
        for term, rows in held.items()
        if rows
    }
    found = score(view, places, RecallSettings(neighbours=m, k1=1.3, b=0.6), list("abcd"))
    windows = [[term for turn in turns[max(0, row - m) : row + 1] for term in turn] for row in range(size)]
    assert found.scores == pytest.approx(by_hand(windows, list("abcd"), 1.3, 0.6), rel=1e-4)
    assert [set(words) for words in found.held(range(size))[0]] == [set(window) for window in windows]


def plainly(
    view: View, allowed: list[int], paths: dict[str, list[float]], pool: int
) -> tuple[list[int], dict[int, dict[str, int]]]:
    """Rows in order, and their places in each path."""
    ranks: dict[int, dict[str, int]] = {row: {} for row in allowed}
    for name, scores in paths.items():
        best = sorted(allowed, key=lambda row: (-scores[row], -row))
        best = [row for row in best if name != "lexical" or scores[row] > 0][:pool]
        for rank, row in enumerate(best, 1):
            ranks[row][name] = rank
    first = {row for row in allowed if ranks[row]}
    beside = {int(there[row]) for row in first for there in (view.next_row, view.previous_row)}
    candidates = [row for row in allowed if len(allowed) <= pool or row in first or row in beside]
    stretched = {name: stretch(np.asarray(scores, np.float32)[allowed]) for name, scores in paths.items()}
    total = {row: sum(scores[place] * np.float32(0.5) for scores in stretched.values()) for place, row in enumerate(allowed)}
    return sorted(candidates, key=lambda row: (-total[row], -row)), ranks


@given(
    size=st.integers(1, 80),
    session=st.integers(1, 5),
    pool=st.integers(1, 6),
    few=st.integers(2, 40),
    hidden=st.integers(0, 3),
    seed=st.integers(0, 2**16),
)
def test_fusing_is_what_it_says(size: int, session: int, pool: int, few: int, hidden: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = np.arange(size)
    view = plain_view(
        size,
        next_row=np.where((rows % session < session - 1) & (rows < size - 1), rows + 1, -1),
        previous_row=np.where(rows % session > 0, rows - 1, -1),
    )
    allowed = np.ones(size, np.bool_) if not hidden else rng.random(size) > hidden / 4
    dense = (rng.integers(0, few, size) / few).astype(np.float32)  # few values: many ties
    lexical = (rng.integers(0, few, size) / few * (rng.random(size) < 0.4)).astype(np.float32)
    if not allowed.any():
        return
    fused = fuse(view, allowed, {"dense": (dense, 0.5), "lexical": (lexical, 0.5)}, pool)
    wanted, ranks = plainly(view, allowed.nonzero()[0].tolist(), {"dense": dense.tolist(), "lexical": lexical.tolist()}, pool)
    assert fused.rows.tolist() == wanted
    assert fused.ranks(wanted) == [ranks[row] for row in wanted]


def test_rows_of_no_path_have_no_ranks() -> None:
    nothing = np.zeros(0, np.int64)
    assert Fused(nothing, np.zeros(0, np.float32), {"lexical": nothing}).ranks([3, 4]) == [{}, {}]


SCORES = st.lists(st.floats(-5, 5, width=32), min_size=3, max_size=12)


@given(SCORES, st.data())
def test_fusing_ignores_the_order_of_paths(one: list[float], data: st.DataObject) -> None:
    two = data.draw(st.lists(st.floats(0, 9, width=32), min_size=len(one), max_size=len(one)))
    allowed = np.asarray(data.draw(st.lists(st.booleans(), min_size=len(one), max_size=len(one))))
    paths = {"dense": (np.asarray(one, np.float32), 0.5), "lexical": (np.asarray(two, np.float32), 0.5)}
    view = plain_view(len(one))
    first, second = fuse(view, allowed, paths, 200), fuse(view, allowed, dict(reversed(paths.items())), 200)
    assert first.rows.tolist() == second.rows.tolist()
    assert set(first.rows.tolist()) == set(np.flatnonzero(allowed).tolist())
    assert all(0 <= each <= 1 + 1e-6 for each in first.scores.tolist())
    assert (np.diff(first.scores) <= 0).all()


@given(SCORES)
def test_stretching_keeps_the_order_and_fills_the_range(values: list[float]) -> None:
    stretched = stretch(np.asarray(values, np.float32))
    if max(values) > min(values):
        assert (stretched.min(), stretched.max()) == (0, 1)
        assert (np.diff(stretched[np.argsort(values, kind="stable")]) >= 0).all()
    else:
        assert set(stretched.tolist()) == {float(values[0] > 0)}
