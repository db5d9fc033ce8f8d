"""One question to a model whose answer must have a given shape.

Models wrap JSON in prose and fences, cut it, mistype it, refuse, or say nothing. `ask` reads what can be read without
guessing, quotes the fault back at most `repairs` times, and in the end returns either a valid value or the reason why there
is none: "the answer was unreadable" and "there was nothing to say" are different results, and neither is an exception.
Nothing here knows a vendor.
"""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, RootModel, ValidationError

from thoughtbank.errors import ModelError
from thoughtbank.ports import ChatMessage, ChatModel, Reply

T = TypeVar("T", bound=BaseModel)

QUOTE = 600
"""Characters of what is wrong with a reply that a repair quotes."""
SHOWN = 4000
"""Characters of a faulty reply that a repair shows the model again."""
LENIENT = 100_000
"""Characters up to which JSON with small faults is tried to be read."""
FAULTS = 5
"""Faults of a reply that a repair names; the model mends the first ones first anyway."""

REPAIR = (
    "Your answer can't be used: {fault}\nAnswer the question above again. Give one JSON value that follows this JSON schema, "
    "complete, and nothing else:\n{schema}"
)
SHORTER = (
    "Your answer was cut off at the length limit. Answer the question above again, much shorter and complete. Give one JSON "
    "value that follows this JSON schema, and nothing else:\n{schema}"
)

_FENCE = re.compile(r"```[^\S\n]*[\w-]*[^\S\n]*\n?(.*?)```", re.DOTALL)
_MARK = re.compile(r'\\.|["{}\[\]]', re.DOTALL)
_STRING_OR_COMMA = re.compile(r'("[^"]*")|,(\s*[}\]])')
_STRING_OR_WORD = re.compile(r"""("[^"]*"|'[^']*')|\b(true|false|null)\b""")
_WORDS = {"true": "True", "false": "False", "null": "None"}


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """What came of a question: a value, or the reason why there is none; the calls made, and every reply as it came. `error`: the model's own, if
    that is the reason."""

    value: T | None
    reason: str | None
    attempts: int
    raw: tuple[str, ...]
    error: ModelError | None = None


class _Unreadable(ValueError):
    """A reply holds no value of the shape; the text says what is wrong with it."""


def ask(
    model: ChatModel,
    messages: Sequence[ChatMessage],
    shape: type[T],
    *,
    repairs: int = 2,
    temperature: float = 0.0,
    max_tokens: int | None = None,
) -> Asked[T]:
    """Asks until the answer has the shape, at most `repairs` + 1 times. Raises nothing of the model's: its errors are the
    reason.

    A repair shows the model its last answer, the fault and the schema. An answer equal to the one before ends it: it would
    go on.
    """
    schema = shape.model_json_schema()
    raw: list[str] = []
    question, reason = list(messages), "not asked"
    for attempt in range(1, repairs + 2):
        try:
            reply = model.chat(question, schema=schema, temperature=temperature, max_tokens=max_tokens)
        except ModelError as error:
            return Asked(None, f"{type(error).__name__}: {error}", attempt, tuple(raw), error)
        raw.append(reply.text)
        try:
            return Asked(read(reply.text, shape), None, attempt, tuple(raw))
        except _Unreadable as fault:
            reason = f"cut at the length limit; {fault}" if reply.cut else str(fault)
            if len(raw) > 1 and raw[-1] == raw[-2]:
                return Asked(None, f"{reason} (the same answer twice)", attempt, tuple(raw))
            question = [*messages, *_repair(reply, str(fault), schema)]
    return Asked(None, reason, repairs + 1, tuple(raw))


def read(text: str, shape: type[T]) -> T:
    """The value that a reply holds: JSON bare, fenced, or the first outermost object or list in prose that has the shape.

    Types must be JSON's own: "3" isn't 3. An object with none of the shape's fields isn't taken for one whose fields have
    defaults. Raises ValueError, which says what is wrong with the likeliest candidate.
    """
    unparsed, misfit = "", ""
    for candidate in _candidates(text):
        try:
            value = _parse(candidate)
        except _Unreadable as fault:
            unparsed = unparsed or str(fault)
            continue
        try:
            return _validated(value, shape)
        except _Unreadable as fault:
            misfit = misfit or str(fault)
    raise _Unreadable(misfit or unparsed or ("it holds no JSON" if text.strip() else "it is empty"))


def _candidates(text: str) -> Iterator[str]:
    """What may be the JSON, likeliest first."""
    if text.lstrip()[:1] in ("{", "["):
        yield text.strip()
    yield from (fenced.strip() for fenced in _FENCE.findall(text))
    yield from _balanced(text)


def _balanced(text: str) -> list[str]:
    """Outermost objects and lists. None where the last one never closes: that was the answer, and the others only led to it."""
    found: list[str] = []
    start, depth, quoted = 0, 0, False
    for mark in _MARK.finditer(text):
        sign = mark[0]
        if sign == '"':
            quoted = not quoted and depth > 0
        elif quoted or sign[0] == "\\":
            continue
        elif sign in "{[":
            start = start if depth else mark.start()
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                found.append(text[start : mark.end()])
    return [] if depth else found


def _parse(candidate: str) -> Any:
    """JSON, or what differs from it harmlessly: a comma before a closing bracket, Python's quotes and words. Raises
    _Unreadable.
    """
    try:
        return _json(candidate)
    except (ValueError, RecursionError) as error:
        fault = _Unreadable(f"it isn't valid JSON: {error}")
    if "\\" in candidate or len(candidate) > LENIENT:  # escapes mean different things in JSON and Python: no guessing
        raise fault
    try:
        return _json(_STRING_OR_COMMA.sub(lambda found: found[1] or found[2], candidate))
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(_STRING_OR_WORD.sub(lambda found: found[1] or _WORDS[found[2]], candidate))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise fault from None


def _json(text: str) -> Any:
    return json.loads(text, parse_constant=_no_constant)


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} isn't JSON")


def _validated(value: Any, shape: type[T]) -> T:
    fields = shape.model_fields.items()
    known = {name for key, field in fields for name in (key, field.alias, field.validation_alias) if isinstance(name, str)}
    if isinstance(value, dict) and value and not issubclass(shape, RootModel) and not known & value.keys():
        raise _Unreadable(f"it has none of the fields {', '.join(shape.model_fields)}")
    try:
        return shape.model_validate_json(json.dumps(value, allow_nan=False), strict=True)
    except ValidationError as error:
        raise _Unreadable(_faults(error)) from None
    except (TypeError, ValueError, RecursionError) as error:  # a Python value that JSON has no word for
        raise _Unreadable(f"it isn't valid JSON: {error}") from None


def _faults(error: ValidationError) -> str:
    """The first faults, each with its place."""
    faults = error.errors(include_url=False, include_input=False, include_context=False)
    lines = [f"{'.'.join(map(str, fault['loc'])) or 'the answer'}: {fault['msg']}" for fault in faults[:FAULTS]]
    return _clip("; ".join(lines) + (f"; and {len(faults) - FAULTS} more" if len(faults) > FAULTS else ""), QUOTE)


def _repair(reply: Reply, fault: str, schema: dict[str, Any]) -> list[ChatMessage]:
    """The answer as it came, bounded, and what to do about it."""
    stated = json.dumps(schema, ensure_ascii=False)
    request = SHORTER.format(schema=stated) if reply.cut else REPAIR.format(fault=_clip(fault, QUOTE), schema=stated)
    said = [ChatMessage("assistant", _clip(reply.text, SHOWN))] if reply.text.strip() else []
    return [*said, ChatMessage("user", request)]


def _clip(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit] + "..."
