"""Distances between people and fitted rules, metric by metric."""

from collections.abc import Iterator, Mapping
from typing import Any

from results.pages.markdown import interval, number, table
from results.shelf import MadePart

WORDS = """
Half of the matches of each game fit a rule, one parameter set a game; the rule plays the other half's matches, as many
and as long; both are compared with the people of that other half. "People" are the fitted-to half itself; one random
split (seed 1). Each cell: the plain distance (Kullback-Leibler, floor 1e-6), then the corrected one with its 95 %
interval, which decides: without the bias of few cases and empty bins, in Kullback-Leibler or, where a cell is seen in
fewer than five units of a body, in Jensen-Shannon (*JS*, never above 0.693). **Bold**: told apart from people at 5 %
(Holm over the metrics). Published fictitious play has no parameters and no noise, so "told apart" says little about it;
with a fitted share of random moves ("+ lapse") it has a chance. [similarity.md](../similarity.md) says what the metrics
count and what to conclude.
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
    least = len(metrics) / (found["resamples"] + 1)
    yield f"{found['resamples']} resamples; the smallest p (Holm) they can show is {least:.2g}."
    yield from (sentence for sentence in dict.fromkeys(found["independent"].values()))
    yield ""


def _cell(found: Mapping[str, Any]) -> str:
    if found["distance"] is None:
        return "-"
    plain = number(found["distance"])
    if found["interval"] is None:
        return plain
    corrected = f"{number(found['corrected'])} {interval(*found['interval'])}"
    short = " *JS*" if found["divergence"] == "jensen-shannon" else ""
    told = f"{plain}; {corrected}"
    return f"{f'**{told}**' if found['verdict'] == 'told apart' else told}{short}"
