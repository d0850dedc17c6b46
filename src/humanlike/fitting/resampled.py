r"""Bootstrap of parameters: whole independent units are redrawn and the rule is fitted again.

A unit (`core.find_units`) is drawn among those with choices in the same groups, so that every group keeps its number of
units; resample r is the fit to

.. math:: \hat\theta^{(r)} = \arg\min_\theta \sum_u c^{(r)}_u\, \text{loss}_u(\theta), \quad \sum_u c^{(r)}_u = n.

Each is searched from the optimum of the data. Intervals lie between percentiles that allow for few units
(`statistics.percentiles`); unlike standard errors from curvature they need no smooth loss and no inner solution.

References
----------
Efron (1979), Annals of Statistics 7, 1-26; Pascual, Romo & Ruiz (2001), International Journal of Forecasting 17,
83-103.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Play, Streams, find_units
from humanlike.fitting.fits import Fits
from humanlike.fitting.losses import Losses, criterion_named
from humanlike.fitting.maximum_likelihood import STREAM, best_of, grouped, off_bounds, solve, taught_seats
from humanlike.statistics import percentiles, unit_draws

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
LEAST = 20  # resamples behind a 95 % quantile, at least
SEATS_AT_ONCE = 500_000  # seats times resamples that are fitted side by side


def bootstrap_fits(
    plays: Sequence[Play],
    fits: Fits,
    *,
    role: int | None,
    unit: str,
    n_resamples: int,
    stream: Streams = STREAM,
) -> Floats:
    """Parameters of each group in each resample, [groups, resamples, parameters]."""
    rule, floor, criterion = fits.rule, fits[0].floor, criterion_named(fits[0].criterion)
    rule, seats = taught_seats(plays, rule.ignorant, role=role)
    groups = grouped(seats, fits.by)
    units = seats.of_rows(find_units(seats.plays, unit).numbers)
    counts = unit_counts(stream["bootstrap"], units, groups.problem, n_resamples)
    optimum = np.array([list(fit.parameters) for fit in fits], dtype=np.float64)
    found = []
    for some in np.array_split(np.arange(n_resamples), -(-n_resamples * len(units) // SEATS_AT_ONCE)):
        place = np.repeat(np.arange(len(some)), len(units))
        problem = place * len(fits) + np.tile(groups.problem, len(some))
        weight = counts[some][:, units].reshape(-1)
        seat = np.tile(groups.seat, len(some))
        losses = Losses(seats, rule, problem, seat, weight, criterion=criterion, floor=floor)
        start = off_bounds(losses, np.tile(optimum, (len(some), 1)))
        points = best_of(losses, solve(losses, start=start[None]))[0].points
        found.append(points.reshape(len(some), len(fits), -1))
    return np.moveaxis(np.concatenate(found), 0, 1)


def unit_counts(stream: Streams, units: Integers, groups: Integers, n_resamples: int) -> Floats:
    """How often each unit is drawn, [resamples, units], among those with rows in the same groups."""
    if n_resamples < LEAST:
        raise BadRequest(f"A bootstrap of parameters needs at least {LEAST} resamples, not {n_resamples}.")
    if len(np.unique(units)) < 2:
        raise BadRequest(
            "A bootstrap redraws independent units, and here is only one: nothing says how another differs."
        )
    kinds: dict[tuple[int, ...], list[int]] = {}
    for unit in np.unique(units).tolist():
        kinds.setdefault(tuple(np.unique(groups[units == unit]).tolist()), []).append(unit)
    counts = np.ones((n_resamples, int(units.max()) + 1))
    for kind, members in kinds.items():
        if len(members) > 1:
            draws = unit_draws(stream["-".join(map(str, kind))], len(members), n_resamples)
            counts[:, members] = np.stack([np.bincount(draw, minlength=len(members)) for draw in draws])
    return counts


def bootstrap_interval(draws: Floats, n_units: int) -> tuple[Floats, Floats, Floats]:
    """Standard errors and the ends of the 95 % interval of each parameter, from [resamples, parameters].

    With one unit in a group nothing was redrawn: all are NaN.
    """
    if n_units < 2:
        unknown = np.full(draws.shape[1], np.nan)
        return unknown, unknown, unknown
    lower, upper = np.quantile(draws, percentiles(n_units), axis=0)
    return draws.std(axis=0, ddof=1), lower, upper
