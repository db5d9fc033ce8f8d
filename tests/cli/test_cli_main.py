import os
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer

from tests.cli.conftest import Run
from thoughtbank import __version__
from thoughtbank.cli.main import EXITS, app

VERBS = [
    "demo", "chat", "remember", "add", "recall", "show", "gain", "rescue", "fragment", "edit", "erase", "relations", "changes", "restore", "export", "import", "work",
    "evaluate", "compare", "doctor", "reembed", "graph", "alias", "model", "tune",
]  # fmt: skip


def test_the_verbs() -> None:
    assert list(typer.main.get_command(app).commands) == VERBS  # type: ignore[attr-defined]


def test_help_shows_every_verb_and_the_exit_codes(run: Run) -> None:
    helped = run("--help")
    assert helped.code == 0
    assert not helped.err
    for verb in VERBS:
        assert f" {verb} " in helped.out
    for code, meaning, _ in EXITS:
        assert f"{code}  {meaning}" in helped.out


def test_no_verb_at_all_helps(run: Run) -> None:
    assert "thoughtbank demo" in run().out


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_has_help_with_an_example(run: Run, verb: str) -> None:
    helped = run(verb, "--help")
    assert helped.code == 0
    assert "Example: thoughtbank" in helped.out


def test_help_needs_nothing_heavy() -> None:
    code = (
        "import sys; from thoughtbank.cli.main import main; main(['--help']);"
        "print(sorted({'numpy', 'sqlalchemy', 'pydantic_settings', 'pydantic_ai'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"


def test_version(run: Run) -> None:
    assert run("--version").out == f"thoughtbank {__version__}\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["recal"], "Did you mean 'recall'?"),
        (["remember", "hi"], "'--user'"),
        (["remember", "--user", "u1", "hi", "there"], "in quotes"),
        (["remember", "--user", "u1"], "TEXT"),
        (["recall", "--user", "u1", "--store", "x.db", "hi"], "--store stands before the verb: thoughtbank --store ... recall"),
        (["recall", "--user", "u1", "-k", "many", "hi"], "-k"),
        (["--nonsense"], "--nonsense"),
        (["--store"], "--store"),
    ],
)
def test_usage_is_one_line_and_2(run: Run, words: list[str], told: str) -> None:
    ran = run(*words)
    assert ran.code == 2
    assert told in ran.error
    assert not ran.out


def test_a_setting_that_cant_be_used_is_2(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THOUGHTBANK_ZONE", "Mars/Olympus")
    ran = run("show")
    assert ran.code == 2
    assert "zone" in ran.error


def test_an_unknown_embedder_is_2(run: Run) -> None:
    ran = run("show", embedder="crystal-ball")
    assert ran.code == 2
    assert "crystal-ball" in ran.error


def test_a_file_that_is_no_store_is_3(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Sir or Madam, " * 400)
    ran = run("--store", "letter.txt", "recall", "--user", "u1", "hi")
    assert ran.code == 3
    assert "letter.txt" in ran.error


def test_a_store_in_an_impossible_place_is_3(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = run("--store", "file/inside/bank.db", "show")
    assert ran.code == 3
    assert "--store" in ran.error


def test_another_embedders_store_is_3_and_says_what_to_do(run: Run) -> None:
    run("add", "--user", "u1", "I keep bees.")
    ran = run("recall", "--user", "u1", "bees", embedder="builtin")
    assert ran.code == 3
    assert "reembed" in ran.error


def test_tenants_are_apart(run: Run) -> None:
    run("--tenant", "a", "add", "--user", "u1", "secret")
    assert run("--tenant", "b", "show", "--json").json == {"users": []}
    assert run("--tenant", "a", "show", "--json").json == {"users": [{"user": "u1", "memories": 1}]}


def test_the_environment_names_the_store(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THOUGHTBANK_STORE", str(tmp_path / "named.db"))
    run("add", "--user", "u1", "hello")
    assert (tmp_path / "named.db").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_is_130_without_a_traceback(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "never")
    child = subprocess.Popen(
        [sys.executable, "-m", "thoughtbank", "--embedder", "hash", "import", "--user", "u1", "never"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    # An interrupt in the middle of an import of compiled code ends any Python by the signal itself, so a blank line must be read before.
    with open(tmp_path / "never", "wb", buffering=0) as pipe:
        pipe.write(b"\n")
        _wait_until_read(pipe.fileno())
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=20)
    assert child.returncode == 130, err
    assert out == ""
    assert err.startswith("error: interrupted")
    assert err.count("\n") == 1


def _wait_until_read(pipe: int) -> None:
    import fcntl  # not on Windows
    import termios

    for _ in range(1000):
        if not struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]:
            return
        time.sleep(0.02)
    raise AssertionError("nobody reads")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_a_reader_that_goes_away_is_130_and_silent(run: Run) -> None:
    line = '{"role": "user", "content": "' + "word " * 400 + '%d"}\n'
    assert run("import", "--user", "u1", "-", stdin="".join(line % n for n in range(300)).encode()).code == 0
    child = subprocess.Popen(
        [sys.executable, "-m", "thoughtbank", "--embedder", "hash", "export", "--user", "u1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.read(10)
    child.stdout.close()
    assert child.stderr.read() == b""
    child.stderr.close()
    assert child.wait(20) == 130
