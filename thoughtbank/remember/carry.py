"""Bringing in JSON lines: this package's own exports, or plain messages.

Each line is used or reported. Exported lines keep their ids and times, so importing one's own export adds nothing, and of a thought that the lines
and the store know in different states the later one stands; a plain message
without a key gets one made from its content and its place among equals, so the same file again adds nothing either.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b
from typing import Any, get_args

from pydantic import TypeAdapter

from thoughtbank.errors import IdTaken, InputError, KeyConflict
from thoughtbank.language import words
from thoughtbank.language.names import check_name
from thoughtbank.language.proposition import MOODS, OPENS, ROLES, Argument, Mood, When
from thoughtbank.language.times import clock_time, in_range
from thoughtbank.language.when import Precision
from thoughtbank.ports import Clock, Store
from thoughtbank.records.alias import Alias
from thoughtbank.records.conversation import Role, Scope, Turn
from thoughtbank.records.decisions import ImportReport
from thoughtbank.records.gain import Gain
from thoughtbank.records.ids import Ids
from thoughtbank.records.memory import KINDS, Draft, Kind, Triple
from thoughtbank.records.thought import CHANGE_KINDS, Change
from thoughtbank.remember.carry_names import read_alias
from thoughtbank.remember.index import BATCH, Settled, indexed
from thoughtbank.remember.items import thought_digest
from thoughtbank.remember.receive import digest, read_content, receive, too_long
from thoughtbank.remember.think import SENTENCE
from thoughtbank.remember.twins import fold
from thoughtbank.settings import Settings

FORMAT = 4
"""4 has who is who, as persons said it, 3 what times meant and what was refused, 2 thoughts and changes; older ones are read too."""


def header() -> dict[str, Any]:
    """The first line of an export."""
    return {"type": "thoughtbank", "format": FORMAT}


def json_line(data: Mapping[str, Any]) -> str:
    """One line of JSON in its own scripts; what some readers take for the end of a line is escaped."""
    text = json.dumps(data, ensure_ascii=False)
    return text if text.isascii() else text.translate(_LINE_ENDS)


_LINE_ENDS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}


Judge = Callable[[Sequence[Draft]], Sequence[Draft]]
"""Drafts of turns, in order, with their gain."""


class Importing:
    """Takes lines in batches; each batch is one transaction."""

    def __init__(
        self, store: Store, ids: Ids, clock: Clock, settings: Settings, to_think: Callable[[Kind, Role | None], bool]
    ) -> None:
        """`to_think` says whether a new memory of such a kind and role is to be thought about."""
        self._store, self._ids, self._clock, self._settings, self._to_think = store, ids, clock, settings, to_think
        self._equals: Counter[bytes] = Counter()  # by digest: a file of any size must fit
        self._undated: set[str] = set()  # keys of messages without a time
        self._said: list[str] = []  # digests of new current thoughts
        self._counts: Counter[str] = Counter()
        self._refused: list[tuple[int, str]] = []

    def run(self, scope: Scope, lines: Iterable[str], judge: Judge, settle: Callable[[], Settled]) -> Iterator[ImportReport]:
        """`judge` gives messages their gain; `settle` gives what was written its vectors, and says which couldn't have one. Yields the report so far
        after each batch.
        """
        if isinstance(lines, str) or not isinstance(lines, Iterable):
            raise InputError(f"import_ takes lines (an open file, a list of str), not {type(lines).__name__}")
        batch: list[tuple[int, Draft]] = []
        changes: list[Change] = []
        aliases: list[Alias] = []
        for number, line in enumerate(lines, 1):
            read = self._read(number, line)
            if isinstance(read, Draft):
                batch.append((number, read))
            elif isinstance(read, Alias):
                aliases.append(read)
            elif read is not None:
                changes.append(read)
            if len(batch) == BATCH:
                yield self._write(scope, _judged(batch, judge), settle)
                batch = []
        self._write(scope, _judged(batch, judge), settle)
        self._store.keep_aliases(scope, aliases)
        self._store.keep_changes(scope, changes)
        self._count(merged=fold(self._store, scope, self._clock, self._ids, "import", self._said) if self._said else 0)
        yield self._report()

    def _read(self, number: int, line: str) -> Draft | Change | Alias | None:
        if not isinstance(line, str):
            raise InputError(f"line {number} is a {type(line).__name__}; open the file as UTF-8 text")
        line = line.removeprefix("\ufeff") if number == 1 else line
        if not line.strip():
            return None
        self._count(lines=1)
        now = clock_time(self._clock())
        try:
            data = json.loads(line)
            if not isinstance(data, dict):
                raise InputError(f"a line must be a JSON object, not {type(data).__name__}")
            if data.get("type") != "thoughtbank":
                return self._draft(data, now)
            self._header(data)
        except InputError as error:
            self._refuse(number, str(error))
        except (ValueError, RecursionError) as error:  # json's own, and numbers of thousands of digits
            self._refuse(number, f"not usable JSON: {str(error) or 'nested too deeply'}")
        return None

    def _header(self, data: Mapping[str, Any]) -> None:
        if data.get("format") not in range(1, FORMAT + 1):
            raise InputError(
                f"this export has format {data.get('format')!r}, this version reads 1 to {FORMAT}; upgrade thoughtbank"
            )
        self._count(headers=1)

    def _draft(self, data: Mapping[str, Any], now: datetime) -> Draft | Change | Alias:
        if data.get("type") in ("turn", "version") and "recorded_at" in data:
            return _exported(data, self._settings.turn_chars)
        if data.get("type") == "change" and "memory_id" in data:
            change = _change(data, self._settings.turn_chars)
            self._count(changes=1)
            return change
        if data.get("type") == "alias" and "means" in data:
            alias = read_alias(data, _time)
            self._count(aliases=1)
            return alias
        turn = read_content([{name: value for name, value in data.items() if name != "type"}])[0]
        if turn.key is None:
            turn = replace(turn, key=self._key(turn))
        if turn.said_at is None:
            self._undated.add(turn.key or "")
        one = receive(turn, self._ids.new(now), now, self._settings.tz, limit=self._settings.turn_chars)
        if one.draft is None:
            raise InputError(one.reason or "refused")
        return replace(one.draft, unthought=self._to_think(one.draft.kind, one.draft.role))

    def _key(self, turn: Turn) -> str:
        content = json.dumps(
            [turn.session_id, str(turn.said_at), turn.speaker, turn.role, turn.text, [dict(part) for part in turn.parts]]
        )
        name = blake2b(content.encode(), digest_size=16).digest()
        self._equals[name] += 1
        return "import-" + blake2b(f"{content}{self._equals[name]}".encode(), digest_size=16).hexdigest()

    def _write(self, scope: Scope, batch: Sequence[tuple[int, Draft]], settle: Callable[[], Settled]) -> ImportReport:
        if not batch:
            return self._report()
        try:
            written = [(number, draft, one) for (number, draft), one in zip(batch, self._append(scope, batch), strict=True)]
        except KeyConflict:
            written = list(self._one_by_one(scope, batch))
        new = [(draft, one.number) for _, draft, one in written if not one.duplicate]
        stored = [draft for draft, _ in new]
        self._said += [one.digest for one in stored if one.kind == "thought" and one.digest and one.retired_at is None]
        settled = settle() if stored else Settled({})
        self._count(
            stored=len(stored),
            already=len(written) - len(stored),
            updated=sum(one.standing == "updated" for _, _, one in written),
            kept=sum(one.standing == "kept" for _, _, one in written),
            pending=sum(draft.retired_at is None and settled.reason(number) is not None for draft, number in new),
            unthought=sum(draft.unthought for draft in stored),
            undated=sum(draft.key in self._undated for draft in stored),
        )
        return self._report()

    def _report(self) -> ImportReport:
        return ImportReport(**self._counts, refused=tuple(self._refused))

    def _append(self, scope: Scope, batch: Sequence[tuple[int, Draft]]) -> Sequence[Any]:
        """Written as they are, or under other ids where a seeded source of ids began again."""
        drafts = [draft for _, draft in batch]
        while True:
            try:
                return self._store.append(scope, drafts)
            except IdTaken:
                drafts = [one if one.carried else replace(one, id=self._ids.new(one.recorded_at)) for one in drafts]

    def _one_by_one(self, scope: Scope, batch: Sequence[tuple[int, Draft]]) -> Iterator[tuple[int, Draft, Any]]:
        """After a conflict: everything but the lines that conflict."""
        for number, draft in batch:
            try:
                yield number, draft, self._append(scope, [(number, draft)])[0]
            except KeyConflict as error:
                self._refuse(number, str(error))

    def _refuse(self, number: int, reason: str) -> None:
        self._refused.append((number, reason))

    def _count(self, **more: int) -> None:
        self._counts.update(more)


def _judged(batch: Sequence[tuple[int, Draft]], judge: Judge) -> list[tuple[int, Draft]]:
    """Messages are judged as if they came in now; what comes from an export has the gain it had there."""
    fresh = [place for place, (_, draft) in enumerate(batch) if not draft.carried]
    given = dict(zip(fresh, judge([batch[place][1] for place in fresh]), strict=True))
    return [(number, given.get(place, draft)) for place, (number, draft) in enumerate(batch)]


def _exported(data: Mapping[str, Any], limit: int) -> Draft:
    """A draft from a line of an export, under its own id and times."""
    turn = read_content([{name: data[name] for name in _TURN_FIELDS if data.get(name) is not None}])[0]
    if long := too_long(turn, limit):
        raise InputError(long)
    held = data if data["type"] == "version" else data.get("memory") or {}
    kind = data.get("kind", "turn")
    memory_id = check_name(data.get("id"), "id")
    if memory_id is None or kind not in KINDS or not isinstance(held, Mapping):
        raise InputError("an exported line needs its id, a known kind, and under memory an object or null")
    said_at, recorded_at = _time(data, "said_at"), _time(data, "recorded_at")
    if said_at is None or recorded_at is None:
        raise InputError("an exported line needs its times")
    text = words.clean(turn.text)[0]
    if words.is_blank(text) and not turn.parts:
        raise InputError("the text is blank")
    draft = Draft(
        id=memory_id, kind=kind, text=text, said_at=said_at, recorded_at=recorded_at, terms={}, length=0,
        session_id=turn.session_id, agent_id=turn.agent_id, speaker=turn.speaker, role=turn.role if kind == "turn" else None,
        parts=turn.parts, key=turn.key, **_named(data, kind, text, turn),
        origin="recalled" if data.get("origin") == "recalled" else "said", carried=True,
        valid_from=_time(held, "valid_from"), valid_to=_time(held, "valid_to"), retired_at=_time(held, "retired_at"),
        unthought=kind == "turn" and held.get("unthought") is True, unjudged=kind == "turn" and held.get("unjudged") is True,
        gain=_gain(held.get("gain")) if kind == "turn" else None,
    )  # fmt: skip
    if draft.retired_at is not None and draft.retired_at < draft.recorded_at:
        raise InputError("retired_at lies before recorded_at")
    if draft.valid_from is not None and draft.valid_to is not None and draft.valid_to < draft.valid_from:
        raise InputError("valid_to lies before valid_from")
    return indexed(draft)


def _named(data: Mapping[str, Any], kind: Kind, text: str, turn: Turn) -> dict[str, Any]:
    """What a note or a thought is recognised by, and of the latter its structure."""
    if kind != "thought":
        return {"digest": digest(text, turn.agent_id, turn.session_id) if kind == "note" else None}
    parts, turns = data.get("triple"), data.get("turns")
    if not (
        isinstance(parts, list)
        and len(parts) == 3
        and all(isinstance(part, str) and not words.is_blank(part) for part in parts[:2])
        and isinstance(parts[2], str)
        and (parts[2] == "" or not words.is_blank(parts[2]))
    ):
        raise InputError("an exported thought needs its triple: [head, relation, tail]")
    if not (isinstance(turns, list) and turns):
        raise InputError("an exported thought needs the ids of its turns")
    head, relation, tail = (_short(part, "triple") if part else "" for part in parts)
    triple = Triple(head, relation, tail, _others(data.get("others")), _mood(data.get("mood")))
    return {
        "triple": triple,
        "turns": tuple(check_name(one, "turns") or "" for one in turns),
        "made_by": check_name(data.get("made_by"), "made_by"),
        "digest": thought_digest(triple, turn.agent_id),
    }


def _others(data: object) -> tuple[Argument, ...]:
    """The further arguments of an exported thought."""
    if data is None:
        return ()
    if not isinstance(data, list) or not all(
        isinstance(one, list) and len(one) in (2, 3) and one[0] in ROLES and isinstance(one[1], str) for one in data
    ):
        raise InputError(
            f"an exported thought's others are lists of a role ({', '.join(filter(None, ROLES))}), a text, and of a time what it meant"
        )
    return tuple(Argument(_short(text, "an argument"), role, _when(*rest)) for role, text, *rest in data)


def _when(data: object = None) -> When | None:
    """What a time of an exported thought meant."""
    if data is None:
        return None
    if not isinstance(data, dict) or data.get("precision") not in get_args(Precision) or data.get("side") not in (None, *OPENS):
        raise InputError(
            "what an exported time meant is an object with a precision, and begins, ends and side where it has them"
        )
    when = When(_time(data, "begins"), _time(data, "ends"), data["precision"], data.get("side"))
    if (when.begins is None and when.ends is None) or (when.begins and when.ends and when.ends < when.begins):
        raise InputError("an exported time must begin or end, and not end before it begins")
    return when


def _mood(data: object) -> Mood:
    if data is None:
        return "fact"
    found = next((mood for mood in MOODS if mood == data), None)
    if found is None:
        raise InputError(f"an exported thought's mood is one of {', '.join(MOODS)}, not {data!r}")
    return found


def _change(data: Mapping[str, Any], limit: int) -> Change:
    """A change from a line of an export. `limit`: characters of what was refused."""
    names = {name: check_name(data.get(name), name) for name in ("id", "memory_id", "by", "into")}
    at, reason = _time(data, "at"), data.get("reason")
    if at is None or None in (names["id"], names["memory_id"], names["by"]) or not isinstance(reason, str):
        raise InputError("an exported change needs id, memory_id, at, by and reason")
    if data.get("kind") not in CHANGE_KINDS:
        raise InputError(f"a change is one of {', '.join(CHANGE_KINDS)}, not {data.get('kind')!r}")
    reason = _short(reason, "reason", limit if data["kind"] == "refuse" else SENTENCE)
    return Change(names["id"] or "", data["kind"], names["memory_id"] or "", at, names["by"] or "", reason, names["into"])


def _gain(data: object) -> Gain | None:
    """The gain that an exported turn had."""
    if data is None:
        return None
    try:
        gain = TypeAdapter(Gain).validate_python(data)
        if gain.score is not None and not 0 <= gain.score <= 10:
            raise ValueError(gain.score)
        return gain
    except ValueError as error:  # pydantic's is one
        raise InputError("an exported gain needs a score from 0 to 10 or null, by, reason and dimensions") from error


def _short(text: str, what: str, limit: int = SENTENCE) -> str:
    """A part of a thought or the reason of a change as it can be stored."""
    cleaned = words.clean(text)[0]
    if words.is_blank(cleaned) or len(cleaned) > limit:
        raise InputError(f"{what} is blank, or longer than {limit} characters")
    return cleaned


_TURN_FIELDS = ("text", "role", "speaker", "session_id", "agent_id", "parts", "key")


def _time(data: Mapping[str, Any], name: str) -> datetime | None:
    value = data.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        raise InputError(f"{name} must be ISO 8601 text, not {type(value).__name__}")
    try:
        when = datetime.fromisoformat(value)
    except ValueError as error:
        raise InputError(f"{name} {value[:40]!r} isn't ISO 8601") from error
    if when.tzinfo is None:
        raise InputError(f"{name} {value[:40]!r} has no zone")
    return in_range(when, name)
