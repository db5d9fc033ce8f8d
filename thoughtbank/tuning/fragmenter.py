"""Teaches a small generative model (T5, BART and their kind) to write the propositions of a message, and measures it on messages it wasn't taught (FraCom,
section 2.2: "or train a small generative model").

It reads `Ana to Ben: I moved to Lyon.` and writes `moved to(Ana; Lyon)`, a line each, `()` where nothing is said. What is measured is what is in use: greedy,
with the refusals of `providers/seq2seq.py`. One message of five is held out and never taught, so the figures are of the very model that is saved; the price
is a fifth of the data. `exact` figures count propositions that are the labelled ones to the letter, the others are those of `evaluate fragments`.

An example that the model can't read whole, or whose lines its vocabulary can't write, is left out and told. The seed decides order and dropout: on one machine
the same data give the same model. Checked in tests/tuning/test_fragmenter.py, where PyTorch is installed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unicodedata import normalize

from thoughtbank.errors import InputError
from thoughtbank.evaluation.fragment_figures import measure, ratio
from thoughtbank.evaluation.fragments import Found, judge
from thoughtbank.evaluation.intervals import Figure
from thoughtbank.language.fragments import Fragment
from thoughtbank.language.fragments.lines import NOTHING, asked, cut, parse, write_all
from thoughtbank.providers.saved import MANIFEST, libraries
from thoughtbank.providers.seq2seq import COMMAND, Drawn, Manifest, Writer, draw, greedy
from thoughtbank.tuning.descent import Advance, Training, descend
from thoughtbank.tuning.examples import Example, parted
from thoughtbank.tuning.folders import beside, saved
from thoughtbank.tuning.pretrained import pretrained, readable

EPOCHS = 10
"""Chosen: a few hundred examples are few for a model that has to learn a form of its own."""
RATES: Mapping[str, float] = {"t5": 3e-4, "mt5": 3e-4, "umt5": 3e-4, "longt5": 3e-4}
"""Learning rate by kind; transformers' documentation gives 1e-4 and 3e-4 for T5, which others would not survive."""
RATE = 3e-5
"""Of every other kind: BART's own for its fine-tuned summarisers (Lewis et al. 2020)."""
BATCH = 8
"""Messages of a step. Chosen: few examples, so small steps."""
LONGEST = 256
"""Tokens written at most. Chosen: some fifteen propositions."""
_IGNORED = -100
"""What PyTorch's cross-entropy leaves out: padding."""


@dataclass(frozen=True, slots=True)
class Taught:
    """A model that was taught, and figures on the held-out messages before and after. `left_out`: examples that don't fit it, each with its reason."""

    writer: Writer
    model: str
    how: str
    taught: int
    held: int
    left_out: tuple[str, ...]
    before: Mapping[str, Figure]
    after: Mapping[str, Figure]

    @property
    def better(self) -> bool:
        """Whether more of what it writes is labelled, and more of what is labelled written, together."""
        before, after = self.before["exact_f1"]["value"], self.after["exact_f1"]["value"]
        return after is not None and after > (before or 0)


def tune_fragmenter(
    examples: Sequence[Example],
    model: str,
    training: Training | None = None,
    *,
    epochs: int = EPOCHS,
    advance: Advance = lambda done, total: None,
) -> Taught:
    """`model`: a folder, or any name that transformers resolves. `training`, where it is given, goes before `epochs` and the rate of the model's kind.
    Raises InputError, MissingExtra, ModelError.
    """
    torch, _ = libraries()
    with torch.random.fork_rng():  # the caller's own chance stays as it was
        how = training or Training(epochs=epochs, batch=BATCH)
        torch.manual_seed(how.seed)
        writer = begun(model, how.window)
        kind = writer.model.config.model_type
        how = training or replace(how, rate=RATES.get(kind, RATE))
        learnt, held = parted(examples)
        fitting, left_out = fit(learnt, writer, model)
        before = figures(writer, held)
        teach(writer, fitting, how, model, advance)
        after = figures(writer, held)
    said = f"{Path(model).name} ({kind}) fine-tuned, {how.epochs} epochs at {how.rate:g}"
    return Taught(writer, model, said, len(fitting), len(held), left_out, before, after)


def begun(model: str, window: int) -> Writer:
    """The model as it came. Raises InputError."""
    found, tokenizer = pretrained(model, "AutoModelForSeq2SeqLM", "model that reads a text and writes one (T5, BART)")
    if None in (tokenizer.pad_token_id, tokenizer.eos_token_id, found.config.decoder_start_token_id):
        raise InputError(
            f"{model} has no sign for padding, for the end or to begin with: it is no model of T5's or BART's kind"
        )
    greedy(libraries()[1], found, tokenizer)
    places = getattr(found.config, "max_position_embeddings", None) or LONGEST
    return Writer(found, tokenizer, window=readable(window, places, tokenizer), longest=min(LONGEST, places))


def fit(examples: Sequence[Example], writer: Writer, model: str) -> tuple[list[Example], tuple[str, ...]]:
    """Those that the model can be taught, and why not the others. Raises InputError where they are more than half."""
    faults = [_fault(one, writer) for one in examples]
    left_out = tuple(f"{one.line}: {fault}" for one, fault in zip(examples, faults, strict=True) if fault)
    fitting = [one for one, fault in zip(examples, faults, strict=True) if not fault]
    if len(left_out) > len(examples) // 2:
        raise InputError(
            f"{model} can't be taught this: {len(left_out)} of {len(examples)} messages don't fit it ({left_out[0]})"
        )
    return fitting, left_out


def _fault(example: Example, writer: Writer) -> str | None:
    wanted = write_all(example.fragments)
    tokens = writer.tokenizer(text_target=wanted)["input_ids"]
    if not writer.fits(asked(example.text, example.speaking)):
        return f"it is longer than the {writer.window} tokens that the model reads"
    if len(tokens) > writer.longest:
        return f"its propositions are longer than the {writer.longest} tokens that the model writes"
    back = writer.tokenizer.decode(tokens, skip_special_tokens=True, clean_up_tokenization_spaces=False)
    if _written(back) == list(map(_key, example.fragments)):
        return None
    lost = next(
        (char for char in normalize("NFKC", wanted) if char not in normalize("NFKC", back) and not char.isspace()), None
    )
    return f"the model's vocabulary can't write {lost!r}" if lost else "the model's vocabulary changes what it is to write"


def _written(text: str) -> list[Any]:
    lines = cut(text)
    return [] if lines == [NOTHING] else [one and _key(one) for one in map(parse, lines)]


def _key(fragment: Fragment) -> tuple[object, ...]:
    """What has to be the same, as the vocabularies of some models have it: full width and half alike."""
    said = tuple((one.role, normalize("NFKC", one.text)) for one in fragment.arguments)
    return normalize("NFKC", fragment.predicate), said, fragment.negative, fragment.mood


def teach(
    writer: Writer,
    examples: Sequence[Example],
    training: Training,
    model: str,
    advance: Advance = lambda done, total: None,
) -> None:
    """Trains the writer's model on all examples. Raises InputError."""
    torch, _ = libraries()
    texts = [asked(one.text, one.speaking) for one in examples]
    wanted = [write_all(one.fragments) for one in examples]

    def loss_of(at: Sequence[int]) -> Any:
        given = writer.encoded([texts[one] for one in at])
        lines = writer.tokenizer(
            text_target=[wanted[one] for one in at],
            truncation=True,
            max_length=writer.longest,
            padding=True,
            return_tensors="pt",
        )
        labels = lines["input_ids"].masked_fill(lines["attention_mask"] == 0, _IGNORED).to(writer.model.device)
        return writer.model(**given, labels=labels).loss

    try:
        descend(torch, writer.model, len(examples), loss_of, training, advance)
    except (RuntimeError, IndexError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{model} can't be trained here: {str(error)[:300]}") from error


def figures(writer: Writer, held: Sequence[Example]) -> dict[str, Figure]:
    """What it is worth on messages, as it would be in use; each figure with its interval, by drawing messages again."""
    drawn = draw(writer, [(one.text, one.speaking) for one in held])
    found = [len(one.fragments) for one in drawn]
    asked_for = [len(one.fragments) for one in held]
    hits = [
        len({_key(fragment) for fragment in one.fragments} & {_key(fragment) for fragment in example.fragments})
        for one, example in zip(drawn, held, strict=True)
    ]
    lines = [len(one.fragments) + len(one.refused) for one in drawn]
    silent = [one for one, example in zip(drawn, held, strict=True) if not example.fragments]
    exact = {
        "exact_f1": ratio([2 * hit for hit in hits], [one + two for one, two in zip(found, asked_for, strict=True)]),
        "exact_precision": ratio(hits, found),
        "exact_recall": ratio(hits, asked_for),
        "silent": ratio([not one.fragments for one in silent], [1 for _ in silent]),
        "refused": ratio([len(one.refused) for one in drawn], lines),
    }
    return {**exact, **_by_rule(drawn, held)}


def _by_rule(drawn: Sequence[Drawn], held: Sequence[Example]) -> dict[str, Figure]:
    """Those of `evaluate fragments`, where all messages have its labels."""
    messages = [one.labels for one in held if one.labels is not None]
    if len(messages) < len(held):
        return {}
    marked = [judge(message, list(map(Found.of, one.fragments))) for message, one in zip(messages, drawn, strict=True)]
    metrics: dict[str, Figure] = measure(marked)["metrics"]
    return {name: of for name, of in metrics.items() if name != "silent"}


def save_fragmenter(made: Taught, folder: Path) -> None:
    """The folder that `Seq2SeqFragmenter` loads; it appears whole or not at all. Raises InputError."""
    measured = {
        when: {name: of["value"] for name, of in found.items()}
        for when, found in (("before", made.before), ("after", made.after))
    }
    with beside(folder) as part:
        files = saved(made.writer.model, made.writer.tokenizer, part)
        manifest = Manifest(
            made_by=f"thoughtbank {COMMAND}", format=1, kind="fragmenter", model=Path(made.model).name, window=made.writer.window,
            longest=made.writer.longest, taught=made.taught, held=made.held, how=made.how, measured=measured, files=files,
        )  # fmt: skip
        (part / MANIFEST).write_text(manifest.model_dump_json(indent=2) + "\n", encoding="utf-8")
