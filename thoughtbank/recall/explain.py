"""Why a memory is here, in one sentence, from what the paths saw."""

from collections.abc import Sequence

from thoughtbank.language.times import day_words
from thoughtbank.records.memory import Memory


def why(memory: Memory, words: Sequence[str], ranks: dict[str, int], similarity: float | None) -> str:
    """For example: "words support, group (1st by words); meaning 0.86 (3rd by meaning); said by Caroline on 8 May 2023"."""
    reasons = []
    if words:
        shown = ", ".join(words[:5]) + (", …" if len(words) > 5 else "")
        reasons.append(f"shares {shown}{_place(ranks, 'lexical', 'by words')}")
    if similarity is not None:
        reasons.append(f"likeness of meaning {similarity:.2f}{_place(ranks, 'dense', 'by meaning')}")
    if not reasons:
        reasons.append("stands beside a match in its session")
    said = "written" if memory.kind == "note" else f"said by {memory.speaker or memory.role}"
    return f"{'; '.join(reasons)}; {said} on {day_words(memory.said_at, 'en')}"


def _place(ranks: dict[str, int], path: str, by: str) -> str:
    return f" ({ordinal(ranks[path])} {by})" if path in ranks else ""


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
