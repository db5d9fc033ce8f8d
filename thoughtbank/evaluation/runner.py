"""One evaluation from data to figures, by the shipped engine with its shipped settings.

Each dialogue is one user of one store. It is remembered session by session, and each of its questions is put to the engine and to every baseline
(`bench.py`); what comes of it is scored question by question and, when all dialogues are through, made into figures (`figures.py`). What a
dialogue gave is kept at once, so that a run that is stopped goes on where it was (`kept.py`). Nothing asked is remembered, and nothing in the
result depends on the clock but `timings`.
"""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from thoughtbank import __version__
from thoughtbank.assemble import Thoughtbank, scorer_name
from thoughtbank.errors import InputError
from thoughtbank.evaluation import figures
from thoughtbank.evaluation.baselines import baselines
from thoughtbank.evaluation.bench import Bench
from thoughtbank.evaluation.costs import CountedModel, peak_rss_mb, spread
from thoughtbank.evaluation.datasets import Dialogue, files_of, load
from thoughtbank.evaluation.engine import Clock, Engine, Remembered
from thoughtbank.evaluation.figures import Scored
from thoughtbank.evaluation.judging import Judging, told
from thoughtbank.evaluation.kept import KeptResults, KeptVectors, run_key
from thoughtbank.evaluation.parts import without
from thoughtbank.evaluation.quality import Quality, series
from thoughtbank.evaluation.result import ENGINE
from thoughtbank.evaluation.ways import Way
from thoughtbank.ports import ChatModel, Embedder
from thoughtbank.settings import RecallSettings, Settings, load_settings

OTHER_RECALLS: Mapping[str, Mapping[str, Any]] = {
    "bm25": {"paths": ("lexical",), "neighbours": 0, "neighbours_long": 0},
    "dense": {"paths": ("dense",), "level_languages": False},
    "plain": {"paths": ("dense", "lexical")},
}
"""Baselines that are the engine with another recall over the same store, every turn ranked: BM25 of single turns, cosine alone, the plain recipe."""
CHANCE = (10, 50)
"""Depths of recall that are held against drawing by lot: of the first, and of what it is drawn from."""
SPENT = ("model_calls", "model_tokens_read", "model_tokens_written")
"""What a model costs, as results name it. Tokens are estimated."""
PRIVATE = {"api_key", "home", "store", "base_url", "embedder_base_url"}
"""Settings that aren't told: where things lie, and secrets."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured. `settings`: keyword arguments as Thoughtbank takes them. `compared`: with the baselines. `most`: dialogues at most.
    `encoder`: what BERTScore is measured with, if it is.
    """

    name: str
    path: Path
    embedder: Embedder
    model: ChatModel | None = None
    judge: ChatModel | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    compared: bool = True
    most: int | None = None
    encoder: str | None = None


Progress = Callable[[int, int], None]
"""Hears how many steps are done, and how many there are."""


def evaluate(plan: Plan, folder: Path, progress: Progress = lambda done, total: None) -> dict[str, Any]:
    """The result as JSON data (docs/evaluation.md says what is in it). `folder` is where vectors and half a run are kept.

    Raises InputError for data and parts that can't be used, EvaluationError where the engine breaks a promise.
    """
    dialogues = load(plan.name, plan.path)[: plan.most]
    if not any(dialogue.asked for dialogue in dialogues):
        raise InputError(f"{plan.path}: no question is asked in it")
    if silent := [dialogue.name for dialogue in dialogues if dialogue.asked and not dialogue.turns]:
        raise InputError(f"{plan.path}: {silent[0]} has questions and no turns to ask of")
    changed, remarks = without(plan.left_out, load_settings(**_of_bank(plan)))
    settings = load_settings(**_of_bank(plan, changed))
    described = _described(plan, settings)
    files = files_of(plan.name, plan.path)
    key, digest = run_key(files, described)
    found = _measured(plan, dialogues, settings, changed, KeptResults(folder, key), folder, progress)
    data = {"files": [file.name for file in files], "digest": digest}
    return {**described, "data": data, **_summary(dialogues, found, settings, remarks)}


def _steps(dialogue: Dialogue) -> int:
    return len(dialogue.turns) + len(dialogue.asked)


def _of_bank(plan: Plan, changed: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Settings of the bank that is measured; a run replays, so chance has a seed, and no crash of the machine matters."""
    given = {**plan.settings, **more}
    for group, values in (changed or {}).items():
        given[group] = {**given.get(group, {}), **values}
    return {**given, "store": None, "tenant": None, "durability": "fast", "seed": 0, "model": given.get("model")}


def _described(plan: Plan, settings: Settings) -> dict[str, Any]:
    """What a result says of how it was made, and depends on."""
    return {
        "evaluation": plan.name,
        "preset": settings.preset,
        "without": list(plan.left_out),
        "embedder": plan.embedder.name,
        "model": plan.model.name if plan.model else None,
        "judge": plan.judge.name if plan.judge else None,
        "bertscore": plan.encoder,
        "version": __version__,
        "compared": plan.compared,
        "settings": _told(settings),
    }


def _told(settings: Settings) -> dict[str, Any]:
    """The settings, with a scorer's name and hash in place of its path: what it holds is what a result depends on."""
    told = settings.model_dump(mode="json", exclude=PRIVATE)
    if settings.gain.scorer is not None:
        told["gain"]["scorer"] = scorer_name(settings)
    return told


def _measured(
    plan: Plan,
    dialogues: Sequence[Dialogue],
    settings: Settings,
    changed: Mapping[str, Any],
    kept: KeptResults,
    folder: Path,
    progress: Progress,
) -> list[dict[str, Any]]:
    """What each dialogue came to, measured now or by a run that was stopped."""
    found: list[dict[str, Any]] = []
    done, total = 0, sum(map(_steps, dialogues))
    with _opened(plan, settings, changed, folder) as (bench, spent):
        for dialogue in dialogues:
            one = kept.read(dialogue.name)
            if one is None:
                before = spent()
                try:
                    one = bench.measure(dialogue, lambda count, before=done: progress(before + count, total))  # type: ignore[misc]
                except InputError as error:
                    raise InputError(f"{plan.path}: {dialogue.name}: {error}") from error
                one["model"] = [now - then for now, then in zip(spent(), before, strict=True)]
                kept.write(dialogue.name, one)
            found.append(one)
            done += _steps(dialogue)
            progress(done, total)
    kept.done()
    return found


@contextmanager
def _opened(
    plan: Plan, settings: Settings, changed: Mapping[str, Any], folder: Path
) -> Iterator[tuple[Bench, Callable[[], tuple[int, int, int]]]]:
    """The ways on a store that is thrown away, and what the model has cost so far: SPENT."""
    with ExitStack() as stack:
        scratch = stack.enter_context(tempfile.TemporaryDirectory())
        embedder = KeptVectors(plan.embedder, folder / "vectors", settings.embed_chars)
        stack.callback(embedder.close)
        model = CountedModel(plan.model) if plan.model else None
        clock = Clock()

        def opened(more: Mapping[str, Any], change: Mapping[str, Any]) -> Thoughtbank:
            given = _of_bank(plan, change, **more) | {"store": str(Path(scratch) / "evaluation.db"), "model": model or "none"}
            return stack.enter_context(Thoughtbank(**{**given, "embedder": embedder, "clock": clock}))

        bank = opened({}, changed)
        remembered = Remembered(bank, clock)
        ways: list[Way] = [Engine(ENGINE, bank, remembered)]
        if plan.compared:
            for name, recall in _other_recalls(settings).items():
                ungated = {"preset": "ALL", "recall": recall, "gain": {"mode": "off"}}
                ways.append(Engine(name, opened(ungated, {}), remembered, baseline=True))
            ways += baselines(embedder, model, settings.answer)
        yield (
            Bench(ways, remembered, Quality(embedder), Judging(plan.judge), plan.encoder),
            lambda: model.spent if model else (0, 0, 0),
        )


def _other_recalls(settings: Settings) -> dict[str, RecallSettings]:
    """Those of OTHER_RECALLS that the engine doesn't have itself."""
    recalls = {name: RecallSettings(**recall) for name, recall in OTHER_RECALLS.items()}
    ungated = settings.gain.mode == "off"
    return {name: recall for name, recall in recalls.items() if not ungated or recall != settings.recall}


def _summary(
    dialogues: Sequence[Dialogue], found: Sequence[Mapping[str, Any]], settings: Settings, remarks: Sequence[str]
) -> dict[str, Any]:
    """Figures of the engine and of every baseline, what it cost, and every question."""
    scored = {name: _scored(dialogues, found, name) for name in found[0]["values"]}
    ours = scored[ENGINE]
    same = [name for name in OTHER_RECALLS if name not in scored and len(scored) > 1]
    by, n_by = figures.by_category(ours)
    counted = [one for one in ours if one.headline]
    evident = sum("recall@10" in one.values for one in counted)
    return {
        "n": evident or len(counted),
        "without_evidence": sum(dialogue.without_evidence for dialogue in dialogues) if evident else 0,
        "conversations": len({one.conversation for one in ours}),
        "metrics": figures.headline(ours),
        "by": by,
        "n_by": n_by,
        "baselines": {
            **{name: {"metrics": figures.headline(scored.get(name, ours))} for name in OTHER_RECALLS if len(scored) > 1},
            **{name: {"metrics": figures.headline(of)} for name, of in scored.items() if name not in (ENGINE, *OTHER_RECALLS)},
        },
        "series": series(dialogues, found),
        "judge_labels": told(found),
        "cost": _cost(found, ours),
        "timings": _timings(found),
        "answers": [of for one in found for of in one["answers"]],
        "questions": figures.as_json(ours, {one.id: one.text for dialogue in dialogues for one in dialogue.asked}),
        "remarks": [
            *(f"the engine's recall is that of the baseline {name}" for name in same),
            *remarks,
            *_noted(found),
            *_unjudged(found),
            *_chance(dialogues, ours),
        ],
    }


def _scored(dialogues: Sequence[Dialogue], found: Sequence[Mapping[str, Any]], way: str) -> list[Scored]:
    return [
        Scored(
            question.id,
            question.category,
            question.group,
            question.conversation or dialogue.name,
            question.headline,
            one["values"][way][question.id],
        )
        for dialogue, one in zip(dialogues, found, strict=True)
        for question in dialogue.asked
    ]


def _cost(found: Sequence[Mapping[str, Any]], ours: Sequence[Scored]) -> dict[str, Any]:
    """What doesn't depend on the machine."""
    sessions = sum(one["sessions"] for one in found)
    return {
        "context_tokens": round(sum(one.values["context_tokens"] for one in ours) / len(ours), 1),
        **{name: sum(one["model"][place] for one in found) for place, name in enumerate(SPENT)},
        "history_tokens": round(sum(one["history"] for one in found) / len(found), 1),
        "stored_tokens_per_session": {
            way: round(sum(one["stored"][way] for one in found) / sessions, 1) for way in found[0]["stored"]
        },
    }


def _timings(found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What does."""
    recalls = [seconds for one in found for seconds in one["seconds"]["recall"]]
    turns = sum(len(one["seconds"]["remember"]) for one in found) or 1
    return {
        "recall_ms": spread([wall for wall, _ in recalls]),
        "recall_cpu_ms": spread([cpu for _, cpu in recalls]),
        "remember_ms": spread([second for one in found for second in one["seconds"]["remember"]]),
        "memory_ms": {  # a turn, by those that keep a memory of their own
            way: round(sum(one["seconds"]["memory"][way] for one in found) / turns * 1e3, 3)
            for way in found[0]["seconds"]["memory"]
            if way not in OTHER_RECALLS
        },
        "answer_ms": {
            way: spread(seconds)
            for way in found[0]["seconds"]["answer"]
            if (seconds := [second for one in found for second in one["seconds"]["answer"][way]])
        },
        "rss_mb": peak_rss_mb(),
    }


def _noted(found: Sequence[Mapping[str, Any]]) -> list[str]:
    noted: Counter[str] = Counter()
    for one in found:
        noted.update(one["remarks"])
    return [f"{count} turns {text}" for text, count in noted.most_common()]


def _unjudged(found: Sequence[Mapping[str, Any]]) -> list[str]:
    failed = sum(count for one in found for count in one["judge_failed"].values())
    return [f"{failed} replies of the judge couldn't be used; judge_labels says why"] if failed else []


def _chance(dialogues: Sequence[Dialogue], scored: Sequence[Scored]) -> list[str]:
    """A remark where recall is hardly better than drawing by lot, from all units or from those that it finds itself, as after shuffling: something
    is wrong with the engine, or with the data. Dialogues of so few units that all of them stand among the first say nothing.
    """
    first, deep = CHANCE
    values = {one.id: one.values for one in scored}
    found, lots = [], []
    for dialogue in dialogues:
        units = len(set(dialogue.units.values()))
        for question in dialogue.questions if units > first else ():
            found.append(values[question.id][f"recall@{first}"])
            lots.append(max(first / units, values[question.id][f"recall@{deep}"] * first / deep))
    lot = sum(lots) / len(lots) if lots else 0.0
    if not lots or sum(found) / len(found) > lot + min(lot / 4, (1 - lot) / 2):
        return []
    return [f"recall@{first} is hardly better than drawing by lot ({lot:.3f}): see whether the engine or the data is broken"]
