"""One event loop on a background thread, on which every asynchronous client runs.

The engine is synchronous and its vendors' clients are not. `asyncio.run` can't be called where a loop already runs
(notebooks, servers), and a client's connections belong to the loop that opened them; so there is one loop, on a daemon
thread, started by the first call. The trade: a vendor's client that blocks its loop blocks every other call too.
"""

import asyncio
import atexit
import os
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")

GRACE = 5.0
"""Seconds that `run` waits beyond the coroutine's own deadline, in case the loop itself is stuck."""


class BackgroundLoop:
    """An event loop on a daemon thread."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="thoughtbank-loop", daemon=True)
        self._thread.start()
        atexit.register(self.stop)

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Starts a coroutine; cancelling the future cancels it."""
        if threading.current_thread() is self._thread:
            work.close()
            raise RuntimeError(
                "a model or embedder was called from the thread that serves such calls; it would wait for itself"
            )
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def run(self, work: Coroutine[Any, Any, T], timeout: float) -> T:
        """The coroutine's result, at most `timeout` + GRACE seconds from now. Raises what it raises, or TimeoutError."""
        future = self.submit(work)
        try:
            return future.result(timeout + GRACE)
        finally:
            future.cancel()  # does nothing to a future that is done; ends the request after Ctrl-C or a stuck loop

    def stop(self) -> None:
        """Ends the thread and closes the loop. Called at exit, and not in a forked child, which has no such thread."""
        if self.pid != os.getpid() or self._loop.is_closed():
            return
        ending = asyncio.run_coroutine_threadsafe(_cancel_everything(), self._loop)
        try:
            ending.result(1.0)  # streams that were left open end here, and not in a loop that is closed
        except TimeoutError:
            return  # something blocks the loop; the thread is a daemon's and dies with the process
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(1.0)
        if not self._thread.is_alive():
            self._loop.close()


async def _cancel_everything() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


_lock = threading.Lock()
_shared: BackgroundLoop | None = None


def shared_loop() -> BackgroundLoop:
    """The loop of this process; a forked child gets its own."""
    global _shared
    with _lock:
        if _shared is None or _shared.pid != os.getpid():
            _shared = BackgroundLoop()
        return _shared
