"""Compares two results of one evaluation, question by question: compare A B."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thoughtbank.cli import output
from thoughtbank.cli.files import write_text
from thoughtbank.cli.given import Json

if TYPE_CHECKING:
    from thoughtbank.evaluation.compare import Comparison


def compare(
    a: Annotated[Path, typer.Argument(metavar="A", help="The result before: what evaluate --json printed.")],
    b: Annotated[Path, typer.Argument(metavar="B", help="The result after.")],
    json: Json = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Writes a page with pictures too; replaces FILE.")
    ] = None,
) -> None:
    """Says what changed from one result of an evaluation to another, with the 95 % interval of each difference.

    Each question is compared with itself, which tells far smaller differences apart than two intervals side by side.

    Example: thoughtbank compare before.json after.json
    """
    from thoughtbank.evaluation.compare import compared
    from thoughtbank.evaluation.compare import html as page_of
    from thoughtbank.evaluation.result import read_result

    comparison = compared(read_result(a), read_result(b))
    if html is not None:
        write_text(page_of(comparison, (str(a), str(b))), html)
    if json:
        output.print_json(comparison.as_json())
    else:
        _show(comparison)


def _show(comparison: "Comparison") -> None:
    from thoughtbank.evaluation.compare import tables

    for table in tables(comparison):
        output.say(table.title)
        output.table(table.columns, table.rows)
    for remark in comparison.remarks:
        output.say(remark, "dim")
