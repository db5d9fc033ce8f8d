"""The verb: two files in, tables, one document or a page out."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.results import question, result


def written(name: str, shift: float, **given: Any) -> str:
    questions = [question(f"c{n}/1", n / 20 + shift, text=f"问题{n}？") for n in range(8)]
    Path(name).write_text(json.dumps(result(questions, **given), ensure_ascii=False), encoding="utf-8")
    return name


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    return written("a.json", 0.0), written("b.json", 0.25, without=["dense"], data={"digest": "d2"})


def test_as_tables(run: Run, files: tuple[str, str]) -> None:
    ran = run("compare", *files)
    assert (ran.code, ran.err) == (0, "")
    for said in (
        "invented: 8 questions, 8 conversations, b - a",
        "+0.250 to +0.250",
        "Set otherwise",
        '["dense"]',
        "other data",
    ):
        assert said in ran.out


def test_no_number_and_no_name_is_cut_in_a_narrow_terminal(
    run: Run, files: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    (row,) = [line for line in run("compare", *files).out.splitlines() if "+0.250 to +0.250" in line]
    assert row.split() == ["recall@10", "0.175", "0.425", "+0.250", "+0.250", "to", "+0.250", "better", "8", "0", "0"]


def test_as_json(run: Run, files: tuple[str, str]) -> None:
    ran = run("compare", *files, "--json")
    assert ran.code == 0
    (one,) = ran.json["by"]["all"]
    assert (one["difference"], one["better"], one["beyond_chance"]) == (pytest.approx(0.25), 8, True)
    assert ran.json["settings"] == [{"name": "without", "a": [], "b": ["dense"]}]


def test_a_page_is_written_whole_over_another(run: Run, files: tuple[str, str]) -> None:
    page = Path("compared.html")
    page.write_text("before")
    assert run("compare", *files, "--html", str(page)).code == 0
    assert page.read_text(encoding="utf-8").endswith("</html>\n")
    assert sorted(path.name for path in Path().iterdir() if path.is_file()) == ["a.json", "b.json", "compared.html"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "can't read c.json: No such file or directory; name what `thoughtbank evaluate --json` printed"),
        ("{", "c.json isn't a result of `thoughtbank evaluate --json`: Invalid JSON"),
        ("[]", "c.json isn't a result of `thoughtbank evaluate --json`: Input should be"),
        ('{"evaluation": "invented"}', "c.json isn't a result of `thoughtbank evaluate --json`: version: Field required"),
    ],
)
def test_what_is_no_result(run: Run, files: tuple[str, str], text: str | None, message: str) -> None:
    if text is not None:
        Path("c.json").write_text(text)
    ran = run("compare", files[0], "c.json")
    assert ran.code == 2
    assert ran.error.startswith(message)


def test_a_page_that_cannot_be_written(run: Run, files: tuple[str, str]) -> None:
    Path("folder").mkdir()
    ran = run("compare", *files, "--html", "folder")
    assert (ran.code, ran.error) == (2, "folder is no regular file; name another")
    ran = run("compare", *files, "--html", "nowhere/page.html")
    assert ran.code == 2
    assert "name a file in a folder that is there" in ran.error


def test_without_the_extra(run: Run, files: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "scipy.stats", None)
    ran = run("compare", *files)
    assert ran.code == 4
    assert "thoughtbank[eval]" in ran.error
