"""The ways of one run, opened on one store, and what each dialogue comes to by all of them, as JSON data that can be kept.

Values are those of single questions: retrieval over units of evidence, what a reader is shown, the answer, M1. A measure that doesn't apply to a
question (no evidence, no reference, no reader) has no value there, and none is made up.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from thoughtbank.evaluation import retrieval, texts
from thoughtbank.evaluation.datasets import Dialogue, Question
from thoughtbank.evaluation.engine import Remembered
from thoughtbank.evaluation.judging import Judging, judged, values
from thoughtbank.evaluation.labels import Judged, Label
from thoughtbank.evaluation.quality import Quality
from thoughtbank.evaluation.retrieval import DEPTHS, units_found
from thoughtbank.evaluation.ways import Found, Way
from thoughtbank.language.words import count_tokens

STALE = 10
"""Units among which none should be shown that holds no more."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The ways, the engine first, and what they read."""

    ways: Sequence[Way]
    remembered: Remembered
    quality: Quality
    judging: Judging
    encoder: str | None = None
    """BERTScore's, if it is measured."""

    def measure(self, dialogue: Dialogue, advance: Callable[[int], None]) -> dict[str, Any]:
        """Everything about one dialogue; `advance` hears of turns and questions done."""
        made: dict[str, float] = {}
        for way in self.ways:
            began = time.perf_counter()
            way.remember(dialogue)
            made[way.name] = time.perf_counter() - began
        advance(len(dialogue.turns))
        asked: list[Asked] = []
        for place, question in enumerate(dialogue.asked, 1):
            asked.append(self._ask(dialogue, question))
            advance(len(dialogue.turns) + place)
        failed = dict(self.judging.failed)
        self.judging.failed.clear()
        return {
            "values": {way.name: self._values(way.name, asked) for way in self.ways},
            "sweep": {one.question.id: one.sweep for one in asked},
            "answers": [asdict(of) for one in asked for of in one.answers.values()],
            "labels": [asdict(label) for one in asked for label in one.labels],
            "judge_failed": failed,
            "sessions": len(dialogue.sessions),
            "history": sum(count_tokens(turn.text) for turn in dialogue.turns),
            "stored": {way.name: way.stored(dialogue) for way in self.ways},
            "seconds": {
                "recall": [one.recall for one in asked],
                "remember": self.remembered.seconds[dialogue.name],
                "memory": made,
                "answer": {way.name: [one.replied[way.name] for one in asked if way.name in one.replied] for way in self.ways},
            },
            "remarks": dict(self.remembered.remarks[dialogue.name]),
        }

    @property
    def engine(self) -> str:
        """The first way is what is measured."""
        return self.ways[0].name

    def _ask(self, dialogue: Dialogue, question: Question) -> "Asked":
        """Puts a question to every way. What was found is let go again: of a long history, asked often, it would be gigabytes."""
        found = {way.name: way.find(dialogue, question) for way in self.ways}
        ranked = {name: _ranked(dialogue, of) for name, of in found.items()}
        return Asked(
            question,
            ranked,
            {name: self._of_one(dialogue, question, of, ranked[name], name) for name, of in found.items()},
            {name: one for name, of in found.items() if (one := judged(name, question, of)) is not None},
            {name: of.answer.seconds for name, of in found.items() if of.answer is not None},
            self.judging.labels(question, found),
            self.quality.sweep(dialogue, question, found[self.engine]),
            found[self.engine].seconds,
        )

    def _of_one(
        self, dialogue: Dialogue, question: Question, found: Found, ranked: Sequence[str], way: str
    ) -> dict[str, float]:
        """What can be said of one question by itself."""
        return {
            **_shown(dialogue, question, found),
            **_stale(question, ranked),
            **self.quality.values(dialogue, question, found, by_words=way == self.engine),
        }

    def _values(self, way: str, asked: Sequence["Asked"]) -> dict[str, dict[str, float]]:
        """Of each question, by one way."""
        evident = retrieval.measure([one.question for one in asked], {one.question.id: one.ranked[way] for one in asked})
        likened = self._bert_scores(way, asked)
        return {
            one.question.id: {
                **evident.get(one.question.id, {}),
                **one.values[way],
                **({"bertscore": likened[one.question.id]} if one.question.id in likened else {}),
                **values(one.labels).get(way, {}),
            }
            for one in asked
        }

    def _bert_scores(self, way: str, asked: Sequence["Asked"]) -> dict[str, float]:
        """Of each question that has both an answer and a reference, all in one call."""
        if self.encoder is None:
            return {}
        pairs = {
            one.question.id: (one.answers[way].answer, one.question.answer)
            for one in asked
            if way in one.answers and one.question.answer is not None and one.question.headline
        }
        scores = texts.bert_scores(
            [pair[0] for pair in pairs.values()], [pair[1] for pair in pairs.values()], encoder=self.encoder
        )
        return dict(zip(pairs, scores, strict=True))


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, and what is kept of what every way found for it.

    `ranked`: the first units of evidence; `values`: measures of the question by itself; `answers`: as a judge or a sheet shows them;
    `replied`: the seconds each answer took; `sweep`: M1 of the engine by threshold; `recall`: the engine's seconds.
    """

    question: Question
    ranked: Mapping[str, Sequence[str]]
    values: Mapping[str, Mapping[str, float]]
    answers: Mapping[str, Judged]
    replied: Mapping[str, float]
    labels: Sequence[Label]
    sweep: Sequence[float | None]
    recall: tuple[float, float] | None


def _ranked(dialogue: Dialogue, found: Found) -> list[str]:
    """The units that are looked at, in the order they were found."""
    return list(islice(units_found((held.turns for held in found.memories), dialogue.units), max(DEPTHS)))


def _shown(dialogue: Dialogue, question: Question, found: Found) -> dict[str, float]:
    values = {"context_tokens": float(found.shown.tokens)}
    if question.evidence:
        units = {dialogue.units[turn] for turn in found.shown.turns}
        values["evidence_in_context"] = len(units & question.evidence) / len(question.evidence)
    return values


def _stale(question: Question, ranked: Sequence[str]) -> dict[str, float]:
    """The share of what holds no more that stands among the first units; better is less."""
    if not question.stale:
        return {}
    return {f"stale@{STALE}": len(question.stale.intersection(ranked[:STALE])) / len(question.stale)}
