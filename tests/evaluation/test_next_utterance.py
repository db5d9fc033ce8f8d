"""Sets in which the next utterance is asked for, each on a small file of the published form."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from thoughtbank.errors import InputError
from thoughtbank.evaluation.datasets import load
from thoughtbank.evaluation.datasets.next_utterance import Conversation, Session, dialogues, passed
from thoughtbank.evaluation.datasets.reading import START


def write(folder: Path, path: str, *values: Any) -> Path:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(json.dumps(value) for value in values), encoding="utf-8")
    return file


def test_the_last_session_is_asked_and_the_others_remembered() -> None:
    first = Session(timedelta(), [("A", "I keep bees."), ("B", "How many? "), ("B", "Many?")])
    last = Session(timedelta(days=2), [("B", "Hello."), ("A", "Hi."), ("B", "And the bees?"), ("A", "Sold.")])
    (dialogue,) = dialogues([Conversation("c", [first, last], "friends", "pair")], "x.json")
    assert [(turn.speaker, turn.text) for turn in dialogue.turns] == [("A", "I keep bees."), ("B", "How many? Many?")]
    assert [(one.text, one.answer, one.recent) for one in dialogue.asked] == [
        ("Hello.", "Hi.", ()),
        ("Hi.", "And the bees?", ("Hello.",)),
        ("And the bees?", "Sold.", ("Hello.", "Hi.")),
    ]
    one = dialogue.asked[-1]
    assert (one.session, one.category, one.group, one.conversation) == (2, "session 2", "friends", "pair")
    assert one.asked_at == START + timedelta(days=2, seconds=4)
    assert dialogue.without_evidence == 3


def test_a_session_in_which_nothing_is_said_keeps_its_number_and_its_time() -> None:
    told = [
        Session(timedelta(), [("A", "Hi.")]),
        Session(timedelta(days=1), [("A", " ")]),
        Session(timedelta(days=1), [("A", "Yo."), ("B", "Yo!")]),
    ]
    (dialogue,) = dialogues([Conversation("c", told)], "x.json")
    assert [(one.session, one.asked_at) for one in dialogue.asked] == [(3, START + timedelta(days=2, seconds=1))]


def test_conversations_of_one_session_are_left_out() -> None:
    single = Conversation("single", [Session(timedelta(), [("A", "Hi."), ("B", "Hi.")])])
    double = Conversation("double", [*single.sessions, *single.sessions])
    assert [dialogue.name for dialogue in dialogues([single, double], "x.json")] == ["double"]
    with pytest.raises(InputError, match=r"x\.json: no conversation has two sessions"):
        dialogues([single], "x.json")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Start", timedelta()),
        ("A few weeks after", timedelta(days=21)),
        (" a couple of years after", timedelta(days=730)),
        ("0 s", timedelta()),
        ("38 minutes", timedelta(minutes=38)),
        ("1-2 hours", timedelta(minutes=90)),
        ("1 month", timedelta(days=30)),
    ],
)
def test_gaps(text: str, expected: timedelta) -> None:
    assert passed(text, "x") == expected


@pytest.mark.parametrize("text", ["", "soon", "2 fortnights", "days", "2days later"])
def test_what_is_no_gap(text: str) -> None:
    with pytest.raises(InputError, match=r"^x\.json: '.*' is no time between sessions; there are start, a few hours after"):
        passed(text, "x.json")


def msc(*gaps: tuple[int, str]) -> dict[str, Any]:
    earlier = [
        {"personas": [], "dialog": [{"text": f"Hi {place}."}, {"text": "Hello."}], "time_num": number, "time_unit": unit, "time_back": ""}
        for place, (number, unit) in enumerate(gaps)
    ]  # fmt: skip
    said = [{"text": "You again.", "id": "Speaker 1"}, {"text": "Me again.", "id": "Speaker 2"}]
    return {"personas": [], "dialog": said, "previous_dialogs": earlier, "metadata": {"initial_data_id": "valid_7"}}


def test_msc(tmp_path: Path) -> None:
    write(tmp_path, "msc/msc_dialogue/session_2/valid.txt", msc((2, "days")))
    write(tmp_path, "msc/msc_dialogue/session_3/valid.txt", msc((2, "days"), (5, "hours")))
    write(tmp_path, "msc/msc_dialogue/session_3/train.txt", {})
    write(tmp_path, "msc/msc_personasummary/session_3/valid.txt", {})
    two, three = load("msc", tmp_path)
    assert (two.name, three.name) == ("valid_7/session 2", "valid_7/session 3")
    assert [turn.text for turn in three.turns] == ["Hi 0.", "Hello.", "Hi 1.", "Hello."]
    assert [turn.speaker for turn in two.turns] == ["Speaker 1", "Speaker 2"]
    (question,) = three.asked
    assert (question.text, question.answer, question.category) == ("You again.", "Me again.", "session 3")
    assert question.asked_at == START + timedelta(days=2, hours=5, seconds=4)
    assert question.conversation == two.asked[0].conversation == "valid_7"


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (msc((2, "moons")), r"valid\.txt: valid_7: '2 moons' is no time"),
        ({**msc((2, "days")), "metadata": {}}, r"valid\.txt, line 1: metadata\.initial_data_id: Field required"),
    ],
)
def test_msc_that_is_damaged(tmp_path: Path, record: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        load("msc", write(tmp_path, "session_2/valid.txt", record))


def episode(**changed: Any) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "dataID": "episode-1",
        "relationship": "Neighbors",
        "time_interval": ["Start", "A few hours after", "A few days after", "A few months after", "A couple of years after"],
    }
    for ordinal in ("first", "second", "third", "fourth", "fifth"):
        whole[f"{ordinal}_session_dialogue"] = [f"The {ordinal}.", "Yes."]
        whole[f"{ordinal}_session_speakers"] = ["Neighbors A", "Neighbors B"]
    return whole | changed


def test_conversation_chronicles(tmp_path: Path) -> None:
    (dialogue,) = load("cc", write(tmp_path, "valid.jsonl", episode()))
    assert dialogue.name == "episode-1"
    assert [len(session) for session in dialogue.sessions] == [2, 2, 2, 2]
    assert dialogue.turns[0].speaker == "Neighbors A"
    (question,) = dialogue.asked
    assert (question.text, question.answer, question.session, question.group) == ("The fifth.", "Yes.", 5, "Neighbors")
    assert question.asked_at == START + timedelta(hours=3, days=3 + 90 + 730, seconds=8)
    as_list = write(tmp_path, "conversation_chronicles/valid.json", [episode()])
    assert load("cc", as_list) == load("cc", tmp_path) == [dialogue]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"time_interval": ["Start"]}, r"valid\.json: episode-1: time_interval has 1 entries for 5 sessions"),
        ({"third_session_speakers": ["A"]}, r"valid\.json: episode-1: a session has more utterances than speakers, or fewer"),
        ({"time_interval": ["Start", "", "", "", ""]}, r"valid\.json: episode-1: '' is no time between sessions"),
        ({"second_session_dialogue": None}, r"valid\.json: 0\.second_session_dialogue: Input should be a valid array"),
    ],
)
def test_conversation_chronicles_that_are_damaged(tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        load("cc", write(tmp_path, "valid.json", [episode(**changed)]))


def said(*texts: str) -> list[dict[str, str]]:
    return [{"speaker": f"speaker_{place % 2 + 1}", "text": text} for place, text in enumerate(texts)]


NOTE = {"speaker": "system", "text": "Two days later."}


@pytest.mark.parametrize(
    "conversation",
    [
        {"initial": {}, "sessions": [said("Hi.", "Hello."), [NOTE, *said("Done?", "Done.")]], "gap": ["2 days"]},
        {"initial": {}, "sessions": [said("Hi.", "Hello."), [NOTE, *said("Done?", "Done.")]], "gap": ["2 days", "2 days"]},
        [{"gaps": "0 s", "sessions": said("Hi.", "Hello.")}, {"gaps": "2 days", "sessions": said("Done?", "Done.")}],
    ],
)
def test_gapchat(tmp_path: Path, conversation: Any) -> None:
    write(tmp_path, "gapchat/eval/merge.json", [conversation])
    (dialogue,) = load("gc", tmp_path)
    assert dialogue.name == "eval/0"
    assert [(turn.speaker, turn.text) for turn in dialogue.turns] == [("speaker_1", "Hi."), ("speaker_2", "Hello.")]
    assert [(one.text, one.answer, one.asked_at) for one in dialogue.asked] == [
        ("Done?", "Done.", START + timedelta(days=2, seconds=2))
    ]


@pytest.mark.parametrize(
    ("conversation", "message"),
    [
        ({"sessions": [said("Hi."), said("Hi."), said("Hi.")], "gap": ["2 days"]}, r"merge\.json: 0: 1 gaps for 3 sessions"),
        ({"sessions": [said("Hi."), said("Hi.")], "gap": ["later"]}, r"merge\.json: 0: 'later' is no time between sessions"),
        ({"sessions": "none", "gap": []}, r"merge\.json: 0: sessions: Input should be a valid list"),
    ],
)
def test_gapchat_that_is_damaged(tmp_path: Path, conversation: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load("gc", write(tmp_path, "eval/merge.json", [conversation]))
