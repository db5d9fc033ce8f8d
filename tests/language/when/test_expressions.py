"""Times in words, one a row: what was said, where and when, and what it means. The tables were read by people, row by row."""

import csv
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from thoughtbank.language.when import Every, Said, times

HERE = Path(__file__).parent
ANCHORS = {
    "paris": datetime(2026, 3, 4, 15, 20, tzinfo=ZoneInfo("Europe/Paris")),  # a Wednesday
    "york": datetime(2024, 12, 31, 23, 30, tzinfo=ZoneInfo("America/New_York")),  # a Tuesday
    "shanghai": datetime(2025, 1, 5, 9, 0, tzinfo=ZoneInfo("Asia/Shanghai")),  # a Sunday
    "seoul": datetime(2024, 2, 29, 8, 5, tzinfo=ZoneInfo("Asia/Seoul")),  # a Thursday
    "saigon": datetime(2023, 5, 20, 21, 45, tzinfo=ZoneInfo("Asia/Ho_Chi_Minh")),  # a Saturday
}
CARRIERS = {"english": "Well, {}.", "chinese": "嗯，{}。", "korean": "음, {}.", "vietnamese": "Ừ, {}."}


def rows() -> list[tuple[str, dict[str, str]]]:
    found = []
    for language in CARRIERS:
        with (HERE / f"{language}.tsv").open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE, restval=""):
                found.append((language, {key: value or "" for key, value in row.items()}))
    return found


ROWS = rows()


def rule_words(rule: Every | None) -> str:
    if rule is None:
        return ""
    parts = [f"{rule.step} {rule.unit}"]
    if rule.weekdays:
        parts.append("weekdays " + ",".join(str(day) for day in rule.weekdays))
    if rule.season:
        parts.append(rule.season)
    parts += [f"{name} {value}" for name, value in (("month", rule.month), ("day", rule.day)) if value is not None]
    if rule.part:
        parts.append(rule.part)
    parts += [f"{name} {value}" for name, value in (("hour", rule.hour), ("minute", rule.minute)) if value is not None]
    return " ".join(parts)


def shown(moment: datetime | None, said: Said) -> str:
    if said.every is not None:
        return "" if moment is None else "an end to what recurs"
    return "open" if moment is None else f"{moment:%Y-%m-%d %H:%M}"


def check(text: str, row: dict[str, str]) -> None:
    found = times(text, ANCHORS[row["place"]])
    assert len(found) == 1, found
    said = found[0]
    assert said.words == text[said.start : said.end] == (row["words"] or row["text"])
    got = {
        "begins": shown(said.begins, said),
        "ends": shown(said.ends, said),
        "precision": said.precision,
        "marks": " ".join(filter(None, [said.side, "about" if said.about else ""])),
        "every": rule_words(said.every),
    }
    assert got == {name: row[name] for name in got}


@pytest.mark.parametrize(("language", "row"), ROWS, ids=lambda one: one if isinstance(one, str) else one["text"])
def test_an_expression_means_its_interval(language: str, row: dict[str, str]) -> None:
    check(row["text"], row)
    check(CARRIERS[language].format(row["text"]), row)


def test_there_are_enough_of_every_language() -> None:
    for language in CARRIERS:
        assert sum(one == language for one, _ in ROWS) >= 50


@pytest.mark.parametrize("text", (HERE / "no_times.txt").read_text(encoding="utf-8").splitlines())
def test_what_says_no_time_is_left_alone(text: str) -> None:
    assert times(text, ANCHORS["paris"]) == []
