"""What a memory saves a prompt: the tokens of the context it lays out, against those of the whole history.

Each question of the dialogues is asked of its own memory, and `context` lays out what is found within each budget. Reported are the tokens of the
whole history, those of the contexts, and the mean share of a question's evidence that stands in its context. Tokens are the package's own
estimate. Embedding takes minutes the first time; --keep FILE shares its memories with benchmarks.abstention.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.abstention import Remembering, dialogue_options, remember_all
from benchmarks.report import progress, table, write
from benchmarks.shipped import data_folder, named_embedder, open_bank
from thoughtbank import Thoughtbank
from thoughtbank.evaluation.datasets import Dialogue, load
from thoughtbank.language.words import count_tokens

BUDGETS = (500, 1500, 4000)
"""Estimated tokens; 1,500 is the shipped default."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    given = dialogue_options(__doc__).parse_args(arguments)
    folder = data_folder(given.data)
    embedder = Remembering(named_embedder(given.embedder))
    measured = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name in given.sets:
            with open_bank(given.keep or Path(scratch) / "tokens.db", embedder, tenant=name) as bank:
                measured[name] = saving(bank, load(name, folder)[: given.dialogues])
            show(name, measured[name])
    write(given.json, {"sets": measured})


def saving(bank: Thoughtbank, dialogues: Sequence[Dialogue]) -> dict:
    """Means over all questions."""
    units = remember_all(bank, dialogues)
    whole = [sum(count_tokens(turn.text) for session in dialogue.sessions for turn in session) for dialogue in dialogues]
    asked = sum(len(dialogue.questions) for dialogue in dialogues)
    budgets = {}
    for budget in BUDGETS:
        progress(f"contexts of {budget} tokens")
        tokens, held, share = [], [], []
        for dialogue, size in zip(dialogues, whole, strict=True):
            for question in dialogue.questions:
                context = bank.context(question.text, user_id=dialogue.name, token_budget=budget, k=200)
                shown = {units[row.id] for row in context.rows}
                tokens.append(context.tokens)
                held.append(len(shown & question.evidence) / len(question.evidence))
                share.append(context.tokens / size)
        budgets[str(budget)] = {
            "tokens": float(np.mean(tokens)),
            "evidence": float(np.mean(held)),
            "share": float(np.mean(share)),
        }
    return {"dialogues": len(dialogues), "questions": asked, "whole": float(np.mean(whole)), "budgets": budgets}


def show(name: str, measured: dict) -> None:
    """Prints one set's table."""
    rows = [
        (budget, f"{of['tokens']:.0f}", f"{of['share']:.1%}", f"{of['evidence']:.3f}")
        for budget, of in measured["budgets"].items()
    ]
    heading = f"{name}: {measured['questions']} questions, whole history {measured['whole']:.0f} tokens (mean of {measured['dialogues']})"
    table((heading, "tokens used", "of the whole", "evidence in it"), rows)


if __name__ == "__main__":
    main()
