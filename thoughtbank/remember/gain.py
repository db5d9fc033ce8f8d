"""Is a turn worth finding again? Each is held against what was said before it in its session (CIG, sections 3.2 and 3.3).

A turn of little gain is kept like every other and stands in the windows of its neighbours; recall doesn't rank it by itself, and nobody thinks
about it. Who judges is `scorer.py`: rules and arithmetic, no model; or what `gain.scorer` names, see
`scorers.py`. Where likeness or a model is to be asked as well this is a first estimate, and
`judging.py` looks again.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace

from thoughtbank.errors import ModelError
from thoughtbank.records.gain import Gain
from thoughtbank.records.memory import Draft, Memory
from thoughtbank.remember.features import Heard
from thoughtbank.remember.scorer import NOTHING, Against
from thoughtbank.remember.scorers import SHIPPED, Scorer
from thoughtbank.settings import GainSettings

JUDGED = 4000
"""Characters of a turn that are judged, its beginning. Chosen: two pages say whether they are worth it, and a megabyte takes no longer."""
Past = Callable[[str | None], Sequence[Memory]]
"""The last turns of a session, oldest first."""


Asks = Callable[[str, Gain], bool]
"""Whether a turn of this role is to be looked at again after this first estimate."""


def judged(drafts: Sequence[Draft], past: Past, settings: GainSettings, scorer: Scorer, asks: Asks) -> list[Draft]:
    """The drafts with the gain of the turns among them: each against its session's last turns, those of this call included."""
    if settings.mode == "off":
        return list(drafts)
    heard: dict[str | None, deque[Heard]] = {}

    def with_gain(draft: Draft) -> Draft:
        history = _history(draft, heard, past, settings)
        said = Heard(draft.role or "user", draft.text, draft.speaker)
        gain = gain_of(said, list(history), scorer)
        history.append(said)
        again = asks(said.role, gain)
        unthought = draft.unthought and not again and not is_low(gain, draft.role, settings)
        return replace(draft, gain=gain, unjudged=again, unthought=unthought)

    return [with_gain(draft) if draft.kind == "turn" else draft for draft in drafts]


def gain_of(turn: Heard, history: Sequence[Heard], scorer: Scorer = SHIPPED, against: Against = NOTHING) -> Gain:
    """A turn's gain over what was said before it, oldest first. A scorer that failed gives none, and the reason."""
    try:
        found = scorer.score(start(turn), [start(one) for one in history], against)
    except ModelError as error:
        return Gain(None, scorer.name, str(error))
    by = scorer.name if found.layer == "scorer" else found.layer
    return Gain(round(found.score, 2), by, found.reason, {name: round(of, 3) for name, of in asdict(found.dimensions).items()})


def start(turn: Heard) -> Heard:
    """As much of a turn as is judged."""
    return turn if len(turn.text) <= JUDGED else replace(turn, text=turn.text[:JUDGED])


def threshold(role: str, settings: GainSettings) -> float:
    """The gain from which a turn of this role is ranked by itself."""
    replies = settings.theta_index_replies
    return settings.theta_index if replies is None or role != "assistant" else replies


def is_low(gain: Gain | None, role: str | None, settings: GainSettings) -> bool:
    """Whether a turn isn't worth being ranked by itself. What wasn't judged, or couldn't be, is."""
    return (
        settings.mode == "on"
        and gain is not None
        and gain.score is not None
        and gain.score < threshold(role or "user", settings)
    )


def _history(draft: Draft, heard: dict[str | None, deque[Heard]], past: Past, settings: GainSettings) -> deque[Heard]:
    """What was said before in the draft's session, by what is stored and by what came with it."""
    if draft.session_id not in heard:
        before = (Heard(turn.role or "user", turn.text, turn.speaker) for turn in past(draft.session_id))
        heard[draft.session_id] = deque(before, maxlen=settings.history)
    return heard[draft.session_id]
