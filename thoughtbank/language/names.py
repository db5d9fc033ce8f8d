"""Ids and names as callers give them: any characters are plain characters, kept as they are."""

import re

from thoughtbank.errors import InputError
from thoughtbank.language.triples.relations import base
from thoughtbank.language.words import is_blank, normalise

_BROKEN = re.compile("[\\0-\\x1f\\x7f\\ud800-\\udfff]")
NAME_CHARS = 256
"""Longest user id, session id, agent id, speaker or key. Chosen: above any scheme of ids in use."""


def check_name(value: object, what: str) -> str | None:
    """An id or a name as given, or None. Any characters are plain characters; blank ones and control characters are errors."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise InputError(f"{what} must be a str, not {type(value).__name__}")
    if is_blank(value):
        raise InputError(f"{what} is empty; leave it out, or name one")
    if len(value) > NAME_CHARS:
        raise InputError(f"{what} has {len(value)} characters; the limit is {NAME_CHARS}")
    if _BROKEN.search(value):
        raise InputError(f"{what} {value!r} holds control characters or broken Unicode")
    return value


_ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\S)")


def head_key(name: str) -> str:
    """A name as names are compared: "The  Cat" and "the cat" and "cat" are one; accents and scripts stay apart."""
    return _ARTICLE.sub("", normalise(name)).strip(" .,;:!?。，；：！？")


def about_key(head: str, relation: str) -> str:
    """What thoughts that may contradict each other share: the head, and the relation without its denial."""
    return f"{head_key(head)}\x1f{normalise(base(relation))}"
