"""What every test stands on: a real file, a clock that is set by hand, an empty environment, and no way out to the network."""

import os
import signal
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from thoughtbank import Thoughtbank
from thoughtbank.providers.fake import HashEmbedder

DATA = os.environ.get("THOUGHTBANK_DATA")
"""Read before the environment is cleaned."""

hypothesis_settings.register_profile(
    "tests", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
hypothesis_settings.load_profile("tests")

START = datetime(2026, 3, 2, 8, 14, tzinfo=UTC)


class SettableClock:
    """Gives the moment it was set to, and steps on a second after each look unless told otherwise."""

    def __init__(self, now: datetime = START, step: timedelta = timedelta(seconds=1)) -> None:
        self.now, self.step = now, step
        self._lock = threading.Lock()

    def __call__(self) -> datetime:
        with self._lock:
            now, self.now = self.now, self.now + self.step
            return now

    def advance(self, **by: float) -> datetime:
        self.now += timedelta(**by)
        return self.now


@cache
def empty_database() -> bytes:
    """A migrated file without a row: copying it is ten times as fast as migrating one for every example of a property."""
    with tempfile.TemporaryDirectory() as folder:
        Thoughtbank(f"{folder}/empty.db", embedder=HashEmbedder(), home=folder).close()
        return Path(f"{folder}/empty.db").read_bytes()


KNOWS = {"usual_share": 0.0, "coverage_share": 1.0, "known": 0.3}
"""When a question counts as answerable with HashEmbedder; the defaults are calibrated for the built-in one."""

Opener = Callable[..., Thoughtbank]


def _no_way_out(address: Any) -> None:
    host = address[0] if isinstance(address, tuple) else None
    if isinstance(host, str) and host not in ("127.0.0.1", "::1", "localhost", ""):
        raise ConnectionRefusedError(f"tests don't leave this machine: {host}")


@pytest.fixture(autouse=True, scope="session")
def _interruptible() -> None:
    """A shell starts a job in the background with Ctrl-C ignored, which the programs that tests start would inherit."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def _no_network() -> Iterator[None]:
    real = socket.socket.connect

    def connect(self: socket.socket, address: Any, /) -> None:
        _no_way_out(address)
        real(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", connect)
        yield


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, _empty_home: Path) -> None:
    for name in list(os.environ):
        if name.startswith("THOUGHTBANK_") or name.endswith("_API_KEY"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("THOUGHTBANK_THINK__PARSERS", "off")  # what rules find depends on what is installed
    for name in ("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(_empty_home))


@pytest.fixture(scope="session")
def _empty_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def clock() -> SettableClock:
    return SettableClock()


@pytest.fixture
def open_bank(tmp_path: Path, clock: SettableClock) -> Iterator[Opener]:
    """Opens banks on files in tmp_path, `bank.db` unless named, and closes them at the end. They think only where a test says so."""
    opened: list[Thoughtbank] = []

    def open_one(name: str = "bank.db", **given: Any) -> Thoughtbank:
        file = tmp_path / name
        if not file.exists() and file.parent.is_dir():
            file.write_bytes(empty_database())
        alone = {
            "embedder": HashEmbedder(),
            "clock": clock,
            "seed": 1,
            "home": tmp_path,
            "answer": KNOWS,
            "think": {"mode": "off"},
        }
        given = alone | given
        opened.append(Thoughtbank(str(file), **given))
        return opened[-1]

    yield open_one
    for bank in opened:
        bank.close()


@pytest.fixture
def bank(open_bank: Opener) -> Thoughtbank:
    return open_bank()


@pytest.fixture
def data() -> Path:
    """Dialogues of the benchmarks, which are not part of this repository."""
    if not DATA:
        pytest.skip("THOUGHTBANK_DATA names no folder with the benchmarks' dialogues")
    return Path(DATA)
