"""KdConv (Zhou et al. 2020, arXiv 2004.04100): Chinese chats about films, music and travel, each utterance labelled with the triples it states.

The form is that of thu-coai/KdConv. As in the TiM paper, all dialogues of a file are one user's memory. Questions are made from the labels, one
for each (name, attribute) of the file; every turn that states it, in whatever dialogue, is its evidence. The first dialogue that does is what
is drawn when figures are resampled. The set gives no times: dialogues are a day apart from START on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from thoughtbank.evaluation.datasets.dialogues import Dialogue, Question
from thoughtbank.evaluation.datasets.reading import SECOND, START, Piece, document
from thoughtbank.records.conversation import Turn

ASKED: Mapping[str, str] = {
    "Information": "请介绍一下{name}。",
    "Name": "{name}的名称是什么？",
    "Type": "{name}的类型是什么？",
}
"""How an attribute with an English name is asked for. The others are Chinese already."""
_OTHERWISE = "{name}的{attribute}是什么？"


class Triple(Piece):
    name: str
    attrname: str
    attrvalue: str


class Utterance(Piece):
    message: str
    attrs: list[Triple] = []


class Chat(Piece):
    messages: list[Utterance]


@dataclass
class _Fact:
    """What is known of one (name, attribute): where it is said, in which dialogue first, and the values in order."""

    chat: int
    units: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)


def read(files: Sequence[Path]) -> list[Dialogue]:
    """A dialogue a file; the domain is what its name begins with ("film_dev.json")."""
    return [_memory(document(file, list[Chat]), file) for file in files]


def _memory(chats: Sequence[Chat], file: Path) -> Dialogue:
    turns = [turn for number, chat in enumerate(chats) for turn in _turns(chat, number)]
    units = {turn.key: turn.key for turn in turns if turn.key}
    domain = file.stem.partition("_")[0]
    asked = [
        _question(name, attribute, fact, file.stem, domain, place)
        for place, ((name, attribute), fact) in enumerate(_facts(chats).items())
    ]
    return Dialogue(file.stem, tuple(turns), units, tuple(asked))


def _turns(chat: Chat, number: int) -> list[Turn]:
    """The first speaker is the user, whose questions the other mostly answers."""
    began = START + timedelta(days=number)
    return [
        Turn(
            said.message,
            "assistant" if place % 2 else "user",
            said_at=began + place * SECOND,
            session_id=str(number),
            key=f"{number}:{place}",
        )
        for place, said in enumerate(chat.messages)
    ]


def _facts(chats: Sequence[Chat]) -> dict[tuple[str, str], _Fact]:
    facts: dict[tuple[str, str], _Fact] = {}
    for number, chat in enumerate(chats):
        for place, said in enumerate(chat.messages):
            for triple in said.attrs:
                fact = facts.setdefault((triple.name.strip(), triple.attrname.strip()), _Fact(number))
                fact.units.append(f"{number}:{place}")
                if triple.attrvalue not in fact.values:
                    fact.values.append(triple.attrvalue)
    return facts


def _question(name: str, attribute: str, fact: _Fact, memory: str, domain: str, place: int) -> Question:
    return Question(
        f"{memory}/{place}",
        ASKED.get(attribute, _OTHERWISE).format(name=name, attribute=attribute),
        frozenset(fact.units),
        _kind(attribute, fact),
        domain,
        answer="；".join(fact.values),
        conversation=f"{memory}/{fact.chat}",
    )


def _kind(attribute: str, fact: _Fact) -> str:
    """A paragraph, several values (the works of a singer), or one."""
    if attribute == "Information":
        return "description"
    return "fact" if len(fact.values) == 1 else "list"
