"""The closed lists of the Vietnamese rules: who "I" may be, kin, helpers of a verb, verbs, adjectives, prepositions and times."""

import re


def _set(words: str) -> frozenset[str]:
    """Words and word groups, parted by commas."""
    return frozenset(one.strip() for one in words.replace("\n", " ").split(",") if one.strip())


ME = _set(
    "tôi, mình, tớ, tui, chúng tôi, chúng mình, bọn mình, tụi mình, chúng tớ, bọn tôi, tụi tôi, bọn tớ, hai đứa mình, tao"
)
"""The speaker, alone or with others."""
ALSO_I = _set("em, anh, chị, con, cháu")
"""The speaker too, where no surer word stands in the sentence and a verb follows."""
YOU = _set("bạn, cậu, mày, các bạn, quý khách, ngươi")
THIRD = _set("anh ấy, chị ấy, cô ấy, ông ấy, bà ấy, em ấy, cậu ấy, bạn ấy, anh ta, cô ta, ổng, bả, ảnh, nó, họ, tụi nó, bọn họ")
TITLES = _set("anh, chị, cô, chú, bác, ông, bà, em, cậu, dì, thầy, bé, bạn")
KIN = _set("""mẹ, bố, ba, má, cha, bố mẹ, ba mẹ, cha mẹ, gia đình, chị gái, anh trai, em gái, em trai, anh họ, chị họ, em họ, em út, anh cả, chị cả, chị dâu, anh rể, em dâu, em rể,
  vợ, chồng, vợ chồng, con trai, con gái, con, các con, hai con, con dâu, con rể, cháu trai, cháu gái, cháu nội, cháu ngoại, bạn gái, bạn trai, người yêu, bạn thân, bạn cùng phòng, bạn bè, đứa bạn,
  ông ngoại, ông nội, bà ngoại, bà nội, ông bà, bố chồng, mẹ chồng, bố vợ, mẹ vợ, dì, chú, cô giáo, thầy giáo, sếp, đồng nghiệp, hàng xóm, công ty, chủ nhà, cả nhà, con chó, con mèo, chó, mèo, cún, nhà,
  anh, chị, ông, bà, cậu, bác, cô, em""")
"""Persons and animals that are somebody's; behind them stands whose, or nobody, and then the speaker's are meant."""
LOOSE_KIN = _set(
    "anh, chị, ông, bà, cậu, bác, cô, em, con, chú, dì, chó, mèo, nhà, con chó, con mèo, công ty, hàng xóm con, bạn bè"
)
"""Of these, what means the speaker's own only with "của" or a pronoun behind it."""
OWNED = _set("""máy giặt, tủ lạnh, tivi, máy lạnh, điều hòa, máy ảnh, đồng hồ, bàn, lưng, đầu, răng, mắt, chân, tay, da, tóc, bụng, dạ dày, xe, xe máy, ô tô, nhà, phòng, công ty, trường, lớp, lương, quê, điện thoại, máy tính, laptop, ví, mèo, chó, con mèo, con chó, cún,
  tên, tuổi, nghề, công việc, sở thích, sinh nhật, chiều cao, cân nặng, mèo nhà, chó nhà, khu, xóm, nhóm, đội, nhóm bạn, quán, cửa hàng, tiệm, vườn, số điện thoại, email, huyết áp, sức khỏe""")
"""Things that stand before a pronoun as their owner's, without "của"."""
THESE = _set("này, đó, kia, ấy, đấy")

DENIALS = _set(
    "không còn, không bao giờ, chưa bao giờ, chưa từng, không hề, chưa hề, không phải, không thể, không, chẳng, chả, chưa, ko, hông, chẳng bao giờ, chẳng còn, hết, ít khi, hiếm khi"
)
HELPERS: dict[str, str] = {
    **dict.fromkeys(DENIALS, "not"),
    **dict.fromkeys(_set("đã, đang, vừa, mới, vừa mới, vẫn, vẫn còn, vẫn đang, phải, cần, bắt đầu, cố gắng, đành, suýt, toàn, chuyên, đang phải, bị, được, chỉ"), ""),
    **dict.fromkeys(_set("cũng, còn, lại, đều, rất, khá, hơi, thật sự, thực sự, cực kỳ, cực, quá, thật, vô cùng, siêu, tự, cùng nhau, cùng, năm nay, cũng đang, bây giờ, hiện, khá là"), "silent"),
    **dict.fromkeys(_set("sẽ, sắp, định, muốn, dự định, tính, mong, hy vọng, quyết định, sắp sửa, chuẩn bị, có kế hoạch, có ý định, đang định, đang tính, đang muốn, dự tính, mong muốn"), "plan"),
    **dict.fromkeys(_set("có thể, có lẽ, chắc, chắc là, có khi, chắc sẽ, biết đâu, có thể sẽ"), "possible"),
    **dict.fromkeys(_set("hay, thường, thường xuyên, thường hay, luôn, luôn luôn, hay bị, thỉnh thoảng, đôi khi"), "habit"),
    **dict.fromkeys(_set("từng, đã từng"), "past"),
    **dict.fromkeys(_set("nên, hãy, đừng, chớ, thử, cứ, ước, giả vờ, suýt nữa"), "no"),
}  # fmt: skip
"""What stands before a verb, and what it makes of it. "" and denials stay in the predicate, "silent" ones leave it, "no": nothing is stated."""
PREDICATE_VERBS = _set("muốn, cần, định, mong, được, bị, hết, quyết định, chuẩn bị")
"""Helpers that are verbs themselves where no verb follows."""

LIKING = _set(
    "thích, không thích, mê, ghét, yêu, sợ, ngại, khoái, nghiện, ưa, yêu thích, thích nhất, ưa thích, đam mê, chán, thèm, quen, bận, lười, giỏi"
)
"""Verbs that take what is done as their object: thích đọc sách."""
LEADING = _set(
    "về quê, đi, biết, học, tập, bắt đầu, về, ra, đến, xin, thi, bị, được, tiếp tục, ngừng, quên, nhớ, giúp, phải, sang, vào"
)
"""Verbs that lead on to the next verb: đi mua, biết nấu."""
VERBS = _set("""là, tên là, tên, gọi là, làm, làm việc, làm nghề, làm thêm, sống, ở, sinh ra, sinh, lớn lên, đến từ, có, nuôi, học, tốt nghiệp, chuyển, chuyển nhà, dọn, dọn nhà, đi, đến, về, bay, mua, bán, thuê, ăn chay, ăn, uống, chơi, xem, đọc, nghe,
  nấu, nấu ăn, viết, vẽ, hát, kết hôn, cưới, lấy vợ, lấy chồng, ly hôn, ly dị, chia tay, nghỉ việc, nghỉ hưu, về hưu, mất việc, mất ngủ, mất, nghỉ, thua, thắng, nói, nói chuyện, biết, tham gia, chạy, chạy bộ, tập, tập gym, tập yoga, dạy, quen, gặp, đậu, đỗ, trượt, rớt,
  thi, nhận, nhận nuôi, bỏ, cai, hút, hút thuốc, đăng ký, đặt, qua đời, gãy, mở, tổ chức, sử dụng, dùng, lái, đạp, bơi, leo, leo núi, sưu tầm, quan tâm, thất nghiệp, mang thai, có bầu, có thai, dị ứng, mắc, đau, đau đầu, đau lưng, sốt, ốm, ho, cảm, mổ, khám, uống thuốc, thăng chức, bắt, tăng, giảm,
  lên, xuống, đổi, tặng, cho, gửi, đưa, trả, mượn, vay, nợ, tiết kiệm, kiếm, tìm, tìm được, trồng, chăm, chăm sóc, sửa, hỏng, hết, thích, mê, ghét, yêu, sợ, khoái, nghiện, nhớ, quên, đá bóng, đá, câu cá, câu, chụp, chụp ảnh, nhảy, ngủ, dậy, thức, thức dậy, thức khuya, đi bộ, đi làm, đi học, đi chơi, đi du lịch,
  du lịch, đi ngủ, ra trường, thực tập, phỏng vấn, khởi nghiệp, đầu tư, kinh doanh, bán hàng, giao, nhập viện, xuất viện, phẫu thuật, tiêm, giảm cân, tăng cân, sinh con, đẻ, bị, được, muốn, cần, dùng, đeo, mặc, thiếu, thiếu ngủ, bận, cấm, ồn, chậm, cận thị, tai nạn, ngã, tập luyện, luyện, ôn, ôn thi, học thêm, dạy thêm, thuộc, theo, nghiên cứu,
  phát hiện, chẩn đoán, lấy, dẫn, mang, chở, kéo, đem, bỏ việc, về quê, đi công tác, đi nghĩa vụ quân sự, đi chợ, đi khám, dời, chuyển nhượng, hợp tác, kiểm tra, lắp, thử, tìm hiểu, ghé, trải nghiệm, phụ trách, quản lý, điều trị, chữa, giúp, đón, thăm, chạy xe, đi xe, đi dạo, dọn dẹp, giặt, rửa, nướng, pha, mời, bay, cài, hủy, huỷ, ký, bảo vệ, hoàn thành, xong, lỡ, trễ, cãi nhau, chấm dứt, bắt đầu, kết thúc, sửa, xây, khó ngủ, chóng mặt, căng thẳng, stress, trầm cảm, ăn kiêng, ăn sáng, ăn tối, ăn trưa, tập thể dục,
  thích nhất, ngoại tình, đính hôn, hẹn hò, yêu nhau, quen nhau, cưới nhau, kẹt xe, trộm, đánh mất, làm mất, làm hỏng, làm vỡ, làm rơi, rơi, vỡ, cháy, ngập, chuyển việc, đổi việc, xin việc, nghỉ học, bảo lưu, du học, nhập ngũ, đi lính, chạy marathon""")
ADJECTIVES = _set("""mệt, mệt mỏi, buồn, vui, bận, bận rộn, đói, khát, ốm, khỏe, khoẻ, yếu, béo, mập, gầy, cao, thấp, nặng, giỏi, dở, kém, chậm, nhanh, hỏng, cũ, mới, đắt, rẻ, xa, gần, rộng, chật, nhỏ, to, lớn, ồn, ồn ào, độc thân, lo, lo lắng, hạnh phúc, cô đơn, căng thẳng, già, trẻ, đông,
  thất vọng, hồi hộp, xấu hổ, tức, giận, bực, bực mình, chán, nghèo, giàu, nóng tính, hiền, ít nói, hướng nội, hướng ngoại, lười, chăm chỉ, bừa bộn, dễ thương, thông minh, khó tính, vất vả, ế, thuận tay trái, rảnh, mù màu, tốt bụng, tốt tính, dễ tính, vui tính, nghiêm khắc, kỹ tính, nhiệt tình, thân thiện, cởi mở, trầm tính, hài hước, đẹp trai, xinh, xinh đẹp, đẹp, xấu, nóng, lạnh, ngon, cứng đầu, nhạy cảm, điếc, hói, ngoan, nghịch, khó chịu, đau, yên tĩnh, bẩn, sạch, nhút nhát, cận""")
FELT = _set(
    """mệt, mệt mỏi, buồn, vui, bận, bận rộn, đói, ốm, khỏe, khoẻ, độc thân, lo, lo lắng, hạnh phúc, cô đơn, căng thẳng, hồi hộp, béo, gầy, nghèo, chán, hướng nội, hướng ngoại, stress, ế, cận, cận thị, bực mình, rảnh, khó chịu, vất vả, thuận tay trái, mù màu, lười, nhút nhát, ít nói"""
)
ALONE = _set("""ăn chay, kết hôn, cưới, ly hôn, ly dị, chia tay, nghỉ việc, nghỉ hưu, về hưu, mất việc, mất ngủ, qua đời, thất nghiệp, mang thai, có bầu, có thai, lấy vợ, lấy chồng, mất, ốm, sốt, ho, cảm, ngủ, đau đầu, đau lưng, sinh con, đẻ, nhập viện, xuất viện, phẫu thuật, giảm cân, tăng cân, hút thuốc, nấu ăn, chạy bộ, bơi,
  đi bơi, chuyển nhà, dọn nhà, chuyển việc, đổi việc, tốt nghiệp, ra trường, thực tập, du học, nghỉ học, hỏng, ồn, chậm, thiếu ngủ, cận thị, tập gym, tập yoga, thăng chức, đính hôn, hẹn hò, chóng mặt, trầm cảm, ăn kiêng, tập thể dục, thức khuya, khởi nghiệp, vỡ, cháy, ngập, đi làm, đi học, trượt, đậu, đỗ, rớt, ngã, câu cá, đá bóng, leo núi, nhảy, hát, vẽ, stress,
  căng thẳng, bỏ việc, về quê, quen nhau, yêu nhau, cưới nhau, đi công tác, đi nghĩa vụ quân sự, đi chợ, đi khám, đi lính, nhập ngũ, cai, chụp ảnh, làm thêm, dạy thêm, bán hàng, đi bộ, đi du lịch, cãi nhau, kẹt xe, bận, khó ngủ, tai nạn""")
"""Verbs that say enough by themselves."""
GIVING = _set("tặng, cho, gửi, đưa, trả, bắt, dạy, giúp, mời, nợ")
"""Verbs whose first object is a person, with another behind it."""
PLACED = _set("sống, ở, sinh ra, sinh, lớn lên, làm việc, học, nghỉ việc, làm, tốt nghiệp")
"""Verbs whose place is their own argument."""
TOLD = _set(
    "bảo, nói là, nói rằng, kể, kể là, nghĩ, nghĩ là, cho rằng, tưởng, thấy, khuyên, hỏi, biết rằng, tin, đoán, nói với, báo, hứa, dặn, nhắc, cảm thấy, thấy bảo, đồn"
)
IMAGINED = _set(
    "sợ, lo, lo lắng, mong, muốn, hy vọng, hi vọng, biết, nói, kể, ngờ, tin, thấy, nghe, nhớ, quên, ghét, dự đoán, đoán, mơ, vui, buồn, tiếc, đồn, cần"
)
"""Verbs behind which a clause tells what is hoped, feared, known or said."""
SYLLABLE = re.compile(
    r"(?:ngh|ng|nh|ch|gh|gi|kh|ph|qu|th|tr|b|c|d|g|h|k|l|m|n|p|r|s|t|v|x)?[aeiouy]{1,3}(?:ch|ng|nh|c|m|n|p|t)?"
)
"""How a Vietnamese syllable without its marks may look: "deploy" can't be one."""
DIRECTIONS = _set("ra, vào, lên, xuống, sang, qua, về, đến, tới, đi, lại, thêm, được, xong, hết, nổi, mất, phải, rồi")
"""Behind a verb, a part of it: chuyển ra, lên lớp."""
PLACES = _set("ở, tại, trong, ngoài, trên, dưới, gần, quanh, giữa, bên, dọc, khắp, ngay")
WITH = _set("với, cùng, cùng với, chung với")
OTHERS = _set("bằng, như, hơn, vì, do, nhờ, theo, qua, nhân dịp, về, từ, thay vì, so với, ngoài, bởi")
LINKS = _set(
    "và, nhưng, mà, nên, vì, do, bởi vì, tại vì, còn, rồi, sau đó, vậy nên, cho nên, thế nên, tuy nhiên, song, dù, mặc dù, tuy, nhưng mà, trong khi, thế mà, vì vậy, do đó, sau này"
)
"""Words between clauses."""
WHEN = _set(
    "khi, lúc, trước khi, sau khi, từ khi, kể từ khi, mỗi khi, mỗi lần, hễ, đến khi, cho đến khi, miễn là, trừ khi, sau khi mà"
)
OPENERS = _set(
    "chào, chào bạn, xin chào, à, ừ, vâng, dạ, ừm, ồ, ôi, thật ra, thực ra, nhân tiện, nhưng, và, còn, hơn nữa, ngoài ra, nói thật, thì, thế là, trời ơi, ôi trời, haizz, may mà, tiếc là, buồn là, cuối cùng, tự nhiên, bỗng nhiên, ok, ờ, cơ mà, kể ra, vui quá, đúng rồi, tuy, dù, mặc dù, bởi vì, vì, do, vậy là, thú thật, nói chung, riêng"
)
FILLERS = _set(
    "rồi, nữa, lắm, quá, luôn, nhé, ạ, đấy, thôi, cơ, mà, nha, à, haha, vậy, cả, hihi, nhỉ, đó, thế, đây, trời, trời ơi, lắm luôn, mãi, hoài, suốt, xong"
)
COUNTS = _set(
    "một, hai, ba, bốn, năm, sáu, bảy, tám, chín, mười, vài, mấy, nhiều, cái, chiếc, con, bộ, cuốn, quyển, bó, đôi, căn, chai, hộp, bức, những, các, cặp, món"
)
EMPTY = _set(
    "việc, điều, thứ, nhiều, ít, chuyện, gì, một chút, một lúc, điều này, cái này, cái đó, này, đó, vậy, thế, thế này, như vậy, được, rồi, cũng, ý kiến, câu hỏi, vấn đề, cách, không, thật, đúng, sai, tốt, hay"
)
POINTS = re.compile(r"\b(?:gì|nào|đâu|ai|vậy|thế này|như thế|điều đó|cái đó|cái này|chỗ đó|ở đó|chuyện đó)\b")
UNREAL = re.compile(
    r"\b(?:nếu|suýt|giá như|giá mà|ước gì|ước|giả sử|giả vờ|mơ thấy|mơ (?:mình|tôi)|(?:không|chẳng|nào) ngờ|tự hỏi|hình như|có vẻ|nghe nói|nghe đồn|nghe bảo|lỡ như|liệu|phải chi|chúc|hãy|đừng|chớ|lẽ ra|đáng lẽ|đúng ra|tưởng tượng|thảo nào|hèn gì|để (?:mình|tôi|em|tớ) \w+|cảm ơn|xin lỗi|cám ơn|chắc chắn là bạn"
    r"|làm ơn|giùm|giúp (?:mình|tôi|em|tớ) với|thử \w+ xem)\b"
)
COMMAND = re.compile(r"\b(?:nhé|nha|nhá|đi nào|xem sao|đi nhé|xem nào)$")

_NUMBER = r"(?:\d+|một|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|vài|mấy|nửa|mười \w+)"
_UNIT = r"(?:ngày|tuần|tháng|năm|giờ|tiếng|hôm|phút|quý|học kỳ|mùa hè|mùa đông|hè|tết|cuối tuần|đầu năm|đầu tháng|cuối năm|cuối tháng|giữa năm)"
_DAY = r"(?:thứ (?:hai|ba|tư|năm|sáu|bảy|\d)|chủ nhật)"
_PART = r"(?:sáng|trưa|chiều|tối|đêm|khuya)"
_MONTH = r"tháng (?:\d+|giêng|chạp|mười một|mười hai|hai|ba|tư|năm|sáu|bảy|tám|chín|mười)"
_PLAIN_TIME = (
    rf"(?:hôm (?:qua|nay|kia|trước|nọ)(?! của)|(?:hôm )?{_DAY}(?: (?:hằng tuần|hàng tuần|tuần sau|tuần trước|tuần này|tới|này|trước|vừa rồi))?|ngày (?:mai|kia|mốt|xưa|trước|rằm|nào)|{_PART} (?:nay|qua|mai|hôm qua|hôm nay|nào|{_DAY})"
    rf"|buổi {_PART}|ban (?:đêm|ngày)|bây giờ|giờ đây|hiện (?:tại|nay|giờ)|dạo (?:này|gần đây)|gần đây|lúc trước|trước (?:đây|kia)|hồi (?:nhỏ|bé|trước|xưa|đó|sinh viên|đại học|cấp \w+|còn \w+ \w+)|(?:khi|lúc) (?:còn )?(?:nhỏ|bé)|sắp tới|lúc đầu|ban đầu|{_NUMBER} giờ(?: \d+)?(?: {_PART})?"
    rf"|thời (?:sinh viên|đi học|trẻ)|(?:mỗi|hàng|hằng|mọi) (?:{_PART}|ngày rằm|{_UNIT}|{_DAY})|{_NUMBER} (?:lần )?(?:mỗi|một) {_UNIT}|(?:{_PART}|{_UNIT}|{_DAY}|lúc) nào(?: cũng)?|{_UNIT} (?:trước|sau|tới|ngoái|này|nay|kia|rồi|qua|vừa rồi)"
    rf"|(?:cuối|đầu|giữa) (?:tuần|tháng|năm)(?: (?:trước|sau|tới|này|nay|ngoái))?|{_MONTH}(?: (?:năm \d+|này|tới|sau|trước|năm sau|năm ngoái))?|năm \d{{4}}|ngày \d+(?: {_MONTH})?|{_NUMBER} (?:{_UNIT})(?: (?:trước|sau|nay|tới|rồi|liền|nữa))*"
    rf"|{_NUMBER} giờ(?: {_PART})?|mai|mốt|tháng thứ \w+|năm nay|dịp tết|lễ giáng sinh)"
)
TIME = re.compile(
    rf"(?:(?:từ|vào|lúc|trong|suốt|khoảng|được|đến|sau|trước|tầm|hồi|cứ|vào khoảng|từ hồi) )?{_PLAIN_TIME}(?: {_PLAIN_TIME})?(?=$|[ ,])",
    re.IGNORECASE,
)
TIME_HEAD = re.compile(
    r"^(?:hồi(?= (?:tháng|tuần|năm|đầu|cuối))|vào|lúc(?! nào)|trong|suốt|khoảng|được|cứ|tầm|vào khoảng) ", re.IGNORECASE
)
"""What leads a time and isn't part of it; "từ" and "đến" are."""
NOW = re.compile(r"giờ(?= )", re.IGNORECASE)
ONCE = re.compile(
    r"\b(?:trước đây|trước kia|lúc trước|hồi trước|hồi nhỏ|hồi bé|ngày xưa|hồi xưa|ngày trước|hồi \w+|thời sinh viên|(?:lúc|khi) (?:còn )?nhỏ)\b",
    re.IGNORECASE,
)
AGAIN = re.compile(r"\b(?:mỗi|hằng|hàng|mọi|nào cũng|\w+ nào|cứ|cuối tuần$)", re.IGNORECASE)
AHEAD = re.compile(r"\b(?:mai|mốt|sau|tới|sắp tới)$|^(?:ngày mai|mai)", re.IGNORECASE)
COUNTED = re.compile(rf"(?:{_NUMBER}|nhiều) lần(?=$|[ ,])", re.IGNORECASE)
AGE = re.compile(rf"(?:\d{{1,3}}|{_NUMBER}(?: \w+){{0,2}}) tuổi", re.IGNORECASE)
ONE_WORD = _set(
    "ngân hàng, nhà hàng, cửa hàng, bán hàng, khách hàng, đặt hàng, giao hàng, mặt hàng, tự do, lý do, nước ngoài, cấp trên, cấp dưới, bên ngoài, bên trong, lấy bằng, có bằng, thi bằng, nhận bằng, học thêm"
)
"""Pairs of which the second word looks like a preposition or a time."""
MANNER = _set(
    "nhiều, ít, rất nhiều, nhiều lắm, rất ít, nặng, nhẹ, rất ngon, ngon, giỏi, rất giỏi, tốt, rất tốt, sớm, muộn, khuya, nhanh, chậm, kém, dở, không, rất nặng, đẹp"
)
"""How something is done, which stays in the sentence and is no argument."""
