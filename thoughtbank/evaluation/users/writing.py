"""Virtual users as files, laid out as MemoryBank's evaluation data, so that `thoughtbank evaluate gvd --data FOLDER` reads them.

Beside what the published files hold, a label has `answer` in the user's language and `stale`, the exchanges that say what has changed since.
Files take their names only when all are whole; those that are there stay as they are unless they are to be replaced.
"""

import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from thoughtbank.errors import InputError
from thoughtbank.evaluation.datasets import memorybank
from thoughtbank.evaluation.users.people import Place, Probe, VirtualUser

FOLDER = "memorybank"
PROBING = "probing_questions_{}.jsonl"


def write(folder: Path, users: Sequence[VirtualUser], language: str, *, replace: bool = False) -> list[Path]:
    """Writes the users of one language into `folder`/memorybank; the paths of the files. Raises InputError."""
    names = (memorybank.BANK, memorybank.LABELS, PROBING)
    paths = [folder / FOLDER / name.format(language) for name in names]
    there = [path for path in paths if path.exists()]
    if there and not replace:
        raise InputError(f"{there[0]} is there already; name another folder, or have it replaced (--force, replace=True)")
    bank = json.dumps({user.name: _record(user) for user in users}, ensure_ascii=False, indent=1)
    texts = (bank + "\n", _lines(_labels(users)), _lines({user.name: [one.question for one in user.probes]} for user in users))
    try:
        paths[0].parent.mkdir(parents=True, exist_ok=True)
        _write_all(dict(zip(paths, texts, strict=True)), paths[0].parent)
    except OSError as error:
        raise InputError(
            f"can't write into {paths[0].parent} ({error.strerror or error}); name one that can be written to"
        ) from error
    return paths


def _record(user: VirtualUser) -> dict[str, Any]:
    """`summary` and the like are empty in the published files too: a memory fills them."""
    history = {
        str(day.date): [{"query": exchange.query, "response": exchange.response} for exchange in day.exchanges]
        for day in user.days
    }
    meta = {
        "name": user.name,
        "personality": user.personality,
        "hobbies": user.hobbies,
        "speaking_style": user.speaking_style,
    }
    empty: dict[str, Any] = {"summary": {}, "personality": {}, "overall_history": ""}
    return {"name": user.name, **empty, "history": history, "meta_information": meta}


def _labels(users: Sequence[VirtualUser]) -> Iterable[dict[str, Any]]:
    for user_index, user in enumerate(users):
        for question_index, probe in enumerate(user.probes):
            yield {"user": user.name, "user_index": user_index, "question_index": question_index, **_label(probe)}


def _label(probe: Probe) -> dict[str, Any]:
    return {
        "question": probe.question,
        "kind": probe.kind,
        "answerable": probe.answer is not None,
        "evidence": [_place(proof.place) for proof in probe.evidence],
        "stale": [_place(place) for place in probe.stale],
        "answer": probe.answer,
    }


def _place(place: Place) -> dict[str, Any]:
    return {"date": str(place.date), "turn": place.turn}


def _lines(rows: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _write_all(texts: Mapping[Path, str], folder: Path) -> None:
    """All are written and on the disk before the first takes its name: a bank never stands beside another's labels."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=".users-") as scratch:
        for path, text in texts.items():
            with (Path(scratch) / path.name).open("wb") as out:
                out.write(text.encode("utf-8"))
                out.flush()
                os.fsync(out.fileno())
        for path in texts:
            os.replace(Path(scratch) / path.name, path)
