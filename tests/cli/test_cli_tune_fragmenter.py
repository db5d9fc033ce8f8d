"""Teaching a fragmenter from the command line."""

from inspect import signature
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.tuning.labelled import write
from tests.tuning.propositions import EIGHT, moves, tiny_model
from thoughtbank.cli.tune_fragmenter import fragmenter
from thoughtbank.language.fragments import Speaking
from thoughtbank.providers.seq2seq import Seq2SeqFragmenter
from thoughtbank.tuning.fragmenter import EPOCHS

TUNE = ("tune", "fragmenter", "--data", "moves.jsonl", "--model", "tiny")


@pytest.fixture(autouse=True)
def _data() -> None:
    write(Path("moves.jsonl"), moves())


def test_a_model_is_taught_shown_and_written(run: Run) -> None:
    Path("tiny").mkdir()
    tiny_model(Path("tiny"), "t5", moves())
    ran = run(*TUNE, "--out", "mine", "--epochs", "60", "--json")
    assert ran.code == 0, ran.err
    assert ran.err == "", "the libraries' own remarks are left out"
    told = ran.json
    assert (told["tuned"], told["n"], told["taught"], told["held"], told["left_out"], told["out"]) == (
        "fragmenter", 56, 45, 11, [], "mine",
    )  # fmt: skip
    assert told["before"]["exact_f1"]["value"] == 0 and told["better"] is True
    assert "60 epochs at 0.0003" in told["how"]
    (drawn,) = Seq2SeqFragmenter(Path("mine")).fragments([("I moved to Oslo.", Speaking("Ana"))])
    assert drawn.fragments or drawn.refused

    write(Path("moves.jsonl"), [*moves(), {"text": "I moved. " * 99, "propositions": ["moved to(the user; Rome)"]}])
    ran = run(*TUNE, "--epochs", "1")
    assert ran.code == 0, ran.err
    for said in (
        "taught 45 messages, measured on 11 others",
        "left out, line 57: it is longer than",
        "exact_f1",
        "nothing is written",
    ):
        assert said in ran.out + ran.err
    assert "1 propositions of 1 messages would be refused" in ran.err


def test_the_epochs_are_those_of_the_library() -> None:
    assert signature(fragmenter).parameters["epochs"].default == EPOCHS


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--out", "."), "is there already"),
        (("--out", "none/mine"), "there is no folder none"),
        (("--data", "gone.jsonl"), "gone.jsonl can't be read"),
    ],
)
def test_what_cannot_be_done_is_said_before_the_work(run: Run, words: tuple[str, ...], message: str) -> None:
    ran = run(*TUNE, *words)
    assert ran.code == 2
    assert message in ran.error


def test_data_that_cannot_be_used(run: Run) -> None:
    write(Path("moves.jsonl"), EIGHT)
    assert "moves.jsonl holds 8 different messages; tuning needs 20 or more" in run(*TUNE).error
    write(Path("moves.jsonl"), [*moves(), {"text": "x", "propositions": ["x"]}])
    assert "moves.jsonl, line 57: 'x' is no proposition" in run(*TUNE).error
