"""Do fragments say what KdConv's utterances are annotated with (Zhou et al. 2020, arXiv 2004.04100)? A yardstick that nobody of ours labelled.

An utterance of KdConv carries the triples (head, relation, tail) it was written from. One counts where a sentence states it in so many words: its tail stands
there, and before it its head, or a pronoun that may stand for it (他, 它, 这部). A fragment says the triple when one of its arguments holds the head or the pronoun, and
another, or the predicate, the tail.

    她是台湾创作型女歌手。 (戴佩妮 | 职业 | 创作型女歌手)   ->  是(她; 台湾创作型女歌手) says it

Recall: triples said / triples stated. Precision: of the fragments that name a tail in an argument, those that say the triple. An utterance also tells what nobody
annotated, so what else is found is only counted, never called wrong. Relations are not compared: they are names of fields (主要成就), which no utterance uses.
Checked by `tests/evaluation/test_kdconv_triples.py`.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from thoughtbank.evaluation.datasets.kdconv import Chat, Triple
from thoughtbank.evaluation.datasets.reading import document
from thoughtbank.evaluation.datasets.reading import files as files_of
from thoughtbank.evaluation.fragment_figures import ratio
from thoughtbank.language.fragments import Fragment
from thoughtbank.language.words import fold

Extractor = Callable[[str], Sequence[Fragment]]

LONGEST_TAIL = 40
"""Characters. Chosen: a longer one is a paragraph, no argument."""
_PRONOUN = re.compile(r"[他她它]们?|[这该此](?=[部首个位座家款张件片剧歌书里])|这里|那里")
_END = re.compile(r"[。！？!?；;…\n]+")
_SIGNS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Stated:
    """An utterance and the triples it states. `chat` is the dialogue it is of: the unit that figures are resampled by."""

    chat: str
    text: str
    triples: tuple[Triple, ...]


def dialogues(folder: Path) -> list[Path]:
    """KdConv's files in this folder, or in one of that name in it. Raises InputError where there are none."""
    return files_of(folder, "kdconv", ("*_dev.json", "*.json"))


def read(files: Sequence[Path], *, part: int | None = None, seed: int = 0) -> list[Stated]:
    """The utterances that state a triple; `part` draws so many of them by `seed`. Raises InputError."""
    found = [
        Stated(f"{file.stem}/{number}", said.message, triples)
        for file in files
        for number, chat in enumerate(document(file, list[Chat]))
        for said in chat.messages
        if (triples := tuple(_stated(said.attrs, said.message)))
    ]
    return found if part is None or part >= len(found) else random.Random(seed).sample(found, part)


def _stated(triples: Sequence[Triple], message: str) -> Iterator[Triple]:
    texts = [_plain(sentence) for sentence in _END.split(message)]
    for triple in triples:
        head, tail = _key(triple)
        if triple.attrname == "Information" or not 1 < len(tail) <= LONGEST_TAIL or head == tail:
            continue
        before = [text.partition(tail)[0] for text in texts if tail in text]
        if any((head and head in text) or _PRONOUN.search(text) for text in before):
            yield triple


def _plain(text: str) -> str:
    return _SIGNS.sub("", fold(text))


def measure(stated: Sequence[Stated], extractor: Extractor) -> dict[str, Any]:
    """Recall and precision with their 95 % intervals, by drawing dialogues again, and what was counted, as JSON data."""
    chats = sorted({one.chat for one in stated})
    place = {chat: at for at, chat in enumerate(chats)}
    sums = np.zeros((len(chats), 5))
    for one in stated:
        found = extractor(one.text)
        said = {triple: [fragment for fragment in found if _says(fragment, triple)] for triple in map(_key, one.triples)}
        naming = [fragment for fragment in found if any(_names(fragment, triple) for triple in said)]
        right = [fragment for fragment in naming if any(fragment in by for by in said.values())]
        sums[place[one.chat]] += (len(said), sum(map(bool, said.values())), len(naming), len(right), len(found))
    triples, recalled, naming_found, right_found, everything = sums.T
    return {
        "utterances": len(stated),
        "dialogues": len(chats),
        "triples": int(triples.sum()),
        "fragments": int(everything.sum()),
        "recall": ratio(recalled, triples),
        "precision": ratio(right_found, naming_found),
    }


_Key = tuple[str, str]
"""Head and tail, plain."""


def _key(triple: Triple) -> _Key:
    return _plain(triple.name), _plain(triple.attrvalue)


def _says(fragment: Fragment, triple: _Key) -> bool:
    head, tail = triple
    arguments = [_plain(one.text) for one in fragment.arguments]
    for at, argument in enumerate(arguments):
        if head not in argument and not _PRONOUN.search(argument.replace(tail, "")):
            continue
        others = [*arguments[:at], *arguments[at + 1 :], _plain(fragment.predicate)]
        if any(tail in other for other in others):
            return True
    return False


def _names(fragment: Fragment, triple: _Key) -> bool:
    return any(triple[1] in _plain(one.text) for one in fragment.arguments)
