"""A tiny model with random weights learns to write propositions, is saved, loaded, and refused when its folder is damaged."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tuning.labelled import tiny_encoder, write
from tests.tuning.propositions import EIGHT, labels, moves, tiny_model
from thoughtbank.errors import InputError, MissingExtra, SettingsError
from thoughtbank.language.fragments import Speaking
from thoughtbank.language.fragments.lines import asked, write_all
from thoughtbank.providers.saved import MANIFEST
from thoughtbank.providers.seq2seq import Seq2SeqFragmenter
from thoughtbank.tuning.descent import Training
from thoughtbank.tuning.examples import read_examples
from thoughtbank.tuning.fragmenter import Taught, begun, figures, fit, save_fragmenter, teach, tune_fragmenter

FAST = Training(epochs=20, rate=3e-3, batch=8)
"""A random model of two layers needs another rate than one that has read a language."""
OVERFIT = Training(epochs=100, rate=3e-3, batch=8)


@pytest.mark.usefixtures("without_libraries")
def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingExtra, match=r"thoughtbank\[tune\]"):
        tune_fragmenter([], str(tmp_path))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_model(tmp_path_factory.mktemp("t5"), "t5", moves())


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("lines") / "moves.jsonl", labels(moves()))


@pytest.fixture(scope="module")
def made(small: Path, lines: Path) -> Taught:
    return tune_fragmenter(read_examples(lines), str(small), FAST)


@pytest.fixture(scope="module")
def folder(made: Taught, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("saved") / "mine"
    save_fragmenter(made, folder)
    return folder


@pytest.mark.parametrize("kind", ["t5", "bart"])
def test_eight_messages_are_learnt_by_heart(kind: str, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch isn't installed (extra tune)")
    (tmp_path / "model").mkdir()
    writer = begun(str(tiny_model(tmp_path / "model", kind, EIGHT)), 256)
    examples = read_examples(write(tmp_path / "e.jsonl", EIGHT))
    fitting, left_out = fit(examples, writer, "tiny")
    assert (len(fitting), left_out) == (8, ())
    assert figures(writer, examples)["exact_f1"]["value"] == 0
    with torch.random.fork_rng():
        torch.manual_seed(0)
        teach(writer, fitting, OVERFIT, "tiny")
    written = writer.write([asked(one.text, one.speaking) for one in examples])
    assert written == [(write_all(one.fragments), False) for one in examples]
    found = figures(writer, examples)
    assert {name: of["value"] for name, of in found.items()} == {
        "exact_f1": 1, "exact_precision": 1, "exact_recall": 1, "silent": 1, "refused": 0,
    }  # fmt: skip


def test_it_writes_of_messages_it_was_not_taught(made: Taught) -> None:
    assert made.taught + made.held == len(moves()) and made.left_out == ()
    assert made.before["exact_f1"]["value"] == 0 and made.before["refused"]["value"] == 1
    for name in ("exact_f1", "exact_precision", "silent", "precision", "recall"):
        value = made.after[name]["value"]
        assert value is not None and value > 0.7, f"{name}: held out"
    assert made.better


def test_the_same_data_give_the_same_model(made: Taught, small: Path, lines: Path) -> None:
    import torch

    state = torch.get_rng_state()
    told: list[tuple[int, int]] = []
    again = tune_fragmenter(read_examples(lines), str(small), FAST, advance=lambda done, total: told.append((done, total)))
    ours = dict(made.writer.model.named_parameters())
    assert all(torch.equal(ours[name], value) for name, value in again.writer.model.named_parameters())
    assert torch.equal(torch.get_rng_state(), state), "the caller's chance is left alone"
    assert told[0] == (1, len(told)) and told[-1] == (len(told), len(told))


def test_what_was_saved_is_loaded(folder: Path) -> None:
    fragmenter = Seq2SeqFragmenter(folder)
    assert fragmenter.name.startswith("fragmenter mine ") and len(fragmenter.name) == len("fragmenter mine ") + 8
    told, thanks, blank, long = fragmenter.fragments(
        [("I moved to Ghent.", Speaking("Eve")), ("Thanks!", Speaking("Eve")), ("", Speaking("Eve")), ("I moved to Oslo. " * 60, Speaking("Dan"))]
    )  # fmt: skip
    (one,) = told.fragments
    assert (str(one), one.text) == ("moved to(Eve; Ghent)", "Eve moved to Ghent.")
    assert thanks.fragments == blank.fragments == () and thanks.refused == blank.refused == ()
    assert long.fragments or long.refused, "read in pieces, none of which was taught"
    written = json.loads((folder / MANIFEST).read_text())
    assert written["kind"] == "fragmenter" and written["measured"]["after"]["exact_f1"] > 0.7
    assert {file.suffix for file in folder.iterdir()} == {".json", ".safetensors"}


def test_a_damaged_folder_is_named(damaged: tuple[Path, str]) -> None:
    file, message = damaged
    copy = file.parent
    with pytest.raises(SettingsError, match=message) as error:
        Seq2SeqFragmenter(copy)
    assert str(copy) in str(error.value)
    file.unlink()
    with pytest.raises(SettingsError, match="no whole folder that tune fragmenter wrote"):
        Seq2SeqFragmenter(copy)


def test_what_is_there_is_not_written_over(made: Taught, folder: Path) -> None:
    with pytest.raises(InputError, match="is there already"):
        save_fragmenter(made, folder)


def test_no_model_to_begin_with(lines: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch isn't installed (extra tune)")
    for name in ("empty", "encoder"):
        (tmp_path / name).mkdir()
    with pytest.raises(InputError, match="no model that reads a text and writes one"):
        tune_fragmenter(read_examples(lines), str(tmp_path / "empty"))
    with pytest.raises(InputError, match="no model that reads a text and writes one"):
        tune_fragmenter(read_examples(lines), str(tiny_encoder(tmp_path / "encoder")))


def test_a_vocabulary_without_line_feed_and_backslash(tmp_path: Path) -> None:
    """As T5's own: lines run together and are parted all the same; what can't be written is left out and named."""
    (tmp_path / "model").mkdir()
    english = [one for one in EIGHT if one["text"].isascii()]
    writer = begun(str(tiny_model(tmp_path / "model", "t5", EIGHT, plain=True)), 256)
    fitting, left_out = fit(read_examples(write(tmp_path / "e.jsonl", english)), writer, "tiny")
    assert left_out == (r"line 5: the model's vocabulary can't write '\\'",)
    teach(writer, fitting, OVERFIT, "tiny")
    ((two, _),) = writer.write([asked(fitting[1].text, fitting[1].speaking)])
    assert "\n" not in two
    assert figures(writer, fitting)["exact_f1"]["value"] == 1
    with pytest.raises(
        InputError, match=r"tiny can't be taught this: 4 of 5 messages don't fit it \(line 2: .* can't write '在'\)"
    ):
        fit(read_examples(write(tmp_path / "f.jsonl", [english[0], *EIGHT[4:]])), writer, "tiny")


def test_what_is_longer_than_the_model_reads_or_writes_is_left_out(small: Path, tmp_path: Path) -> None:
    long: dict[str, Any] = {"text": "I moved to Lyon. " * 99, "speaker": "Ana", "propositions": ["moved to(Ana; Lyon)"]}
    wide = {"text": "x", "propositions": [f"moved to(Ana; Lyon{number})" for number in range(99)]}
    writer = begun(str(small), 64)
    fitting, left_out = fit(read_examples(write(tmp_path / "e.jsonl", [*moves(), long, wide])), writer, "tiny")
    assert len(fitting) == len(moves())
    assert left_out == (
        "line 57: it is longer than the 64 tokens that the model reads",
        "line 58: its propositions are longer than the 256 tokens that the model writes",
    )


def test_what_a_summariser_is_set_to_does_not_matter(tmp_path: Path) -> None:
    """Older releases kept beams and a least length in config.json; a proposition forced to be long is none."""
    (tmp_path / "model").mkdir()
    model = tiny_model(tmp_path / "model", "bart", EIGHT)
    config = json.loads((model / "config.json").read_text())
    (model / "generation_config.json").unlink()
    (model / "config.json").write_text(json.dumps({**config, "num_beams": 4, "min_length": 56, "no_repeat_ngram_size": 3}))
    writer = begun(str(model), 256)
    assert writer.model.generation_config.num_beams == 1 and not writer.model.generation_config.min_length
    examples = read_examples(write(tmp_path / "e.jsonl", EIGHT))
    teach(writer, examples, OVERFIT, "tiny")
    assert figures(writer, examples)["exact_f1"]["value"] == 1
