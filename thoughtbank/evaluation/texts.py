"""An answer measured against a reference by its words: token F1, BLEU-4 and ROUGE-L, and by its meaning: cosine or BERTScore.

Each is in [0, 1] and holds for any script. The published scripts don't: SQuAD's F1 parts words at spaces only, and rouge-score drops what
isn't ASCII, so that every Chinese answer scores 0. Here a character of a script without spaces is a token, as in CMRC 2018's F1, and a Hangul
syllable, as in KorQuAD's; Vietnamese syllables stand apart as they are written. On ASCII text F1 is SQuAD's and ROUGE-L is rouge-score's to
the last digit, which the tests check against both. Case and width don't count there; in BLEU case does, as sacrebleu has it.

An empty answer scores 0, whatever the reference. No measure of words sees that "no" and "never" say the same, and all of them can be raised
by a longer answer or a shorter one: read them beside the judge's marks.
Checked by tests/evaluation/test_texts.py.
"""

import importlib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from thoughtbank.errors import EmbedderError, InputError, MissingExtra
from thoughtbank.language.words import APOSTROPHES, is_blank, is_vietnamese, language, plain_tokens
from thoughtbank.ports import Embedder, Vectors
from thoughtbank.similarity.lcs import longest_common
from thoughtbank.similarity.vectors import unit_rows

COSINE = "cosine"
"""What stands in for BERTScore in results where no encoder for it is at hand."""

Likeness = Callable[[Sequence[str], Sequence[str]], Sequence[float]]

_ARTICLES = frozenset({"a", "an", "the"})
_DROPPED = str.maketrans("", "", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_PARTED = str.maketrans("'.,", "   ")
_BLEU_TOKENS = {"zh": "zh", "ja": "char", "ko": "char", "other": "intl"}
"""sacrebleu's tokenizer for a reference's language. Its own for Japanese and Korean need MeCab, so those count characters."""


def measure(answer: str, reference: str) -> dict[str, float]:
    """`f1`, `bleu4` and `rouge_l` of one pair. Raises MissingExtra where sacrebleu isn't installed."""
    return {"f1": f1(answer, reference), "bleu4": bleu4(answer, reference), "rouge_l": rouge_l(answer, reference)}


def f1(answer: str, reference: str) -> float:
    """The harmonic mean of precision and recall of tokens (SQuAD): without punctuation and the articles a, an, the.

    "a dog called Rex" against "Her dog, Rex": 2 common tokens of 3 and of 3, so 2/3. LoCoMo's own script also stems and drops "and",
    which gives a little more.
    """
    articles = is_vietnamese(reference)  # where "an" is a word: Hội An
    given, wanted = (Counter(_squad_tokens(text, articles)) for text in (answer, reference))
    common = (given & wanted).total()
    return 2 * common / (given.total() + wanted.total()) if common else 0.0


def _squad_tokens(text: str, articles: bool) -> list[str]:
    """An answer that is nothing but an article ("A", of four choices) keeps it; SQuAD would score it 0."""
    tokens = plain_tokens(text.translate(APOSTROPHES).translate(_DROPPED))
    return tokens if articles else [token for token in tokens if token not in _ARTICLES] or tokens


def rouge_l(answer: str, reference: str) -> float:
    """ROUGE-L F, with precision and recall weighing the same: twice the longest common subsequence over the tokens of both.

    "the cat sat" against "the old cat has sat": 2 * 3 / (3 + 5) = 0.75. No stemming.
    """
    given, wanted = (plain_tokens(text.translate(APOSTROPHES).translate(_PARTED)) for text in (answer, reference))
    return 2 * longest_common(given, wanted) / (len(given) + len(wanted)) if given and wanted else 0.0


def bleu4(answer: str, reference: str) -> float:
    """Sentence BLEU of sacrebleu with n-grams up to 4, smoothed by `exp`; its signature: nrefs:1|case:mixed|eff:yes|smooth:exp.

    `eff:yes`: an answer shorter than four tokens is measured by the n-grams it has, else "Rome" against "Rome" would be 0. The tokenizer
    is the reference's (see `_BLEU_TOKENS`), 13a for English and Vietnamese, so that no system chooses its own. Thai and other scripts
    without spaces, Chinese and Japanese apart, have no tokenizer of their own here.
    """
    if is_blank(answer) or is_blank(reference):
        return 0.0
    return _share(_bleu(tokenizer(reference), True).sentence_score(answer, [reference]).score)


def tokenizer(reference: str) -> str:
    """The name of sacrebleu's tokenizer for a reference."""
    return _BLEU_TOKENS.get(language(reference), "13a") if _has_letters(reference) else "13a"


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


@lru_cache
def _bleu(name: str, sentence: bool) -> Any:
    """`force` only keeps sacrebleu from warning of answers that end in a stop after a space."""
    return _needed("sacrebleu", "BLEU needs sacrebleu", "eval").BLEU(tokenize=name, effective_order=sentence, force=True)


def cosines(embedder: Embedder, answers: Sequence[str], references: Sequence[str]) -> list[float]:
    """The cosine of an embedder's vectors of answer and reference, negatives as 0: `cosine` in results, BERTScore's stand-in.

    It compares one vector a text where BERTScore matches token by token, and each embedder has a scale of its own: E5 hardly ever falls
    below 0.7. So compare figures of one embedder only. Raises EmbedderError.
    """

    def likeness(given: Sequence[str], wanted: Sequence[str]) -> Sequence[float]:
        return [float(cosine) for cosine in np.einsum("ij,ij->i", _unit(embedder, given), _unit(embedder, wanted))]

    return _scored(answers, references, likeness)


def _unit(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    try:
        return unit_rows(embedder.embed(texts), len(texts))
    except ValueError as error:
        raise EmbedderError(f"{embedder.name}: {error}") from error


def bert_scores(answers: Sequence[str], references: Sequence[str], *, encoder: str, layer: int | None = None) -> list[float]:
    """BERTScore F1 by a named encoder, without rescaling, negatives as 0. `layer`: of an encoder that bert-score has no best layer for.

    bert-score fetches an encoder that isn't on the disk. Raises MissingExtra where it isn't installed.
    """

    def likeness(given: Sequence[str], wanted: Sequence[str]) -> Sequence[float]:
        package = _needed("bert_score", f"BERTScore needs bert-score (without it, {COSINE} stands in)", "bertscore")
        found = package.score(list(given), list(wanted), model_type=encoder, num_layers=layer, rescale_with_baseline=False)
        return [float(score) for score in found[2]]  # precision, recall, F1

    return _scored(answers, references, likeness)


def _scored(answers: Sequence[str], references: Sequence[str], likeness: Likeness) -> list[float]:
    """The likeness of each pair in [0, 1]; a pair with an empty side is 0 and isn't asked about."""
    _paired(answers, references)
    told = [place for place, pair in enumerate(zip(answers, references, strict=True)) if not any(map(is_blank, pair))]
    scores = [0.0] * len(answers)
    if told:
        found = likeness([answers[place] for place in told], [references[place] for place in told])
        for place, score in zip(told, found, strict=True):
            scores[place] = min(1.0, max(0.0, score))
    return scores


def _needed(package: str, why: str, extra: str) -> Any:
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise MissingExtra(f"{why}: pip install 'thoughtbank[{extra}]'") from error


def _paired(answers: Sequence[str], references: Sequence[str]) -> None:
    if len(answers) != len(references):
        raise InputError(f"{len(answers)} answers and {len(references)} references; give each answer its own")


def _share(score: float) -> float:
    """The 0 to 100 of sacrebleu, which rounding may leave a hair above."""
    return min(1.0, float(score) / 100)
