"""Public dialogues with questions whose evidence is known, in one shape.

LoCoMo (Maharana et al. 2024): two people, months of sessions; evidence names single turns. MemoryBank's probing questions (Zhong et al. 2023),
English and Chinese: a user and an assistant over ten days; evidence names exchanges, of which a user's turn and its reply are the two halves.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from thoughtbank import Turn

SETS = ("locomo", "memorybank_en", "memorybank_cn")
LOCOMO_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open", 4: "single-hop"}
_EVIDENCE = re.compile(r"D:?(\d+):0*(\d+)")


@dataclass(frozen=True, slots=True)
class Question:
    """`evidence`: the units that answer it."""

    text: str
    evidence: frozenset[str]
    kind: str


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One user's turns in order, session by session; `units` names what each turn's key is evidence of."""

    user: str
    sessions: Sequence[Sequence[Turn]]
    units: dict[str, str]
    questions: Sequence[Question]
    without_evidence: int
    """Questions left out because none of their evidence can be found."""


def load(name: str, folder: Path) -> list[Dialogue]:
    """One of SETS from the data folder."""
    if name == "locomo":
        return [_locomo(sample) for sample in _read(folder / "locomo" / "locomo_shared.json")]
    language = name.removeprefix("memorybank_")
    labels = (folder / "memorybank" / f"evidence_labels_{language}.jsonl").read_text(encoding="utf-8").splitlines()
    asked = [json.loads(line) for line in labels]
    return [
        _memorybank(user, record["history"], [label for label in asked if label["user"].strip() == user.strip()])
        for user, record in _read(folder / "memorybank" / f"memory_bank_{language}.json").items()
    ]


def _read(file: Path) -> list[dict] | dict[str, dict]:
    return json.loads(file.read_text(encoding="utf-8"))


def _locomo(sample: dict) -> Dialogue:
    spoken = sample["conversation"]
    sessions = []
    for number in sorted(int(name[8:]) for name in spoken if re.fullmatch(r"session_\d+", name)):
        # The form of the data set: "1:56 pm on 8 May, 2023". It has no zone; UTC keeps the day as written.
        began = datetime.strptime(spoken[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        sessions.append([
            Turn(
                text=turn["text"] + (f" [picture: {turn['blip_caption']}]" if turn.get("blip_caption") else ""),
                role="participant",
                speaker=turn["speaker"],
                said_at=began + timedelta(seconds=place),
                session_id=f"session_{number}",
                key=turn["dia_id"],
            )
            for place, turn in enumerate(spoken[f"session_{number}"])
        ])  # fmt: skip
    units = {turn.key: turn.key for session in sessions for turn in session if turn.key}
    asked = [
        Question(question["question"], evidence_ids(question["evidence"], units), LOCOMO_CATEGORIES[question["category"]])
        for question in sample["qa"]
        if question["category"] in LOCOMO_CATEGORIES
    ]
    return _dialogue(sample["sample_id"], sessions, units, asked)


def evidence_ids(given: Sequence[str], known: dict[str, str]) -> frozenset[str]:
    """Evidence as labelled, with its slips repaired ("D8:6; D9:17", "D:11:26", "D30:05"); what names no turn is dropped."""
    found = {f"D{session}:{turn}" for text in given for session, turn in _EVIDENCE.findall(text)}
    return frozenset(found & known.keys())


def _memorybank(user: str, history: dict[str, list[dict[str, str]]], labels: Sequence[dict]) -> Dialogue:
    sessions, units = [], {}
    for day, exchanges in history.items():
        session = []
        for place, exchange in enumerate(exchanges):
            for half, (role, text) in enumerate((("user", exchange["query"]), ("assistant", exchange["response"]))):
                key = f"{day.strip()}#{place}{'ua'[half]}"
                units[key] = f"{day.strip()}#{place}"
                said_at = datetime.fromisoformat(day.strip()).replace(tzinfo=UTC) + timedelta(seconds=2 * place + half)
                session.append(Turn(text, role=role, said_at=said_at, session_id=day.strip(), key=key))
        sessions.append(session)
    known = set(units.values())
    asked = [
        Question(
            label["question"],
            frozenset(f"{one['date'].strip()}#{one['turn']}" for one in label["evidence"]) & known,
            label["kind"],
        )
        for label in labels
        if label["answerable"]
    ]
    return _dialogue(user, sessions, units, asked)


def _dialogue(user: str, sessions: Sequence[Sequence[Turn]], units: dict[str, str], asked: Sequence[Question]) -> Dialogue:
    kept = [question for question in asked if question.evidence]
    return Dialogue(user, sessions, units, kept, len(asked) - len(kept))
