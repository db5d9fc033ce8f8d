"""Rows for people, in a terminal or on a page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as text under columns. A column whose name ends in ! is never broken; one that ends in < counts, and stands right."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
