"""What all scripts print: a small table of what was measured, and the same as JSON where asked for."""

import argparse
import json
import platform
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from thoughtbank import __version__


def parser(doc: str | None) -> argparse.ArgumentParser:
    """Arguments of a script: its docstring is its help, and every script takes --json."""
    made = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--json", type=Path, metavar="FILE", help="write what was measured to this file too")
    return made


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Rows under a head, the first column to the left, numbers to the right."""
    cells = [list(head), *[[_cell(value) for value in row] for row in rows]]
    widths = [max(len(row[place]) for row in cells) for place in range(len(head))]
    for number, row in enumerate(cells):
        print(
            "  ".join(
                cell.rjust(width) if place else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
        )
        if not number:
            print("  ".join("-" * width for width in widths))
    print(flush=True)


def write(file: Path | None, measured: dict[str, Any]) -> None:
    """The same as JSON, with the machine it was measured on."""
    if file is not None:
        file.write_text(json.dumps({"machine": machine(), **measured}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def machine() -> dict[str, str]:
    """What a figure depends on beside the code."""
    return {
        "thoughtbank": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.machine()}",
    }


def progress(text: str) -> None:
    """A line that says how far it is, on stderr, so that tables can be piped."""
    print(text, file=sys.stderr, flush=True)


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """Median and 95th percentile in milliseconds."""
    return {name: round(float(np.percentile(seconds, at)) * 1e3, 3) for name, at in (("p50_ms", 50), ("p95_ms", 95))}


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    return "-" if value is None else str(value)
