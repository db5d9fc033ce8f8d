"""The longest common subsequence of two sequences of tokens, many of its table's cells at a time.

The usual table costs a step for each pair of tokens: half a second for a question's recall against the sessions it came from. Here a
row of the table is one integer, a bit for each token of `b` (Hyyrö 2004, "Bit-parallel LCS-length computation revisited"), so a token of
`a` is a few operations on integers, whatever the length of `b`. The trade: the length alone, not which tokens they are, and that is
all ROUGE-L asks for. Checked against rouge-score's table in tests/evaluation/test_texts.py.
"""

from collections.abc import Sequence


def longest_common(a: Sequence[str], b: Sequence[str]) -> int:
    """Tokens in the longest sequence that stands in both, in order, with gaps: 3 for "the cat sat" in "the old cat has sat"."""
    places: dict[str, int] = {}
    for place, token in enumerate(b):
        places[token] = places.get(token, 0) | 1 << place
    every = (1 << len(b)) - 1
    row = every  # a bit turns 0 where the table's row goes up by one
    for token in a:
        matches = row & places.get(token, 0)
        row = ((row + matches) | (row - matches)) & every
    return len(b) - row.bit_count()
