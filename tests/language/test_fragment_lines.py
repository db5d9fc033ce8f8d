"""Propositions as lines: what is written is read again, what is no proposition isn't guessed at, and the sentence says what the line says."""

import time
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.language.fragments.lines import NOTHING, asked, cut, parse, write, write_all
from thoughtbank.language.fragments.said import Argument, Fragment, Mood, Role, Speaking
from thoughtbank.language.fragments.sound import LONGEST, unsound
from thoughtbank.language.fragments.wording import sentence

TRICKY = st.text(st.sampled_from("()\\;: \nabc…不안") | st.characters(), min_size=1, max_size=12)
LABELLED = st.sampled_from(["not: x", "time: x", "time:", "not plan: x", "fact: x", "a b c: x", "\\", "\\)", "x\\"])
TEXTS = (TRICKY | LABELLED).filter(lambda text: bool(text.strip()))


@st.composite
def fragments(draw: st.DrawFn) -> Fragment:
    own = [Argument(draw(TEXTS)) for _ in range(draw(st.integers(1, 3)))]
    roles = [Argument(draw(TEXTS), draw(st.sampled_from(get_args(Role)[1:]))) for _ in range(draw(st.integers(0, 2)))]
    return Fragment(draw(TEXTS), (*own, *roles), "", draw(st.booleans()), draw(st.sampled_from(get_args(Mood))))


def plain(one: Fragment) -> Fragment:
    """On one line, and with the sentence that its parts make."""
    predicate = " ".join(one.predicate.split())
    arguments = tuple(replace(each, text=" ".join(each.text.split())) for each in one.arguments)
    return replace(
        one, predicate=predicate, arguments=arguments,
        text=sentence(predicate, arguments, negative=one.negative, mood=one.mood),
    )  # fmt: skip


@given(fragments())
def test_what_is_written_is_read_again(one: Fragment) -> None:
    line = write(one)
    assert "\n" not in line
    assert parse(line) == plain(one)


@given(st.lists(fragments(), min_size=1, max_size=4), st.sampled_from(["\n", " ", ""]))
def test_lines_that_ran_together_are_parted(several: list[Fragment], between: str) -> None:
    text = write_all(several).replace("\n", between)
    assert [parse(piece) for piece in cut(text)] == [plain(one) for one in several]


@given(st.text() | TRICKY)
def test_any_text_is_cut_and_nothing_of_it_is_lost(text: str) -> None:
    assert "".join("".join(cut(text)).split()) == "".join(text.split())
    assert all(one is None or parse(write(one)) == one for one in map(parse, cut(text)))


def test_reading_is_linear_in_the_text() -> None:
    begun = time.process_time()
    for text in ("(" * 100_000, "\\" * 100_000, "a(b; " * 20_000, "not " * 25_000 + ": a(b)", "a(b)" * 25_000):
        assert list(map(parse, cut(text)))
    assert time.process_time() - begun < 3


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("moved to(Mia; Rotterdam; time: last spring)", "Mia moved to Rotterdam last spring."),
        ("plays(Ana; tennis; with: Tom)", "Ana plays tennis with Tom."),
        ("not: doesn't like(Ana; olives)", "Ana doesn't like olives."),
        ("not: likes(Ana; jazz)", "Ana doesn't like jazz."),
        ("not: moved to(Ana; Porto)", "Ana didn't move to Porto."),
        ("not: can swim(Ana)", "Ana can not swim."),
        ("not: is(Ana; a nurse)", "Ana is not a nurse."),
        ("past: live in(Ana; Lyon)", "Ana used to live in Lyon."),
        ("past: used to live in(Ana; Lyon)", "Ana used to live in Lyon."),
        ("possible: opens(Ida; a pottery)", "Ida might open a pottery."),
        ("not plan: move to(Ana; Porto)", "Ana doesn't plan to move to Porto."),
        ("habit: bakes(Ana; bread; time: every Sunday)", "Ana bakes bread every Sunday."),
        ("在…工作(安娜; 银行; time: 去年)", "安娜去年在银行工作。"),
        ("not: 喜欢(安娜; 橄榄)", "安娜不喜欢橄榄。"),
        ("plan: 去(Ana; Porto)", "Ana打算去Porto。"),
        ("에 살아요(Ana; 서울; time: 작년부터)", "Ana는 작년부터 서울에 살아요."),
        ("에 살아요(Ben; 서울)", "Ben은 서울에 살아요."),
        ("not: 좋아해요(정민; 올리브를)", "정민은 올리브를 안 좋아해요."),
        ("plan: 가다(정민; 부산)", "정민은 부산 가다. (plan)"),
        ("plan: chuyển đến(Mai; Huế)", "Mai định chuyển đến Huế."),
        ("not: không thích(Mai; ô liu)", "Mai không thích ô liu."),
        ("not: préfère(Mai; Lyon)", "Mai préfère Lyon. (not)"),
    ],
)
def test_the_sentence_says_what_the_line_says(line: str, text: str) -> None:
    one = parse(line)
    assert one is not None
    assert one.text == text
    assert write(one) == line


def test_a_message_tells_its_language_where_few_words_do_not() -> None:
    one = parse("not: thích(Mai; ô liu)", "vi")
    assert one is not None
    assert one.text == "Mai không thích ô liu."


@pytest.mark.parametrize(
    "line",
    [
        "", "()", "likes", "likes()", "(Ana)", "likes(Ana; )", "likes(; jazz)", "likes(Ana; jazz", "likes(Ana; jazz))", "likes(Ana; jazz).",
        "likes(Ana; jazz (old))", "likes; loves(Ana; jazz)", "likes(time: today)", "likes(Ana; when: today)", "maybe: likes(Ana; jazz)",
        "plan not: likes(Ana; jazz)", "fact: likes(Ana; jazz)", "not: (Ana)", "likes(Ana)(jazz)",
    ],
)  # fmt: skip
def test_what_is_no_proposition_is_not_guessed_at(line: str) -> None:
    assert parse(line) is None


def test_marks_and_roles_may_stand_in_a_text_behind_a_backslash() -> None:
    one = parse(r"calls(Ana; the band; other: Time\; and \(again\))")
    assert one is not None
    assert one.arguments[2] == Argument("Time; and (again)", "other")
    assert parse(r"reads(Ana; when\: a memoir)") == parse(r"reads(Ana;when\: a memoir)")
    assert parse("plays(Ana; Bach: a life)") is not None, "no plain word"


def test_nothing_is_an_answer() -> None:
    assert write_all([]) == NOTHING
    assert cut(NOTHING) == [NOTHING]
    assert cut("") == []


def test_arguments_with_a_role_stand_after_the_own_ones() -> None:
    assert parse("gave(Ana; time: today; Tom; a kiss)") == parse("gave(Ana; Tom; a kiss; time: today)")


def test_a_message_is_asked_about_with_who_speaks() -> None:
    assert asked("I moved\nto  Lyon.", Speaking("Ana")) == "Ana: I moved to Lyon."
    assert asked("Me too.", Speaking("Ana", "Ben")) == "Ana to Ben: Me too."


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("moved to(Ana; Lyon; time: last May)", None),
        ("moved to(Ben; Lyon)", None),
        ("moved to(Ana; Paris)", "0 of its 1 words"),
        ("moved to(Ana; Lyon; time: 2019)", "the number 2019"),
        ("moved to(I; Lyon)", "'I' isn't understood"),
        ("secretly robbed a bank in(Ana; Lyon)", "0 of its 3 words"),
        (f"moved to(Ana; {'Lyon ' * LONGEST})", "the limit is 160"),
    ],
)
def test_what_was_not_said_is_unsound(line: str, fault: str | None) -> None:
    one = parse(line)
    assert one is not None
    found = unsound(one, "I moved to Lyon last May.", Speaking("Ana", "Ben"))
    assert found is None if fault is None else fault in (found or "")


def test_of_a_question_nothing_is_sound() -> None:
    one = parse("moved to(Ana; Lyon)")
    assert one is not None
    assert unsound(one, "Did Ana move to Lyon?", Speaking("Ben", "Ana")) == "its message only asks"
