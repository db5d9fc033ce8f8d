"""Verbs on thoughts: relations, changes, restore, work."""

import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from thoughtbank.cli import output
from thoughtbank.cli.given import Agent, Json, User, common, open_bank
from thoughtbank.cli.memory import MemoryId
from thoughtbank.errors import InputError, NotFound
from thoughtbank.records.memory import Memory
from thoughtbank.records.thought import WorkReport

if TYPE_CHECKING:
    from thoughtbank.assemble import Thoughtbank

Every = Annotated[float, typer.Option(metavar="SECONDS", min=0.05, help="How often to look again.")]


def relations(
    ctx: typer.Context,
    head: Annotated[str, typer.Argument(metavar="HEAD", help="About whom or what.")],
    user: User,
    agent: Agent = None,
    json: Json = False,
) -> None:
    """Shows everything that is thought of a person or a thing.

    Finding nothing isn't an error.

    Example: thoughtbank relations --user ana "Mia"
    """
    with open_bank(ctx) as bank:
        found = bank.relations(head, user_id=user, agent_id=agent)
    if json:
        output.print_json({"head": head, "thoughts": [output.memory_data(one) for one in found]})
    elif found:
        output.table(("relation", "tail", "said", "in words", "id!"), [_line(one) for one in found])
    else:
        output.say(f"nothing is thought of {output.plain(head)}")


def _line(one: Memory) -> tuple[object, ...]:
    assert one.triple is not None
    return one.triple.relation, one.triple.tail, f"{one.said_at:%Y-%m-%d}", output.with_end(one), one.id


def changes(
    ctx: typer.Context,
    user: User,
    memory_id: Annotated[str | None, typer.Argument(metavar="MEMORY_ID", help="Only those of this thought.")] = None,
    limit: Annotated[int, typer.Option(metavar="N", help="How many.")] = 50,
    before: Annotated[str | None, typer.Option(metavar="CHANGE_ID", help="Only older ones than this.")] = None,
    json: Json = False,
) -> None:
    """Shows what happened to thoughts, newest first: inserted, merged, forgotten, restored, refused, by whom and why; and what was said of names.

    Example: thoughtbank changes --user ana
    """
    with open_bank(ctx) as bank:
        found = bank.changes(user_id=user, memory_id=memory_id, limit=limit, before=before)
        texts = {one.memory_id: _text(bank, one.memory_id, user) for one in found if one.kind not in ("alias", "unalias")}
    if json:
        output.print_json({"changes": [asdict(one) for one in found]})
    elif found:
        for one in found:
            output.say(f"{one.at:%Y-%m-%d %H:%M} {one.kind} {one.memory_id}")
            if one.memory_id in texts:
                output.say(f"  {texts[one.memory_id]}")
            output.say(f"  {output.short(one.reason, output.REFUSAL)} (by {one.by})", "dim")
    else:
        output.say("nothing has changed yet")


def _text(bank: "Thoughtbank", memory_id: str, user: str) -> str:
    try:
        return bank.history(memory_id, user_id=user)[-1].text
    except NotFound:  # brought by an import without its thought
        return "(not here)"


def restore(ctx: typer.Context, memory_id: MemoryId, user: User, json: Json = False) -> None:
    """Takes back what became of a thought: a forgotten one is current again, a merged one is taken apart.

    Exit code 1 when there is no such thought.

    Example: thoughtbank restore --user ana MEMORY_ID
    """
    with open_bank(ctx) as bank:
        back = bank.restore(memory_id, user_id=user)
    if json:
        output.print_json({"current": [output.memory_data(one) for one in back]})
        return
    for one in back:
        output.say(f"current again {one.id}")
        output.say(f"  {one.text}", "dim")


def work(
    ctx: typer.Context,
    user: Annotated[str | None, typer.Option("--user", metavar="ID", help="Only this user's turns.")] = None,
    once: Annotated[bool, typer.Option("--once", help="Ends when nothing is left to do.")] = False,
    every: Every = 1.0,
    again: Annotated[bool, typer.Option("--again", help="First lets the user's failed turns wait anew.")] = False,
    anew: Annotated[bool, typer.Option("--anew", help="First lets all of the user's turns wait anew.")] = False,
    json: Json = False,
) -> None:
    """Thinks about turns that wait, until it is stopped with Ctrl-C; several may run at once.

    Turns wait when think.mode is "behind", after an import, and after a failure. What is being worked on when it is stopped is done again.

    Example: thoughtbank work --once
    """
    if (again or anew) and user is None:
        raise InputError("--again and --anew need --user: whose turns?")
    with open_bank(ctx) as bank:
        if user is not None and (again or anew):
            bank.rethink(user_id=user, all=anew)
        total = _drain(ctx, bank, user, json)
        while not once:
            time.sleep(every)
            total = _drain(ctx, bank, user, json, quiet=True)
    if total.failed:
        raise typer.Exit(1)


def _drain(ctx: typer.Context, bank: "Thoughtbank", user: str | None, json: bool, *, quiet: bool = False) -> WorkReport:
    """Works until nothing is left that can be done, and says what was done."""
    total = WorkReport()
    with output.progress("thinking", quiet=common(ctx).quiet) as advance:
        while True:
            done = bank.work(user_id=user, limit=16)
            total = WorkReport(
                total.turns + done.turns, total.inserted + done.inserted, total.merged + done.merged,
                total.forgotten + done.forgotten, done.waiting, (*total.failed, *done.failed), total.judged + done.judged, done.stopped,
                (*total.refused, *done.refused),
            )  # fmt: skip
            advance(total.turns + total.judged)
            if not (done.turns or done.judged) or not done.waiting:
                break
    if total.turns or total.judged or total.failed or not quiet:
        _show(total, json)
    return total


def _show(report: WorkReport, json: bool) -> None:
    if json:
        output.print_json(asdict(report))
        return
    output.say(
        f"turns judged: {report.judged}, thought about: {report.turns}; thoughts inserted: {report.inserted}, merged: {report.merged}, "
        f"forgotten: {report.forgotten}; turns that wait: {report.waiting}"
    )
    if report.stopped is not None:
        output.say(f"stopped: {report.stopped}", "yellow")
    for turn, reason in report.failed[:20]:
        output.say(f"  {turn}: {reason}", "dim")
    output.show_refused(
        [f"{turn}: {offered}" for turn, offered in report.refused], more="--json has them all, and show TURN_ID those of a turn"
    )
