"""A folder of a fine-tuned model: what transformers saves, and `thoughtbank.json` with the hash of every file, so that a damaged file is told before
anything parses it. No pickle is read, no code of the folder runs, nothing is fetched.

Needs the extra `tune`, which is imported when the first model is made. Checked in tests/tuning/test_encoder.py and test_fragmenter.py.
"""

import hashlib
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from thoughtbank.errors import MissingExtra, SettingsError

MANIFEST = "thoughtbank.json"
UNLOADABLE = (OSError, ValueError, KeyError, RuntimeError, ImportError)
"""What transformers raises of a folder that it can't load."""


class Saved(BaseModel):
    """What every manifest holds. `files`: name to SHA-256."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    made_by: str
    format: Literal[1]
    files: dict[str, str] = Field(min_length=1)


Shape = TypeVar("Shape", bound=Saved)


def whole(folder: Path, shape: type[Shape], where: str, command: str) -> tuple[Shape, str]:
    """The manifest of a folder that `command` wrote, and the manifest's own SHA-256. Raises SettingsError, which begins with `where`."""
    try:
        data = (folder / MANIFEST).read_bytes()
        manifest = shape.model_validate_json(data)
        for name, wanted in manifest.files.items():
            if Path(name).name != name or digest_of(folder / name) != wanted:
                raise SettingsError(f"{where}: {name} isn't what was written there; tune again, or copy the whole folder anew")
    except (OSError, ValidationError) as error:
        fault = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else f"{MANIFEST} has another shape"
        raise SettingsError(f"{where} is no whole folder that {command} wrote ({fault})") from error
    return manifest, hashlib.sha256(data).hexdigest()


def loaded(folder: Path, auto: str, where: str) -> tuple[Any, Any]:
    """The model of a folder that is whole, by one of transformers' classes, and its tokenizer. Raises SettingsError, which begins with `where`; MissingExtra."""
    _, transformers = libraries()
    try:
        with quiet(transformers):
            model = getattr(transformers, auto).from_pretrained(str(folder), local_files_only=True, use_safetensors=True)
            return model, transformers.AutoTokenizer.from_pretrained(str(folder), local_files_only=True)
    except UNLOADABLE as error:
        said = str(error).strip().partition("\n")[0][:300]
        raise SettingsError(f"{where}: this release of transformers can't load it: {said}; tune again") from error


def digest_of(file: Path) -> str:
    """SHA-256 of a file's bytes."""
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


def libraries() -> tuple[Any, Any]:
    """PyTorch and transformers. Raises MissingExtra."""
    try:
        return importlib.import_module("torch"), importlib.import_module("transformers")
    except ImportError as error:
        raise MissingExtra("a fine-tuned model needs PyTorch and transformers; run: pip install 'thoughtbank[tune]'") from error


@contextmanager
def quiet(transformers: Any) -> Iterator[None]:
    """Without the library's own bars and remarks, which aren't this package's to make; as it was afterwards."""
    logging = transformers.utils.logging
    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()
