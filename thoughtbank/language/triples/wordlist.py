"""Closed lists of words, as the rules of each language write them down."""


def listed(words: str) -> frozenset[str]:
    """The words of a text, parted by white space."""
    return frozenset(words.split())
