"""A model words a virtual user's days: the same person, the same exchanges, the same facts, in other words.

Labels stay right because a wording is only taken where it keeps every fact of its draft on its side of the exchange and brings in none of
another exchange's; else the template's text stands, with the reason in `kept`. What a model invents beyond the drawn facts (a salary nobody
drew) can't be seen here; the prompt forbids it.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from pydantic import BaseModel, ConfigDict

from thoughtbank.asking import Asked, ask
from thoughtbank.errors import ModelError
from thoughtbank.evaluation.users.people import Day, Exchange, Place, VirtualUser
from thoughtbank.language.words import clean, is_blank
from thoughtbank.language.words import language as language_of
from thoughtbank.ports import ChatMessage, ChatModel

PROMPT = 1
"""Version of the prompt below."""
SYSTEM = """You write what a person and a friendly assistant say to each other in a chat, in {language}.
The person is {name}. Personality: {personality}. Hobbies: {hobbies}. Speaking style: {speaking_style}.
You get one day's drafts, as JSON. Write each exchange anew: the query as this person would say it, the response as the assistant would reply
to it. Rules:
- Keep what each draft means, and its number. One exchange for each draft, in the same order.
- Words listed under keep_in_query stand in your query letter for letter, those under keep_in_response in your response.
- Add no fact: no other name, place, date, number, plan, taste or recommendation.
- Write in {language} only. Each text has one to three sentences."""
NAMES = {"en": "English", "zh": "Chinese", "ko": "Korean", "vi": "Vietnamese"}
TEMPERATURE = 0.7
"""Chosen: two people who say the same shouldn't say it alike."""
LONGER = 200
"""Characters by which a text may be longer than three times its draft. Chosen."""


class Wording(BaseModel):
    """One exchange, worded."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    number: int
    query: str
    response: str


Keeps = Mapping[str, list[str]]
"""For each side of an exchange, the words that it mustn't lose."""


class Wordings(BaseModel):
    """A day, worded."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    exchanges: tuple[Wording, ...]


def worded(user: VirtualUser, language: str, model: ChatModel) -> VirtualUser:
    """The user in the model's words. Raises ModelError when the model failed on every day: then nothing of it would be the model's."""
    days: list[Day] = []
    kept: list[str] = []
    errors: list[ModelError] = []
    for day in user.days:
        keeps = [_keeps(user, Place(day.date, turn), draft) for turn, draft in enumerate(day.exchanges)]
        asked = ask(model, _messages(user, language, day, keeps), Wordings, temperature=TEMPERATURE)
        errors += [asked.error] if asked.error else []
        taken = [
            _taken(draft, turn, asked, keeps[turn], _foreign(user, draft), language) for turn, draft in enumerate(day.exchanges)
        ]
        days.append(Day(day.date, tuple(exchange for exchange, _ in taken)))
        kept += [f"{day.date}, exchange {turn}: {fault}" for turn, (_, fault) in enumerate(taken) if fault]
    if len(errors) == len(user.days):
        raise errors[-1]
    return replace(user, days=tuple(days), kept=tuple(kept))


def _keeps(user: VirtualUser, place: Place, draft: Exchange) -> Keeps:
    """The draft's facts, its topic, and the words by which it answers questions, on the sides where they stand."""
    proving = [word for probe in user.probes for proof in probe.evidence if proof.place == place for word in proof.words]
    words = dict.fromkeys(word for word in (*draft.facts, draft.opens, *proving) if word)
    return {
        side: [word for word in words if word.casefold() in text.casefold()]
        for side, text in (("query", draft.query), ("response", draft.response))
    }


def _foreign(user: VirtualUser, draft: Exchange) -> set[str]:
    """Facts of the user's other exchanges: said here, they would be evidence that no label names."""
    return {fact for _, exchange in user.exchanges() for fact in exchange.facts if not draft.holds(fact)}


def _messages(user: VirtualUser, language: str, day: Day, keeps: list[Keeps]) -> list[ChatMessage]:
    drafts = [
        {
            "number": turn,
            "query": draft.query,
            "response": draft.response,
            "keep_in_query": keeps[turn]["query"],
            "keep_in_response": keeps[turn]["response"],
        }
        for turn, draft in enumerate(day.exchanges)
    ]
    system = SYSTEM.format(
        language=NAMES[language],
        name=user.name,
        personality=user.personality,
        hobbies=user.hobbies,
        speaking_style=user.speaking_style,
    )
    return [ChatMessage("system", system), ChatMessage("user", json.dumps(drafts, ensure_ascii=False, indent=1))]


def _taken(
    draft: Exchange, turn: int, asked: Asked[Wordings], keeps: Keeps, foreign: Collection[str], language: str
) -> tuple[Exchange, str | None]:
    """The exchange in the model's words; or the draft, and why."""
    if asked.value is None:
        return draft, asked.reason
    found = [one for one in asked.value.exchanges if one.number == turn]
    if len(found) != 1:
        return draft, "it was left out" if not found else "it was given more than once"
    new = replace(draft, query=_tidy(found[0].query), response=_tidy(found[0].response))
    fault = next(_faults(draft, new, keeps, foreign, language), None)
    return (draft, fault) if fault else (new, None)


def _tidy(text: str) -> str:
    """On one line, without what can't be stored."""
    return " ".join(clean(text)[0].split())


def _faults(draft: Exchange, new: Exchange, keeps: Keeps, foreign: Collection[str], language: str) -> Iterator[str]:
    for side, before, after in (("query", draft.query, new.query), ("response", draft.response, new.response)):
        if is_blank(after):
            yield f"its {side} is empty"
        if len(after) > 3 * len(before) + LONGER:
            yield f"its {side} is too long"
        yield from (f"its {side} lost {word!r}" for word in keeps[side] if word.casefold() not in after.casefold())
    if language_of(new.text) != language_of(draft.text):
        yield f"it isn't in {NAMES[language]}"
    yield from (f"it says {fact!r}, which is said elsewhere" for fact in sorted(foreign) if _says(new.text, fact, language))


def _says(text: str, fact: str, language: str) -> bool:
    """As words of their own, where a language parts them by spaces throughout."""
    edge = r"\b" if language in ("en", "vi") else ""
    return re.search(f"{edge}{re.escape(fact)}{edge}", text, re.IGNORECASE) is not None
