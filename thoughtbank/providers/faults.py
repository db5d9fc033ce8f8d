"""What goes wrong at a vendor, in our words, and which of it is worth another try.

pydantic-ai sorts the vendors' errors into kinds already; here each kind becomes one of ours with what to do next. Upstream
text is quoted (it is often the only explanation), bounded and without the key. Checked by `tests/providers` against a real
HTTP server.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from thoughtbank.errors import ModelBusy, ModelError, ModelRefused, ModelTimeout, ModelUnreadable

T = TypeVar("T")

BACKOFF = 0.5
"""Seconds before the first further try; doubled for each one after it."""
LONGEST_WAIT = 20.0
"""Seconds: a longer Retry-After is shortened to this."""
QUOTE = 300
"""Characters of an upstream's text that a message quotes."""

FOREIGN: tuple[type[Exception], ...] = (RuntimeError, OSError, ValueError, LookupError, TypeError, AttributeError)
"""What a vendor's client is known to raise. pydantic-ai's errors are RuntimeErrors; the others come from bodies that don't
follow the protocol. Caught only around a call of the client, never around code of ours."""


def translate(error: Exception, name: str, key: str | None) -> ModelError:
    """The error of ours that a foreign one means; `name` is the model's, `key` what no message may hold."""
    from pydantic_ai import exceptions as theirs

    said = quote(error, key)
    match error:
        case ModelError():
            return error
        case theirs.ModelAuthenticationError():
            return ModelError(f"{name}: the upstream refused the credentials (HTTP 401 or 403); check the setting api_key")
        case theirs.ModelQuotaExceededError():
            return ModelError(f"{name}: the account's quota or credit is used up: {said}")
        case theirs.ModelRateLimitError() | theirs.ModelUnavailableError() | theirs.ModelServerError():
            return ModelBusy(f"{name}: the upstream is busy or failing, try again later: {said}")
        case theirs.ModelRequestTimeout() | theirs.ModelTimeoutError() | TimeoutError():
            return ModelTimeout(f"{name}: no answer in time; raise the setting model_timeout if the model is slow")
        case theirs.ModelConnectionError() | OSError():
            return ModelTimeout(f"{name}: the upstream can't be reached or hung up; check the network and base_url: {said}")
        case theirs.ModelContextWindowExceededError():
            return ModelError(f"{name}: the prompt is longer than the model's context: {said}")
        case theirs.ModelNotFoundError():
            return ModelError(f"{name}: the upstream doesn't know this model or address; check model and base_url: {said}")
        case theirs.ContentFilterError():
            return ModelRefused(f"{name}: stopped by the upstream's content filter: {said}")
        case theirs.ModelHTTPError() if error.status_code >= 500 or error.status_code in (408, 409, 425, 429):
            return ModelBusy(f"{name}: the upstream is busy or failing, try again later: {said}")
        case theirs.ModelRequestRejectedError() | theirs.ModelHTTPError() | theirs.UserError():
            return ModelError(f"{name}: the upstream rejected the request: {said}")
        case _:
            return ModelUnreadable(f"{name}: the upstream's answer doesn't follow the protocol: {said}")


def chain(error: Exception, key: str | None) -> Exception | None:
    """What ours is raised `from`: nothing when the foreign text could show the key, or a part of it (a refused key often
    is).
    """
    from pydantic_ai.exceptions import ModelAuthenticationError

    texts = [str(link) for link in (error, error.__cause__, error.__context__) if link is not None]
    shown = key is not None and any(key in text for text in texts)
    return None if shown or isinstance(error, ModelAuthenticationError) else error


def quote(error: Exception, key: str | None) -> str:
    """The upstream's own words, bounded, without the key."""
    body = getattr(error, "body", None)
    if isinstance(body, dict):
        body = body.get("message") or body.get("error") or body
    text = " ".join(str(body or error or type(error).__name__).split())
    if key:
        text = text.replace(key, "***")
    status = getattr(error, "status_code", None)
    return (f"HTTP {status}: " if status else "") + (text if len(text) <= QUOTE else text[:QUOTE] + "...")


async def patiently(
    call: Callable[[], Awaitable[T]],
    *,
    name: str,
    key: str | None,
    retries: int,
    timeout: float,
    total: float,
) -> T:
    """The call's result, tried at most `retries` + 1 times while the failure is one that passes.

    Each try ends after `timeout` seconds, all together after `total`, waits included: a wait that would go beyond it isn't
    begun. A wait is what the upstream asked for, up to LONGEST_WAIT, or BACKOFF doubled each time, with up to a quarter of
    jitter. Raises ModelError.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + total
    for attempt in range(retries + 1):
        try:
            async with asyncio.timeout(min(timeout, end - loop.time())):
                return await call()
        except FOREIGN + (ModelError,) as error:
            ours = translate(error, name, key)
            wait = _wait(error, attempt)
            hopeless = not ours.retryable or attempt == retries or loop.time() + wait >= end
            if hopeless and ours is error:
                raise
            if hopeless:
                raise ours from chain(error, key)
        await asyncio.sleep(wait)
    raise AssertionError("unreachable: the last attempt returns or raises")


def _wait(error: Exception, attempt: int) -> float:
    """Seconds before the next try."""
    asked = getattr(error, "retry_after", None)
    if isinstance(asked, int | float):
        return min(float(asked), LONGEST_WAIT)
    jitter = 1 + random.random() / 4  # spreads the clients of one overloaded server; nothing that is stored depends on it
    return float(min(BACKOFF * 2**attempt * jitter, LONGEST_WAIT))
