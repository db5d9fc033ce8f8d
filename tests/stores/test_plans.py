"""What is asked at every turn is sought in an index: a search that reads the whole scope makes each turn slower than the one before."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.dialects import sqlite

from thoughtbank import Thoughtbank
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.stores import graphs, reading
from thoughtbank.stores.prepared import Prepared


@pytest.fixture
def raw(tmp_path: Path) -> sqlite3.Connection:
    with Thoughtbank(str(tmp_path / "bank.db"), embedder=HashEmbedder(), home=tmp_path, think={"by": "rules"}) as bank:
        bank.remember("I live in Lyon. I like jazz.", user_id="u", speaker="Ana")
    return sqlite3.connect(tmp_path / "bank.db")


def plan(raw: sqlite3.Connection, query: Prepared, several: int = 0) -> list[str]:
    text, order, _ = query._text(sqlite.dialect(), several)  # type: ignore[no-untyped-call]
    return [row[3] for row in raw.execute(f"EXPLAIN QUERY PLAN {text}", [1] * len(order))]


@pytest.mark.parametrize("among", [*reading.LISTS, None])
@pytest.mark.parametrize("bucket", [True, False])
def test_thoughts_are_sought_by_number(raw: sqlite3.Connection, among: str | None, bucket: bool) -> None:
    steps = plan(raw, reading.thoughts(among, bucket, newest=False), 2 if among else 0)
    of_memory = [step for step in steps if step.startswith(("SEARCH memory", "SCAN memory"))]
    assert among is None and not bucket or all("number=?" in step for step in of_memory)
    assert not [step for step in steps if step.startswith("SCAN")]


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (graphs._BARE, "ix_node_bare"),
        (graphs._SOURCES, "ix_evidence_version"),
        (graphs._NEW_TURNS, "ix_evidence_turn"),
        (graphs._EDGES, "number>?"),
    ],
    ids=["bare", "sources", "new turns", "edges"],
)
def test_what_is_new_in_a_graph_is_sought_in_an_index(raw: sqlite3.Connection, query: Prepared, index: str) -> None:
    steps = plan(raw, query)
    assert any(index in step for step in steps)
    assert not [step for step in steps if step.startswith("SCAN")]
