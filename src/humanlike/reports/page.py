"""The frame of a self-contained page: one file, no network, light and dark, phone and paper.

Everything that strangers wrote (names, marks, notes) is escaped; what is HTML already is passed as `Markup`.
"""

import math
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from humanlike.core import BadRequest, write_atomically

STYLE = """
:root { color-scheme: light dark; --ink: #1d1f23; --soft: #5d636d; --line: #dfe2e7; --paper: #ffffff;
  --panel: #f6f7f9; --human: #c8102e; --machine: #1f5fa8; --good: 0,114,178; --bad: 213,94,0;
  --equilibrium: #b8478f; --centre: #e0a800; --accent: #1f5fa8; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e6e8ec; --soft: #a2a9b4; --line: #363b44;
  --paper: #15171b; --panel: #1d2026; --human: #ff6b7d; --machine: #79b4ff; --good: 86,180,233; --bad: 240,140,60;
  --equilibrium: #f08cc8; --centre: #ffd34d; --accent: #79b4ff; } }
* { box-sizing: border-box; }
body { font: 15px/1.55 system-ui, sans-serif; max-width: 1120px; margin: 0 auto; padding: 1.2em 1em 4em;
  color: var(--ink); background: var(--paper); overflow-wrap: break-word; }
h1 { font-size: 1.6em; line-height: 1.25; margin: .6em 0 .4em; }
h2 { font-size: 1.25em; margin: 2.2em 0 .5em; padding-top: .5em; border-top: 1px solid var(--line); }
h3 { font-size: 1em; margin: 1.6em 0 .3em; }
p { max-width: 75ch; margin: .5em 0; } a { color: var(--accent); }
.lead { font-size: 1.08em; } .note, figcaption { color: var(--soft); font-size: .88em; max-width: 85ch; }
nav { font-size: .88em; columns: 3 14em; margin: 1em 0; }
nav a { display: block; text-decoration: none; padding: .1em 0; }
.scroll { overflow-x: auto; max-width: 100%; margin: .5em 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .86em; }
th, td { padding: .22em .6em; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; vertical-align: bottom; }
thead th { white-space: normal; max-width: 11em; }
td.word, th.word { text-align: left; } td.long { white-space: normal; min-width: min(32em, 85vw); text-align: left; }
.scroll td:first-child, .scroll th:first-child { position: sticky; left: 0; background: var(--paper); z-index: 1; }
tr.first td { font-weight: 600; }
th.heat { text-align: center; min-width: 4.6em; }
td.heat { text-align: center; border: 1px solid var(--paper); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5em, 1fr)); gap: .6em; margin: 1em 0; }
.tile { background: var(--panel); border-radius: .5em; padding: .6em .8em; }
.tile b { display: block; font-size: 1.25em; font-variant-numeric: tabular-nums; }
.tile span { color: var(--soft); font-size: .84em; }
figure { margin: .8em 0; } svg { max-width: 100%; height: auto; display: block; }
svg text { font: 11px system-ui, sans-serif; fill: var(--ink); } svg .soft { fill: var(--soft); }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(165px, 1fr)); gap: .5em; }
.grid figure { margin: 0; background: var(--panel); border-radius: .4em; padding: .35em; }
.grid figcaption { text-align: center; color: var(--ink); font-size: .8em; line-height: 1.2; padding-top: .2em; }
.key { display: inline-block; margin-right: 1.2em; }
img { max-width: 100%; background: #fff; border-radius: .3em; }
pre { background: var(--panel); padding: .7em .9em; overflow-x: auto; font-size: .84em; border-radius: .4em; }
code { font-size: .92em; } summary { cursor: pointer; font-weight: 600; padding: .3em 0; }
@media (max-width: 480px) { .grid { grid-template-columns: repeat(2, 1fr); } body { padding: .5em .8em 3em; }
  thead th { font-weight: 500; } }
@media print { body { max-width: none; font-size: 10pt; padding: 0; } nav { display: none; }
  .scroll { overflow: visible; } table { font-size: 6.5pt; } td.long { min-width: 0; } th, td { padding: .1em .3em; }
  .grid { grid-template-columns: repeat(5, 1fr); } figure, tr, .tile { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  h2, h3 { break-after: avoid; } td.heat, .tile, .grid figure { print-color-adjust: exact; } }
"""


LONG = 50  # characters beyond which a cell may use several lines


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def safe(content: object) -> Markup:
    """Anything as HTML; only `Markup` is taken as it is."""
    return content if isinstance(content, Markup) else Markup(escape(str(content)))


def write_document(path: Path, title: str, body: Iterable[str]) -> None:
    """One page; everything it shows is inside the file."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise BadRequest(f"A report is written as .html, not '{path.suffix}'.")
    head = (
        "<meta charset='utf-8'><meta name='viewport' content='width=device-width, initial-scale=1'>"
        "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; style-src 'unsafe-inline'; "
        'img-src data:">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
    )
    text = "\n".join(body)
    write_atomically(
        path, f"<!doctype html>\n<html lang='en'><head>{head}</head>\n<body>\n{text}\n</body></html>\n"
    )


def paragraph(text: object, kind: str = "") -> Markup:
    """A paragraph; `kind` is a class of the style sheet."""
    return Markup(f"<p class='{kind}'>{safe(text)}</p>" if kind else f"<p>{safe(text)}</p>")


def paragraphs(sentences: Iterable[object], kind: str = "") -> list[str]:
    """A paragraph for each sentence."""
    return [paragraph(sentence, kind) for sentence in sentences]


def table(
    columns: Sequence[object], rows: Iterable[Sequence[object]], n_words: int = 1, *, bold_first: bool = False
) -> Markup:
    """A table in a box of its own that scrolls; the first `n_words` columns are words, the rest numbers."""

    def cells(tag: str, words: Sequence[object]) -> str:
        return "".join(
            f"<{tag}{_kind(tag, word, place < n_words)}>{safe(word)}</{tag}>"
            for place, word in enumerate(words)
        )

    body = "".join(
        f"<tr{' class=first' if bold_first and not place else ''}>{cells('td', row)}</tr>"
        for place, row in enumerate(rows)
    )
    return boxed(f"<thead><tr>{cells('th', columns)}</tr></thead><tbody>{body}</tbody>")


def _kind(tag: str, word: object, is_word: bool) -> str:
    """The class of a cell: words to the left, sentences in several lines."""
    if tag == "td" and not isinstance(word, Markup) and len(str(word)) > LONG:
        return " class='long'"
    return " class='word'" if is_word else ""


def boxed(content: str) -> Markup:
    """A table's content in a box that scrolls sideways, so that the page does not."""
    return Markup(f"<div class='scroll'><table>{content}</table></div>")


def heat_table(
    corner: str,
    columns: Sequence[str],
    rows: Sequence[tuple[str, Sequence[float]]],
    *,
    middle: float,
    reach: float,
    digits: int = 2,
) -> Markup:
    """Numbers on a background that says how far above (blue) or below (orange) `middle` they are."""
    head = "".join(
        f"<th class='{'heat' if place else 'word'}'>{escape(name)}</th>"
        for place, name in enumerate((corner, *columns))
    )
    body = "".join(
        f"<tr><td class='word'>{escape(name)}</td>"
        + "".join(_heat(value, middle, reach, digits) for value in values)
        + "</tr>"
        for name, values in rows
    )
    return boxed(f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>")


def _heat(value: float, middle: float, reach: float, digits: int) -> str:
    if math.isnan(value):
        return "<td class='heat'>–</td>"
    share = min(abs(value - middle) / reach, 1.0) if reach > 0 else 0.0
    colour = "--good" if value > middle else "--bad"
    shade = f"background:rgba(var({colour}),{0.6 * share:.2f})" if share >= 0.01 else ""
    return f"<td class='heat' style='{shade}'>{number(value, digits)}</td>"


def number(value: float, digits: int = 3) -> str:
    """A number with a true minus sign; a dash where there is none."""
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:.{digits}f}"
    return (text[1:] if float(text) == 0 else "−" + text[1:]) if text.startswith("-") else text


def interval(lower: float, upper: float, digits: int = 3) -> str:
    """An interval, or a dash where there is none yet."""
    if not (math.isfinite(lower) and math.isfinite(upper)):
        return "none yet"
    return f"[{number(lower, digits)}, {number(upper, digits)}]"


def figure(picture: str, caption: object = "") -> Markup:
    """A figure with its caption."""
    below = f"<figcaption>{safe(caption)}</figcaption>" if caption else ""
    return Markup(f"<figure>{picture}{below}</figure>")


def details(summary: str, content: Iterable[str]) -> Markup:
    """Something to open."""
    return Markup(f"<details><summary>{escape(summary)}</summary>{''.join(content)}</details>")
