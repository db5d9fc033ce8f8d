"""Carrying rows out of a scope, and vectors from one embedder to another."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC
from typing import Any

import numpy as np
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from thoughtbank.language.times import moment
from thoughtbank.ports import Vectors
from thoughtbank.stores.rows import unpack_parts
from thoughtbank.stores.schema import memory, scope, turn, vector
from thoughtbank.stores.writing import claim

_TEXTS = ("id", "session_id", "agent_id", "speaker", "role", "text", "key", "origin", "kind")


def store_vectors(
    connection: Connection, scope_id: int, embedder: str, numbers: Sequence[int], vectors: Vectors, wanted: Collection[int]
) -> None:
    """Writes the vectors of those numbers that are wanted, over any that are there."""
    rows = [
        {"scope_id": scope_id, "embedder": embedder, "number": number, "data": np.asarray(row, "<f4").tobytes()}
        for number, row in zip(numbers, vectors, strict=True)
        if number in wanted
    ]
    if rows:
        connection.execute(
            sa.delete(vector).where(
                vector.c.scope_id == scope_id,
                vector.c.embedder == embedder,
                vector.c.number.in_([row["number"] for row in rows]),
            )
        )
        connection.execute(sa.insert(vector), rows)


def adopt(connection: Connection, embedder: str, dimension: int) -> bool:
    """Makes an embedder the store's, if every current memory has its vector."""
    has = (
        sa.select(vector.c.number)
        .where(vector.c.scope_id == memory.c.scope_id, vector.c.embedder == embedder, vector.c.number == memory.c.number)
        .exists()
    )
    if connection.scalar(sa.select(memory.c.number).where(memory.c.retired_at.is_(None), ~has).limit(1)) is not None:
        return False
    claim(connection, embedder, dimension)
    connection.execute(sa.delete(vector).where(vector.c.embedder != embedder))
    connection.execute(sa.update(memory).where(memory.c.pending).values(pending=False))
    connection.execute(sa.update(scope).values(version=scope.c.version + 1, epoch=scope.c.epoch + 1))
    return True


def dump(connection: Connection, scope_id: int) -> Iterator[Mapping[str, Any]]:
    """Every turn and every memory version as plain data, in order of writing.

    A turn's line holds what was received and, under `memory`, when it was held as a memory (None: it never was). Edits and notes
    are lines of their own. Absent fields are None fields.
    """
    turns = {row.number: row for row in connection.execute(sa.select(turn).where(turn.c.scope_id == scope_id))}
    memories = {row.number: row for row in connection.execute(sa.select(memory).where(memory.c.scope_id == scope_id))}
    for number in sorted({*turns, *memories}):
        row, held = turns.get(number), memories.get(number)
        if row is not None:
            yield {"type": "turn", **_said(row), "memory": None if held is None else _held(held)}
        elif held is not None:
            yield {"type": "version", **_said(held), **_held(held)}


def _said(row: Any) -> dict[str, Any]:
    fields = {name: getattr(row, name) for name in _TEXTS if getattr(row, name, None) is not None}
    if row.parts:
        fields["parts"] = list(unpack_parts(row.parts))
    fields["said_at"] = moment(row.said_at, row.said_offset).isoformat()
    fields["recorded_at"] = moment(row.recorded_at).isoformat()
    return fields


def _held(row: Any) -> dict[str, Any]:
    times = {name: getattr(row, name) for name in ("recorded_at", "valid_from", "valid_to", "retired_at")}
    return {name: moment(value).astimezone(UTC).isoformat() for name, value in times.items() if value is not None}
