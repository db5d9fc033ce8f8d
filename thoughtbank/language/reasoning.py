"""A reasoning model's `<think>...</think>`, taken out of a text that is whole.

Some servers' prompts already hold the opening tag, so that a reply begins with its thoughts and only the end of them is marked: a first
`</think>` without an opening before it ends such a thought. The trade: a reply that speaks of that very tag loses what stands before.
"""

import re

OPEN, CLOSE = "<think>", "</think>"

_THOUGHT = re.compile(f"{OPEN}.*?(?:{CLOSE}|\\Z)", re.DOTALL)


def without_thoughts(text: str) -> str:
    """The reply without its thoughts, one that never ended included; where there are none, the text as it is.

    >>> without_thoughts("<think>hm</think>Yes."), without_thoughts("hm</think>Yes."), without_thoughts("Yes.<think>hm")
    ('Yes.', 'Yes.', 'Yes.')
    """
    if OPEN not in text and CLOSE not in text:
        return text
    before, _, after = text.partition(CLOSE)
    return _THOUGHT.sub("", text if OPEN in before else after).strip()
