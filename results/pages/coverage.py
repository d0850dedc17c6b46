"""Every claim of certainty: allowed and realised errors, and what the claim is still worth."""

from collections.abc import Mapping
from typing import Any

from results.pages.markdown import interval, number, pictures, table
from results.shelf import MadePart

HEAD = ["claim", "world", "may be wrong", "was wrong", "99 %", "repetitions", "version 0.1", "worth"]


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """How to read it, who failed, and a table for each group of claims."""
    rows = [row for made in parts.values() for row in made.document]
    failed = [row for row in rows if not row["passes"]]
    return [
        "Each claim of certainty that the package prints, tried in worlds whose truth is known. A claim passes if the "
        "99 % Clopper-Pearson interval of how often it was wrong reaches what is allowed, or lies below. Caution may "
        "not be bought with emptiness, so beside each stands what it is worth: its power, or its width over that of "
        "somebody who knows the truth. Version 0.1: how often it was wrong in the same world, where that was measured.",
        "",
        f"**{len(rows) - len(failed)} of {len(rows)} claims pass.**"
        + (" Those that do not are marked." if failed else ""),
        "",
        *(line for name, made in parts.items() for line in _group(name, made)),
    ]


def _group(name: str, made: MadePart) -> list[str]:
    return [f"## {name.capitalize()}", "", *table(HEAD, map(_row, made.document)), *pictures(made.pictures)]


def _row(row: Mapping[str, Any]) -> list[str]:
    worth = "" if row["worth"] is None else f"{number(row['worth'], 2)}: {row['what_worth']}"
    wrong = number(row["wrong"])
    return [
        row["claim"],
        row["world"],
        number(row["allowed"]),
        wrong if row["passes"] else f"**{wrong}, does not pass**",
        interval(row["low"], row["high"]),
        f"{row['repetitions']:,}",
        row["before"],
        worth,
    ]
