"""Which of a session's last turns are shown where not all of them fit: by hand, as properties, and through the verbs."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import SettableClock
from thoughtbank import Thoughtbank
from thoughtbank.errors import InputError
from thoughtbank.language.words import count_tokens
from thoughtbank.providers.fake import HashEmbedder, ScriptedModel
from thoughtbank.recall.window import within
from thoughtbank.records.memory import Memory

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TALK = (
    ("user", "I moved to Porto on 3 May and work at the harbour office there."),
    ("assistant", "Lovely!"),
    ("user", "ok thanks a lot"),
    ("user", "My daughter Mia is allergic to penicillin, and her school in Braga must know."),
    ("assistant", "Noted."),
    ("user", "Thanks, that is all for today then."),
)
Open = Callable[..., Thoughtbank]


@pytest.fixture
def opened(tmp_path: Path, clock: SettableClock) -> Open:
    return lambda **given: Thoughtbank(str(tmp_path / "bank.db"), embedder=HashEmbedder(), clock=clock, **given)


def turns_of(*texts: str) -> list[Memory]:
    return [Memory(f"t{n}", "turn", text, NOW, NOW, role="user", number=n) for n, text in enumerate(texts, 1)]


def numbers(
    turns: list[Memory], gains: dict[int, float | None], budget: int, quoted: frozenset[str] = frozenset()
) -> list[int]:
    return [turn.number for turn in within(turns, gains, budget, quoted)]


def test_what_fits_is_shown_as_it_was_said() -> None:
    turns = turns_of("yes", "a b", "yes", "c")
    assert numbers(turns, {}, sum(count_tokens(turn.text) for turn in turns)) == [1, 2, 3, 4]
    assert within([], {}, 1) == within((), {1: 2.0}, 100)
    assert (len(within([], {}, 1)), within([], {}, 1).cut) == (0, 0)


def test_of_what_does_not_fit_high_gain_stays_and_the_last_turn_always() -> None:
    turns = turns_of("one red cup", "two red cup", "six red cup", "ten red cup")
    each = count_tokens(turns[0].text)
    assert {count_tokens(turn.text) for turn in turns} == {each}
    gains: dict[int, float | None] = {1: 7.0, 2: 1.0, 3: 5.0, 4: 0.0}
    assert [numbers(turns, gains, each * n) for n in (1, 2, 3)] == [[4], [1, 4], [1, 3, 4]]
    found = within(turns, gains, each * 3)
    assert (found.tokens, found.cut) == (each * 3, 1)
    assert numbers(turns, gains, 1) == [4], "the last turn is there whole, whatever the budget"


def test_what_was_not_judged_is_worth_keeping_and_of_equal_gain_the_later_stays() -> None:
    turns = turns_of("one red cup", "two red cup", "six red cup", "ten red cup")
    budget = 2 * count_tokens(turns[0].text)
    assert numbers(turns, {1: None, 2: 9.0, 3: 9.0}, budget) == [1, 4]
    assert numbers(turns, {2: 9.0, 3: 9.0}, budget) == [1, 4], "missing is not judged either"
    assert numbers(turns, {1: 9.0, 2: 9.0, 3: 9.0}, budget) == [3, 4]


def test_nothing_is_said_twice_where_it_is_short() -> None:
    turns = turns_of("one red cup", "One  red cup", "six red cup", "ten red cup", "the red cup")
    each = count_tokens(turns[0].text)
    assert numbers(turns, {1: 9.0, 2: 8.0, 3: 1.0, 4: 0.0}, each * 4) == [2, 3, 4, 5], "the later of two that say the same"
    assert numbers(turns, {1: 9.0, 2: 8.0, 3: 1.0, 4: 0.0}, each * 3, frozenset({"t2"})) == [3, 4, 5], "a quoted one comes last"
    assert numbers(turns, {2: 8.0, 3: 1.0, 4: 0.0}, each * 4, frozenset({"t2"})) == [2, 3, 4, 5]


@given(
    st.lists(st.tuples(st.text("ab ", min_size=1, max_size=30), st.none() | st.floats(0, 10)), min_size=1, max_size=12),
    st.integers(1, 60),
)
def test_any_window_is_in_order_within_its_budget_and_holds_the_last(said: list[tuple[str, float | None]], budget: int) -> None:
    turns = turns_of(*(text for text, _ in said))
    found = within(turns, {n: gain for n, (_, gain) in enumerate(said, 1)}, budget)
    kept = [turn.number for turn in found]
    assert kept == sorted(set(kept)) and kept[-1] == len(turns)
    assert found.tokens == sum(count_tokens(turn.text) for turn in found)
    assert found.tokens <= budget or len(found) == 1
    assert found.cut == len(turns) - len(kept)


def talk(bank: Thoughtbank, session: str | None = "s") -> None:
    bank.remember([{"role": role, "content": text, "session_id": session} for role, text in TALK], user_id="u")


def texts(found: object) -> list[str]:
    return [turn.text for turn in found]  # type: ignore[attr-defined]


@pytest.mark.parametrize("session", ["s", None])
def test_recent_gives_the_last_turns_that_fit(opened: Open, session: str | None) -> None:
    with opened() as bank:
        bank.remember("Elsewhere I said this.", user_id="u", session_id="other")
        talk(bank, session)
        bank.remember("And this.", user_id="u", session_id="other")
        assert texts(bank.recent(user_id="u", session_id=session)) == [text for _, text in TALK]
        found = bank.recent(user_id="u", session_id=session, token_budget=45)
        assert texts(found) == [TALK[0][1], TALK[3][1], TALK[5][1]]
        assert found.tokens <= 45 and found.cut == 3
        assert texts(bank.recent(user_id="u", session_id=session, limit=2)) == [TALK[4][1], TALK[5][1]]
        assert len(bank.recent(user_id="u", session_id="nowhere")) == len(bank.recent(user_id="w", session_id=session)) == 0


def test_a_rescued_turn_stays_and_an_edited_one_counts_as_not_judged(opened: Open) -> None:
    with opened() as bank:
        talk(bank)
        (moved, lovely, *_) = bank.recent(user_id="u", session_id="s")
        tight = {"user_id": "u", "session_id": "s", "token_budget": count_tokens(TALK[5][1]) + count_tokens("Lovely!")}
        assert texts(bank.recent(**tight))[-1] == TALK[5][1] and "Lovely!" not in texts(bank.recent(**tight))
        bank.rescue(lovely.id, user_id="u")
        assert texts(bank.recent(**tight)) == ["Lovely!", TALK[5][1]]
        bank.edit(moved.id, "ok", user_id="u")
        assert texts(bank.recent(user_id="u", session_id="s", token_budget=30))[0] == TALK[0][1], (
            "the log has it as it was said"
        )


def test_without_a_gate_the_latest_stay(opened: Open) -> None:
    with opened(gain={"mode": "off"}) as bank:
        talk(bank)
        assert texts(bank.recent(user_id="u", session_id="s", token_budget=12))[-2:] == [TALK[4][1], TALK[5][1]]


def test_recent_says_what_it_cannot_take(opened: Open) -> None:
    with opened() as bank:
        for wrong in ({"token_budget": 0}, {"limit": 0}, {"limit": 1001}, {"token_budget": 1.5}, {"session_id": ""}):
            with pytest.raises(InputError, match=next(iter(wrong))):
                bank.recent(user_id="u", **wrong)  # type: ignore[arg-type]
    with opened(preset="TIM", think={"by": "rules", "organize": "rules"}) as bank:
        talk(bank)
        assert len(bank.recent(user_id="u", session_id="s")) == 0, "it shows no turn again"
        assert len(bank.recent(user_id="u", session_id="s", limit=3)) == 3


def test_an_answer_shows_the_model_no_more_than_the_budget(opened: Open) -> None:
    model = ScriptedModel(["Fine."])
    with opened(model=model, answer={"recent_tokens": 20, "context_tokens": 50}, think={"mode": "off"}) as bank:
        talk(bank)
        bank.answer("Where was that?", user_id="u", session_id="s", remember=False)
    shown = [message.text for message in model.asked[0][1:]]
    assert shown[-2:] == [TALK[5][1], "Where was that?"]
    assert len(shown) < len(TALK) + 1
    assert sum(map(count_tokens, shown[:-1])) <= 20
