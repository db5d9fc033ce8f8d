"""M1 (FraCom): whether what is recalled stays true to its source and fits the query, in one figure.

M1 = 2 s_o s_q / (s_o + s_q), 0 if both are 0, where s_o is the similarity of the recalled text to the text it was made from and s_q its similarity
to the query. A summary that says everything is near its source and far from the query; a sentence made up to fit is the reverse. With
s_o = 0.9 and s_q = 0.6, M1 = 1.08 / 1.5 = 0.72.

The measure is known here by its words ("the harmonic mean of similarity to the original text and similarity to the query"); which similarity and
which original text is our reading, so each figure says what it used:

- similarity: `cosine` of an encoder, negatives as 0, where a text of many turns is the normalised mean of its turns' vectors: they are there
  already, so it costs no further embedding; or any function of two texts, `rouge_l` for one.
- source: `made_from`, the turns that the recalled rows were made from (all of a session's, for its summary); or `evidence`, the turns that hold the gold answer, where a data set
  names them. Turns kept as they are have s_o = 1 against `made_from`, which then says nothing: `evidence` does.

A query that recalls nothing scores 0 in the main figure. Coverage, the share that recalls anything, and the mean of those alone stand beside it,
since a high threshold would look good by answering few queries. Means are of a session's queries, then of sessions. A threshold is an encoder's
own: between 100 questions of LoCoMo and the 50 turns nearest to each, the built-in one's cosines are 0.76 to 0.90, so that thresholds of 0.1 to
0.7 recall everything and 0.9 next to nothing. `calibrated` gives thresholds on an encoder's own scale.
Checked by tests/evaluation/test_m1.py.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from thoughtbank.errors import InputError
from thoughtbank.evaluation.texts import rouge_l
from thoughtbank.language.words import is_blank
from thoughtbank.ports import Vectors

Source = Literal["made_from", "evidence"]
TAUS = tuple(round(0.1 * step, 1) for step in range(1, 10))
"""The thresholds of FraCom's figure 5."""


class Pair(NamedTuple):
    """A query's two similarities, each in [0, 1]. A query that recalled nothing has none: `None` in its place."""

    s_o: float
    s_q: float


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One query as vectors of length 1: itself (d,), the rows it can recall (n, d), and its dialogue's turns (t, d).

    `likeness` (n,) is what a threshold is held against, FraCom's similarity of arguments or any other. `made_from` names the turns of
    each row, and `evidence` those that hold the gold answer, by their place in `turns`.
    """

    session: str
    query: Vectors
    rows: Vectors
    likeness: NDArray[np.float64]
    turns: Vectors
    made_from: tuple[tuple[int, ...], ...]
    evidence: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not len(self.rows) == len(self.likeness) == len(self.made_from):
            raise InputError("a case needs a likeness and the turns it was made from for each of its rows")


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over `n` queries: M1 with empty ones as 0, the share that recalled anything, and M1 over those alone, None if there are none."""

    m1: float
    coverage: float
    non_empty: float | None
    n: int


def m1(s_o: float, s_q: float) -> float:
    """The harmonic mean. Raises InputError for what isn't in [0, 1], where it means nothing."""
    if not (0 <= s_o <= 1 and 0 <= s_q <= 1):
        raise InputError(f"similarities must lie between 0 and 1, not {s_o} and {s_q}; clip cosines")
    return 2 * s_o * s_q / (s_o + s_q) if s_o and s_q else 0.0


def of_vectors(recalled: Vectors, source: Vectors, query: Vectors) -> Pair | None:
    """Cosines of recalled rows (n, d) with the turns of their source (m, d) and with the query (d,). None if there are no rows."""
    if not len(recalled):
        return None
    if not len(source):
        raise InputError(
            "no source to compare with; leave out queries without evidence, and name the turns a row was made from"
        )
    memory = _one(recalled)
    return Pair(_cosine(memory, _one(source)), _cosine(memory, _one(query[None, :])))


def of_texts(
    recalled: Sequence[str], source: Sequence[str], query: str, similarity: Callable[[str, str], float] = rouge_l
) -> Pair | None:
    """The same by a similarity of two texts in [0, 1], lines joined. None if nothing is recalled."""
    memory = "\n".join(recalled)
    if is_blank(memory):
        return None
    if not source:
        raise InputError(
            "no source to compare with; leave out queries without evidence, and name the turns a row was made from"
        )
    return Pair(similarity(memory, "\n".join(source)), similarity(memory, query))


def pairs(cases: Sequence[Case], *, tau: float = -np.inf, source: Source = "made_from") -> list[Pair | None]:
    """Each case's similarities when only rows with likeness >= tau are recalled. Raises InputError for a case without its source."""
    return [_pair(case, tau, source) for case in cases]


def figures(found: Sequence[Pair | None]) -> Figures:
    """Means over queries. Raises InputError where there are none."""
    if not found:
        raise InputError("M1 needs at least one query")
    scores = [m1(*pair) for pair in found if pair is not None]
    return Figures(
        m1=sum(scores) / len(found),
        coverage=len(scores) / len(found),
        non_empty=sum(scores) / len(scores) if scores else None,
        n=len(found),
    )


def by_session(sessions: Sequence[str], found: Sequence[Pair | None]) -> dict[str, Figures]:
    """The figures of each session's queries, in the order in which sessions first stand: FraCom's figure 3."""
    groups: defaultdict[str, list[Pair | None]] = defaultdict(list)
    for session, pair in zip(sessions, found, strict=True):
        groups[session].append(pair)
    return {session: figures(group) for session, group in groups.items()}


def over_sessions(series: Mapping[str, Figures]) -> Figures:
    """The mean over sessions, each weighing the same. `non_empty` is over sessions that have any; `n` counts queries."""
    if not series:
        raise InputError("M1 needs at least one session")
    each = list(series.values())
    told = [one.non_empty for one in each if one.non_empty is not None]
    return Figures(
        m1=sum(one.m1 for one in each) / len(each),
        coverage=sum(one.coverage for one in each) / len(each),
        non_empty=sum(told) / len(told) if told else None,
        n=sum(one.n for one in each),
    )


def sweep(cases: Sequence[Case], *, taus: Sequence[float] = TAUS, source: Source = "made_from") -> dict[float, Figures]:
    """The mean over sessions at each threshold: FraCom's figure 5, with the coverage that it leaves out."""
    sessions = [case.session for case in cases]
    return {tau: over_sessions(by_session(sessions, pairs(cases, tau=tau, source=source))) for tau in taus}


def calibrated(cases: Sequence[Case], shares: Sequence[float] = TAUS) -> tuple[float, ...]:
    """The thresholds that these shares of all rows fall below, for `sweep`: an encoder's own scale in place of 0.1 to 0.9."""
    likeness = np.concatenate([case.likeness for case in cases])
    if not len(likeness):
        raise InputError("no case has rows to calibrate a threshold by")
    return tuple(float(tau) for tau in np.quantile(likeness, shares))


def _pair(case: Case, tau: float, source: Source) -> Pair | None:
    kept = [int(place) for place in np.flatnonzero(case.likeness >= tau)]
    turns = case.evidence if source == "evidence" else dict.fromkeys(turn for row in kept for turn in case.made_from[row])
    if source == "evidence" and not turns:
        raise InputError(f"a query of session {case.session!r} names no evidence; leave it out, or take source='made_from'")
    return of_vectors(case.rows[kept], case.turns[list(turns)], case.query)


def _one(vectors: Vectors) -> NDArray[np.float64]:
    """Many vectors as one, of length 1; vectors that cancel each other out have no direction, and are like nothing."""
    middle: NDArray[np.float64] = vectors.astype(np.float64).mean(axis=0)
    length = float(np.linalg.norm(middle))
    return middle / length if length > 1e-9 else np.zeros_like(middle)


def _cosine(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    return min(1.0, max(0.0, float(np.dot(a, b))))
