"""A conversation at the prompt: each line is answered from memory and remembered."""

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from thoughtbank.cli import output
from thoughtbank.cli.given import Agent, User, common, open_bank, read_text, utf8
from thoughtbank.errors import InputError
from thoughtbank.records.decisions import Answer, Recall

if TYPE_CHECKING:
    from thoughtbank.assemble import Thoughtbank

COMMANDS = "/why (why the last answer), /recall TEXT, /quit"
_COMMAND = re.compile(r"/[a-z]+(?=\s|$)")


def chat(
    ctx: typer.Context,
    user: User,
    agent: Agent = None,
    session: Annotated[
        str | None, typer.Option("--session", metavar="ID", help="Goes on with it; left out: a new one.")
    ] = None,
    once: Annotated[str | None, typer.Option("--once", metavar="TEXT|-", help="Answers this and ends.")] = None,
    alone: Annotated[
        bool,
        typer.Option("--without-memory", help="Asks the model alone, to compare. The exchange is remembered all the same."),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON document for each answer, one a line.")] = False,
) -> None:
    """Talks with you from memory, and remembers it.

    Without a model the answers are quotes. At the prompt: /why, /recall TEXT, /quit; Ctrl-D ends too. Messages can be piped in, one a line.

    Example: thoughtbank chat --user ana
    """
    question = None if once is None else read_text(once, "--once")
    with open_bank(ctx) as bank:
        talk = Talk(bank, user, agent, session or _new_session(), json=json, alone=alone)
        if question is not None:
            talk.reply(question)
            return
        prompted = not json and sys.stdin.isatty() and sys.stdout.isatty()
        if prompted:
            by = bank.settings.model or "quotes from memory (no model is set)"
            output.remark(f"Answers: {by}. Commands: {COMMANDS}", quiet=common(ctx).quiet)
        with suppress(KeyboardInterrupt):
            for line in _typed() if prompted else _piped():
                if line.strip() and not talk.take(line):
                    break
        if prompted:
            output.remark(f"Until next time. To go on with this: --session {talk.session}", quiet=common(ctx).quiet)


def _new_session() -> str:
    from thoughtbank.assemble import system_clock

    return f"chat-{system_clock():%Y%m%dT%H%M%S.%f}"


class Talk:
    """One conversation, and the last answer for /why."""

    def __init__(self, bank: "Thoughtbank", user: str, agent: str | None, session: str, *, json: bool, alone: bool) -> None:
        self._bank, self._user, self._agent, self._json, self._alone = bank, user, agent, json, alone
        self.session = session
        self._last: Answer | None = None

    def take(self, line: str) -> bool:
        """Does what a line asks; False to end."""
        command = _COMMAND.match(line)
        if command is not None and command[0] == "/quit":
            return False
        try:
            if command is None:  # also a path: /srv/share/plan
                self.reply(line)
            elif command[0] == "/why":
                self._why()
            elif command[0] == "/recall":
                found = self._bank.recall(line[command.end() :], user_id=self._user, agent_id=self._agent, k=5)
                output.show_recall(found)
            else:
                output.remark(f"{command[0]} isn't a command, and wasn't remembered; there are {COMMANDS}")
        except InputError as error:  # a line of nothing but invisible characters; the next one may be better
            output.remark(f"not understood: {error}")
        return True

    def reply(self, question: str) -> None:
        """The answer, in pieces as they come; then what it rests on."""
        stream = self._bank.answer_stream(
            question, user_id=self._user, agent_id=self._agent, session_id=self.session, without_memory=self._alone
        )
        try:
            for piece in stream:
                if not self._json:
                    print(output.plain(piece), end="", flush=True)
        finally:
            stream.close()  # after Ctrl-C: what was said so far is kept
            if not self._json:
                print(flush=True)
        self._last = stream.answer
        if self._last is not None and self._json:
            rows = [output.row_data(row) for row in self._last.rows]
            output.print_json({"question": question, **asdict(self._last), "rows": rows, "session_id": self.session})
        elif self._last is not None:
            _sources(self._last)

    def _why(self) -> None:
        rows = self._last.rows if self._last is not None else ()
        if rows:
            output.show_recall(Recall("", rows))
        else:
            output.say("nothing was answered from memory yet" if self._last is None else "the last answer used no memory")


def _sources(answer: Answer) -> None:
    """What went wrong, and what a model relied on under the numbers it cites; quotes are their own source."""
    if answer.note:
        output.say(f"({answer.note})", "dim")
    if answer.by == "quotes":
        return
    for number, row in zip(answer.numbers, answer.rows, strict=True):
        output.say(f"[{number}] {row.said_at:%Y-%m-%d} {output.short(row.text, 80)}", "dim")


def _typed() -> Iterator[str]:
    """Lines as a person types them, until Ctrl-D."""
    with suppress(ImportError):  # not on every system; it lets one edit the line
        import readline  # noqa: F401
    while True:
        try:
            line = input("> ")
        except EOFError:
            print()
            return
        yield utf8(line, "this line")


def _piped() -> Iterator[str]:
    for number, line in enumerate(sys.stdin.buffer, 1):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise InputError(
                f"line {number} of standard input isn't UTF-8; convert it first, such as with iconv -t UTF-8"
            ) from error
