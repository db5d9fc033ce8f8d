"""The paths of one query, each over the same snapshot of the scope: what they find, how much each counts, and which rows may be ranked at all."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from thoughtbank.errors import EmbedderError
from thoughtbank.language.words import terms
from thoughtbank.ports import Embedder, Hash, Store, Vectors, View
from thoughtbank.recall import dense, lexical, thoughts
from thoughtbank.recall.graph import ArgumentVectors, Plausible, seek
from thoughtbank.recall.lexical import Among, Lexical
from thoughtbank.recall.net import Theta, worth_ranking
from thoughtbank.records.conversation import Scope
from thoughtbank.records.decisions import Filter
from thoughtbank.settings import GraphSettings, RecallSettings
from thoughtbank.trace import Trace

Scores = NDArray[np.float32]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Means:
    """What queries are answered with. `arguments`: vectors of what they are about. `table`: the hash table of thoughts, for the path of that name. `theta`:
    turns of less gain aren't ranked by themselves, unless the safety net opens.
    """

    store: Store
    embedder: Embedder
    settings: RecallSettings
    graph: GraphSettings
    arguments: ArgumentVectors
    table: Hash | None = None
    theta: Theta | None = None


@dataclass(slots=True)
class Paths:
    """What the paths found. `scores`: of every path those of all rows of the view, and its weight. `allowed`: the rows that may be ranked. `cosines`: likeness
    with the query, of whatever the paths compare it with. `hidden`, `log`: as in `Recall`.
    """

    allowed: Mask
    words: Lexical | None = None
    cosines: Scores | None = None
    plausible: Plausible | None = None
    scores: dict[str, tuple[Scores, float]] = field(default_factory=dict)
    hidden: int = 0
    log: bool = False


def follow(means: Means, scope: Scope, view: View, query: str, wanted: Filter, allowed: Mask, trace: Trace) -> Paths:
    """Runs them. An embedder that fails leaves the words to find memories, and the trace says so."""
    settings = means.settings
    words = _lexical(means, scope, view, query, wanted, trace)
    ranked = worth_ranking(view, allowed, means.theta, query, words, settings, trace)
    paths = Paths(ranked.allowed, words, hidden=ranked.hidden, log=ranked.log)
    vector = _vector(means.embedder, view, query, settings, trace)
    paths.cosines = _dense(means.embedder, view, vector, settings, trace)
    alone = len(settings.paths) == 1
    if "thoughts" in settings.paths and means.table is not None:
        similar = _thoughts(view, vector, paths.allowed, settings, means.table, trace)
        _take(paths, "thoughts", similar, 1.0 if alone else settings.thoughts_weight, alone)
    if "graph" in settings.paths:
        _graph(paths, means, scope, view, query, wanted, trace)
    if "dense" in settings.paths and paths.cosines is not None:
        levelled = dense.level(view, paths.cosines) if settings.level_languages else paths.cosines
        paths.scores["dense"] = (levelled, settings.dense_weight if words is not None else 1.0)
    if words is not None:
        paths.scores["lexical"] = (words.scores, 1 - settings.dense_weight if paths.cosines is not None else 1.0)
    return paths


def over_thoughts(settings: RecallSettings) -> bool:
    """Whether thoughts are rows: where a path finds them, not only the turns they came from."""
    return "thoughts" in settings.paths or settings.paths == ("graph",)


def _take(paths: Paths, name: str, similar: Scores, weight: float, alone: bool) -> None:
    """A path of thoughts; alone, nothing but what it found is looked at."""
    paths.cosines = similar if paths.cosines is None else paths.cosines
    paths.scores[name] = (similar, weight)
    if alone:
        paths.allowed = paths.allowed & (similar > 0)


def _graph(paths: Paths, means: Means, scope: Scope, view: View, query: str, wanted: Filter, trace: Trace) -> None:
    """Alone the propositions themselves, beside other paths the turns they rest on."""
    found = paths.plausible = seek(means.store, means.arguments, scope, view, query, wanted, means.graph, trace)
    if len(means.settings.paths) == 1:
        _take(paths, "graph", found.propositions() if found is not None else np.zeros(view.size, np.float32), 1.0, True)
    elif found is not None and ((((turns := found.turns()) > 0) & paths.allowed).any() or means.graph.hops):
        paths.scores["graph"] = (turns, means.graph.weight)  # one that finds nothing would only make all scores less


def _among(wanted: Filter, settings: RecallSettings) -> Among:
    """The collection that a query is put to."""
    if wanted.kind is not None:
        return "thoughts" if wanted.kind == "thought" else "said"
    return "all" if "thoughts" in settings.paths else "said"


def _lexical(means: Means, scope: Scope, view: View, query: str, wanted: Filter, trace: Trace) -> Lexical | None:
    if "lexical" not in means.settings.paths:
        return None
    asked = list(terms(query))
    among = _among(wanted, means.settings)
    found = lexical.score(view, means.store.postings(scope, view, asked), means.settings, asked, among)
    trace.note("lexical", f"{len(asked)} terms", f"{len(found.idf)} stand somewhere")
    return found


def _vector(embedder: Embedder, view: View, query: str, settings: RecallSettings, trace: Trace) -> Vectors | None:
    """The query's vector, if a path needs it and it can be held against the memories'."""
    if not {"dense", "thoughts"} & set(settings.paths):
        return None
    try:
        vector = dense.embed_query(embedder, query)
    except EmbedderError as error:
        trace.note("dense", "the embedder failed", f"left out: {error}")
        return None
    if reason := dense.incomparable(view, vector):
        trace.note("dense", embedder.name, f"left out: {reason}")
        return None
    return vector


def _dense(embedder: Embedder, view: View, vector: Vectors | None, settings: RecallSettings, trace: Trace) -> Scores | None:
    if "dense" not in settings.paths or vector is None:
        return None
    waiting = view.size - np.count_nonzero(view.has_vector)
    trace.note("dense", embedder.name, f"all scored, {waiting} without a vector" if waiting else "all scored")
    return dense.similarities(view, vector)


def _thoughts(
    view: View,
    vector: Vectors | None,
    allowed: NDArray[np.bool_],
    settings: RecallSettings,
    table: Hash,
    trace: Trace,
) -> Scores:
    if vector is None:
        return np.zeros(view.size, np.float32)
    rows = thoughts.candidates(view, vector, table, settings.probes, settings.tables)
    rows = rows[allowed[rows]]
    trace.note("thoughts", f"{np.count_nonzero(view.bucket >= 0)} thoughts", f"{len(rows)} in the query's group are scored")
    return thoughts.similarities(view, vector, rows)
