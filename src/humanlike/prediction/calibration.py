"""Where a rule's parameters come from: the literature, or a fit to those who are not under test.

A calibration holds the parameter set that is plugged in and, after a fit, the covariance of the estimate, so that
a forecast can carry the uncertainty of its parameters: draws from the normal distribution around the
estimate, cut off at the parameters' bounds.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from humanlike.core import AUTO, Play, Rule, Streams
from humanlike.fitting import Fit, ReachedBound, fit_groups, reached_bounds
from humanlike.prediction.observations import Floats
from humanlike.prediction.splits import Split, fitted_plays

FITTED = "fitted"  # what the set of `RULE:fitted` is called


class CalibratedRule(NamedTuple):
    """A rule ready to predict."""

    rule: Rule
    parameters: Any  # the rule's NamedTuple of floats
    covariance: Floats | None = None  # [parameters, parameters]; None where it is not known
    source: str = "published"
    reached: tuple[ReachedBound, ...] = ()  # bounds on which the fit ended
    remarks: tuple[str, ...] = ()  # what to mind about what the rule learned, in sentences


CalibratedRules = Mapping[tuple[str, str], CalibratedRule]  # by rule name and game name


def published_rules(rules: Iterable[Rule], plays: Sequence[Play]) -> dict[tuple[str, str], CalibratedRule]:
    """The first published parameter set of every rule, in every game."""
    return {
        (rule.name, play.game.name): CalibratedRule(
            rule, rule.default, source=_published(next(iter(rule.published))), remarks=rule.remarks
        )
        for rule in rules
        for play in plays
    }


def _published(label: str) -> str:
    """Where a parameter set comes from; a rule that was fitted to other people brings its own."""
    return "fitted to other people before" if label == FITTED else f"published: {label}"


def parameter_draws(stream: Streams, calibration: CalibratedRule, n_draws: int) -> Any:
    """The rule's parameters as arrays [draws]: uncertain where the fit says so, constant elsewhere."""
    rule, centre = calibration.rule, np.asarray(calibration.parameters, dtype=np.float64)
    values = np.repeat(centre[:, None], n_draws, axis=1)
    if calibration.covariance is not None and centre.size:
        root = _root(calibration.covariance)
        values += root @ stream.generator().standard_normal((centre.size, n_draws))
    bounds = np.array([bound[:2] for bound in rule.bounds]).reshape(-1, 2)
    scaled = np.array([name in rule.per_payoff for name in rule.parameter_names], dtype=np.bool_)
    upper = np.where(
        scaled, np.inf, bounds[:, 1]
    )  # such bounds move with the payoffs, which are not known here
    return rule.parameters(*np.clip(values, bounds[:, :1], upper[:, None]))


def _root(covariance: Floats) -> Floats:
    """A matrix whose square is the covariance; a parameter without a known variance does not vary."""
    known = np.nan_to_num(np.asarray(covariance, dtype=np.float64), nan=0.0, posinf=0.0, neginf=0.0)
    values, vectors = np.linalg.eigh((known + known.T) / 2)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))


def calibrated_rules(
    rules: Iterable[Rule], plays: Sequence[Play], split: Split, *, unit: str = AUTO
) -> dict[tuple[str, str], CalibratedRule]:
    """Every rule's parameters for every game under `split`; standard errors are over `unit` (`core.find_units`)."""
    chosen = list(rules)
    if split.by == "published":
        return published_rules(chosen, plays)
    fitted = fitted_plays(plays, split)
    result = {}
    for rule in chosen:
        if not rule.parameter_names and not rule.is_ignorant:
            result.update(published_rules([rule], plays))
            continue
        fits = fit_groups(fitted, rule, by=split.by, unit=unit).by_group
        for play in plays:
            found = fits[play.game.name if split.by == "game" else "all"]
            result[rule.name, play.game.name] = CalibratedRule(
                found.rule,
                found.parameters,
                found.covariance,
                _source(found),
                reached_bounds(found),
                found.rule.remarks,
            )
    return result


def _source(found: Fit) -> str:
    """Where the parameters come from, with what the fit warns of."""
    warnings = [f"{name} on its bound" for name in found.at_bound]
    warnings += [f"{name} unidentified" for name in found.unidentified]
    if not found.converged:
        warnings.append("not converged")
    note = f" ({', '.join(warnings)})" if warnings else ""
    return f"fitted to {found.n_choices} choices{note}"
