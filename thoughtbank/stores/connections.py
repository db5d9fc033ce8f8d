"""How a store reaches its database: guarded reads and writes, each in a transaction of its own, the driver's errors put into the package's."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.pool import PoolProxiedConnection

from thoughtbank.errors import StoreError, StoreUnavailable
from thoughtbank.stores import sqlite

READERS = 4
"""Connections kept for reads at most; the pool has the rest. Chosen: a few threads that recall."""


class Connections:
    """The connections of one engine."""

    def __init__(self, engine: Engine, where: str) -> None:
        self._engine, self._where = engine, where
        self._readers: list[PoolProxiedConnection] = []
        self._closed = False

    def close(self) -> None:
        self._closed = True
        while self._readers:
            self._readers.pop().close()
        self._engine.dispose()

    @contextmanager
    def _guard(self) -> Iterator[None]:
        if self._closed:
            raise StoreError("this bank is closed; open another")
        try:
            yield
        except sa.exc.DBAPIError as error:
            raise sqlite.translate(error.orig, self._where) from error
        except sqlite.DriverError as error:
            raise sqlite.translate(error, self._where) from error
        except sa.exc.TimeoutError as error:
            raise StoreUnavailable(
                f"too many calls on {self._where} at once; finish some (an export held open counts)"
            ) from error

    @contextmanager
    def _raw(self) -> Iterator[PoolProxiedConnection]:
        """A driver connection for one prepared read. Some are kept out of the pool: a check-out takes as long as the read."""
        with self._guard():
            try:
                raw = self._readers.pop()  # atomic, as is append: threads don't share one
            except IndexError:
                raw = self._engine.raw_connection()
            try:
                yield raw
            finally:
                if len(self._readers) < READERS and not self._closed:
                    self._readers.append(raw)
                else:
                    raw.close()

    @contextmanager
    def _read(self, *, snapshot: bool = False) -> Iterator[Connection]:
        """A connection to read with; with `snapshot` all its reads see one state."""
        with self._guard(), self._engine.connect() as connection:
            if not snapshot:
                yield connection
                return
            connection = connection.execution_options(snapshot=True)
            with connection.begin():  # explicitly: a prepared statement doesn't begin one by itself
                yield connection

    @contextmanager
    def _write(self, kind: Literal["durable", "derived"]) -> Iterator[Connection]:
        with self._guard(), self._engine.connect().execution_options(write=kind) as connection, connection.begin():
            yield connection
