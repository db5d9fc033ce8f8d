"""From a URL and settings to a working bank: the one file that knows the engine and its adapters, and the only one that looks at the clock."""

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from thoughtbank.bank import Bank
from thoughtbank.errors import SettingsError
from thoughtbank.language.fragments import Parser
from thoughtbank.parts import Parts
from thoughtbank.ports import ChatModel, Clock, Embedder, Fragmenter, Hash, Store
from thoughtbank.providers import key_of, make_embedder, make_judge, make_model
from thoughtbank.providers.cross_encoder import encoder_digest, load_encoder
from thoughtbank.providers.own import own_embedder, own_model
from thoughtbank.providers.parsers import installed
from thoughtbank.recall.speak import AnswerStream
from thoughtbank.records.decisions import ImportReport
from thoughtbank.records.ids import Ids
from thoughtbank.remember.index import reembed
from thoughtbank.remember.scorers import SHIPPED, Encoded, Scorer, named, read_scorer
from thoughtbank.settings import Settings, load_settings
from thoughtbank.stores import open_store

P = ParamSpec("P")
T = TypeVar("T")


def system_clock() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)


class Thoughtbank(Bank):
    """A bank from a URL: `Thoughtbank()` keeps a file in the user's data folder, `Thoughtbank("path/to/file.db")` that file.

    Keyword arguments are settings (see `Settings`); None means the environment's or the default. `embedder`, `model`, `judge_model` and `clock` also take
    objects of one's own that fit the ports.
    """

    def __init__(
        self,
        store: str | None = None,
        *,
        tenant: str | None = None,
        embedder: str | Embedder | None = None,
        model: str | ChatModel | None = None,
        judge_model: str | ChatModel | None = None,
        clock: Clock = system_clock,
        **settings: Any,
    ) -> None:
        models = (("embedder", embedder, "embed"), ("model", model, "chat"), ("judge_model", judge_model, "chat"))
        named = {name: value if isinstance(value, str) else None for name, value, _ in models}
        loaded = load_settings(store=store, tenant=tenant, **named, **settings)
        for name, given, method in models:
            if not (given is None or isinstance(given, str) or hasattr(given, method)):
                raise SettingsError(
                    f"{name} must be a name, or an object with {method}() as ports.py describes it, not {given!r}"
                )
        made_embedder = (
            make_embedder(loaded) if embedder is None or isinstance(embedder, str) else own_embedder(embedder, key_of(loaded))
        )
        made_model = make_model(loaded) if model is None or isinstance(model, str) else own_model(model, key_of(loaded))
        made_judge = _judge(loaded, judge_model, made_model if model is None or isinstance(model, str) else None)
        scorer, parsers, fragmenter = make_scorer(loaded), _parsers(loaded), _fragmenter(loaded)
        opened = _open(loaded)  # last, so that nothing is made on the disk for a name that can't be used
        self.settings = loaded
        try:
            parts = Parts(
                opened, made_embedder, made_model, loaded, clock, Ids(loaded.seed), made_judge, scorer, parsers, fragmenter
            )
            super().__init__(parts, loaded.tenant)
        except BaseException:
            opened.close()
            raise


def reembed_store(store: str | None = None, **settings: Any) -> Iterator[int]:
    """Makes all vectors of a store anew with the configured embedder; yields how many are made so far. See `index.reembed`."""
    loaded = load_settings(store=store, **settings)
    opened = _open(loaded)
    try:
        table = opened.hashing(Hash(loaded.think.hash_seed, loaded.think.buckets))
        yield from reembed(opened, make_embedder(loaded), table)
    finally:
        opened.close()


def _judge(settings: Settings, given: str | ChatModel | None, model: ChatModel | None) -> ChatModel | None:
    """The model that judges: an object of one's own, or by name. A local model of the same name as `model` isn't loaded twice."""
    if given is not None and not isinstance(given, str):
        return own_model(given, key_of(settings))
    same = settings.judge_model is not None and settings.judge_model == settings.model
    return model if same and model is not None else make_judge(settings)


def _parsers(settings: Settings) -> Mapping[str, Parser]:
    """Those that are installed, unless the settings leave them out."""
    return installed() if settings.think.parsers == "auto" else {}


def _fragmenter(settings: Settings) -> Fragmenter | None:
    """Raises SettingsError, MissingExtra."""
    if settings.think.by != "seq2seq":
        return None
    if settings.think.fragmenter is None:
        raise SettingsError("think.by is seq2seq, but think.fragmenter names no folder that tune fragmenter wrote")
    from thoughtbank.providers.seq2seq import Seq2SeqFragmenter

    return Seq2SeqFragmenter(settings.think.fragmenter.expanduser(), share=settings.think.grounded)


def make_scorer(settings: Settings) -> Scorer:
    """Who gives turns their points. Raises SettingsError, MissingExtra."""
    if settings.gain.scorer is None:
        return SHIPPED
    path = settings.gain.scorer.expanduser()
    if not path.is_dir():
        return read_scorer(path)
    encoder = load_encoder(path)
    return Encoded(named(path, encoder.digest), encoder)


def scorer_name(settings: Settings) -> str:
    """The name of the scorer that `make_scorer` would make; an encoder isn't loaded for it. Raises SettingsError."""
    path = settings.gain.scorer.expanduser() if settings.gain.scorer is not None else None
    return named(path, encoder_digest(path)) if path is not None and path.is_dir() else make_scorer(settings).name


def _open(settings: Settings) -> Store:
    if settings.store_url.startswith(("http://", "https://")):
        raise SettingsError("this version has no client for a Thoughtbank server; name a file for the store")
    return open_store(
        settings.store_url,
        durable=settings.durability == "full",
        busy_timeout=settings.busy_timeout,
        cache_mb=settings.cache_mb,
        session_gap=settings.recall.session_gap,
    )


def _threaded(
    verb: Callable[Concatenate[Thoughtbank, P], T],
) -> "Callable[Concatenate[AsyncThoughtbank, P], Awaitable[T]]":
    """A verb of Thoughtbank as one that runs in a thread and is awaited."""

    @functools.wraps(verb)
    async def awaited(self: "AsyncThoughtbank", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.to_thread(verb, self.bank, *args, **kwargs)

    return awaited


class AsyncThoughtbank:
    """Thoughtbank's verbs to be awaited. The engine is one and synchronous; here its calls run in threads."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Takes what Thoughtbank takes."""
        self.bank = Thoughtbank(*args, **kwargs)

    remember = _threaded(Thoughtbank.remember)
    add = _threaded(Thoughtbank.add)
    recall = _threaded(Thoughtbank.recall)
    context = _threaded(Thoughtbank.context)
    recent = _threaded(Thoughtbank.recent)
    answer = _threaded(Thoughtbank.answer)
    get = _threaded(Thoughtbank.get)
    history = _threaded(Thoughtbank.history)
    list = _threaded(Thoughtbank.list)
    edit = _threaded(Thoughtbank.edit)
    erase = _threaded(Thoughtbank.erase)
    relations = _threaded(Thoughtbank.relations)
    graph = _threaded(Thoughtbank.graph)
    path = _threaded(Thoughtbank.path)
    aliases = _threaded(Thoughtbank.aliases)
    alias = _threaded(Thoughtbank.alias)
    unalias = _threaded(Thoughtbank.unalias)
    changes = _threaded(Thoughtbank.changes)
    restore = _threaded(Thoughtbank.restore)
    gains = _threaded(Thoughtbank.gains)
    gains_of = _threaded(Thoughtbank.gains_of)
    fragments_of = _threaded(Thoughtbank.fragments_of)
    refusals = _threaded(Thoughtbank.refusals)
    rescue = _threaded(Thoughtbank.rescue)
    overview = _threaded(Thoughtbank.overview)
    work = _threaded(Thoughtbank.work)
    rethink = _threaded(Thoughtbank.rethink)
    import_ = _threaded(Thoughtbank.import_)
    users = _threaded(Thoughtbank.users)
    info = _threaded(Thoughtbank.info)
    check = _threaded(Thoughtbank.check)
    repair = _threaded(Thoughtbank.repair)
    close = _threaded(Thoughtbank.close)

    answer_stream = _threaded(Thoughtbank.answer_stream)
    """Awaited, it gives the AnswerStream; `async for piece in pieces(stream)` reads it without blocking."""

    async def pieces(self, stream: AnswerStream) -> AsyncIterator[str]:
        """The pieces of an answer as they come; afterwards `stream.answer` is there."""
        try:
            async for piece in _each(iter(stream)):
                yield piece
        finally:  # also when the reader stops early
            await asyncio.to_thread(stream.close)

    async def export(self, *, user_id: str) -> AsyncIterator[str]:
        """Everything of a user as JSON lines."""
        async for line in _each(self.bank.export(user_id=user_id)):
            yield line

    async def importing(self, lines: Sequence[str], *, user_id: str) -> AsyncIterator[ImportReport]:
        """`import_` with a report after each batch."""
        async for report in _each(self.bank.importing(lines, user_id=user_id)):
            yield report

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


async def _each(items: Iterator[T]) -> AsyncIterator[T]:
    end = object()
    while (item := await asyncio.to_thread(next, items, end)) is not end:
        yield item  # type: ignore[misc]  # the sentinel is the only other type
