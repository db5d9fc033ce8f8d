"""What is known of English words where a parse doesn't tell it: what verbs do to what hangs on them, times, and words that state nothing."""

from thoughtbank.language.triples.wordlist import listed

INTENDING = listed("want plan hope intend decide aim dream consider expect promise agree prepare")
"""Lemmas behind which a second verb is meant, not done."""
CHAINED = INTENDING | listed(
    "start begin stop quit keep continue try need have learn manage forget use go think get help tend finish fail refuse afford struggle work end"
)
"""Lemmas that make one predicate with a second verb. Behind others it is an argument: loves(Ana; hiking)."""
KNOWN_TRUE = listed(
    "know realize realise discover notice remember forget learn find see believe mind love hate regret happy glad sad excited proud "
    "thrilled sad upset relieved disappointed lucky grateful thankful figure notice annoyed tell mention confess admit"
)
"""Lemmas of verbs and adjectives: what the speaker says behind them is so. "believe" only when denied, "can't believe I won"."""
THOUGHT = listed("think guess believe suppose feel imagine reckon suspect")
"""Lemmas behind which the speaker says what may be so."""
UNREAL = listed("wish dream suppose imagine pretend bet doubt wonder assume say claim joke kid")
"""Lemmas whose clause states nothing, and what hangs on it neither."""
IDLE = listed("think mean guess hope wish thank bet appreciate suppose agree")
"""Of the next, those that state nothing even with an object."""
TALK = listed(
    "think know mean guess hope wish agree understand appreciate thank bet suppose wonder promise see hear believe feel say imagine "
    "remember forget swear admit notice realize realise seem tell ask look sound doubt assume mention reckon matter depend mind care"
)
"""Lemmas that state little of a life by themselves in the present, "I see"; with an object and in the past they do."""
SAYING = listed(
    "say tell ask think claim mention suggest recommend insist believe hear reckon wonder assume announce explain swear warn"
)
"""Lemmas behind which somebody's words or thoughts follow."""
HOLLOW = listed(
    "sorry glad sure kidding joking serious right wrong welcome okay ok fine great cool awesome amazing nice good fun funny true "
    "wonderful lovely fantastic important interesting crazy possible impossible hard easy weird worth cute sweet bad terrible hilarious"
)
"""Complements of "it is" or "I am" without content."""
FELT = listed("sorry glad sure kidding joking serious right wrong welcome ok okay fine afraid aware")
"""Of these, those that say nothing of "I"."""
UNREAL_IF = listed("if unless whether lest like")
"""Words that open a clause on which nothing said depends as a fact."""
TOLD_ASIDE = listed(
    "because since as although though while whereas after before when once until till cause cuz coz so that whenever"
)
"""Words that open a clause which states something of its own."""
ONLY_PAST = listed("when before after until till once whenever")
"""Of these, those whose clause counts only in the past tense."""
VAGUE = listed(
    "it this that these those they them something anything everything nothing someone somebody anyone anybody everyone everybody "
    "one thing things stuff people what which who whoever whatever lot some any all both others other same way"
)
"""Words that name nothing by themselves."""
OWNED = listed("mine yours his hers ours theirs")
"""Stand for what the sentence named before."""
EMPTY_OBJECTS = listed("it this that something anything everything what which so way ways idea clue")
"""Objects without which nothing is left to remember."""
PEOPLE_AS_PRONOUNS = listed("he she him her his hers himself herself")
MALE = listed(
    "father dad papa daddy brother son husband hubby boyfriend bf grandpa grandfather granddad uncle nephew stepdad stepfather "
    "stepson stepbrother father-in-law son-in-law brother-in-law fiance fiancé man guy boy landlord gentleman king"
)
FEMALE = listed(
    "mother mom mum mama mommy mummy sister daughter wife girlfriend gf grandma grandmother granny nana aunt auntie niece stepmom stepmother "
    "stepdaughter stepsister mother-in-law daughter-in-law sister-in-law fiancee fiancée woman girl lady landlady queen"
)
PERSONS = MALE | FEMALE | listed(
    "friend friends parents kids kid children child baby partner spouse cousin cousins twin twins boss manager coworker coworkers colleague colleagues "
    "neighbor neighbour neighbors neighbours teacher coach mentor therapist doctor dentist roommate roommates flatmate flatmates housemate "
    "family team sisters brothers sons daughters nephews nieces uncles aunts grandparents relatives group club class band crew students student "
    "classmates classmate guests guest people buddy buddies bestie ex dog dogs cat cats"
)  # fmt: skip
"""Those one does things with."""
TIME_UNITS = listed(
    "second seconds minute minutes hour hours day days night nights week weeks weekend weekends month months year years decade decades century "
    "morning mornings afternoon afternoons evening evenings noon midnight midday dawn spring summer autumn fall winter springs summers winters "
    "falls season semester term quarter christmas thanksgiving easter halloween ramadan diwali birthday ages while moment time times today tomorrow "
    "yesterday tonight monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays "
    "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec childhood "
    "holidays am pm o'clock lunchtime pregnancy pandemic lockdown beginning"
)
TIME_WORDS = listed(
    "today tomorrow yesterday tonight now recently lately soon currently nowadays someday eventually earlier later ago daily weekly monthly "
    "yearly annually sometime early late twice once forever weekends somedays afterwards overnight"
)
"""Adverbs."""
MOVING = listed(
    "go come move travel fly drive walk run take bring send carry ride return relocate get cycle commute sail hike rush be emigrate transfer switch"
)
"""Lemmas with which "to" leads to a place."""
AGES = listed("kid child teenager teen baby boy girl student adult")
"""With "as", when it was."""
OCCASIONS = listed(
    "breakfast lunch dinner supper brunch dessert birthday birthdays christmas anniversary graduation wedding halloween easter"
)
"""What something is done for: with "for" no time."""
OF_HABIT = listed(
    "always usually often sometimes regularly normally typically generally frequently occasionally constantly mostly"
)
"""Adverbs of what happens again and again."""
MAYBE = listed("maybe perhaps probably possibly likely")
NOT_QUITE = listed("almost nearly supposedly allegedly apparently hypothetically theoretically")
"""Adverbs with which it didn't happen, or isn't known to have."""
HARDLY = listed("hardly barely scarcely rarely")
"""Adverbs with which "ever" is seldom."""
WITH_THE_VERB = listed(
    "never still already rarely hardly barely scarcely seldom always usually often sometimes regularly normally typically longer really only"
)
"""Adverbs that stand in the predicate where they stand before its last verb."""
BEHIND_THE_VERB = listed(
    "together back away abroad home anymore longer out up off down over along apart outside upstairs downstairs overseas online in on"
)
"""Adverbs that stand in the predicate behind its verb."""
HELD_BACK = listed("allow permit force require")
"""Lemmas that make one predicate with a second verb where they are passive: "isn't allowed to drive"."""
NOBODY = listed("nobody none nothing neither noone nowt nought nor")
"""Words that name none: what is said of them is said of no one."""
IMAGINED = listed(
    "dream dreams nightmare nightmares fantasy fantasies idea feeling hope hopes fear fears rumor rumour rumors rumours impression suspicion "
    "chance possibility thought thoughts hunch theory"
)
"""Nouns whose clause tells what was dreamt, feared or heard."""
OF_PLACE = listed(
    "in at on near by from to into onto around across through over under behind beside inside outside along toward towards between above off"
)
SPLIT_FROM_NOUN = listed("as in at near with for during since after before from on")
"""Prepositions whose phrase is an argument of its own though the parser hangs it on a noun, where it names a time, a place or people."""
WHOLE = listed(
    "degree interest interview job jobs position class course lesson lessons increase change experience master major phd bachelor scholarship "
    "ticket tickets letter love way recipe chance test exam crush room access member contract"
)
"""Nouns that keep what hangs on them."""
IN_THE_PAST_OPENS = listed(
    "been lost bought got moved started finished quit signed won adopted booked joined went visited met made baked cooked ordered sold "
    "watched passed graduated attended retired painted planted received found launched began took saw had ate came spent gave left broke "
    "fell decided tried ran walked drove rode swam played told heard felt forgot dropped slept woke built wrote taught learned learnt "
    "failed paid picked hired fired applied cleaned fixed returned called talked used loved hated missed enjoyed worked lived stayed"
)
"""Verbs in the past that open a sentence only where its subject went without saying."""
PRESENT_OPENS = listed("love hate miss need want prefer enjoy dislike")
DENIED_OPENS = listed("don't didn't haven't can't couldn't cannot")
"""Denials that may open a sentence without "I"; the first only before the verbs below."""
DENIED_VERBS = listed(
    "like love have eat drink want need smoke own speak live work feel get really seen been had stand sleep know remember find go make even "
    "eaten heard played gone slept used watch play enjoy own believe miss afford"
)
OPENERS_OF_TALK = listed(
    "yeah yes yep no nope nah well oh ah aw aww wow hey hi hello ok okay so and but also actually plus btw lol haha honestly anyway anyways "
    "man dude omg ugh hmm um uh thanks sure right true cool nice great awesome unfortunately sadly luckily basically"
)
SOFT_OPENERS = listed("just finally recently already still also never probably")
"""Adverbs that may stand before a verb whose subject went without saying."""
