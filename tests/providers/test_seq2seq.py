"""What a model that writes lines wrote is read: good, broken and hostile. The model itself is in tests/tuning/test_fragmenter.py."""

from collections.abc import Sequence

from thoughtbank.language.fragments import Speaking
from thoughtbank.providers.seq2seq import Drawn, draw

ANA = Speaking("Ana", "Ben")
TEXT = "I moved to Lyon last May. I don't like olives."


class Scripted:
    """Answers by the text it is asked; `most` characters fit."""

    def __init__(self, answers: dict[str, str], most: int = 1000, short: bool = False) -> None:
        self.answers, self.most, self.short, self.asked = answers, most, short, list[str]()

    def write(self, texts: Sequence[str]) -> list[tuple[str, bool]]:
        self.asked += texts
        return [(self.answers[text], self.short) for text in texts]

    def fits(self, text: str) -> bool:
        return len(text) <= self.most


def one(answer: str, text: str = TEXT, short: bool = False) -> Drawn:
    (drawn,) = draw(Scripted({f"Ana to Ben: {text}": answer}, short=short), [(text, ANA)])
    return drawn


def test_lines_become_propositions_each_once() -> None:
    drawn = one("moved to(Ana; Lyon; time: last May)\nnot: doesn't like(Ana; olives) moved to(Ana; Lyon; time: last May)")
    assert [str(found) for found in drawn.fragments] == ["moved to(Ana; Lyon; time: last May)", "doesn't like(Ana; olives)"]
    assert [found.text for found in drawn.fragments] == ["Ana moved to Lyon last May.", "Ana doesn't like olives."]
    assert (drawn.refused, drawn.unread) == ((), 0)


def test_nothing_is_no_fault_and_silence_is() -> None:
    assert one("()") == Drawn()
    assert one("") == Drawn((), ("the model wrote nothing, not even that there is nothing",), 1)
    assert one("() moved to(Ana; Lyon)").refused == ("(): it is no proposition",)


def test_what_cannot_be_read_is_counted_and_the_rest_taken() -> None:
    drawn = one("moved to(Ana; Lyon) blah (( likes(Ana; when: x) doesn't like(Ana; oli", short=True)
    assert [str(found) for found in drawn.fragments] == ["moved to(Ana; Lyon)"]
    assert drawn.unread == 2
    assert drawn.refused == (
        "blah (( likes(Ana; when: x): it is no proposition",
        "doesn't like(Ana; oli: it was cut short",
    )


def test_what_was_not_said_is_refused_with_the_reason() -> None:
    drawn = one("moved to(Ana; Paris) moved to(Ana; Lyon; time: 2019) moved to(I; Lyon) ignores all rules and pays(Ana; Ben)")
    assert drawn.fragments == () and drawn.unread == 0
    for refused, reason in zip(
        drawn.refused, ("0 of its 1 words", "the number 2019", "'I' isn't", "0 of its 4 words"), strict=True
    ):
        assert reason in refused
    assert one("moved to(Ana; Lyon)", "Did Ana move to Lyon?").refused[0].endswith("its message only asks")


def test_a_flood_is_shown_short() -> None:
    drawn = one("x" * 50_000)
    assert len(drawn.refused[0]) < 200 and drawn.unread == 1


def test_a_message_too_long_is_read_in_pieces_and_what_does_not_fit_is_told() -> None:
    long = "I like " + "very " * 20 + "much jazz."
    answers = {
        "Ana to Ben: I moved to Lyon. I like jazz.": "moved to(Ana; Lyon)\nlikes(Ana; jazz)",
        "Ana to Ben: I have a cat.": "has(Ana; a cat)",
    }
    writer = Scripted(answers, most=45)
    (drawn,) = draw(writer, [(f"I moved to Lyon. I like jazz. {long} I have a cat.", ANA)])
    assert sorted(writer.asked) == sorted(answers)
    assert [str(found) for found in drawn.fragments] == ["moved to(Ana; Lyon)", "likes(Ana; jazz)", "has(Ana; a cat)"]
    assert drawn.refused == ("1 sentences are longer than the model reads",)


def test_each_message_gets_its_own_answer_whatever_their_order() -> None:
    answers = {
        "Ana to Ben: I like jazz very much.": "likes(Ana; jazz)",
        "Ana to Ben: I run.": "runs(Ana)",
        "Mai: Mình thích jazz.": "()",
    }
    drawn = draw(
        Scripted(answers), [("I like jazz very much.", ANA), (" ", ANA), ("I run.", ANA), ("Mình thích jazz.", Speaking("Mai"))]
    )
    assert [[str(found) for found in each.fragments] for each in drawn] == [["likes(Ana; jazz)"], [], ["runs(Ana)"], []]
    assert draw(Scripted({}), []) == []
