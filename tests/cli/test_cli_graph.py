"""graph show and graph path on the command line: trees, JSON, GraphML, pictures, and what is said where there is nothing."""

import xml.etree.ElementTree as ET
from pathlib import Path

import networkx as nx
import pytest

from tests.cli.conftest import Run
from tests.results import HOSTILE
from thoughtbank import Thoughtbank

SAID = (
    ("Ana", "My sister Mia moved to Rotterdam."), ("Ben", "I live in Rotterdam."), ("Ben", "I work with Cleo."), ("小李", "我对花生过敏。"), ("민수", "나는 부산에 살아요."),
)  # fmt: skip
XMLNS = "{http://graphml.graphdrawing.org/xmlns}"


@pytest.fixture(autouse=True)
def _knows(monkeypatch: pytest.MonkeyPatch, _here: None) -> None:
    monkeypatch.setenv("THOUGHTBANK_THINK__MODE", "inline")
    monkeypatch.setenv("THOUGHTBANK_GAIN__MODE", "off")
    with Thoughtbank(embedder="hash") as bank:
        for place, (speaker, text) in enumerate(SAID):
            bank.remember(text, user_id="u", speaker=speaker, session_id=speaker, said_at=f"2026-03-0{place + 1}")


def test_a_tree_with_those_who_speak_first(run: Run) -> None:
    shown = run("graph", "show", "--user", "u")
    assert shown.code == 0
    roots = [line for line in shown.out.splitlines() if line[0] not in "├└│ "]
    assert roots[:2] == ["Ben (2)", "Ana (1)"] and {"小李 (1)", "민수 (1)", "Mia (2)"} <= set(roots)
    assert roots[-1] == "6 propositions, 9 arguments"
    assert all(
        shown.out.count(text) == 1
        for text in ("Ben lives in Rotterdam.  2026-03-02", "小李对花生过敏。", "Ben works with Cleo.")
    )


def test_a_tree_around_a_name(run: Run) -> None:
    assert run("graph", "show", "--user", "u", "mia", "--depth", "3").out == (
        "Mia (2)\n"
        "├── Ana's sister Mia moved to Rotterdam.  2026-03-01\n"
        "│   └── Rotterdam (2)\n"
        "│       └── Ben lives in Rotterdam.  2026-03-02\n"
        "│           └── Ben (2)\n"
        "│               └── Ben works with Cleo.  2026-03-03\n"
        "└── Ana has a sister named Mia.  2026-03-01\n"
        "4 propositions, 5 arguments\n"
    )
    cut = run("graph", "show", "--user", "u", "Mia", "--depth", "3", "--most", "3")
    assert "Cleo" not in cut.out and "1 more left out, see --most" in cut.out


def test_json_has_all_of_it(run: Run) -> None:
    part = run("graph", "show", "--user", "u", "--json", "Ben").json
    assert (part["around"], part["left_out"]) == ("ben", 0)
    assert [one["text"] for one in part["propositions"]] == ["Ben works with Cleo.", "Ben lives in Rotterdam."]
    assert part["propositions"][1]["said_at"] == "2026-03-02T00:00:00+00:00" and len(part["edges"]) == 4
    assert run("graph", "show", "--user", "u", "--json", "--session", "Ana").json["arguments"][0]["name"] == "Ana"
    before = run("graph", "show", "--user", "u", "--json", "--as-of", "2026-03-02T12:00Z").json
    assert {one["said_at"][:10] for one in before["propositions"]} == {"2026-03-01", "2026-03-02"}
    assert run("graph", "show", "--user", "u", "--known-at", "2020-01-01").code == 1
    assert run("graph", "show", "--user", "u", "--agent", "nobody").code == 1


def test_graphml_is_read_by_others(run: Run, tmp_path: Path) -> None:
    shown = run("graph", "show", "--user", "u", "--graphml", "g.graphml", "--json").json
    root = ET.parse(tmp_path / "g.graphml").getroot()
    assert root.tag == f"{XMLNS}graphml"
    kinds = {one.get("id"): one.get("attr.type") for one in root.iter(f"{XMLNS}key")}
    assert {one.get("key") for one in root.iter(f"{XMLNS}data")} <= set(kinds) and kinds["node-propositions"] == "int"
    network = nx.read_graphml(tmp_path / "g.graphml")
    nodes = dict(network.nodes(data=True))
    assert {of["label"]: (of["propositions"], of["speaks"]) for of in nodes.values() if of["kind"] == "argument"} == {
        one["name"]: (one["propositions"], one["speaks"]) for one in shown["arguments"]
    }
    texts = {of["text"]: of for of in nodes.values() if of["kind"] == "proposition"}
    assert set(texts) == {one["text"] for one in shown["propositions"]} and "小李对花生过敏。" in texts
    assert texts["Ben lives in Rotterdam."]["said_at"] == "2026-03-02T00:00:00+00:00"
    assert network.number_of_edges() == len(shown["edges"]) == sum(of["role"] == "own" for *_, of in network.edges(data=True))
    (mia, ben) = (next(node for node, of in nodes.items() if of["label"] == name) for name in ("Mia", "Ben"))
    assert len(nx.shortest_path(network, mia, ben)) == 5


def test_nothing_said_breaks_a_file(tmp_path: Path) -> None:
    from datetime import UTC, datetime

    from thoughtbank.cli.graph import _picture, _trees
    from thoughtbank.cli.graphml import graphml
    from thoughtbank.language.proposition import Argument
    from thoughtbank.records.joined import ArgumentNode, Edge, PropositionNode, Subgraph

    broken = f"{HOSTILE}\x00\x0b\x1b[31m\ud800\ufffe]]>&<"
    at = datetime(2026, 3, 2, tzinfo=UTC)
    one = PropositionNode("p", broken, broken, (Argument(broken),), (broken,), at, "plan", None, at)
    part = Subgraph(None, (ArgumentNode(broken, broken, 1),), (one,), (Edge("p", broken, "", 0),))
    network = nx.parse_graphml(graphml(part))
    said = network.nodes["p-p"]["text"]
    assert said.endswith("\ufffd\ufffd\ufffd[31m\ufffd\ufffd]]>&<") and network.number_of_edges() == 1
    graphml(part).encode()
    ET.fromstring(_picture(part, broken))
    (tree,) = _trees(part)
    assert "\x1b" not in str(tree.label) and "[plan]" in str(tree.children[0].label)
    assert "(until 2026-03-01)" in str(tree.children[0].label), "it ends before that moment"


def test_a_picture_has_its_words_in_every_script(run: Run, tmp_path: Path) -> None:
    shown = run("graph", "show", "--user", "u", "--plot", "g.svg", "--graphml", "g.graphml")
    assert shown.code == 0 and "6 propositions" in shown.out
    root = ET.parse(tmp_path / "g.svg").getroot()
    words = {one.text for one in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"小李", "花生", "민수", "부산", "Mia", "lives in"} <= words


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("show", "--user", "u", "Rotter"), 1, "no argument 'Rotter' is known; the nearest are 'Rotterdam'"),
        (("show", "--user", "nobody"), 1, "work --user nobody --once --anew"),
        (("show", "--user", "u", "--plot", "nowhere/g.svg"), 2, "name a file in a folder that is there"),
        (("show", "--user", "u", "--graphml", "."), 2, "no regular file"),
        (("show", "--user", "u", "--graphml", "x", "--plot", "x"), 2, "named twice"),
        (("show", "--user", "u", "--depth", "0"), 2, "depth must be a whole number from 1"),
        (("show", "--user", "u", "--most", "0"), 2, "most must be a whole number from 1"),
        (("show", "--user", "u", "\udcff"), 2, "NAME isn't UTF-8"),
        (("path", "--user", "u", "Mia", "Nobody"), 1, "no argument 'Nobody' is known"),
        (("path", "--user", "u", "Mia", "花生"), 1, "no chain of up to 8 propositions leads from 'Mia' to '花生'"),
        (("path", "--user", "u", "Mia", "mia"), 2, "name two"),
        (("path", "--user", "nobody", "Mia", "Ben"), 1, "no proposition is known"),
    ],
)
def test_what_cannot_be_shown_says_what_to_do(run: Run, words: tuple[str, ...], code: int, said: str) -> None:
    ran = run("graph", *words)
    assert (ran.code, ran.out) == (code, "") and said in ran.error


def test_a_file_named_wrongly_leaves_nothing_behind(run: Run, tmp_path: Path) -> None:
    assert run("graph", "show", "--user", "u", "--graphml", "g.graphml", "--plot", "nowhere/g.svg").code == 2
    assert not (tmp_path / "g.graphml").exists()


def test_the_way_from_one_thing_to_another(run: Run) -> None:
    shown = run("graph", "path", "--user", "u", "Mia", "cleo")
    lines = shown.out.splitlines()
    assert shown.code == 0 and [line for line in lines if line[0] != " "] == ["Mia", "Rotterdam", "Ben", "Cleo"]
    assert lines[1] == "  Ana's sister Mia moved to Rotterdam."
    assert lines[2].startswith("    “My sister Mia moved to Rotterdam.” (2026-03-01, Ana) ")
    chain = run("graph", "path", "--user", "u", "--json", "Mia", "cleo").json
    assert [hop["leaves"] for hop in chain["hops"]] == ["Rotterdam", "Ben", "Cleo"] and chain["reason"] is None
    assert chain["hops"][0]["turns"][0]["text"] == "My sister Mia moved to Rotterdam."
    apart = run("graph", "path", "--user", "u", "--json", "Mia", "花生")
    assert apart.code == 1 and apart.json["hops"] == [] and "no chain" in apart.json["reason"]
