"""The gain of turns in the tables: read by pages, and set by a person who knows better."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from thoughtbank.records.gain import Gain
from thoughtbank.stores.rows import pack_gain, unpack_gain
from thoughtbank.stores.schema import memory, scope
from thoughtbank.stores.views import State

_JUDGED = (memory.c.gain_why.is_not(None), memory.c.retired_at.is_(None))


def gains(
    connection: Connection, scope_id: int, *, below: float | None, session_id: str | None, limit: int, after: int
) -> dict[int, Gain]:
    """By number, those numbered above `after`: of all judged turns, or of those with less than `below`."""
    wanted: list[Any] = [memory.c.scope_id == scope_id, memory.c.number > after, *_JUDGED]
    if below is not None:
        wanted.append(memory.c.gain < below)
    if session_id is not None:
        wanted.append(memory.c.session_id == session_id)
    query = sa.select(memory.c.number, memory.c.gain, memory.c.gain_why).where(*wanted).order_by(memory.c.number).limit(limit)
    return {row.number: unpack_gain(row.gain, row.gain_why) for row in connection.execute(query)}


def regain(connection: Connection, state: State, memory_id: str, gain: Gain, *, think: bool) -> bool:
    """Another gain for a current turn, which is thought about with `think`; False where there is none. Views are read anew: what they hold of a row
    doesn't change otherwise.
    """
    here = (
        memory.c.scope_id == state.scope_id,
        memory.c.id == memory_id,
        memory.c.kind == "turn",
        memory.c.retired_at.is_(None),
    )
    values: dict[str, Any] = {"gain": gain.score, "gain_why": pack_gain(gain)} | ({"tries": 0} if think else {})
    if not connection.execute(sa.update(memory).where(*here).values(values)).rowcount:
        return False
    connection.execute(
        sa.update(scope).where(scope.c.scope_id == state.scope_id).values(version=state.version + 1, epoch=state.epoch + 1)
    )
    return True
