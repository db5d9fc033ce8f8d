"""What is known of English words beside its verbs: kin, traits, openings of a chat line, and what is only a figure of speech."""

from thoughtbank.language.triples.wordlist import listed

SHORT = {
    "im": "i am", "ive": "i have", "i'm": "i am", "i've": "i have", "i'll": "i will", "we're": "we are", "he'll": "he will", "she'll": "she will",
    "they're": "they are", "they've": "they have", "gonna": "going to", "wanna": "want to", "gotta": "have to", "dont": "don't",
    "doesnt": "doesn't", "didnt": "didn't", "cant": "can't", "wont": "won't", "isnt": "isn't", "wasnt": "wasn't", "arent": "aren't",
    "havent": "haven't", "hasnt": "hasn't", "fav": "favorite", "fave": "favorite", "travelled": "traveled", "travelling": "traveling",
    "cancelled": "canceled",
}  # fmt: skip
"""Short and other spellings, as the rules read them."""
OTHERS_WORDS = listed(
    "says said tells told thinks thought claims claimed believes believed asks asked suggested suggests "
    "recommended recommends insists insisted "
    "mentioned mentions reckons hears heard wonders wondered assumes assumed advised advises feels guess think believe suppose"
)
"""Words behind which somebody else's statement or thought follows."""
OPENERS = listed(
    "yeah yes yep yup no nope nah well oh ooh ah aw aww wow hey hi hello hiya ok okay so and but also actually "
    "plus btw lol haha hahaha honestly anyway anyways "
    "thanks sure right true cool nice great awesome man dude omg yay anyhow basically however still sorry yo hmm um "
    "uh like unfortunately luckily "
    "fortunately sadly because cause cuz though although indeed definitely absolutely yea ya ha ugh then lately "
    "personally other therefore thankfully "
    "meanwhile besides first second finally besides currently recently"
)
"""Words that may open a line of chat, before what it says."""
BOUNDARIES = listed(", ; - – — : and but so because cause cuz coz bc though although yet plus whereas")
"""Signs and words between two clauses."""
SHARING = listed("and but then , & also")
"""Of these, those behind which the subject may go without saying."""
KIN = listed(
    """
    mother father mom mum dad mama papa mommy daddy parents sister brother sisters brothers sibling siblings twin son
    daughter sons daughters kid kids child children baby wife husband hubby spouse partner fiance fiancee fiancé
    fiancée girlfriend boyfriend ex ex-wife ex-husband gf bf grandma grandpa grandmother grandfather granny nana
    grandparents aunt uncle aunts uncles cousin cousins niece nephew nieces nephews stepmom stepdad stepmother
    stepfather stepson stepdaughter stepsister stepbrother mother-in-law father-in-law sister-in-law brother-in-law
    in-laws family friend friends bestie roommate roommates flatmate housemate boss manager coworker coworkers
    co-worker colleague colleagues neighbor neighbour neighbors teacher coach mentor therapist doctor landlord dog
    dogs cat cats puppy puppies kitten kittens pup kitty pet pets bird parrot hamster rabbit bunny horse pony turtle
    tortoise fish goldfish snake lizard gecko iguana ferret cow goat chicken guinea chihuahua poodle corgi beagle
    """
)
"""People and animals one calls "my"."""
PLURAL_KIN = listed("parents kids children family friends people folks in-laws")
"""Kin that are many without an s."""
ATTRIBUTES = listed(
    "name birthday passion job hobby hobbies age height weight hometown nationality religion major occupation "
    "profession dream nickname"
)
"""What is said of oneself: "my birthday is"."""
NO_SUBJECT = listed(
    """
    point guess question questions thought thoughts heart mind goodness god bad turn answer advice opinion
    understanding feeling feelings bet apologies condolences fear life day week weekend night time way problem
    pleasure experience everything soul world head gut eyes words stuff journey spirit friend's one own hope worry
    concern plan plans idea goal advice art work stress inspiration motivation past
    """
)
"""Nouns like "My point", "my heart": nouns with which a sentence is about the talk, or a figure of speech."""
DROPPED_SUBJECT = listed(
    "lost bought got moved started finished quit signed won adopted booked joined went visited met made baked "
    "cooked ordered sold watched passed graduated "
    "attended retired painted planted received found launched began took"
)
"""Verbs in the past that may open a sentence without "I"."""
BEHIND_DROPPED = listed("my a an the to some two three new from in into with for up back")
"""Words that show, behind such a verb, that it is one."""
AFTER_IS = listed(
    "a an allergic from going getting moving coming working living studying turning pregnant married been not "
    "named called currently now"
)
"""Words before which "'s" is short for "is" or "has"."""
NO_NAME = listed("i monday tuesday wednesday thursday friday saturday sunday christmas english spanish french")
"""Capitals that are no names."""
WITH_PREPOSITION = {
    "allergic": "to", "afraid": "of", "scared": "of", "terrified": "of", "fond": "of", "addicted": "to", "interested": "in", "good": "at",
    "bad": "at", "great": "at", "terrible": "at", "married": "to", "engaged": "to", "related": "to", "obsessed": "with", "passionate": "about",
    "worried": "about", "nervous": "about", "stressed": "about", "responsible": "for", "familiar": "with", "diagnosed": "with",
    "intolerant": "to", "involved": "in", "enrolled": "in", "born": "in on", "raised": "in by", "based": "in", "employed": "at by",
    "friends": "with", "excited": "about for", "sensitive": "to", "hooked": "on", "used": "to", "busy": "with", "accepted": "into to",
    "promoted": "to", "proficient": "in", "fluent": "in", "skilled": "at in", "qualified": "for as", "dependent": "on", "close": "to",
    "new": "to", "adopted": "by", "certified": "in as", "hired": "by as at", "fired": "from", "divorced": "from", "part": "of",
}  # fmt: skip
"""What one may be, with the prepositions that lead to its object: "is allergic to" nuts."""
TRAITS = listed(
    """
    vegetarian vegan pescatarian married single divorced widowed engaged separated retired unemployed pregnant gay
    lesbian bisexual transgender trans queer straight left-handed right-handed colorblind diabetic asthmatic deaf
    blind disabled autistic dyslexic tall short shy introverted extroverted outgoing religious catholic christian
    muslim jewish buddhist hindu atheist sober overweight self-employed homeless adopted bilingual injured sick
    depressed anxious stressed bald blonde blond lactose-intolerant nearsighted handicapped claustrophobic insomniac
    allergic celiac anemic dead deceased american british english irish scottish canadian australian mexican brazilian
    german french italian spanish portuguese dutch swedish danish norwegian finnish polish russian ukrainian greek
    turkish chinese japanese korean vietnamese indian pakistani thai filipino indonesian egyptian nigerian red blue
    green yellow orange purple pink brown black white gray grey
    """
)
"""Adjectives that say something lasting of a person, or a colour."""
DEGREES = listed("very quite pretty so really extremely a bit little slightly somewhat rather fairly too")
"""Words of degree before an adjective."""
NO_KIND = listed(
    """
    bit little lot few while couple pleasure joy relief shame pity mess fan one good great big bad huge nice wonderful
    lovely amazing true sucker blast question long different total real goner new
    """
)
"""Words behind "a" with which one isn't said to be of a kind."""
ROLES = listed(
    "oldest youngest only first eldest middle head owner manager captain founder president director leader lead "
    "mother father mom dad principal "
    "proud author daughter son co-founder coach"
)
"""Words behind "the" that are a role."""
NOT_HAD = listed(
    """
    idea ideas clue question questions feeling feelings doubt doubts fun blast time times look chance point hope hopes
    say thought thoughts problem issue issues moment faith memories memory wish word words reason reasons luck day
    night week weekend way trouble troubles over while sense best opportunity regrets choice access everything need
    urge pleasure guess answer lot lots good great nice everyone experience impression feel right confidence respect
    passion goal goals plans stuff other something
    """
)
"""Nouns that are only had in figures of speech."""
NOT_OF = {
    "take": listed(
        "control look advantage time note pride action it credit turns breaks deep risks everything steps chances "
        "part pleasure comfort notice"
    ),
    "make": listed(
        "sense sure difference point it progress room time people everyone something everything peace connections happy"
    ),
    "pay": listed("attention"),
    "get": listed(
        "it together done home super used started going ready better worse lost over through along what into inspired creative some "
        "closer to away up back out on chills so "
        "really very feedback stuck caught happy excited lots"
    ),
    "go": listed("for well by great it over further through ahead ham"),
    "give": listed("up it advice a the everyone them people back in"),
    "find": listed("it that out this a the"),
    "come": listed("up across to out true here back along by over with"),
    "do": listed("it that this some the so well great good better a all something what more everything not"),
    "see": listed("how what it that the if some all people"),
    "put": listed("it in the a"),
    "leave": listed("it"),
    "hold": listed("it on"),
    "bring": listed("it"),
    "need": listed("to it that a this some time"),
    "help": listed("it with out people others"),
    "want": listed("it that everyone people others the"),
    "stop": listed("by it"),
    "work": listed("hard on out well together hand it through"),
    "think": listed("that it"),
    "stay": listed(
        "upbeat grounded optimistic sane cool warm focused inspired organized positive calm healthy safe strong "
        "active true busy fit connected motivated up on in"
    ),
    "follow": listed("up"),
    "pass": listed("it on by out"),
    "fall": listed("in"),
    "talk": listed("to about with"),
    "learn": listed("so that not from it"),
    "experience": listed("it"),
    "support": listed("others people everyone"),
    "use": listed("it to some"),
    "run": listed("into out"),
    "grow": listed("as so from"),
    "plan": listed("on"),
    "achieve": listed("what"),
    "spend": listed("the"),
    "try": listed("it out the"),
    "change": listed("the it"),
    "save": listed("the"),
}
"""First words behind a verb with which it is a figure of speech, or rests on what was said before."""
LIKED_THE = listed(
    "beach beaches ocean sea mountains outdoors rain snow city countryside country color colour colors smell "
    "taste sound forest woods sun summer winter "
    "water nature gym cold heat beatles night holidays"
)
"""Things that are liked in general though with "the"."""
LIKES = listed("like love hate enjoy prefer adore dislike dread crave miss")
"""Verbs of liking and its opposite."""
STATES = listed(
    "college school grad graduate high middle elementary university love therapy rehab kindergarten charge "
    "retail sales marketing finance"
)
"""What one may be "in"."""
TO_KNOWN = listed("want need hope plan decide try have intend go come wait")
"""Behind these a verb with "to" counts only if it is in the list: "wanted to tell", "hope to hear" are the talk's own."""
LIKED_TO = listed("like likes love loves hate hates prefer prefers learning learned learn")
"""Forms of liking that take a bare verb."""
SKILLS = listed("draw sing dance swim cook drive ski skate surf knit sew code program juggle bake paint")
"""What one "can" that is worth knowing without an object."""
RARELY_NOUNS = listed("love like need play watch use visit help")
"""Verbs that are no nouns as soon as a word follows that may be their object."""
