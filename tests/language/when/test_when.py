"""The rules for what is ambiguous; zones and changes of clocks; any text at all."""

import time
import unicodedata
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from thoughtbank.errors import InputError
from thoughtbank.language.when import Every, Said, times

PARIS, SAIGON, YORK = ZoneInfo("Europe/Paris"), ZoneInfo("Asia/Ho_Chi_Minh"), ZoneInfo("America/New_York")
NOW = datetime(2026, 3, 4, 15, 20, tzinfo=PARIS)  # a Wednesday


def one(text: str, now: datetime = NOW, **options: str) -> Said:
    found = times(text, now, **options)  # type: ignore[arg-type]
    assert len(found) == 1, found
    return found[0]


def day(said: Said) -> str:
    assert said.begins is not None
    return f"{said.begins:%Y-%m-%d}"


# what is ambiguous


@pytest.mark.parametrize(
    ("text", "past", "near", "future"),
    [
        ("Friday", "2026-02-27", "2026-03-06", "2026-03-06"),
        ("Monday", "2026-03-02", "2026-03-02", "2026-03-09"),
        ("Wednesday", "2026-02-25", "2026-03-04", "2026-03-11"),
        ("周六", "2026-02-28", "2026-03-07", "2026-03-07"),
        ("5 May", "2025-05-05", "2026-05-05", "2026-05-05"),
        ("4 March", "2026-03-04", "2026-03-04", "2026-03-04"),
        ("3月1日", "2026-03-01", "2026-03-01", "2027-03-01"),
        ("in May", "2025-05-01", "2026-05-01", "2026-05-01"),
        ("in March", "2026-03-01", "2026-03-01", "2026-03-01"),
        ("12월", "2025-12-01", "2025-12-01", "2026-12-01"),
        ("29 February", "2024-02-29", "2028-02-29", "2028-02-29"),
        ("ngày 20", "2026-02-20", "2026-02-20", "2026-03-20"),
        ("over the weekend", "2026-02-28", "2026-03-07", "2026-03-07"),
        ("in the summer", "2025-06-01", "2026-06-01", "2026-06-01"),
    ],
)
def test_what_is_left_out_is_found_the_way_it_looks(text: str, past: str, near: str, future: str) -> None:
    assert [day(one(text, prefer=way)) for way in ("past", "near", "future")] == [past, near, future]
    assert day(one(text)) == past


@pytest.mark.parametrize(
    "text",
    ["We'll meet on Friday", "I'm going to call her on Friday.", "周五要开会", "금요일에 갈 거예요", "thứ sáu mình sẽ đi"],
)
def test_a_clause_that_speaks_of_the_future_looks_ahead(text: str) -> None:
    assert day(one(text)) == "2026-03-06"
    assert day(one(text, prefer="past")) == "2026-02-27"


def test_another_sentence_does_not_turn_the_direction() -> None:
    assert day(one("I will think about it. We met on Friday. It will be fine.")) == "2026-02-27"


@pytest.mark.parametrize(
    ("language", "wanted", "about"),
    [(None, "2026-03-04", True), ("en", "2026-03-04", True), ("zh", "2026-03-04", True), ("vi", "2026-04-03", False), ("vi-VN", "2026-04-03", False)],
)  # fmt: skip
def test_the_language_says_which_number_is_the_day(language: str | None, wanted: str, about: bool) -> None:
    found = times("03/04/2026", NOW, language)
    assert [(day(said), said.about) for said in found] == [(wanted, about)]


@pytest.mark.parametrize(
    ("text", "wanted"), [("25/12/2025", "2025-12-25"), ("12/25/2025", "2025-12-25"), ("5/5/2025", "2025-05-05")]
)
def test_numbers_that_leave_no_choice_are_sure(text: str, wanted: str) -> None:
    assert (day(one(text)), one(text).about) == (wanted, False)


def test_vietnamese_letters_put_the_day_first_unless_another_language_is_named() -> None:
    text = "hẹn gặp 03/04/2026 được không"
    assert day(one(text)) == "2026-04-03"
    assert day(one(text, language="en")) == "2026-03-04"


def test_an_hour_without_its_half_of_the_day_is_taken_as_written_and_marked() -> None:
    assert (one("at 8:30").begins, one("at 8:30").about) == (datetime(2026, 3, 4, 8, 30, tzinfo=PARIS), True)
    for text in ("at 20:30", "at 08:30", "tonight at 8:30"):
        assert not one(text).about


def test_a_bare_mai_is_tomorrow_in_vietnamese_and_a_name_with_a_capital() -> None:
    assert day(one("mai mình đi được")) == "2026-03-05"
    assert times("chị Mai được nghỉ", NOW) == []
    assert times("mai", NOW) == []
    assert day(one("mai", language="vi")) == "2026-03-05"


def test_japanese_is_not_read_as_chinese() -> None:
    assert times("三日前にきた", NOW) == []


# several, and their spans


def test_each_time_has_its_own_span() -> None:
    text = "Yesterday I ran, last week I swam; every Friday I rest."
    assert [said.words for said in times(text, NOW)] == ["Yesterday", "last week", "every Friday"]
    assert [text[said.start : said.end] for said in times(text, NOW)] == ["Yesterday", "last week", "every Friday"]


def test_languages_may_be_mixed() -> None:
    found = times("昨天 I slept; 지난주 I worked; hôm kia tôi nghỉ; on Friday", NOW)
    assert [said.words for said in found] == ["昨天", "지난주", "hôm kia", "Friday"]


@pytest.mark.parametrize(
    "text", ["Hẹn thứ sáu tuần trước nhé", "지난주 금요일에 봤어", "I left LAST  Friday\tevening", "下週三見"]
)
def test_normal_forms_case_and_white_space_make_no_difference(text: str) -> None:
    found = one(text)
    for form in ("NFC", "NFD"):
        for changed in (unicodedata.normalize(form, text), unicodedata.normalize(form, text.upper())):
            other = one(changed)
            assert (other.begins, other.ends, other.precision) == (found.begins, found.ends, found.precision)
            assert other.words == changed[other.start : other.end]
            assert unicodedata.normalize("NFC", other.words).lower() == unicodedata.normalize("NFC", found.words).lower()


def test_a_rule_carries_all_that_was_said() -> None:
    assert one("every Tuesday evening").every == Every("week", weekdays=(1,), part="evening")
    assert one("매주 화요일 오후 3시").every == Every("week", weekdays=(1,), part="afternoon", hour=15)
    assert one("mỗi thứ ba lúc 8 giờ tối").every == Every("week", weekdays=(1,), part="evening", hour=20)
    assert one("every other Friday").every == Every("week", step=2, weekdays=(4,))
    assert one("每年春天").every == Every("year", season="spring")


@pytest.mark.parametrize(
    ("text", "begins", "ends"),
    [
        ("from 9 am to 5 pm tomorrow", "2026-03-05 09:00", "2026-03-05 17:00"),
        ("from Monday to Friday next week", "2026-03-09 00:00", "2026-03-14 00:00"),
        ("from December to February", "2025-12-01 00:00", "2026-03-01 00:00"),
        ("between 3 May and 6 June", "2025-05-03 00:00", "2025-06-07 00:00"),
        ("从3月4号到6号", "2026-03-04 00:00", "2026-03-07 00:00"),
        ("오후 3시부터 5시까지", "2026-03-04 15:00", "2026-03-04 17:00"),
        ("từ 12 đến 15 tháng 4", "2025-04-12 00:00", "2025-04-16 00:00"),
    ],
)
def test_both_ends_of_a_range_tell_each_other_what_they_leave_out(text: str, begins: str, ends: str) -> None:
    found = times(text, NOW)
    assert [(f"{said.begins:%Y-%m-%d %H:%M}", f"{said.ends:%Y-%m-%d %H:%M}") for said in found] == [(begins, ends)]


# zones


def test_a_day_of_a_change_of_clocks_has_its_own_length() -> None:
    short = one("yesterday", datetime(2026, 3, 30, 9, 0, tzinfo=PARIS))
    long = one("yesterday", datetime(2026, 10, 26, 9, 0, tzinfo=PARIS))
    assert [span(short), span(long)] == [timedelta(hours=23), timedelta(hours=25)]
    assert short.begins is not None and short.begins.utcoffset() == timedelta(hours=1)
    assert short.ends is not None and short.ends.utcoffset() == timedelta(hours=2)
    assert span(one("last Sunday", datetime(2026, 3, 10, 9, 0, tzinfo=YORK))) == timedelta(hours=23)
    assert span(one("chủ nhật tuần trước", datetime(2026, 3, 30, 9, 0, tzinfo=SAIGON))) == timedelta(hours=24)


def span(said: Said) -> timedelta:
    assert said.begins is not None and said.ends is not None
    return said.ends.astimezone(UTC) - said.begins.astimezone(UTC)


def test_hours_ago_are_hours_and_not_what_the_clock_shows() -> None:
    found = one("three hours ago", datetime(2026, 3, 29, 4, 30, tzinfo=PARIS))
    assert found.begins is not None
    assert found.begins.astimezone(UTC) == datetime(2026, 3, 28, 23, 0, tzinfo=UTC)


def test_a_skipped_hour_is_the_one_the_clocks_go_on_to() -> None:
    found = one("yesterday at 2:30 am", datetime(2026, 3, 30, 9, 0, tzinfo=PARIS))
    assert found.begins is not None
    assert found.begins.isoformat() == "2026-03-29T03:30:00+02:00"
    whole = one("yesterday at 2 am", datetime(2026, 3, 30, 9, 0, tzinfo=PARIS))
    assert [moment and moment.isoformat() for moment in (whole.begins, whole.ends)] == [
        "2026-03-29T03:00:00+02:00",
        "2026-03-29T04:00:00+02:00",
    ]


def test_a_day_that_a_zone_left_out_is_no_time() -> None:
    assert times("yesterday", datetime(2011, 12, 31, 9, 0, tzinfo=ZoneInfo("Pacific/Apia"))) == []


def test_the_same_instant_is_another_day_elsewhere() -> None:
    instant = datetime(2026, 3, 4, 23, 30, tzinfo=UTC)
    assert day(one("today", instant)) == "2026-03-04"
    assert day(one("hôm nay", instant.astimezone(SAIGON))) == "2026-03-05"
    assert day(one("today", instant.astimezone(YORK))) == "2026-03-04"
    assert day(one("今天", instant.astimezone(timezone(timedelta(hours=8))))) == "2026-03-05"


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(InputError, match="zone"):
        times("yesterday", datetime(2026, 3, 4))


def test_an_unknown_direction_is_refused() -> None:
    with pytest.raises(InputError, match="past, future, near"):
        times("Friday", NOW, prefer="sideways")  # type: ignore[arg-type]


# any text


@pytest.mark.parametrize("text", ["9999 years ago", "in 9999 years", "31 June 2025", "February 30", "2月30日", "30 tháng 2"])
def test_what_no_calendar_has_is_not_a_time(text: str) -> None:
    assert times(text, NOW) == []


PIECES = [
    "last",
    "next",
    "this",
    "every",
    "in",
    "3",
    "三",
    "天",
    "前",
    "上",
    "周",
    "五",
    "월",
    "요일",
    "지난",
    "주",
    "전",
    "thứ",
    "sáu",
    "tuần",
    "trước",
    "năm",
    "may",
    "of",
    "to",
    "from",
    "since",
    "-",
    ":",
    "/",
    ".",
    ",",
    "12",
    "2026",
    "pm",
    "点",
    "号",
    "half",
    "past",
    "the",
    "May",
    "每",
    "从",
    "到",
    "부터",
    "까지",
    "từ",
    "đến",
    "hai",
    "a",
    "few",
    "ago",
    "days",
    "years",
    "年",
    "月",
    "at",
    "8",
    "noon",
    "night",
    "初",
    "底",
    "말",
    "쯤",
    "́",
    "ᄀ",
    "\n",
]
SPACED = st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join)
CLOSE = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
MOMENTS = st.datetimes(
    datetime(2, 1, 2), datetime(9998, 12, 30), timezones=st.sampled_from([UTC, PARIS, SAIGON, YORK])
) | st.datetimes(
    datetime(2026, 3, 1), datetime(2026, 11, 30), timezones=st.sampled_from([PARIS, YORK, ZoneInfo("Australia/Lord_Howe")])
)


@given(
    text=st.one_of(SPACED, CLOSE, st.text(max_size=60)), now=MOMENTS, prefer=st.sampled_from([None, "past", "future", "near"])
)
@settings(max_examples=400)
@example(text="", now=NOW, prefer=None)
@example(text="\ud800 yesterday \0", now=NOW, prefer=None)
def test_every_text_is_read_and_every_time_is_sound(text: str, now: datetime, prefer: str | None) -> None:
    last = 0
    for said in times(text, now, prefer=prefer):  # type: ignore[arg-type]
        assert last <= said.start < said.end <= len(text)
        assert said.words == text[said.start : said.end]
        last = said.end
        if said.every is not None:
            assert said.begins is said.ends is said.side is None
        elif said.side is None:
            assert said.begins is not None and said.ends is not None
            assert said.begins.astimezone(UTC) < said.ends.astimezone(UTC)
        else:
            assert (said.begins is None) != (said.ends is None)
        for moment in (said.begins, said.ends):
            assert moment is None or moment.tzinfo is now.tzinfo


@pytest.mark.parametrize(
    "piece",
    [
        "last ",
        "1",
        "三",
        "Friday ",
        "from 3 to ",
        "每",
        " ",
        "\u0301",
        "năm ",
        "한 ",
        "May ",
        "twenty ",
        "1:",
        "in a few ",
        "周",
    ],
)
def test_time_grows_with_the_text_and_no_faster(piece: str) -> None:
    def seconds(count: int) -> float:
        start = time.perf_counter()
        times(piece * count, NOW)
        return time.perf_counter() - start

    size = 20_000 // len(piece)
    least = min(seconds(size) for _ in range(2))
    assert seconds(4 * size) < 10 * least + 0.2  # 16 times as long if it took the square
