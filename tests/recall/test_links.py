"""Links by rounds: of each turn the greatest of its links, whatever their number, the same as link by link."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.recall import links
from thoughtbank.recall.links import Links
from thoughtbank.settings import GraphSettings

NODES = 7
drawn = st.lists(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, NODES - 1)), min_size=1, max_size=9), min_size=1, max_size=12
)
"""Of each turn its links: a proposition and a node."""


def known(turns: Sequence[Sequence[tuple[int, int]]]) -> Links:
    rows = [(3 * at, proposition, node) for at, found in enumerate(turns) for proposition, node in found]
    turn, proposition, node = np.array(rows, np.int64).T
    return Links(turn, proposition, node, np.bincount(node, minlength=NODES), np.arange(NODES))


@pytest.mark.parametrize("few", [1, 3, 64])
@given(turns=drawn, holds=st.lists(st.booleans(), min_size=5, max_size=5), values=st.lists(st.floats(0, 1, width=32), min_size=NODES, max_size=NODES))  # fmt: skip
def test_the_greatest_of_each_turn_is_that_of_its_links(
    few: int, turns: list[list[tuple[int, int]]], holds: list[bool], values: list[float]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(links, "FEW", few)
        found = known(turns)
        rounds = found.rounds()
        nodes = found.held(np.array(holds), usual=False)
        best = rounds.greatest(np.array([*values, 0], np.float32), nodes)
    wanted = {3 * at: max(values[node] if holds[one] else 0 for one, node in own) for at, own in enumerate(turns)}
    assert dict(zip(rounds.turn.tolist(), best.tolist(), strict=True)) == wanted


def test_what_holds_as_usual_is_worked_out_once_and_another_filter_is_not_taken_for_it() -> None:
    found = known([[(0, 1), (1, 2)], [(1, 3)]])
    usual, other = np.array([True, False]), np.array([False, True])
    kept = found.held(usual, usual=True)
    assert found.held(usual, usual=True) is kept
    assert sorted(kept.tolist()) == [1, NODES, NODES] and sorted(found.held(other, usual=False).tolist()) == [2, 3, NODES]


def test_weights_of_other_settings_are_others() -> None:
    found = known([[(0, 0), (1, 1)], [(1, 1)]])
    plain, damped = (found.weights(4, GraphSettings(hub=hub, hub_share=0.5)) for hub in (1, 0.25))
    assert plain[0] == damped[0] and damped[1] == plain[1] / 2
    assert found.weights(8, GraphSettings(hub=1, hub_share=0.5))[1] != plain[1]
