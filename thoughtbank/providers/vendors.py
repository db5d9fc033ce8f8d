"""How a name becomes a pydantic-ai model: whose server, whose key.

`provider:model` is the vendor's own service, its key the setting api_key or the vendor's own environment variable. With a
base URL it is an OpenAI-compatible server there, and then no vendor's variable is read: a key meant for one company must
not reach another's server.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from thoughtbank.errors import MissingExtra, SettingsError

if TYPE_CHECKING:
    from pydantic_ai.embeddings import EmbeddingModel
    from pydantic_ai.models import Model
    from pydantic_ai.providers import Provider

OWN_SERVERS = ("openai:", "openai-chat:", "ollama:", "vllm:", "litellm:")
"""Prefixes that say nothing more once a base URL is given. Others stay, as part of names such as `mistral:7b`."""

OLLAMA = "http://localhost:11434/v1"

EXTRA = "needs packages that aren't installed; pip install 'thoughtbank[models]'"


def chat_model(name: str, base_url: str | None, api_key: str | None) -> "Model":
    """A pydantic-ai model. Raises SettingsError, MissingExtra."""
    try:
        from pydantic_ai.models import infer_model

        if base_url is None:
            return infer_model(name, provider_factory=_keyed(api_key))
        from pydantic_ai.models.openai import OpenAIChatModel

        return OpenAIChatModel(_bare(name), provider=_server(base_url, api_key))
    except ImportError as error:
        raise MissingExtra(f"the model {name!r} {EXTRA}") from error
    except (RuntimeError, ValueError, TypeError) as error:
        raise _unusable("model", name, error, api_key) from None


def embedding_model(name: str, base_url: str | None, api_key: str | None) -> "EmbeddingModel":
    """A pydantic-ai embedding model. Raises SettingsError, MissingExtra."""
    try:
        from pydantic_ai.embeddings import infer_embedding_model

        if base_url is None:
            made = infer_embedding_model(name, provider_factory=_keyed(api_key))
        else:
            from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel

            made = OpenAIEmbeddingModel(_bare(name), provider=_server(base_url, api_key))
    except ImportError as error:
        raise MissingExtra(f"the embedder {name!r} {EXTRA}") from error
    except (RuntimeError, ValueError, TypeError) as error:
        raise _unusable("embedder", name, error, api_key) from None
    client = getattr(made, "_client", None)
    if isinstance(getattr(client, "max_retries", None), int):
        client.max_retries = 0  # type: ignore[union-attr]  # there is no setting for it; ours are the only retries
    return made


def _bare(name: str) -> str:
    for prefix in OWN_SERVERS:
        if name.startswith(prefix):
            return name.removeprefix(prefix)
    return name


def _server(base_url: str, api_key: str | None) -> "Provider[Any]":
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    # `max_completion_tokens` is OpenAI's own; servers that speak its wire know `max_tokens`. Inline thoughts are left for
    # `reasoning.py`, by tags that never come: pydantic-ai takes a thought that was cut off for the answer.
    profile = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False, thinking_tags=("<\0>", "</\0>"))
    return OpenAICompatibleProvider("custom", base_url=base_url, api_key=api_key or "none", profile=profile)


def _keyed(api_key: str | None) -> "Callable[[str], Provider[Any]]":
    """Makes providers with our key; without one, as pydantic-ai does."""
    from pydantic_ai.providers import infer_provider, infer_provider_class

    def make(provider: str) -> "Provider[Any]":
        if provider == "ollama":
            return _ollama(api_key)
        if api_key is None or provider.startswith("gateway/"):
            return infer_provider(provider)
        made: Any = infer_provider_class(provider)  # each takes its key by this name, or TypeError says that it takes none
        return made(api_key=api_key)  # type: ignore[no-any-return]

    return make


def _ollama(api_key: str | None) -> "Provider[Any]":
    """Where OLLAMA_BASE_URL says, else where Ollama listens unless told otherwise."""
    from pydantic_ai.exceptions import UserError
    from pydantic_ai.providers.ollama import OllamaProvider

    try:
        return OllamaProvider(api_key=api_key)
    except UserError:
        return OllamaProvider(base_url=OLLAMA, api_key=api_key)


def _unusable(what: str, name: str, error: Exception, key: str | None) -> SettingsError:
    reason = str(error).replace(key, "***") if key else str(error)
    return SettingsError(
        f"the {what} {name!r} can't be used: {reason}; write provider:model with a provider of pydantic-ai "
        f"({', '.join(_known_providers())}), or set the base URL of an OpenAI-compatible server"
    )


def _known_providers() -> list[str]:
    from pydantic_ai.models import known_model_names

    return sorted({name.split(":")[0] for name in known_model_names() if ":" in name and "/" not in name.split(":")[0]})
