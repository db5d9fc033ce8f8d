"""Files of a data set into typed pieces. Whatever doesn't fit is an InputError that names the file and the place in it."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from thoughtbank.errors import InputError

Shape = TypeVar("Shape")

START = datetime(2024, 1, 1, tzinfo=UTC)
"""When a set begins that gives no time. Any day would do, as long as it is the same in every run."""
SECOND = timedelta(seconds=1)
"""From one turn to the next where a set gives the time of a session or of a day alone."""


class Piece(BaseModel):
    """A piece of a published file. The files hold more than is read here."""

    model_config = ConfigDict(frozen=True, extra="ignore")


def files(path: Path, folder: str, patterns: Sequence[str]) -> list[Path]:
    """The files of a set: `path` itself if it is one, else what fits a pattern in `path/folder`, with all folders below, or else in `path`; there
    not below it where a pattern fits any name, for that would be other sets' files.

    Sorted by name. Raises InputError where there is none.
    """
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise InputError(f"{path} is neither a file nor a folder")
    own = (path / folder).is_dir()
    inside = path / folder if own else path
    found = sorted({
        file
        for pattern in patterns
        for file in (inside.rglob(pattern) if own or not pattern.startswith("*.") else inside.glob(pattern))
        if file.is_file()
    })  # fmt: skip
    if not found:
        raise InputError(
            f"{inside} holds no {' or '.join(patterns)}; name such a file, its folder, or the folder that has {folder}/"
        )
    return found


def document(file: Path, shape: type[Shape]) -> Shape:
    """A JSON file as that shape."""
    return shaped(TypeAdapter(shape), text_of(file), str(file), json=True)


def lines(file: Path, shape: type[Shape]) -> list[Shape]:
    """JSON lines."""
    adapter = TypeAdapter(shape)
    return [shaped(adapter, line, where, json=True) for where, line in lines_of(file)]


def lines_of(file: Path) -> list[tuple[str, str]]:
    """The lines that aren't empty, each after its place. Split at line feeds alone: a text may hold what else Python takes for a line's end."""
    return [(f"{file}, line {number}", line) for number, line in enumerate(text_of(file).split("\n"), 1) if line.strip()]


def text_of(file: Path) -> str:
    """A file's text in UTF-8."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{file} isn't UTF-8 (byte {error.start + 1}); convert it first") from error
    except OSError as error:
        raise InputError(f"{file} can't be read: {error.strerror or error}") from error


def shaped(adapter: TypeAdapter[Shape], value: Any, where: str, *, json: bool = False) -> Shape:
    """A value as the adapter's shape; `where` begins the error."""
    try:
        return adapter.validate_json(value) if json else adapter.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InputError(f"{where}: {f'{place}: ' if place else ''}{first['msg']}") from error


def moment(text: object, form: str, where: str) -> datetime:
    """A time without a zone, read as UTC, which keeps the day as written."""
    try:
        return datetime.strptime(text if isinstance(text, str) else "", form).replace(tzinfo=UTC)
    except ValueError as error:
        raise InputError(f"{where}: {text!r} isn't a time as in {datetime(2023, 5, 8, 13, 56, tzinfo=UTC):{form}}") from error


def no_earlier(began: datetime, last: datetime | None) -> datetime:
    """`began`, or a second after the last turn where that is later: time never runs backwards in a dialogue."""
    return began if last is None else max(began, last + SECOND)
