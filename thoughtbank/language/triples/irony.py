"""Sentences that plainly mean the opposite of what they say: left out, not turned round.

Closed cues of four languages, and no more: "yeah right", "as if" at the start, "… NOT!", 才怪, 퍽이나, "còn lâu". A cue that stands alone ("Yeah, right.")
may be said of the sentence on either side, so both go. The trade: what was meant after all is lost with it. Checked in tests/language/test_irony.py.
"""

import re
from collections.abc import Sequence

_CUE = re.compile(
    r"\b(?:yeah|ya|yea|yep|sure),? ri+ght\b(?=\s*(?:[,.!?…~;:-]|$))|^\W*(?:yeah,? |oh,? )*as if\b|\.{2,}\s*not\W*$|[,…]\s*not\W*$"
    r"|才怪|才见鬼|才見鬼|퍽이나|참도 그러겠|\bcòn lâu\b",
    re.IGNORECASE,
)
_ALONE = re.compile(
    r"\W*(?:(?:oh|yeah|ya|yea|yep|sure),? ri+ght|as if|(?-i:NOT)|才怪|퍽이나(?: 그러겠\w*)?|còn lâu)\W*", re.IGNORECASE
)


def meant(cuts: Sequence[str]) -> list[str]:
    """The sentences of a message without those."""
    gone = {at for at, cut in enumerate(cuts) if _CUE.search(cut)}
    for at, cut in enumerate(cuts):
        if _ALONE.fullmatch(cut):
            gone |= {at - 1, at, at + 1}
    return [cut for at, cut in enumerate(cuts) if at not in gone]
