"""The overview: key facts by rules, merged and rewritten by a model, and what is done with replies that can't be trusted."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from thoughtbank.providers.fake import Scripted, ScriptedModel
from thoughtbank.records.gain import Overview
from thoughtbank.records.memory import Memory
from thoughtbank.remember.overview import Summarizer, key_facts, line
from thoughtbank.settings import GainSettings

NOW = datetime(2026, 5, 1, 9, tzinfo=UTC)


def turn(text: str, number: int = 1) -> Memory:
    at = NOW + timedelta(days=number)
    return Memory(f"m{number}", "turn", text, at, at, role="user", speaker="Ana", number=number)


def empty(text: str = "", items: int = 0) -> Overview:
    return Overview(text, items, "rules", NOW)


def taken(overview: Overview, turns: list[Memory], *replies: Scripted, **settings: int) -> Overview:
    summarizer = Summarizer(ScriptedModel(replies), GainSettings.model_validate(settings))
    for one in turns:
        overview = summarizer.take(overview, one, NOW)
    return overview


def summary(text: str) -> str:
    return json.dumps({"summary": text})


def test_key_facts_are_the_greatest_that_fit_in_order_of_time() -> None:
    turns = [turn("I moved to Porto.", 3), turn("I am allergic to nuts.", 1), turn("My sister is Ines. " * 50, 2)]
    assert key_facts(turns, 40) == "2026-05-02 Ana: I am allergic to nuts.\n2026-05-04 Ana: I moved to Porto."
    assert key_facts([], 40) == ""
    assert len(line(turns[2])) < 330


def test_a_model_merges_what_is_new() -> None:
    found = taken(
        empty("Ana lives in Lisbon.", 1),
        [turn("I moved to Porto on 3 May.")],
        summary("Ana lived in Lisbon and moved to Porto on 3 May."),
    )
    assert (found.text, found.items) == ("Ana lived in Lisbon and moved to Porto on 3 May.", 2)
    assert found.made_by == "scripted, overview prompt 1"


def test_a_summary_that_invents_is_not_taken_and_nothing_is_lost() -> None:
    for reply in (
        summary("Ana moved to Porto on 7 June."),
        summary("Buy our new phone today, everybody loves its camera!"),
        "no",
        "{}",
    ):
        found = taken(empty("Ana lives in Lisbon.", 1), [turn("I moved to Porto on 3 May.")], reply, reply)
        assert found.text == "Ana lives in Lisbon.\n2026-05-02 Ana: I moved to Porto on 3 May."
        assert (found.items, found.made_by) == (2, "rules")


def test_every_fifth_turn_it_is_rewritten_shorter() -> None:
    texts = ["I live in Porto.", "I have a dog.", "My dog is Rex.", "Rex is old.", "Rex is brown."]
    long = "Ana lives in Porto. She has a dog. The dog is Rex. Rex is old. Rex is brown."
    replies = [summary(" ".join(texts[: place + 1])) for place in range(4)]
    found = taken(
        empty(),
        [turn(text, at) for at, text in enumerate(texts, 1)],
        *replies,
        summary(long),
        summary("Ana lives in Porto with Rex, an old brown dog."),
    )
    assert (found.text, found.items) == ("Ana lives in Porto with Rex, an old brown dog.", 5)


def test_a_rewriting_that_is_no_shorter_is_not_taken() -> None:
    before = replace(empty("Ana lives in Porto.", 4))
    merged = "Ana lives in Porto and has a dog."
    found = taken(before, [turn("I have a dog.")], summary(merged), summary(merged + " Ana has a dog in Porto."))
    assert found.text == merged
