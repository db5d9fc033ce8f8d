"""Questions about a virtual user's days, each with the exchanges that answer it.

A question of the templates is asked where everything it rests on was said and nothing was said that would change its answer. Kinds are
MemoryBank's (fact, preference, advice, topics, temporal, negation) and three that it lacks: update, multi (two exchanges together) and
unanswerable (never said).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, time, timedelta
from itertools import zip_longest
from random import Random

from thoughtbank.evaluation.users.people import Day, Place, Probe, Proof
from thoughtbank.evaluation.users.texts import Asking, Texts, Values, bare, fill
from thoughtbank.language.times import day_words

PROBES = 14
"""Questions of a user at most, as many of each kind as there are. Chosen: MemoryBank has 13."""
UNANSWERABLE, TEMPORAL, TOPICS = "unanswerable", "temporal", "topics"
_BETWEEN = "; "


def probes(texts: Texts, language: str, values: Values, days: tuple[Day, ...], rng: Random) -> tuple[Probe, ...]:
    """The user's questions: of each kind one, then of each kind another."""
    by_kind: defaultdict[str, list[Probe]] = defaultdict(list)
    for probe in (*_stated(texts, language, values, days, rng), *_topics(texts, language, days, rng)):
        by_kind[probe.kind].append(probe)
    for of_kind in by_kind.values():
        rng.shuffle(of_kind)
    rounds = [probe for round_ in zip_longest(*by_kind.values()) for probe in round_ if probe is not None]
    chosen = rounds[:PROBES]
    rng.shuffle(chosen)
    return tuple(chosen)


def _stated(texts: Texts, language: str, values: Values, days: tuple[Day, ...], rng: Random) -> Iterator[Probe]:
    """What the templates ask."""
    said = {
        exchange.mark: Place(day.date, turn) for day in days for turn, exchange in enumerate(day.exchanges) if exchange.mark
    }
    for scene in texts.scenes.values():
        for asking in scene.questions:
            needed = {*asking.evidence, *asking.given, *asking.stale}
            if needed <= said.keys() and not said.keys() & set(asking.without):
                yield _probe(asking, language, values, said, rng)


def _probe(asking: Asking, language: str, values: Values, said: Mapping[str, Place], rng: Random) -> Probe:
    evidence = tuple(
        Proof(said[mark], tuple(bare(fill(one, values)) for one in words)) for mark, words in asking.evidence.items()
    )
    return Probe(
        fill(rng.choice(asking.ask), values),
        asking.kind,
        _answer(asking, language, values, evidence),
        evidence,
        tuple(said[mark] for mark in asking.stale),
    )


def _answer(asking: Asking, language: str, values: Values, evidence: tuple[Proof, ...]) -> str | None:
    if asking.kind == UNANSWERABLE:
        return None
    if asking.kind == TEMPORAL:
        (proof,) = evidence
        return _day(proof.place, language, asking.day)
    return fill(asking.answer, values) or _BETWEEN.join(proof.words[0] for proof in evidence)


def _topics(texts: Texts, language: str, days: tuple[Day, ...], rng: Random) -> Iterator[Probe]:
    """For each day, what was talked about: the exchanges that opened a topic."""
    for day in days:
        opened = tuple(
            Proof(Place(day.date, turn), (exchange.opens,)) for turn, exchange in enumerate(day.exchanges) if exchange.opens
        )
        question = fill(rng.choice(texts.topics.ask), {"date": _day(opened[0].place, language)})
        yield Probe(question, TOPICS, _BETWEEN.join(proof.words[0] for proof in opened), opened)


def _day(place: Place, language: str, later: int = 0) -> str:
    return day_words(datetime.combine(place.date + timedelta(days=later), time(), UTC), language)
