"""What an extractor's propositions are worth in figures, by the rule of `fragments.py`.

Precision is right / found, and (right + half) / found; recall is the share of labels, the optional ones left out, that something right was found for,
and that something right or half was. Intervals are 95 %, by drawing messages again. Say so when quoting
a figure: labels are one reader's, and a message is scored as a whole, so that a proposition of its second sentence is right wherever it was found.
Checked by `tests/evaluation/test_fragments_measure.py`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np

from thoughtbank.evaluation import intervals
from thoughtbank.evaluation.fragments import VERDICTS, Found, Label, Marked, Message
from thoughtbank.records.conversation import Turn
from thoughtbank.records.decisions import Fragmented

FragmentsOf = Callable[[Sequence[Turn]], Sequence[Fragmented]]
"""The shipped extractor: `Bank.fragments_of`."""


def measure(marked: Sequence[Marked]) -> dict[str, Any]:
    """`n` messages, `metrics` over all and `by` language, as JSON data."""
    languages = sorted({one.message.lang for one in marked})
    return {
        "n": len(marked),
        "metrics": _figures(marked),
        "by": {lang: _figures([one for one in marked if one.message.lang == lang]) for lang in languages},
    }


def _figures(marked: Sequence[Marked]) -> dict[str, intervals.Figure]:
    found = [len(one.judged) for one in marked]
    right, half, wrong = ([sum(each.verdict == name for each in one.judged) for one in marked] for name in VERDICTS)
    asked = [sum(not label.optional for label in one.message.propositions) for one in marked]
    got = {name: [_got(one, name) for one in marked] for name in ("right", "half")}
    silent = [one for one in marked if not one.message.propositions]
    return {
        "precision": ratio(right, found),
        "precision_with_half": ratio(np.add(right, half), found),
        "half": ratio(half, found),
        "wrong": ratio(wrong, found),
        "recall": ratio(got["right"], asked),
        "recall_with_half": ratio(np.add(got["right"], got["half"]), asked),
        "silent": ratio([not one.judged for one in silent], [1 for _ in silent]),
    }


def _got(marked: Marked, name: str) -> int:
    return sum(got == name and not label.optional for got, label in zip(marked.got, marked.message.propositions, strict=True))


def ratio(sums: Any, counts: Any) -> intervals.Figure:
    """Sum / count over messages, its interval, and the count."""
    above, below = np.array(sums, np.float64), np.array(counts, np.float64)
    return intervals.ratio(above, below) | {"of": float(below.sum())}


def listing(marked: Iterable[Marked], verdicts: Sequence[str] = ("half", "wrong")) -> str:
    """What to read by eye: each message with a proposition of these verdicts; with "missed" also labels that nothing right was found for."""
    return "\n".join(line for one in marked for line in _listed(one, verdicts))


def _listed(marked: Marked, verdicts: Sequence[str]) -> Iterator[str]:
    message = marked.message
    shown = [
        f"  {one.verdict:6}{_said(one.found)}  <- {'; '.join(one.faults)}" for one in marked.judged if one.verdict in verdicts
    ]
    if "missed" in verdicts:
        asked = zip(marked.got, message.propositions, strict=True)
        shown += [f"  missed {_wanted(label)}" for got, label in asked if got != "right" and not label.optional]
    if shown:
        yield f"{message.id} {message.kind} {message.speaker or '-'}: {message.text}"
        yield from shown


def _said(found: Found) -> str:
    args = "; ".join(f"{role}: {text}" if role else text for role, text in found.args)
    return f"{'not ' if found.negative else ''}{found.predicate}({args}) {found.mood}"


def _wanted(label: Label) -> str:
    return f"{'not ' if label.negative else ''}{label.predicate[0]}({'; '.join(one[0] for one in label.args)}) {label.mood}"


def counts(messages: Sequence[Message]) -> Mapping[str, Mapping[str, int]]:
    """Messages of each language and kind."""
    languages = sorted({one.lang for one in messages})
    kinds = sorted({one.kind for one in messages})
    return {
        lang: {kind: sum(one.lang == lang and one.kind == kind for one in messages) for kind in kinds} for lang in languages
    }


class ByBank:
    """The shipped extractor as the yardsticks ask it. `failed`: why what it couldn't read couldn't be, so far."""

    def __init__(self, fragments_of: FragmentsOf) -> None:
        self._fragments_of = fragments_of
        self.failed: list[str] = []

    def told(self, text: str) -> Fragmented:
        """What a text says by itself."""
        return self._last([Turn(text)])

    def __call__(self, text: str, speaker: str | None, listener: str | None, said_at: datetime, lang: str) -> list[Found]:
        """What a message says after one of the listener's, whose name is then known."""
        before = [Turn("...", role="participant", speaker=listener, session_id="one")] if listener is not None else []
        told = self._last([*before, Turn(text, role="user", speaker=speaker, said_at=said_at, session_id="one")])
        return list(map(Found.of, told.found))

    def _last(self, turns: Sequence[Turn]) -> Fragmented:
        told = self._fragments_of(turns)[-1]
        if told.reason is not None:
            self.failed.append(told.reason)
        return told
