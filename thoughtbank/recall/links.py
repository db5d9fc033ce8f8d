"""A graph's links as rows of a view, laid out so that a question need not sort or search: once for both, whatever is asked.

    turn 7: lyon, ana      turn 9: jazz, ana, porto      ->   7 9 | 7 9 | 9         rounds: each turn's first link, its second, its third
                                                             lyon jazz | ana ana | porto

The greatest of each turn's values is then a take and a few maxima of whole rounds. Over 200,000 links of 50,000 turns the scores of a question's two arguments
take 0.8 ms so, and took 7.7 ms by groups of links (profiled on what `python -m benchmarks.graph` writes). Checked in tests/recall/test_links.py.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thoughtbank.ports import Graph, View
from thoughtbank.settings import GraphSettings

Scores = NDArray[np.float32]
Rows = NDArray[np.int64]
Mask = NDArray[np.bool_]

FEW = 64
"""Turns of a round at least; what lies in shorter ones is taken one by one. Chosen: of fewer a call costs more than its work."""


@dataclass(frozen=True, slots=True)
class Links:
    """A graph's links as rows of a view, by turn: `turn`, `proposition`, `node`; and of each node how many there are of it, in current propositions. `first`:
    of each node the one that stands for it under aliases; their counts are those of all.
    """

    turn: Rows
    proposition: Rows
    node: Rows
    counts: NDArray[np.int64]
    first: Rows
    memo: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)
    """What was worked out of these once: weights by settings, rounds."""

    def weights(self, size: int, settings: GraphSettings) -> Scores:
        """What a node counts for in a view of this size: its idf in 0..1, hubs less."""
        key = ("weights", size, settings.hub, settings.hub_share)
        if key not in self.memo:
            known = max(size, 1)
            idf = np.log1p(known / (self.counts + 0.5)) / np.log1p(known)
            damped = np.where(self.counts > settings.hub * known, settings.hub_share, 1)
            self.memo[key] = (np.minimum(idf, 1) * damped).astype(np.float32)
        weighed: Scores = self.memo[key]
        return weighed

    def rounds(self) -> "Rounds":
        """These, by rounds."""
        if "rounds" not in self.memo:
            self.memo["rounds"] = _rounds(self)
        found: Rounds = self.memo["rounds"]
        return found

    def held(self, holds: Mask, *, usual: bool) -> Rows:
        """The nodes by rounds; of propositions that don't hold, one node more than there are. `usual`: those hold that are current, as for most questions."""
        if usual and "held" in self.memo:
            kept: Rows = self.memo["held"]
            return kept
        order = self.rounds().order
        nodes = np.where(holds[self.proposition[order]], self.node[order], len(self.first))
        if usual:
            self.memo["held"] = nodes
        return nodes


@dataclass(frozen=True, slots=True)
class Rounds:
    """Links by rounds: `order` has each turn's first link, then the second of those that have two, and so on; round i ends at `ends[i]`. Turns stand in one
    order in all rounds, those of most links first: `turn[i]` is the row of the ith. `rest`: the place in that order of each link behind the last round.
    """

    order: Rows
    ends: list[int]
    turn: Rows
    rest: Rows

    def greatest(self, values: Scores, nodes: Rows) -> Scores:
        """Of each turn the greatest value of its links, shape (len(turn),). `values`: of each node; `nodes`: of each link in `order`."""
        taken = values.take(nodes)
        best: Scores = taken[: self.ends[0]].copy()
        for begin, end in zip(self.ends, self.ends[1:], strict=False):
            np.maximum(best[: end - begin], taken[begin:end], out=best[: end - begin])
        np.maximum.at(best, self.rest, taken[self.ends[-1] :])
        return best


def links(graph: Graph, view: View, *, aliases: bool = True) -> Links:
    """The graph's links in this view, once for both. What the view doesn't know yet is left out."""
    key = ("links", view.version, aliases)
    found: Links | None = graph.memo.get(key)
    if found is None:
        last = view.numbers[-1]
        some = np.flatnonzero((graph.link_turn <= last) & (graph.link_number <= last))
        some = some[np.argsort(graph.link_turn[some], kind="stable")]
        turn, proposition = (np.searchsorted(view.numbers, of[some]) for of in (graph.link_turn, graph.link_number))
        node = graph.link_node[some]
        current = view.retired_at[proposition] == np.iinfo(np.int64).max
        counts = np.bincount(node[current], minlength=graph.size)
        first = np.arange(graph.size)
        if (one := graph.alike if aliases else graph.unsplit) is not None:
            first = one
            counts = np.bincount(first, counts, minlength=graph.size).astype(np.int64)[first]
        found = Links(turn, proposition, node, counts, first)
        graph.memo.clear()
        graph.memo[key] = found
    return found


def _rounds(known: Links) -> Rounds:
    """At least one link is known."""
    starts = np.flatnonzero(np.diff(known.turn, prepend=-1))
    count = np.diff(starts, append=len(known.turn))
    most_first = np.argsort(-count, kind="stable")
    place = np.empty(len(starts), np.int64)
    place[most_first] = np.arange(len(starts))
    of_link = np.repeat(np.arange(len(starts)), count)
    nth = np.arange(len(known.turn)) - starts[of_link]
    order = np.lexsort((place[of_link], nth))
    sizes = np.bincount(nth)
    whole = max(int(np.count_nonzero(sizes >= FEW)), 1)  # they descend
    ends = np.cumsum(sizes[:whole]).tolist()
    return Rounds(order, ends, known.turn[starts[most_first]], place[of_link[order[ends[-1] :]]])


def in_session(view: View, graph: Graph, session: int | None, *, aliases: bool = True) -> Mask:
    """Propositions that rest on a turn of one session, or of the last one: the graph without retention. Shape (view.size,)."""
    codes, known = view.codes["session"], links(graph, view, aliases=aliases)
    found = np.zeros(view.size, np.bool_)
    if not len(known.turn):  # the graph's first propositions are newer than the view
        return found
    wanted = codes[known.turn[int(np.argmax(view.said_at[known.turn]))]] if session is None else session
    found[known.proposition[codes[known.turn] == wanted]] = True
    return found
