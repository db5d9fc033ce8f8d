"""Times said in dialogue: "last Friday", 三天前, 다음 주 수요일, thứ sáu tuần trước, as intervals.

Closed tables in four languages make frames of words (`english.py`, `chinese.py`, `korean.py`, `vietnamese.py`, `digits.py`), `frames.py`
joins what stands side by side, `calendar.py` lays it on the calendar of the one who speaks. The trade: what isn't in a table isn't found, and
"may" and "一天到晚" aren't taken for dates. Linear in the text; any text is accepted. docs/times.md says what is read.

    times("I met her last Friday", said_at)  ->  one Said, of 00:00 to 24:00 of the last Friday before `said_at`

Checked in tests/language/when/.
"""

from datetime import datetime

from thoughtbank.errors import InputError
from thoughtbank.language.times import in_range
from thoughtbank.language.when.reading import read
from thoughtbank.language.when.said import Every, Precision, Prefer, Said, Side

__all__ = ["Every", "Precision", "Prefer", "Said", "Side", "times"]


def times(text: str, said_at: datetime, language: str | None = None, prefer: Prefer | None = None) -> list[Said]:
    """Every time that a text says, in its order, as seen from when it was said.

    Days are those of said_at's zone. `language` ("en", "zh", "ko", "vi") settles the order of day and month in 03/04/2026, and has Vietnamese read
    where no diacritic shows it; tables of all scripts in the text are read anyway. `prefer` is the way a time without its year or week looks: left
    out, the past, or the future where the clause speaks of it. Raises InputError.
    """
    if said_at.utcoffset() is None:
        raise InputError(
            "said_at must have a zone; give it one, such as datetime(2026, 3, 2, 8, 14, tzinfo=ZoneInfo('Europe/Paris'))"
        )
    if prefer not in (None, "past", "future", "near"):
        raise InputError(f"prefer is one of past, future, near, not {prefer!r}")
    code = language.lower().partition("-")[0].partition("_")[0] if language else None
    return read(text, in_range(said_at, "said_at"), code, prefer)
