"""The ceiling beside fitted rules: what each explains of what can be foretold, and how much it rules out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from humanlike.core import AUTO, BadRequest, Play
from humanlike.core.progress import Progress, announce
from humanlike.fitting import FitRequest, FittedGroups, HeldOutFit, named_units
from humanlike.fitting.validation import DESIGNED
from humanlike.prediction.ceiling import Ceiling, measure_ceiling
from humanlike.prediction.completeness import base_rates, completeness
from humanlike.prediction.features import persons_return
from humanlike.prediction.held_out_chances import held_out_chances
from humanlike.prediction.restrictiveness import Restrictiveness, restrictiveness
from humanlike.prediction.scored_chances import IntervalEstimate, UnitScores, score_chances
from humanlike.studies.telling import Part, StoryTable, interval_text

COLUMNS = ("forecaster", "nats per choice", "accuracy", "completeness", "restrictiveness (SE)")
UNKNOWN = "-"


class RuleBelow(NamedTuple):
    """One rule, measured by the ceiling."""

    name: str
    scores: UnitScores
    completeness: IntervalEstimate
    restrictiveness: Restrictiveness


@dataclass(frozen=True, eq=False)
class MeasuredRules:
    """Fitted rules, the ceiling of the same choices, and what is blind."""

    ceiling: Ceiling  # knows what rules know: the match so far
    with_earlier: Ceiling | None  # knows persons' earlier matches too, where there are any
    base_rates: UnitScores
    rules: tuple[RuleBelow, ...]

    def story(self) -> Iterator[Part]:
        """What the ceiling is, and everybody beside it, best first."""
        yield self.ceiling.sentence
        best_first = sorted(self.rules, key=lambda each: each.scores.nats_per_choice.value)
        rows = [["ceiling", *_told(self.ceiling.scores), "1", UNKNOWN]]
        if self.with_earlier is not None:
            full = completeness(self.with_earlier.scores, self.ceiling.scores)
            rows.insert(
                0,
                ["ceiling, earlier matches too", *_told(self.with_earlier.scores), _in_words(full), UNKNOWN],
            )
        rows += [
            [each.name, *_told(each.scores), _in_words(each.completeness), _with_error(each.restrictiveness)]
            for each in best_first
        ]
        guessing = self.ceiling.scores.guessing_per_choice
        rate = completeness(self.base_rates, self.ceiling.scores)
        rows.append(["base rates", *_told(self.base_rates), _in_words(rate), UNKNOWN])
        rows.append(["blind guessing", f"{guessing:.4f}", UNKNOWN, "0", UNKNOWN])
        yield StoryTable("Held out, beside the ceiling", COLUMNS, rows)
        if np.isnan(rate.value):
            yield "The ceiling is no better than blind guessing: there is nothing to explain, and no completeness."
        yield (
            "Completeness: the share explained of what the ceiling gains over blind guessing; 95 % intervals over "
            "units. Restrictiveness: how little of random conduct the rule fits; near 0 it fits anything."
        )

    def document_of(self, name: str) -> dict[str, Any]:
        """What `--json` says of one rule beside its fit."""
        mine = next(each for each in self.rules if each.name == name)
        limits = mine.restrictiveness
        return {
            **document_of_scores(mine.scores),
            "completeness": _plain(mine.completeness),
            "completeness_over_base_rates": _plain(
                completeness(mine.scores, self.ceiling.scores, self.base_rates)
            ),
            "restrictiveness": {
                "value": limits.value,
                "standard_error": limits.error,
                "draws": len(limits.shares),
                "choices": limits.n_choices,
                "unconverged": limits.n_unconverged,
            },
            "ceiling": document_of_scores(self.ceiling.scores),
            "ceiling_with_earlier_matches": document_of_scores(self.with_earlier.scores)
            if self.with_earlier
            else None,
            "base_rates": document_of_scores(self.base_rates),
            "blind_guessing": self.ceiling.scores.guessing_per_choice,
            "unit": self.ceiling.units.unit,
            "folds": self.ceiling.n_folds,
        }


def asking_for_ceiling(request: FitRequest) -> FitRequest:
    """The request with units held out, dealt to folds by a hash of their labels, as the ceiling needs."""
    if request.held_out in DESIGNED:
        raise BadRequest(
            f"The ceiling is measured with whole units held out: give --held-out auto, not {request.held_out}."
        )
    return request._replace(held_out=request.held_out or AUTO, hashed=True)


def measure_rules(
    plays: Sequence[Play], fitted: Sequence[FittedGroups], request: FitRequest, progress: Progress
) -> MeasuredRules:
    """The ceiling of the choices that were held out, and each rule beside it."""
    role = request.role
    if role is not None:
        plays = [replace(play, studied=play.studied & (play.roles == role)) for play in plays]
    unit, n_folds = request.split_by, request.n_folds
    ceiling = measure_ceiling(plays, unit=unit, n_folds=n_folds, progress=progress)
    full = None
    if persons_return(plays):
        full = measure_ceiling(plays, unit=unit, n_folds=n_folds, earlier_matches=True, progress=progress)
    numbers = named_units(plays, unit).numbers
    rules = []
    for each in fitted:
        rules.append(_below(plays, each, numbers, ceiling))
        announce(progress, f"{rules[-1].name}: {_in_words(rules[-1].completeness)} of what can be foretold")
    rates = score_chances(plays, base_rates(plays, ceiling.folds), numbers)
    return MeasuredRules(ceiling, full, rates, tuple(rules))


def _below(plays: Sequence[Play], each: FittedGroups, numbers: Sequence[Any], ceiling: Ceiling) -> RuleBelow:
    rule = each.fits.rule
    scores = score_chances(plays, held_out_chances(plays, _scored(each), numbers), numbers)
    return RuleBelow(rule.name, scores, completeness(scores, ceiling.scores), restrictiveness(rule, plays))


def _scored(each: FittedGroups) -> HeldOutFit:
    if each.held_out is None:
        raise AssertionError("whoever asks for the ceiling has choices held out")
    return each.held_out


def document_of_scores(scores: UnitScores) -> dict[str, Any]:
    """Nats and accuracy with their intervals."""
    return {"nats_per_choice": _plain(scores.nats_per_choice), "accuracy": _plain(scores.accuracy)}


def _plain(estimate: IntervalEstimate) -> dict[str, float | None]:
    return {name: float(value) if np.isfinite(value) else None for name, value in estimate._asdict().items()}


def _told(scores: UnitScores) -> tuple[str, str]:
    return interval_text(*scores.nats_per_choice, digits=4), interval_text(*scores.accuracy)


def _in_words(estimate: IntervalEstimate) -> str:
    return interval_text(*estimate) if np.isfinite(estimate.value) else UNKNOWN


def _with_error(limits: Restrictiveness) -> str:
    return f"{limits.value:.3f} ({limits.error:.3f})"
