"""What each step saw and decided, as records: the lines behind "why", kept with the result and never printed."""

from thoughtbank.records.decisions import Step


class Trace:
    """Gathers steps in order."""

    def __init__(self) -> None:
        self._steps: list[Step] = []

    def note(self, name: str, saw: str, decided: str) -> None:
        self._steps.append(Step(name, saw, decided))

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(self._steps)
