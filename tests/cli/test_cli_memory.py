import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from thoughtbank.records.decisions import Row

HOSTILE = ["../../x", "q' OR 1=1", "red%", "red_", "🦊", "a/b", "CON", "--user", "[red]", "名前"]


def first_id(run: Run, user: str = "u1") -> str:
    return run("show", "--user", user, "--json").json["items"][0]["id"]


# remember and add


def test_remember_says_what_became_of_it(run: Run) -> None:
    ran = run("remember", "--user", "u1", "--at", "2026-03-02T08:14", "I like tea.")
    assert ran.code == 0
    assert ran.out.startswith("stored ")
    assert "no zone" in ran.out
    assert not ran.err


def test_remember_keeps_every_option(run: Run) -> None:
    words = ["--role", "participant", "--speaker", "Mo", "--at", "2026-03-02T08:14:00+01:00", "--key", "k1"]
    receipts = run(
        "remember", "--user", "u1", "--agent", "a1", "--session", "s1", *words, "--json", "I like tea."
    ).json["receipts"]  # fmt: skip
    memory = run("show", "--user", "u1", receipts[0]["id"], "--json").json
    kept = {name: memory[name] for name in ("text", "role", "speaker", "said_at", "agent_id", "session_id")}
    assert kept == {
        "text": "I like tea.", "role": "participant", "speaker": "Mo", "said_at": "2026-03-02T08:14:00+01:00",
        "agent_id": "a1", "session_id": "s1",
    }  # fmt: skip


def test_the_same_key_again_is_skipped_and_another_text_refused(run: Run) -> None:
    run("remember", "--user", "u1", "--key", "k1", "tea")
    again = run("remember", "--user", "u1", "--key", "k1", "--json", "tea")
    assert again.code == 0
    assert again.json["receipts"][0]["outcome"] == "skipped"
    other = run("remember", "--user", "u1", "--key", "k1", "coffee")
    assert other.code == 2
    assert "key" in other.error


@pytest.mark.parametrize("verb", ["remember", "add"])
def test_a_blank_text_is_refused_with_1(run: Run, verb: str) -> None:
    ran = run(verb, "--user", "u1", " \n ")
    assert ran.code == 1
    assert "blank" in ran.out
    assert run(verb, "--user", "u1", "--json", "").code == 1


@pytest.mark.parametrize("verb", ["remember", "add"])
def test_standard_input_is_one_text(run: Run, verb: str) -> None:
    text = "first line\nzweite Zeile: naïve 🍵\n\nlast"
    assert run(verb, "--user", "u1", "-", stdin=f"{text}\n".encode()).code == 0
    assert run("show", "--user", "u1", "--json").json["items"][0]["text"] == text


def test_a_byte_order_mark_is_no_text(run: Run) -> None:
    run("add", "--user", "u1", "-", stdin=b"\xef\xbb\xbfhello\r\n")
    assert run("show", "--user", "u1", "--json").json["items"][0]["text"] == "hello"


@pytest.mark.parametrize("words", [["remember"], ["add"], ["recall"], ["chat", "--once"], ["edit", "some-id"]])
def test_standard_input_that_isnt_utf8_is_2(run: Run, words: list[str]) -> None:
    ran = run(words[0], "--user", "u1", *words[1:], "-", stdin="naïve".encode("latin-1"))
    assert ran.code == 2
    assert "UTF-8 (byte 3)" in ran.error
    assert run("show", "--json").json == {"users": []}


def test_an_equal_note_is_merged(run: Run) -> None:
    one = run("add", "--user", "u1", "--json", "Biscuit is a dog.").json
    two = run("add", "--user", "u1", "--json", "biscuit is a  DOG.").json
    assert (two["outcome"], two["id"]) == ("merged", one["id"])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["remember", "--role", "wizard", "hi"], "role"),
        (["remember", "--at", "some day", "hi"], "ISO 8601"),
        (["add", "--at", "2026-02-30", "hi"], "2026-02-30"),
        (["remember", "--key", " ", "hi"], "key"),
    ],
)
def test_what_cant_be_used_is_2(run: Run, words: list[str], told: str) -> None:
    ran = run(words[0], "--user", "u1", *words[1:])
    assert ran.code == 2
    assert told in ran.error


@pytest.mark.parametrize("user", ["", "  ", "a\x00b", "a\nb", "x" * 300])
def test_a_user_that_is_no_name_is_2(run: Run, user: str) -> None:
    for words in (["add", "hi"], ["recall", "hi"], ["show"], ["export"]):
        ran = run(words[0], "--user", user, *words[1:])
        assert ran.code == 2
        assert "user_id" in ran.error


@pytest.mark.parametrize("user", HOSTILE)
def test_any_name_is_only_a_name(run: Run, user: str, tmp_path: Path) -> None:
    run("add", "--user", "other", "secret of another")
    assert run("add", f"--user={user}", "Keeps bees.").code == 0
    assert [row["text"] for row in run("recall", f"--user={user}", "--json", "secret bees").json["rows"]] == ["Keeps bees."]
    assert "Keeps bees." in run("show", f"--user={user}").out
    assert len(run("export", f"--user={user}").lines) == 2
    assert run("erase", f"--user={user}", "--everything", "--yes").code == 0
    assert run("show", "--user", "other", "--json").json["items"]
    assert {file.name for file in tmp_path.iterdir()} <= {"home", "sitecustomize.py"}
    assert {file.name.partition(".")[0] for file in (tmp_path / "home").iterdir()} == {"thoughtbank"}


# recall


def test_recall_shows_score_time_speaker_text_and_why(run: Run) -> None:
    run("remember", "--user", "u1", "--speaker", "Ana", "--at", "2026-03-02T08:14Z", "I'm allergic to peanuts.")
    ran = run("recall", "--user", "u1", "peanuts")
    for shown in ("score", "2026-03-02 08:14", "Ana", "I'm allergic to peanuts.", "shares peanut"):
        assert shown in ran.out
    assert "shares" not in run("recall", "--user", "u1", "--no-why", "peanuts").out
    assert first_id(run) in run("recall", "--user", "u1", "--ids", "peanuts").out
    assert "lexical" in run("recall", "--user", "u1", "--trace", "peanuts").out


def test_recall_as_json_has_every_field_of_a_row(run: Run) -> None:
    run("remember", "--user", "u1", "--at", "2026-03-02T08:14:00+01:00", "I like tea.")
    found = run("recall", "--user", "u1", "--json", "tea").json
    row = found["rows"][0]
    assert set(Row.__slots__) - {"memory"} < set(row)
    assert row["said_at"] == "2026-03-02T08:14:00+01:00"
    assert row["ranks"]["lexical"] == 1
    assert {step["name"] for step in found["trace"]} >= {"dense", "lexical", "fuse"}


def test_recall_narrows(run: Run) -> None:
    for day, speaker in (("2026-03-01", "Ana"), ("2026-03-05", "Bo"), ("2026-03-09", "Ana")):
        run("remember", "--user", "u1", "--at", day, "--speaker", speaker, "--session", day, f"tea on {day}")
    run("add", "--user", "u1", "--at", "2026-03-07", "tea as a note")

    def found(*words: str) -> set[str]:
        return {row["said_at"][:10] for row in run("recall", "--user", "u1", "--json", *words, "tea").json["rows"]}

    assert found("--speaker", "Ana") == {"2026-03-01", "2026-03-09"}
    assert found("--since", "2026-03-05") == {"2026-03-05", "2026-03-07", "2026-03-09"}
    assert found("--until", "2026-03-05") == {"2026-03-01"}
    assert found("--session", "2026-03-05") == {"2026-03-05"}
    assert found("--kind", "note") == {"2026-03-07"}
    assert found("--role", "assistant") == set()
    assert found("--known-at", "2026-01-01") == set()
    assert found("--as-of", "2026-03-02") == {"2026-03-01"}
    assert len(found("-k", "1")) == 1


def test_recall_within_a_budget(run: Run) -> None:
    for place in ("Lyon", "Rotterdam", "Ghent"):
        run("add", "--user", "u1", f"The office is in {place}, by the river.")
    ran = run("recall", "--user", "u1", "--budget", "12", "office")
    assert "2 more left out for the budget" in ran.out


def test_recall_of_nothing_is_no_error(run: Run) -> None:
    ran = run("recall", "--user", "nobody", "anything")
    assert (ran.code, ran.out) == (0, "nothing found\n")
    assert run("recall", "--user", "nobody", "--json", "anything").json["rows"] == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-k", "0", "tea"], "from 1 to"),
        (["-k", "-3", "tea"], "from 1 to"),
        (["--budget", "0", "tea"], "token_budget"),
        (["--since", "not a date", "tea"], "since"),
        (["--until", "2026-02-30", "tea"], "until"),
        (["--as-of", "", "tea"], "as_of"),
        (["--known-at", "99999-01-01", "tea"], "known_at"),
        (["--role", "bob", "tea"], "role"),
        (["--kind", "dream", "tea"], "kind"),
        (["  "], "blank"),
    ],
)
def test_recall_with_what_cant_be_used_is_2(run: Run, words: list[str], told: str) -> None:
    ran = run("recall", "--user", "u1", *words)
    assert ran.code == 2
    assert told in ran.error


def test_operators_and_quotes_are_plain_words(run: Run) -> None:
    """Field case FC-006."""
    run(
        "remember",
        "--user",
        "u1",
        'My setup line is: curl -fsSL https://tools.example/install.sh | bash && echo "done" OR 1=1 --',
    )
    assert "install.sh" in run("recall", "--user", "u1", "install.sh | bash").out
    for query in ('"unbalanced quote AND (', "NEAR/5 * ^ -", "*", "'; DROP TABLE memory; --"):
        assert run("recall", "--user", "u1", query).code == 0
    assert run("recall", "--user", "u1", "--", "--json").code == 0


def test_paths_survive(run: Run) -> None:
    """Field case FC-007."""
    path = "C:\\Users\\mo\\Docs\\budget 2026.xlsx"
    run("remember", "--user", "u1", f"The budget sheet is at {path} and /srv/share/plan")
    assert path in run("recall", "--user", "u1", path).out
    assert path in run("recall", "--user", "u1", "--json", path).json["rows"][0]["text"]


def test_stored_text_cant_steer_the_terminal_or_the_table(run: Run) -> None:
    run("add", "--user", "u1", "[bold red]loud[/] \x1b[31mred\x1b]0;title\x07 :smile: \u009b2J")
    for shown in (run("recall", "--user", "u1", "loud").out, run("show", "--user", "u1").out):
        assert "[bold red]loud[/]" in shown
        assert ":smile:" in shown
        assert not {"\x1b", "\x07", "\x9b"} & set(shown)


# show and edit


def test_show_recent_is_what_a_model_would_be_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("ok thanks a lot", "My sister Mia moved to Porto on 3 May.", "Goodbye!"):
        run("remember", "--user", "u1", "--session", "s", text)
    shown = run("show", "--user", "u1", "--session", "s", "--recent")
    assert shown.out.index("ok thanks") < shown.out.index("Porto") < shown.out.index("Goodbye!")
    assert "3 turns, about " in shown.out and "left out" not in shown.out
    monkeypatch.setenv("THOUGHTBANK_ANSWER__RECENT_TOKENS", "14")
    found = run("show", "--user", "u1", "--session", "s", "--recent", "--json").json
    assert ([item["text"] for item in found["items"]], found["cut"]) == (
        ["My sister Mia moved to Porto on 3 May.", "Goodbye!"],
        1,
    )
    assert "1 left out, those of least gain first" in run("show", "--user", "u1", "--session", "s", "--recent").out
    assert "0 turns" in run("show", "--user", "u1", "--recent").out, "none is without a session"


def test_show_pages_and_says_how_to_go_on(run: Run) -> None:
    for number in range(5):
        run("add", "--user", "u 1", "--session", "s", f"item {number}")
    page = run("--store", "home/thoughtbank.db", "show", "--user", "u 1", "--session", "s", "--limit", "2").out
    assert "item 1" in page
    assert "item 2" not in page
    again = page.rpartition("there is more: ")[2].strip()
    assert again == (
        "thoughtbank --store home/thoughtbank.db --embedder hash show --user 'u 1' --session s --limit 2 --cursor 2"
    )
    seen, cursor = [], None
    while True:
        words = ["--cursor", cursor] if cursor else []
        found = run("show", "--user", "u 1", "--limit", "2", "--json", *words).json
        seen += [item["text"] for item in found["items"]]
        cursor = found["next"]
        if cursor is None:
            break
    assert seen == [f"item {number}" for number in range(5)]


@pytest.mark.parametrize("words", [["--limit", "0"], ["--limit", "-1"], ["--limit", "100000"], ["--cursor", "x"]])
def test_show_refuses_nonsense(run: Run, words: list[str]) -> None:
    assert run("show", "--user", "u1", *words).code == 2


def test_show_without_a_user_lists_the_users(run: Run) -> None:
    assert "nobody yet" in run("show").out
    run("add", "--user", "ana", "one")
    run("add", "--user", "ana", "two")
    assert run("show", "--json").json == {"users": [{"user": "ana", "memories": 2}]}
    assert run("show").out.split()[-2:] == ["ana", "2"]


def test_show_one_needs_its_user(run: Run) -> None:
    ran = run("show", "some-id")
    assert ran.code == 2
    assert "--user" in ran.error


@pytest.mark.parametrize("words", [["show", "no-such-id"], ["edit", "no-such-id", "text"], ["erase", "no-such-id", "--yes"]])
def test_what_isnt_there_is_1(run: Run, words: list[str]) -> None:
    ran = run(words[0], "--user", "u1", *words[1:])
    assert ran.code == 1
    assert "no-such-id" in ran.error


def test_anothers_memory_isnt_there(run: Run) -> None:
    run("add", "--user", "ana", "secret")
    for words in (["show"], ["edit"], ["erase", "--yes"]):
        text = ["other"] if words[0] == "edit" else []
        ran = run(*words, "--user", "bo", first_id(run, "ana"), *text)
        assert ran.code == 1
        assert "secret" not in ran.err
    assert run("show", "--user", "ana", "--json").json["items"][0]["text"] == "secret"


def test_edit_shows_the_memory_and_show_its_former_words(run: Run) -> None:
    run("remember", "--user", "u1", "I live in Lyon.")
    one = first_id(run)
    assert "Rotterdam" in run("edit", "--user", "u1", one, "I live in Rotterdam.").out
    assert run("edit", "--user", "u1", "--json", one, "-", stdin=b"I live in Ghent.\n").json["text"] == "I live in Ghent."
    shown = run("show", "--user", "u1", one, "--json").json
    assert shown["text"] == "I live in Ghent."
    assert [earlier["text"] for earlier in shown["earlier"]] == ["I live in Rotterdam.", "I live in Lyon."]
    table = run("show", "--user", "u1", one).out
    assert "earlier words" in table
    assert "Lyon" in table


def test_an_edit_to_nothing_is_2(run: Run) -> None:
    run("add", "--user", "u1", "hello")
    ran = run("edit", "--user", "u1", first_id(run), " ")
    assert ran.code == 2
    assert "erase" in ran.error


def test_json_stands_alone(run: Run) -> None:
    run("remember", "--user", "u1", "I like tea.")
    for words in (
        ["remember", "--user", "u1", "hi"],
        ["add", "--user", "u1", "x"],
        ["show"],
        ["recall", "--user", "u1", "tea"],
    ):
        ran = run(*words, "--json")
        json.loads(ran.out)
        assert ran.err == ""
