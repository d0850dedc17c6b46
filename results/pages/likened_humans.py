"""Distances between people and fitted rules, metric by metric."""

from collections.abc import Iterator, Mapping
from typing import Any

from results.pages.markdown import interval, number, table
from results.shelf import MadePart

WORDS = """
Half of the matches of each game fit a rule, one parameter set a game; the rule plays the other half's matches, as many
and as long; both are compared with the people of that other half. "People" are the fitted-to half itself.
Kullback-Leibler, floor 1e-6, 300 resamples, one random split (seed 1); distance, with its 95 % interval. **Bold**: told
apart from people at 5 % (Holm; 0.033 is the smallest that 300 relabellings of ten metrics can give). Published
fictitious play has no parameters and no noise, so "told apart" says little about it; with a fitted share of random
moves ("+ lapse") it has a chance. [similarity.md](../similarity.md) says what the metrics count and what to conclude.
"""


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """A section for each body of play."""
    return [
        WORDS.strip(),
        "",
        *(line for name, made in parts.items() for line in _section(name, made.document)),
    ]


def _section(name: str, found: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"## {name}, {found['pairs']:,} pairs in {found['games']} games", "")
    players = found["players"]
    metrics = next(iter(players.values()))
    rows = [[metric, *(_cell(own[metric]) for own in players.values())] for metric in metrics]
    yield from table(
        ["metric", *(player.replace("+", " + ").replace("-play", " play") for player in players)], rows
    )


def _cell(found: Mapping[str, Any]) -> str:
    if found["distance"] is None:
        return "-"
    low, high = (max(0.0, end) for end in found["interval"])
    apart = found["p_holm"] is not None and found["p_holm"] < 0.05
    distance = number(found["distance"])
    return f"{f'**{distance}**' if apart else distance} {interval(low, high)}"
