"""Are the propositions found in chat those a careful person would sign (FraCom, section 2.2)? Sentences with labels, and the rule below.

A label is a head word, polarity, mood, a subject, further core arguments and others (time, place, with, for, other), each with every wording that
is as good. What was found is held against each label of its message and takes the best verdict it gets:

    right   the predicate's head, the polarity, the mood and the subject are the label's; every core argument is found, in an argument that holds
            its head and the head of no other argument; nothing else is found that the label doesn't have. Articles, adjectives and the like may
            be there; others may be missing.
    half    predicate, polarity, mood and subject are right, but a core argument is missing, cut or glued to another, or still says "my" or "you",
            or an other is wrong, glued, or a time where a place should be.
    wrong   all else, so also another thing in a core argument's place, and whatever is found in a message that must give nothing: questions,
            hypotheticals, quotations, jokes, commands, advice.

Moods: `fact` (it holds, or it happened), `past` (it held and no longer does: "used to"), `possible` (might), `plan` (wants to, is going to), `habit`
(usually, every week). A label may allow several, "fact|past": what happened may be told as either. Polarity and mood are what the extractor
says they are, not read off its predicate. Of a name nothing but the name will do: neither "her" nor "Mia's sister" is Mia. A copula may stand with its
complement or without: is allergic(Mia; nuts) and is(Mia; allergic to nuts) are one. Things listed are labels of their own, and an argument that
lists them is right for each. A relative time may be said as it was, or as the date it means where the label has one.

What the rule doesn't see: an argument that took over a modifier from the next thing in a list ("reptiles with fur" of "reptiles and animals with
fur"), and an irregular form that neither the label nor a stem gives ("taken" where it says take, took), which is wrong for it.

What is found twice counts once. Figures are made in `fragment_figures.py`. Checked by `tests/evaluation/test_fragments_measure.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, Protocol, get_args

from pydantic import ConfigDict, Field, field_validator

from thoughtbank.errors import InputError
from thoughtbank.evaluation import wordings
from thoughtbank.evaluation.datasets.reading import Piece, lines
from thoughtbank.language import proposition
from thoughtbank.language.proposition import MOODS, ROLES

Verdict = Literal["right", "half", "wrong"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
_FREE = ("", "other")
"""Roles that say nothing: any other one may stand for them."""
_ANOTHER = "another argument"
"""The fault that makes a proposition wrong: a core argument in place of the label's that shares nothing with it."""
_DENYING = ("없", "아니", "모르", "몰")
"""Korean words that deny by themselves: where the label has one, it is denied with a mark or without."""


@dataclass(frozen=True, slots=True)
class Found:
    """A proposition as an extractor gives it. `args`: (role, text), the role of a core argument is "", the first of those is the subject. `text`: the
    sentence that says it; not scored."""

    predicate: str
    args: tuple[tuple[str, str], ...]
    negative: bool = False
    mood: str = "fact"
    text: str = ""

    @classmethod
    def of(cls, one: proposition.Fragment) -> "Found":
        """A proposition of the engine's."""
        return cls(one.predicate, tuple((each.role, each.text) for each in one.arguments), one.negative, one.mood, one.text)


class Fragment(Protocol):
    """What is measured. `speaker` and `listener` are None where they have no name; then the speaker is "the user", 用户, 사용자, người dùng."""

    def __call__(
        self, text: str, speaker: str | None, listener: str | None, said_at: datetime, lang: str
    ) -> Sequence[Found]: ...


class Other(Piece):
    model_config = ConfigDict(frozen=True, extra="forbid")
    role: Literal["time", "place", "with", "for", "other"]
    text: tuple[str, ...] = Field(min_length=1)


Args = tuple[tuple[str, ...], ...]
"""Core arguments in order, each as its wordings; the subject first."""


class Label(Piece):
    """`frames`: further orders of core arguments that say the same, e.g. the active for a passive."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    predicate: tuple[str, ...] = Field(min_length=1)
    negative: bool
    mood: str
    args: Args = Field(min_length=1)
    others: tuple[Other, ...] = ()
    optional: bool = False
    frames: tuple[Args, ...] = ()

    @field_validator("mood")
    @classmethod
    def _known(cls, mood: str) -> str:
        if unknown := [one for one in mood.split("|") if one not in MOODS]:
            raise ValueError(f"no mood {unknown[0]!r}; there are {', '.join(MOODS)}, and several are joined by |")
        return mood


class Message(Piece):
    """`kind` says what is tried: a word for listings."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    id: str
    lang: Literal["en", "zh", "ko", "vi"]
    speaker: str | None
    listener: str | None
    said_at: datetime
    kind: str = ""
    text: str
    propositions: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """One found proposition; `label` is the place of the label it was nearest to, `faults` what is not as there."""

    found: Found
    verdict: Verdict
    faults: tuple[str, ...] = ()
    label: int | None = None


@dataclass(frozen=True, slots=True)
class Marked:
    """A message, what was found in it, and for each label the best it got: "right", "half" or ""."""

    message: Message
    judged: tuple[Judged, ...]
    got: tuple[str, ...]


def read(file: Path) -> list[Message]:
    """Labelled messages, a line each. Raises InputError."""
    found = lines(file, Message)
    if not found:
        raise InputError(f"{file} holds no labelled message")
    return found


def mark(messages: Iterable[Message], fragment: Fragment) -> list[Marked]:
    """Every message fragmented and judged. Raises InputError where the extractor names a mood or a role there isn't."""
    return [judge(one, fragment(one.text, one.speaker, one.listener, one.said_at, one.lang)) for one in messages]


def judge(message: Message, found: Sequence[Found]) -> Marked:
    distinct = {(one.predicate, one.args, one.negative, one.mood): _checked(one, message.id) for one in found}
    judged, got = [], [""] * len(message.propositions)
    for one in distinct.values():
        against = [_against(one, label, message) for label in message.propositions]
        for at, (verdict, _) in enumerate(against):
            if verdict != "wrong" and got[at] != "right":
                got[at] = verdict
        best = min(range(len(against)), key=lambda at: (VERDICTS.index(against[at][0]), len(against[at][1])), default=None)
        verdict, faults = ("wrong", ("nothing is to be found here",)) if best is None else against[best]
        judged.append(Judged(one, verdict, faults, best))
    return Marked(message, tuple(judged), tuple(got))


def _checked(found: Found, name: str) -> Found:
    if found.mood not in MOODS:
        raise InputError(f"{name}: a proposition was found in the mood {found.mood!r}; there are {', '.join(MOODS)}")
    if unknown := [role for role, _ in found.args if role not in ROLES]:
        raise InputError(
            f"{name}: an argument was found as {unknown[0]!r}; there are {', '.join(filter(None, ROLES))}, and '' for core ones"
        )
    return found


def _against(found: Found, label: Label, message: Message) -> tuple[Verdict, tuple[str, ...]]:
    """The best over the label's frames."""
    verdicts = [_in_frame(found, label, args, message) for args in (label.args, *label.frames)]
    return min(verdicts, key=lambda one: (VERDICTS.index(one[0]), len(one[1])))


def _in_frame(found: Found, label: Label, args: Args, message: Message) -> tuple[Verdict, tuple[str, ...]]:
    core = [text for role, text in found.args if not role]
    rest = list(found.args)
    if core:
        rest.remove(("", core[0]))
    said = _said_in_predicate(found.predicate, rest, label, args, message)
    wrong = []
    if said is None:
        wrong.append("predicate")
    if found.negative != label.negative and not _denies(found, label, message.lang):
        wrong.append("polarity")
    if found.mood not in label.mood.split("|"):
        wrong.append("mood")
    if not core or not _is_subject(core[0], label, args, message):
        wrong.append("subject")
    if wrong or said is None:
        return "wrong", tuple(wrong)
    rest = [
        one
        for one in rest
        if one != ("", _complement(found.predicate, rest, message.lang)) or not _only_head(one[1], label, args, message)
    ]
    faults = tuple(_faults(rest, label, args, said, message))
    if any(fault.startswith(_ANOTHER) for fault in faults):
        return "wrong", faults
    return ("half" if faults else "right"), faults


def _denies(found: Found, label: Label, lang: str) -> bool:
    """Whether the head is a word that denies by itself."""
    heads = (found.predicate, " ".join(label.predicate))
    return lang == "ko" and any(all(one in head for head in heads) for one in _DENYING)


def _said_in_predicate(
    predicate: str, rest: Sequence[tuple[str, str]], label: Label, args: Args, message: Message
) -> set[str] | None:
    """Wordings of the label that the predicate says, if it is the label's; None if it isn't."""
    lang = message.lang
    complement = _complement(predicate, rest, lang)
    hits = [
        one for one in label.predicate if wordings.matches(predicate, one, lang) or (complement and _in(complement, one, lang))
    ]
    copular = any(wordings.is_copula(one, lang) for one in label.predicate)
    if copular and len(args) > 1:
        hits += [one for one in args[1] if _is_complement(predicate, one, lang)]
    if not hits or _other_head(predicate, label, hits, message):
        return None
    return set(hits)


def _is_complement(predicate: str, wording: str, lang: str) -> bool:
    """Whether the predicate is a copula with this complement: "is a nurse"."""
    beyond = wordings.beyond_head(predicate, wording, lang)
    return beyond is not None and all(wordings.is_copula(one, lang) for one in beyond)


def _complement(predicate: str, rest: Sequence[tuple[str, str]], lang: str) -> str:
    """The argument that says what a copula says: "allergic to nuts" in is(Mia; allergic to nuts)."""
    return next((text for role, text in rest if not role), "") if wordings.is_copula(predicate, lang) else ""


def _only_head(complement: str, label: Label, args: Args, message: Message) -> bool:
    """Whether a copula's complement is the label's head and no argument of it: "so powerful"."""
    return _nearest(complement, label, args, message) is None and any(
        _in(complement, one, message.lang) for one in label.predicate
    )


def _other_head(predicate: str, label: Label, hits: Sequence[str], message: Message) -> bool:
    """Whether the predicate has another label's head glued to this one's."""
    left = min((wordings.beyond_head(predicate, one, message.lang) or [] for one in hits), key=len)
    joint = "" if message.lang == "zh" else " "
    own = {*label.predicate, *hits}
    return any(
        wordings.matches(joint.join(left), head, message.lang)
        for other in message.propositions
        for head in other.predicate
        if left and head not in own
    )


def _is_subject(found: str, label: Label, args: Args, message: Message) -> bool:
    """Whether it, or one of several it names, is the label's, with nothing glued on."""
    for part in wordings.apart(found, message.lang):
        wording = _wording(part, args[0], message)
        if wording is not None and not _glued(part, 0, wording, label, args, message):
            return True
    return False


def _wording(found: str, wanted: Iterable[str], message: Message) -> str | None:
    """The longest of the wordings that `found` says, if it does."""
    said = [one for one in wanted if _says(found, one, message)]
    return max(said, key=len, default=None)


def _says(found: str, wanted: str, message: Message) -> bool:
    lang = message.lang
    persons = {name for name in (message.speaker, message.listener) if name} | set(wordings.USERS[lang])
    if wanted in persons:
        return wordings.is_exactly(found, wanted, lang)
    if wordings.holds(found, wanted, lang) is None or wordings.is_owner(found, wanted, lang):
        return False
    return not wordings.unnamed(found, lang) - wordings.unnamed(wanted, lang)


def _faults(rest: Sequence[tuple[str, str]], label: Label, args: Args, said: set[str], message: Message) -> Iterator[str]:
    """What is amiss with the arguments after the subject. `said`: the wordings of the predicate, whose words need no argument."""
    lang = message.lang
    missing = {at for at in range(1, len(args)) if not any(_in(one, wording, lang) for one in said for wording in args[at])}
    strange: list[tuple[str, str]] = []
    for role, text in rest:
        hit = _nearest(text, label, args, message)
        if hit is None:
            if not any(_in(one, text, lang) for one in (*said, *label.predicate)):
                strange.append((role, text))
            continue
        at, wording, part = hit
        wanted = "" if at < len(args) else label.others[at - len(args)].role
        if glued := _glued(part, at, wording, label, args, message):
            yield f"glued with {glued}: {text}"
        elif not _fits(role, wanted):
            yield f"{role} for {wanted or 'a core argument'}: {text}"
        else:
            missing.discard(at)
    for role, text in strange:
        cut = any(_in(wording, text, lang) for at in missing for wording in args[at])
        unnamed = "" if not wordings.unnamed(text, lang) else "not named"
        yield f"{unnamed or ('cut' if cut else _ANOTHER if missing and not role else 'not in the label')}: {text}"
    yield from (f"missing: {args[at][0]}" for at in sorted(missing))


def _in(text: str, wording: str, lang: str) -> bool:
    return wordings.holds(text, wording, lang) is not None


def _nearest(text: str, label: Label, args: Args, message: Message) -> tuple[int, str, str] | None:
    """Which argument a text says, in which wording, and the part of the text that does. Core ones go before others, whose places follow theirs."""
    everything = [*args[1:], *(other.text for other in label.others)]
    hits = [
        (at, wording, part)
        for at, wanted in enumerate(everything, 1)
        for part in wordings.apart(text, message.lang)
        if (wording := _wording(part, wanted, message)) is not None
    ]
    return max(hits, key=lambda hit: (hit[0] < len(args), len(hit[1]), -len(hit[2])), default=None)


def _fits(role: str, wanted: str) -> bool:
    """Whether a found role may stand for the label's."""
    if not wanted:
        return role != "time"
    return role == wanted or role in _FREE or wanted in _FREE or {role, wanted} == {"with", "for"}


def _glued(text: str, at: int, wording: str, label: Label, args: Args, message: Message) -> str | None:
    """What else stands in a text that says the argument `at`: another's head, or more words than an argument should have."""
    lang = message.lang
    everything = [*args, *(other.text for other in label.others)]
    own = [one for one in everything[at] if _in(text, one, lang)]
    heads = [one for place, wanted in enumerate(everything) if place not in (0, at) for one in wanted]
    for head in heads:
        if _in(text, head, lang) and not any(_in(one, head, lang) for one in own):
            return head
    more = wordings.holds(text, wording, lang) or 0
    return f"{more} words more" if more > wordings.MORE[lang] else None
