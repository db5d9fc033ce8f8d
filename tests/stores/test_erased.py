"""Erased is erased: afterwards not one byte of it is in the file or its log.

The words looked for are unlike any others, so that one find is one fault; of vectors the first 32 bytes are looked for.
"""

import random
from pathlib import Path

import pytest

from tests.conftest import Opener
from thoughtbank import Thoughtbank
from thoughtbank.errors import NotFound
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.remember.index import passage
from thoughtbank.stores import postings

WORDS = [f"word{number}" for number in range(400)]


def found(folder: Path, needles: dict[str, bytes]) -> set[str]:
    raw = [file.read_bytes() for file in folder.glob("bank.db*")]
    return {name for name, needle in needles.items() if any(needle in content for content in raw)}


class Workload:
    """Several hundred turns of two people, some with a secret word, some edited."""

    def __init__(self, bank: Thoughtbank, seed: int, turns: int) -> None:
        self.bank, self.chance = bank, random.Random(seed)
        self.secrets: dict[tuple[str, str], list[str]] = {}
        self.sessions: dict[tuple[str, str], str] = {}
        self.vectors: dict[str, bytes] = {}
        for number in range(turns):
            self.say(number)
            if self.chance.random() < 0.1:
                self.change(number)

    def text(self, secret: str | None) -> str:
        words = self.chance.choices(WORDS, k=self.chance.randint(1, 60))
        if secret:
            words.insert(self.chance.randint(0, len(words)), secret)
        return " ".join(words)

    def say(self, number: int) -> None:
        user, session = self.chance.choice("uv"), f"s{self.chance.randint(0, 9)}"
        secret = f"zqsecret{number}x{self.chance.randint(0, 10**9)}" if self.chance.random() < 0.15 else None
        (receipt,) = self.bank.remember(self.text(secret), user_id=user, session_id=session)
        assert receipt.id is not None
        self.sessions[user, receipt.id] = session
        if secret:
            self.mark(user, receipt.id, secret)

    def change(self, number: int) -> None:
        user, memory = self.chance.choice(list(self.sessions))
        secret = f"zqsecret{number}y{self.chance.randint(0, 10**9)}"
        self.bank.edit(memory, self.text(secret), user_id=user)
        self.mark(user, memory, secret)

    def mark(self, user: str, memory: str, secret: str) -> None:
        self.secrets.setdefault((user, memory), []).append(secret)
        vector = HashEmbedder().embed([passage(self.bank.get(memory, user_id=user))])[0]
        self.vectors[f"vector of {secret}"] = vector.astype("<f4").tobytes()[:32]

    def needles(self, chosen: list[tuple[str, str]]) -> dict[str, bytes]:
        words = {secret: secret.encode() for one in chosen for secret in self.secrets.get(one, ())}
        return words | {name: data for name, data in self.vectors.items() if name.removeprefix("vector of ") in words}


@pytest.mark.parametrize(("seed", "fresh"), [(0, 16), (1, 64)])
def test_erased_memories_leave_no_byte(
    open_bank: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, fresh: int
) -> None:
    monkeypatch.setattr(postings, "FRESH", fresh)
    monkeypatch.setattr(postings, "FANOUT", 3)
    bank = open_bank(durability="fast")
    work = Workload(bank, seed, 400)
    chosen = work.chance.sample(sorted(work.secrets), 40)
    needles = work.needles(chosen)
    words = {name for name in needles if not name.startswith("vector")}
    assert words <= found(tmp_path, needles)  # otherwise nothing is tested
    for user, memory in chosen:
        assert bank.erase(memory, user_id=user).scrubbed
    assert found(tmp_path, needles) == set()
    assert all(finding.well for finding in bank.check())


def test_an_erased_session_leaves_no_byte(open_bank: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postings, "FRESH", 32)
    bank = open_bank(durability="fast")
    work = Workload(bank, 5, 300)
    gone = [one for one, session in work.sessions.items() if one[0] == "u" and session == "s3"]
    needles, kept = work.needles(gone), work.needles([one for one in work.secrets if one not in gone])
    assert needles
    bank.erase(user_id="u", session_id="s3")
    assert found(tmp_path, needles) == set()
    words = {name for name in kept if not name.startswith("vector")}
    assert words <= found(tmp_path, kept)


def test_an_erased_user_leaves_no_byte(open_bank: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postings, "FRESH", 32)
    bank = open_bank(durability="fast")
    work = Workload(bank, 6, 300)
    needles = work.needles([one for one in work.secrets if one[0] == "u"])
    erased = bank.erase(user_id="u", everything=True)
    assert erased.turns == len([one for one in work.sessions if one[0] == "u"])
    assert found(tmp_path, needles) == set()
    assert all(finding.well for finding in bank.check())


def test_a_long_text_and_its_parts_leave_no_byte(open_bank: Opener, tmp_path: Path) -> None:
    bank = open_bank()
    bank.remember("stays", user_id="u")
    text = " ".join(f"zqlong{number}" for number in range(20_000))
    parts = [{"type": "image", "caption": "zqcaption of a harbour"}]
    message = {"content": text, "parts": parts, "speaker": "zqspeaker"}
    (receipt,) = bank.remember(message, user_id="u", session_id="zqsession", key="zqkey")
    (note,) = [bank.add("zqnote in the drawer", user_id="u")]
    needles = {name: name.encode() for name in ("zqlong", "zqcaption", "zqspeaker", "zqsession", "zqkey", "zqnote")}
    assert found(tmp_path, needles) == set(needles)
    bank.erase(receipt.id, user_id="u")
    bank.erase(note.id, user_id="u")
    assert found(tmp_path, needles) == set()


def test_an_edit_leaves_the_old_words_only_until_the_erase(open_bank: Opener, tmp_path: Path) -> None:
    bank = open_bank()
    (receipt,) = bank.remember("zqfirst", user_id="u")
    bank.edit(receipt.id, "zqsecond", user_id="u")
    needles = {"zqfirst": b"zqfirst", "zqsecond": b"zqsecond"}
    assert found(tmp_path, needles) == set(needles)
    bank.erase(receipt.id, user_id="u")
    assert found(tmp_path, needles) == set()
    with pytest.raises(NotFound):
        bank.get(receipt.id, user_id="u", known_at="2026-03-02T08:14:00Z")


def test_an_open_reader_delays_the_scrubbing_and_repair_finishes_it(open_bank: Opener, tmp_path: Path) -> None:
    bank = open_bank(busy_timeout=0.2)
    (receipt,) = bank.remember("zqdelayed", user_id="u")
    reader = bank.export(user_id="u")
    next(reader)
    next(reader)  # the export now holds its snapshot
    erased = bank.erase(receipt.id, user_id="u")
    assert not erased.scrubbed
    reader.close()
    assert all(finding.well for finding in bank.repair())
    assert found(tmp_path, {"zqdelayed": b"zqdelayed"}) == set()
