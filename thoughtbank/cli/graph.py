"""What propositions share, on the command line: as a tree, as JSON, as files for other programs and for the eye, and the way from one thing to another."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thoughtbank.cli import output
from thoughtbank.cli.files import check_target, write_text
from thoughtbank.cli.given import Agent, Json, Session, User, command_line, open_bank, utf8
from thoughtbank.errors import NotFound
from thoughtbank.records.joined import Chain, Hop, PropositionNode, Subgraph

if TYPE_CHECKING:
    from rich.tree import Tree

app = typer.Typer(
    help="What propositions share: show, path.\n\nExample: thoughtbank graph show --user ana Mia", no_args_is_help=True
)

AsOf = Annotated[str | None, typer.Option("--as-of", metavar="TIME", help="What held then.")]
KnownAt = Annotated[
    str | None, typer.Option("--known-at", metavar="TIME", help="What had been recorded by then and not yet replaced.")
]


@app.command()
def show(
    ctx: typer.Context,
    user: User,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Only what is around this: a person, a place.")] = None,
    depth: Annotated[int, typer.Option("--depth", metavar="N", help="How many propositions away; 1 unless set.")] = 1,
    most: Annotated[int, typer.Option("--most", metavar="N", help="How many propositions at most; 200 unless set.")] = 200,
    graphml: Annotated[
        Path | None, typer.Option("--graphml", metavar="FILE", help="Writes GraphML, for yEd, Gephi, networkx.")
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draws it as SVG.")] = None,
    agent: Agent = None,
    session: Session = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    json: Json = False,
) -> None:
    """Shows what propositions share: all of them, or those around a person or a thing.

    Those who speak come first, then what most is known of; of one thing's propositions the last said. Exit code 1 where there are none.

    Example: thoughtbank graph show --user ana Mia
    """
    for target, other in ((graphml, plot), (plot, graphml)):
        if target is not None:
            check_target(target, other)
    holding = {"agent_id": agent, "session_id": session, "as_of": as_of, "known_at": known_at}
    around = None if name is None else utf8(name, "NAME")
    with open_bank(ctx) as bank:
        part = bank.graph(user_id=user, around=around, depth=depth, most=most, **holding)
    if not part.propositions:
        again = command_line(ctx, "work", "--user", user, "--once", "--anew")
        raise NotFound(
            f"no proposition is known of {user} here; remember says something, and this thinks about what was said: {again}"
        )
    title = f"what is known around {name}" if name is not None else f"what is known of {user}"
    if graphml is not None:
        from thoughtbank.cli.graphml import graphml as written

        write_text(written(part), graphml)
    if plot is not None:
        write_text(_picture(part, title), plot)
    if json:
        output.print_json(asdict(part))
        return
    for tree in _trees(part):
        output.console().print(tree)
    counted = f"{len(part.propositions)} propositions, {len(part.arguments)} arguments"
    output.say(f"{counted}; {part.left_out} more left out, see --most" if part.left_out else counted, "dim")


@app.command()
def path(
    ctx: typer.Context,
    a: Annotated[str, typer.Argument(metavar="A", help="A person or a thing.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    user: User,
    agent: Agent = None,
    session: Session = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    json: Json = False,
) -> None:
    """Shows how two things are connected: the shortest chain of propositions, each with what was said.

    Exit code 1 where nothing connects them, or one of them is unknown.

    Example: thoughtbank graph path --user ana Mia peanuts
    """
    holding = {"agent_id": agent, "session_id": session, "as_of": as_of, "known_at": known_at}
    with open_bank(ctx) as bank:
        found = bank.path(utf8(a, "A"), utf8(b, "B"), user_id=user, **holding)
    if json:
        output.print_json(asdict(found))
        if not found:
            raise typer.Exit(1)
        return
    if not found:
        raise NotFound(found.reason or "")
    _show_chain(found)


def _show_chain(found: Chain) -> None:
    output.say(found.hops[0].enters, "bold")
    for hop in found.hops:
        for line, style in _lines(hop):
            output.say(line, style)


def _lines(hop: Hop) -> Iterator[tuple[str, str]]:
    """A proposition, the turns it rests on, and what it shares with the next."""
    yield f"  {output.short(_line(hop.proposition), LINE)}", ""
    for said in hop.turns:
        who = f", {said.speaker}" if said.speaker else ""
        yield f"    “{output.short(said.text, LINE)}” ({said.said_at:%Y-%m-%d}{who}) {said.id}", "dim"
    yield hop.leaves, "bold"


LINE = 300
"""Characters of a sentence or of a turn's words that are shown; --json has all of them. Chosen: a long sentence."""


def _line(one: PropositionNode) -> str:
    """Its sentence, what kind of statement it is unless a fact, and until when it held where that is known."""
    mood = "" if one.mood == "fact" else f" [{one.mood}]"
    if one.valid_to is None:
        return f"{one.text}{mood}"
    last = (one.valid_to - timedelta(microseconds=1)).astimezone(one.said_at.tzinfo)
    return f"{one.text}{mood} (until {last:%Y-%m-%d})"


def _trees(part: Subgraph) -> "Iterator[Tree]":
    """A tree for each argument that something stands under: of one alone, or of all. Each proposition stands once, where it is first reached."""
    of: dict[str, list[PropositionNode]] = {one.key: [] for one in part.arguments}
    keys: dict[str, list[str]] = {one.id: [] for one in part.propositions}
    for edge in part.edges:
        if edge.argument not in keys[edge.proposition]:
            keys[edge.proposition].append(edge.argument)
    for proposition in part.propositions:
        for key in keys[proposition.id]:
            of[key].append(proposition)
    under, opens = _placed(part, of, keys)
    names = {one.key: (one.name, one.propositions) for one in part.arguments}
    for key in [part.around] if part.around is not None else [one.key for one in part.arguments]:
        if under[key]:
            yield _tree(key, under, opens, keys, names)


def _placed(
    part: Subgraph, of: dict[str, list[PropositionNode]], keys: dict[str, list[str]]
) -> tuple[dict[str, list[PropositionNode]], dict[str, list[str]]]:
    """Which propositions stand under each argument, and which arguments under each proposition are gone on from."""
    under: dict[str, list[PropositionNode]] = {key: [] for key in of}
    opens: dict[str, list[str]] = {one.id: [] for one in part.propositions}
    placed: set[str] = set()
    queue = [part.around] if part.around is not None else list(of)
    met = set(queue)
    for key in queue:  # grows
        under[key] = [one for one in of[key] if one.id not in placed]
        placed.update(one.id for one in under[key])
        for one in under[key]:
            opens[one.id] = [other for other in keys[one.id] if other not in met]
            met.update(opens[one.id])
            queue.extend(opens[one.id])
    return under, opens


def _tree(
    key: str,
    under: dict[str, list[PropositionNode]],
    opens: dict[str, list[str]],
    keys: dict[str, list[str]],
    names: dict[str, tuple[str, int]],
    tree: "Tree | None" = None,
) -> "Tree":
    from rich.text import Text
    from rich.tree import Tree

    def labelled(of: str) -> Text:
        name, count = names[of]
        return Text(f"{output.short(name, LINE)} ({count})", "bold")

    tree = Tree(labelled(key)) if tree is None else tree
    for one in under[key]:
        branch = tree.add(Text.assemble(output.short(_line(one), LINE), (f"  {one.said_at:%Y-%m-%d}", "dim")))
        for other in opens[one.id]:
            if under[other]:
                _tree(other, under, opens, keys, names, branch.add(labelled(other)))
    return tree


def _picture(part: Subgraph, title: str) -> str:
    """Each proposition in order with the arguments that weren't there yet, so that what is drawn hangs together where not all of it is."""
    from thoughtbank.plots import Node, network

    arguments = {one.key: one for one in part.arguments}
    of: dict[str, list[str]] = {one.id: [] for one in part.propositions}
    for edge in part.edges:
        of[edge.proposition].append(edge.argument)
    nodes: dict[tuple[str, str], Node] = {}
    for proposition in part.propositions:
        for key in of[proposition.id]:
            shown = Node(arguments[key].name, ours=arguments[key].speaks or key == part.around)
            nodes.setdefault(("argument", key), shown)
        nodes["proposition", proposition.id] = Node(proposition.predicate, joins=True)
    places = {name: place for place, name in enumerate(nodes)}
    joined = [(places["proposition", edge.proposition], places["argument", edge.argument]) for edge in part.edges]
    return network(list(nodes.values()), joined, title=title)
