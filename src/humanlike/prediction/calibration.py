"""Where a rule's parameters come from: the literature, or a fit to those who are not under test.

A calibration holds the parameter set that is plugged in and, after a fit, the covariance of the estimate, so that
a forecast can carry the uncertainty of its parameters: draws from the normal distribution around the
estimate, cut off at the parameters' bounds.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from humanlike.core import BadRequest, Play, Rule, Streams, whole_number
from humanlike.fitting import Fit, ReachedBound, fit_groups, reached_bounds
from humanlike.prediction.observations import Floats, fitted_half

HALF = "half the matches"
FITTED = "fitted"  # what the set of `RULE:fitted` is called


class CalibratedRule(NamedTuple):
    """A rule ready to predict."""

    rule: Rule
    parameters: Any  # the rule's NamedTuple of floats
    covariance: Floats | None = None  # [parameters, parameters]; None where it is not known
    source: str = "published"
    reached: tuple[ReachedBound, ...] = ()  # bounds on which the fit ended


CalibratedRules = Mapping[tuple[str, str], CalibratedRule]  # by rule name and game name


def published_rules(rules: Iterable[Rule], plays: Sequence[Play]) -> dict[tuple[str, str], CalibratedRule]:
    """The first published parameter set of every rule, in every game."""
    return {
        (rule.name, play.game.name): CalibratedRule(
            rule, rule.default, source=_published(next(iter(rule.published)))
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


class Split(NamedTuple):
    """Whose choices calibrate the rules, and whose are predicted; roles count from 0."""

    fit_role: int | None  # None: everybody
    by: str  # pooled, or game: one parameter set for all games or one for each
    test_roles: tuple[int, ...] | None  # None: everybody
    sentence: str
    halved: bool = False  # fitted to every other match, the rest predicted


def split_of(fit_on: str, test_on: str | None, n_roles: int) -> Split:
    """The split a user asks for: 'role 1', 'half the matches', either 'by game', 'game', 'pooled', 'published'.

    Where the rules are fitted to one role, the others are predicted unless `test_on` says otherwise.

    >>> split_of("role 1", None, 2).sentence
    'Parameters fitted to role 1 of all games together; role 2 predicted, out of sample.'
    >>> split_of("half the matches by game", None, 2).sentence
    'Parameters fitted to every other match of each game; everybody in the other matches predicted, out of sample.'
    """
    tested: tuple[int, ...] | None
    tested = None if test_on in (None, "all") else (_role("--test", str(test_on), n_roles),)
    if fit_on.lower().removeprefix("on ").startswith(HALF):
        return _halved(fit_on.lower().removeprefix("on ").removeprefix(HALF), tested)
    fit_role, by = _parsed(fit_on, n_roles)
    if test_on is None and fit_role is not None:
        tested = tuple(role for role in range(n_roles) if role != fit_role)
    whom = _whom(tested)
    if by == "published":
        return Split(None, by, tested, f"Published parameters; {whom} predicted, nothing fitted.")
    source = "everybody" if fit_role is None else f"role {fit_role + 1}"
    games = "each game" if by == "game" else "all games together"
    outside = fit_role is not None and tested is not None and fit_role not in tested
    how = "out of sample" if outside else "in sample: the same choices were fitted"
    return Split(fit_role, by, tested, f"Parameters fitted to {source} of {games}; {whom} predicted, {how}.")


def _halved(more: str, tested: tuple[int, ...] | None) -> Split:
    """Every other match fitted, the rest predicted."""
    if more not in ("", " by game"):
        raise BadRequest(f"--fit does not understand '{HALF}{more}'. Known: '{HALF}', '{HALF} by game'.")
    games = "each game" if more else "all games together"
    told = (
        f"Parameters fitted to every other match of {games}; {_whom(tested)} in the other matches predicted, "
    )
    return Split(None, "game" if more else "pooled", tested, told + "out of sample.", halved=True)


def _whom(tested: tuple[int, ...] | None) -> str:
    return "everybody" if tested is None else "role " + ", ".join(str(role + 1) for role in tested)


def _parsed(fit_on: str, n_roles: int) -> tuple[int | None, str]:
    """Role and grouping of a request such as 'role 1 by game'."""
    words = fit_on.lower().removeprefix("on ").replace(",", " ")
    if words in ("published", "pooled", "game"):
        return None, words
    by = "game" if words.endswith(" by game") else "pooled"
    return _role("--fit", words.removesuffix(" by game").removesuffix(" by pooled"), n_roles), by


def _role(option: str, text: str, n_roles: int) -> int:
    word, _, number = text.strip().lower().partition(" ")
    if word != "role" or not 1 <= (whole_number(number) or 0) <= n_roles:
        known = ", ".join(f"'role {role + 1}'" for role in range(n_roles))
        more = f"published, pooled, game, 'role 1 by game', '{HALF}'" if option == "--fit" else "all"
        raise BadRequest(f"{option} does not understand '{text}'. Known: {known}, {more}.")
    return int(number) - 1


def calibrated_rules(
    rules: Iterable[Rule], plays: Sequence[Play], split: Split
) -> dict[tuple[str, str], CalibratedRule]:
    """Every rule's parameters for every game under `split`; standard errors are clustered by match."""
    chosen = list(rules)
    if split.by == "published":
        return published_rules(chosen, plays)
    fitted = fitted_half(plays, split.by) if split.halved else plays
    result = {}
    for rule in chosen:
        if not rule.parameter_names:
            result.update(published_rules([rule], plays))
            continue
        fits = fit_groups(fitted, rule, by=split.by, role=split.fit_role, cluster="match").by_group
        for play in plays:
            found = fits[play.game.name if split.by == "game" else "all"]
            result[rule.name, play.game.name] = CalibratedRule(
                rule, found.parameters, found.covariance, _source(found), reached_bounds(found)
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
