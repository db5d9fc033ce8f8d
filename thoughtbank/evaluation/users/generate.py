"""People drawn by a seed, and their days: every day has two topics or more, six to ten exchanges, a greeting, thanks, and now and then small talk.

What changes (an address, a favourite) is said in the first half of the days and anew in the second. Each user has a source of
chance of their own: more users leave the first ones as they are. Questions are made from the exchanges as they were placed (`probes.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import cycle
from random import Random
from typing import TypeVar

from thoughtbank.errors import InputError
from thoughtbank.evaluation.users.people import Day, Exchange, VirtualUser
from thoughtbank.evaluation.users.probes import probes
from thoughtbank.evaluation.users.texts import Draft, Scene, Texts, Value, Values, facts, fill, texts_of
from thoughtbank.evaluation.users.wording import worded
from thoughtbank.ports import ChatModel

Drawn = TypeVar("Drawn")

TOPICS = 2
"""Topics of a day at least (MemoryBank, section 4)."""
EXCHANGES = (6, 10)
"""Exchanges of a day. Chosen: about as many as in MemoryBank's files."""
CHANGED = 0.8
"""How many of the things that can change do. Chosen."""
THIRD = 0.4
"""How many days have a third topic, where it fits. Chosen."""
SMALL = 0.8
"""How many days have small talk, where it fits. Chosen."""
GAPS = (1, 1, 1, 2, 3)
"""Days from one dialogue to the next, drawn from these. Chosen."""
EARLIEST = date(2024, 2, 1)
"""Dialogues begin in the ten weeks from here, before the months in which the people want to travel."""
WEEKS = 10


def make(language: str, *, users: int = 15, days: int = 10, seed: int = 0, model: ChatModel | None = None) -> list[VirtualUser]:
    """Virtual users who speak one of LANGUAGES; the same for the same seed. Defaults are MemoryBank's.

    A model rewords what they say; what it spoils stays as it was and is named in `kept`. Raises InputError, and ModelError when a model
    answers nothing at all.
    """
    texts = texts_of(language)
    names = _names(texts, Random(f"{seed}/{language}"))
    _check("users", users, len(names))
    _check("days", days, sum(not scene.after for scene in texts.scenes.values()) // TOPICS)
    made = [_user(texts, language, name, days, Random(f"{seed}/{language}/{name}")) for name in names[:users]]
    return made if model is None else [worded(user, language, model) for user in made]


def _check(what: str, given: int, most: int) -> None:
    if not 1 <= given <= most:
        raise InputError(f"{what} must be from 1 to {most}, not {given}; the templates hold no more that differ")


def _names(texts: Texts, rng: Random) -> list[str]:
    people = texts.people
    return _shuffled(
        [fill(people.form, {"given": given, "family": family}) for family in people.family for given in people.given], rng
    )


def _user(texts: Texts, language: str, name: str, days: int, rng: Random) -> VirtualUser:
    values = {"name": name, **dict(_drawn(texts.pools, rng))}
    voice = _Voice.drawn(texts, values, rng)
    plan = _plan(texts.scenes, days, rng)
    history = tuple(
        Day(when, tuple(_day(texts, voice, values, scenes, rng, first=not place)))
        for place, (when, scenes) in enumerate(zip(_dates(days, rng), plan, strict=True))
    )
    return VirtualUser(
        name=name,
        personality=rng.choice(texts.people.personality),
        hobbies=fill(texts.people.hobbies, values),
        speaking_style=voice.name,
        days=history,
        probes=probes(texts, language, values, history, rng),
    )


def _drawn(pools: Mapping[str, Sequence[Value]], rng: Random) -> Iterator[tuple[str, Value]]:
    """Every pool in an order of the person's own: {food} is its first, {food2} its second."""
    for pool, values in pools.items():
        for place, value in enumerate(_shuffled(values, rng), 1):
            yield (pool if place == 1 else f"{pool}{place}"), value


def _dates(days: int, rng: Random) -> list[date]:
    found = [EARLIEST + timedelta(days=rng.randrange(7 * WEEKS))]
    while len(found) < days:
        found.append(found[-1] + timedelta(days=rng.choice(GAPS)))
    return found


def _plan(scenes: Mapping[str, Scene], days: int, rng: Random) -> list[list[Scene]]:
    """Each day's scenes. A change is told in the second half of the days and what it changes in the first, so never on the same day."""
    half = days // 2
    early, late = (_shuffled([day for day in span for _ in range(TOPICS)], rng) for span in (range(half), range(half, days)))
    plan: list[list[Scene]] = [[] for _ in range(days)]
    chains = _shuffled([scene for scene in scenes.values() if scene.after], rng)
    used = set[str]()
    for change in chains[: len(early)]:
        if rng.random() < CHANGED:
            plan[early.pop()].append(scenes[change.after])
            plan[late.pop()].append(change)
            used.add(change.after)
    free = _shuffled([scene for name, scene in scenes.items() if not scene.after and name not in used], rng)
    for day in _shuffled(early + late, rng):
        plan[day].append(free.pop())
    for topics in plan:
        if free and rng.random() < THIRD and _length([*topics, free[-1]]) <= EXCHANGES[1]:
            topics.append(free.pop())
    return [_shuffled(topics, rng) for topics in plan]


def _length(scenes: Sequence[Scene]) -> int:
    """Exchanges of a day with these scenes, a greeting and thanks."""
    return sum(len(scene.turns) for scene in scenes) + 2


@dataclass(frozen=True, slots=True)
class _Voice:
    """What a person says around the topics; each in turn, so that no day begins or ends like the one before."""

    name: str
    greetings: Iterator[str]
    changes: Iterator[str]
    thanks: Iterator[str]
    answers: Iterator[str]
    goodbyes: Iterator[str]
    small: Iterator[Exchange]

    @classmethod
    def drawn(cls, texts: Texts, values: Values, rng: Random) -> "_Voice":
        style, day = rng.choice(texts.people.styles), texts.day
        return cls(
            name=style.name,
            greetings=cycle(_shuffled(style.greetings + day.hellos, rng)),
            changes=cycle(_shuffled(style.changes, rng)),
            thanks=cycle(_shuffled(style.thanks + day.thanks, rng)),
            answers=cycle(_shuffled(day.greetings, rng)),
            goodbyes=cycle(_shuffled(day.goodbyes, rng)),
            small=cycle(_said(draft, values, rng) for draft in _shuffled(day.small, rng)),
        )


def _day(
    texts: Texts, voice: _Voice, values: Values, scenes: Sequence[Scene], rng: Random, *, first: bool
) -> Iterator[Exchange]:
    if first:
        yield _said(Draft(say=texts.day.introduction, reply=texts.day.welcomes), values, rng)
    else:
        yield Exchange(next(voice.greetings), next(voice.answers))
    room = _length(scenes) < EXCHANGES[1]
    pause = rng.randrange(len(scenes)) if room and (rng.random() < SMALL or _length(scenes) < EXCHANGES[0]) else None
    for place, scene in enumerate(scenes):
        opening = _said(scene.turns[0], values, rng)
        said = f"{next(voice.changes)}{texts.day.between}{opening.query}" if place else opening.query
        yield replace(opening, query=said, opens=fill(scene.topic, values))
        yield from (_said(draft, values, rng) for draft in scene.turns[1:])
        if place == pause:
            yield next(voice.small)
    yield Exchange(next(voice.thanks), next(voice.goodbyes))


def _said(draft: Draft, values: Values, rng: Random) -> Exchange:
    say, reply = rng.choice(draft.say), rng.choice(draft.reply)
    held = dict.fromkeys((*facts(say, values), *facts(reply, values)))
    return Exchange(fill(say, values), fill(reply, values), draft.mark, tuple(held))


def _shuffled(values: Sequence[Drawn], rng: Random) -> list[Drawn]:
    found = list(values)
    rng.shuffle(found)
    return found
