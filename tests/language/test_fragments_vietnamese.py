"""Vietnamese fragments by rules: what is found, what gives nothing, and how they do on the development messages.

Messages of the kinds that end in "-fresh" and "-last" were labelled before any rule had read them; then the rules were mended by them too.
"""

import time
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.evaluation.fragment_figures import listing, measure
from thoughtbank.evaluation.fragments import Found, mark, read
from thoughtbank.language.fragments import NOBODY, Speaking, sentences
from thoughtbank.language.fragments.plain import PLAIN
from thoughtbank.language.fragments.vietnamese import read_plain
from thoughtbank.language.triples.sentences import LONGEST_SENTENCE

DEVELOPMENT = Path(__file__).parent.parent / "data" / "fragments_dev_vi.jsonl"
ME = Speaking("Hạnh")


def said(sentence: str, speaking: Speaking = ME) -> list[str]:
    """Each fragment with its mood and denial, where they aren't fact and assent."""
    marks = {"fact": ""}
    return [
        f"{'not ' if one.negative else ''}{one}{marks.get(one.mood, f' {one.mood}')}" for one in read_plain(sentence, speaking)
    ]


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("Mình sống ở Huế.", ["sống(Hạnh; Huế)"]),
        ("Tôi bị dị ứng với tôm.", ["bị dị ứng(Hạnh; tôm)"]),
        ("Em đang học lớp 12.", ["đang học(Hạnh; lớp 12)"]),
        ("Mẹ tôi là giáo viên.", ["là(mẹ của Hạnh; giáo viên)"]),
        ("Con gái em năm nay lên lớp ba.", ["lên(con gái của Hạnh; lớp ba; time: năm nay)"]),
        ("Con chó của tôi rất sợ sấm.", ["sợ(con chó của Hạnh; sấm)"]),
        ("Mình không uống cà phê nữa.", ["not không uống(Hạnh; cà phê)"]),
        ("Tôi chưa bao giờ đi nước ngoài.", ["not chưa bao giờ đi(Hạnh; nước ngoài)"]),
        ("Tôi không phải người Hà Nội.", ["not không phải là(Hạnh; người Hà Nội)"]),
        ("Tháng sau tôi định chuyển ra Hà Nội.", ["định chuyển ra(Hạnh; Hà Nội; time: Tháng sau) plan"]),
        ("Có lẽ năm sau tôi sẽ học cao học.", ["sẽ học(Hạnh; cao học; time: năm sau) possible"]),
        ("Cuối tuần mình thường đi bơi với chồng.", ["thường đi bơi(Hạnh; time: Cuối tuần; with: chồng của Hạnh) habit"]),
        ("Tôi từng sống ở Nhật.", ["từng sống(Hạnh; Nhật) past"]),
        ("Hồi nhỏ mình hay chơi cờ vua.", ["hay chơi(Hạnh; cờ vua; time: Hồi nhỏ) past"]),
        ("Mình thích mèo, chó và thỏ.", ["thích(Hạnh; mèo)", "thích(Hạnh; chó)", "thích(Hạnh; thỏ)"]),
        ("Chồng mình tặng mình một bó hoa.", ["tặng(chồng của Hạnh; Hạnh; một bó hoa)"]),
        ("Tôi mua cho con trai một chiếc xe đạp.", ["mua(Hạnh; một chiếc xe đạp; for: con trai của Hạnh)"]),
        ("Chiếc áo này mình mua ở Hội An.", ["mua(Hạnh; chiếc áo này; place: Hội An)"]),
        ("Tôi mê nhạc jazz nhưng không thích nhạc rock.", ["mê(Hạnh; nhạc jazz)", "not không thích(Hạnh; nhạc rock)"]),
        ("Mình định bỏ việc và về quê.", ["định bỏ việc(Hạnh) plan", "định về quê(Hạnh) plan"]),
        ("Lan vừa sinh một bé trai, cô ấy rất mệt.", ["vừa sinh(Lan; một bé trai)", "mệt(Lan)"]),
        ("Tên mình là Hạnh, còn bạn?", ["là(tên của Hạnh; Hạnh)"]),
        ("Năm nay mình 29 tuổi.", ["tuổi là(Hạnh; 29 tuổi)"]),
        ("Món mình thích nhất là bánh xèo.", ["thích nhất(Hạnh; bánh xèo)"]),
        ("Mình nuôi hai con mèo tên là Mun.", ["nuôi(Hạnh; hai con mèo)", "tên là(hai con mèo của Hạnh; Mun)"]),
        ("Tôi có một em trai đang học ở Đức.", ["có(Hạnh; một em trai)", "đang học(em trai của Hạnh; Đức)"]),
    ],
)
def test_what_is_said(sentence: str, wanted: list[str]) -> None:
    assert said(sentence) == wanted


@pytest.mark.parametrize(
    "sentence",
    [
        "Bạn có thích đi biển không?",
        "Cậu đã ăn cơm chưa",
        "Sao mẹ lại giận mình hả trời",
        "Nếu trúng số thì tôi sẽ mua nhà ở Đà Lạt.",
        "Giá mà tôi giàu thì đã nghỉ làm rồi.",
        "Nghe nói Lan sắp lấy chồng.",
        "Lan kể là cô ấy mới mua nhà.",
        "Anh ấy bảo mai không đến.",
        "Đừng thức khuya nữa nhé!",
        "Hãy kể cho mình một câu chuyện vui.",
        "Ước gì mình được nghỉ một tháng.",
        "Bạn nên uống nhiều nước hơn.",
        "Mình nên đi ngủ sớm.",
        "Hình như mình bị cảm.",
        "Thế à, hay quá!",
        "Chúc bạn ngủ ngon!",
        "Anh yêu em nhiều lắm.",
        "Tôi được mẹ cho tiền.",
        "",
        "…",
        "mình",
    ],
)
def test_what_gives_nothing(sentence: str) -> None:
    assert said(sentence) == []


def test_the_one_spoken_to_is_named_or_left_out() -> None:
    assert said("Bạn sống ở Huế.") == []
    assert said("Bạn sống ở Huế.", Speaking("Hạnh", "Tuấn")) == ["sống(Tuấn; Huế)"]


@pytest.mark.parametrize("sentence", ["Em thích mèo.", "Cháu thích mèo.", "Tớ thích mèo.", "Chị thích mèo."])
def test_kinship_words_are_the_speaker_where_no_surer_word_stands(sentence: str) -> None:
    assert said(sentence) == ["thích(Hạnh; mèo)"]


def test_a_kinship_word_with_a_name_is_somebody_else() -> None:
    assert said("Chị Thu là hàng xóm của mình.") == ["là(chị Thu; hàng xóm của Hạnh)"]


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("Chồng mình tặng mình một bó hoa.", ["Chồng của Hạnh tặng Hạnh một bó hoa."]),
        ("Tuần trước mình với bạn thân đi leo núi.", ["Tuần trước Hạnh và bạn thân của Hạnh đi leo núi."]),
        ("Mình biết nấu bún riêu và làm bánh flan.", ["Hạnh biết nấu bún riêu.", "Hạnh biết làm bánh flan."]),
        ("Sáng nào tôi cũng ăn bánh mì.", ["Sáng nào Hạnh cũng ăn bánh mì."]),
    ],
)
def test_the_sentence_stands_alone(sentence: str, text: list[str]) -> None:
    assert [one.text for one in read_plain(sentence, ME)] == text


def test_letters_apart_read_as_letters_together() -> None:
    sentence = "Mẹ tôi không thích cà phê và sống ở Huế."
    assert said(unicodedata.normalize("NFD", sentence)) == said(sentence) != []


def test_a_hidden_quotation_stays_as_it_is() -> None:
    cut = sentences('Hôm qua mình đọc "Số đỏ".')[0][0]
    assert said(cut) == ["đọc(Hạnh; \ue0000\ue001; time: Hôm qua)"]


def test_both_languages_are_offered() -> None:
    assert PLAIN["vi"] is read_plain and set(PLAIN) == {"ko", "vi"}


@given(st.text())
def test_any_text_is_accepted(text: str) -> None:
    assert all(one.arguments and one.predicate and one.text for one in read_plain(text, ME))


@given(
    st.lists(
        st.sampled_from(
            [
                "mình",
                "em",
                "anh",
                "con",
                "mẹ",
                "của",
                "Lan",
                "tên",
                "là",
                "có",
                "cho",
                "tặng",
                ",",
                "và",
                "nhưng",
                "vì",
                "nên",
                "khi",
                "thì",
                "để",
                "đang",
                "đã",
                "không",
                "còn",
                "nữa",
                "rồi",
                "hai",
                "lần",
                "năm",
                "nay",
                "lúc",
                "nào",
                "cũng",
                "giờ",
                "bị",
                "được",
                "thích",
                "ăn",
                "ở",
                "với",
                "về",
                "ra",
                "thêm",
                "nhà",
                "này",
                "chắc",
                "có",
                "thể",
                "biết",
                "một",
            ]
        )
    )
)
def test_any_words_are_accepted(words: Sequence[str]) -> None:
    assert all(all(arg.text.strip() for arg in one.arguments) for one in read_plain(" ".join(words), ME))


@pytest.mark.parametrize("piece", ["mình ", "năm ", "mình ăn, ", "và ", "của mình ", "không ", "Lan ", "một lần ", "mèo, "])
def test_long_text_is_read_in_no_time(piece: str) -> None:
    started = time.process_time()
    read_plain((piece * LONGEST_SENTENCE)[:LONGEST_SENTENCE], ME)
    assert read_plain(piece * 50_000, ME) == []
    assert time.process_time() - started < 2


def test_the_development_messages() -> None:
    marked = mark(read(DEVELOPMENT), plain)
    figures = measure(marked)["metrics"]
    assert len(marked) >= 60
    assert figures["precision"]["value"] > 0.95, listing(marked)
    assert figures["recall"]["value"] > 0.95, listing(marked, ("missed",))
    assert figures["silent"]["value"] == 1, listing(marked)


def plain(text: str, speaker: str | None, listener: str | None, said_at: datetime, lang: str) -> list[Found]:
    speaking = Speaking(speaker or NOBODY[lang], listener)
    return [
        Found(one.predicate, tuple((arg.role, arg.text) for arg in one.arguments), one.negative, one.mood, one.text)
        for cut in sentences(text)[0]
        if "đùa thôi" not in text
        for one in read_plain(cut, speaking)
    ]
