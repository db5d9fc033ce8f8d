"""The sockets: what a model, an embedder and a store promise. Each asks for little; the engine builds the rest on it.

A stranger's class fits if it has these methods; nothing needs to be inherited.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol

from thoughtbank.language.proposition import Fragment, Speaking
from thoughtbank.records.alias import Alias
from thoughtbank.records.arrays import Buckets, Graph, Hash, Posting, Vectors, View
from thoughtbank.records.conversation import Scope
from thoughtbank.records.decisions import Filter, Finding
from thoughtbank.records.gain import Gain, Judged, Overview
from thoughtbank.records.memory import Draft, Erased, Kind, Memory, Page, Written
from thoughtbank.records.thought import Change, Landing

Clock = Callable[[], datetime]
"""Gives the present moment, zone-aware."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a model's prompt."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said. `cut` is True when it stopped at the length limit. Token counts are the upstream's, None if it gave none."""

    text: str
    cut: bool = False
    tokens_in: int | None = None
    tokens_out: int | None = None


class ChatModel(Protocol):
    """A language model.

    `chat` returns the whole reply or raises a ModelError (ModelTimeout, ModelBusy, ModelRefused, ModelUnreadable). `schema` is a JSON
    schema the reply should follow: a wish, not a promise; `asking.py` checks it. `stream` yields pieces of text whose
    concatenation is the reply. Both are safe to call from several threads.
    """

    name: str

    def chat(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        temperature: float = 0.0,
        max_tokens: int | None = None,
    ) -> Reply: ...

    def stream(
        self, messages: Sequence[ChatMessage], *, temperature: float = 0.0, max_tokens: int | None = None
    ) -> Iterator[str]: ...


class Choosing(Protocol):
    """A language model that can also say how likely its reply would begin with each of some texts.

    `probabilities` gives each choice its share of the probability of all of them together, 0 to 1. Raises ModelError. Ask for it with
    `getattr(model, "probabilities", None)`: most models can't.
    """

    def probabilities(self, messages: Sequence[ChatMessage], choices: Sequence[str]) -> dict[str, float]: ...


class Embedder(Protocol):
    """Text to vectors.

    `name` identifies the model and its version; it is stored beside every vector. `dimension` may be None until the first
    call. `embed` returns shape (len(texts), dimension), float32, unit length; `query` says that the texts are questions. Raises
    EmbedderError. Safe to call from several threads.
    """

    name: str

    @property
    def dimension(self) -> int | None: ...

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors: ...


class CrossEncoder(Protocol):
    """A model that reads two texts together, and gives points for the second after the first, 0 to 10 or near.

    Raises ModelError. Safe to call from several threads.
    """

    def points(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]: ...


class Drawn(Protocol):
    """What a trained model made of a message. `refused`: each line that wasn't taken, with its reason."""

    @property
    def fragments(self) -> Sequence[Fragment]: ...

    @property
    def refused(self) -> Sequence[str]: ...


class Fragmenter(Protocol):
    """A small model that was taught to write the propositions of a message (FraCom, section 2.2). `name` identifies it and what it was taught."""

    name: str

    def fragments(self, messages: Sequence[tuple[str, Speaking]]) -> Sequence[Drawn]:
        """What each message says, in order. Raises ModelError."""
        ...


@dataclass(frozen=True, slots=True)
class StoreInfo:
    """What a store says of itself. `url` carries no password."""

    url: str
    schema: str
    embedder: str | None
    dimension: int | None
    durability: str


class Store(Protocol):
    """Keeps what it is given and gives it back; it decides nothing.

    Every method that takes a scope speaks of that one and can't reach another. Writes are atomic: all of a call or
    none. When `append` returns, its drafts survive the death of this process, and with full durability loss of power. All methods
    are safe to call from several threads and processes at once; all raise StoreError.
    """

    def info(self) -> StoreInfo: ...

    def claim(self, embedder: str, dimension: int | None) -> None:
        """Says whose vectors are to be used; raises EmbedderMismatch if the store holds another's. The first `settle` records it."""
        ...

    def append(self, scope: Scope, drafts: Sequence[Draft]) -> list[Written]:
        """Writes drafts without vectors, in order, as pending.

        What is there already isn't written again, and `Written` says so: a key used before, a note's digest, or a carried draft of the same
        id, time and text (one of the same id and other words becomes its next version). Of a carried thought that is there in another state the later
        state stands, and `Written` says which. A key used for another text, or an id that should be new
        and isn't, writes nothing of the call: KeyConflict, IdTaken.
        """
        ...

    def settle(self, scope: Scope, numbers: Sequence[int], vectors: Vectors, buckets: Buckets) -> None:
        """Gives pending memories their vectors, and thoughts their groups. Numbers that are gone meanwhile are passed over."""
        ...

    def pending(self, scope: Scope, limit: int, after: int = 0) -> list[Memory]:
        """Current memories that still lack a vector, oldest first, those numbered above `after`."""
        ...

    def view(self, scope: Scope) -> View | None:
        """The scope as arrays, as of the last committed write of any process; None for a scope that was never written."""
        ...

    def postings(self, scope: Scope, view: View, terms: Sequence[str]) -> dict[str, Posting]:
        """Where the terms stand in the view; terms that stand nowhere are left out."""
        ...

    def read(self, scope: Scope, numbers: Sequence[int]) -> dict[int, Memory]:
        """Memories by number; those erased meanwhile are left out."""
        ...

    def versions(self, scope: Scope, memory_id: str) -> list[Memory]:
        """All versions of one memory, oldest first; the current one, if any, has no `retired_at`."""
        ...

    def last_turns(self, scope: Scope, session_id: str | None, limit: int, before: str | None = None) -> list[Memory]:
        """The last turns of a session (None: of those without one) as they were said, in order, those too that are kept in the log only. `before`: the id of a turn; those said
        before it, and none where it isn't there.
        """
        ...

    def page(self, scope: Scope, wanted: Filter, *, limit: int, after: int = 0) -> Page:
        """Current memories in order of writing, those numbered above `after`."""
        ...

    def replace(self, scope: Scope, draft: Draft, landing: Landing | None = None) -> Written | None:
        """Retires the current version of `draft.id` at `draft.recorded_at` and appends the draft as its next version, pending, in one transaction with
        the landing. None where that doesn't fit; then nothing is written.
        """
        ...

    def erase(
        self, scope: Scope, *, ids: Sequence[str] = (), session_id: str | None = None, everything: bool = False
    ) -> Erased:
        """Destroys memories with their turns, versions, vectors and postings, and scrubs their bytes."""
        ...

    def dump(self, scope: Scope) -> Iterator[Mapping[str, Any]]:
        """Every turn and memory version as plain data, in order of writing."""
        ...

    def scopes(self, tenant: str | None = None) -> list[tuple[Scope, int]]:
        """Every scope (of one tenant) with its number of current memories."""
        ...

    def unembedded(self, scope: Scope, embedder: str, limit: int, after: int = 0) -> list[Memory]:
        """Current memories without a vector of `embedder`, oldest first, those numbered above `after`."""
        ...

    def add_vectors(self, scope: Scope, embedder: str, numbers: Sequence[int], vectors: Vectors, buckets: Buckets) -> None:
        """Vectors of an embedder the store isn't using yet."""
        ...

    def gains(
        self, scope: Scope, *, below: float | None = None, session_id: str | None = None, limit: int, after: int = 0
    ) -> dict[int, Gain]:
        """The gain of current turns by number, in order, those numbered above `after`: of all that were judged, or of those with less than `below`."""
        ...

    def regain(self, scope: Scope, memory_id: str, gain: Gain, *, think: bool) -> bool:
        """Gives a current turn another gain, and with `think` lets it wait to be thought about. False where there is no such turn."""
        ...

    def greatest(self, scope: Scope, least: float, most: int, *, before: int | None = None) -> list[tuple[Memory, Gain]]:
        """Current turns of at least this gain that wait for no second look, the greatest first, of equals the newest; `most` of them, numbered below
        `before`.
        """
        ...

    def unjudged(self, scope: Scope, limit: int, *, since: int = 0) -> list[Memory]:
        """Turns whose gain is a first estimate, oldest first, those numbered from `since` on."""
        ...

    def judge(
        self,
        scope: Scope,
        found: Sequence[Judged],
        *,
        tries: int,
        overview: Overview | None = None,
        basis: Overview | None = None,
        rests_on: Sequence[int] = (),
    ) -> bool:
        """Takes what a second look found of turns; what waits for none any more is passed over, and what failed `tries` times waits no longer. With an
        overview, which replaces the one there is: False, and nothing is written, if that isn't `basis` or one of the turns that it was made of anew isn't
        current. Lost with power, the turns wait again.
        """
        ...

    def overview(self, scope: Scope) -> Overview | None:
        """What a model made of the turns of great gain, if it did since one of them was erased or edited."""
        ...

    # the graph

    def graph(self, scope: Scope) -> Graph | None:
        """The scope's propositions and what they share, as of the last committed write of any process; None for a scope that was never written."""
        ...

    def bare_nodes(self, scope: Scope, limit: int, after: str = "") -> list[str]:
        """Keys of arguments that still lack a vector, in order, those after one."""
        ...

    def fill_nodes(self, scope: Scope, keys: Sequence[str], vectors: Vectors) -> None:
        """Gives arguments their vectors, shape (len(keys), d), unit length. Those that are gone meanwhile are passed over."""
        ...

    def aliases(self, scope: Scope) -> list[Alias]:
        """Links between arguments, oldest first: those of current propositions that name somebody, and those that persons gave; the undone ones too. They come
        and end with their propositions, in the same transaction.
        """
        ...

    def give_alias(self, scope: Scope, one: Alias, changes: Sequence[Change]) -> None:
        """A link that a person gives; it stands from now on, as do those of propositions that say the same."""
        ...

    def undo_aliases(self, scope: Scope, links: Sequence[Alias], at: datetime, changes: Sequence[Change]) -> None:
        """Ends all links of these names with whom they mean. A proposition that says so later doesn't bring one back; a person does."""
        ...

    def keep_aliases(self, scope: Scope, links: Sequence[Alias]) -> int:
        """Links from an export: of two states of one the later stands; those whose propositions aren't here are passed over. How many changed something."""
        ...

    # thoughts

    def hashing(self, wanted: Hash) -> Hash:
        """The store's hash table; `wanted` becomes it if there is none yet."""
        ...

    def unthought(self, scope: Scope, limit: int, *, since: int, tries: int) -> list[Memory]:
        """Turns that wait to be thought about, oldest first, those numbered from `since` on, but not those on which that failed `tries` times."""
        ...

    def thoughts(
        self,
        scope: Scope,
        *,
        bucket: int | None = None,
        heads: Sequence[str] | None = None,
        about: Sequence[str] | None = None,
        digests: Sequence[str] | None = None,
        turns: Sequence[str] | None = None,
        newest: int | None = None,
    ) -> list[Memory]:
        """Current thoughts, oldest first: in this group of the hash table, if one is given, and by one list at most: with one of these heads (as
        `names.head_key` writes them), about one of these (`names.about_key`), of one of these digests, resting on one of these turns.
        `newest`: so many at most.
        """
        ...

    def last_number(self, scope: Scope) -> int:
        """The greatest number given in this scope, 0 if it was never written."""
        ...

    def land(self, scope: Scope, landing: Landing) -> bool:
        """Takes all of a landing, and its turns wait no longer. Lost with power, it leaves them waiting: thoughts can be made again. False, and nothing
        is written, if a turn waits no longer, a version it retires isn't current, a turn it rests on is gone, or its basis has changed: another
        thought was written since, or one it looked at isn't current or rests on other turns.
        """
        ...

    def failed(self, scope: Scope, turns: Sequence[int]) -> None:
        """Counts a failure on turns that wait to be thought about."""
        ...

    def waiting(self, tenant: str) -> list[tuple[Scope, int]]:
        """Scopes of a tenant in which turns wait to be thought about, and how many."""
        ...

    def think_again(self, scope: Scope, *, all: bool) -> int:
        """Lets turns wait to be thought about: those on which it failed, or with `all` every turn there is. How many wait then."""
        ...

    def lease(self, scope: Scope, who: str, now: datetime, until: datetime) -> bool:
        """Whether `who` may think about this scope's turns until then: False while another may. `until` in the past gives it up."""
        ...

    def changes(self, scope: Scope, *, memory_id: str | None = None, limit: int, before: str | None = None) -> list[Change]:
        """Changes of one thought (and into it) or of all, newest first, those with an id below `before`."""
        ...

    def keep_changes(self, scope: Scope, changes: Sequence[Change]) -> None:
        """Changes that come from elsewhere (an export); those that are there already are passed over."""
        ...

    def adopt(self, embedder: str, dimension: int) -> bool:
        """Makes `embedder` the store's own and drops the others' vectors. False while a current memory lacks its vector."""
        ...

    def mend(self) -> list[Finding]:
        """Mends what `check` can find and what an `erase` could not finish; memories without a vector become pending. Says what was removed. Thoughts that
        say the same are left: which of them stays isn't a store's to decide.
        """
        ...

    def check(self) -> list[Finding]:
        """Looks for damage and unfinished work."""
        ...

    def close(self) -> None: ...


__all__ = [
    "Alias", "Buckets", "ChatMessage", "ChatModel", "Choosing", "Clock", "Drawn", "Embedder", "Fragmenter", "Graph", "Hash", "Kind", "Posting", "Reply", "Store", "StoreInfo", "Vectors", "View",
]  # fmt: skip
