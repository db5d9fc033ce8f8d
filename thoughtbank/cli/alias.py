"""Who is who, on the command line: the links between names, one more, or one less."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from thoughtbank.cli import output
from thoughtbank.cli.given import Json, User, open_bank, utf8
from thoughtbank.records.alias import Alias

app = typer.Typer(
    help='Who is who: list, add, remove.\n\nExample: thoughtbank alias add --user ana Mum "Ana\'s mother"', no_args_is_help=True
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A name.")]


@app.command("list")
def list_(ctx: typer.Context, user: User, json: Json = False) -> None:
    """Shows who is who: what propositions and you said of names, and of each link that joins nothing why.

    Finding nothing isn't an error.

    Example: thoughtbank alias list --user ana
    """
    with open_bank(ctx) as bank:
        found = bank.aliases(user_id=user)
        rests_on = [one.memory_id and bank.history(one.memory_id, user_id=user)[-1].text for one in found]
    if json:
        output.print_json({"aliases": [asdict(one) for one in found]})
    elif found:
        said = [text or "as given" for text in rests_on]
        rows = [(one.name, one.means, text, one.apart or "") for one, text in zip(found, said, strict=True)]
        output.table(("name", "means", "said", "joins nothing"), rows)
    else:
        output.say("no name is known to mean another")


@app.command()
def add(
    ctx: typer.Context,
    name: Name,
    means: Annotated[str, typer.Argument(metavar="MEANS", help="Whom or what it means, of whom something is known.")],
    user: User,
    json: Json = False,
) -> None:
    """Says that a name means somebody or something that is known. It stands above what was said of the name.

    Exit code 1 where nothing is known of what it means.

    Example: thoughtbank alias add --user ana Mum "Ana's mother"
    """
    with open_bank(ctx) as bank:
        one = bank.alias(utf8(name, "NAME"), utf8(means, "MEANS"), user_id=user)
    _show([one], "means", json)


@app.command()
def remove(
    ctx: typer.Context,
    name: Name,
    user: User,
    means: Annotated[str | None, typer.Argument(metavar="MEANS", help="Whom it doesn't mean; left out: anybody.")] = None,
    json: Json = False,
) -> None:
    """Ends what links a name with whom it means. What was said stays; saying it again doesn't bring the link back, add does.

    Exit code 1 where no link says so.

    Example: thoughtbank alias remove --user ana Mum
    """
    with open_bank(ctx) as bank:
        ended = bank.unalias(utf8(name, "NAME"), None if means is None else utf8(means, "MEANS"), user_id=user)
    _show(ended, "no longer means", json)


def _show(links: Sequence[Alias], verb: str, json: bool) -> None:
    if json:
        output.print_json({"aliases": [asdict(one) for one in links]})
        return
    for pair in dict.fromkeys((one.name, one.means) for one in links):
        output.say(f"{pair[0]} {verb} {pair[1]}")
