"""How data sets are found and read: LoCoMo and MemoryBank's, on small files of the same form, and what is shared by all sets."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from thoughtbank.errors import InputError
from thoughtbank.evaluation.datasets import SETS, load
from thoughtbank.evaluation.datasets.locomo import evidence_ids
from thoughtbank.evaluation.datasets.reading import files, no_earlier

LOCOMO: list[dict[str, Any]] = [
    {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Bo",
            "session_10": [{"speaker": "Bo", "dia_id": "D10:1", "text": "The hives are sold."}],
            "session_10_date_time": "12:05 am on 1 June, 2025",
            "session_2": [
                {"speaker": "Ana", "dia_id": "D2:1", "text": "I keep bees.", "blip_caption": "two hives", "img_url": []},
                {"speaker": "Bo", "dia_id": "D2:2", "text": "How many?\u2028Many?"},
            ],
            "session_2_date_time": "1:56 pm on 8 May, 2025",
            "session_3_date_time": "1:56 pm on 9 May, 2025",
        },
        "qa": [
            {"question": "What does Ana keep?", "answer": "bees", "category": 4, "evidence": ["D2:1"]},
            {"question": "What became of it?", "answer": "sold", "category": 1, "evidence": ["D2:1; D10:01"]},
            {"question": "When?", "answer": "June", "category": 2, "evidence": ["D77:1"]},
            {"question": "Which cat?", "adversarial_answer": "grey", "category": 5, "evidence": ["D2:1"]},
        ],
        "event_summary": {},
    }
]
BANK = {
    " Mina ": {
        "name": "Mina",
        "history": {
            "2025-05-01 ": [{"query": "I like jazz.", "response": "So do I."}, {"query": "好。", "response": "嗯。"}],
            "2025-05-02": [{"query": "Good day.", "response": "Good day."}],
        },
    }
}
LABELS = [
    {"user": "Mina", "question": "Which music?", "kind": "preference", "answerable": True,
     "evidence": [{"date": "2025-05-01", "turn": 0}], "also_relevant": []},
    {"user": "Mina", "question": "Which dog?", "kind": "fact", "answerable": False, "evidence": []},
    {"user": "Mina", "question": "Which day?", "kind": "fact", "answerable": True, "evidence": [{"date": "2025-05-01", "turn": 9}]},
    {"user": "Other", "question": "Whose?", "kind": "fact", "answerable": True, "evidence": []},
]  # fmt: skip


LOCOMO_FILE, BANK_FILE, LABELS_FILE = (
    "locomo/locomo_shared.json",
    "memorybank/memory_bank_{}.json",
    "memorybank/evidence_labels_{}.jsonl",
)


def write(folder: Path, path: str, text: str | bytes) -> Path:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


@pytest.fixture
def locomo(tmp_path: Path) -> Path:
    return write(tmp_path, LOCOMO_FILE, json.dumps(LOCOMO))


@pytest.fixture
def gvd(tmp_path: Path) -> Path:
    for language in ("cn", "en"):
        write(tmp_path, BANK_FILE.format(language), json.dumps(BANK, ensure_ascii=False))
        write(tmp_path, LABELS_FILE.format(language), "\n".join(json.dumps(label) for label in LABELS) + "\n\n")
    return tmp_path / "memorybank"


def test_locomo(locomo: Path, tmp_path: Path) -> None:
    (dialogue,) = load("locomo", tmp_path)
    assert dialogue.name == "conv-1"
    assert [turn.key for turn in dialogue.turns] == ["D2:1", "D2:2", "D10:1"]
    assert [len(session) for session in dialogue.sessions] == [2, 1]
    first, second, last = dialogue.turns
    assert first.text == "I keep bees. [picture: two hives]"
    assert (first.role, first.speaker, first.session_id) == ("participant", "Ana", "session_2")
    assert first.said_at == datetime(2025, 5, 8, 13, 56, tzinfo=UTC)
    assert second.said_at == datetime(2025, 5, 8, 13, 56, 1, tzinfo=UTC)
    assert last.said_at == datetime(2025, 6, 1, 0, 5, tzinfo=UTC)
    assert [(one.text, one.category, sorted(one.evidence)) for one in dialogue.questions] == [
        ("What does Ana keep?", "single-hop", ["D2:1"]),
        ("What became of it?", "multi-hop", ["D10:1", "D2:1"]),
    ]
    assert dialogue.without_evidence == 1


def test_what_asks_for_what_was_never_said_is_apart(locomo: Path) -> None:
    (dialogue,) = load("locomo", locomo)
    assert [(one.category, one.headline) for one in dialogue.asked][-1] == ("adversarial", False)
    assert len(dialogue.asked) == 4


def test_memorybank(gvd: Path, tmp_path: Path) -> None:
    chinese, english = load("gvd", tmp_path)
    assert (chinese.name, english.name) == ("cn/Mina", "en/Mina")
    for dialogue, language in ((chinese, "cn"), (english, "en")):
        assert [turn.role for turn in dialogue.turns] == ["user", "assistant"] * 3
        assert [turn.text for turn in dialogue.sessions[0]] == ["I like jazz.", "So do I.", "好。", "嗯。"]
        assert dialogue.turns[3].said_at == datetime(2025, 5, 1, 0, 0, 3, tzinfo=UTC)
        assert dialogue.units["2025-05-01#1a"] == dialogue.units["2025-05-01#1u"] == "2025-05-01#1"
        assert [(one.text, one.category, one.group, set(one.evidence)) for one in dialogue.questions] == [
            ("Which music?", "preference", language, {"2025-05-01#0"})
        ]
        assert dialogue.without_evidence == 1


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["D8:6; D9:17"], {"D8:6", "D9:17"}),
        (["D:8:6"], {"D8:6"}),
        (["D9:017", "D8:6"], {"D8:6", "D9:17"}),
        (["D8:7", "", "D"], set()),
        ([], set()),
    ],
)
def test_evidence(given: list[str], expected: set[str]) -> None:
    assert evidence_ids(given, {"D8:6": "", "D9:17": ""}) == expected


def test_a_file_a_sets_folder_and_the_folder_of_all_sets_hold_the_same(locomo: Path, gvd: Path, tmp_path: Path) -> None:
    assert load("locomo", locomo) == load("locomo", locomo.parent) == load("locomo", tmp_path)
    assert load("gvd", gvd) == load("gvd", tmp_path)
    assert load("gvd", gvd / "memory_bank_en.json") == load("gvd", tmp_path)[1:]


def test_files_are_sorted_and_found_in_folders_below(tmp_path: Path) -> None:
    second, first = write(tmp_path, "set/b/x1.json", ""), write(tmp_path, "set/a/x2.json", "")
    write(tmp_path, "set/a/y.json", "")
    write(tmp_path, "other/x3.json", "")
    assert files(tmp_path, "set", ("x*.json", "x1*")) == [first, second]
    assert files(second, "set", ("y.json",)) == [second]


def test_folders_without_the_set(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"holds no locomo\*\.json; name such a file, its folder, or the folder that has locomo/$"
    ):
        load("locomo", tmp_path)
    with pytest.raises(InputError, match="nowhere is neither a file nor a folder"):
        load("locomo", tmp_path / "nowhere")


def test_a_dialogue_that_is_there_twice(locomo: Path) -> None:
    """As where a set and a part of it lie in one folder: the second would be taken for the first."""
    locomo.with_name("locomo10.json").write_text(json.dumps(LOCOMO), encoding="utf-8")
    with pytest.raises(InputError, match="holds the dialogue 'conv-1' more than once; name one of its files"):
        load("locomo", locomo.parent)


def test_time_never_runs_backwards() -> None:
    day = datetime(2025, 5, 1, tzinfo=UTC)
    assert no_earlier(day, None) == day
    assert no_earlier(day, day) == datetime(2025, 5, 1, 0, 0, 1, tzinfo=UTC)
    assert no_earlier(day, datetime(2025, 4, 1, tzinfo=UTC)) == day


def test_a_file_that_is_missing(gvd: Path, tmp_path: Path) -> None:
    (gvd / "evidence_labels_cn.jsonl").unlink()
    assert load("gvd", gvd / "memory_bank_en.json")
    with pytest.raises(InputError, match=r"evidence_labels_cn\.jsonl can't be read: No such file"):
        load("gvd", tmp_path)


def test_a_bank_under_another_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"bank\.json must be named memory_bank_LANGUAGE\.json"):
        load("gvd", write(tmp_path, "bank.json", "{}"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[\n{"sample_id": }]', r"locomo_shared\.json: Invalid JSON: .* at line 2 column"),
        ("", r"locomo_shared\.json: Invalid JSON"),
        ("{}", r"locomo_shared\.json: Input should be a valid array"),
        ('[{"sample_id": "a", "conversation": {}}]', r"locomo_shared\.json: 0\.qa: Field required"),
        (b"[\xff]", r"locomo_shared\.json isn't UTF-8 \(byte 2\)"),
    ],
)
def test_a_document_that_is_damaged(tmp_path: Path, text: str | bytes, message: str) -> None:
    write(tmp_path, LOCOMO_FILE, text)
    with pytest.raises(InputError, match=message):
        load("locomo", tmp_path)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"session_2": [{"speaker": "Ana", "dia_id": "D2:1"}]}, "conv-1: session_2: 0.text: Field required"),
        ({"session_2": "nothing"}, "conv-1: session_2: Input should be a valid list"),
        (
            {"session_2_date_time": "yesterday"},
            "conv-1: session_2_date_time: 'yesterday' isn't a time as in 01:56 PM on 08 May, 2023",
        ),
        ({"session_2_date_time": None}, "conv-1: session_2_date_time: None isn't a time"),
    ],
)
def test_a_session_that_is_damaged(tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    spoken = {**LOCOMO[0]["conversation"], **changed}
    write(tmp_path, LOCOMO_FILE, json.dumps([{**LOCOMO[0], "conversation": spoken}]))
    with pytest.raises(InputError) as caught:
        load("locomo", tmp_path)
    assert message in str(caught.value)
    assert "locomo_shared.json" in str(caught.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", r"evidence_labels_en\.jsonl, line 2: Invalid JSON"),
        ('{"user": "Mina"}', r"evidence_labels_en\.jsonl, line 2: question: Field required"),
    ],
)
def test_a_line_that_is_damaged(gvd: Path, tmp_path: Path, line: str, message: str) -> None:
    write(tmp_path, LABELS_FILE.format("en"), f"{json.dumps(LABELS[0])}\n{line}\n")
    with pytest.raises(InputError, match=message):
        load("gvd", tmp_path)


def test_a_day_that_is_none(gvd: Path, tmp_path: Path) -> None:
    write(tmp_path, BANK_FILE.format("en"), json.dumps({"Mina": {"history": {"May 1": []}}}))
    with pytest.raises(InputError, match=r"memory_bank_en\.json: Mina: 'May 1' isn't a time as in 2023-05-08"):
        load("gvd", tmp_path)


def test_line_ends_of_unicode_and_a_byte_order_mark(gvd: Path, tmp_path: Path) -> None:
    label = {**LABELS[0], "question": "Which\u2028music?\x85"}
    write(tmp_path, LABELS_FILE.format("en"), b"\xef\xbb\xbf" + json.dumps(label, ensure_ascii=False).encode() + b"\r\n")
    dialogue = load("gvd", tmp_path)[1]
    assert dialogue.questions[0].text == "Which\u2028music?\x85"


@pytest.mark.parametrize("name", [name for name, dataset in SETS.items() if name != "jsonl"])
def test_the_public_files(data: Path, name: str) -> None:
    """What holds for any split of a set."""
    if not (data / SETS[name].folder).is_dir():
        pytest.skip(f"{data} has no {SETS[name].folder}/")
    dialogues = load(name, data)
    assert len({dialogue.name for dialogue in dialogues}) == len(dialogues)
    asked = [one for dialogue in dialogues for one in dialogue.asked]
    assert asked
    assert len({one.id for one in asked}) == len(asked)
    for dialogue in dialogues:
        assert dialogue.turns
        assert [turn.key for turn in dialogue.turns] == list(dialogue.units)
        known = set(dialogue.units.values())
        assert all(one.evidence <= known and one.stale <= known and not one.evidence & one.stale for one in dialogue.asked)
        assert all(turn.text.strip() and turn.said_at and turn.said_at.tzinfo for turn in dialogue.turns)
    assert any(dialogue.questions for dialogue in dialogues) or name in ("msc", "cc", "gc")
