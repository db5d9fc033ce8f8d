"""A question that refers to what was said far back is told from one that only asks about the past, in four languages."""

import time

import pytest

from thoughtbank.language.far import LONGEST, refers_far

FAR = {
    "en": [
        "Remember when I told you about the burnt lasagne?",
        "Earlier you said something about a ferry.",
        "What did I say the very first time we talked?",
        "Last month I told you about a job, which one?",
        "What was that book you recommended last time?",
        "You once mentioned a bakery in Leiden.",
        "Have I ever told you how I met Tom?",
        "Did we ever talk about sailing?",
        "In our first conversation, how did I greet you?",
        "Do you remember the first time we spoke?",
        "I've told you this before, what was my answer?",
        "Months ago we discussed a trip; where to?",
        "Back in March I asked you about a visa.",
        "What did you suggest the other day for my knee?",
        "Do you remember what I said about the harbour?",
        "What was it that you promised me a while ago?",
        "When we first met, what did I call you?",
    ],
    "zh": [
        "你还记得我们第一次聊天的时候我说了什么吗？",
        "上次你推荐的那家餐厅叫什么？",
        "之前我说过我对什么过敏？",
        "我之前跟你提过一个展览，是哪个？",
        "我们第一次聊的是什么？",
        "上个月我告诉过你一件事，是什么？",
        "你以前建议我看哪本书？",
        "很久以前我跟你讲过一个故事，结局呢？",
        "还记得上次的事吗？",
        "上次聊到哪儿了？",
        "我曾经和你分享过一首歌，叫什么？",
        "前几天咱们讨论的电影是哪部？",
        "去年你答应过我什么？",
        "你当初给我介绍的那个软件叫什么？",
        "上次那个菜谱再发一遍",
        "我們之前聊過的那本書叫什麼？",
        "我從前跟你說過什麼？",
        "頭一次聊天你說了什麼？",
        "那會兒你跟我說了什麼？",
        "前陣子你給我推薦的歌叫什麼？",
        "你之前誇過我什麼？",
    ],
    "ko": [
        "지난번에 내가 말한 식당 이름이 뭐야?",
        "전에 말했던 책 제목이 뭐였지?",
        "우리가 처음 얘기했을 때 내가 뭐라고 했어?",
        "저번에 추천해 준 영화가 뭐였죠?",
        "예전에 제가 이야기한 여행지 기억하세요?",
        "지난달에 내가 너한테 알려준 비밀번호 힌트가 뭐야?",
        "우리 첫 대화에서 무슨 얘기 했어?",
        "내가 다리 다쳤던 거 기억나?",
        "작년에 너한테 약속한 게 뭐였지?",
        "아까 말씀하신 가게가 어디예요?",
        "옛날에 우리가 이야기했던 노래 제목 알려 줘.",
        "며칠 전에 물어봤던 약 이름이 뭐였죠?",
        "지난주에 네가 소개해 준 앱 이름이 뭐지?",
        "언젠가 내가 언급한 섬 이름이 뭐더라?",
        "오래 전에 내가 털어놓은 고민이 뭐였어?",
    ],
    "vi": [
        "Lần trước mình kể về quán cà phê nào?",
        "Hồi trước mình nói là mình dị ứng với gì?",
        "Bạn đã từng gợi ý cho mình cuốn sách nào?",
        "Lần đầu tiên chúng ta nói chuyện, mình nói gì?",
        "Tháng trước tôi kể với bạn chuyện gì ấy nhỉ?",
        "Bạn còn nhớ hồi mình bị gãy chân không?",
        "Trước đây mình có nhắc đến một bộ phim, phim gì?",
        "Mình đã hỏi bạn về thuốc gì tuần trước?",
        "Hôm trước bạn giới thiệu app gì thế?",
        "Năm ngoái bạn hứa gì với mình?",
        "Mình từng kể với bạn về con mèo chưa?",
        "Trong cuộc trò chuyện đầu tiên mình chào bạn thế nào?",
        "Bạn nhớ những gì mình nói không?",
        "Mấy tháng trước mình tâm sự chuyện gì?",
        "Có lần mình nói tên thầy giáo cũ, tên gì nhỉ?",
    ],
}
NEAR = {
    "en": [
        "When did I last see a dentist?",
        "What did Mia tell Bo last month?",
        "Where did I live before Turku?",
        "What is my sister's name?",
        "Remember to buy milk.",
        "Do you remember my birthday?",
        "How many times a week do I swim?",
        "When was the first time I flew to Oslo?",
        "What did Caroline say about the camping trip last year?",
        "Can you tell me what to pack before I leave?",
        "Should I talk to my boss before Friday?",
        "What happened at the first conversation club meeting in Ghent?",
        "Once I finish, what should I tell Tom?",
        "Where did we go last summer?",
        "Which earlier train could I take?",
        "What did I buy yesterday?",
        "How do I ask for leave once a year?",
        "Tell me where I worked in March.",
        "What did I tell Mia last month?",
        "What did we talk about with Bo last week?",
        "What did I discuss with my doctor last year?",
    ],
    "zh": [
        "我上次看牙医是什么时候？",
        "我对什么过敏？",
        "小明上次去了哪里？",
        "我以前住在哪里？",
        "我第一次去北京是哪一年？",
        "你还记得我的生日吗？",
        "我之前看的小说叫什么名字？",
        "去年夏天我们去了哪儿？",
        "我姐姐以前说过她讨厌什么？",
        "出发之前我要准备什么？",
        "上次会议几点开始？",
        "我昨天买了什么？",
        "请提前告诉我时间",
        "妈妈去年告诉医生什么了？",
        "以前的同事叫什么？",
        "我上次和小明聊了什么？",
        "在5月3号，你给我推荐了哪两部电影？",
        "我之前聽說的那家店在哪裡？",
        "我之前傳說中的那家店在哪裡？",
    ],
    "ko": [
        "내가 마지막으로 치과에 간 게 언제야?",
        "내 동생 이름이 뭐야?",
        "민수가 지난번에 말한 영화가 뭐야?",
        "예전에 어디에 살았지?",
        "수술 전에 뭘 먹으면 안 돼?",
        "작년 여름에 우리 어디 갔어?",
        "내 생일 기억해?",
        "처음 서울에 간 게 몇 년도야?",
        "어제 뭐 샀지?",
        "지난주에 몇 번 수영했어?",
        "출발하기 전에 뭘 챙겨야 해?",
        "엄마가 작년에 의사한테 말한 게 뭐야?",
        "우유 사는 거 기억해 줘.",
        "내가 좋아하는 음식이 뭐야?",
        "전에 다니던 회사 이름이 뭐지?",
        "어제 엄마랑 얘기한 게 뭐야?",
    ],
    "vi": [
        "Lần cuối mình đi khám răng là khi nào?",
        "Em gái mình tên gì?",
        "Trước đây mình sống ở đâu?",
        "Lần đầu tiên mình đi Huế là năm nào?",
        "Hè năm ngoái chúng ta đi đâu?",
        "Mẹ mình lần trước nói gì với bác sĩ?",
        "Mình dị ứng với gì?",
        "Hôm qua mình mua gì?",
        "Bạn nhớ sinh nhật mình không?",
        "Trước khi đi mình cần chuẩn bị gì?",
        "Công ty trước đây của mình tên gì?",
        "Nhớ mua sữa nhé.",
        "Lan kể gì với Hùng tháng trước?",
        "Mình nên nói gì với sếp?",
        "Năm ngoái mình làm việc ở đâu?",
        "Tháng trước mình nói gì với mẹ?",
    ],
}


@pytest.mark.parametrize("query", [query for some in FAR.values() for query in some])
def test_a_question_refers_to_what_was_said_far_back(query: str) -> None:
    assert refers_far(query)


@pytest.mark.parametrize("query", [query for some in NEAR.values() for query in some])
def test_an_ordinary_question_does_not(query: str) -> None:
    assert refers_far(query) == ""


def test_case_width_and_apostrophes_do_not_matter_and_the_words_are_told() -> None:
    assert refers_far("EARLIER YOU’VE SAID where the key is") == "earlier you've said"
    assert refers_far("Ｅａｒｌｉｅｒ ｙｏｕ ｓａｉｄ") == "earlier you said"
    assert refers_far("书呢？上次你推荐的那本") == "上次你推荐"


def test_a_long_text_is_no_question_and_takes_no_time() -> None:
    assert refers_far("Earlier you said so. " + "x" * LONGEST) == ""
    began = time.perf_counter()
    for piece in ("i said ", "我之前", "전에 ", "mình có ", "last time "):
        refers_far((piece * LONGEST)[:LONGEST])
    assert time.perf_counter() - began < 1
