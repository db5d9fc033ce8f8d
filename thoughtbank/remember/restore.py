"""Taking back what organizing did: a forgotten thought is current again, a merged one is taken apart into its parts.

What was retired is written as a next version of its own id, so that `history` shows all of it. What rests on a turn whose words are others by now
isn't taken back: nobody says it any more. The turn is edited instead.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np

from thoughtbank.errors import InputError, NotFound, StoreUnavailable
from thoughtbank.language.times import clock_time
from thoughtbank.ports import Clock, Embedder, Hash, Store
from thoughtbank.records.conversation import Scope
from thoughtbank.records.ids import Ids
from thoughtbank.records.memory import Memory
from thoughtbank.records.thought import Basis, Change, Landing, Retired
from thoughtbank.remember.index import buckets_of, embed
from thoughtbank.remember.items import known, thought_digest, thought_draft
from thoughtbank.remember.organize import MERGED

ALL = 1_000_000
"""More changes than one thought has."""
PLANS = 8
"""Times it is planned at most while others write thoughts of the same user. Chosen: each time costs an embedding."""


def bring_back(
    store: Store, embedder: Embedder, table: Hash, scope: Scope, memory_id: str, clock: Clock, ids: Ids
) -> list[str]:
    """Restores a thought; gives the ids of what is current again. Raises NotFound, InputError where there is nothing to take back, EmbedderError,
    StoreUnavailable.
    """
    for _ in range(PLANS):
        landing = _landing(store, embedder, table, scope, memory_id, clock, ids)
        if store.land(scope, landing):
            return [draft.id for draft in landing.drafts]
    raise StoreUnavailable(
        f"{memory_id!r} couldn't be brought back: others wrote this user's thoughts all the while, or a turn that it rests on isn't here; "
        "look again and repeat, or import that turn first"
    )


def _landing(store: Store, embedder: Embedder, table: Hash, scope: Scope, memory_id: str, clock: Clock, ids: Ids) -> Landing:
    """What brings it back, as things are now."""
    basis = Basis(store.last_number(scope))
    if (last := _last(store, scope, memory_id)) is None:
        raise NotFound(f"no thought {memory_id!r} for this user")
    if last.retired_at is None:
        raise InputError(f"{memory_id!r} is current; there is nothing to restore")
    changes = store.changes(scope, memory_id=memory_id, limit=ALL)
    ended = next(
        (one for one in changes if one.memory_id == memory_id and one.kind in ("forget", "merge") and one.into != memory_id),
        None,
    )
    if ended is None:
        raise InputError(f"{memory_id!r} was neither forgotten nor merged; history shows what became of it")
    _refuse(store, scope, [last])
    back: list[Memory] = [last]
    retired: tuple[Retired, ...] = ()
    if ended.kind == "merge" and ended.into is not None:
        back, retired = _apart(store, scope, last, ended.into)
        _refuse(store, scope, back, retired)
    now = max(clock_time(clock()), *(_end(one) for one in back))  # a clock may stand still, or behind the one that wrote them
    vectors = embed(embedder, [one.text for one in back])
    return Landing(
        turns=(),
        at=now,
        drafts=tuple(thought_draft(known(one), now) for one in back),
        vectors=vectors,
        buckets=np.asarray(buckets_of(vectors, table), np.int32),
        retired=retired,
        changes=tuple(Change(ids.new(now), "restore", one.id, now, "user", "asked for", ended.into) for one in back),
        basis=basis,
    )


def _end(one: Memory) -> datetime:
    return max(one.recorded_at, one.retired_at or one.recorded_at) + timedelta(microseconds=1)


def _refuse(store: Store, scope: Scope, back: Sequence[Memory], retired: Sequence[Retired] = ()) -> None:
    """Raises InputError for what can't come back: it is said by another that stays, or no longer said."""
    ends = {one.number for one in retired}
    for there in store.thoughts(scope, digests=[_digest(one) for one in back]):
        if there.number in ends:
            continue
        raise InputError(f"{there.id!r} says the same and is current: {there.text}")
    for one in back:
        for turn_id in one.turns:
            if _edited_since(store.versions(scope, turn_id), one):
                raise InputError(
                    f"{one.id!r} rests on the turn {turn_id!r}, which was edited since and may not say it any more: {one.text} "
                    "If it does hold, edit that turn so that it says it; then it is thought again"
                )


def _edited_since(turn: Sequence[Memory], one: Memory) -> bool:
    """Whether the turn has other words now than it had before the thought ended. An edit of it ends the thoughts that are current, so until then
    they were those that it was thought of.
    """
    if not turn or one.retired_at is None:  # of a reply that only quoted there is no memory to edit
        return False
    before = [version for version in turn if version.recorded_at < one.retired_at] or turn[:1]
    return before[-1].text != turn[-1].text


def _last(store: Store, scope: Scope, memory_id: str) -> Memory | None:
    versions = [one for one in store.versions(scope, memory_id) if one.triple is not None]
    return versions[-1] if versions else None


def _digest(one: Memory) -> str:
    assert one.triple is not None
    return thought_digest(one.triple, one.agent_id)


def _apart(store: Store, scope: Scope, asked: Memory, merged_id: str) -> tuple[list[Memory], tuple[Retired, ...]]:
    """The parts of a merged thought, what several say once, and its own end. One that was also said by itself stays, and so does what it says."""
    merged = _last(store, scope, merged_id)
    if merged is None or merged.retired_at is not None:
        raise InputError(f"it was merged into {merged_id!r}, which is no longer current; restore that first")
    changes: Sequence[Change] = store.changes(scope, memory_id=merged_id, limit=ALL)
    names = dict.fromkeys(one.memory_id for one in reversed(changes) if one.kind == "merge" and one.into == merged_id)
    parts = [part for name in names if name != merged_id and (part := _last(store, scope, name)) is not None]
    found: dict[str, Memory] = {}
    for part in parts:
        if _digest(part) == _digest(merged) and (_is_merged(part) or not _is_merged(merged)):
            continue
        twin = found.get(_digest(part), part)
        turns = tuple(dict.fromkeys((*twin.turns, *part.turns)))
        found[_digest(part)] = replace(part if part.id == asked.id else twin, turns=turns)
    return list(found.values()), ((Retired(merged.number),) if _is_merged(merged) else ())


def _is_merged(one: Memory) -> bool:
    return (one.made_by or "").startswith(MERGED)
