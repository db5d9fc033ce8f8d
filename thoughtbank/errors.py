"""One tree of errors. A message names what went wrong and what to do next.

Foreign errors (SQLAlchemy, HTTP clients, parsers) become one of these at the border, chained with `from`; text that could
hold a password or a key is left out there. Callers catch `ThoughtbankError` for everything, or the branch they can mend.
"""


class ThoughtbankError(Exception):
    """The root of every error this package raises on purpose."""


class InputError(ThoughtbankError, ValueError):
    """The caller gave something that can't be used: an empty id, a wrong type, an unreadable date."""


class SettingsError(ThoughtbankError):
    """A setting, an environment variable or the settings file can't be used."""


class NotFound(ThoughtbankError, LookupError):
    """No such memory or session in this scope."""


class KeyConflict(InputError):
    """An idempotency key was used before for a different turn. Nothing of the call was stored."""


class MissingExtra(ThoughtbankError, ImportError):
    """A package that this feature needs isn't installed; the message names the extra that brings it."""


class EvaluationError(ThoughtbankError):
    """An engine that is measured broke a promise: rows of another user, or of a later time. No figure of it would mean anything."""


class StoreError(ThoughtbankError):
    """The store can't do what was asked. What was acknowledged before is untouched."""


class StoreUnavailable(StoreError):
    """The store can't be opened or written: no such folder, read-only, locked too long."""


class StoreFull(StoreError):
    """The disk (or a quota) is full. The write that met it was rolled back whole."""


class StoreDamaged(StoreError):
    """The file isn't a database, or its pages contradict each other."""


class StoreVersion(StoreError):
    """The store was written by a newer version of this package."""


class EmbedderMismatch(StoreError):
    """The store's vectors were made by another embedder; `reembed` moves them."""


class IdTaken(StoreError):
    """A new memory's id is in use: a seeded source of ids began again. The engine draws another; callers never see it."""


class ProviderError(ThoughtbankError):
    """An embedder or a language model failed. `retryable` says whether the same call may work later."""

    retryable = False


class EmbedderError(ProviderError):
    """An embedder failed or returned something that isn't a vector."""

    retryable = True


class ModelError(ProviderError):
    """A language model failed."""


class ModelBusy(ModelError):
    """The upstream asked to slow down (HTTP 429) or was overloaded (5xx)."""

    retryable = True


class ModelTimeout(ModelError):
    """The upstream didn't answer in time, or couldn't be reached."""

    retryable = True


class ModelRefused(ModelError):
    """The upstream answered that it won't: a content filter or a refusal."""


class ModelUnreadable(ModelError):
    """The upstream answered something that isn't an answer: nothing, or a broken protocol."""

    retryable = True
