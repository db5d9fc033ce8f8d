"""Stage two: waiting turns become thoughts, organized with what is known, and land in one transaction each (TiM, sections 3.1 and 3.4).

The turn table is the queue: a turn waits until the landing that holds its thoughts, so that a process killed at any moment repeats work and
never loses or doubles it. One exchange: think -> embed and hash -> organize the touched groups -> embed and hash what was merged -> land. No
model is asked, and nothing embedded, inside a transaction. Where others wrote thoughts of the same user meanwhile, nothing lands, and it is
organized again with theirs: of two that are at work at once none misses what the other found.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from thoughtbank.errors import EmbedderError, MissingExtra, StoreError
from thoughtbank.records.conversation import Scope
from thoughtbank.records.memory import Memory
from thoughtbank.records.thought import WorkReport
from thoughtbank.remember.dating import dated
from thoughtbank.remember.lease import Leases
from thoughtbank.remember.plan import Plan, Workbench
from thoughtbank.remember.think import Exchange, Thoughts, exchanges

PATIENCE = 2
"""Exchanges in a row at which a model may fail before it counts as out of reach. Chosen: each may cost a time-out."""
PLANS = 50
"""Times an exchange is planned at most while others write thoughts of the same user. Chosen: each time it is refused, another landed."""
PLANS_ASKED = 2
"""The same where each plan asks a model. Chosen: it has the user's turns to itself, and only what isn't thinking can come between."""
BATCH = 32
"""Turns taken from the queue at a time. Chosen."""
BETWEEN = 16
"""Turns before a reply among which its question is sought: calls of tools may stand between. Chosen."""


@dataclass(slots=True)
class Tally:
    """What was done so far, and for each turn the ids of the thoughts made from it."""

    turns: int = 0
    inserted: int = 0
    merged: int = 0
    forgotten: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    made: dict[str, list[str]] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    """Ids of the turns that were thought about."""
    refused: dict[str, list[str]] = field(default_factory=dict)
    """By turn, what was offered of it and why it wasn't taken."""
    stopped: str | None = None
    """Why it ended before the queue did."""

    @property
    def taken(self) -> int:
        """Turns that were thought about or failed. What others did meanwhile isn't among them."""
        return self.turns + len(self.failed)

    def report(self, waiting: int) -> WorkReport:
        refused = tuple((turn_id, one) for turn_id, several in self.refused.items() for one in several)
        return WorkReport(
            self.turns, self.inserted, self.merged, self.forgotten, waiting, tuple(self.failed.items()), refused=refused
        )

    def count(self, exchange: Exchange, plan: Plan) -> None:
        """Adds what landed."""
        kinds = [change.kind for change in plan.changes]
        self.turns += len(exchange.turns)
        self.done |= {turn.id for turn in exchange.turns}
        self.inserted += kinds.count("insert")
        self.merged += kinds.count("merge")
        self.forgotten += kinds.count("forget")
        for change in plan.changes:
            if change.kind == "refuse":
                self.refused.setdefault(change.memory_id, []).append(change.reason)
        for turn_id, thought_id in plan.made():
            self.made.setdefault(turn_id, []).append(thought_id)


class PostThinking:
    """Works on the queue of one scope at a time."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench, self._store, self._settings = workbench, workbench.store, workbench.settings
        self._leases = Leases(workbench.store, workbench.settings.lease, workbench.now)
        self._suspects: list[int] = []
        """Turns at which the model failed since it last answered."""
        self._silent = 0

    def run(self, scope: Scope, *, limit: int | None = None, since: int = 0, tally: Tally | None = None) -> Tally:
        """Thinks about waiting turns, oldest first and each once, at most `limit` of them and none numbered below `since`. Raises nothing of a model, an
        embedder or a store: what they can't do waits on, and the tally says why. A scope that another is at work on is left to it.
        """
        tally = tally or Tally()
        left, before = limit, tally.taken
        self._suspects, self._silent = [], 0
        try:
            while left is None or left > 0:
                waiting = self._waiting(scope, BATCH if left is None else min(BATCH, left), since)
                if not waiting or not self._round(scope, waiting, tally):
                    break
                since = waiting[-1].number + 1
                left = None if limit is None else limit - (tally.taken - before)
        except (EmbedderError, StoreError, MissingExtra) as error:
            tally.stopped = str(error)
        self._leases.give_up(scope)
        return tally

    def _waiting(self, scope: Scope, count: int, since: int) -> list[Memory]:
        """The next turns; one whose reply may be the first of the following ones is left to go with it."""
        found = self._store.unthought(scope, count, since=since, tries=self._settings.tries)
        return found[:-1] if len(found) == count > 1 and found[-1].role != "assistant" else found

    def _lease(self, scope: Scope) -> bool:
        """Whether this scope is ours. Without a costly thinker nobody need wait: of two, one lands."""
        return not self._workbench.minds.costly or self._leases.take(scope)

    def _round(self, scope: Scope, waiting: Sequence[Memory], tally: Tally) -> bool:
        """Some turns of the queue; whether to go on."""
        for query, reply in exchanges(waiting):
            apart = query is not None and reply is not None and not self._answers(scope, reply, query)
            for one, other in ((query, None), (None, reply)) if apart else ((query, reply),):
                exchange = Exchange(one, other, self._before(scope, one or other))
                if not self._lease(scope) or not self._one(scope, exchange, tally):
                    return False
        return True

    def _answers(self, scope: Scope, reply: Memory, query: Memory) -> bool:
        """Whether nobody else spoke between the two. A reply that was edited waits behind turns that were said later."""
        if reply.session_id is None:
            return True
        before = self._store.last_turns(scope, reply.session_id, BETWEEN, before=reply.id)
        said = [turn.id for turn in before if turn.role in ("user", "participant")]
        return not said or said[-1] == query.id

    def _before(self, scope: Scope, turn: Memory | None) -> Memory | None:
        """The turn before in its session, if it was said to the same agent, in the words it has now."""
        if turn is None or turn.session_id is None:
            return None
        before = next(iter(self._store.last_turns(scope, turn.session_id, 1, before=turn.id)), None)
        if before is None or before.agent_id != turn.agent_id:
            return None
        versions = self._store.versions(scope, before.id)
        return versions[-1] if versions else before  # of a reply that only quoted there are none

    def _one(self, scope: Scope, exchange: Exchange, tally: Tally) -> bool:
        """One exchange; False where there is no sense in going on at present."""
        thoughts = self._workbench.minds.thinker.think(exchange, self._workbench.known_like(scope, exchange))
        turns = exchange.turns
        if thoughts.reason is not None:
            tally.failed |= {turn.id: thoughts.reason for turn in turns}
            return self._unthought(scope, exchange, thoughts, tally)
        if self._suspects:  # the model is well, so it was these turns
            self._store.failed(scope, self._suspects)
        self._suspects, self._silent = [], 0
        return self._land(scope, exchange, dated(thoughts, exchange, self._workbench.zone), tally)

    def _land(self, scope: Scope, exchange: Exchange, made: Thoughts, tally: Tally) -> bool:
        """Plans until a plan fits what is there when it lands. False where others are always quicker: its turns wait, and those after it too."""
        organizer = self._workbench.minds.organizer
        plan = Plan(self._workbench, scope, exchange)
        for _ in range(PLANS_ASKED if organizer is not None and organizer.whole else PLANS):
            plan.take(made)
            if self._store.land(scope, plan.landing()):
                tally.count(exchange, plan)
                return True
            there = self._store.read(scope, [turn.number for turn in exchange.turns])
            waiting = [one for one in there.values() if one.unthought and one.retired_at is None]
            if not waiting:  # another did them, or they are gone or edited: on to the next
                return True
            if len(waiting) < len(exchange.turns):
                break
            plan = plan.anew()
        tally.stopped = "others wrote what this user said or its thoughts meanwhile; the next call goes on"
        return False

    def _unthought(self, scope: Scope, exchange: Exchange, thoughts: Thoughts, tally: Tally) -> bool:
        """After a failure: whether to go on. One turn can be the reason why a model doesn't answer in time; several in a row aren't."""
        numbers = [turn.number for turn in exchange.turns]
        if not thoughts.passing:
            self._store.failed(scope, numbers)
            return True
        self._suspects += numbers
        self._silent += 1
        if self._silent < PATIENCE:
            return True
        tally.stopped = thoughts.reason
        return False
