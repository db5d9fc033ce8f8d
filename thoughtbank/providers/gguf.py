"""What a GGUF file says of itself: read from its head in Python, so that a wrong or shortened file is told from a model before native code maps it.

The layout is that of the GGUF specification, versions 2 and 3: magic, counts, typed key-value pairs, the list of tensors, their data. Only the head
is read: 0.3 s for a vocabulary of 150,000. Checked by `tests/providers/test_local_model.py`.
"""

import mmap
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thoughtbank.errors import SettingsError

MAGIC = b"GGUF"
VERSIONS = (2, 3)

_PLAIN = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_TEXT, _LIST = 8, 9
_CONTROL = 3
"""The type of tokens that steer a model: beginnings and ends of messages, not text."""
_MARKUP = re.compile(r"<\|[^|<>\s]+\|>")
"""What is a control token by its looks, whatever the file says."""


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a model file. `context` is the length it was trained for, in tokens; `controls` are the texts of its control tokens."""

    architecture: str
    context: int | None
    controls: frozenset[str]


def read_head(file: Path) -> Head:
    """The head of a GGUF file. Raises SettingsError, which says what the file is instead."""
    try:
        with file.open("rb") as stream:
            if stream.read(len(MAGIC)) != MAGIC:
                raise SettingsError(
                    f"{file} isn't a GGUF model; name a file in that format, or a model of `thoughtbank model list`"
                )
            with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return _Reader(data).head()
    except OSError as error:
        raise SettingsError(f"the model {file} can't be read: {error.strerror}; see `thoughtbank model list`") from error
    except (struct.error, ValueError, ArithmeticError, KeyError, TypeError) as error:
        raise SettingsError(f"the model {file} is damaged or cut short: {error}; get it again") from error


class _Reader:
    """Goes through the bytes once, from the beginning. Raises struct.error, ValueError, ArithmeticError, KeyError, TypeError."""

    def __init__(self, data: mmap.mmap) -> None:
        self._data = data
        self._at = len(MAGIC)

    def head(self) -> Head:
        version = self._number("I")
        if version not in VERSIONS:
            raise ValueError(f"it is version {version} of the format, and {VERSIONS} can be read")
        tensors, pairs = self._number("Q"), self._number("Q")
        said = dict(self._pair() for _ in range(pairs))
        begins = [self._tensor() for _ in range(tensors)]
        align = int(said.get("general.alignment", 32))
        if not begins or -(-self._at // align) * align + max(begins) >= len(self._data):
            raise ValueError("its weights aren't all there")
        architecture = str(said["general.architecture"])
        context = said.get(f"{architecture}.context_length")
        return Head(architecture, None if context is None else int(context), _controls(said))

    def _pair(self) -> tuple[str, Any]:
        key = self._text()
        return key, self._value(self._number("I"))

    def _tensor(self) -> int:
        """Where its data begins, in bytes after the head."""
        self._text()
        sides = self._number("I")
        self._skip(8 * sides + 4)
        return int(self._number("Q"))

    def _value(self, kind: int) -> Any:
        if kind == _TEXT:
            return self._text()
        if kind != _LIST:
            return self._number(_PLAIN[kind])
        kind, count = self._number("I"), self._number("Q")
        if kind == _TEXT:
            return [self._text() for _ in range(count)]
        form = struct.Struct(f"<{_fitting(count, self._data)}{_PLAIN[kind]}")
        values = form.unpack_from(self._data, self._at)
        self._skip(form.size)
        return values

    def _number(self, form: str) -> Any:
        (value,) = struct.unpack_from(f"<{form}", self._data, self._at)
        self._at += struct.calcsize(f"<{form}")
        return value

    def _text(self) -> str:
        size = self._number("Q")
        begin = self._at
        self._skip(size)
        return self._data[begin : self._at].decode(errors="replace")

    def _skip(self, size: int) -> None:
        self._at += size
        if self._at > len(self._data):
            raise ValueError("it ends too soon")


def _fitting(count: int, data: mmap.mmap) -> int:
    if count > len(data):
        raise ValueError("it ends too soon")
    return count


def _controls(said: dict[str, Any]) -> frozenset[str]:
    tokens, kinds = said.get("tokenizer.ggml.tokens", []), said.get("tokenizer.ggml.token_type", ())
    marked = {token for token, kind in zip(tokens, kinds, strict=False) if kind == _CONTROL}
    return frozenset(token for token in marked.union(filter(_MARKUP.fullmatch, tokens)) if len(token) > 1)


def defused(controls: frozenset[str]) -> Callable[[str], str]:
    """A function that parts every control token in a text, so that a message can't end itself and begin another in someone else's name.

    >>> defused(frozenset({"<|im_end|>"}))("He wrote <|im_end|>.")
    'He wrote < |im_end|>.'
    """
    if not controls:
        return lambda text: text
    one = re.compile("|".join(map(re.escape, sorted(controls, key=len, reverse=True))))
    return lambda text: one.sub(lambda found: f"{found[0][0]} {found[0][1:]}", text)
