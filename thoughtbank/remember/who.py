"""Whom the heads of thoughts mean: one who has two names is one head to what organizes (docs/names.md)."""

from dataclasses import replace

from thoughtbank.language.aliases import NOBODY, Known
from thoughtbank.language.arguments import argument_key
from thoughtbank.language.names import head_key
from thoughtbank.ports import Store
from thoughtbank.records.conversation import Scope
from thoughtbank.remember.items import Item


def known_names(store: Store, scope: Scope) -> Known:
    """Who is who among the arguments that a scope knows."""
    graph = store.graph(scope)
    return graph.known if graph is not None else NOBODY


def heads(who: Known, item: Item) -> list[str]:
    """A head and its other names."""
    return list(dict.fromkeys((item.triple.head, *who.same(argument_key(item.triple.head)))))


def meant(who: Known, item: Item) -> Item:
    """The item with whom its head means."""
    key = argument_key(item.triple.head)
    return replace(item, who=who.of(key)) if key in who.first else item


def told(reason: str, item: Item, by: Item) -> str:
    """A reason that holds between two heads says that they are one."""
    first, second = item.triple.head, by.triple.head
    return reason if head_key(first) == head_key(second) else f"{reason}; {second} is {first}"
