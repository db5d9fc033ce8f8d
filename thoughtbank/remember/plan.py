"""What one exchange changes: its thoughts, organized with what is known, gathered until they land in one transaction.

Inserts first, then forgets and merges in the groups that the new thoughts fell into (TiM, section 3.4). Merged thoughts are embedded and hashed
anew. Nothing is written here, and what was read may have changed by the landing: it says what it was planned on, and is planned anew.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

import numpy as np

from thoughtbank.language.aliases import NOBODY, Known
from thoughtbank.language.names import about_key, head_key
from thoughtbank.language.times import clock_time
from thoughtbank.language.triples.relations import polarity
from thoughtbank.ports import Buckets, Clock, Embedder, Hash, Store, Vectors
from thoughtbank.records.conversation import Scope
from thoughtbank.records.ids import Ids
from thoughtbank.records.memory import Draft, Memory, Triple
from thoughtbank.records.thought import Basis, Change, ChangeKind, Landing, Retired
from thoughtbank.remember.index import buckets_of, embed
from thoughtbank.remember.items import Item, ended_by, known, order, over_before, thought_digest, thought_draft
from thoughtbank.remember.organize import MERGED, Decided, Organizer
from thoughtbank.remember.think import Exchange, Thinker, Thought, Thoughts, tidy
from thoughtbank.remember.who import heads, known_names, meant, told
from thoughtbank.settings import ThinkSettings


@dataclass(frozen=True, slots=True)
class Minds:
    """Who thinks and who organizes; no organizer leaves all thoughts as they were made."""

    thinker: Thinker
    organizer: Organizer | None

    @property
    def costly(self) -> bool:
        return self.thinker.costly or (self.organizer is not None and self.organizer.whole)


@dataclass(frozen=True, slots=True)
class Workbench:
    """What thinking works with, and what plans ask of it."""

    store: Store
    embedder: Embedder
    minds: Minds
    settings: ThinkSettings
    table: Hash
    clock: Clock
    ids: Ids
    zone: ZoneInfo
    """The person's, whose days count."""
    kept: int
    """Characters of a refusal that are kept at most: those of a turn."""
    aliases: bool = True
    """Whether heads that are one person's count as equal."""

    def new_id(self, now: datetime) -> str:
        return self.ids.new(now)

    def now(self) -> datetime:
        return clock_time(self.clock())

    @property
    def thinker(self) -> str:
        return self.minds.thinker.name

    def hashed(self, texts: Sequence[str]) -> tuple[Vectors, Buckets]:
        """Vectors (n, d) and groups (n,) of sentences."""
        vectors = embed(self.embedder, texts)
        return vectors, buckets_of(vectors, self.table)

    def said_again(self, scope: Scope, digests: Sequence[str]) -> dict[str, Memory]:
        """Current thoughts that say exactly the same, by digest."""
        found = self.store.thoughts(scope, digests=digests) if digests else []
        return {thought_digest(one.triple, one.agent_id): one for one in found if one.triple is not None}

    def known_like(self, scope: Scope, exchange: Exchange) -> list[Memory]:
        """The current thoughts most like what was said, as many as the thinker wants to see, the likest first. None where there is no vector to go by."""
        count = self.minds.thinker.wants_known
        view = self.store.view(scope) if count and exchange.turns else None
        if view is None or not view.matrix.shape[1]:
            return []
        agent = exchange.turns[0].agent_id
        code = -1 if agent is None else view.names["agent"].get(agent, -2)
        current = view.has_vector & (view.bucket >= 0) & (view.retired_at == np.iinfo(np.int64).max)
        places = np.flatnonzero(current & (view.codes["agent"] == code))
        if not len(places):
            return []
        own = embed(self.embedder, [exchange.turns[0].text])[0]
        nearest = places[np.argsort(-(view.matrix[places] @ own), kind="stable")[:count]]
        there = self.store.read(scope, view.numbers[nearest].tolist())
        found = (there.get(int(view.numbers[place])) for place in nearest)
        return [one for one in found if one is not None]

    def resting_on(self, scope: Scope, turns: Sequence[Memory]) -> list[Memory]:
        return self.store.thoughts(scope, turns=[turn.id for turn in turns])

    def groups(self, scope: Scope, fresh: Sequence[tuple[Item, int]]) -> Iterator[list[Item]]:
        """For each touched group of the hash table its thoughts, known and new; and where rivals are sought further, those of the same heads."""
        organizer = self.minds.organizer
        if organizer is None:
            return
        for bucket in dict.fromkeys(bucket for _, bucket in fresh):
            own = [item for item, group in fresh if group == bucket]
            yield [*self._rivals(scope, own, organizer.whole, bucket), *own]
        if self.settings.reach == "head":
            yield [*self._rivals(scope, [item for item, _ in fresh], organizer.whole), *(item for item, _ in fresh)]

    def _rivals(self, scope: Scope, items: Sequence[Item], whole: bool, bucket: int | None = None) -> list[Item]:
        """Known thoughts that the new ones may contradict or belong with, under whichever name."""
        who = self.who(scope)
        named = [(head, item.triple.relation) for item in items for head in heads(who, item)]
        if whole:
            keys = None if bucket is not None else [head_key(head) for head, _ in named]
            found = self.store.thoughts(scope, bucket=bucket, heads=keys, newest=self.settings.group)
        else:
            about = [about_key(head, relation) for head, relation in named]
            found = self.store.thoughts(scope, bucket=bucket, about=about)
        return [known(one) for one in found if one.triple is not None]  # one erased while it was read has none

    def who(self, scope: Scope) -> Known:
        return known_names(self.store, scope) if self.aliases and self.minds.organizer is not None else NOBODY

    def organize(self, group: Sequence[Item], fresh: frozenset[str]) -> Decided:
        organizer = self.minds.organizer
        return organizer.organize(group, fresh) if organizer is not None and len(group) > 1 else Decided()

    @property
    def organizer(self) -> str:
        return self.minds.organizer.name if self.minds.organizer is not None else "nobody"


class Plan:
    """What one exchange changes, gathered until it lands. `anew` begins again from what is known then, and embeds no sentence twice."""

    def __init__(self, workbench: Workbench, scope: Scope, exchange: Exchange) -> None:
        self._workbench, self._scope, self._exchange = workbench, scope, exchange
        self._now = workbench.now()
        self._last = workbench.store.last_number(scope)
        self._known: dict[int, int] = {}  # numbers of thoughts looked at, and on how many turns they rest
        self._items: dict[str, Item] = {}
        self._hashed: dict[str, tuple[np.ndarray, int]] = {}  # by sentence
        self._gone: dict[str, datetime | None] = {}  # ids of new ones and known ones that end, and until when they held
        self._ended: dict[int, datetime | None] = {}
        self._support: list[tuple[int, str]] = []
        self._again: set[str] = set()
        self._changes: list[Change] = []

    def anew(self) -> "Plan":
        fresh = Plan(self._workbench, self._scope, self._exchange)
        fresh._hashed = self._hashed
        return fresh

    def take(self, made: Thoughts) -> None:
        """Inserts, ends what the thinker said is no longer so, then forgets and merges in the touched groups. What was refused is kept too."""
        self._refuse(made.refused, self._workbench.thinker)
        related = self._related(made.found)
        thoughts = [self._as_known(one, related) for one in made.found]
        self._stale(thoughts)
        fresh = self._new(thoughts)
        self._supersede(thoughts, related)
        self._hash(fresh)
        touched = [(item, self._hashed[item.text][1]) for item in fresh]
        names = frozenset(item.id for item in fresh)
        who = self._workbench.who(self._scope)
        for group in self._workbench.groups(self._scope, touched):
            self._look_at(group)
            left = [meant(who, self._as_planned(item)) for item in group if not self._is_gone(item)]
            self._apply(self._workbench.organize(left, names))
        self._hash(list(self._items.values()))

    def _related(self, thoughts: Sequence[Thought]) -> dict[int, Item]:
        """The known thoughts that these relate to and that are still current, by number."""
        numbers = [one.relates.number for one in thoughts if one.relates is not None]
        there = self._workbench.store.read(self._scope, numbers) if numbers else {}
        found = {number: known(one) for number, one in there.items() if one.triple is not None and one.retired_at is None}
        self._look_at(found.values())
        return found

    def _as_known(self, thought: Thought, related: Mapping[int, Item]) -> Thought:
        """What says the same as a known thought is that one, said again."""
        relates = thought.relates
        if relates is None or relates.relation != "same":
            return thought
        same = related.get(relates.number)
        if same is not None and self._says(same, thought):
            return replace(thought, triple=same.triple, text=same.text)
        fault = "which is no longer current" if same is None else f"which doesn't say all of it: {same.triple}"
        self._refuse([f"{thought.triple}: same as a known one {fault}"], self._workbench.thinker)
        return thought

    def _says(self, known: Item, thought: Thought) -> bool:
        """Whether a known thought says all that a new one does, as far as words can tell: a model's "same" may not drop a place or a number."""
        old, new = known.triple, thought.triple
        return (
            known.agent_id == self._agent()
            and (polarity(old.relation), old.mood) == (polarity(new.relation), new.mood)
            and head_key(old.head) == head_key(new.head)
            and head_key(old.tail) == head_key(new.tail)
            and set(new.others) <= set(old.others)
        )

    def _supersede(self, thoughts: Sequence[Thought], related: Mapping[int, Item]) -> None:
        """Of a known thought and one that updates or contradicts it, the one that was said earlier ends."""
        by_digest = {thought_digest(item.triple, item.agent_id): item for item in self._items.values()}
        for thought in thoughts:
            relates = thought.relates
            if relates is None or relates.relation == "same":
                continue
            old, new = related.get(relates.number), by_digest.get(thought_digest(thought.triple, self._agent()))
            fault = self._unrelated(old, new)
            if fault is not None or old is None or new is None:
                self._refuse([f"{thought.triple}: {relates.relation} a known one, {fault}"], self._workbench.thinker)
                continue
            ends, stays = (old, new) if old.said_at <= new.said_at else (new, old)
            self._end(ends, ended_by(ends, stays))
            reason = f"{relates.relation} it" if ends is old else "said earlier"
            self._change("forget", ends.id, reason, stays.id, by=self._workbench.thinker)

    def _unrelated(self, old: Item | None, new: Item | None) -> str | None:
        """Why neither of two ends the other; None if the one said earlier ends."""
        if old is None or self._is_gone(old):
            return "which is no longer current"
        if new is None:
            return "but it was known before"
        if old.agent_id != new.agent_id:
            return "which is another agent's"
        earlier, later = (old, new) if old.said_at <= new.said_at else (new, old)
        if order(earlier) > order(later):
            return f"but speaks of an earlier time: {old.triple}"
        return f"but one was over before the other began: {old.triple}" if over_before(earlier, later) else None

    def _look_at(self, known: Iterable[Item | Memory]) -> None:
        """What is decided on these holds only while they stay as they are."""
        for one in known:
            if one.number is not None:
                self._known.setdefault(one.number, len(one.turns))

    def _stale(self, thoughts: Sequence[Thought]) -> None:
        """Thoughts that a former round made of these turns end, unless they are made again."""
        made = {thought_digest(one.triple, self._agent()) for one in thoughts}
        own = {turn.id for turn in self._exchange.turns}
        resting = self._workbench.resting_on(self._scope, self._exchange.turns)
        self._look_at(resting)
        for one in resting:
            if one.triple is not None and thought_digest(one.triple, one.agent_id) not in made:
                self._ended[one.number] = None
                self._again |= set(one.turns) - own
                self._change("forget", one.id, "its turn was thought about anew", by=self._workbench.thinker)

    def _new(self, thoughts: Sequence[Thought]) -> list[Item]:
        """Items for what isn't known; what is gets one more turn that says it."""
        by_digest = {thought_digest(one.triple, self._agent()): one for one in thoughts}
        there = self._workbench.said_again(self._scope, list(by_digest))
        self._look_at(there.values())
        fresh = []
        for name, thought in by_digest.items():
            if name in there:
                more = [turn_id for turn_id in thought.turns if turn_id not in there[name].turns]
                self._support += [(there[name].number, turn_id) for turn_id in more]
                if more:
                    self._change("merge", there[name].id, "said again", there[name].id, by=self._workbench.thinker)
                continue
            fresh.append(self._add(thought, self._workbench.thinker))
            self._change("insert", fresh[-1].id, "thought of an exchange", by=self._workbench.thinker)
        return fresh

    def _add(self, thought: Thought, made_by: str) -> Item:
        turn = self._exchange.turns[0]
        item = Item(
            self._workbench.new_id(self._now), thought.triple, thought.text, turn.said_at, thought.turns, turn.agent_id,
            turn.session_id, turn.speaker, made_by,
        )  # fmt: skip
        self._items[item.id] = item
        return item

    def _agent(self) -> str | None:
        return self._exchange.turns[0].agent_id

    def _hash(self, items: Sequence[Item]) -> None:
        texts = [text for text in dict.fromkeys(item.text for item in items) if text not in self._hashed]
        if texts:
            vectors, buckets = self._workbench.hashed(texts)
            self._hashed |= {text: (vector, int(bucket)) for text, vector, bucket in zip(texts, vectors, buckets, strict=True)}

    def _is_gone(self, item: Item) -> bool:
        return item.id in self._gone if item.number is None else item.number in self._ended

    def _end(self, item: Item, valid_to: datetime | None) -> None:
        if item.number is None:
            self._gone[item.id] = valid_to
        else:
            self._ended[item.number] = valid_to

    def _apply(self, decided: Decided) -> None:
        by = self._workbench.organizer
        self._refuse(decided.refused, by)
        for one in decided.forget:
            self._end(one.item, ended_by(one.item, one.by))
            self._change("forget", one.item.id, told(one.reason, one.item, one.by), one.by.id, by=by)
        for fused in decided.merge:
            self._merge(fused.items, fused.triple, fused.text, fused.reason, by)

    def _merge(self, parts: Sequence[Item], triple: Triple, text: str, reason: str, by: str) -> None:
        """The parts end in a thought that says what they say together: one that is there already, or a new one."""
        turns = tuple(dict.fromkeys(turn_id for part in parts for turn_id in part.turns))
        into = self._same(parts, triple, turns) or self._fused(parts, triple, text, turns, by)
        for part in parts:
            self._end(part, None)
            self._change("merge", part.id, reason, into, by=by)

    def _same(self, parts: Sequence[Item], triple: Triple, turns: Sequence[str]) -> str | None:
        """The thought that says this without being one of the parts, if there is one; these turns say it too."""
        digest, own = thought_digest(triple, parts[-1].agent_id), {part.id for part in parts}
        for item in self._items.values():
            if item.id not in own | self._gone.keys() and thought_digest(item.triple, item.agent_id) == digest:
                self._items[item.id] = replace(item, turns=tuple(dict.fromkeys((*item.turns, *turns))))
                return item.id
        there = self._workbench.said_again(self._scope, [digest]).get(digest)
        if there is None or there.id in own or there.number in self._ended:
            return None
        self._look_at([there])
        self._support += [(there.number, turn_id) for turn_id in turns if turn_id not in there.turns]
        return there.id

    def _fused(self, parts: Sequence[Item], triple: Triple, text: str, turns: tuple[str, ...], by: str) -> str:
        last = parts[-1]
        sessions = {part.session_id for part in parts}
        speakers = {part.speaker for part in parts}
        item = Item(
            self._workbench.new_id(self._now), triple, text, max(part.said_at for part in parts), turns, last.agent_id,
            last.session_id if len(sessions) == 1 else None, last.speaker if len(speakers) == 1 else None, f"{MERGED}{by}",
        )  # fmt: skip
        self._items[item.id] = item
        return item.id

    def _as_planned(self, item: Item) -> Item:
        """With the turns that this plan adds to it."""
        if item.number is None:
            return self._items[item.id]
        return replace(item, turns=(*item.turns, *(turn_id for number, turn_id in self._support if number == item.number)))

    def _change(self, kind: ChangeKind, memory_id: str, reason: str, into: str | None = None, *, by: str) -> None:
        self._changes.append(Change(self._workbench.new_id(self._now), kind, memory_id, self._now, by, reason, into))

    def _refuse(self, refused: Iterable[str], by: str) -> None:
        """What was offered and can't be used, each with its reason, stands with the first turn of the exchange."""
        for one in refused:
            self._change("refuse", self._exchange.turns[0].id, tidy(one)[: self._workbench.kept] or "nothing but blanks", by=by)

    def landing(self) -> Landing:
        """All of it, for the store."""
        items = list(self._items.values())
        drafts = tuple(self._draft(item) for item in items)
        hashed = [self._hashed[item.text] for item in items]
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
            basis=Basis(self._last, tuple(self._known.items())),
        )

    def _draft(self, item: Item) -> Draft:
        gone = item.id in self._gone
        return thought_draft(item, self._now, retired_at=self._now if gone else None, valid_to=self._gone.get(item.id))

    @property
    def changes(self) -> Sequence[Change]:
        return self._changes

    def made(self) -> Iterator[tuple[str, str]]:
        """(id of a turn, id of a thought that is current and rests on it)."""
        for item in self._items.values():
            if item.id not in self._gone:
                yield from ((turn_id, item.id) for turn_id in item.turns)


def stale(store: Store, scope: Scope, turn_id: str, now: datetime, ids: Ids) -> Landing:
    """What an edit of a turn does: the thoughts that rest on it end, and their other turns are to be thought about again."""
    last = store.last_number(scope)
    resting = store.thoughts(scope, turns=[turn_id])
    return Landing(
        turns=(),
        at=now,
        retired=tuple(Retired(one.number) for one in resting),
        again=tuple(sorted({turn for one in resting for turn in one.turns} - {turn_id})),
        changes=tuple(Change(ids.new(now), "forget", one.id, now, "user", "its turn was edited") for one in resting),
        basis=Basis(last, tuple((one.number, len(one.turns)) for one in resting)),
    )
