"""The documentation is tested: every example runs and shows what it says, every command, option and setting is described.

In README.md and docs/*.md, ```python blocks are run in order in one namespace a page, with the built-in embedder in an empty
home and no network. In ```sh and ```console blocks every line (in the latter those after "$ ") is run too, unless it begins
as one of NOT_RUN. A ```text block right after one of these is its output, as are the other lines of a console block;
there "..." stands for anything.
"""

import ast
import doctest
import importlib.util
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer

from thoughtbank import Bank, errors
from thoughtbank.cli.main import app
from thoughtbank.stores.schema import metadata

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
RUN = [page for page in PAGES if page.name not in ("CHANGELOG.md", "CONTRIBUTING.md")]
NOT_RUN = (
    "pip install ",  # installs
    "make ",  # runs these very tests
    "export OPENAI_API_KEY=",  # the next lines would call a vendor
    "THOUGHTBANK_MODEL=",
)
"""What a shell line may begin with that isn't run."""

DECIMAL = re.compile(r"\d+\.\d+")
MARK = "\x1e"
"""Stands between the outputs of a block's commands."""

NO_NETWORK = """
import socket
real = socket.socket.connect
def connect(self, address):
    host = address[0] if isinstance(address, tuple) else "127.0.0.1"
    if host not in ("127.0.0.1", "::1", "localhost"):
        raise AssertionError(f"an example of the documentation tried to reach {host}")
    return real(self, address)
socket.socket.connect = connect
"""


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, its text, the line it begins in."""

    kind: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(found[1], found[2], text[: found.start(2)].count("\n") + 1)
        for found in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    ]


def label(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with an empty home, from which the examples are run."""
    (tmp_path / "sitecustomize.py").write_text(NO_NETWORK)
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("THOUGHTBANK_HOME", str(tmp_path / "bank"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(tmp_path), str(ROOT))))
    monkeypatch.setenv("PATH", os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
    monkeypatch.setenv("COLUMNS", "100")
    return folder


@pytest.mark.parametrize("page", RUN, ids=label)
@pytest.mark.timeout(300)
def test_examples_run_and_show_what_they_say(page: Path, place: Path) -> None:
    namespace: dict[str, object] = {"__name__": "__main__"}
    shown: str | None = None
    for block in blocks(page):
        where = f"{label(page)}:{block.line}"
        if block.kind == "text" and shown is not None:
            assert same(block.text, shown), f"{where}: this is shown instead:\n{shown}"
        shown = None
        if block.kind == "python":
            shown = run_python(block, where, namespace)
        elif block.kind in ("sh", "console"):
            shown = run_shell(block, where)


def same(wanted: str, got: str) -> bool:
    """Equal but for white space and the last place of a decimal: a processor's own rounding shows there."""
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    return doctest.OutputChecker().check_output(wanted, _rounded_alike(wanted, got), flags)


def _rounded_alike(wanted: str, got: str) -> str:
    """What was got, its decimals as wanted where they differ by one in the last of the same number of places."""
    decimals = iter(DECIMAL.findall(wanted))

    def one(found: re.Match[str]) -> str:
        other = next(decimals, "")
        places = len(found[0].partition(".")[2])
        alike = len(other.partition(".")[2]) == places and abs(Decimal(other) - Decimal(found[0])) <= Decimal(10) ** -places
        return other if alike else found[0]

    return DECIMAL.sub(one, got)


@pytest.mark.parametrize(
    ("wanted", "got", "alike"),
    [
        ("0.07  I'm", "0.06  I'm", True),
        ("0.07  I'm", "0.05  I'm", False),
        ("0.07 a 0.86", "0.07 a 0.88", False),
        ("0.071", "0.07", False),
        ("7 turns", "6 turns", False),
        ("0.07 and more", "0.06 and less", False),
        ("a ... 0.86", "a b 0.85", True),
    ],
)
def test_only_the_last_place_may_differ(wanted: str, got: str, alike: bool) -> None:
    assert same(wanted, got) is alike


def run_python(block: Block, where: str, namespace: dict[str, object]) -> str:
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile("\n" * (block.line - 1) + block.text, where.partition(":")[0], "exec"), namespace)
    return out.getvalue()


def run_shell(block: Block, where: str) -> str:
    """Runs the block's commands in one shell, which ends at the first that fails; what they print all together."""
    given = [(command, wanted) for command, wanted in commands(block) if not command.startswith(NOT_RUN)]
    shell = "".join(f"{command}\nprintf '{MARK}'\n" for command, _ in given)
    run = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", shell], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
    )
    shown = run.stdout.split(MARK)
    assert run.returncode == 0, f"{where}: {given[len(shown) - 1][0]!r} ended with {run.returncode}:\n{run.stdout}{run.stderr}"
    for (command, wanted), output in zip(given, shown, strict=False):
        if block.kind == "console" and wanted.strip():
            assert same(wanted, output), f"{where}: {command!r} shows this instead:\n{output}"
    return "".join(shown)


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """Each command, its continued lines joined, with the lines that stand under it."""
    joined = block.text.replace("\\\n", " ")
    if block.kind == "sh":
        for line in joined.splitlines():
            if line.strip() and not line.startswith("#"):
                yield line, ""
        return
    for part in re.split(r"^\$ ", joined, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


# the command line


def command_tree() -> dict[str, Any]:
    """Every command by its words, such as "recall"; the whole by none."""

    def walk(command: Any, words: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        yield " ".join(words), command
        for name, child in getattr(command, "commands", {}).items():
            yield from walk(child, (*words, name))

    return dict(walk(typer.main.get_command(app), ()))


def sections(page: Path, level: str) -> dict[str, str]:
    """The page's text under each heading of a level."""
    parts = re.split(rf"^{level} (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def documented() -> dict[str, str]:
    """The section of each command, and under no words that of the options of all."""
    found = {title.strip("`"): text for title, text in sections(ROOT / "docs" / "cli.md", "##").items()}
    return {**found, "": found["Options of every command"]}


def test_every_command_is_documented_and_has_help() -> None:
    tree, pages = command_tree(), documented()
    assert set(tree) <= set(pages)
    for name, command in tree.items():
        assert command.help, f"{name} has no help"
        assert not name or re.search(rf"thoughtbank (--\w+ \w+ )?{name}\b", pages[name]), (
            f"docs/cli.md shows no example of {name}"
        )


def test_every_option_is_documented_and_has_help() -> None:
    pages = documented()
    for name, command in command_tree().items():
        for parameter in command.params:
            options = [word for word in (*parameter.opts, *parameter.secondary_opts) if word.startswith("-")]
            if "--help" not in options:
                assert parameter.help, f"{name} {parameter.name} has no help"
            for option in options:
                known = re.search(rf"`{option}[ `]", pages[name] + pages[""])
                assert known or option == "--help", f"docs/cli.md doesn't describe {name} {option}"


def test_no_option_is_documented_that_is_not_there() -> None:
    tree = command_tree()
    for name, command in tree.items():
        there = {word for one in (*command.params, *tree[""].params) for word in (*one.opts, *one.secondary_opts)}
        cells = re.findall(r"^\| (`-.*?) \|", documented()[name], re.MULTILINE)
        for option in re.findall(r"`(--?[\w-]+)", " ".join(cells)) if name else ():
            assert option in there, f"docs/cli.md describes {name} {option}"


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_nothing_is_left_to_be_written(page: Path) -> None:
    assert "TBD" not in page.read_text(encoding="utf-8"), f"{label(page)} promises what isn't there"


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_no_command_is_spoken_of_that_is_not_there(page: Path) -> None:
    tree = command_tree()
    for name in re.findall(r"`thoughtbank ([a-z]+)", page.read_text(encoding="utf-8")):
        assert name in tree, f"{label(page)} speaks of `thoughtbank {name}`"


# the rest


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tables_of_settings_are_up_to_date() -> None:
    page = ROOT / "docs" / "settings.md"
    written = page.read_text(encoding="utf-8")
    assert script("settings_table").rendered(written) == written, "run: python scripts/settings_table.py"


def test_every_verb_is_in_the_page_on_python() -> None:
    titles = " ".join(sections(ROOT / "docs" / "python.md", "##"))
    for name, value in vars(Bank).items():
        if callable(value) and not name.startswith("_"):
            assert f"`{name}`" in titles, f"docs/python.md has no section on {name}"


def test_every_error_is_in_the_page_on_faults() -> None:
    text = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
    for name, value in vars(errors).items():
        if isinstance(value, type) and issubclass(value, errors.ThoughtbankError):
            assert f"`{name}`" in text, f"docs/faults.md doesn't say when {name} is raised"


def test_every_table_and_column_is_in_the_page_on_the_store() -> None:
    schema = sections(ROOT / "docs" / "store.md", "##")["Schema"]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+)$", schema, re.MULTILINE))
    for table in metadata.tables.values():
        lacking = [column.name for column in table.columns if f"`{column.name}`" not in rows[table.name]]
        assert not lacking, f"docs/store.md: {table.name} also has {lacking}"


def slug(heading: str) -> str:
    """As GitHub makes a heading's anchor."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path) if path else page
        assert file.exists(), f"{label(page)} links to {target}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in map(slug, headings), f"{label(page)} links to {target}"


NAMED = re.compile(r"`((?:thoughtbank|tests|benchmarks|docs|scripts)/[\w./-]+)(?:::(\w+))?`")


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_files_and_tests_that_are_named_exist(page: Path) -> None:
    for name, inside in NAMED.findall(page.read_text(encoding="utf-8")):
        file = ROOT / name
        assert file.exists(), f"{label(page)} names {name}"
        if inside:
            tree = ast.parse(file.read_text(encoding="utf-8"))
            defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
            assert inside in defined, f"{label(page)} names {name}::{inside}"


def test_each_row_of_the_mechanisms_names_its_file_and_its_test() -> None:
    rows = re.findall(r"^\| (\d+) \|(.+)$", (ROOT / "docs" / "mechanisms.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert rows
    for number, row in rows:
        named = {name.partition("/")[0] for name, _ in NAMED.findall(row)}
        assert named & {"thoughtbank", "benchmarks"}, f"row {number} names no file"
        assert named & {"tests", "benchmarks"}, f"row {number} names no test or benchmark"
