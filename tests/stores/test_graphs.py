"""The graph is what the rows say: whatever was written, the arrays that grew with it are those that a store opened fresh reads."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import Opener, SettableClock, empty_database
from thoughtbank import Thoughtbank
from thoughtbank.errors import EmbedderError, EmbedderMismatch, InputError
from thoughtbank.ports import Graph, Hash, Vectors
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.records.conversation import Scope
from thoughtbank.remember import index
from thoughtbank.remember.index import reembed

RULES = {"mode": "inline", "by": "rules"}
ANA = Scope("default", "u")
SAID = (
    "I live in Lyon.", "I live in Porto.", "I like jazz.", "I like olives.", "My sister lives in Lyon.", "I work as a nurse.",
    "I don't like jazz.", "我住在里昂。", "I'm allergic to peanuts.", "My sister Mia lives in Lyon.", "My brother Mia lives in Lyon.", "Mia likes jazz.",
)  # fmt: skip


def opened(path: Path, **given: Any) -> Thoughtbank:
    """A bank on a file that thinks by rules and about everything."""
    if not path.exists():
        path.write_bytes(empty_database())
    alone = {"embedder": HashEmbedder(), "clock": SettableClock(), "home": path.parent, "gain": {"mode": "off"}, "think": RULES}
    return Thoughtbank(str(path), **(alone | given))


def graph(bank: Thoughtbank, scope: Scope = ANA) -> Graph:
    found = bank._parts.store.graph(scope)
    assert found is not None
    return found


def told(graph: Graph | None) -> dict[str, Any]:
    """A graph as sets; nothing may stand in it twice."""
    if graph is None:
        return {}
    keys = list(graph.keys[: graph.size])
    edges = [(number, keys[node]) for number, node in zip(graph.edge_number.tolist(), graph.edge_node.tolist(), strict=True)]
    ends = (graph.link_turn.tolist(), graph.link_number.tolist(), graph.link_node.tolist())
    links = [(turn, number, keys[node]) for turn, number, node in zip(*ends, strict=True)]
    assert (
        len(set(keys)) == len(keys)
        and len(set(links)) == len(links)
        and all(graph.places[key] == at for at, key in enumerate(keys))
    )
    assert graph.edge_number.tolist() == sorted(graph.edge_number.tolist())
    vectors = {key: graph.matrix[at].tobytes() for at, key in enumerate(keys) if graph.has_vector[at]}
    return {"edges": set(edges), "links": set(links), "vectors": vectors, "keys": set(keys)}


@cache
def export_of_another() -> tuple[str, ...]:
    with TemporaryDirectory() as folder:
        bank = opened(Path(folder, "other.db"))
        for text in ("I live in Oslo.", "I like jazz.", "My brother lives in Lyon."):
            bank.remember(text, user_id="u", speaker="Ana")
        lines = tuple(bank.export(user_id="u"))
        bank.close()
        return lines


Step = tuple[str, int, int]


def take(bank: Thoughtbank, step: Step) -> None:
    """One change of a kind, of the turns and thoughts that are there."""
    what, which, text = step
    turns = list(bank.list(user_id="u", kind="turn", limit=100)) if what in ("edit", "erase") else []
    if what == "say":
        bank.remember(SAID[text], user_id="u", speaker="Ana", session_id=f"s{which % 2}")
    elif what == "import":
        bank.import_(export_of_another(), user_id="u")
    elif what == "restore":
        ended = [change for change in bank.changes(user_id="u") if change.kind in ("forget", "merge", "supersede")]
        if ended:
            with suppress(InputError):  # it was brought back before, or its turn is no longer what it was
                bank.restore(ended[which % len(ended)].memory_id, user_id="u")
    elif turns:
        one = turns[which % len(turns)]
        if what == "edit":
            bank.edit(one.id, SAID[text], user_id="u")
        else:
            bank.erase(one.id, user_id="u")


steps = st.tuples(
    st.sampled_from(["say", "say", "say", "edit", "erase", "restore", "import", "read", "read"]),
    st.integers(0, 9),
    st.integers(0, len(SAID) - 1),
)


@settings(max_examples=40)
@given(st.lists(steps, min_size=2, max_size=10))
def test_a_graph_that_grew_is_the_one_that_is_read_afresh(history: list[Step]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "bank.db")
        bank = opened(path)
        given_out: list[tuple[Graph, dict[str, Any]]] = []
        for step in history:
            if step[0] == "read":
                found = bank._parts.store.graph(ANA)
                given_out += [(found, told(found))] if found is not None else []
            else:
                take(bank, step)
        grown = told(bank._parts.store.graph(ANA))
        fresh = opened(path)
        assert grown == told(fresh._parts.store.graph(ANA))
        if grown:
            assert grown["keys"] == set(grown["vectors"])
            assert grown["keys"] - {key for _, key in grown["edges"]} <= {"mia"}  # which may be said of known persons only
        for found, before in given_out:
            assert told(found) == before, "a graph that was given out stays as it was"
        assert all(finding.well for finding in fresh.check())
        fresh.close()
        bank.close()


def files(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob("bank.db*"))


def test_nothing_of_an_erased_proposition_is_left_and_what_is_shared_stays(tmp_path: Path) -> None:
    bank = opened(tmp_path / "bank.db")
    bank.remember("My sister lives in Lyon.", user_id="u", speaker="Ana")
    (receipt,) = bank.remember("I bought a zqguitar in Lyon.", user_id="u", speaker="Ana")
    before = told(graph(bank))
    gone = {key for key in before["keys"] if "zqguitar" in key}
    assert gone and b"zqguitar" in files(tmp_path)
    needles = [before["vectors"][key][:32] for key in gone]
    assert all(needle in files(tmp_path) for needle in needles)
    bank.erase(receipt.id, user_id="u")
    assert b"zqguitar" not in files(tmp_path).lower()
    assert not any(needle in files(tmp_path) for needle in needles)
    after = told(graph(bank))
    assert "lyon" in after["keys"] and after["vectors"]["lyon"] == before["vectors"]["lyon"]
    assert not gone & after["keys"]
    bank.close()


def test_an_erased_user_leaves_no_node(tmp_path: Path) -> None:
    bank = opened(tmp_path / "bank.db")
    bank.remember("I bought a zqguitar.", user_id="u", speaker="Ana")
    bank.remember("I bought a piano.", user_id="v", speaker="Ben")
    bank.erase(user_id="u", everything=True)
    assert b"zqguitar" not in files(tmp_path).lower()
    assert told(bank._parts.store.graph(ANA)).get("keys", set()) == set()
    assert any("piano" in key for key in graph(bank, Scope("default", "v")).keys)
    bank.close()


def test_other_scopes_are_never_seen(tmp_path: Path) -> None:
    bank = opened(tmp_path / "bank.db")
    other = opened(tmp_path / "bank.db", tenant="other")
    bank.remember("I live in Lyon.", user_id="u", speaker="Ana")
    bank.remember("I live in Oslo.", user_id="v", speaker="Ana")
    other.remember("I live in Rome.", user_id="u", speaker="Ana")
    assert told(graph(bank))["keys"] == {"ana", "lyon"}
    assert told(graph(bank, Scope("default", "v")))["keys"] == {"ana", "oslo"}
    assert told(graph(other, Scope("other", "u")))["keys"] == {"ana", "rome"}
    assert bank._parts.store.graph(Scope("default", "nobody")) is None
    for user, key in (("u", "lyon"), ("v", "oslo")):
        rows = bank.recall("Rome, Lyon, Oslo", user_id=user)
        assert {shared.held for row in rows for shared in row.through} <= {"ana", key}
    bank.close()
    other.close()


def test_what_another_process_wrote_shows(tmp_path: Path) -> None:
    one, other = opened(tmp_path / "bank.db"), opened(tmp_path / "bank.db")
    one.remember("I live in Lyon.", user_id="u", speaker="Ana")
    assert told(graph(one)) == told(graph(other))
    (receipt,) = other.remember("I like jazz.", user_id="u", speaker="Ana")
    assert "jazz" in told(graph(one))["keys"]
    other.erase(receipt.id, user_id="u")
    assert "jazz" not in told(graph(one))["keys"]
    assert told(graph(one)) == told(graph(other))
    one.close()
    other.close()


def test_a_graph_that_nothing_changed_is_not_read_again(tmp_path: Path) -> None:
    bank = opened(tmp_path / "bank.db")
    bank.remember("I live in Lyon.", user_id="u", speaker="Ana")
    assert graph(bank) is graph(bank)
    bank.close()


def test_reembedding_gives_nodes_the_new_vectors(tmp_path: Path) -> None:
    bank = opened(tmp_path / "bank.db")
    for text in SAID[:5]:
        bank.remember(text, user_id="u", speaker="Ana")
    before = told(graph(bank))
    new = HashEmbedder(32)
    list(reembed(bank._parts.store, new, Hash(0, 16)))
    bank.close()
    bank = opened(tmp_path / "bank.db", embedder=new)
    after = told(graph(bank))
    assert after["edges"] == before["edges"] and after["links"] == before["links"]
    assert graph(bank).matrix.shape[1] == 32
    for key, vector in after["vectors"].items():
        assert np.allclose(np.frombuffer(vector, np.float32), new.embed([key])[0], atol=1e-6)
    assert set(after["vectors"]) == after["keys"]
    bank.close()


def as_0006_left_it(path: Path) -> None:
    raw = sqlite3.connect(path)
    with raw:
        raw.execute("DROP TABLE node")
        raw.execute("DROP TABLE alias")
        raw.execute("DROP INDEX ix_evidence_version")
        raw.execute("ALTER TABLE evidence DROP COLUMN version")
        raw.execute("UPDATE argument SET key = 'an ' || key || ' of before'")
        raw.execute("UPDATE alembic_version SET version_num = '0006'")
    raw.close()


def test_a_store_of_before_is_upgraded(tmp_path: Path) -> None:
    bank = opened(tmp_path / "bank.db")
    for text in SAID[:5]:
        bank.remember(text, user_id="u", speaker="Ana")
    bank.remember("I live in Oslo.", user_id="v", speaker="Ben")
    before = told(graph(bank))
    bank.close()
    as_0006_left_it(tmp_path / "bank.db")
    bank = opened(tmp_path / "bank.db")
    upgraded = told(graph(bank))
    assert (upgraded["edges"], upgraded["links"], upgraded["vectors"]) == (before["edges"], before["links"], {})
    assert set(bank._parts.store.bare_nodes(ANA, 100)) == before["keys"]
    assert [shared.held for shared in bank.recall("Lyon", user_id="u")[0].through] == ["lyon"]  # equality needs no vector
    bank.remember("I work as a nurse.", user_id="u", speaker="Ana")
    assert before["vectors"].items() <= told(graph(bank))["vectors"].items()
    assert bank._parts.store.bare_nodes(ANA, 100) == []
    assert set(bank._parts.store.bare_nodes(Scope("default", "v"), 100)) == {"ben", "oslo"}  # until something is said there
    bank.repair()
    assert bank._parts.store.bare_nodes(Scope("default", "v"), 100) == []
    assert all(finding.well for finding in bank.check())
    bank.close()


def test_a_death_between_landing_and_the_vectors_leaves_nodes_that_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    bank = opened(tmp_path / "bank.db")
    with monkeypatch.context() as patch:
        patch.setattr(index, "settle_nodes", dies)
        with pytest.raises(KeyboardInterrupt):
            bank.remember("I live in Lyon.", user_id="u", speaker="Ana")
    bank.close()
    bank = opened(tmp_path / "bank.db")
    assert told(graph(bank))["vectors"] == {} and told(graph(bank))["keys"] == {"ana", "lyon"}
    bank.remember("I like jazz.", user_id="u", speaker="Ana")
    assert set(told(graph(bank))["vectors"]) == {"ana", "lyon", "jazz"}
    bank.close()


class Choosy(HashEmbedder):
    """Takes no argument of a certain word, for good."""

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        if any(text == "jazz" for text in texts):
            error = EmbedderError("not this one")
            error.retryable = False
            raise error
        return super().embed(texts, query=query)


def test_an_argument_that_the_embedder_will_not_take_keeps_no_other_waiting(tmp_path: Path) -> None:
    bank = opened(tmp_path / "bank.db", embedder=Choosy())
    for text in ("I like jazz.", "I live in Lyon."):
        bank.remember(text, user_id="u", speaker="Ana")
    assert set(told(graph(bank))["vectors"]) == {"ana", "lyon"}
    assert bank._parts.store.bare_nodes(ANA, 10) == ["jazz"]
    row = bank.recall("Who likes jazz?", user_id="u")[0]
    assert row.text == "I like jazz." and [shared.held for shared in row.through] == ["jazz"]
    bank.close()


def test_vectors_of_another_size_than_the_stores_are_refused(open_bank: Opener) -> None:
    bank = open_bank(think=RULES, gain={"mode": "off"})
    bank.remember("I live in Lyon.", user_id="u", speaker="Ana")
    before = told(graph(bank))
    with pytest.raises(EmbedderMismatch, match="reembed"):
        bank._parts.store.fill_nodes(ANA, ["lyon"], np.ones((1, 3), np.float32))
    bank._parts.store.fill_nodes(ANA, ["gone meanwhile"], HashEmbedder().embed(["x"]))
    assert told(graph(bank)) == before
