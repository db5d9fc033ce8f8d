"""Which parts of the engine can be left out of an evaluation, and by what settings: an ablation is the shipped engine with one setting changed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from thoughtbank.errors import InputError
from thoughtbank.settings import Settings

Changed = Mapping[str, Mapping[str, Any]]


def _without_path(path: str) -> Callable[[Settings], Changed]:
    return lambda settings: {"recall": {"paths": tuple(one for one in settings.recall.paths if one != path)}}


BUILT: Mapping[str, Callable[[Settings], Changed]] = {
    "dense": _without_path("dense"),
    "lexical": _without_path("lexical"),
    "graph": _without_path("graph"),
    "neighbours": lambda settings: {"recall": {"neighbours": 0, "neighbours_long": 0}},
    "gain": lambda settings: {"gain": {"mode": "off"}},
    "organize": lambda settings: {"think": {"organize": "off"}},
    "blend": lambda settings: {},
}
"""Part -> the settings that leave it out of given ones. Without the blend the plain recipe runs."""
NOT_BUILT = ("time", "retention", "summaries")
"""Parts of the design that this version doesn't have."""
REMARKS = {
    "blend": "no learnt blend is in this version: paths are added by fixed weights with it and without it",
    **{part: f"{part} isn't in this version: leaving it out changes nothing" for part in NOT_BUILT},
}


def without(parts: Sequence[str], settings: Settings) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """The settings that leave these parts out, and what is to be remarked. Raises InputError for an unknown part, or where no path is left."""
    changed: dict[str, dict[str, Any]] = {}
    remarks = []
    for part in parts:
        if part not in BUILT and part not in NOT_BUILT:
            raise InputError(f"there is no part {part!r} to leave out; there are {', '.join((*BUILT, *NOT_BUILT))}")
        if part in REMARKS:
            remarks.append(REMARKS[part])
        for group, values in BUILT[part](settings).items() if part in BUILT else ():
            before = changed.setdefault(group, {})
            if "paths" in before and "paths" in values:
                values = {**values, "paths": tuple(path for path in values["paths"] if path in before["paths"])}
            before.update(values)
    if "paths" in changed.get("recall", {}) and not changed["recall"]["paths"]:
        raise InputError("without all of its paths nothing is left that could recall; leave one in")
    return changed, remarks
