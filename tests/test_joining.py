"""What propositions share: a part of the graph around a name, and the chain between two, on a real file."""

import random
from collections.abc import Sequence
from datetime import timedelta

import networkx as nx
import numpy as np
import pytest

from tests.conftest import START, Opener
from thoughtbank import Thoughtbank
from thoughtbank.errors import EmbedderError, InputError, NotFound
from thoughtbank.joining import TIMES
from thoughtbank.language.proposition import Argument
from thoughtbank.ports import Vectors
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.recall.walk import LONGEST, RARE
from thoughtbank.records.conversation import Scope
from thoughtbank.records.joined import Chain, Edge, Subgraph
from thoughtbank.records.memory import Triple
from thoughtbank.remember.items import Item, thought_draft

RULES = {"mode": "inline", "by": "rules", "organize": "off"}


@pytest.fixture(autouse=True)
def _every_turn_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THOUGHTBANK_GAIN__MODE", "off")


@pytest.fixture
def bank(open_bank: Opener) -> Thoughtbank:
    return open_bank(think=RULES)


def write(bank: Thoughtbank, *given: tuple[str, ...] | Triple) -> list[str]:
    """Propositions as they are, (head, tail) or (head, predicate, tail), a minute apart, each of a turn of its own; gives the turns' ids."""
    store, turns, drafts = bank._parts.store, [], []
    for one in given:
        triple = one if isinstance(one, Triple) else Triple(one[0], one[1] if len(one) == 3 else "knows", one[-1])
        number = store.last_number(Scope("default", "u")) + len(drafts)
        (turn,) = bank.remember("...", user_id="u", speaker="Zoe", session_id=f"s{number}")
        turns.append(turn.id or "")
        text = f"{triple.head} {triple.relation} {triple.tail}."
        said_at = START + timedelta(minutes=len(turns))
        drafts.append(thought_draft(Item(f"p-{turn.id}", triple, text, said_at, (turns[-1],), made_by="a test"), START))
    store.append(Scope("default", "u"), drafts)
    return turns


def texts(part: Subgraph) -> list[str]:
    return [one.text for one in part.propositions]


def names(part: Subgraph) -> list[str]:
    return [one.name for one in part.arguments]


def through(chain: Chain) -> list[str]:
    return [chain.hops[0].enters, *(hop.leaves for hop in chain.hops)] if chain else []


# a part of the graph


def test_propositions_their_arguments_and_what_joins_them(bank: Thoughtbank) -> None:
    (turn,) = bank.remember("I live in Lyon.", user_id="u", speaker="Ana", said_at="2026-03-01T10:00:00+01:00")
    bank.remember("I visited the Lyon.", user_id="u", speaker="Ben", said_at="2026-03-02T10:00:00+01:00")
    part = bank.graph(user_id="u")
    assert texts(part) == ["Ben visited the Lyon.", "Ana lives in Lyon."], "the last said first"
    assert [(one.key, one.name, one.propositions, one.speaks) for one in part.arguments] == [
        ("ana", "Ana", 1, True), ("ben", "Ben", 1, True), ("lyon", "Lyon", 2, False),
    ]  # fmt: skip
    visited, lives = part.propositions
    assert (lives.predicate, lives.arguments, lives.mood) == ("lives in", (Argument("Ana"), Argument("Lyon")), "fact")
    assert (lives.turns, lives.said_at, lives.valid_from) == (
        (turn.id,),
        bank.get(lives.id, user_id="u").said_at,
        lives.said_at,
    )
    assert part.edges == (
        Edge(visited.id, "ben", "", 0), Edge(visited.id, "lyon", "", 1), Edge(lives.id, "ana", "", 0), Edge(lives.id, "lyon", "", 1),
    )  # fmt: skip
    assert part.around is None and part.left_out == 0 and part == bank.graph(user_id="u")


def test_around_a_name_as_far_as_is_asked(bank: Thoughtbank) -> None:
    write(bank, ("Ana", "Mia"), ("Mia", "Ben"), ("Ben", "Cid"), ("Dan", "Eve"))
    near = bank.graph(user_id="u", around="  MIA ")
    assert (near.around, texts(near)) == ("mia", ["Mia knows Ben.", "Ana knows Mia."])
    assert {one.name: one.propositions for one in near.arguments} == {"Mia": 2, "Ben": 2, "Ana": 1}, (
        "of all, not of those shown"
    )
    far = bank.graph(user_id="u", around="Mia", depth=16)
    assert texts(far)[2:] == ["Ben knows Cid."] and [one.steps for one in far.propositions] == [1, 1, 2]


def test_most_cuts_what_is_farthest_and_was_said_first(bank: Thoughtbank) -> None:
    write(bank, ("Ana", "Mia"), ("Mia", "Ben"), ("Ben", "Cid"), ("Cid", "Dan"))
    part = bank.graph(user_id="u", around="Ana", depth=4, most=2)
    assert texts(part) == ["Ana knows Mia.", "Mia knows Ben."] and part.left_out == 2
    assert sorted(names(part)) == ["Ana", "Ben", "Mia"]
    whole = bank.graph(user_id="u", most=3)
    assert texts(whole) == ["Cid knows Dan.", "Ben knows Cid.", "Mia knows Ben."] and whole.left_out == 1


def test_a_thing_is_named_as_it_was_first_said_and_stands_once_however_often_it_is_meant(bank: Thoughtbank) -> None:
    write(bank, ("the Old Bridge", "Ana"), ("OLD BRIDGE", "Ben"), ("Ben", "ben"))
    part = bank.graph(user_id="u")
    assert names(part) == ["Ben", "the Old Bridge", "Ana"]
    assert next(one.propositions for one in part.arguments if one.key == "ben") == 2
    assert [edge.place for edge in part.edges if edge.proposition == part.propositions[0].id] == [0, 1]


def test_only_what_holds_unless_another_time_is_asked_for(open_bank: Opener) -> None:
    bank = open_bank(think={"mode": "inline", "by": "rules"})
    bank.remember("I live in Lyon.", user_id="u", speaker="Ana", said_at="2026-02-01")
    then = bank._parts.clock()
    bank.remember("I live in Porto.", user_id="u", speaker="Ana", said_at="2026-03-01")
    assert texts(bank.graph(user_id="u")) == ["Ana lives in Porto."]
    assert texts(bank.graph(user_id="u", known_at=then)) == ["Ana lives in Lyon."]
    assert texts(bank.graph(user_id="u", as_of="2026-02-15")) == texts(bank.graph(user_id="u", known_at="2020-01-01")) == []
    assert bank.path("Ana", "Lyon", user_id="u", known_at=then)
    gone = bank.path("Ana", "Lyon", user_id="u")
    assert not gone and gone.hops == () and "no argument 'Lyon' is known" in (gone.reason or "")


def test_of_one_agent_or_of_the_sessions_it_rests_on(bank: Thoughtbank) -> None:
    for text, session, agent in (("I live in Lyon.", "s", "a"), ("I like jazz.", "t", "b"), ("I live in Lyon.", "t", "a")):
        bank.remember(text, user_id="u", speaker="Ana", session_id=session, agent_id=agent)
    home, jazz = "Ana lives in Lyon.", "Ana likes jazz."
    assert texts(bank.graph(user_id="u", agent_id="a")) == [home]
    assert texts(bank.graph(user_id="u", session_id="s")) == [home]
    assert set(texts(bank.graph(user_id="u", session_id="t"))) == {home, jazz}
    assert texts(bank.graph(user_id="u", session_id="nowhere")) == []
    assert bank.graph(user_id="u", agent_id="c") == Subgraph(None)


def test_a_user_sees_nothing_of_another(bank: Thoughtbank) -> None:
    write(bank, ("Ana", "Mia"))
    assert bank.graph(user_id="v") == Subgraph(None)
    with pytest.raises(NotFound, match="no proposition is known"):
        bank.graph(user_id="v", around="Ana")
    assert "no proposition is known" in (bank.path("Ana", "Mia", user_id="v").reason or "")


def test_an_unknown_name_is_an_error_that_offers_the_nearest(bank: Thoughtbank) -> None:
    write(bank, ("Ana", "the Erasmus Bridge"), ("Ana", "Mia"), ("Ana", "小李"))
    with pytest.raises(NotFound, match="no argument 'Erasmus' is known; the nearest are 'the Erasmus Bridge'"):
        bank.graph(user_id="u", around="Erasmus")
    with pytest.raises(NotFound, match="'小李的妹妹' is known; the nearest are '小李'"):
        bank.graph(user_id="u", around="小李的妹妹")
    with pytest.raises(NotFound, match="'Quentin' is known; what most is known of: 'Ana'"):
        bank.graph(user_id="u", around="Quentin")


def test_the_nearest_by_likeness_and_by_words_alone_where_the_embedder_fails(open_bank: Opener) -> None:
    class Alike(HashEmbedder):
        name, fails = "alike", False

        def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
            if self.fails:
                raise EmbedderError("gone")
            return np.stack([np.eye(4, dtype=np.float32)[3 if text in ("jazz", "swing") else len(text) % 3] for text in texts])

    bank = open_bank(think=RULES, embedder=(embedder := Alike()))
    bank.remember("I like jazz. I like chess. I live in Lyon.", user_id="u", speaker="Ana")
    with pytest.raises(NotFound, match="the nearest are 'jazz'"):
        bank.graph(user_id="u", around="swing")
    embedder.fails = True
    with pytest.raises(NotFound, match="what most is known of: 'Ana'"):
        bank.graph(user_id="u", around="something else")


@pytest.mark.parametrize(
    "wrong",
    [{"depth": 0}, {"depth": 17}, {"most": 0}, {"most": True}, {"around": " "}, {"around": 3}, {"k": 3}, {"as_of": "soon"}],
)
def test_what_cannot_be_meant_is_an_input_error(bank: Thoughtbank, wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        bank.graph(user_id="u", **wrong)  # type: ignore[arg-type]


# how two things are connected


def test_the_shortest_chain_with_what_was_said(bank: Thoughtbank) -> None:
    for speaker, text in (
        ("Ana", "My sister Mia moved to Rotterdam."),
        ("Ben", "I live in Rotterdam."),
        ("Ben", "I work with Cleo."),
    ):
        bank.remember(text, user_id="u", speaker=speaker, session_id=text, said_at="2026-03-01T10:00:00+01:00")
    chain = bank.path("cleo", "Mia", user_id="u")
    assert chain and (chain.a, chain.b, chain.reason) == ("cleo", "Mia", None)
    assert through(chain) == ["Cleo", "Ben", "Rotterdam", "Mia"]
    assert [hop.enters for hop in chain.hops] == ["Cleo", "Ben", "Rotterdam"]
    last = chain.hops[-1]
    assert last.proposition.text == "Ana's sister Mia moved to Rotterdam." and last.proposition.steps == 3
    (said,) = last.turns
    assert (said.id, said.text, said.speaker) == (last.proposition.turns[0], "My sister Mia moved to Rotterdam.", "Ana")
    assert said.said_at.isoformat() == "2026-03-01T10:00:00+01:00"
    assert through(bank.path("Mia", "Cleo", user_id="u")) == through(chain)[::-1]


def test_in_chinese_and_korean(bank: Thoughtbank) -> None:
    write(bank, ("小李", "画画"), ("민수", "画画"), ("민수", "부산"))
    assert through(bank.path("小李", "부산", user_id="u")) == ["小李", "画画", "민수", "부산"]


def test_of_equally_short_chains_the_rarest_and_then_the_last_said(bank: Thoughtbank) -> None:
    write(bank, ("a", "common"), ("common", "b"), ("a", "rare"), ("rare", "b"), *(("common", f"x{i}") for i in range(3)))
    assert through(bank.path("a", "b", user_id="u")) == ["a", "rare", "b"]
    write(bank, ("rare", "begets", "b"))
    chain = bank.path("a", "b", user_id="u")
    assert [hop.proposition.predicate for hop in chain.hops] == ["knows", "begets"]


def test_a_hub_is_passed_only_where_nothing_else_connects(bank: Thoughtbank) -> None:
    write(
        bank,
        ("a", "hub"),
        ("hub", "b"),
        ("a", "c"),
        ("c", "d"),
        ("d", "b"),
        ("hub", "e"),
        *(("hub", f"x{i}") for i in range(RARE)),
    )
    assert through(bank.path("a", "b", user_id="u")) == ["a", "c", "d", "b"]
    assert through(bank.path("a", "e", user_id="u")) == ["a", "hub", "e"]
    assert through(bank.path("hub", "d", user_id="u")) == ["hub", "b", "d"], "the ends may be hubs"


def test_a_time_joins_nothing(bank: Thoughtbank) -> None:
    yesterday = (Argument("yesterday", "time"),)
    write(bank, Triple("Ana", "saw", "Mia", yesterday), Triple("Ben", "saw", "Cid", yesterday))
    chain = bank.path("Ana", "Ben", user_id="u")
    assert not chain and chain.reason == f"no chain of up to {LONGEST} propositions leads from 'Ana' to 'Ben'"
    assert bank.path("Ana", "yesterday", user_id="u"), "one that is asked for is an end as others are"
    write(bank, ("Mia", "Dan"), ("Dan", "Cid"))
    assert through(bank.path("Ana", "Ben", user_id="u")) == ["Ana", "Mia", "Dan", "Cid", "Ben"]


def test_however_many_times_there_are(bank: Thoughtbank) -> None:
    days = [(Argument(f"day {place}", "time"),) for place in range(3 * TIMES)]
    write(bank, *(Triple(who, "saw", f"{who} {day[0].text}", day) for day in days for who in ("Ana", "Ben")))
    write(bank, ("Ana", "Mia"), ("Mia", "Dan"), ("Dan", "Ben"))
    assert through(bank.path("Ana", "Ben", user_id="u")) == ["Ana", "Mia", "Dan", "Ben"]


def test_why_nothing_connects_them(bank: Thoughtbank) -> None:
    write(bank, ("Ana", "Mia"), ("Ben", "Cid"), *((f"bead {i}", f"bead {i + 1}") for i in range(LONGEST + 1)))
    assert "leads from 'Mia' to 'Cid'" in (bank.path("Mia", "Cid", user_id="u").reason or "")
    assert len(bank.path("bead 0", f"bead {LONGEST}", user_id="u").hops) == LONGEST
    assert not bank.path("bead 0", f"bead {LONGEST + 1}", user_id="u")
    reason = bank.path("Annabel", "Zed", user_id="u").reason or ""
    assert "no argument 'Annabel'" in reason and "no argument 'Zed'" in reason
    for one, other in (("Ana", "the ana"), ("", "Ana"), ("Ana", None)):
        with pytest.raises(InputError):
            bank.path(one, other, user_id="u")  # type: ignore[arg-type]


def test_what_is_erased_connects_nothing_any_more(bank: Thoughtbank) -> None:
    turns = write(bank, ("Ana", "Mia"), ("Mia", "Ben"))
    assert bank.path("Ana", "Ben", user_id="u")
    bank.erase(turns[0], user_id="u")
    assert "no argument 'Ana'" in (bank.path("Ana", "Ben", user_id="u").reason or "")
    assert names(bank.graph(user_id="u")) == ["Ben", "Mia"]


@pytest.mark.parametrize("seed", range(8))
def test_chains_are_those_of_networkx(open_bank: Opener, seed: int) -> None:
    """As short as its shortest, and of the least sum of logarithms among them."""
    chance = random.Random(seed)
    bank = open_bank(f"{seed}.db", think=RULES)
    drawn = [(f"n{one}", f"n{other}") for one, other in (chance.sample(range(14), 2) for _ in range(18))]
    pairs = list(dict.fromkeys(drawn))  # what is said twice is one proposition
    write(bank, *pairs)
    network = nx.Graph((end, place) for place, pair in enumerate(pairs) for end in pair)
    counts = {name: network.degree(name) for name in network if isinstance(name, str)}
    assert max(counts.values()) <= RARE, "no hubs"

    def cost(inner: Sequence[str]) -> float:
        return float(sum(np.log(counts[name]) for name in inner))

    for one, other in ((one, other) for one in sorted(counts) for other in sorted(counts) if one != other):
        chain = bank.path(one, other, user_id="u")
        if not nx.has_path(network, one, other):
            assert not chain
            continue
        shortest = [way[2:-1:2] for way in nx.all_shortest_paths(network, one, other)]
        if len(shortest[0]) >= LONGEST:
            assert not chain
            continue
        assert len(chain.hops) == len(shortest[0]) + 1
        assert cost(through(chain)[1:-1]) == pytest.approx(min(map(cost, shortest)))
