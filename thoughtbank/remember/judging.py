"""A second look at turns that are kept already: their likeness to what is known, and a model's judgement (CIG, sections 3.2 to 3.4).

A turn comes in with the scorer's estimate. What needs its vector or a model comes after it is safe: the filter by likeness, the judge where the scorer
isn't sure, and the overview that turns of great gain are merged into. Turns of a user are taken in order, and each lands with the overview that it
made, so that a killed worker repeats work and loses none. What can't be judged keeps no score and waits.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from thoughtbank.errors import EmbedderError, MissingExtra, StoreError
from thoughtbank.language.words import count_tokens
from thoughtbank.ports import Embedder, Store, View
from thoughtbank.records.conversation import Scope
from thoughtbank.records.gain import Gain, Judged, Overview
from thoughtbank.records.memory import Memory
from thoughtbank.remember.auditors import PATIENCE, Auditors, Known, Likenesses
from thoughtbank.remember.features import Heard
from thoughtbank.remember.gain import is_low
from thoughtbank.remember.lease import Leases
from thoughtbank.remember.overview import MOST, RULES, key_facts
from thoughtbank.remember.scorer import Against

BATCH = 32
"""Turns taken from the queue at a time. Chosen."""
LANDINGS = 5
"""Times an overview is made anew at most while others change what it rests on. Chosen."""
MUCH = 2
"""Times `gain.overview_tokens` above which an overview is made by rules again. Chosen."""


@dataclass(slots=True)
class JudgingTally:
    """What a round of judging did: the gain of each turn by id, of those that couldn't be judged one without a score, and why it ended before the queue
    did.
    """

    judged: dict[str, Gain] = field(default_factory=dict)
    failed: dict[str, Gain] = field(default_factory=dict)
    stopped: str | None = None


class Judging:
    """Judges the turns of one scope at a time. Raises nothing of a model, an embedder or a store: what they can't do waits on, and the tally says why."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        auditors: Auditors,
        to_think: Callable[[Memory], bool],
        now: Callable[[], datetime],
        lease: float,
    ) -> None:
        """`lease`: seconds for which one process has a user's turns to itself, where a model is asked."""
        self._store, self._auditors, self._settings = store, auditors, auditors.settings
        self._to_think, self._now = to_think, now
        asks = auditors.judge is not None or auditors.summarizer is not None
        self._leases = Leases(store, lease, now) if asks else None
        self._likenesses = Likenesses(embedder, auditors.settings)

    def run(self, scope: Scope, *, limit: int | None = None, since: int = 0, flush: bool = False) -> JudgingTally:
        """Judges waiting turns in order, at most `limit`, none numbered below `since`. Of the turns that a model judges several at a time, too few wait on,
        unless `flush`.
        """
        tally = JudgingTally()
        try:
            self._run(scope, limit, since, flush, tally)
        except (EmbedderError, MissingExtra, StoreError) as error:  # the turns are kept and wait
            tally.stopped = str(error)
        finally:
            if self._leases is not None:
                self._leases.give_up(scope)
        return tally

    def _run(self, scope: Scope, limit: int | None, since: int, flush: bool, tally: JudgingTally) -> None:
        silent = 0
        while waiting := self._store.unjudged(scope, BATCH, since=since):
            since = waiting[-1].number + 1
            for turns in self._groups(waiting, flush):
                if limit is not None and len(tally.judged) + len(tally.failed) >= limit:
                    return
                if self._leases is not None and not self._leases.take(scope):
                    tally.stopped = "another process is judging this user's turns"
                    return
                silent = silent + 1 if self._judge(scope, turns, tally) else 0
                if silent == PATIENCE:
                    tally.stopped = next(reversed(tally.failed.values())).reason
                    return

    def _groups(self, waiting: Sequence[Memory], flush: bool) -> Iterator[Sequence[Memory]]:
        """Turns that are judged together: of one session, `gain.every` at a time where a model judges."""
        if self._auditors.judge is None or self._settings.every == 1:
            yield from ([turn] for turn in waiting)
            return
        sessions: dict[str | None, list[Memory]] = {}
        for turn in waiting:
            group = sessions.setdefault(turn.session_id, [])
            group.append(turn)
            if len(group) == self._settings.every:
                yield sessions.pop(turn.session_id)
        if flush:
            yield from sessions.values()

    def _judge(self, scope: Scope, turns: Sequence[Memory], tally: JudgingTally) -> bool:
        """Judges and lands some turns of a session; whether the model couldn't be reached."""
        known = [self._known(scope, turn) for turn in turns]
        gains, passing = self._auditors.decide([_heard(turn) for turn in turns], known)
        found = [
            Judged(
                turn.number,
                gain,
                waits=gain.score is None,
                counts=not passing,
                think=self._to_think(turn) and not is_low(gain, turn.role, self._settings),
            )
            for turn, gain in zip(turns, gains, strict=True)
        ]
        self._land(scope, turns, found)
        for turn, gain in zip(turns, gains, strict=True):
            if gain.score is None:
                tally.failed[turn.id] = gain
            else:
                tally.judged[turn.id] = gain
        return passing

    def _land(self, scope: Scope, turns: Sequence[Memory], found: Sequence[Judged]) -> None:
        """Writes the gains, and with them the overview where turns of great gain are merged into it."""
        numbers = [one.number for one in found if one.gain.score is not None and one.gain.score >= self._settings.theta_store]
        summarizer = self._auditors.summarizer
        for _ in range(LANDINGS if numbers and summarizer is not None else 0):
            assert summarizer is not None
            basis = self._store.overview(scope)
            there = self._store.read(scope, numbers)  # one may be erased or edited by now
            great = [one for _, one in sorted(there.items()) if one.retired_at is None]
            if not great:
                break
            older = [] if basis is not None else self._great(scope, before=great[0].number)
            overview = basis or Overview(key_facts(older, self._settings.overview_tokens), len(older), RULES, self._now())
            for turn in great:
                overview = summarizer.take(overview, turn, self._now())
            if count_tokens(overview.text) > MUCH * self._settings.overview_tokens:  # the model doesn't keep it short
                facts = key_facts([*great, *self._great(scope)], self._settings.overview_tokens)
                overview = Overview(facts, overview.items, RULES, self._now())
                older = self._great(scope)
            rests_on = [turn.number for turn in (*great, *older)]
            landed = self._store.judge(
                scope, found, tries=self._settings.tries, overview=overview, basis=basis, rests_on=rests_on
            )
            if landed:
                return
        self._store.judge(scope, found, tries=self._settings.tries)  # the next overview is made of what is stored

    def _great(self, scope: Scope, before: int | None = None) -> list[Memory]:
        """Turns of great gain, the greatest first."""
        found = self._store.greatest(scope, self._settings.theta_store, MOST, before=before)
        return [turn for turn, _ in found]

    # what a turn is held against

    def _known(self, scope: Scope, turn: Memory) -> Known:
        before = self._store.last_turns(scope, turn.session_id, self._settings.history, before=turn.id)
        history = tuple(_heard(one) for one in before)
        overview = self._overview(scope, turn) if self._auditors.judge or "overview" in self._settings.likeness else ""
        if not self._settings.likeness or turn.role == "assistant":
            return Known(history, overview=overview)
        view = self._store.view(scope)
        place = None if view is None else _place(view, turn.number)
        if view is None or place is None or not view.has_vector[place]:
            return Known(history, overview=overview)
        recent = [row for row in (_place(view, one.number) for one in before) if row is not None and view.has_vector[row]]
        current = np.flatnonzero(view.has_vector[:place] & (view.retired_at[:place] == np.iinfo(np.int64).max))
        likeness, near = self._likenesses.of(view.matrix, place, recent, current, overview)
        there = self._store.read(scope, view.numbers[near].tolist())
        memories = tuple(_heard(one) for one in there.values())
        return Known(history, Against(memories, likeness, self._likenesses.theta_high), overview)

    def _overview(self, scope: Scope, turn: Memory) -> str:
        """The overview of what was written before a turn. A model's, once it is there, may hold later turns than one that is judged late."""
        found = self._store.overview(scope) if self._auditors.summarizer is not None else None
        if found is not None:
            return found.text
        if self._settings.overview == "off":
            return ""
        return key_facts(self._great(scope, before=turn.number), self._settings.overview_tokens)


def _heard(turn: Memory) -> Heard:
    return Heard(turn.role or "user", turn.text, turn.speaker)


def _place(view: View, number: int) -> int | None:
    place = int(np.searchsorted(view.numbers, number))
    return place if place < view.size and view.numbers[place] == number else None
