"""Readers of sets with evidence, each on a small file of the published form."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from thoughtbank.errors import InputError
from thoughtbank.evaluation.datasets import Dialogue, load
from thoughtbank.evaluation.datasets.reading import START


def write(folder: Path, path: str, value: Any) -> Path:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return file


def as_lines(values: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(value, ensure_ascii=False) for value in values)


def evidence(dialogue: Dialogue) -> list[tuple[str, set[str]]]:
    return [(one.text, set(one.evidence)) for one in dialogue.questions]


BEAM: dict[str, Any] = {
    "id": 1,
    "topic": {"category": "Garden"},
    "chat": [
        {
            "batch_number": 1,
            "turns": [
                [
                    {"role": "user", "id": 0, "content": "Two hives, is that right? ->-> 1,1"},
                    {"role": "assistant", "id": 1, "content": "It is. a ->-> b"},
                ],
                [{"role": "user", "id": 2, "content": "Now three. ->-> 2,22, 24", "time_anchor": "March-15-2024"}],
            ],
        },
        {
            "batch_number": 2,
            "turns": [[{"role": "user", "id": 3, "content": "Hi ->-> 2,N/A", "time_anchor": "March-15-2024"}]],
        },
    ],
    "probing_questions": {
        "abstention": [{"question": "Which cat?", "ideal_response": "Never said.", "source_chat_ids": [0]}],
        "knowledge_update": [
            {"question": "How many?", "answer": "3", "source_chat_ids": {"original_info": [0], "updated_info": [2]}}
        ],
        "event_ordering": [{"question": "In which order?", "answer": "so", "source_chat_ids": [0, [1, 2], 77]}],
        "preference_following": [{"question": "What now?", "expected_compliance": "honey", "source_chat_ids": []}],
    },
}


def test_beam(tmp_path: Path) -> None:
    write(tmp_path, "beam/100K-02.json", BEAM)
    (dialogue,) = load("beam", tmp_path)
    assert dialogue.name == "100K-02"
    assert [turn.text for turn in dialogue.turns] == ["Two hives, is that right?", "It is. a ->-> b", "Now three.", "Hi"]
    assert [(turn.role, turn.session_id) for turn in dialogue.turns][1:3] == [("assistant", "batch 1"), ("user", "batch 1")]
    assert evidence(dialogue) == [("How many?", {"0", "2"}), ("In which order?", {"0", "1", "2"})]
    assert dialogue.without_evidence == 1
    never, _, _, last = dialogue.asked
    assert (never.headline, never.evidence, never.answer, never.group) == (False, frozenset(), "Never said.", "Garden")
    assert last.answer == "honey"


def test_beam_carries_the_day_on(tmp_path: Path) -> None:
    (dialogue,) = load("beam", write(tmp_path, "x.json", BEAM))
    first, _, third, last = (turn.said_at for turn in dialogue.turns)
    assert first == START
    assert third == datetime(2024, 3, 15, tzinfo=UTC)
    assert last == datetime(2024, 3, 15, 0, 0, 1, tzinfo=UTC)


def test_beam_with_a_day_that_is_none(tmp_path: Path) -> None:
    damaged = json.dumps(BEAM).replace("March-15-2024", "15.3.24")
    with pytest.raises(InputError, match=r"x\.json: message 2: '15\.3\.24' isn't a time as in May-08-2023"):
        load("beam", write(tmp_path, "x.json", damaged))


def session(number: int, day: str, operation: str | None, details: dict[str, Any], *said: str) -> dict[str, Any]:
    speakers = ("user_agent", "ai_agent")
    spoken = [{"turn": place + 1, "speaker": speakers[place % 2], "message": text} for place, text in enumerate(said)]
    return {"session_id": number, "date": day, "operation": operation, "operation_details": details, "conversation": spoken}


SESSIONS = [
    session(1, "2025-06-01", "add", {"item": "jazz", "preference": "like"}, "I like jazz.", "Noted."),
    session(2, "2025-06-01", None, {}, "Good day.", "Good day."),
    session(3, "2025-06-02", "update", {"item": "folk", "old_item": "jazz"}, "It's folk now.", "Noted."),
    session(4, "2025-06-02", "add", {"item": {"description": "buy strings"}}, "Buy strings.", "Noted."),
    session(5, "2025-06-03", "delete", {"item": {"description": "buy strings"}}, "Strings are bought.", "Good."),
    session(6, "2025-06-03", "add", {"item": "jazz"}, "Jazz again.", "Noted."),
]
ASKED = {
    "questions": {
        "remembering": [
            {"question_id": "todo", "question": "What is to do?", "question_date": "2025-06-03",
             "memory_evidence": {"remaining": []},
             "forgetting_evidence": {"forgotten_items": [
                 {"value": "buy strings", "session_id": 5}, {"value": "jazz", "session_id": 5}, {"session_id": 6}]}},
            {"question_id": "letter", "question": "Write it.", "question_date": "2025-06-03",
             "memory_evidence": {"session_history": [1, 2]},
             "forgetting_evidence": {"forgotten_items": [{"field": "body", "value": "jazz", "session_id": 5}]}},
        ],
        "recommending": [
            {"question_id": "music", "question": "Any music?", "question_date": "2025-06-03",
             "memory_evidence": {"goal": {"session_id": 77}, "likes": [{"item": "folk", "session_id": 3}, {"session_id": 6}]},
             "forgetting_evidence": {"forgotten_items": [
                 {"value": "jazz", "session_id": 3}, {"value": "folk", "session_id": 5}]}},
        ],
    }
}  # fmt: skip


def test_memora(tmp_path: Path) -> None:
    write(tmp_path, "memora/weekly/luthier/sessions.jsonl", as_lines(SESSIONS))
    write(tmp_path, "memora/weekly/luthier/evaluation_questions.json", ASKED)
    (dialogue,) = load("memora-forgetting", tmp_path)
    assert dialogue.name == "weekly/luthier"
    assert [len(part) for part in dialogue.sessions] == [2] * 6
    assert [turn.role for turn in dialogue.sessions[0]] == ["user", "assistant"]
    assert {dialogue.units["3:1"], dialogue.units["3:2"]} == {"3"}
    assert evidence(dialogue) == [("Any music?", {"3", "6"})]
    todo, letter, music = dialogue.asked
    assert (music.category, music.group) == ("recommending", "weekly")
    assert (todo.stale, letter.stale, music.stale) == ({"1", "4"}, frozenset(), {"1"})
    assert dialogue.without_evidence == 2


def test_memora_asks_after_the_last_session_of_the_day(tmp_path: Path) -> None:
    file = write(tmp_path, "weekly/luthier/sessions.jsonl", as_lines(SESSIONS))
    write(tmp_path, "weekly/luthier/evaluation_questions.json", ASKED)
    (dialogue,) = load("memora-forgetting", file)
    times = [turn.said_at for turn in dialogue.turns if turn.said_at]
    assert times == sorted(set(times))
    asked_at = dialogue.asked[0].asked_at
    assert asked_at and asked_at > times[-1]
    assert asked_at.date() == times[-1].date()


def test_memora_without_its_questions(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"evaluation_questions\.json can't be read"):
        load("memora-forgetting", write(tmp_path, "weekly/luthier/sessions.jsonl", as_lines(SESSIONS)))


def triple(name: str, attribute: str, value: str) -> dict[str, str]:
    return {"name": name, "attrname": attribute, "attrvalue": value}


KDCONV = [
    {"name": "山城", "messages": [
        {"message": "知道山城吗？"},
        {"message": "知道，是林木的歌。", "attrs": [triple("山城", "演唱者", "林木"), triple("山城", "Information", "一首民歌。")]},
    ]},
    {"name": "林木", "messages": [
        {"message": "林木唱过山城。", "attrs": [triple("山城 ", "演唱者", "林木"), triple("林木", "代表作品", "山城")]},
        {"message": "还有水乡。", "attrs": [triple("林木", "代表作品", "水乡")]},
    ]},
]  # fmt: skip


def test_kdconv(tmp_path: Path) -> None:
    write(tmp_path, "kdconv/music_dev.json", KDCONV)
    (dialogue,) = load("kdconv", tmp_path)
    assert dialogue.name == "music_dev"
    assert evidence(dialogue) == [
        ("山城的演唱者是什么？", {"0:1", "1:0"}),
        ("请介绍一下山城。", {"0:1"}),
        ("林木的代表作品是什么？", {"1:0", "1:1"}),
    ]
    assert [(one.answer, one.category, one.group, one.conversation) for one in dialogue.questions] == [
        ("林木", "fact", "music", "music_dev/0"),
        ("一首民歌。", "description", "music", "music_dev/0"),
        ("山城；水乡", "list", "music", "music_dev/1"),
    ]
    assert [turn.said_at for turn in dialogue.turns[1:3]] == [
        datetime(2024, 1, 1, 0, 0, 1, tzinfo=UTC),
        datetime(2024, 1, 2, tzinfo=UTC),
    ]


def test_kdconv_that_is_damaged(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"music_dev\.json: 0\.messages: Field required"):
        load("kdconv", write(tmp_path, "music_dev.json", [{"name": "山城"}]))


def exchange(id: str, query: str, supersedes: str | None = None) -> dict[str, Any]:
    return {"id": id, "query": query, "response": "네.", "supersedes": supersedes}


MINI: dict[str, Any] = {
    "user": "Bi",
    "lang": "ko",
    "sessions": [
        {"date": "2025-03-01", "turns": [exchange("1-0", "대구에 살아요."), exchange("1-1", "차를 좋아해요.")]},
        {"date": "2025-03-08", "turns": [exchange("2-0", "이제 광주에 살아요.", "1-0")]},
    ],
    "questions": [
        {"question": "어디에 살아요?", "evidence": ["2-0"], "answer": "광주", "kind": "update"},
        {"question": "개 이름은요?", "evidence": [], "answer": None, "kind": "unanswerable"},
    ],
}


def test_mini(tmp_path: Path) -> None:
    write(tmp_path, "mini_vi_ko/mini_ko_B.json", MINI)
    (dialogue,) = load("mini", tmp_path)
    assert dialogue.name == "mini_ko_B"
    assert [turn.key for turn in dialogue.sessions[0]] == ["1-0u", "1-0a", "1-1u", "1-1a"]
    assert dialogue.turns[-1].said_at == datetime(2025, 3, 8, 0, 0, 1, tzinfo=UTC)
    assert evidence(dialogue) == [("어디에 살아요?", {"2-0"})]
    (update, never) = dialogue.asked
    assert (update.group, update.category, update.answer, update.stale) == ("ko", "update", "광주", {"1-0"})
    assert not never.headline
    assert dialogue.without_evidence == 0


def test_mini_with_evidence_that_is_none(tmp_path: Path) -> None:
    damaged = json.dumps(MINI).replace('["2-0"]', '["9-9"]')
    with pytest.raises(InputError, match=r"mini_ko_B\.json: evidence names no exchange: 9-9"):
        load("mini", write(tmp_path, "mini_ko_B.json", damaged))


HAYSTACK: dict[str, Any] = {
    "question_id": "q1",
    "question_type": "single-session-user",
    "question": "What do I keep?",
    "answer": 2,
    "question_date": "2023/05/30 (Tue) 23:40",
    "haystack_dates": ["2023/05/21 (Sun) 02:21", "2023/05/20 (Sat) 10:00"],
    "haystack_session_ids": ["answer_1", "filler"],
    "haystack_sessions": [
        [{"role": "user", "content": "I keep bees.", "has_answer": True}, {"role": "assistant", "content": "Good."}],
        [{"role": "user", "content": "Good day."}, {"role": "assistant", "content": " "}],
    ],
    "answer_session_ids": ["answer_1"],
}
UNLABELLED = [[{"role": "user", "content": "I keep bees."}, {"role": "assistant", "content": "Good."}], []]


def test_longmemeval(tmp_path: Path) -> None:
    never = {**HAYSTACK, "question_id": "q2_abs"}
    whole = {**HAYSTACK, "question_id": "q3", "haystack_sessions": UNLABELLED}
    write(tmp_path, "longmemeval/longmemeval_s.json", [HAYSTACK, never, whole])
    first, second, third = load("longmemeval", tmp_path)
    assert first.name == "s/q1"
    assert [(turn.session_id, turn.text) for turn in first.turns] == [
        ("filler", "Good day."),
        ("answer_1", "I keep bees."),
        ("answer_1", "Good."),
    ]
    assert [one.evidence for one in first.questions] == [{"1:0"}]
    assert first.turns[2].said_at == datetime(2023, 5, 21, 2, 21, 1, tzinfo=UTC)
    (question,) = first.asked
    assert (question.answer, question.group, question.category) == ("2", "s", "single-session-user")
    assert question.asked_at == datetime(2023, 5, 30, 23, 40, tzinfo=UTC)
    assert [(one.category, one.headline, one.evidence) for one in second.asked] == [("abstention", False, frozenset())]
    assert [one.evidence for one in third.questions] == [{"1:0", "1:1"}]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"haystack_dates": ["2023/05/21 (Sun) 02:21"]}, r"longmemeval_s\.json: q1: 2 sessions have 1 dates and 2 ids"),
        ({"question_date": "May"}, r"longmemeval_s\.json: q1: 'May' isn't a time as in 2023/05/08 \(Mon\) 13:56"),
        ({"answer_session_ids": None}, r"longmemeval_s\.json: 0\.answer_session_ids: Input should be a valid array"),
    ],
)
def test_longmemeval_that_is_damaged(tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        load("longmemeval", write(tmp_path, "longmemeval_s.json", [{**HAYSTACK, **changed}]))


def test_your_own_questions(tmp_path: Path) -> None:
    lines = [
        {"question": "What do I keep?", "evidence": ["t1"], "category": "pets", "answer": "bees", "asked_at": "2025-01-03T00:00:00+09:00"},
        {"session": "monday", "id": "t1", "text": "I keep bees.", "said_at": "2025-01-01"},
        {"session": "monday", "id": "t2", "text": "Fine.", "role": "assistant"},
        {"user": "bo", "session": "1", "id": "t1", "text": "Tôi nuôi mèo.", "speaker": "Bo"},
        {"user": "bo", "question": "Which dog?", "evidence": []},
    ]  # fmt: skip
    ana, bo = load("jsonl", write(tmp_path, "mine.jsonl", as_lines(lines)))
    assert (ana.name, bo.name) == ("mine/user", "mine/bo")
    assert [turn.said_at for turn in ana.turns] == [
        datetime(2025, 1, 1, tzinfo=UTC),
        datetime(2025, 1, 1, 0, 0, 1, tzinfo=UTC),
    ]
    assert [turn.role for turn in (*ana.turns, *bo.turns)] == ["user", "assistant", "participant"]
    assert bo.turns[0].said_at == START
    assert evidence(ana) == [("What do I keep?", {"t1"})]
    assert (ana.asked[0].category, ana.asked[0].answer) == ("pets", "bees")
    assert ana.asked[0].asked_at == datetime(2025, 1, 2, 15, tzinfo=UTC)
    assert bo.without_evidence == 1


TURN = {"session": "1", "id": "t1", "text": "I keep bees."}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            {"question": "What?", "evidence": ["t1", "t9"]},
            r"mine\.jsonl, line 2: evidence names no turn of the user 'user': t9",
        ),
        (TURN, r"mine\.jsonl, line 2: the turn 't1' is there already; give each turn of a user an id of its own"),
        (
            {"user": "bo", "question": "What?", "evidence": []},
            r"mine\.jsonl, line 2: there are no turns of the user 'bo' to ask of",
        ),
        (
            {"texts": "x"},
            r'mine\.jsonl, line 2: neither a turn \{"session", "id", "text", \.\.\.\} nor a question \{"question"',
        ),
        ({**TURN, "question": "What?"}, r"mine\.jsonl, line 2: neither a turn"),
        ({"question": "What?", "evidences": ["t1"]}, r"mine\.jsonl, line 2: evidence: Field required"),
        (
            {"question": "What?", "evidence": ["t1"], "answers": "x"},
            r"mine\.jsonl, line 2: answers: Extra inputs are not permitted",
        ),
        ({**TURN, "id": "t2", "said_at": "soon"}, r"mine\.jsonl, line 2: said_at: Input should be a valid datetime"),
        ({**TURN, "id": "t2", "role": "bot"}, r"mine\.jsonl, line 2: role: Input should be 'user'"),
    ],
)
def test_slips_in_your_own_questions(tmp_path: Path, line: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        load("jsonl", write(tmp_path, "mine.jsonl", as_lines([TURN, line])))


def test_a_line_that_is_no_object(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"mine\.jsonl, line 1: Input should be an object"):
        load("jsonl", write(tmp_path, "mine.jsonl", "[]"))
