"""What the tests of both kinds of fine-tuned models share: a machine without PyTorch, and a folder that was damaged."""

import shutil
from pathlib import Path

import pytest

from thoughtbank.providers import saved
from thoughtbank.providers.saved import MANIFEST


@pytest.fixture
def without_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(saved.importlib, "import_module", gone)


@pytest.fixture(
    params=[
        ("model.safetensors", "model.safetensors isn't what was written there"),
        ("tokenizer.json", "tokenizer.json isn't what was written there"),
        (MANIFEST, "has another shape"),
    ],
    ids=lambda param: param[0],
)
def damaged(request: pytest.FixtureRequest, folder: Path, tmp_path: Path) -> tuple[Path, str]:
    """A file of a copy of the folder that `folder` gives, without its end, and what is said of it."""
    name, message = request.param
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    file = copy / name
    file.write_bytes(file.read_bytes()[:-20])
    return file, message
