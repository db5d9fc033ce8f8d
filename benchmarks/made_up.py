"""Turns that nobody said, for measuring speed: any number of them, with vectors given, the same every time.

Words are invented and drawn by a Zipf-Mandelbrot law, so that a few stand in every tenth turn and most in hardly any; two speakers take turns in
sessions of twenty, and half of the questions name a speaker, as questions do. A turn's vector is that of one of two thousand sentences with
0.6 of noise, of unit length, so that a question has near and far neighbours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.shipped import defaults, open_port
from thoughtbank import Turn
from thoughtbank.ports import Embedder, Vectors
from thoughtbank.records.conversation import Scope
from thoughtbank.records.ids import Ids
from thoughtbank.remember.receive import receive

DIMENSION = 384
SENTENCES = 2000
WORDS = 5000
SPEAKERS = ("Caroline", "Melanie")
SESSION = 20
BEGAN = datetime(2024, 1, 1, 9, tzinfo=UTC)
BATCH = 4096


class Lookup:
    """An embedder that knows the vectors of some texts and gives all others the same one, at a cost of microseconds: what remains is the engine."""

    def __init__(self, texts: Sequence[str] = (), vectors: Vectors | None = None, name: str = "lookup") -> None:
        self.name, self.dimension = name, DIMENSION
        self._known = dict(zip(texts, vectors, strict=True)) if vectors is not None else {}
        self._other = np.full(DIMENSION, DIMENSION**-0.5, np.float32)

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """Shape (len(texts), DIMENSION)."""
        return np.stack([self._known.get(text, self._other) for text in texts])


@dataclass(frozen=True, slots=True)
class Talk:
    """`vectors[i]` stands for `turns[i]`."""

    turns: list[Turn]
    vectors: Vectors
    questions: list[str]
    asked: Vectors


def talk(size: int, questions: int = 200, seed: int = 7) -> Talk:
    """So many turns, and questions about them."""
    rng = np.random.default_rng(seed)
    sentences = _unit(rng.standard_normal((SENTENCES, DIMENSION), np.float32))
    turns = [
        Turn(
            text=f"{text} (#{place})",
            role="participant",
            speaker=SPEAKERS[place % 2],
            said_at=BEGAN + timedelta(hours=12 * (place // SESSION), seconds=place % SESSION),
            session_id=f"session {place // SESSION}",
        )
        for place, text in enumerate(texts(size, rng))
    ]
    vectors = _near(sentences, size, rng)  # before the questions, so that their number doesn't change the turns
    asked = [
        f"{SPEAKERS[place % 2]} {text}" if place % 4 < 2 else text for place, text in enumerate(texts(questions, rng, 4, 8))
    ]
    return Talk(turns, vectors, asked, _near(sentences, questions, rng))


def texts(count: int, rng: np.random.Generator, least: int = 8, most: int = 20) -> list[str]:
    """Sentences of invented words."""
    chance = 1 / (np.arange(WORDS) + 10.0)
    lengths = rng.integers(least, most + 1, count)
    drawn = rng.choice(WORDS, int(lengths.sum()), p=chance / chance.sum())
    return [" ".join(_vocabulary()[word] for word in words) for words in np.split(drawn, np.cumsum(lengths)[:-1])]


@cache
def _vocabulary() -> tuple[str, ...]:
    rng = np.random.default_rng(1)
    syllables = [first + vowel for first in "bdfgklmnprstvz" for vowel in "aeiou"]
    found: dict[str, None] = {}
    while len(found) < WORDS:
        found["".join(rng.choice(syllables, rng.integers(2, 5)))] = None
    return tuple(found)


def _near(sentences: Vectors, count: int, rng: np.random.Generator) -> Vectors:
    noise = _unit(rng.standard_normal((count, DIMENSION), np.float32))
    return _unit(sentences[rng.integers(0, len(sentences), count)] + np.float32(0.6) * noise)


def _unit(vectors: Vectors) -> Vectors:
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def fill(file: Path, users: dict[str, slice], made: Talk, embedder: Embedder) -> None:
    """Writes each user's part of the talk through the store's port: words and vectors as `remember` writes them, many at a time."""
    settings = defaults()
    ids = Ids(1)
    with open_port(file, embedder) as store:
        for user, part in users.items():
            scope = Scope(settings.tenant, user)
            turns, vectors = made.turns[part], made.vectors[part]
            for start in range(0, len(turns), BATCH):
                batch = turns[start : start + BATCH]
                received = [receive(turn, ids.new(BEGAN), BEGAN, settings.tz, limit=settings.turn_chars) for turn in batch]
                written = store.append(scope, [one.draft for one in received if one.draft is not None])
                numbers = [one.number for one in written]
                store.settle(scope, numbers, vectors[start : start + BATCH], np.zeros(len(numbers), np.int32))
