"""A demonstration on invented data, without a key and without a network: what is asked, what is answered, and whether the turn that holds
the answer was found. The counts at its end are those of this run.
"""

import json as json_format
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from thoughtbank.cli import output
from thoughtbank.cli.given import Json, command_line, common, open_bank
from thoughtbank.errors import InputError
from thoughtbank.records.decisions import Answer, ImportReport, Row

if TYPE_CHECKING:
    from thoughtbank.assemble import Thoughtbank

USER = "demo"
ZONE = "Europe/Paris"
"""Where the person in the dialogue lives."""
TOP = 10
"""What `recall` gives by default."""
SHOWN = 3
"""Rows shown of each, or as many as it takes to show the evidence."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of the demonstration, and what came of it."""

    question: str
    answerable: bool
    expected: str
    answer: Answer
    rows: tuple[Row, ...]
    evidence: frozenset[str]

    @property
    def place(self) -> int | None:
        """Of the evidence among the rows, from 1."""
        return next((place for place, row in enumerate(self.rows, 1) if self.evidence & {row.id, *row.turns}), None)


def demo(
    ctx: typer.Context,
    keep: Annotated[
        str | None, typer.Option("--keep", metavar="FILE", help="Keeps the store as this file, to go on with.")
    ] = None,
    json: Json = False,
) -> None:
    """Shows it at work: an invented dialogue, questions, what is found and why.

    It needs no key and no network, and leaves nothing behind. Answers are quotes; a model that is set isn't asked.

    Example: thoughtbank demo --keep demo.db
    """
    quiet = common(ctx).quiet
    with _store(keep) as store, open_bank(ctx, store=store, zone=ZONE, model="none") as bank:
        report = _import(bank, quiet)
        ids = {line["key"]: line["id"] for line in map(json_format.loads, bank.export(user_id=USER)) if "key" in line}
        questions = _data("demo_questions.jsonl")
        results: list[Asked] = []
        with output.progress("asking", total=len(questions), quiet=quiet) as advance:
            for count, question in enumerate(questions, 1):
                results.append(_ask(bank, question, ids))
                advance(count)
    following = _following(ctx, keep)
    if json:
        output.print_json(_document(report, results, following))
        return
    for number, asked in enumerate(results, 1):
        _show(number, asked)
    output.say(_final(results), "bold")
    output.say("\nNow with your own words:")
    for command in following:
        output.say(f"  {command}")


@contextmanager
def _store(keep: str | None) -> Iterator[str]:
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="thoughtbank-demo-", ignore_cleanup_errors=True) as folder:
            yield str(Path(folder) / "demo.db")
    elif Path(keep).exists():
        raise InputError(f"{keep} is there already; name a new file with --keep, or remove it first")
    else:
        yield str(Path(keep).absolute())


def _data(name: str) -> list[dict[str, Any]]:
    return [json_format.loads(line) for line in _lines(name)]


def _lines(name: str) -> list[str]:
    return files("thoughtbank.cli").joinpath("data", name).read_text(encoding="utf-8").splitlines()


def _import(bank: "Thoughtbank", quiet: bool) -> ImportReport:
    lines = _lines("demo_dialogue.jsonl")
    output.remark(f"Importing {len(lines)} messages; embedding them takes about ten seconds.", quiet=quiet)
    report = ImportReport()
    with output.progress("importing", total=len(lines), quiet=quiet) as advance:
        for report in bank.importing(lines, user_id=USER):
            advance(report.lines)
    return report


def _ask(bank: "Thoughtbank", question: Mapping[str, Any], ids: Mapping[str, str]) -> Asked:
    text = question["question"]
    return Asked(
        question=text,
        answerable=question["answerable"],
        expected=question["answer"],
        answer=bank.answer(text, user_id=USER, remember=False),
        rows=bank.recall(text, user_id=USER, k=TOP).rows,
        evidence=frozenset(ids[key] for key in question["evidence"] if key in ids),
    )


def _show(number: int, asked: Asked) -> None:
    output.say(f"\n{number}. {asked.question}", "bold")
    output.say(asked.answer.text)
    if asked.answer.note:
        output.say(f"({asked.answer.note})", "dim")
    for place, row in enumerate(asked.rows[: max(SHOWN, asked.place or 0)], 1):
        if place <= SHOWN or place == asked.place:
            mark = "*" if place == asked.place else " "
            said = f"{row.said_at:%m-%d} {output.who(row.memory)}: {output.short(row.text, 60)}"
            output.say(f"{mark}{place:2}  {said}", "dim")
            output.say(f"     why: {row.why.rpartition('; ')[0]}", "dim")
    output.say(_verdict(asked), "dim")


def _verdict(asked: Asked) -> str:
    if not asked.answerable:
        return "Never said, and " + ("answered nevertheless: wrong." if asked.answer.known else "refused: right.")
    if asked.place is None:
        return f"The turn that holds the answer ({asked.expected}) isn't among the first {TOP}."
    found = f"* holds the answer: {asked.expected}"
    return (
        found if asked.answer.known else f"{found}. Found, but not close enough to the question to be quoted without a model."
    )


def _counts(results: Sequence[Asked]) -> dict[str, int]:
    answerable = [asked for asked in results if asked.answerable]
    never = [asked for asked in results if not asked.answerable]
    return {
        "answered": sum(asked.answer.known for asked in answerable),
        "evidence_found": sum(asked.place is not None for asked in answerable),
        "answerable": len(answerable),
        "refused": sum(not asked.answer.known for asked in never),
        "never_said": len(never),
    }


def _final(results: Sequence[Asked]) -> str:
    counts = _counts(results)
    return (
        f"evidence in the top {TOP} for {counts['evidence_found']} of {counts['answerable']} answerable questions, "
        f"{counts['answered']} of them answered; {counts['refused']} of {counts['never_said']} never-said questions refused"
    )


def _following(ctx: typer.Context, keep: str | None) -> list[str]:
    """Commands to go on with: in the kept store, or in one's own."""
    place = {} if keep is None else {"store": keep}
    talk = [] if keep is None else [command_line(ctx, "chat", "--user", USER, **place)]
    return [
        *talk,
        command_line(ctx, "remember", "--user", "me", "I was born in Turku, by the river.", **place),
        command_line(ctx, "recall", "--user", "me", "Where was I born?", **place),
        command_line(ctx, "chat", "--user", "me", **place),
    ]


def _document(report: ImportReport, results: Sequence[Asked], following: Sequence[str]) -> dict[str, Any]:
    questions = [
        {
            "question": asked.question,
            "answerable": asked.answerable,
            "expected": asked.expected,
            "answer": asked.answer.text,
            "by": asked.answer.by,
            "known": asked.answer.known,
            "note": asked.answer.note,
            "evidence": sorted(asked.evidence),
            "place": asked.place,
            "rows": [output.row_data(row) for row in asked.rows],
        }
        for asked in results
    ]
    return {"imported": asdict(report), "questions": questions, **_counts(results), "next": list(following)}
