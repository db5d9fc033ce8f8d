"""Links between names from end to end: found, given, undone, used, carried and destroyed."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import Opener, SettableClock, empty_database
from thoughtbank import Thoughtbank
from thoughtbank.errors import InputError, NotFound
from thoughtbank.language.aliases import known
from thoughtbank.providers.fake import HashEmbedder
from thoughtbank.records.conversation import Scope

THINK = {"mode": "inline", "by": "rules", "parsers": "off"}
PARSED = THINK | {"parsers": "auto"}
Make = Callable[..., Thoughtbank]


@pytest.fixture
def make(open_bank: Opener) -> Make:
    """Opens a bank that thinks by rules without parsers, and says things to it as Ana."""

    def opened(*said: str, speaker: str = "Ana", name: str = "bank.db", **given: Any) -> Thoughtbank:
        bank = open_bank(name, **({"think": THINK, "gain": {"mode": "off"}, "graph": {"match": "exact"}} | given))
        for text in said:
            bank.remember(text, user_id="u", speaker=speaker)
        return bank

    return opened


def pairs(bank: Thoughtbank) -> list[tuple[str, str]]:
    return [(one.name, one.means) for one in bank.aliases(user_id="u")]


def joined(bank: Thoughtbank, name: str) -> set[str]:
    graph = bank._parts.store.graph(Scope("default", "u"))
    assert graph is not None
    return set(graph.known.same(name))


@pytest.mark.parametrize(
    ("speaker", "said", "name", "question", "found"),
    [
        ("Ana", ("My sister is called Lina.", "Lina lives in Rome."), "lina", "Ana's sister", "Lina lives in Rome."),
        ("安娜", ("我妈叫李梅。", "李梅住在上海。"), "李梅", "安娜的妈妈", "李梅住在上海。"),
        ("안나", ("제 여동생 이름은 리나예요.", "리나는 서울에 살아요."), "리나", "안나의 여동생", "리나는 서울에 산다."),
        ("An", ("Mẹ tôi tên là Lan.", "Lan sống ở Huế."), "lan", "mẹ của An", "Lan sống ở Huế."),
    ],
)
def test_what_names_is_found_and_used_in_four_languages(
    make: Make, speaker: str, said: Sequence[str], name: str, question: str, found: str
) -> None:
    bank = make(*said, speaker=speaker, think=PARSED)
    (link,) = bank.aliases(user_id="u")
    assert link.name == name and link.kind == "name" and link.apart is None and link.memory_id is not None
    assert bank.get(link.memory_id, user_id="u").triple is not None
    assert bank.relations(question, user_id="u") == bank.relations(name, user_id="u")
    assert found in [one.text for one in bank.relations(question, user_id="u")]
    (row,) = [row for row in bank.recall(link.means, user_id="u") if row.text == said[1]]
    assert f"{name} for {link.means}" in [str(one) for one in row.through]


def test_recall_finds_by_another_name_and_says_so(make: Make) -> None:
    said = ("My sister is called Lina.", "Lina lives in Rome.", "I like jazz.")
    rows = {row.text: row for row in make(*said, think=PARSED).recall("Lina", user_id="u")}
    through = {text: [str(one) for one in row.through] for text, row in rows.items()}
    assert through["Lina lives in Rome."] == ["lina"]
    bank = make("My sister has a dog.")
    rows = {row.text: row for row in bank.recall("Lina", user_id="u")}
    assert [str(one) for one in rows["My sister has a dog."].through] == ["ana's sister for lina"]
    assert "ana's sister for lina" in rows["My sister has a dog."].why
    bank.unalias("Lina", user_id="u")
    assert not {row.text: row for row in bank.recall("Lina", user_id="u")}["My sister has a dog."].through
    bank.alias("Lina", "Ana's sister", user_id="u")
    assert {row.text: row for row in bank.recall("Lina", user_id="u")}["My sister has a dog."].through


def test_a_name_that_stands_in_no_proposition_finds_whom_it_means(make: Make) -> None:
    bank = make("My mother lives in Porto.", "I like jazz.")
    bank.alias("Mamá", "Ana's mother", user_id="u")
    rows = {row.text: row for row in bank.recall("Where is Mamá?", user_id="u")}
    assert [str(one) for one in rows["My mother lives in Porto."].through] == ["ana's mother for mamá"]


def test_without_the_setting_only_equal_arguments_join(make: Make) -> None:
    off = {"graph": {"match": "exact", "aliases": False}}
    bank = make("My sister is called Lina.", "My sister has a dog.", **off)
    assert not {row.text: row for row in bank.recall("Lina", user_id="u")}["My sister has a dog."].through
    assert bank.relations("Lina", user_id="u") == []


def test_words_of_one_kin_are_one(make: Make) -> None:
    bank = make("My mum likes tea.", "My mother lives in Porto.", "My sister likes jazz.")
    assert len(bank.relations("Ana's mom", user_id="u")) == 2
    assert len(bank.relations("Ana's sister", user_id="u")) == 1


def test_rivals_under_two_names_are_rivals(make: Make) -> None:
    bank = make("My sister is called Lina.", "My sister lives in Rome.", "Lina lives in Oslo.", think=PARSED)
    ended = [one for one in bank.changes(user_id="u") if one.kind == "forget"]
    assert [one.reason for one in ended] == ["has one value, and another was said later; Lina is Ana's sister"]
    assert "Rome" in bank.history(ended[0].memory_id, user_id="u")[-1].text


def test_two_of_one_name_join_neither(make: Make) -> None:
    bank = make("My sister is called Mia.")
    assert joined(bank, "mia") == {"mia", "ana's sister"}
    bank.remember("My daughter is called Mia.", user_id="u", speaker="Ben")
    assert joined(bank, "mia") == {"mia"}
    assert {one.apart for one in bank.aliases(user_id="u")} == {"mia means ana's sister and ben's daughter"}
    bank.unalias("Mia", "Ben's daughter", user_id="u")
    assert joined(bank, "mia") == {"mia", "ana's sister"}


def test_a_link_ends_with_its_proposition_and_comes_back_with_it(make: Make) -> None:
    bank = make("My sister is called Lina.")
    (link,) = bank.aliases(user_id="u")
    turn = bank.list(user_id="u", kind="turn").items[0]
    bank.edit(turn.id, "My sister is called Mia.", user_id="u")
    assert pairs(bank) == [("mia", "ana's sister")] and joined(bank, "lina") == {"lina"}
    bank.edit(turn.id, "My sister is called Lina.", user_id="u")
    assert pairs(bank) == [("lina", "ana's sister")] and joined(bank, "lina") == {"lina", "ana's sister"}


def test_what_was_undone_stays_undone_when_it_is_thought_again(make: Make) -> None:
    bank = make("My sister is called Lina.")
    (ended,) = bank.unalias("Lina", user_id="u")
    assert ended.undone_at is not None and pairs(bank) == []
    bank.rethink(user_id="u", all=True)
    bank.work(user_id="u")
    turn = bank.list(user_id="u", kind="turn").items[0]
    bank.edit(turn.id, "I like jazz.", user_id="u")
    bank.edit(turn.id, "My sister is called Lina.", user_id="u")  # another version of another thought
    bank.remember("My sister is called Lina.", user_id="u", speaker="Ana")
    assert pairs(bank) == [] and joined(bank, "lina") == {"lina"}
    bank.alias("Lina", "Ana's sister", user_id="u")
    assert set(pairs(bank)) == {("lina", "ana's sister")} and joined(bank, "lina") == {"lina", "ana's sister"}


def test_what_a_person_says_of_names_is_in_changes(make: Make) -> None:
    bank = make("My sister is called Lina.")
    bank.alias("Lin", "Lina", user_id="u")
    bank.unalias("Lin", user_id="u")
    (ended,) = bank.unalias("Lina", user_id="u")
    told = [(one.kind, one.memory_id, one.by, one.reason) for one in reversed(bank.changes(user_id="u")) if "alias" in one.kind]
    assert told == [
        ("alias", "lin", "user", "lin means lina"),
        ("unalias", "lin", "user", "lin doesn't mean lina"),
        ("unalias", ended.memory_id, "user", "lina doesn't mean ana's sister"),
    ]
    assert all(finding.well for finding in bank.check()) and all(finding.well for finding in bank.repair())
    assert len([one for one in bank.changes(user_id="u") if "alias" in one.kind]) == 3


def test_mistakes_say_what_to_do(make: Make) -> None:
    bank = make("My sister is called Lina.", "I live in Porto.")
    with pytest.raises(NotFound, match="no argument 'Prto' is known"):
        bank.alias("Home", "Prto", user_id="u")
    with pytest.raises(NotFound, match="no proposition is known"):
        bank.alias("Home", "Porto", user_id="nobody")
    for name, means, said in (
        ("", "Lina", "empty"),
        (" . ", "Lina", "who is who"),
        ("Lina", " ", "empty"),
        ("The Lina", "lina", "the same name"),
        ("Ana's sister", "Lina", "circle"),
        ("I", "Lina", "whoever speaks"),
        ("Lina", "我", "whoever speaks"),
    ):
        with pytest.raises(InputError, match=said):
            bank.alias(name, means, user_id="u")
    bank.alias("Sis", "Lina", user_id="u")
    assert bank.alias("sis", "lina", user_id="u").name == "sis"  # again is no mistake
    with pytest.raises(InputError, match="unalias"):
        bank.alias("Sis", "Porto", user_id="u")
    with pytest.raises(NotFound, match="the nearest are 'lina'"):
        bank.unalias("Linna", user_id="u")
    with pytest.raises(NotFound, match='it means "ana\'s sister"'):
        bank.unalias("Lina", "Porto", user_id="u")
    with pytest.raises(NotFound, match="its own are 'lina'"):
        bank.unalias("Ana's sister", user_id="u")
    with pytest.raises(NotFound, match="there is none"):
        bank.unalias("Lina", user_id="nobody")


def test_links_are_a_users_own(make: Make) -> None:
    bank = make("My sister is called Lina.")
    bank.remember("Lina lives in Rome.", user_id="v", speaker="Ana")
    assert bank.aliases(user_id="v") == [] and len(bank.aliases(user_id="u")) == 1


NAMES = ("Lina", "Lin", "Sis", "Ana's sister", "Ana", "user42")
steps = st.lists(
    st.tuples(st.sampled_from(["alias", "unalias", "say", "erase", "read"]), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    max_size=10,
)


@settings(max_examples=30)
@given(steps)
def test_any_history_equals_the_links_that_stand(
    tmp_path_factory: pytest.TempPathFactory, history: list[tuple[str, str, str]]
) -> None:
    path = tmp_path_factory.mktemp("names") / "bank.db"
    path.write_bytes(empty_database())
    alone: dict[str, Any] = {"embedder": HashEmbedder(), "clock": SettableClock(), "home": path.parent, "gain": {"mode": "off"}}
    bank = Thoughtbank(str(path), **alone, think=THINK)
    bank.remember("My sister has a dog.", user_id="u", speaker="Ana")
    for what, name, means in history:
        try:
            if what == "alias":
                bank.alias(name, means, user_id="u")
            elif what == "unalias":
                bank.unalias(name, user_id="u")
            elif what == "say":
                bank.remember("My sister is called Lina.", user_id="u", speaker="Ana")
            elif what == "erase":
                turns = [one for one in bank.list(user_id="u", kind="turn") if "Lina" in one.text]
                if turns:
                    bank.erase(turns[0].id, user_id="u")
            else:
                bank.recall(name, user_id="u")
        except (InputError, NotFound):
            pass
    graph = bank._parts.store.graph(Scope("default", "u"))
    assert graph is not None
    stand = [one.naming for one in bank.aliases(user_id="u")]
    assert graph.known.members == known(stand, graph.keys[: graph.size]).members
    other = Thoughtbank(str(path), **alone, think=THINK)
    afresh = other._parts.store.graph(Scope("default", "u"))
    assert afresh is not None and afresh.known == graph.known
    for one in (bank, other):
        one.close()


def test_what_is_erased_is_gone_to_the_byte(make: Make, tmp_path: Path) -> None:
    bank = make("I like jazz.", "My sister is called Qzlina.")
    bank.unalias("Qzlina", user_id="u")
    assert any(b"qzlina" in file.read_bytes() for file in tmp_path.glob("bank.db*"))
    turn = next(one for one in bank.list(user_id="u", kind="turn") if "Qzlina" in one.text)
    bank.erase(turn.id, user_id="u")
    for needle in (b"qzlina", b"Qzlina", b"ana's sister"):
        assert not [file for file in tmp_path.glob("bank.db*") if needle in file.read_bytes()], needle
    bank.alias("Qzana", "Ana", user_id="u")
    bank.erase(user_id="u", everything=True)
    assert not [file for file in tmp_path.glob("bank.db*") if b"qzana" in file.read_bytes()]


def test_an_export_brings_them_and_brings_back_what_was_undone(make: Make) -> None:
    bank = make("My sister is called Lina.", "My brother is called Tom.")
    bank.alias("Lin", "Lina", user_id="u")
    bank.alias("Tommy", "Tom", user_id="u")
    bank.unalias("Tommy", user_id="u")
    bank.unalias("Tom", user_id="u")
    lines = list(bank.export(user_id="u"))
    other = make(name="other.db")
    report = other.import_(lines, user_id="u")
    assert report.aliases == 3 and not report.refused
    assert report.lines == report.stored + report.already + report.headers + report.changes + report.aliases
    assert set(pairs(other)) == {("lina", "ana's sister"), ("lin", "lina")}
    assert list(other.export(user_id="u")) == lines
    other.import_(lines, user_id="u")
    assert list(other.export(user_id="u")) == lines
    other.alias("Tommy", "Tom", user_id="u")  # later than the lines know
    other.import_(lines, user_id="u")
    assert ("tommy", "tom") in pairs(other)
    bank.import_(list(other.export(user_id="u")), user_id="u")
    assert ("tommy", "tom") in pairs(bank)


@pytest.mark.parametrize(
    "fault",
    [
        '{"type": "alias", "means": "b", "name": "a"}',
        '{"type": "alias", "means": "b", "name": "a", "by": "user", "kind": "king", "at": "2026-03-02T08:14:01+00:00"}',
        '{"type": "alias", "means": "A", "name": "a", "by": "user", "kind": "given", "at": "2026-03-02T08:14:01+00:00"}',
        '{"type": "alias", "means": "b", "name": "a", "by": "rules", "kind": "name", "at": "2026-03-02T08:14:01+00:00"}',
        '{"type": "alias", "means": "b", "name": "a", "by": "user", "kind": "given", "at": "yesterday"}',
    ],
)
def test_a_broken_line_of_an_export_is_refused_with_its_number(make: Make, fault: str) -> None:
    report = make().import_([fault], user_id="u")
    assert [number for number, _ in report.refused] == [1] and report.aliases == 0


def test_another_process_sees_it_at_once(make: Make, tmp_path: Path) -> None:
    bank = make("My sister is called Lina.")
    bank.recall("Lina", user_id="u")
    script = (
        "import sys; from thoughtbank import Thoughtbank; from thoughtbank.providers.fake import HashEmbedder\n"
        "with Thoughtbank(sys.argv[1], embedder=HashEmbedder(), home=sys.argv[2]) as bank:\n"
        "    bank.unalias('Lina', user_id='u'); bank.alias('Sis', \"Ana's sister\", user_id='u')"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path / "bank.db"), str(tmp_path)], check=True)
    assert pairs(bank) == [("sis", "ana's sister")] and joined(bank, "sis") == {"sis", "ana's sister"}


def test_the_verbs_of_the_graph_see_through_names(make: Make) -> None:
    bank = make("My sister is called Lina.", "My sister likes chess.", "Lina likes olives.")
    part = bank.graph(user_id="u", around="Lina")
    assert {one.text for one in part.propositions} >= {"Ana's sister is called Lina.", "Ana's sister likes chess."}
    assert bank.path("Lina", "chess", user_id="u")
    with pytest.raises(InputError, match="same argument"):
        bank.path("Lina", "Ana's sister", user_id="u")
