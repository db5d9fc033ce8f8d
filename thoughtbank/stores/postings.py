"""The lexical index: for each term of a scope, which memories hold it and how often, packed.

New memories aren't written here at once: their terms stand in their own rows, which a view reads (`views.py`). When `FRESH` of them have
gathered, they become a segment: one row per term, numbers and counts as NumPy bytes. When `FANOUT` segments of one level
have gathered, they become one of the next (a log-structured merge), so a term has a few rows however long the history is,
and every memory is rewritten a logarithmic number of times. Numbers in a segment ascend and segments don't overlap, so merging two
is joining their bytes. All functions work inside the caller's transaction.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray
from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.pool import PoolProxiedConnection

from thoughtbank.stores.prepared import Prepared
from thoughtbank.stores.rows import unpack_terms
from thoughtbank.stores.schema import memory, posting, scope, segment

FRESH = 256
"""Memories left unpacked at most; a view reads as many rows. Chosen: some milliseconds to read."""
FANOUT = 4
"""Segments of a level that become one. Chosen: a hundred thousand memories then have some ten segments."""

_OF_TERMS = Prepared(
    sa.select(posting.c.term, posting.c.numbers, posting.c.counts)
    .where(
        posting.c.scope_id == sa.bindparam("scope"),
        posting.c.segment.in_(sa.select(segment.c.start).where(segment.c.scope_id == sa.bindparam("scope"))),
        posting.c.term.in_(sa.bindparam("terms", expanding=True)),
    )
    .order_by(posting.c.segment),
    expanding="terms",
)

Packed = tuple[NDArray[np.int64], NDArray[np.float32]]


def pack(connection: Connection, scope_id: int, indexed_to: int, last: int) -> None:
    """Turns the memories numbered above `indexed_to` into a segment, and merges what is ripe."""
    rows = connection.execute(
        sa.select(memory.c.number, memory.c.terms)
        .where(memory.c.scope_id == scope_id, memory.c.number > indexed_to, memory.c.number <= last)
        .order_by(memory.c.number)
    )
    gathered: defaultdict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for number, terms in rows:
        for term, count in unpack_terms(terms).items():
            numbers, counts = gathered[term]
            numbers.append(number)
            counts.append(count)
    start = indexed_to + 1
    _insert(connection, scope_id, start, {term: (_numbers(n), _counts(c)) for term, (n, c) in gathered.items()})
    connection.execute(sa.insert(segment).values(scope_id=scope_id, start=start, level=0))
    connection.execute(sa.update(scope).where(scope.c.scope_id == scope_id).values(indexed_to=last))
    _merge(connection, scope_id)


def read(raw: PoolProxiedConnection, dialect: Dialect, scope_id: int, terms: Sequence[str]) -> dict[str, Packed]:
    """The packed postings of some terms, numbers ascending. One statement, so it sees one state without a transaction."""
    parts: defaultdict[str, tuple[list[bytes], list[bytes]]] = defaultdict(lambda: ([], []))
    for term, numbers, counts in _OF_TERMS.fetch(raw, dialect, scope=scope_id, terms=terms):
        parts[term][0].append(numbers)
        parts[term][1].append(counts)
    return {term: (np.frombuffer(b"".join(n), "<i8"), np.frombuffer(b"".join(c), "<f4")) for term, (n, c) in parts.items()}


def forget(connection: Connection, scope_id: int, gone: Mapping[int, Iterable[str]]) -> None:
    """Takes memories out of the packed postings; `gone` maps each number to its terms."""
    by_term: defaultdict[str, list[int]] = defaultdict(list)
    for number, terms in gone.items():
        for term in terms:
            by_term[term].append(number)
    starts = connection.scalars(sa.select(segment.c.start).where(segment.c.scope_id == scope_id)).all()
    for term, numbers in by_term.items():
        here = (posting.c.scope_id == scope_id, posting.c.segment.in_(starts), posting.c.term == term)
        for start, old_numbers, old_counts in connection.execute(
            sa.select(posting.c.segment, posting.c.numbers, posting.c.counts).where(*here)
        ).all():
            stored = np.frombuffer(old_numbers, "<i8")
            keep = ~np.isin(stored, numbers)
            if keep.all():
                continue
            row = (posting.c.scope_id == scope_id, posting.c.segment == start, posting.c.term == term)
            if keep.any():
                counts = np.frombuffer(old_counts, "<f4")
                connection.execute(
                    sa.update(posting).where(*row).values(numbers=stored[keep].tobytes(), counts=counts[keep].tobytes())
                )
            else:
                connection.execute(sa.delete(posting).where(*row))


def rebuild(connection: Connection, scope_id: int) -> None:
    """Makes a scope's packed postings anew from what each memory says of its own terms."""
    for table in (posting, segment):
        connection.execute(sa.delete(table).where(table.c.scope_id == scope_id))
    last = connection.scalar(sa.select(scope.c.last_number).where(scope.c.scope_id == scope_id)) or 0
    connection.execute(sa.update(scope).where(scope.c.scope_id == scope_id).values(indexed_to=0, epoch=scope.c.epoch + 1))
    start = 0
    while last - start >= FRESH:
        pack(connection, scope_id, start, start + FRESH)
        start += FRESH


def _merge(connection: Connection, scope_id: int) -> None:
    for level in range(32):
        starts = connection.scalars(
            sa.select(segment.c.start).where(segment.c.scope_id == scope_id, segment.c.level == level).order_by(segment.c.start)
        ).all()
        if len(starts) < FANOUT:
            return
        _join(connection, scope_id, starts[0], starts[-1])
        connection.execute(
            sa.delete(segment).where(segment.c.scope_id == scope_id, segment.c.start > starts[0], segment.c.level == level)
        )
        connection.execute(
            sa.update(segment).where(segment.c.scope_id == scope_id, segment.c.start == starts[0]).values(level=level + 1)
        )


def _join(connection: Connection, scope_id: int, first: int, last: int) -> None:
    within = (posting.c.scope_id == scope_id, posting.c.segment >= first, posting.c.segment <= last)
    joined: defaultdict[str, tuple[list[bytes], list[bytes]]] = defaultdict(lambda: ([], []))
    for term, numbers, counts in connection.execute(
        sa.select(posting.c.term, posting.c.numbers, posting.c.counts).where(*within).order_by(posting.c.segment)
    ):
        joined[term][0].append(numbers)
        joined[term][1].append(counts)
    connection.execute(sa.delete(posting).where(*within))
    _insert(connection, scope_id, first, {term: (b"".join(n), b"".join(c)) for term, (n, c) in joined.items()})


def _insert(connection: Connection, scope_id: int, start: int, packed: Mapping[str, tuple[bytes, bytes]]) -> None:
    rows: list[dict[str, Any]] = [
        {"scope_id": scope_id, "term": term, "segment": start, "numbers": numbers, "counts": counts}
        for term, (numbers, counts) in sorted(packed.items())
    ]
    if rows:
        connection.execute(sa.insert(posting), rows)


def _numbers(numbers: list[int]) -> bytes:
    return np.asarray(numbers, "<i8").tobytes()


def _counts(counts: list[int]) -> bytes:
    return np.asarray(counts, "<f4").tobytes()
