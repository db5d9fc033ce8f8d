"""Runs the examples of README.md and docs/*.md and writes what they show into the `text` blocks that say something else.

Run it with the virtual environment's Python after a change that changes an output, and read the difference before you commit it.
Pages can be named; left out, all are run. Outputs with "..." in them stay as they are while they fit.
"""

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.test_docs import RUN, blocks, run_python, run_shell, same  # noqa: E402


def rewritten(page: Path) -> str:
    """The page with the outputs of this run."""
    lines = page.read_text(encoding="utf-8").split("\n")
    namespace: dict[str, object] = {"__name__": "__main__"}
    shown: str | None = None
    changes: list[tuple[int, int, str]] = []
    for block in blocks(page):
        if block.kind == "text" and shown is not None and not same(block.text, shown):
            changes.append((block.line - 1, block.line - 1 + block.text.count("\n"), shown.rstrip("\n")))
        shown = None
        if block.kind == "python":
            shown = run_python(block, page.name, namespace)
        elif block.kind in ("sh", "console"):
            shown = run_shell(block, page.name)
    for start, end, text in reversed(changes):
        lines[start:end] = text.split("\n")
    return "\n".join(lines)


def main() -> None:
    os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    os.environ |= {"COLUMNS": "100", "PYTHONPATH": str(ROOT)}
    for page in [Path(name).resolve() for name in sys.argv[1:]] or RUN:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["THOUGHTBANK_HOME"] = str(Path(folder) / "bank")
            os.chdir(folder)
            page.write_text(rewritten(page), encoding="utf-8")
            os.chdir(ROOT)


if __name__ == "__main__":
    main()
