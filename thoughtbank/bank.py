"""START HERE. A bank keeps turns and finds them again; each verb lists its steps in order.

`Bank` knows only ports (ports.py); `assemble.py` builds it from a URL and settings. A turn: receive -> append (committed with its words) ->
settle (its vector) -> think (its thoughts). A query: narrow -> dense and lexical paths, or thoughts -> fuse -> rows with their why. An answer:
recall -> context -> model or quotes -> remember the exchange. The verbs on what is there stand in `keeping.py`.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Unpack

from thoughtbank.errors import InputError, SettingsError
from thoughtbank.keeping import Keeping
from thoughtbank.language.names import check_name
from thoughtbank.language.times import clock_time
from thoughtbank.parts import PAGE, Parts
from thoughtbank.ports import Embedder
from thoughtbank.recall.context import lay_out
from thoughtbank.recall.dense import OneQuestion
from thoughtbank.recall.find import find
from thoughtbank.recall.net import Theta
from thoughtbank.recall.paths import Means
from thoughtbank.recall.query import Asking, Narrowing, read_asking, read_filter, read_query, whole
from thoughtbank.recall.reply import is_known, prompt, statements, statements_first
from thoughtbank.recall.speak import AnswerStream
from thoughtbank.recall.window import within
from thoughtbank.records.conversation import RESTS_ON, Content, Scope, Turn
from thoughtbank.records.decisions import Answer, Context, Fragmented, Recall, Receipt, Row, Window
from thoughtbank.records.gain import Gain
from thoughtbank.records.memory import Memory, Origin, Written
from thoughtbank.records.thought import WorkReport
from thoughtbank.remember import index
from thoughtbank.remember.dating import dated
from thoughtbank.remember.digest import DigestThinker
from thoughtbank.remember.gain import is_low, threshold
from thoughtbank.remember.judging import JudgingTally
from thoughtbank.remember.organize import ModelOrganizer, RuleOrganizer
from thoughtbank.remember.plan import Minds, Workbench
from thoughtbank.remember.post_think import PostThinking, Tally
from thoughtbank.remember.receive import Received, as_memory, as_note, read_content, receipt
from thoughtbank.remember.refused import refusals
from thoughtbank.remember.think import Exchange, ModelThinker, RuleThinker, Thinker, Thoughts, WrittenThinker, fragment
from thoughtbank.remember.transcript import transcript_gains


class Bank(Keeping):
    """A memory of conversations. Every verb speaks of one user of one tenant; nothing crosses from one to another.

    All verbs may be called from several threads. They raise InputError for what can't be understood, StoreError when the store fails.
    """

    def __init__(self, parts: Parts, tenant: str = "default") -> None:
        super().__init__(parts, tenant)
        if parts.settings.think.by == "model" and parts.model is None:
            raise SettingsError(
                "think.by says that a model thinks, but no model is set; set THOUGHTBANK_MODEL, or think.by to rules or auto"
            )

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

    def _remember(self, scope: Scope, turns: Sequence[Turn], origin: Origin, *, think: bool = True) -> list[Receipt]:
        """`think` False: not yet, since the reply comes next."""
        received, written = self._append(scope, lambda now: self._received(scope, turns, now, origin))
        settled, tally, judging = index.Settled({}), Tally(), JudgingTally()
        if written:
            settled = self._settle(scope) if origin == "said" else settled
            if think and self._parts.settings.think.mode != "behind":
                judging = self._look_again(scope, written[0].number)
            tally = self._think(scope, written[0].number) if think and self._parts.settings.think.mode == "inline" else tally
        places = iter(written)
        return [
            Receipt("refused", None, one.reason, one.notes)
            if one.draft is None
            else self._receipt(scope, next(places), one, settled, judging, tally if think else None)
            for one in received
        ]

    def _think(self, scope: Scope, first: int) -> Tally:
        """Thinks about the turns from `first` on; before them about those of earlier calls, if they are few. Threads take turns at a user's turns."""
        think = self._parts.settings.think
        with self._busy[hash(scope) % len(self._busy)]:
            waiting = self._parts.store.unthought(scope, think.inline_most + 1, since=0, tries=think.tries)
            few = sum(turn.number < first for turn in waiting) <= think.inline_most
            tally = self._post_thinking().run(scope, since=0 if few else first) if waiting else Tally()
        if waiting:
            self._join(scope)
        return tally

    def _post_thinking(self) -> PostThinking:
        parts, think = self._parts, self._parts.settings.think
        model = parts.model if think.by in ("auto", "model") else None
        thinker = self._thinker(think.by)
        organizer = RuleOrganizer() if model is None or think.organize == "rules" else ModelOrganizer(model, think)
        minds = Minds(thinker, None if think.organize == "off" else organizer)
        return PostThinking(
            Workbench(
                parts.store,
                parts.embedder,
                minds,
                think,
                self._table,
                parts.clock,
                parts.ids,
                parts.settings.tz,
                parts.settings.turn_chars,
                parts.settings.graph.aliases,
            )
        )

    def _thinker(self, by: str) -> Thinker:
        """Who thinks, where `by` names it as `think.by` does."""
        parts, think = self._parts, self._parts.settings.think
        if by == "seq2seq" and parts.fragmenter is not None:
            return WrittenThinker(parts.fragmenter, think.most)
        if by == "rules" or parts.model is None:
            return RuleThinker(think.most, parts.parsers)
        return DigestThinker(parts.model, think) if think.ask == "digest" else ModelThinker(parts.model, think)

    def _think_on(self, scope: Scope) -> None:
        if self._parts.settings.think.mode != "behind":
            self._look_again(scope, self._parts.store.last_number(scope))
        if self._parts.settings.think.mode == "inline":
            self._think(scope, 0)

    def _receipt(
        self,
        scope: Scope,
        written: Written,
        one: Received,
        settled: index.Settled,
        judging: JudgingTally,
        tally: Tally | None,
    ) -> Receipt:
        """`tally` None: it is thought about later, which is no fault."""
        found = receipt(written, one.notes, settled.reason(written.number))
        if one.draft is None or written.duplicate:
            return found
        gain = judging.judged.get(written.id) or judging.failed.get(written.id) or one.draft.gain
        role, settings = one.draft.role, self._parts.settings.gain
        found = replace(found, gain=gain)
        if found.outcome == "stored" and one.draft.unjudged and tally is not None and written.id not in judging.judged:
            failed = judging.failed.get(written.id)
            why = failed.reason if failed is not None else judging.stopped
            return replace(found, outcome="pending", reason=f"kept and indexed; waits to be judged{f': {why}' if why else ''}")
        if found.outcome == "stored" and gain is not None and is_low(gain, role, settings):
            least = threshold(role or "user", settings)
            low = f"gain {gain.score:g} is below {least:g} ({gain.reason}): kept, and found with its neighbours, not by itself"
            return replace(found, outcome="skipped", reason=low)
        to_think = one.draft.unthought or (one.draft.unjudged and self._to_think(one.draft.kind, role))
        if found.outcome != "stored" or tally is None or not to_think:
            return found
        there = self._parts.store.read(scope, [written.number]) if written.id not in tally.done else {}
        if any(one.unthought for one in there.values()):  # empty too where it was erased meanwhile
            why = tally.failed.get(written.id) or tally.stopped
            return replace(
                found, outcome="pending", reason=f"kept and indexed; waits to be thought about{f': {why}' if why else ''}"
            )
        made, refused = tally.made.get(written.id), tally.refused.get(written.id, ())
        if made is None:  # another thread or process was quicker
            made = [thought.id for thought in self._parts.store.thoughts(scope, turns=[written.id])]
        if written.id not in tally.done:
            refused = refusals(self._parts.store, scope, written.id)
        return replace(found, thoughts=tuple(made), refused=tuple(refused))

    def work(self, *, user_id: str | None = None, limit: int | None = None) -> WorkReport:
        """Judges and thinks about waiting turns, of one user or of all users of this tenant: at most `limit` turns of each. What fails waits on, and the
        report says why. Several processes may work at once; each user's turns are taken in order, and with a model by one of them.
        """
        most = None if limit is None else whole(limit, "limit", 1, None)
        store, tenant = self._parts.store, self._tenant
        wanted = None if user_id is None else self._scope(user_id)
        work, tally, judged, failed, stopped = self._post_thinking(), Tally(), 0, dict[str, str](), None
        for scope, _ in store.waiting(tenant):
            if wanted in (None, scope):
                looked = self._judge_waiting(scope, most)
                judged += len(looked.judged)
                failed |= {turn_id: gain.reason for turn_id, gain in looked.failed.items()}
                stopped = stopped or looked.stopped
                work.run(scope, limit=most, tally=tally)
                tally.stopped = self._join(scope) or tally.stopped
        waiting = sum(count for scope, count in store.waiting(tenant) if wanted in (None, scope))
        report = tally.report(waiting)
        return replace(report, judged=judged, failed=(*failed.items(), *report.failed), stopped=stopped or tally.stopped)

    def rethink(self, *, user_id: str, all: bool = False) -> int:
        """Lets turns wait to be thought about: those on which it failed too often, or with `all=True` every one, for thoughts that another model or
        prompt makes. Gives how many wait then; `work` does it.
        """
        if not isinstance(all, bool):
            raise InputError(f"all must be True or False, not {all!r}")
        return self._parts.store.think_again(self._scope(user_id), all=all)

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
        return receipt(written[0], received[0].notes, self._settle(scope).reason(written[0].number), twin="merged")

    def gains_of(self, content: Content) -> Sequence[Gain]:
        """How much each of these messages brings over those before it in its session. Nothing is kept."""
        drafts = [self._receive(turn, clock_time(self._parts.clock())).draft for turn in read_content(content)]
        said = [draft for draft in drafts if draft is not None]
        found = iter(transcript_gains(said, self._auditors, self._parts.embedder))
        return [Gain(0.0, "blank", "nothing is said") if draft is None else next(found) for draft in drafts]

    def fragments_of(self, content: Content, *, by: str = "auto") -> Sequence[Fragmented]:
        """What each of these messages says as propositions, by rules or the model as `think.by` has it. Nothing is kept. A reply is no fact about a person
        and gives none, unless `think.replies` says so.
        """
        wanted = self._parts.settings.think.by if by == "auto" else by
        if by not in ("auto", "rules", "model", "seq2seq"):
            raise InputError(f"by must be auto, rules, model or seq2seq, not {by!r}")
        if (wanted == "model" and self._parts.model is None) or (wanted == "seq2seq" and self._parts.fragmenter is None):
            raise SettingsError(
                "no model is set; set THOUGHTBANK_MODEL, or let rules do it"
                if wanted == "model"
                else "no fragmenter is loaded; set think.by to seq2seq and think.fragmenter to a folder that tune fragmenter wrote"
            )
        thinker = self._thinker(wanted)
        drafts = [self._receive(turn, clock_time(self._parts.clock())).draft for turn in read_content(content)]
        before: dict[str | None, Memory] = {}
        found = []
        for draft in drafts:
            if draft is None:
                found.append(Fragmented((), thinker.name))
                continue
            turn = as_memory(draft)
            thoughts = Thoughts()
            if self._is_fact(turn.role):
                exchange = Exchange(turn, None, before.get(turn.session_id))
                thoughts = dated(thinker.think(exchange), exchange, self._parts.settings.tz)
            before[turn.session_id] = turn
            found.append(Fragmented(tuple(map(fragment, thoughts.found)), thinker.name, thoughts.reason, thoughts.refused))
        return found

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
        embedder: Embedder | None = None,
        judged: bool = False,
        log: bool = False,
    ) -> Recall:
        """`embedder` instead of the bank's own; `judged` also works out what abstaining needs; `log` ranks turns of little gain too."""
        scope, parts, recall = self._scope(user_id), self._parts, self._parts.settings.recall
        wanted = read_filter(narrowing, parts.settings.tz)
        k = whole(recall.k if k is None else k, "k", 1, 10_000)
        budget = None if token_budget is None else whole(token_budget, "token_budget", 1, None)
        if isinstance(min_score, bool) or not isinstance(min_score, int | float) or not min_score <= 1:
            raise InputError(f"min_score must be a number up to 1, not {min_score!r}")
        text = read_query(query)
        gain = parts.settings.gain
        means = Means(
            parts.store,
            embedder or parts.embedder,
            recall,
            parts.settings.graph,
            self._arguments,
            table=self._table if "thoughts" in recall.paths else None,
            theta=Theta(threshold("user", gain), threshold("assistant", gain)) if gain.mode == "on" and not log else None,
        )
        return find(means, scope, text, wanted, k, budget, min_score, judged=judged)

    def context(
        self, query: str, *, user_id: str, token_budget: int | None = None, k: int = 50, **narrowing: Unpack[Narrowing]
    ) -> Context:
        """Memories for a prompt: dated, quoted data in a fence that nothing in them can close, within a budget of tokens."""
        budget = self._parts.settings.answer.context_tokens if token_budget is None else token_budget
        budget = whole(budget, "token_budget", 1, None)
        recall = self.recall(query, user_id=user_id, k=k, **narrowing)
        block, rows, tokens = lay_out(recall.rows, budget)
        return Context(block, rows, tokens, cut=len(recall.rows) - len(rows))

    def recent(
        self, *, user_id: str, session_id: str | None = None, token_budget: int | None = None, limit: int | None = None
    ) -> Window:
        """The last turns of a session (None: of those without one), at most `limit`, as they were said and in order: all that fit the budget of
        (estimated) tokens, those of high gain first where not all do, and the last always. What a model is shown by `answer` beside the memories.
        """
        scope, answer = self._scope(user_id), self._parts.settings.answer
        session = check_name(session_id, "session_id")
        budget = answer.recent_tokens if token_budget is None else whole(token_budget, "token_budget", 1, None)
        turns = self._last_turns(scope, session, answer.recent_turns if limit is None else whole(limit, "limit", 1, PAGE))
        return within(turns, self._gains(scope, session, turns), budget)

    def _last_turns(self, scope: Scope, session: str | None, limit: int) -> Sequence[Memory]:
        return self._parts.store.last_turns(scope, session, limit) if limit else ()

    def _gains(self, scope: Scope, session: str | None, turns: Sequence[Memory]) -> dict[int, float | None]:
        """The scores of a session's turns by number, of those that were judged and stand as they were said."""
        if not turns:
            return {}
        first, last = min(turn.number for turn in turns), max(turn.number for turn in turns)
        found = self._parts.store.gains(scope, session_id=session, limit=last - first + 1, after=first - 1)
        return {number: gain.score for number, gain in found.items()}

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
            search = partial(self._find, question, user_id, min(3 * count, 10_000), None, 0.0, narrowing, judged=True)
            one = OneQuestion(parts.embedder)
            wide = search(embedder=one)
            if wide.hidden and not is_known(wide, statements(wide.rows), parts.settings.answer):  # the reader would abstain
                wide = replace(search(embedder=one, log=True), log=True)
            recall = statements_first(wide, count)
        recent: Sequence[Memory] = ()
        if parts.model is not None and told.session_id is not None:
            recent = self._last_turns(scope, told.session_id, parts.settings.answer.recent_turns)
        gains = self._gains(scope, told.session_id, recent)
        receipts = self._remember(scope, asked, "said", think=False) if told.remember else []

        def keep(reply: str, origin: Origin, sources: Sequence[Row]) -> list[Receipt]:
            parts = ({"type": "sources", RESTS_ON: [row.id for row in sources]},) if sources else ()
            turn = Turn(reply, role="assistant", session_id=told.session_id, agent_id=told.agent_id, parts=parts)
            return self._remember(scope, [turn], origin) if told.remember else []

        known = self.overview(user_id=user_id) if parts.settings.answer.overview and not told.without_memory else None
        overview = known.text if known is not None else ""
        alone = told.without_memory
        messages = prompt(question, recall, recent, parts.settings.answer, overview=overview, gains=gains, alone=alone)
        return AnswerStream(question, recall, messages, parts.model, parts.settings.answer, receipts, keep)
