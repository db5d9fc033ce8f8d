"""What a text goes through before it leaves: made valid Unicode, and for embedding cut to what is worth its cost."""

import re

WORD = 100
"""Characters of an unbroken run that are embedded: longer ones are hashes, base64 or addresses, at most of a token per
character."""

# Everything but spaces and the scripts written without them: Thai to Myanmar, Khmer, Chinese, Japanese, Korean.
_RUN = re.compile(
    r"[^\s\u0e00-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]{101,}"
)


def sendable(text: str) -> str:
    """The text in valid Unicode: surrogate pairs joined, lone ones U+FFFD. Anything else can't be encoded as UTF-8."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def bounded(text: str, limit: int) -> str:
    """The part of a text that is embedded: the first two thirds and the last third of `limit` characters, joined by a
    space; an unbroken run of more than WORD characters shortened the same way; sendable, without NUL.

    >>> bounded("abcdefghi", 6)
    'abcd hi'
    """
    text = sendable(_ends(text, limit)).replace("\0", " ")
    return _RUN.sub(lambda run: _ends(run[0], WORD), text)


def _ends(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    tail = limit // 3
    return f"{text[: limit - tail]} {text[len(text) - tail :]}"
