"""Every rule on every data set, a table each."""

from collections.abc import Iterator, Mapping
from typing import Any

from results.pages.markdown import number, table
from results.shelf import MadePart

HEAD = [
    "rank",
    "ranks (95 %)",
    "rule",
    "parameters",
    "in sample",
    "held out (SE)",
    "behind (SE)",
    "BIC",
    "remarks",
]
WORDS = """
Maximum likelihood, nats per choice (lower is better; blind guessing among n actions costs log n). Rules that can give
probability zero are floored at 1e-10, which is what a single surprise costs them (23 nats); with lapses they are given
a fair chance. The same can happen to a fitted rule whose best parameters lie on a bound: what never occurred in
training then has probability zero, and occurs. Bots and other machines in the data are met, never fitted.
"""
REMARKS = {"unconverged": "not converged", "at_bound": "on a bound", "unidentified": "unidentified"}


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """A section for each data set."""
    return [
        WORDS.strip(),
        "",
        *(line for name, made in parts.items() for line in _section(name, made.document)),
    ]


def _section(name: str, found: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"## {name}", "")
    if "finding" in found:
        yield from (f"{found['finding']}.", "")
    yield (
        f"{found['choices']:,} choices; parameters fitted per group: {found['by']}; held out in {found['folds']} "
        f'folds. {found["independent"]} "Behind" is the loss to the best rule, with its standard error over the '
        "held-out units; the ranks not ruled out hold for all rules at once with 95 %: whose ranks hold 1 may be the "
        "best (=)."
    )
    yield ""
    yield from table(HEAD, [_row(rank, row) for rank, row in enumerate(found["rows"], start=1)])
    for rule, reason in found["refused"].items():
        yield from (f"Not applicable: {rule} ({reason})", "")


def _row(rank: int, row: Mapping[str, Any]) -> list[object]:
    lower, upper = row["ranks"]
    same = " =" if rank > 1 and lower == 1 else ""
    return [
        rank,
        f"{lower} to {upper}" if lower < upper else lower,
        f"{row['rule']}{same}",
        row["parameters"],
        number(row["in_sample"], 4),
        _with_error(row["held_out"], row["error"]),
        _with_error(row["behind"], row["behind_error"]),
        number(row["bic"], 0),
        "; ".join(_remarks(row)),
    ]


def _with_error(value: float, error: float) -> str:
    return f"{value:.4f} ({error:.4f})"


def _remarks(row: Mapping[str, Any]) -> Iterator[str]:
    for key, word in REMARKS.items():
        if row[key]:
            yield f"{word}: {row[key]} of {row['groups']}" if row["groups"] > 1 else word
    if row.get("blind_folds"):
        yield f"blind folds: {row['blind_folds']}"
