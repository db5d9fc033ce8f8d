"""The work behind `evaluate`: what each name measures or makes, and how it is shown. Engines and embedders are made here, for the evaluation may not."""

import json as json_module
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from thoughtbank.cli import output
from thoughtbank.cli.files import check_target, write_text
from thoughtbank.cli.given import common, open_judging
from thoughtbank.errors import InputError

if TYPE_CHECKING:
    from thoughtbank.evaluation.lsh import Measured, Memory, Texts
    from thoughtbank.evaluation.tables import Table
    from thoughtbank.ports import ChatModel

THOUGHTS = "what the engine thinks by rules, organized"
"""What stands for thoughts in the figures of lsh, in words."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is measured and how it is shown, as the command line gave it."""

    name: str
    data: Path
    preset: str | None
    without: tuple[str, ...]
    baselines: bool
    dialogues: int | None
    judge: str | None
    bertscore: str | None
    html: Path | None
    sheet: Path | None
    seed: int
    keep: Path | None
    timings: bool


@dataclass(frozen=True, slots=True)
class Users:
    """What `make-users` is told."""

    out: Path | None
    users: int
    days: int
    language: str
    seed: int
    force: bool


def measure(ctx: typer.Context, wanted: Wanted, json: bool) -> None:
    """One set of dialogues, by the engine and its baselines."""
    from thoughtbank.evaluation import report
    from thoughtbank.evaluation.runner import Plan, evaluate
    from thoughtbank.providers import make_embedder, make_model
    from thoughtbank.settings import load_settings

    for target in (wanted.html, wanted.sheet):
        if target is not None:
            check_target(target)
    given = {name: value for name, value in common(ctx).settings.items() if name not in ("store", "tenant")}
    given |= {"preset": wanted.preset or given["preset"]}
    settings = load_settings(**given)
    plan = Plan(
        wanted.name,
        wanted.data,
        make_embedder(settings),
        make_model(settings),
        _judge(ctx, wanted.judge),
        given,
        wanted.without,
        wanted.baselines,
        wanted.dialogues,
        wanted.bertscore,
    )
    with output.progress(f"evaluating {wanted.name}", quiet=common(ctx).quiet) as advance:
        result = evaluate(plan, wanted.keep or settings.home / "evaluation", advance)
    answers = result.pop("answers")
    if wanted.sheet is not None:
        _write_sheet(wanted.sheet, answers, wanted.seed)
    if wanted.html is not None:
        write_text(report.html(result), wanted.html)
    if json:
        output.print_json(result if wanted.timings else {name: of for name, of in result.items() if name != "timings"})
    else:
        _show(report.tables(result))
    for remark in result["remarks"]:
        output.remark(remark, quiet=common(ctx).quiet)


def _judge(ctx: typer.Context, name: str | None) -> "ChatModel | None":
    """The judge's model, with the keys and addresses of the settings."""
    from thoughtbank.providers import make_model
    from thoughtbank.settings import load_settings

    return make_model(load_settings(**{**common(ctx).settings, "model": name})) if name is not None else None


def _write_sheet(file: Path, answers: Sequence[Mapping[str, Any]], seed: int) -> None:
    """The sheet, and beside it the key that says which system gave which answer."""
    from thoughtbank.evaluation.labels import Judged, sheet

    if not answers:
        raise InputError("there are no answers to be labelled; an evaluation with answers needs a reader")
    text, key = sheet([Judged(**{**one, "recalled": tuple(one["recalled"])}) for one in answers], seed=seed)
    write_text(text, file)
    write_text(json_module.dumps(key, ensure_ascii=False, indent=1) + "\n", _key_of(file))


def _key_of(sheet: Path) -> Path:
    return sheet.with_name(f"{sheet.name}.key.json")


def read_labels(file: Path, json: bool) -> None:
    """What a filled sheet says of each system."""
    from thoughtbank.evaluation.labels import RANKINGS, labels, means, rankings

    try:
        filled, key = file.read_text(encoding="utf-8-sig"), json_module.loads(_key_of(file).read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json_module.JSONDecodeError) as error:
        raise InputError(f"{file} must be CSV in UTF-8, and {_key_of(file).name} the key written with it: {error}") from error
    try:
        systems = means(labels(filled, key))
        ranked = {name: rankings(filled, key, name) for name in RANKINGS}
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
    wins = {name: _win_rates(places) for name, places in ranked.items() if places}
    if json:
        output.print_json({"evaluation": "labels", "source": "person", "systems": systems, "win_rates": wins})
        return
    names = list(dict.fromkeys(chain.from_iterable(systems.values())))
    rows = [(system, *(f"{marks[name]:.3f}" if name in marks else "" for name in names)) for system, marks in systems.items()]
    output.table(("system", *(f"{name}<" for name in names)), rows)
    for name, pairs in wins.items():
        output.say(f"win rates by {name}")
        output.table(
            ("", "against", "win rate<", "n<"),
            [(*pair.split(" / "), f"{of['rate']:.3f}", of["n"]) for pair, of in pairs.items()],
        )


def _win_rates(ranked: Sequence[Mapping[str, int]]) -> dict[str, dict[str, float]]:
    """Every two systems that were placed for one question."""
    from thoughtbank.evaluation.ranking import win_rate

    systems = sorted({system for places in ranked for system in places})
    met = [
        (a, b) for place, a in enumerate(systems) for b in systems[place + 1 :] if any(a in one and b in one for one in ranked)
    ]
    return {f"{a} / {b}": {"rate": (won := win_rate(ranked, a, b)).rate, "n": won.n} for a, b in met}


def make_users(ctx: typer.Context, wanted: Users, json: bool) -> None:
    """Invented people in the layout of MemoryBank's data."""
    from thoughtbank.evaluation.users import make, write
    from thoughtbank.providers import make_model
    from thoughtbank.settings import load_settings

    if wanted.out is None:
        raise InputError("name the folder that the users are written to with --out FOLDER")
    model = make_model(load_settings(**common(ctx).settings))
    made = make(wanted.language, users=wanted.users, days=wanted.days, seed=wanted.seed, model=model)
    files = write(wanted.out, made, wanted.language, replace=wanted.force)
    if json:
        output.print_json({"users": len(made), "files": files, "kept": [why for user in made for why in user.kept]})
        return
    for file in files:
        output.say(str(file))
    kept = sum(len(user.kept) for user in made)
    if model is not None:
        output.say(f"{kept} exchanges kept the template's words, since the model's said something else", "dim")
    output.say(f"measure on them with: thoughtbank evaluate gvd --data {wanted.out}", "dim")


def gain(ctx: typer.Context, name: str, data: Path, judge: str | None, json: bool) -> None:
    """Whether gain is what people say, and what the gate keeps; by the shipped scorer and its settings, or by a model that judges every turn."""
    from thoughtbank.assemble import scorer_name
    from thoughtbank.evaluation.gain import measure

    models = {"model": "none", "judge_model": judge or "none"} | ({"gain": {"by": "model"}} if judge is not None else {})
    with open_judging(ctx, **models) as bank:
        settings, scorer = bank.settings.gain, scorer_name(bank.settings)
        result = {"evaluation": name, **measure(name, data, bank.gains_of, settings.theta_index)}
    if json:
        output.print_json(
            {**result, "settings": {"gain": {**settings.model_dump(mode="json"), "scorer": scorer}}, "judge": judge}
        )
        return
    output.say(f"{name}: {result['n']} turns, theta_index {settings.theta_index:g}")
    _show_parts("part", result)
    wrong = "sharing_stopped"
    has_wrong = any(wrong in of for of in result["layers"].values())
    decided = [
        (layer, of["turns"], f"{of['share']:.3f}", *([of[wrong]] if has_wrong else []))
        for layer, of in result["layers"].items()
    ]
    output.table(("decided by!", "turns<", "share<", *(["sharing turns stopped<"] if has_wrong else [])), decided)


def fragments(ctx: typer.Context, data: Path, json: bool) -> None:
    """How many of the propositions that a careful person would sign are found, and how many of those found are; by the shipped rules, or by the model
    that is set.
    """
    from thoughtbank.evaluation import kdconv_triples
    from thoughtbank.evaluation.fragment_figures import ByBank, measure
    from thoughtbank.evaluation.fragments import mark, read

    with open_judging(ctx) as bank:
        shipped = ByBank(bank.fragments_of)
        result: dict[str, Any] = {"evaluation": "fragments"}
        if data.is_dir():  # KdConv's dialogues, whose utterances are annotated with the triples they state
            stated = kdconv_triples.read(kdconv_triples.dialogues(data))
            found = kdconv_triples.measure(stated, lambda text: shipped.told(text).found)
            figures = {name: found.pop(name) for name in ("recall", "precision")}
            result |= {"n": found["utterances"], "metrics": figures, "by": {}, "counted": found}
        else:
            result |= measure(mark(read(data), shipped))
        failed = shipped.failed
        result["failed"] = len(failed)
        result["settings"] = {"think": bank.settings.think.model_dump(mode="json"), "model": bank.settings.model}
    if json:
        output.print_json(result)
        return
    output.say(f"fragments: {result['n']} messages" + (f", {len(failed)} couldn't be read: {failed[0]}" if failed else ""))
    _show_parts("language", result)


def _show_parts(part: str, result: Mapping[str, Any]) -> None:
    """Figures of all and of each part."""
    parts = {"": result["metrics"], **result["by"]}
    rows = [(name, metric, *output.figure(figure)) for name, figures in parts.items() for metric, figure in figures.items()]
    output.table((part, "metric!", "value<", "95 % interval<"), rows)


def lsh(ctx: typer.Context, folder: Path, only: str | None, json: bool) -> None:
    """What hashing finds of what brute force finds, and in what time."""
    from thoughtbank.evaluation.lsh import figures_of, measure, report, sets_in, texts_of
    from thoughtbank.evaluation.lsh_time import time_table, timed_on
    from thoughtbank.evaluation.thinking import thoughts_of

    sets, missing = sets_in(folder, only)
    for remark in missing:
        output.remark(remark, quiet=common(ctx).quiet)
    texts = [texts_of(dialogues, thoughts_of) for dialogues in sets.values()]
    embedder, memories = _embedded(ctx, list(chain(*texts)))
    rest = iter(memories)
    measured = [measure(name, list(islice(rest, len(of_set)))) for name, of_set in zip(sets, texts, strict=True)]
    times = timed_on(memories)
    if json:
        output.print_json({
            "evaluation": "lsh",
            **figures_of(memories, measured),
            "embedder": embedder,
            "thoughts": THOUGHTS,
            "missing": missing,
            "sets": [one.as_json() for one in measured],
            "times": [one.as_json() for one in times],
        })  # fmt: skip
        return
    _show([*chain(*map(report, measured)), time_table(times)])
    for one in measured:
        _left_out(one)
    output.say(f"embedder {embedder}; as thoughts: {THOUGHTS}", "dim")


def _embedded(ctx: typer.Context, texts: "Sequence[Texts]") -> "tuple[str, list[Memory]]":
    """The embedder's name, and the texts as vectors."""
    from thoughtbank.evaluation.lsh import memories_of
    from thoughtbank.providers import make_embedder
    from thoughtbank.settings import load_settings

    embedder = make_embedder(load_settings(**common(ctx).settings))
    total = sum(len(one.thoughts) + len(one.questions) for one in texts)
    with output.progress("embedding", total=total, quiet=common(ctx).quiet) as advance:
        return embedder.name, memories_of(texts, embedder, advance)


def _left_out(measured: "Measured") -> None:
    for reason in measured.left_out:
        output.say(f"{measured.name}, left out: {reason}", "dim")


def _show(tables: "Sequence[Table]") -> None:
    for table in tables:
        output.say(table.title)
        output.table(table.columns, table.rows)
