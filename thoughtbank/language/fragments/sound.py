"""Whether a proposition that a model wrote may be kept: it says no more than its message, and is understood without it."""

from thoughtbank.language.fragments.said import Fragment, Speaking
from thoughtbank.language.grounding import beyond, beyond_relation, unnamed
from thoughtbank.language.questions import only_asks

GROUNDED = 0.5
"""Share of an argument's words that must stand in the message or be a name of who talks. Chosen, not measured; as `think.grounded`."""
LONGEST = 160
"""Characters of a predicate or an argument at most. Chosen; as for thoughts."""


def unsound(fragment: Fragment, text: str, speaking: Speaking, share: float = GROUNDED) -> str | None:
    """Why it can't be kept; None if it can."""
    parts = [fragment.predicate, *(one.text for one in fragment.arguments)]
    if long := next((part for part in parts if len(part) > LONGEST), None):
        return f"a part has {len(long)} characters; the limit is {LONGEST}"
    if only_asks(text):
        return "its message only asks"
    if found := next(filter(None, map(unnamed, parts)), None):
        return f"{found!r} isn't understood without its message"
    source = "\n".join(filter(None, (text, speaking.me, speaking.you)))
    return beyond(parts[1:], source, share) or beyond_relation(fragment.predicate, source)
