"""Parameter recovery as a table."""

from collections.abc import Iterator, Mapping, Sequence
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


WORDS = """
Plays are fitted as data would be. "Covered" is the share of plays whose 95 % Wald interval holds the true
value; 90 % or more is accepted as small-sample allowance. A play without an interval (estimate on a bound, on a
kink, or unidentified) counts as not covered, and the last column gives the share among plays with one. The
search starts once, at the published values (noisy-best-reply, action-sampling and i-saw, whose likelihoods have
several optima, from four points).
"""


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """What "covered" means, then a table for each size of plays, with a row for each parameter."""
    found = [made.document for made in parts.values()]
    sizes = dict.fromkeys((each["repetitions"], each["pairs"], each["rounds"]) for each in found)
    return [
        WORDS.strip(),
        "",
        *(line for size in sizes for line in _of_size(size, found)),
        NOTES.strip(),
    ]


def _of_size(size: tuple[int, int, int], found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    repetitions, pairs, rounds = size
    error = sqrt(0.95 * 0.05 / repetitions)
    yield from (f"## {repetitions} plays of {pairs} pairs, {rounds} rounds", "")
    yield from (f'Binomial error of "covered": {error:.3f}.', "")
    own = [each for each in found if (each["repetitions"], each["pairs"], each["rounds"]) == size]
    yield from table(HEAD, (row for each in own for row in _rows(each)))


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
