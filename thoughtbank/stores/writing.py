"""What a write does inside its transaction: new memories, new versions, vectors for pending ones.

The statements stand ready at the top: building one anew at each call costs more than SQLite takes to run it.
"""

import dataclasses
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import numpy as np
import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from thoughtbank.errors import EmbedderMismatch, IdTaken, KeyConflict, NotFound
from thoughtbank.language.times import micros, moment
from thoughtbank.ports import Buckets, Vectors
from thoughtbank.records.conversation import Scope
from thoughtbank.records.memory import Draft, Written
from thoughtbank.stores import aliasing, graphs, postings
from thoughtbank.stores.prepared import Prepared
from thoughtbank.stores.rows import alias_rows, argument_rows, chunks, memory_row, thought_row, turn_row
from thoughtbank.stores.schema import STORE, evidence, memory, overview, scope, setting, thought, turn, vector
from thoughtbank.stores.views import State, read_state

_HERE = memory.c.scope_id == bindparam("scope")
_NEW_SCOPE = sa.insert(scope).values(version=0, epoch=0, last_number=0, indexed_to=0)
_ADVANCE = Prepared(
    sa.update(scope)
    .where(scope.c.scope_id == bindparam("scope"))
    .values(version=scope.c.version + 1, last_number=bindparam("last"))
)
_BY_KEY = Prepared(
    sa.select(turn.c.key, turn.c.id, turn.c.number, turn.c.text).where(
        turn.c.scope_id == bindparam("scope"), turn.c.key.in_(bindparam("keys", expanding=True))
    ),
    expanding="keys",
)
_BY_ID = Prepared(
    sa.union_all(
        sa.select(turn.c.id, turn.c.recorded_at, turn.c.number, turn.c.text).where(
            turn.c.scope_id == bindparam("scope"), turn.c.id.in_(bindparam("ids", expanding=True))
        ),
        sa.select(memory.c.id, memory.c.recorded_at, memory.c.number, memory.c.text).where(
            _HERE, memory.c.id.in_(bindparam("ids", expanding=True))
        ),
    ),
    expanding="ids",
)
_BY_DIGEST = Prepared(
    sa.select(memory.c.digest, memory.c.id, memory.c.number).where(
        _HERE, memory.c.digest.in_(bindparam("digests", expanding=True)), memory.c.retired_at.is_(None)
    ),
    expanding="digests",
)
_CURRENT = Prepared(sa.select(memory.c.recorded_at).where(_HERE, memory.c.id == bindparam("id"), memory.c.retired_at.is_(None)))
_SETTLED = Prepared(
    sa.update(memory)
    .where(_HERE, memory.c.number == bindparam("settled"), memory.c.pending)
    .values(pending=False)
    .returning(memory.c.kind)
)
_EMBEDDER = Prepared(sa.select(setting.c.value).where(setting.c.scope_id == STORE, setting.c.name == "embedder"))
_INSERT_TURN, _INSERT_MEMORY, _INSERT_VECTOR, _INSERT_THOUGHT, _INSERT_EVIDENCE = (
    Prepared(sa.insert(table)) for table in (turn, memory, vector, thought, evidence)
)


def append(connection: Connection, wanted: Scope, drafts: Sequence[Draft]) -> list[Written]:
    """Writes what isn't there yet, in order. Raises KeyConflict for a key used for another text, IdTaken for an id that isn't new."""
    state = open_scope(connection, wanted)
    known = _Known(connection, state.scope_id, drafts)
    written: list[Written] = []
    fresh: list[tuple[int, Draft]] = []
    number = state.last_number
    for draft in drafts:
        twin = known.twin(draft)
        if twin is None:
            number += 1
            fresh.append((number, draft))
            twin = Written(draft.id, number)
        written.append(twin)
        known.add(draft, twin)
    insert(connection, state, fresh, known.before)
    if any(draft.carried for _, draft in fresh):  # what comes with its gain was never summed up
        forget_overview(connection, state.scope_id)
    return written


def replace(connection: Connection, wanted: Scope, draft: Draft) -> Written:
    """The draft becomes the next version of its id. Raises NotFound when there is no current one."""
    state = read_state(connection, wanted.tenant, wanted.user_id)
    current = [] if state is None else _CURRENT.run(connection, scope=state.scope_id, id=draft.id)
    if state is None or not current:
        raise NotFound(f"no current memory {draft.id!r} in this scope")
    began = current[0][0]
    if micros(draft.recorded_at) <= began:  # the clock stood still or went back
        draft = dataclasses.replace(draft, recorded_at=moment(began + 1))
    number = state.last_number + 1
    insert(connection, state, [(number, draft)], {draft.id})
    forget_overview(connection, state.scope_id)  # it may sum up the former words
    return Written(draft.id, number)


def settle(
    connection: Connection, wanted: Scope, embedder: str, numbers: Sequence[int], vectors: Vectors, buckets: Buckets
) -> None:
    """Vectors for pending memories; those that are gone or settled meanwhile are passed over."""
    state = read_state(connection, wanted.tenant, wanted.user_id)
    if state is None:
        return
    if not check_claim(connection, embedder, vectors.shape[1]):
        claim(connection, embedder, vectors.shape[1])
    if settle_numbers(connection, state.scope_id, embedder, numbers, vectors, buckets):
        advance(connection, state.scope_id, state.last_number)


def settle_numbers(
    connection: Connection, scope_id: int, embedder: str, numbers: Sequence[int], vectors: Vectors, buckets: Buckets
) -> int:
    """Writes the vectors of those that are pending, and the groups of the thoughts among them; how many there were."""
    kinds = {number: kind for number in numbers for (kind,) in _SETTLED.run(connection, scope=scope_id, settled=number)}
    rows = [
        {
            "scope_id": scope_id,
            "embedder": embedder,
            "number": number,
            "data": np.asarray(row, "<f4").tobytes(),
            "bucket": int(bucket) if kinds[number] == "thought" else None,
        }
        for number, row, bucket in zip(numbers, vectors, buckets, strict=True)
        if number in kinds
    ]
    if rows:
        _INSERT_VECTOR.many(connection, rows)
    return len(rows)


def retire(connection: Connection, scope_id: int, number: int, at: datetime, valid_to: datetime | None = None) -> None:
    """Ends a version, not before it began where the clock was set back. It gives up its vector; its words stay for `known_at`."""
    ends = sa.case((memory.c.recorded_at > micros(at), memory.c.recorded_at), else_=micros(at))
    values: dict[str, Any] = {"retired_at": ends, "pending": False}
    if valid_to is not None:
        values["valid_to"] = micros(valid_to)
    here = (memory.c.scope_id == scope_id, memory.c.number == number)
    connection.execute(sa.update(memory).where(*here).values(values))
    connection.execute(sa.delete(vector).where(vector.c.scope_id == scope_id, vector.c.number == number))


def forget_overview(connection: Connection, scope_id: int) -> None:
    """It is made anew of what is there: a turn that it may sum up is gone, or says something else."""
    connection.execute(sa.delete(overview).where(overview.c.scope_id == scope_id))


def advance(connection: Connection, scope_id: int, last: int) -> None:
    """Says that the scope has changed."""
    _ADVANCE.run(connection, scope=scope_id, last=last)


def insert(connection: Connection, state: State, fresh: Sequence[tuple[int, Draft]], before: set[str]) -> None:
    """Writes new versions. `before`: ids of which there is a version already."""
    if not fresh:
        return
    turns: list[dict[str, Any]] = []
    memories: list[dict[str, Any]] = []
    for number, draft in fresh:
        again = draft.id in before
        before.add(draft.id)
        if again:
            _flush(connection, turns, memories)
            draft = _place(connection, state.scope_id, draft)
        elif draft.kind == "turn":
            turns.append(turn_row(state.scope_id, number, draft))
        if draft.origin == "said":
            memories.append(memory_row(state.scope_id, number, draft, own_text=again or draft.kind != "turn"))
    _flush(connection, turns, memories)
    _insert_thoughts(connection, state, fresh)
    last = fresh[-1][0]
    advance(connection, state.scope_id, last)
    if last - state.indexed_to >= postings.FRESH:
        postings.pack(connection, state.scope_id, state.indexed_to, last)


def _insert_thoughts(connection: Connection, state: State, fresh: Sequence[tuple[int, Draft]]) -> None:
    """Triples, the turns they came from, and nodes for arguments that nobody had (FraCom, algorithm 1)."""
    scope_id = state.scope_id
    made = [(number, draft, draft.triple) for number, draft in fresh if draft.triple is not None]
    if made:
        _INSERT_THOUGHT.many(connection, [thought_row(scope_id, number, draft, triple) for number, draft, triple in made])
        graphs.compose(
            connection, scope_id, [row for number, _, triple in made for row in argument_rows(scope_id, number, triple)]
        )
        aliasing.compose(
            connection, scope_id, [row for number, draft, triple in made for row in alias_rows(scope_id, number, draft, triple)]
        )
        _INSERT_EVIDENCE.many(
            connection,
            [
                {"scope_id": scope_id, "number": number, "turn": turn_id, "version": state.version + 1}
                for number, draft, _ in made
                for turn_id in dict.fromkeys(draft.turns)
            ],
        )


def _flush(connection: Connection, turns: list[dict[str, Any]], memories: list[dict[str, Any]]) -> None:
    """Inserts the rows gathered so far and empties the lists."""
    for insert, rows in ((_INSERT_TURN, turns), (_INSERT_MEMORY, memories)):
        if rows:
            insert.many(connection, rows)
            rows.clear()


def _place(connection: Connection, scope_id: int, draft: Draft) -> Draft:
    """The draft as a further version of its id: what is older and current ends where it begins, and it ends where a newer one begins, or an older one
    ended without it.

    A version that ended gives up its vector; its words stay for `known_at`.
    """
    here = (memory.c.scope_id == scope_id, memory.c.id == draft.id)
    began = micros(draft.recorded_at)
    ended = connection.scalars(
        sa.update(memory)
        .where(*here, memory.c.retired_at.is_(None), memory.c.recorded_at <= began)
        .values(retired_at=began, pending=False)
        .returning(memory.c.number)
    ).all()
    connection.execute(sa.delete(vector).where(vector.c.scope_id == scope_id, vector.c.number.in_(ended)))
    ends = sa.union_all(
        sa.select(memory.c.recorded_at).where(*here, memory.c.recorded_at > began),
        sa.select(memory.c.retired_at).where(*here, memory.c.recorded_at <= began, memory.c.retired_at > began),
    )
    following = min(connection.scalars(ends), default=None)
    if draft.retired_at is not None or following is None:
        return draft
    return dataclasses.replace(draft, retired_at=moment(following))


def open_scope(connection: Connection, wanted: Scope) -> State:
    """A scope's counters; it is begun where there is none."""
    state = read_state(connection, wanted.tenant, wanted.user_id)
    if state is None:
        connection.execute(_NEW_SCOPE, {"tenant": wanted.tenant, "user_id": wanted.user_id})
        state = read_state(connection, wanted.tenant, wanted.user_id)
        assert state is not None
    return state


class _Known:
    """What of a batch is there already: by key, by id, by digest. Grows with the batch, so twins inside it are seen too."""

    def __init__(self, connection: Connection, scope_id: int, drafts: Sequence[Draft]) -> None:
        self.before: set[str] = set()
        self._ids: set[str] = set()
        self._keys: dict[str, tuple[str, int, str]] = {}
        self._versions: dict[tuple[str, int, str], int] = {}
        self._digests: dict[str, tuple[str, int]] = {}
        for keys in chunks([draft.key for draft in drafts if draft.key is not None]):
            for key, memory_id, number, text in _BY_KEY.run(connection, scope=scope_id, keys=keys):
                self._keys[key] = (memory_id, number, text)
        for ids in chunks([draft.id for draft in drafts]):
            for memory_id, recorded_at, number, text in _BY_ID.run(connection, scope=scope_id, ids=ids):
                self._versions[memory_id, recorded_at, text] = number
                self.before.add(memory_id)
        self._ids |= self.before
        for digests in chunks([draft.digest for draft in drafts if draft.digest is not None and not draft.carried]):
            for digest, memory_id, number in _BY_DIGEST.run(connection, scope=scope_id, digests=digests):
                self._digests[digest] = (memory_id, number)

    def twin(self, draft: Draft) -> Written | None:
        """What says the same already; None if the draft is to be written."""
        if draft.key is not None and draft.key in self._keys:
            memory_id, number, text = self._keys[draft.key]
            if text != draft.text:
                raise KeyConflict(
                    f"the key {draft.key!r} was used before for another text; give each message its own key (nothing was stored)"
                )
            return Written(memory_id, number, duplicate=True)
        if draft.carried:
            there = self._versions.get((draft.id, micros(draft.recorded_at), draft.text))
            return None if there is None else Written(draft.id, there, duplicate=True)
        if draft.id in self._ids:
            raise IdTaken(f"the id {draft.id!r} is there already")
        if draft.digest in self._digests:
            memory_id, number = self._digests[draft.digest]
            return Written(memory_id, number, duplicate=True)
        return None

    def add(self, draft: Draft, written: Written) -> None:
        self._ids.add(draft.id)
        if draft.key is not None:
            self._keys.setdefault(draft.key, (written.id, written.number, draft.text))
        self._versions[draft.id, micros(draft.recorded_at), draft.text] = written.number
        if draft.digest is not None and draft.retired_at is None:
            self._digests.setdefault(draft.digest, (written.id, written.number))


def claimed(connection: Connection) -> dict[str, Any] | None:
    """Whose vectors the store holds: name and dimension."""
    rows = _EMBEDDER.run(connection)
    return json.loads(rows[0][0]) if rows else None


def claim(connection: Connection, embedder: str, dimension: int) -> None:
    """Says whose vectors the store holds from now on."""
    connection.execute(sa.delete(setting).where(setting.c.scope_id == STORE, setting.c.name == "embedder"))
    value = json.dumps({"name": embedder, "dimension": dimension})
    connection.execute(sa.insert(setting).values(scope_id=STORE, name="embedder", value=value))


def check_claim(connection: Connection, embedder: str, dimension: int | None) -> bool:
    """Whether the store's vectors are this embedder's; False while it has none. Raises EmbedderMismatch if they are another's."""
    there = claimed(connection)
    if there is None:
        return False
    if there["name"] == embedder and dimension in (None, there["dimension"]):
        return True
    if connection.scalar(sa.select(vector.c.number).limit(1)) is None:
        return False
    mine = embedder if dimension is None else f"{embedder} ({dimension} dimensions)"
    raise EmbedderMismatch(
        f"this store's vectors were made by {there['name']} ({there['dimension']} dimensions), but {mine} is configured. "
        f"Configure the former, or run `thoughtbank reembed` with the latter to make all vectors anew."
    )
