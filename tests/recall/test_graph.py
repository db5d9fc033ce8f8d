"""Plausible retrieval: what a question's arguments find, alone as the paper has it and beside the other paths."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from math import log1p
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import numpy as np
import pytest

from tests.conftest import SettableClock, empty_database
from thoughtbank import Thoughtbank
from thoughtbank.errors import EmbedderError
from thoughtbank.evaluation.summaries import Summarizer
from thoughtbank.language.arguments import ARGUMENT_CHARS
from thoughtbank.language.words import count_tokens
from thoughtbank.ports import Embedder, Vectors
from thoughtbank.providers.fake import HashEmbedder, ScriptedModel
from thoughtbank.recall.graph import ArgumentVectors, Plausible, seek
from thoughtbank.records.conversation import Scope, Turn
from thoughtbank.records.decisions import Filter, Recall
from thoughtbank.remember import index
from thoughtbank.settings import GraphSettings
from thoughtbank.trace import Trace

RULES = {"mode": "inline", "by": "rules", "organize": "off"}
ANA = Scope("default", "u")
SAID = ("I live in Lyon.", "I like jazz.", "My sister lives in Porto.")
PLACES = {"lyon": (1, 0), "porto": (0.8, 0.6), "jazz": (0, 1), "ana": (0, 0, 1), "ana's sister": (0, 0, 0, 1)}
Make = Callable[..., Thoughtbank]


class Placed:
    """Arguments where a test puts them, all else where hardly anything is like it. Shape (n, 72)."""

    name, dimension = "placed", 72

    def __init__(self, places: Mapping[str, Sequence[float]] = PLACES) -> None:
        self._places, self.asked, self.down = places, list[str](), False

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        if self.down:
            raise EmbedderError("down")
        self.asked += texts
        rows = np.zeros((len(texts), 72), np.float32)
        for row, text in zip(rows, texts, strict=True):
            if given := self._places.get(text):
                row[: len(given)] = given
            else:
                row[8:] = HashEmbedder(64).embed([text])[0]
        return rows


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def opened(said: Sequence[str] = SAID, name: str = "bank.db", **given: Any) -> Thoughtbank:
        path = tmp_path / name
        if isinstance(given.get("embedder"), HashEmbedder) and not path.exists():
            path.write_bytes(empty_database())
        alone = {"embedder": Placed(), "clock": SettableClock(), "home": tmp_path, "gain": {"mode": "off"}, "think": RULES}
        bank = Thoughtbank(str(path), **(alone | given))
        for text in said:
            bank.remember(text, user_id="u", speaker="Ana")
        return bank

    return opened


def plausible(bank: Thoughtbank, query: str, wanted: Filter | None = None, **given: Any) -> Plausible:
    view = bank._parts.store.view(ANA)
    assert view is not None
    known = ArgumentVectors(bank._parts.embedder)
    found = seek(bank._parts.store, known, ANA, view, query, wanted or Filter(), GraphSettings(**given), Trace())
    assert found is not None
    return found


def scored(bank: Thoughtbank, scores: Any) -> dict[str, float]:
    """Scores above 0 by text."""
    view = bank._parts.store.view(ANA)
    assert view is not None
    found = {int(view.numbers[row]): float(scores[row]) for row in np.flatnonzero(scores > 0)}
    memories = bank._parts.store.read(ANA, list(found))
    return {memories[number].text: score for number, score in found.items()}


def turns(bank: Thoughtbank, query: str, **given: Any) -> dict[str, float]:
    return scored(bank, plausible(bank, query, **given).turns())


def texts(recall: Recall) -> list[str]:
    return [row.text for row in recall]


def idf(count: int, size: int = 6) -> float:
    """Three turns and three propositions are six versions."""
    return min(log1p(size / (count + 0.5)) / log1p(size), 1)


def test_the_formula_by_hand(make: Make) -> None:
    found = turns(make(), "Lyon or jazz?", tau=0.5, hub=1)
    # lyon is itself, and .8 like porto: (.8 - .5) / (1 - .5) = .6; jazz is itself, and .6 like porto: .2
    wanted = {"I live in Lyon.": idf(1), "I like jazz.": idf(1), "My sister lives in Porto.": (0.6 + 0.2) * idf(1)}
    assert found == pytest.approx(wanted, abs=1e-5)


def test_what_many_are_about_counts_less_and_a_hub_less_still(make: Make) -> None:
    bank = make()  # two are about Ana
    assert turns(bank, "Ana?", tau=0.5, hub=1) == pytest.approx(dict.fromkeys(SAID[:2], idf(2)), abs=1e-5)
    damped = turns(bank, "Ana?", tau=0.5, hub=0.2, hub_share=0.3)  # 2 > .2 * 6
    assert damped == pytest.approx(dict.fromkeys(SAID[:2], 0.3 * idf(2)), abs=1e-5)
    assert turns(bank, "Ana?", tau=0.5, hub=0.2, hub_share=0) == {}


@pytest.mark.parametrize(
    ("tau", "found"),
    [(0.5, {"Ana lives in Lyon.", "Ana's sister lives in Porto."}), (0.8, {"Ana lives in Lyon.", "Ana's sister lives in Porto."}), (0.81, {"Ana lives in Lyon."})],
)  # fmt: skip
def test_tau_is_the_likeness_from_which_a_proposition_is_found(make: Make, tau: float, found: set[str]) -> None:
    bank = make()
    assert set(scored(bank, plausible(bank, "Lyon?", tau=tau).propositions())) == found


def test_a_share_sets_tau_for_any_embedder(make: Make) -> None:
    bank = make()
    few, many = (len(scored(bank, plausible(bank, "Lyon?", share=share).propositions())) for share in (0.001, 0.999))
    assert few < 3 == many


def test_exact_finds_only_equal_arguments_and_asks_no_embedder(make: Make) -> None:
    embedder = Placed()
    bank = make(embedder=embedder)
    embedder.asked.clear()
    for tau in (-1, 0.5, None):
        assert set(turns(bank, "Lyon?", match="exact", tau=tau, hub=1)) == {"I live in Lyon."}
        assert turns(bank, "Lisbon?", match="exact", tau=tau) == {}
    assert embedder.asked == []


def test_without_retention_one_session_is_known(make: Make) -> None:
    bank = make(said=())
    bank.remember("I live in Lyon.", user_id="u", speaker="Ana", session_id="one", said_at="2026-03-01")
    bank.remember("My sister lives in Lyon.", user_id="u", speaker="Ana", session_id="two", said_at="2026-03-02")
    both, last = ("I live in Lyon.", "My sister lives in Lyon."), "My sister lives in Lyon."
    assert set(turns(bank, "Lyon?", tau=0.9)) == set(both)
    assert set(turns(bank, "Lyon?", tau=0.9, retention=False)) == {last}
    first = plausible(bank, "Lyon?", Filter(session_id="one"), tau=0.9, retention=False)
    assert set(scored(bank, first.turns())) == {both[0]}


def reader(told: Mapping[str, Sequence[Any]]) -> ScriptedModel:
    """A model that makes of each text what a test says, and nothing of others: (predicate, arguments)."""

    def read(messages: Sequence[Any]) -> str:
        turn = messages[-1].text.rpartition("Turn, ")[2]  # what was said before it stands above
        found = next((of for text, of in told.items() if text in turn), ())
        given = [
            {"predicate": verb, "arguments": list(of), "sentence": f"{' '.join((of[0], verb, *of[1:]))}."}
            for verb, *of in found
        ]
        return json.dumps({"propositions": given})

    return ScriptedModel([read] * 1000)


def test_a_step_reaches_what_shares_something_rare_with_the_best(make: Make) -> None:
    told = {
        "I play tennis with Bob.": [("plays", "Ana", "tennis", "Bob")],
        "Bob lives in Porto.": [("lives in", "Bob", "Porto")],
        "Porto is in Portugal.": [("is in", "Porto", "Portugal")],
    }
    near, next_to, far = told
    for hops, reached in ((0, {near}), (1, {near, next_to}), (2, {near, next_to, far})):
        graph = {"match": "exact", "hops": hops, "seeds": 3, "hub": 1.0}
        given = {
            "model": reader(told),
            "think": {"by": "model", "organize": "off"},
            "recall": {"paths": ("lexical", "graph"), "neighbours": 0},
        }
        bank = make(tuple(told), f"{hops}.db", graph=graph, **given)
        recall = bank.recall("tennis?", user_id="u")
        assert {row.text for row in recall if "graph" in row.ranks} == reached, hops
        assert recall[0].text == near


def test_what_no_longer_holds_and_what_is_anothers_is_not_found(make: Make) -> None:
    bank = make(said=())
    bank.remember("I live in Lyon.", user_id="u", speaker="Ana", agent_id="a", said_at="2026-03-01T00:00:00Z")
    between = bank._parts.clock()
    bank.remember("My sister lives in Lyon.", user_id="u", speaker="Ana", agent_id="b", said_at="2026-03-05T00:00:00Z")

    def found(**given: Any) -> set[str]:
        return set(scored(bank, plausible(bank, "Lyon?", Filter(**given), tau=0.9).turns()))

    both = {"I live in Lyon.", "My sister lives in Lyon."}
    assert found() == both
    assert found(agent_id="a") == {"I live in Lyon."}
    assert found(known_at=between) == {"I live in Lyon."}
    ((first,), (second,)) = (bank.list(user_id="u", kind="turn", agent_id=agent) for agent in "ab")
    assert found(as_of=first.said_at) == {"I live in Lyon."}
    bank.edit(second.id, "My sister lives in Oslo.", user_id="u")
    assert found() == {"I live in Lyon."}
    assert found(known_at=bank._parts.clock()) == {"I live in Lyon."}


def test_an_embedder_that_fails_leaves_equality_and_says_so(make: Make) -> None:
    embedder = Placed()
    bank = make(embedder=embedder)
    embedder.down = True
    recall = bank.recall("Is Porto or Lisbon nice?", user_id="u")
    assert recall[0].text == "My sister lives in Porto." and recall[0].ranks["graph"] == 1
    assert any(step.name == "graph" and "only equal arguments count" in step.decided for step in recall.trace)
    assert not any("graph" in row.ranks for row in recall[1:])


def test_arguments_without_vectors_are_found_by_equality(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(index, "settle_nodes", lambda *_: "killed")
        bank = make()
    assert bank._parts.store.bare_nodes(ANA, 9)
    assert set(turns(bank, "Lyon?", tau=0.5, hub=1)) == {"I live in Lyon."}


@pytest.mark.parametrize("query", ["?!", "Where was that?", "🙂", "哪里？"])
def test_a_question_without_arguments_is_no_fault(make: Make, query: str) -> None:
    for given in ({}, {"preset": "FRACOM"}):
        bank = make(SAID if not given else (), **given)
        recall = bank.recall(query, user_id="u")
        assert all(not row.through for row in recall)


def test_nothing_known_is_said(make: Make) -> None:
    bank = make(said=(), think={"mode": "off"})
    bank.remember("I live in Lyon.", user_id="u")
    recall = bank.recall("Lyon", user_id="u")
    assert recall[0].ranks.keys() == {"dense", "lexical"} and recall[0].score == 1
    assert any((step.name, step.saw) == ("graph", "no proposition is known") for step in recall.trace)


def test_a_graph_that_finds_nothing_changes_no_score(make: Make) -> None:
    bank = make(graph={"match": "exact"})
    other = make(said=(), recall={"paths": ("dense", "lexical")})
    for query in ("Where was that?", "zebra"):
        assert [(row.id, row.score) for row in bank.recall(query, user_id="u")] == [
            (row.id, row.score) for row in other.recall(query, user_id="u")
        ]
    assert bank.recall("Lyon", user_id="u")[0].ranks["graph"] == 1


def test_a_row_says_through_what_it_was_found(make: Make) -> None:
    row = make(preset="FRACOM", graph={"tau": 0.5, "phrases": True}).recall("Lyon?", user_id="u")[1]
    (shared,) = row.through
    assert (shared.asked, shared.held, shared.likeness) == ("lyon", "porto", 0.8)
    assert "is about porto for lyon (0.80)" in row.why


def test_a_long_argument_is_embedded_as_long_as_a_propositions(make: Make) -> None:
    embedder = Placed()
    bank = make(embedder=embedder)
    bank.recall("Lyon?", user_id="u")
    embedder.asked.clear()
    turns(bank, "zebra" * 1000, tau=0.5)
    assert [len(text) for text in embedder.asked] == [ARGUMENT_CHARS]


def test_what_was_asked_for_once_is_not_embedded_again(make: Make) -> None:
    embedder = Placed()
    known = ArgumentVectors(embedder)
    first = known.of(["zebra", "jazz", "zebra"])
    assert first.shape == (3, 72) and np.array_equal(first[0], first[2])
    assert np.array_equal(known.of(["jazz"])[0], first[1])
    assert embedder.asked == ["zebra", "jazz"]


# the paper's way


def paper(make: Make, embedder: Embedder, **given: Any) -> Thoughtbank:
    return make((), embedder=embedder, preset="FRACOM", think={"mode": "inline", "by": "rules"}, **given)


def test_all_of_one_hop_are_recalled_and_nothing_below_tau(make: Make) -> None:
    things = ("jazz", "olives", "chess", "tennis", "opera", "cheese", "poetry", "skiing", "rowing", "tulips", "maps", "kites")
    bank = paper(make, HashEmbedder())
    for thing in things:
        bank.remember(f"I like {thing}.", user_id="u", speaker="Ana")
    bank.remember("Rex chases cats.", user_id="u", speaker="Ben")
    recall = bank.recall("Ana?", user_id="u")
    assert set(texts(recall)) == {f"Ana likes {thing}." for thing in things}
    assert all(row.memory.kind == "thought" for row in recall)
    assert texts(bank.recall("submarines", user_id="u")) == []
    assert texts(recall) == [f"Ana likes {thing}." for thing in reversed(things)], "of equal likeness the later first"
    assert len(bank.recall("Ana?", user_id="u", k=5)) == 5


def test_the_more_alike_stand_first_and_a_budget_cuts_the_rest_and_says_so(make: Make) -> None:
    bank = make(preset="FRACOM", graph={"tau": 0.5})
    whole = bank.recall("Lyon?", user_id="u")
    assert texts(whole) == ["Ana lives in Lyon.", "Ana's sister lives in Porto."]
    budget = count_tokens(whole[0].text)
    part = bank.recall("Lyon?", user_id="u", token_budget=budget)
    assert texts(part) == texts(whole)[:1] and part.cut == 1
    assert any(step.name == "budget" and "1 rows left out" in step.decided for step in part.trace)


def test_an_answer_is_made_of_propositions_and_the_current_dialogue(make: Make) -> None:
    make().close()
    model = ScriptedModel(["In Lyon [1]."])
    bank = make(said=(), preset="FRACOM", model=model, graph={"tau": 0.5})
    bank.remember("Let's talk about towns.", user_id="u", speaker="Ana", session_id="now")
    bank.answer("Where is Lyon?", user_id="u", session_id="now", remember=False)
    shown = "\n".join(message.text for message in model.asked[0])
    assert "Ana lives in Lyon." in shown and "Ana's sister lives in Porto." in shown
    assert "I live in Lyon." not in shown and "Ana likes jazz." not in shown
    assert "Let's talk about towns." in shown


POINTS = {
    "I adopted a dog named Rex.": [("adopted", "Ana", "Rex")],
    "Rex hates thunder.": [("hates", "Rex", "thunder")],
    "Rex eats salmon.": [("eats", "Rex", "salmon")],
    "I took Rex to Porto.": [("took", "Ana", "Rex", "Porto")],
}
"""The case of the paper's figure 4: four points about one thing, each said in a session of its own."""


def test_four_points_of_four_sessions_are_all_recalled_where_a_summary_has_fewer(make: Make) -> None:
    bank = make((), embedder=HashEmbedder(), preset="FRACOM", model=reader(POINTS), think={"mode": "inline", "by": "model"})
    sessions: list[list[Turn]] = []
    chance = random.Random(5)
    for day, point in enumerate(POINTS):
        chat = [" ".join("".join(chance.choices(ascii_lowercase, k=5)) for _ in range(5)) for _ in range(80)]
        said = [*chat[:15], point, *chat[15:]]
        sessions.append([Turn(text, speaker="Ana", session_id=f"s{day}", key=f"{day}:{n}") for n, text in enumerate(said)])
        for turn in sessions[-1][14:17]:
            bank.remember(turn.text, user_id="u", speaker="Ana", session_id=turn.session_id)
    rows = bank.recall("What do you know about Rex?", user_id="u")
    on = {turn for row in rows for turn in row.memory.turns}
    said_there = {memory.text for memory in bank.list(user_id="u", kind="turn", limit=100) if memory.id in on}
    assert said_there == set(POINTS), "four of four, and nothing else"
    summarizer = Summarizer(HashEmbedder(), None)
    kept = summarizer.rolling([summarizer.parts(session) for session in sessions])
    assert len({part.text for part in kept} & set(POINTS)) < 4


def test_words_asked_for_before_are_not_embedded_again_and_only_the_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thoughtbank.recall.graph.KEPT", 2)
    embedder = Placed()
    vectors = ArgumentVectors(embedder)
    first = vectors.of(["lyon", "porto", "lyon"])
    assert embedder.asked == ["lyon", "porto"]
    assert np.array_equal(first[0], first[2])
    assert np.array_equal(vectors.of(["porto", "lyon"]), first[[1, 0]])
    assert embedder.asked == ["lyon", "porto"]
    vectors.of(["jazz"])  # porto, asked for longest ago, goes
    vectors.of(["lyon", "porto"])
    assert embedder.asked == ["lyon", "porto", "jazz", "porto"]
