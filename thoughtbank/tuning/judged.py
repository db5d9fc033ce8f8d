"""A language model's points of labelled pairs, asked for once, so that a map from them can be learnt (CIG, section 3.6: the model first, then a correction)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from thoughtbank.errors import InputError
from thoughtbank.ports import ChatModel
from thoughtbank.remember.auditors import Auditors, Known
from thoughtbank.remember.features import Heard
from thoughtbank.remember.judge import Judge
from thoughtbank.remember.scorer import NOTHING, Against, Scored
from thoughtbank.remember.scorers import SHIPPED
from thoughtbank.settings import GainSettings
from thoughtbank.tuning.pairs import Pair


@dataclass(frozen=True, slots=True)
class Asked:
    """A scorer that knows the points of the turns that were asked about; the filter's stay the filter's."""

    name: str
    points: dict[tuple[Heard, tuple[Heard, ...]], float]

    def score(self, turn: Heard, history: Sequence[Heard], against: Against = NOTHING) -> Scored:
        found = SHIPPED.score(turn, history, against)
        points = self.points.get((turn, tuple(history)))
        return found if points is None or found.layer != "scorer" else replace(found, score=points)


def judged(pairs: Sequence[Pair], model: ChatModel, settings: GainSettings) -> tuple[Asked, list[Pair]]:
    """The judge's points, and the pairs it could judge. Raises InputError where it could judge less than half."""
    plain = settings.model_copy(update={"by": "model", "likeness": (), "judge_map": None, "every": 1})
    judge = Judge(model, plain)
    auditors = Auditors(plain, judge=judge)
    points: dict[tuple[Heard, tuple[Heard, ...]], float] = {}
    read: list[Pair] = []
    last = ""
    for pair in pairs:
        (gain,), _ = auditors.decide([pair.turn], [Known(pair.history)])
        if gain.score is None:
            last = gain.reason
            continue
        points[pair.turn, pair.history] = gain.score
        read.append(pair)
    if 2 * len(read) < len(pairs):
        raise InputError(f"{judge.name} judged {len(read)} of {len(pairs)} pairs; the last failure: {last}")
    return Asked(judge.name, points), read
