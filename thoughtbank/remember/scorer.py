"""How much a turn adds to what is known, from 0 to 10, without a model: CIG's two layers, by rules and a small linear scorer.

Layer 1 stops what adds nothing: acknowledgements and other form, repeats and near repeats of recent turns, and turns too like what is remembered.
They get the article's near-zero pre-score of 1. Layer 2 weighs what the turn adds (`remember/features.py`): each feature in [0, 1] times
the points it can bring, learnt from pairs scored by the rubric (`tuning/scorer.py`), plus a bias, cut to [1, 10].

    "Yes, penicillin." after "Any allergies I should note?"     answers a question about a lasting matter, one new word
    "ok thanks"                                                 acknowledgement, 1

The trade: microseconds to a few milliseconds and the same score for ever, against an understanding of forms alone: that a gas stove next to a
child's bed matters, no feature knows. Likeness only filters, and not where a name, an amount or a denial is new: a paraphrase and a new angle are
equally near, which is why the article does not score by it. Pure: no store, no clock, no input but the shipped weights.
Checked in tests/remember/test_scorer.py; on Memora and CrossWOZ, which it was not learnt from, by `benchmarks/gain.py`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Literal

from thoughtbank.language.acknowledgements import noise
from thoughtbank.language.cues import acts, denials
from thoughtbank.language.words import normalise, plain_tokens
from thoughtbank.remember.features import RECENT, Features, Heard, Reading, content, read

PRESCORE = 1.0
"""Points of a filtered turn, and the least the scorer gives: what a filter stops is never above what it lets pass. The article's value."""
MOST = 10.0
THETA_HIGH = 0.88
"""Cosine from which a turn counts as covered. The article's code; its text says 0.85 or 0.9. Depends on the embedder: on our pairs, the built-in one
puts 69 of 133 turns of gain 3 and more above 0.88, of which the guards below save all but 6; at 0.94 they save all but 1."""
NEAR = 0.9
"""Share of a turn's content words that one earlier turn must hold for a near repeat. Chosen: one word in ten may differ."""
RIVAL = 0.3
"""Share of a repeated turn's content words that a turn in between must hold to be about the same matter. Chosen."""
BARE = 3
"""Content words up to which an answer is never a repeat. Chosen: "Tea." may answer two questions."""

Layer = Literal["acknowledgement", "repeat", "near repeat", "likeness", "scorer"]


@dataclass(frozen=True, slots=True)
class Likeness:
    """Cosines of a turn with the overview, the nearest recent turn and the nearest memory; None where there is no vector."""

    overview: float | None = None
    recent: float | None = None
    memories: float | None = None

    @property
    def most(self) -> float:
        return max((cosine for cosine in (self.overview, self.recent, self.memories) if cosine is not None), default=-1.0)


@dataclass(frozen=True, slots=True)
class Against:
    """What a turn is held against beside the turns before it: what else is known that is like it, from other conversations; how like it is to all that is
    known; and the cosine above which it counts as covered.
    """

    known: tuple[Heard, ...] = ()
    likeness: Likeness = Likeness()
    theta_high: float = THETA_HIGH


NOTHING = Against()


@dataclass(frozen=True, slots=True)
class Dimensions:
    """The article's five, each in [0, 1]: the share of the points that the features of a dimension can bring."""

    facts: float = 0.0
    constraints: float = 0.0
    intent: float = 0.0
    progress: float = 0.0
    repetition: float = 0.0


@dataclass(frozen=True, slots=True)
class Scored:
    """The gain of a turn, with what decided it."""

    score: float
    dimensions: Dimensions
    reason: str
    layer: Layer

    @property
    def points(self) -> int:
        """The article's integer."""
        return int(self.score + 0.5)


@dataclass(frozen=True, slots=True)
class Weights:
    """Points each feature can bring, negative where it lowers the gain."""

    bias: float
    points: Mapping[str, float]


_NAMES = tuple(field.name for field in fields(Features))
DIMENSION: Mapping[str, tuple[str, ...]] = {
    "facts": ("names", "amounts", "words", "facts", "life", "liking"),
    "constraints": ("bound", "standing"),
    "intent": ("aim", "record"),
    "progress": ("answer", "matter", "change", "advice"),
    "repetition": ("repeated", "asks", "comment", "general", "reply"),
}
"""Which features make up a dimension. `reply` stands with repetition: what an assistant says from general knowledge it can say again."""


def score(turn: Heard, history: Sequence[Heard], against: Against = NOTHING, *, weights: Weights | None = None) -> Scored:
    """The gain of a turn over the recent turns, oldest first; of a reply the question that caused it is the last of them."""
    history, known = history[-RECENT:], against.known
    reading = read(turn, [*known, *history])
    return (
        _form(turn, reading)
        or _repeat(turn, history, reading)
        or _near_repeat(turn, history, reading)
        or _repeat(turn, known, reading, "in another conversation")
        or _near_repeat(turn, known, reading, "in another conversation")
        or _covered(turn, history, reading, against)
        or _weighed(reading, weights or shipped())
    )


@cache
def shipped() -> Weights:
    """The weights of the package, read once."""
    data = json.loads(Path(__file__).with_name("scorer.json").read_text(encoding="utf-8"))
    return Weights(data["bias"], {name: points for group in data["weights"].values() for name, points in group.items()})


def _values(features: Features) -> dict[str, float]:
    """By name; dataclasses' own way copies each, and takes a fifth of the scorer's time."""
    return {name: getattr(features, name) for name in _NAMES}


def latent(features: Features, weights: Weights) -> float:
    """The points of a reading before they are cut to [1, 10]."""
    values = _values(features)
    return weights.bias + sum(points * values[name] for name, points in weights.points.items())


def _stopped(layer: Layer, reason: str) -> Scored:
    return Scored(PRESCORE, Dimensions(repetition=1.0), reason, layer)


def _form(turn: Heard, reading: Reading) -> Scored | None:
    kinds = () if reading.features.answer else noise(turn.text)
    return _stopped("acknowledgement", f"{' and '.join(kinds)} only") if kinds else None


def _repeat(turn: Heard, history: Sequence[Heard], reading: Reading, where: str = "") -> Scored | None:
    if _bare_answer(turn, reading):
        return None
    said = plain_tokens(turn.text) or normalise(turn.text)
    for ago, earlier in enumerate(reversed(history), 1):
        same = (plain_tokens(earlier.text) or normalise(earlier.text)) == said
        if same and not _of_oneself(turn, earlier) and not _overtaken(turn, history, ago):
            return _stopped("repeat", f"repeats what was said {where or _turns_ago(ago)}")
    return None


def _near_repeat(turn: Heard, history: Sequence[Heard], reading: Reading, where: str = "") -> Scored | None:
    """In other words or a part of them: nothing new to look up, nothing denied that was not, nothing changed."""
    own = content(reading.told or turn.text)
    changes = reading.features.change or reading.features.record  # "from 5 to 6" after "from 6 to 5" has the same words
    if reading.new or changes or not own or _bare_answer(turn, reading):
        return None
    for ago, earlier in enumerate(reversed(history), 1):
        if ago == 1 and not where and reading.features.answer:
            continue  # who answers "Tea or coffee?" says one of its words
        if _of_oneself(turn, earlier):
            continue
        near = len(own & content(earlier.text)) >= NEAR * len(own)
        if near and denials(turn.text) == denials(earlier.text) and not _overtaken(turn, history, ago):
            return _stopped("near repeat", f"says in other words what was said {where or _turns_ago(ago)}")
    return None


def _of_oneself(turn: Heard, earlier: Heard) -> bool:
    """Whether a person says of themselves what another one said: "I live in Cork" after somebody's "My brother lives in Cork"."""
    others = turn.speaker is not None and earlier.speaker is not None and turn.speaker != earlier.speaker
    return others and turn.role != "assistant" and acts(turn.text, "own") > 0


def _overtaken(turn: Heard, history: Sequence[Heard], ago: int) -> bool:
    """Whether the same speaker said something else of the same matter in between: who says "I live in Lyon" again after "I live in Porto" moved back."""
    own, said = content(turn.text), plain_tokens(turn.text)
    return any(
        one.role == turn.role and len(own & content(one.text)) >= RIVAL * len(own) and plain_tokens(one.text) != said
        for one in history[len(history) - ago + 1 :]
        if own
    )


def _covered(turn: Heard, history: Sequence[Heard], reading: Reading, against: Against) -> Scored | None:
    most = against.likeness.most
    if most <= against.theta_high or reading.new or reading.features.answer or reading.features.change:
        return None
    if denials(turn.text) != (denials(history[-1].text) if history else 0):
        return None
    return _stopped("likeness", f"covered by what is known (cosine {most:.2f})")


def _bare_answer(turn: Heard, reading: Reading) -> bool:
    return bool(reading.features.answer) and len(content(turn.text)) <= BARE


def _turns_ago(ago: int) -> str:
    return "1 turn ago" if ago == 1 else f"{ago} turns ago"


def _weighed(reading: Reading, weights: Weights) -> Scored:
    points = min(MOST, max(PRESCORE, latent(reading.features, weights)))
    return Scored(points, _dimensions(reading.features, weights), _reason(reading, weights), "scorer")


def _dimensions(features: Features, weights: Weights) -> Dimensions:
    values = _values(features)

    def share(names: tuple[str, ...]) -> float:
        whole = sum(abs(weights.points[name]) for name in names)
        return sum(abs(weights.points[name]) * values[name] for name in names) / whole if whole else 0.0

    return Dimensions(**{dimension: share(names) for dimension, names in DIMENSION.items()})


def _reason(reading: Reading, weights: Weights) -> str:
    """What brought the most points; where nothing did, what cost the most."""
    values = _values(reading.features)
    brought = {name: points * values[name] for name, points in weights.points.items() if values[name]}
    gained = {name: points for name, points in brought.items() if points > 0}
    most = max(gained or brought, key=lambda name: abs(brought[name]), default="")
    if reading.new and (most in ("names", "amounts", "words", "facts", "") or len(reading.new) > 1):
        return _named(reading.new)
    return _REASON.get(most, "says nothing that can be told from form alone")


def _named(new: tuple[str, ...]) -> str:
    shown = ", ".join(new[:4]) + (" and more" if len(new) > 4 else "")
    return f"names {len(new)} {'thing' if len(new) == 1 else 'things'} not said before: {shown}"


_REASON = {
    "words": "says in new words what was not said before",
    "facts": "states a relation not said before",
    "life": "tells of the speaker's life or health",
    "liking": "tells a like or dislike",
    "bound": "sets a condition or a limit",
    "standing": "asks for something to be done from now on",
    "aim": "tells of a plan or a wish",
    "record": "asks for something to be noted or changed",
    "answer": "answers the question before",
    "matter": "answers a question about a lasting matter",
    "change": "changes or corrects what held before",
    "advice": "gives advice",
    "repeated": "says mostly what was said before",
    "asks": "only asks",
    "comment": "only comments on what was said",
    "general": "says what is so for anybody",
    "reply": "an answer from general knowledge",
}
