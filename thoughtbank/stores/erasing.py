"""Destroys memories with everything that was made of them, inside the caller's transaction."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from thoughtbank.records.conversation import RESTS_ON
from thoughtbank.records.memory import Erased
from thoughtbank.stores import postings
from thoughtbank.stores.rows import chunks, unpack_parts, unpack_terms
from thoughtbank.stores.schema import SCOPED, memory, scope, turn, vector
from thoughtbank.stores.views import State


def erase(
    connection: Connection, state: State, *, ids: Sequence[str] = (), session_id: str | None = None, everything: bool = False
) -> Erased:
    """All versions of the memories that are named (or said in a session), the replies that rest on them, their turns, vectors and postings; or the
    whole scope."""
    if everything:
        return _everything(connection, state)
    if session_id is not None:
        ids = [*ids, *_of_session(connection, state, session_id)]
    wanted = sorted(_with_replies(connection, state, set(ids)))
    gone: dict[int, dict[str, int]] = {}
    turns, memories = set[str](), set[str]()
    for some in chunks(wanted):
        here = (memory.c.scope_id == state.scope_id, memory.c.id.in_(some))
        for row in connection.execute(sa.select(memory.c.number, memory.c.id, memory.c.terms).where(*here)):
            gone[row.number] = unpack_terms(row.terms)
            memories.add(row.id)
        here_turns = (turn.c.scope_id == state.scope_id, turn.c.id.in_(some))
        turns.update(connection.scalars(sa.select(turn.c.id).where(*here_turns)))
        connection.execute(sa.delete(memory).where(*here))
        connection.execute(sa.delete(turn).where(*here_turns))
    if not turns and not memories:
        return Erased()
    postings.forget(connection, state.scope_id, {number: terms for number, terms in gone.items() if number <= state.indexed_to})
    vectors = 0
    for numbers in chunks(sorted(gone)):
        vectors += connection.execute(
            sa.delete(vector).where(vector.c.scope_id == state.scope_id, vector.c.number.in_(numbers))
        ).rowcount
    connection.execute(
        sa.update(scope).where(scope.c.scope_id == state.scope_id).values(version=state.version + 1, epoch=state.epoch + 1)
    )
    return Erased(turns=len(turns), memories=len(memories), vectors=vectors, ids=tuple(sorted(turns | memories)))


def _with_replies(connection: Connection, state: State, ids: set[str]) -> set[str]:
    """The ids, and those of the replies that rest on them, and so on: a reply says again what it quotes."""
    mark = f'%"{RESTS_ON}"%'
    rows = connection.execute(
        sa.select(turn.c.id, turn.c.parts).where(turn.c.scope_id == state.scope_id, turn.c.parts.like(mark))
    ).all()
    rests_on = {row.id: {memory_id for part in unpack_parts(row.parts) for memory_id in part.get(RESTS_ON, ())} for row in rows}
    found = set(ids)
    while more := {reply for reply, sources in rests_on.items() if reply not in found and sources & found}:
        found |= more
    return found


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
