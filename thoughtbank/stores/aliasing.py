"""Links between arguments: derived from the propositions that name somebody as those are written, given and undone by persons.

A proposition's link is a row beside it and stands while it is current, so that forgetting, superseding and erasing need nothing of their own. What was undone
stays undone: a proposition that says it again gets its row already undone.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from thoughtbank.language.aliases import Known
from thoughtbank.language.senses import Claim, Mention, sense_key
from thoughtbank.language.times import micros
from thoughtbank.records.alias import Alias
from thoughtbank.stores.prepared import Prepared
from thoughtbank.stores.rows import alias_of, chunks
from thoughtbank.stores.schema import alias, argument, evidence, memory, turn

_INSERT = Prepared(sa.insert(alias))
_HERE = alias.c.scope_id == sa.bindparam("scope")
_COLUMNS = (alias.c.key, alias.c.means, alias.c.kind, alias.c.by, alias.c.at, alias.c.undone_at, memory.c.id)
_JOINED = alias.outerjoin(memory, sa.and_(memory.c.scope_id == alias.c.scope_id, memory.c.number == alias.c.number))
_CURRENT = sa.or_(alias.c.number == 0, sa.and_(memory.c.number.is_not(None), memory.c.retired_at.is_(None)))
_ALL = Prepared(
    sa.select(*_COLUMNS).select_from(_JOINED).where(_HERE, _CURRENT).order_by(alias.c.at, alias.c.key, alias.c.means)
)
_STANDING = Prepared(
    sa.select(alias.c.key, alias.c.means, alias.c.kind)
    .select_from(_JOINED)
    .where(_HERE, _CURRENT, alias.c.undone_at.is_(None))
    .distinct()
)
_TURNS = sa.and_(evidence.c.turn == turn.c.id, turn.c.scope_id == evidence.c.scope_id)
_CLAIMS = Prepared(
    sa.select(alias.c.key, alias.c.means, alias.c.number, turn.c.number, turn.c.session_id)
    .select_from(
        alias.join(memory, sa.and_(memory.c.scope_id == alias.c.scope_id, memory.c.number == alias.c.number))
        .join(evidence, sa.and_(evidence.c.scope_id == alias.c.scope_id, evidence.c.number == alias.c.number))
        .join(turn, _TURNS)
    )
    .where(_HERE, alias.c.key == sa.bindparam("name"), alias.c.undone_at.is_(None), memory.c.retired_at.is_(None))
)
_MENTIONS = Prepared(
    sa.select(argument.c.number, turn.c.number, turn.c.session_id)
    .select_from(
        argument.join(
            evidence, sa.and_(evidence.c.scope_id == argument.c.scope_id, evidence.c.number == argument.c.number)
        ).join(turn, _TURNS)
    )
    .where(argument.c.scope_id == sa.bindparam("scope"), argument.c.key == sa.bindparam("name"))
)
_PAIR = Prepared(
    sa.select(alias.c.number, alias.c.at, alias.c.undone_at).where(
        _HERE, alias.c.key == sa.bindparam("name"), alias.c.means == sa.bindparam("meant")
    )
)


def compose(connection: Connection, scope_id: int, rows: Sequence[Mapping[str, Any]]) -> None:
    """Writes the links of new propositions; those that a person undid stay undone."""
    for row in rows:
        undone = [
            at for _, _, at in _PAIR.run(connection, scope=scope_id, name=row["key"], meant=row["means"]) if at is not None
        ]
        _INSERT.many(connection, [{**row, "undone_at": max(undone, default=None)}])


def read(connection: Connection, scope_id: int) -> list[Alias]:
    """All links of current propositions and all that were given, oldest first, the undone ones too."""
    return [alias_of(row) for row in _ALL.run(connection, scope=scope_id)]


def standing(connection: Connection, scope_id: int) -> list[tuple[Any, ...]]:
    """Key, means and kind of the links that stand, each once."""
    return [tuple(row) for row in _STANDING.run(connection, scope=scope_id)]


def claims(connection: Connection, scope_id: int, name: str, senses: Sequence[str], known: Known) -> list[Claim]:
    """What current propositions say of whom a name means, as far as it is one of these senses; of those that are one by two descriptions, the first."""
    first: dict[str, str] = {}
    same = {sense: first.setdefault(known.of(sense), sense) for sense in senses}
    found = ((sense_key(key, means), where) for key, means, *where in _CLAIMS.run(connection, scope=scope_id, name=name))
    return [Claim(same[sense], *where) for sense, where in found if sense in same]


def mentions(connection: Connection, scope_id: int, name: str) -> list[Mention]:
    """The propositions that have a name, each once for every turn it rests on."""
    return [Mention(*row) for row in _MENTIONS.run(connection, scope=scope_id, name=name)]


def give(connection: Connection, scope_id: int, one: Alias) -> None:
    """A link that a person gives stands, whatever was undone before."""
    here = (alias.c.scope_id == scope_id, alias.c.key == one.name, alias.c.means == one.means)
    connection.execute(sa.update(alias).where(*here, alias.c.undone_at.is_not(None)).values(undone_at=None, at=micros(one.at)))
    if connection.execute(sa.select(alias.c.number).where(*here, alias.c.number == 0)).first() is None:
        row = {"scope_id": scope_id, **one.naming._asdict(), "number": 0, "by": one.by, "at": micros(one.at), "undone_at": None}
        _INSERT.many(connection, [row])


def undo(connection: Connection, scope_id: int, pairs: Sequence[tuple[str, str]], at: datetime) -> None:
    """Every link of these names with whom they mean, by former propositions too: one may be restored."""
    for key, means in pairs:
        here = (alias.c.scope_id == scope_id, alias.c.key == key, alias.c.means == means, alias.c.undone_at.is_(None))
        connection.execute(sa.update(alias).where(*here).values(undone_at=micros(at)))


def forget(connection: Connection, scope_id: int, numbers: Sequence[int]) -> None:
    """Deletes the links of erased propositions."""
    for some in chunks(numbers):
        connection.execute(sa.delete(alias).where(alias.c.scope_id == scope_id, alias.c.number.in_(some)))


def keep(connection: Connection, scope_id: int, links: Sequence[Alias]) -> int:
    """Links from an export: of two states of one the later stands. Those of propositions that aren't here are passed over. How many changed something."""
    changed = 0
    for one in links:
        if one.memory_id is None:
            numbers = {0}
        else:
            of = sa.select(memory.c.number).where(memory.c.scope_id == scope_id, memory.c.id == one.memory_id)
            numbers = set(connection.scalars(of))
        there = {
            number: max(at, undone_at or 0)
            for number, at, undone_at in _PAIR.run(connection, scope=scope_id, name=one.name, meant=one.means)
        }
        undone_at = None if one.undone_at is None else micros(one.undone_at)
        moved = max(micros(one.at), undone_at or 0)
        for number in sorted(numbers & there.keys()):
            if moved > there[number]:
                here = (
                    alias.c.scope_id == scope_id,
                    alias.c.key == one.name,
                    alias.c.means == one.means,
                    alias.c.number == number,
                )
                connection.execute(sa.update(alias).where(*here).values(at=micros(one.at), undone_at=undone_at))
                changed += 1
        if numbers == {0} and not there.keys() & numbers:
            row = {"scope_id": scope_id, **one.naming._asdict(), "number": 0, "by": one.by, "at": micros(one.at)}
            _INSERT.many(connection, [{**row, "undone_at": undone_at}])
            changed += 1
    return changed
