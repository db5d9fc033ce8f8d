"""What is kept: the verbs that show, mend, carry and destroy what `bank.py` takes in and finds again.

`Keeping` is the lower half of a bank and knows only ports; each verb lists its steps in order.
"""

import json
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Self, Unpack

import numpy as np

from thoughtbank.calling import Calling
from thoughtbank.errors import IdTaken, InputError, NotFound, StoreUnavailable
from thoughtbank.language.arguments import argument_key
from thoughtbank.language.names import check_name, head_key
from thoughtbank.language.times import clock_time, read_time
from thoughtbank.parts import PAGE, after, given_id
from thoughtbank.ports import StoreInfo
from thoughtbank.recall.query import Narrowing, read_filter, whole
from thoughtbank.records.conversation import Scope, Turn
from thoughtbank.records.decisions import Finding, ImportReport
from thoughtbank.records.memory import Draft, Erased, Memory, Origin, Page, Written
from thoughtbank.records.thought import Change
from thoughtbank.remember import index
from thoughtbank.remember.carry import Importing, header, json_line
from thoughtbank.remember.plan import stale
from thoughtbank.remember.receive import Received, digest, receive
from thoughtbank.remember.refused import refusals
from thoughtbank.remember.restore import bring_back
from thoughtbank.remember.twins import fold

EDITS = 50
"""Times an edit is tried at most while others write thoughts of the same user. Chosen: as often as thinking plans."""


_ELSEWHERE = {
    "search": "recall",
    "get_all": "list",
    "update": "edit",
    "delete": "erase",
    "delete_all": "erase(everything=True)",
}


class Keeping(Calling):
    """The verbs on what is there. Every verb speaks of one user of one tenant; nothing crosses from one to another."""

    # what the verbs share

    def _receive(self, turn: Turn, now: datetime, origin: Origin = "said") -> Received:
        settings = self._parts.settings
        one = receive(turn, self._parts.ids.new(now), now, settings.tz, limit=settings.turn_chars, origin=origin)
        if one.draft is None or origin != "said":
            return one
        return replace(one, draft=replace(one.draft, unthought=self._to_think(one.draft.kind, one.draft.role)))

    def _received(self, scope: Scope, turns: Sequence[Turn], now: datetime, origin: Origin) -> list[Received]:
        """Turns ready to be written, with their gain. Only what is said is judged: what repeats memories is learnt by nobody."""
        received = [self._receive(turn, now, origin) for turn in turns]
        if origin != "said":
            return received
        drafts = iter(self._judged(scope, [one.draft for one in received if one.draft is not None]))
        return [one if one.draft is None else replace(one, draft=next(drafts)) for one in received]

    def _append(self, scope: Scope, make: Callable[[datetime], list[Received]]) -> tuple[list[Received], list[Written]]:
        """Writes what `make` receives at this moment. Made again with other ids where a seeded source began again."""
        self._table  # noqa: B018  # a store of another hash table is refused before anything is written
        while True:
            received = make(clock_time(self._parts.clock()))
            drafts = [one.draft for one in received if one.draft is not None]
            try:
                return received, self._parts.store.append(scope, drafts) if drafts else []
            except IdTaken:
                continue

    def _settle(self, scope: Scope) -> index.Settled:
        return index.settle(self._parts.store, self._parts.embedder, scope, self._table)

    def _join(self, scope: Scope) -> str | None:
        """Vectors for new arguments, where recall goes by them; why some have none yet."""
        parts = self._parts
        return index.settle_nodes(parts.store, parts.embedder, scope) if "graph" in parts.settings.recall.paths else None

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
        versions = self._parts.store.versions(self._scope(user_id), given_id(memory_id))
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
        return self._parts.store.page(self._scope(user_id), wanted, limit=limit, after=after(cursor))

    def edit(self, memory_id: str, text: str, *, user_id: str) -> Memory:
        """Gives a turn or a note other words. The turn stays as it was said; `get(known_at=...)` shows the former words. Thoughts that rest on it end,
        and it is thought about anew. A thought is changed through its turns.
        """
        scope = self._scope(user_id)
        self._table  # noqa: B018  # as in _append
        current = self.get(memory_id, user_id=user_id)
        if not isinstance(text, str):
            raise InputError(f"text must be a str, not {type(text).__name__}")
        if current.kind == "thought":
            raise InputError(f"{memory_id!r} is a thought; edit or erase the turns it came from: {', '.join(current.turns)}")
        for _ in range(EDITS):
            draft = self._reworded(scope, current, text)
            ends = (
                stale(self._parts.store, scope, memory_id, draft.recorded_at, self._parts.ids)
                if current.kind == "turn"
                else None
            )
            if self._parts.store.replace(scope, draft, ends) is not None:
                break
            self.get(memory_id, user_id=user_id)  # it may be erased by now
        else:
            raise StoreUnavailable(
                f"{memory_id!r} couldn't be edited: others wrote this user's thoughts all the while; try again"
            )
        self._settle(scope)
        self._think_on(scope)
        return self.get(memory_id, user_id=user_id)

    def _reworded(self, scope: Scope, current: Memory, text: str) -> Draft:
        """The next version of a turn or a note."""
        one = self._receive(Turn(text), clock_time(self._parts.clock()))
        if one.draft is None:
            raise InputError(f"can't edit: {one.reason}; use erase to remove a memory")
        draft = replace(
            one.draft, id=current.id, kind=current.kind, said_at=current.said_at, session_id=current.session_id,
            agent_id=current.agent_id, speaker=current.speaker, role=current.role, parts=current.parts,
            valid_from=current.valid_from, valid_to=current.valid_to,
            digest=digest(one.draft.text, current.agent_id, current.session_id) if current.kind == "note" else None,
            unthought=self._to_think(current.kind, current.role),
        )  # fmt: skip
        if draft.kind == "turn":
            (draft,) = self._judged(scope, [draft], current.id)
        return index.indexed(draft)

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
        ids = () if memory_id is None else (given_id(memory_id),)
        session = check_name(session_id, "session_id")
        erased = self._parts.store.erase(self._scope(user_id), ids=ids, session_id=session, everything=everything)
        if not everything and not erased.turns and not erased.memories:
            raise NotFound(f"no {'memory' if memory_id else 'session'} {memory_id or session_id!r} for this user")
        self._think_on(self._scope(user_id))
        return erased

    # thoughts

    def relations(self, head: str, *, user_id: str, agent_id: str | None = None) -> Sequence[Memory]:
        """All current thoughts about an entity: the one-hop relations R_h of TiM, section 3.2, oldest first, each with its `triple`.

        Case, width and a leading article don't matter, and other names of the same one count. An unknown head has none.
        """
        name = check_name(head, "head")
        if name is None:
            raise InputError("head is required: about whom or what?")
        scope = self._scope(user_id)
        same = self._known(scope).same(argument_key(name))
        found = self._parts.store.thoughts(scope, heads=list(dict.fromkeys((head_key(name), *same))))
        if more := self._by_sense(scope, same, {one.number for one in found}):
            found = sorted((*found, *more), key=lambda one: one.number)
        agent = check_name(agent_id, "agent_id")
        return [one for one in found if agent in (None, one.agent_id)]

    def _by_sense(self, scope: Scope, keys: Sequence[str], there: Container[int]) -> Sequence[Memory]:
        """Further current thoughts whose head is a name that several have, where one of these is meant ("mia (ana's sister)")."""
        senses = self._known(scope).senses
        heads = {name: [key for key in keys if key in found] for name, found in senses.items()}
        graph = self._parts.store.graph(scope) if any(heads.values()) else None
        if graph is None:
            return []
        names = [name for name, found in heads.items() if found]
        places = [graph.places[key] for name in names for key in heads[name] if key in graph.places]
        numbers = set(graph.edge_number[np.isin(graph.edge_node, places)].tolist())
        found = self._parts.store.thoughts(scope, heads=names)
        return [one for one in found if one.number in numbers and one.number not in there]

    def changes(
        self, *, user_id: str, memory_id: str | None = None, limit: int = 100, before: str | None = None
    ) -> Sequence[Change]:
        """What happened to thoughts, newest first: inserted, merged, forgotten, restored, each with who decided and why; and what was offered of turns and
        refused. `before`: the id of a change, for the next page.
        """
        scope = self._scope(user_id)
        wanted = None if memory_id is None else given_id(memory_id)
        return self._parts.store.changes(
            scope, memory_id=wanted, limit=whole(limit, "limit", 1, PAGE), before=check_name(before, "before")
        )

    def refusals(self, memory_id: str, *, user_id: str) -> Sequence[str]:
        """What a model offered of a turn and wasn't taken, each with the reason, oldest first: numbers or words that weren't said, relations to what it
        wasn't shown. Empty of what nobody thought about. Raises NotFound.
        """
        scope = self._scope(user_id)
        return refusals(self._parts.store, scope, self._current(scope, memory_id).id)

    def restore(self, memory_id: str, *, user_id: str) -> Sequence[Memory]:
        """Takes back what became of a thought: forgotten, it is current again; merged, the merged thought is taken apart into all its parts.

        Gives what is current again. Raises NotFound, InputError where there is nothing to take back, or where a turn that it rests on was edited since:
        then edit that turn so that it says it again.
        """
        scope, parts = self._scope(user_id), self._parts
        back = bring_back(parts.store, parts.embedder, self._table, scope, given_id(memory_id), parts.clock, parts.ids)
        return [self.get(one, user_id=user_id) for one in back]

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
        self._table  # noqa: B018  # as in _append
        parts = self._parts
        yield from Importing(parts.store, parts.ids, parts.clock, parts.settings, self._to_think).run(
            scope, lines, lambda drafts: self._judged(scope, drafts), lambda: self._settle(scope)
        )
        self._join(scope)

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
        """Mends the whole store (all tenants'): what `check` finds, pending vectors, an erase's scrubbing; then checks. What was removed or merged is said
        first.
        """
        parts, merged = self._parts, 0
        done = list(parts.store.mend())
        for scope, _ in parts.store.scopes():
            self._settle(scope)
            self._join(scope)
            merged += fold(parts.store, scope, parts.clock, parts.ids, "repair")
        if merged:
            done.append(Finding("thoughts", True, f"{merged} were merged into others that say the same"))
        return [*done, *self.check()]

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
