"""What a fragment is, and who says it: of `language/proposition.py`, which loads none of the rules."""

from thoughtbank.language.proposition import MOODS, ROLES, Argument, Fragment, Mood, Role, Speaking

__all__ = ["MOODS", "ROLES", "Argument", "Fragment", "Mood", "Role", "Speaking"]
