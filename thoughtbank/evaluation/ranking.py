"""Several systems' answers to one question, put in order by people or a judge: mean 1/r, and who wins against whom.

A question's places are {system: place}, 1 for the best. Equal places are a tie, and only the order of places counts: 1, 1, 3 says the same as
1, 1, 2. The ranking score is MemoryBank's (section 4.2): 1/r with r from 1 to the number of variants. In its table the three variants add up
to 1 + 1/2 + 1/3, so there are no ties in it; here those who tie share what their places give, which keeps that sum, so that calling every
answer the best gains nothing. Win rates are FraCom's, for generation quality and memory quality.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from thoughtbank.errors import InputError

Places = Mapping[str, int]


def reciprocal_ranks(places: Places) -> dict[str, float]:
    """Each system's 1/r. {"a": 1, "b": 2, "c": 2}: a has 1, b and c the mean of 1/2 and 1/3, 0.41667 each."""
    scores: dict[str, float] = {}
    for place in sorted(set(places.values())):
        tied = [system for system, own in places.items() if own == place]
        shared = sum(1 / rank for rank in range(len(scores) + 1, len(scores) + len(tied) + 1))
        scores |= dict.fromkeys(tied, shared / len(tied))
    return {system: scores[system] for system in places}


@dataclass(frozen=True, slots=True)
class WinRate:
    """How often one system's answer was put above the other's."""

    wins: int
    ties: int
    losses: int

    @property
    def n(self) -> int:
        return self.wins + self.ties + self.losses

    @property
    def rate(self) -> float:
        """Wins over all, a tie as half a win: 0.5 is no difference."""
        return (self.wins + self.ties / 2) / self.n


def win_rate(ranked: Sequence[Places], ours: str, other: str) -> WinRate:
    """`ours` against `other` over the questions that both were placed for. Raises InputError where there is none."""
    met = [(places[ours], places[other]) for places in ranked if ours in places and other in places]
    if not met:
        raise InputError(f"no question has a place for both {ours!r} and {other!r}; label their answers on one sheet")
    return WinRate(
        sum(our < its for our, its in met),
        sum(our == its for our, its in met),
        sum(our > its for our, its in met),
    )
