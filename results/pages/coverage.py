"""Every claim of certainty: allowed and realised errors, what the claim is still worth, and the price of looking."""

from collections.abc import Mapping
from typing import Any

from results.pages.markdown import interval, number, pictures, table
from results.shelf import MadePart

HEAD = ["claim", "world", "may be wrong", "was wrong", "99 %", "repetitions", "version 0.1", "worth"]
PRICE = "price of looking"


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """How to read it, who failed, a table for each group of claims, and what looking costs."""
    groups = {name: made for name, made in parts.items() if name != PRICE}
    rows = [row for made in groups.values() for row in made.document if not row["excluded"]]
    failed = sum(not row["passes"] for row in rows)
    return [
        "Each claim of certainty that the package prints, tried in worlds whose truth is known. A claim passes if the "
        "99 % Clopper-Pearson interval of how often it was wrong reaches what is allowed, or lies below. Caution may "
        "not be bought with emptiness, so beside each stands what it is worth: its power, or its width over that of "
        "somebody who knows the truth. Version 0.1: how often its way was wrong in the same world, computed where it "
        "could be, else as it was found in an examination of that version.",
        "",
        f"**{len(rows) - failed} of {len(rows)} claims pass.**"
        + " Those that do not are marked." * bool(failed),
        "",
        *(line for name, made in groups.items() for line in _group(name, made)),
        *(_price(parts[PRICE]) if PRICE in parts else []),
    ]


def _group(name: str, made: MadePart) -> list[str]:
    return [f"## {name.capitalize()}", "", *table(HEAD, map(_row, made.document)), *pictures(made.pictures)]


def _row(row: Mapping[str, Any]) -> list[str]:
    worth = "" if row["worth"] is None else f"{number(row['worth'], 2)}: {row['what_worth']}"
    return [
        row["claim"],
        row["world"],
        number(row["allowed"]) if not row["excluded"] else "nothing is claimed here",
        number(row["wrong"])
        if row["passes"] or row["excluded"]
        else f"**{number(row['wrong'])}, does not pass**",
        interval(row["low"], row["high"]),
        f"{row['repetitions']:,}",
        "" if row["before"] is None else number(row["before"]),
        worth,
    ]


def _price(made: MadePart) -> list[str]:
    found = made.document
    rows = [[effect, *(number(ratio, 2) for ratio in ratios)] for effect, ratios in found["ratios"].items()]
    return [
        "## The price of looking",
        "",
        "Mean number of trials until two are told apart by the bounded sequence, looking after every one, over the "
        "number that one planned two-sided t-test of power .8 needs: by the effect (in standard deviations of a "
        "difference) and by the range that differences can have, in standard deviations. One rival, 95 %.",
        "",
        *table(["effect", *(f"range {span}" for span in found["ranges"])], rows),
        *pictures(made.pictures),
    ]
