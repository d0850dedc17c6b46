r"""What a newcomer asks first of every rule: nats a choice, accuracy, and how complete it is.

Each has its 95 % interval over independent units, from sums per unit.

.. math:: \text{nats} = -\frac1n \sum_c \log p_c(a_c),

accuracy is the share of choices that were called the likeliest (ties in parts), completeness stands in `completeness`.
All concern individual actions one step ahead, in all games together.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from humanlike.core import BadRequest, Play
from humanlike.core.progress import Progress, silent
from humanlike.prediction.ceiling import Ceiling, measure_ceiling
from humanlike.prediction.completeness import completeness
from humanlike.prediction.observations import Floats, Sample
from humanlike.prediction.scored_chances import IntervalEstimate, UnitScores
from humanlike.prediction.splits import Split, fitted_rows, predicted_rows
from humanlike.prediction.values import PredictedPart

ACTIONS = "actions"


class RuleLook(NamedTuple):
    """One rule, or the ceiling, at first sight."""

    rule: str
    nats: IntervalEstimate  # per choice; lower is better
    accuracy: IntervalEstimate
    completeness: IntervalEstimate | None  # None without a ceiling

    def document(self) -> dict[str, Any]:
        """As plain Python; what is not known has no value."""
        parts = {"nats": self.nats, "accuracy": self.accuracy, "completeness": self.completeness}
        return {"rule": self.rule, **{name: _plain(each) for name, each in parts.items()}}


class FirstLook(NamedTuple):
    """All rules, the best one first, between blind guessing and the ceiling."""

    blind: float  # nats a choice of guessing blindly
    rules: tuple[RuleLook, ...]
    ceiling: RuleLook | None
    why_no_ceiling: str  # empty if there is one

    def document(self) -> dict[str, Any]:
        """As plain Python."""
        return {
            "blind": self.blind,
            "ceiling": self.ceiling.document() if self.ceiling else None,
            "why_no_ceiling": self.why_no_ceiling,
            "rules": [each.document() for each in self.rules],
        }


def _plain(each: IntervalEstimate | None) -> dict[str, float | None] | None:
    if each is None:
        return None
    return {name: None if np.isnan(value) else value for name, value in each._asdict().items()}


def unit_scores(
    samples: Sequence[Sample], parts: Mapping[tuple[str, str], PredictedPart]
) -> UnitScores | None:
    """What one rule earned in each unit, all games together; None where actions were not asked for."""
    if any((sample.name, ACTIONS) not in parts for sample in samples):
        return None
    sums = np.zeros((4, 1 + max(int(sample.numbers.max()) for sample in samples)))
    for sample in samples:
        observed, predicted, _ = parts[sample.name, ACTIONS]
        here = np.stack([-predicted.log, observed.known - predicted.wrong, _guessing(sample), observed.known])
        sums[:, sample.numbers] += here
    return UnitScores(*sums[:, sums[3] > 0])


def _guessing(sample: Sample) -> Floats:
    """Nats of guessing blindly, summed over each unit's choices."""
    logs = np.log(np.array(sample.play.game.n_actions, dtype=np.float64))[sample.play.roles]
    nats = logs * (sample.moves >= 0).sum(axis=1)
    tested = sample.tested
    summed = np.bincount(sample.units[tested], nats[tested], minlength=sample.n_units)
    return summed.astype(np.float64)


def ceiling_of(
    plays: Sequence[Play], split: Split, samples: Sequence[Sample], progress: Progress = silent
) -> tuple[Ceiling | None, str]:
    """The ceiling of just the choices that rules predict, or why there is none.

    It begins every match anew, as rules do.
    """
    if any(sample.asked is not None for sample in samples):
        return None, "no ceiling where only some choices are measured"
    measure = partial(measure_ceiling, plays, unit=samples[0].unit, earlier_matches=False, progress=progress)
    try:
        if split.by == "published" and split.test_roles is None and not split.halved:
            return measure(), ""
        if not split.is_out_of_sample:
            return None, "no ceiling in sample: it would have learned the choices by heart"
        return measure(split=(fitted_rows(plays, split), predicted_rows(plays, split))), ""
    except BadRequest as reason:
        return None, f"no ceiling: {reason}"


def first_look(
    scores: Mapping[str, UnitScores], ceiling: Ceiling | None = None, why_no_ceiling: str = ""
) -> FirstLook:
    """Rules by what they earned in each unit, in the order of their nats."""
    if not scores:
        raise BadRequest("There is no rule to look at.")
    first = next(iter(scores.values()))
    if ceiling is not None and not np.array_equal(ceiling.scores.choices, first.choices):
        ceiling, why_no_ceiling = None, "no ceiling: it foretold other choices than the rules"
    rows = [
        RuleLook(
            rule,
            each.nats_per_choice,
            each.accuracy,
            completeness(each, ceiling.scores) if ceiling is not None else None,
        )
        for rule, each in scores.items()
    ]
    best = None
    if ceiling is not None:
        whole = IntervalEstimate(1.0, float("nan"), float("nan"))
        best = RuleLook("ceiling", ceiling.scores.nats_per_choice, ceiling.scores.accuracy, whole)
    ordered = tuple(sorted(rows, key=lambda row: row.nats.value))
    return FirstLook(first.guessing_per_choice, ordered, best, why_no_ceiling)
