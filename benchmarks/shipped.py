"""The engine as it is shipped: opened with its own defaults, whatever this machine's settings say."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from thoughtbank import Thoughtbank
from thoughtbank.ports import Embedder, Store
from thoughtbank.providers import make_embedder
from thoughtbank.settings import Settings, load_settings
from thoughtbank.stores import open_store

DATA = "THOUGHTBANK_DATA"


def defaults(**given: Any) -> Settings:
    """The shipped settings with those given. Neither THOUGHTBANK_* variables nor a settings file have a say."""
    for name in [name for name in os.environ if name.startswith("THOUGHTBANK_") and name != DATA]:
        del os.environ[name]
    return load_settings(home=Path(tempfile.gettempdir()) / "thoughtbank-has-no-settings-here", **given)


def open_bank(file: Path, embedder: str | Embedder, **given: Any) -> Thoughtbank:
    """A bank on a file with the shipped settings but those given."""
    return Thoughtbank(str(file), embedder=embedder, home=defaults().home, **given)


@contextmanager
def open_port(file: Path, embedder: Embedder) -> Iterator[Store]:
    """The store's port on a file, as a bank opens it; commits don't wait for the disk."""
    settings = defaults()
    gap = settings.recall.session_gap
    store = open_store(
        str(file), durable=False, busy_timeout=settings.busy_timeout, cache_mb=settings.cache_mb, session_gap=gap
    )
    try:
        store.claim(embedder.name, embedder.dimension)
        yield store
    finally:
        store.close()


def named_embedder(name: str) -> Embedder:
    """An embedder by its name in the settings."""
    return make_embedder(defaults(embedder=name))


def data_folder(given: Path | None) -> Path:
    """The folder of the public data sets, from --data or the environment. Ends the program when there is none."""
    folder = given or (Path(os.environ[DATA]) if os.environ.get(DATA) else None)
    if folder is None or not folder.is_dir():
        raise SystemExit(f"name the data folder with --data or {DATA}; benchmarks/README.md says what lies in it")
    return folder
