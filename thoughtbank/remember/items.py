"""Thoughts as they are organized: known or new, in an order, and as they are written.

The order is by the time that a thought speaks of, then by when it was said: what is said today about 2019 is older than what was said last week about now.
"""

from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b

from thoughtbank.language.names import head_key
from thoughtbank.language.proposition import Argument
from thoughtbank.language.times import micros
from thoughtbank.language.triples.relations import polarity
from thoughtbank.language.words import normalise
from thoughtbank.records.memory import Draft, Memory, Triple
from thoughtbank.remember.dating import held, spoken_of
from thoughtbank.remember.index import indexed


@dataclass(frozen=True, slots=True)
class Item:
    """A thought in its group, known or new. `number` is a known one's version, None of a new one."""

    id: str
    triple: Triple
    text: str
    said_at: datetime
    turns: tuple[str, ...]
    agent_id: str | None = None
    session_id: str | None = None
    speaker: str | None = None
    made_by: str = ""
    number: int | None = None
    who: str | None = None
    """The key that stands for the head under aliases, where it isn't the head's own."""

    @property
    def head(self) -> str:
        """The head as heads are compared."""
        return self.who or head_key(self.triple.head)

    @property
    def about(self) -> datetime:
        """The last moment that it speaks of."""
        return spoken_of(self.triple, self.said_at)

    @property
    def valid_from(self) -> datetime | None:
        return held(self.triple, self.said_at)[0]

    @property
    def valid_to(self) -> datetime | None:
        return held(self.triple, self.said_at)[1]


def known(memory: Memory) -> Item:
    """A stored thought as an item."""
    assert memory.triple is not None
    return Item(
        memory.id, memory.triple, memory.text, memory.said_at, memory.turns, memory.agent_id, memory.session_id,
        memory.speaker, memory.made_by or "", memory.number,
    )  # fmt: skip


def order(item: Item) -> tuple[datetime, datetime, str]:
    """By the time it speaks of; of one time, by when it was said, then by when it was written."""
    return item.about, item.said_at, item.id


def comparable(one: Item, other: Item) -> bool:
    """Of one head, for one agent: what an agent was told is not another's to change. What was told in one breath is a list, unless it is denied."""
    at_once = one.turns == other.turns and polarity(one.triple.relation) == polarity(other.triple.relation)
    return one.head == other.head and one.agent_id == other.agent_id and not at_once


def over_before(item: Item, by: Item) -> bool:
    """Whether one had ended by its own words when the other began: both can be true."""
    end, begin = item.valid_to, by.valid_from
    return end is not None and (begin is None or end <= begin)


def ended_by(item: Item, by: Item) -> datetime:
    """Until when a thought held that another one contradicts: until that began, if that is known to be later, else until it was said."""
    begins, began = item.valid_from, by.valid_from
    at = began if began is not None and (begins is None or began >= begins) else by.said_at
    end = item.valid_to
    return at if end is None else min(at, end)


def thought_draft(item: Item, now: datetime, *, retired_at: datetime | None = None, valid_to: datetime | None = None) -> Draft:
    """A thought as it is written. `valid_to`: where it ends before its own words say."""
    valid_from, ends = held(item.triple, item.said_at)
    draft = Draft(
        id=item.id, kind="thought", text=item.text, said_at=item.said_at, recorded_at=now, terms={}, length=0,
        session_id=item.session_id, agent_id=item.agent_id, speaker=item.speaker, turns=item.turns, triple=item.triple,
        made_by=item.made_by, digest=thought_digest(item.triple, item.agent_id), valid_from=valid_from,
        valid_to=valid_to or ends, retired_at=retired_at,
    )  # fmt: skip
    return indexed(draft)


def thought_digest(triple: Triple, agent_id: str | None) -> str:
    """Equal for propositions that differ only in case, width, spaces and articles of the head. "Yesterday" of two days is two times."""
    others = [f"{one.role}:{normalise(one.text)}{_interval(one)}" for one in triple.others]
    others += [] if triple.mood == "fact" else [triple.mood]
    said = (head_key(triple.head), normalise(triple.relation), normalise(triple.tail), agent_id or "", *others)
    return "thought-" + blake2b("\0".join(said).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _interval(one: Argument) -> str:
    if one.when is None:
        return ""
    return "".join(f"@{'' if moment is None else micros(moment)}" for moment in (one.when.begins, one.when.ends))
