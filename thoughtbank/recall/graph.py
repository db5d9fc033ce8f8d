"""The graph path: plausible retrieval over what propositions share (FraCom, section 2.4).

    a question's arguments, each against every argument node by cosine;  sim >= tau  ->  all propositions that have the node

Alone it is the paper's way: the propositions themselves, all of one hop, by their likeness. Beside other paths it scores turns, the evidence of what
propositions say, and a node counts by how rare it is (ours):

    score(turn) = sum over the question's arguments of  max over the turn's nodes of  idf(node) * (sim - tau) / (1 - tau)

so that a turn about several things asked for stands above one about a single one, and the person that everything is about adds nothing.
"""

import re
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from thoughtbank.errors import EmbedderError
from thoughtbank.language.aliases import Known
from thoughtbank.language.arguments import ARGUMENT_CHARS, query_arguments
from thoughtbank.language.kin import described
from thoughtbank.language.senses import LETTER, senses_in
from thoughtbank.language.words import normalise
from thoughtbank.ports import Embedder, Graph, Store, Vectors, View
from thoughtbank.recall.calibration import tau_of
from thoughtbank.recall.dense import embed
from thoughtbank.recall.links import in_session, links
from thoughtbank.recall.narrow import narrow
from thoughtbank.records.conversation import Scope
from thoughtbank.records.decisions import Filter, Shared
from thoughtbank.settings import GraphSettings
from thoughtbank.trace import Trace

Scores = NDArray[np.float32]
Rows = NDArray[np.int64]


KEPT = 4096
"""Vectors of questions' arguments that are kept. Chosen: six megabytes; 582 questions of LoCoMo have 973 different ones."""
TOLD = 0.02
"""Share of pairs of unrelated arguments that are more alike than what a row's why tells. Chosen."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question is about, held against the nodes: the keys of its arguments, and the cosine of each with each node, shape (arguments, nodes): 1 where
    they are equal, -1 where a node has no vector or only equality counts. Nodes that are one under aliases are as like as the likest of them; `own` is each
    one's own likeness.
    """

    arguments: tuple[str, ...]
    likeness: Scores
    own: Scores


def ask(graph: Graph, arguments: Sequence[str], vectors: Vectors | None, *, aliases: bool = True) -> Asked:
    """`vectors` has shape (len(arguments), d); None: by equality alone. A name that stands in no proposition is as good as whom it means."""
    if vectors is None:
        likeness = np.full((len(arguments), graph.size), -1, np.float32)
    else:
        likeness = vectors @ graph.matrix.T
        if not graph.has_vector.all():
            likeness[:, ~graph.has_vector] = -1
    for at, key in enumerate(arguments):
        place = graph.places.get(key, graph.size)
        if place < graph.size:
            likeness[at, place] = 1
            _part(graph, likeness[at], place)
    if not aliases or not (graph.known.first or graph.known.owned):
        return Asked(tuple(arguments), likeness, likeness)
    shared = likeness
    if graph.alike is not None:
        shared = np.full_like(likeness, -1)
        np.maximum.at(shared.T, graph.alike, likeness.T)
        shared = shared[:, graph.alike]
    else:
        shared = likeness.copy()
    for at, key in enumerate(arguments):
        shared[at, [graph.places[one] for one in graph.known.same(key) if graph.places.get(one, graph.size) < graph.size]] = 1
    return Asked(tuple(arguments), shared, likeness)


def _part(graph: Graph, likeness: Scores, place: int) -> None:
    """A name is as like each of those who have it; one of these by name and description is nobody else of that name."""
    if graph.unsplit is not None:
        of_name = graph.unsplit == graph.unsplit[place]
        if graph.unsplit[place] == place:
            likeness[of_name] = 1
        else:
            likeness[of_name] = -1
            likeness[place] = 1


def _vectors(graph: Graph, known: "ArgumentVectors", arguments: Sequence[str]) -> Vectors | None:
    """The arguments' vectors, shape (len(arguments), d); those of nodes are there already. None before any node has one. Raises EmbedderError."""
    if not arguments or not graph.has_vector.any():
        return None
    vectors = np.zeros((len(arguments), graph.matrix.shape[1]), np.float32)
    unknown = []
    for at, key in enumerate(arguments):
        place = graph.places.get(key, graph.size)
        if place < graph.size and graph.has_vector[place]:
            vectors[at] = graph.matrix[place]
        else:
            unknown.append(at)
    if unknown:
        given = known.of([arguments[at] for at in unknown])
        if given.shape[1] != vectors.shape[1]:
            raise EmbedderError(f"the arguments' vectors have {vectors.shape[1]} dimensions, the question's {given.shape[1]}")
        vectors[unknown] = given
    return vectors


class ArgumentVectors:
    """Vectors of what questions are about, the last ones kept: the same words are asked for again and again, and each costs an embedding. Safe to use from
    several threads.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Vectors] = OrderedDict()

    def of(self, keys: Sequence[str]) -> Vectors:
        """Shape (len(keys), d), unit length; at least one. Raises EmbedderError."""
        with self._lock:
            found = {key: self._kept[key] for key in keys if key in self._kept}
        if missing := [key for key in dict.fromkeys(keys) if key not in found]:
            found |= zip(missing, embed(self.embedder, [key[:ARGUMENT_CHARS] for key in missing]), strict=True)
        with self._lock:
            for key in keys:
                self._kept[key] = found[key]
                self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return np.stack([found[key] for key in keys])


def seek(
    store: Store,
    known: "ArgumentVectors",
    scope: Scope,
    view: View,
    query: str,
    wanted: Filter,
    settings: GraphSettings,
    trace: Trace,
) -> "Plausible | None":
    """What the question's arguments find; None where there is no graph. An embedder that fails leaves equality to find it, and the trace says so."""
    graph = store.graph(scope)
    if graph is None or not len(graph.link_node) or not view.size:
        trace.note("graph", "no proposition is known", "left out")
        return None
    holds = narrow(view, Filter(as_of=wanted.as_of, known_at=wanted.known_at, agent_id=wanted.agent_id), thoughts=True)
    if not settings.retention:
        holds &= in_session(view, graph, view.names["session"].get(wanted.session_id or ""), aliases=settings.aliases)
    arguments = query_arguments(query)
    if not settings.phrases:
        arguments = tuple(key for key in arguments if " " not in key or graph.places.get(key, graph.size) < graph.size)
    if settings.aliases:
        arguments = _meant(query, graph.known, arguments)
    tau, told, vectors = 1.0, 1.0, None
    if settings.match == "plausible":
        try:
            vectors = _vectors(graph, known, arguments)
            tau = tau_of(known.embedder, settings.share) if settings.tau is None else settings.tau
            told = tau if settings.tau is not None else max(tau, tau_of(known.embedder, TOLD))
        except EmbedderError as error:
            trace.note("graph", "the embedder failed", f"only equal arguments count: {error}")
    asked = ask(graph, arguments, vectors, aliases=settings.aliases)
    like = int(np.count_nonzero((asked.likeness >= tau).any(axis=0)))
    trace.note("graph", ", ".join(arguments), f"{like} of {graph.size} arguments are like these")
    usual = settings.retention and wanted.as_of is None and wanted.known_at is None and wanted.agent_id is None
    return Plausible(view, graph, asked, holds, tau, settings, told=told, usual=usual)


def _meant(query: str, known: Known, arguments: Sequence[str]) -> tuple[str, ...]:
    """Arguments in which a name that several have is the one that the question says: "ana's sister mia" asks for no other Mia."""
    senses = senses_in(query, known.senses)
    names = [re.compile(rf"(?<!{LETTER}){re.escape(name)}(?!{LETTER})") for name in senses]
    others = (key for key in arguments if not any(name.search(key) for name in names))
    return tuple(dict.fromkeys((*senses.values(), *described_in(query, known), *others)))


def described_in(query: str, known: Known) -> list[str]:
    """Descriptions of those who have another name, as they stand in a question: its arguments are single words, and "ana's sister" is neither of both."""
    said = normalise(query).replace("’", "'")
    return [key for key in known.first if key in said and described(key) and re.search(rf"(?<!{LETTER}){re.escape(key)}", said)]


class Plausible:
    """What a question's arguments find in a view. `holds`: which propositions count, shape (view.size,). `told`: likeness from which a row's why tells
    it. `usual`: those hold that are current.
    """

    def __init__(
        self,
        view: View,
        graph: Graph,
        asked: Asked,
        holds: NDArray[np.bool_],
        tau: float,
        settings: GraphSettings,
        *,
        told: float,
        usual: bool = False,
    ) -> None:
        self._view, self._graph, self._asked, self._holds, self._usual = view, graph, asked, holds, usual
        self._tau, self._settings, self._told = tau, settings, told
        self._links = links(graph, view, aliases=settings.aliases)

    def turns(self) -> Scores:
        """Every turn's score, shape (view.size,), 0 for those that nothing joins with the question."""
        known, tau = self._links, np.float32(self._tau)
        scores = np.zeros(self._view.size, np.float32)
        if not len(known.turn):  # the graph's first propositions are newer than the view
            return scores
        rounds, nodes = known.rounds(), known.held(self._holds, usual=self._usual)
        worth = known.weights(self._view.size, self._settings) / np.float32(1 - self._tau if self._tau < 1 else 1)
        strength = np.zeros(len(worth) + 1, np.float32)  # the last is that of propositions that don't hold
        total = np.zeros(len(rounds.turn), np.float32)
        for likeness in self._asked.likeness:
            over = np.maximum(likeness - tau, 0) if self._tau < 1 else likeness >= 1
            np.multiply(over, worth, out=strength[:-1])
            if strength.any():
                total += rounds.greatest(strength, nodes)
        scores[rounds.turn] = total
        return scores

    def propositions(self) -> Scores:
        """Every proposition's greatest likeness, shape (view.size,), 0 below tau: the paper's, all of one hop."""
        best = self._asked.likeness.max(axis=0, initial=-1)
        of_node = np.where(best >= self._tau, np.maximum(best, np.finfo(np.float32).tiny), 0)
        scores = np.zeros(self._view.size, np.float32)
        np.maximum.at(scores, self._links.proposition, of_node[self._links.node])
        scores[~self._holds] = 0
        return scores

    def step(self, seeds: Rows, scores: Scores) -> Scores:
        """One hop: what the seeds (rows of turns, `scores` theirs) share through rare arguments with other turns, shape (view.size,)."""
        known, settings = self._links, self._settings
        worth = known.weights(self._view.size, settings) * (known.counts <= settings.hub * self._view.size)
        of_turn = np.zeros(self._view.size, np.float32)
        of_turn[seeds] = scores
        some = np.flatnonzero(self._holds[known.proposition])
        of_node = np.zeros(self._graph.size, np.float32)
        node = known.first[known.node[some]]
        np.maximum.at(of_node, node, of_turn[known.turn[some]])
        found = np.zeros(self._view.size, np.float32)
        np.maximum.at(found, known.turn[some], (of_node * worth)[node])
        found[seeds] = 0
        return found * np.float32(settings.decay)

    def through(self, rows: Sequence[int]) -> list[tuple[Shared, ...]]:
        """How the question's arguments lead to each of these rows, the most alike first, each argument once; what is hardly alike isn't told."""
        telling: NDArray[np.bool_] = np.any(self._asked.likeness >= self._told, axis=0)
        return [self._shared(nodes) if len(nodes) else () for nodes in self._nodes(rows, telling)]

    def _shared(self, nodes: Rows) -> tuple[Shared, ...]:
        alike = self._asked.likeness[:, nodes]
        best = np.lexsort((self._asked.own[:, nodes], alike))[:, -1].tolist()
        pairs = [(float(alike[at, place]), at, int(nodes[place])) for at, place in enumerate(best)]
        return tuple(
            Shared(self._asked.arguments[at], self._graph.keys[node], round(cosine, 3), self._by(at, node))
            for cosine, at, node in sorted(pairs, key=lambda pair: (-pair[0], pair[1]))
            if cosine >= self._told
        )

    def _by(self, at: int, node: int) -> str | None:
        """The alias of a node that an argument is more like than the node itself."""
        own, likeness = self._asked.own[at], self._asked.likeness[at]
        if own[node] >= likeness[node]:
            return None
        members = np.flatnonzero(self._links.first == self._links.first[node])
        best = int(members[own[members].argmax()])
        return self._graph.keys[best] if own[best] >= likeness[node] else self._asked.arguments[at]

    def _nodes(self, rows: Sequence[int], telling: NDArray[np.bool_]) -> list[Rows]:
        """What each row is about, as far as it is to be told: a proposition's arguments, or those of the propositions that rest on a turn."""
        known, graph = self._links, self._graph
        found = []
        numbers = self._view.numbers[list(rows)]
        spans = (
            np.searchsorted(of, wanted, side).tolist()
            for of, wanted in ((known.turn, rows), (graph.edge_number, numbers))
            for side in _SIDES
        )
        for first, last, begin, end in zip(*spans, strict=True):
            if last > first:
                here = np.arange(first, last)[telling[known.node[first:last]]]
                nodes = known.node[here[self._holds[known.proposition[here]]]]
            else:
                own = graph.edge_node[begin:end]
                nodes = own[telling[own]]
            found.append(np.unique(nodes) if len(nodes) else nodes)
        return found


_SIDES: tuple[Literal["left"], Literal["right"]] = ("left", "right")
