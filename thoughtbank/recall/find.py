"""One query from end to end: the paths run over one snapshot of the scope, are fused, and become rows with their why."""

import numpy as np
from numpy.typing import NDArray

from thoughtbank.errors import EmbedderError
from thoughtbank.language.questions import only_asks
from thoughtbank.language.words import count_tokens, language, normalise, terms
from thoughtbank.ports import Embedder, Hash, Store, Vectors, View
from thoughtbank.recall import dense, lexical, thoughts
from thoughtbank.recall.fuse import Foreign, Fused, fuse
from thoughtbank.recall.graph import ArgumentVectors, Plausible, seek
from thoughtbank.recall.lexical import Among, Lexical
from thoughtbank.recall.narrow import narrow
from thoughtbank.recall.net import Theta, worth_ranking
from thoughtbank.records.conversation import Scope
from thoughtbank.records.decisions import Filter, Recall, Row
from thoughtbank.records.memory import Memory
from thoughtbank.settings import GraphSettings, RecallSettings
from thoughtbank.trace import Trace

Scores = NDArray[np.float32]


def find(
    store: Store,
    embedder: Embedder,
    scope: Scope,
    query: str,
    wanted: Filter,
    settings: RecallSettings,
    table: Hash | None,
    k: int,
    budget: int | None,
    min_score: float,
    *,
    graph: GraphSettings,
    known: ArgumentVectors,
    theta: Theta | None = None,
    judged: bool = False,
) -> Recall:
    """The best k rows. An embedder that fails leaves the words to find them, and the trace says so. `judged` also works out `usual`.

    `table`: the hash table of thoughts, for the path of that name. `theta`: turns of less gain aren't ranked by themselves, unless the safety
    net opens.
    """
    trace = Trace()
    view = store.view(scope)
    allowed = narrow(view, wanted, thoughts=_thoughts_too(settings)) if view is not None else None
    if view is None or allowed is None or not allowed.any():
        trace.note("narrow", "nothing is stored that this query may see", "no rows")
        return Recall(query, trace=trace.steps)
    seen = int(np.count_nonzero(allowed))
    trace.note("narrow", f"{view.size} versions", f"{seen} may be seen")
    found = _lexical(store, scope, view, query, settings, _among(wanted, settings), trace)
    ranked = worth_ranking(view, allowed, theta, query, found, settings, trace)
    allowed = ranked.allowed
    vector = _vector(embedder, view, query, settings, trace)
    cosines = _dense(embedder, view, vector, settings, trace)
    paths: dict[str, tuple[Scores, float]] = {}
    if "thoughts" in settings.paths and table is not None:
        similar = _thoughts(view, vector, allowed, settings, table, trace)
        cosines = similar if cosines is None else cosines
        paths["thoughts"] = (similar, 1.0 if len(settings.paths) == 1 else settings.thoughts_weight)
        if len(settings.paths) == 1:  # nothing but the query's groups is looked at
            allowed = allowed & (similar > 0)
            if not allowed.any():
                return Recall(query, seen=seen, hidden=ranked.hidden, log=ranked.log, trace=trace.steps)
    plausible = None
    if "graph" in settings.paths:
        plausible = seek(store, known, scope, view, query, wanted, graph, trace)
        if len(settings.paths) == 1:  # the propositions themselves, and nothing that isn't like what is asked for
            similar = plausible.propositions() if plausible is not None else np.zeros(view.size, np.float32)
            allowed = allowed & (similar > 0)
            cosines = similar
            if not allowed.any():
                return Recall(query, seen=seen, hidden=ranked.hidden, log=ranked.log, trace=trace.steps)
            paths["graph"] = (similar, 1.0)
        elif plausible is not None and ((turns := plausible.turns())[allowed].any() or graph.hops):
            paths["graph"] = (turns, graph.weight)  # one that finds nothing would only make all scores less
    if "dense" in settings.paths and cosines is not None:
        levelled = dense.level(view, cosines) if settings.level_languages else cosines
        paths["dense"] = (levelled, settings.dense_weight if found is not None else 1.0)
    if found is not None:
        paths["lexical"] = (found.scores, 1 - settings.dense_weight if cosines is not None else 1.0)
    foreign = _foreign(view, query, settings)
    fused = fuse(view, allowed, paths, max(settings.pool, k), foreign)
    if plausible is not None and "graph" in paths and len(paths) > 1:
        for _ in range(graph.hops):
            best = fused.scores[: graph.seeds]
            seeds = fused.rows[: graph.seeds][best > 0]  # what nothing found is no seed, but may be reached
            scores, weight = paths["graph"]
            paths["graph"] = (np.maximum(scores, plausible.step(seeds, best[best > 0])), weight)
            fused = fuse(view, allowed, paths, max(settings.pool, k), foreign)
    trace.note("fuse", " + ".join(paths) or "no path", f"{len(fused.rows)} candidates ranked")
    rows, cut = _rows(store, scope, view, fused, found, cosines, plausible, k, budget, min_score)
    if cut:
        trace.note("budget", f"{budget} tokens", f"{cut} rows left out")
    usual = _usual(view, allowed, cosines) if judged else None
    return Recall(query, tuple(rows), cut, usual, seen, ranked.hidden, ranked.log, trace.steps)


def _thoughts_too(settings: RecallSettings) -> bool:
    """Whether thoughts are rows: where a path finds them, not only the turns they came from."""
    return "thoughts" in settings.paths or settings.paths == ("graph",)


def _among(wanted: Filter, settings: RecallSettings) -> Among:
    """The collection that a query is put to."""
    if wanted.kind is not None:
        return "thoughts" if wanted.kind == "thought" else "said"
    return "all" if "thoughts" in settings.paths else "said"


def _lexical(
    store: Store, scope: Scope, view: View, query: str, settings: RecallSettings, among: Among, trace: Trace
) -> Lexical | None:
    if "lexical" not in settings.paths:
        return None
    asked = list(terms(query))
    found = lexical.score(view, store.postings(scope, view, asked), settings, asked, among)
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


def _foreign(view: View, query: str, settings: RecallSettings) -> Foreign | None:
    """The rows in another language than the query, where there are several languages."""
    if not settings.level_languages or np.count_nonzero(dense.language_counts(view)) < 2:
        return None
    names = view.names["language"]
    near = [names[name] for name in (language(query), "mixed", "other") if name in names]
    return Foreign(~np.isin(view.codes["language"], near), settings.foreign_words)


def _rows(
    store: Store,
    scope: Scope,
    view: View,
    fused: Fused,
    found: Lexical | None,
    cosines: Scores | None,
    plausible: Plausible | None,
    k: int,
    budget: int | None,
    min_score: float,
) -> tuple[list[Row], int]:
    """The first k memories that score enough, as many of them as the budget holds; and how many it cut."""
    enough = int(np.count_nonzero(fused.scores >= min_score))  # the scores descend
    places = _read(store, scope, view, fused.rows[:enough], fused.scores[:enough], k)
    chosen = [row for row, _, _ in places]
    words, coverages = found.held(chosen) if found is not None else ([()] * len(chosen), [0.0] * len(chosen))
    through = plausible.through(chosen) if plausible is not None else [()] * len(chosen)
    rows: list[Row] = []
    spent = 0
    for (row, score, memory), held, coverage, ranks, about in zip(
        places, words, coverages, fused.ranks(chosen), through, strict=True
    ):
        tokens = count_tokens(memory.text)
        if budget is not None and spent + tokens > budget:
            break
        spent += tokens
        similarity = float(cosines[row]) if cosines is not None and view.has_vector[row] else None
        rows.append(Row(memory, round(score, 6), similarity, coverage, ranks, held, tokens, about))
    return rows, len(places) - len(rows)


def _read(
    store: Store, scope: Scope, view: View, rows: NDArray[np.int64], scores: Scores, k: int
) -> list[tuple[int, float, Memory]]:
    """The first k that are still there (another process may have erased some since the snapshot); a question asked again in the same words
    takes no second place.
    """
    asked: set[str] = set()
    places: list[tuple[int, float, Memory]] = []
    start = 0
    while len(places) < k and start < len(rows):
        stop = start + k - len(places)
        batch = rows[start:stop]
        numbers = view.numbers[batch].tolist()
        memories = store.read(scope, numbers)
        for row, score, number in zip(batch.tolist(), scores[start:stop].tolist(), numbers, strict=True):
            memory = memories.get(number)
            if memory is None:
                continue
            words = normalise(memory.text)
            if words in asked and only_asks(memory.text):
                continue
            asked.add(words)
            places.append((row, score, memory))
        start = stop
    return places


def _usual(view: View, allowed: NDArray[np.bool_], cosines: Scores | None) -> float | None:
    scored = allowed & view.has_vector
    return float(np.median(cosines[scored])) if cosines is not None and scored.any() else None
