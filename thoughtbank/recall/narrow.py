"""Which rows of a view a query may see: filters and times, before anything is ranked."""

from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from thoughtbank.language.times import micros
from thoughtbank.ports import View
from thoughtbank.records.decisions import Filter

_CODED = {"session_id": "session", "agent_id": "agent", "speaker": "speaker", "role": "role", "kind": "kind"}


def narrow(view: View, wanted: Filter, *, thoughts: bool = True) -> NDArray[np.bool_]:
    """A mask over the view's rows. `thoughts` False leaves thoughts out unless that kind is asked for: what they say, their turns say.

    as_of: a turn holds from `said_at` on; other memories from `valid_from` to `valid_to`, which of a thought may lie long before it was said. known_at:
    versions recorded by then and not yet replaced then; without it, the current ones.
    """
    allowed = _known(view, wanted.known_at)
    if not thoughts and wanted.kind is None and "thought" in view.names["kind"]:
        allowed &= view.codes["kind"] != view.names["kind"]["thought"]
    for name, coded in _CODED.items():
        value = getattr(wanted, name)
        if value is not None:
            allowed &= view.codes[coded] == view.names[coded].get(value, -2)
    if wanted.since is not None:
        allowed &= view.said_at >= micros(wanted.since)
    if wanted.until is not None:
        allowed &= view.said_at < micros(wanted.until)
    if wanted.as_of is not None:
        moment = micros(wanted.as_of)
        said = view.said_at <= moment
        if "thought" in view.names.get("kind", ()):
            said |= view.codes["kind"] == view.names["kind"]["thought"]
        allowed &= said & (view.valid_from <= moment) & (moment < view.valid_to)
    return allowed


def _known(view: View, known_at: datetime | None) -> NDArray[np.bool_]:
    if known_at is None:
        if "current" not in view.memo:
            view.memo["current"] = view.retired_at == np.iinfo(np.int64).max
        current: NDArray[np.bool_] = view.memo["current"].copy()
        return current
    moment = micros(known_at)
    known: NDArray[np.bool_] = (view.recorded_at <= moment) & (moment < view.retired_at)
    return known
