"""Scopes as arrays: what recall ranks over, read once and then kept up by reading only what is new.

A view is checked against the scope's version at every recall, so another process's write shows at once. New memories are appended to
arrays with room to grow; older views keep their slice of them. Only when something was destroyed (the epoch moved) is a scope read
anew. Kept views are bounded in bytes; the one used longest ago goes first.
"""

import threading
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray
from sqlalchemy.engine import Connection

from thoughtbank.ports import Graph, Posting, View
from thoughtbank.stores.graphs import GraphTable
from thoughtbank.stores.postings import Packed
from thoughtbank.stores.prepared import Prepared
from thoughtbank.stores.rows import chunks, unpack_terms
from thoughtbank.stores.schema import memory, scope, vector

LATEST = np.iinfo(np.int64).max
EARLIEST = np.iinfo(np.int64).min
CODED = ("session", "agent", "speaker", "role", "kind", "language")
_COLUMNS = (
    memory.c.number, memory.c.said_at, memory.c.recorded_at, memory.c.retired_at, memory.c.valid_from, memory.c.valid_to,
    memory.c.length, memory.c.session_id, memory.c.agent_id, memory.c.speaker, memory.c.role, memory.c.kind,
    memory.c.language, memory.c.gain, memory.c.judging,
)  # fmt: skip
_TIMES = {"said_at": 0, "recorded_at": 0, "retired_at": LATEST, "valid_from": EARLIEST, "valid_to": LATEST}


@dataclass(frozen=True, slots=True)
class State:
    """The counters of a scope's row."""

    scope_id: int
    version: int
    epoch: int
    last_number: int
    indexed_to: int


Fresh = dict[str, tuple[list[int], list[int]]]
"""Rows and counts of each term, of the memories that aren't packed yet. Shared by views and only ever added to."""
KEPT_TERMS = 4096
"""Terms whose packed postings are kept at most. Chosen: the words of many questions."""


@dataclass(frozen=True, slots=True)
class StoredView(View):
    """A view with what the store needs to find postings in it."""

    state: State = field(kw_only=True)
    fresh: Fresh = field(kw_only=True)
    located: dict[str, Posting | None] = field(kw_only=True, default_factory=dict)
    """Postings as rows of this view, of terms asked for before."""
    packed: dict[str, Packed | None] = field(kw_only=True)
    """Packed postings looked up before, of this and later views with the same `indexed_to`; None for a term that has none."""

    def keep(self, terms: Sequence[str], found: Mapping[str, Packed]) -> dict[str, Packed | None]:
        """Keeps what was found of these terms, and gives it back."""
        looked_up = {term: found.get(term) for term in terms}
        if len(self.packed) + len(terms) > KEPT_TERMS:
            self.packed.clear()
        self.packed.update(looked_up)
        return looked_up


_HERE = memory.c.scope_id == sa.bindparam("scope")
_ROWS = Prepared(sa.select(*_COLUMNS).where(_HERE, memory.c.number > sa.bindparam("after")).order_by(memory.c.number))
_TERMS = Prepared(
    sa.select(memory.c.number, memory.c.terms).where(_HERE, memory.c.number > sa.bindparam("after")).order_by(memory.c.number)
)
_ENDED = Prepared(
    sa.select(memory.c.number, memory.c.retired_at).where(
        _HERE, memory.c.retired_at.is_not(None), memory.c.number <= sa.bindparam("last")
    )
)
_GAINS = Prepared(
    sa.select(memory.c.number, memory.c.gain, memory.c.judging).where(
        _HERE, memory.c.number.in_(sa.bindparam("numbers", expanding=True))
    ),
    expanding="numbers",
)
_OF_EMBEDDER = (
    sa.select(vector.c.number, vector.c.data, vector.c.bucket)
    .where(vector.c.scope_id == sa.bindparam("scope"), vector.c.embedder == sa.bindparam("embedder"))
    .order_by(vector.c.number)
)
_VECTORS = Prepared(_OF_EMBEDDER.where(vector.c.number >= sa.bindparam("first"), vector.c.number <= sa.bindparam("last")))
_SOME_VECTORS = Prepared(_OF_EMBEDDER.where(vector.c.number.in_(sa.bindparam("numbers", expanding=True))), expanding="numbers")
FEW = 256
"""Vectors looked up one by one; more are read as a range. Chosen."""
STATE = Prepared(
    sa.select(scope.c.scope_id, scope.c.version, scope.c.epoch, scope.c.last_number, scope.c.indexed_to).where(
        scope.c.tenant == sa.bindparam("tenant"), scope.c.user_id == sa.bindparam("user_id")
    )
)


def read_state(connection: Connection, tenant: str, user_id: str) -> State | None:
    """A scope's counters, None if it was never written."""
    rows = STATE.run(connection, tenant=tenant, user_id=user_id)
    return State(*rows[0]) if rows else None


class ViewCache:
    """Views by scope, bounded in bytes."""

    def __init__(self, megabytes: int, session_gap: float) -> None:
        self._limit = megabytes * 1_000_000
        self._gap = int(session_gap * 60e6)
        self._lock = threading.Lock()
        self._tables: OrderedDict[int, _Table] = OrderedDict()

    def view(self, connection: Connection, state: State, embedder: str | None) -> StoredView:
        """The scope as of `connection`'s snapshot, which `state` was read in."""
        table = self._table(state, embedder)
        with table.lock:
            view = table.view
            if view is None or view.version < state.version:
                view = table.refresh(connection, state)
        self._trim()
        return view

    def peek(self, state: State, embedder: str | None) -> StoredView | None:
        """The kept view if it is exactly of this state."""
        with self._lock:
            table = self._tables.get(state.scope_id)
            view = table.view if table and table.epoch == state.epoch and table.embedder == embedder else None
            if view is None or view.version != state.version:
                return None
            self._tables.move_to_end(state.scope_id)
        return view

    def graph(self, connection: Connection, state: State, embedder: str | None) -> Graph:
        """The scope's graph as of `connection`'s snapshot, which `state` was read in."""
        table = self._table(state, embedder)
        with table.lock:
            graph = table.graphs.graph
            if graph is None or graph.version < state.version:
                graph = table.graphs.refresh(
                    connection, state.scope_id, state.version, state.last_number, vectors=embedder is not None
                )
        self._trim()
        return graph

    def peek_graph(self, state: State, embedder: str | None) -> Graph | None:
        """The kept graph if it is exactly of this state."""
        with self._lock:
            table = self._tables.get(state.scope_id)
            graph = table.graphs.graph if table and table.epoch == state.epoch and table.embedder == embedder else None
            return graph if graph is not None and graph.version == state.version else None

    def _table(self, state: State, embedder: str | None) -> "_Table":
        with self._lock:
            table = self._tables.get(state.scope_id)
            if table is None or table.epoch != state.epoch or table.embedder != embedder:
                table = self._tables[state.scope_id] = _Table(state.epoch, embedder, self._gap)
            self._tables.move_to_end(state.scope_id)
            return table

    def drop(self, scope_id: int) -> None:
        with self._lock:
            self._tables.pop(scope_id, None)

    def _trim(self) -> None:
        with self._lock:
            total = sum(table.nbytes for table in self._tables.values())
            while total > self._limit and len(self._tables) > 1:
                _, oldest = self._tables.popitem(last=False)
                total -= oldest.nbytes


class _Table:
    """The growing arrays of one scope, changed under `lock` only."""

    def __init__(self, epoch: int, embedder: str | None, gap: int) -> None:
        self.epoch, self.embedder, self.gap = epoch, embedder, gap
        self.lock = threading.Lock()
        self.view: StoredView | None = None
        self.graphs = GraphTable()
        self._held = 0
        self._size = 0
        self._columns: dict[str, NDArray[Any]] = {}
        self._matrix: NDArray[np.float32] = np.zeros((0, 0), np.float32)
        self._names: dict[str, dict[str, int]] = {name: {} for name in CODED}
        self._indexed_to, self._gathered_to = -1, 0
        self._unjudged: set[int] = set()
        self._fresh: Fresh = {}
        self._packed: dict[str, Packed | None] = {}

    def refresh(self, connection: Connection, state: State) -> StoredView:
        rows = _ROWS.run(connection, scope=state.scope_id, after=self._last())
        self._rejudge(connection, state.scope_id)
        self._append(rows)
        self._retire(connection, state.scope_id)
        self._fill_vectors(connection, state.scope_id)
        columns = {name: values[: self._size] for name, values in self._columns.items()}
        next_row, previous_row, mean_length = self._sessions(columns)
        self._gather(connection, state)
        self.view = StoredView(
            scope_id=state.scope_id,
            version=state.version,
            numbers=columns["number"],
            matrix=self._matrix[: self._size],
            has_vector=columns["has_vector"].copy(),
            bucket=columns["bucket"].copy(),
            gain=columns["gain"],
            codes={name: columns[name] for name in CODED},
            names={name: dict(codes) for name, codes in self._names.items()},
            next_row=next_row,
            previous_row=previous_row,
            mean_length=mean_length,
            length=columns["length"],
            state=state,
            fresh=self._fresh,
            packed=self._packed,
            said_at=columns["said_at"],
            recorded_at=columns["recorded_at"],
            retired_at=columns["retired_at"],
            valid_from=columns["valid_from"],
            valid_to=columns["valid_to"],
        )
        self._held = self._matrix.nbytes + sum(values.nbytes for values in self._columns.values())
        return self.view

    @property
    def nbytes(self) -> int:
        return self._held + self.graphs.nbytes

    def _last(self) -> int:
        return int(self._columns["number"][self._size - 1]) if self._size else 0

    def _append(self, rows: Sequence[Any]) -> None:
        start, stop = self._size, self._size + len(rows)
        self._reserve(stop)
        for place, row in enumerate(zip(*rows, strict=True)) if rows else ():
            name = _COLUMNS[place].name
            if name in _TIMES:
                self._columns[name][start:stop] = [_TIMES[name] if value is None else value for value in row]
            elif name == "gain":
                self._columns[name][start:stop] = [np.nan if value is None else value for value in row]
            elif name == "judging":
                self._unjudged.update(
                    number for number, waits in zip(next(zip(*rows, strict=True)), row, strict=True) if waits is not None
                )
            elif name in ("number", "length"):
                self._columns[name][start:stop] = row
            else:
                coded = name.removesuffix("_id")
                codes = self._names[coded]
                for value in dict.fromkeys(row):
                    if value is not None:
                        codes.setdefault(value, len(codes))
                self._columns[coded][start:stop] = [-1 if value is None else codes[value] for value in row]
        self._columns["has_vector"][start:stop] = False
        self._columns["bucket"][start:stop] = -1
        self._size = stop

    def _reserve(self, size: int) -> None:
        """Makes room, doubling it. Views given out keep the arrays they have."""
        have = len(self._columns["number"]) if self._columns else 0
        if self._columns and size <= have:
            return
        room = max(64, size + size // 8, 2 * have)
        kinds: dict[str, Any] = {name: np.int64 for name in ("number", *_TIMES)}
        kinds |= {name: np.int32 for name in ("length", "bucket", *CODED)} | {"has_vector": np.bool_, "gain": np.float32}
        for name, kind in kinds.items():
            grown = np.zeros(room, kind)
            if self._size:
                grown[: self._size] = self._columns[name][: self._size]
            self._columns[name] = grown
        matrix = np.zeros((room, self._matrix.shape[1]), np.float32)
        matrix[: self._size] = self._matrix[: self._size]
        self._matrix = matrix

    def _retire(self, connection: Connection, scope_id: int) -> None:
        """Ends of versions that were current in the last view."""
        rows = _ENDED.run(connection, scope=scope_id, last=self._last())
        if not rows:
            return
        ended = self._columns["retired_at"].copy()  # views given out keep theirs
        places = np.searchsorted(self._columns["number"][: self._size], [number for number, _ in rows])
        ended[places] = [retired_at for _, retired_at in rows]
        self._columns["retired_at"] = ended
        self._columns["has_vector"][places] = False
        self._columns["bucket"][places] = -1

    def _rejudge(self, connection: Connection, scope_id: int) -> None:
        """Gains of turns that were still to be judged in the last view."""
        for some in chunks(sorted(self._unjudged)):
            rows = _GAINS.run(connection, scope=scope_id, numbers=some)
            gains = self._columns["gain"].copy()  # views given out keep theirs
            places = np.searchsorted(self._columns["number"][: self._size], [number for number, _, _ in rows])
            gains[places] = [np.nan if gain is None else gain for _, gain, _ in rows]
            self._columns["gain"] = gains
            self._unjudged.difference_update(number for number, _, judging in rows if judging is None)

    def _fill_vectors(self, connection: Connection, scope_id: int) -> None:
        if self.embedder is None or not self._size:
            return
        numbers = self._columns["number"][: self._size]
        wanting = numbers[~self._columns["has_vector"][: self._size] & (self._columns["retired_at"][: self._size] == LATEST)]
        if not len(wanting):
            return
        if len(wanting) <= FEW:
            rows = _SOME_VECTORS.run(connection, scope=scope_id, embedder=self.embedder, numbers=wanting.tolist())
        else:
            rows = _VECTORS.run(
                connection, scope=scope_id, embedder=self.embedder, first=int(wanting[0]), last=int(wanting[-1])
            )
        if not rows:
            return
        data = np.frombuffer(b"".join(blob for _, blob, _ in rows), "<f4").reshape(len(rows), -1)
        if self._matrix.shape[1] != data.shape[1]:
            self._matrix = np.zeros((len(self._matrix), data.shape[1]), np.float32)
        places = np.searchsorted(numbers, [number for number, _, _ in rows])
        self._matrix[places] = data
        self._columns["bucket"][places] = [-1 if bucket is None else bucket for _, _, bucket in rows]
        self._columns["has_vector"][places] = True

    def _sessions(
        self, columns: Mapping[str, NDArray[Any]]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
        """The rows that follow and precede each in its session, and the mean length of a turn there."""
        size = self._size
        next_row, previous_row = np.full(size, -1, np.int64), np.full(size, -1, np.int64)
        mean_length = columns["length"].astype(np.float32)
        turns = np.flatnonzero((columns["retired_at"] == LATEST) & (columns["kind"] == self._names["kind"].get("turn", -2)))
        if len(turns) < 2:
            return next_row, previous_row, mean_length
        session, agent, said = (columns[name][turns] for name in ("session", "agent", "said_at"))
        if (np.diff(session) >= 0).all() and (np.diff(agent) >= 0).all() and (np.diff(said) >= 0).all():
            order = turns  # the usual case: written as it was said
        else:
            order = turns[np.lexsort((columns["number"][turns], said, agent, session))]
            session, agent, said = (columns[name][order] for name in ("session", "agent", "said_at"))
        same = (session[1:] == session[:-1]) & (agent[1:] == agent[:-1])
        same &= (session[1:] >= 0) | (np.diff(said) <= self.gap)
        next_row[order[:-1][same]] = order[1:][same]
        previous_row[order[1:][same]] = order[:-1][same]
        group = np.concatenate(([0], np.cumsum(~same)))
        mean_length[order] = (np.bincount(group, columns["length"][order]) / np.bincount(group))[group]
        return next_row, previous_row, mean_length

    def _gather(self, connection: Connection, state: State) -> None:
        """Terms of the memories that aren't packed, those of earlier views kept."""
        if state.indexed_to != self._indexed_to:
            self._indexed_to = self._gathered_to = state.indexed_to
            self._fresh, self._packed = {}, {}
        for number, terms in _TERMS.run(connection, scope=state.scope_id, after=self._gathered_to):
            place = int(np.searchsorted(self._columns["number"][: self._size], number))
            for term, count in unpack_terms(terms).items():
                rows, counts = self._fresh.setdefault(term, ([], []))
                counts.append(count)
                rows.append(place)
            self._gathered_to = number


def _rows_of(known: NDArray[np.int64], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where these numbers stand among the known ones; where none was erased, by counting alone."""
    if len(known) and known[-1] - known[0] + 1 == len(known):
        counted: NDArray[np.int64] = numbers - known[0]
        return counted
    return np.searchsorted(known, numbers)


def locate(view: StoredView, term: str, packed: Packed | None) -> Posting | None:
    """A term's postings as rows of the view: the packed ones that the view knew as packed, then the fresh ones."""
    rows, counts = np.zeros(0, np.int64), np.zeros(0, np.float32)
    if packed is not None:
        numbers, counts = packed
        within = int(np.searchsorted(numbers, view.state.indexed_to, side="right"))  # what was packed since then is fresh here
        rows, counts = _rows_of(view.numbers, numbers[:within]), counts[:within]
    if term in view.fresh:
        places, own = view.fresh[term]
        known = bisect_left(places, view.size)  # later views' rows stand behind
        if known:
            rows = np.concatenate((rows, np.asarray(places[:known], np.int64)))
            counts = np.concatenate((counts, np.asarray(own[:known], np.float32)))
    return (rows, counts) if len(rows) else None
