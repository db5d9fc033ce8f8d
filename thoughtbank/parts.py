"""What a bank is made of, and what all of its verbs share: whose memory is meant, and the store's hash table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from thoughtbank.errors import InputError, NotFound, SettingsError
from thoughtbank.language.fragments import Parser
from thoughtbank.language.names import check_name
from thoughtbank.ports import ChatModel, Clock, Embedder, Fragmenter, Hash, Store
from thoughtbank.recall.graph import ArgumentVectors
from thoughtbank.records.conversation import Role, Scope
from thoughtbank.records.ids import Ids
from thoughtbank.records.memory import Kind, Memory
from thoughtbank.remember.scorers import SHIPPED, Scorer
from thoughtbank.settings import Settings

PAGE = 1000
"""The largest page that `list` and its like give."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a bank is made of. `judge`: the model that judges gain and keeps the overview, None: `model`. `parsers`: by language."""

    store: Store
    embedder: Embedder
    model: ChatModel | None
    settings: Settings
    clock: Clock
    ids: Ids
    judge: ChatModel | None = None
    scorer: Scorer = SHIPPED
    parsers: Mapping[str, Parser] = field(default_factory=dict)
    fragmenter: Fragmenter | None = None


class Holding:
    """A tenant's share of a store."""

    def __init__(self, parts: Parts, tenant: str = "default") -> None:
        self._parts = parts
        self._tenant = check_name(tenant, "tenant") or "default"
        parts.store.claim(parts.embedder.name, parts.embedder.dimension)

    @cached_property
    def _arguments(self) -> ArgumentVectors:
        return ArgumentVectors(self._parts.embedder)

    @cached_property
    def _table(self) -> Hash:
        """The store's hash table. Raises SettingsError where the settings want another one."""
        think = self._parts.settings.think
        found = self._parts.store.hashing(Hash(think.hash_seed, think.buckets))
        if found.buckets != think.buckets:
            raise SettingsError(
                f"this store's hash table has {found.buckets} groups, think.buckets says {think.buckets}; set it to {found.buckets}, "
                "or begin another store"
            )
        return found

    def _scope(self, user_id: str) -> Scope:
        if user_id is None:
            raise InputError("user_id is required: whose memory is meant?")
        name = check_name(user_id, "user_id")
        assert name is not None
        return Scope(self._tenant, name)

    def _current(self, scope: Scope, memory_id: str) -> Memory:
        """A memory as it is now. Raises NotFound."""
        for version in reversed(self._parts.store.versions(scope, given_id(memory_id))):
            if version.retired_at is None:
                return version
        raise NotFound(f"no memory {memory_id!r} for this user")

    def _to_think(self, kind: Kind, role: Role | None) -> bool:
        """Whether such a memory is to be thought about, if anything is."""
        return self._parts.settings.think.mode != "off" and kind == "turn" and self._is_fact(role)

    def _is_fact(self, role: Role | None) -> bool:
        """Whether who has this role says facts about a person: people do, and with their words the replies if the settings want it."""
        return role in ("user", "participant") or (role == "assistant" and self._parts.settings.think.replies)


def after(cursor: str | None) -> int:
    """The number after which a page begins. Raises InputError for what no page gave."""
    if cursor is None:
        return 0
    if not (isinstance(cursor, str) and cursor.isascii() and cursor.isdigit() and len(cursor) < 19):
        raise InputError(f"{cursor!r} isn't a cursor; give back a page's `next` as it is")
    return int(cursor)


def given_id(memory_id: str) -> str:
    """A memory's id as a caller gave it. Raises InputError for none."""
    name = check_name(memory_id, "memory_id")
    if name is None:
        raise InputError("memory_id is required; list shows the ids")
    return name
