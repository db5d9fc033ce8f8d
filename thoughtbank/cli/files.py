"""Files that verbs write: each appears whole, or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from thoughtbank.errors import InputError


@contextmanager
def whole_file(target: Path) -> Iterator[IO[bytes]]:
    """A file beside the target that takes its name only when all is written and on the disk."""
    try:
        out = tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}-", delete=False)  # noqa: SIM115  # closed below
    except OSError as error:
        raise InputError(
            f"can't write into {target.parent} ({error.strerror}); name a file in a folder that is there"
        ) from error
    try:
        with out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        os.replace(out.name, target)
    except BaseException:
        Path(out.name).unlink(missing_ok=True)
        raise


def check_target(target: Path, *read: Path | None) -> None:
    """Raises InputError where no file can have that name, or it would take the place of one that is read or written too: said before hours of work, not
    after.
    """
    for other in read:
        if other is not None and target.resolve() == other.resolve():
            raise InputError(f"{target} is named twice; it would be written over: name another file")
    if target.exists() and not target.is_file():
        raise InputError(f"{target} is no regular file; name another")
    if not target.parent.is_dir():
        raise InputError(f"can't write into {target.parent}: there is no such folder; name a file in a folder that is there")


def write_text(text: str, target: Path) -> None:
    """A text as a file, over one that is there. Raises InputError where the target isn't a file's."""
    check_target(target)
    with whole_file(target) as out:
        out.write(text.encode())
