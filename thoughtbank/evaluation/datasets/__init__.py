"""Public dialogues with questions whose evidence is known, read into one shape (`dialogues.py`). The data is not part of this package.

A set is a name, where its files lie, and a reader of its published form. Whatever doesn't fit is an InputError that names the file and the
place in it, checked by `tests/evaluation/test_datasets.py`. Questions whose evidence can't be found are counted apart.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from thoughtbank.errors import InputError
from thoughtbank.evaluation.datasets import (
    beam,
    chronicles,
    gapchat,
    jsonl,
    kdconv,
    locomo,
    longmemeval,
    memora,
    memorybank,
    mini,
    msc,
)
from thoughtbank.evaluation.datasets.dialogues import Dialogue, Question
from thoughtbank.evaluation.datasets.reading import files


@dataclass(frozen=True, slots=True)
class Dataset:
    """`folder`: where in a data folder the files lie; `patterns`: which they are; `read` makes dialogues of them, with what stands `beside` each."""

    folder: str
    patterns: tuple[str, ...]
    read: Callable[[Sequence[Path]], list[Dialogue]]
    beside: Callable[[Path], Sequence[Path]] = lambda file: ()


SETS: Mapping[str, Dataset] = {
    "locomo": Dataset("locomo", ("locomo*.json",), locomo.read),
    "gvd": Dataset("memorybank", (memorybank.BANK.format("*"),), memorybank.read, memorybank.beside),
    "beam": Dataset("beam", ("*.json",), beam.read),
    "memora-forgetting": Dataset("memora", (memora.SESSIONS,), memora.read, memora.beside),
    "kdconv": Dataset("kdconv", ("*.json",), kdconv.read),
    "mini": Dataset("mini_vi_ko", ("mini_*.json",), mini.read),
    "longmemeval": Dataset("longmemeval", ("longmemeval*.json",), longmemeval.read),
    "msc": Dataset("msc", ("session_[2-5]/valid.txt", "session_[2-5]/test.txt"), msc.read),
    "cc": Dataset("conversation_chronicles", ("*.json", "*.jsonl"), chronicles.read),
    "gc": Dataset("gapchat", ("merge*.json",), gapchat.read),
    "jsonl": Dataset("jsonl", ("*.jsonl",), jsonl.read),
}
"""Name -> the set."""


def load(name: str, path: Path) -> list[Dialogue]:
    """The dialogues of one of SETS: of a file, of the set's folder, or of the folder that holds it. Raises InputError."""
    dataset = SETS[name]
    dialogues = dataset.read(files(path, dataset.folder, dataset.patterns))
    twice = [dialogue for dialogue, count in Counter(one.name for one in dialogues).items() if count > 1]
    if twice:
        raise InputError(f"{path} holds the dialogue {twice[0]!r} more than once; name one of its files")
    return dialogues


def files_of(name: str, path: Path) -> list[Path]:
    """All files that `load` reads."""
    dataset = SETS[name]
    found = files(path, dataset.folder, dataset.patterns)
    return [*found, *(other for file in found for other in dataset.beside(file))]


__all__ = ["SETS", "Dataset", "Dialogue", "Question", "files_of", "load"]
