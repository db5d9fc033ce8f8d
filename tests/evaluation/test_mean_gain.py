"""Two transcripts compared by mean gain."""

from thoughtbank.evaluation.mean_gain import compared


def side(*conversations: tuple[float | None, ...], role: str = "user") -> list[tuple[str, str, float | None]]:
    return [(str(place), role, score) for place, scores in enumerate(conversations) for score in scores]


def test_means_and_their_difference() -> None:
    found = compared(side((2, 4), (6,)), side((8,), (6, 7)))["all"]
    assert [found[name]["value"] for name in ("first", "second", "difference")] == [4.0, 7.0, 3.0]


def test_what_was_not_judged_counts_on_neither_side() -> None:
    assert compared(side((None, 4), (6,)), side((5,), (5,)))["all"]["first"]["value"] == 5.0


def test_an_interval_is_of_whole_conversations() -> None:
    wide = compared(side((0,) * 9, (9,) * 9), side((5,), (5,)))["all"]["difference"]
    assert (wide["low"], wide["high"]) == (-4.0, 5.0)
    sure = compared(side((1, 9), (1, 9)), side((9, 9), (9, 9)))["all"]["difference"]
    assert (sure["value"], sure["low"], sure["high"]) == (4.0, 4.0, 4.0)


def test_one_conversation_has_no_interval_and_no_turn_no_mean() -> None:
    found = compared(side((1, 2)), side((3,), (3,)))
    assert found["all"]["difference"] == {"value": 1.5, "low": None, "high": None}
    assert found["replies"]["difference"] == {"value": None, "low": None, "high": None}
    apart = compared([*side((2,)), *side((8,), role="assistant")], side((4,)))
    assert (apart["people"]["first"]["value"], apart["replies"]["first"]["value"]) == (2.0, 8.0)
