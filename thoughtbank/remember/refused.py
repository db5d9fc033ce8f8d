"""What a model offered of a turn and wasn't taken: kept as changes of kind `refuse`, each with its reason, and erased with the turn."""

from thoughtbank.ports import Store
from thoughtbank.records.conversation import Scope

MOST = 1_000_000
"""More changes than one turn has."""


def refusals(store: Store, scope: Scope, turn_id: str) -> list[str]:
    """Oldest first, those of earlier rounds too."""
    found = store.changes(scope, memory_id=turn_id, limit=MOST)
    return [one.reason for one in reversed(found) if one.kind == "refuse" and one.memory_id == turn_id]
