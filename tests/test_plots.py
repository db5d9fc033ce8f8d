"""Pictures: well-formed, with their words as words in any script, the same bytes twice, and nothing of Matplotlib's left changed."""

import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.results import HOSTILE
from thoughtbank import plots
from thoughtbank.errors import InputError, MissingExtra
from thoughtbank.plots import LONGEST, NODES, Line, Node, Point, bars, dots, lines, network, shortened

POINTS = [Point("thoughtbank", 0.612, 0.55, 0.66, ours=True), Point("滚动总结", 0.5, 0.45, 0.56), Point("no memory", 0.0)]
DRAWN = [Line(name, tuple((k, Point("", share * k)) for k in (1.0, 5.0, 10.0)), ours) for name, share, ours in
         (("thoughtbank", 0.09, True), ("대화", 0.05, False))]  # fmt: skip

NODES_DRAWN = [Node("Ana", ours=True), Node("부산"), Node("lives in", joins=True), Node("小李")]

PICTURES: dict[str, Callable[[], str]] = {
    "bars": lambda: bars(POINTS, title="recall@10"),
    "dots": lambda: dots(POINTS, title="by category"),
    "differences": lambda: dots(POINTS, title="b - a", zero=True),
    "lines": lambda: lines(DRAWN, title="recall@k", x="k", y="recall", log=True),
    "network": lambda: network(NODES_DRAWN, [(0, 2), (2, 1), (1, 3)], title="graph"),
    "one line": lambda: lines(DRAWN[:1], title="M1", x="session", y="M1"),
}


def words(svg: str) -> list[str]:
    return [one.text or "" for one in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("draw", PICTURES.values(), ids=list(PICTURES))
def test_a_picture_is_the_same_twice_and_names_no_file_date_or_font_of_its_own(draw: Callable[[], str]) -> None:
    svg = draw()
    assert svg == draw()
    assert ET.fromstring(svg).tag.endswith("svg")
    assert not any(word in svg for word in ("DejaVu", "<style", "metadata", "date", "#010203", "<!--"))
    assert "currentColor" in svg, "what is black elsewhere takes the page's colour"


def test_words_stand_as_words_in_every_script() -> None:
    assert {"thoughtbank", "滚动总结", "no memory", "0.612", "0.500", "0.000"} <= set(words(PICTURES["bars"]()))
    assert {"thoughtbank", "대화", "recall", "1", "5", "10"} <= set(words(PICTURES["lines"]()))


def test_a_network_draws_so_many_nodes_and_counts_the_rest() -> None:
    assert {"Ana", "부산", "lives in", "小李"} == set(words(PICTURES["network"]()))
    many = [Node(f"n{place}") for place in range(NODES + 5)]
    shown = words(network(many, [(0, place) for place in range(1, len(many))], title="t"))
    assert set(shown) == {"5 more are not drawn", *(f"n{place}" for place in range(NODES))}
    assert words(network(many[:1], [], title="t")) == ["n0"]
    with pytest.raises(InputError, match="nothing to draw"):
        network([], [], title="t")


def test_hostile_words_are_shown_and_do_nothing() -> None:
    svg = bars([Point(HOSTILE, 0.5)], title=HOSTILE) + lines(
        [Line(HOSTILE, DRAWN[0].points)] * 2, title="t", x=HOSTILE, y=HOSTILE
    )
    assert "<script" not in svg
    svg.encode()
    first = bars([Point(HOSTILE, 0.5)], title=HOSTILE)
    assert shortened(HOSTILE) in words(first), "a formula's $ and a closing bracket are characters as others are"


def test_a_bar_is_as_long_as_its_value() -> None:
    """The bars' right edges lie on one line with their values, 0 at the left."""
    svg = ET.fromstring(bars([Point("a", 0.8, ours=True), Point("b", 0.4), Point("c", 0.0)], title="t"))
    filled = [one for one in svg.iter("{http://www.w3.org/2000/svg}path")
              if one.get("style", "").startswith(("fill: #2f7fc1", "fill: #8f98a3"))]  # fmt: skip
    spans = []
    for one in filled:
        xs = [float(word) for word in one.get("d", "").replace("\n", " ").split() if word[0].isdigit()][::2]
        spans.append(max(xs) - min(xs))
    assert spans == pytest.approx([spans[0], spans[0] / 2, 0.0], abs=0.01)
    assert spans[0] > 100


def test_an_interval_is_drawn_only_where_there_is_one() -> None:
    def strokes(point: Point) -> int:
        return bars([point], title="t").count("stroke-opacity: 0.85")

    assert strokes(Point("a", 0.5, 0.4, 0.6)) == 1
    assert strokes(Point("a", 0.5)) == 0


def test_a_band_only_of_a_line_that_has_intervals_throughout() -> None:
    def bands(*points: Point) -> int:
        return lines([Line("a", tuple(enumerate(points, 1)), ours=True)], title="t", x="x", y="y").count("fill-opacity: 0.16")

    assert bands(Point("", 0.5, 0.4, 0.6), Point("", 0.6, 0.5, 0.7)) == 1
    assert bands(Point("", 0.5, 0.4, 0.6), Point("", 0.6)) == 0


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("a\n b", "a b"),
        ("x" * LONGEST, "x" * LONGEST),
        ("x" * 31, "x" * 30 + "…"),
        ("对" * 20, "对" * 15 + "…"),
        ("a\x00b", "a�b"),
    ],
)
def test_labels_are_shortened_to_the_columns_there_are(given: str, shown: str) -> None:
    assert shortened(given) == shown


def test_a_long_label_leaves_room_for_the_bars() -> None:
    assert len(words(bars([Point("x" * 500, 0.5), Point("对" * 500, 0.5)], title="t"))) >= 5


def test_nothing_of_matplotlib_is_left_changed() -> None:
    """In a process of its own: looking at all settings, as others may have, makes Matplotlib choose a backend."""
    code = """if True:
        import sys, matplotlib
        from thoughtbank import plots
        def kept(): return {name: matplotlib.rcParams[name] for name in plots._SETTINGS}
        before = kept()
        assert "DejaVu" not in plots.bars([plots.Point("a", 0.5)], title="t")
        assert kept() == before != plots._SETTINGS
        assert "matplotlib.pyplot" not in sys.modules
    """
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, cwd=Path(__file__).parent.parent, timeout=60)


def test_nothing_to_draw_is_an_error() -> None:
    for draw in (lambda: bars([], title="t"), lambda: dots([], title="t"), lambda: lines([], title="t", x="x", y="y")):
        with pytest.raises(InputError, match="nothing to draw for 't'"):
            draw()


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"thoughtbank\[eval\]"):
        bars(POINTS, title="t")
    assert not plots._DRAWING.locked()
