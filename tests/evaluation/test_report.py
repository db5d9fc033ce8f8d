"""A report holds what was measured, all of it and nothing else, and no text of it does anything."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from tests.results import HOSTILE, figure, full, question, result
from thoughtbank.errors import InputError
from thoughtbank.evaluation.meaning import MEANING, meaning
from thoughtbank.evaluation.report import html, tables

VOID = {"meta", "use"}


class Page(HTMLParser):
    """Tags in order, the open ones, and the text outside of style."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text += f"{data} "


def by_title(plain: dict[str, Any]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Rows by their first cell, of each table."""
    return {table.title: {row[0]: row[1:] for row in table.rows} for table in tables(plain)}


def test_tables_hold_the_figures_beside_the_best_baseline() -> None:
    found = by_title(full())
    assert list(found) == ["invented: 40 questions, 3 conversations", "Beside the baselines", "By category", "Cost"]
    metrics = found["invented: 40 questions, 3 conversations"]
    assert metrics["f1"] == ("0.300", "0.200 to 0.400", "0.350", "no memory")
    assert metrics["mrr"] == ("0.200", "", "0.190", "bm25")
    assert metrics["m1"] == ("0.440", "", "", ""), "no baseline has it"


def test_systems_stand_side_by_side_with_nothing_where_nothing_was_measured() -> None:
    table = next(table for table in tables(full()) if table.title == "Beside the baselines")
    assert table.columns == ("system!", "recall@10<", "mrr<", "f1<", "m1<"), "what a terminal has room for"
    assert [row[0] for row in table.rows] == ["thoughtbank", "bm25", "no memory", "总结"]
    assert table.rows[2][1:] == ("", "", "0.350", "")


def test_of_what_less_is_better_no_baseline_is_the_best() -> None:
    fewer = result(
        metrics={"context_tokens": figure(700.0)}, baselines={"no memory": {"metrics": {"context_tokens": figure(0.0)}}}
    )
    (metrics,) = (table for table in tables(fewer) if table.title.startswith("invented"))
    assert metrics.rows == (("context_tokens", "700.000", "", "", ""),)


def test_categories_have_their_number_of_questions() -> None:
    rows = by_title(full())["By category"]
    assert rows["事实"][:3] == ("1,200", "0.628", "0.125 to 1.000")
    assert rows["time"][0] == "20"


def test_cost_is_in_words_with_the_share_saved() -> None:
    rows = by_title(full())["Cost"]
    assert rows["tokens saved against full context"] == ("95.0 %",), "1 - 812 / 16240"
    assert rows["tokens stored, a session: bm25"] == ("420",)
    assert rows["a recall, ms: p50"] == ("18.25",)
    assert rows["odd thing"] == ("3",), "a cost that this version doesn't know is shown by its own name"


def test_what_was_not_measured_has_no_table() -> None:
    assert list(by_title(result())) == ["invented: 0 questions, 0 conversations"]
    lacking = result(metrics={}, cost={"context_tokens": 5.0, "history_tokens": 0.0})
    assert by_title(lacking) == {
        "Cost": {"tokens of context, a question": ("5",), "tokens of the whole history, a question": ("0",)}
    }


def test_the_page_says_what_was_measured_first() -> None:
    page = Page(html(full()))
    assert not page.open, "every tag is closed"
    text = " ".join(page.text.split())
    for said in (
        "recall@10 on invented: 0.502",
        "0.100 to 1.000",
        "40 questions about 3 conversations",
        "The best baseline, bm25, reaches 0.477 (0.095 to 1.000).",
        "tokens saved against full context 95.0 %",
        "two questions have no evidence",
        "M1 by session",
        "M1 by tau",
        "digest d1",
    ):
        assert said in text
    assert page.tags.count("svg") == 6, "two bars, recall@k, categories, two series"


def test_the_worst_questions_are_shown_worst_first() -> None:
    text = Page(html(full())).text
    places = [text.find(f"第{n}个问题是什么？") for n in range(40)]
    assert places[:20] == sorted(places[:20])
    assert -1 not in places[:20]
    assert set(places[20:]) == {-1}


def test_the_page_needs_nothing_else_and_is_the_same_twice() -> None:
    markup = html(full())
    assert markup == html(full())
    page = Page(markup)
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    outward = [
        value for name, value in page.attributes if name in ("href", "src", "xlink:href") and not (value or "").startswith("#")
    ]
    assert not outward
    assert not re.search(r"url\((?!#)|@import", markup)
    assert "prefers-color-scheme: dark" in markup


def test_hostile_texts_are_shown_and_do_nothing() -> None:
    plain = result(
        [question(HOSTILE, 0.0, category=HOSTILE, text=HOSTILE)],
        evaluation=HOSTILE, preset=HOSTILE, without=[HOSTILE], embedder=HOSTILE, model=HOSTILE, version=HOSTILE,
        data={"files": [HOSTILE], "digest": HOSTILE}, by={HOSTILE: {"recall@10": figure(0.1)}}, n_by={HOSTILE: 1},
        metrics={"recall@10": figure(0.1), HOSTILE: figure(0.2)}, baselines={HOSTILE: {"metrics": {"recall@10": figure(0.3)}}},
        settings={HOSTILE: HOSTILE}, remarks=[HOSTILE], cost={HOSTILE: {HOSTILE: HOSTILE}},
    )  # fmt: skip
    markup = html(plain)
    page = Page(markup)
    assert "script" not in page.tags
    assert page.text.count("<script>alert(1)</script>") > 10
    markup.encode()
    assert "\x00" not in markup


def test_one_conversation_has_no_interval_and_says_so() -> None:
    text = Page(html(result([question("a/1", 1.0)], metrics={"recall@10": figure(1.0)}))).text
    assert "There is no interval: that takes two conversations or more." in text
    assert "1 question about 1 conversation," in text
    assert "None" not in text


def test_an_evaluation_with_other_metrics_leads_with_its_first() -> None:
    text = Page(html(result(metrics={"agreement": figure(None), "accuracy": figure(0.75)}))).text
    assert "accuracy on invented: 0.750" in text


def test_where_nothing_was_measured_the_page_says_so() -> None:
    assert "invented: nothing measured" in Page(html(result(metrics={}))).text


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"n": "many"}, "n: "),
        ({"metrics": {"f1": {"value": float("nan")}}}, "metrics.f1.value: "),
        ({"questions": [{"id": "a", "values": {}}]}, "questions.0.conversation: Field required"),
    ],
)
def test_what_is_no_result_is_an_error(changed: dict[str, Any], fault: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"this isn't a result of `thoughtbank evaluate --json`: {fault}")):
        html({**result(), **changed})


def test_each_meaning_is_found_by_its_metrics_name() -> None:
    assert "first 25 memories" in (meaning("recall@25") or "")
    assert all(meaning(name.replace("{k}", "")) or meaning(f"{name}@5") for name in MEANING)
    assert [meaning(name) for name in ("recall", "mrr@5", "recall@ten", "unheard of")] == [None] * 4
