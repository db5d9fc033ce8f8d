"""Destroys memories with everything that was made of them, inside the caller's transaction."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from thoughtbank.records.memory import Erased
from thoughtbank.stores import postings
from thoughtbank.stores.rows import unpack_terms
from thoughtbank.stores.schema import SCOPED, memory, scope, turn, vector
from thoughtbank.stores.views import State


def erase(
    connection: Connection, state: State, *, ids: Sequence[str] = (), session_id: str | None = None, everything: bool = False
) -> Erased:
    """All versions of the memories that are named (or said in a session), their turns, vectors and postings; or the whole scope."""
    if everything:
        return _everything(connection, state)
    if session_id is not None:
        ids = [*ids, *_of_session(connection, state, session_id)]
    wanted = sorted(set(ids))
    rows = connection.execute(
        sa.select(memory.c.number, memory.c.id, memory.c.terms).where(
            memory.c.scope_id == state.scope_id, memory.c.id.in_(wanted)
        )
    ).all()
    postings.forget(
        connection, state.scope_id, {row.number: unpack_terms(row.terms) for row in rows if row.number <= state.indexed_to}
    )
    vectors = connection.execute(
        sa.delete(vector).where(vector.c.scope_id == state.scope_id, vector.c.number.in_([row.number for row in rows]))
    ).rowcount
    for table in (memory, turn):
        there = connection.scalars(sa.select(table.c.id).where(table.c.scope_id == state.scope_id, table.c.id.in_(wanted)))
        gone = sorted(set(there))
        connection.execute(sa.delete(table).where(table.c.scope_id == state.scope_id, table.c.id.in_(gone)))
        if table is memory:
            memories = gone
    connection.execute(
        sa.update(scope).where(scope.c.scope_id == state.scope_id).values(version=state.version + 1, epoch=state.epoch + 1)
    )
    return Erased(turns=len(gone), memories=len(memories), vectors=vectors, ids=tuple(sorted({*memories, *gone})))


def _of_session(connection: Connection, state: State, session_id: str) -> list[str]:
    found: list[str] = []
    for table in (memory, turn):
        found += connection.scalars(
            sa.select(table.c.id).where(table.c.scope_id == state.scope_id, table.c.session_id == session_id)
        )
    return found


def _everything(connection: Connection, state: State) -> Erased:
    counts = {
        table.name: connection.scalar(sa.select(sa.func.count()).select_from(table).where(table.c.scope_id == state.scope_id))
        for table in (turn, vector)
    }
    ids = sorted(set(connection.scalars(sa.select(memory.c.id).where(memory.c.scope_id == state.scope_id))))
    for table in (*SCOPED, scope):
        connection.execute(sa.delete(table).where(table.c.scope_id == state.scope_id))
    return Erased(turns=counts["turn"] or 0, memories=len(ids), vectors=counts["vector"] or 0, ids=tuple(ids))
