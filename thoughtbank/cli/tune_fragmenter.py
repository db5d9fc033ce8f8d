"""Teaching a small model to write propositions: tune fragmenter."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thoughtbank.cli import output
from thoughtbank.cli.given import Json, common

if TYPE_CHECKING:
    from thoughtbank.tuning.fragmenter import Taught

SHOWN = 5
"""Left-out lines that are told one by one."""


def fragmenter(
    ctx: typer.Context,
    data: Annotated[Path, typer.Option("--data", metavar="FILE", help="Messages, one a line: text, speaker, propositions.")],
    model: Annotated[
        str, typer.Option("--model", metavar="FOLDER", help="The model to begin with: T5, BART or another of their kind.")
    ],
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Where the taught model is written.")] = None,
    epochs: Annotated[int, typer.Option("--epochs", metavar="N", min=1, help="How often it sees each message.")] = 10,
    json: Json = False,
) -> None:
    """Teaches a small model to write the propositions of a message, and says what it is worth on messages it wasn't taught (extra tune).

    Example: thoughtbank tune fragmenter --data propositions.jsonl --model t5-small --out fragmenter
    """
    from thoughtbank.tuning.examples import check, doubtful, read_examples
    from thoughtbank.tuning.folders import check_folder
    from thoughtbank.tuning.fragmenter import save_fragmenter, tune_fragmenter

    if out is not None:
        check_folder(out)
    examples = read_examples(data)
    check(examples, str(data))
    quiet = common(ctx).quiet
    if doubt := doubtful(examples):
        output.remark(doubt, quiet=quiet)
    with output.progress("steps", quiet=quiet or json) as advance:
        made = tune_fragmenter(examples, model, epochs=epochs, advance=advance)
    if out is not None:
        save_fragmenter(made, out)
    if json:
        output.print_json({
            "tuned": "fragmenter", "how": made.how, "n": len(examples), "taught": made.taught, "held": made.held,
            "left_out": made.left_out, "before": made.before, "after": made.after, "better": made.better, "out": out,
        })  # fmt: skip
    else:
        _show(made, out)


def _show(made: "Taught", out: Path | None) -> None:
    output.say(f"{made.how}: taught {made.taught} messages, measured on {made.held} others")
    for one in made.left_out[:SHOWN]:
        output.say(f"left out, {one}", "yellow")
    if len(made.left_out) > SHOWN:
        output.say(f"left out, and {len(made.left_out) - SHOWN} more (--json lists them)", "yellow")
    output.compared(made.before, made.after)
    if not made.better:
        output.say("exact_f1 isn't larger than before: label more messages, or raise --epochs", "yellow")
    if out is not None:
        output.say(f"wrote {out}; load it with thoughtbank.providers.seq2seq.Seq2SeqFragmenter", "dim")
    else:
        output.say("nothing is written without --out FOLDER", "dim")
