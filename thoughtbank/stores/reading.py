"""Memories out of the tables: the statements that read them, and the records made of their rows.

A thought's triple and its turns stand in tables of their own and are read only where a thought is among the rows.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.pool import PoolProxiedConnection

from thoughtbank.language.proposition import Argument
from thoughtbank.records.conversation import Scope
from thoughtbank.records.memory import Memory, Triple
from thoughtbank.stores.prepared import Prepared
from thoughtbank.stores.rows import argument_of, chunks, memory_of
from thoughtbank.stores.schema import argument, evidence, memory, scope, thought, turn, vector

_TURN = sa.and_(turn.c.scope_id == memory.c.scope_id, turn.c.number == memory.c.number)
MEMORY_COLUMNS = (
    memory.c.number, memory.c.id, memory.c.kind, memory.c.said_at, memory.c.said_offset, memory.c.recorded_at, memory.c.session_id,
    memory.c.agent_id, memory.c.speaker, memory.c.role, memory.c.valid_from, memory.c.valid_to, memory.c.retired_at,
    memory.c.pending, memory.c.tries, memory.c.judging, sa.func.coalesce(memory.c.text, turn.c.text).label("words"),
    sa.func.coalesce(memory.c.parts, turn.c.parts).label("attached"),
)  # fmt: skip
_MEMORIES = sa.select(*MEMORY_COLUMNS).select_from(memory.outerjoin(turn, _TURN))
SCOPE_ID = (
    sa.select(scope.c.scope_id)
    .where(scope.c.tenant == sa.bindparam("tenant"), scope.c.user_id == sa.bindparam("user_id"))
    .scalar_subquery()
)
IN_SCOPE = _MEMORIES.where(memory.c.scope_id == SCOPE_ID).order_by(memory.c.number)
_OF_THOUGHT = sa.and_(thought.c.scope_id == memory.c.scope_id, thought.c.number == memory.c.number)


def _expanding(query: sa.Select[Any], column: sa.ColumnElement[Any], name: str) -> Prepared:
    return Prepared(query.where(column.in_(sa.bindparam(name, expanding=True))), expanding=name)


BY_NUMBER = _expanding(IN_SCOPE, memory.c.number, "numbers")
BY_ID = Prepared(IN_SCOPE.where(memory.c.id == sa.bindparam("id")))
PENDING = Prepared(
    IN_SCOPE.where(memory.c.pending, memory.c.retired_at.is_(None), memory.c.number > sa.bindparam("after")).limit(
        sa.bindparam("most")
    )
)
UNTHOUGHT = Prepared(
    IN_SCOPE.where(
        memory.c.tries < sa.bindparam("most_tries"),
        memory.c.judging.is_(None),  # it may turn out not to be worth it
        memory.c.retired_at.is_(None),
        memory.c.number >= sa.bindparam("since"),
    ).limit(sa.bindparam("most"))
)
UNJUDGED = Prepared(
    IN_SCOPE.where(
        memory.c.judging.is_not(None), memory.c.retired_at.is_(None), memory.c.number >= sa.bindparam("since")
    ).limit(sa.bindparam("most"))
)
_OF_SESSION = (
    sa.select(turn)
    .where(turn.c.scope_id == SCOPE_ID, turn.c.session_id.is_not_distinct_from(sa.bindparam("session")))
    .order_by(turn.c.said_at.desc(), turn.c.number.desc())
    .limit(sa.bindparam("most"))
)
LAST_TURNS = Prepared(_OF_SESSION)
_ONE = turn.alias("one")
TURNS_BEFORE = Prepared(
    _OF_SESSION.join(_ONE, _ONE.c.scope_id == turn.c.scope_id).where(
        _ONE.c.id == sa.bindparam("before"),
        sa.or_(turn.c.said_at < _ONE.c.said_at, sa.and_(turn.c.said_at == _ONE.c.said_at, turn.c.number < _ONE.c.number)),
    )
)
"""By the log's numbers: a version that an edit made has a later one."""
_TRIPLES = _expanding(
    sa.select(thought.c.number, thought.c.head, thought.c.relation, thought.c.tail, thought.c.made_by, thought.c.mood).where(
        thought.c.scope_id == SCOPE_ID
    ),
    thought.c.number,
    "numbers",
)
ARGUMENT = (
    argument.c.role, argument.c.text, argument.c.begins, argument.c.ends, argument.c.precision, argument.c.side,
)  # fmt: skip
"""The columns of `rows.argument_of`, in their order."""
_OTHERS = _expanding(
    sa.select(argument.c.number, *ARGUMENT)
    .where(argument.c.scope_id == SCOPE_ID, sa.or_(argument.c.role != "", argument.c.place > 1))
    .order_by(argument.c.number, argument.c.place),
    argument.c.number,
    "numbers",
)
_EVIDENCE = _expanding(
    sa.select(evidence.c.number, evidence.c.turn).where(evidence.c.scope_id == SCOPE_ID).order_by(evidence.c.turn),
    evidence.c.number,
    "numbers",
)


_SAME = memory.alias("same")
LISTS: Mapping[str, sa.ColumnElement[Any]] = {
    "heads": thought.c.head_key,
    "about": thought.c.about,
    "digests": _SAME.c.digest,
    "turns": evidence.c.turn,
}
"""By which lists thoughts can be read, and the column of each."""


@cache
def thoughts(among: str | None, bucket: bool, newest: bool) -> Prepared:
    """Current thoughts of a scope: those with one of a list's values, in one bucket, the newest; parameters of these names.

    Their numbers are sought in the index first: joined, SQLite reads the whole scope.
    """
    query = IN_SCOPE.where(memory.c.retired_at.is_(None), memory.c.kind == "thought")
    if among is not None:
        column = LISTS[among]
        query = query.where(memory.c.number.in_(_numbers(column.table, column.in_(sa.bindparam(among, expanding=True)))))
    if bucket:
        here = (vector.c.embedder == sa.bindparam("embedder"), vector.c.bucket == sa.bindparam("bucket"))
        # A whole group is sought in the index; of what a list found it is looked up, a thought at a time.
        numbers = _numbers(vector, *here)
        query = query.where(
            memory.c.number.in_(numbers) if among is None else numbers.where(vector.c.number == memory.c.number).exists()
        )
    if newest:
        query = query.order_by(None).order_by(memory.c.number.desc()).limit(sa.bindparam("newest"))
    return Prepared(query, expanding=among)


def _numbers(table: sa.FromClause, *here: sa.ColumnElement[bool]) -> sa.Select[Any]:
    return sa.select(table.c.number).where(table.c.scope_id == SCOPE_ID, *here)


def fetch(raw: PoolProxiedConnection, dialect: Dialect, query: Prepared, wanted: Scope, **bound: Any) -> list[Memory]:
    """What a prepared query over `IN_SCOPE` finds, whole."""
    rows = query.fetch(raw, dialect, tenant=wanted.tenant, user_id=wanted.user_id, **bound)
    return whole(raw, dialect, wanted, [memory_of(row) for row in rows])


def whole(raw: PoolProxiedConnection, dialect: Dialect, wanted: Scope, memories: list[Memory]) -> list[Memory]:
    """The memories with what other tables say of the thoughts among them."""
    numbers = [one.number for one in memories if one.kind == "thought"]
    if not numbers:
        return memories
    here = {"tenant": wanted.tenant, "user_id": wanted.user_id}
    triples: dict[int, tuple[Triple, str]] = {}
    turns: defaultdict[int, list[str]] = defaultdict(list)
    for some in chunks(numbers):
        others: defaultdict[int, list[Argument]] = defaultdict(list)
        for number, *row in _OTHERS.fetch(raw, dialect, numbers=some, **here):
            others[number].append(argument_of(row))
        for number, head, relation, tail, made_by, mood in _TRIPLES.fetch(raw, dialect, numbers=some, **here):
            triples[number] = (Triple(head, relation, tail, tuple(others[number]), mood or "fact"), made_by)
        for number, turn_id in _EVIDENCE.fetch(raw, dialect, numbers=some, **here):
            turns[number].append(turn_id)
    return [_with_triple(one, triples, turns) for one in memories]


def _with_triple(one: Memory, triples: dict[int, tuple[Triple, str]], turns: dict[int, list[str]]) -> Memory:
    if one.number not in triples:
        return one
    triple, made_by = triples[one.number]
    return replace(one, triple=triple, made_by=made_by, turns=tuple(turns.get(one.number, ())))
