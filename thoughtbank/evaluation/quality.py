"""What one question's recall and answer are worth: the answer against its reference, M1 of what the reader was shown, and how M1 changes with a threshold.

A measure that doesn't apply has no value: no reference, no reader, no evidence. M1's source is all that was said in the sessions of the turns that
were recalled (FraCom, `m1.py`), or the evidence itself (`m1_evidence`). Checked by tests/evaluation/test_quality.py.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thoughtbank.evaluation import m1, texts
from thoughtbank.evaluation.datasets.dialogues import Dialogue, Question
from thoughtbank.evaluation.ways import Found, Held
from thoughtbank.ports import Embedder, Vectors
from thoughtbank.records.conversation import Turn
from thoughtbank.similarity.vectors import unit_rows

Values = dict[str, float]


class Quality:
    """Measures over one embedder's vectors, which it keeps for the dialogue at hand."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._of: Dialogue | None = None
        self._units: Mapping[str, str] = {}
        self._texts: dict[str, str] = {}
        self._session_of: dict[str, str] = {}
        self._turns: dict[str, NDArray[np.float32]] = {}
        self._sessions: dict[str, list[str]] = {}

    def values(self, dialogue: Dialogue, question: Question, found: Found, *, by_words: bool = False) -> Values:
        """All that applies; `by_words` also M1 by ROUGE-L, which takes longer."""
        self._open(dialogue)
        return self._answer(question, found) | self._m1(question, found, by_words)

    def sweep(self, dialogue: Dialogue, question: Question, found: Found) -> list[float | None]:
        """M1 at each of `m1.TAUS`, when only memories are recalled whose likeness with the question is so much; None where there is none."""
        self._open(dialogue)
        near = [one for one in found.memories if one.similarity is not None and one.similarity >= m1.TAUS[0]]
        if not near:
            return [None] * len(m1.TAUS)
        vectors, query = self._vectors([one.text for one in near]), self._query(question)
        likeness = np.array([one.similarity for one in near])
        scores: list[float | None] = []
        last = -1
        for tau in m1.TAUS:
            kept = np.flatnonzero(likeness >= tau)
            if len(kept) == last:  # the same ones: thresholds rise
                scores.append(scores[-1])
                continue
            last = len(kept)
            source = self._source([near[place] for place in kept.tolist()])
            pair = m1.of_vectors(vectors[kept], source, query)
            scores.append(None if pair is None else m1.m1(*pair))
        return scores

    def _answer(self, question: Question, found: Found) -> Values:
        if found.answer is None:
            return {}
        values = {"answered": float(found.answer.known)} if question.headline else {"refused": float(not found.answer.known)}
        if question.answer is None or not question.headline:
            return values
        (cosine,) = texts.cosines(self._embedder, [found.answer.text], [question.answer])
        return values | texts.measure(found.answer.text, question.answer) | {texts.COSINE: cosine}

    def _m1(self, question: Question, found: Found, by_words: bool) -> Values:
        shown = [one for one in found.memories if one.turns and found.shown.turns.issuperset(one.turns)]
        if not shown:
            of_evidence = ["m1_evidence", *(["m1_rouge_l"] if by_words else [])] if question.evidence else []
            return dict.fromkeys(("m1", "m1_coverage", *of_evidence), 0.0)
        recalled, query = self._vectors([one.text for one in shown]), self._query(question)
        pair = m1.of_vectors(recalled, self._source(shown), query)
        assert pair is not None
        score = m1.m1(*pair)
        values = {"m1": score, "m1_coverage": 1.0, "m1_nonempty": score}
        evidence = self._evidence(question)
        if evidence:
            pair = m1.of_vectors(recalled, np.stack([self._turns[turn] for turn in evidence]), query)
            assert pair is not None
            values["m1_evidence"] = m1.m1(*pair)
        if evidence and by_words:
            said = [self._texts[turn] for turn in evidence]
            worded = m1.of_texts([one.text for one in shown], said, question.text)
            values["m1_rouge_l"] = m1.m1(*worded) if worded is not None else 0.0
        return values

    def _open(self, dialogue: Dialogue) -> None:
        if self._of is dialogue:
            return
        turns = [turn for turn in dialogue.turns if turn.key is not None]
        self._of, self._units = dialogue, dialogue.units
        self._turns = dict(zip(map(_key, turns), self._vectors([turn.text for turn in turns]), strict=True))
        self._texts = {_key(turn): turn.text for turn in turns}
        self._session_of = {_key(turn): turn.session_id or "" for turn in turns}
        self._sessions = {}
        for turn in turns:
            self._sessions.setdefault(turn.session_id or "", []).append(_key(turn))

    def _evidence(self, question: Question) -> list[str]:
        return [turn for turn in self._turns if self._units[turn] in question.evidence] if question.evidence else []

    def _source(self, memories: Sequence[Held]) -> Vectors:
        """All turns of the sessions that the memories came from."""
        sessions = dict.fromkeys(self._session_of[turn] for one in memories for turn in one.turns)
        turns = [self._turns[turn] for session in sessions for turn in self._sessions[session]]
        return np.stack(turns) if turns else np.empty((0, 0), np.float32)

    def _query(self, question: Question) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = unit_rows(self._embedder.embed([question.text], query=True), 1)[0]
        return vector

    def _vectors(self, given: Sequence[str]) -> Vectors:
        return unit_rows(self._embedder.embed(list(given)), len(given)) if given else np.empty((0, 0), np.float32)


def _key(turn: Turn) -> str:
    assert turn.key is not None
    return turn.key


def series(dialogues: Sequence[Dialogue], found: Sequence[Mapping[str, Any]]) -> dict[str, list[list[float | None]]]:
    """M1 of the engine by the session a question was asked in, and by threshold: [x, mean], and [tau, M1, coverage, mean of those not empty]."""
    by_session: dict[int, list[float]] = {}
    swept: list[Sequence[float | None]] = []
    for dialogue, one in zip(dialogues, found, strict=True):
        ours = next(iter(one["values"].values()))
        for question in (question for question in dialogue.asked if question.headline):
            swept.append(one["sweep"][question.id])
            if question.session is not None:
                by_session.setdefault(question.session, []).append(ours[question.id]["m1"])
    told: dict[str, list[list[float | None]]] = {}
    if by_session:
        told["m1_by_session"] = [[session, _mean(by_session[session])] for session in sorted(by_session)]
    if swept:
        told["m1_by_tau"] = [[tau, *_at(scores)] for tau, scores in zip(m1.TAUS, zip(*swept, strict=True), strict=True)]
    return told


def _at(scores: Sequence[float | None]) -> list[float | None]:
    some = [score for score in scores if score is not None]
    return [round(sum(some) / len(scores), 6), round(len(some) / len(scores), 6), _mean(some) if some else None]


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 6)
