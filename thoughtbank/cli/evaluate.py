"""Measures the engine on real dialogues, or makes dialogues to measure it on: evaluate NAME."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from thoughtbank.cli import measuring
from thoughtbank.cli.given import Json
from thoughtbank.cli.measuring import Users, Wanted
from thoughtbank.errors import InputError

SETS: Mapping[str, str] = {
    "locomo": "LoCoMo: two people, months of sessions; five categories of questions",
    "gvd": "MemoryBank's probing questions, in every language that is there",
    "beam": "BEAM: long chats of a user and an assistant; ten abilities",
    "memora-forgetting": "Memora: sessions that answer, and what should no longer be shown",
    "kdconv": "KdConv: Chinese dialogues; which turn states a fact of film, music, travel",
    "longmemeval": "LongMemEval: each question with a haystack of its own",
    "msc": "Multi-Session Chat: the next utterance of the last session",
    "cc": "Conversation Chronicles: the same",
    "gc": "GapChat: the same",
    "mini": "small Vietnamese and Korean dialogues",
    "jsonl": "your own turns and questions with evidence (docs/evaluation.md)",
}
"""Dialogues with questions, and what they are."""
GAIN = ("gain", "memora-gate", "crosswoz")
"""What is measured of the gain of turns."""
NOT_BUILT: Mapping[str, str] = {
    "contradictions": "the relation of a new statement to what is known",
}
"""Names whose mechanism this version doesn't have, and the mechanism."""


def evaluate(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to measure; an unknown name lists them.")],
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="PATH", help="A file of the set, its folder, or the folder that holds that."),
    ] = None,
    preset: Annotated[
        str | None, typer.Option("--preset", metavar="NAME", help="ALL, or a published system as published.")
    ] = None,
    without: Annotated[
        list[str] | None, typer.Option("--without", metavar="PART", help="Leaves a part of the engine out; may be repeated.")
    ] = None,
    baselines: Annotated[bool, typer.Option(help="Whether baselines are measured beside the engine.")] = True,
    dialogues: Annotated[
        int | None, typer.Option("--dialogues", metavar="N", min=1, help="The first N dialogues only.")
    ] = None,
    judge: Annotated[
        str | None, typer.Option("--judge", metavar="MODEL", help="A model that marks the answers; of gain, that judges.")
    ] = None,
    bertscore: Annotated[
        str | None,
        typer.Option("--bertscore", metavar="ENCODER", help="Measures BERTScore too, with this encoder (extra bertscore)."),
    ] = None,
    json: Json = False,
    timings: Annotated[
        bool, typer.Option("--timings", help="Puts times and memory into the JSON too; two runs differ in them.")
    ] = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Writes a report to read.")] = None,
    sheet: Annotated[
        Path | None,
        typer.Option("--sheet", metavar="FILE", help="Writes the answers as a blind sheet for people, its key beside it."),
    ] = None,
    keep: Annotated[
        Path | None, typer.Option("--keep", metavar="FOLDER", help="Where vectors and half a run are kept.")
    ] = None,
    only: Annotated[str | None, typer.Option("--only", metavar="gvd|locomo", help="lsh: one of the two alone.")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="make-users: where they are written.")] = None,
    users: Annotated[int, typer.Option("--users", metavar="N", min=1, help="make-users: how many.")] = 15,
    days: Annotated[int, typer.Option("--days", metavar="N", min=1, help="make-users: of how many days.")] = 10,
    language: Annotated[str, typer.Option("--language", metavar="en|zh|ko|vi", help="make-users: their language.")] = "en",
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="make-users and sheets: the same seed, the same result.")
    ] = 0,
    force: Annotated[bool, typer.Option("--force", help="make-users: writes over files that are there.")] = False,
) -> None:
    """Measures the engine on dialogues whose questions have known evidence, beside baselines, with the settings it would run with.

    The dialogues aren't part of this package. lsh: what hashing finds of what brute force finds. labels: reads a filled sheet. make-users: invents
    people, days of dialogue and questions, to measure on.

    Example: thoughtbank evaluate locomo --data dialogues --html locomo.html
    """
    if name == "make-users":
        measuring.make_users(ctx, Users(out, users, days, language, seed, force), json)
    elif name in NOT_BUILT:
        raise InputError(f"{name} measures {NOT_BUILT[name]}, which this version doesn't have yet")
    elif name not in (*SETS, *GAIN, "fragments", "lsh", "labels"):
        raise InputError(
            f"there is no evaluation {name!r}; there are: {', '.join((*SETS, *GAIN, 'fragments', 'lsh', 'labels', 'make-users'))}"
        )
    elif data is None:
        raise InputError(f"name the data of {name} with --data PATH")
    elif name in SETS:
        wanted = Wanted(
            name, data, preset, tuple(without or ()), baselines, dialogues, judge, bertscore, html, sheet, seed, keep, timings
        )
        measuring.measure(ctx, wanted, json)
    elif name in GAIN:
        measuring.gain(ctx, name, data, judge, json)
    elif name == "fragments":
        measuring.fragments(ctx, data, json)
    elif name == "lsh":
        measuring.lsh(ctx, data, only, json)
    else:
        measuring.read_labels(data, json)
