"""LoCoMo (Maharana et al. 2024, arXiv 2402.17753): two people, months of sessions, questions whose evidence names single turns.

The form is that of snap-research/locomo, data/locomo10.json. Category 5 asks for what was never said, so it is apart from the set's figures.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from thoughtbank.evaluation.datasets.dialogues import Dialogue, Question
from thoughtbank.evaluation.datasets.reading import Piece, document, moment, shaped
from thoughtbank.records.conversation import Turn

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
"""By the numbers of the official scorer, which aren't in the paper's order."""

_SESSION = re.compile(r"session_([0-9]+)")
_EVIDENCE = re.compile(r"D:?([0-9]+):0*([0-9]+)")


class _Said(Piece):
    speaker: str
    dia_id: str
    text: str
    blip_caption: str | None = None


class _Asked(Piece):
    question: str
    category: int
    evidence: list[str]
    answer: str | int | float | None = None


class _Sample(Piece):
    sample_id: str
    conversation: dict[str, Any]
    qa: list[_Asked]


def read(files: Sequence[Path]) -> list[Dialogue]:
    """Every sample of every file."""
    return [_dialogue(sample, f"{file}: {sample.sample_id}") for file in files for sample in document(file, list[_Sample])]


def _dialogue(sample: _Sample, where: str) -> Dialogue:
    spoken = sample.conversation
    turns: list[Turn] = []
    for number in sorted(int(found[1]) for name in spoken if (found := _SESSION.fullmatch(name))):
        name = f"session_{number}"
        session = shaped(TypeAdapter(list[_Said]), spoken[name], f"{where}: {name}")
        # The form of the data set: "1:56 pm on 8 May, 2023".
        began = moment(spoken.get(f"{name}_date_time"), "%I:%M %p on %d %B, %Y", f"{where}: {name}_date_time")
        turns += [_said(said, name, began + timedelta(seconds=place)) for place, said in enumerate(session)]
    units = {turn.key: turn.key for turn in turns if turn.key}
    asked = [
        _question(f"{sample.sample_id}/{place}", one, units)
        for place, one in enumerate(sample.qa)
        if one.category in CATEGORIES
    ]
    return Dialogue(sample.sample_id, tuple(turns), units, tuple(asked))


def _question(name: str, one: _Asked, units: Mapping[str, str]) -> Question:
    category = CATEGORIES[one.category]
    return Question(
        name,
        one.question,
        evidence_ids(one.evidence, units),
        category,
        answer=None if one.answer is None else str(one.answer),
        headline=category != "adversarial",
    )


def _said(said: _Said, session: str, at: datetime) -> Turn:
    picture = f" [picture: {said.blip_caption}]" if said.blip_caption else ""
    return Turn(said.text + picture, role="participant", speaker=said.speaker, said_at=at, session_id=session, key=said.dia_id)


def evidence_ids(given: Sequence[str], known: Mapping[str, str]) -> frozenset[str]:
    """Evidence as labelled, with its slips repaired ("D1:2; D3:4", "D:1:2", "D1:02"); what names no turn is dropped."""
    found = {f"D{session}:{turn}" for text in given for session, turn in _EVIDENCE.findall(text)}
    return frozenset(found & known.keys())
