"""Many rules on the same plays, each a piece of work: fitted, and scored on choices held out."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from humanlike.core import Play, Rule
from humanlike.fitting.duration import seconds_to_fit
from humanlike.fitting.fits import Fits
from humanlike.fitting.losses import Criterion
from humanlike.fitting.maximum_likelihood import check_request, fit_groups
from humanlike.fitting.plain_fits import (
    PlainFits,
    PlainHeldOut,
    fits_of,
    held_out_of,
    plain_fits,
    plain_held_out,
)
from humanlike.fitting.validation import HeldOutFit, held_out
from humanlike.work import ALONE, Effort

Found = TypeVar("Found")
FOLD_STARTS = 2  # of a held-out fit unless asked otherwise, beside the optimum of all data


class FitRequest(NamedTuple):
    """How rules are fitted (`fit_groups`) and scored (`held_out`)."""

    by: str = "pooled"
    role: int | None = None
    criterion: Criterion = "likelihood"
    n_starts: int = 4
    cluster: str | None = None
    unit: str = ""  # what is held out; nothing if empty
    n_folds: int = 5
    n_fold_starts: int = FOLD_STARTS


def fit_rules(
    plays: Sequence[Play], rules: Sequence[Rule], request: FitRequest, effort: Effort = ALONE
) -> list[Fits]:
    """Every rule fitted to every group."""
    check_request(request.criterion, request.n_starts, request.cluster)
    plain = _spread("fitting", fit_rule, plays, rules, request, request.n_starts, effort)
    return [fits_of(rule, found) for rule, found in zip(rules, plain, strict=True)]


def hold_out_rules(
    plays: Sequence[Play], rules: Sequence[Rule], request: FitRequest, effort: Effort = ALONE
) -> list[HeldOutFit]:
    """Every rule scored on choices it was not fitted to."""
    check_request(request.criterion, request.n_fold_starts, request.cluster)
    starts = request.n_folds * (request.n_fold_starts + 1)
    plain = _spread("holding out", score_rule, plays, rules, request, starts, effort)
    return [held_out_of(rule, found) for rule, found in zip(rules, plain, strict=True)]


def fit_rule(plays: Sequence[Play], rules: Sequence[Rule], request: FitRequest, number: int) -> PlainFits:
    """One of the rules fitted to every group."""
    fits = fit_groups(
        plays,
        rules[number],
        by=request.by,
        role=request.role,
        criterion=request.criterion,
        n_starts=request.n_starts,
        cluster=request.cluster,
    )
    return plain_fits(fits)


def score_rule(
    plays: Sequence[Play], rules: Sequence[Rule], request: FitRequest, number: int
) -> PlainHeldOut:
    """One of the rules scored on what is held out."""
    scored = held_out(
        plays,
        rules[number],
        unit=request.unit,
        by=request.by,
        n_folds=request.n_folds,
        n_starts=request.n_fold_starts,
    )
    return plain_held_out(scored)


def _spread(
    stage: str,
    function: Callable[..., Found],
    plays: Sequence[Play],
    rules: Sequence[Rule],
    request: FitRequest,
    n_starts: int,
    effort: Effort,
) -> list[Found]:
    """`function` for every rule, in the order of the rules; those with most parameters, the longest, begin first."""
    seconds = seconds_to_fit(rules, sum(play.actions.size for play in plays), n_starts)
    longest_first = sorted(range(len(rules)), key=lambda number: -len(rules[number].parameter_names))
    shared = (list(plays), list(rules), request)
    done = effort.worthwhile(seconds).carry_out(stage, function, longest_first, shared=shared)
    found = dict(zip(longest_first, done, strict=True))
    return [found[number] for number in range(len(rules))]
