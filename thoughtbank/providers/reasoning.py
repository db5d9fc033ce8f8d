"""Taking a reasoning model's `<think>...</think>` out of what it says, while it comes.

pydantic-ai separates thoughts that come in fields of their own, and most tags; what is left are tags cut by the pieces of a
stream, and a lone `</think>` from servers whose prompt already holds the opening one. Of the latter nobody can tell that it was
a thought before it ends: what was shown by then stays shown, and its tag is passed on, so that whoever keeps the reply
can clean it (`language/reasoning.py` does, of a text that is whole).
"""

from thoughtbank.language.reasoning import CLOSE, OPEN


class ThoughtFilter:
    """Passes on the pieces of a streamed reply but for its thoughts; holds back an end that may be the beginning of a tag.

    A lone `</think>` is taken out, with what stands before it, as long as nothing was shown.

    >>> thoughts = ThoughtFilter()
    >>> [thoughts.feed(piece) for piece in ("<thi", "nk>hm</think>", "Yes, 1 <", " 2")], thoughts.rest()
    (['', '', 'Yes, 1 ', '< 2'], '')
    """

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False
        self._begun = False

    def feed(self, piece: str) -> str:
        """What can be shown now."""
        self._held += piece
        if not self._begun:
            self._held = _after_lone_close(self._held)
        shown = ""
        while (at := self._held.find(self._tag)) >= 0:
            shown += "" if self._thinking else self._held[:at]
            self._held = self._held[at + len(self._tag) :]
            self._thinking = not self._thinking
            self._begun = True
        keep = _overlap(self._held, self._tag)
        if not self._begun:
            keep = max(keep, _overlap(self._held, CLOSE))
        shown += "" if self._thinking else self._held[: len(self._held) - keep]
        self._held = self._held[len(self._held) - keep :]
        self._begun = self._begun or bool(shown.strip())
        return shown

    def rest(self) -> str:
        """What was held back, at the end of the reply. A thought that never ended stays hidden."""
        return "" if self._thinking else self._held

    @property
    def _tag(self) -> str:
        return CLOSE if self._thinking else OPEN


def _after_lone_close(text: str) -> str:
    before, close, after = text.partition(CLOSE)
    return after if close and OPEN not in before else text


def _overlap(text: str, tag: str) -> int:
    """Length of the longest end of `text` that begins `tag`."""
    return next((size for size in range(min(len(text), len(tag) - 1), 0, -1) if tag.startswith(text[-size:])), 0)
