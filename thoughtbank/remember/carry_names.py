"""Links between names, from lines of an export."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, get_args

from thoughtbank.errors import InputError
from thoughtbank.language.arguments import argument_key
from thoughtbank.language.names import check_name
from thoughtbank.language.naming import LinkKind
from thoughtbank.records.alias import Alias


def read_alias(data: Mapping[str, Any], time: Callable[[Mapping[str, Any], str], datetime | None]) -> Alias:
    """A link as an export has it. `time` reads one of its times. Raises InputError."""
    name, means, by, memory_id = (check_name(data.get(field), field) for field in ("name", "means", "by", "memory_id"))
    kind: LinkKind | None = next((one for one in get_args(LinkKind) if one == data.get("kind")), None)
    at, undone_at = time(data, "at"), time(data, "undone_at")
    if name is None or means is None or by is None or kind is None or at is None:
        raise InputError(f"an exported alias needs name, means, by, at and a kind, one of {', '.join(get_args(LinkKind))}")
    if (memory_id is None) != (kind == "given"):
        raise InputError("an exported alias names the memory it rests on, unless it was given")
    key, whom = argument_key(name), argument_key(means)
    if not key or not whom or key == whom:
        raise InputError("an exported alias links two names")
    return Alias(key, whom, kind, by, at, memory_id, undone_at)
