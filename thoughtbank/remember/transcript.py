"""The gain of every turn of a transcript that nobody keeps: filter, likeness, scorer and judge as for turns that come in, against the transcript itself."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from thoughtbank.ports import Embedder, Vectors
from thoughtbank.records.gain import Gain
from thoughtbank.records.memory import Draft
from thoughtbank.remember.auditors import PATIENCE, Auditors, Known, Likenesses
from thoughtbank.remember.features import Heard
from thoughtbank.remember.index import embed, passage
from thoughtbank.remember.overview import key_facts
from thoughtbank.remember.scorer import Against
from thoughtbank.settings import GainSettings


def transcript_gains(drafts: Sequence[Draft], auditors: Auditors, embedder: Embedder) -> list[Gain]:
    """In order. Each is held against the turns of its session before it; `memories` are those of the other sessions before it. Raises EmbedderError where
    likeness is wanted.
    """
    settings = auditors.settings
    vectors = embed(embedder, [passage(one) for one in drafts]) if settings.likeness and drafts else None
    talk = _Talk(drafts, vectors, Likenesses(embedder, settings), settings)
    silent, dead = 0, Auditors(settings, auditors.scorer)
    for place, draft in enumerate(drafts):
        known = talk.known(place, overview=auditors.judge is not None or "overview" in settings.likeness)
        asked = auditors if silent < PATIENCE else dead
        (gain,), passing = asked.decide([_heard(draft)], [known])
        if silent == PATIENCE and auditors.ask_about(draft.role or "user", gain):
            gain = Gain(None, gain.by, "not asked: the judge was out of reach")
        silent = silent + 1 if passing else silent if asked is dead else 0
        talk.gains.append(gain)
    return talk.gains


@dataclass(slots=True)
class _Talk:
    """A transcript as far as it was judged."""

    drafts: Sequence[Draft]
    vectors: Vectors | None
    likenesses: Likenesses
    settings: GainSettings
    gains: list[Gain] = field(default_factory=list)

    def known(self, place: int, *, overview: bool) -> Known:
        """What the turn at this place is held against."""
        draft = self.drafts[place]
        session = [at for at in range(place) if self.drafts[at].session_id == draft.session_id][-self.settings.history :]
        history = tuple(_heard(self.drafts[at]) for at in session)
        text = self._overview() if overview and self.settings.overview != "off" else ""
        if self.vectors is None or draft.role == "assistant":
            return Known(history, overview=text)
        likeness, near = self.likenesses.of(self.vectors, place, session, np.arange(place), text)
        memories = tuple(_heard(self.drafts[at]) for at in sorted(near))
        return Known(history, Against(memories, likeness, self.likenesses.theta_high), text)

    def _overview(self) -> str:
        great = [
            (gain.score, place)
            for place, gain in enumerate(self.gains)
            if gain.score is not None and gain.score >= self.settings.theta_store
        ]
        great.sort(key=lambda one: (-one[0], -one[1]))
        return key_facts([self.drafts[place] for _, place in great], self.settings.overview_tokens)


def _heard(draft: Draft) -> Heard:
    return Heard(draft.role or "user", draft.text, draft.speaker)
