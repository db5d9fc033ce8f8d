r"""Propositions as lines of text: what a small model is taught to write, and how it is read (FraCom, section 2.2).

    moved to(Mia; Rotterdam; time: last spring)
    not: doesn't like(Ana; olives)
    not plan: doesn't want to move to(Ana; Porto)

A predicate, then its arguments in brackets, those with a role after its own. Before the predicate stand the marks: `not` where it is denied, and the mood
where it isn't a fact. A backslash takes its meaning from the next character: `\(`, `\)`, `\;`, `\\`, and `\:` behind a word that would otherwise be a mark
or a role. A message that says nothing is the line `()`.

An unescaped `)` ends a proposition, so lines may have run together: the vocabularies of some models have no line feed. Nothing is guessed: a mark or a role
that there isn't, a blank part or a bracket too many, and the line can't be read. The sentence isn't written down; it is put together anew
(`wording.py`). Linear in the text. Checked in tests/language/test_fragment_lines.py.
"""

import re
from collections.abc import Iterable, Iterator
from typing import cast

from thoughtbank.language.fragments.said import MOODS, ROLES, Argument, Fragment, Mood, Speaking
from thoughtbank.language.fragments.wording import sentence

NOTHING = "()"
"""Of a message that says nothing: an answer, unlike no answer."""
DENIED = "not"
_ROLES = frozenset(ROLES) - {""}
_MOODS = frozenset(MOODS) - {"fact"}
_LABEL = re.compile(r"([a-z]+(?: [a-z]+)?):(?: |$)")
"""What may be marks, or a role: one or two plain words and a colon."""
_ESCAPED = re.compile(r"[\\();]")


def write(fragment: Fragment) -> str:
    """The line of a proposition, white space made plain."""
    marks = [DENIED] * fragment.negative + [fragment.mood] * (fragment.mood != "fact")
    before = f"{' '.join(marks)}: " if marks else ""
    said = "; ".join((f"{one.role}: " if one.role else "") + _escaped(one.text) for one in fragment.arguments)
    return f"{before}{_escaped(fragment.predicate)}({said})"


def write_all(fragments: Iterable[Fragment]) -> str:
    """Everything a message says, a line each; `()` if nothing."""
    return "\n".join(map(write, fragments)) or NOTHING


def parse(line: str, tongue: str | None = None) -> Fragment | None:
    """The proposition of a line; None if it can't be read. `tongue`: the language of its message, which its sentence is to be in."""
    cut = _parts(line)
    if cut is None:
        return None
    marked, *given = cut
    marks, predicate = _labelled(marked)
    arguments = list(map(_argument, given))
    mood = next((one for one in marks.split() if one != DENIED), "fact")
    if marks not in {"", DENIED, *_MOODS, *(f"{DENIED} {one}" for one in _MOODS)} or not predicate:
        return None
    if any(one is None for one in arguments) or not arguments or cast(Argument, arguments[0]).role:
        return None
    ordered = tuple(sorted(cast(list[Argument], arguments), key=lambda one: bool(one.role)))
    denied = marks.split()[:1] == [DENIED]
    said = sentence(predicate, ordered, negative=denied, mood=cast(Mood, mood), tongue=tongue)
    return Fragment(predicate, ordered, said, denied, cast(Mood, mood))


def cut(text: str) -> list[str]:
    """What a model wrote, a proposition each; the last may be unfinished."""
    pieces, start = [], 0
    for at, char in _bare(text):
        if char == ")":
            pieces.append(text[start : at + 1])
            start = at + 1
    return [piece for one in (*pieces, text[start:]) if (piece := one.strip())]


def asked(text: str, speaking: Speaking) -> str:
    """A message as a model reads it: who speaks, to whom if that is known, and what is said."""
    who = speaking.me if speaking.you is None else f"{speaking.me} to {speaking.you}"
    return f"{_plain(who)}: {_plain(text)}"


def _parts(line: str) -> list[str] | None:
    """Predicate and arguments, still escaped; None where brackets aren't one pair, the second at the end."""
    line = _plain(line)
    parts, start, opened, shut = list[str](), 0, False, False
    for at, char in _bare(line):
        if char in "(;" and (char == ";") != opened or shut:
            return None
        parts.append(line[start:at].strip())
        start, opened, shut = at + 1, True, char == ")"
    return parts if shut and len(parts) > 1 and start == len(line) else None


def _bare(text: str) -> Iterator[tuple[int, str]]:
    """The signs that no backslash precedes, with their places."""
    at = 0
    while (found := _ESCAPED.search(text, at)) is not None:
        at = found.start() + (2 if found[0] == "\\" else 1)
        if found[0] != "\\":
            yield found.start(), found[0]


def _labelled(part: str) -> tuple[str, str]:
    """The words before a colon at the beginning, "" if there are none, and the rest as it was meant."""
    found = _LABEL.match(part)
    return ("", _meant(part)) if found is None else (found[1], _meant(part[found.end() :]))


def _argument(part: str) -> Argument | None:
    role, text = _labelled(part)
    return None if not text or (role and role not in _ROLES) else Argument(text, role)


def _escaped(text: str) -> str:
    text = _plain(text)
    label = _LABEL.match(text)
    text = _ESCAPED.sub(r"\\\g<0>", text)  # a label has none of these, so it stands where it stood
    return text if label is None else f"{label[1]}\\:{text[len(label[1]) + 1 :]}"


def _meant(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text).strip()


def _plain(text: str) -> str:
    """On one line, each space single."""
    return " ".join(text.split())
