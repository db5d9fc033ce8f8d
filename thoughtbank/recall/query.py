"""What a caller may narrow a query by, checked and made into a Filter."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, TypedDict, cast
from zoneinfo import ZoneInfo

from thoughtbank.errors import InputError
from thoughtbank.language import words
from thoughtbank.language.names import check_name
from thoughtbank.language.times import read_time
from thoughtbank.records.conversation import ROLES, Role
from thoughtbank.records.decisions import Filter
from thoughtbank.records.memory import KINDS, Kind

_TIMES = ("since", "until", "as_of", "known_at")
_MEANT = {
    "limit": "k",
    "top_k": "k",
    "n": "k",
    "run_id": "session_id",
    "session": "session_id",
    "user": "user_id",
    "threshold": "min_score",
}
"""What other memories call it."""
_CHOICES: Mapping[str, tuple[str, ...]] = {"role": ROLES, "kind": KINDS}


class Filters(TypedDict, total=False):
    """Keyword filters of `answer`; left out or None means all."""

    role: Role | None
    kind: Kind | None
    since: datetime | str | None
    until: datetime | str | None
    as_of: datetime | str | None
    known_at: datetime | str | None


class Narrowing(Filters, total=False):
    """Keyword filters of recall, context and list."""

    agent_id: str | None
    session_id: str | None
    speaker: str | None


class Asking(Filters, total=False):
    """Keywords of `answer`."""

    agent_id: str | None
    session_id: str | None
    speaker: str | None
    remember: bool
    without_memory: bool
    k: int | None


@dataclass(frozen=True, slots=True)
class Told:
    """What `answer` was told beside its filters."""

    agent_id: str | None = None
    session_id: str | None = None
    speaker: str | None = None
    remember: bool = True
    without_memory: bool = False
    k: int | None = None


def read_asking(given: Asking, zone: ZoneInfo | None = None) -> tuple[Told, Narrowing]:
    """What `answer` was told, and the filters of its recall: of the names only the agent's narrows it.

    The filters are checked here too, since an answer without memory never reads them; `zone` None is UTC. Raises InputError.
    """
    names = {field.name for field in fields(Told)}
    told = Told(**{name: value for name, value in given.items() if name in names})  # type: ignore[arg-type]  # checked below
    for name in ("remember", "without_memory"):
        if not isinstance(getattr(told, name), bool):
            raise InputError(f"{name} must be True or False, not {getattr(told, name)!r}")
    rest = {name: value for name, value in given.items() if name not in names}
    narrowing = cast(Narrowing, {**rest, "agent_id": told.agent_id})
    read_filter(narrowing, zone or ZoneInfo("UTC"))
    return told, narrowing


def read_filter(given: Narrowing, zone: ZoneInfo) -> Filter:
    """The filter; naive times are read in `zone`. Raises InputError for a name that isn't a filter or a value that can't be one."""
    read: dict[str, Any] = {}
    for name, value in given.items():
        if name not in Narrowing.__annotations__:
            hint = f"; did you mean {_MEANT[name]}?" if name in _MEANT else ""
            raise InputError(f"{name!r} isn't a filter; the filters are {', '.join(Narrowing.__annotations__)}{hint}")
        if value is None:
            continue
        if name in _TIMES:
            read[name] = read_time(value, zone, what=name)[0]
        elif name not in _CHOICES:
            read[name] = check_name(value, name)
        elif value in _CHOICES[name]:
            read[name] = value
        else:
            raise InputError(f"{name} must be one of {', '.join(_CHOICES[name])}, not {value!r}")
    return Filter(**read)


def read_query(query: str) -> str:
    """The query made valid Unicode. Raises InputError for a blank one."""
    if not isinstance(query, str):
        raise InputError(f"a query must be a str, not {type(query).__name__}")
    text, _ = words.clean(query)
    if words.is_blank(text):
        raise InputError("the query is blank; ask something, or use list to see what is there")
    return text


def whole(number: int, what: str, least: int, most: int | None) -> int:
    """The number itself, if it is whole and within limits. Raises InputError, which names `what`."""
    if not isinstance(number, int) or isinstance(number, bool) or number < least or (most is not None and number > most):
        limits = f"{least} or more" if most is None else f"from {least} to {most}"
        raise InputError(f"{what} must be a whole number {limits}, not {number!r}")
    return number
