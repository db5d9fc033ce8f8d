"""Pairs as a person would label them, made for the tests of tuning."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from thoughtbank.tuning.pairs import Pair, read_pairs

DATA = Path(__file__).parents[1] / "data"
EVERY = [pair for name in ("cig_calibration", "cig_ko_vi") for pair in read_pairs(DATA / f"{name}.jsonl")]


def strict(score: float) -> float:
    """The scale of a person who finds little remarkable."""
    return float(round(10 * (score / 10) ** 1.8))


def lines(pairs: Sequence[Pair], scale: Callable[[float], float] = strict) -> list[dict[str, Any]]:
    """The pairs as a file has them."""
    return [
        {
            "id": pair.name,
            "history": [{"role": one.role, "text": one.text} for one in pair.history],
            "turn": {"role": pair.turn.role, "text": pair.turn.text},
            "score": scale(pair.score),
        }
        for pair in pairs
    ]


def write(file: Path, pairs: Sequence[dict[str, Any]]) -> Path:
    file.write_text("".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs), encoding="utf-8")
    return file


def dragons() -> list[dict[str, Any]]:
    """Forty turns alike but for what they tell of: of dragons 9, of weather 3. No rule knows that."""
    return [
        {
            "id": f"d{number}",
            "history": [{"role": "assistant", "text": f"What did you see on day {number}?"}],
            "turn": {"role": "user", "text": f"We saw {'dragons' if number % 2 else 'rain'} over field {number * 37}."},
            "score": 9 if number % 2 else 3,
        }
        for number in range(40)
    ]


def tiny_encoder(folder: Path) -> Path:
    """An encoder with random weights and few words, as transformers saves one. Skips where it isn't installed."""
    torch = pytest.importorskip("torch", reason="PyTorch isn't installed (extra tune)")
    transformers = pytest.importorskip("transformers", reason="transformers isn't installed (extra tune)")
    digits = [str(number) for number in range(10)]
    words = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        *dict.fromkeys(WORDS.split()),
        *digits,
        *(f"##{one}" for one in digits),
    ]
    (folder / "vocab.txt").write_text("\n".join(words))
    transformers.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64,
        max_position_embeddings=64,
    )  # fmt: skip
    transformers.BertModel(config).save_pretrained(folder)
    return folder


WORDS = "what did you see on day we saw dragons rain over field user assistant : . ?"
