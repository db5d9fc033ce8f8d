"""Records to table rows and back. Times become microseconds since 1970 UTC and an offset in minutes, so that both are kept."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from thoughtbank.language.arguments import argument_key
from thoughtbank.language.names import about_key, head_key
from thoughtbank.language.naming import naming
from thoughtbank.language.proposition import Argument, When
from thoughtbank.language.times import micros, moment
from thoughtbank.language.triples.relations import polarity
from thoughtbank.ports import Hash
from thoughtbank.records.alias import Alias
from thoughtbank.records.conversation import Part
from thoughtbank.records.gain import Gain
from thoughtbank.records.memory import Draft, Memory, Triple
from thoughtbank.records.thought import Change

Item = TypeVar("Item")
CHUNK = 5000
"""Values bound in one statement at most; customary builds of SQLite take 32,766."""


def chunks(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), CHUNK):
        yield items[start : start + CHUNK]


def _offset(when: datetime) -> int:
    """Whole minutes, cut towards zero: the seconds of an old local mean time are left out, the instant is exact all the same."""
    return int((when.utcoffset() or timedelta()).total_seconds() / 60)


def _maybe(when: datetime | None) -> int | None:
    return None if when is None else micros(when)


def _moment(stored: int | None) -> datetime | None:
    return None if stored is None else moment(stored)


def pack_parts(parts: tuple[Part, ...]) -> str | None:
    return json.dumps([dict(part) for part in parts], ensure_ascii=False, sort_keys=True) if parts else None


def unpack_parts(stored: str | None) -> tuple[Part, ...]:
    return tuple(json.loads(stored)) if stored else ()


def pack_gain(gain: Gain) -> str:
    """All of it but the score."""
    why: dict[str, Any] = {"by": gain.by, "reason": gain.reason, "dimensions": dict(gain.dimensions)}
    why |= {"votes": list(gain.votes)} if gain.votes else {}
    return json.dumps(why, ensure_ascii=False, sort_keys=True)


def unpack_gain(score: float | None, why: str) -> Gain:
    held = json.loads(why)
    return Gain(score=score, **(held | {"votes": tuple(held.get("votes", ()))}))


def pack_terms(terms: Mapping[str, int]) -> str:
    return "\n".join(f"{term} {count}" for term, count in terms.items())


def unpack_terms(stored: str) -> dict[str, int]:
    found = {}
    for line in stored.split("\n") if stored else ():
        term, _, count = line.rpartition(" ")
        found[term] = int(count)
    return found


def turn_row(scope_id: int, number: int, draft: Draft) -> dict[str, Any]:
    """What was received."""
    return {
        "scope_id": scope_id,
        "number": number,
        "id": draft.id,
        "session_id": draft.session_id,
        "agent_id": draft.agent_id,
        "speaker": draft.speaker,
        "role": draft.role,
        "text": draft.text,
        "parts": pack_parts(draft.parts),
        "said_at": micros(draft.said_at),
        "said_offset": _offset(draft.said_at),
        "recorded_at": micros(draft.recorded_at),
        "key": draft.key,
        "origin": draft.origin,
    }


def memory_row(scope_id: int, number: int, draft: Draft, *, own_text: bool) -> dict[str, Any]:
    """What can be recalled. `own_text` False leaves the words to the turn."""
    return {
        "scope_id": scope_id,
        "number": number,
        "id": draft.id,
        "kind": draft.kind,
        "text": draft.text if own_text else None,
        "session_id": draft.session_id,
        "agent_id": draft.agent_id,
        "speaker": draft.speaker,
        "role": draft.role,
        "language": draft.language,
        "parts": pack_parts(draft.parts) if own_text else None,
        "said_at": micros(draft.said_at),
        "said_offset": _offset(draft.said_at),
        "recorded_at": micros(draft.recorded_at),
        "valid_from": _maybe(draft.valid_from),
        "valid_to": _maybe(draft.valid_to),
        "retired_at": _maybe(draft.retired_at),
        "pending": draft.retired_at is None,
        "tries": 0 if draft.unthought and draft.retired_at is None else None,
        "gain": None if draft.gain is None else draft.gain.score,
        "gain_why": None if draft.gain is None else pack_gain(draft.gain),
        "judging": 0 if draft.unjudged and draft.retired_at is None else None,
        "digest": draft.digest,
        "length": draft.length,
        "terms": pack_terms(draft.terms),
    }


def thought_row(scope_id: int, number: int, draft: Draft, triple: Triple) -> dict[str, Any]:
    """The structure of a thought."""
    return {
        "scope_id": scope_id,
        "number": number,
        "head": triple.head,
        "relation": triple.relation,
        "tail": triple.tail,
        "head_key": head_key(triple.head),
        "about": about_key(triple.head, triple.relation),
        "made_by": draft.made_by or "",
        "mood": None if triple.mood == "fact" else triple.mood,
    }


def argument_rows(scope_id: int, number: int, triple: Triple) -> list[dict[str, Any]]:
    """All of its arguments, in order."""
    return [
        {
            "scope_id": scope_id,
            "number": number,
            "place": place,
            "role": one.role,
            "text": one.text,
            "key": argument_key(one.text),
            **_when_row(one.when),
        }
        for place, one in enumerate(triple.arguments)
    ]


def alias_rows(scope_id: int, number: int, draft: Draft, triple: Triple) -> list[dict[str, Any]]:
    """The names it gives, if any."""
    named = naming(triple.relation, triple.arguments, triple.mood, not polarity(triple.relation))
    if named is None:
        return []
    by = draft.made_by or ""
    return [
        {
            "scope_id": scope_id,
            "number": number,
            **named._asdict(),
            "by": by,
            "at": micros(draft.recorded_at),
            "undone_at": None,
        }
    ]


def alias_of(row: Sequence[Any]) -> Alias:
    """A link from its key, means, kind, by, at, undone_at and its proposition's id."""
    key, means, kind, by, at, undone_at, memory_id = row
    return Alias(key, means, kind, by, moment(at), memory_id, _moment(undone_at))


def _when_row(when: When | None) -> dict[str, Any]:
    if when is None:
        return dict.fromkeys(("begins", "ends", "precision", "side"))
    return {"begins": _maybe(when.begins), "ends": _maybe(when.ends), "precision": when.precision, "side": when.side}


def argument_of(row: Sequence[Any]) -> Argument:
    """An argument from its role, text, begins, ends, precision and side."""
    role, text, begins, ends, precision, side = row
    return Argument(text, role, None if precision is None else When(_moment(begins), _moment(ends), precision, side))


def pack_hash(one: Hash) -> str:
    return json.dumps({"seed": one.seed, "buckets": one.buckets})


def unpack_hash(stored: str) -> Hash:
    return Hash(**json.loads(stored))


def change_row(scope_id: int, change: Change) -> dict[str, Any]:
    return {
        "scope_id": scope_id,
        "id": change.id,
        "kind": change.kind,
        "memory_id": change.memory_id,
        "into_id": change.into,
        "at": micros(change.at),
        "by": change.by,
        "reason": change.reason,
    }


def change_of(row: Any) -> Change:
    return Change(row.id, row.kind, row.memory_id, moment(row.at), row.by, row.reason, row.into_id)


def memory_of(row: Sequence[Any]) -> Memory:
    """A memory from the columns of `reading.MEMORY_COLUMNS`, in their order."""
    (number, memory_id, kind, said_at, offset, recorded_at, session_id, agent_id, speaker, role,
     valid_from, valid_to, retired_at, pending, tries, judging, text, parts) = row  # fmt: skip
    return Memory(
        id=memory_id,
        kind=kind,
        text=text or "",
        said_at=moment(said_at, offset),
        recorded_at=moment(recorded_at),
        session_id=session_id,
        agent_id=agent_id,
        speaker=speaker,
        role=role,
        parts=unpack_parts(parts),
        turns=(memory_id,) if kind == "turn" else (),
        valid_from=_moment(valid_from),
        valid_to=_moment(valid_to),
        retired_at=_moment(retired_at),
        pending=bool(pending),
        unthought=tries is not None,
        unjudged=judging is not None,
        number=number,
    )


def turn_of(row: Sequence[Any]) -> Memory:
    """A turn of the log as it was said, from the columns of `turn`, in their order."""
    _, number, turn_id, session_id, agent_id, speaker, role, text, parts, said_at, offset, recorded_at, *_ = row
    return Memory(
        id=turn_id,
        kind="turn",
        text=text,
        said_at=moment(said_at, offset),
        recorded_at=moment(recorded_at),
        session_id=session_id,
        agent_id=agent_id,
        speaker=speaker,
        role=role,
        parts=unpack_parts(parts),
        turns=(turn_id,),
        number=number,
    )
