"""Walks over the graph of propositions: what is around an argument, and the shortest chain between two.

    mia - (Mia moved to Rotterdam) - rotterdam - (The Erasmus Bridge is in Rotterdam) - erasmus bridge

Breadth first, a level at a time over arrays, so that each edge is looked at once. Of equally short chains the one whose inner arguments are rarest
stands, by the sum of the logarithms of how many propositions have each; of those still equal the one of the later propositions. An argument that nearly
everything is about says little of why two things belong together: hubs are passed only where nothing else connects. In 99,000 propositions of 25,000
arguments a chain takes 50 to 160 ms on one core, once the graph is read.
Checked in tests/test_joining.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thoughtbank.ports import Graph, Store, View
from thoughtbank.recall.links import in_session
from thoughtbank.recall.narrow import narrow
from thoughtbank.records.conversation import Scope
from thoughtbank.records.decisions import Filter

Rows = NDArray[np.int64]
Mask = NDArray[np.bool_]

LONGEST = 8
"""Propositions of a chain at most. Chosen: a longer one explains nothing."""
RARE = 10
"""An argument of so many propositions is no hub, however few there are in all. Chosen."""


@dataclass(frozen=True, slots=True)
class Side:
    """Edges grouped by what they start from: those of i lead to `ends[starts[i]:starts[i + 1]]`, ascending."""

    starts: Rows
    ends: Rows

    def step(self, origins: Rows) -> tuple[Rows, Rows]:
        """All edges of these: for each the place in `origins` it starts from, and where it ends."""
        first, count = self.starts[origins], self.starts[origins + 1] - self.starts[origins]
        begins = np.cumsum(count) - count
        places = np.arange(count.sum()) + np.repeat(first - begins, count)
        return np.repeat(np.arange(len(origins)), count), self.ends[places]


@dataclass(frozen=True, slots=True)
class Web:
    """The propositions that count, numbered `numbers[i]` (ascending), and what they share: `down` leads from them to nodes, `up` back."""

    view: View
    graph: Graph
    numbers: Rows
    said_at: Rows
    down: Side
    up: Side
    first: Rows
    """Of each node the one that stands for it under aliases; only those have propositions here."""
    aliases: bool = True

    @property
    def counts(self) -> Rows:
        """How many propositions each node has, shape (graph.size,)."""
        return np.diff(self.up.starts)

    def place(self, key: str) -> int | None:
        """The node of a key or of whom it means, where a proposition that counts has it."""
        same = (key, *self.graph.known.same(key)) if self.aliases else (key,)
        places = [place for one in same if (place := self.graph.places.get(one, self.graph.size)) < self.graph.size]
        return next((first for place in places if self.counts[first := int(self.first[place])]), None)

    def all_of(self, key: str) -> list[int]:
        """The nodes of all that have a name, where several have it: whoever is meant first, then each by whom a description tells."""
        keys = (key, *(self.graph.known.senses.get(key, ()) if self.aliases else ()))
        return list(dict.fromkeys(place for one in keys if (place := self.place(one)) is not None))


def web(store: Store, scope: Scope, wanted: Filter, *, aliases: bool = True) -> Web | None:
    """The graph of the propositions that a filter lets through; None where there are none. A proposition is of the sessions whose turns it rests on."""
    view, graph = store.view(scope), store.graph(scope)
    if view is None or graph is None or not view.size:
        return None
    holds = narrow(view, Filter(kind="thought", agent_id=wanted.agent_id, as_of=wanted.as_of, known_at=wanted.known_at))
    if wanted.session_id is not None:
        holds &= in_session(view, graph, view.names["session"].get(wanted.session_id, -2), aliases=aliases)
    rows = np.minimum(np.searchsorted(view.numbers, graph.edge_number), view.size - 1)
    counted = np.flatnonzero((view.numbers[rows] == graph.edge_number) & holds[rows])
    if not len(counted):
        return None
    numbers = _distinct(graph.edge_number[counted])
    proposition = np.searchsorted(numbers, graph.edge_number[counted])
    one = graph.alike if aliases else graph.unsplit
    first = np.arange(graph.size) if one is None else one
    pairs = _distinct(
        np.sort(proposition * graph.size + first[graph.edge_node[counted]])
    )  # a proposition may have an argument twice
    proposition, node = np.divmod(pairs, graph.size)
    order = np.argsort(node, kind="stable")
    said_at = view.said_at[np.searchsorted(view.numbers, numbers)]
    down = Side(np.searchsorted(proposition, np.arange(len(numbers) + 1)), node)
    up = Side(np.searchsorted(node[order], np.arange(graph.size + 1)), proposition[order])
    return Web(view, graph, numbers, said_at, down, up, first, aliases)


def around(known: Web, start: Sequence[int] | None, depth: int) -> tuple[Rows, Rows]:
    """The propositions within so many steps of some nodes (None: all, at 1), nearest first, of equals the last said; and the steps to each."""
    steps = np.zeros(len(known.numbers), np.int64)
    if start is None:
        steps[:] = 1
    else:
        seen, nodes = np.zeros(known.graph.size, np.bool_), np.array(start)
        for level in range(1, depth + 1):
            seen[nodes] = True
            found = _distinct(np.sort(known.up.step(nodes)[1]))
            found = found[steps[found] == 0]
            steps[found] = level
            nodes = _distinct(np.sort(known.down.step(found)[1]))
            nodes = nodes[~seen[nodes]]
            if not len(nodes):
                break
    reached = np.flatnonzero(steps)
    ranked = reached[np.lexsort((-reached, -known.said_at[reached], steps[reached]))]
    return ranked, steps[ranked]


def chain(known: Web, a: int, b: int, closed: Mask) -> list[tuple[int, int]] | None:
    """The best chain from one node to another, as propositions each with the node it leads to; it passes no node that is closed. None: there is none."""
    counts = known.counts
    worth = np.log(np.maximum(counts, 1))
    cost, cost_up = np.zeros(len(counts)), np.zeros(len(known.numbers))
    came, came_up = np.full(len(counts), -1), np.full(len(known.numbers), -1)
    came[a], nodes = a, np.array([a])
    for _ in range(LONGEST):
        origin, proposition = known.up.step(nodes)
        fresh = came_up[proposition] < 0
        origin, proposition = nodes[origin[fresh]], proposition[fresh]
        best = _first(proposition, cost[origin], origin)
        found = proposition[best]
        came_up[found], cost_up[found] = origin[best], cost[origin[best]]
        origin, node = known.down.step(found)
        fresh = (came[node] < 0) & (~closed[node] | (node == b))
        origin, node = found[origin[fresh]], node[fresh]
        best = _first(node, cost_up[origin], -origin)
        nodes = node[best]
        came[nodes], cost[nodes] = origin[best], cost_up[origin[best]] + worth[nodes]
        if came[b] >= 0:
            return _back(a, b, came, came_up)
        if not len(nodes):
            return None
    return None


def hubs(known: Web, share: float) -> Mask:
    """Nodes of more propositions than this share of all memories, and of more than a few. Shape (graph.size,)."""
    return known.counts > max(RARE, share * known.view.size)


def _distinct(ascending: Rows) -> Rows:
    """Each once. NumPy's own hashes, which takes ten times as long for what is in order."""
    fresh = np.ones(len(ascending), np.bool_)
    fresh[1:] = ascending[1:] != ascending[:-1]
    return ascending[fresh]


def _first(targets: Rows, cost: NDArray[np.float64], then: Rows) -> Rows:
    """Where each target stands with its least cost, of equals the least `then`; targets ascending."""
    order = np.lexsort((then, cost, targets))
    fresh = np.ones(len(order), np.bool_)
    fresh[1:] = np.diff(targets[order]) > 0
    return order[fresh]


def _back(a: int, b: int, came: Rows, came_up: Rows) -> list[tuple[int, int]]:
    found, node = [], b
    while node != a:
        proposition = int(came[node])
        found.append((proposition, node))
        node = int(came_up[proposition])
    return found[::-1]


def first_of(known: Web, nodes: Sequence[int]) -> list[int]:
    """The number of the first proposition that has each of these nodes."""
    return [int(known.numbers[known.up.ends[known.up.starts[node]]]) for node in nodes]
