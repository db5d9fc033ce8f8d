"""The graph that joins propositions (FraCom, sections 2.3): written with them, read as arrays, kept up by what is new.

A proposition is a thought's row, its predicate the relation there, its edges the rows of `argument`; arguments with one key are one node, and `node` holds
their vector. So the graph is what the rows say, whichever way they came to be: nothing of it needs mending when a thought is merged, superseded,
forgotten or erased, and reading what is new gives the same as reading all (tests/stores/test_graphs.py).

A name that two persons have stands for three nodes (`language.senses`): each person's, and its own for whoever else is meant. Rows know only the name; whose
an edge is is worked out when the graph is read.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray
from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.pool import PoolProxiedConnection

from thoughtbank.language.aliases import NOBODY, known, matters
from thoughtbank.language.kin import described
from thoughtbank.language.naming import Naming
from thoughtbank.language.senses import senses_of
from thoughtbank.ports import Graph, Vectors
from thoughtbank.records.conversation import Scope
from thoughtbank.stores import aliasing
from thoughtbank.stores.prepared import Prepared
from thoughtbank.stores.rows import chunks
from thoughtbank.stores.schema import argument, evidence, memory, node, scope

_INSERT_ARGUMENT, _INSERT_NODE = (Prepared(sa.insert(table)) for table in (argument, node))
_THERE = Prepared(
    sa.select(node.c.key).where(node.c.scope_id == sa.bindparam("scope"), node.c.key.in_(sa.bindparam("keys", expanding=True))),
    expanding="keys",
)
_EDGES = Prepared(
    sa.select(argument.c.number, argument.c.key)
    .where(argument.c.scope_id == sa.bindparam("scope"), argument.c.number > sa.bindparam("after"))
    .order_by(argument.c.number, argument.c.place)
)
_PAIRS = sa.select(evidence.c.number, memory.c.number).select_from(
    evidence.join(memory, sa.and_(memory.c.scope_id == evidence.c.scope_id, memory.c.id == evidence.c.turn))
)
_SOURCES = Prepared(_PAIRS.where(evidence.c.scope_id == sa.bindparam("scope"), evidence.c.version > sa.bindparam("since")))
_NEW_TURNS = Prepared(
    _PAIRS.where(memory.c.scope_id == sa.bindparam("scope"), memory.c.number > sa.bindparam("after"), memory.c.kind == "turn")
)
_VECTORS = Prepared(
    sa.select(node.c.key, node.c.data).where(node.c.scope_id == sa.bindparam("scope"), node.c.data.is_not(None))
)
_SOME_VECTORS = Prepared(
    sa.select(node.c.key, node.c.data).where(
        node.c.scope_id == sa.bindparam("scope"), node.c.data.is_not(None), node.c.key.in_(sa.bindparam("keys", expanding=True))
    ),
    expanding="keys",
)
_BARE = Prepared(
    sa.select(node.c.key)
    .select_from(node.join(scope, scope.c.scope_id == node.c.scope_id))
    .where(scope.c.tenant == sa.bindparam("tenant"), scope.c.user_id == sa.bindparam("user_id"))
    .where(node.c.data.is_(None), node.c.key > sa.bindparam("after"))
    .order_by(node.c.key)
    .limit(sa.bindparam("most"))
)
_FILL = Prepared(
    sa.update(node)
    .where(node.c.scope_id == sa.bindparam("scope"), node.c.key == sa.bindparam("of"))
    .values(data=sa.bindparam("vector"))
)
FEW = 256
"""Vectors looked up by key; more are read with all there are. Chosen."""


def compose(connection: Connection, scope_id: int, rows: Sequence[Mapping[str, Any]]) -> None:
    """Writes the arguments of new propositions, and a node for each that nobody had (algorithm 1)."""
    _INSERT_ARGUMENT.many(connection, rows)
    keys = dict.fromkeys(row["key"] for row in rows)
    there: set[str] = set()
    for some in chunks(list(keys)):
        there.update(key for (key,) in _THERE.run(connection, scope=scope_id, keys=some))
    _INSERT_NODE.many(connection, [{"scope_id": scope_id, "key": key} for key in keys if key not in there])


def forget(connection: Connection, scope_id: int, numbers: Sequence[int]) -> None:
    """Deletes the arguments of erased propositions with what they name, and the nodes that no other has."""
    aliasing.forget(connection, scope_id, numbers)
    keys: set[str] = set()
    for some in chunks(numbers):
        here = (argument.c.scope_id == scope_id, argument.c.number.in_(some))
        keys.update(connection.scalars(sa.select(argument.c.key).where(*here)))
        connection.execute(sa.delete(argument).where(*here))
    shared = sa.exists().where(argument.c.scope_id == node.c.scope_id, argument.c.key == node.c.key)
    for few in chunks(sorted(keys)):
        connection.execute(sa.delete(node).where(node.c.scope_id == scope_id, node.c.key.in_(few), ~shared))


def bare(raw: PoolProxiedConnection, dialect: Dialect, wanted: Scope, most: int, after: str) -> list[str]:
    """Keys of nodes without a vector, in order, those after one."""
    rows = _BARE.fetch(raw, dialect, tenant=wanted.tenant, user_id=wanted.user_id, most=most, after=after)
    return [key for (key,) in rows]


def fill(connection: Connection, scope_id: int, keys: Sequence[str], vectors: Vectors) -> None:
    """Vectors for nodes; those that are gone meanwhile are passed over."""
    rows = [
        {"scope": scope_id, "of": key, "vector": np.asarray(row, "<f4").tobytes()}
        for key, row in zip(keys, vectors, strict=True)
    ]
    _FILL.many(connection, rows)


class GraphTable:
    """The growing arrays of one scope's graph. Graphs given out keep the slices they have; nothing in them is written to again."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.graph: Graph | None = None
        self._keys: list[str] = []
        self._places: dict[str, int] = {}
        self._edges = np.zeros((0, 2), np.int64)
        self._links = np.zeros((0, 3), np.int64)
        self._matrix = np.zeros((0, 0), np.float32)
        self._has_vector = np.zeros(0, np.bool_)
        self._counts = [0, 0]
        """Edges and links that are in use."""
        self._owned: list[str] = []
        """Keys that are descriptions: "ana's sister"."""
        self._known, self._links_by, self._heard = NOBODY, frozenset[Naming](), 0
        """Who is who, by which links, and how many descriptions were looked at."""
        self._senses: dict[int, int] = {}
        """Nodes of senses, and those of their names."""

    @property
    def nbytes(self) -> int:
        return (
            self._matrix.nbytes + self._edges.nbytes + self._links.nbytes + 100 * len(self._keys)
        )  # a short str and its place

    def refresh(self, connection: Connection, scope_id: int, version: int, last: int, *, vectors: bool) -> Graph:
        """The graph as of this version of the scope, whose last number is `last`."""
        known = self.graph
        self._append_edges(_EDGES.run(connection, scope=scope_id, after=known.last if known else 0))
        pairs = _SOURCES.run(connection, scope=scope_id, since=known.version if known else -1)
        if known is not None:
            pairs = [*dict.fromkeys([*pairs, *_NEW_TURNS.run(connection, scope=scope_id, after=known.last)])]
        self._append_links(pairs)
        self._recognise(connection, scope_id)
        edges, links, used = self._sensed(connection, scope_id)
        if self._senses.keys() - used:  # a name is no longer that person's: nothing is left of it
            self._begin()
            return self.refresh(connection, scope_id, version, last, vectors=vectors)
        if vectors:
            self._fill_vectors(connection, scope_id)
        size = len(self._keys)
        self.graph = Graph(
            version, last, self._keys, self._places, size, edges[:, 0], edges[:, 1], self._matrix[:size], self._has_vector[:size].copy(),
            links[:, 0], links[:, 1], links[:, 2], self._known, self._alike(), self._unsplit(),
        )  # fmt: skip
        return self.graph

    def _append_edges(self, rows: Sequence[tuple[Any, ...]]) -> None:
        edges = []
        for number, key in rows:
            place = self._places.setdefault(key, len(self._keys))
            if place == len(self._keys):
                self._keys.append(key)
                if described(key) is not None:
                    self._owned.append(key)
            edges.append((number, place))
        self._edges = _grown(self._edges, self._counts[0], np.array(edges, np.int64).reshape(-1, 2))
        self._counts[0] += len(edges)
        self._make_room()

    def _make_room(self) -> None:
        """For a vector of each key."""
        if (size := len(self._keys)) > len(self._has_vector):
            room = max(64, 2 * size)
            matrix, has = np.zeros((room, self._matrix.shape[1]), np.float32), np.zeros(room, np.bool_)
            matrix[: len(self._matrix)], has[: len(self._has_vector)] = self._matrix, self._has_vector
            self._matrix, self._has_vector = matrix, has

    def _append_links(self, pairs: Sequence[tuple[Any, ...]]) -> None:
        """What propositions, each with a turn it rests on, are about."""
        given = np.array(pairs, np.int64).reshape(-1, 2)
        numbers = self._edges[: self._counts[0], 0]
        first, last = (np.searchsorted(numbers, given[:, 0], side) for side in ("left", "right"))
        counts = last - first
        places = np.repeat(first - np.concatenate(([0], np.cumsum(counts)[:-1])), counts) + np.arange(counts.sum())
        turn, number = (np.repeat(given[:, column], counts) for column in (1, 0))
        self._links = _grown(self._links, self._counts[1], np.column_stack((turn, number, self._edges[places, 1])))
        self._counts[1] += len(places)

    def _recognise(self, connection: Connection, scope_id: int) -> None:
        """Who is who, anew where a link began or ended, or a description came that may be another name."""
        stand = frozenset(Naming(*row) for row in aliasing.standing(connection, scope_id))
        fresh, self._heard = self._owned[self._heard :], len(self._owned)
        named = {key for link in stand for key in link[:2]}
        if stand != self._links_by or any(matters(key, named) for key in fresh):
            self._links_by = stand
            self._known = known(stand, self._owned)

    def _sensed(self, connection: Connection, scope_id: int) -> tuple[NDArray[np.int64], NDArray[np.int64], set[int]]:
        """Edges and links that lead to whom a name means where that is known, and the nodes of senses that have some."""
        edges, links = self._edges[: self._counts[0]], self._links[: self._counts[1]]
        used: set[int] = set()
        for name, keys in self._known.senses.items():
            node = self._places.get(name)
            if node is None:
                continue
            found = senses_of(
                aliasing.mentions(connection, scope_id, name), aliasing.claims(connection, scope_id, name, keys, self._known)
            )
            if not found:
                continue
            if not used:
                edges, links = edges.copy(), links.copy()
            places = {number: self._sense(key, node) for number, key in found.items()}
            used |= set(places.values())
            for rows, number in ((edges, 0), (links, 1)):
                for at in np.flatnonzero(rows[:, -1] == node).tolist():
                    rows[at, -1] = places.get(int(rows[at, number]), node)
        self._make_room()
        return edges, links, used

    def _sense(self, key: str, name: int) -> int:
        """The node of a sense of the name that is another node."""
        place = self._places.setdefault(key, len(self._keys))
        if place == len(self._keys):
            self._keys.append(key)
        self._senses[place] = name
        return place

    def _unsplit(self) -> NDArray[np.int64] | None:
        """Of each node itself, of a sense its name."""
        if not self._senses:
            return None
        unsplit = np.arange(len(self._keys))
        unsplit[list(self._senses)] = list(self._senses.values())
        return unsplit

    def _alike(self) -> NDArray[np.int64] | None:
        classes = [[self._places[key] for key in keys if key in self._places] for keys in self._known.members.values()]
        classes = [places for places in classes if len(places) > 1]
        if not classes:
            return None
        alike = np.arange(len(self._keys))
        for places in classes:
            alike[places] = min(places)
        return alike

    def _fill_vectors(self, connection: Connection, scope_id: int) -> None:
        self._read_vectors(connection, scope_id)
        for sense, name in self._senses.items():  # as like a question as the name is
            if self._has_vector[name] and not self._has_vector[sense]:
                self._matrix[sense], self._has_vector[sense] = self._matrix[name], True

    def _read_vectors(self, connection: Connection, scope_id: int) -> None:
        wanting = np.flatnonzero(~self._has_vector[: len(self._keys)])
        if not len(wanting):
            return
        if len(wanting) <= FEW:
            rows = _SOME_VECTORS.run(connection, scope=scope_id, keys=[self._keys[place] for place in wanting.tolist()])
        else:
            rows = _VECTORS.run(connection, scope=scope_id)
        if not rows:
            return
        data = np.frombuffer(b"".join(blob for _, blob in rows), "<f4").reshape(len(rows), -1)
        places = [self._places[key] for key, _ in rows]
        if self._matrix.shape[1] != data.shape[1]:
            self._matrix = np.zeros((len(self._has_vector), data.shape[1]), np.float32)
        self._matrix[places] = data
        self._has_vector[places] = True


def _grown(array: NDArray[np.int64], used: int, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The array with further rows behind those in use, in a larger one where there is no room."""
    if used + len(rows) > len(array):
        larger = np.zeros((max(64, 2 * (used + len(rows))), array.shape[1]), np.int64)
        larger[:used] = array[:used]
        array = larger
    if len(rows):
        array[used : used + len(rows)] = rows
    return array
