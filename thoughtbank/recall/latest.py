"""The last turns of a session: what a model is shown as the present conversation, beside what is recalled."""

from collections.abc import Sequence

import numpy as np

from thoughtbank.ports import Store
from thoughtbank.recall.narrow import narrow
from thoughtbank.records.conversation import Scope
from thoughtbank.records.decisions import Filter
from thoughtbank.records.memory import Memory


def last_turns(store: Store, scope: Scope, session_id: str | None, count: int) -> Sequence[Memory]:
    """At most `count` current turns of a session, in the order they were said; none without a session."""
    view = store.view(scope) if count and session_id is not None else None
    if view is None or session_id is None:
        return ()
    turns = np.flatnonzero(narrow(view, Filter(session_id=session_id, kind="turn")))
    latest = turns[np.lexsort((turns, view.said_at[turns]))][-count:]
    numbers = view.numbers[latest].tolist()
    found = store.read(scope, numbers)
    return [found[number] for number in numbers if number in found]
