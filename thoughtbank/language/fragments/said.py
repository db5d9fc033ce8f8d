"""Who says what a fragment says."""

from dataclasses import dataclass

from thoughtbank.language.proposition import Argument, Fragment, Mood, Role


@dataclass(frozen=True, slots=True)
class Speaking:
    """Who speaks and who is spoken to, by name; `you` None: nothing is said that needs their name."""

    me: str
    you: str | None = None


__all__ = ["Argument", "Fragment", "Mood", "Role", "Speaking"]
