"""Fits as plain data: what comes back from a worker and is kept. The rule is not in it, since rules hold functions."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Rule
from humanlike.fitting.fits import Fit, Fits
from humanlike.fitting.validation import HeldOutFit

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]


class PlainFits(NamedTuple):
    """All groups of `Fits`; arrays run over the groups."""

    by: str
    groups: tuple[str, ...]
    points: Floats  # [groups, parameters]
    log_likelihood: Floats
    loss: Floats
    n_choices: Integers
    covariance: Floats  # [groups, parameters, parameters]
    model_covariance: Floats  # [groups, parameters, parameters]
    unit: str
    n_units: Integers
    n_effective: Floats
    converged: Booleans
    at_bound: Booleans  # [groups, parameters], like the next three
    at_lower: Booleans
    at_kink: Booleans
    unidentified: Booleans
    n_starts: Integers
    n_agreeing: Integers
    slope: Floats
    floor: float
    criterion: str
    learned: Any  # what the rule learned from people; None if there was nothing to learn


def plain_fits(fits: Fits) -> PlainFits:
    """What was found, without the rule."""
    names = fits.rule.parameter_names

    def flags(flagged: list[tuple[str, ...]]) -> Booleans:
        return np.array([[name in those for name in names] for those in flagged], dtype=np.bool_)

    return PlainFits(
        by=fits.by,
        groups=tuple(fit.group for fit in fits),
        points=np.array([list(fit.parameters) for fit in fits], dtype=np.float64),
        log_likelihood=np.array([fit.log_likelihood for fit in fits]),
        loss=np.array([fit.loss for fit in fits]),
        n_choices=np.array([fit.n_choices for fit in fits]),
        covariance=np.array([fit.covariance for fit in fits]),
        model_covariance=np.array([fit.model_covariance for fit in fits]),
        unit=fits[0].unit,
        n_units=np.array([fit.n_units for fit in fits]),
        n_effective=np.array([fit.n_effective for fit in fits]),
        converged=np.array([fit.converged for fit in fits]),
        at_bound=flags([fit.at_bound for fit in fits]),
        at_lower=flags([fit.at_lower for fit in fits]),
        at_kink=flags([fit.at_kink for fit in fits]),
        unidentified=flags([fit.unidentified for fit in fits]),
        n_starts=np.array([fit.n_starts for fit in fits]),
        n_agreeing=np.array([fit.n_agreeing for fit in fits]),
        slope=np.array([fit.slope for fit in fits]),
        floor=fits[0].floor,
        criterion=fits[0].criterion,
        learned=fits.rule.learned,
    )


def fits_of(rule: Rule, plain: PlainFits) -> Fits:
    """The fits of `rule` again."""
    rule = rule.knowing(plain.learned)
    names = np.array(rule.parameter_names, dtype=object)
    return Fits(
        rule,
        plain.by,
        tuple(
            Fit(
                rule=rule,
                group=group,
                parameters=rule.parameters(*plain.points[place].tolist()),
                log_likelihood=float(plain.log_likelihood[place]),
                loss=float(plain.loss[place]),
                n_choices=int(plain.n_choices[place]),
                covariance=plain.covariance[place],
                model_covariance=plain.model_covariance[place],
                unit=plain.unit,
                n_units=int(plain.n_units[place]),
                n_effective=float(plain.n_effective[place]),
                converged=bool(plain.converged[place]),
                at_bound=tuple(names[plain.at_bound[place]]),
                at_lower=tuple(names[plain.at_lower[place]]),
                at_kink=tuple(names[plain.at_kink[place]]),
                unidentified=tuple(names[plain.unidentified[place]]),
                n_starts=int(plain.n_starts[place]),
                n_agreeing=int(plain.n_agreeing[place]),
                slope=float(plain.slope[place]),
                floor=plain.floor,
                criterion=plain.criterion,
            )
            for place, group in enumerate(plain.groups)
        ),
    )


class PlainHeldOut(NamedTuple):
    """A `HeldOutFit` without the rule."""

    unit: str
    by: str
    over: str
    caveat: str
    n_folds: int
    n_held: int
    n_units: int
    n_choices: int
    nats_per_choice: float
    standard_error: float
    units: Integers
    nats: Floats  # [pieces], like the one before and the next three
    guessing: Floats
    choices: Integers
    folds: Integers
    whole: float
    points: Floats  # [folds and groups, parameters]
    labels: tuple[str, ...]
    learned: tuple[Any, ...]  # of each fold; empty if there was nothing to learn


def plain_held_out(scored: HeldOutFit) -> PlainHeldOut:
    """What was found, without the rule."""
    shared = {name: getattr(scored, name) for name in PlainHeldOut._fields if name != "points"}
    points = np.array([list(each) for each in scored.parameters], dtype=np.float64)
    return PlainHeldOut(**shared, points=points)


def held_out_of(rule: Rule, plain: PlainHeldOut) -> HeldOutFit:
    """The held-out score of `rule` again."""
    found = plain._asdict()
    points = found.pop("points")
    return HeldOutFit(
        rule=rule, parameters=tuple(rule.parameters(*point.tolist()) for point in points), **found
    )
