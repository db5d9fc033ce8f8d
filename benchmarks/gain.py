"""What is worth remembering? The gain of every turn without a model, beside what people marked, on data the weights were not learnt from.

Memora: turns that share a memory should have a gain of theta or more (kept), the others less (skipped); once by the shipped weights, and once by
weights and a theta learnt on the other personas. CrossWOZ: turns of thanks, goodbyes, welcomes and greetings alone should have at most 2, and the
gain should rise with the number of slot values a turn is the first to say. The mini sets: it should rise with the marked level.

The weights were learnt on none of these; the phrase lists were read against Memora and CrossWOZ while they were written, so those figures
are of a developer's half. Intervals: 95 %, bootstrap over personas or dialogues.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import spearmanr

from benchmarks.report import parser, progress, table, write
from benchmarks.shipped import data_folder
from thoughtbank.evaluation.intervals import interval
from thoughtbank.remember.features import Heard, read
from thoughtbank.remember.scorer import latent, score
from thoughtbank.tuning.scorer import fit_rows

BUFFER = 10
"""Turns before a turn that the scorer sees. The article's buffer."""
SAFE = 0.98
"""Share of the sharing turns of the other personas that a learnt theta keeps. Chosen: a point above what is asked for."""
LOW = 2.0
"""The most a turn of form alone should have: the lowest band."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A turn with its history, and what people say of it."""

    group: str
    turn: Heard
    history: tuple[Heard, ...]
    mark: float
    form: bool = False


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    given = parser(__doc__)
    given.add_argument(
        "--data", type=Path, metavar="FOLDER", help="where memora/, crosswoz/ and mini_vi_ko/ are (THOUGHTBANK_DATA)"
    )
    given.add_argument("--theta", type=float, default=2.0, help="least gain of a turn that is kept (2)")
    asked = given.parse_args(arguments)
    folder = data_folder(asked.data)
    measured: dict[str, object] = {}
    for name, readable, measure in (
        ("memora", memora, lambda turns: gate(turns, asked.theta)),
        ("crosswoz", crosswoz, novelty),
        ("mini", mini, novelty),
    ):
        turns = list(readable(folder))
        progress(f"{name}: {len(turns)} turns")
        if turns:
            measured[name] = measure(turns)
            table((name, "value", "interval", "turns"), measured[name])
    write(asked.json, {"theta": asked.theta, "gain": measured})


def gate(turns: Sequence[Marked], theta: float) -> list[tuple[str, str, str, int]]:
    """Kept and skipped by the shipped weights, and by what is learnt on the other personas."""
    gains = np.array([score(one.turn, one.history).score for one in turns])
    shares, groups = np.array([one.mark > 0 for one in turns]), np.array([one.group for one in turns])
    replies = np.array([one.turn.role == "assistant" for one in turns])
    found = _kept_and_skipped("shipped", gains >= theta, shares, groups)
    for role, which in (("people", ~replies), ("replies", replies)):
        found.append(_share(f"shipped: skipped of {role}", gains < theta, ~shares & which, groups))
    if len(set(groups)) > 1:
        found += _kept_and_skipped("learnt on the others", _by_others(turns, shares, groups), shares, groups)
    return found


def novelty(turns: Sequence[Marked]) -> list[tuple[str, str, str, int]]:
    """How the gain follows the marks, and how many turns of form have a low one."""
    gains = np.array([score(one.turn, one.history).score for one in turns])
    marks, groups = np.array([one.mark for one in turns]), np.array([one.group for one in turns])
    form, replies = np.array([one.form for one in turns]), np.array([one.turn.role == "assistant" for one in turns])
    found = [_share(f"form alone has at most {LOW:g}", gains <= LOW, form, groups)]
    for who, which in (("all", form | True), ("people", ~replies), ("replies", replies)):
        found.append(
            (f"Spearman with the marks, {who}", f"{spearmanr(gains[which], marks[which]).statistic:.3f}", "", int(which.sum()))
        )
    return found


def _by_others(turns: Sequence[Marked], shares: NDArray[np.bool_], groups: NDArray[np.str_]) -> NDArray[np.bool_]:
    """Whether each turn is kept by weights and a theta learnt on the turns of the other personas."""
    readings = [read(one.turn, one.history).features for one in turns]
    stopped = np.array([score(one.turn, one.history).layer != "scorer" for one in turns])
    rows = np.array([astuple(features) for features in readings])
    kept = np.zeros(len(turns), dtype=bool)
    for group in sorted(set(groups)):
        seen = (groups != group) & ~stopped
        even = np.where(shares[seen], (~shares[seen]).sum() / shares[seen].sum(), 1.0)
        weights = fit_rows(rows[seen], np.where(shares[seen], 8.0, 1.0), even)
        gains = np.array([latent(features, weights) for features in readings])
        theta = np.quantile(gains[seen & shares], 1 - SAFE, method="lower")
        kept |= (groups == group) & ~stopped & (gains >= theta)
    return kept


def _kept_and_skipped(
    way: str, kept: NDArray[np.bool_], shares: NDArray[np.bool_], groups: NDArray[np.str_]
) -> list[tuple[str, str, str, int]]:
    return [_share(f"{way}: kept", kept, shares, groups), _share(f"{way}: skipped", ~kept, ~shares, groups)]


def _share(what: str, hit: NDArray[np.bool_], of: NDArray[np.bool_], groups: NDArray[np.str_]) -> tuple[str, str, str, int]:
    """A share of some of the turns, with its interval over groups."""
    _, place = np.unique(groups, return_inverse=True)
    sums, counts = np.bincount(place, weights=hit & of), np.bincount(place, weights=of)
    found = interval(sums, counts)
    shown = f"{found[0]:.3f} to {found[1]:.3f}" if found else ""
    return what, f"{sums.sum() / counts.sum():.3f}" if counts.sum() else "", shown, int(counts.sum())


def memora(folder: Path) -> Iterator[Marked]:
    """Weekly sessions of every persona; the mark is `share_memory`."""
    for file in sorted(folder.glob("memora/weekly/*/sessions.jsonl")):
        for session in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
            history: list[Heard] = []
            for row in session["conversation"]:
                turn = Heard("user" if row["speaker"] == "user_agent" else "assistant", row["message"])
                yield Marked(file.parent.name, turn, tuple(history[-BUFFER:]), float(row["share_memory"]))
                history.append(turn)


def crosswoz(folder: Path) -> Iterator[Marked]:
    """The mark is the number of slot values a turn is the first of its dialogue to say; form has general acts alone."""
    for file in folder.glob("crosswoz/val_slim.jsonl"):
        for dialogue in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
            history: list[Heard] = []
            said: set[tuple[str, ...]] = set()
            for row in dialogue["messages"]:
                turn = Heard("user" if row["role"] == "usr" else "assistant", row["content"])
                spoken = row["dialog_act"]
                values = {(act[1], act[2], act[3]) for act in spoken if act[0] != "General" and act[3] not in ("", "none")}
                form = bool(spoken) and all(act[0] == "General" for act in spoken)
                yield Marked(dialogue["dialogue_id"], turn, tuple(history[-BUFFER:]), len(values - said), form)
                said |= values
                history.append(turn)


def mini(folder: Path) -> Iterator[Marked]:
    """The hand-written Korean and Vietnamese sets; the mark is the level 0 to 2, and form has level 0."""
    for file in sorted(folder.glob("mini_vi_ko/mini_*_A.json")):
        history: list[Heard] = []
        for session in json.loads(file.read_text(encoding="utf-8"))["sessions"]:
            for row in session["turns"]:
                for role, text, level in (
                    ("user", row["query"], row["info_user"]),
                    ("assistant", row["response"], row["info_assistant"]),
                ):
                    turn = Heard(role, text)
                    yield Marked(file.stem, turn, tuple(history), level, level == 0)
                    history.append(turn)


if __name__ == "__main__":
    main()
