"""The phrases of form themselves, in English, Chinese, Korean and Vietnamese, by kind. `language/acknowledgements.py` cuts turns into them.

PHRASES are plain phrases, a language a line; TEMPLATES are patterns for what varies inside; JOINTS have no kind and stand between both.
Written as a turn looks when marks, laughter and pictures are gone: lower case, and Chinese and Korean without spaces in templates.
"""

import re
from typing import Literal

Kind = Literal["acknowledgement", "thanks", "greeting", "goodbye", "request to repeat", "filler"]

JOINTS = """
    and|then|so|well|oh|ah|you|to you|too|there|now|for now|very|very much|so much|a lot|a bunch|a million|again|everyone|all|guys|friend|my friend|dear|buddy|man|mate|sir|really|truly|just|but|pretty|quite|absolutely|anyway|also|for|that|this|it|today|everything|your help|for your help|for the help|for that|for this|for everything|for your time|for letting me know|for telling me|for asking|for the update|for the information|for the explanation|for the chat|for chatting|the chat|your time|please|in advance|that's|that is|this is|it's|it is|that was|it was|sounds|that sounds|looks|how|to hear|to hear it|to hear that|a|the|i|i'm|i am|indeed|hope
    请问|啊|呀|呢|吧|嘛|哈|哦|噢|喔|哎|唉|嗨|了|啦|的|呦|哟|咯|喽|嘞|滴|哒|你|您|你们|我|亲|亲爱的|那|就|那就|也|还|还是|不过|真|真是|真的|真的是|都|全|这|哎呀|哇|太|很|非常|十分|特别|实在|挺|蛮|比较|看来|听起来|感觉|先|再|一定|这回|这下|啥|干啥|什么|这么|那么|跟我|您的|你的|您为我|们
    요|아|어|와|우와|아이고|그럼|그러면|그리고|정말|진짜|너무|너무너무|아주|참|잘|많이|또|이제|님|선생님|일단|저|그|뭐|자|에이|오|대단히|매우|다시 한번|늘|항상|좀|죄송한데|죄송하지만|미안한데|미안하지만|혹시|도와주셔서|도와줘서|알려 주셔서|알려줘서|설명해 주셔서|말씀해 주셔서|덕분에|답변
    nhé|nha|nhá|ạ|à|ơi|nhỉ|thế|vậy|thì|mà|bạn|anh|chị|em|cậu|mình|tôi|ông|bà|cô|chú|nhiều|nhiều lắm|lắm|rất|rất nhiều|quá|ôi|ồ|a|thật|đã|rồi|luôn|đấy|đó|nghen|cả nhà|xin|vì|giúp|giúp đỡ|đã giúp|trả lời|tư vấn|hỗ trợ|nghe|đi|với
"""
"""What joins phrases or makes one stronger or softer."""

PHRASES: dict[Kind, str] = {
    "acknowledgement": """
        ok|okay|okey|oki|k|kk|alright|all right|right|sure|sure thing|yes|yeah|yea|yep|yup|ya|aye|no|nope|nah|not really|mhm|uh huh|aha|wow|whoa|gosh|oh my|yay|well done|congrats|congratulations|got it|gotcha|i got it|understood|noted|roger|copy that|i see|i know|i understand|makes sense|makes a lot of sense|fair enough|good to know|of course|absolutely|definitely|certainly|exactly|precisely|totally|agreed|true|correct|that's it|that's all|i agree|i guess|i guess so|i suppose so|i think so|you're right|you are right|works for me|fine by me|fine with me|no problem|no worries|no problem at all|never mind|nevermind|whatever|as you like|up to you|same here|me too|likewise|will do|done|go ahead|go on|sounds like a plan|deal|perfect|great|good|cool|nice|awesome|excellent|lovely|wonderful|amazing|brilliant|super|fine|sweet|neat|bravo|fab|fantastic|beautiful|cute|cute name|good job|great job|nice job|good idea|great idea|good point|great point|good choice|great choice|great question|good question|glad to hear it|glad to hear that|happy to hear that|sorry to hear that|interesting|fascinating|funny|impressive|helpful|useful|incredible|insightful|fun
        好|好的|好呀|好吧|好了|好极了|行|可以|成|中|没问题|没事|没事儿|没关系|不要紧|无所谓|随便|都行|嗯|恩|嗯嗯|恩恩|是|是的|对|对的|没错|当然|当然可以|不|不是|不用|不用了|没有|没|没了|要|有|没什么|知道|明白|了解|清楚|懂|记住|记下|收到|晓得|理解|同意|哦了|原来如此|原来是这样|这样|这样子|是这样|666|牛|哇塞|真的吗|真的假的|确实|的确|可不是|可不是吗|有道理|说得对|说的对|就这样|就这么定|就它了|就他了|就是|加油|恭喜|恭喜你|辛苦|棒|赞|厉害|可爱|有趣|有意思|满意|完美|不错|贴心|给力|妥妥的|太好了|很好|那还行|算了|那就好
        네|넵|넹|예|응|엉|웅|ㅇㅇ|ㅇㅋ|오케이|오키|오케|옙|아뇨|아니|아니요|아니에요|아니야|괜찮아|괜찮아요|괜찮습니다|됐어|됐어요|그래|그래요|그렇군|그렇군요|그렇구나|그러네|그러네요|그렇죠|그쵸|그럼요|물론|물론이죠|물론이에요|알겠어|알겠어요|알겠습니다|알았어|알았어요|알았습니다|알아요|알죠|이해했어|이해했어요|이해했습니다|이해돼요|확인했어요|확인했습니다|확인|접수|맞아|맞아요|맞습니다|맞네|맞네요|맞죠|동의해요|인정|좋아|좋아요|좋습니다|좋네|좋네요|좋지|좋죠|좋군요|굿|최고|최고예요|최고네요|대박|멋져|멋져요|멋지네|멋지네요|멋있어요|훌륭해요|완벽해|완벽해요|다행이에요|다행이네요|다행이다|귀여워|귀여워요|귀엽네요|재밌네|재밌네요|재미있네요|신기하네|신기하네요|흥미롭네요|축하해|축하해요|축하드려요|축하합니다|그랬군요|그랬구나|저런|없어|없어요|없습니다|있어요|있어|괜찮네|괜찮네요|상관없어|상관없어요|아무거나|아무거나요|그냥 그래|그냥 그래요|그런 것 같아|그런 것 같아요|그럴게|그럴게요|할게|할게요|ㅇㅈ|ㄴㄴ|ㄱㄱ
        vâng|dạ|ừ|ừm|uh|ờ|ok|oke|okê|okela|okie|được|được rồi|được thôi|rồi|đúng|đúng rồi|đúng vậy|đúng thế|phải|phải rồi|chính xác|chuẩn|không|không ạ|không có|không cần|có|chưa|thôi|thôi được|tất nhiên|dĩ nhiên|đồng ý|nhất trí|hiểu rồi|biết rồi|rõ rồi|nhớ rồi|hiểu|hay|hay quá|hay đấy|tốt|tốt quá|tốt rồi|tuyệt|tuyệt vời|giỏi quá|đẹp quá|thích quá|vui quá|dễ thương|thú vị|xịn|đỉnh|ổn|ổn rồi|ổn thôi|thật à|thật á|thế à|vậy à|vậy hả|ra vậy|ra là vậy|ra thế|hóa ra là vậy|thế thì tốt|chúc mừng|không sao|không sao đâu|không vấn đề gì|sao cũng được|gì cũng được|tùy bạn|tùy
    """,
    "thanks": """
        thanks|thank you|thank u|thankyou|thx|thnx|tnx|ty|tysm|tks|cheers|many thanks|much appreciated|appreciated|i appreciate it|i appreciate that|i appreciate your help|no thanks|no thank you|you're welcome|you are welcome|you're most welcome|you're very welcome|welcome|my pleasure|anytime|any time|don't mention it|not at all|glad to help|happy to help|glad i could help|always happy to help|that helps|that helped|that was helpful|thanks for sharing
        谢谢|感谢|多谢|谢|谢啦|谢了|不谢|感恩|感激|感激不尽|3q|客气|不客气|不用客气|不必客气|别客气|甭客气|别那么客气|不用谢|不用跟我客气|见外|举手之劳|应该做的|应该的|都是我应该做的|很专业|有用
        감사합니다|감사해요|감사드려요|감사드립니다|감사|고마워|고마워요|고맙습니다|고맙다|고맙네요|땡큐|쌩큐|감사했습니다|고마웠어요|ㄱㅅ|천만에|천만에요|천만의 말씀|별말씀을|별말씀을요|뭘요|수고하세요|수고했어|수고했어요|수고하셨습니다|수고 많으셨어요|도움이 됐어요|도움이 되었어요
        cảm ơn|cám ơn|thanks|tks|đa tạ|biết ơn|không có gì|không có chi|không có gì đâu|có gì đâu|đừng khách sáo|khách sáo quá|rất vui được giúp bạn
    """,
    "greeting": """
        hi|hello|hey|heya|hiya|howdy|yo|greetings|hola|hi there|hello there|hey there|good morning|good afternoon|good evening|good day|welcome back|long time no see|nice to meet you|nice to see you|good to see you|pleased to meet you|how are you|how are you doing|how are things|how's it going|how is it going|how's everything|how have you been|how do you do|what's up|whats up|how about you|what about you|and you|how was your day|how's your day|how's your day going|how's your day going so far|how is your day going|how are you feeling|so far|doing well|doing great|doing fine|doing good|it's going well|thanks for asking|what's on your mind|anything else|i'm here to help
        你好|您好|你们好|大家好|哈喽|哈啰|hi|hello|早安|早上好|上午好|中午好|下午好|晚上好|午安|好久不见|在吗|在么|在不在|有人吗|喂|最近好吗|你好吗|最近怎么样|吃了吗|很高兴认识你|幸会|欢迎|欢迎光临|欢迎回来
        안녕|안녕하세요|안녕하십니까|하이|헬로|헬로우|반가워|반가워요|반갑습니다|만나서 반가워요|만나서 반갑습니다|처음 뵙겠습니다|오랜만이야|오랜만이에요|오랜만입니다|좋은 아침|좋은 아침이에요|굿모닝|잘 지냈어|잘 지냈어요|잘 지내|잘 지내요|잘 지내세요|잘 지내셨어요|어서 오세요|여보세요|잘 잤어|잘 잤어요|식사하셨어요|밥 먹었어|밥 먹었어요|무엇을 도와드릴까요|뭘 도와드릴까요
        xin chào|chào|chào bạn|chào mọi người|hello|hi|alo|a lô|chào buổi sáng|chào buổi chiều|chào buổi tối|rất vui được gặp bạn|lâu rồi không gặp|lâu quá không gặp|bạn khỏe không|khỏe không|bạn có khỏe không|dạo này thế nào|dạo này bạn thế nào|ăn cơm chưa|mình khỏe|tôi khỏe
    """,
    "goodbye": """
        bye|bye bye|byebye|goodbye|good bye|good night|goodnight|see you|see ya|see you later|see you soon|see you tomorrow|see you around|see you then|see you next time|talk later|talk soon|talk to you later|talk to you soon|catch you later|cya|ttyl|gtg|brb|take care|farewell|ciao|sleep well|sweet dreams|until next time|that's all for now|that's all for today|nothing else|good luck|best of luck|best wishes|all the best|have fun|safe travels|stay safe|get well soon
        再见|拜拜|拜|bye|晚安|回见|回头见|明天见|下次见|下次再聊|改天聊|改天再聊|先走|先下|88|886|3166|告辞|保重|一路顺风|慢走|早点休息|好好休息|回聊|先这样|到时候见|下次聊|有空再聊|欢迎下次再来|欢迎下次提问|问完
        안녕히 계세요|안녕히 가세요|잘 가|잘 가요|잘 있어|잘 있어요|바이|빠이|또 봐|또 봐요|또 만나요|다음에 봐요|다음에 또 봐요|내일 봐|내일 봐요|나중에 봐|이만 가 볼게요|이만|가 볼게|가 볼게요|들어가세요|잘 자|잘 자요|안녕히 주무세요|굿나잇|조심히 가세요|푹 쉬어|푹 쉬세요|나중에 얘기해요
        tạm biệt|bái bai|bye|bai|hẹn gặp lại|hẹn gặp sau|gặp lại sau|gặp sau|mai gặp|mai nói tiếp|nói chuyện sau|ngủ ngon|giữ sức khỏe|mình đi đây|mình đi trước
    """,
    "request to repeat": """
        what|sorry|pardon|pardon me|come again|huh|eh|i beg your pardon|what did you say|what was that|i didn't catch that|i didn't get that|i didn't hear that|one more time|once more|say again|say that again
        什么|你说什么|你说啥|没听清|没听清楚|没听懂|刚才说什么|你刚才说什么|抱歉|不好意思|对不起|再说一遍
        뭐라고|뭐라고요|뭐라고 했어|뭐라고 하셨어요|못 들었어|못 들었어요|죄송해요|미안해요|미안|죄송합니다
        gì cơ|cái gì|hả|sao cơ|không nghe rõ|nghe không rõ|bạn nói gì|bạn vừa nói gì|xin lỗi|nói lại đi
    """,
    "filler": """
        hmm|hm|mm|umm|um|uh|er|erm|let me think|let me see|let me check|let me think about it|i'll think about it|i need to think|give me a moment|give me a minute|one moment|one second|one sec|just a moment|just a second|just a minute|hold on|wait|hang on|i don't know|idk|dunno|not sure|i'm not sure|no idea|who knows|maybe|perhaps|we'll see|it depends|hard to say|you know|i mean|anyways|and so on|blah|test|testing|let me get back to you|i'll get back to you
        等等|等一下|稍等|等会儿|等会|等我一下|请稍等|额|呃|这个|那个|不知道|不清楚|不确定|说不好|再说吧|看情况|到时候再说|怎么说呢|也许|可能吧|大概吧|应该吧|测试
        음|흠|글쎄|글쎄요|잠깐|잠깐만|잠깐만요|잠시만|잠시만요|기다려|기다려 봐|기다려 주세요|몰라|몰라요|모르겠어|모르겠어요|모르겠네|모르겠네요|아마|아마도|어쩌면|그냥|그러니까|뭐랄까|테스트
        ờm|chờ chút|chờ một chút|đợi chút|đợi tí|khoan|khoan đã|từ từ|không biết|chưa biết|không chắc|chắc vậy|có lẽ|có thể|để sau|tính sau|thử
    """,
}  # fmt: skip

_ADJECTIVE = "(?:good|great|nice|lovely|wonderful|fantastic|excellent|amazing|beautiful|pleasant|productive)"
TEMPLATES: dict[Kind, tuple[re.Pattern[str], ...]] = {
    "acknowledgement": (
        re.compile(r"(?:我|暂时|目前)?(?:没有?|没啥)(?:什么|啥|别的|其他的?|其它的?|任何)?(?:问题|疑问|事|需要)"),
        re.compile(r"(?:我的)?问题都?(?:问完|解决)"),
    ),
    "thanks": (
        re.compile(
            r"(?:谢谢|感谢|多谢)(?:你|您|亲)?(?:为我|帮我|给我|的)?(?:耐心|热心|细心|优质|提供)?的?(?:帮助|帮忙|推荐|介绍|解答|回答|服务|查询"
            r"|建议|提醒|信息|答复|答疑)"
        ),
        re.compile(r"(?:很|非常|十分)?(?:高兴|开心|荣幸|愿意)(?:能|可以)?(?:为|帮到?)(?:你|您)(?:服务|效劳|解答)?"),
        re.compile(r"(?:解决|解答)(?:我|了)*(?:所有|全部|这么多)?的?问题"),
    ),
    "greeting": (
        re.compile(r"(?:i )?hope (?:you're|you are|all is|everything is) (?:doing |going )?(?:well|good|great|fine|ok|okay)\b"),
        re.compile(
            r"(?:how|what) (?:can|may|could) i (?:help|assist|do for)(?: you)?(?: with)?(?: today| now)?\b"
            r"|i'?d? ?(?:would )?be happy to help(?: you)?(?: in any way i can| with that| with whatever you need)?\b"
            r"|is there anything else i can (?:help|assist|do)(?: you)?(?: with| for you)?(?: today| now)?\b"
            r"|let me know if you (?:need (?:anything|help)|have any questions)(?: else)?\b"
        ),
        re.compile(r"(?:请问)?(?:有什么|有啥)(?:可以|能|我能|我可以)?(?:帮助?|帮到|为)(?:你|您)?(?:的|服务|做什么)?(?:吗|呢)?"),
        re.compile(
            r"(?:请问)?(?:你|您)?还?(?:有|需要)(?:其他|其它|别的|什么)(?:想问)?的?(?:问题|疑问|需要|帮助)?(?:吗|么|呢)?"
        ),
        re.compile(r"(?:tôi|mình|em) (?:có thể )?giúp (?:được )?gì(?: được)?(?: cho)?(?: bạn| anh| chị)?(?: không)?\b"),
    ),
    "goodbye": (
        re.compile(
            rf"(?:i hope you |hope you |you )?(?:have|enjoy|wishing you|i wish you)(?: a| an| your)?(?: (?:really|very))?"
            rf"(?: {_ADJECTIVE})?(?: (?:day ahead|day|night|evening|afternoon|morning|weekend|one|trip|meal|week|time|rest of (?:your|the) (?:day|evening|week)))\b"
        ),
        re.compile(
            r"(?:i )?(?:actually |really |should |have |need |got |better |'ve got |probably )*(?:to )?(?:go|get going|be going|run|leave|head out)\b"
        ),
        re.compile(
            r"(?:it was|it's been|it has been|this was|this has been)(?: a| so| very| really)* ?(?:nice|great|good|lovely|pleasure|fun)(?: chat)?(?: (?:chatting|talking|speaking|to chat|to talk))?(?: (?:with|to) you)?\b"
        ),
        re.compile(
            r"(?:祝愿?|希望)(?:你|您|大家)?们?(?:全家|一家)?(?:生活|工作|旅途|旅行|旅游|玩得|玩的|玩|用餐|吃[的得]|心情|学习|假期|周末|出行|游玩)?"
            r"(?:愉快|开心|顺利|快乐|幸福|好运|尽兴|平安)"
        ),
        re.compile(
            r"我?(?:要是|如果)?(?:有|还有)(?:什么|其他|任何)?的?(?:问题|疑问|需要|需求|事|不懂的)我?(?:可以|您|你|随时|再|来)*(?:联系|联络|问|咨询|找|叫)(?:我|你|您)?"
        ),
        re.compile(r"随时(?:为|给)(?:您|你)(?:服务|解答)|欢迎(?:下次|随时|再)*(?:来|光临|提问|咨询)"),
        re.compile(r"(?:좋은|즐거운|행복한|편안한)(?:하루|밤|저녁|주말|시간)(?:보내세요|되세요|보내)"),
        re.compile(
            r"chúc (?:bạn|anh|chị|em)(?: một)?(?: (?:ngày|buổi \w+|cuối tuần))?(?: (?:ngủ ngon|tốt lành|vui vẻ|may mắn|vui))+\b"
        ),
    ),
    "request to repeat": (
        re.compile(
            r"(?:can|could|would|will) you (?:please )?(?:say|repeat|tell me)(?: that| it| this)?(?: again| once more| one more time)?\b"
            r"|(?:please )?(?:say|repeat) (?:that|it)(?: again)?\b"
        ),
        re.compile(
            r"(?:请|麻烦)?(?:你|您)?(?:可以|能不能|能|可不可以)?(?:再|重新|重复)(?:说|讲|重复|发)?(?:一遍|一次|一下)(?:吗|吧|好吗|可以吗|行吗)?"
        ),
        re.compile(
            r"다시(?:한번)?(?:말해|말씀해|얘기해|알려)(?:줘요?|주세요|줄래요?|주실래요|주시겠어요|주실수있나요|줄수있어요?)|한번더(?:말해|말씀해)(?:줘요?|주세요)"
        ),
        re.compile(
            r"(?:có thể )?(?:nói|nhắc|lặp) lại(?: (?:được không|giúp|lần nữa|một lần nữa|được))*(?: (?:mình|tôi|em))?(?: (?:không|với))?\b"
        ),
    ),
    "filler": (
        re.compile(
            r"(?:i was |i'm |i am )?(?:just )?(?:hoping|wondering if) you (?:could|can|might) help me(?: out)?(?: with something)?\b"
        ),
        re.compile(r"(?:can|could) you help me(?: out)?(?: with something)?\b"),
        re.compile(
            r"[让容]?(?:我|我们|俺)?(?:再|先|要|得|好好)*(?:想想|想一想|想一下|考虑考虑|考虑一下|考虑|看看|看一下|查一下|思考一下)"
        ),
        re.compile(r"(?:좀더|좀|더)?(?:생각|고민)(?:좀)?(?:해)?(?:볼게요?|보고요?|볼래요?|보겠습니다)"),
        re.compile(
            r"(?:để|cho) (?:mình|tôi|em|anh|chị) (?:suy )?(?:nghĩ|xem|kiểm tra|tính)(?: (?:đã|thêm|xem|lại|một chút|chút))?\b"
        ),
    ),
}
"""Inside a turn without marks; of two ways to match, the longer is written first."""
