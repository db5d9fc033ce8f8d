"""English: who, a verb of a closed list, and what stands behind it, clause by clause.

The idea: a clause is read only if it opens with "I", "my ..." or someone just named, goes on with a verb of english_verbs.py, and ends in something
that is clear on its own. Nothing is read from questions, conditions, wishes against the facts, or behind someone else's "said".

    "My sister Mia moved to Rotterdam, but I still live in Utrecht."   (speaker Ana)
    ->  Ana | has sister | Mia      Mia | moved to | Rotterdam      Ana | still lives in | Utrecht
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from thoughtbank.language.triples import english_lexicon as lexicon
from thoughtbank.language.triples.english_complements import Speakers, Subject, favourite, said_of
from thoughtbank.language.triples.english_groups import Group, group
from thoughtbank.language.triples.english_tails import SUBJECTS, end_of
from thoughtbank.language.triples.english_times import leading_time
from thoughtbank.language.triples.english_verbs import GERUNDS, PARTICIPLES, PAST, PRESENT, THIRDS
from thoughtbank.language.triples.said import Said
from thoughtbank.language.triples.sentences import HIDDEN
from thoughtbank.language.triples.wordlist import listed
from thoughtbank.language.words import APOSTROPHES

NOBODY = "the user"
"""The speaker's name where none is known."""

_TOKEN = re.compile(rf"{HIDDEN}|\d+(?:[.,:/]\d+)*\w*|[^\W\d_]\w*(?:[-'&./]\w+)*\+*|\S")
_APART = re.compile(r"\b(i|don|doesn|didn|can|won|isn|wasn|aren|haven|hasn) ?'? (m|t|ve)\b", re.IGNORECASE)
"""As in "i ' m", "don t": an apostrophe that was lost or stands apart."""
_UNREAL = re.compile(
    r"\b(?:if|wish|wished|imagine|suppose|supposing|pretend|pretending|unless|whether|what if|would have|could have"
    r"|should have|would've|could've|"
    r"should've|as though|in (?:my|a) dream|dreamt|dreamed|i (?:bet|guess|assume|doubt)|supposedly|allegedly"
    r"|apparently|hypothetically|just kidding|not that)\b"
)


@dataclass(frozen=True, slots=True)
class _Start:
    """A place where a clause begins: whom it is about if that is carried on, and the time before it."""

    at: int
    shared: tuple[Subject, Group] | None = None
    front: str = ""


def read(sentence: str, me: str, you: str | None) -> list[Said]:
    """What one sentence says."""
    plain = _APART.sub(r"\1'\2", sentence.translate(APOSTROPHES).replace("`", "'"))
    tokens = _tokens(stated(plain))
    lower = " ".join(tokens).lower()
    if not tokens or _UNREAL.search(lower):
        return []
    speakers = Speakers(me, you)
    said = list(_clauses(tokens, speakers))
    return [*_names(tokens, speakers), *said] if said or "?" not in sentence else []


def stated(sentence: str) -> str:
    """The sentence without its question: "I have two cats, do you like cats?" is "I have two cats"."""
    if "?" not in sentence and not _ASKING.match(sentence):
        return sentence
    body = sentence.rstrip(" ?!.")
    cut = list(_LAST_CLAUSE.finditer(body))
    if not cut or not _ASKING.match(body[cut[-1].end() :]):
        return ""
    before = body[: cut[-1].start()]
    return "" if _ASKING.match(before) or "?" in before else before


_LAST_CLAUSE = re.compile(r"(?:,| - | – | — |;)\s*(?:and |but |so )?|\s(?:and|but|so) (?=(?:do|are|have|what|how|is|did) )")
_ASKING = re.compile(
    r"\s*(?:(?:and|but|so|well|oh|hey|hi|ok|yeah) ,? ?)?(?:do|does|did|are|is|was|were|have|has|can|could|would"
    r"|will|should|what|what's|whats|how|how's|where|when|why|who|which|"
    r"any|anything|don't|aren't|isn't|haven't|got any|care|wanna|want|ever|you|u)\b", re.IGNORECASE,
)  # fmt: skip


def _tokens(sentence: str) -> list[str]:
    """Words and signs, contractions taken apart: "I'm", "she's been", "my dad's a nurse"."""
    found: list[str] = []
    raw = _TOKEN.findall(sentence.rstrip(" .!。…~～"))
    for at, token in enumerate(raw):
        word = token.lower()
        following = raw[at + 1].lower() if at + 1 < len(raw) else ""
        if word in lexicon.SHORT:
            found += lexicon.SHORT[word].split()
        elif word.endswith("'d") and word[:-2] in ("i", "he", "she"):
            found += [token[:-2], "had" if following in PARTICIPLES or following == "better" else "would"]
        elif word.endswith(("'ll", "'ve", "'re")):
            found += [token[:-3], {"'ll": "will", "'ve": "have", "'re": "are"}[word[-3:]]]
        elif word.endswith("'s") and (
            word[:-2] in ("he", "she", "it", "that", "there", "what", "who") or following in lexicon.AFTER_IS
        ):
            found += [token[:-2], "has" if following in ("been", "got") else "is"]
        else:
            found.append(token)
    return found


def _clauses(tokens: Sequence[str], speakers: Speakers) -> Iterator[Said]:
    """Goes from clause to clause. Behind somebody else's "says" nothing more is read."""
    opening = _opening(tokens, 0)
    tokens = _dropped(tokens, opening.at) or tokens
    start: _Start | None = opening
    spoken_of: Subject | None = None
    while start is not None:
        end = start.at
        found = _subject(tokens, start, speakers, spoken_of)
        carried = None
        if found:
            who, verb, said, end = found
            if said is not None:
                yield said
            carried = None if {"that", "who", "which"} & {word.lower() for word in tokens[start.at : end]} else (who, verb)
            spoken_of = who if who.person == "third" else spoken_of
        elif _reports(tokens, start.at):
            return
        start = _next(tokens, end, carried)


def _opening(tokens: Sequence[str], at: int) -> _Start:
    """Past greetings, fillers, a name called, and a time before the subject."""
    while at < len(tokens):
        word = tokens[at].lower()
        called = (
            at + 1 < len(tokens)
            and tokens[at + 1] in (",", "!")
            and (tokens[at][:1].isupper() or at == 0)
            and word not in SUBJECTS
        )
        if word in lexicon.OPENERS and not (word == "like" and at == 0) or word in (",", "-", "–", "—", ".", "...", "!"):
            at += 1
        elif called and not leading_time(tokens[at])[0]:
            at += 2
        else:
            break
    return _with_time(tokens, at)


def _with_time(tokens: Sequence[str], at: int) -> _Start:
    text = " ".join(tokens[at : at + 9])
    front, rest = leading_time(text)
    if front:
        skipped = len(tokens[at : at + 9]) - len(rest.split()) if rest else 0
        if rest and (rest.split()[0].lower() in SUBJECTS or rest.split()[0].lower() == "my"):
            return _Start(at + skipped, front=front)
    return _Start(at)


def _dropped(tokens: Sequence[str], at: int) -> list[str] | None:
    """The sentence with its "I" put back: "Lost my job", "Been reading a lot"."""
    words = [word.lower() for word in tokens[at : at + 4]]
    skip = 1 if words[:1] in (["just"], ["finally"], ["recently"]) else 0
    word, following = (*words[skip:], "", "")[:2]
    if word in lexicon.DROPPED_SUBJECT and following in lexicon.BEHIND_DROPPED:
        return [*tokens[:at], "I", tokens[at].lower(), *tokens[at + 1 :]]
    if word == "been" and following in GERUNDS:
        return [*tokens[:at], "I", "have", "been", *tokens[at + 1 :]]
    return None


def _reports(tokens: Sequence[str], at: int) -> bool:
    """Whether the clause says what somebody says or thinks."""
    for word in tokens[at : at + 8]:
        if word in (",", ";"):
            return False
        if word.lower() in lexicon.OTHERS_WORDS:
            return True
    return False


def _next(tokens: Sequence[str], end: int, carried: tuple[Subject, Group] | None) -> _Start | None:
    """The next place where a clause may begin. What directly follows a clause that was read may share its subject."""
    at = end
    while at < len(tokens) and tokens[at].lower() not in lexicon.BOUNDARIES:
        at += 1
    if at >= len(tokens):
        return None
    sharing = carried is not None and tokens[at].lower() in lexicon.SHARING and at == end
    while at < len(tokens) and tokens[at].lower() in lexicon.BOUNDARIES | lexicon.OPENERS:
        sharing = sharing and tokens[at].lower() in lexicon.SHARING
        at += 1
    opened = _opening(tokens, at)
    if sharing and opened.at == at and carried is not None:
        return replace(opened, shared=carried)
    return opened if opened.at < len(tokens) else None


Found = tuple[Subject, Group, Said | None, int]


def _subject(tokens: Sequence[str], start: _Start, speakers: Speakers, spoken_of: Subject | None) -> Found | None:
    """The subject at a clause's start, its verb and what it says."""
    at = start.at
    word = tokens[at].lower() if at < len(tokens) else ""
    if word == "i":
        return _plain(tokens, at + 1, Subject(speakers.me, speakers.me, "me"), speakers, start.front)
    if word == "my":
        return _of_mine(tokens, at, speakers, start.front)
    if start.shared is not None:
        return _shared(tokens, at, *start.shared, speakers)
    return None


def _plain(tokens: Sequence[str], at: int, who: Subject, speakers: Speakers, front: str) -> Found | None:
    if who.person == "me" and _a_title(tokens, at):
        return None
    verb = group(tokens, at, who.person)
    if verb is None:
        return None
    said, end = said_of(who, verb, tokens, speakers, front)
    return who, verb, said, max(end, verb.end)


def _a_title(tokens: Sequence[str], at: int) -> bool:
    """As in "I Want to Break Free" is a song."""
    return at < len(tokens) and tokens[at][:1].isupper() and not tokens[at].isupper()


def _shared(tokens: Sequence[str], at: int, who: Subject, before: Group, speakers: Speakers) -> Found | None:
    """As in "... and work in a bank": a verb of the same subject, in a tense that goes with the one before."""
    verb = group(tokens, at, who.person)
    if verb is None:
        return None
    word = tokens[at].lower()
    if word in (PRESENT if who.person == "me" else THIRDS) and not before.habit:
        return None
    helped = verb.base != word and word not in PAST and word not in PRESENT
    behind = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
    if before.bare and not helped:
        return None
    plain = word in lexicon.RARELY_NOUNS or (word in PAST and not before.habit)
    if not helped and not plain and behind not in lexicon.BEHIND_DROPPED | {"at", "on", "as"}:
        return None
    said, end = said_of(who, verb, tokens, speakers, "")
    return who, verb, said, max(end, verb.end)


def _of_mine(tokens: Sequence[str], at: int, speakers: Speakers, front: str) -> Found | None:
    """As in "my sister Mia ...", "my favourite colour is ...", "my old car ...", "my wife and I ..."."""
    if found := _favourite(tokens, at, speakers):
        return found
    for width in range(1, 6):
        end = at + 1 + width
        if end >= len(tokens) or not _nominal(tokens[end - 1], first=width == 1):
            return None
        who = _called(tokens, at + 1, end, speakers)
        if who is None:
            continue
        if (
            tokens[end].lower() == "and"
            and end + 1 < len(tokens)
            and tokens[end + 1].lower() == "i"
            and tokens[end - 1].lower() in lexicon.KIN
        ):
            both = f"{speakers.me} and {who.spoken}"
            return _plain(tokens, end + 2, Subject(both, both, "plural"), speakers, front)
        if found := _plain(tokens, end, who, speakers, front):
            return found
    return None


def _nominal(token: str, *, first: bool) -> bool:
    """Whether a word may stand between "my" and its verb."""
    word = token.lower()
    other = word in SUBJECTS or word in lexicon.BOUNDARIES or word in _NOT_IN_NAME
    return token[0].isalpha() and not other and not (first and word in lexicon.NO_SUBJECT)


_NOT_IN_NAME = listed("in on at for with from to who is was are were has had of not never when the a my")


def _called(tokens: Sequence[str], first: int, end: int, speakers: Speakers) -> Subject | None:
    """Whom the words behind "my" name: kin with a name is that name, all else belongs to the speaker."""
    words = tokens[first:end]
    last = words[-1].lower()
    if last in lexicon.NO_SUBJECT:
        return None
    kin = next((n for n, word in enumerate(words) if word.lower() in lexicon.KIN), None)
    if kin is not None and kin < len(words) - 1:
        names = words[kin + 1 :]
        if not all(name[:1].isupper() and not name.isupper() for name in names):
            names = []
        if names:
            return Subject(" ".join(names), f"{speakers.mine} {' '.join(words)}", "third")
    plural = last in lexicon.PLURAL_KIN or (
        last.endswith("s") and not last.endswith(("ss", "us", "'s")) and last not in ("boss",)
    )
    name = f"{speakers.mine} {' '.join(words)}"
    return Subject(name, name, "plural" if plural else "third")


def _favourite(tokens: Sequence[str], at: int, speakers: Speakers) -> Found | None:
    """As in "My favourite colour is green", "my name is Mia", "my birthday is ..."."""
    words = [word.lower() for word in tokens[at + 1 : at + 9]]
    verb_at = next((n for n, word in enumerate(words) if word in ("is", "are", "was", "were")), None)
    if not verb_at:
        return None
    first = at + 2 + verb_at
    thing = " ".join(words[1:verb_at])
    end = _end_of_favourite(tokens, first)
    who = Subject(speakers.me, speakers.me, "me")
    if words[0] in ("favorite", "favourite", "least") and thing and "i" not in words[:verb_at] and "one" not in words[:verb_at]:
        said = favourite(thing, speakers, tokens[first:end], words[verb_at], words[0])
        return who, Group((), (), first, "be"), said, end
    if words[0] in lexicon.ATTRIBUTES and verb_at == 1:
        return who, Group((), (), first, "be"), _attribute(words[0], words[1], tokens[first:end], speakers), end
    return None


def _end_of_favourite(tokens: Sequence[str], first: int) -> int:
    end = end_of(tokens, first, habit=True)
    return first if end is None else end


def _attribute(word: str, verb: str, words: Sequence[str], speakers: Speakers) -> Said | None:
    if word == "name":
        named = " ".join(name for name in words[:3])
        if not words or named.casefold() == speakers.me.casefold() or not all(name[:1].isalpha() for name in words[:3]):
            return None
        return Said(speakers.me, "is named", named, f"{speakers.me[0].upper()}{speakers.me[1:]} is named {named}.")
    said = favourite(word, speakers, words, verb, "")
    return None if said is None else Said(said.head, said.relation.strip(), said.tail, said.text.replace("  ", " "))


def _names(tokens: Sequence[str], speakers: Speakers) -> Iterator[Said]:
    """Whoever is named behind "my sister", wherever that stands."""
    for at, token in enumerate(tokens):
        if token.lower() != "my":
            continue
        for kin in range(at + 1, min(at + 4, len(tokens) - 1)):
            word, name = tokens[kin].lower(), tokens[kin + 1]
            if (
                word in lexicon.KIN
                and word not in lexicon.PLURAL_KIN
                and not (word.endswith("s") and word != "boss")
                and _a_name(name)
            ):
                what = " ".join(tokens[at + 1 : kin + 1]).lower()
                article = "an" if what[0] in "aeiou" else "a"
                me = speakers.me[0].upper() + speakers.me[1:]
                yield Said(speakers.me, f"has {what}", name, f"{me} has {article} {what} named {name}.")
                break


def _a_name(token: str) -> bool:
    return token[:1].isupper() and token[1:].islower() and len(token) > 1 and token.lower() not in lexicon.NO_NAME
