"""What a command line gives: the options that verbs share, texts from arguments or standard input, and the bank they lead to."""

import shlex
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from thoughtbank.errors import InputError

if TYPE_CHECKING:
    from thoughtbank.assemble import Thoughtbank

User = Annotated[str, typer.Option("--user", metavar="ID", help="Whose memory.")]
Agent = Annotated[str | None, typer.Option("--agent", metavar="ID", help="Which agent took part; left out: any.")]
Session = Annotated[str | None, typer.Option("--session", metavar="ID", help="Which conversation; left out: any.")]
Text = Annotated[str, typer.Argument(metavar="TEXT|-", help="The text; - reads all of standard input as one text.")]
At = Annotated[str | None, typer.Option("--at", metavar="TIME", help="When it was said, ISO 8601; left out: now.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout, nothing else.")]


@dataclass(frozen=True, slots=True)
class Common:
    """The global options as they were given."""

    store: str | None
    tenant: str | None
    embedder: str | None
    model: str | None
    preset: str | None
    quiet: bool

    @property
    def settings(self) -> dict[str, str | None]:
        """As keyword arguments of what takes settings."""
        names = ("store", "tenant", "embedder", "model", "preset")
        return {name: getattr(self, name) for name in names}


def common(ctx: typer.Context) -> Common:
    given = ctx.obj
    assert isinstance(given, Common)
    return given


def open_bank(ctx: typer.Context, **settings: Any) -> "Thoughtbank":
    """The bank that the global options, the environment and the settings file name."""
    from thoughtbank.assemble import Thoughtbank

    return Thoughtbank(**{**common(ctx).settings, **settings})


@contextmanager
def open_judging(ctx: typer.Context, **settings: Any) -> "Iterator[Thoughtbank]":
    """A bank that only judges: with a store that is gone afterwards, and without the embedder unless likeness counts."""
    from thoughtbank.settings import load_settings

    if not load_settings(**common(ctx).settings).gain.likeness:
        settings["embedder"] = "hash"
    with (
        tempfile.TemporaryDirectory() as scratch,
        open_bank(ctx, store=str(Path(scratch) / "gain.db"), **settings) as bank,
    ):
        yield bank


def command_line(ctx: typer.Context, *words: str, **changed: str | None) -> str:
    """A command to copy, under the global options of this one."""
    options = {**common(ctx).settings, **changed}
    given = [word for name, value in options.items() if value is not None for word in (f"--{name}", value)]
    return shlex.join(["thoughtbank", *given, *words])


def read_text(given: str, what: str = "TEXT") -> str:
    """An argument as it stands, or for `-` all of standard input, less one line end at its end."""
    if given != "-":
        return utf8(given, what)
    try:
        text = sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"standard input isn't UTF-8 (byte {error.start + 1}); convert it first, such as with iconv -t UTF-8"
        ) from error
    return text.removesuffix("\n").removesuffix("\r")


def utf8(text: str, what: str) -> str:
    """The text, unless it came in as bytes that aren't UTF-8."""
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise InputError(f"{what} isn't UTF-8; set the terminal to UTF-8, or pass the text through standard input with -")
    return text
