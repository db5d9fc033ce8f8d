"""Which of several a name means: by the description that the same turn gives with it, or the last one of its session.

    session 1   "My sister Mia moved to Rotterdam."    Mia moved          ->  mia (ana's sister)
                "Mia has a cat."                       Mia has a cat      ->  mia (ana's sister)
    session 2   "My colleague Mia likes jazz."         Mia likes jazz     ->  mia (ana's colleague)
    session 3   "Mia called."                          Mia called         ->  mia, whoever that is

Only of names that two described persons have (`language.aliases`), and only when it is read: what was said is never written to, so that a link that ends
takes its sense along. Where a session gave the name to two, what follows there is nobody's.
Checked in tests/test_senses.py.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from thoughtbank.language.kin import described
from thoughtbank.language.words import normalise


class Mention(NamedTuple):
    """A proposition with a turn it rests on. `at`: the place of the turn in what was said, `session` its session, if any."""

    number: int
    at: int
    session: str | None


class Claim(NamedTuple):
    """A proposition, with a turn it rests on, by which a name means somebody: `sense` is the key of both."""

    sense: str
    number: int
    at: int
    session: str | None


def sense_key(name: str, means: str) -> str:
    """A name with whom it means, as a key that shows well: "mia (ana's sister)"."""
    return f"{name} ({means})"


def base(key: str, means: str) -> str:
    """The name of a sense of it; another key itself."""
    return key.removesuffix(f" ({means})")


def senses_of(mentions: Iterable[Mention], claims: Sequence[Claim]) -> dict[int, str]:
    """Of each proposition that has the name the sense that it has it in; none where that is open, or its turns say different ones."""
    own, turns = defaultdict[int, set[str]](set), defaultdict[int, set[str]](set)
    sessions: defaultdict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        own[claim.number].add(claim.sense)
        turns[claim.at].add(claim.sense)
        if claim.session is not None:
            sessions[claim.session].append(claim)
    found: defaultdict[int, set[str]] = defaultdict(set)
    for one in mentions:
        before = {claim.sense for claim in sessions.get(one.session or "", ()) if claim.at < one.at}
        found[one.number] |= own.get(one.number) or turns.get(one.at) or before
    return {number: next(iter(senses)) for number, senses in found.items() if len(senses) == 1}


def senses_in(query: str, senses: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Of each name that a question says with whom it means, the sense: "Ana's sister Mia", "my sister Mia", 妹妹小丽. The description may stand anywhere, its
    word only before the name; where two fit, none does.
    """
    said = normalise(query).replace("’", "'")
    found = {}
    for name, keys in senses.items():
        if name in said:
            fit = [key for key in keys if _told(said, name, key[len(name) + 2 : -1])]
            if len(fit) == 1:
                found[name] = fit[0]
    return found


def _told(said: str, name: str, means: str) -> bool:
    parts = described(means)
    word = parts.word if parts is not None else means
    return means in said or re.search(rf"(?<!{LETTER}){re.escape(word)}[\s,，]*{re.escape(name)}", said) is not None


LETTER = "[^\\W\u3400-\u9fff가-힣]"
"""Of a script that parts its words."""
