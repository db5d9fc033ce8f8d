"""Propositions on the command line: of any text or transcript, without keeping it."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from thoughtbank.cli import output
from thoughtbank.cli.gain import messages_of
from thoughtbank.cli.given import Json, open_judging, read_text
from thoughtbank.errors import InputError


def fragment(
    ctx: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="FILE|-", help="A text, a message a line; .jsonl: role, content, speaker. - reads text.")
    ],
    by: Annotated[
        str, typer.Option("--by", metavar="rules|model|seq2seq", help="Who reads; left out: as think.by has it.")
    ] = "auto",
    json: Json = False,
) -> None:
    """Breaks messages into propositions: predicates with their arguments, and a sentence that says each. Nothing is kept.

    Rules read English and Chinese better with the extra nlp. Exit code 1 when a message couldn't be read.

    Example: thoughtbank fragment chat.txt
    """
    messages = _messages(file)
    with open_judging(ctx) as bank:
        found = bank.fragments_of(messages, by=by)
    if json:
        output.print_json({"messages": [asdict(one) for one in found]})
    else:
        rows = [
            (place, str(fragment), fragment.mood, fragment.text) for place, one in enumerate(found, 1) for fragment in one.found
        ]
        output.table(("message<", "proposition", "mood", "sentence"), rows)
        output.say(f"{len(rows)} propositions in {len(found)} messages, by {found[0].by}", "dim")
        for place, one in enumerate(found, 1):
            for reason in (*((one.reason,) if one.reason else ()), *one.refused):
                output.say(f"message {place}: {reason}", "yellow")
    if any(one.reason for one in found):
        raise typer.Exit(1)


def _messages(file: str) -> list[dict[str, Any]]:
    if file != "-" and file.endswith((".jsonl", ".json")):
        return messages_of(Path(file))
    from thoughtbank.evaluation.datasets.reading import text_of

    text = read_text(file) if file == "-" else text_of(Path(file))
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise InputError(f"{'standard input' if file == '-' else file} holds no message")
    return [{"role": "user", "content": line} for line in lines]
