"""Every knob: where it comes from, and what is said of one that can't be used."""

from pathlib import Path
from typing import Any

import pytest

from thoughtbank.errors import SettingsError
from thoughtbank.settings import Settings, load_settings


def test_arguments_win_over_environment_and_environment_over_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "thoughtbank.toml").write_text(
        'zone = "Asia/Seoul"\ntenant = "file"\nseed = 1\n[recall]\nk = 7\n', encoding="utf-8"
    )
    monkeypatch.setenv("THOUGHTBANK_HOME", str(tmp_path))
    monkeypatch.setenv("THOUGHTBANK_TENANT", "environment")
    monkeypatch.setenv("THOUGHTBANK_SEED", "2")
    monkeypatch.setenv("THOUGHTBANK_RECALL__POOL", "50")
    loaded = load_settings(seed=3)
    assert (loaded.zone, loaded.tenant, loaded.seed, loaded.recall.k, loaded.recall.pool) == (
        "Asia/Seoul",
        "environment",
        3,
        7,
        50,
    )
    assert loaded.home == tmp_path
    assert loaded.store_url == f"sqlite:///{tmp_path}/thoughtbank.db"


def test_a_home_given_as_argument_is_where_the_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "thoughtbank.toml").write_text('tenant = "argument"', encoding="utf-8")
    monkeypatch.setenv("THOUGHTBANK_HOME", "/nowhere")
    assert load_settings(home=tmp_path).tenant == "argument"


def test_empty_variables_count_as_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TENANT", "MODEL", "SEED", "API_KEY"):
        monkeypatch.setenv(f"THOUGHTBANK_{name}", "")
    loaded = load_settings(home=tmp_path, store=None)
    assert (loaded.tenant, loaded.model, loaded.seed, loaded.api_key) == ("default", None, None, None)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"zone": "Mars/Olympus"}, "zone.*IANA"),
        ({"zone": "../../etc/passwd"}, "zone.*IANA"),
        ({"zone": ""}, "zone"),
        ({"durability": "maybe"}, "durability"),
        ({"busy_timeout": 0}, "busy_timeout"),
        ({"busy_timeout": "long"}, "busy_timeout"),
        ({"cache_mb": 0}, "cache_mb"),
        ({"turn_chars": -1}, "turn_chars"),
        ({"model_retries": 11}, "model_retries"),
        ({"recall": {"k": 0}}, "recall.k"),
        ({"recall": {"typo": 1}}, "recall.typo"),
        ({"recall": {"paths": ("psychic",)}}, "recall.paths"),
        ({"recall": {"dense_weight": 1.5}}, "recall.dense_weight"),
        ({"answer": {"quotes": 0}}, "answer.quotes"),
        ({"typo": 1}, "typo"),
        ({"seed": "x"}, "seed"),
        ({"tenant": 5}, "tenant"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(tmp_path: Path, given: dict[str, Any], named: str) -> None:
    with pytest.raises(SettingsError, match=named):
        load_settings(home=tmp_path, **given)


@pytest.mark.parametrize(
    ("name", "value"),
    [("SEED", "one"), ("RECALL", "{"), ("RECALL__K", "many"), ("DURABILITY", "x"), ("CACHE_MB", "-1"), ("ZONE", "Nowhere")],
)
def test_a_variable_that_cannot_be_used_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"THOUGHTBANK_{name}", value)
    with pytest.raises(SettingsError, match=name.partition("__")[0].lower()):
        load_settings(home=tmp_path)


@pytest.mark.parametrize("content", [b"not toml", b"typo = 1", b'zone = "Nowhere"', b"\xff\xfe", b"seed = [1]"])
def test_a_settings_file_that_cannot_be_used_is_an_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "thoughtbank.toml").write_bytes(content)
    with pytest.raises(SettingsError):
        load_settings(home=tmp_path)


def test_a_folder_in_the_settings_files_place_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "thoughtbank.toml").mkdir()
    with pytest.raises(SettingsError, match="thoughtbank.toml"):
        load_settings(home=tmp_path)


def test_a_settings_file_that_may_not_be_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "thoughtbank.toml"
    file.write_text('tenant = "hidden"', encoding="utf-8")
    really = Path.open

    def refuse(self: Path, *given: Any, **named: Any) -> Any:
        if self == file:
            raise PermissionError(13, "Permission denied", str(self))  # what no mode of a file does to root
        return really(self, *given, **named)

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(SettingsError, match=r"Permission denied.*thoughtbank.toml"):
        load_settings(home=tmp_path)


def test_a_secret_is_never_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THOUGHTBANK_API_KEY", "sk-hush-1234")
    loaded = load_settings(home=tmp_path)
    assert loaded.api_key is not None
    assert loaded.api_key.get_secret_value() == "sk-hush-1234"
    assert "hush" not in repr(loaded) + str(loaded) + loaded.model_dump_json()
    with pytest.raises(SettingsError) as caught:
        load_settings(home=tmp_path, api_key=["sk-hush-5678"])
    assert "hush" not in str(caught.value) + repr(caught.value.__cause__) + repr(caught.value.__context__ and "")


def test_settings_do_not_change(tmp_path: Path) -> None:
    loaded = load_settings(home=tmp_path)
    for part, name in ((loaded, "tenant"), (loaded.recall, "k"), (loaded.answer, "quotes")):
        with pytest.raises(ValueError, match="frozen"):
            setattr(part, name, "x")


def test_every_setting_says_what_it_is() -> None:
    import ast
    import inspect

    from thoughtbank import settings

    tree = ast.parse(inspect.getsource(settings))
    bare = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in ("RecallSettings", "GraphSettings", "ThinkSettings", "Settings"):
            for place, line in enumerate(node.body):
                if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                    after = node.body[place + 1] if place + 1 < len(node.body) else None
                    if not (isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)):
                        bare.append(line.target.id)
    assert set(bare) <= {"tenant", "recall", "graph", "gain", "think", "answer", "model_config"}
    assert set(Settings.model_fields) >= {"home", "store", "seed", "zone"}
