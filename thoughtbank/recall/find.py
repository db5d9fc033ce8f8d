"""One query from end to end: the paths run over one snapshot of the scope, are fused, and become rows with their why."""

import numpy as np
from numpy.typing import NDArray

from thoughtbank.language.questions import only_asks
from thoughtbank.language.words import count_tokens, language, normalise
from thoughtbank.ports import Store, View
from thoughtbank.recall import dense
from thoughtbank.recall.fuse import Foreign, Fused, fuse
from thoughtbank.recall.narrow import narrow
from thoughtbank.recall.paths import Means, Paths, follow, over_thoughts
from thoughtbank.records.conversation import Scope
from thoughtbank.records.decisions import Filter, Recall, Row
from thoughtbank.records.memory import Memory
from thoughtbank.settings import RecallSettings
from thoughtbank.trace import Trace

Scores = NDArray[np.float32]


def find(
    means: Means,
    scope: Scope,
    query: str,
    wanted: Filter,
    k: int,
    budget: int | None,
    min_score: float,
    *,
    judged: bool = False,
) -> Recall:
    """The best k rows. `judged` also works out `usual`."""
    trace = Trace()
    view = means.store.view(scope)
    allowed = narrow(view, wanted, thoughts=over_thoughts(means.settings)) if view is not None else None
    if view is None or allowed is None or not allowed.any():
        trace.note("narrow", "nothing is stored that this query may see", "no rows")
        return Recall(query, trace=trace.steps)
    seen = int(np.count_nonzero(allowed))
    trace.note("narrow", f"{view.size} versions", f"{seen} may be seen")
    paths = follow(means, scope, view, query, wanted, allowed, trace)
    if not paths.allowed.any():
        return Recall(query, seen=seen, hidden=paths.hidden, log=paths.log, trace=trace.steps)
    fused = _fused(means, view, query, paths, max(means.settings.pool, k))
    trace.note("fuse", " + ".join(paths.scores) or "no path", f"{len(fused.rows)} candidates ranked")
    rows, cut = _rows(means.store, scope, view, fused, paths, k, budget, min_score)
    if cut:
        trace.note("budget", f"{budget} tokens", f"{cut} rows left out")
    if len(means.settings.paths) == 1 and len(rows) == k < len(fused.rows):
        trace.note("k", f"{len(fused.rows)} found", f"{k} given")
    usual = _usual(view, paths.allowed, paths.cosines) if judged else None
    return Recall(query, tuple(rows), cut, usual, seen, paths.hidden, paths.log, trace.steps)


def _fused(means: Means, view: View, query: str, paths: Paths, pool: int) -> Fused:
    """The paths together; then for each hop once more, with what the best share with others."""
    foreign = _foreign(view, query, means.settings)
    fused = fuse(view, paths.allowed, paths.scores, pool, foreign)
    if paths.plausible is None or "graph" not in paths.scores or len(paths.scores) == 1:
        return fused
    for _ in range(means.graph.hops):
        best = fused.scores[: means.graph.seeds]
        seeds = fused.rows[: means.graph.seeds][best > 0]  # what nothing found is no seed, but may be reached
        scores, weight = paths.scores["graph"]
        paths.scores["graph"] = (np.maximum(scores, paths.plausible.step(seeds, best[best > 0])), weight)
        fused = fuse(view, paths.allowed, paths.scores, pool, foreign)
    return fused


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
    paths: Paths,
    k: int,
    budget: int | None,
    min_score: float,
) -> tuple[list[Row], int]:
    """The first k memories that score enough, as many of them as the budget holds; and how many it cut."""
    enough = int(np.count_nonzero(fused.scores >= min_score))  # the scores descend
    places = _read(store, scope, view, fused.rows[:enough], fused.scores[:enough], k)
    chosen = [row for row, _, _ in places]
    words, coverages = paths.words.held(chosen) if paths.words is not None else ([()] * len(chosen), [0.0] * len(chosen))
    through = paths.plausible.through(chosen) if paths.plausible is not None else [()] * len(chosen)
    rows: list[Row] = []
    spent = 0
    for (row, score, memory), held, coverage, ranks, about in zip(
        places, words, coverages, fused.ranks(chosen), through, strict=True
    ):
        tokens = count_tokens(memory.text)
        if budget is not None and spent + tokens > budget:
            break
        spent += tokens
        similarity = float(paths.cosines[row]) if paths.cosines is not None and view.has_vector[row] else None
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
