"""Runs the command line: in this process, or in one of its own where streams, encodings and signals matter."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from thoughtbank.cli.main import main

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ran:
    """What a command line did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on stdout."""
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def error(self) -> str:
        """The one line on stderr."""
        assert self.err.startswith("error: ")
        assert self.err.count("\n") == 1
        return self.err[7:].rstrip("\n")


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, _clean_environment: None) -> None:
    monkeypatch.setenv("THOUGHTBANK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("THOUGHTBANK_THINK__MODE", "off")  # but where a test is about thoughts
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line in this process, with the hash embedder unless told otherwise."""

    def run_one(*words: str, stdin: bytes = b"", embedder: str = "hash", encoding: str = "utf-8") -> Ran:
        out, err = io.BytesIO(), io.BytesIO()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding=encoding))
            patch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding=encoding, write_through=True))
            patch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding="utf-8", write_through=True))
            code = main(["--embedder", embedder, *words])
            ran = Ran(code, out.getvalue().decode(encoding), err.getvalue().decode())
        assert "Traceback" not in ran.err
        return ran

    return run_one


@pytest.fixture
def spawn() -> Run:
    """The command line in a process of its own; warnings there are errors too."""

    def spawn_one(*words: str | bytes, stdin: bytes = b"", env: dict[str, str] | None = None, encoding: str = "utf-8") -> Ran:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "thoughtbank", "--embedder", "hash", *words],
            input=stdin,
            capture_output=True,
            timeout=60,
            env=os.environ | (env or {}),
        )
        assert b"Traceback" not in done.stderr, done.stderr.decode(errors="replace")
        return Ran(done.returncode, done.stdout.decode(encoding), done.stderr.decode(errors="replace"))

    return spawn_one
