"""How a memory is found again: the terms it is indexed under, and the text whose vector stands for it.

Both carry who spoke and on which day, since questions name persons and days as often as things (measured by `thoughtbank evaluate`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from thoughtbank.errors import EmbedderError, MissingExtra, StoreError
from thoughtbank.language import words
from thoughtbank.language.arguments import ARGUMENT_CHARS
from thoughtbank.ports import Buckets, Embedder, Hash, Store, Vectors
from thoughtbank.records.conversation import Scope
from thoughtbank.records.memory import Draft, Memory
from thoughtbank.similarity.lsh import Hashing
from thoughtbank.similarity.vectors import unit_rows

BATCH = 64
"""Texts embedded and settled at a time, so that a long job shows progress and loses little when it is stopped."""


def indexed(draft: Draft) -> Draft:
    """The draft with its language, terms and length."""
    terms = Counter(words.terms(draft.text))
    if draft.speaker is not None:
        terms.update(words.terms(draft.speaker))
    terms.update(words.day_terms(draft.said_at.date()))
    return replace(draft, terms=terms, length=terms.total(), language=words.written_in(draft.text))


def passage(memory: Memory | Draft) -> str:
    """The text that is embedded: "[2023-05-08] Caroline: I moved"; of a thought its sentence, so that like thoughts share a group."""
    if memory.kind == "thought":
        return memory.text
    speaker = f"{memory.speaker}: " if memory.speaker is not None else ""
    return f"[{memory.said_at.date().isoformat()}] {speaker}{memory.text}"


@dataclass(frozen=True, slots=True)
class Settled:
    """What kept pending memories from their vectors: `of` some by number, `all` of the rest."""

    of: Mapping[int, str]
    all: str | None = None

    def reason(self, number: int) -> str | None:
        """Why this memory has no vector yet; None if it has one."""
        return self.of.get(number, self.all)


def buckets_of(vectors: Vectors, table: Hash) -> Buckets:
    """Each vector's group, shape (n,): F of TiM, section 3.3. A space of few dimensions has fewer groups than the table names."""
    hashing = Hashing(table.seed, vectors.shape[1], min(table.buckets, 2 * vectors.shape[1]))
    return hashing.index(vectors)[:, 0]


def settle(store: Store, embedder: Embedder, scope: Scope, table: Hash) -> Settled:
    """Gives the pending memories of a scope their vectors, oldest first, those of earlier calls that failed included.

    What fails leaves its memories pending, and is never raised: they are kept and found by their words. A text that the embedder won't take is
    passed by; an embedder or a store that can't be reached ends it.
    """
    failures: dict[int, str] = {}
    after = 0
    try:
        while waiting := store.pending(scope, BATCH, after):
            after = waiting[-1].number
            _settle(store, embedder, scope, waiting, failures, table)
            if len(waiting) < BATCH:
                break
    except (EmbedderError, StoreError, MissingExtra) as error:
        return Settled(failures, str(error))
    return Settled(failures)


def settle_nodes(store: Store, embedder: Embedder, scope: Scope) -> str | None:
    """Gives the arguments of a scope's propositions their vectors; why that ended before all had one, if it did. What is left waits for the next call, and is
    found by equality until then.
    """
    after, failures = "", list[str]()
    try:
        while keys := store.bare_nodes(scope, BATCH, after):
            after = keys[-1]
            _fill(store, embedder, scope, keys, failures)
            if len(keys) < BATCH:
                break
    except (EmbedderError, StoreError, MissingExtra) as error:
        return str(error)
    return failures[0] if failures else None


def _fill(store: Store, embedder: Embedder, scope: Scope, keys: Sequence[str], failures: list[str]) -> None:
    """One batch; halved until what the embedder won't take stands alone. Raises an EmbedderError that may pass by itself."""
    try:
        vectors = embed(embedder, [key[:ARGUMENT_CHARS] for key in keys])
    except EmbedderError as error:
        if error.retryable:
            raise
        if len(keys) == 1:
            failures.append(str(error))
            return
        _fill(store, embedder, scope, keys[: len(keys) // 2], failures)
        _fill(store, embedder, scope, keys[len(keys) // 2 :], failures)
        return
    store.fill_nodes(scope, keys, vectors)


def _settle(
    store: Store, embedder: Embedder, scope: Scope, memories: Sequence[Memory], failures: dict[int, str], table: Hash
) -> None:
    """One batch; halved until what the embedder won't take stands alone. Raises an EmbedderError that may pass by itself."""
    try:
        vectors = embed(embedder, [passage(memory) for memory in memories])
    except EmbedderError as error:
        if error.retryable:
            raise
        if len(memories) == 1:
            failures[memories[0].number] = str(error)
            return
        half = len(memories) // 2
        _settle(store, embedder, scope, memories[:half], failures, table)
        _settle(store, embedder, scope, memories[half:], failures, table)
        return
    store.settle(scope, [memory.number for memory in memories], vectors, buckets_of(vectors, table))


def embed(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """Checked vectors of passages, shape (len(texts), d), unit length. Raises EmbedderError for anything else."""
    try:
        return unit_rows(embedder.embed(texts), len(texts))
    except ValueError as error:
        fault = EmbedderError(f"{embedder.name} gave no usable vectors: {error}")
        fault.retryable = False  # the same texts would give the same
        raise fault from error


def reembed(store: Store, embedder: Embedder, table: Hash) -> Iterator[int]:
    """Makes the vectors of all scopes anew with another embedder, then makes it the store's own; yields the vectors made so far.

    The store serves with its old vectors until all memories have theirs; arguments of propositions follow, and are found by equality until then. Stopped
    half way it goes on where it was. Raises EmbedderError.
    """
    done = 0
    dimension = embedder.dimension
    while True:
        for scope, _ in store.scopes():
            after = 0
            while waiting := store.unembedded(scope, embedder.name, BATCH, after):
                after = waiting[-1].number
                vectors = embed(embedder, [passage(memory) for memory in waiting])
                dimension = vectors.shape[1]
                store.add_vectors(
                    scope, embedder.name, [memory.number for memory in waiting], vectors, buckets_of(vectors, table)
                )
                done += len(waiting)
                yield done
        if dimension is None:
            dimension = embed(embedder, ["dimension"]).shape[1]
        if store.adopt(embedder.name, dimension):
            break
    for scope, _ in store.scopes():
        while keys := store.bare_nodes(scope, BATCH):
            store.fill_nodes(scope, keys, embed(embedder, [key[:ARGUMENT_CHARS] for key in keys]))
            done += len(keys)
            yield done
