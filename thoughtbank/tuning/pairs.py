"""Turns that people scored: read, checked line by line, and parted for cross-validation.

    {"id": "7", "history": [{"role": "assistant", "text": "Any allergies?"}], "turn": {"role": "user", "text": "Penicillin."}, "score": 8}

A pair is a turn after what was said before it. The same turn after the same history, scored by several people, is one item: parted, it would be
measured on what was learnt. Checked in tests/tuning/test_pairs.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, TypeAdapter, field_validator

from thoughtbank.errors import InputError
from thoughtbank.evaluation.datasets.reading import Piece, lines_of, shaped
from thoughtbank.records.conversation import Role
from thoughtbank.remember.features import Heard
from thoughtbank.remember.gain import JUDGED


@dataclass(frozen=True, slots=True)
class Pair:
    """A turn with the recent turns before it, oldest first, and the gain a person gave it, 0 to 10."""

    name: str
    turn: Heard
    history: tuple[Heard, ...]
    score: float


class _Said(Piece):
    role: Role
    text: str

    @field_validator("text")
    @classmethod
    def _says_something(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("a turn without words has no gain; leave it out")
        return text


class _Line(Piece):
    id: str = Field(min_length=1)
    history: list[_Said]
    turn: _Said
    score: float = Field(strict=True, ge=0, le=10, allow_inf_nan=False)


def read_pairs(path: Path) -> list[Pair]:
    """The pairs of a JSONL file with `id`, `history`, `turn` and `score`; what else a line holds isn't read. Raises InputError with the line."""
    shape, first, pairs = TypeAdapter(_Line), dict[str, str](), []
    for where, text in lines_of(path):
        line = shaped(shape, text, where, json=True)
        if line.id in first:
            raise InputError(f"{where}: the id {line.id!r} stands in {first[line.id]} too; give each pair its own")
        first[line.id] = where.rpartition(", ")[2]
        pairs.append(Pair(line.id, _heard(line.turn), tuple(map(_heard, line.history)), line.score))
    return pairs


def _heard(said: _Said) -> Heard:
    return Heard(said.role, said.text)


def as_judged(pairs: Sequence[Pair], history: int) -> list[Pair]:
    """The pairs as the engine would see them: at most `history` turns before, of each turn its beginning."""
    return [
        replace(pair, turn=_start(pair.turn), history=tuple(map(_start, pair.history[-history:]))) for pair in pairs
    ]  # fmt: skip


def _start(turn: Heard) -> Heard:
    return replace(turn, text=turn.text[:JUDGED])


def parted(pairs: Sequence[Pair], parts: int) -> NDArray[np.int64]:
    """The part of each pair, 0 to parts - 1. Items go round in the order of the file; all pairs of an item are in one part."""
    items = dict[tuple[Heard, tuple[Heard, ...]], int]()
    return np.array([items.setdefault((pair.turn, pair.history), len(items)) % parts for pair in pairs], np.int64)
