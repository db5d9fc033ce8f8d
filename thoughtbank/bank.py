"""START HERE. A bank keeps turns and finds them again; each verb lists its steps in order.

`Bank` knows only ports (ports.py); `assemble.py` builds it from a URL and settings. A turn: receive -> append (committed with its words) ->
settle (its vector). A query: narrow -> dense and lexical paths -> fuse -> rows with their why. An answer: recall -> context -> model or
quotes -> remember the exchange.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self, Unpack

from thoughtbank.errors import IdTaken, InputError, NotFound
from thoughtbank.language.names import check_name
from thoughtbank.language.times import clock_time, read_time
from thoughtbank.ports import ChatModel, Clock, Embedder, Store, StoreInfo
from thoughtbank.recall.context import lay_out
from thoughtbank.recall.find import find
from thoughtbank.recall.query import Asking, Narrowing, read_asking, read_filter, read_query, whole
from thoughtbank.recall.reply import prompt, statements_first
from thoughtbank.recall.speak import AnswerStream
from thoughtbank.records.conversation import RESTS_ON, Content, Scope, Turn
from thoughtbank.records.decisions import Answer, Context, Finding, ImportReport, Recall, Receipt, Row
from thoughtbank.records.ids import Ids
from thoughtbank.records.memory import Erased, Memory, Origin, Page, Written
from thoughtbank.remember import index
from thoughtbank.remember.carry import Importing, header, json_line
from thoughtbank.remember.receive import Received, as_note, digest, read_content, receipt, receive
from thoughtbank.settings import Settings

PAGE = 1000
"""The largest page `list` gives."""


_ELSEWHERE = {
    "search": "recall",
    "get_all": "list",
    "update": "edit",
    "delete": "erase",
    "delete_all": "erase(everything=True)",
}


@dataclass(frozen=True, slots=True)
class Parts:
    """What a bank is made of."""

    store: Store
    embedder: Embedder
    model: ChatModel | None
    settings: Settings
    clock: Clock
    ids: Ids


class Bank:
    """A memory of conversations. Every verb speaks of one user of one tenant; nothing crosses from one to another.

    All verbs may be called from several threads. They raise InputError for what can't be understood, StoreError when the store fails.
    """

    def __init__(self, parts: Parts, tenant: str = "default") -> None:
        self._parts = parts
        self._tenant = check_name(tenant, "tenant") or "default"
        parts.store.claim(parts.embedder.name, parts.embedder.dimension)

    # a turn comes in

    def remember(
        self,
        content: Content,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        speaker: str | None = None,
        role: str | None = None,
        said_at: datetime | str | None = None,
        key: str | None = None,
    ) -> list[Receipt]:
        """Keeps turns: a text, a Turn, a role/content mapping, or a list of these. One receipt for each, in order.

        When this returns, everything stored survives whatever dies next. A turn whose embedder failed is `pending`: kept, found by its words,
        and embedded at the next call. Raises KeyConflict when a key was used for another text; then nothing of the call is stored.
        """
        turns = read_content(
            content, agent_id=agent_id, session_id=session_id, speaker=speaker, role=role, said_at=said_at, key=key
        )
        return self._remember(self._scope(user_id), turns, "said")

    def _remember(self, scope: Scope, turns: Sequence[Turn], origin: Origin) -> list[Receipt]:
        received, written = self._append(scope, lambda now: [self._receive(turn, now, origin) for turn in turns])
        settled = self._settle(scope) if origin == "said" and written else index.Settled({})
        places = iter(written)
        return [
            Receipt("refused", None, one.reason, one.notes) if one.draft is None else _receipt(next(places), one, settled)
            for one in received
        ]

    def _receive(self, turn: Turn, now: datetime, origin: Origin = "said") -> Received:
        settings = self._parts.settings
        return receive(turn, self._parts.ids.new(now), now, settings.tz, limit=settings.turn_chars, origin=origin)

    def _append(self, scope: Scope, make: Callable[[datetime], list[Received]]) -> tuple[list[Received], list[Written]]:
        """Writes what `make` receives at this moment. Made again with other ids where a seeded source began again."""
        while True:
            received = make(clock_time(self._parts.clock()))
            drafts = [one.draft for one in received if one.draft is not None]
            try:
                return received, self._parts.store.append(scope, drafts) if drafts else []
            except IdTaken:
                continue

    def _settle(self, scope: Scope) -> index.Settled:
        return index.settle(self._parts.store, self._parts.embedder, scope)

    def add(
        self,
        text: str,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        said_at: datetime | str | None = None,
    ) -> Receipt:
        """Keeps one statement as given, as a memory of kind `note`. The same statement again is `merged` with the one that is there."""
        scope = self._scope(user_id)
        if not isinstance(text, str):
            raise InputError(f"add takes one text, not {type(text).__name__}; remember takes messages")
        turn = read_content(text, agent_id=agent_id, session_id=session_id, said_at=said_at)[0]
        received, written = self._append(scope, lambda now: [as_note(self._receive(turn, now))])
        if not written:
            return Receipt("refused", None, received[0].reason, received[0].notes)
        return _receipt(written[0], received[0], self._settle(scope), twin="merged")

    # a query comes in

    def recall(
        self,
        query: str,
        *,
        user_id: str,
        k: int | None = None,
        token_budget: int | None = None,
        min_score: float = 0.0,
        **narrowing: Unpack[Narrowing],
    ) -> Recall:
        """The k memories that bear most on the query, best first, cut by a budget of (estimated) tokens if one is given.

        Filters (agent_id, session_id, speaker, role, kind, since, until, as_of, known_at; see `Filter`) apply before anything is ranked. Times are
        datetimes or ISO 8601 text. Reads only: nothing is strengthened by being looked for.
        """
        return self._find(query, user_id, k, token_budget, min_score, narrowing)

    def _find(
        self,
        query: str,
        user_id: str,
        k: int | None,
        token_budget: int | None,
        min_score: float,
        narrowing: Narrowing,
        *,
        judged: bool = False,
    ) -> Recall:
        scope, parts, recall = self._scope(user_id), self._parts, self._parts.settings.recall
        wanted = read_filter(narrowing, parts.settings.tz)
        k = whole(recall.k if k is None else k, "k", 1, 10_000)
        budget = None if token_budget is None else whole(token_budget, "token_budget", 1, None)
        if isinstance(min_score, bool) or not isinstance(min_score, int | float) or not min_score <= 1:
            raise InputError(f"min_score must be a number up to 1, not {min_score!r}")
        text = read_query(query)
        return find(parts.store, parts.embedder, scope, text, wanted, recall, k, budget, min_score, judged=judged)

    def context(
        self, query: str, *, user_id: str, token_budget: int | None = None, k: int = 50, **narrowing: Unpack[Narrowing]
    ) -> Context:
        """Memories for a prompt: dated, quoted data in a fence that nothing in them can close, within a budget of tokens."""
        budget = self._parts.settings.answer.context_tokens if token_budget is None else token_budget
        budget = whole(budget, "token_budget", 1, None)
        recall = self.recall(query, user_id=user_id, k=k, **narrowing)
        block, rows, tokens = lay_out(recall.rows, budget)
        return Context(block, rows, tokens, cut=len(recall.rows) - len(rows))

    def answer(self, question: str, *, user_id: str, **asking: Unpack[Asking]) -> Answer:
        """An answer from memory: by the model if there is one, else by quoting; "I don't know" where memory has none.

        Memories of all sessions are searched, of one agent if `agent_id` names it. `session_id` is where the exchange belongs: unless
        `remember=False`, question and reply are kept as its turns; a reply that only quotes is kept in the log and never learnt again. A model
        that fails is not hidden: quotes stand in for it and `note` says why. `without_memory=True` asks the model alone, to compare.
        """
        return self.answer_stream(question, user_id=user_id, **asking).finish()

    def answer_stream(self, question: str, *, user_id: str, **asking: Unpack[Asking]) -> AnswerStream:
        """The same as `answer`, in pieces as they come: iterate over it, then read `.answer`."""
        parts, scope = self._parts, self._scope(user_id)
        told, narrowing = read_asking(asking)
        asked = read_content(read_query(question), session_id=told.session_id, agent_id=told.agent_id, speaker=told.speaker)
        if told.without_memory:
            recall = Recall(question)
        else:
            count = whole(parts.settings.recall.k if told.k is None else told.k, "k", 1, 10_000)
            wide = self._find(question, user_id, min(3 * count, 10_000), None, 0.0, narrowing, judged=True)
            recall = statements_first(wide, count)
        recent: Sequence[Memory] = ()
        if parts.model is not None and told.session_id is not None and parts.settings.answer.recent_turns:
            recent = parts.store.last_turns(scope, told.session_id, parts.settings.answer.recent_turns)
        receipts = self._remember(scope, asked, "said") if told.remember else []

        def keep(reply: str, origin: Origin, sources: Sequence[Row]) -> list[Receipt]:
            parts = ({"type": "sources", RESTS_ON: [row.id for row in sources]},) if sources else ()
            turn = Turn(reply, role="assistant", session_id=told.session_id, agent_id=told.agent_id, parts=parts)
            return self._remember(scope, [turn], origin) if told.remember else []

        messages = prompt(question, recall, recent, parts.settings.answer, alone=told.without_memory)
        return AnswerStream(question, recall, messages, parts.model, parts.settings.answer, receipts, keep)

    # what is there

    def get(self, memory_id: str, *, user_id: str, known_at: datetime | str | None = None) -> Memory:
        """One memory as it is, or as it was known at a time. Raises NotFound."""
        moment = None if known_at is None else read_time(known_at, self._parts.settings.tz, what="known_at")[0]
        for version in reversed(self.history(memory_id, user_id=user_id)):
            if moment is None and version.retired_at is None:
                return version
            if moment and version.recorded_at <= moment and (version.retired_at is None or moment < version.retired_at):
                return version
        raise NotFound(f"no memory {memory_id!r} for this user{' at that time' if moment else ''}")

    def history(self, memory_id: str, *, user_id: str) -> Sequence[Memory]:
        """All versions of a memory, oldest first; the current one has no `retired_at`. Raises NotFound."""
        versions = self._parts.store.versions(self._scope(user_id), _id(memory_id))
        if not versions:
            raise NotFound(f"no memory {memory_id!r} for this user")
        return versions

    def list(self, *, user_id: str, limit: int = 100, cursor: str | None = None, **narrowing: Unpack[Narrowing]) -> Page:
        """Current memories in order of writing, `limit` at a time (at most 1,000); `page.next` is the cursor of the next page.

        Takes recall's filters but as_of and known_at.
        """
        wanted = read_filter(narrowing, self._parts.settings.tz)
        if wanted.as_of or wanted.known_at:
            raise InputError("list shows what is current; for an earlier state use recall or get with as_of or known_at")
        limit = whole(limit, "limit", 1, PAGE)
        after = 0
        if cursor is not None:
            if not (isinstance(cursor, str) and cursor.isascii() and cursor.isdigit() and len(cursor) < 19):
                raise InputError(f"{cursor!r} isn't a cursor; give back a page's `next` as it is")
            after = int(cursor)
        return self._parts.store.page(self._scope(user_id), wanted, limit=limit, after=after)

    def edit(self, memory_id: str, text: str, *, user_id: str) -> Memory:
        """Gives a memory other words. The turn it came from stays as it was said; `get(known_at=...)` shows the former words."""
        scope = self._scope(user_id)
        current = self.get(memory_id, user_id=user_id)
        if not isinstance(text, str):
            raise InputError(f"text must be a str, not {type(text).__name__}")
        one = self._receive(Turn(text), clock_time(self._parts.clock()))
        if one.draft is None:
            raise InputError(f"can't edit: {one.reason}; use erase to remove a memory")
        draft = replace(
            one.draft, id=memory_id, kind=current.kind, said_at=current.said_at, session_id=current.session_id,
            agent_id=current.agent_id, speaker=current.speaker, role=current.role, parts=current.parts,
            valid_from=current.valid_from, valid_to=current.valid_to,
            digest=digest(one.draft.text, current.agent_id, current.session_id) if current.kind == "note" else None,
        )  # fmt: skip
        self._parts.store.replace(scope, index.indexed(draft))
        self._settle(scope)
        return self.get(memory_id, user_id=user_id)

    def erase(
        self,
        memory_id: str | None = None,
        *,
        user_id: str,
        session_id: str | None = None,
        everything: bool = False,
    ) -> Erased:
        """Destroys one memory, a session's, or with `everything=True` all of this user's: text, versions, vectors, words and their bytes in the file.

        Raises NotFound when there is nothing of that name.
        """
        if not isinstance(everything, bool):
            raise InputError(f"everything must be True or False, not {everything!r}")
        if sum((memory_id is not None, session_id is not None, everything)) != 1:
            raise InputError("say what to erase, one of: a memory's id, session_id=..., everything=True")
        ids = () if memory_id is None else (_id(memory_id),)
        session = check_name(session_id, "session_id")
        erased = self._parts.store.erase(self._scope(user_id), ids=ids, session_id=session, everything=everything)
        if not everything and not erased.turns and not erased.memories:
            raise NotFound(f"no {'memory' if memory_id else 'session'} {memory_id or session_id!r} for this user")
        return erased

    # carrying it elsewhere

    def export(self, *, user_id: str) -> Iterator[str]:
        """Everything of a user as JSON lines (without line ends), in order of writing; `import_` gives the same lines back."""
        yield json.dumps(header())
        for line in self._parts.store.dump(self._scope(user_id)):
            yield json_line(line)

    def import_(self, lines: Iterable[str], *, user_id: str) -> ImportReport:
        """Takes JSON lines: this package's exports, or one message a line (role, content, said_at, speaker, session_id, key).

        A line that can't be used is reported with its number and never stops the rest. The same lines again add nothing.
        """
        *_, report = self.importing(lines, user_id=user_id)
        return report

    def importing(self, lines: Iterable[str], *, user_id: str) -> Iterator[ImportReport]:
        """The same as `import_`, with a report after each batch: for progress."""
        scope = self._scope(user_id)
        yield from Importing(self._parts.store, self._parts.ids, self._parts.clock, self._parts.settings).run(
            scope, lines, lambda: self._settle(scope)
        )

    # keeping it well

    def users(self) -> Sequence[tuple[str, int]]:
        """This tenant's users, with the number of their memories."""
        return [(scope.user_id, count) for scope, count in self._parts.store.scopes(self._tenant)]

    def info(self) -> StoreInfo:
        """What the store says of itself: where it is, its schema, whose vectors it holds."""
        return self._parts.store.info()

    def check(self) -> Sequence[Finding]:
        """Looks the whole store over (all tenants'); see `thoughtbank doctor`."""
        return self._parts.store.check()

    def repair(self) -> Sequence[Finding]:
        """Mends the whole store (all tenants'): what `check` finds, pending vectors, an erase's scrubbing; then checks."""
        self._parts.store.mend()
        for scope, _ in self._parts.store.scopes():
            self._settle(scope)
        return self.check()

    def close(self) -> None:
        """Lets go of the store. The bank can't be used afterwards."""
        self._parts.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    if not TYPE_CHECKING:  # for readers who come from another memory; a type checker sees only what is there

        def __getattr__(self, name):  # noqa: ANN001, ANN204
            hint = f"; here it is called {_ELSEWHERE[name]}" if name in _ELSEWHERE else ""
            raise AttributeError(f"{type(self).__name__} has no {name!r}{hint}")

    def _scope(self, user_id: str) -> Scope:
        if user_id is None:
            raise InputError("user_id is required: whose memory is meant?")
        name = check_name(user_id, "user_id")
        assert name is not None
        return Scope(self._tenant, name)


def _id(memory_id: str) -> str:
    name = check_name(memory_id, "memory_id")
    if name is None:
        raise InputError("memory_id is required; list shows the ids")
    return name


def _receipt(
    written: Written, one: Received, settled: index.Settled, twin: Literal["skipped", "merged"] = "skipped"
) -> Receipt:
    return receipt(written, one.notes, settled.reason(written.number), twin)
