"""llama.cpp in this process, through xllamacpp: the weights of a file, loaded once, and one slot on which calls take turns.

The runtime has two sharp edges, both blunted here. It opens a door for HTTP, which can't be left out: it becomes a socket in a folder that is gone
when loading ends, or, where there are no such sockets, a port behind a key nobody knows. And native code can end the process: a file that nobody
vouches for is first loaded by another one. Each call has a thread of its own, so that a time-out or Ctrl-C ends the waiting at once and the work
soon after. Checked by `tests/providers/test_local_model.py`.
"""

import ctypes
import os
import queue
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from thoughtbank.errors import MissingExtra, ModelBusy, ModelError, ModelTimeout
from thoughtbank.providers.machine import runs_avx2

BATCH = 256
"""Tokens of a prompt read at once: after each batch a call that was given up ends. Measured: 6 s on one core, no slower than 2,048."""
KEPT_MB = 512
"""Memory for prompts read before, in megabytes: a prompt that begins like one of them is read from there on. Measured: 490 tokens, 17 s the first
time and 0.3 s again, with another prompt in between."""
TRIAL = 300.0
"""Seconds that a trial load may take; longer says nothing about the file."""
LONGEST_ADDRESS = 100
"""Bytes of a socket's path; systems allow 104 to 108."""

FOREIGN: tuple[type[Exception], ...] = (RuntimeError, OSError, ValueError, LookupError, TypeError, ArithmeticError, MemoryError)
"""What the runtime's C++ exceptions become. Caught only around a call of it."""

EXTRA = "a local model needs packages that aren't installed; pip install 'thoughtbank[local]'"

NOT_LOADED = 3
_PROBE = f"""
import os, sys
from xllamacpp import CommonParams, Server
params = CommonParams()
params.model.path, params.hostnames, params.api_keys = sys.argv[1], [sys.argv[2]], [sys.argv[3]]
params.n_ctx, params.n_parallel, params.verbosity, params.warmup = 256, 1, 0, False
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
try:
    server = Server(params)
except RuntimeError:
    os._exit({NOT_LOADED})
os._exit(0)  # freeing a server that has only just begun would wait for ever
"""


class Unusable(ModelError):
    """The runtime can't work with a request as it stands."""


@dataclass(eq=False)
class _Call:
    """One call of the runtime: what it has said, and whether anybody still listens."""

    said: "queue.SimpleQueue[dict[str, Any] | Exception | None]" = field(default_factory=queue.SimpleQueue)
    left: bool = False

    def take(self, event: dict[str, Any]) -> bool:
        """Keeps an event; True ends the call. So does the end of the program, which would wait for it."""
        self.said.put(event)
        return self.left or not threading.main_thread().is_alive()


class Slot:
    """The one copy of a file's weights in this process, and who may use it: one call at a time."""

    def __init__(self, file: Path, context: int, threads: int, vouched: bool) -> None:
        self._file, self._context, self._threads, self._vouched = file, context, threads, vouched
        self._free = threading.Lock()
        self._server: Any = None

    def events(self, request: dict[str, Any], name: str, timeout: float, *, renew: bool = False) -> Iterator[dict[str, Any]]:
        """What the runtime says to a request of its chat completions. It ends after `timeout` seconds, or with `renew` when nothing comes for so long.

        Leaving the iterator stops the runtime. Raises ModelError.
        """
        end = time.monotonic() + timeout
        if not self._free.acquire(timeout=timeout):
            raise ModelBusy(f"{name}: other calls kept it busy for {timeout:.0f} s; try again later")
        call = _Call()
        threading.Thread(target=self._work, args=(request, name, call, self._free), name=name).start()
        try:
            while (event := call.said.get(timeout=max(0.0, end - time.monotonic()))) is not None:
                if isinstance(event, Exception):
                    raise event
                end = time.monotonic() + timeout if renew else end
                yield event
        except queue.Empty as error:
            raise ModelTimeout(
                f"{name}: no answer in {timeout:.0f} s; shorten the prompt or raise the setting local_timeout"
            ) from error
        finally:
            call.left = True

    def _work(self, request: dict[str, Any], name: str, call: _Call, free: threading.Lock) -> None:
        try:
            if self._server is None:
                self._server = self._loaded()
            self._server.handle_chat_completions(request, call.take)
        except (ModelError, MissingExtra) as error:
            call.said.put(error)
        except FOREIGN as error:
            ours = Unusable(f"{name}: the runtime failed: {error}")
            ours.__cause__ = error
            call.said.put(ours)
        finally:
            free.release()
            call.said.put(None)

    def _loaded(self) -> Any:
        if not self._vouched:
            _try_out(self._file)
        return serve(self._file, self._context, self._threads)

    def after_fork(self) -> None:
        """The child has none of the runtime's threads: it loads anew, and the copy it got is never touched, since freeing that would wait for them."""
        if self._server is not None:
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._server))
        self._server, self._free = None, threading.Lock()


class _Slots:
    """Every slot that somebody holds."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.held: weakref.WeakValueDictionary[tuple[Any, ...], Slot] = weakref.WeakValueDictionary()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.after_fork)

    def after_fork(self) -> None:
        self.lock = threading.Lock()
        for slot in list(self.held.values()):
            slot.after_fork()


_slots = _Slots()


def shared_slot(file: Path, context: int, threads: int, vouched: bool) -> Slot:
    """The slot of a file as it is now. Its weights are loaded at the first call, and freed with the last who holds it."""
    about = file.stat()
    key = (file.resolve(), about.st_size, about.st_mtime_ns, context, threads)
    with _slots.lock:
        slot = _slots.held.get(key)
        if slot is None:
            slot = _slots.held[key] = Slot(file.resolve(), context, threads, vouched)
        return slot


def runtime() -> Any:
    """The module xllamacpp. Raises MissingExtra where it isn't installed or can't run."""
    if not runs_avx2():
        raise MissingExtra("a local model needs a processor with AVX2; name another model with THOUGHTBANK_MODEL")
    try:
        return import_module("xllamacpp")
    except (ImportError, OSError) as error:
        raise MissingExtra(EXTRA) from error


def serve(file: Path, context: int, threads: int, *, sockets: bool = hasattr(socket, "AF_UNIX")) -> Any:
    """The runtime's server with the file's weights, which nobody else can reach. Raises ModelError, MissingExtra.

    It listens on a socket in a folder of this user's only, and the folder goes when it is loaded; without `sockets` on a port of 127.0.0.1. Either
    wants a key that is thrown away here.
    """
    llama = runtime()
    params = llama.CommonParams()
    params.model.path = str(file)
    params.n_ctx, params.n_batch, params.n_parallel, params.cache_ram_mib = context, BATCH, 1, KEPT_MB
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.n_threads_http, params.verbosity, params.warmup = 1, 0, False
    params.ui = params.endpoint_slots = False
    params.api_keys = [secrets.token_urlsafe(32)]
    with tempfile.TemporaryDirectory(prefix="thoughtbank-") as folder:
        params.hostnames = [_door(folder, sockets)]
        try:
            return llama.Server(params)
        except FOREIGN as error:
            raise _not_a_model(file) from error


def _door(folder: str, sockets: bool) -> str:
    """Where the runtime listens."""
    address = f"{folder}/closed.sock"
    return address if sockets and len(os.fsencode(address)) <= LONGEST_ADDRESS else "127.0.0.1"


def _try_out(file: Path) -> None:
    """Loads a file in another process, so that one which kills its process kills that. Raises ModelError."""
    with tempfile.TemporaryDirectory(prefix="thoughtbank-") as folder:
        door = _door(folder, hasattr(socket, "AF_UNIX"))
        words = [sys.executable, "-P", "-c", _PROBE, str(file), door, secrets.token_urlsafe(32)]
        try:
            ended = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=TRIAL).returncode
        except (OSError, subprocess.TimeoutExpired):  # no other process to be had, or too slow: nothing is known of the file
            return
    if ended == NOT_LOADED or ended < 0 or ended > 255:  # killed by a signal, or as Windows counts a crash
        raise _not_a_model(file)


def _not_a_model(file: Path) -> ModelError:
    return ModelError(
        f"the model {file} can't be loaded: it is damaged, of a kind this release of llama.cpp doesn't know, or too large for the memory; get it again, "
        "or another one of `thoughtbank model list`"
    )
