"""A fine-tuned encoder (BERT and its kind) that reads a history and a turn together and gives points: loaded from the folder that tuning wrote.

The folder is as `saved.py` says; its manifest also tells how raw outputs become points. Runs on the processor, a turn at a time.

Needs the extra `tune`, which is imported when the first encoder is made. Checked in tests/tuning/test_encoder.py.
"""

import math
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from thoughtbank.errors import ModelError
from thoughtbank.providers.saved import Saved, libraries, loaded, whole

AT_ONCE = 16
"""Pairs of one pass. Chosen: more is no faster on a processor."""


class Manifest(Saved):
    """`mean` and `spread`: a raw output of 0 means `mean` points, one of 1 `spread` more. `window`: tokens read."""

    kind: Literal["encoder"]
    encoder: str
    mean: float
    spread: float = Field(gt=0)
    window: int = Field(ge=8)
    pairs: int
    how: str
    measured: dict[str, Any]


class TransformersEncoder:
    """Model and tokenizer, with what turns outputs into points. `digest` is the manifest's, empty for what isn't saved."""

    def __init__(self, model: Any, tokenizer: Any, *, mean: float, spread: float, window: int, digest: str = "") -> None:
        self.model, self.tokenizer = model, tokenizer
        self.mean, self.spread, self.window, self.digest = mean, spread, window, digest
        self._lock = threading.Lock()  # a tokenizer that truncates isn't safe to share

    def points(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """A number for each pair, not cut to the scale. Raises ModelError."""
        torch = libraries()[0]
        found: list[float] = []
        self.model.eval()
        try:
            with self._lock, torch.inference_mode():
                for start in range(0, len(pairs), AT_ONCE):
                    given = self.encoded(pairs[start : start + AT_ONCE])
                    found += self.model(**given).logits.reshape(-1).float().cpu().tolist()
        except (RuntimeError, ValueError, IndexError, OverflowError) as error:
            raise ModelError(f"the encoder failed: {type(error).__name__}: {str(error)[:300]}") from error
        if len(found) != len(pairs) or not all(map(math.isfinite, found)):
            raise ModelError("the encoder gave no number for a turn")
        return [self.mean + self.spread * one for one in found]

    def encoded(self, pairs: Sequence[tuple[str, str]]) -> dict[str, Any]:
        """Tensors of a batch. Where two texts are too long together, the longer loses its end."""
        before, turns = [one for one, _ in pairs], [two for _, two in pairs]
        given = self.tokenizer(
            before, turns, truncation="longest_first", max_length=self.window, padding=True, return_tensors="pt"
        )
        return {name: tensor.to(self.model.device) for name, tensor in given.items()}


def encoder_digest(folder: Path) -> str:
    """What tells such a folder's encoder apart, without loading it. Raises SettingsError, which names the folder."""
    return whole(folder, Manifest, f"gain.scorer: {folder}", "tune scorer --kind bert")[1]


def load_encoder(folder: Path) -> TransformersEncoder:
    """The encoder of a folder that `tune scorer --kind bert` wrote. Raises SettingsError, which names the folder; MissingExtra."""
    where = f"gain.scorer: {folder}"
    manifest, digest = whole(folder, Manifest, where, "tune scorer --kind bert")
    model, tokenizer = loaded(folder, "AutoModelForSequenceClassification", where)
    return TransformersEncoder(
        model, tokenizer, mean=manifest.mean, spread=manifest.spread, window=manifest.window, digest=digest
    )
