"""A language model of a few kilobytes whose every next token is known: the real runtime runs it, and nothing has to be downloaded.

It is a llama of one layer that adds nothing, so that what follows depends on the last token alone: the embedding tells which it is, and the output
matrix holds the logits of what may come after. Its tokens are the 256 bytes, the words of the chain, and a chat template's marks.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gguf import GGUFWriter, TokenType

END = "<|im_end|>"
MARKS = ("<|begin|>", "<|im_start|>", END)
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
NEVER = -12.0
"""The logit of what isn't in the chain."""
SMALL = 1e-9
"""What the norm divides by at least."""

Chain = Mapping[str, Mapping[str, float]]
"""After a token, the logits of the next; a reply follows a line end."""


def write_model(file: Path, chain: Chain, *, context: int = 2048, **said: Any) -> Path:
    """Writes the model of a chain. `said` overrides numbers of its head."""
    words = sorted({word for tokens in (chain, *chain.values()) for word in tokens if not _is_byte(word) and word not in MARKS})
    ids = {**{chr(byte): byte for byte in range(128)}, **{word: 256 + at for at, word in enumerate([*words, *MARKS])}}
    tokens = [*_alphabet(), *map(_spelled, words), *MARKS]
    width = -(-len(tokens) // 32) * 32
    out = GGUFWriter(file, "llama")
    _describe(out, tokens, ids, {"context": context, "width": width, "heads": 4, "layers": 1, "vocabulary": len(tokens)} | said)
    logits = np.full((len(tokens), width), NEVER, dtype=np.float32)
    for token, following in chain.items():
        for word, logit in following.items():
            logits[ids[word], ids[token]] = logit
    embedding = np.eye(len(tokens), width, dtype=np.float32)
    out.add_tensor("token_embd.weight", embedding)
    out.add_tensor("output_norm.weight", np.full(width, width**-0.5, dtype=np.float32))
    out.add_tensor("output.weight", logits)
    for name, shape in _layer(width).items():
        out.add_tensor(f"blk.0.{name}.weight", np.zeros(shape, dtype=np.float32))
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()
    return file


def _is_byte(word: str) -> bool:
    return len(word) == 1 and word.isascii()


def _alphabet() -> list[str]:
    """How byte-level vocabularies write the 256 bytes: as themselves where they can be seen, else from U+0100 on."""
    seen = {*range(33, 127), *range(161, 173), *range(174, 256)}
    hidden = iter(range(256, 512))
    return [chr(byte) if byte in seen else chr(next(hidden)) for byte in range(256)]


def _spelled(word: str) -> str:
    alphabet = _alphabet()
    return "".join(alphabet[byte] for byte in word.encode())


def _describe(out: GGUFWriter, tokens: list[str], ids: Mapping[str, int], numbers: Mapping[str, int]) -> None:
    out.add_context_length(numbers["context"])
    out.add_embedding_length(numbers["width"])
    out.add_block_count(numbers["layers"])
    out.add_feed_forward_length(32)
    out.add_head_count(numbers["heads"])
    out.add_head_count_kv(numbers["heads"])
    out.add_layer_norm_rms_eps(SMALL)
    out.add_vocab_size(numbers["vocabulary"])
    out.add_tokenizer_model("gpt2")
    out.add_tokenizer_pre("llama-bpe")  # takes a word that is a token whole, without merges
    out.add_token_list(tokens)
    out.add_token_types([TokenType.NORMAL] * (len(tokens) - len(MARKS)) + [TokenType.CONTROL] * len(MARKS))
    out.add_token_merges(["\u0100 \u0100"])  # there have to be some, and these two bytes are in no text
    out.add_bos_token_id(ids[MARKS[0]])
    out.add_eos_token_id(ids[END])
    out.add_add_bos_token(False)
    out.add_chat_template(TEMPLATE)


def _layer(width: int) -> dict[str, tuple[int, ...]]:
    square = {f"attn_{part}": (width, width) for part in ("q", "k", "v", "output")}
    feed = {"ffn_gate": (32, width), "ffn_up": (32, width), "ffn_down": (width, 32)}
    return {**square, **feed, "attn_norm": (width,), "ffn_norm": (width,)}
