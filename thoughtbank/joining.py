"""What propositions share: the verbs that show the graph, and how two things in it are connected.

`Joining` stands under `keeping.py` and `bank.py`, and knows only ports. Both verbs only read.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import TypedDict, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from thoughtbank.errors import EmbedderError, InputError, NotFound
from thoughtbank.language.aliases import NOBODY as UNKNOWN
from thoughtbank.language.aliases import Known
from thoughtbank.language.arguments import argument_key
from thoughtbank.language.fragments import NOBODY
from thoughtbank.language.names import check_name
from thoughtbank.language.proposition import Argument
from thoughtbank.recall.query import Narrowing, read_filter, whole
from thoughtbank.recall.walk import LONGEST, Web, around, chain, first_of, hubs, web
from thoughtbank.records.conversation import Scope
from thoughtbank.records.joined import ArgumentNode, Chain, Edge, Hop, PropositionNode, Said, Subgraph
from thoughtbank.records.memory import Memory
from thoughtbank.weighing import Weighing

MOST = 10_000
"""Propositions that `graph` gives at most. Chosen: what one answer can hold; an export holds all."""
DEEPEST = 16
"""Steps from what is asked for at most. Chosen: twice the longest chain."""
NEAREST = 3
"""Names that are offered for one that is unknown. Chosen."""
TIMES = 16
"""Chains through a time that are looked past before a search gives up. Chosen: with 100,000 propositions each costs some 20 ms."""
COMMON = 256
"""Of the most common arguments those that are times are left out together, once one stood in a chain. Chosen: they join most."""


class Holding(TypedDict, total=False):
    """Keyword filters of `graph` and `path`, as recall has them; left out or None means all that is current."""

    agent_id: str | None
    session_id: str | None
    as_of: datetime | str | None
    known_at: datetime | str | None


class Joining(Weighing):
    """The verbs on the graph of propositions (FraCom, section 2.3)."""

    def graph(
        self, *, user_id: str, around: str | None = None, depth: int = 1, most: int = 200, **holding: Unpack[Holding]
    ) -> Subgraph:
        """Propositions and what they share: all current ones, or those within `depth` propositions of one argument, such as a person's name.

        Nearest first, of equals the last said; `most` of them, and `left_out` counts the rest. Filters (agent_id, session_id, as_of, known_at) are
        recall's. Raises NotFound, with the nearest names, where nothing current is about `around`.
        """
        scope, name = self._scope(user_id), check_name(around, "around")
        depth, most = whole(depth, "depth", 1, DEEPEST), whole(most, "most", 1, MOST)
        known = self._web(scope, holding)
        if name is None:
            return self._part(scope, known, None, depth, most) if known is not None else Subgraph(None)
        if known is None:
            raise NotFound(_EMPTY)
        places = known.all_of(argument_key(name))
        if not places:
            raise NotFound(self._unknown(scope, known, name))
        return self._part(scope, known, places, depth, most)

    def path(self, a: str, b: str, *, user_id: str, **holding: Unpack[Holding]) -> Chain:
        """How two arguments are connected: the shortest chain of propositions that share one with the next, each with its turns; of equally short
        ones that through the rarest arguments. Hubs (`graph.hub`) are passed only where nothing else connects, times never.

        False, with its `reason`, where nothing connects them or one of them is unknown. Filters are those of `graph`.
        """
        scope, names = self._scope(user_id), (_given(a, "a"), _given(b, "b"))
        first, second = map(argument_key, names)
        if first == second or self._known(scope).of(first) == self._known(scope).of(second):
            raise InputError(f"{a!r} and {b!r} are the same argument; name two")
        while (found := self._joined(scope, names, (first, second), holding)) is None:
            pass  # what it looked at was erased meanwhile
        return found

    def _joined(self, scope: Scope, names: tuple[str, str], keys: tuple[str, str], holding: Holding) -> Chain | None:
        """The chain, or why there is none; None where a proposition was erased since the graph was read."""
        known = self._web(scope, holding)
        if known is None:
            return Chain(*names, reason=_EMPTY)
        places = known.place(keys[0]), known.place(keys[1])
        unknown = [self._unknown(scope, known, name) for name, place in zip(names, places, strict=True) if place is None]
        if places[0] is None or places[1] is None:
            return Chain(*names, reason="; ".join(unknown))
        hops = self._hops(scope, known, places[0], places[1])
        if hops is None:
            return None
        return Chain(*names, hops, None if hops else _APART.format(*map(repr, names)))

    def _known(self, scope: Scope) -> Known:
        """Who is who among the arguments, where the settings look at it."""
        graph = self._parts.store.graph(scope) if self._parts.settings.graph.aliases else None
        return graph.known if graph is not None else UNKNOWN

    def _web(self, scope: Scope, holding: Holding) -> Web | None:
        if unread := [name for name in holding if name not in Holding.__annotations__]:
            raise InputError(f"{unread[0]!r} isn't a filter of the graph; the filters are {', '.join(Holding.__annotations__)}")
        wanted = read_filter(cast(Narrowing, holding), self._parts.settings.tz)
        return web(self._parts.store, scope, wanted, aliases=self._parts.settings.graph.aliases)

    def _part(self, scope: Scope, known: Web, start: Sequence[int] | None, depth: int, most: int) -> Subgraph:
        ranked, steps = around(known, start, depth)
        chosen, far = ranked[:most].tolist(), steps[:most].tolist()
        memories = self._parts.store.read(scope, known.numbers[chosen].tolist())
        shown = [
            (memories[number], step)
            for number, step in zip(known.numbers[chosen].tolist(), far, strict=True)
            if number in memories  # erased meanwhile
        ]
        edges = tuple(edge for memory, _ in shown for edge in _edges(known, memory))
        nodes = [known.graph.places[key] for key in dict.fromkeys(edge.argument for edge in edges)]
        propositions = tuple(_proposition(memory, step) for memory, step in shown)
        key = None if start is None else known.graph.keys[start[0]]
        return Subgraph(key, self._arguments_of(scope, known, nodes), propositions, edges, len(ranked) - len(chosen))

    def _arguments_of(self, scope: Scope, known: Web, nodes: Sequence[int]) -> tuple[ArgumentNode, ...]:
        """Those who speak first, then those that most propositions are about."""
        names, counts = self._names(scope, known, nodes), known.counts
        people = {argument_key(name) for name in (*known.view.names["speaker"], *NOBODY.values())}
        people |= {known.graph.keys[place] for one in people if (place := known.place(one)) is not None}
        keys = known.graph.keys
        found = [ArgumentNode(keys[node], names[node], int(counts[node]), keys[node] in people) for node in nodes]
        return tuple(sorted(found, key=lambda one: (not one.speaks, -one.propositions, one.key)))

    def _names(self, scope: Scope, known: Web, nodes: Sequence[int]) -> Mapping[int, str]:
        """Each node as the first proposition that has it names it."""
        numbers = first_of(known, nodes)
        memories = self._parts.store.read(scope, numbers)
        found = {}
        for node, number in zip(nodes, numbers, strict=True):
            named = _named(known, memories[number]) if number in memories else []
            found[node] = next((argument.text for place, argument in named if place == node), known.graph.keys[node])
        return found

    def _unknown(self, scope: Scope, known: Web, name: str) -> str:
        """That nothing is known of a name, and what is near it: names that hold it or that it holds, then by likeness."""
        key, keys, counts = argument_key(name), known.graph.keys, known.counts
        there = np.flatnonzero(counts).tolist()
        near = [node for node in there if key and len(keys[node]) > 1 and (key in keys[node] or keys[node] in key)]
        near = sorted(near, key=lambda node: (abs(len(keys[node]) - len(key)), keys[node]))[:NEAREST]
        with suppress(EmbedderError):  # then words alone tell
            near += self._alike(known, key) if key else []
        near = list(dict.fromkeys(near))[:NEAREST]
        said = "the nearest are" if near else "what most is known of:"
        near = near or sorted(there, key=lambda node: (-counts[node], keys[node]))[:NEAREST]
        names = self._names(scope, known, near)
        return f"no argument {name!r} is known; {said} {', '.join(repr(names[node]) for node in near)}"

    def _alike(self, known: Web, key: str) -> list[int]:
        """The nodes most like a text. Raises EmbedderError."""
        graph, there = known.graph, known.counts > 0
        has = graph.has_vector & there[: len(graph.has_vector)]
        if not has.any():
            return []
        (vector,) = self._arguments.of([key])
        if len(vector) != graph.matrix.shape[1]:
            raise EmbedderError(f"the arguments' vectors have {graph.matrix.shape[1]} dimensions, the name's {len(vector)}")
        likeness = np.where(has, graph.matrix @ vector, -np.inf)
        return [int(node) for node in np.argsort(-likeness, kind="stable")[:NEAREST] if has[node]]

    def _hops(self, scope: Scope, known: Web, a: int, b: int) -> tuple[Hop, ...] | None:
        """Through times never: one joins whatever happened then, which connects nothing. None where a proposition was erased meanwhile."""
        crowded = hubs(known, self._parts.settings.graph.hub)
        times = np.zeros(known.graph.size, np.bool_)
        for closed in (crowded, np.zeros_like(crowded)):
            for _ in range(TIMES):
                found = chain(known, a, b, closed | times)
                if found is None:
                    break
                memories = self._parts.store.read(scope, [int(known.numbers[proposition]) for proposition, _ in found])
                if len(memories) < len(found):
                    return None
                through = [
                    node
                    for proposition, _ in found
                    for node, argument in _named(known, memories[int(known.numbers[proposition])])
                    if argument.role == "time" and node in {inner for _, inner in found[:-1]}
                ]
                if not through:
                    return self._told(scope, known, a, found, memories)
                if not times.any():
                    times |= self._common_times(scope, known)
                times[through] = True
        return ()

    def _common_times(self, scope: Scope, known: Web) -> NDArray[np.bool_]:
        """Of the most common arguments those that are a time in the first proposition that has them. Shape (graph.size,)."""
        counts = known.counts
        common = [int(node) for node in np.argsort(-counts, kind="stable")[:COMMON] if counts[node] > 1]
        numbers = first_of(known, common)
        memories = self._parts.store.read(scope, numbers)
        times = np.zeros(len(counts), np.bool_)
        for node, number in zip(common, numbers, strict=True):
            named = _named(known, memories[number]) if number in memories else []
            times[node] = any(place == node and argument.role == "time" for place, argument in named)
        return times

    def _told(
        self, scope: Scope, known: Web, a: int, found: Sequence[tuple[int, int]], memories: Mapping[int, Memory]
    ) -> tuple[Hop, ...]:
        hops: list[Hop] = []
        before = a
        for proposition, node in found:
            memory = memories[int(known.numbers[proposition])]
            names = {place: argument.text for place, argument in reversed(_named(known, memory))}
            turns = tuple(said for turn in memory.turns if (said := self._said(scope, turn)) is not None)
            hops.append(Hop(_proposition(memory, len(hops) + 1), names[before], names[node], turns))
            before = node
        return tuple(hops)

    def _said(self, scope: Scope, turn: str) -> Said | None:
        """A turn as it stands; None where it was erased meanwhile."""
        versions = self._parts.store.versions(scope, turn)
        return Said(turn, versions[-1].text, versions[-1].said_at, versions[-1].speaker) if versions else None


_APART = f"no chain of up to {LONGEST} propositions leads from {{}} to {{}}"
_EMPTY = (
    "no proposition is known of this user by these filters; turns become propositions while think.mode isn't off, those that "
    "wait by work"
)


def _given(name: str, what: str) -> str:
    found = check_name(name, what)
    if found is None:
        raise InputError(f"{what} is required: path joins two arguments, such as names")
    return found


def _named(known: Web, memory: Memory) -> list[tuple[int, Argument]]:
    """A proposition's arguments with their nodes, in order: the graph has an edge for each. A name that several have shows whom it means."""
    assert memory.triple is not None
    numbers = known.graph.edge_number
    first, last = (int(np.searchsorted(numbers, memory.number, side)) for side in ("left", "right"))
    nodes = known.graph.edge_node[first:last]
    shown = memory.triple.arguments
    if known.aliases and known.graph.unsplit is not None:
        names = known.graph.unsplit[nodes].tolist()
        shown = tuple(
            one if node == name else replace(one, text=one.text + known.graph.keys[node][len(known.graph.keys[name]) :])
            for one, node, name in zip(shown, nodes.tolist(), names, strict=True)
        )
    return list(zip(known.first[nodes].tolist(), shown, strict=True))


def _edges(known: Web, memory: Memory) -> list[Edge]:
    return [
        Edge(memory.id, known.graph.keys[node], argument.role, place)
        for place, (node, argument) in enumerate(_named(known, memory))
    ]


def _proposition(memory: Memory, steps: int) -> PropositionNode:
    assert memory.triple is not None
    return PropositionNode(
        memory.id, memory.text, memory.triple.relation, memory.triple.arguments, memory.turns, memory.said_at,
        memory.triple.mood, memory.valid_from, memory.valid_to, steps,
    )  # fmt: skip
