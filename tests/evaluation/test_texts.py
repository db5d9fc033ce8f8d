"""Measures of an answer: by hand, against the published scripts where the text is ASCII, and in every script."""

import re
import string
import sys
from collections import Counter
from collections.abc import Sequence
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.errors import EmbedderError, MissingExtra
from thoughtbank.evaluation.texts import bert_scores, bleu4, cosines, f1, measure, rouge_l, tokenizer
from thoughtbank.ports import Vectors
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.similarity.lcs import longest_common

PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40)
SENTENCE = st.lists(
    st.sampled_from(["the", "a", "cat,", "dog.", "sat", "Don't", "well-known", "1,000", "3.5", "$7", "isn't_it"]), max_size=12
).map(" ".join)
ANY = st.text(max_size=30)


def squad(answer: str, reference: str) -> float:
    """SQuAD's own F1, version 1.1, as it is published."""

    def normalise(text: str) -> list[str]:
        bare = "".join(sign for sign in text.lower() if sign not in string.punctuation)
        return re.sub(r"\b(a|an|the)\b", " ", bare).split()

    ours, wanted = normalise(answer), normalise(reference)
    common = sum((Counter(ours) & Counter(wanted)).values())
    if not common:
        return 0.0
    precision, recall = common / len(ours), common / len(wanted)
    return 2 * precision * recall / (precision + recall)


def only_articles(text: str) -> bool:
    return not set(text.lower().translate(str.maketrans("", "", string.punctuation)).split()) - {"a", "an", "the"}


@pytest.mark.parametrize(
    ("answer", "reference", "expected"),
    [
        ("a dog called Rex", "Her dog, Rex", 2 / 3),  # dog, called, rex and her, dog, rex
        ("In Porto.", "in PORTO", 1.0),
        ("A", "A", 1.0),  # of four choices
        ("1,000 euros", "1000 euros", 1.0),
        ("她喜欢乌龙茶。", "乌龙茶", 2 * 3 / (6 + 3)),
        ("她喜欢Ａｎｎａ，Ｂｅｎ", "anna ben", 2 * 2 / (5 + 2)),
        ("5月6号", "5月7号", 0.75),
        ("제주도에 갔어요", "제주도", 2 * 3 / (7 + 3)),
        ("Hội An", "ở Hội An", 2 * 2 / (2 + 3)),
        ("Tháng 5 ở Huế", "tháng 5", 2 * 2 / (4 + 2)),
        ("हिन्दी", "हिन्द", 0.0),  # a word with its marks is one token, not three letters
        ("don’t know", "don't know", 1.0),
        ("", "Rome", 0.0),
        ("Rome", "", 0.0),
        ("", "", 0.0),
        ("!?", "!?", 0.0),
    ],
)
def test_f1_by_hand(answer: str, reference: str, expected: float) -> None:
    assert f1(answer, reference) == pytest.approx(expected)


@given(PRINTABLE | SENTENCE, PRINTABLE | SENTENCE)
def test_on_ascii_f1_is_squads(answer: str, reference: str) -> None:
    if not only_articles(answer) and not only_articles(reference):
        assert f1(answer, reference) == pytest.approx(squad(answer, reference))


@pytest.mark.parametrize(
    ("answer", "reference", "expected"),
    [
        ("the cat sat", "the old cat has sat", 0.75),
        ("sat cat the", "the cat sat", 1 / 3),  # order counts
        ("我爱喝茶", "我喝茶", 2 * 3 / (4 + 3)),
        ("제주도", "제주도에", 2 * 3 / (3 + 4)),
        ("đi Huế", "mình đi Huế", 2 * 2 / (2 + 3)),
        ("", "x", 0.0),
    ],
)
def test_rouge_l_by_hand(answer: str, reference: str, expected: float) -> None:
    assert rouge_l(answer, reference) == pytest.approx(expected)


@given(PRINTABLE | SENTENCE, PRINTABLE | SENTENCE)
def test_on_ascii_rouge_l_is_rouge_scores(answer: str, reference: str) -> None:
    rouge = pytest.importorskip("rouge_score.rouge_scorer")
    theirs = rouge.RougeScorer(["rougeL"]).score(reference, answer)["rougeL"].fmeasure
    assert rouge_l(answer, reference) == pytest.approx(theirs)


def test_in_chinese_rouge_l_is_rouge_scores_with_our_tokens_and_not_nothing() -> None:
    rouge = pytest.importorskip("rouge_score.rouge_scorer")
    answer, reference = "我上周去了博物馆，很喜欢", "上周我去了一家博物馆"
    assert rouge.RougeScorer(["rougeL"]).score(reference, answer)["rougeL"].fmeasure == 0

    class Characters:
        def tokenize(self, text: str) -> list[str]:
            return [sign for sign in text if sign != "，"]

    theirs = rouge.RougeScorer(["rougeL"], tokenizer=Characters()).score(reference, answer)["rougeL"].fmeasure
    assert rouge_l(answer, reference) == pytest.approx(theirs) and theirs > 0.5


@given(st.lists(st.sampled_from("abcd"), max_size=90), st.lists(st.sampled_from("abcde"), max_size=90))
def test_the_longest_common_subsequence_is_the_tables(a: list[str], b: list[str]) -> None:
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, one in enumerate(a):
        for j, other in enumerate(b):
            table[i + 1][j + 1] = table[i][j] + 1 if one == other else max(table[i][j + 1], table[i + 1][j])
    assert longest_common(a, b) == longest_common(b, a) == table[-1][-1]


@pytest.mark.parametrize(
    ("answer", "reference", "tokens"),
    [
        ("the cat sat on the mat", "the cat is on the mat", "13a"),
        ("Rome", "Rome", "13a"),
        ("Mình đi Huế vào tháng năm", "Tháng năm mình đi Huế", "13a"),
        ("她上周去了博物馆", "她上周参观了博物馆", "zh"),
        ("제주도에 갔어요", "제주도에 다녀왔어요", "char"),
        ("先週は京都に行きました", "先週、京都へ行きました", "char"),
        ("Она живёт в Риме", "Она живёт в Милане", "intl"),
    ],
)
def test_bleu4_is_sacrebleus(answer: str, reference: str, tokens: str) -> None:
    sacrebleu = pytest.importorskip("sacrebleu")
    assert tokenizer(reference) == tokens
    theirs = sacrebleu.sentence_bleu(answer, [reference], tokenize=tokens, smooth_method="exp").score / 100
    assert bleu4(answer, reference) == pytest.approx(theirs, abs=1e-9) and theirs > 0


def test_bleu4_by_hand() -> None:
    """5 of 6 words, 3 of 5 pairs, 1 of 4 triples, and no four, which smoothing counts as half of one in three; no brevity penalty."""
    pytest.importorskip("sacrebleu")
    assert bleu4("the cat sat on the mat", "the cat is on the mat") == pytest.approx(
        (5 / 6 * 3 / 5 * 1 / 4 * (0.5 / 3)) ** 0.25
    )
    assert bleu4("Rome", "Rome") == 1.0, "an answer shorter than four words has the n-grams it has"
    assert bleu4("", "Rome") == bleu4("Rome", " ") == 0.0


@given(ANY, ANY)
def test_whatever_the_text_each_measure_is_a_share(answer: str, reference: str) -> None:
    pytest.importorskip("sacrebleu")
    found = measure(answer, reference)
    assert set(found) == {"f1", "bleu4", "rouge_l"} and all(0 <= score <= 1 for score in found.values())


@given(ANY, ANY)
def test_f1_and_rouge_l_weigh_both_sides_alike(answer: str, reference: str) -> None:
    assert rouge_l(answer, reference) == rouge_l(reference, answer)
    assert rouge_l(answer, answer) in (0.0, 1.0) and f1(answer, answer) in (0.0, 1.0)


def test_without_sacrebleu_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from thoughtbank.evaluation import texts

    texts._bleu.cache_clear()
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    with pytest.raises(MissingExtra, match=r"thoughtbank\[eval\]"):
        bleu4("Rome", "Rome")


class Plane:
    """Texts as points of a plane, by name."""

    name = "plane"
    dimension = 2

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        assert all(texts), "nothing empty is embedded"
        points = {"east": (1, 0), "north": (0, 1), "west": (-1, 0), "north-east": (0.6, 0.8)}
        return np.array([points[text] for text in texts], np.float32)


def test_cosine_by_hand() -> None:
    answers, references = ("north-east", "west", "", "north"), ("east", "east", "east", " ")
    assert cosines(Plane(), answers, references) == pytest.approx([0.6, 0.0, 0.0, 0.0])
    assert cosines(Plane(), [], []) == []
    found = cosines(HashEmbedder(256), ["她喜欢乌龙茶"] * 2, ["她喜欢乌龙茶", "제주도에 갔어요"])
    assert found[0] == pytest.approx(1) and found[1] < 0.5


def test_an_embedder_that_fails_is_named() -> None:
    class Broken(Plane):
        def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
            return np.full((len(texts), 2), np.nan, np.float32)

    with pytest.raises(EmbedderError, match="plane"):
        cosines(Broken(), ["east"], ["east"])


def test_bert_score_gets_what_it_needs_and_its_f1_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []
    package = ModuleType("bert_score")

    def score(cands: list[str], refs: list[str], **named: object) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        asked.append((cands, refs, named))
        return np.array([0.1, 0.2]), np.array([0.3, 0.4]), np.array([0.75, -0.1])

    package.score = score  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "bert_score", package)
    assert bert_scores(["a", "", "c"], ["x", "y", "z"], encoder="some/encoder", layer=9) == [0.75, 0.0, 0.0]
    named = {"model_type": "some/encoder", "num_layers": 9, "rescale_with_baseline": False}
    assert asked == [(["a", "c"], ["x", "z"], named)]
    monkeypatch.setitem(sys.modules, "bert_score", None)
    with pytest.raises(MissingExtra, match="bertscore"):
        bert_scores(["a"], ["b"], encoder="some/encoder")
