"""Messages with their propositions, and tiny models with random weights, made for the tests of the fragmenter."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

EIGHT: Sequence[dict[str, Any]] = (
    {"text": "I moved to Lyon in May.", "speaker": "Ana", "propositions": ["moved to(Ana; Lyon; time: in May)"]},
    {
        "text": "I'm allergic to nuts and I don't like olives.",
        "speaker": "Ana",
        "propositions": ["is allergic to(Ana; nuts)", "not: doesn't like(Ana; olives)"],
    },
    {"text": "I like your dog.", "speaker": "Ana", "listener": "Ben", "propositions": ["likes(Ana; Ben's dog)"]},
    {"text": "Thanks, see you!", "speaker": "Ana", "propositions": []},
    {"text": "我在银行工作。", "speaker": "安娜", "propositions": ["在…工作(安娜; 银行)"]},
    {"text": "저는 서울에 살아요.", "speaker": "정민", "propositions": ["에 살아요(정민; 서울)"]},
    {"text": "Mình từng sống ở Huế.", "speaker": "Mai", "propositions": ["past: từng sống ở(Mai; Huế)"]},
    {"text": "We call it Rex (the old one; really).", "propositions": [r"calls(the user; Rex \(the old one\; really\))"]},
)
"""In four languages, with marks, roles, signs to escape, and one that says nothing."""

_NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
_PLACES = ("Lyon", "Porto", "Ghent", "Oslo", "Delft", "Turin")


def moves() -> list[dict[str, Any]]:
    """Names and places in every pairing, so that what is held out has been seen in parts; and as many that say nothing as there are names."""
    told = [
        {"text": f"I moved to {place}.", "speaker": name, "propositions": [f"moved to({name}; {place})"]}
        for name, place in product(_NAMES, _PLACES)
    ]
    return told + [{"text": "Thanks!", "speaker": name, "propositions": []} for name in _NAMES]


def labels(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines of `moves` as `evaluate fragments` has them."""
    return [
        {
            "id": str(at),
            "lang": "en",
            "speaker": one["speaker"],
            "listener": None,
            "said_at": "2026-03-02T10:00:00+00:00",
            "text": one["text"],
            "propositions": [
                {
                    "predicate": ["moved to", "moved"],
                    "negative": False,
                    "mood": "fact",
                    "args": [[one["speaker"]], [one["text"].split()[-1].strip(".")]],
                }
                for _ in one["propositions"]
            ],
        }
        for at, one in enumerate(lines)
    ]


def tiny_model(folder: Path, kind: str, lines: Sequence[dict[str, Any]], *, plain: bool = False, **more: Any) -> Path:
    """A model of that kind, `t5` or `bart`, with random weights and a vocabulary of bytes and what is frequent in the lines, as transformers saves one.
    `plain`: a vocabulary as T5's own, without line feed and backslash. Skips where transformers isn't installed.
    """
    torch = pytest.importorskip("torch", reason="PyTorch isn't installed (extra tune)")
    transformers = pytest.importorskip("transformers", reason="transformers isn't installed (extra tune)")
    tokenizer = _plain_tokenizer(transformers, lines) if plain else _tokenizer(transformers, lines, bos=kind == "bart")
    tokenizer.save_pretrained(folder)
    torch.manual_seed(1)
    ids = {"pad_token_id": 0, "eos_token_id": 1, "vocab_size": len(tokenizer)}
    if kind == "t5":
        config = transformers.T5Config(
            **{**ids, "d_model": 64, "d_kv": 16, "d_ff": 128, "num_layers": 2, "num_heads": 4, "dropout_rate": 0.0,
               "decoder_start_token_id": 0, **more}
        )  # fmt: skip
        model = transformers.T5ForConditionalGeneration(config)
    else:
        config = transformers.BartConfig(
            **{**ids, "bos_token_id": 2, "decoder_start_token_id": 1, "d_model": 64, "encoder_layers": 2, "decoder_layers": 2,
               "encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_ffn_dim": 128, "decoder_ffn_dim": 128,
               "max_position_embeddings": 256, "dropout": 0.0, **more}
        )  # fmt: skip
        model = transformers.BartForConditionalGeneration(config)
        # As summarisers have it set: what they would be forced to write is no proposition.
        model.generation_config.update(num_beams=4, min_length=20, no_repeat_ngram_size=3, forced_bos_token_id=2, max_length=30)
    model.save_pretrained(folder)
    return folder


def _tokenizer(transformers: Any, lines: Sequence[dict[str, Any]], *, bos: bool) -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

    made = Tokenizer(models.BPE(unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    signs = ["<pad>", "</s>", "<s>", "<unk>"]
    trainer = trainers.BpeTrainer(
        vocab_size=700, special_tokens=signs, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    texts = [text for line in lines for text in (line["text"], line.get("speaker") or "", *line["propositions"])]
    made.train_from_iterator(texts, trainer)
    made.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>" if bos else "$A </s>", special_tokens=[("<s>", 2), ("</s>", 1)]
    )
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="<pad>", eos_token="</s>", bos_token="<s>", unk_token="<unk>", model_max_length=256
    )


def _plain_tokenizer(transformers: Any, lines: Sequence[dict[str, Any]]) -> Any:
    """White space is one, characters are normalised, and what isn't English is unknown: as T5 has it."""
    from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

    made = Tokenizer(models.BPE(unk_token="<unk>"))
    made.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(r"\s+"), " ")])
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.decoder = decoders.Metaspace()
    alphabet = [chr(code) for code in range(33, 127) if chr(code) not in "\\{}~<^"]
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<pad>", "</s>", "<unk>"],
        initial_alphabet=alphabet,
        limit_alphabet=len(alphabet) + 1,
        show_progress=False,
    )
    texts = [text for line in lines for text in (line["text"], line.get("speaker") or "", *line["propositions"])]
    made.train_from_iterator([text for text in texts if text.isascii() and "\\" not in text], trainer)
    made.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="<pad>", eos_token="</s>", unk_token="<unk>", model_max_length=256
    )
