"""Parameter recovery as a table."""

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any

from results.pages.markdown import number, significant, table
from results.shelf import MadePart

HEAD = [
    "rule",
    "game",
    "parameter",
    "truth",
    "mean",
    "SD",
    "mean SE",
    "with interval",
    "covered",
    "covered, given one",
]
NOTES = """
- noisy-best-reply: Not in 2x2 games: in chicken (level, lambda) = (1.4, 3), (.96, 1.8) and (2.9, 6) predict almost
  alike, and such rival optima are reported as unidentified.
- alg2: Ochs' game has only a mixed equilibrium, where the commitment is not used: it is reported as unidentified in
  every play, as it should be. In the stag hunt, whose best cell is common, the precision is not used.
"""


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """What "covered" means, then a row for each parameter."""
    size = next(iter(parts.values())).document
    error = sqrt(0.95 * 0.05 / size["repetitions"])
    return [
        f"{size['repetitions']} plays of {size['pairs']} pairs, {size['rounds']} rounds, fitted as data would be. "
        '"Covered" is the share of plays whose 95 % Wald interval holds the true value (binomial error '
        f"{error:.3f}; 90 % or more is accepted as small-sample allowance); a play without an interval (estimate on a "
        "bound, on a kink, or unidentified) counts as not covered, and the last column gives the share among plays "
        "with one. The search starts once, at the published values (noisy-best-reply, action-sampling and i-saw, whose "
        "likelihoods have several optima, from four points).",
        "",
        *table(HEAD, (row for made in parts.values() for row in _rows(made.document))),
        NOTES.strip(),
    ]


def _rows(found: Mapping[str, Any]) -> Iterator[list[str]]:
    for parameter, row in found["parameters"].items():
        yield [
            found["rule"],
            found["game"],
            parameter,
            significant(row["truth"], 4),
            significant(row["mean"], 4),
            significant(row["standard_deviation"]),
            significant(row["mean_standard_error"]),
            number(row["with_interval"]),
            number(row["covered"]),
            number(row["covered_given_interval"]),
        ]
