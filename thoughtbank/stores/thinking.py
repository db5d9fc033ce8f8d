"""What post-thinking writes: landings, the queue of turns, who works on it, the record of changes. Inside the caller's transaction."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from thoughtbank.language.times import micros
from thoughtbank.ports import Hash
from thoughtbank.records.conversation import Scope
from thoughtbank.records.thought import Basis, Change, Landing
from thoughtbank.stores import gaining, writing
from thoughtbank.stores.prepared import Prepared
from thoughtbank.stores.rows import change_of, change_row, chunks, pack_hash, unpack_hash
from thoughtbank.stores.schema import STORE, change, evidence, memory, scope, setting, thought, turn
from thoughtbank.stores.views import State, read_state

_NAME = "hashing"
_SINCE = Prepared(
    sa.select(thought.c.number)
    .where(thought.c.scope_id == sa.bindparam("scope"), thought.c.number > sa.bindparam("last"))
    .limit(1)
)
_RESTS_ON = Prepared(
    sa.select(memory.c.number, sa.func.count(evidence.c.turn))
    .select_from(
        memory.outerjoin(evidence, sa.and_(evidence.c.scope_id == memory.c.scope_id, evidence.c.number == memory.c.number))
    )
    .where(
        memory.c.scope_id == sa.bindparam("scope"),
        memory.c.retired_at.is_(None),
        memory.c.number.in_(sa.bindparam("numbers", expanding=True)),
    )
    .group_by(memory.c.number),
    expanding="numbers",
)


def hash_of(connection: Connection) -> Hash | None:
    """The store's hash table, if it has one."""
    found = connection.scalar(sa.select(setting.c.value).where(setting.c.scope_id == STORE, setting.c.name == _NAME))
    return None if found is None else unpack_hash(found)


def hashing(connection: Connection, wanted: Hash) -> Hash:
    """The store's hash table; `wanted` is written if there is none."""
    found = hash_of(connection)
    if found is None:
        connection.execute(sa.insert(setting).values(scope_id=STORE, name=_NAME, value=pack_hash(wanted)))
    return found or wanted


def land(connection: Connection, wanted: Scope, embedder: str, landing: Landing) -> bool:
    """All of the landing, or nothing where it no longer fits what is there."""
    state = read_state(connection, wanted.tenant, wanted.user_id)
    if state is None or not _fits(connection, state, landing):
        return False
    for one in landing.retired:
        writing.retire(connection, state.scope_id, one.number, landing.at, one.valid_to)
    fresh = list(enumerate(landing.drafts, state.last_number + 1))
    before = _there(connection, state, [draft.id for draft in landing.drafts])
    writing.insert(connection, state, fresh, before)
    if fresh and landing.vectors is not None and landing.buckets is not None:
        if not writing.check_claim(connection, embedder, landing.vectors.shape[1]):
            writing.claim(connection, embedder, landing.vectors.shape[1])
        writing.settle_numbers(
            connection, state.scope_id, embedder, [number for number, _ in fresh], landing.vectors, landing.buckets
        )
    _insert_new(
        connection,
        evidence,
        [
            {"scope_id": state.scope_id, "number": number, "turn": turn_id, "version": state.version + 1}
            for number, turn_id in landing.support
        ],
    )
    keep_changes(connection, state.scope_id, landing.changes)
    _not_waiting(connection, state, landing.turns)
    _waiting_again(connection, state, landing.again)
    writing.advance(connection, state.scope_id, state.last_number + len(fresh))
    return True


def _fits(connection: Connection, state: State, landing: Landing) -> bool:
    """Whether the turns still wait, what is to be retired is current, what it rests on is there, and what it was planned on still holds."""
    here = memory.c.scope_id == state.scope_id
    waiting = _count(
        connection,
        sa.select(memory.c.number).where(here, memory.c.tries.is_not(None), memory.c.retired_at.is_(None)),
        memory.c.number,
        landing.turns,
    )
    numbers = {one.number for one in landing.retired} | {number for number, _ in landing.support}
    current = _count(
        connection, sa.select(memory.c.number).where(here, memory.c.retired_at.is_(None)), memory.c.number, numbers
    )
    rests_on = {turn_id for draft in landing.drafts for turn_id in draft.turns} | {turn_id for _, turn_id in landing.support}
    there = _count(connection, sa.select(turn.c.id).where(turn.c.scope_id == state.scope_id), turn.c.id, rests_on)
    fits = waiting == len(landing.turns) and current == len(numbers) and there == len(rests_on)
    return fits and (landing.basis is None or _holds(connection, state, landing.basis))


def _holds(connection: Connection, state: State, basis: Basis) -> bool:
    """Whether no thought was written since, and those that were looked at are current and rest on as many turns."""
    if _SINCE.run(connection, scope=state.scope_id, last=basis.last):
        return False
    return all(
        set(_RESTS_ON.run(connection, scope=state.scope_id, numbers=[number for number, _ in some])) == set(some)
        for some in chunks(basis.known)
    )


def _count(connection: Connection, query: sa.Select[Any], column: sa.ColumnElement[Any], wanted: Iterable[Any]) -> int:
    return sum(len(connection.execute(query.where(column.in_(some))).all()) for some in chunks(list(wanted)))


def _there(connection: Connection, state: State, ids: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for some in chunks(ids):
        found.update(
            connection.scalars(sa.select(memory.c.id).where(memory.c.scope_id == state.scope_id, memory.c.id.in_(some)))
        )
    return found


def _not_waiting(connection: Connection, state: State, numbers: Sequence[int]) -> None:
    for some in chunks(numbers):
        here = (memory.c.scope_id == state.scope_id, memory.c.number.in_(some))
        connection.execute(sa.update(memory).where(*here).values(tries=None))


def _waiting_again(connection: Connection, state: State, ids: Sequence[str]) -> None:
    for some in chunks(ids):
        here = (memory.c.scope_id == state.scope_id, memory.c.id.in_(some), memory.c.retired_at.is_(None))
        connection.execute(sa.update(memory).where(*here).values(tries=0))


def failed(connection: Connection, wanted: Scope, numbers: Sequence[int]) -> None:
    """One more failure for each of these turns that still waits."""
    state = read_state(connection, wanted.tenant, wanted.user_id)
    if state is None:
        return
    for some in chunks(numbers):
        here = (memory.c.scope_id == state.scope_id, memory.c.number.in_(some), memory.c.tries.is_not(None))
        connection.execute(sa.update(memory).where(*here).values(tries=memory.c.tries + 1))


def waiting(connection: Connection, tenant: str) -> list[tuple[Scope, int]]:
    """By name."""
    queued = sa.union(  # each by its own index
        *(
            sa.select(memory.c.scope_id, memory.c.number).where(flag.is_not(None), memory.c.retired_at.is_(None))
            for flag in (memory.c.tries, memory.c.judging)
        )
    ).subquery()
    joined = scope.join(queued, queued.c.scope_id == scope.c.scope_id)
    query = sa.select(scope.c.user_id, sa.func.count()).select_from(joined).where(scope.c.tenant == tenant)
    return [
        (Scope(tenant, user_id), count)
        for user_id, count in connection.execute(query.group_by(scope.c.user_id).order_by(scope.c.user_id))
    ]


def think_again(connection: Connection, wanted: Scope, *, all: bool) -> int:
    """Turns that failed, or all, wait from the start; how many wait."""
    state = read_state(connection, wanted.tenant, wanted.user_id)
    if state is None:
        return 0
    here = [memory.c.scope_id == state.scope_id, memory.c.kind == "turn", memory.c.retired_at.is_(None)]
    chosen = here if all else [*here, memory.c.tries > 0]
    connection.execute(sa.update(memory).where(*chosen, memory.c.judging.is_(None)).values(tries=0))
    gaining.again(connection, state)
    waits = sa.or_(memory.c.tries.is_not(None), memory.c.judging.is_not(None))
    return connection.scalar(sa.select(sa.func.count()).where(*here, waits)) or 0


def lease(connection: Connection, wanted: Scope, who: str, now: datetime, until: datetime) -> bool:
    """Whether the scope's queue is `who`'s until then."""
    taken = connection.execute(
        sa.update(scope)
        .where(
            scope.c.tenant == wanted.tenant,
            scope.c.user_id == wanted.user_id,
            sa.or_(scope.c.thinker.is_(None), scope.c.thinker == who, scope.c.thinker_until <= micros(now)),
        )
        .values(thinker=who if until > now else None, thinker_until=micros(until) if until > now else None)
    )
    return taken.rowcount > 0


def keep_changes(connection: Connection, scope_id: int, changes: Sequence[Change]) -> None:
    """Adds what isn't there yet."""
    there: set[str] = set()
    for some in chunks([one.id for one in changes]):
        there.update(connection.scalars(sa.select(change.c.id).where(change.c.scope_id == scope_id, change.c.id.in_(some))))
    rows = [change_row(scope_id, one) for one in changes if one.id not in there]
    if rows:
        connection.execute(sa.insert(change), rows)


def changes(connection: Connection, wanted: Scope, memory_id: str | None, limit: int, before: str | None) -> list[Change]:
    """Newest first."""
    state = read_state(connection, wanted.tenant, wanted.user_id)
    if state is None:
        return []
    query = sa.select(change).where(change.c.scope_id == state.scope_id)
    if memory_id is not None:
        query = query.where(sa.or_(change.c.memory_id == memory_id, change.c.into_id == memory_id))
    if before is not None:
        query = query.where(change.c.id < before)
    return [change_of(row) for row in connection.execute(query.order_by(change.c.id.desc()).limit(limit))]


def _insert_new(connection: Connection, table: sa.Table, rows: Sequence[dict[str, Any]]) -> None:
    """Rows whose key is there already are passed over."""
    keys = [column.name for column in table.primary_key.columns]
    for row in rows:
        same = [table.c[name] == row[name] for name in keys]
        if connection.execute(sa.select(sa.literal(1)).where(*same)).first() is None:
            connection.execute(sa.insert(table).values(row))
