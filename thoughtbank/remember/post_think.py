"""Stage two: waiting turns become thoughts, organized with what is known, and land in one transaction each (TiM, sections 3.1 and 3.4).

The turn table is the queue: a turn waits until the landing that holds its thoughts, so that a process killed at any moment repeats work and
never loses or doubles it. One exchange: think -> embed and hash -> organize the touched groups -> embed and hash what was merged -> land. No
model is asked, and nothing embedded, inside a transaction.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import blake2b
from uuid import uuid4

import numpy as np

from thoughtbank.errors import EmbedderError, MissingExtra, StoreError
from thoughtbank.language.names import about_key, head_key
from thoughtbank.language.times import clock_time
from thoughtbank.language.words import normalise
from thoughtbank.ports import Buckets, Clock, Embedder, Hash, Store, Vectors
from thoughtbank.records.conversation import Scope
from thoughtbank.records.ids import Ids
from thoughtbank.records.memory import Draft, Memory, Triple
from thoughtbank.records.thought import Change, ChangeKind, Landing, Retired, WorkReport
from thoughtbank.remember.index import buckets_of, embed, indexed
from thoughtbank.remember.organize import MERGED, Decided, Item, Organizer, known
from thoughtbank.remember.think import Exchange, Thinker, Thought, Thoughts, exchanges
from thoughtbank.settings import ThinkSettings

PATIENCE = 2
"""Exchanges in a row at which a model may fail before it counts as out of reach. Chosen: each may cost a time-out."""
BATCH = 32
"""Turns taken from the queue at a time. Chosen."""


@dataclass(frozen=True, slots=True)
class Minds:
    """Who thinks and who organizes; no organizer leaves all thoughts as they were made."""

    thinker: Thinker
    organizer: Organizer | None

    @property
    def costly(self) -> bool:
        return self.thinker.costly or (self.organizer is not None and self.organizer.whole)


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
    stopped: str | None = None
    """Why it ended before the queue did."""

    def report(self, waiting: int) -> WorkReport:
        return WorkReport(self.turns, self.inserted, self.merged, self.forgotten, waiting, tuple(self.failed.items()))


class PostThinking:
    """Works on the queue of one scope at a time."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        minds: Minds,
        settings: ThinkSettings,
        table: Hash,
        clock: Clock,
        ids: Ids,
    ) -> None:
        self._store, self._embedder, self._minds, self._settings = store, embedder, minds, settings
        self._table, self._clock, self._ids = table, clock, ids
        self._who = uuid4().hex
        self._leased: dict[Scope, datetime] = {}
        self._suspects: list[int] = []
        """Turns at which the model failed since it last answered."""
        self._silent = 0

    def run(self, scope: Scope, *, limit: int | None = None, since: int = 0, tally: Tally | None = None) -> Tally:
        """Thinks about waiting turns, oldest first and each once, at most `limit` of them and none numbered below `since`. Raises nothing of a model, an
        embedder or a store: what they can't do waits on, and the tally says why. A scope that another is at work on is left to it.
        """
        tally = tally or Tally()
        left = limit
        self._suspects, self._silent = [], 0
        try:
            while left is None or left > 0:
                waiting = self._waiting(scope, BATCH if left is None else min(BATCH, left), since)
                if not waiting or not self._round(scope, waiting, tally):
                    break
                since = waiting[-1].number + 1
                left = None if left is None else left - len(waiting)
        except (EmbedderError, StoreError, MissingExtra) as error:
            tally.stopped = str(error)
        self._give_up(scope)
        return tally

    def _waiting(self, scope: Scope, count: int, since: int) -> list[Memory]:
        """The next turns; one whose reply may be the first of the following ones is left to go with it."""
        found = self._store.unthought(scope, count, since=since, tries=self._settings.tries)
        return found[:-1] if len(found) == count > 1 and found[-1].role != "assistant" else found

    def _lease(self, scope: Scope) -> bool:
        """Whether this scope is ours; renewed when half of the time is over. Without a costly thinker nobody need wait: of two, one lands."""
        if not self._minds.costly:
            return True
        now = clock_time(self._clock())
        length = timedelta(seconds=self._settings.lease)
        if now + length / 2 < self._leased.get(scope, now):
            return True
        taken = self._store.lease(scope, self._who, now, now + length)
        if taken:
            self._leased[scope] = now + length
        return taken

    def _give_up(self, scope: Scope) -> None:
        """Lets others have the scope; a store that can't take that now lets them have it when the time is over."""
        if self._leased.pop(scope, None) is not None:
            now = clock_time(self._clock())
            with suppress(StoreError):
                self._store.lease(scope, self._who, now, now)

    def _round(self, scope: Scope, waiting: Sequence[Memory], tally: Tally) -> bool:
        """Some turns of the queue; whether to go on."""
        for query, reply in exchanges(waiting):
            exchange = Exchange(query, reply, self._before(scope, query or reply))
            if not self._lease(scope) or not self._one(scope, exchange, tally):
                return False
        return True

    def _before(self, scope: Scope, turn: Memory | None) -> Memory | None:
        """The turn before in its session, if it was said to the same agent."""
        if turn is None or turn.session_id is None:
            return None
        before = next(iter(self._store.last_turns(scope, turn.session_id, 1, before=turn.number)), None)
        return before if before is not None and before.agent_id == turn.agent_id else None

    def _one(self, scope: Scope, exchange: Exchange, tally: Tally) -> bool:
        """One exchange; False where there is no sense in going on at present."""
        thoughts = self._minds.thinker.think(exchange)
        turns = exchange.turns
        if thoughts.reason is not None:
            tally.failed |= {turn.id: thoughts.reason for turn in turns}
            return self._unthought(scope, exchange, thoughts, tally)
        if self._suspects:  # the model is well, so it was these turns
            self._store.failed(scope, self._suspects)
        self._suspects, self._silent = [], 0
        for _ in range(2):  # once more where another process wrote meanwhile
            plan = _Plan(self, scope, exchange)
            plan.take(thoughts.found)
            if self._store.land(scope, plan.landing()):
                plan.count(tally)
                return True
        there = self._store.read(scope, [turn.number for turn in turns])
        return not any(one.unthought for one in there.values())  # another did them, or they are gone: on to the next

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

    # what a plan asks of it

    def new_id(self, now: datetime) -> str:
        return self._ids.new(now)

    def now(self) -> datetime:
        return clock_time(self._clock())

    @property
    def thinker(self) -> str:
        return self._minds.thinker.name

    def hashed(self, texts: Sequence[str]) -> tuple[Vectors, Buckets]:
        """Vectors (n, d) and groups (n,) of sentences."""
        vectors = embed(self._embedder, texts)
        return vectors, buckets_of(vectors, self._table)

    def said_again(self, scope: Scope, digests: Sequence[str]) -> dict[str, Memory]:
        """Current thoughts that say exactly the same, by digest."""
        found = self._store.thoughts(scope, digests=digests) if digests else []
        return {thought_digest(one.triple, one.agent_id): one for one in found if one.triple is not None}

    def resting_on(self, scope: Scope, turns: Sequence[Memory]) -> list[Memory]:
        return self._store.thoughts(scope, turns=[turn.id for turn in turns])

    def groups(self, scope: Scope, fresh: Sequence[tuple[Item, int]]) -> Iterator[list[Item]]:
        """For each touched group of the hash table its thoughts, known and new; and where rivals are sought further, those of the same heads."""
        organizer = self._minds.organizer
        if organizer is None:
            return
        for bucket in dict.fromkeys(bucket for _, bucket in fresh):
            own = [item for item, group in fresh if group == bucket]
            yield [*self._rivals(scope, own, organizer.whole, bucket), *own]
        if self._settings.reach == "head":
            yield [*self._rivals(scope, [item for item, _ in fresh], organizer.whole), *(item for item, _ in fresh)]

    def _rivals(self, scope: Scope, items: Sequence[Item], whole: bool, bucket: int | None = None) -> list[Item]:
        """Known thoughts that the new ones may contradict or belong with."""
        if whole:
            heads = None if bucket is not None else [head_key(item.triple.head) for item in items]
            found = self._store.thoughts(scope, bucket=bucket, heads=heads, newest=self._settings.group)
        else:
            about = [about_key(item.triple.head, item.triple.relation) for item in items]
            found = self._store.thoughts(scope, bucket=bucket, about=about)
        return [known(one) for one in found]

    def organize(self, group: Sequence[Item], fresh: frozenset[str]) -> Decided:
        organizer = self._minds.organizer
        return organizer.organize(group, fresh) if organizer is not None and len(group) > 1 else Decided()

    @property
    def organizer(self) -> str:
        return self._minds.organizer.name if self._minds.organizer is not None else "nobody"


class _Plan:
    """What one exchange changes, gathered until it lands."""

    def __init__(self, work: PostThinking, scope: Scope, exchange: Exchange) -> None:
        self._work, self._scope, self._exchange = work, scope, exchange
        self._now = work.now()
        self._items: dict[str, Item] = {}
        self._hashed: dict[str, tuple[np.ndarray, int]] = {}
        self._gone: dict[str, datetime | None] = {}  # ids of new ones and known ones that end, and until when they held
        self._ended: dict[int, datetime | None] = {}
        self._support: list[tuple[int, str]] = []
        self._again: set[str] = set()
        self._changes: list[Change] = []

    def take(self, thoughts: Sequence[Thought]) -> None:
        """Inserts, then forgets and merges in the touched groups."""
        self._stale(thoughts)
        fresh = self._new(thoughts)
        self._hash(fresh)
        touched = [(item, self._hashed[item.id][1]) for item in fresh]
        names = frozenset(item.id for item in fresh)
        for group in self._work.groups(self._scope, touched):
            left = [item for item in group if not self._is_gone(item)]
            self._apply(self._work.organize(left, names))
        self._hash([item for item in self._items.values() if item.id not in self._hashed])

    def _stale(self, thoughts: Sequence[Thought]) -> None:
        """Thoughts that a former round made of these turns end, unless they are made again."""
        made = {thought_digest(one.triple, self._agent()) for one in thoughts}
        own = {turn.id for turn in self._exchange.turns}
        for one in self._work.resting_on(self._scope, self._exchange.turns):
            if one.triple is not None and thought_digest(one.triple, one.agent_id) not in made:
                self._ended[one.number] = None
                self._again |= set(one.turns) - own
                self._change("forget", one.id, "its turn was thought about anew", by=self._work.thinker)

    def _new(self, thoughts: Sequence[Thought]) -> list[Item]:
        """Items for what isn't known; what is gets one more turn that says it."""
        by_digest = {thought_digest(one.triple, self._agent()): one for one in thoughts}
        there = self._work.said_again(self._scope, list(by_digest))
        fresh = []
        for name, thought in by_digest.items():
            if name in there:
                more = [turn_id for turn_id in thought.turns if turn_id not in there[name].turns]
                self._support += [(there[name].number, turn_id) for turn_id in more]
                if more:
                    self._change("merge", there[name].id, "said again", there[name].id, by=self._work.thinker)
                continue
            fresh.append(self._add(thought, self._work.thinker))
            self._change("insert", fresh[-1].id, "thought of an exchange", by=self._work.thinker)
        return fresh

    def _add(self, thought: Thought, made_by: str) -> Item:
        turn = self._exchange.turns[0]
        item = Item(
            self._work.new_id(self._now), thought.triple, thought.text, turn.said_at, thought.turns, turn.agent_id,
            turn.session_id, turn.speaker, made_by,
        )  # fmt: skip
        self._items[item.id] = item
        return item

    def _agent(self) -> str | None:
        return self._exchange.turns[0].agent_id

    def _hash(self, items: Sequence[Item]) -> None:
        if items:
            vectors, buckets = self._work.hashed([item.text for item in items])
            self._hashed |= {
                item.id: (vector, int(bucket)) for item, vector, bucket in zip(items, vectors, buckets, strict=True)
            }

    def _is_gone(self, item: Item) -> bool:
        return item.id in self._gone if item.number is None else item.number in self._ended

    def _end(self, item: Item, valid_to: datetime | None) -> None:
        if item.number is None:
            self._gone[item.id] = valid_to
        else:
            self._ended[item.number] = valid_to

    def _apply(self, decided: Decided) -> None:
        by = self._work.organizer
        for one in decided.forget:
            self._end(one.item, one.by.said_at)
            self._change("forget", one.item.id, one.reason, one.by.id, by=by)
        for fused in decided.merge:
            self._merge(fused.items, fused.triple, fused.text, fused.reason, by)

    def _merge(self, parts: Sequence[Item], triple: Triple, text: str, reason: str, by: str) -> None:
        last = parts[-1]
        sessions = {part.session_id for part in parts}
        speakers = {part.speaker for part in parts}
        item = Item(
            self._work.new_id(self._now), triple, text, max(part.said_at for part in parts),
            tuple(dict.fromkeys(turn_id for part in parts for turn_id in part.turns)), last.agent_id,
            last.session_id if len(sessions) == 1 else None, last.speaker if len(speakers) == 1 else None, f"{MERGED}{by}",
        )  # fmt: skip
        self._items[item.id] = item
        for part in parts:
            self._end(part, None)
            self._change("merge", part.id, reason, item.id, by=by)

    def _change(self, kind: ChangeKind, memory_id: str, reason: str, into: str | None = None, *, by: str) -> None:
        self._changes.append(Change(self._work.new_id(self._now), kind, memory_id, self._now, by, reason, into))

    def landing(self) -> Landing:
        """All of it, for the store."""
        items = list(self._items.values())
        drafts = tuple(self._draft(item) for item in items)
        hashed = [self._hashed[item.id] for item in items]
        return Landing(
            turns=tuple(turn.number for turn in self._exchange.turns),
            at=self._now,
            drafts=drafts,
            vectors=np.stack([vector for vector, _ in hashed]) if hashed else None,
            buckets=np.asarray([bucket for _, bucket in hashed], np.int32) if hashed else None,
            retired=tuple(Retired(number, valid_to) for number, valid_to in self._ended.items()),
            support=tuple(one for one in self._support if one[0] not in self._ended),
            again=tuple(sorted(self._again)),
            changes=tuple(self._changes),
        )

    def _draft(self, item: Item) -> Draft:
        gone = item.id in self._gone
        return thought_draft(item, self._now, retired_at=self._now if gone else None, valid_to=self._gone.get(item.id))

    def count(self, tally: Tally) -> None:
        """Adds what landed."""
        kinds = [change.kind for change in self._changes]
        tally.turns += len(self._exchange.turns)
        tally.done |= {turn.id for turn in self._exchange.turns}
        tally.inserted += kinds.count("insert")
        tally.merged += kinds.count("merge")
        tally.forgotten += kinds.count("forget")
        for item in self._items.values():
            if item.id not in self._gone:
                for turn_id in item.turns:
                    tally.made.setdefault(turn_id, []).append(item.id)


def stale(store: Store, scope: Scope, turn_id: str, now: datetime, ids: Ids) -> Landing:
    """What an edit of a turn does: the thoughts that rest on it end, and their other turns are to be thought about again."""
    resting = store.thoughts(scope, turns=[turn_id])
    return Landing(
        turns=(),
        at=now,
        retired=tuple(Retired(one.number) for one in resting),
        again=tuple(sorted({turn for one in resting for turn in one.turns} - {turn_id})),
        changes=tuple(Change(ids.new(now), "forget", one.id, now, "user", "its turn was edited") for one in resting),
    )


def thought_draft(item: Item, now: datetime, *, retired_at: datetime | None = None, valid_to: datetime | None = None) -> Draft:
    """A thought as it is written."""
    draft = Draft(
        id=item.id, kind="thought", text=item.text, said_at=item.said_at, recorded_at=now, terms={}, length=0,
        session_id=item.session_id, agent_id=item.agent_id, speaker=item.speaker, turns=item.turns, triple=item.triple,
        made_by=item.made_by, digest=thought_digest(item.triple, item.agent_id), valid_from=item.said_at,
        valid_to=valid_to, retired_at=retired_at,
    )  # fmt: skip
    return indexed(draft)


def thought_digest(triple: Triple, agent_id: str | None) -> str:
    """Equal for triples that differ only in case, width, spaces and articles of the head."""
    said = (head_key(triple.head), normalise(triple.relation), normalise(triple.tail), agent_id or "")
    return "thought-" + blake2b("\0".join(said).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
