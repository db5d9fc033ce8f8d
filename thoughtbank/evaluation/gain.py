"""Is the gain of a turn what people say it is, and does the gate keep what is worth keeping? Three measurements, all by the shipped scorer.

    gain         pairs of a history and a turn that people scored from 0 to 10: Spearman, mean absolute error, the share in the right band,
                 within one point, quadratic weighted kappa
    memora-gate  Memora's turns that share something to be remembered: the share of them that is kept (gain >= theta_index), and the share of
                 all others that is skipped
    crosswoz     CrossWOZ's turns: the share of those that only thank, greet or part with a gain up to 2, and the rank correlation of gain with
                 the number of slot values not said before

All say which layer of the gate decided how many turns (`layers.py`), memora-gate also how many sharing turns each layer stopped.

Intervals are 95 %, by drawing pairs, personas or dialogues again. Nothing here is learnt from the data it measures on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from thoughtbank.errors import InputError, MissingExtra
from thoughtbank.evaluation.datasets.reading import Piece, files, lines
from thoughtbank.evaluation.intervals import Figure, figure, ratio, resampled
from thoughtbank.evaluation.layers import Tally
from thoughtbank.records.conversation import Turn
from thoughtbank.records.gain import Gain

GainsOf = Callable[[Sequence[Turn]], Sequence[Gain]]
"""The shipped judge: `Bank.gains_of`."""
GENERAL = 2
"""A turn of form alone should have no more gain."""
_TOPS = (2, 5, 8, 10)
"""The last point of each band."""

Figures = dict[str, Figure]


class _Said(Piece):
    role: Literal["user", "assistant"]
    text: str


class _Pair(Piece):
    id: str
    lang: str = ""
    history: list[_Said]
    turn: _Said
    score: float


class _Message(Piece):
    role: str
    content: str
    dialog_act: list[list[str]]


class _Task(Piece):
    dialogue_id: str
    messages: list[_Message]


class _Shared(Piece):
    speaker: str
    message: str
    share_memory: bool


class _Session(Piece):
    conversation: list[_Shared]


def measure(name: str, path: Path, gains_of: GainsOf, theta_index: float) -> dict[str, Any]:
    """The result of one of MEASURES: `metrics`, `by`, `layers` and `n`, as JSON data. Raises InputError."""
    return MEASURES[name](path, gains_of, theta_index)


def _calibration(path: Path, gains_of: GainsOf, theta_index: float) -> dict[str, Any]:
    pairs = [pair for file in files(path, "gain", ("*cig*.jsonl", "*gain*.jsonl")) for pair in lines(file, _Pair)]
    if len(pairs) < 3:
        raise InputError(f"{path}: agreement needs three scored pairs or more, and there are {len(pairs)}")
    last = [_last(pair, gains_of) for pair in pairs]
    read = [place for place, gain in enumerate(last) if gain.score is not None]
    if len(read) < max(3, len(pairs) / 2):
        reason = next(gain.reason for gain in last if gain.score is None)
        raise InputError(f"{len(read)} of {len(pairs)} pairs could be judged; the first reason: {reason}")
    pairs, judged = [pairs[place] for place in read], [last[place] for place in read]
    found = np.array([gain.score for gain in judged], np.float64)
    wanted = np.array([pair.score for pair in pairs])
    languages = sorted({pair.lang for pair in pairs if pair.lang})
    by = {
        name: agreement(found[at], wanted[at])
        for name in languages
        if (at := np.array([one.lang == name for one in pairs])).sum() > 2
    }
    measured = {"n": len(pairs), "metrics": agreement(found, wanted), "by": by, "layers": Tally(last).shares()}
    return measured | ({"failed": len(last) - len(read)} if len(read) < len(last) else {})


def _last(pair: _Pair, gains_of: GainsOf) -> Gain:
    said = [Turn(one.text, role=one.role, session_id=pair.id) for one in (*pair.history, pair.turn)]
    return gains_of(said)[-1]


def agreement(found: NDArray[np.float64], wanted: NDArray[np.float64]) -> Figures:
    """How near what was found is to what people gave, each with its interval."""
    return {
        "spearman": _drawn(spearman, found, wanted),
        "mae": _drawn(lambda a, b: float(np.abs(a - b).mean()), found, wanted),
        "band_accuracy": _drawn(lambda a, b: float((_bands(a) == _bands(b)).mean()), found, wanted),
        "exact": _drawn(lambda a, b: float((np.round(a) == np.round(b)).mean()), found, wanted),
        "within_1": _drawn(lambda a, b: float((np.abs(np.round(a) - np.round(b)) <= 1).mean()), found, wanted),
        "kappa": _drawn(kappa, found, wanted),
        "low_above_high": figure(float(_inversions(found, wanted)), None),
    }


def spearman(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Rank correlation; 0 where one of both says the same of everything."""
    try:
        from scipy.stats import rankdata
    except ImportError as error:
        raise MissingExtra('rank correlation needs SciPy; run: pip install "thoughtbank[eval]"') from error
    ranks = rankdata(a), rankdata(b)
    if any(np.ptp(one) == 0 for one in ranks):
        return 0.0
    return float(np.corrcoef(*ranks)[0, 1])


def kappa(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Cohen's, with quadratic weights, over the integers 0 to 10: 1 - observed / expected squared distance."""
    x, y = np.round(a), np.round(b)
    expected = float(((x[:, None] - y[None, :]) ** 2).mean())
    return 1 - float(((x - y) ** 2).mean()) / expected if expected else 1.0


def _bands(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """The number of each score's band, 0 for the lowest."""
    return np.searchsorted(_TOPS, np.round(scores))


def _inversions(found: NDArray[np.float64], wanted: NDArray[np.float64]) -> int:
    """Pairs of a turn of band 0-2 that has more gain than one of band 9-10."""
    low, high = found[wanted <= 2], found[wanted >= 9]
    return int((low[:, None] > high[None, :]).sum())


def _drawn(
    of: Callable[[NDArray[np.float64], NDArray[np.float64]], float], a: NDArray[np.float64], b: NDArray[np.float64]
) -> Figure:
    """A figure of two columns, with its interval when rows are drawn again."""
    return figure(of(a, b), resampled(of, a, b))


def _gate(path: Path, gains_of: GainsOf, theta_index: float) -> dict[str, Any]:
    found = files(path, "memora", ("sessions.jsonl",))
    names = [f"{file.parent.parent.name}/{file.parent.name}" for file in found]
    tally = Tally()
    kept = {name: _kept(file, gains_of, theta_index, tally) for name, file in zip(names, found, strict=True)}
    columns = np.array(list(kept.values()), np.float64)
    by = {name: _gate_figures(np.array([row], np.float64)) for name, row in kept.items()}
    n = int(columns[:, 1].sum() + columns[:, 3].sum())
    return {"n": n, "metrics": _gate_figures(columns), "by": by, "layers": tally.shares(wrong=True)}


def _kept(file: Path, gains_of: GainsOf, theta_index: float, tally: Tally) -> tuple[int, int, int, int]:
    """Of one persona: sharing turns kept and there, other turns skipped and there."""
    counts = [0, 0, 0, 0]
    for number, session in enumerate(lines(file, _Session)):
        said = [
            Turn(one.message, role="user" if one.speaker == "user_agent" else "assistant", session_id=str(number))
            for one in session.conversation
        ]
        for one, gain in zip(session.conversation, gains_of(said), strict=True):
            low = gain.score is not None and gain.score < theta_index
            counts[0 if one.share_memory else 2] += low != one.share_memory
            counts[1 if one.share_memory else 3] += 1
            tally.add(gain, wrongly_stopped=low and one.share_memory)
    return counts[0], counts[1], counts[2], counts[3]


def _gate_figures(columns: NDArray[np.float64]) -> Figures:
    return {name: ratio(columns[:, at], columns[:, at + 1]) for name, at in (("kept", 0), ("skipped", 2))}


def _tasks(path: Path, gains_of: GainsOf, theta_index: float) -> dict[str, Any]:
    dialogues = [task for file in files(path, "crosswoz", ("*.jsonl",)) for task in lines(file, _Task)]
    general: list[tuple[int, int]] = []
    gains: list[float] = []
    news: list[int] = []
    tally = Tally()
    for task in dialogues:
        said = [
            Turn(one.content, role="user" if one.role == "usr" else "assistant", session_id=task.dialogue_id)
            for one in task.messages
        ]
        found = gains_of(said)
        for gain in found:
            tally.add(gain)
        scores = [gain.score or 0.0 for gain in found]
        only = [score <= GENERAL for score, one in zip(scores, task.messages, strict=True) if _is_general(one)]
        general.append((sum(only), len(only)))
        gains += scores
        news += _new_values(task.messages)
    columns = np.array(general, np.float64)
    return {
        "n": len(gains),
        "metrics": {
            "general_low": ratio(columns[:, 0], columns[:, 1]),
            "spearman": _drawn(spearman, np.array(gains), np.array(news, np.float64)),
        },
        "by": {},
        "layers": tally.shares(),
    }


def _is_general(message: _Message) -> bool:
    return bool(message.dialog_act) and all(act[0] == "General" for act in message.dialog_act)


def _new_values(messages: Sequence[_Message]) -> Iterator[int]:
    """How many (slot, value) pairs of each turn weren't said before."""
    known = set[tuple[str, ...]]()
    for message in messages:
        fresh = {tuple(act) for act in message.dialog_act if act[0] != "General" and len(act) == 4 and act[3]} - known
        yield len({(act[0], *act[2:]) for act in fresh} - {(act[0], *act[2:]) for act in known})
        known |= fresh


MEASURES: Mapping[str, Callable[[Path, GainsOf, float], dict[str, Any]]] = {
    "gain": _calibration,
    "memora-gate": _gate,
    "crosswoz": _tasks,
}
"""Name -> the measurement."""
