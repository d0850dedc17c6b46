"""Total sensitivity indices of the groups of processes."""

from collections.abc import Mapping

from results.pages.markdown import estimate, number, pictures, table
from results.shelf import MadePart

PRICES = {"pintel-5": "order price, Pintel 5.0 GHz products", "all": "order price, all products"}


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """Prices with limits, profits agent by agent."""
    (made,) = parts.values()
    outputs, profits = made.document["outputs"], made.document["profit_by_agent"]
    groups = list(outputs["all"])
    prices = [
        [title, *(estimate(*outputs[word][group], digits=2) for group in groups)]
        for word, title in PRICES.items()
    ]
    agents = list(profits[groups[0]])
    by_agent = [[agent, *(number(profits[group][agent], 2) for group in groups)] for agent in agents]
    return [
        "Total index, mean over days 20-199; limits are means of the daily 95 % limits. An index above 1 is the ratio "
        "of two noisy variances.",
        "",
        *table(["", *groups], prices),
        "Profit, agent by agent:",
        "",
        *table(["agent", *groups], by_agent),
        *pictures(made.pictures),
    ]
