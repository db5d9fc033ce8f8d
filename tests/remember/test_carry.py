"""Lines come in: exports are held to the same limits as messages, and no fault of a clock or of a seed is passed on."""

import json
import sys
from datetime import datetime
from typing import Any

import pytest

from tests.conftest import START, Opener, SettableClock
from thoughtbank import Thoughtbank
from thoughtbank.errors import InputError
from thoughtbank.remember.carry import Importing

TURN = {
    "type": "turn", "id": "a", "text": "x", "role": "user",
    "said_at": "2026-01-01T00:00:00+00:00", "recorded_at": "2026-01-02T00:00:00+00:00",
}  # fmt: skip
NOTE = {**TURN, "type": "version", "kind": "note"}


def refusal(bank: Thoughtbank, line: dict[str, Any]) -> str:
    report = bank.import_([json.dumps(line), '{"content": "after"}'], user_id="u")
    assert report.stored == 1
    ((number, reason),) = report.refused
    assert number == 1
    return reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (TURN | {"text": "x" * 101}, "the text has 101 characters; the limit is 100 (setting turn_chars)"),
        (NOTE | {"text": "x" * 101}, "the text has 101 characters; the limit is 100 (setting turn_chars)"),
        (
            TURN | {"parts": [{"a": "x" * 100}]},
            "the parts have, as JSON, 111 characters; the limit is 100 (setting turn_chars)",
        ),
        (TURN | {"parts": [{"a": float("nan")}]}, "parts must be JSON data"),
        (TURN | {"text": ""}, "the text is blank"),
        (NOTE | {"text": " \u200b"}, "the text is blank"),
        (TURN | {"memory": {"retired_at": "2026-01-01T23:59:59+00:00"}}, "retired_at lies before recorded_at"),
        (NOTE | {"retired_at": "2025-01-01T00:00:00+00:00"}, "retired_at lies before recorded_at"),
        (
            NOTE | {"valid_from": "2026-01-02T00:00:00+00:00", "valid_to": "2026-01-02T00:30:00+01:00"},
            "valid_to lies before valid_from",
        ),
    ],
)
def test_an_exported_line_is_held_to_what_a_message_is(open_bank: Opener, line: dict[str, Any], reason: str) -> None:
    assert reason in refusal(open_bank(turn_chars=100), line)


@pytest.mark.parametrize(
    "line",
    [
        TURN | {"text": "", "parts": [{"type": "image"}]},
        TURN | {"memory": {"retired_at": TURN["recorded_at"]}},
        NOTE | {"valid_from": "2026-01-02T00:00:00+00:00", "valid_to": "2026-01-02T01:00:00+01:00"},
        NOTE | {"valid_to": "2020-01-01T00:00:00+00:00"},
    ],
)
def test_an_exported_line_within_them_comes_in(open_bank: Opener, line: dict[str, Any]) -> None:
    bank = open_bank(turn_chars=100)
    assert bank.import_([json.dumps(line)], user_id="u").stored == 1


def test_a_clock_without_a_zone_ends_an_import(open_bank: Opener) -> None:
    bank = open_bank(clock=lambda: datetime(2026, 3, 2))
    with pytest.raises(InputError, match="the clock gives times without a zone"):
        bank.import_(['{"content": "x"}'], user_id="u")
    assert bank.users() == []


def test_a_seed_used_twice_loses_no_line(open_bank: Opener) -> None:
    """The second bank draws the first one's ids again; some lines carry their own."""
    mixed = [json.dumps({"content": f"second {number}"}) for number in range(100)]
    mixed[50] = json.dumps(TURN)
    for lines in ([json.dumps({"content": f"first {number}"}) for number in range(100)], mixed):
        bank = open_bank(clock=lambda: START, seed=7)
        assert bank.import_(lines, user_id="u").stored == 100
    memories = bank.list(user_id="u", limit=1000).items
    assert len({memory.id for memory in memories}) == 200
    assert [memory.text for memory in memories if memory.id == "a"] == ["x"]


def test_lines_that_conflict_by_key_under_a_seed_used_twice_are_the_only_ones_refused(open_bank: Opener) -> None:
    open_bank(clock=lambda: START, seed=7).import_(['{"content": "first", "key": "k"}', '{"content": "other"}'], user_id="u")
    bank = open_bank(clock=lambda: START, seed=7)
    report = bank.import_(['{"content": "new"}', '{"content": "changed", "key": "k"}', '{"content": "last"}'], user_id="u")
    assert (report.stored, [number for number, _ in report.refused]) == (2, [2])


def test_messages_are_told_apart_without_keeping_them(bank: Thoughtbank, clock: SettableClock) -> None:
    parts = bank._parts
    importing = Importing(parts.store, parts.ids, clock, parts.settings, lambda kind, role: False)
    lines = [json.dumps({"content": f"{'long ' * 1000}{number // 2}"}) for number in range(20)]
    for _ in importing.run(bank._scope("u"), lines, lambda drafts: drafts, lambda: bank._settle(bank._scope("u"))):
        pass
    assert len(importing._equals) == 10
    assert sum(map(sys.getsizeof, importing._equals)) < 1000
    assert len(bank.list(user_id="u")) == 20
