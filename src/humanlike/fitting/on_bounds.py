"""A rule whose parameter lies on its bound is another rule than its name says: what it has become, in words.

What a bound means is declared with the bound (`Interval.at_lower`, `at_upper`); where nothing is declared, the bound
itself is named. A parameter so near that the data cannot tell it from its bound is told as well.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from humanlike.core import Interval
from humanlike.fitting.fits import Fit

ERRORS = 2.0  # standard errors within which a parameter cannot be told from its bound
NEAR = 0.01  # of the parameter's range: further off it is no longer the same rule, however little is known


class ReachedBound(NamedTuple):
    """A parameter on its bound, or not told from it."""

    parameter: str
    value: float
    bound: str  # lower or upper
    limit: float  # where that bound lies
    meaning: str  # what that makes of the rule; empty if it does not say


def reached_bounds(fit: Fit) -> tuple[ReachedBound, ...]:
    """Which bound each parameter lies on, or cannot be told from, and what that means."""
    return tuple(_reached(fit))


def _reached(fit: Fit) -> Iterator[ReachedBound]:
    rule = fit.rule
    for name, value, error, bound in zip(
        rule.parameter_names, fit.parameters, fit.standard_errors, rule.bounds, strict=True
    ):
        if name in fit.at_bound:
            low = name in fit.at_lower
        elif name not in rule.per_payoff and _near(value, error, bound):
            low = value - bound.lower < bound.upper - value
        else:
            continue
        exact = name in fit.at_bound
        limit = (
            value if exact else bound.lower if low else bound.upper
        )  # bounds per payoff move with the payoffs
        yield ReachedBound(
            name,
            float(value),
            "lower" if low else "upper",
            float(limit),
            bound.at_lower if low else bound.at_upper,
        )


def _near(value: float, error: float, bound: Interval) -> bool:
    """Whether the data cannot tell the value from a bound; never where no error is known (NaN)."""
    off = min(value - bound.lower, bound.upper - value)
    return off <= ERRORS * error and off <= NEAR * (bound.upper - bound.lower)


def bounds_sentence(groups: Sequence[Sequence[ReachedBound]], what: str = "groups") -> str:
    """What a rule has become in the groups it was fitted to; empty where no bound was reached.

    >>> here = ReachedBound("alpha", 0.0, "lower", 0.0, "payoffs change nothing")
    >>> bounds_sentence([[here]])
    'its alpha lies on its lower bound, 0: payoffs change nothing'
    >>> bounds_sentence([[here], []])
    'its alpha lies on its lower bound, 0, in 1 of 2 groups: payoffs change nothing'
    >>> bounds_sentence([[here._replace(value=0.001)]])
    'its alpha, 0.001, is not told from its lower bound, 0: payoffs change nothing'
    >>> both = bounds_sentence([[here, here._replace(parameter="beta", meaning="habit counts for nothing")]])
    >>> both.partition("; ")[2]
    'its beta lies on its lower bound, 0: habit counts for nothing (each is what that bound means alone)'
    >>> bounds_sentence([[here._replace(meaning="")], [here._replace(value=0.001, meaning="")]])
    'its alpha lies on, or is not told from, its lower bound, 0, in 2 of 2 groups'
    """
    alike: dict[tuple[str, str], list[ReachedBound]] = {}
    for group in groups:
        for each in group:
            alike.setdefault((each.parameter, each.bound), []).append(each)
    told = "; ".join(_told(found, len(groups), what) for found in alike.values())
    together = any(sum(bool(each.meaning) for each in group) > 1 for group in groups)
    return f"{told} (each is what that bound means alone)" if together else told


def _told(found: list[ReachedBound], n_groups: int, what: str) -> str:
    first = found[0]
    limits = {f"{each.limit:.4g}" for each in found}
    where = f", {limits.pop()}" if len(limits) == 1 else ""
    share = f", in {len(found)} of {n_groups} {what}" if n_groups > 1 else ""
    meaning = f": {first.meaning}" if first.meaning else ""
    exact = sum(each.value == each.limit for each in found)
    if exact:
        lies = " lies on" if exact == len(found) else " lies on, or is not told from,"
    else:
        lies = f"{f', {first.value:.4g},' if len(found) == 1 else ''} is not told from"
    return f"its {first.parameter}{lies} its {first.bound} bound{where}{share}{meaning}"
