"""Ranks of the paper's twelve rules where the truth is known."""

from collections.abc import Mapping

from results.pages.markdown import pictures, table
from results.shelf import MadePart


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """One table, the paper's symbols across, and what may be said."""
    ((truth, made),) = parts.items()
    found = made.document
    symbols = found["symbols"]
    rows = [
        [criterion, *(_rank(by_rule[symbols[symbol]][1]) for symbol in symbols)]
        for criterion, by_rule in found["ranks"].items()
    ]
    return [
        f"Subjects who follow {truth}, {found['games']} games. {found['split']} {found['independent']} "
        f"{found['choices']:,} choices, "
        f"{found['simulations']:,} complete simulations. Ranks, actions, all games:",
        "",
        *table(["", *symbols], rows),
        *(f"- {sentence}" for sentence in (*found["sentences"], found["concordance"], *found["refused"])),
        "",
        *pictures(made.pictures),
    ]


def _rank(rank: float | None) -> str:
    return "-" if rank is None else f"{rank:g}"
