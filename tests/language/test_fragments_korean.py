"""Korean fragments by rules: what is found, what gives nothing, and how they do on the development messages.

Messages of the kinds that end in "-fresh" and "-last" were labelled before any rule had read them; then the rules were mended by them too.
"""

import unicodedata

import pytest

from tests.language.extracted import figures, shown
from thoughtbank.language.fragments import Speaking, fragments, sentences
from thoughtbank.language.fragments.korean import read_plain
from thoughtbank.language.fragments.korean_forms import ended, past, stated, stem

ME = Speaking("지민")


def said(sentence: str, speaking: Speaking = ME) -> list[str]:
    return shown(read_plain(sentence, speaking))


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("저는 서울에 살아요.", ["살다(지민; 서울)"]),
        ("땅콩 알레르기가 있어요.", ["있다(지민; 땅콩 알레르기)"]),
        ("우리 엄마는 간호사예요.", ["이다(지민의 엄마; 간호사)"]),
        ("매운 음식을 못 먹어요.", ["not 못 먹다(지민; 매운 음식)"]),
        ("사진 찍는 것을 좋아하지 않아요.", ["not 좋아하지 않다(지민; 사진 찍는 것)"]),
        ("더 이상 술을 안 마셔요.", ["not 더 이상 안 마시다(지민; 술)"]),
        ("저는 학생이 아니에요.", ["not 아니다(지민; 학생)"]),
        ("제주도에 가 본 적이 없어요.", ["not 가 본 적이 없다(지민; 제주도)"]),
        ("올해 운전면허를 따고 싶어요.", ["따고 싶다(지민; 운전면허; time: 올해) plan"]),
        ("다음 달에 이사할 거예요.", ["이사할 것이다(지민; time: 다음 달) plan"]),
        ("내년에 미국으로 갈지도 몰라요.", ["갈지도 모르다(지민; 미국; time: 내년) possible"]),
        ("주말마다 북한산에 올라가요.", ["올라가다(지민; 북한산; time: 주말마다) habit"]),
        ("예전에는 대구에서 살았어요.", ["살았다(지민; 대구; time: 예전) past"]),
        ("저는 기타를 칠 줄 알아요.", ["칠 줄 알다(지민; 기타)"]),
        ("엄마가 아파요.", ["아프다(지민의 엄마)"]),
        ("머리가 아파요.", ["아프다(지민; 머리)"]),
        ("내 여동생이 간호사가 됐어요.", ["됐다(지민의 여동생; 간호사)"]),
        ("아버지가 저에게 시계를 선물해 주셨어요.", ["선물해 주셨다(지민의 아버지; 지민; 시계)"]),
        ("고기를 안 먹은 지 2년 됐어요.", ["not 안 먹다(지민; 고기; time: 2년)"]),
        ("면접을 보러 대전에 갔어요.", ["갔다(지민; 대전; for: 면접을 보러)"]),
        ("저는 사과, 배를 좋아해요.", ["좋아하다(지민; 사과)", "좋아하다(지민; 배)"]),
        ("강남에 있는 회사에 다녀요.", ["다니다(지민; 강남에 있는 회사)"]),
        ("저는 술은 마시지만 담배는 안 피워요.", ["마시다(지민; 술)", "not 안 피우다(지민; 담배)"]),
        ("비가 와서 소풍이 취소됐어요.", ["오다(비)", "취소됐다(소풍)"]),
        ("아내는 간호사이고 병원에서 일해요.", ["이다(지민의 아내; 간호사)", "일하다(지민의 아내; 병원)"]),
        ("엄마가 요리를 하셔서 저는 청소를 했어요.", ["하시다(지민의 엄마; 요리)", "했다(지민; 청소)"]),
        ("저는 지민이라고 하고 대전에서 일해요.", ["일하다(지민; 대전)"]),
        ("저는 민서라고 해요.", ["이름이다(지민; 민서)"]),
        ("저는 수원에 사는데 어디 사세요?", ["살다(지민; 수원)"]),
        ("나는 자전거를 타.", ["타다(지민; 자전거)"]),
        ("저는 생선만 먹어요.", ["먹다(지민; 생선만)"]),
        ("제 동생만 고기를 먹어요.", ["먹다(지민의 동생; 고기)"]),
        ("저는 월요일에만 일해요.", ["일하다(지민; time: 월요일에만)"]),
        ("저는 운전할 줄 몰라요.", ["not 운전할 줄 모르다(지민)"]),
        ("저는 요리하는 걸 좋아해요.", ["좋아하다(지민; 요리하는 것)"]),
        ("나만 남친 없어.", ["not 없다(지민; 지민의 남친)"]),
        ("오십만 원을 벌었어요.", ["벌었다(지민; 오십만 원)"]),
        ("하지만 나는 공상과학을 좋아하지 않아.", ["not 좋아하지 않다(지민; 공상과학)"]),
        ("나는 시골에서 살기를 원해.", ["원하다(지민; 살기; place: 시골)"]),
        ("저는 꿈이 많아요.", ["많다(지민; 꿈)"]),
        ("엄마가 만들어 준 김치를 좋아해요.", ["좋아하다(지민; 엄마가 만들어 준 김치)"]),
        ("저는 차가 아니라 자전거를 타요.", ["타다(지민; 자전거)"]),
        ("커피 말고 차를 마셔요.", ["마시다(지민; 차)"]),
        ("차 없이 못 살아요.", []),
        ("어제 치과에 갔다 왔어요.", ["갔다왔다(지민; 치과; time: 어제)"]),
        ("아내도 저도 운전을 못 해요.", ["not 못 하다(지민의 아내, 지민; 운전)"]),
        ("어젯밤에 딸이 개한테 물렸어요.", ["물렸다(지민의 딸; 개; time: 어젯밤)"]),
        ("남편이 저보다 세 살 많아요.", ["많다(지민의 남편; 세 살; other: 지민)"]),
        ("고양이를 키우고 싶어요.", ["키우고 싶다(지민; 고양이) plan"]),
        ("고양이를 안 키워요.", ["not 안 키우다(지민; 고양이)"]),
        (
            "누나는 술을 마시지도 담배를 피우지도 않아요.",
            ["not 마시지 않다(지민의 누나; 술)", "not 피우지 않다(지민의 누나; 담배)"],
        ),
        ("딸이 하나도 안 아파요.", ["not 안 아프다(지민의 딸)"]),
        ("살을 빼고 운동을 시작했어요.", ["빼다(지민; 살)", "시작했다(지민; 운동)"]),
        ("어제 편지를 받았어요.", ["받았다(지민; 편지; time: 어제)"]),
    ],
)
def test_what_is_said(sentence: str, wanted: list[str]) -> None:
    assert said(sentence) == wanted


@pytest.mark.parametrize(
    "sentence",
    [
        "주말에 시간 있어요?",
        "어디 사니",
        "같이 갈까요",
        "여행 가면 바다를 볼 거예요.",
        "돈이 많으면 섬을 살 텐데.",
        "다시 태어난다면 새가 되고 싶어요.",
        "수진이가 다음 달에 결혼한대요.",
        "친구가 그 식당이 맛있다고 했어요.",
        "선생님이 내일 시험이래.",
        "빨리 자.",
        "이거 먹어.",
        "물을 마셔.",
        "창문을 닫아 주세요.",
        "운동을 꾸준히 하셔야 해요.",
        "오늘도 힘내세요!",
        "내일 만나자.",
        "그거 진짜 재밌겠네요!",
        "네, 알겠습니다.",
        "로또에 당첨됐으면 좋겠다.",
        "물을 마시는 게 좋아요.",
        "담배를 피우면 안 돼요.",
        "넘어질 뻔했어요.",
        "그가 그만둘 줄 몰랐어.",
        "민수가 그만둘 줄 몰랐어.",
        "제 여동생이 서울로 이사할 줄 몰랐어요.",
        "저는 서울에 사는 줄 알았어요.",
        "저는 제 동생이 합격하기를 바라요.",
        "민수가 떠날까 두려워요.",
        "민수가 서울에 사는지 궁금해요.",
        "민수가 강아지를 키우는지 물어봤어요.",
        "저는 민수가 서울에 사는 걸 알아요.",
        "제가 서울에 살 거라고는 상상도 못 했어요.",
        "꿈에서 로마에 갔어요.",
        "제 동생이 의사가 되는 게 꿈이에요.",
        "제 동생이 의사가 되기를 바라요.",
        "아무도 제 강아지를 좋아하지 않아요.",
        "우리 가족 중 아무도 담배를 안 피워요.",
        "저는 아무것도 안 샀어요.",
        "누구도 저를 안 좋아해요.",
        "저는 차밖에 안 마셔요.",
        "오직 민수만 고양이를 좋아해요.",
        "저는 여동생이 한 명뿐이에요.",
        "저만 빼고 다 이탈리아어를 해요.",
        "내가 무슨 돈이 있어요.",
        "돼지고기를 먹지 않는 건 아니에요.",
        "",
        "…",
        "가",
    ],
)
def test_what_gives_nothing(sentence: str) -> None:
    assert said(sentence) == []


def test_the_one_spoken_to_is_named_or_left_out() -> None:
    assert said("저는 너를 좋아해.") == []
    assert said("저는 너를 좋아해.", Speaking("지민", "하늘")) == ["좋아하다(지민; 하늘)"]


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("고양이를 키우고 싶지만 집이 너무 좁아요.", ["지민은 고양이를 키우고 싶다.", "지민의 집은 너무 좁다."]),
        ("언니가 둘 있는데 큰언니는 캐나다에 살아요.", ["지민은 언니가 둘 있다.", "지민의 큰언니는 캐나다에 산다."]),
        ("제 동생한테 제 노트북을 줬어요.", ["지민은 지민의 동생한테 지민의 노트북을 줬다."]),
        ("우리 아들이 서울에 살아요.", ["지민의 아들은 서울에 산다."]),
        ("제 친구 영희가 책을 썼어요.", ["지민의 친구 영희는 책을 썼다."]),
        ("내 여동생이 간호사가 됐어요.", ["지민의 여동생은 간호사가 됐다."]),
        ("민수는 저랑 같이 일해요.", ["민수는 지민이랑 같이 일한다."]),
        ("발표를 망쳐서 속상해요.", ["지민은 발표를 망쳤다.", "지민은 속상하다."]),
    ],
)
def test_the_sentence_stands_alone(sentence: str, text: list[str]) -> None:
    assert [one.text for one in read_plain(sentence, ME)] == text


def test_letters_apart_read_as_letters_together() -> None:
    sentence = "우리 엄마는 매일 아침에 커피를 마시고 공원에 가요."
    assert said(unicodedata.normalize("NFD", sentence)) == said(sentence) != []


def test_a_hidden_quotation_stays_as_it_is() -> None:
    cut = sentences("어제 “기생충”을 봤어요.")[0][0]
    assert said(cut) == ["봤다(지민; \ue0000\ue001; time: 어제)"]


def test_somebodys_words_in_quotation_marks_say_nothing() -> None:
    assert fragments('엄마가 "베를린이 싫다"고 했어요. 민수가 “맛있다”라고 말했어요.', me="지민") == []


@pytest.mark.parametrize(
    ("word", "plain", "link", "noun"),
    [
        ("키우는데", "키우다", "는데", ""),
        ("배웠어요", "배웠다", "", ""),
        ("추워요", "춥다", "", ""),
        ("배워요", "배우다", "", ""),
        ("몰라요", "모르다", "", ""),
        ("삽니다", "살다", "", ""),
        ("간호사예요", "이다", "", "간호사"),
        ("변호사였는데", "였다", "는데", "변호사"),
        ("채식주의자라서", "이다", "서", "채식주의자"),
        ("보였어요", "보였다", "", ""),
        ("면접을", None, None, None),
    ],
)
def test_endings(word: str, plain: str | None, link: str | None, noun: str | None) -> None:
    found = ended(word)
    assert (found and found.plain, found and found.link, found and found.noun) == (plain, link, noun)


@pytest.mark.parametrize(
    ("base", "was"), [("하", "했"), ("가", "갔"), ("마시", "마셨"), ("춥", "추웠"), ("모르", "몰랐"), ("먹", "먹었")]
)
def test_past_and_back(base: str, was: str) -> None:
    assert past(base) == was
    assert stem({"했": "해", "갔": "가", "마셨": "마셔", "추웠": "추워", "몰랐": "몰라", "먹었": "먹어"}[was]) == base


def test_a_sentence_ends_as_its_verb_asks() -> None:
    assert [stated(one, adjective=one == "좋다") for one in ("키우다", "먹다", "살다", "좋다", "갔다")] == [
        "키운다",
        "먹는다",
        "산다",
        "좋다",
        "갔다",
    ]


def test_the_development_messages() -> None:
    got = figures("ko")
    assert got["messages"] >= 60
    assert got["precision"]["value"] > 0.95, got["amiss"]
    assert got["recall"]["value"] > 0.94, got["amiss"]
    assert got["silent"]["value"] == 1, got["amiss"]
