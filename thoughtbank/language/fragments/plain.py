"""What one sentence says by rules of its language alone, for languages whose core triples are few: Korean and Vietnamese."""

from collections.abc import Callable, Mapping

from thoughtbank.language.fragments import korean, vietnamese
from thoughtbank.language.fragments.said import Fragment, Speaking

PLAIN: Mapping[str, Callable[[str, Speaking], list[Fragment]]] = {"ko": korean.read_plain, "vi": vietnamese.read_plain}
"""By language. A sentence is one cut of `sentences`, its quotations still hidden."""
