"""What says more than its source is found: numbers, and too small a share of words."""

import pytest

from thoughtbank.language.grounding import beyond, beyond_relation, unnamed

SOURCE = "My brother Piet starts at the shipyard on 4 March. 我住在里昂。"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Piet's shipyard", None),
        ("4 March", None),
        ("5 March", "the number 5"),
        ("the harbour", "0 of its 1 words"),
        ("里昂", None),
        ("巴黎", "0 of its 3 words"),
        ("the of and", None),
    ],
)
def test_what_is_not_there_is_named(text: str, fault: str | None) -> None:
    found = beyond((text,), SOURCE, 0.5)
    assert found is None if fault is None else fault in (found or "")


def test_a_relation_may_put_two_words_otherwise() -> None:
    assert beyond_relation("is employed by", SOURCE) is None
    assert beyond_relation("owns most shares of", SOURCE) is not None


@pytest.mark.parametrize(("text", "who"), [("I", "I"), ("my dog", "my"), ("我的狗", "我"), ("Iris", None), ("the Ime", None)])
def test_who_nobody_knows(text: str, who: str | None) -> None:
    assert unnamed(text) == who
