import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from thoughtbank.assemble import Thoughtbank


def messages(*texts: str) -> bytes:
    return "".join(
        json.dumps({"role": "user", "content": text, "said_at": "2026-03-02T08:14:00+01:00"}, ensure_ascii=False) + "\n"
        for text in texts
    ).encode()


@pytest.fixture
def ana(run: Run) -> bytes:
    """Ana's export, with an edited turn, a note and an emoji."""
    run("import", "--user", "ana", "-", stdin=messages("I like tea 🍵", "我对花生过敏", "line\u2028separator\r\nand more"))
    run("add", "--user", "ana", "Third floor.")
    one = run("show", "--user", "ana", "--json").json["items"][0]["id"]
    run("edit", "--user", "ana", one, "I like green tea 🍵")
    return run("export", "--user", "ana").out.encode()


def test_round_trip(run: Run, ana: bytes, tmp_path: Path) -> None:
    assert run("export", "--user", "ana", "ana.jsonl").out == "ana.jsonl: 6 lines, 5 of them turns, notes and versions\n"
    assert (tmp_path / "ana.jsonl").read_bytes() == ana
    ran = run("--store", "copy.db", "import", "--user", "ana", "ana.jsonl", "--json")
    assert (ran.code, ran.json["stored"], ran.json["headers"], ran.json["refused"]) == (0, 5, 1, [])
    assert run("--store", "copy.db", "export", "--user", "ana").out.encode() == ana


def test_ones_own_export_adds_nothing(run: Run, ana: bytes) -> None:
    ran = run("import", "--user", "ana", "-", "--json", stdin=ana)
    assert (ran.json["stored"], ran.json["already"]) == (0, 5)
    assert run("export", "--user", "ana").out.encode() == ana


def test_an_export_replaces_no_file_unless_forced(run: Run, ana: bytes, tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    file.write_text("precious")
    ran = run("export", "--user", "ana", "out.jsonl")
    assert ran.code == 2
    assert "--force" in ran.error
    assert file.read_text() == "precious"
    ran = run("export", "--user", "ana", "out.jsonl", "--force", "--json")
    assert ran.json == {"file": "out.jsonl", "lines": 6, "bytes": len(ana)}
    assert file.read_bytes() == ana


def test_an_export_that_fails_leaves_no_file(run: Run, ana: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Thoughtbank, *, user_id: str) -> Iterator[str]:
        yield "{}"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Thoughtbank, "export", broken)
    ran = run("export", "--user", "ana", "out.jsonl")
    assert ran.code == 2
    assert "No space left" in ran.error
    assert [file.name for file in tmp_path.iterdir() if "out" in file.name] == []


def test_an_export_into_no_folder_is_2(run: Run, ana: bytes) -> None:
    ran = run("export", "--user", "ana", "no/such/folder/out.jsonl")
    assert ran.code == 2
    assert "folder" in ran.error


@pytest.mark.parametrize("words", [[], ["--force"]])
def test_an_export_replaces_nothing_but_files(run: Run, ana: bytes, tmp_path: Path, words: list[str]) -> None:
    ran = run("export", "--user", "ana", ".", *words)
    assert ran.code == 2
    assert "regular file" in ran.error


def test_import_reports_each_line_it_refuses(run: Run) -> None:
    lines = messages("one") + b"not json\n\n" + b'{"role": "wizard", "content": "x"}\n' + messages("two") + b'["list"]\n'
    ran = run("import", "--user", "u1", "-", stdin=lines)
    assert ran.code == 1
    assert not ran.err
    for shown in ("JSON", "wizard", "list"):
        assert shown in ran.out
    report = run("import", "--user", "u1", "-", "--json", stdin=lines)
    assert report.code == 1
    assert {name: report.json[name] for name in ("lines", "stored", "already")} == {"lines": 5, "stored": 0, "already": 2}
    assert [refusal["line"] for refusal in report.json["refused"]] == [2, 4, 6]


def test_lines_that_arent_utf8_are_refused_one_by_one(run: Run) -> None:
    lines = messages("one") + messages("naïve café").decode().encode("latin-1") + b"\xff\xfe\xfd\n" + messages("zwei: 你好")
    ran = run("import", "--user", "u1", "-", "--json", stdin=lines)
    assert ran.code == 1
    assert [(refusal["line"], refusal["reason"][:9]) for refusal in ran.json["refused"]] == [(2, "not UTF-8"), (3, "not UTF-8")]
    assert (ran.json["lines"], ran.json["stored"]) == (4, 2)
    assert [item["text"] for item in run("show", "--user", "u1", "--json").json["items"]] == ["one", "zwei: 你好"]


def test_twenty_refusals_are_shown_and_all_are_in_the_json(run: Run) -> None:
    ran = run("import", "--user", "u1", "-", stdin=b"x\n" * 33)
    assert len(re.findall(r"^ +\d+ .*JSON", ran.out, re.MULTILINE)) == 20
    assert "and 13 more" in ran.out
    assert len(run("import", "--user", "u1", "-", "--json", stdin=b"x\n" * 33).json["refused"]) == 33


def test_an_import_from_a_file_with_a_byte_order_mark(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(b"\xef\xbb\xbf" + messages("one"))
    assert run("import", "--user", "u1", "in.jsonl").code == 0


def test_utf16_is_2(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(messages("one").decode().encode("utf-16"))
    ran = run("import", "--user", "u1", "in.jsonl")
    assert ran.code == 2
    assert "UTF-16" in ran.error


@pytest.mark.parametrize("file", ["missing.jsonl", ".", "missing/in.jsonl"])
def test_a_file_that_cant_be_read_is_2(run: Run, file: str) -> None:
    ran = run("import", "--user", "u1", file)
    assert ran.code == 2
    assert file in ran.error


def test_an_empty_import_is_nothing(run: Run) -> None:
    assert run("import", "--user", "u1", "-", "--json").json["lines"] == 0


def test_an_undated_message_is_told(run: Run) -> None:
    assert "1 of the stored had no time" in run("import", "--user", "u1", "-", stdin=b'{"content": "hi"}\n').out


def test_an_import_of_many_batches(run: Run) -> None:
    ran = run("import", "--user", "u1", "-", "--json", stdin=messages(*[f"item {number}" for number in range(300)]))
    assert (ran.json["lines"], ran.json["stored"]) == (300, 300)
