"""Korean sentences as propositions, by particles, endings and closed lists; wider than the triples, and as careful with what nobody states.

A clause is read from its end: predicate, then the noun phrases before it, each by its particle. A topic (은/는) holds for the clauses after it, a
nominative (이/가) for those that -고 joins; where nobody is named, the speaker is meant if the verb is one of people. The sentence of a fragment is
the clause with its subject named and its ending closed.

    "고양이를 키우고 싶지만 집이 좁아요."   (speaker 지민)   ->  키우고 싶다(지민; 고양이), plan      좁다(지민의 집)

Checked in tests/language/test_fragments_korean.py and test_fragments_plain.py.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from thoughtbank.language.fragments import korean_words as listed
from thoughtbank.language.fragments.korean_arguments import chunks, describes, times
from thoughtbank.language.fragments.korean_names import named
from thoughtbank.language.fragments.korean_predicates import NAMED, Clause, Predicate, clauses, predicate
from thoughtbank.language.fragments.korean_reading import Reading, Who
from thoughtbank.language.fragments.said import Argument, Fragment, Speaking
from thoughtbank.language.questions import is_question
from thoughtbank.language.triples.korean import topic
from thoughtbank.language.triples.sentences import HIDDEN, LONGEST_SENTENCE

_OF_OTHERS = re.compile(
    rf"{HIDDEN}고(?!\S)|{HIDDEN}(?:이?라)고 (?:말|했|하셨|물|대답|외|소리)"
    r"|(?:(?<!\S)(?:저|나|저희|우리)(?:만|를)?|만|[을를]) 제외하고|(?:(?<!\S)(?:저|나|저희|우리)(?:만|를)?|\S만) 빼고"
    r"|[는은던] (?:건|것은|게|것이|거) 아니| 없이(?!\S)|(?<!\S)(?:무슨|왜|어떻게|뭐하러) "
)
"""A quotation; all but somebody (저만 빼고); not that it were so (먹지 않는 건 아니에요); what is asked to deny (무슨 돈이 있어요)."""
_THERE_AND_BACK = re.compile(r"(?<=갔다)가? (?=[왔올와오])")
_NOT_THIS = re.compile(r"(?<!\S)\S+ 말고 ")
_NOR = re.compile(r"(?<!\S)(?P<one>\S+)지도 (?P<then>.+?)지도 (?P<no>않|못)")
_WISH = re.compile(r"(?:다면|라면|더라면|텐데|걸 그랬|척)(?:\s|$|요)")


def read_plain(sentence: str, speaking: Speaking) -> list[Fragment]:
    """What one sentence says; nothing of what asks, reports, supposes or commands."""
    if len(sentence) > LONGEST_SENTENCE:
        return []
    plain = unicodedata.normalize("NFC", sentence).strip(" .!?…~,")
    plain = _NOR.sub(
        lambda nor: f"{nor['one']}지 {nor['no']}{'하' if nor['no'] == '못' else ''}고 {nor['then']}지 {nor['no']}",
        _THERE_AND_BACK.sub("", _NOT_THIS.sub("", plain)),
    )
    words = plain.split()
    while words and words[0].rstrip(",!~") in listed.OPENERS and (len(words) > 1):
        if words[0] in ("원래", "혹시") or words[0].rstrip(",") in ("아마", "어쩌면", "아마도"):
            break
        words = words[1:]
    asks = "?" in sentence or is_question(sentence)
    if not words or _WISH.search(plain) or _OF_OTHERS.search(plain):
        return []
    found = list(clauses(words))
    if asks:
        found = [one for one in found[:-1] if one.link in ("는데", "지만")]
    return list(dict.fromkeys(_said(found, speaking)))


def _said(found: Sequence[Clause], speaking: Speaking) -> Iterator[Fragment]:
    tolds = [predicate(one) for one in found]
    who: Who | None = None
    lost = False
    for at, (clause, told) in enumerate(zip(found, tolds, strict=True)):
        if told is None:
            if (name := NAMED.search(" ".join(clause.words))) is not None:
                yield from _named(clause, name, speaking)
            lost = True
            who = _next(who, clause, speaking)
            continue
        if clause.words[-1] == "아니라" and at + 1 < len(tolds) and (then := tolds[at + 1]) is not None and not then.noun:
            continue  # 차가 아니라 자전거를 타요: nobody is a car
        mood = told.mood or (_later(tolds[at + 1 :]) if clause.link in ("고", "서", "며") and _acts(told) else "")
        was = clause.link in ("고", "서") and not told.past and _past(told, clause.link, next(iter(tolds[at + 1 :]), None))
        reading = Reading(clause, told, mood, who, speaking, lost=lost, past=was)
        yield from reading.fragments()
        lost = lost or reading.unclear or reading.subject is None
        who = reading.who_next()


def _past(told: Predicate, link: str, after: Predicate | None) -> bool:
    """Whether a clause without a tense of its own is past by what follows; what is felt follows on what happened (발표를 망쳐서 속상해요)."""
    lasting = told.stem in listed.ADJECTIVES | listed.LASTING or told.negative or told.noun
    if after is None or lasting:
        return False
    felt = link == "서" and after.stem in listed.ADJECTIVES | listed.FELT
    return (after.past or felt) and not after.noun


def _acts(told: Predicate) -> bool:
    """Whether it is something done, so that what is planned later on in the sentence is planned of it too."""
    return not (told.past or told.noun or told.negative) and told.stem not in listed.ADJECTIVES | listed.LASTING


def _later(tolds: Sequence[Predicate | None]) -> str:
    return next((one.mood for one in tolds if one is not None and one.mood in ("plan", "possible")), "")


def _next(who: Who | None, clause: Clause, speaking: Speaking) -> Who | None:
    """Who the next clause is about, after one that states nothing but may name a topic."""
    for chunk in chunks(times(clause.words[:-1], copula=False)[1]):
        if chunk.particle in listed.TOPIC and len(chunk.items) == 1 and (name := named(chunk.items[0], speaking)):
            return Who(name, True, clause.link)
    return who


def _named(clause: Clause, name: re.Match[str], speaking: Speaking) -> Iterator[Fragment]:
    subject = next((one for one in chunks(clause.words[:-1]) if one.particle in listed.TOPIC | listed.NOMINATIVE), None)
    head = named(subject.items[0], speaking) if subject else None
    called = name["name"].split()[-1]
    if head and called != head and not describes(called):
        yield Fragment("이름이다", (Argument(head), Argument(called)), f"{topic(head)} 이름이 {called}이다.")
