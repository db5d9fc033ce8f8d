r"""What a sentence does, by the words it does it with: one pattern an act, in English, Chinese, Korean and Vietnamese.

The idea: the acts that make a sentence worth keeping, or not, have few and common words ("instead", 改成, 대신, "thay vì"), so closed lists find most
of them. The trade: a rare wording is missed, and a sentence about the word itself is taken for the act.
Each pattern is linear. Checked in tests/language/test_cues.py, a sentence a language and act.
"""

import re
from typing import Literal

Act = Literal["own", "change", "bound", "standing", "aim", "record", "life", "liking", "advice"]


def acts(sentence: str, act: Act) -> int:
    """How many different words of an act a sentence has."""
    return len({found.lower() for found in _ACTS[act].findall(_HOLLOW.sub(" ", sentence))})


def is_reaction(sentence: str) -> bool:
    """Whether a sentence only comments on what the other said: "That's so interesting!", "I hadn't thought of it like that"."""
    return _REACTION.match(sentence) is not None


def is_hollow(sentence: str) -> bool:
    """Whether a sentence speaks of the talk itself or of nothing: "I was wondering about something", "Just the usual"."""
    return _TALK.search(sentence) is not None


def is_general(sentence: str) -> bool:
    """Whether a sentence says what is so for anybody: "Many people find that ...", 通常, 일반적으로, "thường thì"."""
    return _GENERAL.search(sentence) is not None


def denials(text: str) -> int:
    """How many words of denial a text has."""
    return len(_DENIAL.findall(text))


_HOLLOW = re.compile(
    r"\bI(?:'m| am|'ve| have|'d| was| had|'ll)?(?: just| also| really| actually| always| often| never| sometimes| do| did| don't| didn't| can't| haven't| hadn't| can| could| would| will| definitely| guess){0,4} "
    r"(?:think|thought|suppose|guess|imagine|wonder|wondering|wondered|see|agree|bet|believe|feel like|mean|understand|know|curious|appreciate|hear|heard|hearing|assume|reckon"
    r"|doing (?:well|great|good|fine)|glad|sure|hoping|hope|had no idea)\b(?: (?:how|what|if|whether|that|of|about))?|\b(?:reminds?|tells?|makes?|gives?|helps?|lets?|let) (?:me|us|you)\b(?! know)"
    r"|我(?:觉得|认为|想知道|猜|估计|知道|明白|同意)|(?:제|내) 생각(?:에|엔)|mình (?:nghĩ|đoán|hiểu|thấy)",
    re.IGNORECASE,
)
"""A speaker who only thinks aloud; what "I" stands there for says nothing of the speaker."""

_ACTS: dict[Act, re.Pattern[str]] = {
    "own": re.compile(
        r"\b(?:I|I'm|I've|I'd|I'll|my|me|mine|myself|we|we're|we've|we'll|our|ours|us)\b(?!')|我们?|咱们?|本人|俺|(?<![가-힣])(?:저는|저도|제가|제|저희|저|나는|나도|난|내가|내|나|우리|전)(?![가-힣])"
        r"|(?<![가-힣])우리[가는도집 ]|\b(?:mình|tôi|tớ|bọn mình|chúng tôi|chúng mình|tụi mình|nhà mình|vợ chồng)\b",
        re.IGNORECASE,
    ),
    "change": re.compile(
        r"\b(?:actually|instead|no longer|not any ?more|any ?more|anymore|(?<!is )(?<!are )(?<!get )used to|changed?|switched|rather than|moved|rescheduled|postponed|cancell?ed|called off|is off|now on|correction|wrong|wasn't|weren't"
        r"|isn't|turns out|turned out|replaced?|broke up|divorced|quit|resigned|laid off|stopped|gave up|not \w+ but|up a week|delayed|update[sd]?)\b"
        r"|改[成到为了在期]|换[成到了]|其实|不再|不是|而是|原来|取消|推迟|提前|变[成了]|搬[到回去了]|离婚|辞[职了]|分手|撤[掉销]|更正|说错|不喝了|不吃了|以前|戒了|作废|推翻|不要了|算错|转到"
        r"|아니라|대신|바뀌|바꾸|바꿨|바꿔|변경|취소|이제는?(?= )|더 이상|사실은?(?= )|알고 보니|이혼|이사|그만두|그만뒀|그만뒀|헤어졌|옮겼|옮기|미뤄|미뤘|연기|정정|아니었|아니고|안 하기로|예전에|끊었"
        r"|\b(?:thay vì|thay vào đó|đổi|dời|chuyển|hủy|huỷ|không còn|thật ra|thực ra|hóa ra|hoá ra|không phải|ly hôn|ly dị|chia tay|nghỉ việc|bỏ|hoãn|lùi|sửa lại|nhầm|trước đây|từng|cai)\b",
        re.IGNORECASE,
    ),
    "bound": re.compile(
        r"\b(?:must|must not|mustn't|at (?:most|least)|no (?:more|less|later|earlier) than|not a \w+ more|maximum|minimum|max|budget|deadline|only|limit|limited|under|below|within|up to|can't|cannot|not allowed|have to|has to|had to|except|without"
        r"|allerg\w+|vegan|vegetarian|intoleran\w+|halal|kosher|wheelchair|need to be|should be|due|by (?:the \d+|mon|tue|wed|thu|fri|sat|sun)\w*|before|until)\b"
        r"|最多|最少|至少|不超过|超过|以内|以下|以上|以前|之前|必须|只能|只要|不能|不可以|不要|不吃|不喝|忌口|过敏|预算|截止|限制|左右|除了|轮椅|素食"
        r"|최대|최소|이상|이하|이내|까지|넘지|넘으면 안|안 돼|안 되|안 됩|못 먹|못 마|반드시|꼭|만 가능|예산|마감|제한|알레르기|채식|휠체어|빼고|말고|없이"
        r"|\b(?:tối đa|tối thiểu|không quá|ít nhất|nhiều nhất|dưới|trên|trong vòng|phải|bắt buộc|chỉ|không được|không ăn|không uống|kiêng|dị ứng|ngân sách|hạn chót|hạn|trước|xe lăn|ăn chay|trừ)\b",
        re.IGNORECASE,
    ),
    "standing": re.compile(
        r"\b(?:from now on|always|never|every time|whenever|in future|in the future|going forward|call me|don't call|address me|answer (?:me )?in|reply in|keep (?:it|your|the|answers))\b"
        r"|以后|今后|从现在起|从今以后|每次|总是|永远|一律|叫我|称呼"
        r"|앞으로|항상|언제나|매번|절대|라고 불러|불러 줘|불러 주세요|존댓말|반말"
        r"|\b(?:từ giờ|từ nay|lúc nào cũng|luôn luôn|luôn|mỗi lần|đừng bao giờ|gọi mình là|gọi tôi là|gọi em là)\b",
        re.IGNORECASE,
    ),
    "aim": re.compile(
        r"\b(?:want|wants|wanted|plan|plans|planning|planned|need|needs|going to|gonna|would like|I'd like|looking for|look for|goal|aim|hope to|hoping to|intend|trying to|thinking of|saving for|decided|help me|book|schedule|remind me|wish|later today|I will|I'll|we'll|we will)\b"
        r"|想[要去买学找换吃喝做在请让把再给当搬]|我想|打算|计划|准备|希望|需要|要去|要买|要做|帮我|决定|目标|想找|提醒我|得去"
        r"|고 싶|려고|려구|ㄹ 거|할 거|갈 거|을 거|ㄹ게|할게|계획|예정|목표|찾고|필요|도와|해 줘|해줘|해 주세요|기로 했|결심|추천"
        r"|\b(?:muốn|định|dự định|kế hoạch|cần|sẽ|sắp|mục tiêu|tìm|giúp mình|giúp tôi|nhắc mình|quyết định|hy vọng|để dành)\b",
        re.IGNORECASE,
    ),
    "record": re.compile(
        r"\b(?:please|let's|can you|could you|yes,?|also|I'd like to|I want to|need to|to) (?:please |also |just ){0,3}(?:add|remove|delete|update|change|cancel|note|record|include|replace|set|use|drop|cross off|move|put|save|rename|remember)\b"
        r"|^(?:add|remove|delete|update|change|cancel|note|record|include|replace|set|use|drop|move|put|save|rename|remember|make|keep|stop)\b|\bno longer need\b"
        r"|(?:请|帮我|麻烦)(?:把|你)?.{0,12}(?:加|删|改|记|换|取消|去掉|更新|保存|备注)|记一下|记住|记得"
        r"|(?:추가|삭제|변경|수정|기록|저장|메모|취소|빼|지워|적어|기억해|바꿔|넣어)\s?(?:해)?\s?(?:줘|주세요|둬|놔|주실)"
        r"|\b(?:thêm|xóa|xoá|bỏ|sửa|ghi lại|ghi chú|lưu|cập nhật|nhớ|đổi|hủy)\b.{0,40}\b(?:giúp|giùm|nhé|cho mình|cho tôi|đi)\b",
        re.IGNORECASE,
    ),
    "life": re.compile(
        r"\b(?:name is|name's|called|born|birthday|years old|year-old|married|husband|wife|divorced|widow\w*|engaged|partner|girlfriend|boyfriend|kids?|child|children|son|sons|daughters?|pregnant|baby|mother|father|mum|mom|dad|parents?|sister|brother|twins|grand\w+"
        r"|work (?:as|at|for|in)|works (?:as|at|for|in)|job|career|retired|nurse|teacher|engineer|student|chef|cook|driver|run the|company|clinic|salary|hired|fired|promoted|moved to|live in|lives in|live with|living in|home|house|apartment|rent|mortgage|from"
        r"|allerg\w+|diabet\w+|asthma|disease|surgery|diagnosed|ill|pain|injur\w+|blood|medication|pills?|insulin|epilep\w+|licen[cs]e|passport|account|wheelchair|deaf|blind|dog|cat|pet|vegetarian|vegan|religio\w+|muslim|jewish|died|passed away|funeral|lost my|accident|arrested|stolen|broke)\b"
        r"|我叫|名字|生日|岁|结婚|离婚|老公|老婆|先生|太太|丈夫|妻子|孩子|儿子|女儿|怀孕|爸|妈|父亲|母亲|姐|妹|哥|弟|奶奶|爷爷|男朋友|女朋友|工作|上班|职业|辞|公司|医生|老师|护士|工程师|学生|退休|住在|搬|房子|租|过敏|糖尿病|哮喘|手术|确诊|生病|病|药|血压|养了|猫|狗|素食|去世|驾照|护照|账号|账户|轮椅|失业|毕业"
        r"|이름은|라고 하고|라고 해요|라고 합니다|생일|(?:살|세)(?:이에요|예요|이야|이고|이랑|입니다)|결혼|이혼|남편|아내|아들|딸|아이|임신|엄마|아빠|어머니|아버지|부모님|언니|누나|오빠|형이|동생|남자친구|여자친구|약혼|직업|일해|일하|일자리|회사|간호사|교사|선생님으로|의사|회계사|학생|은퇴|퇴사|취직|살아요|살고|살아|이사|집을|알레르기|당뇨|천식|수술|진단|아팠|아파|병원|약을|혈압|키우|고양이|강아지|채식|돌아가셨|면허|여권|계정|휠체어"
        r"|\b(?:tên là|tên mình|sinh nhật|tuổi|kết hôn|cưới|ly hôn|chồng|vợ|con trai|con gái|đứa|có bầu|mang thai|mẹ|bố|ba mẹ|má|chị gái|anh trai|em gái|em trai|bà ngoại|ông nội|bạn trai|bạn gái|nghề|làm việc|làm ở|giáo viên|bác sĩ|y tá|kế toán|kỹ sư|sinh viên|nghỉ hưu|nghỉ việc|việc mới|công ty|sống ở|ở trọ|chuyển nhà|chuyển về|quê|nhà mình|dị ứng|tiểu đường|hen|mổ|phẫu thuật|ốm|bệnh|thuốc|huyết áp|nuôi|mèo|chó|ăn chay|mất rồi|qua đời|bằng lái|hộ chiếu|tài khoản|xe lăn)\b",
        re.IGNORECASE,
    ),
    "liking": re.compile(
        r"\b(?:love|loves|loved|like|likes|liked|enjoy|enjoys|enjoyed|enjoying|prefer|prefers|hate|hates|hated|dislike|dislikes|favou?rite|a (?:big |huge |real )*fan|can't stand|adore|obsessed|into|drawn to|resonates?|not a fan|taste|tastes)\b"
        r"|(?:最|不|很|更|特别|比较|超)?(?:喜欢|喜爱|讨厌)|爱[吃喝看听玩]|偏好|最爱|受不了|感兴趣|迷上"
        r"|좋아하|좋아해|싫어|선호|최애|즐겨|즐겨요|사랑하|취향|반했|빠졌"
        r"|\b(?:thích|yêu thích|ghét|mê|khoái|ưa|chuộng|không chịu được|nghiện)\b",
        re.IGNORECASE,
    ),
    "advice": re.compile(
        r"\b(?:recommend|suggest|I'd go|you (?:should|could try|might want)|try (?!to understand)|make sure|book (?:early|the)|consider|avoid|take)\b|推荐|建议|可以试|不妨|最好|试试"
        r"|추천|해 보세요|보세요|하는 게 좋|게 좋아요|드세요|권해|\b(?:gợi ý|nên|thử|hãy|khuyên)\b",
        re.IGNORECASE,
    ),
}

_REACTION = re.compile(
    r"^\W*(?:(?:oh|wow|well|yes|yeah|absolutely|indeed|exactly|ah|haha|okay|ok|so|and|but|honestly|hmm|definitely|precisely|right|no),? )*"
    r"(?:(?:that|this|it)(?:'s|’s| is| was| does| really| certainly| truly| must| would| sounds?| looks?| makes?| seems?| helps?| feels?| reminds?| could| can| might| also| always| definitely| just| depends)"
    r"|(?:those|these) (?:are|do|sound|make|would|examples|seem)|sounds?|i (?:totally |completely |absolutely |can |could |do |definitely )*(?:agree|see|understand|appreciate|hadn't|had no idea|never (?:knew|thought|heard|realized|considered))"
    r"|you're (?:right|welcome|absolutely|so|very|most)|you've|good (?:point|luck|question)|great|interesting|fascinating|fair|true|what a|how (?:interesting|fascinating|cool|nice|lovely|funny)"
    r"|thanks|thank you|i'm (?:glad|happy|sorry|so glad)|i (?:was|am|'m) (?:glad|happy)|glad|nice|happy to|it was|exactly|absolutely|precisely|of course|certainly)\b"
    r"|^(?:这|那|这个|那个)?(?:真的?|太|好|挺|还真|确实|果然).{1,6}[啊呀了呢！!。~～]*$|^(?:听起来|看来|说得)"
    r"|^(?:와|우와|정말|진짜|그거|그건|그렇게|참).{0,10}(?:네요?|군요|구나|겠네요?|겠어요|겠다)[!.~]*$|^(?:nghe|thật|đúng là|hay|ôi|wow).{0,24}(?:quá|thật|ghê|nhỉ|vậy|đấy)[!.~]*$",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"\b(?:was (?:just )?wondering|just wondering|i'm curious|hoping you|i have a (?:quick )?question|want(?:ed)? to ask|(?:thinking of|like to|want to|going to) ask|(?:'d|would) (?:love|like) to (?:hear|know|talk|chat|learn more|discuss|ask|explore|understand)|look forward to|the usual|nothing (?:much|special|new)|not (?:much|particularly|really|right now)|same old|one (?:thing|day) after another|days come|keeping busy|busy (?:day|with|as)|getting (?:through|by)"
    r"|chatting|chat with|our (?:chat|talk|conversation|discussion)|the (?:chat|talk|conversation|discussion)|talk (?:again|later|soon)|you know how it is|here we are|have to (?:go|run|leave)|need to (?:go|run|head)\b(?! to)|going well|doing (?:well|great|good|fine|okay)|can't complain|so far so good|learned a lot|as an ai|i'm an ai|happy to (?:help|chat|assist)|feel free|let me know|here to help|what's on your mind|get going|as usual)\b"
    r"|(?:想|要)问(?:你|您)?(?:一)?(?:个|下|些)|老样子|没什么特别|就那样|一般般|随便聊|聊聊天|聊天|瞎忙|问题要问|咨询一下|请教"
    r"|물어볼 게|물어봐도|궁금한 게 있|별일 없|그저 그래|그냥 그래|그럭저럭|똑같아|늘 똑같|심심해|얘기하니까|대화"
    r"|\b(?:hỏi (?:bạn )?(?:chút|tí|một chút)|cho mình hỏi|không có gì (?:đặc biệt|mới)|bình thường thôi|vẫn vậy|như mọi khi|trò chuyện|nói chuyện với bạn)\b",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"\b(?:people|many (?:of|find|experts|studies|cultures|believe|say|would|also)?|some (?:people|say|would|might|experts|also|of)|most (?:people|of)|everyone|anyone|one (?:of|can|might|could)|often|typically|generally|usually|commonly|tends? to|can (?:be|also|help|lead|make|often|enhance|improve)|could (?:be|also|lead|help|revolutioni[sz]e)|may|might"
    r"|humans?|humanity|society|societies|individuals|the (?:human|brain|world|average|average person|concept|idea|field|future)|technology|technologies|did you know|known (?:as|for)|refers to|involves|such as|for (?:example|instance)|various|you can|you could|your own|companies|organizations|it'?s (?:about|like|important|crucial|essential|a))\b"
    r"|人们|通常|一般(?:来说|都|会|情况)|很多人|大多数|大家都|有些人|往往|总的来说|据说|众所周知"
    r"|사람들|일반적으로|보통은?|대부분|많은 사람|흔히|누구나|알려져|\b(?:người ta|mọi người|thông thường|nói chung|thường thì|đa số|nhiều người|ai cũng|con người)\b",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"\b(?:not|never|no|nothing|nobody|none|without|cannot)\b|n't\b|[不没未別别无]|(?<![가-힣])(?:안|못) |지 (?:않|못)|없|아니"
    r"|\b(?:không|chưa|chẳng|đừng)\b",
    re.IGNORECASE,
)
