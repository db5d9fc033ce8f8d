"""The gain of turns in the tables: read by pages or the greatest first, set by who looks again, and what the great ones come to."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from thoughtbank.language.times import micros, moment
from thoughtbank.records.gain import Gain, Judged, Overview
from thoughtbank.stores import writing
from thoughtbank.stores.rows import chunks, pack_gain, unpack_gain
from thoughtbank.stores.schema import memory, overview, scope
from thoughtbank.stores.views import State

BY_MODEL = "gain prompt "
"""What stands in the name of a model that judged (`Gain.by`)."""
ERASED = "erased with what it was judged against"
"""Stands for words of a model that may repeat what was erased."""
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
    values: dict[str, Any] = {"gain": gain.score, "gain_why": pack_gain(gain), "judging": None} | (
        {"tries": 0} if think else {}
    )
    if not connection.execute(sa.update(memory).where(*here).values(values)).rowcount:
        return False
    writing.forget_overview(connection, state.scope_id)
    connection.execute(
        sa.update(scope).where(scope.c.scope_id == state.scope_id).values(version=state.version + 1, epoch=state.epoch + 1)
    )
    return True


def greatest(connection: Connection, scope_id: int, least: float, most: int, before: int | None) -> dict[int, Gain]:
    """Current turns of at least this gain that wait for no second look, the greatest first, of equals the newest; `most` of them, numbered below
    `before`.
    """
    here = [memory.c.scope_id == scope_id, memory.c.gain >= least, memory.c.judging.is_(None), *_JUDGED]
    here += [] if before is None else [memory.c.number < before]
    query = sa.select(memory.c.number, memory.c.gain, memory.c.gain_why).where(*here)
    rows = connection.execute(query.order_by(memory.c.gain.desc(), memory.c.number.desc()).limit(most))
    return {row.number: unpack_gain(row.gain, row.gain_why) for row in rows}


def judge(
    connection: Connection,
    state: State,
    found: Sequence[Judged],
    tries: int,
    summed: Overview | None,
    basis: Overview | None,
    rests_on: Sequence[int],
) -> bool:
    """What a second look found of turns that still wait for it, and the overview that goes with it; False, and nothing is written, where that isn't
    `basis` any more or a turn that it was made of isn't current. What failed `tries` times waits no longer.
    """
    if summed is not None and (
        read_overview(connection, state.scope_id) != basis or not _are_current(connection, state.scope_id, rests_on)
    ):
        return False
    written = 0
    for one in found:
        values: dict[str, Any] = {"gain": one.gain.score, "gain_why": pack_gain(one.gain)}
        failures = memory.c.judging + int(one.counts)
        over = failures >= tries if one.waits else sa.true()
        values["judging"] = sa.case((over, None), else_=failures)
        values["tries"] = sa.case((over, 0 if one.think else None), else_=memory.c.tries)
        here = (memory.c.scope_id == state.scope_id, memory.c.number == one.number, memory.c.judging.is_not(None))
        written += connection.execute(sa.update(memory).where(*here, memory.c.retired_at.is_(None)).values(values)).rowcount
    if summed is not None:
        writing.forget_overview(connection, state.scope_id)
        connection.execute(
            sa.insert(overview).values(
                scope_id=state.scope_id, text=summed.text, items=summed.items, made_by=summed.made_by, at=micros(summed.at)
            )
        )
    if written or summed is not None:
        writing.advance(connection, state.scope_id, state.last_number)
    return True


def _are_current(connection: Connection, scope_id: int, numbers: Sequence[int]) -> bool:
    wanted = set(numbers)
    here = (memory.c.scope_id == scope_id, memory.c.retired_at.is_(None))
    query = sa.select(sa.func.count()).select_from(memory)
    found = sum(connection.scalar(query.where(*here, memory.c.number.in_(some))) or 0 for some in chunks(sorted(wanted)))
    return found == len(wanted)


def read_overview(connection: Connection, scope_id: int) -> Overview | None:
    """The overview that was made last, if one was."""
    row = connection.execute(sa.select(overview).where(overview.c.scope_id == scope_id)).first()
    return None if row is None else Overview(row.text, row.items, row.made_by, moment(row.at))


def again(connection: Connection, state: State) -> None:
    """Turns that couldn't be judged wait to be judged once more. Views are read anew, as in `regain`."""
    here = (memory.c.scope_id == state.scope_id, memory.c.gain.is_(None), *_JUDGED)
    if connection.execute(sa.update(memory).where(*here).values(judging=0)).rowcount:
        connection.execute(
            sa.update(scope).where(scope.c.scope_id == state.scope_id).values(version=state.version + 1, epoch=state.epoch + 1)
        )


def forget_reasons(connection: Connection, scope_id: int, after: int) -> None:
    """Reasons that a model gave for turns written later, which may repeat what is being erased: the score stays, the words go."""
    here = (memory.c.scope_id == scope_id, memory.c.number > after, memory.c.gain_why.like(f"%{BY_MODEL}%"))
    for number, score, why in connection.execute(
        sa.select(memory.c.number, memory.c.gain, memory.c.gain_why).where(*here)
    ).all():
        gain = replace(unpack_gain(score, why), reason=ERASED)
        this = (memory.c.scope_id == scope_id, memory.c.number == number)
        connection.execute(sa.update(memory).where(*this).values(gain_why=pack_gain(gain)))
