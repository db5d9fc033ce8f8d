"""A thought that is there already comes again from elsewhere: of two states of it the later one stands.

An export says of a thought whether it was forgotten or merged, and when. A newer one ends the thought here too; one that is older than what happened
here ends nothing and brings nothing back. The turns a thought rests on are those of both.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from thoughtbank.language.times import micros
from thoughtbank.records.conversation import Scope
from thoughtbank.records.memory import Draft, Standing, Written
from thoughtbank.stores import writing
from thoughtbank.stores.rows import chunks
from thoughtbank.stores.schema import change, evidence, memory
from thoughtbank.stores.views import State, read_state


def caught_up(connection: Connection, wanted: Scope, drafts: Sequence[Draft], written: Sequence[Written]) -> list[Written]:
    """What was written, with what became of the carried thoughts that were there already."""
    twins = [one.number for draft, one in zip(drafts, written, strict=True) if _is_twin(draft, one)]
    state = read_state(connection, wanted.tenant, wanted.user_id) if twins else None
    if state is None:
        return list(written)
    there = _There(connection, state, twins)
    found = [
        replace(one, standing=there.catch_up(draft, one.number)) if _is_twin(draft, one) else one
        for draft, one in zip(drafts, written, strict=True)
    ]
    if any(one.standing == "updated" for one in found):
        writing.advance(connection, state.scope_id, state.last_number)
    return found


def _is_twin(draft: Draft, one: Written) -> bool:
    return one.duplicate and draft.carried and draft.kind == "thought"


class _There:
    """The versions that are there: until when they were current, and their turns."""

    def __init__(self, connection: Connection, state: State, numbers: Iterable[int]) -> None:
        scope_id = state.scope_id
        self._connection, self._scope_id, self._version = connection, scope_id, state.version + 1
        self._retired: dict[int, int | None] = {}
        self._turns: defaultdict[int, set[str]] = defaultdict(set)
        for some in chunks(sorted(set(numbers))):
            ended = sa.select(memory.c.number, memory.c.retired_at)
            for number, retired_at in connection.execute(ended.where(memory.c.scope_id == scope_id, memory.c.number.in_(some))):
                self._retired[number] = retired_at
            rests_on = sa.select(evidence.c.number, evidence.c.turn)
            for number, turn_id in connection.execute(
                rests_on.where(evidence.c.scope_id == scope_id, evidence.c.number.in_(some))
            ):
                self._turns[number].add(turn_id)

    def catch_up(self, draft: Draft, number: int) -> Standing | None:
        """`updated` where the draft knew more, `kept` where this store knows what happened later, None where both know the same."""
        more = self._rest_on(number, draft.turns)
        ended_here = self._retired[number]
        if draft.retired_at is None:
            return "kept" if ended_here is not None else "updated" if more else None
        if ended_here is not None and micros(draft.retired_at) >= ended_here:
            return "updated" if more else None
        if ended_here is None and self._later(draft.id, micros(draft.retired_at)):
            return "kept"
        # One that ended later here may have ended only as the version began that brought it back there.
        self._end(number, draft.retired_at, draft.valid_to)
        return "updated"

    def _end(self, number: int, at: datetime, valid_to: datetime | None) -> None:
        writing.retire(self._connection, self._scope_id, number, at, valid_to)
        self._retired[number] = micros(at)

    def _rest_on(self, number: int, turns: Sequence[str]) -> bool:
        """Whether there were turns it did not rest on."""
        more = sorted(set(turns) - self._turns[number])
        if more:
            here = {"scope_id": self._scope_id, "number": number, "version": self._version}
            rows = [{**here, "turn": turn_id} for turn_id in more]
            self._connection.execute(sa.insert(evidence), rows)
            self._turns[number].update(more)
        return bool(more)

    def _later(self, memory_id: str, ended_at: int) -> bool:
        """Whether something happened here to the thought, or because of it, after it ended elsewhere."""
        named = sa.or_(change.c.memory_id == memory_id, change.c.into_id == memory_id)
        found = sa.select(change.c.id).where(change.c.scope_id == self._scope_id, named, change.c.at > ended_at)
        return self._connection.execute(found.limit(1)).first() is not None
