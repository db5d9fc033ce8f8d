"""From single questions to figures: means with their intervals, of the set, of its categories and groups, of each way.

A figure is the mean over all questions that have it; its interval is 95 %, by drawing whole conversations again (`intervals.py`). Questions that
ask what was never said are in no figure of the set, but in those of their category.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from thoughtbank.evaluation.intervals import PLACES, Figure, ratio

Figures = dict[str, Figure]


@dataclass(frozen=True, slots=True)
class Scored:
    """One question's values by one way."""

    id: str
    category: str
    group: str
    conversation: str
    headline: bool
    values: Mapping[str, float] = field(default_factory=dict)


def figures(scored: Iterable[Scored]) -> Figures:
    """Each measure's {"value", "low", "high"}; bounds are None where there is one conversation only."""
    sums: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for one in scored:
        for name, value in one.values.items():
            sums[name][one.conversation] += value
            counts[name][one.conversation] += 1
    return {name: _figure(sums[name], counts[name]) for name in sums}


def _figure(sums: Mapping[str, float], counts: Mapping[str, int]) -> Figure:
    return ratio(np.array([sums[name] for name in counts]), np.array([counts[name] for name in counts], np.float64))


def headline(scored: Sequence[Scored]) -> Figures:
    """Figures of the set."""
    return figures(one for one in scored if one.headline)


def by_category(scored: Sequence[Scored]) -> tuple[dict[str, Figures], dict[str, int]]:
    """Figures of each category and each group, and how many questions it has."""
    parts: dict[str, list[Scored]] = defaultdict(list)
    for one in scored:
        for name in dict.fromkeys((one.category, one.group)):
            if name:
                parts[name].append(one)
    names = sorted(parts)
    return {name: figures(parts[name]) for name in names}, {name: len(parts[name]) for name in names}


def as_json(scored: Sequence[Scored], texts: Mapping[str, str]) -> list[dict[str, Any]]:
    """Single questions, for comparisons and for the worst of them."""
    return [
        {
            "id": one.id,
            "text": texts[one.id],
            "category": one.category,
            "group": one.group,
            "conversation": one.conversation,
            "headline": one.headline,
            "values": {name: round(value, PLACES) for name, value in one.values.items()},
        }
        for one in scored
    ]
