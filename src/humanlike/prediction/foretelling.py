"""One rule through a whole study: fitted, predicting one step ahead, further ahead, and checked.

Rules do not know of each other, and draw their luck from streams with the same names, so each is a piece of work of its
own; what comes back is plain data.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from humanlike.core import AUTO, HumanlikeError, Play, Rule, Streams
from humanlike.fitting import ReachedBound
from humanlike.prediction.assessment import Settings
from humanlike.prediction.calibration import CalibratedRule, CalibratedRules, calibrated_rules
from humanlike.prediction.checks import PathCheck, predictive_checks
from humanlike.prediction.grid import AssessedRule, Frame, assess_rule, frame_of
from humanlike.prediction.horizons import assess_rule_ahead, horizon_frame
from humanlike.prediction.observations import Floats, Sample
from humanlike.prediction.splits import Split


@dataclass(frozen=True)
class Wishes:
    """What a study should contain beside the main assessment."""

    unit: str = AUTO  # what is taken as independent
    horizons: tuple[int, ...] = ()
    uncertain: bool = False
    checks: bool = False
    ceiling: bool = False  # how well the same choices can be predicted at all
    n_replicates: int = 200


class Frames(NamedTuple):
    """What is the same for every rule, by part of the study; None for a part that is not wanted or has no meaning."""

    main: Frame
    uncertain: Frame | None
    horizons: Frame | None


def frames_of(
    stream: Streams, samples: Sequence[Sample], nothing_fitted: bool, settings: Settings, wishes: Wishes
) -> tuple[Frames, dict[str, str]]:
    """The frames of all parts that are wanted, and why others have no meaning here."""
    left_out: dict[str, str] = {}
    uncertain = horizons = None
    if wishes.uncertain and nothing_fitted:
        left_out["uncertain parameters"] = (
            "Nothing was fitted, so the parameters have no uncertainty to carry."
        )
    elif wishes.uncertain:
        uncertain = frame_of(stream, samples, replace(settings, uncertain=True, n_resamples=0))
    if wishes.horizons:
        try:
            horizons = horizon_frame(stream, samples, settings, wishes.horizons)
        except HumanlikeError as error:
            left_out["horizons"] = str(error)
    return Frames(frame_of(stream, samples, settings), uncertain, horizons), left_out


class PlainCalibration(NamedTuple):
    """A rule's parameters in one game, as numbers."""

    parameters: tuple[float, ...]
    covariance: Floats | None
    source: str
    reached: tuple[ReachedBound, ...]
    remarks: tuple[str, ...]

    def for_rule(self, rule: Rule) -> CalibratedRule:
        """The same with its rule."""
        parameters = rule.parameters(*self.parameters)
        return CalibratedRule(rule, parameters, self.covariance, self.source, self.reached, self.remarks)


class ForetoldRule(NamedTuple):
    """All that one rule contributes to a study."""

    calibrations: dict[str, PlainCalibration]  # by game
    main: AssessedRule
    uncertain: AssessedRule | None
    horizons: AssessedRule | None
    checks: tuple[PathCheck, ...]
    left_out: dict[str, str]  # what has no meaning here, and why


def foretell(
    stream: Streams, plays: Sequence[Play], split: Split, frames: Frames, wishes: Wishes, rule: Rule
) -> ForetoldRule:
    """Fit one rule and let it predict in every way that is wanted."""
    fitted = calibrated_rules([rule], plays, split, unit=wishes.unit)
    left_out: dict[str, str] = {}
    return ForetoldRule(
        {game: _plain(each) for (_, game), each in fitted.items()},
        assess_rule(stream, frames.main, rule.name, fitted),
        assess_rule(stream, frames.uncertain, rule.name, fitted) if frames.uncertain else None,
        assess_rule_ahead(stream, frames.horizons, rule.name, fitted, wishes.horizons)
        if frames.horizons
        else None,
        _checked(stream, frames.main.samples, rule, fitted, wishes, left_out),
        left_out,
    )


def _plain(each: CalibratedRule) -> PlainCalibration:
    parameters = tuple(float(value) for value in each.parameters)
    return PlainCalibration(parameters, each.covariance, each.source, each.reached, each.remarks)


def _checked(
    stream: Streams,
    samples: Sequence[Sample],
    rule: Rule,
    fitted: CalibratedRules,
    wishes: Wishes,
    left_out: dict[str, str],
) -> tuple[PathCheck, ...]:
    if not wishes.checks:
        return ()
    found: list[PathCheck] = []
    for sample in samples:
        try:
            found += predictive_checks(
                stream["checks"], sample, fitted[rule.name, sample.name], n_replicates=wishes.n_replicates
            )
        except HumanlikeError as error:
            left_out[f"predictive checks in {sample.name}"] = str(error)
    return tuple(found)
