"""What holds of the rules of every language that needs no parser: any text is accepted, and none takes long."""

import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.language.fragments import PLAIN, Speaking, plain_rules
from thoughtbank.language.triples.sentences import LONGEST_SENTENCE

ME = Speaking("Hạnh")
WORDS = {
    "ko": (
        "저는 제 엄마가 그 것 거 걸 때 때문에 안 못 더 이상 지 2년 됐어요 한 번도 먹은 있는 와서 하고 고 서 면 러 갈 수 있어요 거예요 이다 은 , 사과, 콩이랑 려고 보러 가요 라고 해요 예정이에요 중이에요"
    ),
    "vi": (
        "mình em anh con mẹ của Lan tên là có cho tặng , và nhưng vì nên khi thì để đang đã không còn nữa rồi hai lần năm nay lúc nào cũng giờ bị được thích ăn ở với về ra thêm nhà này chắc có thể biết một"
    ),
}
"""What the rules look for: in any order they make sentences that nobody says."""
PIECES = {
    "ko": ["저는 ", "먹고 ", "때 ", "있는 ", "가", "한 달 ", "사과, ", "갈 수 있고 ", "더 이상 "],
    "vi": ["mình ", "năm ", "mình ăn, ", "và ", "của mình ", "không ", "Lan ", "một lần ", "mèo, "],
}


def test_both_languages_are_offered() -> None:
    assert set(PLAIN) == set(WORDS)


def test_no_rules_are_loaded_before_a_sentence_of_their_language_comes() -> None:
    told = "import sys, thoughtbank.assemble; print(*(one for one in sys.modules if one.rsplit('.', 1)[-1] in {names!r}))"
    of_languages = {
        "english",
        "chinese",
        "korean",
        "vietnamese",
        "english_clauses",
        "chinese_clause",
        "korean_forms",
        "vietnamese_verbs",
    }
    ran = subprocess.run([sys.executable, "-c", told.format(names=of_languages)], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == ""


@pytest.mark.parametrize("tongue", PLAIN)
@given(text=st.text())
def test_any_text_is_accepted(tongue: str, text: str) -> None:
    assert all(one.arguments and one.predicate and one.text for one in plain_rules(tongue)(text, ME))


@pytest.mark.parametrize("tongue", PLAIN)
@given(data=st.data())
def test_any_words_are_accepted(tongue: str, data: st.DataObject) -> None:
    said = data.draw(st.lists(st.sampled_from(WORDS[tongue].split())))
    assert all(all(arg.text.strip() for arg in one.arguments) for one in plain_rules(tongue)(" ".join(said), ME))


@pytest.mark.parametrize(("tongue", "piece"), [(tongue, piece) for tongue, pieces in PIECES.items() for piece in pieces])
def test_long_text_is_read_in_no_time(tongue: str, piece: str) -> None:
    started = time.process_time()
    plain_rules(tongue)((piece * LONGEST_SENTENCE)[:LONGEST_SENTENCE], ME)
    assert plain_rules(tongue)(piece * 50_000, ME) == []
    assert time.process_time() - started < 2
