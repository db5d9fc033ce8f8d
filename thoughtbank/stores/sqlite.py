"""SQLite as the store's database: how a file is opened, written safely by several processes, scrubbed and checked.

Write-ahead log with `synchronous=FULL`: a commit returns after the log reached the disk, which is what an acknowledged turn
needs to survive loss of power (measured in `benchmarks/durability.py`; `durability="fast"` leaves that to the system). Vectors are
derived and can be made again, so their commits don't wait for the disk: a lost one leaves its memory pending. What is
erased is zeroed, and the file is made anew without it.
"""

import sqlite3
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine

from thoughtbank.errors import StoreDamaged, StoreError, StoreFull, StoreUnavailable

PAGE_CACHE = 16_000
"""Kilobytes of the file that a connection keeps at most; SQLite's own default is 2,000. Chosen: the rows of ten thousand turns."""
BUSY_PAUSE = 0.01
"""Seconds between two tries to turn a file to the write-ahead log. Chosen."""
DURABLE, DERIVED = "FULL", "NORMAL"
DriverError = sqlite3.Error
_NOT_NOW = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def open_engine(path: Path, *, busy_timeout: float, durable: bool) -> Engine:
    """An engine on the file, its folder made if need be. Transactions begin IMMEDIATE when the connection has the execution option
    `write` ("durable" or "derived"), so that two writers queue instead of failing half way; with `snapshot`, all its reads see one state."""
    path = path.absolute()  # the process may go elsewhere
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnavailable(
            f"can't make the folder {path.parent} for the store ({error.strerror}); choose another with THOUGHTBANK_HOME or --store"
        ) from error
    engine = sa.create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": busy_timeout, "check_same_thread": False},
        hide_parameters=True,  # what people said has no place in a traceback
        pool_size=8,
        max_overflow=64,
    )

    opened: list[tuple[int, int]] = []

    @sa.event.listens_for(engine, "connect")
    def _prepare(raw: sqlite3.Connection, record: Any) -> None:
        raw.isolation_level = None  # transactions begin below, not where the driver guesses
        cursor = raw.cursor()
        _to_wal(cursor, busy_timeout)
        for pragma in ("secure_delete=ON", "synchronous=FULL", f"cache_size=-{PAGE_CACHE}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
        record.info["synchronous"] = DURABLE
        if not opened:
            opened.append(_identity(path))

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        write = options.get("write")
        if write is None:
            if options.get("snapshot"):
                connection.exec_driver_sql("BEGIN")
            return  # a statement alone sees one state anyhow
        if opened and _identity(path) != opened[0]:
            raise StoreUnavailable(
                f"{path} was removed or replaced while it was open; nothing of this call was stored: open it anew"
            )
        wanted = DURABLE if durable and write == "durable" else DERIVED
        if connection.info.get("synchronous") != wanted:
            connection.exec_driver_sql(f"PRAGMA synchronous={wanted}")
            connection.info["synchronous"] = wanted
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _to_wal(cursor: sqlite3.Cursor, busy_timeout: float) -> None:
    """Turns a new file to the write-ahead log. SQLite fails at once here while another process does the same, without waiting as it does elsewhere."""
    until = time.monotonic() + busy_timeout
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(BUSY_PAUSE)


def _identity(path: Path) -> tuple[int, int]:
    """Which file stands at the path; (0, 0) for none. A write into a removed file would be acknowledged and lost."""
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return (found.st_dev, found.st_ino)


def scrub(engine: Engine) -> bool:
    """Makes the file anew from what is alive, writes the log back and cuts it to nothing. False when another process
    held it too long, or there was no room.

    `secure_delete` zeroes a cell where it is deleted, but a page that was rebalanced before keeps a copy of cells that moved away; only VACUUM is
    sure to leave none (tests/stores/test_erased.py finds them without it).
    """
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        try:
            connection.exec_driver_sql("VACUUM")
            busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
        except sa.exc.OperationalError as error:  # held too long, or no room for the new file: what is erased stays erased
            if getattr(error.orig, "sqlite_errorcode", 0) & 0xFF not in _NOT_NOW:
                raise
            return False
    return not busy


def integrity(engine: Engine) -> list[str]:
    """What SQLite's own check finds wrong; empty when all is well."""
    with engine.connect() as connection:
        found = [row[0] for row in connection.exec_driver_sql("PRAGMA integrity_check(20)")]
    return [] if found == ["ok"] else found


def translate(error: BaseException | None, where: str) -> StoreError:
    """The driver's error as ours, with what to do."""
    code = getattr(error, "sqlite_errorcode", None)
    primary = code & 0xFF if code is not None else None
    if primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreDamaged(
            f"{where} is damaged or isn't a database ({error}); keep a copy, run `thoughtbank doctor`, and load your last export"
        )
    if primary == sqlite3.SQLITE_FULL:
        return StoreFull(f"no space left for {where}; nothing of this call was stored: free some space and repeat it")
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreUnavailable(
            f"{where} was locked by another process for the whole busy timeout; repeat, or raise busy_timeout"
        )
    if primary in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return StoreUnavailable(f"{where} can't be opened or written ({error}); check its folder's permissions, or use --store")
    if primary == sqlite3.SQLITE_IOERR:
        return StoreUnavailable(
            f"the disk failed under {where} ({error}); nothing of this call was stored: check space and disk"
        )
    return StoreError(f"{where}: {error}")
