"""The application: its verbs, its global options, and which error ends with which exit code.

A user's mistake is one line on stderr that says what to do; a traceback is a fault of ours. What a verb needs is imported when it runs, so
that `--help` is quick. Checked by `tests/cli/`.
"""

import sys
from collections.abc import Sequence
from typing import Annotated, cast

import typer

from thoughtbank import __version__
from thoughtbank.cli import (
    alias,
    carry,
    chat,
    compare,
    demo,
    doctor,
    evaluate,
    fragment,
    gain,
    graph,
    memory,
    model,
    thoughts,
    tune,
)
from thoughtbank.cli.given import Common
from thoughtbank.cli.output import any_character, drop_stdout, plain
from thoughtbank.errors import EvaluationError, InputError, MissingExtra, NotFound, ProviderError, SettingsError, StoreError

EXITS: tuple[tuple[int, str, tuple[type[BaseException], ...]], ...] = (
    (0, "done", ()),
    (1, "something was refused, or isn't there", (NotFound, EvaluationError)),
    (2, "usage, input or settings that can't be used", (InputError, SettingsError, OSError)),
    (3, "the store failed", (StoreError,)),
    (4, "the embedder or the model failed, or can't be loaded", (ProviderError, MissingExtra)),
    (130, "interrupted, or nobody read on", (KeyboardInterrupt, typer.Abort, BrokenPipeError)),
)
"""Exit code, its meaning, and the errors that end with it; the last fitting row counts."""

_CAUGHT = tuple(kind for _, _, kinds in EXITS for kind in kinds)
_UsageFault = cast("type[typer.BadParameter]", typer.BadParameter.__bases__[0])
"""UsageError, wherever this release of Typer keeps it."""
_EPILOG = "Exit codes:\n" + "\n".join(f"{code:>5}  {meaning}" for code, meaning, _ in EXITS)

app = typer.Typer(
    name="thoughtbank", epilog=_EPILOG, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich"
)
for name, verb in (
    ("demo", demo.demo),
    ("chat", chat.chat),
    ("remember", memory.remember),
    ("add", memory.add),
    ("recall", memory.recall),
    ("show", memory.show),
    ("gain", gain.gain),
    ("rescue", gain.rescue),
    ("fragment", fragment.fragment),
    ("edit", memory.edit),
    ("erase", memory.erase),
    ("relations", thoughts.relations),
    ("changes", thoughts.changes),
    ("restore", thoughts.restore),
    ("export", carry.export),
    ("import", carry.import_),
    ("work", thoughts.work),
    ("evaluate", evaluate.evaluate),
    ("compare", compare.compare),
    ("doctor", doctor.doctor),
    ("reembed", doctor.reembed),
):
    app.command(name)(verb)
app.add_typer(graph.app, name="graph")
app.add_typer(alias.app, name="alias")
app.add_typer(model.app, name="model")
app.add_typer(tune.app, name="tune")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"thoughtbank {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _globals(
    ctx: typer.Context,
    store: Annotated[
        str | None, typer.Option(metavar="URL", help="A file's path or sqlite:///path; env THOUGHTBANK_STORE.")
    ] = None,
    tenant: Annotated[
        str | None, typer.Option(metavar="T", help="Keeps applications apart in one store; env THOUGHTBANK_TENANT.")
    ] = None,
    embedder: Annotated[
        str | None, typer.Option(metavar="NAME", help="What makes vectors of text; env THOUGHTBANK_EMBEDDER.")
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="The language model that answers; env THOUGHTBANK_MODEL.")
    ] = None,
    preset: Annotated[
        str | None, typer.Option(metavar="NAME", help="ALL, or TIM as published; env THOUGHTBANK_PRESET.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no remarks on stderr.")] = False,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="The version.")] = False,
) -> None:
    """A long-term memory for conversations with language models. It works offline and without a key; start with: thoughtbank demo

    These options stand before the verb. Every other setting is a THOUGHTBANK_ variable or a line of thoughtbank.toml.
    """
    ctx.obj = Common(store, tenant, embedder, model, preset, quiet)
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line and gives its exit code."""
    any_character()
    command = typer.main.get_command(app)
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        # Not command.main(): it would end the process itself, and on Windows expand a * in a query to file names.
        with command.make_context("thoughtbank", words) as context:
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as end:
        return end.exit_code
    except _UsageFault as fault:
        return _fail(_usage(fault), 2)
    except _CAUGHT as error:
        code = next(code for code, _, kinds in reversed(EXITS) if isinstance(error, kinds))
        if isinstance(error, BrokenPipeError):
            drop_stdout()
            return code
        return _fail("interrupted; what was acknowledged is kept" if code == 130 else _message(error), code)
    return 0


def _fail(message: str, code: int) -> int:
    typer.echo(f"error: {' '.join(plain(message).splitlines())}", err=True)
    return code


def _message(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'output'}: {error.strerror}"
    return str(error)


def _usage(fault: typer.BadParameter) -> str:
    """Typer's message, and what to do where that isn't plain."""
    verb = fault.ctx.command_path if fault.ctx is not None else "thoughtbank"
    message = fault.format_message().rstrip(".")
    option = getattr(fault, "option_name", None)
    if option in ("--store", "--tenant", "--embedder", "--model", "--preset", "--quiet", "--version") and " " in verb:
        return f"{option} stands before the verb: thoughtbank {option} ... {verb.rpartition(' ')[2]}"
    if "unexpected extra argument" in message:
        return f"{message}; put a text of several words in quotes (see {verb} --help)"
    return f"{message}; see {verb} --help"
