"""The fence round recalled text: what stands inside is data, can't close the fence, and is recognised when it comes back.

A fence carries a mark made from its content, so stored text can't contain the end that would close it; and every memory is one line
of JSON text, so it can't begin a line of its own. `unfenced` takes fences out of text that is offered for remembering:
what a bank told a model must never be learnt again as if someone had said it.
"""

import json
import re
from hashlib import blake2b

_FENCE = re.compile(r'<memories from="thoughtbank" mark="([0-9a-f]{12})">\r?\n.*?\r?\n</memories \1>(?:\r?\n)?', re.DOTALL)
_TAG = re.compile(r"<(?=\s*/?\s*memories)", re.IGNORECASE)
_BREAKS = re.compile("[\x7f-\x9f\u2028\u2029]")
"""What JSON leaves as it is and some readers take for the end of a line."""


def fence(lines: str) -> str:
    """Puts lines (already quoted) into a fence."""
    mark = blake2b(lines.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
    return f'<memories from="thoughtbank" mark="{mark}">\n{lines}\n</memories {mark}>'


def quote(text: str) -> str:
    """One line of JSON text, in its own script; tags like the fence's lose their bracket."""
    line = json.dumps(_TAG.sub("‹", text), ensure_ascii=False)
    return _BREAKS.sub(lambda found: f"\\u{ord(found[0]):04x}", line)


def unfenced(text: str) -> tuple[str, int]:
    """The text without fences, and how many were taken out."""
    return _FENCE.subn("", text) if "<memories " in text else (text, 0)
