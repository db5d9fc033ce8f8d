"""Looks a database over: damage, unfinished work, and whether its parts agree with one another."""

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from thoughtbank.records.decisions import Finding
from thoughtbank.stores import postings
from thoughtbank.stores.rows import chunks, unpack_terms
from thoughtbank.stores.schema import change, memory, posting, scope, vector


def check(connection: Connection, embedder: str | None) -> list[Finding]:
    """One finding a line, of one state. Reads everything: seconds for a hundred thousand memories."""
    return [
        _pending(connection),
        _vectors(connection, embedder),
        _postings(connection),
        _thoughts(connection),
        _changes(connection),
    ]


def mend(connection: Connection) -> list[Finding]:
    """Drops vectors that belong to no memory, makes wrong postings anew, and has memories that lack their vector wait for it. Removes changes of
    memories that aren't there, and from others the name of one that isn't; says so.
    """
    orphans = connection.execute(_ORPHANS).all()
    for scope_id, number in orphans:
        connection.execute(sa.delete(vector).where(vector.c.scope_id == scope_id, vector.c.number == number))
    has = sa.select(vector.c.number).where(vector.c.scope_id == memory.c.scope_id, vector.c.number == memory.c.number).exists()
    connection.execute(sa.update(memory).where(memory.c.retired_at.is_(None), ~memory.c.pending, ~has).values(pending=True))
    for scope_id, indexed_to in connection.execute(sa.select(scope.c.scope_id, scope.c.indexed_to)).all():
        if _wrong_terms(connection, scope_id, indexed_to):
            postings.rebuild(connection, scope_id)
    return _drop_changes(connection)


def _drop_changes(connection: Connection) -> list[Finding]:
    removed = connection.execute(sa.delete(change).where(_OF_NOTHING)).rowcount
    mended = connection.execute(sa.update(change).where(_INTO_NOTHING).values(into_id=None)).rowcount
    if not removed and not mended:
        return []
    return [
        Finding(
            "changes", True, f"{removed} of memories that don't exist were removed, {mended} no longer name one as their reason"
        )
    ]


_ORPHANS = (
    sa.select(vector.c.scope_id, vector.c.number)
    .select_from(vector.outerjoin(memory, sa.and_(vector.c.scope_id == memory.c.scope_id, vector.c.number == memory.c.number)))
    .where(memory.c.number.is_(None))
)


def _is_there(name: sa.ColumnElement[str]) -> sa.Exists:
    return (
        sa.select(sa.literal(1)).where(memory.c.scope_id == change.c.scope_id, memory.c.id == name).correlate(change).exists()
    )


_OF_NOTHING = sa.and_(change.c.kind.not_in(("alias", "unalias")), ~_is_there(change.c.memory_id))
_INTO_NOTHING = sa.and_(change.c.into_id.is_not(None), ~_is_there(change.c.into_id))


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


def _thoughts(connection: Connection) -> Finding:
    """No two current thoughts of a scope say the same."""
    current = (memory.c.kind == "thought", memory.c.digest.is_not(None), memory.c.retired_at.is_(None))
    alike = sa.select(sa.func.count().label("several")).where(*current).group_by(memory.c.scope_id, memory.c.digest).subquery()
    twins = connection.scalar(sa.select(sa.func.sum(alike.c.several - 1)).where(alike.c.several > 1)) or 0
    mend = "`thoughtbank doctor --repair`" if twins else None
    return Finding("thoughts", not twins, f"{twins} say what another current one says", mend)


def _changes(connection: Connection) -> Finding:
    """What changes name is there, in whatever version."""
    lost = connection.scalar(sa.select(sa.func.count()).select_from(change).where(sa.or_(_OF_NOTHING, _INTO_NOTHING))) or 0
    mend = "`thoughtbank doctor --repair`" if lost else None
    return Finding("changes", not lost, f"{lost} point to memories that don't exist", mend)


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
