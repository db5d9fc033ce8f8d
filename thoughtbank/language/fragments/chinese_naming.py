"""Who is who in a Chinese phrase: 我妈 is 安娜的妈妈, a bare 老婆 the speaker's, 她 whom the clause before named."""

import re
from collections.abc import Sequence

from thoughtbank.language.fragments import chinese_lexicon as lexicon
from thoughtbank.language.fragments.chinese_words import Piece
from thoughtbank.language.fragments.said import Speaking
from thoughtbank.language.triples.wordlist import listed

_WHOLE_KIN = {
    "妈": "妈妈",
    "爸": "爸爸",
    "哥": "哥哥",
    "弟": "弟弟",
    "姐": "姐姐",
    "妹": "妹妹",
    "爷": "爷爷",
    "奶": "奶奶",
    "媽": "媽媽",
}
_CLOSE = re.compile(
    r"(?:妈妈|妈咪|老妈|妈|母亲|爸爸|老爸|爸|父亲|父母|爸妈|姐姐|大姐|二姐|妹妹|哥哥|大哥|二哥|弟弟|[大小]?儿子|[大小]?女儿|老公|丈夫|老婆|妻子|爱人|男朋友|女朋友|前?男友|前?女友|前夫|前妻|未婚夫|未婚妻|爷爷|奶奶|外公|外婆|姥姥|姥爷|叔叔|舅舅|舅妈|姑姑|姑妈|姨妈|伯伯|[表堂][姐妹哥弟]|侄子|侄女|外甥女?|孙子|孙女|婆婆|公公|岳父|岳母|闺蜜|室友)"
)
"""Kin and partners whom a bare word names as the speaker's."""
_LISTENER = listed("你 您 你们")
_THIRD = listed("他 她")


class Names:
    def __init__(self, speaking: Speaking) -> None:
        self.speaking = speaking

    def named(
        self, pieces: Sequence[Piece], *, subject: bool = False, earlier: str | None = None, as_kind: bool = False
    ) -> str | None:
        """The phrase with everyone named; None where somebody has no name. `subject`: a bare word of kin or of a pet is the speaker's. `earlier`: whom 他 and
        她 stand for."""
        out: list[str] = []
        for at, piece in enumerate(pieces):
            before = pieces[at - 1] if at else None
            name = self._one(piece, before, earlier)
            if name is None:
                return None
            if at == 0 and not as_kind and self._is_speakers(pieces, subject=subject):
                name = f"{self.speaking.me}的{name}"
            if (
                before is not None
                and piece.simple != "的"
                and before.simple in (*lexicon.SELF, *_LISTENER, *_THIRD)
                and self._is_owned(piece)
            ):
                name = f"的{name}"
            if out and re.match(r"[A-Za-z0-9]", name) and re.search(r"[A-Za-z]$", out[-1]):
                name = f" {name}"
            out.append(name)
        return "".join(out).strip(" ，、,")

    def _one(self, piece: Piece, before: Piece | None, earlier: str | None) -> str | None:
        word = piece.simple
        if word in lexicon.SELF or word in ("咱", "咱们"):
            return self.speaking.me
        if word in _LISTENER:
            return self.speaking.you
        if word in _THIRD and earlier is not None:
            return earlier
        if re.search(r"(?<!自)[我你您咱]", word) and "\ue000" not in word:
            text = piece.text.replace("我们", self.speaking.me).replace("我", self.speaking.me)
            return None if re.search(r"[你您咱]", text.replace(self.speaking.me, "")) else text
        return _WHOLE_KIN.get(piece.text, piece.text)

    def _is_owned(self, piece: Piece) -> bool:
        if piece.simple in ("家", "家里", "自己") or piece.simple in lexicon.SELF:
            return False
        return piece.tag in ("n", "nz", "an") or lexicon.KINSHIP.fullmatch(piece.simple) is not None or piece.simple == "公司"

    def _is_speakers(self, pieces: Sequence[Piece], *, subject: bool) -> bool:
        word = pieces[0].simple
        if pieces[0].tag not in ("n", "s", "v") or (len(pieces) > 1 and pieces[1].tag == "PER" and not subject):
            return False
        if _CLOSE.fullmatch(word) is not None:
            return True
        return subject and (lexicon.KINSHIP.fullmatch(word) is not None or word in ("家里", "家人", "孩子"))
