"""URL to store. The one table of what there is; other packages enter through the entry point group `thoughtbank.stores`."""

from importlib.metadata import entry_points

from thoughtbank.errors import SettingsError
from thoughtbank.ports import Store


def open_store(url: str, *, durable: bool, busy_timeout: float, cache_mb: int, session_gap: float) -> Store:
    """The store behind a URL (`sqlite:///relative`, `sqlite:////absolute`) or a file's path, made if it isn't there.

    Raises SettingsError for a URL of no known kind, StoreError when it can't be opened.
    """
    scheme, separator, rest = url.partition("://")
    if not separator:
        scheme, rest = "sqlite", f"/{url}"
    if scheme == "sqlite":
        from thoughtbank.stores.sql import SqlStore

        path = rest.removeprefix("/")
        if not path or path.startswith(":"):
            raise SettingsError(
                f"{url!r} names no file; use sqlite:///path/to/file.db (a memory kept only in RAM isn't offered)"
            )
        return SqlStore.open(path, durable=durable, busy_timeout=busy_timeout, cache_mb=cache_mb, session_gap=session_gap)
    for entry in entry_points(group="thoughtbank.stores", name=scheme):
        opened: Store = entry.load()(
            url, durable=durable, busy_timeout=busy_timeout, cache_mb=cache_mb, session_gap=session_gap
        )
        return opened
    raise SettingsError(f"no store for {scheme}:// URLs; use a file's path or sqlite:///path/to/file.db")
