"""Carrying rows out of a scope, and vectors from one embedder to another."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import numpy as np
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from thoughtbank.language.proposition import Argument
from thoughtbank.language.times import moment
from thoughtbank.ports import Buckets, Vectors
from thoughtbank.records.alias import Alias
from thoughtbank.records.thought import Change
from thoughtbank.stores import aliasing
from thoughtbank.stores.reading import ARGUMENT
from thoughtbank.stores.rows import argument_of, change_of, unpack_gain, unpack_parts
from thoughtbank.stores.schema import argument, change, evidence, memory, node, scope, thought, turn, vector
from thoughtbank.stores.writing import claim, claimed

_TEXTS = ("id", "session_id", "agent_id", "speaker", "role", "text", "key", "origin", "kind")


def store_vectors(
    connection: Connection,
    scope_id: int,
    embedder: str,
    numbers: Sequence[int],
    vectors: Vectors,
    buckets: Buckets,
    wanted: Mapping[int, str],
) -> None:
    """Writes the vectors of those numbers that are wanted, over any that are there. `wanted` says their kinds: thoughts have groups."""
    rows = [
        {
            "scope_id": scope_id,
            "embedder": embedder,
            "number": number,
            "data": np.asarray(row, "<f4").tobytes(),
            "bucket": int(bucket) if wanted[number] == "thought" else None,
        }
        for number, row, bucket in zip(numbers, vectors, buckets, strict=True)
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
    if claimed(connection) != {"name": embedder, "dimension": dimension}:
        connection.execute(sa.update(node).values(data=None))  # each scope's are made anew
    claim(connection, embedder, dimension)
    connection.execute(sa.delete(vector).where(vector.c.embedder != embedder))
    connection.execute(sa.update(memory).where(memory.c.pending).values(pending=False))
    connection.execute(sa.update(scope).values(version=scope.c.version + 1, epoch=scope.c.epoch + 1))
    return True


def dump(connection: Connection, scope_id: int) -> Iterator[Mapping[str, Any]]:
    """Every turn, every memory version and every change as plain data, in order of writing.

    A turn's line holds what was received and, under `memory`, when it was held as a memory (None: it never was). Edits, notes and thoughts
    are lines of their own, a thought's with its triple and the turns it came from. Absent fields are None fields.
    """
    turns, memories, thoughts = (
        {row.number: row for row in connection.execute(sa.select(table).where(table.c.scope_id == scope_id))}
        for table in (turn, memory, thought)
    )
    rests_on: defaultdict[int, list[str]] = defaultdict(list)
    for one in connection.execute(sa.select(evidence).where(evidence.c.scope_id == scope_id).order_by(evidence.c.turn)):
        rests_on[one.number].append(one.turn)
    others: defaultdict[int, list[list[Any]]] = defaultdict(list)
    beside = (argument.c.scope_id == scope_id, sa.or_(argument.c.role != "", argument.c.place > 1))
    arguments = sa.select(argument.c.number, *ARGUMENT).where(*beside).order_by(argument.c.number, argument.c.place)
    for number, *one_argument in connection.execute(arguments):
        others[number].append(_argument(argument_of(one_argument)))
    for number in sorted({*turns, *memories}):
        row, held = turns.get(number), memories.get(number)
        if row is not None:
            yield {"type": "turn", **_said(row), "memory": None if held is None else _held(held)}
        elif held is not None:
            of = _thought(thoughts.get(number), rests_on[number], others[number])
            yield {"type": "version", **_said(held), **_held(held), **of}
    for one_alias in aliasing.read(connection, scope_id):
        if one_alias.memory_id is None or not one_alias.stands:  # the others come with their thoughts
            yield {"type": "alias", **_alias(one_alias)}
    for made in connection.execute(sa.select(change).where(change.c.scope_id == scope_id).order_by(change.c.id)):
        yield {"type": "change", **_change(change_of(made))}


def _argument(one: Argument) -> list[Any]:
    """Role and text, and of a time that could be read what it meant."""
    if one.when is None:
        return [one.role, one.text]
    fields = {name: value for name, value in asdict(one.when).items() if value is not None}
    return [
        one.role,
        one.text,
        {name: value.isoformat() if isinstance(value, datetime) else value for name, value in fields.items()},
    ]


def _thought(row: Any, turns: list[str], others: list[list[Any]]) -> dict[str, Any]:
    if row is None:
        return {}
    more = {"others": others, "mood": row.mood}
    return {
        "triple": [row.head, row.relation, row.tail],
        **{name: value for name, value in more.items() if value},
        "turns": turns,
        "made_by": row.made_by,
    }


def _alias(one: Alias) -> dict[str, Any]:
    fields = {"name": one.name, "means": one.means, "kind": one.kind, "by": one.by, "memory_id": one.memory_id}
    times = {"at": one.at, "undone_at": one.undone_at}
    given = {name: value for name, value in fields.items() if value is not None}
    return given | {name: value.isoformat() for name, value in times.items() if value is not None}


def _change(one: Change) -> dict[str, Any]:
    fields = {"id": one.id, "kind": one.kind, "memory_id": one.memory_id, "into": one.into, "by": one.by, "reason": one.reason}
    return {name: value for name, value in fields.items() if value is not None} | {"at": one.at.isoformat()}


def _said(row: Any) -> dict[str, Any]:
    fields = {name: getattr(row, name) for name in _TEXTS if getattr(row, name, None) is not None}
    if row.parts:
        fields["parts"] = list(unpack_parts(row.parts))
    fields["said_at"] = moment(row.said_at, row.said_offset).isoformat()
    fields["recorded_at"] = moment(row.recorded_at).isoformat()
    return fields


def _held(row: Any) -> dict[str, Any]:
    times = {name: getattr(row, name) for name in ("recorded_at", "valid_from", "valid_to", "retired_at")}
    held: dict[str, Any] = {
        name: moment(value).astimezone(UTC).isoformat() for name, value in times.items() if value is not None
    }
    if row.gain_why is not None:
        gain = asdict(unpack_gain(row.gain, row.gain_why))
        held["gain"] = {name: value for name, value in gain.items() if name != "votes" or value}
    if row.retired_at is None:
        held |= {name: True for name, waits in (("unthought", row.tries), ("unjudged", row.judging)) if waits is not None}
    return held
