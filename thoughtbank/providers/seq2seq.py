"""A small generative model (T5, BART and their kind) that reads a message and writes its propositions, a line each (FraCom, section 2.2): loaded from
the folder that `tune fragmenter` wrote.

The folder is as `saved.py` says. Greedy, so the same message gives the same lines. What a line says that can't be read, or that the message doesn't bear
out, is refused with the reason; what isn't refused may still be wrong (who did it, a denial left out): it is a small model. A message longer than what the
model was taught to read is cut at its sentences, and read in pieces.

Needs the extra `tune`. Checked in tests/tuning/test_fragmenter.py, where PyTorch is installed.
"""

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from pydantic import Field

from thoughtbank.errors import ModelError
from thoughtbank.language.fragments.lines import NOTHING, asked, cut, parse
from thoughtbank.language.fragments.said import Fragment, Speaking
from thoughtbank.language.fragments.sound import GROUNDED, unsound
from thoughtbank.language.triples.sentences import sentences
from thoughtbank.language.words import language
from thoughtbank.providers.saved import Saved, libraries, loaded, whole

COMMAND = "tune fragmenter"
AT_ONCE = 16
"""Messages of one pass. Chosen: as for encoders."""


class Manifest(Saved):
    """`model`: what it was before. `window` and `longest`: tokens read and written at most. `taught` and `held`: messages."""

    kind: Literal["fragmenter"]
    model: str
    window: int = Field(ge=8)
    longest: int = Field(ge=8)
    taught: int
    held: int
    how: str
    measured: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What came of a message. `refused`: each line that wasn't taken, with its reason; `unread` counts those of them that can't be read."""

    fragments: tuple[Fragment, ...] = ()
    refused: tuple[str, ...] = ()
    unread: int = 0


class Writes(Protocol):
    """Texts in, texts out, each with whether it was cut short."""

    def write(self, texts: Sequence[str]) -> list[tuple[str, bool]]: ...

    def fits(self, text: str) -> bool: ...


class Writer:
    """Model and tokenizer. `window`: tokens read at most; `longest`: tokens written at most."""

    def __init__(self, model: Any, tokenizer: Any, *, window: int, longest: int) -> None:
        self.model, self.tokenizer, self.window, self.longest = model, tokenizer, window, longest
        self._lock = threading.Lock()  # a tokenizer that pads isn't safe to share

    def write(self, texts: Sequence[str]) -> list[tuple[str, bool]]:
        """What the model writes for each. Raises ModelError."""
        torch = libraries()[0]
        written: list[tuple[str, bool]] = []
        self.model.eval()
        try:
            with self._lock, torch.inference_mode():
                for start in range(0, len(texts), AT_ONCE):
                    rows = self.model.generate(**self.encoded(texts[start : start + AT_ONCE]), max_new_tokens=self.longest)
                    written += map(self._read, rows.tolist())
        except (RuntimeError, ValueError, IndexError, OverflowError) as error:
            raise ModelError(f"the fragmenter failed: {type(error).__name__}: {str(error)[:300]}") from error
        if len(written) != len(texts):
            raise ModelError(f"the fragmenter wrote {len(written)} texts for {len(texts)}")
        return written

    def encoded(self, texts: Sequence[str]) -> dict[str, Any]:
        """Tensors of a batch. A longer text loses its end."""
        given = self.tokenizer(list(texts), truncation=True, max_length=self.window, padding=True, return_tensors="pt")
        return {name: given[name].to(self.model.device) for name in ("input_ids", "attention_mask")}

    def fits(self, text: str) -> bool:
        """Whether nothing of a text would be lost."""
        return len(self.tokenizer(text)["input_ids"]) <= self.window

    def _read(self, row: list[int]) -> tuple[str, bool]:
        text = self.tokenizer.decode(row, skip_special_tokens=True, clean_up_tokenization_spaces=False)
        return text, self.tokenizer.eos_token_id not in row[1:]  # the first is the sign to begin, of some models the end's


def greedy(transformers: Any, model: Any, tokenizer: Any) -> None:
    """Gives a model that was just loaded one way to write: the likeliest token, and nothing forced, as summarisers have it set."""
    start = model.config.decoder_start_token_id
    model.generation_config = transformers.GenerationConfig(
        num_beams=1, do_sample=False, decoder_start_token_id=start, bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id, pad_token_id=tokenizer.pad_token_id,
    )  # fmt: skip


class Seq2SeqFragmenter:
    """Propositions of messages by a fine-tuned model. `name` tells which: the folder's name and the beginning of its manifest's hash.

    `share`: how much of an argument must stand in its message, see `language/fragments/sound.py`. Raises SettingsError, MissingExtra. Safe to call
    from several threads.
    """

    def __init__(self, folder: Path, *, share: float = GROUNDED) -> None:
        self._writes, digest = _loaded(folder)
        self._share = share
        self.name = f"fragmenter {folder.resolve().name} {digest[:8]}"

    def fragments(self, messages: Sequence[tuple[str, Speaking]]) -> list[Drawn]:
        """What each message says, in order. Raises ModelError."""
        return draw(self._writes, messages, self._share)


def draw(writer: Writes, messages: Sequence[tuple[str, Speaking]], share: float = GROUNDED) -> list[Drawn]:
    """The same by any model that writes lines. Short messages are read together."""
    pieces = [(at, piece) for at, (text, speaking) in enumerate(messages) for piece in _pieces(writer, text, speaking)]
    readable = [(at, asked(piece, messages[at][1])) for at, piece in pieces if piece is not None]
    lines: list[list[tuple[str, bool]]] = [[] for _ in messages]
    by_length = sorted(readable, key=lambda one: len(one[1]))  # a batch is as long as its longest
    answers = dict(zip(by_length, writer.write([text for _, text in by_length]), strict=True))
    for one in readable:
        lines[one[0]].append(answers[one])
    lost = [sum(piece is None for of, piece in pieces if of == at) for at in range(len(messages))]
    return [
        _drawn(written, text, speaking, share, gone)
        for written, (text, speaking), gone in zip(lines, messages, lost, strict=True)
    ]


def _pieces(writer: Writes, text: str, speaking: Speaking) -> Iterator[str | None]:
    """The message, or where it is too long as many of its sentences at a time as fit; None for a sentence that doesn't."""
    if not text.strip():
        return
    if writer.fits(asked(text, speaking)):
        yield text
        return
    cuts, hidden = sentences(text)
    held = ""
    for one in cuts:
        shown = hidden.shown(one)
        if shown is None or not writer.fits(asked(shown, speaking)):
            yield None
        elif held and not writer.fits(asked(f"{held} {shown}", speaking)):
            yield held
            held = shown
        else:
            held = f"{held} {shown}".strip()
    if held:
        yield held


def _drawn(written: Iterable[tuple[str, bool]], text: str, speaking: Speaking, share: float, lost: int) -> Drawn:
    found: dict[Fragment, None] = {}
    refused = [f"{lost} sentences are longer than the model reads"] * (lost > 0)
    unread, tongue = 0, language(text)
    for answer, short in written:
        lines = cut(answer)
        for at, line in enumerate(lines, 1):
            if line == NOTHING and len(lines) == 1:
                continue
            fragment = parse(line, tongue)
            if fragment is None:
                unread += 1
                fault = "it was cut short" if short and at == len(lines) else "it is no proposition"
            else:
                fault = unsound(fragment, text, speaking, share) or ""
            if fault or fragment is None:
                refused.append(f"{line[:SHOWN]}: {fault}")
            else:
                found.setdefault(fragment)
        if not lines:
            unread += 1
            refused.append("the model wrote nothing, not even that there is nothing")
    return Drawn(tuple(found), tuple(dict.fromkeys(refused)), unread)


SHOWN = 120
"""Characters of a refused line that are shown."""


def _loaded(folder: Path) -> tuple[Writer, str]:
    """The model of a folder, and its manifest's hash. Raises SettingsError, which names the folder; MissingExtra."""
    where = f"the fragmenter {folder}"
    manifest, digest = whole(folder, Manifest, where, COMMAND)
    model, tokenizer = loaded(folder, "AutoModelForSeq2SeqLM", where)
    return Writer(model, tokenizer, window=manifest.window, longest=manifest.longest), digest
