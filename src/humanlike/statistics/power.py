r"""Power analysis: of effect size, sample size, significance level and power, any three give the fourth.

For a two-sided t-test with effect size :math:`d` (mean difference over standard deviation) the power is
that of the noncentral t distribution with noncentrality :math:`d\sqrt n` and :math:`n - 1` degrees of
freedom for n pairs, :math:`d\sqrt{n/2}` and :math:`2n - 2` for two groups of n. The standard deviation is
that of the differences for pairs and the root mean square of the two groups' otherwise, so a pilot run
tells both needs: pairs need about :math:`1 - \rho` as many, with :math:`\rho` the correlation under
common conditions.

References
----------
Cohen (1988), Statistical power analysis for the behavioral sciences, 2nd edition.
Gibbons, Hedeker & Davis (1993), Journal of Educational Statistics 18, 271-279.
"""

import math
from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from humanlike.core import BadParameters, BadRecord, BadRequest
from humanlike.statistics.comparison import correlation

Design = Literal["independent", "paired"]
DESIGNS: tuple[Design, ...] = ("independent", "paired")
MOST_GAMES = 10**9
LARGEST_EFFECT = 1e3


class PowerPlan(NamedTuple):
    """All four quantities; `n` counts pairs, or games in each group."""

    design: Design
    effect: float
    n: int
    alpha: float
    power: float


def power_of(design: Design, effect: float, n: int, alpha: float) -> float:
    """The chance to detect `effect` with `n` pairs (or games a group).

    >>> round(power_of("paired", 0.5, 34, 0.05), 3)
    0.808
    """
    from statsmodels.stats.power import TTestIndPower, TTestPower

    paired = design == "paired"
    value = float((TTestPower() if paired else TTestIndPower()).power(abs(effect), n, alpha))
    if math.isfinite(value):
        return min(value, 1.0)
    freedom, centre = (
        (n - 1, abs(effect) * math.sqrt(n)) if paired else (2 * n - 2, abs(effect) * math.sqrt(n / 2))
    )
    # far in the tails the noncentral t is not computable: the effect is found surely, or surely not
    return float(centre > -stdtrit(freedom, alpha / 2))


def solve_power(
    design: Design,
    *,
    effect: float | None = None,
    n: int | None = None,
    alpha: float | None = None,
    power: float | None = None,
) -> PowerPlan:
    """Fill in the one quantity left out.

    >>> solve_power("independent", effect=0.5, alpha=0.05, power=0.8).n
    64
    >>> solve_power("paired", effect=0.5, alpha=0.05, power=0.8).n
    34
    """
    missing = [name for name, value in _named(effect, n, alpha, power) if value is None]
    if len(missing) != 1:
        raise BadRequest(
            "Give three of effect, n, alpha and power and leave one out; "
            f"left out: {', '.join(missing) if missing else 'none'}."
        )
    _check(effect, n, alpha, power)
    if n is None:
        assert effect is not None and alpha is not None and power is not None
        smallest = games_to_find(design, effect, alpha=alpha, power=power)
        if smallest is None:
            raise BadRequest(f"An effect of {effect:g} needs more than {MOST_GAMES:,} games.")
        return PowerPlan(design, effect, smallest, alpha, power)
    if effect is None:
        assert alpha is not None and power is not None
        found = _root(lambda x: power_of(design, x, n, alpha) - power, 1e-9, LARGEST_EFFECT, "effect")
        return PowerPlan(design, found, n, alpha, power)
    if alpha is None:
        assert power is not None
        found = _root(lambda x: power_of(design, effect, n, x) - power, 1e-12, 1 - 1e-9, "alpha")
        return PowerPlan(design, effect, n, found, power)
    return PowerPlan(design, effect, n, alpha, power_of(design, effect, n, alpha))


def games_to_find(design: Design, effect: float, *, alpha: float = 0.05, power: float = 0.8) -> int | None:
    """The fewest pairs (or games a group) that find `effect` with chance `power`; None beyond `MOST_GAMES`.

    >>> games_to_find("paired", 0.5), games_to_find("paired", 1e-15)
    (34, None)
    """
    _check(effect, None, alpha, power)
    low, high = 1, 2  # bisect on whole numbers: power grows with n
    while power_of(design, effect, high, alpha) < power:
        low, high = high, 2 * high
        if high > MOST_GAMES:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if power_of(design, effect, middle, alpha) < power else (low, middle)
    return high


class PilotPlan(NamedTuple):
    """What a pilot run says about the games a comparison needs; None for more than `MOST_GAMES`."""

    difference: float
    sd_independent: float  # root mean square of the two groups' standard deviations
    sd_paired: float  # of the differences
    correlation: float
    independent: int | None  # games a group
    paired: int | None  # pairs


def plan_from_pilot(
    first: npt.ArrayLike, second: npt.ArrayLike, difference: float, *, alpha: float = 0.05, power: float = 0.8
) -> PilotPlan:
    """Games needed to detect `difference` (in the units of the scores), from paired pilot scores."""
    x, y = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if x.ndim != 1 or x.shape != y.shape or x.size < 3:
        raise BadRecord(
            f"A pilot needs at least 3 games of each variant, paired; got {x.shape} and {y.shape}."
        )
    apart = float(np.sqrt((x.var(ddof=1) + y.var(ddof=1)) / 2))
    paired = float((x - y).std(ddof=1))
    if paired == 0 or apart == 0:
        raise BadRecord(
            "The pilot's scores do not vary at all, so no number of games can be planned from them."
        )
    if difference == 0:
        raise BadParameters("A difference of 0 can never be detected; name the smallest one that matters.")
    spreads: dict[Design, float] = {"independent": apart, "paired": paired}
    needs = [
        games_to_find(design, difference / spread, alpha=alpha, power=power)
        for design, spread in spreads.items()
    ]
    return PilotPlan(difference, apart, paired, correlation(x, y), needs[0], needs[1])


def _named(*values: float | None) -> list[tuple[str, float | None]]:
    return list(zip(("effect", "n", "alpha", "power"), values, strict=True))


def _check(effect: float | None, n: int | None, alpha: float | None, power: float | None) -> None:
    if effect is not None and (effect == 0 or not np.isfinite(effect)):
        raise BadParameters(f"effect = {effect:g}: it must be a finite number other than 0.")
    if n is not None and n < 2:
        raise BadParameters(f"n = {n}: a t-test needs at least 2 games.")
    for name, value in (("alpha", alpha), ("power", power)):
        if value is not None and not 0 < value < 1:
            raise BadParameters(f"{name} = {value:g} must lie between 0 and 1.")
    if alpha is not None and power is not None and power <= alpha:
        raise BadParameters(f"power = {power:g} must exceed alpha = {alpha:g}: chance alone reaches that.")


def _root(function: Callable[[float], float], low: float, high: float, what: str) -> float:
    from scipy.optimize import brentq  # takes a while to load, and few who draw on this room look for roots

    if function(low) > 0 or function(high) < 0:
        raise BadRequest(f"No {what} between {low:g} and {high:g} fits the other three quantities.")
    return float(brentq(function, low, high, xtol=1e-12))
