"""What this machine has for engines that run in this process."""

import os
import platform
from pathlib import Path


def runs_avx2() -> bool:
    """False where an engine built for it would die of an illegal instruction; other processors than x86-64 have engines of their own."""
    info = Path("/proc/cpuinfo")
    if platform.machine() not in ("x86_64", "AMD64") or not info.exists():
        return True
    return "avx2" in info.read_text(errors="replace").split()


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
