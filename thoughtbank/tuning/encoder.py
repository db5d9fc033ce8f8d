"""Fine-tunes an encoder (BERT and its kind) to score a turn after its history: one output, squared error (CIG, section 3.6: a small scorer fine-tuned).

The encoder reads the two texts as a pair, as `remember/scorers.as_texts` lays them out. It learns points in units of their own spread around their own
mean, since a new head begins at 0. The trade against the linear scorer: it reads meaning, wants a hundred pairs and more, and a tenth of a second a
turn on one busy core with six layers of 384, seven times that with BERT's twelve of 768; and it says nothing of why.

The seed decides order and dropout: on one machine the same pairs give the same encoder. What is saved, see `providers/cross_encoder.py`.
Checked in tests/tuning/test_encoder.py, where PyTorch is installed.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from thoughtbank.errors import InputError
from thoughtbank.providers.cross_encoder import Manifest, TransformersEncoder
from thoughtbank.providers.saved import MANIFEST, libraries
from thoughtbank.remember.scorers import FORMAT, MADE_BY, Encoded, as_texts
from thoughtbank.tuning.descent import Training, descend
from thoughtbank.tuning.folders import beside, saved
from thoughtbank.tuning.pairs import Pair
from thoughtbank.tuning.pretrained import pretrained, readable
from thoughtbank.tuning.tuned import Tuned, heard, tuned

PARTS = 4
"""Parts of the cross-validation: as many trainings, and one more on all pairs. Fewer than elsewhere, since each takes minutes."""
CUSTOMARY = Training()


def tune_encoder(pairs: Sequence[Pair], encoder: str, training: Training = CUSTOMARY) -> Tuned:
    """`encoder`: a folder, or any name that transformers resolves. Raises InputError, MissingExtra."""
    libraries()
    how = f"{Path(encoder).name} fine-tuned, {training.epochs} epochs"
    return tuned("bert", pairs, lambda seen: Encoded("scorer encoder", _trained(seen, encoder, training)), how, PARTS)


def _trained(pairs: Sequence[Pair], encoder: str, training: Training) -> TransformersEncoder:
    torch, _ = libraries()
    seen = heard(pairs)
    texts = [as_texts(pair.turn, pair.history) for pair in seen]
    given = torch.tensor([pair.score for pair in seen], dtype=torch.float32)
    mean, spread = float(given.mean()), float(given.std(correction=0)) or 1.0
    with torch.random.fork_rng():  # the caller's own chance stays as it was
        torch.manual_seed(training.seed)
        made = _begun(encoder, mean, spread, training.window)
        wanted = (given - mean) / spread

        def loss_of(at: Sequence[int]) -> Any:
            found = made.model(**made.encoded([texts[one] for one in at])).logits.reshape(-1)
            return torch.nn.functional.mse_loss(found, wanted[list(at)].to(found.device))

        try:
            descend(torch, made.model, len(texts), loss_of, training)
        except (RuntimeError, IndexError) as error:
            raise InputError(f"{encoder} can't be trained here: {str(error)[:300]}") from error
    return made


def _begun(encoder: str, mean: float, spread: float, window: int) -> TransformersEncoder:
    """The encoder with a new head. Raises InputError."""
    model, tokenizer = pretrained(
        encoder, "AutoModelForSequenceClassification", "encoder",
        num_labels=1, problem_type="regression", ignore_mismatched_sizes=True,
    )  # fmt: skip
    if tokenizer.pad_token_id is None:
        raise InputError(f"{encoder} has no padding token: it is no encoder of BERT's kind")
    places = getattr(model.config, "max_position_embeddings", window) - (model.config.model_type in _OFFSET) * 2
    window = readable(window, places, tokenizer)
    return TransformersEncoder(model, tokenizer, mean=mean, spread=spread, window=window)


_OFFSET = ("roberta", "xlm-roberta", "camembert", "mpnet", "xlm-roberta-xl", "roberta-prelayernorm")
"""Kinds whose first two places are taken."""


def save_encoder(made: Tuned, encoder: str, folder: Path) -> None:
    """The folder that `gain.scorer` names; it appears whole or not at all. Raises InputError."""
    assert isinstance(made.scorer, Encoded) and isinstance(made.scorer.encoder, TransformersEncoder)
    one = made.scorer.encoder
    with beside(folder) as part:
        files = saved(one.model, one.tokenizer, part)
        manifest = Manifest(
            made_by=MADE_BY, format=FORMAT, kind="encoder", encoder=Path(encoder).name, mean=one.mean, spread=one.spread,
            window=one.window, files=files, **made.about(),
        )  # fmt: skip
        (part / MANIFEST).write_text(manifest.model_dump_json(indent=2) + "\n", encoding="utf-8")
