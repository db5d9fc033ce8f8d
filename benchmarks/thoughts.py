"""What does the engine think of real exchanges? Sentences to be read and counted by a person: nothing here says which are right.

Some exchanges of MemoryBank's dialogues, drawn by a seed, are remembered, each in a memory of its own, and their thoughts are printed under the
number of the exchange. --model names who thinks; without it the rules do, as shipped. With a
model, query and reply are thought about together, as in the preset TIM.
"""

import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.report import parser, progress, write
from benchmarks.shipped import data_folder, open_bank
from thoughtbank import Thoughtbank
from thoughtbank.evaluation.datasets import load
from thoughtbank.records.conversation import Turn

Exchange = tuple[Turn, Turn]


def main(arguments: Sequence[str] | None = None) -> None:
    """Thinks and prints."""
    options = parser(__doc__)
    options.add_argument("--data", type=Path, metavar="FOLDER", help="the folder that benchmarks/README.md describes")
    options.add_argument("--languages", nargs="+", default=("en", "cn"))
    options.add_argument("--count", type=int, default=20, help="exchanges of each set")
    options.add_argument("--seed", type=int, default=2026)
    options.add_argument("--model", help="a model that thinks, such as local:qwen2.5-coder-1.5b; without it the rules")
    given = options.parse_args(arguments)
    folder = data_folder(given.data)
    found = {name: of_set(drawn(name, folder, given.count, given.seed), name, given.model) for name in given.languages}
    write(given.json, {"by": given.model or "rules", "sets": found})


def drawn(language: str, folder: Path, count: int, seed: int) -> list[Exchange]:
    """Exchanges chosen by chance, in the order they stand in."""
    turns = [turn for dialogue in load("gvd", folder) if dialogue.name.startswith(f"{language}/") for turn in dialogue.turns]
    exchanges = list(zip(turns[::2], turns[1::2], strict=True))  # the set is made of pairs
    places = sorted(random.Random(seed).sample(range(len(exchanges)), min(count, len(exchanges))))
    return [exchanges[place] for place in places]


def of_set(exchanges: Sequence[Exchange], name: str, model: str | None) -> list[list[str]]:
    """Each exchange's thoughts, printed as they come."""
    found: list[list[str]] = []
    how = {"by": "model", "replies": True} if model else {"by": "rules"}
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "thoughts.db"
        with open_bank(file, "hash", model=model or "none", durability="fast", think=how) as bank:
            for number, exchange in enumerate(exchanges, 1):
                began = time.perf_counter()
                found.append(thoughts_of(bank, f"{name} {number}", exchange))
                progress(f"{name} {number}: {time.perf_counter() - began:.1f} s")
                print(f"{name} {number}: {exchange[0].text}")
                for text in found[-1]:
                    print(f"    {text}", flush=True)
    return found


def thoughts_of(bank: Thoughtbank, user: str, exchange: Exchange) -> list[str]:
    """What is kept of one exchange."""
    bank.remember(list(exchange), user_id=user)
    return [one.text for one in bank.list(user_id=user, kind="thought", limit=100)]


if __name__ == "__main__":
    main()
