"""Every knob, frozen and typed, with its unit and where its default comes from. This file alone reads the environment.

Order: arguments win over THOUGHTBANK_* variables, those over the settings file (`thoughtbank.toml` in THOUGHTBANK_HOME), that over the
defaults. Importing this module reads nothing; calling `Settings()` does.
"""

import os
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from thoughtbank.errors import SettingsError

Path_ = Literal["dense", "lexical", "graph", "thoughts"]
"""The ways by which a query finds memories. `thoughts` looks only at thoughts, in the query's group of the hash table (TiM, section 3.3); `graph` at what
shares arguments with the query (FraCom, section 2.4)."""
Preset = Literal["ALL", "TIM", "FRACOM", "CIG"]
"""ALL: the blend of all mechanisms. TIM: Think-in-Memory as published. FRACOM: Fragment-then-Compose as published. CIG: the article on information gain."""


class RecallSettings(BaseModel):
    """How a query is answered. The defaults are the plain recipe: no learnt part, the same for every language.

    Measured on dialogues of two people and of a person with an assistant; `thoughtbank evaluate locomo` and `gvd` repeat it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    paths: tuple[Path_, ...] = ("dense", "lexical", "graph")
    """Which paths run; leaving one out is an ablation."""
    dense_weight: float = Field(0.5, ge=0, le=1)
    """Share of the dense score in the fused one; flat between .4 and .6 where it was measured."""
    level_languages: bool = True
    """Whether each language's mean likeness is taken out, so that a question finds answers in another language. No effect in one language."""
    foreign_words: float = Field(0.5, ge=0, le=1)
    """How much of the likeness of meaning stands in for shared words where a memory is in another language than the question. In dialogues half
    English, half Chinese, .5 found .54 / .79 of the answers in the other language at 5 / 10 (0: .23 / .62; without levelling .11 / .24), and
    .98 / .99 of those in the question's own (0: .99 / 1.0)."""
    k1: float = Field(1.2, ge=0)
    """BM25 saturation (Robertson and Zaragoza 2009 give 1.2 to 2); flat from .9 to 1.8 where it was measured."""
    b: float = Field(0.75, ge=0, le=1)
    """BM25 length normalisation, the customary value; flat from .3 to .9 where it was measured."""
    neighbours: int = Field(2, ge=0, le=8)
    """How many earlier turns of its session are scored with a turn: the question's words often stand before the answer."""
    neighbours_long: int = Field(0, ge=0, le=8)
    """The same in sessions of long messages, where neighbours blur (measured on user-assistant chats of essays)."""
    long_turn: float = Field(100.0, gt=0)
    """A session counts as long above this mean number of terms a turn. Ordinary chats measured 14 to 76, essays 208; flat from 80 to 120."""
    session_gap: float = Field(60.0, gt=0)
    """Minutes: turns without a session id that lie further apart aren't neighbours. Chosen, not measured."""
    thoughts_weight: float = Field(0.5, ge=0, le=1)
    """Weight of the thoughts' path beside others; alone it is all there is. Chosen, not measured."""
    probes: int = Field(1, ge=1)
    """Groups of the hash table in which thoughts are sought, the nearest first. The paper has 1; more (multi-probe) are ours."""
    tables: int = Field(1, ge=1, le=16)
    """Hash tables in which thoughts are sought. The paper has 1; more are ours, worked out from the vectors when they are needed."""
    pool: int = Field(200, ge=1)
    """Candidates taken from each path before fusing."""
    k: int = Field(10, ge=1, le=1000)
    """Rows returned unless the call says otherwise."""
    net: float = Field(2.0, ge=1)
    """Safety net under the gate of gain: the whole log is searched where turns of little gain share more than so many times as much of the question's
    words (BM25) as the best of all others. Chosen: it opens for 1 of 679 questions of LoCoMo and MemoryBank; 1.1 opens for 19 and made 3 better, none
    worse; on Memora neither did more than the other (`benchmarks/net.py`)."""
    net_far: bool = True
    """Whether the whole log is searched too where a question refers to what was said far back ("the first time we talked")."""


class GraphSettings(BaseModel):
    """Recall through what propositions share (FraCom, sections 2.3 and 2.4): a question's arguments against all arguments that are known.

    Measured with propositions by rules over a parse; `thoughtbank evaluate locomo --without graph` is the other side.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    tau: float | None = Field(None, ge=-1, lt=1)
    """The cosine from which an argument counts as like one of the question. None: by `share`. The paper sweeps .1 to .9 and is best at .9, by an encoder
    that it doesn't name."""
    share: float = Field(0.5, gt=0, lt=1)
    """tau for any embedder, as the share of pairs of unrelated arguments that lie above it. Half: .83 for the built-in one, where likeness begins to tell
    (LoCoMo is flat from .80 to .86). The preset FRACOM has .02: .9 for the built-in one."""
    phrases: bool = False
    """Whether phrases of a question that name nothing known are held against the arguments too, beside their words. On LoCoMo it made no difference, and each
    costs an embedding; the preset FRACOM has it."""
    match: Literal["plausible", "exact"] = "plausible"
    """plausible: by likeness. exact: only arguments equal to the question's, the paper's ablation."""
    retention: bool = True
    """False: only what was said in the session that is asked in, or else the last one, is in the graph: the paper's ablation of memory retention."""
    aliases: bool = True
    """Whether names that are one person's count as equal ("lina" and "ana's sister"), in recall, `relations`, the graph's verbs and organizing. The paper joins
    equal arguments only; the presets TIM and FRACOM haven't it."""
    weight: float = Field(0.2, ge=0)
    """Weight of the path beside dense and lexical, whose weights add up to 1; flat from .1 to .3 on LoCoMo. Alone it is all there is."""
    hub: float = Field(0.03, gt=0, le=1)
    """An argument of more than this share of the turns is a hub: nearly everything is about it."""
    hub_share: float = Field(0.3, ge=0, le=1)
    """What a hub counts for, beside its idf. Flat from .1 to 1 on LoCoMo, where idf alone does it."""
    hops: int = Field(0, ge=0, le=3)
    """Steps from the best turns to others through rare arguments that they share. The paper has none; on LoCoMo one made no difference."""
    decay: float = Field(0.5, ge=0, le=1)
    """What each step leaves of the score it comes from."""
    seeds: int = Field(10, ge=1, le=100)
    """The best turns from which the first step is taken."""


class ThinkSettings(BaseModel):
    """Post-thinking: how turns become thoughts, and how thoughts are kept in order (TiM, sections 3.2 to 3.4)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mode: Literal["inline", "behind", "off"] = "inline"
    """inline: `remember` thinks before it returns. behind: turns wait for `work`. off: no thoughts are made."""
    by: Literal["auto", "rules", "model", "seq2seq"] = "auto"
    """Who thinks. auto: the model if there is one, else rules. seq2seq: the small model that `fragmenter` names."""
    fragmenter: Path | None = None
    """A folder that `tune fragmenter` wrote."""
    ask: Literal["digest", "triples"] = "digest"
    """What a model that thinks is asked. digest: propositions, and how each relates to known ones, in one call. triples: the relations alone, as TiM has
    it."""
    parsers: Literal["auto", "off"] = "auto"
    """Whether rules read what a parser tells of a sentence, where one of its language is installed (extra nlp). off: the core's rules alone."""
    organize: Literal["rules", "model", "off"] = "rules"
    """Who forgets what is contradicted and merges what belongs together. The paper has the model do it, two calls for each touched group."""
    reach: Literal["bucket", "head"] = "head"
    """Where a new thought's rivals are sought: in its group of the hash table, as in the paper, or also among all thoughts of its head."""
    replies: bool = False
    """Whether a reply is thought about with its question, as in the paper. Rules find nothing in replies: advice is no fact."""
    most: int = Field(8, ge=1, le=50)
    """Thoughts of one exchange at most. Chosen: the paper's figure shows four."""
    grounded: float = Field(0.5, ge=0, le=1)
    """Share of the words of a model's thought, of its head, its tail and its sentence each, that must stand in its exchange; with fewer it says more
    than was said and is refused. Chosen, not measured."""
    group: int = Field(40, ge=2)
    """Thoughts of one group that a model is shown when it organizes, the newest. Chosen: a page."""
    reply_tokens: int = Field(1000, ge=100)
    """Longest reply of a model that thinks."""
    tries: int = Field(3, ge=1)
    """A turn whose thoughts could not be read so often waits until it is asked for again. Chosen."""
    inline_most: int = Field(8, ge=1)
    """Turns of earlier calls that `remember` thinks about first, if no more are waiting. Chosen: about a second with the built-in embedder."""
    lease: float = Field(120.0, gt=0)
    """Seconds for which one process has a user's waiting turns to itself; a dead one's turns are free afterwards. Chosen: above a model call."""
    buckets: int = Field(16, ge=2)
    """Groups of the hash table, even. The paper doesn't say how many; fixed when a store makes its first thought."""
    hash_seed: int = Field(0, ge=0, le=2**32 - 1)
    """Seed of the hash table's random matrix; kept with the store."""

    @field_validator("buckets")
    @classmethod
    def _even(cls, buckets: int) -> int:
        if buckets % 2:
            raise ValueError(f"the hash has an even number of groups, not {buckets}: each direction has its opposite")
        return buckets


class GainSettings(BaseModel):
    """How much a turn must bring to be worth finding again (CIG, sections 3.2 to 3.4)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mode: Literal["on", "off"] = "on"
    """on: every turn is judged when it comes in. off: none is, and all are ranked."""
    by: Literal["auto", "scorer", "model", "prefer_model"] = "auto"
    """Who judges what the filter lets pass. auto: the scorer, and where `judge_model` is set that model, of the turns of which the scorer isn't sure. model:
    a model judges them all, `judge_model` or else `model`, as in the article. prefer_model: the same, and where there is none the scorer."""
    theta_index: float = Field(2.0, ge=0, le=10)
    """A turn of less gain isn't ranked by itself and isn't thought about. It is kept, and stands in the windows of its neighbours. 2 is the article's
    top of "almost nothing"."""
    theta_index_replies: float | None = Field(None, ge=0, le=10)
    """The same for an assistant's turns. None: as for others."""
    theta_store: float = Field(7.0, ge=0, le=10)
    """A turn of at least this gain becomes part of the overview. The article's."""
    theta_high: float | None = Field(None, ge=-1, le=1)
    """Cosine above which a turn without a new name, amount or word counts as covered by what is known. None: the value measured for the embedder (.94 for
    the built-in one), else the article's .88."""
    likeness: tuple[Literal["overview", "recent", "memories"], ...] = ()
    """What a turn's vector is held against. The article has the overview; the session's last turns and the nearest memories are ours."""
    nearest: int = Field(3, ge=1, le=20)
    """Memories of other sessions that a turn is held against, the nearest. Chosen."""
    history: int = Field(10, ge=1, le=50)
    """Turns of the session that a turn is held against: the article's short-term buffer (in words; its code has 5)."""
    unsure: float = Field(1.0, ge=0, le=10)
    """The scorer counts as unsure where its points lie nearer than this to the threshold: its mean error is .8."""
    votes: int = Field(1, ge=1, le=15)
    """How often a model is asked about the same turn. The article has 3 for key turns."""
    vote: Literal["median", "mode"] = "median"
    """Which of several scores counts; of several modes the one nearest to the median."""
    read: Literal["reply", "expected"] = "reply"
    """reply: the score that the model writes, with its reason. expected: the mean of all scores by their probability, from models that give those."""
    temperature: float = Field(0.1, ge=0, le=2)
    """The article's."""
    every: int = Field(1, ge=1, le=16)
    """Turns of a session that a model judges in one call; until so many are there they wait. The article: every turn, or every few."""
    tries: int = Field(3, ge=1)
    """A turn that couldn't be judged so often stays without a score until `rethink`. Chosen."""
    reply_tokens: int = Field(300, ge=20)
    """Longest reply of the judge for one turn."""
    overview: Literal["rules", "model", "off"] = "rules"
    """Who keeps the overview, which a model that judges reads instead of the history. rules: the turns of the greatest gain, as they were said. model:
    each is merged into a text, as in the article."""
    overview_tokens: int = Field(400, ge=50)
    """Length of the overview, estimated tokens. Chosen."""
    compact_every: int = Field(5, ge=1)
    """Turns after which a model rewrites the overview shorter. The article's."""
    judge_map: Path | None = None
    """A file that `tune scorer --judge MODEL` wrote: what that judge's points mean on a person's scale. None: as they are."""
    scorer: Path | None = None
    """A file that `tune scorer` wrote, or a folder of a fine-tuned encoder. None: the shipped weights."""


class AnswerSettings(BaseModel):
    """When a question counts as answerable, and how much a model is shown.

    Without a model a question is answered if best - usual_share * usual + coverage_share * coverage >= known, where `best` is the greatest
    cosine found, `usual` the median cosine of the question with everything in the scope (drawn towards `prior` as if by `prior_count` more
    memories, for scopes with few), and `coverage` the share of the question's words, by weight, that the best row and its neighbours hold.
    Calibrated for the built-in embedder on questions posed to the right and to a wrong person's memory (`benchmarks/abstention.py`
    repeats it); another embedder needs its own.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    known: float = 0.388
    usual_share: float = Field(0.6, ge=0, le=1)
    coverage_share: float = Field(0.06, ge=0)
    prior: float = Field(0.76, ge=-1, le=1)
    prior_count: float = Field(10.0, ge=0)
    known_by_words: float = Field(0.5, ge=0, le=1)
    """Where there are no vectors, the `coverage` from which a question counts as answerable. Chosen, not measured."""
    quotes: int = Field(3, ge=1, le=20)
    """Memories quoted at most when there is no model."""
    quote_share: float = Field(0.5, ge=0, le=1)
    """A memory that scores less than this share of the best isn't quoted beside it, unless it is as near in meaning. Chosen, not measured."""
    quote_margin: float = Field(0.03, ge=0, le=2)
    """How far below the greatest cosine a memory may lie and still be as near in meaning. Chosen, not measured."""
    context_tokens: int = Field(1500, ge=50)
    """Budget of `context()`, estimated tokens. Chosen: about twenty turns."""
    recent_turns: int = Field(6, ge=0)
    """Last turns of the session that a model is shown beside the memories, as many of them as fit `recent_tokens`."""
    recent_tokens: int = Field(3000, ge=1)
    """Budget of those turns, estimated tokens. Where they don't fit, those of high gain stay first, and the last always. Chosen: six turns of ordinary
    chats have 150 to 200 and at most 520, six of essays 3,000 and up to 15,000; with the memories, the rules and a reply it stays within
    `local_context`."""
    overview: bool = False
    """Whether a model is shown the overview (see `gain.overview`) too."""


PRESETS: dict[str, dict[str, Any]] = {
    "ALL": {},
    "TIM": {
        "recall": {"paths": ("thoughts",), "k": 5},
        "graph": {"aliases": False},
        "gain": {"mode": "off"},
        "think": {"ask": "triples", "organize": "model", "reach": "bucket", "replies": True},
        "answer": {"recent_turns": 0, "known": 0.37},
    },
    "FRACOM": {
        "recall": {"paths": ("graph",), "k": 1000},
        "graph": {"share": 0.02, "phrases": True, "aliases": False},
        "gain": {"mode": "off"},
        "think": {"replies": True, "organize": "off"},
        "answer": {"known": 0.37},
    },
    "CIG": {
        "recall": {"paths": ("dense",), "neighbours": 0, "k": 3},
        "gain": {
            "by": "prefer_model", "theta_index": 7.0, "theta_store": 7.0, "theta_high": 0.88, "likeness": ("overview",),
            "overview": "model",
        },
        "think": {"mode": "off"},
        "answer": {"recent_turns": 10, "overview": True},
    },
}  # fmt: skip
"""What a preset sets beside the defaults. TIM: five thoughts of the query's group and nothing else are recalled, and no turn is read again. Without
words to go by, `known` is lower: on MemoryBank's questions, by rules and with all groups looked into, .37 answers .46 (English) and .74 (Chinese)
of a person's own and refuses .90 and .55 of the others'. CIG: a turn of gain 7 and more is stored and summed up, the best three and the last ten turns
(in the article's code five: `gain.history` and `answer.recent_turns`) are shown; without a model the scorer judges and the overview is by rules."""


class Settings(BaseSettings):
    """All settings of a bank. Unknown keyword arguments and unknown keys in the file are errors."""

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_prefix="THOUGHTBANK_", env_nested_delimiter="__", env_ignore_empty=True
    )

    home: Path = Field(default_factory=lambda: Path(platformdirs.user_data_dir("thoughtbank")))
    """The folder of the default store and of the settings file."""
    store: str | None = None
    """`sqlite:///path/to/file`, or a path. None: `thoughtbank.db` in `home`."""
    tenant: str = "default"
    embedder: str = "builtin"
    """`builtin`, `hash` (tests only), `sentence-transformers:NAME`, or a provider and model as pydantic-ai names them."""
    embedder_base_url: str | None = None
    """Base URL of an OpenAI-compatible embeddings server; None: the vendor's own."""
    embed_threads: int | None = Field(None, ge=1)
    """Threads of the built-in embedder. None: one less than the cores; more than the free cores is far slower."""
    embed_chars: int = Field(1000, ge=200)
    """Characters of a turn that are embedded: its beginning and its end. All of its words are indexed whatever this is. On long messages
    1,000 took a quarter of the time of 3,000 and found more."""
    model: str | None = None
    """`provider:name` as pydantic-ai names it (`openai:gpt-5-mini`, `ollama:qwen3`), or `local:` and a GGUF file or a name of
    `thoughtbank model list`. None: answers are quotes."""
    base_url: str | None = None
    """Base URL of an OpenAI-compatible server for `model`."""
    api_key: SecretStr | None = None
    """Key for `model` and the embedder; None: the vendor's own variable."""
    judge_model: str | None = None
    """A model that judges gain and keeps the overview, named as `model` is: a small one is enough. None: `model`."""
    model_timeout: float = Field(60.0, gt=0)
    """Seconds until a model call counts as failed."""
    model_retries: int = Field(2, ge=0, le=10)
    """Further tries after a time-out or a request to slow down."""
    local_context: int = Field(8192, ge=512)
    """Tokens of prompt and reply together of a model in this process (`local:`), unless it was trained for fewer."""
    local_timeout: float = Field(600.0, gt=0)
    """Seconds until a call of such a model counts as failed. One core reads some forty tokens a second of a model of 1.5 billion parameters."""
    zone: str = "UTC"
    """IANA name: the zone of times given without one."""
    durability: Literal["full", "fast"] = "full"
    """full: an acknowledged turn survives loss of power. fast: it survives a crash of the process, not always of the machine."""
    busy_timeout: float = Field(30.0, gt=0)
    """Seconds to wait for another writer."""
    cache_mb: int = Field(1024, ge=1)
    """Memory for vectors kept between recalls, in megabytes."""
    turn_chars: int = Field(2_000_000, ge=1)
    """A longer turn is refused. Chosen: above any message a person writes."""
    seed: int | None = None
    """Seed of ids, for replays. None: the system's randomness."""
    preset: Preset = "ALL"
    """A set of defaults: ALL, or a published system as it was published (see `PRESETS`). What is set beside it wins."""
    recall: RecallSettings = RecallSettings()
    graph: GraphSettings = GraphSettings()
    gain: GainSettings = GainSettings()
    think: ThinkSettings = ThinkSettings()
    answer: AnswerSettings = AnswerSettings()

    @field_validator("zone")
    @classmethod
    def _zone_exists(cls, zone: str) -> str:
        try:
            ZoneInfo(zone)
        except (KeyError, ValueError, OSError) as error:
            raise ValueError(f"no time zone {zone!r}; use an IANA name such as Europe/Paris") from error
        return zone

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        home = init_settings().get("home") or os.environ.get("THOUGHTBANK_HOME") or platformdirs.user_data_dir("thoughtbank")
        file = Path(home) / "thoughtbank.toml"
        if file.is_dir():  # which pydantic-settings would pass over
            raise IsADirectoryError(f"{file} is a folder; the settings file has that name")
        toml_settings = TomlConfigSettingsSource(settings_cls, file)
        sources = (init_settings, env_settings, toml_settings)
        preset = next((found["preset"] for found in (source() for source in sources) if found.get("preset")), "ALL")
        return *sources, InitSettingsSource(settings_cls, PRESETS.get(preset, {}))

    @property
    def store_url(self) -> str:
        """The store as a URL, the default file included."""
        return self.store or f"sqlite:///{self.home / 'thoughtbank.db'}"

    @property
    def tz(self) -> ZoneInfo:
        return ZoneInfo(self.zone)


def load_settings(**given: Any) -> Settings:
    """Settings from arguments (None means not given), environment and file.

    Raises SettingsError, which names each setting that can't be used, and never a secret's value.
    """
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors(include_input=False))
        raise SettingsError(f"settings can't be used: {faults}") from None
    except (ValueError, OSError) as error:  # a settings file that can't be read or isn't TOML, a variable that isn't JSON
        raise SettingsError(f"settings can't be read: {error}") from error
