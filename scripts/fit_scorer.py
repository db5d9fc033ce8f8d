"""Learns the weights of the scorer from the pairs in tests/data and writes thoughtbank/remember/scorer.json.

Run from the repository's root: python scripts/fit_scorer.py. A test compares the file with what this gives.
"""

import json
from pathlib import Path

from thoughtbank.tuning.pairs import read_pairs
from thoughtbank.tuning.scorer import document, fit

ROOT = Path(__file__).parent.parent
SOURCES = ("cig_calibration", "cig_ko_vi", "cig_own")
TARGET = ROOT / "thoughtbank" / "remember" / "scorer.json"


def made() -> str:
    """The text of the file."""
    files = {name: read_pairs(ROOT / "tests" / "data" / f"{name}.jsonl") for name in SOURCES}
    sources = [
        {"file": f"tests/data/{name}.jsonl", "pairs": len(pairs), "licence": "Apache-2.0, written for this project"}
        for name, pairs in files.items()
    ]
    weights = fit(pair for pairs in files.values() for pair in pairs)
    return json.dumps(document(weights, sources), indent=2) + "\n"


if __name__ == "__main__":
    TARGET.write_text(made(), encoding="utf-8")
    print(f"wrote {TARGET.relative_to(ROOT)}")
