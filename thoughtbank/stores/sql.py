"""The store over SQLAlchemy Core: records in, records and arrays out, one transaction a call.

A turn is committed with its words before anything slow is done to it; its vector follows in a second transaction (`settle`). Writes
hold the scope's row (on SQLite the whole database) from their first statement, so numbers are given in the order of commits.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.pool import PoolProxiedConnection

from thoughtbank.errors import StoreError, StoreUnavailable
from thoughtbank.language.times import micros
from thoughtbank.ports import Posting, StoreInfo, Vectors, View
from thoughtbank.records.conversation import Scope
from thoughtbank.records.decisions import Filter, Finding
from thoughtbank.records.memory import Draft, Erased, Memory, Page, Written
from thoughtbank.stores import checking, erasing, moving, postings, sqlite, writing
from thoughtbank.stores.migrating import migrate
from thoughtbank.stores.prepared import Prepared
from thoughtbank.stores.rows import chunks, memory_of, turn_of
from thoughtbank.stores.schema import memory, scope, turn, vector
from thoughtbank.stores.views import KEPT_TERMS, STATE, State, StoredView, ViewCache, locate, read_state

_TURN = sa.and_(turn.c.scope_id == memory.c.scope_id, turn.c.number == memory.c.number)
MEMORY_COLUMNS = (
    memory.c.number, memory.c.id, memory.c.kind, memory.c.said_at, memory.c.said_offset, memory.c.recorded_at, memory.c.session_id,
    memory.c.agent_id, memory.c.speaker, memory.c.role, memory.c.valid_from, memory.c.valid_to, memory.c.retired_at,
    memory.c.pending, sa.func.coalesce(memory.c.text, turn.c.text).label("words"),
    sa.func.coalesce(memory.c.parts, turn.c.parts).label("attached"),
)  # fmt: skip
_MEMORIES = sa.select(*MEMORY_COLUMNS).select_from(memory.outerjoin(turn, _TURN))
_IN_SCOPE = _MEMORIES.where(
    memory.c.scope_id
    == sa.select(scope.c.scope_id)
    .where(scope.c.tenant == sa.bindparam("tenant"), scope.c.user_id == sa.bindparam("user_id"))
    .scalar_subquery()
).order_by(memory.c.number)
_BY_NUMBER = Prepared(_IN_SCOPE.where(memory.c.number.in_(sa.bindparam("numbers", expanding=True))), expanding="numbers")
_BY_ID = Prepared(_IN_SCOPE.where(memory.c.id == sa.bindparam("id")))
_PENDING = Prepared(
    _IN_SCOPE.where(memory.c.pending, memory.c.retired_at.is_(None), memory.c.number > sa.bindparam("after")).limit(
        sa.bindparam("most")
    )
)

READERS = 4
"""Connections kept for reads at most; the pool has the rest. Chosen: a few threads that recall."""


class SqlStore:
    """A Store on one SQLite file."""

    def __init__(self, engine: Engine, where: str, *, durable: bool, cache_mb: int, session_gap: float) -> None:
        self._engine, self._where, self._durable = engine, where, durable
        self._views = ViewCache(cache_mb, session_gap)
        self._readers: list[PoolProxiedConnection] = []
        self._embedder: str | None = None
        self._closed = False
        with self._guard():
            migrate(engine, where)

    @classmethod
    def open(cls, path: str, *, durable: bool, busy_timeout: float, cache_mb: int, session_gap: float) -> "SqlStore":
        file = Path(path).expanduser()
        engine = sqlite.open_engine(file, busy_timeout=busy_timeout, durable=durable)
        return cls(engine, str(file), durable=durable, cache_mb=cache_mb, session_gap=session_gap)

    # what it is

    def info(self) -> StoreInfo:
        with self._read() as connection:
            claimed = writing.claimed(connection)
            revision = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()
        return StoreInfo(
            url=f"sqlite:///{self._where}",
            schema=str(revision),
            embedder=claimed["name"] if claimed else None,
            dimension=claimed["dimension"] if claimed else None,
            durability="full" if self._durable else "fast",
        )

    def claim(self, embedder: str, dimension: int | None) -> None:
        with self._read() as connection:
            writing.check_claim(connection, embedder, dimension)
        self._embedder = embedder

    # writing

    def append(self, scope: Scope, drafts: Sequence[Draft]) -> list[Written]:
        with self._write("durable") as connection:
            return writing.append(connection, scope, drafts)

    def replace(self, scope: Scope, draft: Draft) -> Written:
        with self._write("durable") as connection:
            return writing.replace(connection, scope, draft)

    def settle(self, scope: Scope, numbers: Sequence[int], vectors: Vectors) -> None:
        if self._embedder is None:
            raise StoreError("no embedder was claimed for this store; call claim() first")
        with self._write("derived") as connection:
            writing.settle(connection, scope, self._embedder, numbers, vectors)

    # reading

    def pending(self, scope: Scope, limit: int, after: int = 0) -> list[Memory]:
        return self._prepared(_PENDING, scope, most=limit, after=after)

    def view(self, scope: Scope) -> View | None:
        with self._raw() as raw:
            rows = STATE.fetch(raw, self._engine.dialect, tenant=scope.tenant, user_id=scope.user_id)
        kept = self._views.peek(State(*rows[0]), self._embedder) if rows else None
        if not rows or kept is not None:
            return kept
        with self._read(snapshot=True) as connection:
            state = read_state(connection, scope.tenant, scope.user_id)
            if state is None:
                return None
            if self._embedder is not None:  # another process may have re-embedded the store
                writing.check_claim(connection, self._embedder, None)
            return self._views.view(connection, state, self._embedder)

    def postings(self, scope: Scope, view: View, terms: Sequence[str]) -> dict[str, Posting]:
        if not isinstance(view, StoredView):
            raise StoreError("this view is another store's")
        found = {term: view.located[term] for term in terms if term in view.located}
        if len(found) < len(terms):
            found |= self._locate(view, [term for term in terms if term not in found])
        return {term: place for term, place in found.items() if place is not None}

    def _locate(self, view: StoredView, terms: Sequence[str]) -> dict[str, Posting | None]:
        packed = {term: view.packed[term] for term in terms if term in view.packed}
        unknown = [term for term in terms if term not in packed] if view.state.indexed_to else []
        if unknown:
            with self._raw() as raw:
                for some in chunks(unknown):
                    packed |= view.keep(some, postings.read(raw, self._engine.dialect, view.scope_id, some))
        found = {term: locate(view, term, packed.get(term)) for term in terms}
        if len(view.located) + len(found) <= KEPT_TERMS:
            view.located.update(found)
        return found

    def read(self, scope: Scope, numbers: Sequence[int]) -> dict[int, Memory]:
        return {memory.number: memory for some in chunks(numbers) for memory in self._prepared(_BY_NUMBER, scope, numbers=some)}

    def versions(self, scope: Scope, memory_id: str) -> list[Memory]:
        return self._prepared(_BY_ID, scope, id=memory_id)

    def last_turns(self, scope: Scope, session_id: str, limit: int) -> list[Memory]:
        with self._read() as connection:
            state = read_state(connection, scope.tenant, scope.user_id)
            if state is None:
                return []
            here = (turn.c.scope_id == state.scope_id, turn.c.session_id == session_id)
            latest = sa.select(turn).where(*here).order_by(turn.c.said_at.desc(), turn.c.number.desc()).limit(limit)
            return [turn_of(row) for row in reversed(connection.execute(latest).all())]

    def page(self, scope: Scope, wanted: Filter, *, limit: int, after: int = 0) -> Page:
        conditions = [memory.c.number > after, memory.c.retired_at.is_(None)]
        for name in ("session_id", "agent_id", "speaker", "role", "kind"):
            value = getattr(wanted, name)
            if value is not None:
                conditions.append(memory.c[name] == value)
        if wanted.since is not None:
            conditions.append(memory.c.said_at >= micros(wanted.since))
        if wanted.until is not None:
            conditions.append(memory.c.said_at < micros(wanted.until))
        found = self._memories(_IN_SCOPE.where(*conditions).limit(limit + 1), scope)
        more = len(found) > limit
        return Page(tuple(found[:limit]), str(found[limit - 1].number) if more else None)

    def _memories(self, query: sa.Select[Any], scope: Scope) -> list[Memory]:
        """What a query over `_IN_SCOPE` finds for a scope."""
        with self._read() as connection:
            return [memory_of(row) for row in connection.execute(query, {"tenant": scope.tenant, "user_id": scope.user_id})]

    def _prepared(self, query: Prepared, scope: Scope, **bound: Any) -> list[Memory]:
        with self._raw() as raw:
            rows = query.fetch(raw, self._engine.dialect, tenant=scope.tenant, user_id=scope.user_id, **bound)
        return [memory_of(row) for row in rows]

    def scopes(self, tenant: str | None = None) -> list[tuple[Scope, int]]:
        with self._read() as connection:
            rows = connection.execute(
                sa.select(scope.c.tenant, scope.c.user_id, sa.func.count(memory.c.number))
                .select_from(
                    scope.outerjoin(memory, sa.and_(memory.c.scope_id == scope.c.scope_id, memory.c.retired_at.is_(None)))
                )
                .where(sa.true() if tenant is None else scope.c.tenant == tenant)
                .group_by(scope.c.scope_id)
                .order_by(scope.c.tenant, scope.c.user_id)
            )
            return [(Scope(tenant, user_id), count) for tenant, user_id, count in rows]

    # moving and destroying

    def erase(
        self, scope: Scope, *, ids: Sequence[str] = (), session_id: str | None = None, everything: bool = False
    ) -> Erased:
        with self._write("durable") as connection:
            state = read_state(connection, scope.tenant, scope.user_id)
            if state is None:
                return Erased()
            erased = erasing.erase(connection, state, ids=ids, session_id=session_id, everything=everything)
        if not erased.turns and not erased.memories and not everything:
            return erased
        self._views.drop(state.scope_id)
        with self._guard():
            scrubbed = sqlite.scrub(self._engine)
        return Erased(erased.turns, erased.memories, erased.vectors, scrubbed, erased.ids)

    def dump(self, scope: Scope) -> Iterator[Mapping[str, Any]]:
        with self._read(snapshot=True) as connection:
            state = read_state(connection, scope.tenant, scope.user_id)
            if state is not None:
                yield from moving.dump(connection, state.scope_id)

    def unembedded(self, scope: Scope, embedder: str, limit: int, after: int = 0) -> list[Memory]:
        has = (
            sa.select(vector.c.number)
            .where(vector.c.scope_id == memory.c.scope_id, vector.c.embedder == embedder, vector.c.number == memory.c.number)
            .exists()
        )
        lacking = _IN_SCOPE.where(~has, memory.c.retired_at.is_(None), memory.c.number > after)
        return self._memories(lacking.limit(limit), scope)

    def add_vectors(self, scope: Scope, embedder: str, numbers: Sequence[int], vectors: Vectors) -> None:
        with self._write("derived") as connection:
            state = read_state(connection, scope.tenant, scope.user_id)
            if state is None:
                return
            there = set(
                connection.scalars(
                    sa.select(memory.c.number).where(
                        memory.c.scope_id == state.scope_id, memory.c.number.in_(list(numbers)), memory.c.retired_at.is_(None)
                    )
                )
            )
            moving.store_vectors(connection, state.scope_id, embedder, numbers, vectors, there)

    def adopt(self, embedder: str, dimension: int) -> bool:
        with self._write("durable") as connection:
            done = moving.adopt(connection, embedder, dimension)
        if done:
            self._embedder = embedder
        return done

    def check(self) -> list[Finding]:
        with self._guard():
            faults = sqlite.integrity(self._engine)
        if faults:
            return [Finding("file", False, "; ".join(faults), "load your last export")]
        with self._read(snapshot=True) as connection:
            return [Finding("file", True, f"{self._where} is sound"), *checking.check(connection, self._embedder)]

    def mend(self) -> None:
        with self._write("durable") as connection:
            checking.mend(connection)
        with self._guard():
            sqlite.scrub(self._engine)

    def close(self) -> None:
        self._closed = True
        while self._readers:
            self._readers.pop().close()
        self._engine.dispose()

    # connections

    @contextmanager
    def _guard(self) -> Iterator[None]:
        if self._closed:
            raise StoreError("this bank is closed; open another")
        try:
            yield
        except sa.exc.DBAPIError as error:
            raise sqlite.translate(error.orig, self._where) from error
        except sqlite.DriverError as error:
            raise sqlite.translate(error, self._where) from error
        except sa.exc.TimeoutError as error:
            raise StoreUnavailable(
                f"too many calls on {self._where} at once; finish some (an export held open counts)"
            ) from error

    @contextmanager
    def _raw(self) -> Iterator[PoolProxiedConnection]:
        """A driver connection for one prepared read. Some are kept out of the pool: a check-out takes as long as the read."""
        with self._guard():
            try:
                raw = self._readers.pop()  # atomic, as is append: threads don't share one
            except IndexError:
                raw = self._engine.raw_connection()
            try:
                yield raw
            finally:
                if len(self._readers) < READERS and not self._closed:
                    self._readers.append(raw)
                else:
                    raw.close()

    @contextmanager
    def _read(self, *, snapshot: bool = False) -> Iterator[Connection]:
        """A connection to read with; with `snapshot` all its reads see one state."""
        with self._guard(), self._engine.connect() as connection:
            if not snapshot:
                yield connection
                return
            connection = connection.execution_options(snapshot=True)
            with connection.begin():  # explicitly: a prepared statement doesn't begin one by itself
                yield connection

    @contextmanager
    def _write(self, kind: Literal["durable", "derived"]) -> Iterator[Connection]:
        with self._guard(), self._engine.connect().execution_options(write=kind) as connection, connection.begin():
            yield connection
