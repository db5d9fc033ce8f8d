"""From a URL and settings to a working bank; the same verbs to be awaited; moving a store to another embedder."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import thoughtbank
from tests.conftest import Opener, SettableClock
from thoughtbank import AsyncThoughtbank, Thoughtbank
from thoughtbank.assemble import reembed_store
from thoughtbank.bank import Bank
from thoughtbank.errors import EmbedderError, EmbedderMismatch, SettingsError
from thoughtbank.keeping import Keeping
from thoughtbank.ports import Hash, Vectors
from thoughtbank.providers.fake import HashEmbedder, ScriptedModel
from thoughtbank.remember.index import reembed
from thoughtbank.weighing import Weighing

ROOT = Path(__file__).parents[1]


def test_a_bank_without_arguments_keeps_its_file_in_the_stated_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THOUGHTBANK_HOME", str(tmp_path / "kept" / "here"))
    monkeypatch.setenv("THOUGHTBANK_EMBEDDER", "hash")
    with Thoughtbank() as bank:
        bank.remember("tea", user_id="u")
    assert (tmp_path / "kept" / "here" / "thoughtbank.db").stat().st_size > 0


@pytest.mark.parametrize("form", ["{path}", "sqlite:///{path}"])
def test_a_store_is_named_by_path_or_url(tmp_path: Path, form: str) -> None:
    path = tmp_path / "a folder" / "bänk 100%.db"
    with Thoughtbank(form.format(path=path), embedder=HashEmbedder(), home=tmp_path) as bank:
        bank.remember("tea", user_id="u")
        assert bank._parts.store.info().url == f"sqlite:///{path}"
    assert path.exists()


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost/0",
        "sqlite://",
        "sqlite:///:memory:",
        ":memory:",
        "http://localhost:1",
        "https://x.example",
        "nonsense://x",
    ],
)
def test_a_store_of_no_known_kind_is_refused_with_what_to_use(tmp_path: Path, url: str) -> None:
    with pytest.raises(SettingsError, match=r"file"):
        Thoughtbank(url, embedder=HashEmbedder(), home=tmp_path)


@pytest.mark.parametrize(
    "given", [{"embedder": 5}, {"embedder": "no-such-embedder"}, {"model": 5}, {"tenant": " "}, {"store": 5}]
)
def test_parts_that_do_not_fit_are_refused_before_anything_is_made(tmp_path: Path, given: dict[str, Any]) -> None:
    with pytest.raises(thoughtbank.ThoughtbankError):
        Thoughtbank(**{"store": str(tmp_path / "x" / "bank.db"), "embedder": HashEmbedder(), "home": tmp_path} | given)


def test_importing_reads_and_makes_nothing(tmp_path: Path) -> None:
    program = (
        "import sys, thoughtbank, thoughtbank.assemble, thoughtbank.settings; thoughtbank.Thoughtbank; import logging;"
        "assert not logging.getLogger().handlers; assert 'alembic' not in sys.modules; assert 'pydantic_ai' not in sys.modules"
    )
    environment = {
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "PYTHONPATH": str(ROOT),
        "THOUGHTBANK_ZONE": "nowhere",
    }
    subprocess.run([sys.executable, "-W", "error", "-c", program], cwd=tmp_path, env=environment, check=True)
    assert list(tmp_path.iterdir()) == []


def test_the_package_names_what_it_offers() -> None:
    for name in thoughtbank.__all__:
        assert getattr(thoughtbank, name) is not None
    assert dir(thoughtbank) == sorted(thoughtbank.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        thoughtbank.nonsense  # noqa: B018


# awaited


def test_the_awaited_bank_has_every_verb() -> None:
    verbs = {name for part in (Weighing, Keeping, Bank) for name in vars(part) if not name.startswith("_")}
    assert verbs - set(vars(AsyncThoughtbank)) == set()


def test_the_verbs_may_be_awaited(tmp_path: Path, clock: SettableClock) -> None:
    async def talk() -> None:
        arguments: dict[str, Any] = {"embedder": HashEmbedder(), "clock": clock, "seed": 1, "home": tmp_path}
        arguments |= {"think": {"by": "rules"}, "gain": {"by": "scorer"}}
        async with AsyncThoughtbank(str(tmp_path / "bank.db"), model=ScriptedModel(["Tea [1]."] * 2), **arguments) as bank:
            receipts = await asyncio.gather(*(bank.remember(f"I drink tea {number}", user_id="u") for number in range(8)))
            assert [receipt.outcome for (receipt,) in receipts] == ["stored"] * 8
            note = await bank.add("Ana drinks tea.", user_id="u")
            assert (await bank.recall("tea", user_id="u", k=3)).rows[0].text
            assert "tea" in (await bank.context("tea", user_id="u")).text
            assert (await bank.answer("What do I drink?", user_id="u")).text == "Tea [1]."
            stream = await bank.answer_stream("What?", user_id="u", k=2)
            assert [piece async for piece in bank.pieces(stream)] == ["Tea", " [1]."]
            assert stream.finish().text == "Tea [1]."
            assert (await bank.get(note.id, user_id="u")).kind == "note"
            assert (await bank.edit(note.id, "Ana drinks milk.", user_id="u")).text == "Ana drinks milk."
            lines = [line async for line in bank.export(user_id="u")]
            report = await bank.import_(lines, user_id="v")
            assert report.stored + report.changes == len(lines) - 1
            assert [report.already async for report in bank.importing(lines, user_id="v")][-1] == report.stored
            assert {user for user, _ in await bank.users()} == {"u", "v"}
            assert (await bank.erase(user_id="v", everything=True)).memories > 0
            assert sum(memory.kind != "thought" for memory in await bank.list(user_id="u")) == 13
            assert all(finding.well for finding in await bank.check())
            assert all(finding.well for finding in await bank.repair())

    asyncio.run(talk())


def test_a_broken_off_stream_leaves_what_was_read(tmp_path: Path, clock: SettableClock) -> None:
    async def talk() -> list[str]:
        model = ScriptedModel(["One two three four."])
        async with AsyncThoughtbank(
            str(tmp_path / "bank.db"), embedder=HashEmbedder(), model=model, clock=clock, home=tmp_path
        ) as bank:
            stream = await bank.answer_stream("Count.", user_id="u")
            pieces = bank.pieces(stream)
            assert await anext(pieces) == "One"
            await pieces.aclose()
            stream.close()
            return [memory.text for memory in await bank.list(user_id="u")]

    assert asyncio.run(talk()) == ["Count.", "One"]


# another embedder


def test_another_embedder_is_refused_before_anything_is_written(open_bank: Opener, tmp_path: Path) -> None:
    open_bank(embedder=HashEmbedder(32)).remember("Keeps bees.", user_id="u")
    with pytest.raises(EmbedderMismatch, match=r"hash-32 \(32 dimensions\).*hash-64.*thoughtbank reembed"):
        open_bank(embedder=HashEmbedder(64))
    assert open_bank(embedder=HashEmbedder(32)).recall("bees", user_id="u")[0].similarity is not None


def test_reembedding_moves_a_store(open_bank: Opener, tmp_path: Path) -> None:
    bank = open_bank(embedder=HashEmbedder(32))
    for user in ("u", "v"):
        bank.remember([{"content": f"tea {number}"} for number in range(70)], user_id=user)
    bank.edit(bank.list(user_id="u").items[0].id, "milk", user_id="u")
    bank.close()
    made = list(reembed_store(str(tmp_path / "bank.db"), embedder="hash", home=tmp_path))
    assert made[-1] == 140
    assert made == sorted(made)
    moved = open_bank(embedder=HashEmbedder(64))
    assert all(row.similarity is not None for row in moved.recall("tea", user_id="v", k=70))
    assert moved.remember("more", user_id="u")[0].outcome == "stored"
    assert all(finding.well for finding in moved.check())
    with pytest.raises(EmbedderMismatch, match="hash-64"):
        open_bank(embedder=HashEmbedder(32))


class Counting(HashEmbedder):
    """Counts its texts, and fails after `most` of them."""

    def __init__(self, most: int) -> None:
        super().__init__(64)
        self.most, self.seen = most, 0

    def embed(self, texts: Any, *, query: bool = False) -> Vectors:
        if self.seen + len(texts) > self.most:
            raise EmbedderError("killed half way")
        self.seen += len(texts)
        return super().embed(texts, query=query)


def test_a_stopped_reembedding_serves_on_and_goes_on_where_it_was(open_bank: Opener) -> None:
    bank = open_bank(embedder=HashEmbedder(32))
    bank.remember([{"content": f"tea {number}"} for number in range(200)], user_id="u")
    with pytest.raises(EmbedderError):
        list(reembed(bank._parts.store, Counting(130), Hash(0, 16)))
    assert all(row.similarity is not None for row in bank.recall("tea", user_id="u", k=200))
    bank.remember("said meanwhile", user_id="u")
    rest = Counting(1000)
    list(reembed(bank._parts.store, rest, Hash(0, 16)))
    assert rest.seen == 201 - 128
    moved = open_bank(embedder=HashEmbedder(64))
    assert all(row.similarity is not None for row in moved.recall("tea", user_id="u", k=201))
    assert all(finding.well for finding in moved.check())


def test_a_bank_left_open_while_its_store_moved_loses_nothing_and_says_so(open_bank: Opener) -> None:
    old, new = open_bank(embedder=HashEmbedder(32)), HashEmbedder(64)
    old.remember("Keeps bees.", user_id="u")
    list(reembed(open_bank(embedder=HashEmbedder(32))._parts.store, new, Hash(0, 16)))
    (receipt,) = old.remember("Sells honey.", user_id="u")
    assert receipt.outcome == "pending"
    assert "hash-64" in (receipt.reason or "")
    with pytest.raises(EmbedderMismatch, match=r"hash-64.*thoughtbank reembed"):
        old.recall("honey", user_id="u")
    moved = open_bank(embedder=new)
    assert all(finding.well for finding in moved.repair())
    assert all(row.similarity is not None for row in moved.recall("honey", user_id="u"))


def test_an_empty_store_takes_any_embedder(open_bank: Opener) -> None:
    open_bank(embedder=HashEmbedder(32)).close()
    assert open_bank(embedder=HashEmbedder(64)).remember("tea", user_id="u")[0].outcome == "stored"
