"""Many rules on the same plays, each a piece of work: fitted and, if asked for, scored on choices held out."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import AUTO, BadRequest, Play, Rule, find_units
from humanlike.fitting.duration import seconds_to_fit
from humanlike.fitting.fits import Fits
from humanlike.fitting.losses import criterion_named
from humanlike.fitting.maximum_likelihood import check_request, fit_groups
from humanlike.fitting.plain_fits import (
    PlainFits,
    PlainHeldOut,
    fits_of,
    held_out_of,
    plain_fits,
    plain_held_out,
)
from humanlike.fitting.resampled import bootstrap_fits
from humanlike.fitting.validation import HeldOutFit, check_split, held_out
from humanlike.work import ALONE, Effort, FinishedRow

Floats = npt.NDArray[np.float64]


class FitRequest(NamedTuple):
    """How rules are fitted (`fit_groups`) and scored (`held_out`)."""

    by: str = "pooled"
    role: int | None = None
    criterion: str = "likelihood"  # of `losses`, or a measure that another fitter minimises
    n_starts: int = 4  # of every fit, also of every fold
    unit: str = AUTO  # what is taken as independent
    held_out: str = ""  # what is held out: auto is the unit; nothing if empty
    n_folds: int = 5
    n_resamples: int = 0  # of a bootstrap of the parameters
    hashed: bool = False  # whether units are dealt to folds by a hash of their labels

    @property
    def split_by(self) -> str:
        """What is held out, by its own name."""
        return self.unit if self.held_out == AUTO else self.held_out


class FittedGroups(NamedTuple):
    """One rule fitted to every group and, if asked for, scored on choices it was not fitted to."""

    fits: Fits
    held_out: HeldOutFit | None
    draws: Floats | None = None  # [groups, resamples, parameters] of a bootstrap

    @property
    def order(self) -> float:
        """Nats per choice that rules are ordered by: held out where known."""
        return self.held_out.nats_per_choice if self.held_out else self.fits.nats_per_choice


class PlainFittedGroups(NamedTuple):
    """A `FittedGroups` without the rule."""

    fits: PlainFits
    held_out: PlainHeldOut | None
    draws: Floats | None = None

    def of(self, rule: Rule) -> FittedGroups:
        """The same with its rule."""
        scored = None if self.held_out is None else held_out_of(rule, self.held_out)
        return FittedGroups(fits_of(rule, self.fits), scored, self.draws)


def fit_rules(
    plays: Sequence[Play],
    rules: Sequence[Rule],
    request: FitRequest,
    effort: Effort = ALONE,
    row: Callable[[FittedGroups], FinishedRow] | None = None,
    fitter: Callable[..., PlainFittedGroups] | None = None,
) -> list[FittedGroups]:
    """Every rule fitted to every group and scored; those with most parameters, the longest, begin first.

    `row` is what is told of a rule as soon as it is finished; `fitter` takes the place of `fit_rule`, for criteria that
    are no sums over choices.
    """
    check_request("likelihood" if fitter else request.criterion, request.n_starts)
    find_units(plays, request.unit)  # refuses what cannot be a unit
    n_fits = request.n_starts + request.n_resamples
    if request.held_out and fitter:
        raise BadRequest(
            f"What a fit by {request.criterion} is worth held out is asked of identify --estimators; --held-out scores "
            "fits by likelihood, msd, mad or sph."
        )
    if request.held_out:  # what cannot be held out is refused before hours of fitting
        check_split(plays, request.split_by, request.by, request.n_folds, request.role)
        n_fits += request.n_folds * (request.n_starts + 1)
    seconds = seconds_to_fit(rules, sum(play.actions.size for play in plays), n_fits)
    longest_first = sorted(range(len(rules)), key=lambda number: -len(rules[number].parameter_names))
    done = effort.worthwhile(seconds).carry_out(
        "fitting",
        fitter or fit_rule,
        longest_first,
        shared=(list(plays), list(rules), request),
        row=None if row is None else lambda number, found: row(found.of(rules[number])),
    )
    found = dict(zip(longest_first, done, strict=True))
    return [found[number].of(rule) for number, rule in enumerate(rules)]


def fit_rule(
    plays: Sequence[Play], rules: Sequence[Rule], request: FitRequest, number: int
) -> PlainFittedGroups:
    """One of the rules fitted to every group, and scored on what is held out."""
    rule, criterion = rules[number], criterion_named(request.criterion)
    fits = fit_groups(
        plays,
        rule,
        by=request.by,
        role=request.role,
        criterion=criterion,
        n_starts=request.n_starts,
        unit=request.unit,
    )
    draws = None
    if request.n_resamples and rule.parameter_names:
        draws = bootstrap_fits(
            plays, fits, role=request.role, unit=request.unit, n_resamples=request.n_resamples
        )
    if not request.held_out:
        return PlainFittedGroups(plain_fits(fits), None, draws)
    scored = held_out(
        plays,
        rule,
        unit=request.split_by,
        over=request.unit,
        by=request.by,
        role=request.role,
        criterion=criterion,
        n_folds=request.n_folds,
        n_starts=request.n_starts,
        whole=fits,
        hashed=request.hashed,
    )
    return PlainFittedGroups(plain_fits(fits), plain_held_out(scored), draws)
