"""Against dates that other people gave: LoCoMo asks when something happened, and names the turn that says so."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from thoughtbank.language.when import Said, times

LEAST = 0.95
"""Of the answers whose evidence says a time, those whose date it covers: 58 of 59 when this was written."""

FORMS = (("%d %B %Y", "day"), ("%B %Y", "month"), ("%Y", "year"))


def dated(answer: str) -> tuple[datetime, datetime] | None:
    """First and last instant of an answer such as "7 May 2023", "May 2023", "2023" or "The week before 9 June 2023"."""
    text = answer.strip(" .").replace(",", "")
    before = re.fullmatch(r"the week(?:end)? before (.+)", text, re.IGNORECASE)
    for form, unit in FORMS:
        try:
            begins = datetime.strptime(before[1] if before else text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
        if before:
            return begins - timedelta(7), begins
        length = {"day": 1, "month": 32, "year": 367}[unit]
        return begins, (begins + timedelta(length)).replace(
            **{"month": {"day": 1}, "year": {"day": 1, "month": 1}}.get(unit, {})
        )  # type: ignore[arg-type]
    return None


def turns(talk: dict[str, Any]) -> dict[str, tuple[str, datetime]]:
    found = {}
    for name, session in talk.items():
        if re.fullmatch(r"session_\d+", name):
            said_at = datetime.strptime(talk[f"{name}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
            found |= {turn["dia_id"]: (turn["text"], said_at) for turn in session}
    return found


def covers(said: Said, begins: datetime, ends: datetime) -> bool:
    return (said.begins is None or said.begins < ends) and (said.ends is None or said.ends > begins)


def test_dates_of_answers_are_covered_by_what_their_evidence_says(data: Path) -> None:
    hits = []
    for dialogue in json.loads((data / "locomo" / "locomo_shared.json").read_text(encoding="utf-8")):
        said = turns(dialogue["conversation"])
        for question in dialogue["qa"]:
            when = dated(str(question.get("answer", ""))) if question.get("category") == 2 else None
            evidence = [said[one] for one in question["evidence"] if one in said]
            found = [one for text, said_at in evidence for one in times(text, said_at) if one.every is None]
            if when is not None and found:
                hits.append(any(covers(one, *when) for one in found))
    assert len(hits) >= 40
    assert sum(hits) / len(hits) >= LEAST, f"{sum(hits)} of {len(hits)}"
