"""From a name in the settings to an embedder or a language model.

One table of the names we ship, then the entry points of others (groups `thoughtbank.embedders` and `thoughtbank.models`,
each a function of the settings), then pydantic-ai's `provider:model`. What a name needs is imported when it is asked for,
so this import costs nothing.
"""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from thoughtbank.errors import SettingsError
from thoughtbank.ports import ChatModel, Embedder
from thoughtbank.providers.own import own_embedder, own_model
from thoughtbank.settings import Settings


def make_embedder(settings: Settings) -> Embedder:
    """The embedder that `settings.embedder` names. Raises SettingsError with the names there are, MissingExtra."""
    kind, _, rest = settings.embedder.partition(":")
    if kind in _EMBEDDERS:
        return _EMBEDDERS[kind](settings, rest)
    if point := _entry_point("thoughtbank.embedders", kind):
        return own_embedder(cast(Embedder, point.load()(settings)), key_of(settings))
    if not rest and settings.embedder_base_url is None:
        raise SettingsError(
            f"there is no embedder {settings.embedder!r}; there are {_names(_EMBEDDERS, 'thoughtbank.embedders')}, a provider "
            "and its model as pydantic-ai names them (openai:text-embedding-3-small), and with embedder_base_url any model of "
            "that server"
        )
    return _through_pydantic_ai(settings)


def make_model(settings: Settings) -> ChatModel | None:
    """The language model that `settings.model` names, None where it names none. Raises SettingsError, MissingExtra."""
    name = settings.model
    if name is None or name == "none":  # "none" switches off what the environment or the file names
        return None
    kind, _, rest = name.partition(":")
    if kind == "local":
        return _local(settings, rest)
    if point := _entry_point("thoughtbank.models", kind):
        return own_model(cast(ChatModel, point.load()(settings)), key_of(settings))
    if not rest and settings.base_url is None:
        raise SettingsError(
            f"there is no model {name!r}; write a provider and its model as pydantic-ai names them "
            "(openai:gpt-5-mini, ollama:qwen3), local: and a GGUF file or a name of `thoughtbank model list`, or set base_url to use any "
            "model of an OpenAI-compatible server; "
            f"installed beside these: {_names({}, 'thoughtbank.models') or 'none'}"
        )
    from thoughtbank.providers.chat import PydanticAIModel

    return PydanticAIModel(
        name, settings.base_url, key_of(settings), timeout=settings.model_timeout, retries=settings.model_retries
    )


def make_judge(settings: Settings) -> ChatModel | None:
    """The same of `settings.judge_model`, with the same server and key."""
    return make_model(settings.model_copy(update={"model": settings.judge_model}))


def _local(settings: Settings, rest: str) -> ChatModel:
    from thoughtbank.providers.local import LocalModel
    from thoughtbank.providers.weights import located

    found = located(rest, settings.home)
    return LocalModel(
        found.file, context=settings.local_context, timeout=settings.local_timeout, seed=settings.seed, vouched=found.vouched
    )


def _builtin(settings: Settings, rest: str) -> Embedder:
    from thoughtbank.providers.builtin import BuiltinEmbedder

    _no_more("builtin", rest)
    return BuiltinEmbedder(settings.embed_threads, settings.embed_chars)


def _hash(settings: Settings, rest: str) -> Embedder:
    from thoughtbank.providers.fake import HashEmbedder

    _no_more("hash", rest)
    return HashEmbedder()


def _sentence_transformers(settings: Settings, rest: str) -> Embedder:
    from thoughtbank.providers.embedders import SentenceTransformersEmbedder

    if not rest:
        raise SettingsError("name the model: sentence-transformers:NAME, such as sentence-transformers:BAAI/bge-m3")
    return SentenceTransformersEmbedder(rest, settings.embed_chars)


def _through_pydantic_ai(settings: Settings) -> Embedder:
    from thoughtbank.providers.embedders import PydanticAIEmbedder

    return PydanticAIEmbedder(
        settings.embedder,
        settings.embedder_base_url,
        key_of(settings),
        timeout=settings.model_timeout,
        retries=settings.model_retries,
        embed_chars=settings.embed_chars,
    )


_EMBEDDERS: dict[str, Callable[[Settings, str], Embedder]] = {
    "builtin": _builtin,
    "hash": _hash,
    "sentence-transformers": _sentence_transformers,
}


def _no_more(name: str, rest: str) -> None:
    if rest:
        raise SettingsError(f"the embedder {name!r} takes nothing after its name, not {rest!r}")


def _entry_point(group: str, name: str) -> EntryPoint | None:
    return next(iter(entry_points(group=group, name=name)), None)


def _names(table: dict[str, Callable[[Settings, str], Embedder]], group: str) -> str:
    return ", ".join([*table, *sorted(entry_points(group=group).names)])


def key_of(settings: Settings) -> str | None:
    """The key of the configured server, which no message may hold."""
    return (settings.api_key.get_secret_value() or None) if settings.api_key else None
