"""What has no value, why, and how much of it there is: never a 0 in its place.

A way of measuring may have no meaning for a game at all (the Kuipers score of four outcomes), for what was observed
(one action only), or for a predictor (complete simulations of chances read from a file).
"""

from collections import Counter
from typing import NamedTuple

import numpy as np

from humanlike.prediction.criteria import COMPLETE, EQUITABLE, Criterion
from humanlike.prediction.foreign import NOT_FROM_CHANCES
from humanlike.prediction.observations import (
    ObservedRows,
    Sample,
    action_rows,
    outcome_rows,
    outcomes_undefined_because,
)
from humanlike.prediction.study import Study

ONE_ACTION = (
    "Who used one action only has no Kuipers score: hits or false alarms have nothing to be counted of."
)
ONE_SIDE = "In every round the same action was the most frequent: hits or false alarms have nothing to be counted of."
ONE_STATE = "One alternative only was ever observed: nothing can be told from base rates."
NEVER_SEEN = (
    "Alternatives that never happened have no base rate: an equitable score leaves out what tells them apart."
)
NOTHING = "Nothing was observed that all predict."


class UndefinedCount(NamedTuple):
    """One reason why something has no value."""

    what: str  # values, subjects or alternatives
    n_undefined: int
    n_all: int
    reason: str

    @property
    def sentence(self) -> str:
        """For people."""
        return f"Undefined: {self.n_undefined:,} of {self.n_all:,} {self.what}. {self.reason}"


def undefined_counts(study: Study) -> tuple[UndefinedCount, ...]:
    """Everything that was asked for and has no value, by reason."""
    result = study.assessment
    reasons: Counter[str] = Counter()
    for criterion, values in zip(result.criteria, result.values, strict=True):
        for missing in np.flatnonzero(np.isnan(values)).tolist():
            reasons[result.undefined.get(criterion) or _reason(study, criterion, result.rules[missing])] += 1
    size = result.values.size
    values_ = [UndefinedCount("values", count, size, reason) for reason, count in reasons.most_common()]
    return (*values_, *_subjects(study), *_alternatives(study))


def _reason(study: Study, criterion: Criterion, rule: str) -> str:
    """Why one predictor has no value by a way of measuring that has a meaning."""
    if criterion.method in COMPLETE and rule in {each.rule for each in study.foreign}:
        return NOT_FROM_CHANCES
    if criterion.measure in EQUITABLE:
        return ONE_STATE
    if criterion.measure == "KS":
        return ONE_ACTION if criterion.method in ("Y,P", "Y,X", "Y,Z") else ONE_SIDE
    return NOTHING


def _subjects(study: Study) -> list[UndefinedCount]:
    """Subjects whom the Kuipers score leaves out."""
    result = study.assessment
    if "KS" not in result.settings.measures or "actions" not in result.settings.levels:
        return []
    left_out = sum(result.kuipers_undefined.values())
    everybody = sum(int(sample.tested.sum()) for sample in study.samples)
    return [UndefinedCount("subjects", left_out, everybody, ONE_ACTION)] if left_out else []


def _alternatives(study: Study) -> list[UndefinedCount]:
    """Alternatives that equitable scores leave out."""
    settings = study.assessment.settings
    if not set(EQUITABLE) & set(settings.measures):
        return []
    rows = [each for sample in study.samples for level in settings.levels for each in _rows(sample, level)]
    never = sum(each.n_categories - len(np.unique(each.categories[each.categories >= 0])) for each in rows)
    all_ = sum(each.n_categories for each in rows)
    return [UndefinedCount("alternatives", never, all_, NEVER_SEEN)] if never else []


def _rows(sample: Sample, level: str) -> list[ObservedRows]:
    if level == "actions":
        return [action_rows(sample)]
    if level == "outcomes" and not outcomes_undefined_because(sample):
        return [outcome_rows(sample)]
    return []
