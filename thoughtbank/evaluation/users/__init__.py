"""Virtual users (MemoryBank, section 4; MECHANISMS 131, 132): people, days of dialogue, and questions whose evidence is known.

The evidence is right because the exchange that states a fact is made together with the question that asks for it; nothing is labelled
afterwards. The price: what people say comes from templates, or from a model that words the same drafts. Checked by
`tests/evaluation/test_users.py`.
"""

from thoughtbank.evaluation.users.generate import make
from thoughtbank.evaluation.users.people import VirtualUser
from thoughtbank.evaluation.users.texts import LANGUAGES
from thoughtbank.evaluation.users.writing import write

__all__ = ["LANGUAGES", "VirtualUser", "make", "write"]
