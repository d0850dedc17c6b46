"""Designed games beside those that ship."""

from collections.abc import Mapping
from typing import Any

from results.pages.markdown import number, pictures, table
from results.shelf import MadePart


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """One table over all, then each game with its picture."""
    first = next(iter(parts.values())).document
    lines = [
        "Payoffs from 0 to 20 are searched for the game that tells two theories apart best; games that ship may pay "
        "more (centipede-3 up to 64), which sharpens rules whose sensitivity is per payoff. Measured on other random "
        "numbers than those of the search; pairs are the fewest for which the likelihood-ratio test rejects the wrong "
        f"theory with chance {first['power']:g}, whichever is true, and the true one with chance {first['alpha']:g}. "
        "Verified: the smaller share of right rejections, and the larger of false ones, in new simulated experiments.",
        "",
        *table(
            [
                "theories",
                "rounds",
                "game",
                "bits a pair",
                "nats a pair",
                "in the search",
                "pairs",
                "verified",
                "false",
            ],
            [row for made in parts.values() for row in _rows(made.document)],
        ),
    ]
    for made in parts.values():
        found = made.document
        lines += [
            f"## {' or '.join(found['theories'])}",
            "",
            *_payoffs(found["game"]),
            *pictures(made.pictures),
        ]
    return lines


def _rows(found: Mapping[str, Any]) -> list[list[object]]:
    """The game found, then the best that ships."""
    both = [("designed", found["found"], number(found["separation_in_search"]))]
    both += [(found["shipped"][0]["game"], found["shipped"][0], "")]
    return [
        [
            " or ".join(found["theories"]),
            found["rounds"],
            name,
            number(promise["bits_by_round"][-1]),
            number(promise["separation_by_round"][-1]),
            searched,
            promise["pairs_needed"] or "more than tried",
            number(min(promise["verified"]["power"])) if promise["verified"] else "",
            number(max(promise["verified"]["false_alarms"])) if promise["verified"] else "",
        ]
        for name, promise, searched in both
    ]


def _payoffs(game: Mapping[str, Any]) -> list[str]:
    """The payoff table, row's and column's payoffs in each cell."""
    cells = [
        [f"{one:g}, {two:g}" for one, two in zip(*pair, strict=True)]
        for pair in zip(game["row"], game["column"], strict=True)
    ]
    return table(["row, column", *([""] * (len(cells[0]) - 1))], cells)
