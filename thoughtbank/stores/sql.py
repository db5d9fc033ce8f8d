"""The store over SQLAlchemy Core: records in, records and arrays out, one transaction a call.

A turn is committed with its words before anything slow is done to it; its vector follows in a second transaction (`settle`). Writes
hold the scope's row (on SQLite the whole database) from their first statement, so numbers are given in the order of commits.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from thoughtbank.errors import StoreError
from thoughtbank.language.times import micros
from thoughtbank.ports import Buckets, Hash, Posting, StoreInfo, Vectors, View
from thoughtbank.records.conversation import Scope
from thoughtbank.records.decisions import Filter, Finding
from thoughtbank.records.gain import Gain, Judged, Overview
from thoughtbank.records.memory import Draft, Erased, Memory, Page, Written
from thoughtbank.records.thought import Change, Landing
from thoughtbank.stores import (
    catching_up,
    checking,
    erasing,
    gaining,
    moving,
    postings,
    reading,
    sqlite,
    thinking,
    writing,
)
from thoughtbank.stores.composed import Composed
from thoughtbank.stores.migrating import migrate
from thoughtbank.stores.prepared import Prepared
from thoughtbank.stores.rows import chunks, memory_of, turn_of
from thoughtbank.stores.schema import memory, scope, vector
from thoughtbank.stores.views import KEPT_TERMS, StoredView, ViewCache, locate, read_state


class SqlStore(Composed):
    """A Store on one SQLite file."""

    def __init__(self, engine: Engine, where: str, *, durable: bool, cache_mb: int, session_gap: float) -> None:
        super().__init__(engine, where, ViewCache(cache_mb, session_gap))
        self._durable = durable
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
            return catching_up.caught_up(connection, scope, drafts, writing.append(connection, scope, drafts))

    def replace(self, scope: Scope, draft: Draft, landing: Landing | None = None) -> Written | None:
        with self._write("durable") as connection:
            if landing is not None and not thinking.land(connection, scope, self._claimed(), landing):
                return None
            return writing.replace(connection, scope, draft)

    def settle(self, scope: Scope, numbers: Sequence[int], vectors: Vectors, buckets: Buckets) -> None:
        embedder = self._claimed()
        with self._write("derived") as connection:
            writing.settle(connection, scope, embedder, numbers, vectors, buckets)

    # reading

    def pending(self, scope: Scope, limit: int, after: int = 0) -> list[Memory]:
        return self._fetch(reading.PENDING, scope, most=limit, after=after)

    def view(self, scope: Scope) -> View | None:
        seen = self._state(scope)
        kept = self._views.peek(seen, self._embedder) if seen is not None else None
        if seen is None or kept is not None:
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
        found: dict[int, Memory] = {}
        for some in chunks(numbers):
            found |= self._by_number(reading.BY_NUMBER, scope, numbers=some)
        return found

    def versions(self, scope: Scope, memory_id: str) -> list[Memory]:
        return self._fetch(reading.BY_ID, scope, id=memory_id)

    def last_turns(self, scope: Scope, session_id: str | None, limit: int, before: str | None = None) -> list[Memory]:
        query = reading.LAST_TURNS if before is None else reading.TURNS_BEFORE
        bound = {"session": session_id, "most": limit} | ({} if before is None else {"before": before})
        with self._raw() as raw:
            rows = query.fetch(raw, self._engine.dialect, tenant=scope.tenant, user_id=scope.user_id, **bound)
        return [turn_of(row) for row in reversed(rows)]

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
        found = self._memories(reading.IN_SCOPE.where(*conditions).limit(limit + 1), scope)
        more = len(found) > limit
        return Page(tuple(found[:limit]), str(found[limit - 1].number) if more else None)

    def _memories(self, query: sa.Select[Any], scope: Scope) -> list[Memory]:
        """What a query over `IN_SCOPE` finds for a scope."""
        with self._read() as connection:
            rows = connection.execute(query, {"tenant": scope.tenant, "user_id": scope.user_id}).all()
            found = [memory_of(row) for row in rows]
            return reading.whole(connection.connection, connection.dialect, scope, found)

    def _fetch(self, query: Prepared, scope: Scope, **bound: Any) -> list[Memory]:
        with self._raw() as raw:
            return reading.fetch(raw, self._engine.dialect, query, scope, **bound)

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

    def gains(
        self, scope: Scope, *, below: float | None = None, session_id: str | None = None, limit: int, after: int = 0
    ) -> dict[int, Gain]:
        with self._read() as connection:
            state = read_state(connection, scope.tenant, scope.user_id)
            if state is None:
                return {}
            return gaining.gains(connection, state.scope_id, below=below, session_id=session_id, limit=limit, after=after)

    def regain(self, scope: Scope, memory_id: str, gain: Gain, *, think: bool) -> bool:
        with self._write("durable") as connection:
            state = read_state(connection, scope.tenant, scope.user_id)
            return state is not None and gaining.regain(connection, state, memory_id, gain, think=think)

    def greatest(self, scope: Scope, least: float, most: int, *, before: int | None = None) -> list[tuple[Memory, Gain]]:
        with self._read() as connection:
            state = read_state(connection, scope.tenant, scope.user_id)
            found = {} if state is None else gaining.greatest(connection, state.scope_id, least, most, before)
        there = self.read(scope, list(found))
        return [(there[number], gain) for number, gain in found.items() if number in there]

    def unjudged(self, scope: Scope, limit: int, *, since: int = 0) -> list[Memory]:
        return self._fetch(reading.UNJUDGED, scope, most=limit, since=since)

    def judge(
        self,
        scope: Scope,
        found: Sequence[Judged],
        *,
        tries: int,
        overview: Overview | None = None,
        basis: Overview | None = None,
        rests_on: Sequence[int] = (),
    ) -> bool:
        with self._write("derived") as connection:  # lost with power, they wait again
            state = read_state(connection, scope.tenant, scope.user_id)
            return state is not None and gaining.judge(connection, state, found, tries, overview, basis, rests_on)

    def overview(self, scope: Scope) -> Overview | None:
        with self._read() as connection:
            state = read_state(connection, scope.tenant, scope.user_id)
            return None if state is None else gaining.read_overview(connection, state.scope_id)

    # thoughts

    def hashing(self, wanted: Hash) -> Hash:
        with self._read() as connection:
            found = thinking.hash_of(connection)
        if found is not None:
            return found
        with self._write("durable") as connection:
            return thinking.hashing(connection, wanted)

    def unthought(self, scope: Scope, limit: int, *, since: int, tries: int) -> list[Memory]:
        return self._fetch(reading.UNTHOUGHT, scope, most=limit, since=since, most_tries=tries)

    def thoughts(
        self,
        scope: Scope,
        *,
        bucket: int | None = None,
        heads: Sequence[str] | None = None,
        about: Sequence[str] | None = None,
        digests: Sequence[str] | None = None,
        turns: Sequence[str] | None = None,
        newest: int | None = None,
    ) -> list[Memory]:
        lists = {"heads": heads, "about": about, "digests": digests, "turns": turns}
        given = {name: values for name, values in lists.items() if values is not None}
        if len(given) > 1:
            raise StoreError(f"thoughts are read by one list at a time, not by {', '.join(given)}")
        among = next(iter(given), None)
        query = reading.thoughts(among, bucket is not None, newest is not None)
        bound = {"embedder": self._claimed(), "bucket": bucket} if bucket is not None else {}
        bound |= {"newest": newest} if newest is not None else {}
        found: dict[int, Memory] = {}
        for some in chunks(given[among]) if among is not None else [None]:
            found |= self._by_number(query, scope, **bound, **({among: some} if among is not None else {}))
        return [one for _, one in sorted(found.items())]

    def _by_number(self, query: Prepared, scope: Scope, **bound: Any) -> dict[int, Memory]:
        return {one.number: one for one in self._fetch(query, scope, **bound)}

    def last_number(self, scope: Scope) -> int:
        state = self._state(scope)
        return state.last_number if state is not None else 0

    def land(self, scope: Scope, landing: Landing) -> bool:
        with self._write("derived") as connection:  # lost with power, it is thought once more: its turns wait again
            return thinking.land(connection, scope, self._claimed(), landing)

    def failed(self, scope: Scope, turns: Sequence[int]) -> None:
        with self._write("derived") as connection:
            thinking.failed(connection, scope, turns)

    def waiting(self, tenant: str) -> list[tuple[Scope, int]]:
        with self._read() as connection:
            return thinking.waiting(connection, tenant)

    def think_again(self, scope: Scope, *, all: bool) -> int:
        with self._write("durable") as connection:
            return thinking.think_again(connection, scope, all=all)

    def lease(self, scope: Scope, who: str, now: datetime, until: datetime) -> bool:
        with self._write("derived") as connection:
            return thinking.lease(connection, scope, who, now, until)

    def changes(self, scope: Scope, *, memory_id: str | None = None, limit: int, before: str | None = None) -> list[Change]:
        with self._read() as connection:
            return thinking.changes(connection, scope, memory_id, limit, before)

    def keep_changes(self, scope: Scope, changes: Sequence[Change]) -> None:
        with self._write("durable") as connection:
            state = read_state(connection, scope.tenant, scope.user_id)
            if state is not None:
                thinking.keep_changes(connection, state.scope_id, changes)

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
        lacking = reading.IN_SCOPE.where(~has, memory.c.retired_at.is_(None), memory.c.number > after)
        return self._memories(lacking.limit(limit), scope)

    def add_vectors(self, scope: Scope, embedder: str, numbers: Sequence[int], vectors: Vectors, buckets: Buckets) -> None:
        with self._write("derived") as connection:
            state = read_state(connection, scope.tenant, scope.user_id)
            if state is None:
                return
            here = (memory.c.scope_id == state.scope_id, memory.c.number.in_(list(numbers)), memory.c.retired_at.is_(None))
            kinds = {row.number: row.kind for row in connection.execute(sa.select(memory.c.number, memory.c.kind).where(*here))}
            moving.store_vectors(connection, state.scope_id, embedder, numbers, vectors, buckets, kinds)

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

    def mend(self) -> list[Finding]:
        with self._write("durable") as connection:
            done = checking.mend(connection)
        with self._guard():
            sqlite.scrub(self._engine)
        return done
