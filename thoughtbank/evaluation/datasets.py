"""Public dialogues with questions whose evidence is known, read into one shape.

LoCoMo (Maharana et al. 2024): two people, months of sessions; evidence names single turns. MemoryBank's probing questions (Zhong et al. 2023; the
GVD of the TiM paper), English and Chinese: a user and an assistant over ten days; evidence names exchanges, of which a user's turn and its
reply are the two halves. The data is not part of this package; PATHS says where in a folder it is looked for.

Whatever doesn't fit is an InputError that names the file and the place in it, checked by `tests/evaluation/test_datasets.py`. Questions about
what was never said (LoCoMo's category 5, labels that aren't answerable) are left out; those whose evidence can't be found are counted.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from thoughtbank.errors import InputError
from thoughtbank.records.conversation import Turn

GROUPS = {"gvd": ("memorybank_en", "memorybank_cn"), "locomo": ("locomo",)}
"""What a user asks for -> the sets it is made of."""
PATHS = {
    "locomo": ("locomo/locomo_shared.json",),
    "memorybank_en": ("memorybank/memory_bank_en.json", "memorybank/evidence_labels_en.jsonl"),
    "memorybank_cn": ("memorybank/memory_bank_cn.json", "memorybank/evidence_labels_cn.jsonl"),
}
"""Each set's files in the data folder."""
LOCOMO_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open", 4: "single-hop"}
"""By the numbers of the official scorer, which aren't in the paper's order."""

_SESSION = re.compile(r"session_([0-9]+)")
_EVIDENCE = re.compile(r"D:?([0-9]+):0*([0-9]+)")
_Shape = TypeVar("_Shape")


@dataclass(frozen=True, slots=True)
class Question:
    """`evidence`: the units that answer it."""

    text: str
    evidence: frozenset[str]
    category: str


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One user's turns in order. `units` names what each turn's key is evidence of."""

    name: str
    turns: tuple[Turn, ...]
    units: Mapping[str, str]
    questions: tuple[Question, ...]
    without_evidence: int
    """Questions left out because none of their evidence can be found."""

    @property
    def sessions(self) -> list[list[Turn]]:
        """The turns, session by session."""
        return [list(session) for _, session in groupby(self.turns, lambda turn: turn.session_id)]


def sets_in(folder: Path, only: str | None = None) -> tuple[list[str], list[str]]:
    """Names of the sets in a data folder, and a remark for each group that isn't there. Raises InputError where none is."""
    if only is not None and only not in GROUPS:
        raise InputError(f"there are no dialogues {only!r}; there are {', '.join(GROUPS)}")
    if not folder.is_dir():
        raise InputError(f"{folder} is no folder; name the one that holds {_folders(GROUPS)}")
    found: list[str] = []
    missing: list[str] = []
    for group in GROUPS if only is None else (only,):
        if (folder / _place(group)).is_dir():
            found += GROUPS[group]
        else:
            missing.append(f"{group} is left out: there is no {folder / _place(group)}")
    if not found:
        raise InputError(f"{folder} holds no dialogues; it needs {_folders(GROUPS if only is None else (only,))}")
    return found, missing


def load(name: str, folder: Path) -> list[Dialogue]:
    """One of PATHS from the data folder. Raises InputError."""
    files = [folder / path for path in PATHS[name]]
    if name == "locomo":
        return [_locomo(sample, f"{files[0]}: {sample.sample_id}") for sample in _document(files[0], list[_Sample])]
    labels = _lines(files[1], _Label)
    return [
        _memorybank(user, record, [label for label in labels if label.user.strip() == user.strip()], f"{files[0]}: {user}")
        for user, record in _document(files[0], dict[str, _User]).items()
    ]


class _Part(BaseModel):
    """A piece of a published file. The files hold more than is read here."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _Said(_Part):
    speaker: str
    dia_id: str
    text: str
    blip_caption: str | None = None


class _Asked(_Part):
    question: str
    category: int
    evidence: list[str]


class _Sample(_Part):
    sample_id: str
    conversation: dict[str, Any]
    qa: list[_Asked]


class _Exchange(_Part):
    query: str
    response: str


class _User(_Part):
    history: dict[str, list[_Exchange]]


class _Evidence(_Part):
    date: str
    turn: int


class _Label(_Part):
    user: str
    question: str
    kind: str
    answerable: bool
    evidence: list[_Evidence]


def _locomo(sample: _Sample, where: str) -> Dialogue:
    spoken = sample.conversation
    turns: list[Turn] = []
    for number in sorted(int(found[1]) for name in spoken if (found := _SESSION.fullmatch(name))):
        name = f"session_{number}"
        session = _shaped(TypeAdapter(list[_Said]), spoken[name], f"{where}: {name}")
        # The form of the data set: "1:56 pm on 8 May, 2023". It has no zone; UTC keeps the day as written.
        began = _moment(spoken.get(f"{name}_date_time"), "%I:%M %p on %d %B, %Y", f"{where}: {name}_date_time")
        turns += [_said(said, name, began + timedelta(seconds=place)) for place, said in enumerate(session)]
    units = {turn.key: turn.key for turn in turns if turn.key}
    asked = [
        Question(one.question, evidence_ids(one.evidence, units), LOCOMO_CATEGORIES[one.category])
        for one in sample.qa
        if one.category in LOCOMO_CATEGORIES
    ]
    return _dialogue(sample.sample_id, turns, units, asked)


def _said(said: _Said, session: str, at: datetime) -> Turn:
    picture = f" [picture: {said.blip_caption}]" if said.blip_caption else ""
    return Turn(said.text + picture, role="participant", speaker=said.speaker, said_at=at, session_id=session, key=said.dia_id)


def evidence_ids(given: Sequence[str], known: Mapping[str, str]) -> frozenset[str]:
    """Evidence as labelled, with its slips repaired ("D1:2; D3:4", "D:1:2", "D1:02"); what names no turn is dropped."""
    found = {f"D{session}:{turn}" for text in given for session, turn in _EVIDENCE.findall(text)}
    return frozenset(found & known.keys())


def _memorybank(user: str, record: _User, labels: Sequence[_Label], where: str) -> Dialogue:
    turns: list[Turn] = []
    units: dict[str, str] = {}
    for day, exchanges in ((day.strip(), exchanges) for day, exchanges in record.history.items()):
        began = _moment(day, "%Y-%m-%d", where)
        for place, exchange in enumerate(exchanges):
            at = began + timedelta(seconds=2 * place)
            unit = f"{day}#{place}"
            turns += [
                Turn(exchange.query, role="user", said_at=at, session_id=day, key=f"{unit}u"),
                Turn(exchange.response, role="assistant", said_at=at + timedelta(seconds=1), session_id=day, key=f"{unit}a"),
            ]
            units |= {f"{unit}u": unit, f"{unit}a": unit}
    known = frozenset(units.values())
    asked = [
        Question(label.question, known & {f"{one.date.strip()}#{one.turn}" for one in label.evidence}, label.kind)
        for label in labels
        if label.answerable
    ]
    return _dialogue(user, turns, units, asked)


def _dialogue(name: str, turns: Sequence[Turn], units: Mapping[str, str], asked: Sequence[Question]) -> Dialogue:
    kept = tuple(question for question in asked if question.evidence)
    return Dialogue(name, tuple(turns), units, kept, len(asked) - len(kept))


def _moment(text: object, form: str, where: str) -> datetime:
    try:
        return datetime.strptime(text if isinstance(text, str) else "", form).replace(tzinfo=UTC)
    except ValueError as error:
        raise InputError(f"{where}: {text!r} isn't a time as in {datetime(2023, 5, 8, 13, 56, tzinfo=UTC):{form}}") from error


def _document(file: Path, shape: type[_Shape]) -> _Shape:
    return _shaped(TypeAdapter(shape), _text(file), str(file), json=True)


def _lines(file: Path, shape: type[_Shape]) -> list[_Shape]:
    """JSON lines. Split at line feeds alone: a text may hold the other characters that Python takes for line ends."""
    adapter = TypeAdapter(shape)
    lines = enumerate(_text(file).split("\n"), 1)
    return [_shaped(adapter, line, f"{file}, line {number}", json=True) for number, line in lines if line.strip()]


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{file} isn't UTF-8 (byte {error.start + 1})") from error
    except OSError as error:
        raise InputError(f"{file} can't be read: {error.strerror or error}") from error


def _shaped(adapter: TypeAdapter[_Shape], value: Any, where: str, *, json: bool = False) -> _Shape:
    try:
        return adapter.validate_json(value) if json else adapter.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InputError(f"{where}: {f'{place}: ' if place else ''}{first['msg']}") from error


def _place(group: str) -> str:
    return PATHS[GROUPS[group][0]][0].partition("/")[0]


def _folders(groups: Sequence[str] | Mapping[str, Any]) -> str:
    return " or ".join(f"{_place(group)}/" for group in groups)
