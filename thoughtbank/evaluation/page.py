"""One HTML page that needs nothing else: its style, its tables, its pictures.

Every text is escaped here and nowhere else; what a function takes as `str` is text, what it gives is markup. The page has no script and asks
nothing of a network, and says so to the browser, so that nothing a data set holds can change that. Checked by
`tests/evaluation/test_report.py`.
"""

from collections.abc import Iterable, Sequence
from html import escape

from thoughtbank.evaluation.tables import Table
from thoughtbank.plots import CONTROL

_STYLE = """
:root { color-scheme: light dark; --ground: #fdfdfc; --ink: #1c1f23; --soft: #5c6670; --rule: #dfe3e6; --card: #f3f5f6; --ours: #1f6fb2; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171a; --ink: #e4e7ea; --soft: #9aa4ae; --rule: #2c3238; --card: #1c2024; --ours: #6db3ea; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.1rem 4rem; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; }
h1 { font-size: clamp(1.45rem, 4.5vw, 2.1rem); line-height: 1.2; margin: .2rem 0 .6rem; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.6rem 0 .6rem; padding-top: 1.1rem; border-top: 1px solid var(--rule); }
h3 { font-size: .95rem; margin: 1.2rem 0 .3rem; }
p, li { max-width: 44rem; overflow-wrap: anywhere; }
p { margin: .5rem 0; }
.soft { color: var(--soft); font-size: .92rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.2rem, 1fr)); gap: .7rem; margin: 1.3rem 0; padding: 0; }
.tiles div { background: var(--card); border-radius: .5rem; padding: .7rem .85rem; }
.tiles dt { color: var(--soft); font-size: .82rem; line-height: 1.3; }
.tiles dd { margin: .1rem 0 0; font-size: 1.3rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1 span { color: var(--soft); font-size: .6em; font-weight: 400; white-space: nowrap; letter-spacing: 0; }
.pictures { columns: 2 22rem; column-gap: 2.2rem; margin-top: 1.6rem; }
figure { margin: 0 0 1.5rem; max-width: 33rem; break-inside: avoid; }
figcaption { font-weight: 600; font-size: .95rem; margin-bottom: .3rem; }
figcaption span { display: block; font-weight: 400; color: var(--soft); font-size: .86rem; }
svg { display: block; width: 100%; height: auto; }
.wide { overflow-x: auto; margin: .4rem 0 1rem; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .32rem 1.1rem .32rem 0; border-bottom: 1px solid var(--rule); }
th { font-weight: 600; color: var(--soft); white-space: nowrap; }
td { min-width: 3rem; } td.text { min-width: 5rem; max-width: 34rem; overflow-wrap: break-word; }
.n { text-align: right; white-space: nowrap; }
tr.ours td { font-weight: 600; color: var(--ours); }
details { margin: .8rem 0; } summary { cursor: pointer; font-weight: 600; }
pre { background: var(--card); border-radius: .5rem; padding: .8rem 1rem; overflow-x: auto; font-size: .82rem; line-height: 1.45; }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
@media print { body { max-width: none; } .wide { overflow: visible; } }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_SOFT = ' class="soft"'
_OURS = ' class="ours"'


def page(title: str, parts: Iterable[str]) -> str:
    """The whole document, of parts that are markup already."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n" + "\n".join(parts) + "\n</body>\n</html>\n"
    )


def text(given: str) -> str:
    """A text as markup that shows it."""
    return escape(CONTROL.sub("�", given))


def heading(given: str, level: int = 2, aside: str = "") -> str:
    """A heading, and what stands smaller beside it."""
    return f"<h{level}>{text(given)}{f' <span>{text(aside)}</span>' if aside else ''}</h{level}>"


def paragraph(given: str, *, soft: bool = False) -> str:
    return f"<p{_SOFT if soft else ''}>{text(given)}</p>"


def listing(items: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{text(item)}</li>" for item in items) + "</ul>"


def tiles(items: Sequence[tuple[str, str]]) -> str:
    """Numbers with their names, side by side."""
    return '<dl class="tiles">' + "".join(f"<div><dt>{text(n)}</dt><dd>{text(v)}</dd></div>" for n, v in items) + "</dl>"


def pictures(drawn: Sequence[tuple[str, str, str]]) -> str:
    """Each a caption, a line under it, and an SVG."""
    shown = (
        f"<figure><figcaption>{text(title)}<span>{text(under)}</span></figcaption>\n{svg}</figure>"
        for title, under, svg in drawn
    )
    return '<div class="pictures">' + "\n".join(shown) + "</div>"


def table(given: Table, *, ours: str | None = None) -> str:
    """The table under its title; a row whose first cell is `ours` stands out, and a column ending in < counts and stands right."""
    numeric = [column.endswith("<") for column in given.columns]
    head = "".join(_cell("th", column.rstrip("!<"), right) for column, right in zip(given.columns, numeric, strict=True))
    body = "".join(
        f"<tr{_OURS if row[0] == ours else ''}>"
        + "".join(_cell("td", cell, right) for cell, right in zip(row, numeric, strict=True))
        + "</tr>\n"
        for row in given.rows
    )
    title = heading(given.title, 3) if given.title else ""
    return f'{title}<div class="wide"><table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>'


def _cell(kind: str, given: str, right: bool) -> str:
    return f'<{kind} class="{"n" if right else "text"}">{text(given)}</{kind}>'


def folded(summary: str, parts: Iterable[str]) -> str:
    """What is shown when asked for."""
    return f"<details><summary>{text(summary)}</summary>\n" + "\n".join(parts) + "</details>"


def verbatim(given: str) -> str:
    return f"<pre>{text(given)}</pre>"


def footer(given: str) -> str:
    return f"<footer>{text(given)}</footer>"
