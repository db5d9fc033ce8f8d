"""A tiny encoder with random weights learns what no rule knows, is saved, loaded by the engine, and refused when its folder is damaged."""

import json
import shutil
from pathlib import Path

import pytest

from tests.tuning.labelled import dragons, tiny_encoder, write
from thoughtbank import Thoughtbank
from thoughtbank.errors import InputError, MissingExtra, SettingsError
from thoughtbank.providers import saved
from thoughtbank.providers.cross_encoder import load_encoder
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.providers.saved import MANIFEST
from thoughtbank.tuning.descent import Training
from thoughtbank.tuning.encoder import save_encoder, tune_encoder
from thoughtbank.tuning.pairs import Pair, read_pairs
from thoughtbank.tuning.tuned import Tuned

FAST = Training(epochs=40, rate=3e-3, window=48)
"""A random encoder of one layer needs another rate than one that has read a language."""


@pytest.mark.usefixtures("without_libraries")
def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingExtra, match=r"thoughtbank\[tune\]"):
        tune_encoder([], str(tmp_path))


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_encoder(tmp_path_factory.mktemp("encoder"))


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> list[Pair]:
    return read_pairs(write(tmp_path_factory.mktemp("pairs") / "dragons.jsonl", dragons()))


@pytest.fixture(scope="module")
def made(encoder: Path, pairs: list[Pair]) -> Tuned:
    return tune_encoder(pairs, str(encoder), FAST)


@pytest.fixture(scope="module")
def folder(made: Tuned, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("saved") / "mine"
    save_encoder(made, "tiny", folder)
    return folder


def test_it_learns_what_no_rule_knows(made: Tuned) -> None:
    before, after = made.before["mae"]["value"], made.after["mae"]["value"]
    assert before is not None and after is not None
    assert before > 2 and after < 1, "held out"
    assert made.better


def test_the_same_pairs_give_the_same_encoder(made: Tuned, encoder: Path, pairs: list[Pair]) -> None:
    import torch

    state = torch.get_rng_state()
    again = tune_encoder(pairs, str(encoder), FAST)
    assert again.found.tolist() == made.found.tolist()
    assert torch.equal(torch.get_rng_state(), state), "the caller's chance is left alone"


def test_the_engine_loads_what_was_saved(made: Tuned, folder: Path, pairs: list[Pair], tmp_path: Path) -> None:
    with Thoughtbank(str(tmp_path / "bank.db"), embedder=HashEmbedder(), gain={"scorer": folder}) as bank:
        for pair in pairs[:6]:
            said = [{"role": one.role, "content": one.text} for one in (*pair.history, pair.turn)]
            gain = bank.gains_of(said)[-1]
            assert gain.score == pytest.approx(made.scorer.score(pair.turn, pair.history).score, abs=0.01)
            assert gain.by.startswith("scorer mine ")
        (receipt,) = bank.remember("We saw dragons over field 777.", user_id="u")
        assert receipt.gain is not None and receipt.gain.score is not None and receipt.gain.score > 6
        (thanks,) = bank.remember("ok thanks", user_id="u")
        assert thanks.gain is not None and (thanks.gain.score, thanks.gain.by) == (1, "acknowledgement")
        (long,) = bank.remember("We saw dragons over field 1. " * 3000, user_id="u")
        assert long.gain is not None and long.gain.score is not None


def test_a_damaged_folder_is_named(damaged: tuple[Path, str], tmp_path: Path) -> None:
    file, message = damaged
    copy = file.parent
    with pytest.raises(SettingsError, match=message) as error:
        Thoughtbank(str(tmp_path / "bank.db"), embedder=HashEmbedder(), gain={"scorer": copy})
    assert str(copy) in str(error.value)
    assert not (tmp_path / "bank.db").exists()
    file.unlink()
    with pytest.raises(SettingsError, match="no whole folder"):
        load_encoder(copy)


def test_a_manifest_may_not_name_files_elsewhere(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    data = json.loads((copy / MANIFEST).read_text())
    (tmp_path / "secret").write_text("x")
    data["files"]["../secret"] = saved.digest_of(tmp_path / "secret")
    (copy / MANIFEST).write_text(json.dumps(data))
    with pytest.raises(SettingsError, match="isn't what was written"):
        load_encoder(copy)


def test_a_folder_of_something_else(encoder: Path) -> None:
    with pytest.raises(SettingsError, match="no whole folder that tune scorer --kind bert wrote"):
        load_encoder(encoder)


def test_no_encoder_to_begin_with(pairs: list[Pair], encoder: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no encoder can be loaded from"):
        tune_encoder(pairs, str(tmp_path / "empty"), FAST)
