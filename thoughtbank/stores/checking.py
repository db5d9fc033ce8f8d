"""Looks a database over: damage, unfinished work, and whether its parts agree with one another."""

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from thoughtbank.records.decisions import Finding
from thoughtbank.stores import postings, sqlite
from thoughtbank.stores.rows import unpack_terms
from thoughtbank.stores.schema import memory, posting, scope, vector


def check(engine: Engine, where: str, embedder: str | None) -> list[Finding]:
    """One finding a line. Reads everything: seconds for a hundred thousand memories."""
    faults = sqlite.integrity(engine)
    findings = [
        Finding("file", not faults, "; ".join(faults) or f"{where} is sound", "load your last export" if faults else None)
    ]
    if faults:
        return findings
    with engine.connect() as connection:
        findings.append(_pending(connection))
        findings.append(_vectors(connection, embedder))
        findings.append(_postings(connection))
    return findings


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
    orphans = connection.scalar(
        sa.select(sa.func.count())
        .select_from(
            vector.outerjoin(memory, sa.and_(vector.c.scope_id == memory.c.scope_id, vector.c.number == memory.c.number))
        )
        .where(memory.c.number.is_(None))
    )
    well = not lacking and not orphans
    return Finding(
        "vectors",
        well,
        f"{lacking} settled memories lack one, {orphans} belong to none",
        None if well else "`thoughtbank reembed`",
    )


def _postings(connection: Connection) -> Finding:
    """The packed postings say of each memory what its own row says."""
    wrong = 0
    for scope_id, indexed_to in connection.execute(sa.select(scope.c.scope_id, scope.c.indexed_to)).all():
        own: dict[str, dict[int, int]] = {}
        for number, terms in connection.execute(
            sa.select(memory.c.number, memory.c.terms).where(memory.c.scope_id == scope_id, memory.c.number <= indexed_to)
        ):
            for term, count in unpack_terms(terms).items():
                own.setdefault(term, {})[number] = count
        names = connection.scalars(sa.select(posting.c.term).where(posting.c.scope_id == scope_id).distinct()).all()
        wrong += len(set(own) ^ set(names))
        for term in set(own) & set(names):
            numbers, counts = postings.read(connection, scope_id, [term])[term]
            wrong += dict(zip(numbers.tolist(), counts.tolist(), strict=True)) != own[term]
    return Finding(
        "words",
        wrong == 0,
        f"{wrong} terms of the lexical index disagree with their memories",
        "load your last export" if wrong else None,
    )
