"""How long something has gone on, as the time it began; and lengths that say nothing of it."""

from datetime import UTC, datetime

import pytest

from thoughtbank.language.when.lengths import going_on

NOW = datetime(2026, 3, 4, 15, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "after", "predicate", "begins"),
    [
        ("for three years", "", "has lived in", "2023-01-01"),
        ("For about two months", ".", "has been learning", "2026-01-01"),
        ("三年", "了。", "学", "2023-01-01"),
        ("三年了", "", "住", "2023-01-01"),
        ("3년째", "", "배우다", "2023-01-01"),
        ("3년 동안", "", "살고 있다", "2023-01-01"),
        ("ba năm nay", "", "đã học", "2023-01-01"),
        ("ba năm", " rồi", "sống", "2023-01-01"),
    ],
)
def test_what_goes_on_began_so_long_ago(words: str, after: str, predicate: str, begins: str) -> None:
    found = going_on(words, after, predicate, NOW)
    assert found is not None and found.begins is not None
    assert (f"{found.begins:%Y-%m-%d}", found.ends, found.side) == (begins, None, "since")


@pytest.mark.parametrize(
    ("words", "after", "predicate"),
    [
        ("for three years", "", "lived in"),
        ("for three years", "", "has to work"),
        ("for dinner", "", "has had"),
        ("for a year that nobody counts", "", "has lived in"),
        ("三年", "。", "住了"),
        ("3년 동안", "", "살았다"),
        ("ba năm", ", sau đó về", "sống"),
        ("last year", "", "has moved"),
        ("", "", ""),
    ],
)
def test_what_may_be_over_names_no_time(words: str, after: str, predicate: str) -> None:
    assert going_on(words, after, predicate, NOW) is None
