"""Which rows are ranked, and when the whole log is after all: the safety net under the gate of gain (CIG, on models with a long context).

The idea: turns of little gain aren't ranked by themselves, since they crowd out what is worth it. That costs the rare question that one of them
answers, so the whole log is searched where such a question shows: it refers to what was said far back, or what is worth ranking scores low beside
what isn't. The third sign, a reader that would abstain, shows only when everything is ranked: `Bank.answer` then asks once more. The trade: a question
that only looks so is answered as without a gate. Checked in tests/test_gain.py; docs/gain.md has how often it opens and what that does.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from thoughtbank.language.far import refers_far
from thoughtbank.ports import View
from thoughtbank.recall.lexical import Lexical
from thoughtbank.settings import RecallSettings
from thoughtbank.trace import Trace


class Theta(NamedTuple):
    """The gain from which a turn is ranked by itself: of what people say, and of replies."""

    people: float
    replies: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """The rows that are ranked, how many aren't for their little gain, and whether the net opened: then there are none of those."""

    allowed: NDArray[np.bool_]
    hidden: int = 0
    log: bool = False


def worth_ranking(
    view: View,
    allowed: NDArray[np.bool_],
    theta: Theta | None,
    query: str,
    found: Lexical | None,
    settings: RecallSettings,
    trace: Trace,
) -> Ranked:
    """Of the rows that may be seen those worth ranking: all without a `theta`, else those of no less gain, unless the net opens."""
    if theta is None:
        return Ranked(allowed)
    low = allowed & (view.gain < theta.people)  # NaN, what wasn't judged, isn't less
    if theta.replies != theta.people:
        replies = view.codes["role"] == view.names["role"].get("assistant", -2)
        low = np.where(replies, allowed & (view.gain < theta.replies), low)
    count = int(np.count_nonzero(low))
    if not count:
        return Ranked(allowed)
    worth = allowed & ~low
    if reason := _far(query, settings) or _scores_low(worth, low, found, settings):
        trace.note("gain", f"{count} turns below {theta.people:g}", f"the whole log is searched: {reason}")
        return Ranked(allowed, log=True)
    trace.note("gain", f"{count} turns below {theta.people:g}", "not ranked by themselves")
    return Ranked(worth, count)


def _far(query: str, settings: RecallSettings) -> str:
    words = refers_far(query) if settings.net_far else ""
    return f"“{words}” refers to what was said far back" if words else ""


def _scores_low(worth: NDArray[np.bool_], low: NDArray[np.bool_], found: Lexical | None, settings: RecallSettings) -> str:
    """Why the best of what is worth it isn't good enough; empty if it is."""
    if not worth.any():
        return "nothing else is there"
    if found is None:
        return ""
    best, best_low = float(found.scores[worth].max()), float(found.scores[low].max())
    return "turns of little gain share far more of its words than all others" if best_low > settings.net * best else ""
