"""Verbs on memories: remember, add, recall, show, edit, erase."""

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, cast

import typer

from thoughtbank.cli import output
from thoughtbank.cli.gain import show_gains
from thoughtbank.cli.given import Agent, At, Json, Session, Text, User, command_line, open_bank, read_text, utf8
from thoughtbank.errors import InputError
from thoughtbank.records.conversation import ROLES, Role
from thoughtbank.records.decisions import Receipt
from thoughtbank.records.memory import KINDS, Kind, Memory

if TYPE_CHECKING:
    from thoughtbank.assemble import Thoughtbank

MemoryId = Annotated[str, typer.Argument(metavar="MEMORY_ID", help="A memory's id, as show lists it.")]
Speaker = Annotated[str | None, typer.Option(metavar="NAME", help="Who said it, by name.")]
RoleName = Annotated[str | None, typer.Option(metavar="ROLE", help=f"One of {', '.join(ROLES)}.")]


def remember(
    ctx: typer.Context,
    text: Text,
    user: User,
    agent: Agent = None,
    session: Session = None,
    role: RoleName = None,
    speaker: Speaker = None,
    at: At = None,
    key: Annotated[str | None, typer.Option(metavar="KEY", help="Makes a retry safe: a key is stored once.")] = None,
    json: Json = False,
) -> None:
    """Keeps one message of a conversation, and says what became of it.

    Exit code 1 when it was refused.

    Example: thoughtbank remember --user ana "I'm allergic to peanuts."
    """
    said = read_text(text)
    with open_bank(ctx) as bank:
        receipts = bank.remember(
            said, user_id=user, agent_id=agent, session_id=session, role=role, speaker=speaker, said_at=at, key=key
        )
    if json:
        output.print_json({"receipts": [asdict(receipt) for receipt in receipts]})
    else:
        output.show_receipts(receipts)
    _refusal(*receipts)


def add(
    ctx: typer.Context,
    text: Text,
    user: User,
    agent: Agent = None,
    session: Session = None,
    at: At = None,
    json: Json = False,
) -> None:
    """Keeps one statement as given, outside any conversation.

    Exit code 1 when it was refused.

    Example: thoughtbank add --user ana "Ana's flat is on the third floor."
    """
    said = read_text(text)
    with open_bank(ctx) as bank:
        receipt = bank.add(said, user_id=user, agent_id=agent, session_id=session, said_at=at)
    if json:
        output.print_json(asdict(receipt))
    else:
        output.show_receipts([receipt])
    _refusal(receipt)


def _refusal(*receipts: Receipt) -> None:
    if any(receipt.outcome == "refused" for receipt in receipts):
        raise typer.Exit(1)


def recall(
    ctx: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY|-", help="What to look for; - reads standard input.")],
    user: User,
    agent: Agent = None,
    session: Session = None,
    k: Annotated[int | None, typer.Option("-k", metavar="N", help="How many at most; 10 unless set.")] = None,
    budget: Annotated[int | None, typer.Option(metavar="TOKENS", help="How many tokens of text at most.")] = None,
    role: RoleName = None,
    speaker: Speaker = None,
    kind: Annotated[str | None, typer.Option(metavar="KIND", help=f"One of {', '.join(KINDS)}.")] = None,
    since: Annotated[str | None, typer.Option(metavar="TIME", help="Said then or later.")] = None,
    until: Annotated[str | None, typer.Option(metavar="TIME", help="Said earlier than that.")] = None,
    as_of: Annotated[str | None, typer.Option(metavar="TIME", help="What held then.")] = None,
    known_at: Annotated[str | None, typer.Option(metavar="TIME", help="What had been recorded by then.")] = None,
    why: Annotated[bool, typer.Option("--why/--no-why", help="Why each row is here.")] = True,
    ids: Annotated[bool, typer.Option("--ids", help="The ids too, for show, edit and erase.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="What each step saw and decided.")] = False,
    json: Json = False,
) -> None:
    """Finds what bears on a query, best first.

    Any text is a legal query. Finding nothing isn't an error.

    Example: thoughtbank recall --user ana "What can't she eat?"
    """
    asked = read_text(query, "QUERY")
    with open_bank(ctx) as bank:
        found = bank.recall(
            asked, user_id=user, agent_id=agent, session_id=session, k=k, token_budget=budget, speaker=speaker,
            role=cast("Role | None", role), kind=cast("Kind | None", kind),
            since=since, until=until, as_of=as_of, known_at=known_at,
        )  # fmt: skip
    if json:
        rows = [output.row_data(row) for row in found.rows]
        output.print_json({**asdict(found), "rows": rows})
    else:
        output.show_recall(found, why=why, ids=ids, trace=trace)


def show(
    ctx: typer.Context,
    memory_id: Annotated[str | None, typer.Argument(metavar="MEMORY_ID", help="Shows this one in full.")] = None,
    user: Annotated[str | None, typer.Option("--user", metavar="ID", help="Whose memory; left out: lists the users.")] = None,
    agent: Agent = None,
    session: Session = None,
    limit: Annotated[int, typer.Option(metavar="N", help="How many a page.")] = 50,
    cursor: Annotated[str | None, typer.Option(metavar="CURSOR", help="Where the page begins, as the last one said.")] = None,
    gain: Annotated[bool, typer.Option("--gain", help="Turns with how much each brought, and why.")] = False,
    below: Annotated[float | None, typer.Option(metavar="SCORE", help="With --gain: only turns of less than this.")] = None,
    recent: Annotated[
        bool, typer.Option("--recent", help="The last turns of the session that a model would be shown beside the memories.")
    ] = False,
    json: Json = False,
) -> None:
    """Shows a user's memories by pages, one of them in full, or the users.

    With a MEMORY_ID: that one, with its former words; exit code 1 when there is none. Without --user: who has memories, and how many.

    Example: thoughtbank show --user ana
    """
    if memory_id is not None and user is None:
        raise InputError("--user is needed with a MEMORY_ID: whose memory is it?")
    with open_bank(ctx) as bank:
        if user is None:
            _show_users(bank, json)
        elif memory_id is not None:
            _show_one(bank, user, memory_id, json)
        elif recent:
            _show_recent(bank, user, session, json)
        elif gain:
            show_gains(ctx, bank, user, session, below, limit, cursor, json)
        else:
            _show_page(ctx, bank, user, agent, session, limit, cursor, json)


def _show_users(bank: "Thoughtbank", json: bool) -> None:
    users = bank.users()
    if json:
        output.print_json({"users": [{"user": user, "memories": count} for user, count in users]})
    elif users:
        output.table(("user", "memories<"), users)
    else:
        output.say('nobody yet; begin with: thoughtbank remember --user me "..."')


def _show_one(bank: "Thoughtbank", user: str, memory_id: str, json: bool) -> None:
    memory = bank.get(memory_id, user_id=user)
    earlier = [version for version in reversed(bank.history(memory.id, user_id=user)) if version.retired_at is not None]
    refused = bank.refusals(memory.id, user_id=user) if memory.kind == "turn" else []
    if json:
        more = {"refused": refused} if memory.kind == "turn" else {}
        output.print_json({**output.memory_data(memory), "earlier": [output.memory_data(one) for one in earlier], **more})
    else:
        _show_memory(memory)
        output.show_refused(refused)
        if earlier:
            output.table(
                ("earlier words", "from", "to"),
                [(one.text, f"{one.recorded_at:%Y-%m-%d %H:%M}", f"{one.retired_at:%Y-%m-%d %H:%M}") for one in earlier],
            )


def _show_memory(memory: Memory) -> None:
    fields = output.memory_data(memory)
    shown = [(name, value) for name, value in fields.items() if value not in (None, (), False)]
    output.table(("field!", "value"), shown, boxed=False)


def _show_page(
    ctx: typer.Context,
    bank: "Thoughtbank",
    user: str,
    agent: str | None,
    session: str | None,
    limit: int,
    cursor: str | None,
    json: bool,
) -> None:
    page = bank.list(user_id=user, agent_id=agent, session_id=session, limit=limit, cursor=cursor)
    if json:
        output.print_json({"items": [output.memory_data(memory) for memory in page], "next": page.next})
        return
    if not page.items:
        output.say("nothing more" if cursor else "nothing is stored for this user")
        return
    output.table(("id!", "when", "who", "text"), [(one.id, output.when(one), output.who(one), one.text) for one in page])
    if page.next is not None:
        filters = [word for name, value in (("--agent", agent), ("--session", session)) if value for word in (name, value)]
        again = command_line(ctx, "show", "--user", user, *filters, "--limit", str(limit), "--cursor", page.next)
        output.say(f"there is more: {again}", "dim")


def _show_recent(bank: "Thoughtbank", user: str, session: str | None, json: bool) -> None:
    window = bank.recent(user_id=user, session_id=session)
    if json:
        items = [output.memory_data(turn) for turn in window]
        output.print_json({"items": items, "tokens": window.tokens, "cut": window.cut})
        return
    output.table(("when", "who", "text"), [(output.when(turn), output.who(turn), turn.text) for turn in window])
    left_out = f"; {window.cut} left out, those of least gain first" if window.cut else ""
    output.say(f"{len(window)} turns, about {window.tokens} tokens{left_out}", "dim")


def edit(ctx: typer.Context, memory_id: MemoryId, text: Text, user: User, json: Json = False) -> None:
    """Gives a memory other words.

    Its former words stay, and show has them. Exit code 1 when there is no such memory.

    Example: thoughtbank edit --user ana MEMORY_ID "Ana's flat is on the fourth floor."
    """
    words = read_text(text)
    with open_bank(ctx) as bank:
        memory = bank.edit(memory_id, words, user_id=user)
    if json:
        output.print_json(output.memory_data(memory))
    else:
        _show_memory(memory)


def erase(
    ctx: typer.Context,
    user: User,
    memory_id: Annotated[str | None, typer.Argument(metavar="MEMORY_ID", help="Erases this one.")] = None,
    session: Annotated[str | None, typer.Option("--session", metavar="ID", help="Erases this conversation.")] = None,
    everything: Annotated[bool, typer.Option("--everything", help="Erases all of this user's memory.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Doesn't ask.")] = False,
    json: Json = False,
) -> None:
    """Destroys memories for good: a memory, a conversation, or all of a user.

    Text, versions, vectors, words, and their bytes in the file. Exit code 1 when there was nothing, or the answer was no.

    Example: thoughtbank erase --user ana --session monday
    """
    if (memory_id is not None) + (session is not None) + everything != 1:
        raise InputError("say what to erase, one of: a MEMORY_ID, --session ID, --everything")
    if not yes and not sys.stdin.isatty():
        raise InputError("erasing can't be undone and there is no terminal to ask on; repeat with --yes if it is meant")
    with open_bank(ctx) as bank:
        if not yes and not typer.confirm(f"Erase {_what(bank, user, memory_id, session)} for good?", err=True):
            output.remark("nothing was erased")
            raise typer.Exit(1)
        erased = bank.erase(memory_id, user_id=user, session_id=session, everything=everything)
    if json:
        output.print_json(asdict(erased))
    else:
        output.say(f"erased: {erased.memories} memories, {erased.turns} turns, {erased.vectors} vectors")
        if not erased.scrubbed:
            output.say("another process was reading, so some bytes still stand in the log; run: thoughtbank doctor --repair")
    if not erased.memories and not erased.turns:
        raise typer.Exit(1)


def _what(bank: "Thoughtbank", user: str, memory_id: str | None, session: str | None) -> str:
    """What an erase would destroy, for the question."""
    utf8(user, "--user")
    if memory_id is not None:
        return f"“{output.short(bank.get(memory_id, user_id=user).text, 60)}”"
    if session is not None:
        return f"the session {output.plain(session)} of {output.plain(user)}"
    return f"everything of {output.plain(user)} ({dict(bank.users()).get(user, 0)} memories)"
