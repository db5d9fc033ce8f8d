"""Verbs that carry memories out and in: export, import. Both stream, whatever the size."""

import codecs
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO, Annotated

import typer

from thoughtbank.cli import output
from thoughtbank.cli.files import whole_file
from thoughtbank.cli.given import Json, User, common, open_bank
from thoughtbank.errors import InputError
from thoughtbank.records.decisions import ImportReport

SHOWN = 20
"""Refused lines that the table shows; --json has all of them."""


def export(
    ctx: typer.Context,
    user: User,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="Where to; - is standard output.")] = "-",
    force: Annotated[bool, typer.Option("--force", help="Replaces a file that is there.")] = False,
    json: Annotated[bool, typer.Option("--json", help="With FILE: one JSON document instead of a sentence.")] = False,
) -> None:
    """Writes everything of a user as JSON lines, which import takes back.

    UTF-8, whatever the terminal. A file appears whole or not at all, and over another only with --force.

    Example: thoughtbank export --user ana ana.jsonl
    """
    target = None if file == "-" else Path(file)
    if target is not None and target.exists() and not target.is_file():
        raise InputError(f"{file} is no regular file; name one, or - for standard output")
    if target is not None and target.exists() and not force:
        raise InputError(f"{file} is there already; name another file, or replace it with --force")
    seen = target is None and sys.stdout.isatty()
    with open_bank(ctx) as bank:
        lines = bank.export(user_id=user)
        with (
            output.progress("exporting", quiet=common(ctx).quiet or seen) as advance,
            nullcontext(sys.stdout.buffer) if target is None else whole_file(target) as out,
        ):
            count = _write(lines, out, advance)
    if target is None:
        return
    if json:
        output.print_json({"file": file, "lines": count, "bytes": target.stat().st_size})
    else:
        output.say(f"{file}: {count} lines, {count - 1} of them turns, notes and versions")


def _write(lines: Iterable[str], out: IO[bytes], advance: Callable[[int], None]) -> int:
    count = 0
    for count, line in enumerate(lines, 1):
        out.write(line.encode("utf-8", "replace") + b"\n")
        advance(count)
    out.flush()
    return count


def import_(
    ctx: typer.Context,
    user: User,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="JSON lines in UTF-8; - is standard input.")],
    json: Json = False,
) -> None:
    """Takes JSON lines: an export, or one message a line with role, content, said_at.

    The same again adds nothing. Exit code 1 when a line was refused; the others are kept.

    Example: thoughtbank import --user ana ana.jsonl
    """
    with _opened(file) as stream, open_bank(ctx) as bank:
        taking = _Lines(stream)
        report = ImportReport()
        with output.progress("importing", total=_size(stream), quiet=common(ctx).quiet, bytes_=True) as advance:
            for so_far in bank.importing(taking, user_id=user):
                report = so_far
                advance(taking.bytes)
    report = replace(
        report, lines=report.lines + len(taking.refused), refused=tuple(sorted([*report.refused, *taking.refused]))
    )
    if json:
        output.print_json(asdict(report) | {"refused": [{"line": at, "reason": why} for at, why in report.refused]})
    else:
        _show(report)
    if report.refused:
        raise typer.Exit(1)


class _Lines:
    """The lines of a stream as text. One that isn't UTF-8 is refused here and stands as a blank one, which the import passes over."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.bytes = 0
        self.refused: list[tuple[int, str]] = []

    def __iter__(self) -> Iterator[str]:
        for number, line in enumerate(self._stream, 1):
            self.bytes += len(line)
            if number == 1:
                if line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                    raise InputError("this is UTF-16; save it as UTF-8 and import it again")
                line = line.removeprefix(codecs.BOM_UTF8)
            try:
                yield line.decode()
            except UnicodeDecodeError as error:
                self.refused.append((number, f"not UTF-8: byte {error.start + 1} of the line"))
                yield ""


@contextmanager
def _opened(file: str) -> Iterator[IO[bytes]]:
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = open(file, "rb")  # noqa: SIM115  # closed below; only opening it is guarded
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"can't read {file}: {reason}; name a file of JSON lines, or - for standard input") from error
    with stream:
        yield stream


def _size(stream: IO[bytes]) -> int | None:
    """None where it has no end yet: a pipe, a terminal."""
    try:
        return os.fstat(stream.fileno()).st_size or None
    except OSError:
        return None


def _show(report: ImportReport) -> None:
    counts = [("lines", report.lines), ("stored", report.stored), ("already there", report.already)]
    counts.append(("refused", len(report.refused)))
    output.table(("", "count<"), counts)
    if report.updated:
        output.say(f"{report.updated} thoughts that were here ended, or rest on further turns, as the lines say")
    if report.kept:
        output.say(f"{report.kept} thoughts stay as they are: what happened to them here is later than what the lines know")
    if report.merged:
        output.say(f"{report.merged} thoughts say what another one here says, and were merged into it")
    if report.undated:
        output.say(f"{report.undated} of the stored had no time and got that of the import")
    if report.pending:
        output.say(
            f"{report.pending} of the stored wait for their vector since the embedder failed; run: thoughtbank doctor --repair"
        )
    if report.refused:
        output.table(("refused line<", "reason"), report.refused[:SHOWN])
    if len(report.refused) > SHOWN:
        output.say(f"and {len(report.refused) - SHOWN} more; --json names them all", "dim")
