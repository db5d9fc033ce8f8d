"""Things listed, for languages whose rules read phrases in a row."""

from collections.abc import Sequence


def each(core: Sequence[Sequence[str]]) -> list[list[str]]:
    """The arguments of each proposition, from groups of what is listed as one argument: the longest list parts, the rest is the same for each.

    [["Tom"], ["tea", "jam"]]  ->  [["Tom", "tea"], ["Tom", "jam"]]
    """
    if not core:
        return [[]]
    at = max(range(len(core)), key=lambda one: len(core[one]))
    return [
        [*(", ".join(group) for group in core[:at]), one, *(", ".join(group) for group in core[at + 1 :])] for one in core[at]
    ]
