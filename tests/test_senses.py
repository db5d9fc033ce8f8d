"""One name, several persons: each turn's Mia is the one it tells, from what is said to what is recalled, shown and undone."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import Opener
from thoughtbank import Thoughtbank
from thoughtbank.errors import NotFound
from thoughtbank.records.conversation import Scope

THINK = {"mode": "inline", "by": "rules", "parsers": "auto"}
SAID = (("My sister Mia moved to Rotterdam.", "one"), ("My colleague Mia likes jazz.", "two"), ("Mia lives in Rome.", "three"))
Said = Sequence[tuple[str, str | None]]
Make = Callable[..., Thoughtbank]


@pytest.fixture
def make(open_bank: Opener) -> Make:
    def opened(said: Said = SAID, speaker: str = "Ana", name: str = "bank.db", **given: Any) -> Thoughtbank:
        bank = open_bank(name, **({"think": THINK, "gain": {"mode": "off"}, "graph": {"match": "exact"}} | given))
        for text, session in said:
            bank.remember(text, user_id="u", speaker=speaker, session_id=session)
        return bank

    return opened


def whose(bank: Thoughtbank, name: str = "mia") -> dict[str, set[str]]:
    """Of each node of a name the propositions that have it."""
    graph = bank._parts.store.graph(Scope("default", "u"))
    assert graph is not None
    numbers = {number: memory.text for number, memory in bank._parts.store.read(Scope("default", "u"), sorted(set(graph.edge_number.tolist()))).items()}  # fmt: skip
    found: dict[str, set[str]] = {}
    for number, node in zip(graph.edge_number.tolist(), graph.edge_node.tolist(), strict=True):
        if graph.keys[node].startswith(name):
            found.setdefault(graph.keys[node], set()).add(numbers[number])
    links = {(number, node) for number, node in zip(graph.link_number.tolist(), graph.link_node.tolist(), strict=True)}
    assert links == set(zip(graph.edge_number.tolist(), graph.edge_node.tolist(), strict=True))
    return found


def test_two_of_one_name_are_two_nodes_and_what_tells_nobody_is_a_third(make: Make) -> None:
    assert whose(make()) == {
        "mia (ana's sister)": {"Ana has a sister named Mia.", "Ana's sister Mia moved to Rotterdam."},
        "mia (ana's colleague)": {"Ana has a colleague named Mia.", "Ana's colleague Mia likes jazz."},
        "mia": {"Mia lives in Rome."},
    }


@pytest.mark.parametrize(
    ("speaker", "name", "said", "senses", "question"),
    [
        ("安娜", "小丽", ("我妹妹叫小丽。小丽住在上海。", "我同事也叫小丽。小丽喜欢爵士乐。"), ("安娜的妹妹", "安娜的同事"), "我妹妹小丽住在哪里？"),
        ("안나", "리나", ("제 여동생 이름은 리나예요. 리나는 부산에 살아요.", "제 동료 이름은 리나예요. 리나는 서울에 살아요."), ("안나의 여동생", "안나의 동료"), "여동생 리나는 어디에 살아요?"),
        ("An", "lan", ("Em gái tôi tên là Lan. Lan sống ở Hà Nội.", "Đồng nghiệp của tôi tên là Lan. Lan sống ở Huế."), ("em gái của an", "đồng nghiệp của an"), "Em gái Lan sống ở đâu?"),
        ("Ana", "mia", ("My sister is called Mia. Mia lives in Porto.", "My cousin is called Mia. Mia lives in Rome."), ("ana's sister", "ana's cousin"), "Where does my sister Mia live?"),
    ],
)  # fmt: skip
def test_in_four_languages_a_session_s_name_is_whom_it_told(
    make: Make, speaker: str, name: str, said: Sequence[str], senses: Sequence[str], question: str
) -> None:
    bank = make([(text, str(at)) for at, text in enumerate(said)], speaker)
    found = whose(bank, name)
    assert list(found) == [f"{name} ({one})" for one in senses] and all(len(texts) == 2 for texts in found.values())
    rows = {row.text: row.through for row in bank.recall(question, user_id="u")}
    assert f"{name} ({senses[0]})" in {one.held for one in rows[said[0]]}
    assert not any(one.held.startswith(name) for one in rows[said[1]])


def test_a_name_alone_finds_all_and_with_whom_it_means_only_one(make: Make) -> None:
    bank = make()

    def held(question: str) -> set[str]:
        return {one.held for row in bank.recall(question, user_id="u") for one in row.through if one.held.startswith("mia")}

    everybody = {"mia", "mia (ana's sister)", "mia (ana's colleague)"}
    assert held("What about Mia?") == everybody
    for question in ("Where is my sister Mia?", "Where is Mia, Ana's sister?", "Ana’s sister"):
        assert held(question) == {"mia (ana's sister)"}
    assert held("Does Mia have a sister?") == everybody  # who has one isn't one
    assert held("my sister Mia or my colleague Mia?") == everybody


def test_without_aliases_a_name_is_one_argument(make: Make) -> None:
    off = {"match": "exact", "aliases": False}
    bank = make(graph=off)
    assert {row.text for row in bank.recall("Mia", user_id="u") if row.through} == {text for text, _ in SAID}
    part = bank.graph(user_id="u", around="Mia")
    assert {one.propositions for one in part.arguments if one.key == "mia"} == {5}


def test_a_session_with_two_of_one_name_leaves_what_follows_open(make: Make) -> None:
    said = [("My sister Mia moved to Rotterdam.", "one"), ("Mia lives in Rotterdam.", "one"), ("My cousin Mia likes jazz.", "one"), ("Mia lives in Rome.", "one"), ("My cousin Mia likes tea.", None), ("Mia lives in Oslo.", None)]  # fmt: skip
    found = whose(make(said, think=THINK | {"organize": "off"}))
    assert found["mia"] == {"Mia lives in Rome.", "Mia lives in Oslo."}  # what is of no session follows nothing
    assert "Mia lives in Rotterdam." in found["mia (ana's sister)"]
    assert "Ana's cousin Mia likes tea." in found["mia (ana's cousin)"]


def test_said_again_of_another_it_is_open_whose_it_is(make: Make) -> None:
    said = [
        ("My sister Mia likes tea. Mia lives in Rome.", "one"),
        ("My cousin Mia works as a nurse. Mia lives in Rome.", "two"),
    ]
    assert whose(make(said))["mia"] == {"Mia lives in Rome."}


def test_friends_of_one_name_may_be_one(make: Make) -> None:
    said = [("My friend Mia likes tea.", "one"), ("My colleague Mia likes jazz.", "two")]
    bank = make(said)
    assert set(whose(bank)) == {"mia"}
    assert {one.apart for one in bank.aliases(user_id="u")} == {"ana's friend may be several", "ana's colleague may be several"}


def test_a_place_that_nobody_tells_from_a_person_is_nobody_s_sense(make: Make) -> None:
    bank = make([("My cousin Jordan is a nurse.", "one"), ("I am flying to Jordan, the country.", "two")])
    assert set(whose(bank, "jordan")) == {"jordan"}  # one described person: nothing says that another is meant


def test_links_that_end_and_come_back_take_senses_along(make: Make) -> None:
    bank = make()
    before = whose(bank)
    for end in (lambda: bank.unalias("Mia", "Ana's colleague", user_id="u"), lambda: bank.alias("Mia", "Ana's sister", user_id="u")):  # fmt: skip
        end()
        assert set(whose(bank)) == {"mia"}
    bank.unalias("Mia", user_id="u")
    assert set(whose(bank)) == {"mia"}
    other = make(name="other.db")
    (turn,) = [one for one in other.list(user_id="u", kind="turn").items if "colleague" in one.text]
    other.edit(turn.id, "My colleague Tom likes jazz.", user_id="u")
    assert set(whose(other)) == {"mia"}
    other.edit(turn.id, "My colleague Mia likes jazz.", user_id="u")
    assert whose(other) == before


def test_what_is_erased_leaves_no_sense_and_an_export_brings_them(make: Make, tmp_path: Path) -> None:
    bank = make(graph={})
    copy = make((), name="copy.db", graph={})
    copy.import_(bank.export(user_id="u"), user_id="u")
    assert whose(copy) == whose(bank)
    bank.erase(session_id="two", user_id="u")
    assert set(whose(bank)) == {"mia"}
    assert b"colleague" not in b"".join(file.read_bytes() for file in tmp_path.rglob("bank.db*"))
    assert all(finding.well for finding in (*bank.check(), *copy.check()))


def test_relations_graph_and_path_tell_them_apart(make: Make) -> None:
    bank = make()
    assert [one.text for one in bank.relations("Ana's sister", user_id="u")] == ["Ana's sister Mia moved to Rotterdam."]
    assert len(bank.relations("Mia", user_id="u")) == 3
    around = bank.graph(user_id="u", around="Mia")
    assert {one.name for one in around.arguments if one.key.startswith("mia")} == {"Mia", "Mia (ana's sister)", "Mia (ana's colleague)"}  # fmt: skip
    hers = bank.graph(user_id="u", around="Mia (Ana's sister)")
    assert {one.text for one in hers.propositions} == {"Ana has a sister named Mia.", "Ana's sister Mia moved to Rotterdam."}
    chain = bank.path("Rotterdam", "jazz", user_id="u")
    assert [hop.leaves for hop in chain.hops] == ["Mia (ana's sister)", "Ana", "Mia (ana's colleague)", "jazz"]
    with pytest.raises(NotFound, match=r"Mia \(ana's sister\)"):
        make(SAID[:2], name="two.db").graph(user_id="u", around="Miaa")


def test_a_sense_is_as_like_a_question_as_its_name(make: Make) -> None:
    graph = make(graph={})._parts.store.graph(Scope("default", "u"))
    assert graph is not None and graph.unsplit is not None
    assert graph.has_vector.all()
    assert np.array_equal(graph.matrix[graph.unsplit], graph.matrix)
    assert [graph.keys[at] for at in np.flatnonzero(graph.unsplit != np.arange(graph.size))] == ["mia (ana's sister)", "mia (ana's colleague)"]  # fmt: skip
