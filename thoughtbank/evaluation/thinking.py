"""The thoughts that the shipped engine keeps of a dialogue, so that they can be measured."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from thoughtbank.assemble import Thoughtbank
from thoughtbank.records.conversation import Turn

USER = "someone"


def thoughts_of(turns: Sequence[Turn]) -> list[str]:
    """The sentences of the current thoughts after the last turn, in order of writing: made and organized by rules, with the shipped settings.

    The words alone decide which thoughts there are, since rivals are sought by head; so the turns' own vectors are the cheapest.
    """
    with tempfile.TemporaryDirectory() as home:
        file = str(Path(home) / "thoughts.db")
        with Thoughtbank(file, home=home, embedder="hash", model="none", durability="fast", think={"mode": "behind"}) as bank:
            bank.remember(list(turns), user_id=USER)
            bank.work()
            found: list[str] = []
            cursor = None
            while True:
                page = bank.list(user_id=USER, kind="thought", limit=1000, cursor=cursor)
                found += [one.text for one in page]
                if (cursor := page.next) is None:
                    return found
