"""relations, changes, restore and work on the command line."""

from typing import Any

import pytest

from tests.cli.conftest import Run

ON = "THOUGHTBANK_THINK__MODE"


@pytest.fixture(autouse=True)
def _thinks(monkeypatch: pytest.MonkeyPatch, _here: None) -> None:
    monkeypatch.setenv(ON, "inline")


def tell(run: Run, *texts: str) -> list[Any]:
    return [run("remember", "--user", "ana", "--speaker", "Ana", "--json", text).json["receipts"][0] for text in texts]


def test_relations_of_a_head(run: Run) -> None:
    first, _ = tell(run, "I live in Lyon.", "I like jazz.")
    found = run("relations", "--user", "ana", "--json", "ana").json
    more = {"others": [], "mood": "fact"}
    assert [one["triple"] for one in found["thoughts"]] == [
        {"head": "Ana", "relation": "lives in", "tail": "Lyon", **more}, {"head": "Ana", "relation": "likes", "tail": "jazz", **more},
    ]  # fmt: skip
    assert found["thoughts"][0]["id"] == first["thoughts"][0]
    shown = run("relations", "--user", "ana", "Ana")
    assert shown.code == 0 and "lives in" in shown.out and "Ana likes jazz." in shown.out
    nobody = run("relations", "--user", "ana", "Ben")
    assert nobody.code == 0 and nobody.out == "nothing is thought of Ben\n"


def test_remember_says_how_many_thoughts_it_made(run: Run) -> None:
    assert "1 thought of it" in run("remember", "--user", "ana", "I live in Lyon.").out
    assert "2 thoughts of it" in run("remember", "--user", "ana", "I like jazz. I have a dog.").out
    assert "thought" not in run("remember", "--user", "ana", "Hello.").out


def test_what_happened_and_how_it_is_taken_back(run: Run) -> None:
    tell(run, "I live in Lyon.", "I live in Porto.")
    listed = run("changes", "--user", "ana", "--json").json["changes"]
    assert [one["kind"] for one in listed] == ["forget", "insert", "insert"]
    shown = run("changes", "--user", "ana")
    assert "Ana lives in Lyon." in shown.out and "has one value" in shown.out
    assert len(run("changes", "--user", "ana", "--limit", "1", "--before", listed[0]["id"], "--json").json["changes"]) == 1
    gone = listed[0]["memory_id"]
    assert run("restore", "--user", "ana", gone).out == f"current again {gone}\n  Ana lives in Lyon.\n"
    again = run("restore", "--user", "ana", gone)
    assert again.code == 2 and "is current" in again.error
    assert run("restore", "--user", "ana", "nobody").code == 1
    assert run("changes", "--user", "ben").out == "nothing has changed yet\n"


def test_turns_that_wait_are_worked_on_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ON, "behind")
    assert run("remember", "--user", "ana", "I live in Lyon.").out.startswith("pending ")
    assert run("work", "--once").out == (
        "turns judged: 0, thought about: 1; thoughts inserted: 1, merged: 0, forgotten: 0; turns that wait: 0\n"
    )
    done = run("work", "--once", "--user", "ana", "--anew", "--json")
    assert done.code == 0 and (done.json["turns"], done.json["inserted"]) == (1, 0)
    assert run("work", "--once", "--anew").code == 2


def test_a_thought_is_nobodys_words(run: Run) -> None:
    tell(run, "I live in Lyon.")
    shown = run("show", "--user", "ana").out.splitlines()
    (line,) = (line for line in shown if "Ana lives in Lyon." in line)
    assert " thought " in line and " Ana  " not in line


def test_the_first_paper_on_the_command_line(run: Run) -> None:
    tell(run, "I'm allergic to peanuts.")
    found = run("--preset", "TIM", "recall", "--user", "ana", "--json", "Ana is allergic to peanuts.").json
    assert [row["kind"] for row in found["rows"]] == ["thought"] and "in its group" in found["rows"][0]["why"]
    wrong = run("--preset", "NONE", "recall", "--user", "ana", "x")
    assert wrong.code == 2 and "preset" in wrong.error


def test_a_change_whose_thought_never_came_is_shown_all_the_same(run: Run) -> None:
    tell(run, "I live in Lyon.")
    line = (
        '{"type": "change", "id": "c1", "kind": "insert", "memory_id": "nope", "by": "x", "reason": "r", '
        '"at": "2026-03-02T00:00:00+00:00"}\n'
    )
    assert run("import", "--user", "ana", "-", stdin=line.encode()).code == 0
    shown = run("changes", "--user", "ana")
    assert shown.code == 0 and "(not here)" in shown.out and "Ana lives in Lyon." in shown.out


def test_an_import_says_what_became_of_thoughts_that_were_there(run: Run) -> None:
    tell(run, "I live in Lyon.")
    older = run("export", "--user", "ana").out.encode()
    tell(run, "I live in Porto.")
    newer = run("export", "--user", "ana").out.encode()
    assert "1 thoughts stay as they are" in run("import", "--user", "ana", "-", stdin=older).out
    run("--store", "copy.db", "import", "--user", "ana", "-", stdin=older)
    ran = run("--store", "copy.db", "import", "--user", "ana", "-", stdin=newer)
    assert ran.code == 0 and "1 thoughts that were here ended" in ran.out
    assert run("--store", "copy.db", "export", "--user", "ana").out.encode() == newer


def test_what_was_refused_is_counted_and_listed_without_a_flood(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THOUGHTBANK_THINK__MOST", "1")
    text = " ".join(f"I like {thing}." for thing in ("jazz", "olives", "chess", "tea", "rain", "dogs", "snow", "figs"))
    (receipt,) = tell(run, text)
    assert len(receipt["refused"]) == 7 and receipt["refused"][0].startswith("likes(Ana; olives): more than 1 of one exchange")
    shown = run("remember", "--user", "eva", "--speaker", "Eva", text).out
    assert "refused of what was offered: 7" in shown and shown.count("more than 1 of") == 5 and "and 2 more; --json" in shown
    assert run("show", "--user", "ana", receipt["id"], "--json").json["refused"] == receipt["refused"]
    assert "refused of what was offered: 7" in run("show", "--user", "ana", receipt["id"]).out
    monkeypatch.setenv(ON, "behind")
    run("remember", "--user", "ben", "--speaker", "Ben", text)
    worked = run("work", "--once").out
    assert "refused of what was offered: 7" in worked and "and 2 more" in worked
    run("remember", "--user", "cid", "--speaker", "Cid", text)
    assert len(run("work", "--once", "--json").json["refused"]) == 7


def test_times_and_what_is_over(run: Run) -> None:
    text = "2010년부터 2015년까지 로마에서 살았어요."
    run("remember", "--user", "ana", "--speaker", "Ana", "--at", "2026-03-04T12:00:00Z", text)
    (thought,) = run("relations", "--user", "ana", "--json", "Ana").json["thoughts"]
    assert thought["triple"]["others"][0]["when"] == {
        "begins": "2010-01-01T00:00:00+00:00", "ends": "2016-01-01T00:00:00+00:00", "precision": "year", "side": "between",
    }  # fmt: skip
    assert "(until 2015-12-31)" in run("relations", "--user", "ana", "Ana").out.replace("\n", "")
    then = ["recall", "--user", "ana", "--kind", "thought", "로마"]
    assert "until 2015-12-31" in run(*then, "--as-of", "2012-01-01").out
    assert run(*then, "--as-of", "2018-01-01").out == "nothing found\n"
