"""Which layer of the gate decided how many turns, and how many it stopped that it should not have.

A layer is what `Gain.by` names: the filter's rules, the scorer, or a model. Shares are of all turns that were judged or should have been.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from thoughtbank.records.gain import Gain

RULES = ("acknowledgement", "repeat", "near repeat", "likeness")
"""The filter's, in the order in which they are asked."""
LAYERS = (*RULES, "scorer", "model")
UNJUDGED = ("person", "blank", "none")
"""What gave a turn its gain without judging it, or couldn't."""


def layer_of(gain: Gain) -> str:
    """One of LAYERS or UNJUDGED. A scorer names its version behind its name, a model is named by its own."""
    if gain.by in RULES or gain.by in UNJUDGED:
        return gain.by
    return "scorer" if gain.by.partition(" ")[0].partition(":")[0] == "scorer" else "model"


class Tally:
    """Counts turns by layer."""

    def __init__(self, gains: Iterable[Gain] = ()) -> None:
        self._turns, self._wrong = Counter[str](), Counter[str]()
        for gain in gains:
            self.add(gain)

    def add(self, gain: Gain, *, wrongly_stopped: bool = False) -> None:
        layer = layer_of(gain)
        self._turns[layer] += 1
        self._wrong[layer] += wrongly_stopped

    def shares(self, *, wrong: bool = False) -> dict[str, dict[str, Any]]:
        """`turns` and `share` of every layer, those of LAYERS also where they decided nothing; `wrong`: and `sharing_stopped`."""
        total = self._turns.total()
        names = (*LAYERS, *(name for name in UNJUDGED if self._turns[name]))
        return {
            name: {
                "turns": self._turns[name],
                "share": round(self._turns[name] / total, 6) if total else 0.0,
                **({"sharing_stopped": self._wrong[name]} if wrong else {}),
            }
            for name in names
        }
