"""UUIDv7 from a given clock and a given source of chance, so that a replay makes the same ids (RFC 9562, section 5.7)."""

import random
import threading
from datetime import datetime


class Ids:
    """Makes ids that sort by time; within one millisecond a counter (RFC 9562, section 6.2, method 1) keeps them in order. Thread-safe."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.SystemRandom() if seed is None else random.Random(seed)
        self._lock = threading.Lock()
        self._last, self._count = 0, 0

    def new(self, now: datetime) -> str:
        millis = int(now.timestamp() * 1000)
        with self._lock:
            if millis <= self._last and self._count < 0xFFF:
                millis, self._count = self._last, self._count + 1
            else:
                millis = max(millis, self._last + 1)
                self._last, self._count = millis, self._random.getrandbits(11)
            tail = self._random.getrandbits(62)
            value = (millis << 80) | (7 << 76) | (self._count << 64) | (2 << 62) | tail
        text = f"{value:032x}"
        return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
