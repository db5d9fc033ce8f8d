"""The model that a fine-tuning begins with, as it came.

Checked in tests/tuning/test_encoder.py and test_fragmenter.py, where PyTorch is installed.
"""

from typing import Any

from thoughtbank.errors import InputError
from thoughtbank.providers.saved import UNLOADABLE, libraries, quiet

LEAST_WINDOW = 8
"""Tokens read at least. Chosen: fewer hold no sentence."""


def pretrained(name: str, auto: str, kind: str, **given: Any) -> tuple[Any, Any]:
    """Model, where it is trained, and tokenizer. `name`: a folder, or any name that transformers resolves. `auto`: which of transformers' classes loads
    it, with what is `given`; `kind`: what that loads, in words. Raises InputError, MissingExtra.
    """
    torch, transformers = libraries()
    try:
        with quiet(transformers):
            model = getattr(transformers, auto).from_pretrained(name, dtype=torch.float32, **given)
            tokenizer = transformers.AutoTokenizer.from_pretrained(name)
    except UNLOADABLE as error:
        said = " ".join(str(error).split())[:300]
        raise InputError(f"no {kind} can be loaded from {name!r}; name a folder that transformers saved ({said})") from error
    if len(tokenizer) > model.get_input_embeddings().num_embeddings:
        raise InputError(f"{name}: the tokenizer has more tokens than the model; they belong to different models")
    model.to("cuda" if torch.cuda.is_available() else "cpu")
    return model, tokenizer


def readable(window: int, places: int, tokenizer: Any) -> int:
    """Tokens read at most, of a model with so many places."""
    return max(LEAST_WINDOW, min(window, places, int(tokenizer.model_max_length)))
