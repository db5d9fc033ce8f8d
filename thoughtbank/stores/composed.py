"""The graph as a store gives and takes it, and what its verbs share with the others: a scope's counters, whose vectors are meant."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.engine import Connection, Engine

from thoughtbank.errors import StoreError
from thoughtbank.ports import Graph, Vectors
from thoughtbank.records.alias import Alias
from thoughtbank.records.conversation import Scope
from thoughtbank.records.thought import Change
from thoughtbank.stores import aliasing, graphs, thinking, writing
from thoughtbank.stores.connections import Connections
from thoughtbank.stores.views import STATE, State, ViewCache, read_state


class Composed(Connections):
    """The verbs of a Store on its graph."""

    def __init__(self, engine: Engine, where: str, views: ViewCache) -> None:
        super().__init__(engine, where)
        self._views = views
        self._embedder: str | None = None

    def graph(self, scope: Scope) -> Graph | None:
        seen = self._state(scope)
        kept = self._views.peek_graph(seen, self._embedder) if seen is not None else None
        if seen is None or kept is not None:
            return kept
        with self._read(snapshot=True) as connection:
            state = read_state(connection, scope.tenant, scope.user_id)
            return None if state is None else self._views.graph(connection, state, self._embedder)

    def bare_nodes(self, scope: Scope, limit: int, after: str = "") -> list[str]:
        with self._raw() as raw:
            return graphs.bare(raw, self._engine.dialect, scope, limit, after)

    def fill_nodes(self, scope: Scope, keys: Sequence[str], vectors: Vectors) -> None:
        with self._write("derived") as connection:
            state = read_state(connection, scope.tenant, scope.user_id)
            if state is None:
                return
            if not writing.check_claim(connection, self._claimed(), vectors.shape[1]):
                writing.claim(connection, self._claimed(), vectors.shape[1])
            graphs.fill(connection, state.scope_id, keys, vectors)
            writing.advance(connection, state.scope_id, state.last_number)

    def aliases(self, scope: Scope) -> list[Alias]:
        with self._read() as connection:
            state = read_state(connection, scope.tenant, scope.user_id)
            return [] if state is None else aliasing.read(connection, state.scope_id)

    def give_alias(self, scope: Scope, one: Alias, changes: Sequence[Change]) -> None:
        with self._write("durable") as connection:
            state = writing.open_scope(connection, scope)
            aliasing.give(connection, state.scope_id, one)
            self._changed(connection, state, changes)

    def undo_aliases(self, scope: Scope, links: Sequence[Alias], at: datetime, changes: Sequence[Change]) -> None:
        with self._write("durable") as connection:
            if (state := read_state(connection, scope.tenant, scope.user_id)) is not None:
                aliasing.undo(connection, state.scope_id, [(one.name, one.means) for one in links], at)
                self._changed(connection, state, changes)

    def keep_aliases(self, scope: Scope, links: Sequence[Alias]) -> int:
        if not links:
            return 0
        with self._write("durable") as connection:
            state = writing.open_scope(connection, scope)
            if kept := aliasing.keep(connection, state.scope_id, links):
                writing.advance(connection, state.scope_id, state.last_number)
            return kept

    def _changed(self, connection: Connection, state: State, changes: Sequence[Change]) -> None:
        thinking.keep_changes(connection, state.scope_id, changes)
        writing.advance(connection, state.scope_id, state.last_number)

    def _claimed(self) -> str:
        if self._embedder is None:
            raise StoreError("no embedder was claimed for this store; call claim() first")
        return self._embedder

    def _state(self, scope: Scope) -> State | None:
        """A scope's counters, None if it was never written."""
        with self._raw() as raw:
            rows = STATE.fetch(raw, self._engine.dialect, tenant=scope.tenant, user_id=scope.user_id)
        return State(*rows[0]) if rows else None
