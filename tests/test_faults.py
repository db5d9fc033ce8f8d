"""What goes wrong in life, each with a clear outcome: which error, what it says to do, and that nothing acknowledged is lost."""

import os
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.conftest import Opener
from thoughtbank import Thoughtbank, ThoughtbankError, Turn
from thoughtbank.errors import InputError, NotFound, StoreDamaged, StoreError, StoreFull, StoreUnavailable
from thoughtbank.providers.fake import HashEmbedder

ROOT = Path(__file__).parents[1]


def texts(bank: Thoughtbank, user: str = "u") -> list[str]:
    return [memory.text for memory in bank.list(user_id=user, limit=1000)]


# texts


@pytest.mark.parametrize("text", ["", " ", "\n\t ", "\u3000", "\u200b", "\0", "\ufeff"])
def test_blank_turns_are_refused_and_leave_no_row(bank: Thoughtbank, text: str) -> None:
    (receipt,) = bank.remember(text, user_id="u")
    assert (receipt.outcome, receipt.id, receipt.reason) == ("refused", None, "the text is blank")
    assert texts(bank) == []
    for verb in (bank.recall, bank.context, bank.answer):
        with pytest.raises(InputError, match="blank"):
            verb(text, user_id="u")
    assert list(bank.export(user_id="u")) == ['{"type": "thoughtbank", "format": 4}']


def test_broken_unicode_is_mended_with_a_note(bank: Thoughtbank) -> None:
    (receipt,) = bank.remember("The studio moved\0 to Harbour\ud800 Road.", user_id="u")
    assert receipt.notes == ("1 NUL character removed", "1 lone surrogate replaced")
    assert texts(bank) == ["The studio moved to Harbour\ufffd Road."]
    assert bank.recall("where is the \ud800studio\0", user_id="u")[0].id == receipt.id


def test_a_megabyte_is_stored_whole_and_found_by_both_ends(bank: Thoughtbank) -> None:
    text = "My sister is called Runa. " + "lorem ipsum dolor " * 58_000 + " Her birthday is 9 May."
    begun = time.perf_counter()
    (receipt,) = bank.remember(text, user_id="u")
    bank.remember([{"content": f"filler {number}"} for number in range(20)], user_id="u")
    assert bank.get(receipt.id, user_id="u").text == text
    for query in ("sister Runa", "birthday May"):
        (row,) = [row for row in bank.recall(query, user_id="u") if row.id == receipt.id]
        assert len(row.words) == 2
        assert row.ranks["lexical"] == 1
    assert time.perf_counter() - begun < 20


@pytest.mark.parametrize(
    "text", ["a" * 300_000, "\u0301" * 100_000, "好" * 100_000, "🍵" * 100_000, "a." * 100_000, "\n" * 100_000 + "x"]
)
def test_strange_long_texts_take_reasonable_time(bank: Thoughtbank, text: str) -> None:
    begun = time.perf_counter()
    assert bank.remember(text, user_id="u")[0].outcome == "stored"
    assert bank.recall(text[:1000] + "x", user_id="u")[0].text == text
    assert time.perf_counter() - begun < 20


def test_a_turn_above_the_limit_is_refused_with_the_settings_name(open_bank: Opener) -> None:
    bank = open_bank(turn_chars=10)
    receipts = bank.remember([{"content": "x" * 10}, {"content": "x" * 11}], user_id="u")
    assert [receipt.outcome for receipt in receipts] == ["stored", "refused"]
    assert "turn_chars" in (receipts[1].reason or "")
    assert bank.add("x" * 11, user_id="u").outcome == "refused"
    with pytest.raises(InputError, match="turn_chars"):
        bank.edit(receipts[0].id or "", "y" * 11, user_id="u")


# arguments


NO = object()
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("remember", {"content": 5}),
    ("remember", {"content": "x", "said_at": 5}),
    ("remember", {"content": "x", "said_at": "2026-13-45"}),
    ("remember", {"content": "x", "said_at": "0001-01-01T00:00:00+05:00"}),
    ("remember", {"content": "x", "role": "boss"}),
    ("remember", {"content": "x", "role": 5}),
    ("remember", {"content": "x", "speaker": 5}),
    ("remember", {"content": "x", "session_id": ""}),
    ("remember", {"content": "x", "agent_id": "a\0"}),
    ("remember", {"content": "x", "key": "k" * 257}),
    ("remember", {"content": "x", "key": 5}),
    ("remember", {"content": [Turn("x"), 5]}),
    ("remember", {"content": Turn(5)}),
    ("remember", {"content": Turn("x", parts=5)}),
    ("add", {"text": 5}),
    ("add", {"text": []}),
    ("add", {"text": [Turn("a"), Turn("b")]}),
    ("add", {"text": {"content": "x"}}),
    ("add", {"text": "x", "said_at": "soon"}),
    ("add", {"text": "x", "session_id": 5}),
    *(
        (verb, {"query": "x"} | wrong)
        for verb in ("recall", "context")
        for wrong in (
            {"query": 5}, {"query": None}, {"k": 0}, {"k": -1}, {"k": "5"}, {"k": 2.5}, {"k": True}, {"k": 10**9}, {"token_budget": 0},
            {"token_budget": -5}, {"token_budget": "x"}, {"since": 5}, {"until": "soon"}, {"as_of": "2026-13-01"}, {"known_at": []},
            {"session_id": 5}, {"session_id": "\ud800"}, {"agent_id": []}, {"speaker": 5}, {"role": "boss"}, {"kind": "dream"}, {"kind": []}, {"typo": 1},
        )
    ),
    ("recall", {"query": "x", "min_score": "a"}),
    ("recall", {"query": "x", "min_score": None}),
    ("recall", {"query": "x", "min_score": float("nan")}),
    ("answer", {"question": 5}),
    ("answer", {"question": "x", "k": 0}),
    ("answer", {"question": "x", "session_id": ""}),
    ("answer", {"question": "x", "session_id": "a\0b"}),
    ("answer", {"question": "x", "session_id": "\ud800"}),
    ("answer", {"question": "x", "agent_id": 5}),
    ("answer", {"question": "x", "typo": 1}),
    ("get", {"memory_id": 5}),
    ("get", {"memory_id": ""}),
    ("get", {"memory_id": None}),
    ("get", {"memory_id": "x", "known_at": 5}),
    ("list", {"limit": 0}),
    ("list", {"limit": 1001}),
    ("list", {"limit": -1}),
    ("list", {"limit": "x"}),
    ("list", {"cursor": "abc"}),
    ("list", {"cursor": 5}),
    ("list", {"cursor": "-1"}),
    ("list", {"cursor": "9" * 30}),
    ("list", {"as_of": "2026-01-01"}),
    ("list", {"known_at": "2026-01-01"}),
    ("list", {"session_id": "\ud800"}),
    ("list", {"typo": 1}),
    ("edit", {"memory_id": 5, "text": "x"}),
    ("edit", {"memory_id": None, "text": "x"}),
    ("erase", {}),
    ("erase", {"memory_id": "x", "everything": True}),
    ("erase", {"memory_id": "x", "session_id": "s"}),
    ("erase", {"memory_id": 5}),
    ("erase", {"memory_id": ""}),
    ("erase", {"session_id": ""}),
    ("erase", {"session_id": 5}),
    ("erase", {"everything": "no"}),
    ("erase", {"everything": False}),
    ("import_", {"lines": None}),
    ("import_", {"lines": 5}),
    ("import_", {"lines": "abc"}),
]  # fmt: skip


@pytest.mark.parametrize(("verb", "given"), CALLS, ids=lambda value: ascii(value)[:70])
def test_what_cannot_be_understood_is_an_input_error_and_stores_nothing(
    bank: Thoughtbank, verb: str, given: dict[str, Any]
) -> None:
    bank.remember("already here", user_id="u", session_id="s")
    before = list(bank.export(user_id="u"))
    with pytest.raises(InputError) as caught:
        getattr(bank, verb)(**given, user_id="u")
    assert len(str(caught.value)) > 10
    assert list(bank.export(user_id="u")) == before


@pytest.mark.parametrize("user", [None, "", " ", "\u3000", 5, b"u", [], "a\0b", "a\nb", "\ud800", "x" * 257])
def test_whose_memory_is_meant_must_be_said(bank: Thoughtbank, user: Any) -> None:
    bank.remember("already here", user_id="u")
    calls: list[Callable[[], Any]] = [
        lambda: bank.remember("x", user_id=user),
        lambda: bank.add("x", user_id=user),
        lambda: bank.recall("x", user_id=user),
        lambda: bank.context("x", user_id=user),
        lambda: bank.answer("x", user_id=user),
        lambda: bank.answer_stream("x", user_id=user),
        lambda: bank.get("x", user_id=user),
        lambda: bank.list(user_id=user),
        lambda: bank.edit("x", "y", user_id=user),
        lambda: bank.erase(user_id=user, everything=True),
        lambda: list(bank.export(user_id=user)),
        lambda: bank.import_([], user_id=user),
    ]
    for call in calls:
        with pytest.raises(InputError, match="user_id"):
            call()
    assert bank.users() == [("u", 1)]


def test_unknown_ids_are_not_found(bank: Thoughtbank) -> None:
    bank.remember("already here", user_id="u")
    for call in (
        lambda: bank.get("nothing", user_id="u"),
        lambda: bank.edit("nothing", "x", user_id="u"),
        lambda: bank.erase("nothing", user_id="u"),
        lambda: bank.erase(user_id="u", session_id="nothing"),
    ):
        with pytest.raises(NotFound, match="nothing"):
            call()
    assert texts(bank) == ["already here"]


HOSTILE = [
    "'; DROP TABLE turn; --", 'q" || user_id != "z', "q' OR 'a'='a", "red_fox", "red%", "%", "_", "*", "../../escape", "..\\..\\escape", "/etc/passwd",
    "CON", "a/b", "a:b", "x" * 256, "👩‍👩‍👧", "مستخدم", "\u202euser", "u", "U", "ｕ", "ú", "u\u0301", "null", "None", "0", "$(id)", "`id`", "${HOME}",
    "a b", "0b7d41e2-93cc-4f1a-9d20-5e00000000aa",
]  # fmt: skip


def test_any_characters_in_an_id_are_plain_characters(open_bank: Opener, tmp_path: Path) -> None:
    bank = open_bank(durability="fast")
    for user in HOSTILE:
        bank.remember(f"secret of {user}", user_id=user, session_id=user, agent_id=user, speaker=user, key=user)
    assert dict(bank.users()) == {user: 1 for user in HOSTILE}
    for user in HOSTILE:
        for found in (bank.list(user_id=user), bank.list(user_id=user, session_id=user, agent_id=user, speaker=user)):
            assert [memory.text for memory in found] == [f"secret of {user}"]
        assert [row.text for row in bank.recall("secret", user_id=user, session_id=user, k=99)] == [f"secret of {user}"]
        assert len(list(bank.export(user_id=user))) == 2
    for place, user in enumerate(HOSTILE, 1):
        if place % 2:
            assert bank.erase(user_id=user, session_id=user).memories == 1
        else:
            assert bank.erase(user_id=user, everything=True).memories == 1
        assert sum(count for _, count in bank.users()) == len(HOSTILE) - place
    assert {path.name for path in tmp_path.iterdir()} <= {"bank.db", "bank.db-wal", "bank.db-shm"}


def test_hostile_tenants_are_plain_too(open_bank: Opener) -> None:
    for tenant in ("%", "a' OR 1=1 --", "../x", "default "):
        bank = open_bank(tenant=tenant)
        assert bank.users() == []
        bank.remember(f"of {tenant}", user_id="u")
        assert texts(bank) == [f"of {tenant}"]


# the file


def damaged(file: Path, how: str) -> None:
    raw = bytearray(file.read_bytes())
    if how == "garbage":
        raw = bytearray(b"this is no database at all " * 500)
    elif how == "truncated":
        raw = raw[: len(raw) // 2]
    elif how == "header":
        raw[:16] = b"\0" * 16
    file.write_bytes(raw)


@pytest.mark.parametrize("how", ["garbage", "truncated", "header"])
def test_a_damaged_file_is_said_to_be_damaged(open_bank: Opener, tmp_path: Path, how: str) -> None:
    bank = open_bank()
    bank.remember([{"content": f"something to lose {number} " + "x" * 500} for number in range(100)], user_id="u")
    bank.close()
    damaged(tmp_path / "bank.db", how)
    before = (tmp_path / "bank.db").read_bytes()
    with pytest.raises(StoreDamaged, match=r"bank\.db.*(export|doctor)"):
        bank = open_bank()
        assert all(finding.well for finding in bank.check()), "check() must tell"
        raise AssertionError("a damaged file was opened and found well")
    assert (tmp_path / "bank.db").read_bytes() == before


def test_flipped_bytes_in_the_middle_are_told_by_check(open_bank: Opener, tmp_path: Path) -> None:
    bank = open_bank()
    bank.remember([{"content": f"something to lose {number} " + "x" * 500} for number in range(300)], user_id="u")
    bank.close()
    file = tmp_path / "bank.db"
    raw = bytearray(file.read_bytes())
    for page in range(30, 60):
        start = page * 4096
        raw[start : start + 8] = bytes(byte ^ 0x5A for byte in raw[start : start + 8])
    file.write_bytes(raw)
    bank = open_bank()
    try:
        findings = bank.check()
    except StoreDamaged as error:
        assert "export" in str(error)
        return
    bad = [finding for finding in findings if not finding.well]
    assert bad
    assert bad[0].what == "file"
    assert "export" in (bad[0].mend or "")


@pytest.mark.parametrize("place", ["/proc/thoughtbank/bank.db", "/dev/null/bank.db", "{tmp}/file/bank.db", "{tmp}/folder"])
def test_a_place_that_cannot_be_written_is_named_with_another_way(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("a file where a folder is needed")
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreUnavailable, match=r"(THOUGHTBANK_HOME|--store)"):
        Thoughtbank(place.format(tmp=tmp_path), embedder=HashEmbedder(), home=tmp_path)


READ_ONLY = """
import os, sys
from thoughtbank import Thoughtbank
from thoughtbank.errors import StoreUnavailable
from thoughtbank.providers.fake import HashEmbedder
Thoughtbank(sys.argv[2], embedder=HashEmbedder(), home=sys.argv[2] + "-home").close()  # everything is imported by now
if os.getuid() == 0:
    os.setgid(65534); os.setuid(65534)
try:
    bank = Thoughtbank(sys.argv[1], embedder=HashEmbedder(), home="/nonexistent")
    bank.remember("lost?", user_id="u")
except StoreUnavailable as error:
    print("refused:", error)
"""


@pytest.mark.skipif(not hasattr(os, "setuid"), reason="permissions of another kind")
@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_may_only_be_read_is_refused(
    open_bank: Opener, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, what: str
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    bank = open_bank()
    bank.remember("kept", user_id="u")
    bank.close()
    parents = [parent for parent in tmp_path.parents if parent != Path("/tmp") and Path("/tmp") in parent.parents]
    for folder in (tmp_path, *parents):
        folder.chmod(0o755)
    (tmp_path / "bank.db").chmod(0o444)
    tmp_path.chmod(0o555 if what == "folder" else 0o777)
    try:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", READ_ONLY, str(tmp_path / "bank.db"), str(elsewhere / "warm.db")]
        done = subprocess.run(command, cwd="/", env=environment, capture_output=True, text=True, timeout=60)
    finally:
        tmp_path.chmod(0o755)
        (tmp_path / "bank.db").chmod(0o644)
    assert done.stderr == ""
    assert "refused:" in done.stdout
    assert "permissions" in done.stdout
    assert texts(open_bank()) == ["kept"]


FULL = """
import resource, sys
from thoughtbank import Thoughtbank
from thoughtbank.errors import StoreError
from thoughtbank.providers.fake import HashEmbedder
bank = Thoughtbank(sys.argv[1], embedder=HashEmbedder(), home=sys.argv[2])
limit = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, limit[1]))
count = 0
try:
    while count < 1000:
        batch = [{"content": f"{count}-{part} " + "word " * 200} for part in range(3)]
        assert all(one.id for one in bank.remember(batch, user_id="u"))
        count += 1
        print("kept", count, flush=True)
except StoreError as error:
    print(type(error).__name__, error, flush=True)
resource.setrlimit(resource.RLIMIT_FSIZE, limit)
print("again", bank.remember("after", user_id="u")[0].outcome, flush=True)
bank.close()
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="no such limit here")
def test_a_full_disk_keeps_what_was_acknowledged_and_nothing_half(open_bank: Opener, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", FULL, str(tmp_path / "bank.db"), str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=90)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    kept = [line for line in lines if line.startswith("kept")]
    assert 0 < len(kept) < 1000
    error = lines[len(kept)]
    assert error.startswith(("StoreUnavailable", "StoreFull"))
    assert "space" in error
    assert lines[-1].startswith("again ")
    bank = open_bank()
    page, cursor = [], None
    while True:
        found = bank.list(user_id="u", cursor=cursor)
        page += [memory.text.split(" ")[0] for memory in found]
        if (cursor := found.next) is None:
            break
    whole = [f"{batch}-{part}" for batch in range(len(kept)) for part in range(3)]
    assert page[: len(whole)] == whole
    assert page[len(whole) :] in (["after"], [f"{len(kept)}-{part}" for part in range(3)] + ["after"])
    assert all(finding.well for finding in bank.repair())


def test_a_full_database_is_rolled_back_whole_and_works_again(bank: Thoughtbank) -> None:
    bank.remember("before", user_id="u")
    limit = {"pages": 1}

    @sa.event.listens_for(bank._parts.store._engine, "checkout")  # type: ignore[attr-defined]
    def _small(raw: Any, record: Any, proxy: Any) -> None:
        raw.execute(f"PRAGMA max_page_count={limit['pages']}")

    big = [{"content": f"{number} " + "word " * 3000} for number in range(50)]
    with pytest.raises(StoreFull, match=r"nothing of this call was stored.*free some space"):
        bank.remember(big, user_id="u")
    assert texts(bank) == ["before"]
    assert bank.recall("before", user_id="u")[0].text == "before"
    limit["pages"] = 1_000_000
    assert {receipt.outcome for receipt in bank.remember(big, user_id="u")} == {"stored"}
    assert len(texts(bank)) == 51
    assert all(finding.well for finding in bank.check())


def test_a_store_locked_too_long_is_unavailable_and_works_again(open_bank: Opener, tmp_path: Path) -> None:
    bank = open_bank(busy_timeout=0.2)
    bank.remember("before", user_id="u")
    other = sqlite3.connect(tmp_path / "bank.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    begun = time.perf_counter()
    for call in (lambda: bank.remember("during", user_id="u"), lambda: bank.erase(user_id="u", everything=True)):
        with pytest.raises(StoreUnavailable, match=r"locked.*busy_timeout"):
            call()
    assert time.perf_counter() - begun < 5
    assert texts(bank) == ["before"]  # readers aren't stopped by a writer
    other.execute("COMMIT")
    other.close()
    assert bank.remember("after", user_id="u")[0].outcome == "stored"
    assert texts(bank) == ["before", "after"]


def test_a_file_that_vanished_is_a_store_error(open_bank: Opener, tmp_path: Path) -> None:
    bank = open_bank()
    bank.remember("before", user_id="u")
    for file in tmp_path.glob("bank.db*"):
        file.unlink()
    with pytest.raises(StoreError, match="removed or replaced"):
        bank.remember("after", user_id="u")


def test_stored_words_stay_out_of_error_texts_and_their_chain(bank: Thoughtbank) -> None:
    @sa.event.listens_for(bank._parts.store._engine, "checkout")  # type: ignore[attr-defined]
    def _small(raw: Any, record: Any, proxy: Any) -> None:
        raw.execute("PRAGMA max_page_count=1")

    with pytest.raises(StoreFull) as caught:
        bank.remember("my password is hush-1971 " + "word " * 300_000, user_id="u")
    error: BaseException | None = caught.value
    while error is not None:
        assert "hush-1971" not in str(error)
        error = error.__cause__ or error.__context__


def test_a_closed_bank_says_so(bank: Thoughtbank) -> None:
    bank.remember("before", user_id="u")
    bank.close()
    bank.close()
    for call in (lambda: texts(bank), lambda: bank.remember("after", user_id="u"), lambda: bank.recall("x", user_id="u")):
        with pytest.raises(StoreError, match="closed"):
            call()


def test_every_error_is_one_of_ours() -> None:
    from thoughtbank import errors

    for name, value in vars(errors).items():
        if isinstance(value, type) and issubclass(value, Exception):
            assert issubclass(value, ThoughtbankError), name
            assert value.__doc__, name
