"""Thoughts that say the same become one: the one that was there first, which rests on the turns of all.

Thinking makes no second one. An import can bring one, since what it brings has ids of its own.
"""

from collections import defaultdict
from collections.abc import Sequence

from thoughtbank.language.times import clock_time
from thoughtbank.ports import Clock, Store
from thoughtbank.records.conversation import Scope
from thoughtbank.records.ids import Ids
from thoughtbank.records.memory import Memory
from thoughtbank.records.thought import Basis, Change, Landing, Retired
from thoughtbank.remember.items import thought_digest

PLANS = 8
"""Times it is planned at most while others write thoughts of the same user. Chosen: what is left then is found again."""


def fold(store: Store, scope: Scope, clock: Clock, ids: Ids, by: str, digests: Sequence[str] | None = None) -> int:
    """Merges current thoughts that say the same, all or those of these digests; how many ended. `by` is kept with the changes."""
    for _ in range(PLANS):
        landing = _landing(store, scope, clock, ids, by, digests)
        if landing is None:
            return 0
        if store.land(scope, landing):
            return len(landing.retired)
    return 0


def _landing(store: Store, scope: Scope, clock: Clock, ids: Ids, by: str, digests: Sequence[str] | None) -> Landing | None:
    """What merges them; None where no two say the same."""
    last = store.last_number(scope)
    alike: defaultdict[str, list[Memory]] = defaultdict(list)
    for one in store.thoughts(scope, digests=digests):
        if one.triple is not None:
            alike[thought_digest(one.triple, one.agent_id)].append(one)
    groups = [group for group in alike.values() if len(group) > 1]
    if not groups:
        return None
    now = clock_time(clock())
    twins = [(first, twin) for first, *others in groups for twin in others]
    support = {(first.number, turn): None for first, twin in twins for turn in twin.turns if turn not in first.turns}
    return Landing(
        turns=(),
        at=now,
        retired=tuple(Retired(twin.number) for _, twin in twins),
        support=tuple(support),
        changes=tuple(Change(ids.new(now), "merge", twin.id, now, by, "says the same", first.id) for first, twin in twins),
        basis=Basis(last, tuple((one.number, len(one.turns)) for group in groups for one in group)),
    )
