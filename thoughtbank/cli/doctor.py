"""Looks everything over and mends what can be mended: doctor, reembed."""

import platform
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from thoughtbank import __version__
from thoughtbank.cli import output
from thoughtbank.cli.given import Json, command_line, common
from thoughtbank.errors import EmbedderMismatch, MissingExtra, ProviderError, SettingsError, StoreDamaged, StoreError
from thoughtbank.records.decisions import Finding

if TYPE_CHECKING:
    from thoughtbank.ports import Embedder
    from thoughtbank.settings import Settings

ROOM = 200_000_000
"""Bytes of free disk below which it warns. Chosen: some ten thousand more memories at 1.5 kB a vector, with text, words and log to spare."""
PATIENCE = 20.0
"""Seconds that the model gets to answer at most."""
_EXITS = {"settings": 2, "scorer": 2, "store": 3, "file": 3, "embedder": 4, "model": 4}
"""What can't be used decides the exit code; any other finding is 1."""


def doctor(
    ctx: typer.Context,
    repair: Annotated[bool, typer.Option("--repair", help="Finishes what was left undone, then looks again.")] = False,
    json: Json = False,
) -> None:
    """Looks over settings, store, embedder and model, and says what to do where something isn't well.

    Exit code 0: all is well; 1: something is left to mend; 2, 3, 4: settings, store, embedder or model can't be used.

    Example: thoughtbank doctor --repair
    """
    findings = list(_look(ctx, repair))
    if json:
        output.print_json(
            {"well": all(finding.well for finding in findings), "findings": [asdict(finding) for finding in findings]}
        )
    else:
        output.table(
            ("what!", "", "finding", "what to do"),
            [(one.what, "ok" if one.well else "!!", one.detail, one.mend) for one in findings],
        )
    unwell = [_EXITS.get(finding.what, 1) for finding in findings if not finding.well]
    if unwell:
        raise typer.Exit(3 if 3 in unwell else max(unwell))


def _look(ctx: typer.Context, repair: bool) -> Iterator[Finding]:
    from thoughtbank.settings import load_settings

    yield Finding("thoughtbank", True, __version__)
    yield Finding("python", True, f"{platform.python_version()} on {platform.system()} {platform.machine()}")
    yield Finding("sqlite", True, sqlite3.sqlite_version)
    try:
        settings = load_settings(**common(ctx).settings)
    except SettingsError as error:
        yield Finding("settings", False, str(error), "correct the variable or the line of thoughtbank.toml that it names")
        return
    file = settings.home / "thoughtbank.toml"
    yield Finding("settings", True, f"{file}" if file.exists() else f"no {file}: variables and defaults only")
    embedder, found = _embedder(settings)
    yield from _store(ctx, settings, embedder, repair)
    yield found
    if settings.gain.scorer is not None:
        yield _scorer(settings)
    if settings.model is not None:
        yield _model(settings)


def _scorer(settings: "Settings") -> Finding:
    from thoughtbank.assemble import make_scorer

    try:
        return Finding("scorer", True, make_scorer(settings).name.removeprefix("scorer "))
    except (SettingsError, MissingExtra) as error:
        return Finding("scorer", False, str(error), "name another with THOUGHTBANK_GAIN__SCORER, or tune again")


def _embedder(settings: "Settings") -> tuple["Embedder | None", Finding]:
    """The embedder if it could be made, and whether it embeds."""
    from thoughtbank.providers import make_embedder

    embedder = None
    try:
        embedder = make_embedder(settings)
        start = time.perf_counter()
        size = embedder.embed(["memory"]).shape[1]
        taken = time.perf_counter() - start
    except (ProviderError, MissingExtra, SettingsError) as error:
        return embedder, Finding("embedder", False, str(error), "name another with THOUGHTBANK_EMBEDDER or --embedder")
    return embedder, Finding("embedder", True, f"{embedder.name}: {size} dimensions, one word in {taken:.2f} s")


def _store(ctx: typer.Context, settings: "Settings", embedder: "Embedder | None", repair: bool) -> Iterator[Finding]:
    from thoughtbank.assemble import Thoughtbank

    file = _file(settings.store_url)
    where = str(file) if file is not None else _masked(settings.store_url)
    if file is not None:
        yield from _disk(file)
    if file is not None and not file.exists():
        yield Finding("store", True, f"{where} isn't there yet; the first memory makes it")
        return
    if embedder is None:
        yield Finding("store", True, f"{where}; not looked over, since that needs the embedder")
        return
    try:
        # Model and scorer are looked at by themselves: one that can't be used doesn't keep the store shut.
        given: dict[str, Any] = {"tenant": settings.tenant, "embedder": embedder, "model": "none", "gain": {"scorer": None}}
        with Thoughtbank(settings.store, **given) as bank:
            yield Finding("store", True, f"{where}, durability {settings.durability}, tenant {settings.tenant}")
            yield from bank.repair() if repair else bank.check()
    except (StoreError, SettingsError) as error:
        yield Finding("store", False, str(error), _mend(ctx, error))


def _mend(ctx: typer.Context, error: Exception) -> str:
    if isinstance(error, EmbedderMismatch):
        return f"the embedder it was made with, or: {command_line(ctx, 'reembed')}"
    if isinstance(error, StoreDamaged):
        return "keep a copy of the file; import your last export into a new store"
    return "see the finding; or name another store with THOUGHTBANK_STORE or --store"


def _file(url: str) -> Path | None:
    """The file behind a store's URL, None where it isn't one."""
    path = url.removeprefix("sqlite:///")
    return None if "://" in path else Path(path).expanduser().absolute()


def _masked(url: str) -> str:
    """The URL without the name and the password it may carry."""
    return re.sub(r"(?<=://)[^/]*@", "", url)


def _disk(file: Path) -> Iterator[Finding]:
    folder = next((folder for folder in file.parents if folder.is_dir()), None)
    if folder is None:
        return
    free = shutil.disk_usage(folder).free
    yield Finding("disk", free >= ROOM, f"{free / 1e9:.1f} GB free in {folder}", None if free >= ROOM else "free some space")


def _model(settings: "Settings") -> Finding:
    """Whether the model answers, and in a given shape."""
    from pydantic import create_model

    from thoughtbank.asking import ask
    from thoughtbank.ports import ChatMessage
    from thoughtbank.providers import make_model

    patient = settings.model_copy(update={"model_timeout": min(PATIENCE, settings.model_timeout), "model_retries": 0})
    place = f" at {_masked(settings.base_url)}" if settings.base_url else ""
    what = f"{settings.model}{place}, key {'set' if settings.api_key else 'not set here'}"
    mend = "check THOUGHTBANK_MODEL, THOUGHTBANK_BASE_URL and THOUGHTBANK_API_KEY, and whether its server runs"
    try:
        model = make_model(patient)
    except (ProviderError, MissingExtra, SettingsError) as error:
        return Finding("model", False, f"{what}: {error}", mend)
    assert model is not None
    start = time.perf_counter()
    asked = ask(
        model,
        [ChatMessage("user", 'Reply with the JSON object {"ready": true} and nothing else.')],
        create_model("Ready", ready=(bool, ...)),
        repairs=1,
    )
    taken = time.perf_counter() - start
    if asked.value is None:
        return Finding("model", False, f"{what}: {asked.reason}", mend)
    return Finding("model", True, f"{what}: answered in {taken:.1f} s")


def reembed(ctx: typer.Context, json: Json = False) -> None:
    """Makes all vectors of the store anew with the embedder that is set.

    Until its end the store serves with the old vectors. Stopped half way it goes on where it was.

    Example: thoughtbank --embedder builtin reembed
    """
    from thoughtbank.assemble import reembed_store

    made = 0
    with output.progress("embedding", quiet=common(ctx).quiet) as advance:
        for made in reembed_store(**common(ctx).settings):
            advance(made)
    if json:
        output.print_json({"vectors": made})
    else:
        output.say(f"{made} vectors made anew" if made else "nothing to do: every vector is this embedder's already")
