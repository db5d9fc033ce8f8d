"""What does the gate of gain save? Tokens that are ranked, thoughts that are kept, and calls of a model, with the gate and without it.

Dialogues are remembered session by session, as they were held, four times: with the gate and without, thought about by rules and by a model that answers
every exchange with no thoughts, so that its calls and the tokens it is asked are counted and nothing else is. Every turn is kept either way; what is
saved is what competes in recall and what is thought about. Tokens are the package's own estimate; vectors play no part, so a hash stands for them.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.abstention import SETS
from benchmarks.report import parser, progress, table, write
from benchmarks.shipped import data_folder, open_bank
from thoughtbank import Thoughtbank
from thoughtbank.evaluation.costs import CountedModel
from thoughtbank.evaluation.datasets import Dialogue, load
from thoughtbank.language.words import count_tokens
from thoughtbank.providers.fake import HashEmbedder, ScriptedModel


@dataclass(frozen=True, slots=True)
class Spent:
    """Of one set, with the gate or without it. `tokens`: of all turns that are kept; `ranked_tokens`: of those that recall ranks by themselves."""

    turns: int
    tokens: int
    ranked_turns: int
    ranked_tokens: int
    thoughts: int
    thought_tokens: int
    calls: int
    tokens_read: int

    @property
    def of_each_turn(self) -> dict[str, float]:
        """The same by turn, as is compared."""
        names = ("tokens", "ranked_tokens", "thoughts", "calls", "tokens_read")
        return {name: getattr(self, name) / self.turns for name in names}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    asked = _options().parse_args(arguments)
    folder = data_folder(asked.data)
    measured = {}
    for name in asked.sets:
        dialogues = load(name, folder)[: asked.dialogues]
        both = {mode: spent(name, dialogues, mode) for mode in ("on", "off")}
        measured[name] = {mode: {**asdict(of), "of each turn": of.of_each_turn} for mode, of in both.items()}
        show(name, both["on"], both["off"])
    write(asked.json, {"sets": measured})


def _options() -> argparse.ArgumentParser:
    options = parser(__doc__)
    options.add_argument("--data", type=Path, metavar="FOLDER", help="the data sets' folder (or THOUGHTBANK_DATA)")
    options.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    options.add_argument("--dialogues", type=int, metavar="N", help="only the first N dialogues of each set")
    return options


def spent(name: str, dialogues: Sequence[Dialogue], mode: str) -> Spent:
    """Remembers everything twice: by rules, for what is kept, and by a model, for what it costs."""
    turns = sum(len(dialogue.turns) for dialogue in dialogues)
    model = CountedModel(ScriptedModel(['{"propositions": []}'] * 2 * turns))
    with tempfile.TemporaryDirectory() as scratch:
        for by in ("rules", "model"):
            progress(f"{name}: {turns} turns, gate {mode}, thought about by {by}")
            given: dict[str, Any] = {"gain": {"mode": mode}, "think": {"by": by}, "durability": "fast", "seed": 0}
            given |= {"model": model if by == "model" else "none"}
            with open_bank(Path(scratch) / f"{by}.db", HashEmbedder(), **given) as bank:
                for dialogue in dialogues:
                    for session in dialogue.sessions:
                        bank.remember(list(session), user_id=dialogue.name)
                bank.work()
                if by == "rules":
                    kept = [_kept(bank, dialogue.name) for dialogue in dialogues]
    return Spent(turns, *(sum(column) for column in zip(*kept, strict=True)), model.calls, model.read)


def _kept(bank: Thoughtbank, user: str) -> tuple[int, int, int, int, int]:
    """Of one user: tokens of turns, turns that are ranked, their tokens, thoughts, their tokens."""
    gain = bank.settings.gain
    found = _pages(bank.gains, user_id=user, below=gain.theta_index) if gain.mode != "off" else ()
    low = {turn.id for turn, _ in found}  # these aren't ranked by themselves
    tokens = {turn.id: count_tokens(turn.text) for turn in _pages(bank.list, user_id=user, kind="turn")}
    ranked = [count for id, count in tokens.items() if id not in low]
    thoughts = [count_tokens(thought.text) for thought in _pages(bank.list, user_id=user, kind="thought")]
    return sum(tokens.values()), len(ranked), sum(ranked), len(thoughts), sum(thoughts)


def _pages(verb: Callable[..., Any], **given: Any) -> Iterator[Any]:
    """All that a verb gives by pages."""
    cursor = None
    while True:
        page = verb(**given, limit=1000, cursor=cursor)
        yield from page
        if (cursor := page.next) is None:
            return


def show(name: str, on: Spent, off: Spent) -> None:
    """Prints one set's table."""
    rows = []
    for what, now, before in (
        ("tokens of all turns", on.tokens, off.tokens),
        ("turns ranked", on.ranked_turns, off.ranked_turns),
        ("tokens of what is ranked", on.ranked_tokens, off.ranked_tokens),
        ("thoughts, by rules", on.thoughts, off.thoughts),
        ("calls of a model", on.calls, off.calls),
        ("tokens it reads", on.tokens_read, off.tokens_read),
    ):
        saved = f"{1 - now / before:.1%}" if before else None
        rows.append((what, now, before, f"{now / on.turns:.2f}", f"{before / off.turns:.2f}", saved))
    table((f"{name}: {on.turns} turns", "gate on", "off", "a turn, on", "off", "saved"), rows)


if __name__ == "__main__":
    main()
