"""Messages with the propositions they say, for a fragmenter to learn from: read, and checked line by line.

    {"text": "I moved to Lyon in May.", "speaker": "Ana", "propositions": ["moved to(Ana; Lyon; time: in May)"]}
    {"text": "Thanks!", "propositions": []}

`language/fragments/lines.py` says how a proposition is written. Lines labelled for `evaluate fragments` are taken too, each label in its first wording; where
the held-out ones are all so labelled, what is learnt is measured by that rule besides. Checked in tests/tuning/test_examples.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from pydantic import TypeAdapter, field_validator

from thoughtbank.errors import InputError
from thoughtbank.evaluation.datasets.reading import Piece, lines_of, shaped
from thoughtbank.evaluation.fragments import Label, Message
from thoughtbank.language.fragments import NOBODY, Argument, Fragment, Mood, Speaking
from thoughtbank.language.fragments.lines import asked, parse
from thoughtbank.language.fragments.said import Role
from thoughtbank.language.fragments.sound import unsound
from thoughtbank.language.fragments.wording import sentence
from thoughtbank.language.words import language

LEAST = 20
"""Messages needed. Chosen: a fifth of fewer measures nothing, and no model learns from them; a few hundred are good."""
PARTS = 5
"""One message of so many is held out. Chosen."""


@dataclass(frozen=True, slots=True)
class Example:
    """A message and what it says. `line` is its place in the file; `labels` is the message as labelled for `evaluate`, if it is."""

    line: str
    text: str
    speaking: Speaking
    fragments: tuple[Fragment, ...]
    labels: Message | None = None


class _Line(Piece):
    text: str
    speaker: str | None = None
    listener: str | None = None
    propositions: list[str]

    @field_validator("text")
    @classmethod
    def _says_something(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("a message without words says nothing; leave it out")
        return text


def read_examples(path: Path) -> list[Example]:
    """The messages of a JSONL file. Raises InputError with the line."""
    return [_example(text, where) for where, text in lines_of(path)]


def _example(text: str, where: str) -> Example:
    line = where.rpartition(", ")[2]
    raw = shaped(TypeAdapter(dict[str, Any]), text, where, json=True)
    if any(isinstance(one, dict) for one in raw.get("propositions") or ()) or {"id", "lang", "said_at"} <= raw.keys():
        message = shaped(TypeAdapter(Message), text, where, json=True)
        speaking = _speaking(message.speaker, message.listener, message.lang)
        found = tuple(dict.fromkeys(_first_wording(one, message.lang) for one in message.propositions))
        return Example(line, message.text, speaking, found, message)
    plain = shaped(TypeAdapter(_Line), text, where, json=True)
    tongue = language(plain.text)
    read = tuple(dict.fromkeys(_read(one, tongue, where) for one in plain.propositions))
    return Example(line, plain.text, _speaking(plain.speaker, plain.listener, tongue), read)


def _speaking(speaker: str | None, listener: str | None, tongue: str) -> Speaking:
    return Speaking(speaker or NOBODY.get(tongue, NOBODY["en"]), listener or None)


def _read(line: str, tongue: str, where: str) -> Fragment:
    fragment = parse(line, tongue)
    if fragment is None:
        raise InputError(
            f"{where}: {line!r} is no proposition; write it as moved to(Ana; Lyon; time: in May), the marks not, past, possible, plan, habit "
            r"before it (not: doesn't like(Ana; olives)), and \( \) \; for such signs in a text"
        )
    return fragment


def _first_wording(label: Label, tongue: str) -> Fragment:
    own = [Argument(wordings[0]) for wordings in label.args]
    others = [Argument(one.text[0], cast(Role, one.role)) for one in label.others]
    mood = cast(Mood, label.mood.partition("|")[0])
    predicate, arguments = label.predicate[0], (*own, *others)
    said = sentence(predicate, arguments, negative=label.negative, mood=mood, tongue=tongue)
    return Fragment(predicate, arguments, said, label.negative, mood)


def parted(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """Those to learn from, and those held out: every fifth message of the file. The same message twice is in one part."""
    seen = dict[str, int]()
    place = [seen.setdefault(asked(one.text, one.speaking), len(seen)) for one in examples]
    held = {at for at in seen.values() if at % PARTS == PARTS - 1}
    return (
        [one for one, at in zip(examples, place, strict=True) if at not in held],
        [one for one, at in zip(examples, place, strict=True) if at in held],
    )


def check(examples: Sequence[Example], where: str) -> None:
    """Raises InputError where there is too little to learn from."""
    count = len({asked(one.text, one.speaking) for one in examples})
    if count < LEAST:
        raise InputError(f"{where} holds {count} different messages; tuning needs {LEAST} or more, and a few hundred are good")
    if not any(one.fragments for one in parted(examples)[0]):
        raise InputError(f"{where}: no message says anything; there is nothing to learn")


def doubtful(examples: Sequence[Example]) -> str | None:
    """What a fragmenter would refuse though it is in the data, in a sentence; None if nothing is."""
    found = [
        (one.line, fault)
        for one in examples
        for fragment in one.fragments
        if (fault := unsound(fragment, one.text, one.speaking)) is not None
    ]
    if not found:
        return None
    lines = len({line for line, _ in found})
    line, fault = found[0]
    return f"{len(found)} propositions of {lines} messages would be refused when in use, since their message doesn't bear them out ({line}: {fault})"
