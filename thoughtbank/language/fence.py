"""The fence round recalled text: what stands inside is data, can't close the fence, and is recognised when it comes back.

A fence carries a mark made from its content, so stored text can't contain the end that would close it; and every memory is one line
of JSON text, so it can't begin a line of its own. `unfenced` takes fences out of text that is offered for remembering:
what a bank told a model must never be learnt again as if someone had said it. Only what a bank wrote is taken out: the mark
must be that of the lines, so nobody's words are lost by an invented one. Linear in the text, whatever stands in it.
"""

import json
import re
from hashlib import blake2b

# Quoted lines hold no tag, so a fence's end is the next tag after its opening: no opening is read further than the next one.
_FENCE = re.compile(
    r'<memories from="thoughtbank" mark="(?P<mark>[0-9a-f]{12})">\r?\n'
    r"(?P<lines>[^<]*(?:<(?!/?memories )[^<]*)*)"
    r"</memories (?P=mark)>(?:\r?\n)?"
)
_TAG = re.compile(r"<(?=\s*/?\s*memories)", re.IGNORECASE)
_BREAKS = re.compile("[\x7f-\x9f\u2028\u2029]")
"""What JSON leaves as it is and some readers take for the end of a line."""


def fence(lines: str) -> str:
    """Puts lines (already quoted) into a fence."""
    mark = _mark(lines)
    return f'<memories from="thoughtbank" mark="{mark}">\n{lines}\n</memories {mark}>'


def quote(text: str) -> str:
    """One line of JSON text, in its own script; tags like the fence's lose their bracket."""
    line = json.dumps(_TAG.sub("‹", text), ensure_ascii=False)
    return _BREAKS.sub(lambda found: f"\\u{ord(found[0]):04x}", line)


def unfenced(text: str) -> tuple[str, int]:
    """The text without fences, and how many were taken out. Lines may end in CRLF: chat windows and mail change that."""
    kept: list[str] = []
    place = 0
    for found in _FENCE.finditer(text):
        lines = found["lines"].replace("\r\n", "\n")
        if lines.endswith("\n") and _mark(lines[:-1]) == found["mark"]:
            kept.append(text[place : found.start()])
            place = found.end()
    return "".join((*kept, text[place:])), len(kept)


def _mark(lines: str) -> str:
    return blake2b(lines.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
