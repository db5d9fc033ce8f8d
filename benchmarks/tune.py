"""What tuning the scorer brings where a person's scale isn't the shipped one: a map, and weights anew.

The calibration pairs of tests/data on four scales, with noise of half a point. The shipped weights were learnt from these pairs with their own scores, so
what counts is the difference, not the level. Cross-validated by item, as `thoughtbank tune scorer` is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.report import parser, progress, table, write
from thoughtbank.tuning.pairs import Pair, read_pairs
from thoughtbank.tuning.tuned import Tuned, tune_map, tune_weights

DATA = Path(__file__).parent.parent / "tests" / "data"
SCALES: Mapping[str, Callable[[float], float]] = {
    "strict": lambda score: 10 * (score / 10) ** 1.8,
    "lenient": lambda score: 3 + 0.7 * score,
    "soon full": lambda score: 10 * (1 - float(np.exp(-score / 3))),
    "1 or 8": lambda score: 1.0 if score < 5 else 8.0,
}
SHOWN = ("mae", "exact", "within_1", "kappa", "spearman", "band_accuracy")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    given = parser(__doc__)
    given.add_argument("--scale", choices=SCALES, help="one of the scales alone")
    asked = given.parse_args(arguments)
    rows: list[tuple[str, ...]] = []
    for name in [asked.scale] if asked.scale else SCALES:
        progress(f"scale {name}")
        pairs = labelled(SCALES[name])
        rows += [_row(name, tune(pairs)) for tune in (tune_map, tune_weights)]
    table(("scale", "kind", *SHOWN), rows)
    write(asked.json, {"tune": rows})


def labelled(scale: Callable[[float], float]) -> list[Pair]:
    """The calibration pairs as a person of that scale would score them: integers."""
    rng = np.random.default_rng(0)
    pairs = [pair for name in ("cig_calibration", "cig_ko_vi") for pair in read_pairs(DATA / f"{name}.jsonl")]
    return [replace(pair, score=float(np.clip(np.round(scale(pair.score) + rng.normal(0, 0.5)), 0, 10))) for pair in pairs]


def _row(name: str, made: Tuned) -> tuple[str, ...]:
    """Each figure before and after."""
    return (
        name,
        made.kind,
        *(f"{made.before[metric]['value']:.2f} > {made.after[metric]['value']:.2f}" for metric in SHOWN),
    )


if __name__ == "__main__":
    main()
