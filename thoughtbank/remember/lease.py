"""One process at a time asks a model about a user's turns: who has them, and until when."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from uuid import uuid4

from thoughtbank.errors import StoreError
from thoughtbank.ports import Store
from thoughtbank.records.conversation import Scope


class Leases:
    """The scopes that this worker has to itself. A dead one's are free when their time is over."""

    def __init__(self, store: Store, seconds: float, now: Callable[[], datetime]) -> None:
        self._store, self._length, self._now = store, timedelta(seconds=seconds), now
        self._who = uuid4().hex
        self._until: dict[Scope, datetime] = {}

    def take(self, scope: Scope) -> bool:
        """Whether this scope is ours; renewed when half of the time is over."""
        now = self._now()
        if now + self._length / 2 < self._until.get(scope, now):
            return True
        taken = self._store.lease(scope, self._who, now, now + self._length)
        if taken:
            self._until[scope] = now + self._length
        return taken

    def give_up(self, scope: Scope) -> None:
        """Lets others have the scope; a store that can't take that now lets them have it when the time is over."""
        if self._until.pop(scope, None) is not None:
            now = self._now()
            with suppress(StoreError):
                self._store.lease(scope, self._who, now, now)
