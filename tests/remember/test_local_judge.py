"""A small local model as judge of gain, beside the scorer, on the calibration pairs. Slow: `THOUGHTBANK_TEST_GGUF=FILE pytest -m slow -s THIS`."""

import os
import sys
from pathlib import Path

import pytest

from thoughtbank import Thoughtbank
from thoughtbank.evaluation.gain import measure

pytestmark = [pytest.mark.slow, pytest.mark.timeout(7200)]
DATA = Path(__file__).parents[1] / "data"
FILE = os.environ.get("THOUGHTBANK_TEST_GGUF")


@pytest.mark.skipif(not FILE, reason="THOUGHTBANK_TEST_GGUF names no model file")
@pytest.mark.parametrize("read", ["reply", "expected"])
@pytest.mark.parametrize("pairs", ["cig_calibration", "cig_ko_vi"])
def test_a_local_model_judges_most_pairs_and_orders_them(
    tmp_path: Path, pairs: str, read: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = DATA / f"{pairs}.jsonl"
    given = {"embedder": "hash", "model": "none"}
    with Thoughtbank(str(tmp_path / "scorer.db"), **given) as bank:
        scorer = measure("gain", path, bank.gains_of, 2.0)["metrics"]
    with Thoughtbank(
        str(tmp_path / "judge.db"), judge_model=f"local:{FILE}", gain={"by": "model", "read": read}, **given
    ) as bank:
        found = measure("gain", path, bank.gains_of, 2.0)
    lines = [f"{pairs}, {read}: {found.get('failed', 0)} failed of {found['n'] + found.get('failed', 0)}"]
    for name in ("spearman", "mae", "band_accuracy", "low_above_high"):
        lines.append(f"  {name}: model {found['metrics'][name]['value']:.3f}, scorer {scorer[name]['value']:.3f}")
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join(lines) + "\n")
    assert found.get("failed", 0) <= 0.1 * found["n"]
    assert found["metrics"]["spearman"]["value"] > 0.3, "above chance"
