"""What the tests of each language's fragments share: propositions as a test writes them, and the development messages as they are scored."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from thoughtbank.evaluation.fragment_figures import listing, measure
from thoughtbank.evaluation.fragments import Found, mark, read
from thoughtbank.language.fragments import Fragment, Parser, fragments

DATA = Path(__file__).parents[1] / "data"


def shown(found: Iterable[Fragment]) -> list[str]:
    """Each with its mood and denial, where they aren't fact and assent."""
    return [f"{'not ' if one.negative else ''}{one}{'' if one.mood == 'fact' else ' ' + one.mood}" for one in found]


def figures(lang: str, parsers: Mapping[str, Parser] | None = None) -> dict[str, Any]:
    """The figures of a language's development messages, how many there are, and what is amiss with those that aren't right."""

    def found(text: str, speaker: str | None, listener: str | None, _at: datetime, _lang: str) -> list[Found]:
        return list(map(Found.of, fragments(text, me=speaker, you=listener, parsers=parsers)))

    marked = mark(read(DATA / f"fragments_dev_{lang}.jsonl"), found)
    return {**measure(marked)["metrics"], "messages": len(marked), "amiss": listing(marked, ("half", "wrong", "missed"))}
