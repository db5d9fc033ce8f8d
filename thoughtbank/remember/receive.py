"""What callers hand over becomes turns, and turns become drafts: checked, cleaned, dated and counted.

A message that can't be kept (blank, too long, nothing but memories given back) ends in a refused receipt; a call that can't be understood
(wrong types, an unknown role) raises InputError before anything is written.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from hashlib import blake2b
from typing import Any, Literal
from unicodedata import east_asian_width, normalize
from zoneinfo import ZoneInfo

from thoughtbank.errors import InputError
from thoughtbank.language import words
from thoughtbank.language.fence import unfenced
from thoughtbank.language.names import check_name
from thoughtbank.language.times import read_time
from thoughtbank.records.conversation import OTHER_ROLES, ROLES, Content, Part, Turn
from thoughtbank.records.decisions import Receipt
from thoughtbank.records.memory import Draft, Kind, Memory, Origin, Written
from thoughtbank.remember.index import indexed

OTHER_FIELDS = "fields"
_FIELDS = {field.name for field in fields(Turn)}
_OTHER_NAMES = {"content": "text", "name": "speaker", "timestamp": "said_at", "created_at": "said_at"}


@dataclass(frozen=True, slots=True)
class Received:
    """A turn made ready: a draft, or the reason why it is refused; and notes on what was changed."""

    draft: Draft | None
    reason: str | None
    notes: tuple[str, ...]


def read_content(content: Content, **common: Any) -> list[Turn]:
    """Turns from a text, a Turn, a mapping, or a list of the latter two. `common` fills fields that a message leaves out.

    Mappings take Turn's fields and the customary names: content, name, timestamp. A list of content blocks, as chat APIs send them, gives
    its texts; its other blocks become parts.
    """
    given = {name: value for name, value in common.items() if value is not None}
    if isinstance(content, str):
        return [_turn({"text": content, **given})]
    if isinstance(content, Turn):
        return [_fill(content, given)]
    if isinstance(content, Mapping):
        return [_turn({**given, **_named(content)})]
    if isinstance(content, Sequence) and not isinstance(content, bytes | bytearray):
        return [_one(message, place, given) for place, message in enumerate(content, 1)]
    raise InputError(f"remember takes a text, a Turn, a role/content mapping or a list of these, not {type(content).__name__}")


def _one(message: object, place: int, given: Mapping[str, Any]) -> Turn:
    if isinstance(message, Turn):
        return _fill(message, given)
    if isinstance(message, Mapping):
        try:
            return _turn({**given, **_named(message)})
        except InputError as error:
            raise InputError(f"message {place}: {error}") from None
    raise InputError(f"message {place} is a {type(message).__name__}; each must be a Turn or a mapping with role and content")


def _fill(turn: Turn, given: Mapping[str, Any]) -> Turn:
    lacking = {name: value for name, value in given.items() if name != "role" and getattr(turn, name) is None}
    return _turn({name: getattr(turn, name) for name in _FIELDS} | lacking)


def _named(message: Mapping[str, Any]) -> dict[str, Any]:
    """The message under Turn's names; fields that have no place in a Turn become a part, so that nothing is lost."""
    named: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for name, value in message.items():
        wanted = _OTHER_NAMES.get(name, name)
        if not isinstance(name, str):
            raise InputError(f"a message's field names must be str, not {type(name).__name__}")
        if value is not None:
            (named if wanted in _FIELDS else others)[wanted] = value
    if isinstance(named.get("text"), list):
        named |= _blocks(named["text"], _parts(named.get("parts", ())))
    if others:
        named["parts"] = (*_parts(named.get("parts", ())), {**others, "type": OTHER_FIELDS})
    return named


def _blocks(blocks: Sequence[Any], parts: Sequence[Part]) -> dict[str, Any]:
    texts, others = [], list(parts)
    for block in blocks:
        if isinstance(block, str):
            texts.append(block)
        elif isinstance(block, Mapping) and isinstance(block.get("text"), str):
            texts.append(block["text"])
        elif isinstance(block, Mapping):
            others.append(block)
        else:
            raise InputError(f"a content block must be a text or a mapping, not {type(block).__name__}")
    return {"text": "\n".join(texts), "parts": tuple(others)}


def _turn(given: Mapping[str, Any]) -> Turn:
    role = given.get("role", "user")
    role = OTHER_ROLES.get(role, role) if isinstance(role, str) else role
    if role not in ROLES:
        raise InputError(f"role {role!r} isn't known; use one of {', '.join(ROLES)}")
    text = given.get("text", "")
    if not isinstance(text, str):
        raise InputError(f"text must be a str, not {type(text).__name__}")
    names = {name: check_name(given.get(name), name) for name in ("speaker", "session_id", "agent_id", "key")}
    return Turn(text=text, role=role, said_at=given.get("said_at"), parts=_parts(given.get("parts", ())), **names)


def _parts(parts: object) -> tuple[Part, ...]:
    if isinstance(parts, Mapping):
        parts = (parts,)
    if not isinstance(parts, list | tuple) or not all(isinstance(part, Mapping) for part in parts):
        raise InputError("parts must be a list of mappings, one for each attachment")
    try:
        _as_json(parts).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"parts must be JSON data: {error}") from error
    return tuple(parts)


def _as_json(parts: Sequence[Part]) -> str:
    return json.dumps([dict(part) for part in parts], ensure_ascii=False, allow_nan=False)


def receive(turn: Turn, memory_id: str, now: datetime, zone: ZoneInfo, *, limit: int, origin: Origin = "said") -> Received:
    """A turn made ready to be written. `limit`: characters above which it is refused."""
    if long := too_long(turn, limit):
        return Received(None, long, ())
    text, notes = words.clean(turn.text)
    text, fences = unfenced(text)
    placeless = [name for part in turn.parts if part.get("type") == OTHER_FIELDS for name in part if name != "type"]
    if placeless:
        notes += (f"fields without a place of their own kept as a part: {', '.join(placeless)}",)
    if fences:
        notes += (f"{fences} block{'s' if fences > 1 else ''} of recalled memories left out",)
    if words.is_blank(text) and not turn.parts:
        return Received(None, "nothing but recalled memories" if fences else "the text is blank", notes)
    said_at, naive = (now.astimezone(zone), False) if turn.said_at is None else read_time(turn.said_at, zone, what="said_at")
    if naive:
        notes += (f"the time had no zone and was read as {zone.key}",)
    draft = replace(
        _draft(memory_id, "turn", text, said_at, now),
        session_id=turn.session_id,
        agent_id=turn.agent_id,
        speaker=turn.speaker,
        role=turn.role,
        parts=turn.parts,
        key=turn.key,
        origin=origin,
    )
    return Received(indexed(draft), None, notes)


def too_long(turn: Turn, limit: int) -> str | None:
    """Why a turn is too long to be kept, its text or its parts as JSON; None if it isn't."""
    counted = {"the text has": len(turn.text), "the parts have, as JSON,": len(_as_json(turn.parts)) if turn.parts else 0}
    for what, count in counted.items():
        if count > limit:
            return f"{what} {count} characters; the limit is {limit} (setting turn_chars)"
    return None


def as_note(one: Received) -> Received:
    """What was received as a statement instead of a turn: kind note, with a digest by which an equal one is recognised."""
    if one.draft is None:
        return one
    draft = replace(
        one.draft,
        kind="note",
        role=None,
        digest=digest(one.draft.text, one.draft.agent_id, one.draft.session_id),
        valid_from=one.draft.said_at,
        unthought=False,
    )
    return replace(one, draft=draft)


def digest(text: str, agent_id: str | None, session_id: str | None) -> str:
    """Equal for texts of one place that differ only in case, width, spaces and the full stop at the end; 10² and 102 differ."""
    narrow = "".join(normalize("NFKC", char) if east_asian_width(char) in "FH" else char for char in text)
    said = " ".join(normalize("NFC", narrow).casefold().split()).rstrip(" .!。！…")
    return blake2b(json.dumps([said, agent_id, session_id]).encode(), digest_size=16).hexdigest()


def _draft(memory_id: str, kind: Kind, text: str, said_at: datetime, now: datetime) -> Draft:
    return Draft(id=memory_id, kind=kind, text=text, said_at=said_at, recorded_at=now, terms={}, length=0)


def receipt(
    written: Written, notes: tuple[str, ...], failure: str | None, twin: Literal["skipped", "merged"] = "skipped"
) -> Receipt:
    """What became of a draft. `failure`: why its vector is still to come; `twin`: what a draft that was there already counts as."""
    if written.duplicate:
        reason = "this key was stored before" if twin == "skipped" else "an equal note is there already"
        return Receipt(twin, written.id, reason, notes)
    if failure is not None:
        return Receipt("pending", written.id, f"kept and found by its words; its vector is still to come: {failure}", notes)
    return Receipt("stored", written.id, None, notes)


def as_memory(draft: Draft) -> Memory:
    """A draft as the memory it would be."""
    return Memory(
        draft.id, draft.kind, draft.text, draft.said_at, draft.recorded_at, session_id=draft.session_id, agent_id=draft.agent_id,
        speaker=draft.speaker, role=draft.role, parts=draft.parts,
    )  # fmt: skip
