"""Folders of fine-tuned models, as they are written: each appears whole or not at all, with safetensors alone. How they are read: `providers/saved.py`."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from thoughtbank.errors import InputError
from thoughtbank.providers.saved import digest_of, libraries, quiet


def check_folder(folder: Path) -> None:
    """Raises InputError where nothing can be saved there: said before minutes of work."""
    if folder.exists():
        raise InputError(f"{folder} is there already; name a folder that isn't")
    if not folder.parent.is_dir():
        raise InputError(f"there is no folder {folder.parent}; name one in a folder that is there")


@contextmanager
def beside(folder: Path) -> Iterator[Path]:
    """A folder that takes its name when all is written. Raises InputError."""
    check_folder(folder)
    try:
        part = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}-"))
    except OSError as error:
        raise InputError(f"can't write into {folder.parent} ({error.strerror}); name another folder") from error
    try:
        part.chmod(0o755)
        yield part
        part.rename(folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def saved(model: Any, tokenizer: Any, folder: Path) -> dict[str, str]:
    """Writes both, and gives each file's SHA-256."""
    _, transformers = libraries()
    with quiet(transformers):
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
    return {file.name: digest_of(file) for file in sorted(folder.iterdir())}
