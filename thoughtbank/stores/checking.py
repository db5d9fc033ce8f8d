"""Looks a database over: damage, unfinished work, and whether its parts agree with one another."""

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from thoughtbank.records.decisions import Finding
from thoughtbank.stores import postings
from thoughtbank.stores.rows import chunks, unpack_terms
from thoughtbank.stores.schema import memory, posting, scope, vector


def check(connection: Connection, embedder: str | None) -> list[Finding]:
    """One finding a line, of one state. Reads everything: seconds for a hundred thousand memories."""
    return [_pending(connection), _vectors(connection, embedder), _postings(connection)]


def mend(connection: Connection) -> None:
    """Drops vectors that belong to no memory, makes wrong postings anew, and has memories that lack their vector wait for it."""
    orphans = connection.execute(_ORPHANS).all()
    for scope_id, number in orphans:
        connection.execute(sa.delete(vector).where(vector.c.scope_id == scope_id, vector.c.number == number))
    has = sa.select(vector.c.number).where(vector.c.scope_id == memory.c.scope_id, vector.c.number == memory.c.number).exists()
    connection.execute(sa.update(memory).where(memory.c.retired_at.is_(None), ~memory.c.pending, ~has).values(pending=True))
    for scope_id, indexed_to in connection.execute(sa.select(scope.c.scope_id, scope.c.indexed_to)).all():
        if _wrong_terms(connection, scope_id, indexed_to):
            postings.rebuild(connection, scope_id)


_ORPHANS = (
    sa.select(vector.c.scope_id, vector.c.number)
    .select_from(vector.outerjoin(memory, sa.and_(vector.c.scope_id == memory.c.scope_id, vector.c.number == memory.c.number)))
    .where(memory.c.number.is_(None))
)


def _pending(connection: Connection) -> Finding:
    count = connection.scalar(sa.select(sa.func.count()).where(memory.c.pending, memory.c.retired_at.is_(None))) or 0
    return Finding(
        "pending", count == 0, f"{count} memories wait for their vector", "`thoughtbank doctor --repair`" if count else None
    )


def _vectors(connection: Connection, embedder: str | None) -> Finding:
    """Every settled memory has a vector, and every vector a memory."""
    matched = sa.and_(
        vector.c.scope_id == memory.c.scope_id, vector.c.number == memory.c.number, vector.c.embedder == (embedder or "")
    )
    lacking = connection.scalar(
        sa.select(sa.func.count())
        .select_from(memory.outerjoin(vector, matched))
        .where(vector.c.number.is_(None), memory.c.retired_at.is_(None), ~memory.c.pending)
    )
    orphans = len(connection.execute(_ORPHANS).all())
    well = not lacking and not orphans
    return Finding(
        "vectors",
        well,
        f"{lacking} settled memories lack one, {orphans} belong to none",
        None if well else "`thoughtbank doctor --repair`",
    )


def _postings(connection: Connection) -> Finding:
    """The packed postings say of each memory what its own row says."""
    scopes = connection.execute(sa.select(scope.c.scope_id, scope.c.indexed_to)).all()
    wrong = sum(_wrong_terms(connection, scope_id, indexed_to) for scope_id, indexed_to in scopes)
    mend = "`thoughtbank doctor --repair`" if wrong else None
    return Finding("words", wrong == 0, f"{wrong} terms of the lexical index disagree with their memories", mend)


def _wrong_terms(connection: Connection, scope_id: int, indexed_to: int) -> int:
    own: dict[str, dict[int, int]] = {}
    for number, terms in connection.execute(
        sa.select(memory.c.number, memory.c.terms).where(memory.c.scope_id == scope_id, memory.c.number <= indexed_to)
    ):
        for term, count in unpack_terms(terms).items():
            own.setdefault(term, {})[number] = count
    names = set(connection.scalars(sa.select(posting.c.term).where(posting.c.scope_id == scope_id).distinct()))
    wrong = len(set(own) ^ names)
    for some in chunks(sorted(set(own) & names)):
        packed = postings.read(connection.connection, connection.dialect, scope_id, some)
        for term in some:
            numbers, counts = packed[term]
            wrong += dict(zip(numbers.tolist(), counts.tolist(), strict=True)) != own[term]
    return wrong
