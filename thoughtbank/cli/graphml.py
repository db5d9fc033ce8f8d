"""A part of the graph as GraphML, which yEd, Gephi and networkx open.

Arguments and propositions are nodes, told apart by `kind`; an edge says in which role and place a proposition has an argument. Keys are typed. What XML
can't hold stands as U+FFFD.
"""

import xml.etree.ElementTree as ET
from collections.abc import Mapping

from thoughtbank.plots import CONTROL
from thoughtbank.records.joined import ArgumentNode, PropositionNode, Subgraph

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
Value = str | int | bool
KEYS: Mapping[str, Mapping[str, str]] = {
    "node": {
        "label": "string", "kind": "string", "key": "string", "propositions": "int", "speaks": "boolean", "text": "string",
        "predicate": "string", "mood": "string", "said_at": "string", "valid_from": "string", "valid_to": "string", "turns": "string",
        "steps": "int",
    },
    "edge": {"role": "string", "place": "int"},
}  # fmt: skip
"""The attributes of each and their types. Times are ISO 8601, since GraphML has no type for them; `turns` are ids, a space between."""


def graphml(part: Subgraph) -> str:
    """The document, as text with its XML declaration. The same part gives the same text."""
    root = ET.Element("graphml", {"xmlns": NAMESPACE})
    for what, keys in KEYS.items():
        for name, kind in keys.items():
            ET.SubElement(root, "key", {"id": f"{what}-{name}", "for": what, "attr.name": name, "attr.type": kind})
    graph = ET.SubElement(root, "graph", {"id": "propositions", "edgedefault": "undirected"})
    places = {one.key: f"a{place}" for place, one in enumerate(part.arguments)}
    for one in part.arguments:
        _data(ET.SubElement(graph, "node", {"id": places[one.key]}), "node", _argument(one))
    for proposition in part.propositions:
        _data(ET.SubElement(graph, "node", {"id": f"p-{proposition.id}"}), "node", _proposition(proposition))
    for place, edge in enumerate(part.edges):
        ends = {"id": f"e{place}", "source": f"p-{edge.proposition}", "target": places[edge.argument]}
        _data(ET.SubElement(graph, "edge", ends), "edge", {"role": edge.role or "own", "place": edge.place})
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _argument(one: ArgumentNode) -> Mapping[str, Value]:
    return {
        "label": one.name, "kind": "argument", "key": one.key, "propositions": one.propositions, "speaks": one.speaks,
    }  # fmt: skip


def _proposition(one: PropositionNode) -> Mapping[str, Value]:
    found: dict[str, Value] = {
        "label": one.predicate, "kind": "proposition", "text": one.text, "predicate": one.predicate, "mood": one.mood,
        "said_at": one.said_at.isoformat(), "turns": " ".join(one.turns), "steps": one.steps,
    }  # fmt: skip
    found |= {name: at.isoformat() for name in ("valid_from", "valid_to") if (at := getattr(one, name)) is not None}
    return found


def _data(element: ET.Element, what: str, values: Mapping[str, Value]) -> None:
    for name, value in values.items():
        text = str(value).lower() if isinstance(value, bool) else CONTROL.sub("�", str(value))
        ET.SubElement(element, "data", {"key": f"{what}-{name}"}).text = text
