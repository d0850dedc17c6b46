"""Rules fitted by a measure itself, as `fitting` describes its fits: parameters, flags, the likelihood they give.

There is no curvature to speak of, hence no standard error: `bootstrap` redraws units instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from humanlike.core import AUTO, Play, Rule, Units, find_units
from humanlike.fitting import Fit, Fits
from humanlike.fitting.derivative_free import Searched
from humanlike.fitting.fits import effective_units
from humanlike.fitting.losses import Losses
from humanlike.fitting.many_rules import FitRequest, PlainFittedGroups
from humanlike.fitting.maximum_likelihood import STREAM, Groups, bounds_of, grouped, taught_seats
from humanlike.fitting.plain_fits import plain_fits
from humanlike.fitting.resampled import unit_counts
from humanlike.fitting.seats import Seats
from humanlike.prediction.assessment import Settings
from humanlike.prediction.bodies import Bodies, BodyOfPlay
from humanlike.prediction.estimators import N_SIMULATIONS, Estimator, estimate, estimator_named
from humanlike.prediction.observations import Floats

NEAR = 1e-9  # of a parameter's range: on the bound


@dataclass(frozen=True, eq=False)
class MeasuredFit:
    """One rule, every group of choices a body of play."""

    rule: Rule
    estimator: Estimator
    seats: Seats
    groups: Groups
    units: Units
    bodies: Bodies
    losses: Losses  # of the likelihood, for the bounds and for what is reported

    def searched(self, n_runs: int) -> Searched:
        """The best parameters of every group."""
        default = np.tile(np.array([float(each) for each in self.rule.default]), (self.losses.n_problems, 1))
        return estimate(
            STREAM, self.bodies, self.rule, self.estimator, bounds_of(self.losses), default, n_runs=n_runs
        )

    def bootstrap(self, optimum: Floats, n_resamples: int) -> Floats:
        """Parameters of each group in each resample, searched around the optimum, [groups, resamples, parameters]."""
        units = self.seats.of_rows(self.units.numbers)
        counts = unit_counts(STREAM["bootstrap"], units, self.groups.problem, n_resamples)
        bounds = bounds_of(self.losses)
        draws = []
        for count in counts:
            bodies = Bodies(
                self.bodies.stream, self.bodies.plays, self.bodies.n_bodies, self.bodies.settings, count
            )
            draws.append(
                estimate(STREAM, bodies, self.rule, self.estimator, bounds, optimum, around=True).points
            )
        return np.stack(draws, axis=1)


def measured_fit(
    plays: Sequence[Play],
    rule: Rule,
    estimator: Estimator,
    *,
    by: str = "pooled",
    role: int | None = None,
    unit: str = AUTO,
    n_simulations: int = N_SIMULATIONS,
) -> MeasuredFit:
    """Lay out the choices of `plays` for a fit of `rule` by a measure."""
    rule, seats = taught_seats(plays, rule, role=role)
    units = find_units(seats.plays, unit)
    groups = grouped(seats, by)
    parts = []
    for number, play in enumerate(seats.plays):
        here = seats.play == number
        bodies = np.full(play.n_subjects, -1, dtype=np.int64)
        bodies[seats.row[here]] = groups.problem[here]
        if here.any():
            parts.append(BodyOfPlay(play, bodies, units.numbers[number]))
    settings = Settings(
        (estimator.measure,), (estimator.method,), (estimator.level,), n_simulations, n_resamples=0
    )
    bodies_ = Bodies(STREAM["measured"], tuple(parts), len(groups.labels), settings)
    losses = Losses(seats, rule, groups.problem, groups.seat)
    return MeasuredFit(rule, estimator, seats, groups, units, bodies_, losses)


def fit_rule_by_measure(
    plays: Sequence[Play], rules: Sequence[Rule], request: FitRequest, number: int
) -> PlainFittedGroups:
    """One of the rules fitted by the measure that the request names: a piece of work like `fitting.fit_rule`."""
    laid_out = measured_fit(
        plays,
        rules[number],
        estimator_named(request.criterion),
        by=request.by,
        role=request.role,
        unit=request.unit,
    )
    found = laid_out.searched(request.n_starts)
    draws = None
    if request.n_resamples and rules[number].parameter_names:
        draws = laid_out.bootstrap(found.points, request.n_resamples)
    return PlainFittedGroups(plain_fits(_fits(laid_out, found, request)), None, draws)


def _fits(laid_out: MeasuredFit, found: Searched, request: FitRequest) -> Fits:
    """What was found, group by group."""
    rule, losses = laid_out.rule, laid_out.losses
    lower, upper = bounds_of(losses)
    low, high = found.points - lower <= NEAR * (upper - lower), upper - found.points <= NEAR * (upper - lower)
    nats = losses.evaluate(found.points, np.arange(losses.n_problems))[0]
    units = laid_out.seats.of_rows(laid_out.units.numbers)
    names = np.array(rule.parameter_names, dtype=object)
    unknown = np.full((len(names), len(names)), np.nan)
    fits = []
    for place, label in enumerate(laid_out.groups.labels):
        here = laid_out.groups.problem == place
        sizes = np.bincount(units[here], laid_out.seats.n_choices[here])
        fits.append(
            Fit(
                rule=rule,
                group=label,
                parameters=rule.parameters(*found.points[place].tolist()),
                log_likelihood=-float(nats[place]),
                loss=float(found.losses[place]),
                n_choices=int(losses.n_choices[place]),
                covariance=unknown,
                model_covariance=unknown,
                unit=laid_out.units.unit,
                n_units=int((sizes > 0).sum()),
                n_effective=effective_units(sizes[sizes > 0]),
                converged=True,  # the search ends only when no smallest step helps
                at_bound=tuple(names[low[place] | high[place]]),
                at_lower=tuple(names[low[place]]),
                at_kink=(),
                unidentified=tuple(names[found.flat[place]]),
                n_starts=found.n_runs,
                n_agreeing=int(found.n_agreeing[place]),
                slope=float("nan"),
                floor=losses.floor,
                criterion=laid_out.estimator.name,
            )
        )
    return Fits(rule, request.by, tuple(fits))
