import os
import select
import signal
import subprocess
import sys
import time
from typing import Self

import pytest

from tests import loopback as wire
from tests.cli.conftest import Run
from tests.loopback import KEY, Behaviour, Loopback

unix = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
SAID = "I'm allergic to peanuts."


@pytest.fixture(autouse=True)
def _quotes_readily(monkeypatch: pytest.MonkeyPatch) -> None:
    """When a memory is close enough to be quoted is calibrated for the built-in embedder; the hash embedder's never is."""
    monkeypatch.setenv("THOUGHTBANK_ANSWER__KNOWN", "-2")


@pytest.fixture
def ana(run: Run) -> None:
    run("remember", "--user", "ana", "--session", "earlier", "--at", "2026-03-02T08:14:00+01:00", SAID)


def test_once_quotes_what_was_said_in_another_session(run: Run, ana: None) -> None:
    ran = run("chat", "--user", "ana", "--once", "What am I allergic to: peanuts?")
    assert ran.code == 0
    assert f"2 March 2026, you: “{SAID}”" in ran.out
    assert not ran.err


def test_once_as_json(run: Run, ana: None) -> None:
    answer = run("chat", "--user", "ana", "--session", "s1", "--json", "--once", "Allergic to peanuts?").json
    assert (answer["by"], answer["known"], answer["session_id"]) == ("quotes", True, "s1")
    assert answer["rows"][0]["text"] == SAID
    assert [receipt["outcome"] for receipt in answer["receipts"]] == ["stored", "stored"]


def test_a_session_of_its_own_for_each_run(run: Run) -> None:
    one = run("chat", "--user", "ana", "--json", "--once", "hello").json["session_id"]
    two = run("chat", "--user", "ana", "--json", "--once", "hello").json["session_id"]
    assert one.startswith("chat-")
    assert one != two


def test_piped_lines_are_messages_and_are_remembered(run: Run) -> None:
    ran = run("chat", "--user", "ana", "--session", "s1", stdin="My cat is called Mantou.\n\nMantou 是我的猫\n".encode())
    assert ran.code == 0
    assert ">" not in ran.out
    assert not ran.err
    said = [item["text"] for item in run("show", "--user", "ana", "--session", "s1", "--json").json["items"]]
    assert said == ["My cat is called Mantou.", "Mantou 是我的猫"]


def test_piped_lines_as_json_lines(run: Run) -> None:
    lines = run("chat", "--user", "ana", "--json", stdin=b"one\ntwo\n").lines
    assert [line["question"] for line in lines] == ["one", "two"]


def test_commands(run: Run, ana: None) -> None:
    ran = run("chat", "--user", "ana", stdin=b"/why\n/recall peanuts\nallergic to peanuts?\n/why\n/dance\n/quit\nnever read\n")
    assert ran.code == 0
    assert "nothing was answered from memory yet" in ran.out
    assert ran.out.count("shares") == 2
    assert "/dance isn't a command" in ran.err
    said = [item["text"] for item in run("show", "--user", "ana", "--json").json["items"]]
    assert said == [SAID, "allergic to peanuts?"]


def test_a_path_is_no_command(run: Run) -> None:
    run("chat", "--user", "ana", stdin=b"/srv/share/plan is where the plan is\n")
    assert run("show", "--user", "ana", "--json").json["items"][0]["text"] == "/srv/share/plan is where the plan is"


def test_a_line_of_nothing_ends_nothing(run: Run) -> None:
    ran = run("chat", "--user", "ana", stdin="\u200b\n/recall\nhello\n".encode())
    assert ran.code == 0
    assert run("show", "--user", "ana", "--json").json["items"][-1]["text"] == "hello"


def test_a_piped_line_that_isnt_utf8_is_2(run: Run) -> None:
    ran = run("chat", "--user", "ana", stdin=b"fine\nna\xefve\n")
    assert ran.code == 2
    assert "line 2" in ran.error


def model(monkeypatch: pytest.MonkeyPatch, *behaviours: Behaviour) -> Loopback:
    server = Loopback(behaviours)
    monkeypatch.setenv("THOUGHTBANK_MODEL", "openai:loopback")
    monkeypatch.setenv("THOUGHTBANK_API_KEY", KEY)
    monkeypatch.setenv("THOUGHTBANK_MODEL_RETRIES", "0")
    return server


def test_a_models_answer_and_its_sources(run: Run, ana: None, monkeypatch: pytest.MonkeyPatch) -> None:
    run("remember", "--user", "ana", "--at", "2026-03-03", "peanuts are a plant")
    with model(monkeypatch, wire.says("Peanuts [2], so take care [2][9].")) as server:
        monkeypatch.setenv("THOUGHTBANK_BASE_URL", server.url)
        ran = run("chat", "--user", "ana", "--once", "Am I allergic to peanuts?")
    assert ran.code == 0
    answer, source = ran.out.splitlines()
    assert answer == "Peanuts [2], so take care [2][9]."
    assert source.startswith("[2] 2026-03-0")


def test_a_model_that_fails_is_told(run: Run, ana: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with model(monkeypatch, wire.fails(500, "out of order")) as server:
        monkeypatch.setenv("THOUGHTBANK_BASE_URL", server.url)
        ran = run("chat", "--user", "ana", "--once", "Am I allergic to peanuts?")
    assert ran.code == 0
    assert SAID in ran.out
    assert "failed" in ran.out
    assert KEY not in ran.out + ran.err


class Terminal:
    """The command line at a pseudo-terminal of its own; use it as a context manager."""

    def __init__(self, *words: str) -> None:
        import pty

        self._ours, theirs = pty.openpty()
        self.child = subprocess.Popen(
            [sys.executable, "-m", "thoughtbank", "--embedder", "hash", *words],
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.seen = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self.child.poll() is None:
            self.child.kill()
        self.child.wait(20)
        os.close(self._ours)

    def until(self, text: str) -> None:
        deadline = time.monotonic() + 30
        while text not in self.seen:
            assert time.monotonic() < deadline, self.seen
            if select.select([self._ours], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self._ours, 4096).decode(errors="replace")
                except OSError:  # the other side closed
                    assert text in self.seen, self.seen

    def interrupt(self, text: str) -> None:
        """Ctrl-C until the text is there: a signal between the prompt and the reading behind it is only seen once something comes."""
        deadline = time.monotonic() + 30
        while text not in self.seen and time.monotonic() < deadline:
            self.child.send_signal(signal.SIGINT)
            if select.select([self._ours], [], [], 1)[0]:
                self.seen += os.read(self._ours, 4096).decode(errors="replace")

    def type(self, text: bytes) -> None:
        self.seen = ""
        os.write(self._ours, text)


@unix
@pytest.mark.parametrize("end", [b"\x04", b"/quit\n", None], ids=["ctrl-d", "quit", "ctrl-c"])
def test_at_a_terminal(run: Run, ana: None, end: bytes | None) -> None:
    with Terminal("chat", "--user", "ana") as chat:
        chat.until("> ")
        chat.type(b"allergic to peanuts?\n")
        chat.until("peanuts.”")
        chat.until("> ")
        if end is None:
            chat.interrupt("Until next time")
        else:
            chat.type(end)
        chat.until("Until next time")
        assert "Traceback" not in chat.seen
        assert chat.child.wait(20) == 0
