"""Ranks of all rules on seven bodies of human play."""

from collections.abc import Iterator, Mapping
from typing import Any

from results.pages.markdown import pictures, table
from results.shelf import MadePart


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """A section for each body of play."""
    simulations = next(iter(parts.values())).document["simulations"]
    return [
        "Ranks of all rules that are defined for the games, actions, all games together, "
        f"{simulations:,} complete simulations; in brackets the ranks that are not ruled out, all rules of a column at "
        "once with 95 % (simultaneous rank sets; what is redrawn stands with each data set). Whose ranks hold 1 may be "
        "the best. Rules that give probability zero are floored at 1e-10 in logarithms. "
        "[prediction.md](../prediction.md) says what the columns mean.",
        "",
        *(line for name, made in parts.items() for line in _section(name, made)),
    ]


def _section(name: str, made: MadePart) -> Iterator[str]:
    found = made.document
    yield from (
        f"## {name}",
        "",
        f"{found['choices']:,} choices in {found['games']} game(s). {found['split']} {found['independent']}",
        "",
    )
    yield from table(["rule", *found["ranks"]], _rows(found["ranks"]))
    for sentence in (*found["sentences"], found["concordance"], *found["refused"]):
        yield f"- {sentence}"
    yield ""
    yield from pictures(made.pictures)


def _rows(ranks: Mapping[str, Mapping[str, Any]]) -> Iterator[list[str]]:
    first = next(iter(ranks.values()))
    for rule in sorted(first, key=lambda rule: float(first[rule][1])):
        yield [rule, *(_cell(*by_rule[rule]) for by_rule in ranks.values())]


def _cell(value: float | None, rank: float | None, lower: float | None, upper: float | None) -> str:
    if rank is None:
        return "-"
    return f"{rank:g}" if lower is None else f"{rank:g} [{lower:g}, {upper:g}]"
