"""Taking a reasoning model's `<think>...</think>` out of what it says.

pydantic-ai separates thoughts that come in fields of their own, and most tags; what is left are tags cut by the pieces of a
stream, and a lone `</think>` from servers whose prompt already holds the opening one.
"""

OPEN, CLOSE = "<think>", "</think>"


class ThoughtFilter:
    """Passes on the pieces of a streamed reply but for its thoughts; holds back an end that may be the beginning of a tag.

    >>> thoughts = ThoughtFilter()
    >>> [thoughts.feed(piece) for piece in ("<thi", "nk>hm</think>", "Yes, 1 <", " 2")], thoughts.rest()
    (['', '', 'Yes, 1 ', '< 2'], '')
    """

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False

    def feed(self, piece: str) -> str:
        """What can be shown now."""
        self._held += piece
        shown = ""
        while (at := self._held.find(self._tag)) >= 0:
            shown += "" if self._thinking else self._held[:at]
            self._held = self._held[at + len(self._tag) :]
            self._thinking = not self._thinking
        keep = _overlap(self._held, self._tag)
        shown += "" if self._thinking else self._held[: len(self._held) - keep]
        self._held = self._held[len(self._held) - keep :]
        return shown

    def rest(self) -> str:
        """What was held back, at the end of the reply. A thought that never ended stays hidden."""
        return "" if self._thinking else self._held

    @property
    def _tag(self) -> str:
        return CLOSE if self._thinking else OPEN


def without_thoughts(text: str) -> str:
    """The whole reply without its thoughts."""
    if CLOSE in text and OPEN not in text.split(CLOSE, 1)[0]:
        text = text.split(CLOSE, 1)[1]
    thoughts = ThoughtFilter()
    return (thoughts.feed(text) + thoughts.rest()).strip()


def _overlap(text: str, tag: str) -> int:
    """Length of the longest end of `text` that begins `tag`."""
    return next((size for size in range(min(len(text), len(tag) - 1), 0, -1) if tag.startswith(text[-size:])), 0)
