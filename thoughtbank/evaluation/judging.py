"""A model as judge of every answer of a run: marks, and which of several answers is best. Each label keeps its source; a failure is counted, not a mark."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

from thoughtbank.evaluation.datasets.dialogues import Question
from thoughtbank.evaluation.judge import Task, judge_answer, judge_response, prompts, rank
from thoughtbank.evaluation.labels import Judged, Label
from thoughtbank.evaluation.ways import Found
from thoughtbank.ports import ChatModel

RECALLED = 10
"""Memories of a question that a judge, and a sheet, is shown."""


def judged(system: str, question: Question, found: Found) -> Judged | None:
    """What a judge sees of an answer; None where there is none."""
    if found.answer is None:
        return None
    shown = [one.text for one in found.memories if one.turns and found.shown.turns.issuperset(one.turns)]
    return Judged(system, question.text, found.answer.text, tuple(shown[:RECALLED]), question.id, question.answer or "")


class Judging:
    """Puts answers to a judge, if there is one."""

    def __init__(self, model: ChatModel | None, seed: int = 0) -> None:
        self._model, self._seed = model, seed
        self.failed: Counter[str] = Counter()

    def labels(self, question: Question, by_way: Mapping[str, Found]) -> list[Label]:
        """Labels of all ways' answers to one question that has a reference or is answered in a dialogue."""
        if self._model is None or question.answer is None or not question.headline:
            return []
        variants = [one for name, found in by_way.items() if (one := judged(name, question, found)) is not None]
        made = [label for one in variants for label in self._marked(self._model, question, one)]
        if len(variants) > 1:
            ranking = rank(self._model, variants, seed=self._seed)
            made += ranking.labels(question.id) if ranking.places is not None else self._fail(ranking.reason)
        return made

    def _marked(self, model: ChatModel, question: Question, one: Judged) -> Iterable[Label]:
        assert question.answer is not None
        verdict = (
            judge_response(model, one.recalled, [("", text) for text in (*question.recent, question.text)], one.answer)
            if question.recent
            else judge_answer(model, one, question.answer)
        )
        return verdict.labels(one.system, question.id) if verdict.marks is not None else self._fail(verdict.reason)

    def _fail(self, reason: str | None) -> list[Label]:
        self.failed[reason or "no reason"] += 1
        return []


def values(labels: Iterable[Label]) -> dict[str, dict[str, float]]:
    """Labels as values of a question, by system: `judge_correctness` and so on."""
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for label in labels:
        found[label.system][f"judge_{label.name}"] = label.value
    return found


def told(found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Where labels came from, how many there are of each source, how often the judge failed, with reasons, and what it was told."""
    sources = Counter(label["source"] for one in found for label in one["labels"])
    failed: Counter[str] = Counter()
    for one in found:
        failed.update(one["judge_failed"])
    if not sources and not failed:
        return {}
    tasks = [task for task in get_args(Task) if any(f" {task}-" in source for source in sources)]
    return {"labels": dict(sources), "failed": dict(failed), "prompts": {task: prompts(task) for task in tasks}}
