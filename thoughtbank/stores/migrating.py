"""Brings a database to the newest schema. Alembic is imported only when there is something to do: it costs a quarter of a second."""

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from thoughtbank.errors import StoreVersion

HEAD = "0008"
"""The newest revision; a test holds it against the files."""
KNOWN = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")


def migrate(engine: Engine, where: str) -> None:
    """Creates or upgrades the tables. Raises StoreVersion when a newer package wrote them. Several processes may call it at once."""
    with engine.connect() as connection:
        if _revision(connection) == HEAD:
            return
    with engine.connect().execution_options(write="durable") as connection, connection.begin():
        revision = _revision(connection)
        if revision == HEAD:
            return
        if revision is not None and revision not in KNOWN:
            raise StoreVersion(f"{where} has schema {revision}, newer than this package's {HEAD}; upgrade thoughtbank")
        _upgrade(connection)


def _revision(connection: Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return found


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
