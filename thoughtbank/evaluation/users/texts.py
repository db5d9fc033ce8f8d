"""The texts of a language, and how the blanks in them are filled.

A text file (`texts/en.toml`) holds what can be drawn, and scenes: a scene is one topic of a day, with its questions. A blank is {job}, or
{pet.kind} for one form of a value; what follows a bar fits the value to its place:

    {job|a}          a nurse, an electrician
    {food|cap}       Lasagne, at the beginning of a sentence
    {job|이에요/예요}   간호사예요, 회계원이에요: the first ending after a final consonant, the second after a vowel
    {place|으로/로}    부산으로, 제주도로, 서울로: after ㄹ as after a vowel
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from thoughtbank.errors import InputError

LANGUAGES = ("en", "zh", "ko", "vi")

Value = str | Mapping[str, str]
"""A drawn value: a word, or its forms."""
Values = Mapping[str, Value]

_BLANK = re.compile(r"\{(\w+)(?:\.(\w+))?(?:\|([^}]*))?\}")
_QUOTES = "\"'《》"
_FIRST_SYLLABLE, _LAST_SYLLABLE = 0xAC00, 0xD7A3
_FINALS = 28
"""Hangul syllables stand in Unicode by their final consonant, of which there are 27 and none."""
_RIEUL = 8


class _Part(BaseModel):
    """A table of a text file."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Style(_Part):
    """How a person greets, changes the subject and gives thanks."""

    name: str
    greetings: tuple[str, ...]
    changes: tuple[str, ...]
    thanks: tuple[str, ...]


class People(_Part):
    """`form` makes a name of a given and a family name."""

    given: tuple[str, ...]
    family: tuple[str, ...]
    form: str
    personality: tuple[str, ...]
    hobbies: str
    styles: tuple[Style, ...]


class Draft(_Part):
    """An exchange with its wordings."""

    say: tuple[str, ...]
    reply: tuple[str, ...]
    mark: str = ""


class DayTexts(_Part):
    """What every day has beside its scenes, whoever speaks.

    `between`: what stands between two sentences. `small`: talk that answers nothing, though it has the words of a question, or a value of the
    kind that is asked for (where a colleague travels, what somebody else drinks).
    """

    between: str
    hellos: tuple[str, ...]
    thanks: tuple[str, ...]
    introduction: tuple[str, ...]
    welcomes: tuple[str, ...]
    greetings: tuple[str, ...]
    goodbyes: tuple[str, ...]
    small: tuple[Draft, ...]


class TopicTexts(_Part):
    """Questions after a day's topics."""

    ask: tuple[str, ...]


class Asking(_Part):
    """A question with its wordings.

    `evidence`: the marks that answer it, each with the words that do; the first words of each are the answer where `answer` is empty.
    `given`, `without`: other marks that must or mustn't have been said. A temporal question's answer is its evidence's date plus `day`.
    """

    kind: str
    ask: tuple[str, ...]
    evidence: dict[str, tuple[str, ...]] = {}
    answer: str = ""
    stale: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    day: int = 0


class Scene(_Part):
    """One topic. `topic` is its name, whose words stand in its first exchange; `after` names the scene that it changes."""

    topic: str
    turns: tuple[Draft, ...]
    questions: tuple[Asking, ...]
    after: str = ""


class Texts(_Part):
    """A language's file."""

    people: People
    day: DayTexts
    topics: TopicTexts
    pools: dict[str, tuple[str | dict[str, str], ...]]
    scenes: dict[str, Scene]


@cache
def texts_of(language: str) -> Texts:
    """The texts of one of LANGUAGES. Raises InputError."""
    if language not in LANGUAGES:
        raise InputError(f"no virtual users speak {language!r}; choose one of {', '.join(LANGUAGES)}")
    file = files("thoughtbank.evaluation.users") / "texts" / f"{language}.toml"
    return Texts.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))


def fill(template: str, values: Values) -> str:
    """The template with its blanks filled."""
    return _BLANK.sub(lambda blank: _fitted(_value(blank, values), blank[3]), template)


def facts(template: str, values: Values) -> Iterator[str]:
    """The values that fill its blanks, without quotation marks."""
    for blank in _BLANK.finditer(template):
        yield bare(_value(blank, values))


def bare(text: str) -> str:
    """Without quotation marks around it, which an answer may lack or have otherwise."""
    return text.strip(_QUOTES)


def _value(blank: re.Match[str], values: Values) -> str:
    value, form = values[blank[1]], blank[2]
    return value if isinstance(value, str) else value[form]


def _fitted(value: str, how: str | None) -> str:
    if not how:
        return value
    if how == "a":
        return f"{'an' if value[0] in 'aeiou' else 'a'} {value}"
    if how == "cap":
        return value[0].upper() + value[1:]
    return value + _ending(bare(value), *how.split("/"))


def _ending(word: str, closed: str, opened: str) -> str:
    """The ending that agrees with the word's last syllable. Raises ValueError for a word that doesn't end in one."""
    if not _FIRST_SYLLABLE <= ord(word[-1]) <= _LAST_SYLLABLE:
        raise ValueError(f"{word!r} doesn't end in a Hangul syllable, so {closed}/{opened} can't be chosen")
    final = (ord(word[-1]) - _FIRST_SYLLABLE) % _FINALS
    return closed if final and not (final == _RIEUL and closed == "으로") else opened
