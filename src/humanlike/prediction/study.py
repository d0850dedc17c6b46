"""A whole study in one call: calibrate, predict, measure, compare, look further ahead, check.

The plug-in assessment is the main one. Beside it, if asked for, stand the same criteria with predictions that
carry the parameters' uncertainty, the horizons between one step and the whole game, and predictive checks of
every rule in every game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from humanlike.core import BadRequest, Information, Play, Rule, Streams, find_units
from humanlike.core.progress import announce
from humanlike.fitting import applicable, bounds_sentence, left_out_sentence
from humanlike.prediction.assessment import Assessment, Settings
from humanlike.prediction.calibration import CalibratedRules
from humanlike.prediction.checks import PathCheck
from humanlike.prediction.criteria import leading
from humanlike.prediction.first_look import FirstLook, ceiling_of, first_look
from humanlike.prediction.foreign import ForeignPredictions, assess_foreign, counted
from humanlike.prediction.foretelling import ForetoldRule, Frames, Wishes, foretell, frames_of
from humanlike.prediction.grid import AssessedRule, Frame, assembled
from humanlike.prediction.observations import Sample, samples_of
from humanlike.prediction.scored_chances import UnitScores
from humanlike.prediction.splits import Split, predicted_rows, settled
from humanlike.work import ALONE, Effort, FinishedRow, cores_granted

SECONDS_A_FIT, SECONDS_A_RULE = 2.0, 0.5  # mostly tracing and compiling, hardly a matter of the data


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
    foreign: tuple[ForeignPredictions, ...] = ()  # predictions that came from elsewhere
    first: FirstLook | None = None  # nats, accuracy and completeness; None where actions were not asked for

    def remarks(self, rule: str) -> tuple[str, ...]:
        """What to mind about what a rule learned, in sentences, over all games."""
        told = [each.remarks for (name, _), each in self.calibrations.items() if name == rule]
        return tuple(dict.fromkeys(sentence for each in told for sentence in each))

    def on_bounds(self, rule: str) -> str:
        """What a rule has become where its fit ended on bounds; empty if on none."""
        found = [each.reached for (name, _), each in self.calibrations.items() if name == rule]
        return bounds_sentence(found if self.split.by == "game" else found[:1], "games")


def conduct(
    stream: Streams,
    plays: Sequence[Play],
    rules: Sequence[Rule],
    split: Split,
    settings: Settings | None = None,
    wishes: Wishes | None = None,
    *,
    foreign: Sequence[ForeignPredictions] = (),
    allow_missing: bool = False,
    effort: Effort = ALONE,
) -> Study:
    """Fit, predict and measure, rule by rule; each rule is a piece of work of its own.

    Predictions from elsewhere stand beside the rules; if they `allow_missing` choices, everybody is measured on those
    that all predict.
    """
    settings, wishes = settings or Settings(), wishes or Wishes()
    seen = Information.called(settings.information)
    usable, refused = applicable(plays, rules, information=seen) if rules else ([], {})
    if refused:
        announce(effort.progress, left_out_sentence(refused))
    split = settled(split, plays, wishes.unit)
    samples, left_out = _samples(plays, split, wishes)
    if foreign:
        samples = counted(samples, foreign, allow_missing=allow_missing)
    frames, reasons = frames_of(stream, samples, _nothing_fitted(usable, split), settings, wishes)
    left_out |= reasons
    longest_first = sorted(usable, key=lambda rule: -len(rule.parameter_names))
    shared = (stream, tuple(plays), split, frames, wishes)
    likely = sum(SECONDS_A_FIT if rule.parameter_names else SECONDS_A_RULE for rule in usable)
    done = effort.worthwhile(likely).carry_out(
        "rules", foretell, longest_first, shared=shared, row=lambda rule, told: _row(frames.main, rule, told)
    )
    by_name = {rule.name: each for rule, each in zip(longest_first, done, strict=True)}
    told = {rule: by_name[rule.name] for rule in usable}
    for each in told.values():
        left_out |= each.left_out
    made = _assembled(stream, frames, split, told, refused, left_out, foreign)
    scores = {rule.name: each.main.scores for rule, each in told.items()}
    scores |= {each.rule: assess_foreign(frames.main, each).scores for each in foreign}
    return replace(made, first=_first(scores, plays, split, samples, wishes, effort))


def _first(
    scores: Mapping[str, UnitScores | None],
    plays: Sequence[Play],
    split: Split,
    samples: Sequence[Sample],
    wishes: Wishes,
    effort: Effort,
) -> FirstLook | None:
    """What is told first, with the ceiling if it is wanted."""
    known = {rule: each for rule, each in scores.items() if each is not None}
    if not known:
        return None
    ceiling, why = ceiling_of(plays, split, samples, effort.progress) if wishes.ceiling else (None, "")
    return first_look(known, ceiling, why)


def _row(frame: Frame, rule: Rule, told: ForetoldRule) -> FinishedRow:
    """One rule by every criterion, as soon as it is known; ranks come when all are."""
    values = dict(zip(frame.criteria, told.main.column[:, 0].tolist(), strict=True))
    where = frame.criteria[-1].game
    main = leading([each for each in frame.criteria if each.game == where and each not in frame.undefined])
    sentence = f"{rule.name} predicts" + (f": {values[main]:.4f} by {main.title}" if main else "")
    document = {
        "rule": rule.name,
        "parameters": {game: list(each.parameters) for game, each in told.calibrations.items()},
        "values": [{**each._asdict(), "value": value} for each, value in values.items()],
    }
    return FinishedRow(sentence, document)


def _nothing_fitted(rules: Sequence[Rule], split: Split) -> bool:
    return split.by == "published" or not any(rule.parameter_names for rule in rules)


def _assembled(
    stream: Streams,
    frames: Frames,
    split: Split,
    told: Mapping[Rule, ForetoldRule],
    refused: dict[str, str],
    left_out: dict[str, str],
    foreign: Sequence[ForeignPredictions],
) -> Study:
    """What the rules say, and others, side by side."""
    names = [*(rule.name for rule in told), *(each.rule for each in foreign)]
    calibrations = {
        (rule.name, game): each.for_rule(rule)
        for rule, found in told.items()
        for game, each in found.calibrations.items()
    }

    def side_by_side(frame: Frame, assessed: Iterable[AssessedRule | None], sentence: str = "") -> Assessment:
        known = [each for each in assessed if each is not None]
        with cores_granted(1):  # as a worker has, so that sums agree to the last digit
            known += [assess_foreign(frame, each) for each in foreign]
        made = assembled(stream, frame, names, known, calibrations, sentence)
        return replace(
            made, sources={**made.sources, **{each.rule: f"read from {each.source}" for each in foreign}}
        )

    found, uncertain, horizons = told.values(), frames.uncertain, frames.horizons
    return Study(
        frames.main.samples,
        split,
        calibrations,
        side_by_side(frames.main, [each.main for each in found], split.sentence),
        refused,
        side_by_side(uncertain, [each.uncertain for each in found], split.sentence) if uncertain else None,
        side_by_side(horizons, [each.horizons for each in found]) if horizons else None,
        tuple(check for each in found for check in each.checks),
        left_out,
        tuple(foreign),
    )


def _samples(
    plays: Sequence[Play], split: Split, wishes: Wishes
) -> tuple[tuple[Sample, ...], dict[str, str]]:
    """Whom to predict in each game; where every unit was fitted, nobody is left."""
    units, tested = find_units(plays, wishes.unit), predicted_rows(plays, split)
    if not split.halved:
        return samples_of(plays, tested=tested, units=units), {}
    left_out = {
        play.game.name: f"'{play.game.name}' was played by one {split.halved} to be halved: fitted, not predicted."
        for play, rows in zip(plays, tested, strict=True)
        if not rows.any()
    }
    kept = [number for number, play in enumerate(plays) if play.game.name not in left_out]
    if not kept:
        raise BadRequest(
            f"One {split.halved} cannot be fitted and predicted: half of it is none. "
            "'pooled' fits and predicts the same choices, 'published' fits nothing."
        )
    numbers = tuple(units.numbers[number] for number in kept)
    return samples_of(
        [plays[number] for number in kept],
        tested=[tested[number] for number in kept],
        units=replace(units, numbers=numbers),
    ), left_out
