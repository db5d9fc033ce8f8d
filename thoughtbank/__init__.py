"""Thoughtbank: a long-term memory for conversations with language models.

    from thoughtbank import Thoughtbank

    bank = Thoughtbank()
    bank.remember("I'm allergic to peanuts.", user_id="ana")
    print(bank.answer("What am I allergic to?", user_id="ana"))

Names are loaded when first used, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from thoughtbank.assemble import AsyncThoughtbank, Thoughtbank
    from thoughtbank.bank import Bank
    from thoughtbank.errors import ThoughtbankError
    from thoughtbank.parts import Parts
    from thoughtbank.records.conversation import Turn
    from thoughtbank.settings import Settings

__version__ = "0.1.0"

_HOMES = {
    "AsyncThoughtbank": "assemble",
    "Bank": "bank",
    "Parts": "parts",
    "Settings": "settings",
    "Thoughtbank": "assemble",
    "ThoughtbankError": "errors",
    "Turn": "records.conversation",
}
__all__ = [
    "AsyncThoughtbank", "Bank", "Parts", "Settings", "Thoughtbank", "ThoughtbankError", "Turn", "__version__",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'thoughtbank' has no attribute {name!r}")
    return getattr(import_module(f"thoughtbank.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
