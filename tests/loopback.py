"""A small real HTTP server on 127.0.0.1 that speaks OpenAI's wire and misbehaves on request.

Tests drive the real clients against it, so that every fault takes the path it takes in life. Behaviours are played in order
and the last one is played for ever; each request is kept, of its Authorization header only whether the key was right.
"""

import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from thoughtbank.providers.fake import HashEmbedder

KEY = "sk-loopback-7f3a"
"""The only key that counts as right."""


@dataclass(frozen=True)
class Seen:
    """One request."""

    path: str
    body: dict[str, Any]
    key_matched: bool
    at: float


Behaviour = Callable[["Call"], None]


@dataclass
class Loopback:
    """The server; use it as a context manager."""

    behaviours: Sequence[Behaviour]
    requests: list[Seen] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)
    hung_up: threading.Event = field(default_factory=threading.Event)
    """Set when a client closed the connection while it was being answered."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> Self:
        calls = type("Call", (Call,), {"loopback": self})
        self._server = _Server(("127.0.0.1", 0), calls)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def next(self, seen: Seen) -> Behaviour:
        """Keeps the request and says how to answer it."""
        with self._lock:
            self.requests.append(seen)
            return self.behaviours[min(len(self.requests), len(self.behaviours)) - 1]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False


class Call(BaseHTTPRequestHandler):
    """One request and the ways to answer it."""

    loopback: Loopback
    protocol_version = "HTTP/1.1"
    body: dict[str, Any]

    def do_POST(self) -> None:
        """Keeps the request, then plays the next behaviour."""
        self.body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        matched = self.headers.get("Authorization") == f"Bearer {KEY}"
        try:
            self.loopback.next(Seen(self.path, self.body, matched, time.monotonic()))(self)
        except (BrokenPipeError, ConnectionResetError):
            self.loopback.hung_up.set()
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""

    def send(self, status: int, body: object, headers: dict[str, str] | None = None) -> None:
        """A whole answer; text goes as it is."""
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Connection": "close", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def begin_stream(self) -> None:
        """The head of a stream of events."""
        self.send_response(200)
        for name, value in (("Content-Type", "text/event-stream"), ("Transfer-Encoding", "chunked"), ("Connection", "close")):
            self.send_header(name, value)
        self.end_headers()

    def event(self, data: object) -> None:
        """One event of a stream."""
        line = f"data: {data if isinstance(data, str) else json.dumps(data)}\n\n".encode()
        self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
        self.wfile.flush()

    def end_stream(self) -> None:
        """The end of a stream, as it should be."""
        self.event("[DONE]")
        self.wfile.write(b"0\r\n\r\n")


def says(text: str, finish: str = "stop", pieces: int = 4) -> Behaviour:
    """A good answer, streamed in pieces if asked to."""

    def play(call: Call) -> None:
        if not call.body.get("stream"):
            return call.send(200, completion(text, finish))
        call.begin_stream()
        size = max(1, -(-len(text) // pieces))
        for start in range(0, len(text), size):
            call.event(chunk(text[start : start + size]))
        call.event(chunk(None, finish))
        call.end_stream()

    return play


def refuses(text: str = "I can't help with that.") -> Behaviour:
    """A refusal in its own field."""

    def play(call: Call) -> None:
        answer = completion(None, "stop")
        answer["choices"][0]["message"]["refusal"] = text
        call.send(200, answer)

    return play


def fails(status: int, message: str, *, headers: dict[str, str] | None = None, code: str | None = None) -> Behaviour:
    """An HTTP error as OpenAI words it."""
    body = {"error": {"message": message, "type": "error", "code": code}}
    return lambda call: call.send(status, body, headers)


def raw(body: object, status: int = 200, **headers: str) -> Behaviour:
    """Any body."""
    return lambda call: call.send(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


def hangs(call: Call) -> None:
    """Nothing, until the server closes."""
    call.loopback.closing.wait(30)


def drips(call: Call) -> None:
    """A head and then blanks for ever: every read gets something, and no answer comes."""
    call.begin_stream()
    while not call.loopback.closing.wait(0.05):
        call.wfile.write(b"1\r\n \r\n")
        call.wfile.flush()


def hangs_up(call: Call) -> None:
    """Closes the connection without a word."""
    call.close_connection = True


def breaks_off(call: Call) -> None:
    """A stream that ends in the middle."""
    call.begin_stream()
    call.event(chunk("The first half, "))


def stalls(call: Call) -> None:
    """A stream that stops giving."""
    call.begin_stream()
    call.event(chunk("The first half, "))
    hangs(call)


def never_ends(call: Call) -> None:
    """A stream that goes on until the client hangs up."""
    call.begin_stream()
    while not call.loopback.closing.wait(0.01):
        call.event(chunk("more " * 200))


def knows_no_schema(text: str) -> Behaviour:
    """Refuses `response_format` as many local servers do, and answers without it."""

    def play(call: Call) -> None:
        if "response_format" in call.body:
            return fails(400, "response_format json_schema is not supported")(call)
        return says(text)(call)

    return play


def embeds(dimension: int = 64) -> Behaviour:
    """Good vectors: the hash embedder's, not yet of unit length."""

    def play(call: Call) -> None:
        given = call.body["input"]
        vectors = HashEmbedder(dimension).embed([given] if isinstance(given, str) else given) * 3
        call.send(200, embeddings(vectors.tolist()))

    return play


def embeds_as(*vectors: Sequence[float]) -> Behaviour:
    """These vectors, whatever was sent."""
    return lambda call: call.send(200, embeddings(vectors))


def completion(text: str | None, finish: str) -> dict[str, Any]:
    """The body of a chat completion."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    return {"id": "c", "object": "chat.completion", "created": 1, "model": "loopback", "choices": [choice], "usage": usage}


def chunk(text: str | None, finish: str | None = None) -> dict[str, Any]:
    """One event of a streamed chat completion."""
    delta = {"role": "assistant", "content": text} if text is not None else {}
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "loopback", "choices": [choice]}


def embeddings(vectors: Sequence[Sequence[float]]) -> dict[str, Any]:
    """The body of an embeddings answer."""
    data = [{"object": "embedding", "index": place, "embedding": list(vector)} for place, vector in enumerate(vectors)]
    return {"object": "list", "model": "loopback", "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}
