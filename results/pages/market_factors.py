"""Factors against the agents' noise, and whether prices move on certain days."""

from collections.abc import Mapping
from typing import Any

from results.pages.markdown import chance, number, pictures, table
from results.shelf import MadePart

TITLES = {"all": "order price, all products", "scores": "profit, mean over the six agents"}
ALPHA = 0.05


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """The paper's decision rule as a test; the paper's spikes as a test."""
    made, single = parts["groups"], parts["processes"].document
    found = made.document
    return [
        f"{found['markets']} held markets, each group varied {found['repeats']} times in each. A group is told from "
        "the agents' noise if exchanging it moves an output more than exchanging their noise does (permutations within "
        "markets, one-sided, Holm over groups). Not told apart means: no more than these games can show.",
        "",
        *table(["output", "group", "total index", "times the noise", "p", "p of all"], _floor(found)),
        *_single(found),
        "## Every process alone",
        "",
        f"{single['markets']} base markets, in each one process after the other exchanged (Jansen's design); "
        f"corrected for {len(single['factors']) - 1} processes. Those told from the noise, and how many are not:",
        "",
        *table(["output", "process", "total index", "times the noise", "p", "p of all"], _processes(single)),
        "## Peaks on certain days?",
        "",
        "The paper sees spikes at specific intervals in the index of single products, and warns that five markets "
        "cannot settle it. If days of the calendar had them, markets would peak on the same days; the test shifts each "
        "market's curve by days of its own, and is corrected for all periods and all sixteen products.",
        "",
        *_verdict(found),
        *table(
            ["product", "group", "strongest period, days", "coherence", "p", "p of all products"],
            _periods(found),
        ),
        *pictures(made.pictures),
    ]


def _floor(found: Mapping[str, Any]) -> list[list[str]]:
    return [
        [title, *_row(found, word, place)]
        for word, title in TITLES.items()
        for place, factor in enumerate(found["factors"])
        if factor != "agents"
    ]


def _processes(found: Mapping[str, Any]) -> list[list[str]]:
    rows = []
    for word, title in TITLES.items():
        judged = found["against_noise"][word]["adjusted_p"]
        above = [
            place
            for place, factor in enumerate(found["factors"])
            if factor != "agents" and judged[place] <= ALPHA
        ]
        above.sort(key=lambda place: -found["means"][word][place])
        rows += [[title, *_row(found, word, place)] for place in above]
        rows.append([title, f"*{len(found['factors']) - 1 - len(above)} others*", "", "", "", "above .05"])
    return rows


def _row(found: Mapping[str, Any], word: str, place: int) -> list[str]:
    test = found["against_noise"][word]
    return [
        found["factors"][place],
        number(found["means"][word][place], 2),
        number(test["ratio"][place], 1),
        chance(test["p_value"][place]),
        chance(test["adjusted_p"][place]),
    ]


def _single(found: Mapping[str, Any]) -> list[str]:
    """Of how many single products a group is told from the noise."""
    products = [word for word in found["against_noise"] if word not in TITLES]
    told = []
    for place, factor in enumerate(found["factors"]):
        if factor != "agents":
            count = sum(found["against_noise"][word]["adjusted_p"][place] <= ALPHA for word in products)
            told.append(f"{factor} in {count}")
    return [f"Of the prices of {len(products)} single products, told from the noise: {', '.join(told)}.", ""]


def _verdict(found: Mapping[str, Any]) -> list[str]:
    rows = [row for row in found["periods"] if row["output"] != "all"]
    told = []
    for factor in dict.fromkeys(row["factor"] for row in rows):
        own = [row for row in rows if row["factor"] == factor]
        count = sum(row["adjusted_p"] <= ALPHA for row in own)
        told.append(f"{factor} {count} of {len(own)}")
    return [f"Products with a common period at .05, all corrected: {', '.join(told)}.", ""]


def _periods(found: Mapping[str, Any]) -> list[list[str]]:
    return [
        [row["output"], row["factor"], number(row["period"], 1), number(row["coherence"], 2), chance(row["p_value"]),
         chance(row["adjusted_p"])]
        for row in found["periods"]
        if row["factor"] == "demand"
    ]  # fmt: skip
