"""One call for a turn: its propositions and how they relate to what is known; replies good, broken and hostile."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from thoughtbank.errors import ModelTimeout
from thoughtbank.language.proposition import Argument
from thoughtbank.providers.fake import Scripted, ScriptedModel
from thoughtbank.records.memory import Memory, Triple
from thoughtbank.remember.digest import DigestThinker, prompt
from thoughtbank.remember.think import Exchange, Thoughts
from thoughtbank.settings import ThinkSettings

NOW = datetime(2026, 5, 1, 9, tzinfo=UTC)
QUERY = Memory(
    "q", "turn", "I moved to Porto on 3 May and gave my sister the old bike.", NOW, NOW, role="user", speaker="Ana", number=1
)
REPLY = Memory("r", "turn", "Porto suits you. Try the cellar on the quay.", NOW, NOW, role="assistant", number=2)
KNOWN = [
    Memory("a", "thought", "Ana lives in Lyon.", NOW, NOW, triple=Triple("Ana", "lives in", "Lyon"), number=11),
    Memory("b", "thought", "Ana has a bike.", NOW, NOW, triple=Triple("Ana", "has", "a bike"), number=12),
]


def said(*propositions: dict[str, Any]) -> str:
    return json.dumps({"propositions": propositions})


def one(predicate: str, *arguments: str, sentence: str = "", **more: Any) -> dict[str, Any]:
    return {
        "predicate": predicate,
        "arguments": arguments,
        "sentence": sentence or f"{arguments[0]} {predicate} {' '.join(arguments[1:])}.",
        **more,
    }


MOVED = one("moved to", "Ana", "Porto", time="on 3 May", sentence="Ana moved to Porto on 3 May.")


def thought(*replies: Scripted, reply: bool = False, **settings: Any) -> Thoughts:
    exchange = Exchange(QUERY, REPLY if reply else None)
    return DigestThinker(ScriptedModel(replies), ThinkSettings.model_validate(settings)).think(exchange, KNOWN)


def test_propositions_with_their_arguments_roles_and_mood() -> None:
    found = thought(said(MOVED, one("gave", "Ana", "the old bike", "Ana's sister"), one("moved", "Ana", mood="plan"))).found
    assert found[0].triple == Triple("Ana", "moved to", "Porto", (Argument("on 3 May", "time"),))
    assert found[1].triple == Triple("Ana", "gave", "the old bike", (Argument("Ana's sister"),))
    assert found[2].triple == Triple("Ana", "moved", "", (), "plan")
    assert {turn for item in found for turn in item.turns} == {"q"}


def test_a_relation_to_a_known_one_that_was_shown() -> None:
    (found,) = thought(said(one("moved to", "Ana", "Porto", known=1, relation="updates"))).found
    assert found.relates is not None
    assert (found.relates.number, found.relates.relation) == (11, "updates")


@pytest.mark.parametrize("number", [0, 3, 9, -1, None])
def test_a_number_that_was_not_shown_is_refused_and_not_guessed(number: int | None) -> None:
    thoughts = thought(said(one("moved to", "Ana", "Porto", known=number, relation="contradicts")))
    assert thoughts.found[0].relates is None
    assert thoughts.refused == (f"(Ana, moved to, Porto): contradicts number {number}, which wasn't shown",)


@pytest.mark.parametrize(
    ("proposition", "fault"),
    [
        (one("moved to", "Ana", "Porto", time="on 4 May"), "the number 4 isn't in what it was made of"),
        (one("bought", "Ana", "a house in Berlin"), "words are in what it was made of"),
        (one("moved to", "I", "Porto"), "isn't understood without the exchange"),
        (one("moved to", "Ana", "Porto", sentence="Did Ana move to Porto?"), "it asks"),
        (one("", "Ana", "Porto", sentence="Ana moved to Porto."), "its relation is blank"),
        (
            one("gave", "Ana", "the old bike", "my sister", "Porto", "3 May", sentence="Ana gave the old bike."),
            "5 arguments; the limit is 4",
        ),
        (one("suits", "Porto", "Ana", said_by="reply"), "there is no reply in this exchange"),
    ],
)
def test_what_was_not_said_is_refused_with_the_reason(proposition: dict[str, Any], fault: str) -> None:
    thoughts = thought(said(proposition))
    assert thoughts.found == ()
    assert fault in thoughts.refused[0]


def test_a_reply_s_words_rest_on_the_reply_and_cannot_pass_for_the_turn_s() -> None:
    cellar = one("is on", "the cellar", "the quay")
    thoughts = thought(said({**cellar, "said_by": "reply"}, cellar), reply=True)
    assert [item.turns for item in thoughts.found] == [("r",)]
    assert "words are in what it was made of" in thoughts.refused[0]


@pytest.mark.parametrize("reply", ["", "Nothing to note.", '{"propositions": 3}', "[]", said({"predicate": "x"})])
def test_what_cannot_be_read_is_a_reason_and_no_empty_memory(reply: str) -> None:
    thoughts = thought(reply, reply, reply)
    assert thoughts.found == ()
    assert thoughts.reason is not None and not thoughts.passing


def test_a_model_out_of_reach_passes() -> None:
    assert thought(ModelTimeout("no answer")).passing


def test_more_than_the_setting_allows_is_refused() -> None:
    thoughts = thought(said(MOVED, one("gave", "Ana", "the old bike")), most=1)
    assert len(thoughts.found) == 1
    assert "more than 1 of one exchange" in thoughts.refused[0]


def test_the_prompt_shows_what_is_known_by_number_and_the_turn_as_data() -> None:
    asked = prompt(Exchange(QUERY), KNOWN)[-1].text
    assert asked.splitlines() == [
        "Known:",
        '1. "Ana lives in Lyon."',
        '2. "Ana has a bike."',
        "",
        'Turn, Ana: "I moved to Porto on 3 May and gave my sister the old bike."',
    ]
    chinese = Memory("q", "turn", "我搬到了里昂。", NOW, NOW, role="user")
    assert prompt(Exchange(chinese), [])[-1].text == "已知：\n（无）\n\n新的话，用户：“我搬到了里昂。”".replace(
        "“", '"'
    ).replace("”", '"')
    assert "命题" in prompt(Exchange(chinese), [])[0].text
