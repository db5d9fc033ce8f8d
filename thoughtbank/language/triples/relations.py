"""What relations mean to one another, in four languages: which hold one value at a time, which deny, and what is denied.

"lives in" has one current value, so a newer one contradicts it; "has visited" gathers many. "doesn't like" and "no longer likes" share the base
"like" with "likes" and have the other polarity. Words decide, from closed lists; an unknown relation holds many values and denies nothing.
"""

import re

from thoughtbank.language.triples.english_verbs import GERUNDS, PARTICIPLES, PAST, THIRDS

_SINGLE = re.compile(
    r"^(?:(?:now |currently |still )?(?:lives? (?:in|on|at|near|with)|is living (?:in|at|with)|works? (?:as|at|for)"
    r"|is working (?:as|at|for)|is (?:named|called|married to|engaged to|from|based in|born in|born on)"
    r"|was (?:born|raised) (?:in|on)|moved (?:back )?to|has moved (?:back )?to|weighs|studies at|majors in|age "
    r"(?:is|was)|(?:least )?(?:favorite|favourite) .+ (?:is|are|was|were)"
    r"|(?:birthday|job|age|height|weight|hometown|nationality|religion|major|occupation|profession|nickname|name) (?:is|was))"
    r"|(?:现在)?(?:住在|住|叫|叫做|名叫|姓|属|来自|出生[于在]|生于|搬到了?|搬去了?|任职于|就职于|就读于|毕业于|年龄是|当|担任|从事|已?在…(?:工作|上班|上学|读书|生活|定居|任教)|最.{1,3}的.*是"
    r"|(?:名字|全名|英文名|生日|年龄|身高|体重|血型|星座|生肖|职业|工作|专业|家乡|老家|国籍|预算|月薪|年薪|房租|血压|血糖|网名|昵称|小名)(?:是|在|叫做?|为))"
    r"|(?:에|에서) (?:살(?!았|던)|삽|산다|일하|일해|일한|일합|다니|다녀|근무)[^ ]*(?: 있[^ ]*)?|로 (?:일하|일해|일한|이사)[^ ]*(?: 있[^ ]*)?|나이는|이름은|생일은|직업은"
    r"|(?:살|거주하|근무하|다니|일하|재직하)(?:다|고 있다)|이사했다|이사 ?갔다|이사 ?왔다|키는|몸무게는|고향은|전공은|별명은|.*좋아하는 .+[은는]|출신이다|전공하.*"
    r"|(?:đang |vẫn )?(?:sống(?: (?:ở|tại))?|làm việc(?: (?:ở|tại|cho))?|làm nghề|học ở|tên là|tuổi là|đến từ|quê ở|sinh ra ở"
    r"|sinh năm|.+ yêu thích là|(?:tên|sinh nhật|nghề|nghề nghiệp|công việc|quê|tuổi|chiều cao|cân nặng|ngân sách) "
    r"là)|(?:đã |vừa |mới |vừa mới )?chuyển (?:đến|tới|về|sang|ra|vào))$",
    re.IGNORECASE,
)

_DENYING = (
    re.compile(
        r"\b(?:not|never|no longer|cannot|used to|rarely|hardly|barely|seldom|without)\b|n't\b|\bstopped\b|\bquit\b"
        r"|\bgave up\b|\bdislikes?\b|\bhates?\b",
        re.IGNORECASE,
    ),
    re.compile(r"不(?!错|耐受)|没|未|(?:以前|曾经|从前)(?!.*[了过]$)|戒|讨厌|厌恶|恨|很少|差点"),
    re.compile(r"(?:^| )(?:안|못|더 이상) |지 (?:않|못)|없|싫어|그만두|그만둬|그만뒀|끊었"),
    re.compile(r"\b(?:không|chưa|chẳng|từng|bỏ|cai|ghét|ít khi|hiếm khi|suýt)\b", re.IGNORECASE),
)
"""Signs of denial, one line to a language. What held once ("used to", 以前, "từng") doesn't hold now; hate is no liking."""

_LASTING = (
    re.compile(
        r"(?:(?:still|always|often|usually|sometimes|never|rarely) )?(?:doesn't |does not )?(?:likes?|loves?|hates?|enjoys?|prefers?|dislikes?|adores?|has|have"
        r"|owns?|speaks?|plays?|collects?|knows?|drinks?|eats?|grows?|wears?|teach(?:es)?|supports?)"
        r"|(?:is|are|isn't|is not) (?:allergic to|afraid of|scared of|terrified of|fond of|interested in|good at|bad at|fluent in|passionate about|a fan of)"
    ),
    re.compile(
        r"(?:一直|经常|常常|从不|从来不)?(?:再也不|不再|不太|不)?(?:喜欢|喜爱|热爱|爱|讨厌|害怕|怕|擅长|拥有|养|会说|会弹|爱吃|吃|喝|收藏|有)|没有|对…(?:感兴趣|过敏|不感兴趣)"
    ),
    re.compile(
        r"(?:더 이상 )?(?:안 |못 )?(?:좋아하|싫어하|사랑하|무서워하|키우|기르|먹|마시)(?:다|고 있다|지 않다)|(?:있|없)다|(?:안 |못 )?(?:좋아|싫어|사랑|무서워)(?:해요?|합니다|한다|하지 않아요?)|(?:키워|길러|가지고 있어|먹어|마셔)요?|(?:있어|없어)요?|알레르기가 있어요?"
    ),
    re.compile(
        r"(?:không |không còn |vẫn |luôn |thường |đang )?(?:thích|yêu|mê|ghét|sợ|có|nuôi|biết|nói được|ăn|uống|chơi|dị ứng với|bị dị ứng với)"
    ),
)
"""Present tenses of liking, having and being able, one pattern to a language. Events ("went to", 去了) and plans are not among them."""

_ENGLISH_HELPERS = re.compile(
    r"\b\w+n't\b|\b(?:is|are|was|were|am|be|been|do|does|did|has|have|had|not"
    r"|never|no longer|any ?more|any longer|used to|still|always|often|usually|sometimes|rarely|hardly|"
    r"barely|seldom|almost|nearly|only|mostly|probably|now|currently|stopped|quit|gave up)\b", re.IGNORECASE,
)  # fmt: skip
_AS_MEANT = (
    ("has got", "has"),
    ("have got", "have"),
    ("can't stand", "stand"),
    ("can't", "can"),
    ("cannot", "can"),
    ("won't", "will"),
)
_OPPOSITES = {
    "dislike": "like",
    "hate": "like",
    "stand": "like",
    "love": "like",
    "enjoy": "like",
    "adore": "like",
    "讨厌": "喜欢",
    "厌恶": "喜欢",
    "恨": "喜欢",
    "爱": "喜欢",
    "热爱": "喜欢",
    "ghét": "thích",
    "yêu": "thích",
    "mê": "thích",
    "싫어하": "좋아하",
    "사랑하": "좋아하",
}
_CHINESE_HELPERS = re.compile(
    r"再也不|再也没有?|不再|不太|不怎么|从不|从来不|从来没有?|从来|没有(?=.)|没(?=.)|不|以前|曾经|从前|已经|一直|经常|常常?|总是?|偶尔|还在|仍然|最|很少|只(?=.)|差点儿?|也许会?|可能会?"
    r"|戒掉?了?(?=.)|[了过]$"
)
_KOREAN_ENDING = re.compile(
    r"(?:지 (?:않|못)\S*|고 있\S*|았\S*|었\S*|했\S*|합니다|해요|해|하는\S*|한다|하다|하고|아요|어요|아|어|습니다|ㅂ니다|요|다|는다|고)$"
)
_KOREAN_HELPERS = re.compile(r"(?:^| )(?:안|못|더 이상|아직|항상|자주|가끔)(?= )")
_VIETNAMESE_HELPERS = re.compile(
    r"\b(?:không còn|không bao giờ|chưa bao giờ|không|chưa|chẳng|đã|đang|sẽ|sắp|vừa mới|vừa|mới|vẫn còn|vẫn|luôn"
    r"|thường xuyên|thường|từng|ít khi|hiếm khi|chỉ|suýt)\b",
    re.IGNORECASE,
)
_VIETNAMESE_MOVE = re.compile(r"^chuyển (?:tới|về|sang|ra|vào)$")

_IS = re.compile(r"is|是|就是|为|이다|là|ở")
_ONE_OF_A_KIND = re.compile(
    r".+'s? (?:(?:full |first |last |real )?name|nickname|age|birthday|job|occupation|profession|height|weight|hometown|nationality|religion|major"
    r"|(?:least )?favou?rite [^,]+)"
    r"|.+的(?:名字|全名|英文名|生日|年龄|身高|体重|血型|星座|生肖|职业|工作|专业|家乡|老家|国籍|网名|昵称|小名|最喜欢的.+)"
    r"|.+의 (?:.+ )?(?:이름|본명|나이|생일|직업|키|몸무게|고향|전공|별명|혈액형|국적)|.+의 (?:가장|제일) 좋아하는 .+"
    r"|(?:tên|tuổi|nghề|nghề nghiệp|công việc|quê|sinh nhật|chiều cao|cân nặng|.+ yêu thích) của .+",
    re.IGNORECASE,
)
"""What somebody has one of at a time."""
_AGE = re.compile(r"\d{1,3}(?: years? old|岁| ?살| tuổi)?|[一二三四五六七八九十百]{1,4}岁|[가-힣]{1,6} 살", re.IGNORECASE)


def one_value(head: str, relations: tuple[str, str], tails: tuple[str, str]) -> bool:
    """Whether what is said of one head, earlier and later, has one value at a time: by the relation ("lives in"), by what is told of ("Ana's job" is,
    지민의 직업, "tên của Lan"), or since both are ages: 이다(지민; 31살).
    """
    if single_valued(relations[1]):
        return True
    if not all(_IS.fullmatch(one.lower()) for one in relations):
        return False
    return _ONE_OF_A_KIND.fullmatch(head) is not None or all(_AGE.fullmatch(one) for one in tails)


_ONE_OF_SEVERAL = re.compile(
    r".+'s? (?:friend|colleague|co-?worker|classmate|teammate|neighbou?r|cousin)|.+的(?:朋友|同事|同学|同學|邻居|鄰居|亲戚|親戚|队友|隊友|网友|網友)"
    r"|.+의 (?:친한 |대학 |회사 |직장 )?(?:친구|동료|사촌|이웃)|(?:bạn(?: bè| học)?|đồng nghiệp|hàng xóm|anh họ|chị họ|em họ) của .+",
    re.IGNORECASE,
)


def one_of_several(head: str) -> bool:
    """Whether a head without a name may be somebody else each time: "Ana's friend", 王磊的同事, 지민의 친구, "bạn của Lan". Not so "Ana's best friend"."""
    return _ONE_OF_SEVERAL.fullmatch(head) is not None


def single_valued(relation: str) -> bool:
    """Whether the relation has one current value, so that a newer one takes its place: "lives in", 住在, "에서 살아요", "sống ở"."""
    return _SINGLE.match(" ".join(relation.split())) is not None


def lasting(relation: str) -> bool:
    """Whether it holds at any time and may hold of many things at once, so that they can be listed: "likes", "has", 喜欢, "thích"."""
    plain = " ".join(relation.split()).lower()
    return any(form.fullmatch(plain) for form in _LASTING)


def polarity(relation: str) -> bool:
    """Whether it holds; False for what is denied, or held once: "doesn't like", "used to live in", 不再喜欢, "더 이상 안 먹어요"."""
    return not any(sign.search(relation) for sign in _DENYING)


def base(relation: str) -> str:
    """What a relation and its denial have in common: "like" of "likes", "doesn't like", "hates" and "no longer likes"."""
    plain = " ".join(relation.split()).lower()
    if re.search(r"[\u4e00-\u9fff]", plain):
        bare = _CHINESE_HELPERS.sub("", plain) or plain
        return _OPPOSITES.get(bare, bare)
    if re.search(r"[가-힣]", plain):
        return _korean(plain)
    if not plain.isascii():
        bare = " ".join(_VIETNAMESE_HELPERS.sub("", plain).split()) or plain
        bare = _VIETNAMESE_MOVE.sub("chuyển đến", bare)
        bare = "dị ứng với" if bare in ("dị ứng", "bị dị ứng", "bị dị ứng với") else bare
        return _OPPOSITES.get(bare, bare)
    return _english(plain)


def _english(plain: str) -> str:
    for said, meant in _AS_MEANT:
        plain = plain.replace(said, meant)
    words = _ENGLISH_HELPERS.sub(" ", plain).split()
    if not words:
        return "have" if re.search(r"\b(?:has|have|had)\b", plain) else "be"
    first = THIRDS.get(words[0]) or PAST.get(words[0]) or GERUNDS.get(words[0]) or PARTICIPLES.get(words[0]) or words[0]
    return " ".join([_OPPOSITES.get(first, first), *words[1:]])


def _korean(plain: str) -> str:
    """Without the ending: 좋아 of 좋아해요, 좋아하지 않아 and 싫어해."""
    bare = _KOREAN_HELPERS.sub(" ", plain).strip()
    bare = re.sub(r"^에서 (?=살|산다|삽)", "에 ", bare)
    bare = bare.replace("없", "있").replace("싫어하", "좋아하").replace("싫어해", "좋아해").replace("사랑", "좋아")
    shorter = re.sub(r"고 있$", "", _KOREAN_ENDING.sub("", bare))
    return (shorter.removesuffix("하") if len(shorter) > 1 else shorter) or bare


_NOW = frozenset((
    "now", "right now", "currently", "at the moment", "at present", "these days", "nowadays", "现在", "目前", "如今", "眼下", "지금", "이제", "요즘", "현재",
    "bây giờ", "hiện tại", "hiện nay", "hiện giờ", "giờ",
))  # fmt: skip


def is_now(time: str) -> bool:
    """Whether a time says no more than that something holds at present."""
    return " ".join(time.split()).lower() in _NOW
