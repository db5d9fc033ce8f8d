"""The English verbs that state something about a person, and their forms.

A verb that isn't in the list says nothing here: verbs of thinking, seeming and speaking report what may not be so. Forms by rule, the
irregular ones from the list.
"""

from thoughtbank.language.triples.wordlist import listed

_IRREGULAR = """
become became become; begin began begun; break broke broken; breed bred bred; bring brought brought; build built
built; buy bought bought; catch caught caught; come came come; cost cost cost; cut cut cut; deal dealt dealt; do did
done; draw drew drawn; drink drank drunk; drive drove driven; eat ate eaten; fail failed failed; fall fell fallen;
feed fed fed; find found found; fly flew flown; forget forgot forgotten; get got gotten; give gave given; go went
gone; grow grew grown; have had had; hold held held; hurt hurt hurt; lead led led; leave left left; lose lost lost;
make made made; meet met met; overcome overcame overcome; pay paid paid; put put put; quit quit quit; read read read;
ride rode ridden; run ran run; see saw seen; sell sold sold; send sent sent; sew sewed sewn; sing sang sung; sleep
slept slept; spend spent spent; swim swam swum; take took taken; teach taught taught; undergo underwent undergone;
wake woke woken; wear wore worn; win won won; withdraw withdrew withdrawn; write wrote written; speak spoke spoken
"""
_REGULAR = """
achieve act adopt adore apply attend audition avoid bake battle bike book box bowl breed camp cancel care carve
celebrate change climb coach code collect commute compete complete compose cook craft crave create crochet cruise
cycle dance date decorate deliver deposit design develop die direct dislike dive divorce donate dread earn edit employ
enjoy enroll enrol enter exercise exhibit experience experiment explore fail farm film finish fish fix follow foster found
gain garden graduate grill hate help hike hire host hunt injure inherit install interview invest invite jog join
juggle knit land launch learn like listen live love major manage marry meditate mentor migrate miss move need nominate
open order organize organise own paint participate pass perform photograph plan plant play practice practise prefer
prepare present produce program promote publish purchase race raise receive record recover redecorate register rehearse release
relocate remarry remodel renovate rent repair represent rescue research resign restore retire roast sail save serve
sew shop sign sketch skate ski smoke sprain start stay stop stream struggle study submit suffer support surf survive
switch talk tour train transfer translate travel try tutor use vacation visit volunteer wait walk want watch weigh
work wrestle
"""
_PAST_ONLY = (
    "see find fall forget leave catch put cut hold bring send hurt cost come do pass enter land found present change open wait"
)
"""What these say in the present is rarely a fact about a life: "I see", "I forget". (To come from a place is read by itself.)"""

CHAINS = listed("want need plan hope decide try like love hate prefer start begin learn intend continue")
"""Verbs that take a second one with "to"."""
_INFINITIVE_ONLY = "be become see go come do leave bring capture send open change find catch enter relax reduce improve"


def third(base: str) -> str:
    if base in _THIRD:
        return _THIRD[base]
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return base + "es"
    return base[:-1] + "ies" if base.endswith("y") and base[-2] not in "aeiou" else base + "s"


def _past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ied"
    return base + base[-1] * (base in _DOUBLED) + "ed"


def _gerund(base: str) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith("ee") and base != "be":
        return base[:-1] + "ing"
    return base + base[-1] * (base in _DOUBLED) + "ing"


_THIRD = {"have": "has", "be": "is", "quit": "quits"}
_DOUBLED = listed(
    "begin cut enrol forget get jog knit plan program put quit run shop sit stop swim transfer win hit prefer chat"
)
_irregular = {forms.split()[0]: forms.split()[1:] for forms in _IRREGULAR.replace("\n", " ").split(";")}
_bases = [*_irregular, *_REGULAR.split()]

PAST = {(_irregular[base][0] if base in _irregular else _past(base)): base for base in _bases}
"""Past tense to base."""
PARTICIPLES = {(_irregular[base][1] if base in _irregular else _past(base)): base for base in _bases} | {
    "got": "get", "been": "be", "practised": "practise", "learnt": "learn",
}  # fmt: skip
"""Past participle to base."""
GERUNDS = {_gerund(base): base for base in [*_bases, "be", "expect", "become", "think", "hope"]}
"""Present participle to base."""
PRESENT = {base: third(base) for base in _bases if base not in _PAST_ONLY.split()}
"""Base to third person."""
THIRDS = {third: base for base, third in PRESENT.items()}
"""Third person to base."""
INFINITIVES = frozenset([*_bases, *_INFINITIVE_ONLY.split()])
"""What may follow "to" and "will"."""

INTRANSITIVE = listed("passed died retired graduated resigned remarried divorced smoke smokes smoked drink drinks")
"""Forms that say enough with nothing behind them but a time."""

PARTICLES = listed(
    "to in at on for with from into as about of by up out off back down away over around through near onto "
    "against across "
    "along abroad together towards toward after"
)
"""Words that belong to the verb when they follow it: "moved back to", "signed up for"."""

ALONE = listed("abroad away together back up out off down over around along through")
"""Of these, those that may end what is said: "travels abroad"."""

OTHER_VERBS = listed(
    "keep realize realise tell ask check show let say think look feel know believe understand appreciate remember trust prove push focus pursue chase "
    "face hear remind share thank congratulate wish surprise grab head hang sit stand turn call text"
)
"""Verbs that state nothing here, told from nouns behind "to"."""
