"""The paper's rank tables beside ours, row by row."""

from collections.abc import Mapping, Sequence
from typing import Any

from humanlike.prediction.paper_tables import ORDER
from results.pages.markdown import number, table
from results.shelf import MadePart


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """Tables 4 to 10 and 13 as printed and under a known truth, the quoted correlations, and what goes beyond."""
    printed, (truth, made) = (
        parts["printed"].document,
        next(each for each in parts.items() if each[0] != "printed"),
    )
    found = made.document
    lines = [
        "The paper's data are not public. Printed ranks stand beside those in its own design (four games, "
        f"{found['matches']} pairs, 40 rounds, role 1 fitted, role 2 predicted: {found['choices']:,} choices) with "
        f"subjects who follow {truth}: where the two agree, a finding of the paper belongs to its ways of measuring, "
        "not to people. Undefined ranks are -.",
        "",
    ]
    for name, rows in found["tables"].items():
        lines += [f"## {name}", "", *table(["", "", *ORDER, "Spearman"], _pairs(rows))]
    lines += [
        "## Table 5: ranks of RAND",
        "",
        *table(["", "", "MFC", "FCBC", "CO", "MP", "all"], _pairs(found["rand"])),
    ]
    lines += ["## Rank correlations quoted in sections 6.3 and 6.4", ""]
    lines += table(
        ["", "quoted", "from the printed ranks", f"subjects who follow {truth}"],
        [
            [
                name,
                number(each["quoted"], 2),
                number(each["recomputed"], 3),
                number(found["correlations"][name], 2),
            ]
            for name, each in printed.items()
        ],
    )
    lines += ["## Beyond the paper: equitable scores, whole histories, aggregates over periods", ""]
    lines += table(
        ["rank (value)", *ORDER],
        [[way, *map(_cell, by_rule.values())] for way, by_rule in found["beyond"].items()],
    )
    lines += ["## What is undefined", "", *(f"- {sentence}" for sentence in found["undefined"]), ""]
    return lines


def _pairs(rows: Mapping[str, Mapping[str, Any]]) -> list[list[str]]:
    """Printed and our ranks, one below the other."""
    lines = []
    for way, row in rows.items():
        agreement = [number(row["spearman"], 2)] if "spearman" in row else []
        lines.append([way, "printed", *_shown(row["printed"]), *([""] * len(agreement))])
        lines.append(["", "ours", *_shown(row["ours"]), *agreement])
    return lines


def _shown(ranks: Sequence[float | None]) -> list[str]:
    return ["-" if rank is None else f"{rank:g}" for rank in ranks]


def _cell(each: Mapping[str, float | None]) -> str:
    rank, value = each["rank"], each["value"]
    return "-" if rank is None or value is None else f"{rank:g} ({value:.3g})"
