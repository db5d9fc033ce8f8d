"""What turns bring: the verbs on their gain, and the second look at those that the scorer can't settle.

`Weighing` stands under `keeping.py` and `bank.py`, and knows only ports.
"""

from collections.abc import Sequence
from functools import cached_property, partial
from threading import Lock

from thoughtbank.errors import InputError, NotFound, SettingsError
from thoughtbank.language.names import check_name
from thoughtbank.language.times import clock_time
from thoughtbank.parts import PAGE, Holding, Parts, after
from thoughtbank.recall.query import whole
from thoughtbank.records.conversation import Scope
from thoughtbank.records.decisions import GainPage
from thoughtbank.records.gain import Gain, Overview
from thoughtbank.records.memory import Draft, Memory
from thoughtbank.remember.auditors import Auditors
from thoughtbank.remember.gain import judged
from thoughtbank.remember.judge import Judge
from thoughtbank.remember.judging import Judging, JudgingTally
from thoughtbank.remember.overview import MOST, RULES, Summarizer, key_facts

LOCKS = 64
"""Users on whose turns threads of one process can work at once, at most. Chosen."""


class Weighing(Holding):
    """The verbs on gain."""

    def __init__(self, parts: Parts, tenant: str = "default") -> None:
        super().__init__(parts, tenant)
        self._auditors = _auditors(parts)
        self._busy = tuple(Lock() for _ in range(LOCKS))

    def gains(
        self,
        *,
        user_id: str,
        below: float | None = None,
        session_id: str | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> GainPage:
        """Turns in order of writing with their gain, of all that were judged or of those with less than `below`: the turns that recall doesn't rank by
        themselves have less than `gain.theta_index`. `page.next` is the cursor of the next page.
        """
        if below is not None and (isinstance(below, bool) or not isinstance(below, int | float)):
            raise InputError(f"below must be a number from 0 to 10, not {below!r}")
        scope, limit = self._scope(user_id), whole(limit, "limit", 1, PAGE)
        session = check_name(session_id, "session_id")
        found = self._parts.store.gains(scope, below=below, session_id=session, limit=limit + 1, after=after(cursor))
        numbers = list(found)[:limit]
        memories = self._parts.store.read(scope, numbers)
        items = tuple((memories[number], found[number]) for number in numbers if number in memories)
        return GainPage(items, str(numbers[-1]) if len(found) > limit else None)

    def rescue(self, memory_id: str, *, user_id: str) -> Memory:
        """Says that a turn is worth finding although its gain was judged little: recall ranks it from now on, and it is thought about. Raises NotFound."""
        scope = self._scope(user_id)
        current = self._current(scope, memory_id)
        if current.kind != "turn":
            raise InputError(f"{memory_id!r} is a {current.kind}; only turns have a gain")
        gain = Gain(10.0, "person", "rescued")
        if not self._parts.store.regain(scope, current.id, gain, think=self._to_think(current.kind, current.role)):
            raise NotFound(f"no memory {memory_id!r} for this user")
        self._think_on(scope)
        return self._current(scope, memory_id)

    def overview(self, *, user_id: str) -> Overview | None:
        """What this user's turns of great gain (`gain.theta_store` and more) come to, in short: what a model made of them, or by rules the turns themselves,
        as many as fit. None where there is no such turn.
        """
        parts, scope = self._parts, self._scope(user_id)
        found = parts.store.overview(scope) if self._auditors.summarizer is not None else None
        if found is not None:
            return found
        there = [turn for turn, _ in parts.store.greatest(scope, parts.settings.gain.theta_store, MOST)]
        text = key_facts(there, parts.settings.gain.overview_tokens)
        return Overview(text, len(there), RULES, clock_time(parts.clock())) if text else None

    def _judged(self, scope: Scope, drafts: Sequence[Draft], before: str | None = None) -> Sequence[Draft]:
        """Turns with their gain, a first estimate where they are to be looked at again. `before`: of an edited turn its id."""
        past = partial(self._past, scope, before=before)
        return judged(drafts, past, self._parts.settings.gain, self._parts.scorer, self._auditors.ask_about)

    def _past(self, scope: Scope, session: str | None, before: str | None = None) -> Sequence[Memory]:
        """What a turn's gain is held against."""
        return self._parts.store.last_turns(scope, session, self._parts.settings.gain.history, before)

    @cached_property
    def _judging(self) -> Judging:
        parts = self._parts
        return Judging(
            parts.store,
            parts.embedder,
            self._auditors,
            lambda turn: self._to_think(turn.kind, turn.role),
            lambda: clock_time(parts.clock()),
            _lease(parts),
        )

    def _look_again(self, scope: Scope, first: int) -> JudgingTally:
        """Judges the turns from `first` on that wait for it; before them those of earlier calls, if they are few. Threads take turns at a user's turns."""
        if not self._auditors.look_again():
            return JudgingTally()
        most = max(self._parts.settings.think.inline_most, 2 * self._parts.settings.gain.every)
        with self._busy[hash(scope) % len(self._busy)]:
            waiting = self._parts.store.unjudged(scope, most + 1)
            few = sum(turn.number < first for turn in waiting) <= most
            return self._judging.run(scope, since=0 if few else first)

    def _judge_waiting(self, scope: Scope, limit: int | None) -> JudgingTally:
        """Judges the turns that wait for it, at most `limit`, and then those too that are fewer than are judged in one call. Where nobody is asked any more,
        the scorer's estimate stands.
        """
        with self._busy[hash(scope) % len(self._busy)]:
            return self._judging.run(scope, limit=limit, flush=limit is None or limit >= self._parts.settings.gain.every)

    def _think_on(self, scope: Scope) -> None:
        """What a bank does about turns that are to be thought about again."""


def _auditors(parts: Parts) -> Auditors:
    """Who judges and keeps the overview by these settings. Raises SettingsError where there is no model for what they say, or it can't do it."""
    settings, model = parts.settings.gain, parts.judge or parts.model
    asked = {"by": settings.by == "model", "read": settings.read == "expected", "judge_map": settings.judge_map is not None}
    judges = None if settings.by == "scorer" else parts.judge if settings.by == "auto" else model
    if settings.mode == "off":
        return Auditors(settings, parts.scorer)
    if judges is None and (named := next((name for name, wants in asked.items() if wants), None)):
        raise SettingsError(f"gain.{named} needs a model that judges, but none is set; set THOUGHTBANK_JUDGE_MODEL")
    summarizer = Summarizer(model, settings) if model is not None and settings.overview == "model" else None
    return Auditors(settings, parts.scorer, Judge(judges, settings) if judges is not None else None, summarizer)


def _lease(parts: Parts) -> float:
    """Seconds for which one process has a user's turns to itself: one judgement may take its model as long as that many calls."""
    settings, model = parts.settings, parts.judge or parts.model
    call = settings.local_timeout if model is not None and model.name.startswith("local:") else settings.model_timeout
    return max(settings.think.lease, 2 * settings.gain.votes * call)
