"""A thread that judges and thinks about waiting turns (TiM, section 3.1: post-thinking runs in the background).

The queue is the store's own, so a worker holds nothing: stopped or killed at any moment, the next one goes on where it was. Any number of
workers and processes may run; of two that think about one turn one lands, and a model is asked by one of them at a time.
"""

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from thoughtbank.bank import Bank
from thoughtbank.errors import StoreError
from thoughtbank.records.thought import WorkReport

EVERY = 1.0
"""Seconds between looks at an empty queue. Chosen: a thought is there by the time the next message comes."""


class Worker:
    """`with Worker(bank): ...` thinks in a thread until the block ends. `report`, if given, gets what each round did, and an error that ended one."""

    def __init__(
        self, bank: Bank, *, every: float = EVERY, report: Callable[[WorkReport | StoreError], None] = lambda _: None
    ) -> None:
        self._bank, self._every, self._report = bank, every, report
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="thoughtbank-worker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether its thread is alive."""
        return self._thread.is_alive()

    def stop(self, timeout: float | None = None) -> bool:
        """Lets the turn at hand be finished, then ends; whether it has ended."""
        self._stop.set()
        if self.running:
            self._thread.join(timeout)
        return not self.running

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                done = self._bank.work(limit=1)
            except StoreError as error:  # a disk that is full for a while ends a round, not the worker
                self._report(error)
                self._stop.wait(self._every)
                continue
            if done.turns or done.judged or done.failed:
                self._report(done)
            if not done.turns and not done.judged:
                self._stop.wait(self._every)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()
