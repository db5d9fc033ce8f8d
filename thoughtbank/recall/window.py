"""The last turns of a session that a model is shown beside the memories, within a budget of tokens (CIG: priority for turns of high gain).

The idea: where they fit, all of them are shown. Where they don't, the last turn stays, for it is what is being talked about, then those of most gain; of
equal gain the later. What couldn't be judged counts as worth keeping. They are laid out in order of time, and nothing is said twice: a turn whose
words the same role says again later gives way to that, and what stands among the quoted memories already comes last. The trade: a window with gaps,
against one that ends where the budget does and may hold little but thanks. Pure.

    turns of 30, 4, 25, 4 tokens, gains 7, 1, 5, 1, a budget of 60   ->   the last (4), the first (30), the third (25): 1, 3, 4
"""

import math
from collections.abc import Collection, Mapping, Sequence

from thoughtbank.language.words import count_tokens, normalise
from thoughtbank.records.decisions import Window
from thoughtbank.records.memory import Memory


def within(
    turns: Sequence[Memory], gains: Mapping[int, float | None], budget: int, quoted: Collection[str] = frozenset()
) -> Window:
    """What of the turns, oldest first, fits the budget. The last turn is always there, whole, even if it alone is more.

    `gains`: by the turns' numbers; None or missing is not judged. `quoted`: ids of the memories that are shown anyway.
    """
    tokens = [count_tokens(turn.text) for turn in turns]
    if sum(tokens) <= budget:
        return Window(tuple(turns), sum(tokens))
    last = len(turns) - 1
    kept, spent = {last}, tokens[last]
    for place in sorted(_said_once(turns) - kept, key=lambda place: _rank(place, turns[place], gains, quoted), reverse=True):
        if spent + tokens[place] <= budget:
            kept.add(place)
            spent += tokens[place]
    return Window(tuple(turns[place] for place in sorted(kept)), spent, len(turns) - len(kept))


def _said_once(turns: Sequence[Memory]) -> set[int]:
    """The places of the turns whose words the same role doesn't say again later."""
    return set({(turn.role, turn.speaker, normalise(turn.text)): place for place, turn in enumerate(turns)}.values())


def _rank(place: int, turn: Memory, gains: Mapping[int, float | None], quoted: Collection[str]) -> tuple[bool, float, int]:
    """The greater, the sooner it is taken."""
    gain = gains.get(turn.number)
    return turn.id not in quoted, math.inf if gain is None else gain, place
