r"""Whether a question refers to what was said far back: "the first time we talked", 我之前跟你说过, 지난번에 말했던, "lần trước mình kể".

The idea: who asks like that knows that it was said, whatever it was worth then, so the whole log is to be searched. Three things must stand together
in one clause: a word for long ago or for another talk, a verb of saying, and "I", "you" or "we" as who said it (Chinese, Korean and Vietnamese may leave
that out). "Remember when" and "our first conversation" need no more.

    "What was that book you recommended last time?"   last time, you recommended   far
    "When did I last see a dentist?"                  nothing was said             not far
    "What did Mia tell Bo last month?"                neither of us                not far

The trade: closed lists miss a rare wording, and then recall does what it does for any question. Each pattern is linear: its gaps are bounded.
Checked in tests/language/test_far.py; docs/gain.md says how often it fires on real questions.
"""

import re

from thoughtbank.language.triples.chinese_words import SIMPLER
from thoughtbank.language.words import APOSTROPHES, normalise

LONGEST = 400
"""Characters. A longer query is a text that is put to recall, whose own talk of the past asks for nothing. Chosen: no question of LoCoMo or MemoryBank
has half as many."""


def refers_far(query: str) -> str:
    """The words by which a query refers to what was said far back; empty if it doesn't."""
    if len(query) > LONGEST:
        return ""
    asked = normalise(query).translate(APOSTROPHES).translate(_SIMPLIFIED)
    for far in _FAR:
        for found in far.finditer(asked):
            before, after = asked[: found.start()], asked[found.end() :]
            if not (_OTHERS.search(before) or _TO_OTHERS.search(found[0]) or _TO_OTHERS_AFTER.match(after)):
                return found[0].strip(" ,")
    return ""


_SIMPLIFIED = SIMPLER | str.maketrans(
    "講談記話見議紹問訴薦約諮詢給陣誇傳戀種兩禮", "讲谈记话见议绍问诉荐约咨询给阵夸传恋种两礼"
)
"""Every character of the lists below, and of what must not stand beside them."""
_OTHERS = re.compile(
    r"(?<![가-힣])(?!(?:내|제|네|니|너|나|저|우리|저희|당신|그쪽|혹시)(?:가|이|께서))[가-힣]{1,7}(?:이|가|께서) [^.?!]*$"
    r"|\b(?:mẹ|bố|ba|má|vợ|chồng|trai|gái|con|sếp|thầy|cô|bác|của)(?: (?:mình|tôi|tớ|em|anh|chị|bạn))? ?$"
)
"""What stands before the words where somebody else spoke: a Korean subject, Vietnamese kin."""
_TO_OTHERS = re.compile(
    r"[和跟向对给同](?![我你您咱])|(?<![가-힣])(?!(?:너|나|저|당신|우리|저희|그쪽)(?:한테|에게|이?랑|하고))[가-힣]{1,7}(?:한테|에게|랑|하고) "
    r"|\b(?:talk(?:ed|ing)?|spoke|spoken|speak|chat(?:ted)?|shared?|discuss(?:ed)?)(?: [\w']+){0,3} (?:to|with) (?!you|me|us|each)"
)
_TO_OTHERS_AFTER = re.compile(
    r" (?:\S+ ){0,3}?(?:với|cho) (?!bạn|mình|tôi|tớ|em|anh|chị|cậu|nhau|chúng)| (?:to|with) (?!you|me|us|each)"
)
"""Words in it and behind it that say whom it was said to, where that is somebody else."""


def _far(template: str, **lists: str) -> re.Pattern[str]:
    """A pattern in which NAMES stand for lists of words."""
    for name, words in lists.items():
        template = template.replace(name, f"(?:{words})")
    return re.compile(template)


_EN_WHEN = (
    r"earlier|before|previously|once|ever|already|back then|long ago|(?:a while|ages|years|months|weeks|days) (?:ago|back)|the other (?:day|week|month)"
    r"|last (?:time|week|weekend|month|year|spring|summer|autumn|fall|winter|night)|yesterday|in the past|in the beginning|at the (?:start|beginning)|originally"
    r"|(?:the |my |our )?(?:very )?first time|(?:back )?in (?:january|february|march|april|june|july|august|september|october|november|december)"
)
_EN_SAY = (
    r"said|say|mentioned|mention|talk(?:ed|ing)?|spoke|spoken|speak|chat(?:ted)?|discuss(?:ed)?|recommend(?:ed)?|suggest(?:ed)?|shared|share|described|explained|explain"
    r"|(?:told|tell|promised?|asked?|advised?)(?= (?:you|me|us|about|of|that|when|where|how|what|why|before|earlier|last|once|previously|the other)\b|\W*$)"
    r"|wrote to you|agreed on"
)
_ZH_WHEN = (
    r"上一?[次回]|前几[次回]|那[次回]|之前|以前|先前|从前|早前|早先|曾经?|当时|那时候?|那会儿|上个?(?:周|星期|礼拜|月)|去年|前年|昨天|前天|前[几些阵][天子]|前段时间"
    r"|[几两三]个?(?:天|周|星期|月|年)[之以]?前|[很好]久[之以]?前|第一次|头一次|首次|最初|最早|最开始|一开始|刚开始|当初"
)
_ZH_SAY = r"(?<![小听传据])说(?![服明])|讲(?!座)|聊|谈(?!恋)|(?<!前)提(?![前高升供交醒取])|告诉|讨论|推荐|建议|答应|介绍|分享|约好|咨询|问(?!题)|吐槽|抱怨|夸"
_KO_WHEN = (
    r"지난\s?번|저번|(?<![가-힣])전에|예전|이전에|옛날|오래\s?전|한참 전|얼마 전|며칠 전|몇 (?:주|달|년|개월) 전|지난\s?(?:주|달|해|봄|여름|가을|겨울)|작년|재작년|어제|그저께|그때|처음"
    r"|언젠가|아까|일전에"
)
_KO_SAY = (
    r"말(?:했|한|하던|해 ?준|해 ?줬|씀)|얘기(?:했|한|하던|해|를? ?나[눈눴누])|이야기(?:했|한|하던|해|를? ?나[눈눴누])|알려 ?[준줬주]|추천(?:했|한|해)|약속(?:했|한)|물어(?:봤|본|보)|언급"
    r"|들려 ?[준줬주]|털어놓|상의(?:했|한)|대화(?:했|한|를? ?나[눈눴누])|제안(?:했|한|해)|소개(?:했|한|해)|조언|권했|권해 ?[준줬]"
)
_VI_WHEN = (
    r"lần trước|lần đầu(?: tiên)?|hồi (?:trước|đó|xưa|ấy|đầu|tháng|năm)|trước đây|trước đó|trước kia|hôm (?:trước|nọ|bữa|kia|qua)|bữa (?:trước|nọ)|tuần trước|tháng trước|năm (?:ngoái|trước)"
    r"|dạo trước|lúc (?:trước|đầu)|khi trước|ngày (?:trước|xưa)|ban đầu|có lần|(?:mấy|vài|hai|ba) (?:ngày|hôm|tuần|tháng|năm) trước|lâu rồi"
)
_VI_SAY = r"nói|kể|nhắc|bảo|hỏi|tâm sự|chia sẻ|trò chuyện|gợi ý|giới thiệu|khuyên|bàn|hứa|đề cập|tán gẫu|chat|tư vấn|góp ý"
_VI_WE = r"mình|tôi|tớ|em|anh|chị|bạn|cậu|chúng ta|chúng mình|bọn mình|tụi mình|hai đứa|tao|mày"

_FAR = (
    _far(
        r"\b(?:remember|recall) (?:(?:back )?when|(?:that|the|our) (?:very )?(?:first )?(?:time|day|talk|chat|conversation)|what (?:i|you|we) (?:\w+ ){0,2}SAY|me (?:saying|telling|mentioning)|(?:saying|telling|talking|mentioning))\b"
        r"|\b(?:the |our |my )?(?:very )?first time (?:that )?(?:i|you|we) (?:ever )?(?:SAY|met|wrote)\b|\bwhen (?:i|you|we) (?:very )?first (?:SAY|met|wrote)\b"
        r"|\b(?:our (?:very )?(?:first|earlier|previous|past|prior|last|old)|(?:an?|the) (?:earlier|previous|past|prior)) (?:conversation|chat|talk|discussion)s?\b|\b(?:start|beginning) of our\b"
        r"|\b(?:did|have|had|didn't|haven't) (?:i|you|we) (?:not )?ever SAY\b"
        r"|(?<!by )\bWHEN,? (?:that )?(?:i|you|we)(?:'ve|'d)? (?:have |had |did )?(?:already |also |once |just ){0,2}SAY\b"
        r"|\bWHEN,? (?:what|which|who|where|how|why) (?:\w+ ){0,2}did (?:i|you|we) SAY\b"
        r"|\b(?<!can )(?<!should )(?<!could )(?<!must )(?<!do )(?<!would )(?:i|you|we)(?:'ve|'d)? (?:have |had )?(?:already |also |once |previously |originally |ever )?SAY\b[^.?!;\n]{0,60}?\bWHEN(?! (?:i|he|she|they|it|the|my)\b)\b"
        r"|\b(?:i|you|we)(?:'ve|'d| have| had)? (?:once|previously|originally|earlier) SAY\b|\bas (?:i|you|we) (?:once |already )?(?:said|told you|mentioned) (?:before|earlier)\b",
        WHEN=_EN_WHEN,
        SAY=_EN_SAY,
    ),
    _far(
        r"记得[^。？！?!,，;；]{0,8}?(?:WHEN|那天|说过|聊过|提过|讲过|跟你[说讲提]|告诉过)|(?:还|可)记得吗|记不记得[^。？！?!,，;；]{0,8}?(?:WHEN|那天)"
        r"|(?:我|你|您|咱)们?[也还都和跟向对给同你您我们咱]{0,4}WHEN[^。？！?!,，;；]{0,16}?SAY|WHEN(?:的时候|时候|,|，)?[也都和跟向对给同]?(?:我|你|您|咱)们?[^。？！?!,，;；]{0,10}?SAY"
        r"|(?:^|[,，。？！?!;；\s])WHEN(?:也|就|不是|是不是|都|有没有)?[和跟向对给]?SAY|WHEN的?(?:对话|谈话|聊天|交谈|讨论)|(?:上[次回]|之前)那[个家本件部首位种次道款]"
        r"|(?:我们|咱们?|我?[和跟]你)(?:第一次|头一次|最初|最早|刚)(?:见面|认识|聊|说话|对话)|(?:第一次|头一次|最初|最早|刚)(?:见面|认识)(?:你|的时候你|时你)",
        WHEN=_ZH_WHEN,
        SAY=_ZH_SAY,
    ),
    _far(
        r"WHEN[^.?!\n]{0,24}?SAY|(?:내가|제가|우리가?|저희가?|네가|니가|너한테|나한테|저한테|너에게)[^.?!\n]{0,12}?(?:말|얘기|이야기|추천|약속)(?:했던|한 적|했었|해 ?줬던|해 ?준 적)"
        r"|(?:첫|첫 번째|지난|이전|저번|예전) ?(?:대화|얘기|이야기)|처음 ?(?:으로 )?(?:만났|만난|대화|얘기|이야기|말을? ?걸)|(?:던|했던|때) ?(?:거|것|때|일|말|얘기|이야기)?[가를은이]?[^.?!\n가-힣]{0,2}(?:아직 |혹시 )?기억(?:나|하|해|이 나)"
        r"|기억(?:나|해|하)[^.?!\n]{0,3}[,?.] ?(?:그때|예전|전에|지난번|저번)",
        WHEN=_KO_WHEN,
        SAY=_KO_SAY,
    ),
    _far(
        r"\b(?:WE )?(?:có |đã |từng ){0,2}WHEN,? (?:mà |thì |là |ấy |đó |có |đã |từng |(?:WE )(?:có |đã |từng |cũng )*){0,3}SAY\b"
        r"|\bWE (?:có |đã |từng |cũng |hay ){0,2}SAY\b[^.?!;,\n]{0,40}?\bWHEN\b|\bWE (?:đã |có |chưa |có bao giờ )?từng SAY\b"
        r"|\bnhớ (?:lại |không,? )?(?:cái |lúc |chuyện )?(?:WHEN|hồi|lần|hôm)\b|\blần đầu (?:tiên )?(?:mà )?(?:WE )?(?:SAY|gặp)\b|\b(?:cuộc|buổi) (?:trò chuyện|nói chuyện|chat) (?:WHEN|đầu tiên|trước|cũ)\b"
        r"|\bnhớ (?:những gì |điều |chuyện )WE (?:đã |từng )?SAY\b",
        WHEN=_VI_WHEN,
        SAY=_VI_SAY,
        WE=_VI_WE,
    ),
)
"""English, Chinese, Korean, Vietnamese."""
