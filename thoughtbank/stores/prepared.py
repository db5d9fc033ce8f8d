"""Core statements compiled once and run on the driver's own cursor.

SQLAlchemy takes some 200 microseconds to look a compiled statement up, bind it and wrap its result, SQLite some 10 to run it. The few statements
that every turn and every query runs are therefore written in Core, as all others, but go round that machinery: same connection, same
transaction, rows as plain tuples. A list bound to an expanding parameter is rendered for the next power of two of its length.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.pool import PoolProxiedConnection


class Prepared:
    """One statement. `expanding` names its parameter that takes a list, if it has one."""

    def __init__(
        self, statement: sa.Select[Any] | sa.CompoundSelect[Any] | sa.UpdateBase, expanding: str | None = None
    ) -> None:
        self._statement, self._expanding = statement, expanding
        self._compiled: dict[tuple[str, int], tuple[str, list[str], dict[str, Any]]] = {}

    def run(self, connection: Connection, **values: Any) -> list[tuple[Any, ...]]:
        """Runs it inside the connection's transaction; the rows, if it gives any."""
        return self.fetch(connection.connection, connection.dialect, **values)

    def fetch(self, raw: PoolProxiedConnection, dialect: Dialect, **values: Any) -> list[tuple[Any, ...]]:
        """Runs it on a pooled driver connection."""
        several = _padded(list(values.pop(self._expanding))) if self._expanding is not None else []
        text, order, bound = self._text(dialect, len(several))
        bound = {**bound, **values, **{f"{self._expanding}_{place}": value for place, value in enumerate(several, 1)}}
        cursor = raw.cursor()
        try:
            cursor.execute(text, [bound[name] for name in order] if dialect.positional else bound)
            return list(cursor.fetchall()) if cursor.description else []
        finally:
            cursor.close()

    def many(self, connection: Connection, rows: Iterable[Mapping[str, Any]]) -> None:
        """Runs it once for each row of values."""
        text, order, bound = self._text(connection.dialect, 0)
        positional = connection.dialect.positional
        cursor = connection.connection.cursor()
        try:
            values: list[Any] = [
                [row.get(name, bound.get(name)) for name in order] if positional else {**bound, **row} for row in rows
            ]
            cursor.executemany(text, values)
        finally:
            cursor.close()

    def _text(self, dialect: Dialect, several: int) -> tuple[str, list[str], dict[str, Any]]:
        """The SQL for a list of that length, the order of its parameters, and those that are bound already."""
        key = (dialect.name, several)
        if key not in self._compiled:
            statement, options = self._statement, {}
            if self._expanding is not None:
                others = {name: None for name in statement.compile(dialect=dialect).params if name != self._expanding}
                statement = statement.params(**others, **{self._expanding: [None] * several})
                options = {"render_postcompile": True}
            columns = [column.name for column in statement.table.c] if isinstance(statement, sa.Insert) else None
            compiled = statement.compile(dialect=dialect, column_keys=columns, compile_kwargs=options)
            fixed = {
                name: value for name, value in self._statement.compile(dialect=dialect).params.items() if value is not None
            }
            self._compiled[key] = (compiled.string, list(getattr(compiled, "positiontup", None) or ()), fixed)
        return self._compiled[key]


def _padded(values: list[Any]) -> list[Any]:
    """The list lengthened to a power of two by repeating its last value, so that few lengths are ever compiled."""
    return values + values[-1:] * ((1 << max(len(values) - 1, 0).bit_length()) - len(values)) if values else values
