"""One evaluation for a person: what was measured, how well it went beside the baselines, where it went wrong, and at what cost.

`tables` is for a terminal, `html` one page that needs nothing else. Both only lay out what the result holds: nothing is measured here, and what
the result lacks is left out, not shown as a zero. The same result gives the same bytes. Checked by `tests/evaluation/test_report.py`.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thoughtbank import plots
from thoughtbank.evaluation import page
from thoughtbank.evaluation.meaning import better, meaning
from thoughtbank.evaluation.result import ENGINE, LEADING, Figure, Result, between, number, result_of, value_of
from thoughtbank.evaluation.tables import Table

KEY = (
    "recall@1",
    "recall@10",
    "hit@5",
    "ndcg@10",
    "mrr",
    "evidence_in_context",
    "f1",
    "m1",
    "judge_correctness",
    "judge_memorability",
)
"""Metrics that stand side by side; the table of all of them is long."""
PICTURED = ("evidence_in_context", "f1", "m1", "judge_correctness", "judge_memorability")
"""Metrics with a picture of their own, beside the leading one."""
NARROW = ("recall@10", "mrr", "f1", "m1")
"""Those that a terminal has room for."""
WORST = 20
"""Questions shown that went worst."""
COST = {
    "model_calls": "calls of a language model",
    "model_tokens_read": "tokens a language model read",
    "model_tokens_written": "tokens it wrote",
    "context_tokens": "tokens of context, a question",
    "history_tokens": "tokens of the whole history, a question",
    "saved": "tokens saved against full context",
    "stored_tokens_per_session": "tokens stored, a session",
    "recall_ms": "a recall, ms",
    "recall_cpu_ms": "a recall, ms of the processor",
    "remember_ms": "a turn remembered, ms",
    "memory_ms": "memory made of a turn, ms",
    "answer_ms": "an answer, ms",
    "rss_mb": "resident memory, MB",
}


def tables(result: Mapping[str, Any]) -> list[Table]:
    """Every metric with its interval and the best baseline; the systems side by side; categories; cost. Raises InputError."""
    read = result_of(result)
    return [one for one in (_metrics(read), _systems(read, NARROW), _categories(read, NARROW), _cost(read)) if one.rows]


def html(result: Mapping[str, Any]) -> str:
    """The page. Raises InputError, MissingExtra."""
    read = result_of(result)
    return page.page(f"{read.evaluation}, Thoughtbank", _parts(read))


def _parts(read: Result) -> Iterator[str]:
    yield from _opening(read)
    if drawn := list(_pictures(read)):
        yield page.pictures(drawn)
    yield from _section("Beside the baselines", [_systems(read)])
    yield page.folded("Every metric of every system, with its interval", [page.table(_everything(read))])
    yield from _section("By category", [_categories(read)])
    yield from _section("Cost", [_cost(read)])
    yield from _section("What went worst", [_worst(read)])
    if read.judge_labels:
        yield page.heading("How it was judged")
        yield page.table(_judged(read))
        told = json.dumps(read.judge_labels.get("prompts", {}), ensure_ascii=False, indent=2).replace("\\n", "\n")
        yield page.folded("What the judge was told", [page.verbatim(told)])
    if read.remarks:
        yield page.heading("Remarks")
        yield page.listing(read.remarks)
    yield page.heading("What was measured, and how")
    yield page.table(Table("", ("metric", "what it says"), tuple((name, meaning(name) or "") for name in read.metrics)))
    yield page.folded(
        "Settings", [page.verbatim(json.dumps(read.settings, ensure_ascii=False, indent=2, sort_keys=True, default=str))]
    )
    yield page.footer(
        f"Thoughtbank {read.version}. Data: {', '.join(read.data.files) or 'unnamed'}, digest {read.data.digest}. "
        f"Embedder: {read.embedder or 'none'}. Model: {read.model or 'none'}."
    )


def _section(title: str, shown: Sequence[Table]) -> Iterator[str]:
    """Tables under a heading, unless they are empty."""
    filled = [one for one in shown if one.rows]
    if filled:
        yield page.heading(title)
        yield from (page.table(Table("", one.columns, one.rows), ours=ENGINE) for one in filled)


def _opening(read: Result) -> Iterator[str]:
    leading = read.leading
    figure = read.metrics[leading] if leading is not None else Figure(value=None)
    yield page.paragraph(f"thoughtbank evaluate {read.evaluation}", soft=True)
    said = f"{leading} on {read.evaluation}: {number(figure.value)}" if leading else f"{read.evaluation}: nothing measured"
    yield page.heading(said, 1, aside=between(figure.low, figure.high))
    yield page.paragraph(_what(read, leading))
    yield page.paragraph(_how_to_read(read, leading, figure), soft=True)
    yield page.tiles(list(_tiles(read)))


def _what(read: Result, leading: str | None) -> str:
    """What the number is, and what it is of."""
    said = meaning(leading) if leading else None
    parts = f" without {', '.join(read.without)}" if read.without else ""
    return (
        f"{said[0].upper() + said[1:] + '. ' if said else ''}"
        f"{read.n:,} {_s('question', read.n)} about {read.conversations:,} {_s('conversation', read.conversations)}, "
        f"asked of the engine as shipped with the preset {read.preset or 'of its settings'}{parts}, "
        f"{'answers by ' + read.model if read.model else 'without a language model'}."
    )


def _how_to_read(read: Result, leading: str | None, figure: Figure) -> str:
    interval = (
        f"The 95 % interval, {between(figure.low, figure.high)}, is how far the number moves when whole conversations are drawn again."
        if figure.low is not None and figure.high is not None
        else "There is no interval: that takes two conversations or more."
    )
    best = _best(read, leading) if leading else None
    if best is None:
        return interval
    name, other = best
    span = f" ({between(other.low, other.high)})" if other.low is not None else ""
    return (
        f"{interval} The best baseline, {name}, reaches {number(other.value)}{span}. All systems answer the same questions, so two "
        "intervals may overlap though one system is better throughout."
    )


def _tiles(read: Result) -> Iterator[tuple[str, str]]:
    yield "questions", f"{read.n:,}"
    yield "conversations", f"{read.conversations:,}"
    if read.without_evidence:
        yield "without evidence, counted apart", f"{read.without_evidence:,}"
    saved = _saved(read)
    if saved is not None:
        yield COST["saved"], saved
    if "model_calls" in read.cost:
        yield COST["model_calls"], _amount(read.cost["model_calls"])


def _pictures(read: Result) -> Iterator[tuple[str, str, str]]:
    """The leading metric from all sides, then the others, then M1 over what it depends on."""
    leading = read.leading
    if leading is not None:
        yield _system_bars(leading, _points(read, leading))
    if drawn := list(_recall_lines(read)):
        svg = plots.lines(drawn, title="recall@k", x="k, memories recalled", y="recall@k", log=True)
        yield "recall@k", "how much of the evidence is found as more is recalled", svg
    if leading is not None and (points := _category_points(read, leading)):
        yield f"{leading} by category", "the engine with its 95 % interval", plots.dots(points, title=f"{leading} by category")
    for metric in PICTURED:
        if metric != leading and len(points := _points(read, metric)) > 1:
            yield _system_bars(metric, points)
    yield from _series(read)


def _system_bars(metric: str, points: Sequence[plots.Point]) -> tuple[str, str, str]:
    return metric, "each system with its 95 % interval", plots.bars(points, title=f"{metric} of each system")


def _points(read: Result, metric: str) -> list[plots.Point]:
    """Systems that have the metric, best first."""
    found = [
        plots.Point(name, figure.value, figure.low, figure.high, ours=name == ENGINE)
        for name, metrics in read.systems.items()
        if (figure := metrics.get(metric)) is not None and figure.value is not None
    ]
    return sorted(found, key=lambda point: -point.value)


def _category_points(read: Result, metric: str) -> list[plots.Point]:
    return [
        plots.Point(f"{name} ({read.n_by[name]:,})" if name in read.n_by else name, one.value, one.low, one.high, ours=True)
        for name, metrics in read.by.items()
        if (one := metrics.get(metric)) is not None and one.value is not None
    ]


def _recall_lines(read: Result) -> Iterator[plots.Line]:
    """Systems whose recall was measured at two depths or more."""
    for name, metrics in read.systems.items():
        depths = sorted(int(metric[7:]) for metric in metrics if re.fullmatch(r"recall@[1-9]\d*", metric))
        found = [(k, metrics[f"recall@{k}"]) for k in depths]
        points = tuple((float(k), plots.Point("", one.value, one.low, one.high)) for k, one in found if one.value is not None)
        if len(points) > 1:
            yield plots.Line(name, points, ours=name == ENGINE)


def _series(read: Result) -> Iterator[tuple[str, str, str]]:
    """M1 over sessions (FraCom, figure 3), and over tau with its coverage (figure 5)."""
    for name, title, under, x, labels in (
        ("m1_by_session", "M1 by session", "does memory hold as the conversation grows?", "session", ("M1",)),
        ("m1_by_tau", "M1 by tau", "a strict tau may raise M1 by leaving queries out", "tau", ("M1", "coverage", "M1 of non-empty")),
    ):  # fmt: skip
        rows = read.series.get(name, ())
        drawn = [line for place, label in enumerate(labels, 1) if (line := _series_line(label, rows, place)).points]
        if drawn:
            yield title, under, plots.lines(drawn, title=title, x=x, y=labels[0] if len(labels) == 1 else "value")


def _series_line(label: str, rows: Sequence[Sequence[float | None]], place: int) -> plots.Line:
    found = [(row[0], row[place]) for row in rows if len(row) > place]
    points = [(x, plots.Point("", value)) for x, value in found if x is not None and value is not None]
    return plots.Line(label, tuple(sorted(points, key=lambda point: point[0])), ours=place == 1)


def _metrics(read: Result) -> Table:
    rows = []
    for metric, figure in read.metrics.items():
        name, other = _best(read, metric) or ("", Figure(value=None))
        rows.append(
            (metric, number(figure.value), between(figure.low, figure.high), number(other.value), name)
        )  # fmt: skip
    columns = ("metric!", f"{ENGINE}<", "95 % interval<", "best baseline<", "which")
    return Table(f"{read.evaluation}: {read.n:,} questions, {read.conversations:,} conversations", columns, tuple(rows))


def _best(read: Result, metric: str) -> tuple[str, Figure] | None:
    """The baseline with the best value. Of what less is better, no memory at all would be: there is none."""
    if better(metric) < 0:
        return None
    found = [(name, one.metrics[metric]) for name, one in read.baselines.items() if value_of(one.metrics, metric) is not None]
    return max(found, key=lambda one: one[1].value or 0.0) if found else None


def _systems(read: Result, key: Sequence[str] = KEY) -> Table:
    """Systems side by side, by the metrics that matter most; none where there is no baseline."""
    chosen = [metric for metric in key if metric in read.metrics] or list(read.metrics)[: len(key)]
    rows = tuple((name, *(number(value_of(metrics, metric)) for metric in chosen)) for name, metrics in read.systems.items())
    return Table("Beside the baselines", ("system!", *(f"{metric}<" for metric in chosen)), rows if read.baselines else ())


def _everything(read: Result) -> Table:
    names = dict.fromkeys(metric for metrics in read.systems.values() for metric in metrics)
    rows = tuple((metric, *(_full(metrics.get(metric)) for metrics in read.systems.values())) for metric in names)
    return Table("", ("metric", *(f"{name}<" for name in read.systems)), rows)


def _full(figure: Figure | None) -> str:
    if figure is None or figure.value is None:
        return ""
    return number(figure.value) + (f" ({between(figure.low, figure.high)})" if figure.low is not None else "")


def _categories(read: Result, key: Sequence[str] = KEY) -> Table:
    leading = read.leading or ""
    others = [metric for metric in key if metric in read.metrics and metric != leading]
    rows = tuple(
        (
            name, f"{read.n_by[name]:,}" if name in read.n_by else "", number(value_of(metrics, leading)),
            between(metrics[leading].low, metrics[leading].high) if leading in metrics else "",
            *(number(value_of(metrics, metric)) for metric in others),
        )
        for name, metrics in read.by.items()
    )  # fmt: skip
    return Table(
        "By category", ("category!", "n<", f"{leading}<", "95 % interval<", *(f"{metric}<" for metric in others)), rows
    )


def _cost(read: Result) -> Table:
    amounts = {**read.cost, "saved": _saved(read), **(read.timings or {})}
    return Table("Cost", ("what", "amount<"), tuple(_amounts(amounts)))


def _amounts(given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is known by its name in words, the rest by its own; parts of a whole one by one."""
    for name in sorted(given, key=lambda name: list(COST).index(name) if name in COST else len(COST)):
        label, value = COST.get(name, name.replace("_", " ")), given[name]
        if isinstance(value, Mapping):
            yield from ((f"{label}: {part}", amount) for part, amount in _amounts(value))
        elif value is not None:
            yield label, _amount(value)


def _amount(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value.is_integer() or abs(value) >= 100 else f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _saved(read: Result) -> str | None:
    """Share of the whole history's tokens that a question's context doesn't take."""
    context, history = read.cost.get("context_tokens"), read.cost.get("history_tokens")
    if not isinstance(context, int | float) or not isinstance(history, int | float) or history <= 0:
        return None
    return f"{100 * (1 - context / history):.1f} %"


def _judged(read: Result) -> Table:
    """How many labels each source gave, and how often there was none, with the reason."""
    labels, failed = (read.judge_labels.get(name, {}) for name in ("labels", "failed"))
    rows = [(str(source), str(count)) for source, count in labels.items()]
    rows += [(f"failed: {reason}", str(count)) for reason, count in failed.items()]
    return Table("", ("source", "labels<"), tuple(rows))


def _worst(read: Result) -> Table:
    """The questions with the least of the leading metric that questions have, in the order they were asked."""
    metric = next((name for name in LEADING if any(name in one.values for one in read.questions)), "")
    found = [(value, one) for one in read.questions if (value := one.values.get(metric)) is not None]
    worst = sorted(found, key=lambda one: one[0])[:WORST]
    rows = tuple((number(value), one.category, one.text, one.id) for value, one in worst)
    return Table("What went worst", (f"{metric}<", "category", "question", "id"), rows)


def _s(noun: str, count: int) -> str:
    return noun if count == 1 else f"{noun}s"
