"""How much profit varies in random markets, and when only the agents' own chance does."""

from collections.abc import Mapping

from results.pages.markdown import estimate, number, pictures, table
from results.shelf import MadePart

HEAD = ["agent", "mean, random markets", "sd random", "sd controlled", "ratio"]


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """The paper's Table 1, then bank balances by day."""
    (made,) = parts.values()
    found = made.document
    rows = [
        [
            row["agent"],
            number(row["mean_random"], 1),
            estimate(row["sd_random"], row["sd_random_lower"], row["sd_random_upper"], digits=2),
            number(row["sd_controlled"], 2),
            estimate(row["ratio"], row["ratio_lower"], row["ratio_upper"], digits=2),
        ]
        for row in found["rows"]
    ]
    return [
        f"Profit in millions: {found['random_games']} games in random markets, and {found['markets']} markets repeated "
        f"{found['repeats']} times with other chance for the agents only. 95 % bootstrap intervals.",
        "",
        *table(HEAD, rows),
        *pictures(made.pictures),
    ]
