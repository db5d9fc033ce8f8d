import os
import subprocess
import sys

import pytest

from tests.cli.conftest import Run

unix = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


@pytest.fixture
def two(run: Run) -> list[str]:
    """The ids of two turns in two sessions."""
    ids = []
    for session in ("monday", "tuesday"):
        ran = run("remember", "--user", "u1", "--session", session, "--json", f"said on {session}")
        ids.append(ran.json["receipts"][0]["id"])
    return ids


def left(run: Run) -> list[str]:
    return [item["id"] for item in run("show", "--user", "u1", "--json").json["items"]]


@pytest.mark.parametrize("words", [[], ["--everything", "--session", "monday"], ["an-id", "--everything"]])
def test_erase_wants_one_thing(run: Run, two: list[str], words: list[str]) -> None:
    ran = run("erase", "--user", "u1", "--yes", *words)
    assert ran.code == 2
    assert "--everything" in ran.error
    assert left(run) == two


@pytest.mark.parametrize("words", [["--everything"], ["--session", "monday"]])
def test_without_a_terminal_it_wants_yes(run: Run, two: list[str], words: list[str]) -> None:
    ran = run("erase", "--user", "u1", *words, stdin=b"y\n")
    assert ran.code == 2
    assert "--yes" in ran.error
    assert left(run) == two


def test_erase_one(run: Run, two: list[str]) -> None:
    ran = run("erase", "--user", "u1", two[0], "--yes")
    assert (ran.code, ran.out) == (0, "erased: 1 memories, 1 turns, 1 vectors\n")
    assert left(run) == two[1:]


def test_erase_a_session(run: Run, two: list[str]) -> None:
    assert run("erase", "--user", "u1", "--session", "tuesday", "--yes", "--json").json["turns"] == 1
    assert left(run) == two[:1]


def test_erase_everything_counts_and_leaves_others(run: Run, two: list[str]) -> None:
    run("add", "--user", "u2", "mine")
    erased = run("erase", "--user", "u1", "--everything", "-y", "--json").json
    assert (erased["memories"], erased["turns"], erased["vectors"], erased["scrubbed"]) == (2, 2, 2, True)
    assert left(run) == []
    assert run("show", "--user", "u2", "--json").json["items"]


def test_nothing_to_erase_is_1(run: Run) -> None:
    assert run("erase", "--user", "u1", "--everything", "--yes").code == 1
    ran = run("erase", "--user", "u1", "--session", "never", "--yes")
    assert ran.code == 1
    assert "never" in ran.error


def at_a_terminal(typed: bytes, *words: str) -> tuple[int, str]:
    """Exit code and what was shown on stderr, with a pseudo-terminal as standard input."""
    import pty

    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "thoughtbank", "--embedder", "hash", *words],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(theirs)
    os.write(ours, typed)
    _, err = child.communicate(timeout=30)
    os.close(ours)
    return child.returncode, err


@unix
def test_a_person_is_asked_and_may_say_no(run: Run, two: list[str]) -> None:
    code, err = at_a_terminal(b"n\n", "erase", "--user", "u1", "--everything")
    assert code == 1
    assert "everything of u1 (2 memories)" in err
    assert "nothing was erased" in err
    assert left(run) == two


@unix
def test_a_person_is_asked_and_may_say_yes(run: Run, two: list[str]) -> None:
    code, err = at_a_terminal(b"y\n", "erase", "--user", "u1", two[0])
    assert code == 0
    assert "“said on monday”" in err
    assert left(run) == two[1:]


@unix
def test_no_answer_is_an_interruption(run: Run, two: list[str]) -> None:
    code, err = at_a_terminal(b"\x04", "erase", "--user", "u1", "--session", "monday")
    assert code == 130
    assert "Traceback" not in err
    assert left(run) == two
