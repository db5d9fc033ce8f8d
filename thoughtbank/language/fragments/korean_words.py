"""The closed lists of the Korean rules: persons, times, particles, and what some verbs take."""

import re

from thoughtbank.language.triples.wordlist import listed

ME = listed("나 저 내 제 우리 저희 난 전 나는 저는 내가 제가 나도 저도 나를 저를 나의 저의 날 절")
MINE = listed("내 제 우리 저희 나의 저의")
YOU = listed("너 네 니 당신 네가 니가 너는 넌 너를 널 너의 당신은 당신이")
KIN = (
    "엄마|어머니|아빠|아버지|부모님|언니|누나|오빠|형|형님|동생|여동생|남동생|막내|아들|딸|아이|애|아이들|애들|남편|아내|와이프|신랑|남자친구|여자친구|남친|여친|친구|친구들"
    "|할머니|할아버지|외할머니|외할아버지|이모|삼촌|고모|사촌|조카|손자|손녀|시어머니|시아버지|장모님|장인어른|며느리|사위|상사|팀장님|사장님|부장님|동료|룸메이트|가족|부모|쌍둥이"
    "|집주인|부부|강아지|고양이"
)
_PERSON = re.compile(rf"(?:.* )?(?:큰|작은|외)?(?:{KIN})(?: [가-힣]{{2,3}})?$|[가-힣]{{2,4}} ?(?:씨|님|선생님)$|선생님$|의사$")


def is_kin(noun: str) -> bool:
    """Whether it is somebody's, the speaker's unless it says otherwise."""
    return (
        re.fullmatch(rf"(?:큰|작은|둘째 |첫째 |막내 |친한 |사촌 |대학 |회사 |직장 )*(?:{KIN})(?: [가-힣]{{2,3}})?", noun)
        is not None
    )


def is_person(noun: str) -> bool:
    return _PERSON.match(noun) is not None


WHOLE = listed(
    "고양이 호랑이 원숭이 거북이 종이 놀이 어린이 떡볶이 목걸이 귀걸이 쌍둥이 늦둥이 막둥이 젊은이 늙은이 길이 높이 깊이 회의 강의 주의 거의 작가 휴가 국가 요가 전문가 평가 화가 물가 가을 마을 노을 도로 새로 서로 바로 별로 "
    "따로 스스로 진로 지도 온도 제주도 정도 속도 기도 포도 파도 의도 태도 독도 강원도 경기도 전라도 경상도 충청도 제도 복도 불만 비만 대만 하나 누나 바나나 사랑 자랑 신랑 노랑 파랑 내과 외과 학과 성과 효과 안과 "
    "사과 결과 과로 미로 경로 피로 음료로 아이 나이 오이 라면 냉면 화면 짜장면 장면 반면 쫄면 측면 최고 사고 참고 광고 냉장고 창고 중고 보고 신고 재고 경고 세로 아마도 그래도 아직도 당신 당근 은 을 이 가 의 도 만"
)
"""Words that end like a particle or an ending and have none."""
OPENERS = listed(
    "대신 참고로 앞으로 덧붙여 네 응 아 오 와 음 어 글쎄 그래 그래요 사실 사실은 그리고 그런데 근데 하지만 그래서 그러나 물론 아니 안녕 안녕하세요 그러니까 그래도 참 아무튼 솔직히 진짜 정말 실은 다행히 드디어 결국 혹시 또 역시 그냥 어쩌면 아마 아마도 벌써 이미"
)
ADVERBS = listed(
    "하나도 조금도 결코 도저히 도무지 통 곧 금방 방금 정말 정말로 진짜 아주 매우 너무 많이 더 덜 가장 제일 특히 되게 꽤 좀 조금 약간 잘 같이 함께 혼자 혼자서 직접 다시 또 빨리 천천히 열심히 꾸준히 처음 처음으로 먼저 이미 벌써 아직 아직도 여전히 계속 거의 그냥 바로 새로 "
    "따로 전혀 별로 그다지 굉장히 무척 훨씬 모두 다 전부 드디어 결국 갑자기 우연히 그만 아마 아마도 어쩌면 사실 원래 한번 푹 막 참 몰래 서로 둘 둘이 셋 셋이 몇 여러 겨우 간신히 무려 오히려 역시 물론 절대 절대로 일부러 마음껏 "
    "딱 그럭저럭 주로 대체로 이제야 얼른 깜빡 크게 작게 늦게 일찍 맛있게 재미있게 재밌게 자꾸 오래 오랫동안 못지않게 영 늘 항상 자주 가끔 종종 언제나 보통 때때로 이따금 더욱 점점 몹시 직업상 최초로 하지만 그렇지만"
)
NOT = ("안", "못")
OFTEN = re.compile(
    r"(?:^| )(?:매일|매주|매달|매년|매번|매|항상|늘|언제나|보통|자주|가끔|종종|평소|주로|때때로|이따금|\S+마다)(?= |$|에|엔)"
)
ONCE = re.compile(
    r"(?:^| )(?:예전|옛날|한때|원래|왕년|(?:어릴|어렸을|젊었을|학생|대학생|초등학생|중학생|고등학생|\S+학교|\S+ 다닐) 때|전에는)"
)
AHEAD = re.compile(r"(?:내일|모레|내년|내후년|다음|다다음|이따가?|곧)")
MAYBE = re.compile(r"(?:^| )(?:아마|아마도|어쩌면)(?= |$)")

_NUMBER = r"(?:\d+|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|몇|첫)"
_DAY = r"[월화수목금토일]요일"
_PART = r"(?:아침|점심|저녁|밤|새벽|오전|오후|낮)"
_SEASON = r"(?:봄|여름|가을|겨울|방학|휴가|명절|추석|설날|크리스마스|연말|연초|주말|평일|연휴)"
_SPAN = r"(?:년|달|개월|주|주일|일|시간|분|학기|번째 주)"
_ONE_TIME = (
    rf"(?:이번(?=에)|언젠가|어제저녁|어젯밤|간밤|지난밤|오늘밤|어제|그제|그저께|오늘|내일|모레|지금|현재|요즘|요새|최근|이제|방금|아까|예전|옛날|한때|평소|매일|매주|매달|매년|매월|작년|재작년|올해|내년|내후년|올|하루종일"
    rf"|(?:이번|지난|저번|다음|다다음|지지난|매) ?(?:주말|주|달|해|학기|{_SEASON}|{_DAY})|{_DAY}|\d+월 \d+일|{_NUMBER} ?{_SPAN} ?(?:전|후|뒤|째|동안|간|이내|만)?"
    rf"|\d+(?:년|월|일)|{_NUMBER} ?시(?: 반| ?\d+분)?|일주일(?: 전| 후| 동안)?|하루(?: 종일)?|(?:며칠|한참|얼마|조금|오래) 전|(?:\S+ )?생일|(?:어릴|어렸을|젊었을|학생|대학생|초등학생|중학생|고등학생|[가-힣]+학교) 때"
    rf"|{_PART}|{_SEASON}|지난번|저번|동안|안|초|말|중순|전|후)"
)
TIME = re.compile(
    rf"(?<!\S)(?!(?:안|초|말|중순|전|후|동안|올)(?!\S))(?P<time>{_ONE_TIME}(?: {_ONE_TIME})*)(?P<josa>에는|에도|에만|에|엔|부터|까지|마다|쯤에|쯤|경에|은|는|도|이면|으로)?(?P<more>부터|는|도)?(?=\s|$)"
)
MEALS = listed("아침 점심 저녁")
MEAL = re.compile(r"(?:아침|점심|저녁)(?:을|를|은|도|만|밥)")

PARTICLES = listed(
    "에게서는 에게서 한테서 에서는 에서도 에게는 한테는 한테도 에게도 께서는 께서도 으로는 으로도 로는 로도 에는 에도 에만 까지 부터 께서 에서 에게 한테 이랑 하고 으로 처럼 보다 마다 밖에 만큼 조차 대로 이나 이라도 께 은 는 이 가 을 를 에 "
    "로 와 과 랑 도 만 의"
)
CLOSED = listed("은 이 을 과 으로 이랑 이나 이라도")
"""Particles that stand behind a consonant."""
OPEN = listed("는 가 를 와 랑")
"""And those behind a vowel; 로 also behind ㄹ."""
TOPIC, NOMINATIVE, ACCUSATIVE = listed("은 는 께서는"), listed("이 가 께서"), listed("을 를")
ALSO = listed("도 만 밖에 조차 이나 까지도")
AT, FROM, TO_PERSON = (
    listed("에 에는 에도 에만"),
    listed("에서 에서는 에서도"),
    listed("에게 한테 께 에게는 한테는 한테도 에게도"),
)
BY, WITH = listed("로 으로 로는 으로는 로도 으로도"), listed("와 과 랑 이랑 하고")

GOING = listed(
    "가 오 다니 살 사시 이사하 입학하 취직하 취업하 입사하 합격하 도착하 올라가 내려가 돌아가 돌아오 나가 나오 들어가 들어오 갈아타 타 앉 가입하 등록하 참가하 참여하 빠지 떨어지 붙 출근하 입원하 전학가 유학가 놀러가 관심 있 없 떠나 출연하 전화하 다녀오 갔다오"
)
"""Verbs whose place or goal (에, 로) is their own argument."""
LIVING = listed("살 일하 근무하 태어나 자라 졸업하 공부하 살아오 퇴사하 퇴원하")
DOUBLE = listed(
    "있 없 좋 싫 아프 많 적 필요하 되 아니 무섭 그립 부럽 생기 나 어렵 쉽 길 크 작 높 낮 궁금하 걱정되 재미있 재밌 맞 떨어지 편하 불편하 심하 약하 강하 계시"
)
"""Verbs that say of their topic what their nominative has: 저는 언니가 있어요."""
MEANT = listed("있 없 좋 싫 많 필요하 무섭 그립 부럽 생기 궁금하 걱정되 계시 되 아프 편하")
"""Of these, a nominative by itself is the speaker's: 언니가 있어요."""
KEEPING = listed("키우 기르 입양하")
"""Of what is wished or denied, no animal is anybody's yet."""
GONE = re.compile(r"작년|재작년|언젠가|어제(?:저녁)?|어젯밤|간밤|지난밤|그제|그저께|지난|저번|예전|옛날|.*전$|방금|아까")
"""Times that are over."""
FELT = listed(
    "피곤하 아프 바쁘 행복하 슬프 외롭 졸리 배고프 힘들 긴장되 긴장하 심심하 우울하 속상하 기쁘 설레 불안하 화나 짜증나 지치 답답하 걱정되 임신하 취하 건강하 결혼하 이혼하 은퇴하 퇴사하 퇴직하 이직하 승진하 졸업하 입원하 퇴원하 합격하 취직하 취업하 "
    "운동하 출산하 휴학하 자퇴하 이사하 독립하 약혼하 운전하 요리하 다이어트하 창업하 파혼하"
)
"""What is the speaker's where nobody is named and nothing else is said."""
ADJECTIVES = listed(
    "있 없 좋 싫 많 적 크 작 높 낮 길 짧 넓 좁 멀 가깝 예쁘 나쁘 바쁘 아프 기쁘 슬프 고프 춥 덥 맵 어렵 쉽 무섭 가볍 무겁 고맙 그립 외롭 즐겁 귀엽 시끄럽 더럽 부럽 아름답 힘들 졸리 맛있 맛없 재미있 재밌 재미없 싶 젊 늙 늦 빠르 느리 비싸 다르 "
    "같 피곤하 행복하 필요하 건강하 불편하 편하 친하 조용하 심심하 우울하 불안하 답답하 유명하 중요하 따뜻하 시원하 깨끗하 착하 친절하 똑똑하 심하 약하 강하 부족하 궁금하 속상하 괜찮 싱겁 어리 괴롭 가렵 이상하 아깝 밝 어둡 두껍 얇 굵 하얗"
)
TRANSITIVE = listed(
    "하 먹 마시 끊 사 팔 보 읽 쓰 듣 배우 가르치 만들 좋아하 싫어하 즐기 키우 기르 받 찾 잃 잃어버리 버리 입 신 끝내 시작하 그만두 피우 모으 그리 찍 치 타 준비하 열 닫 빌리 고치 바꾸 주 보내 사귀 만나 예약하 신청하 취소하 선물하 씻 외우 놓치"
)
ACTIONS = TRANSITIVE | listed(
    "가 오 다니 살 있 없 자 놀 일하 앉 서 걷 뛰 나오 나가 지내 쉬 웃 울 죽 끓이 굽 짓 낳 돕 알 모르 믿 앓 걸리 다치 파 심 담그 맞 되"
)
"""Stems of verbs that stand before a noun they describe: 강남에 있는 회사."""
HELD = listed("좋아하 싫어하 살 다니 알 모르 일하 키우 지내 좋 싫 있 없")
"""Verbs of what is so, which nobody commands."""
LASTING = listed("살 다니 키우 좋아하 싫어하")
"""Of these, what goes on, so that no time or plan is taken over from the clause behind it."""
ONCE_ONLY = listed("졸업하 결혼하 이혼하 은퇴하 은퇴하시 그만두 끊 퇴사하 헤어지 이사하 태어나 다치 잃어버리 입학하 취직하")
"""Verbs of what happens once: before another clause they are past, whatever that one's tense."""
EMPTY = listed(
    "것 거 게 걸 건 말 일 생각 이야기 얘기 도움 노력 수 줄 적 뭐 점 데 편 때문 정도 것들 마음 만큼 중 날씨 느낌 말씀 연락 준비"
)
"""Nouns that say nothing by themselves."""
OWN = listed("이름 직업 취미 나이 고향 전공 꿈 생일 키 몸무게 별명 집 회사 월급 본명 혈액형 학교 성격 연봉 건강 체중")
"""What one has, so that it is the speaker's where nobody is named."""
POINTING = re.compile(
    r"(?<!\S)(?:그것|이것|저것|그거|이거|저거|그게|이게|저게|그건|이건|그걸|이걸|여기|거기|저기|그곳|이곳|그|이|저런|그런|이런|어떤|무슨|누구|누가|뭐|뭘|무엇|어디|언제|왜|어떻게|몇|그녀|그들|얘|걔|쟤|자기)"
    r"(?:는|은|가|이|를|을|의|도|에|에서|한테|들|로)?(?!\S)"
)
