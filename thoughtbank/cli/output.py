"""What people and programs see: tables, JSON, progress, remarks.

Results go to stdout, everything else to stderr. Stored text is shown as text: it can't colour, move the cursor or retitle the window.
"""

import io
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import date
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Protocol

from thoughtbank.records.decisions import Recall, Receipt, Row, Step
from thoughtbank.records.memory import Memory

if TYPE_CHECKING:
    from rich.console import Console


class Advance(Protocol):
    """Moves a bar to what is done; `total`, where it wasn't known before."""

    def __call__(self, done: int, total: int | None = None) -> None: ...


NARROWEST = 10
"""Characters that a column which may be broken is left at least, if it has so many."""
GAP = 3
"""Characters between two columns."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def plain(text: str) -> str:
    """The text without control characters other than tab and line end."""
    return _CONTROL.sub("�", text.replace("\r\n", "\n"))


def short(text: str, limit: int) -> str:
    """The beginning, on one line."""
    line = " ".join(plain(text).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def any_character() -> None:
    """Makes stdout show a stand-in for what its encoding lacks, instead of failing; a stream that was closed is one to nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # for as long as the process lives
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def drop_stdout() -> None:
    """After its reader went away: what is still buffered goes nowhere, and the interpreter ends in peace."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def console(*, stderr: bool = False) -> "Console":
    from rich.console import Console

    return Console(file=sys.stderr if stderr else sys.stdout, markup=False, highlight=False, emoji=False)


def say(text: str, style: str = "") -> None:
    """A line for people, on stdout."""
    from rich.text import Text

    console().print(Text(plain(text), style), soft_wrap=True)


def remark(text: str, *, quiet: bool = False) -> None:
    """A line on stderr that isn't an error."""
    if not quiet:
        print(plain(text), file=sys.stderr, flush=True)


def table(columns: Sequence[str], rows: Sequence[Sequence[object]], *, boxed: bool = True) -> None:
    """Rows for people. A column whose name ends in ! is never broken; one that ends in < counts, and stands right.

    Where those alone don't fit the terminal the table is wider than it: half of a number is a wrong number.
    """
    from rich import box
    from rich.cells import cell_len
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=box.SIMPLE_HEAD if boxed else None, show_header=boxed, pad_edge=False)
    for column in columns:
        shown.add_column(
            column.rstrip("!<"),
            no_wrap=column.endswith(("!", "<")),
            justify="right" if column.endswith("<") else "left",
            overflow="fold",
        )
    cells = [[plain("" if cell is None else str(cell)) for cell in row] for row in rows]
    for row_cells in cells:
        shown.add_row(*map(Text, row_cells))
    out = console()
    widths = [max(map(cell_len, (name.rstrip("!<"), *(row[place] for row in cells)))) for place, name in enumerate(columns)]
    fixed = [name.endswith(("!", "<")) for name in columns]
    needed = sum(width if whole else min(width, NARROWEST) for width, whole in zip(widths, fixed, strict=True))
    out.width = max(out.width, needed + GAP * len(columns))
    out.print(shown)


Figures = Mapping[str, Mapping[str, float | None]]


def figure(of: Mapping[str, float | None]) -> tuple[str, str]:
    """A figure and its interval, as two cells."""
    value, low, high = (of[name] for name in ("value", "low", "high"))
    return "" if value is None else f"{value:.3f}", "" if low is None or high is None else f"{low:.3f} to {high:.3f}"


def compared(before: Figures, after: Figures) -> None:
    """Figures before and after, a metric a row."""
    rows = [(name, *figure(of), *figure(after[name])) for name, of in before.items()]
    table(("metric!", "before<", "95 % interval<", "after<", "95 % interval<"), rows)


def print_json(value: object) -> None:
    """One document. Where stdout isn't UTF-8 the other characters are escaped, so that none is lost."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    print(json.dumps(value, ensure_ascii=not unicode, default=_plain_value))


def _plain_value(value: object) -> object:
    if isinstance(value, date):  # datetimes are dates
        return value.isoformat()
    if isinstance(value, PurePath):
        return str(value)
    raise TypeError(f"no JSON for {type(value).__name__}")


def memory_data(memory: Memory) -> dict[str, Any]:
    """All of a memory but its place in the store."""
    return {name: value for name, value in asdict(memory).items() if name != "number"}


def row_data(row: Row) -> dict[str, Any]:
    """A recalled memory, how it was found and why, in one mapping."""
    found = asdict(row)
    del found["memory"]
    return {**memory_data(row.memory), **found, "why": row.why}


def with_end(memory: Memory) -> str:
    """Its text, and until when it held where that is known."""
    end = memory.last_day
    return memory.text if end is None else f"{memory.text} (until {end})"


def who(memory: Memory) -> str:
    return memory.kind if memory.kind != "turn" else memory.speaker or memory.role or memory.kind


def when(memory: Memory) -> str:
    return f"{memory.said_at:%Y-%m-%d %H:%M}"


REFUSALS = 5
"""Things refused that a person is shown of a turn; --json has all of them. Chosen: a few lines."""
REFUSAL = 300
"""Characters of one that are shown. Chosen: a sentence and its reason."""


def show_refused(refused: Sequence[str], *, more: str = "--json has them all") -> None:
    """What a model offered and wasn't taken: how many, and the first of them."""
    if not refused:
        return
    say(f"  refused of what was offered: {len(refused)}", "yellow")
    for one in refused[:REFUSALS]:
        say(f"    {short(one, REFUSAL)}", "dim")
    if len(refused) > REFUSALS:
        say(f"    and {len(refused) - REFUSALS} more; {more}", "dim")


def show_receipts(receipts: Sequence[Receipt]) -> None:
    for receipt in receipts:
        say(f"{receipt.outcome} {receipt.id or ''}".rstrip())
        thoughts = f"{len(receipt.thoughts)} thoughts" if len(receipt.thoughts) > 1 else "1 thought"
        for line in (receipt.reason, *receipt.notes, f"{thoughts} of it" if receipt.thoughts else None):
            if line:
                say(f"  {line}", "dim")
        show_refused(receipt.refused)


def show_recall(recall: Recall, *, why: bool = True, ids: bool = False, trace: bool = False) -> None:
    """The rows, best first; with `trace` the steps that led to them."""
    if recall.rows:
        columns = ["score!", "when", "who", "text", *(["why"] if why else []), *(["id!"] if ids else [])]
        rows = [
            [
                f"{row.score:.2f}", when(row.memory), who(row.memory), with_end(row.memory),
                *([row.why] if why else []), *([row.id] if ids else []),
            ]
            for row in recall.rows
        ]  # fmt: skip
        table(columns, rows)
    else:
        say("nothing found" if not recall.cut else "nothing fits the budget")
    if recall.cut:
        say(f"{recall.cut} more left out for the budget", "dim")
    if trace:
        show_trace(recall.trace)


def show_trace(trace: Sequence[Step]) -> None:
    table(("step!", "saw", "decided"), [(step.name, step.saw, step.decided) for step in trace])


@contextmanager
def progress(what: str, *, total: int | None = None, quiet: bool = False, bytes_: bool = False) -> "Iterator[Advance]":
    """A bar on stderr while something goes on, if a person is there to see it; call what it gives with how much is done, and of how much."""
    from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn() if bytes_ else MofNCompleteColumn())
    hidden = quiet or not sys.stderr.isatty()
    with Progress(*columns, TimeElapsedColumn(), console=console(stderr=True), transient=True, disable=hidden) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done, total=None: bar.update(task, completed=done, total=total)
