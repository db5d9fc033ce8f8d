"""A scorer learnt from one's own pairs, and whether it is better than the shipped one: measured on pairs that it wasn't learnt from.

Each kind is a way from pairs to a scorer, choices included. Cross-validated by item: the pairs are parted, each part is scored by what is learnt from the
others, the same way, and the figures are of all parts together. What is given out is learnt from all pairs. Turns that the filter stops
are measured, for people meet them too, but teach nothing: no scorer sees them.

    map       the shipped scorer's points on one's own scale; a few dozen pairs are enough
    weights   the linear scorer anew: from one's own pairs alone, or pulled towards the shipped weights, whichever has the smaller error in an inner
              cross-validation, so that the choice isn't made on what it is measured by
    bert      a fine-tuned encoder, see `encoder.py`

Checked in tests/tuning/test_tuned.py.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thoughtbank.errors import InputError
from thoughtbank.evaluation.gain import Figures, agreement
from thoughtbank.remember.calibration import Calibration
from thoughtbank.remember.scorer import Scored, Weights, shipped
from thoughtbank.remember.scorers import SHIPPED, Linear, Mapped, Scorer, map_file, shipped_name, weights_file
from thoughtbank.tuning.calibration import Learnt, learn_map
from thoughtbank.tuning.pairs import Pair, parted
from thoughtbank.tuning.scorer import fit

LEAST = 20
"""Pairs needed, and half as many that the filter doesn't stop. Chosen: of fewer, the figures' intervals are wider than the scale's bands."""
PARTS = 10
"""Parts of a cross-validation."""
INNER = 5
"""Parts of the one inside, which chooses."""
PULL = 8.0
"""As many pairs as the pull towards the shipped weights counts for, each weight. Chosen: the shipped ones were learnt from some 200."""

Learn = Callable[[Sequence[Pair]], Scorer]


@dataclass(frozen=True, slots=True)
class Tuned:
    """What was learnt, as a scorer; how, in words; and the figures before and after. `found`: points before and after and people's, shape (3, n)."""

    kind: str
    scorer: Scorer
    how: str
    pairs: int
    stopped: int
    parts: int
    before: Figures
    after: Figures
    found: NDArray[np.float64]
    of: str = ""
    """Of a map: whose points it maps."""

    @property
    def better(self) -> bool:
        """Whether the mean absolute error got smaller."""
        before, after = self.before["mae"]["value"], self.after["mae"]["value"]
        return before is not None and after is not None and after < before

    @property
    def calibration(self) -> Calibration | None:
        """The map, where one was learnt."""
        return self.scorer.calibration if isinstance(self.scorer, Mapped) else None

    def about(self) -> dict[str, Any]:
        """What a file says of itself."""
        measured = {
            when: {name: of["value"] for name, of in figures.items()}
            for when, figures in (("before", self.before), ("after", self.after))
        }
        return {"pairs": self.pairs, "how": self.how, "measured": {"parts": self.parts, **measured}}

    def document(self) -> dict[str, object]:
        """The file that `gain.scorer` names."""
        if self.calibration is not None:
            return map_file(self.calibration, self.of, self.about())
        assert isinstance(self.scorer, Linear)
        return weights_file(self.scorer.weights or shipped(), self.about())


def tune_map(pairs: Sequence[Pair], first: Scorer = SHIPPED) -> Tuned:
    """From the points of `first`. Raises InputError where people's points don't rise with them."""
    learnt = _map_of(pairs, first)
    if learnt.flat:
        raise InputError(
            "these scores don't rise with what is found, and a map can't mend that: is 10 the most? Else try weights"
        )
    count = len(learnt.calibration.found)
    how = f"a map, {learnt.form}" + (f" with {count} knots" if learnt.form == "isotonic" else "")
    made = tuned("map", pairs, lambda seen: Mapped("scorer map", _map_of(seen, first).calibration, first), how, first=first)
    return replace(made, of=shipped_name() if first is SHIPPED else first.name)


def tune_weights(pairs: Sequence[Pair]) -> Tuned:
    """The linear scorer anew."""
    errors = _inner_errors(pairs)
    anew = min(errors, key=lambda name: errors[name])
    how = f"weights {anew} (mean absolute error {', '.join(f'{name} {error:.2f}' for name, error in errors.items())})"
    return tuned("weights", pairs, _weights_of, how)


def tuned(kind: str, pairs: Sequence[Pair], learn: Learn, how: str, parts: int = PARTS, *, first: Scorer = SHIPPED) -> Tuned:
    """What `learn` makes of all pairs, and the figures of what it makes of a part of them, beside those of `first`. Raises InputError, MissingExtra."""
    wanted = np.array([pair.score for pair in pairs])
    before = _points(first, pairs)
    after = _held_out(pairs, learn, parts)
    stopped = len(pairs) - len(heard(pairs))
    figures = agreement(before, wanted), agreement(after, wanted)
    return Tuned(kind, learn(pairs), how, len(pairs), stopped, parts, *figures, np.array([before, after, wanted]))


def check(pairs: Sequence[Pair], where: str) -> None:
    """Raises InputError where there are too few."""
    if len(pairs) < LEAST:
        raise InputError(f"{where} holds {len(pairs)} pairs; tuning needs {LEAST} or more, and 100 to 200 are good")
    if len(passed := heard(pairs)) < LEAST // 2:
        raise InputError(
            f"{where}: the filter stops all but {len(passed)} of the {len(pairs)} turns; tuning needs {LEAST // 2} that it lets pass"
        )
    if len({pair.score for pair in passed}) < 2:
        raise InputError(f"{where}: all turns that the filter lets pass have the same score; there is nothing to learn")


def _held_out(pairs: Sequence[Pair], learn: Learn, parts: int) -> NDArray[np.float64]:
    """Each pair's points by a scorer that was learnt without its part."""
    part, found = parted(pairs, parts), np.zeros(len(pairs))
    for number in np.unique(part):
        here = np.flatnonzero(part == number)
        scorer = learn([pair for pair, of in zip(pairs, part, strict=True) if of != number])
        found[here] = _points(scorer, [pairs[int(place)] for place in here])
    return found


def _points(scorer: Scorer, pairs: Sequence[Pair]) -> NDArray[np.float64]:
    return np.array([scorer.score(pair.turn, pair.history).score for pair in pairs])


def heard(pairs: Sequence[Pair]) -> list[Pair]:
    """Those that no filter stops."""
    return [pair for pair in pairs if _shipped(pair).layer == "scorer"]


@lru_cache(maxsize=1 << 12)
def _shipped(pair: Pair) -> Scored:
    return SHIPPED.score(pair.turn, pair.history)


def _map_of(pairs: Sequence[Pair], first: Scorer) -> Learnt:
    passed = heard(pairs)
    return learn_map(_points(first, passed), np.array([pair.score for pair in passed]))


_ANEW: Mapping[str, Callable[[Sequence[Pair]], Weights]] = {
    "from these pairs alone": fit,
    "from the shipped ones on": lambda pairs: fit(pairs, shipped(), PULL),
}


def _inner_errors(pairs: Sequence[Pair]) -> dict[str, float]:
    """The mean absolute error of each way to learn weights."""
    wanted = np.array([pair.score for pair in pairs])
    return {
        name: float(np.abs(_held_out(pairs, lambda seen, anew=anew: Linear(weights=anew(seen)), INNER) - wanted).mean())  # type: ignore[misc]
        for name, anew in _ANEW.items()
    }


def _weights_of(pairs: Sequence[Pair]) -> Scorer:
    errors = _inner_errors(pairs)
    return Linear(weights=_ANEW[min(errors, key=lambda name: errors[name])](pairs))
