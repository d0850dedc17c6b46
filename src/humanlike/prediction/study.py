"""A whole study in one call: calibrate, predict, measure, compare, look further ahead, check.

The plug-in assessment is the main one. Beside it, if asked for, stand the same criteria with predictions that
carry the parameters' uncertainty, the horizons between one step and the whole game, and predictive checks of
every rule in every game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from humanlike.core import BadRequest, HumanlikeError, Play, Rule, Streams
from humanlike.core.progress import Progress, silent
from humanlike.fitting import applicable
from humanlike.prediction.assessment import Assessment, Settings
from humanlike.prediction.calibration import CalibratedRules, Split, calibrated_rules
from humanlike.prediction.checks import PathCheck, predictive_checks
from humanlike.prediction.grid import assess
from humanlike.prediction.horizons import assess_horizons
from humanlike.prediction.observations import Sample, Unit, fitted_half, sample_of

STAGES = {
    "fit": "fitting",
    "predict": "predicting",
    "uncertain": "with uncertain parameters",
    "horizons": "looking further ahead",
    "check": "replicating the experiment",
}


@dataclass(frozen=True)
class Wishes:
    """What a study should contain beside the main assessment."""

    unit: Unit = "match"
    horizons: tuple[int, ...] = ()
    uncertain: bool = False
    checks: bool = False
    n_replicates: int = 200


@dataclass(frozen=True, eq=False)
class Stages:
    """Tells those who wait how many rules are through how many stages."""

    progress: Progress
    rules: Sequence[str]
    wishes: Wishes

    @property
    def asked(self) -> list[str]:
        """The stages there will be, in order."""
        optional = {
            "uncertain": self.wishes.uncertain,
            "horizons": bool(self.wishes.horizons),
            "check": self.wishes.checks,
        }
        return [stage for stage in STAGES if optional.get(stage, True)]

    def of(self, stage: str) -> Callable[[str], None]:
        """What one stage calls with the rule it turns to."""
        before, total = self.asked.index(stage) * len(self.rules), len(self.asked) * len(self.rules)
        return lambda rule: self.progress(f"{STAGES[stage]}: {rule}", before + self.rules.index(rule), total)

    def end(self) -> None:
        """Everything is done."""
        total = len(self.asked) * len(self.rules)
        self.progress("predicted", total, total)


@dataclass(frozen=True, eq=False)
class Study:
    """Everything a study found."""

    samples: tuple[Sample, ...]
    split: Split
    calibrations: CalibratedRules
    assessment: Assessment
    refused: dict[str, str]  # rules that are not defined for the data, and why
    uncertain: Assessment | None = None
    horizons: Assessment | None = None
    checks: tuple[PathCheck, ...] = ()
    left_out: dict[str, str] = field(default_factory=dict)  # what was asked for but has no meaning here


def conduct(
    stream: Streams,
    plays: Sequence[Play],
    rules: Sequence[Rule],
    split: Split,
    settings: Settings | None = None,
    wishes: Wishes | None = None,
    *,
    progress: Progress = silent,
) -> Study:
    """Fit, predict and measure; progress counts rules, stage by stage."""
    settings, wishes = settings or Settings(), wishes or Wishes()
    usable, refused = applicable(plays, {rule.name: rule for rule in rules})
    if not usable:
        raise BadRequest(f"None of the rules is defined for these games: {' '.join(refused.values())}")
    names = [rule.name for rule in usable]
    stages = Stages(progress, names, wishes)
    samples, left_out = _samples(plays, split, wishes)
    calibrations = calibrated_rules(usable, plays, split, stages.of("fit"))
    assessment = assess(
        stream,
        samples,
        names,
        calibrations,
        settings,
        split=split.sentence,
        progress=stages.of("predict"),
    )
    uncertain = None
    if wishes.uncertain and any(each.covariance is not None for each in calibrations.values()):
        wider = replace(settings, uncertain=True, n_resamples=0)
        uncertain = assess(
            stream,
            samples,
            names,
            calibrations,
            wider,
            split=split.sentence,
            progress=stages.of("uncertain"),
        )
    elif wishes.uncertain:
        left_out["uncertain parameters"] = (
            "Nothing was fitted, so the parameters have no uncertainty to carry."
        )
    horizons = _horizons(stream, samples, names, calibrations, settings, wishes, left_out, stages)
    checks = _checks(stream, samples, names, calibrations, wishes, left_out, stages)
    stages.end()
    return Study(samples, split, calibrations, assessment, refused, uncertain, horizons, checks, left_out)


def _samples(
    plays: Sequence[Play], split: Split, wishes: Wishes
) -> tuple[tuple[Sample, ...], dict[str, str]]:
    """Whom to predict in each game; where all matches were fitted, nobody is left."""
    if not split.halved:
        return tuple(sample_of(play, test_roles=split.test_roles, unit=wishes.unit) for play in plays), {}
    samples, left_out = [], {}
    for play, fitted in zip(plays, fitted_half(plays, split.by), strict=True):
        if (fitted.studied == play.studied).all():
            left_out[play.game.name] = f"'{play.game.name}' was played in one match: fitted, not predicted."
            continue
        samples.append(sample_of(play, test_roles=split.test_roles, unit=wishes.unit, besides=fitted.studied))
    if not samples:
        raise BadRequest("One match cannot be fitted and predicted: half the matches is none.")
    return tuple(samples), left_out


def _horizons(
    stream: Streams,
    samples: Sequence[Sample],
    names: Sequence[str],
    calibrations: CalibratedRules,
    settings: Settings,
    wishes: Wishes,
    left_out: dict[str, str],
    stages: Stages,
) -> Assessment | None:
    if not wishes.horizons:
        return None
    try:
        return assess_horizons(
            stream,
            samples,
            names,
            calibrations,
            settings,
            horizons=wishes.horizons,
            progress=stages.of("horizons"),
        )
    except HumanlikeError as error:
        left_out["horizons"] = str(error)
        return None


def _checks(
    stream: Streams,
    samples: Sequence[Sample],
    names: Sequence[str],
    calibrations: CalibratedRules,
    wishes: Wishes,
    left_out: dict[str, str],
    stages: Stages,
) -> tuple[PathCheck, ...]:
    if not wishes.checks:
        return ()
    found: list[PathCheck] = []
    tell = stages.of("check")
    for rule in names:
        tell(rule)
        for sample in samples:
            try:
                calibration = calibrations[rule, sample.name]
                found += predictive_checks(
                    stream["checks"], sample, calibration, n_replicates=wishes.n_replicates
                )
            except HumanlikeError as error:
                left_out[f"predictive checks in {sample.name}"] = str(error)
    return tuple(found)
