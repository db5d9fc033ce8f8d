"""Every picture, as SVG in a text: bars with intervals, dots with intervals, lines, clouds of dots, networks. The only file that knows Matplotlib.

A picture stands in a page or alone, on a light or a dark ground: what is black elsewhere is the text's own colour here, the ground is clear, and
the colours (after Okabe and Ito) keep apart for colour-blind eyes on both. It is drawn for a phone's width and grows with the page.

Words stay words, drawn by the browser in its own fonts, so any script is legible. Matplotlib is shown stand-ins of about the same width instead,
which its own font can measure; the words are put in afterwards, escaped. The same data give the same bytes. Checked by `tests/test_plots.py`.
"""

import io
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

from thoughtbank.errors import InputError, MissingExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

OURS = "#2f7fc1"
OTHERS = ("#d9731a", "#0f9d78", "#b765a0", "#4ba8d8", "#b58900", "#8c6d5a", "#7d8590", "#c0504d")
PLAIN = "#8f98a3"
"""Of bars that aren't ours."""
WIDTH = 4.9
"""Inches; 353 units of the picture, a phone's width."""
LONGEST = 30
"""Columns of a label; a character of Chinese takes two."""
NODES = 80
"""Of a network that are drawn. Chosen: with more, labels cover each other."""

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""What neither XML nor UTF-8 can hold, or would move what reads it."""

_INK = "#010203"
"""Stands for the colour of the text around the picture."""
_SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "thoughtbank",
    "font.size": 10,
    "text.color": _INK,
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
}
_DRAWING = threading.Lock()
"""Matplotlib has one set of settings for the whole process."""


@dataclass(frozen=True, slots=True)
class Point:
    """A value with its interval, if it has one."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    ours: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Points (x, value), x ascending. Where all have an interval, it is drawn as a band."""

    label: str
    points: tuple[tuple[float, Point], ...]
    ours: bool = False


@dataclass(frozen=True, slots=True)
class Cloud:
    """Dots (x, y)."""

    label: str
    dots: tuple[tuple[float, float], ...]
    ours: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """Of a network. `joins`: it stands between others, drawn small, its label in small letters."""

    label: str
    ours: bool = False
    joins: bool = False


def bars(points: Sequence[Point], *, title: str) -> str:
    """A bar for each, from the top down, ours in colour, with the value at its end."""
    _check(points, title)
    with _picture(title, 0.5 + 0.3 * len(points)) as picture:
        axes = _rows(picture, [point.label for point in points])
        for row, point in enumerate(points):
            axes.barh(row, point.value, 0.62, color=OURS if point.ours else PLAIN)
            _interval(axes, row, point, _INK)
            end = max(0.0, point.value, point.high if point.high is not None else point.value)
            axes.annotate(
                f"{point.value:.3f}", (end, row), (5, 0), textcoords="offset points", va="center", fontsize=9.5,
                fontweight="bold" if point.ours else "normal",
            )  # fmt: skip
        axes.set_xlim(*_room(points, beyond=0.2))
        return picture.svg()


def dots(points: Sequence[Point], *, title: str, zero: bool = False) -> str:
    """A dot for each, from the top down, on its interval. With `zero`, a line there: what the interval crosses isn't told apart."""
    _check(points, title)
    with _picture(title, 0.5 + 0.3 * len(points)) as picture:
        axes = _rows(picture, [point.label for point in points])
        for row, point in enumerate(points):
            colour = OURS if point.ours else PLAIN
            _interval(axes, row, point, colour, width=2.2)
            axes.plot([point.value], [row], "o", color=colour, markersize=6.5)
        if zero:
            axes.axvline(0, color=_INK, linewidth=0.9, zorder=0)
        else:
            axes.set_xlim(*_room(points, beyond=0.05))
        return picture.svg()


def lines(drawn: Sequence[Line], *, title: str, x: str, y: str, log: bool = False) -> str:
    """Values over x. With `log`, x grows by factors; its ticks are the values there are."""
    _check([point for line in drawn for _, point in line.points], title)
    with _picture(title, 3.1 + 0.2 * ((len(drawn) + 1) // 2)) as picture:
        axes = picture.axes()
        for number, line in enumerate(drawn):
            _line(axes, line, OURS if line.ours else OTHERS[number % len(OTHERS)], "osD^vPX"[number % 7])
        _scale(axes, sorted({x for line in drawn for x, _ in line.points}), log)
        picture.word(axes.set_xlabel(" "), x)
        picture.word(axes.set_ylabel(" ", rotation_mode="anchor"), y)
        axes.set_ylim(*_room([point for line in drawn for _, point in line.points], beyond=0.06))
        axes.grid(axis="y", color=PLAIN, alpha=0.3, linewidth=0.7)
        if len(drawn) > 1:
            picture.legend([line.label for line in drawn])
        return picture.svg()


def clouds(drawn: Sequence[Cloud], through: Sequence[Line] = (), *, title: str, x: str, y: str) -> str:
    """Dots of each cloud, ours filled, and lines without markers through them."""
    _check([dot for cloud in drawn for dot in cloud.dots], title)
    with _picture(title, 3.7) as picture:
        axes = picture.axes()
        for number, cloud in enumerate(drawn):
            colour = OURS if cloud.ours else OTHERS[number % len(OTHERS)]
            axes.plot(
                *zip(*cloud.dots, strict=True), "o", color=colour, markersize=4.5, alpha=0.75,
                markerfacecolor=colour if cloud.ours else "none",
            )  # fmt: skip
        for line in through:
            xs, ys = [at for at, _ in line.points], [point.value for _, point in line.points]
            axes.plot(xs, ys, color=OURS if line.ours else PLAIN, linewidth=1.8 if line.ours else 1, zorder=1)
        picture.word(axes.set_xlabel(" "), x)
        picture.word(axes.set_ylabel(" ", rotation_mode="anchor"), y)
        axes.grid(color=PLAIN, alpha=0.3, linewidth=0.7)
        picture.legend([*(cloud.label for cloud in drawn), *(line.label for line in through)])
        return picture.svg()


def network(nodes: Sequence[Node], edges: Sequence[tuple[int, int]], *, title: str) -> str:
    """The first NODES nodes, near one another where an edge joins them (places of `nodes`); a line below counts those that aren't drawn."""
    _check(nodes, title)
    drawn, left = nodes[:NODES], len(nodes) - NODES
    joined = sorted({(min(edge), max(edge)) for edge in edges if max(edge) < len(drawn)})
    side = WIDTH * max(1.0, (len(drawn) / 20) ** 0.5)  # twenty labelled nodes fill a phone's width
    with _picture(title, side + 0.3 * (left > 0), side) as picture:
        at = _layout(len(drawn), joined)
        axes = picture.axes()
        axes.set_xticks([])
        axes.set_yticks([])
        axes.margins(0.12)
        for spine in axes.spines.values():
            spine.set_visible(False)
        for one, other in joined:
            axes.plot(*zip(at[one], at[other], strict=True), color=PLAIN, alpha=0.6, linewidth=0.9, zorder=1)
        for (x, y), node in zip(at, drawn, strict=True):
            axes.plot([x], [y], "o", color=OURS if node.ours else PLAIN, markersize=3 if node.joins else 7)
            below = axes.annotate(
                " ", (x, y), (0, 3 if node.joins else 6), textcoords="offset points", ha="center", fontsize=6.5 if node.joins else 9,
                alpha=0.75 if node.joins else 1, fontweight="bold" if node.ours else "normal",
            )  # fmt: skip
            picture.word(below, node.label)
        if left > 0:
            picture.word(axes.set_xlabel(" "), f"{left} more are not drawn")
        return picture.svg()


def _layout(size: int, joined: Sequence[tuple[int, int]]) -> list[tuple[float, float]]:
    """Where each node stands, by forces along the edges; the same for the same network. Raises MissingExtra."""
    try:
        import networkx as nx
    except ImportError as error:
        raise MissingExtra('pictures of networks need networkx; run: pip install "thoughtbank[eval]"') from error
    network = nx.Graph()
    network.add_nodes_from(range(size))
    network.add_edges_from(joined)
    places = nx.spring_layout(network, seed=1, iterations=300, k=1.6 / max(1, size) ** 0.5)
    return [(float(places[node][0]), float(places[node][1])) for node in range(size)]


def _check(points: Sequence[object], title: str) -> None:
    if not points:
        raise InputError(f"there is nothing to draw for {title!r}")


def _line(axes: "Axes", line: Line, colour: str, marker: str) -> None:
    xs = [x for x, _ in line.points]
    ys = [point.value for _, point in line.points]
    axes.plot(
        xs, ys, color=colour, marker=marker, markersize=5 if line.ours else 4, linewidth=2.4 if line.ours else 1.4,
        zorder=3 if line.ours else 2, alpha=1 if line.ours else 0.9,
    )  # fmt: skip
    lows = [point.low for _, point in line.points if point.low is not None]
    highs = [point.high for _, point in line.points if point.high is not None]
    if line.ours and len(lows) == len(highs) == len(xs):
        axes.fill_between(xs, lows, highs, color=colour, alpha=0.16, linewidth=0)


def _scale(axes: "Axes", xs: Sequence[float], log: bool) -> None:
    if log:
        axes.set_xscale("log")
        axes.set_xticks([], minor=True)
    few = xs if len(xs) <= 10 else xs[:: -(-len(xs) // 8)]
    axes.set_xticks(few, labels=[f"{x:g}" for x in few])


def _interval(axes: "Axes", row: int, point: Point, colour: str, width: float = 1.1) -> None:
    if point.low is not None and point.high is not None:
        axes.plot([point.low, point.high], [row, row], color=colour, linewidth=width, solid_capstyle="round", alpha=0.85)


def _rows(picture: "_Picture", labels: Sequence[str]) -> "Axes":
    """Axes with a named row for each label, the first on top."""
    axes = picture.axes()
    axes.set_yticks(range(len(labels)), labels=[stand_in(shortened(label)) for label in labels])  # where a tick takes its text
    for text, label in zip(axes.get_yticklabels(), labels, strict=True):
        picture.word(text, label)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", color=PLAIN, alpha=0.3, linewidth=0.7)
    axes.locator_params(axis="x", nbins=5)
    return axes


def _room(points: Sequence[Point], *, beyond: float) -> tuple[float, float]:
    """From 0, or below where values are, to what is drawn and a share beyond."""
    ends = [end for point in points for end in (point.value, point.low, point.high) if end is not None]
    low, high = min(0.0, *ends), max(0.0, *ends)
    span = (high - low) or 1.0
    return low - (beyond * span if low < 0 else 0), high + beyond * span


@dataclass(slots=True)
class _Picture:
    """A figure being drawn, and the words that its stand-ins stand for."""

    figure: "Figure"
    title: str
    words: list[str] = field(default_factory=list)

    def axes(self) -> "Axes":
        axes = self.figure.add_subplot()
        axes.patch.set_visible(False)
        axes.set_axisbelow(True)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        for side in ("left", "bottom"):
            axes.spines[side].set_alpha(0.5)
        return axes

    def word(self, text: "Text", word: str) -> None:
        """Lets the text stand for the word."""
        shown = shortened(word)
        text.set_text(stand_in(shown))
        text.set_gid(f"word-{len(self.words)}")
        self.words.append(shown)

    def legend(self, labels: Sequence[str]) -> None:
        """Under the axes, in two columns."""
        axes = self.figure.axes[0]
        shown = self.figure.legend(
            axes.get_lines(), [" "] * len(labels), loc="outside lower center", ncols=2, frameon=False, handlelength=1.8
        )
        for text, label in zip(shown.get_texts(), labels, strict=True):
            self.word(text, label)

    def svg(self) -> str:
        out = io.StringIO()
        nothing: dict[str, Any] = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        self.figure.savefig(out, format="svg", transparent=True, metadata=nothing)
        return _for_pages(out.getvalue(), self.title, self.words)


@contextmanager
def _picture(title: str, height: float, width: float = WIDTH) -> Iterator[_Picture]:
    """An empty figure, in inches. Raises MissingExtra."""
    try:
        from matplotlib import rc_context
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra('pictures need Matplotlib; run: pip install "thoughtbank[eval]"') from error
    with _DRAWING, rc_context(_SETTINGS):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        yield _Picture(figure, title)


def shortened(text: str) -> str:
    """A label's text on one line, of at most LONGEST columns."""
    line, width = " ".join(CONTROL.sub("�", text).split()), 0
    for place, character in enumerate(line):
        width += _columns(character)
        if width > LONGEST:
            return line[:place].rstrip() + "…"
    return line


def _columns(character: str) -> int:
    return 2 if east_asian_width(character) in "WF" else 1


def stand_in(text: str) -> str:
    """Characters of Matplotlib's own font about as wide, none of which it takes for mathematics."""
    return "".join(
        "W" if _columns(one) == 2 else one if one.isascii() and (one.isalnum() or one == " ") else "n" for one in text
    )


def _for_pages(svg: str, title: str, words: Sequence[str]) -> str:
    """The picture without what is for files, with its words and title, in the colours of the page."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"\s*<style type=\"text/css\">.*?</style>", "", svg, flags=re.DOTALL)
    svg = re.sub(
        r'<g id="word-(\d+)">(.*?<text[^>]*>)[^<]*</text>',
        lambda found: f"<g>{found[2]}{escape(words[int(found[1])])}</text>",
        svg,
        flags=re.DOTALL,
    )
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)  # several pictures share a page
    svg = re.sub(r"'DejaVu Sans'(, [^;\"]*)?", "system-ui, sans-serif", svg).replace(_INK, "currentColor")
    name = escape(CONTROL.sub("�", title))
    root = f'<svg role="img" aria-label="{name}" style="stroke-linejoin: round; font-variant-numeric: tabular-nums"'
    head, _, rest = svg.partition(">")
    return f"{root}{head.removeprefix('<svg')}>\n <title>{name}</title>{rest}"
