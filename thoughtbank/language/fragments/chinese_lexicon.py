"""Closed lists of the Chinese rules over words: adverbs, modals, prepositions, measures, kinds of verbs. Simplified; words are compared in that form.

What time, kin and unreal speech look like is shared with the core rules (`language/triples/chinese_words.py`).
"""

import re

from thoughtbank.language.triples.chinese_words import KIN
from thoughtbank.language.triples.wordlist import listed

NUMBER = r"[\d０-９.,一二两三四五六七八九十百千万半几多零]+"
MEASURES = "个只条本家部台辆件张把首座套双份道碗盘杯瓶块朵棵位名间次趟场顿锅桌袋盒箱支节门款篇层"
DISHES = "道盘份碗锅桌顿"
"""Measures of what is eaten: what stands behind them is a dish, however it was cut."""

LEADS = listed(
    "但 但是 不过 可是 可 然后 所以 因为 而且 并且 其实 另外 而 且 虽然 由于 对了 于是 结果 幸好 可惜 同时 那么 那 就 哈哈 哈哈哈 嗯 啊 哦 噢 嘿 嗨 哎 唉 唔 哇 你好 您好 大家好 是的 是啊 好的 "
    "当然 没错 说实话 老实说 不仅 不但 不光 不仅仅 不单 不单单 不止 不光是 尤其 特别是 总之 首先 其次 最后 只是 此外 谢谢 感谢 没想到 原来 说起来 话说 顺便 反正 只不过 毕竟 呃 额 哎呀 哎哟 好吧 确实 的确 果然 好啊 虽说 尽管 "
    "还有 接着 后来呢 总的来说 对啊 对呀 对 嗯嗯 哈 呵呵 嘻嘻 今儿 哦对了 而是"
)
"""What leads into a clause and says nothing."""
DENIALS = listed(
    "不 没 没有 别 未 从不 从没 从未 从来不 从来没 从来没有 不再 再也不 再也没 再也没有 并不 并没有 并没 还没 还没有 还不 不太 不怎么 不是很 不大 不曾 都不 都没 也不 也没 也没有 毫不 不会再 不常 不能 不想 不会 不敢 不用 不必 不爱 不肯"
)
KEPT = listed(
    "已经 已 一直 一直在 经常 常常 常 时常 总是 总 老是 老 从来 很少 偶尔 几乎 只 仍然 还在 仍 曾经 曾 快要 快 即将 将 将要 就要 马上要 正在 正 最 越来越 有点 有点儿 还是 重新 "
)
"""Adverbs that stay in the predicate: without them it would be another."""
DROPPED = listed(
    "也 都 就 又 再 却 才 还 真 真的 真是 其实 终于 刚 刚刚 刚才 当然 主要 特意 专门 顺便 大约 差不多 正好 刚好 恰好 一共 总共 居然 竟然 果然 赶紧 立刻 马上 便 自己 独自 亲自 先 一起 一块儿 一块 一同 "
    "确实 另外 同时 倒是 并 并且 而且 尤其 更 更是 比较 非常 特别 十分 超级 超 挺 蛮 很 太 好 可 极其 相当 分别 至少 至今 原来 明明 反正 好不容易 不断 慢慢 渐渐 陆续 偷偷 突然 忽然 实在 完全 根本 几乎都 "
    "一个人 所以 还要 稍微 稍 逐渐 还会 到处 随时 尽量 努力 认真 仔细 互相 全部 全 各 共 仅 仅仅 光 甚至 彻底 总算 可算 早就 早 早已 一下子 有幸 亲手 现场 免费 继而 则 更加 尤为 颇 最终 "
    "四处 到处 随处 处处 好好 一起去 多 尽可能 肯定 一定 仍旧 依旧 依然 当场 连续 再次 首次 第一次 不禁 其实都 毕竟"
)
"""Adverbs that leave it. Degrees stay before an adjective."""
DEGREES = listed(
    "很 非常 特别 十分 超级 超 挺 蛮 太 好 可 比较 相当 极其 有点 有点儿 最 更 更加 越来越 真 真的 还 不太 不怎么 稍微 颇"
)
POSSIBLE = listed("可能 也许 或许 说不定 没准 没准儿 大概 大概率 估计 恐怕 可能会 也许会 应该会 多半")
HABITUAL = listed(
    "经常 常常 常 时常 总是 总 老是 平时 平常 平日 平日里 一般 通常 一向 习惯 有时候 有时 偶尔 很少 几乎每天 天天 每 坚持 定期 往往 周末一般 从来 从不 从来不 每逢 不常 年年 夜夜 月月"
)
ONCE = listed("以前 从前 过去 曾经 曾 原本 本来 小时候 之前 当年 年轻时")
"""Held no more, where no sign says that it is only one event."""
FUTURE = re.compile(
    r"^等.|明[天早晚年]|后天|大后天|下(?:个|一)?(?:周|月|星期|礼拜|学期|季度|次)|今晚|待会|等会|一会儿|过几天|过两天|不久后|即将|年底|月底|这周[五六日末]|这个?周末|以后|将来|未来|回头|[\d一二两三四五六七八九十几]+[天周年]后|个(?:月|星期)后"
)
DURATION = re.compile(
    rf"(?:大概|大约|差不多|快|将近|整整|足足|不到|超过)?{NUMBER}个?半?多?(?:小时|分钟|天|周|星期|礼拜|(?<=个)月|(?<=半)月|年|钟头|学期|晚上|整天|晚)(?:多|半|左右|了)?|一会儿?|很久|好久|好几[年天]|多年|半天|一整天|一辈子|几年"
)
TIMES_DONE = re.compile(rf"{NUMBER}(?:次|遍|趟|回|度|口|眼|脚|声|下)|[次遍趟]|一下|几次|好几次|一下子")
CLOCKED = re.compile(
    r"(?:从小|从小到大|刚才|当时|最近|近来|近期|目前|现在|如今|眼下|平时|平常|周末|以前|之前|后来|今后|以后|小时候|这几[天年周]|这段时间|这阵子|那天|那时|那时候|当年|同年|次年|大[一二三四]|高[一二三]|假期|晚上|早上|白天|半夜|清晨|春节|过年|国庆|"
    r"暑假|寒假|中秋|元旦|圣诞节?|生日那天|下班后|毕业后|睡前|饭后|周六日|天天|年年|全年|四季|(?:大部分|多数|大多数|很多|业余|课余|空闲|休息)时间|一段时间|每逢.*|每.{1,4}|上次|这次|本周|这周|下次|有一天|有一次|前不久|不久前|前几天|前阵子|这两天|前两天|去年|今年|明年|今儿|昨儿|明儿)"
)
MODALS = listed(
    "想 要 会 能 能够 可以 应该 必须 得 愿意 打算 计划 准备 决定 希望 考虑 想要 需要 开始 继续 学会 学着 试着 尝试 喜欢 爱 讨厌 热爱 擅长 习惯 坚持 忙着 忙 怕 害怕 敢 肯 舍得 期待 渴望 后悔 拒绝 同意 答应 转行 "
    "不想 不会 不能 不敢 不用 不必 不打算 不愿意 不愿 不可以 不应该 不需要 不准备 不爱 不喜欢 不肯 最爱 最喜欢 最怕 最想 来 去 停止 放弃 急着 抽空 争取 帮忙 酷爱 不太会 懒得 快要 将要 正在 在 没法 无法 允许 计划着 打算着 申请 曾 参与 选择 参加 改"
)
"""Verbs before a verb: both together are the predicate."""
PLANS = listed(
    "想 要 打算 计划 准备 决定 希望 考虑 想要 期待 渴望 不想 不打算 不准备 最想 快要 将要 即将 将 就要 快 马上要 争取 打算着 计划着 不愿意 申请 将会"
)
GOING = listed("去 来 到 回 去到 来到 回到 飞 飞往 飞到 前往 赶到 跑到 上 出国去 赴 飞回 赶回 回去 过来 过去 出去 出来 陪 去了")
WITH_PERSON = listed("带 带着 陪 陪着 约 请 让 叫 教 送 帮 找 跟着 催 劝 逼 派 邀请 带上 拉 支持 鼓励 允许 帮助 要求 令 使")
"""Verbs whose object does what follows."""
SAYING = listed(
    "说 告诉 觉得 认为 以为 感觉 听说 据说 建议 问 猜 怀疑 表示 相信 夸 骂 说过 透露 提到 劝 提醒 嘱咐 叮嘱 听 听到 承认 宣布 保证 答应 推荐 希望 知道 记得 发现 想象 看来 说是 看到 看见"
)
COPULAS = listed("是 就是 为 就是说 不是 并不是 也是 还是 算是 都是 只是 才是 正是 更是 又是 是不是")
NAMING = listed("叫 叫做 名叫 姓 名为 取名 取名叫 属")
LIKING = listed(
    "喜欢 讨厌 爱 怕 害怕 喜爱 热爱 酷爱 不喜欢 最喜欢 最爱 最怕 恨 爱吃 爱喝 爱看 想念 怀念 不爱 受不了 爱上 擅长 习惯 羡慕 担心 需要 住在 住 住着 养 负责 来自 有 没有 从事 会 懂"
)
"""Verbs of states: they need no sign of time where their subject is only understood."""
NOT_SPEAKERS = listed(
    "是 像 叫 值得 适合 属于 位于 出生 出生于 生于 毕业 毕业于 创作 主演 出演 执导 饰演 获得 获 荣获 得过 得到 获奖 担任 任职 发行 上演 播出 出品 开业 营业 闭馆 入选 入围 提名 收费 开放 代表 讲述 成立 建于 始建 建成 推荐 看来 包括 需要 出自 收录 上映 拍摄 凭借 出道 占地 分为 "
    "称为 被称为 祝 加油 谢谢 感谢 恭喜 不错 厉害 请 麻烦 告诉 希望 记得 记住 提醒 介绍 讲 说 写 翻译 解释 生成 列 列出 给 帮 帮忙 来 让 用 看 看看 看起来 听起来 据说 听说 建议 开放 是否 好像 似乎 有 没有 行 好 对 可以 应该 能 能够 得 必须 别"
)
"""Verbs of which a subject that isn't there is not the speaker: of works and places, and of commands."""
FELT = listed(
    "累 忙 困 饿 渴 开心 高兴 难过 伤心 焦虑 紧张 郁闷 失望 激动 兴奋 孤独 寂寞 疲惫 疲倦 烦 生气 后悔 害怕 担心 幸福 头疼 头痛 头晕 牙疼 胃疼 肚子疼 不舒服 崩溃 压抑 抑郁 迷茫 心累 累死 困死 饿死 忙死 气死 尴尬 "
    "感动 满足 沮丧 无聊 慌 烦躁 内疚 自责 委屈 绝望 纠结"
)
"""Adjectives of what one feels: with no subject they are the speaker's."""
RESULTS = listed(
    "完 到 好 掉 上 下 起 起来 下来 下去 回来 回去 出来 过来 过去 上来 进去 进来 出去 坏 光 死 懂 会 成 走 开 住 丢 错 满 断 伤 破 清 见 着 给 为 入 进 回 出 在 于 至 往 向 倒 赢 输 胖 瘦 醒 哭 丟 遍 够 惯 作 自"
)
"""What stands right behind a verb and completes it."""
PARTICLES = listed(
    "了 呢 啊 呀 吧 哦 哈 嘛 啦 噢 喔 哟 来着 而已 咯 喽 哎 的说 吗 哒 滴 耶 哇 呗 罢了 么 嘞 啰 哈哈 嘻嘻 哈哈哈 惹 着呢 不过"
)
BODY = re.compile(
    r"(?:身体|身子|腿脚|肚子|头|胃|牙|牙齿|腰|嗓子|眼睛|膝盖|脖子|肩膀|背|腿|脚|手|皮肤|心情|压力|脾气|性格|记性|睡眠|胃口|工作|学习|成绩|血压|血糖|血脂|视力|体重|身高|年纪|个子|运气|精神|状态|英语|数学|酒量|力气|听力|心脏|收入|工资|年龄|关系|感情|酒量)"
)
"""What of a person is said to be so and so: 我肚子疼, 她压力大."""
ATTRIBUTES = re.compile(
    r"(?:名字|全名|英文名|生日|身高|体重|血型|星座|生肖|职业|专业|爱好|兴趣爱好|兴趣|家乡|老家|国籍|梦想|收入|月薪|年薪|预算|房租|网名|昵称|小名|年龄|学历)"
)
GENERAL = listed(
    "大家 别人 有人 人们 人家 这 那 这样 那样 这个 那个 这里 那里 这些 那些 这儿 那儿 此 其 什么 谁 一切 每个人 任何人 一个人 对方 有些人 很多人 咱们 咱"
)
"""Subjects that name nobody."""
SELF = listed("我 本人 俺 我们")
PERSON = re.compile(
    rf"(?:.*{KIN}|.*(?:师|医生|友|友们|同学|同事|老板|领导|客户|经理|阿姨|叔叔|大爷|大妈|孩子|宝宝|学生|室友|邻居|教练|房东|[他她])们?)"
)
KINSHIP = re.compile(rf"(?:[大小老二]|最好的)?{KIN}(?:们)?")
AGE = re.compile(rf"(?:已经|才|快|刚满|刚|满)?({NUMBER}个?(?:周岁|岁|月大)(?:半|多)?)")

MEALS = listed("早餐 早饭 午餐 午饭 中饭 中餐 晚餐 晚饭 夜宵 宵夜")
"""Say when, before a verb with no other subject."""
ABSTRACT = re.compile(r"(?:时间|机会|办法|能力|钱|心情|勇气|精力|空|信心|耐心|资格|权利|条件)")
"""What one has to do something: 没时间复习."""
TAKING_VERBS = listed(
    "负责 参加 申请 准备 学 学习 练 练习 从事 教 喜欢 需要 爱好 擅长 热爱 报名 报名参加 接受 迷上 爱上 参与 讨厌 学会 做 去做 主修 攻读 研究 报 开始"
)
"""Verbs of which what one does is the object: 负责招聘."""
TASTES = listed("吃 喝 爱吃 喜欢 爱 怕 吃得了 吃不了 吃不惯 爱喝")
CAUSING = listed("让 叫 请 教 派 催 劝 逼 邀请 要求 鼓励 支持 帮 帮助 找")
VAGUE = listed("刚 刚刚 刚才 以前 从前 曾经 过去 原本 本来 已经 平时 一直 平常 通常 一般")
"""Times that the mood or the aspect says."""
ACTING = re.compile(
    r"(?:.*(?:公司|店|学校|团队|医院|大学|银行|单位|乐队|电影|片|剧|歌|专辑|小说|书|节目|公园|景区|景点|寺|山|湖|街|广场|酒店|餐厅|饭店|狗|猫|鸟|组|班|部门|政府|国家|城市))"
)
"""What beside persons goes on doing things in the next clause."""
FEELING = listed("感到 觉得 感觉 感觉到 变得 显得")
"""Verbs before an adjective: both together are the predicate."""
EXAMPLES = listed("比如 例如 如 譬如 像 包括 特别是 尤其是 比方 诸如 甚至")
"""Open a clause that only lists more of the one before."""
IDLE = listed(
    "不行 行 不好 还没有 没 一样 像 听起来 看起来 看上去 说起来 想起来 听上去 没问题 没事 没关系 没什么 知道 了解 没错 懂 明白 谢谢 感谢 发现 感到 感觉到 觉得 感觉 看来 如此 不客气 没用 来说 比如 如 例如 有所 不好意思 抱歉 认识 尝试 试试 看看 考虑 努力 加油 "
    "注意 听听 想想 说说 聊聊 交流 分享 推荐 建议 表示 属实 有趣 有道理 打扰"
)
"""Predicates that say nothing without an object, or nothing at all."""
EMPTY_ALWAYS = listed(
    "一样 像 听起来 看起来 看上去 说起来 想起来 听上去 没问题 没事 没关系 没什么 知道 了解 谢谢 感谢 看来 不客气 比如 如 例如 有所 聊 有道理 恭喜 祝 祝贺"
)
PURPOSES = listed(
    "旅行 旅游 出差 度假 考试 面试 学习 工作 上班 开会 看病 检查 复查 体检 购物 散步 跑步 游泳 滑雪 露营 参观 实习 培训 比赛 运动 锻炼 徒步 爬山 演出 留学 读书 聚餐 野餐 玩 探亲 游玩 逛街 健身"
)
"""Nouns in form, but behind a place what is done there."""
COUNTS = listed("很多 许多 不少 好多 一些 好几个 几个 大量 大部分 所有 各种 一点 一点儿 这些 那些")
SKILLS = re.compile(
    r"(?:弹|拉|说|讲|游泳|开车|做饭|做菜|唱|跳|画|打|滑|骑|写|编程|织|修|下棋|做|开|包|吹|拼|用|日语|英语|法语|德语)"
)
"""What one is able to do where 会 stands before it."""
CLAUSE_TAKING = listed("受不了 讨厌 恨 支持 反对 看不惯 羡慕 习惯 不习惯 烦 舍不得 同意 不同意")
"""Verbs whose object may be what somebody does."""
PRAISE = re.compile(r".*(?:真|太|好)(?:好|棒|美|赞|牛|厉害|可爱|好看|好吃|好听|经典|感人|有意思|有趣|不错|惊艳)")
"""Exclamations rather than statements."""
KIND_OF_PERSON = re.compile(
    r".*(?:师|士|员|人|手|家|迷|者|生|工|匠|民|兵|星|族|粉|座|控|岁|医|老板|经理|总监|主管|朋友|同学|同事|党|的|妈妈|爸爸|女儿|儿子|夫妻)"
)
"""What one says of a person who was just told of: 是一名护士."""
WINNING = re.compile(r"(?:获得?|荣获|斩获|摘得|得过|获评|赢得|入围|被?评为|被?选为|当选)[过了]?")
"""Verbs whose object runs to the end of the clause: names of prizes hold words of every kind."""
