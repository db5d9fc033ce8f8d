"""Destroys memories with everything that was made of them, inside the caller's transaction."""

from collections import defaultdict
from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from thoughtbank.language.words import terms
from thoughtbank.records.conversation import RESTS_ON
from thoughtbank.records.memory import Erased
from thoughtbank.stores import gaining, graphs, postings, writing
from thoughtbank.stores.rows import chunks, unpack_parts, unpack_terms
from thoughtbank.stores.schema import SCOPED, change, evidence, memory, scope, thought, turn, vector
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
    wanted, again = _with_all_that_rests(connection, state, set(ids))
    gone: dict[int, dict[str, int]] = {}
    turns, memories, said = set[str](), set[str](), set[str]()
    for some in chunks(wanted):
        here = (memory.c.scope_id == state.scope_id, memory.c.id.in_(some))
        for row in connection.execute(sa.select(memory.c.number, memory.c.id, memory.c.terms).where(*here)):
            gone[row.number] = unpack_terms(row.terms)
            said.update(gone[row.number])
            memories.add(row.id)
        here_turns = (turn.c.scope_id == state.scope_id, turn.c.id.in_(some))
        for turn_id, text in connection.execute(sa.select(turn.c.id, turn.c.text).where(*here_turns)):
            turns.add(turn_id)
            said.update(terms(text))  # of a reply that is kept in the log only there is no memory
        connection.execute(sa.delete(memory).where(*here))
        connection.execute(sa.delete(turn).where(*here_turns))
    if not turns and not memories:
        return Erased()
    writing.forget_overview(connection, state.scope_id)  # made anew of what is left
    if gone:
        gaining.forget_reasons(connection, state.scope_id, min(gone))
    postings.forget(connection, state.scope_id, {number: terms for number, terms in gone.items() if number <= state.indexed_to})
    vectors = 0
    for numbers in chunks(sorted(gone)):
        for table in (vector, thought, evidence):
            deleted = connection.execute(
                sa.delete(table).where(table.c.scope_id == state.scope_id, table.c.number.in_(numbers))
            )
            vectors += deleted.rowcount if table is vector else 0
    graphs.forget(connection, state.scope_id, sorted(gone))
    for some in chunks(wanted):
        either = sa.or_(change.c.memory_id.in_(some), change.c.into_id.in_(some))
        connection.execute(sa.delete(change).where(change.c.scope_id == state.scope_id, either))
    _forget_refusals(connection, state.scope_id, said)
    for some in chunks(sorted(again.difference(wanted))):
        current = (memory.c.scope_id == state.scope_id, memory.c.id.in_(some), memory.c.retired_at.is_(None))
        connection.execute(sa.update(memory).where(*current).values(tries=0))
    connection.execute(
        sa.update(scope).where(scope.c.scope_id == state.scope_id).values(version=state.version + 1, epoch=state.epoch + 1)
    )
    return Erased(turns=len(turns), memories=len(memories), vectors=vectors, ids=tuple(sorted(turns | memories)))


def _forget_refusals(connection: Connection, scope_id: int, erased: set[str]) -> None:
    """What a model offered of a turn that stays may have a word from what it was shown beside it and is erased now: the words go, that it was refused stays."""
    refused = sa.select(change.c.id, change.c.memory_id, change.c.reason).where(
        change.c.scope_id == scope_id, change.c.kind == "refuse"
    )
    for row in connection.execute(refused).all():
        if not erased.isdisjoint(words := set(terms(row.reason))):
            own = sa.select(memory.c.terms).where(memory.c.scope_id == scope_id, memory.c.id == row.memory_id)
            said = {term for text in connection.scalars(own) for term in unpack_terms(text)}
            if words & erased - said:
                connection.execute(
                    sa.update(change).where(change.c.scope_id == scope_id, change.c.id == row.id).values(reason=gaining.ERASED)
                )


def _with_all_that_rests(connection: Connection, state: State, ids: set[str]) -> tuple[list[str], set[str]]:
    """The ids with the replies and thoughts that rest on them, and on those; and the turns whose thoughts go along though they stay."""
    again: set[str] = set()
    while True:
        said = _with_replies(connection, state, ids)
        made, others = _thoughts(connection, state, said)
        again |= others
        if said | made == ids:
            return sorted(ids), again
        ids = said | made


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


def _thoughts(connection: Connection, state: State, ids: set[str]) -> tuple[set[str], set[str]]:
    """The thoughts that rest on any of these turns, and those that a thought among these was made of or merged into; and the turns that are to be
    thought about again: what else these rested on, and those of thoughts that were forgotten because of them.
    """
    rests_on: defaultdict[str, set[str]] = defaultdict(set)
    both = sa.and_(evidence.c.scope_id == memory.c.scope_id, evidence.c.number == memory.c.number)
    rows = sa.select(memory.c.id, evidence.c.turn).select_from(memory.join(evidence, both))
    for memory_id, turn_id in connection.execute(rows.where(memory.c.scope_id == state.scope_id)):
        rests_on[memory_id].add(turn_id)
    found = {memory_id for memory_id, turns in rests_on.items() if turns & ids}
    again = {turn_id for memory_id in found for turn_id in rests_on[memory_id]}
    ended = connection.execute(
        sa.select(change.c.memory_id, change.c.into_id, change.c.kind).where(
            change.c.scope_id == state.scope_id, change.c.kind.in_(("merge", "forget"))
        )
    ).all()
    parts: defaultdict[str, set[str]] = defaultdict(set)
    for part, into, kind in ended:
        if kind == "merge" and into is not None and into != part:
            parts[into].add(part)
    named = ids & rests_on.keys()
    while more := {part for into in named for part in parts[into]} - named:
        named |= more
    above: set[str] = set()
    while more := {into for into, of in list(parts.items()) if of & (named | above)} - named - above:
        above |= more
    others = {part for into in above for part in parts[into]} - named - above
    again |= {turn for part in others for turn in rests_on[part]} - {turn for one in named for turn in rests_on[one]}
    gone = found | named | above
    forgotten = {memory_id for memory_id, into, kind in ended if kind == "forget" and into in gone and memory_id not in gone}
    again |= {turn_id for memory_id in forgotten for turn_id in rests_on[memory_id]}
    return gone, again


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
