"""What would the gate gain from labels of one's own? Memora's turns, by the shipped weights and by weights and a theta learnt on other personas.

Turns that share a memory should have a gain of theta or more (kept), the others less (skipped). The shipped weights saw no Memora; the phrase lists
were read against it while they were written, so the figures are of a developer's half. `thoughtbank evaluate memora-gate` measures the shipped
gate alone. Intervals: 95 %, bootstrap over personas.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

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


@dataclass(frozen=True, slots=True)
class Marked:
    """A turn with its history, and what people say of it."""

    group: str
    turn: Heard
    history: tuple[Heard, ...]
    mark: float


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    given = parser(__doc__)
    given.add_argument("--data", type=Path, metavar="FOLDER", help="where memora/ is (THOUGHTBANK_DATA)")
    given.add_argument("--theta", type=float, default=2.0, help="least gain of a turn that is kept (2)")
    asked = given.parse_args(arguments)
    folder = data_folder(asked.data)
    turns = list(memora(folder))
    if not turns:
        raise SystemExit(f"{folder} has no memora/weekly")
    progress(f"memora: {len(turns)} turns")
    measured = gate(turns, asked.theta)
    table(("memora", "value", "interval", "turns"), measured)
    write(asked.json, {"theta": asked.theta, "gain": {"memora": measured}})


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


if __name__ == "__main__":
    main()
