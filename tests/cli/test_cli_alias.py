"""alias list, add and remove on the command line."""

import json

import pytest

from tests.cli.conftest import Run
from thoughtbank import Thoughtbank


@pytest.fixture(autouse=True)
def _knows(monkeypatch: pytest.MonkeyPatch, _here: None) -> None:
    monkeypatch.setenv("THOUGHTBANK_THINK__MODE", "inline")
    monkeypatch.setenv("THOUGHTBANK_GAIN__MODE", "off")
    with Thoughtbank(embedder="hash") as bank:
        for text in ("My sister is called Lina.", "My mother lives in Porto."):
            bank.remember(text, user_id="u", speaker="Ana")


def test_names_are_listed_with_what_they_rest_on(run: Run) -> None:
    shown = run("alias", "list", "--user", "u")
    assert shown.code == 0 and all(text in shown.out for text in ("lina", "ana's sister", "Ana's sister is called Lina."))
    (one,) = json.loads(run("alias", "list", "--user", "u", "--json").out)["aliases"]
    assert (one["name"], one["means"], one["kind"], one["apart"]) == ("lina", "ana's sister", "name", None)
    assert run("alias", "list", "--user", "nobody").out == "no name is known to mean another\n"


def test_one_more_and_one_less(run: Run) -> None:
    assert run("alias", "add", "--user", "u", "Mama", "Ana's mother").out == "mama means ana's mother\n"
    assert "as given" in run("alias", "list", "--user", "u").out
    assert "Ana's mother lives in Porto." in run("relations", "--user", "u", "Mama").out
    assert run("alias", "remove", "--user", "u", "Mama").out == "mama no longer means ana's mother\n"
    assert run("alias", "remove", "--user", "u", "Lina", "Ana's sister", "--json").code == 0
    assert json.loads(run("alias", "list", "--user", "u", "--json").out) == {"aliases": []}
    told = run("changes", "--user", "u").out
    assert "unalias mama" in told and "mama means ana's mother (by user)" in told and "(not here)" not in told


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("add", "Mama", "Anas mother"), 1, "no argument 'Anas mother' is known"),
        (("add", "Lina", "lina"), 2, "same name"),
        (("remove", "Linna"), 1, "the nearest are 'lina'"),
        (("remove", "Lina", "Ben"), 1, 'it means "ana\'s sister"'),
    ],
)
def test_mistakes_are_one_line(run: Run, words: tuple[str, ...], code: int, said: str) -> None:
    shown = run("alias", words[0], "--user", "u", *words[1:])
    assert shown.code == code and said in shown.err and shown.err.count("\n") == 1
