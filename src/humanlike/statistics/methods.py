r"""Ways to compare two variants, by the spread of the difference each sees and the games it needs.

Scores of two variants, [games, 2], can be read as two groups (a difference between two unrelated games has the variance
:math:`\sigma_1^2 + \sigma_2^2`) or as pairs (:math:`\operatorname{var}(x - y)`); either, after control variates
took out what is known of the conditions. What a spread means for the work is said by the power analysis.

Sodomka, Collins & Gini (2007), Figures 1 and 2. Cohen (1988), Statistical power analysis for the behavioral sciences.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.statistics.jackknife import log_jackknife, positive_interval
from humanlike.statistics.power import MOST_GAMES, Design, games_to_find

Floats = npt.NDArray[np.float64]
PAIRED_METHODS = frozenset({"paired", "together", "fresh noise", "paired and adjusted"})
SMALLEST, LARGEST, STEPS = 0.25, 5.0, 25  # of differences in the picture of games needed
SMALLEST_UNIT = 1e-3  # of a spread: what is smaller takes more games than anybody plays


class ComparisonMethod(NamedTuple):
    """One way to compare: the spread of the difference it sees, and the games it needs."""

    name: str
    difference: float
    sd: float  # of a difference between two games (or of one pair)
    sd_lower: float
    sd_upper: float
    needed: (
        int | None
    )  # games of each variant to detect the difference that matters; None: more than can be counted


def compare_by(
    name: str, scores: Floats, difference: float, *, alpha: float = 0.05, power: float = 0.8
) -> ComparisonMethod:
    """What the method `name` makes of scores [games, 2]; `difference` is worth detecting.

    >>> apart, paired = (compare_by(name, np.array([[1.0, 0.4], [5.0, 4.0], [3.0, 2.5]]), 1.0) for name in
    ...                  ("independent", "paired"))
    >>> print(round(apart.sd, 2), round(paired.sd, 2))
    2.7 0.26
    """
    paired = name in PAIRED_METHODS
    interval = positive_interval(
        log_jackknife(scores, _spread_paired if paired else _spread_apart), alpha=alpha
    )
    sd = float(interval.estimate)
    needed = _needed(name, sd, difference, alpha=alpha, power=power)
    mean = float((scores[:, 0] - scores[:, 1]).mean())
    return ComparisonMethod(name, mean, sd, float(interval.lower), float(interval.upper), needed)


def games_needed(
    design: Design, sd: float, difference: float, *, alpha: float = 0.05, power: float = 0.8
) -> int | None:
    """Games of each variant to detect `difference`; `sd` of one group, or of the differences if paired."""
    return games_to_find(design, difference / sd, alpha=alpha, power=power)


def needs_by_difference(
    methods: Sequence[ComparisonMethod], *, alpha: float = 0.05, power: float = 0.8, unit: float = 1.0
) -> tuple[Floats, dict[str, list[int]]]:
    """Games each method needs, over differences from a quarter of `unit` to five of them.

    A unit that no method could find is replaced by a small part of the largest spread.
    """
    unit = max(unit, SMALLEST_UNIT * max(method.sd for method in methods))
    differences = np.geomspace(SMALLEST, LARGEST, STEPS) * unit
    needs = {
        method.name: [
            _needed(method.name, method.sd, float(difference), alpha=alpha, power=power)
            for difference in differences
        ]
        for method in methods
    }
    return differences, {
        name: [MOST_GAMES if n is None else n for n in counts] for name, counts in needs.items()
    }


def _needed(name: str, sd: float, difference: float, *, alpha: float, power: float) -> int | None:
    if name in PAIRED_METHODS:
        return games_needed("paired", sd, difference, alpha=alpha, power=power)
    return games_needed("independent", sd / np.sqrt(2), difference, alpha=alpha, power=power)


def _spread_apart(scores: Floats) -> Floats:
    return np.asarray(np.sqrt(scores.var(axis=0, ddof=1).sum()))


def _spread_paired(scores: Floats) -> Floats:
    return np.asarray((scores[:, 0] - scores[:, 1]).std(ddof=1))
