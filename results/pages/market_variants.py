"""Three variants at once, agents' noise shared or fresh, and profits adjusted by stored coefficients."""

from collections.abc import Mapping
from typing import Any

from results.pages.markdown import chance, estimate, number, pictures, table
from results.shelf import MadePart


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """All pairs of variants, both kinds of noise, stored coefficients and what they claim."""
    (made,) = parts.values()
    found = made.document
    return [
        f"Profits in millions, {found['pairs'][0]['n']} markets, {found['games_played']} games. "
        "[market.md](../market.md) says what is compared and why.",
        "",
        "## All pairs",
        "",
        "Intervals hold for all pairs together (Bonferroni), p-values are Holm's.",
        "",
        *table(["first minus second", "difference", "p of one", "p of all"], _pairs(found)),
        "## Agents' own noise: shared or fresh between the games of a pair",
        "",
        "Shared: whoever sits in a seat draws the seat's numbers. Fresh: every game has noise of its own, as where "
        "only the market is controlled. Pairs needed are for 1 million at alpha .05 and power .8.",
        "",
        *table(
            ["first minus second", "noise", "difference", "sd of the difference", "pairs needed"],
            _noise(found),
        ),
        "## Coefficients stored from other games",
        "",
        f"Fitted once on {found['reference_games']} reference games of each variant, applied to the games above, which "
        "they have not seen. Share of the variance removed (fitted: five folds of the reference games):",
        "",
        *table(["adjusted by", "of", "fitted", "in other games"], _removed(found)),
        f"How often a test of {found['group']} games a side, or {found['group']} pairs, claims a difference at .05, in "
        f"{found['series']:,} series drawn from all games, with coefficients fitted anew on {found['reference_games']} "
        "drawn each time:",
        "",
        *table(["method", "nobody is better", "one is better by 1 million"], _claims(found)),
        *pictures(made.pictures),
    ]


def _pairs(found: Mapping[str, Any]) -> list[list[str]]:
    return [
        [
            _names(pair),
            estimate(pair["difference"], pair["simultaneous_lower"], pair["simultaneous_upper"], digits=2),
            chance(pair["paired_p"]),
            chance(pair["adjusted_p"]),
        ]
        for pair in found["pairs"]
    ]


def _noise(found: Mapping[str, Any]) -> list[list[str]]:
    rows = []
    for shared, fresh in zip(found["pairs"], found["fresh"], strict=True):
        for noise, pair in (("shared", shared), ("fresh", fresh)):
            method = next(each for each in pair["methods"] if each["name"] == "paired")
            spread = estimate(method["sd"], method["sd_lower"], method["sd_upper"], digits=2)
            rows.append(
                [_names(pair), noise, number(method["difference"], 2), spread, f"{method['needed']:.0f}"]
            )
    return rows


def _removed(found: Mapping[str, Any]) -> list[list[str]]:
    return [
        [
            row["variates"],
            row["of"],
            "" if row["fitted"] is None else number(row["fitted"], 2),
            number(row["held_out"], 2),
        ]
        for row in found["variance_removed"]
    ]


def _claims(found: Mapping[str, Any]) -> list[list[str]]:
    return [[row["method"], number(row["false"], 3), number(row["true"], 3)] for row in found["false_claims"]]


def _names(pair: Mapping[str, Any]) -> str:
    return f"{pair['first']} minus {pair['second']}"
