"""Profile intervals and Wald tests of fits: as tables, and as plain Python for `humanlike fit --json`."""

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any, NamedTuple

from humanlike.core import UNITS, BadRequest, Rule
from humanlike.fitting import Fit, FittedGroups, ProfileInterval, find_hypothesis, wald_test
from humanlike.fitting.hypotheses import Hypothesis, on_bound
from humanlike.statistics import holm
from humanlike.studies.telling import Part, StoryTable

CONSERVATIVE = "on a bound: conservative"  # estimates stray to one side only, and the test allows for both


class HypothesisOutcome(NamedTuple):
    """One hypothesis in one group; what could not be tested has no statistic, and counts in Holm's correction."""

    rule: str
    group: str
    hypothesis: str
    statistic: float | None
    degrees: int
    p_value: float | None
    p_holm: float | None
    remark: str


def check_hypotheses(rules: Sequence[Rule], texts: Sequence[str]) -> None:
    """Refuse, before anything is fitted, what no rule or not every rule can be asked."""
    for rule in rules:
        for text in texts:
            find_hypothesis(rule, text)


def outcomes(fitted: Sequence[FittedGroups], texts: Sequence[str]) -> tuple[HypothesisOutcome, ...]:
    """Every hypothesis in every group of every rule, corrected by Holm for all of them together."""
    found = [
        _outcome(fit, find_hypothesis(each.fits.rule, text))
        for each in fitted
        for fit in each.fits
        for text in texts
    ]
    adjusted = holm([1.0 if each.p_value is None else each.p_value for each in found])
    return tuple(
        each if each.p_value is None else each._replace(p_holm=float(corrected))
        for each, corrected in zip(found, adjusted, strict=True)
    )


def _outcome(fit: Fit, hypothesis: Hypothesis) -> HypothesisOutcome:
    asked = HypothesisOutcome(
        fit.rule.name, fit.group, hypothesis.text, None, len(hypothesis.matrix), None, None, ""
    )
    try:
        found = wald_test(fit, hypothesis)
    except BadRequest as error:
        return asked._replace(remark=f"not tested: {error}")
    remark = CONSERVATIVE if on_bound(fit.rule, hypothesis) else ""
    return asked._replace(statistic=found.statistic, p_value=found.p_value, remark=remark)


def outcome_parts(found: Sequence[HypothesisOutcome], unit: str) -> Iterator[Part]:
    """The tests as a table, if there are any."""
    if not found:
        return
    several = f", Holm over {len(found)} tests" if len(found) > 1 else ""
    columns = ["rule", "group", "hypothesis", "W", "equations", "p", "p (Holm)", "remarks"]
    rows = [
        [
            each.rule,
            each.group,
            each.hypothesis,
            each.statistic,
            each.degrees,
            _chance(each.p_value),
            _chance(each.p_holm),
            each.remark,
        ]
        for each in found
    ]
    yield StoryTable(f"Wald tests, robust within {UNITS[unit]}{several}", columns, rows)


def profile_parts(each: FittedGroups) -> Iterator[Part]:
    """The profile intervals of a rule as a table, if they were asked for; open ends are told."""
    if each.profiles is None or not each.fits.rule.parameter_names:
        return
    rows = [
        [fit.group, *(_profile_text(value, found) for value, found in zip(fit.parameters, own, strict=True))]
        for fit, own in zip(each.fits, each.profiles, strict=True)
    ]
    yield StoryTable(
        f"{each.fits.rule.name}: 95 % profile intervals ('open': ends at the parameter's bound; "
        "'*': supposes that everybody follows the rule alike)",
        ["group", *each.fits.rule.parameter_names],
        rows,
    )


def _profile_text(value: float, found: ProfileInterval) -> str:
    low = f"{found.lower:.4g}{' open' * found.lower_at_bound}"
    high = f"{found.upper:.4g}{' open' * found.upper_at_bound}"
    return f"{value:.4g} [{low}, {high}]{'*' * (not found.robust)}"


def _chance(value: float | None) -> str:
    if value is None or not isfinite(value):
        return "-"
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def profile_document(found: Sequence[ProfileInterval]) -> dict[str, Any]:
    """The profile intervals of one group, by parameter."""
    return {
        each.parameter: {
            "interval": [each.lower, each.upper],
            "open_below": each.lower_at_bound,
            "open_above": each.upper_at_bound,
            "robust": each.robust,
        }
        for each in found
    }
