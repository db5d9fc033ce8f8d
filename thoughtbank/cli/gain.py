"""Gain on the command line: of what is kept, and of any transcript."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from thoughtbank.cli import output
from thoughtbank.cli.files import check_target, write_text
from thoughtbank.cli.given import Json, User, command_line, open_bank, open_judging
from thoughtbank.errors import InputError
from thoughtbank.records.conversation import OTHER_ROLES
from thoughtbank.records.gain import Gain
from thoughtbank.records.memory import Memory

if TYPE_CHECKING:
    from thoughtbank.assemble import Thoughtbank
    from thoughtbank.evaluation.mean_gain import Scored

MemoryId = Annotated[str, typer.Argument(metavar="MEMORY_ID", help="A memory's id, as show lists it.")]


def gain(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="One message a line: role, content, session_id.")],
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draws the curve as SVG.")] = None,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="FILE", help="Compares with another transcript by mean gain.")
    ] = None,
    json: Json = False,
) -> None:
    """Shows what each turn of a transcript brings, from 0 to 10, and why. Nothing is kept.

    A model that is set is asked as remember would ask it. --against: of two ways to talk, which brings more a turn?

    Example: thoughtbank gain chat.jsonl --plot chat.svg
    """
    if plot is not None:
        check_target(plot, file)
        if against is not None:
            raise InputError("--plot draws one transcript; leave out --against")
    from thoughtbank.evaluation.layers import Tally

    messages = messages_of(file)
    others = messages_of(against) if against is not None else []
    with open_judging(ctx) as bank:
        gains = bank.gains_of(messages)
        if against is not None:
            _compare((file, against), (_scored(messages, gains), _scored(others, bank.gains_of(others))), json)
            return
    if plot is not None:
        write_text(_curve(gains, file.name), plot)
    layers = Tally(gains).shares()
    if json:
        output.print_json({"gains": [asdict(one) for one in gains], "layers": layers})
        return
    rows = [
        (place, _points(one.score), "▉" * round(one.score or 0), _who(message), _text(message), one.reason)
        for place, (message, one) in enumerate(zip(messages, gains, strict=True), 1)
    ]
    output.table(("turn<", "gain<", "curve!", "who", "text", "why"), rows)
    scores = [one.score for one in gains if one.score is not None]
    by = ", ".join(f"{name} {of['turns']} ({of['share']:.0%})" for name, of in layers.items() if of["turns"])
    output.say(f"{len(gains)} turns, mean {sum(scores) / max(1, len(scores)):.2f}; decided by {by}", "dim")


def _scored(messages: Sequence[dict[str, Any]], gains: Sequence[Gain]) -> list[tuple[str, str, float | None]]:
    sessions = (str(message.get("session_id") or "") for message in messages)
    roles = (str(message.get("role", "user")) for message in messages)
    return [
        (session, OTHER_ROLES.get(role, role), gain.score) for session, role, gain in zip(sessions, roles, gains, strict=True)
    ]


def _compare(files: tuple[Path, Path], sides: "tuple[Scored, Scored]", json: bool) -> None:
    """The second transcript beside the first."""
    from thoughtbank.evaluation.mean_gain import compared

    found = compared(*sides)
    if json:
        output.print_json({"first": str(files[0]), "second": str(files[1]), "mean_gain": found})
        return
    rows = [
        (turns, *(cell for name in ("first", "second", "difference") for cell in output.figure(figures[name])))
        for turns, figures in found.items()
        if figures["first"]["value"] is not None or figures["second"]["value"] is not None
    ]
    interval = "95 % interval<"
    output.table(("turns", f"{files[0].name}!<", interval, f"{files[1].name}!<", interval, "difference!<", interval), rows)


def messages_of(file: Path) -> list[dict[str, Any]]:
    """A transcript's messages. Raises InputError, which names the line."""
    import json

    from thoughtbank.evaluation.datasets.reading import lines_of

    messages = []
    for where, line in lines_of(file):
        try:
            messages.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise InputError(f"{where}: not JSON ({error}); give one message a line") from error
        if not isinstance(messages[-1], dict):
            raise InputError(f"{where}: a message is a JSON object with role and content")
    if not messages:
        raise InputError(f"{file} holds no message")
    return messages


def _who(message: dict[str, Any]) -> str:
    return str(message.get("speaker") or message.get("role") or "user")


def _text(message: dict[str, Any]) -> str:
    return output.short(str(message.get("content") or message.get("text") or ""), 200)


def _curve(gains: Sequence[Gain], name: str) -> str:
    from thoughtbank.plots import Line, Point, lines

    points = tuple((float(place), Point(str(place), one.score)) for place, one in enumerate(gains, 1) if one.score is not None)
    return lines([Line("gain", points, ours=True)], title=f"gain of each turn: {name}", x="turn", y="gain, 0 to 10")


def _why(memory: Memory, found: Gain) -> str:
    """The reason, which of a turn that waits is only the first estimate's."""
    return f"waits to be judged; so far: {found.reason}" if memory.unjudged else found.reason


def show_gains(
    ctx: typer.Context,
    bank: "Thoughtbank",
    user: str,
    session: str | None,
    below: float | None,
    limit: int,
    cursor: str | None,
    json: bool,
) -> None:
    """A page of turns with what each brought."""
    page = bank.gains(user_id=user, below=below, session_id=session, limit=limit, cursor=cursor)
    if json:
        items = [{**output.memory_data(memory), "gain": asdict(found)} for memory, found in page]
        output.print_json({"items": items, "next": page.next})
        return
    rows = [
        (_points(found.score), output.when(memory), output.who(memory), memory.text, _why(memory, found), memory.id)
        for memory, found in page
    ]
    output.table(("gain<", "when", "who", "text", "why", "id!"), rows)
    if page.next is not None:
        session_words = () if session is None else ("--session", session)
        below_words = () if below is None else ("--below", f"{below:g}")
        words = ("show", "--user", user, "--gain", *below_words, *session_words, "--limit", str(limit), "--cursor", page.next)
        output.say(f"more: {command_line(ctx, *words)}", "dim")


def _points(score: float | None) -> str:
    return "failed" if score is None else f"{score:.1f}"


def rescue(ctx: typer.Context, memory_id: MemoryId, user: User, json: Json = False) -> None:
    """Says that a turn is worth finding although it was judged to bring little.

    Recall ranks it from now on, and it is thought about. Exit code 1 when there is none.

    Example: thoughtbank rescue --user ana 01960b2e-...
    """
    with open_bank(ctx) as bank:
        memory = bank.rescue(memory_id, user_id=user)
    if json:
        output.print_json(output.memory_data(memory))
    else:
        output.say(f"rescued {memory.id}")
