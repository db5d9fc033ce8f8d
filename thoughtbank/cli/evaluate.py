"""Measures the parts of the engine on public dialogues that lie in a folder: evaluate NAME."""

from collections.abc import Callable, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thoughtbank.cli import output
from thoughtbank.cli.given import Json, common
from thoughtbank.errors import InputError

if TYPE_CHECKING:
    from thoughtbank.evaluation.lsh import Measured, Memory, Table, Texts

THOUGHTS = "what the engine thinks by rules, organized"
"""What stands for thoughts in the figures, in words."""


def evaluate(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to measure: lsh.")],
    data: Annotated[Path, typer.Option("--data", metavar="PATH", help="The folder with memorybank/ and locomo/.")],
    json: Json = False,
    only: Annotated[str | None, typer.Option("--only", metavar="gvd|locomo", help="One of the two alone.")] = None,
) -> None:
    """Measures a part of the engine on public dialogues. lsh: what hashing finds of what brute force finds, and in what time.

    The dialogues aren't part of this package. gvd (MemoryBank's probing questions) is read from PATH/memorybank, locomo from PATH/locomo.

    Example: thoughtbank evaluate lsh --data dialogues
    """
    measure = EVALUATIONS.get(name)
    if measure is None:
        raise InputError(f"there is no evaluation {name!r}; there are: {', '.join(EVALUATIONS)}")
    measure(ctx, data, only, json)


def _lsh(ctx: typer.Context, folder: Path, only: str | None, json: bool) -> None:
    from thoughtbank.evaluation.datasets import load, sets_in
    from thoughtbank.evaluation.lsh import measure, report, texts_of
    from thoughtbank.evaluation.lsh_time import time_table, timed_on
    from thoughtbank.evaluation.thinking import thoughts_of

    names, missing = sets_in(folder, only)
    for remark in missing:
        output.remark(remark, quiet=common(ctx).quiet)
    texts = [texts_of(load(name, folder), thoughts_of) for name in names]
    embedder, memories = _embedded(ctx, list(chain(*texts)))
    rest = iter(memories)
    measured = [measure(name, list(islice(rest, len(of_set)))) for name, of_set in zip(names, texts, strict=True)]
    times = timed_on(memories)
    if json:
        output.print_json({
            "evaluation": "lsh",
            "embedder": embedder,
            "thoughts": THOUGHTS,
            "missing": missing,
            "sets": [one.as_json() for one in measured],
            "times": [one.as_json() for one in times],
        })  # fmt: skip
    else:
        _show([*chain(*map(report, measured)), time_table(times)], measured)
        output.say(f"embedder {embedder}; as thoughts: {THOUGHTS}", "dim")


EVALUATIONS: dict[str, Callable[[typer.Context, Path, str | None, bool], None]] = {"lsh": _lsh}
"""Name -> what measures and shows it, given the data folder, the dialogues chosen and whether JSON is wanted."""


def _embedded(ctx: typer.Context, texts: "Sequence[Texts]") -> "tuple[str, list[Memory]]":
    """The embedder's name, and the texts as vectors."""
    from thoughtbank.evaluation.lsh import memories_of
    from thoughtbank.providers import make_embedder
    from thoughtbank.settings import load_settings

    embedder = make_embedder(load_settings(**common(ctx).settings))
    total = sum(len(one.thoughts) + len(one.questions) for one in texts)
    with output.progress("embedding", total=total, quiet=common(ctx).quiet) as advance:
        return embedder.name, memories_of(texts, embedder, advance)


def _show(tables: "Sequence[Table]", measured: "Sequence[Measured]") -> None:
    for table in tables:
        output.say(table.title)
        output.table(table.columns, table.rows)
    for one in measured:
        for reason in one.left_out:
            output.say(f"{one.name}, left out: {reason}", "dim")
