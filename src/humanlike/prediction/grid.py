"""The whole of Table 1 in one run: every measure, method, level, game and rule, with bootstrap resamples.

One pass over the rules: chances one step ahead, complete simulations where a method needs them, sums per unit,
then every criterion from the sums. Rules are compared under common random numbers: the same luck in complete
simulations, the same redrawn units in the bootstrap (`resampling`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from humanlike.core import BadRequest, Streams
from humanlike.prediction.assessment import Assessment, Settings
from humanlike.prediction.calibration import CalibratedRule, CalibratedRules
from humanlike.prediction.company import company_of, company_undefined_because
from humanlike.prediction.criteria import (
    AGGREGATE,
    ALL_GAMES,
    COMPLETE,
    EQUITABLE,
    METHODS,
    Criterion,
    undefined_because,
)
from humanlike.prediction.expectations import (
    SimulatedMisses,
    expected_root,
    miss_distribution,
    simulate_misses,
)
from humanlike.prediction.first_look import unit_scores
from humanlike.prediction.forecasts import one_step_chances, simulate_completely
from humanlike.prediction.histories import history_rows, tally_histories
from humanlike.prediction.observations import (
    Floats,
    ObservedRows,
    Sample,
    action_rows,
    chances_of_outcomes,
    outcome_rows,
    outcomes_undefined_because,
)
from humanlike.prediction.resampling import caveats_of, freedom_of, resampled
from humanlike.prediction.scored_chances import UnitScores
from humanlike.prediction.tallies import Observed, Predicted, kuipers_weights, observe_rows, tally_rows
from humanlike.prediction.values import PredictedPart, Reweighted, of_misses, value


class Target(NamedTuple):
    """One game at one level: what is to be predicted."""

    rows: ObservedRows
    observed: Observed


Targets = dict[tuple[str, str], Target]  # by game and level
Parts = dict[tuple[str, str], PredictedPart]


class Frame(NamedTuple):
    """What is the same for every rule: the criteria, what they are measured on, and the resamples."""

    samples: tuple[Sample, ...]
    targets: Targets
    criteria: tuple[Criterion, ...]
    undefined: dict[Criterion, str]
    weights: dict[str, Floats]  # per game: [1 + resamples, units], the data first
    settings: Settings


def frame_of(stream: Streams, samples: Sequence[Sample], settings: Settings) -> Frame:
    """Everything that does not depend on a rule."""
    if not samples:
        raise BadRequest("A prediction needs at least one play.")
    if len({sample.name for sample in samples}) < len(samples):
        raise BadRequest(
            "Every play of a prediction needs a game of its own; join plays of the same game first."
        )
    targets, reasons = _targets(samples, settings)
    criteria = tuple(_criteria(samples, settings))
    undefined = {each: why for each in criteria if (why := _why_undefined(each, targets, reasons))}
    undefined |= _without_company(samples, criteria, settings)
    weights = resampled(stream["resamples"], samples, settings.n_resamples)
    return Frame(tuple(samples), targets, criteria, undefined, weights, settings)


class AssessedRule(NamedTuple):
    """One rule by every criterion of a frame."""

    column: Floats  # [criteria, 1 + resamples], the data first
    misses: dict[tuple[str, str], Floats]  # by game and level, where M(Y,X) is to be simulated
    scores: UnitScores | None = None  # what its chances one step ahead earned in each unit


def assess(
    stream: Streams,
    samples: Sequence[Sample],
    rules: Sequence[str],
    calibrations: CalibratedRules,
    settings: Settings | None = None,
    *,
    split: str = "",
) -> Assessment:
    """Predict `samples` with every rule and measure the success in every way asked for."""
    frame = frame_of(stream, samples, settings or Settings())
    assessed = [assess_rule(stream, frame, rule, calibrations) for rule in rules]
    return assembled(stream, frame, rules, assessed, calibrations, split)


def assess_rule(stream: Streams, frame: Frame, rule: str, calibrations: CalibratedRules) -> AssessedRule:
    """Predict the samples of a frame with one rule."""
    parts = _parts(stream, frame, rule, calibrations)
    found = column(frame, {(*key, method): part for key, part in parts.items() for method in METHODS})
    simulated = frame.settings.expectation == "simulated"
    return AssessedRule(
        found,
        {key: part.predicted.misses for key, part in parts.items()} if simulated else {},
        unit_scores(frame.samples, parts),
    )


def assembled(
    stream: Streams,
    frame: Frame,
    rules: Sequence[str],
    assessed: Sequence[AssessedRule],
    calibrations: CalibratedRules,
    split: str,
) -> Assessment:
    """The rules side by side."""
    if not assessed:
        raise BadRequest("A prediction needs at least one rule.")
    table = np.stack([each.column for each in assessed], axis=1)
    values = table[..., 0].copy()
    if frame.settings.expectation == "simulated":
        _simulate_realised(stream["realised"], values, frame, [each.misses for each in assessed])
    played = {sample.name: sample.moves[sample.tested] for sample in frame.samples}
    return Assessment(
        rules=tuple(rules),
        criteria=frame.criteria,
        values=values,
        resamples=table[..., 1:],
        undefined=frame.undefined,
        kuipers_undefined={
            game: each.observed.kuipers_undefined
            for (game, level), each in frame.targets.items()
            if level == "actions"
        },
        n_units={sample.name: sample.n_units for sample in frame.samples},
        n_observations={game: int((actions >= 0).sum()) for game, actions in played.items()},
        settings=frame.settings,
        split=split,
        sources={
            name: each.source for (name, game), each in calibrations.items() if game == frame.samples[0].name
        },
        caveats=caveats_of(frame.samples),
        unit=frame.samples[0].unit,
        caveat=frame.samples[0].caveat,
        n_independent=len(np.unique(np.concatenate([sample.numbers for sample in frame.samples]))),
        freedom=freedom_of(frame.samples),
    )


def _criteria(samples: Sequence[Sample], settings: Settings) -> Iterator[Criterion]:
    games = [sample.name for sample in samples] + ([ALL_GAMES] if len(samples) > 1 else [])
    for game in games:
        for level in settings.levels:
            for method in settings.methods:
                for measure in settings.measures:
                    yield Criterion(measure, method, level, game)


def _targets(samples: Sequence[Sample], settings: Settings) -> tuple[Targets, dict[tuple[str, str], str]]:
    """What is to be predicted, and why some of it cannot be."""
    targets: Targets = {}
    reasons = {}
    for sample in samples:
        if "actions" in settings.levels:
            rows = action_rows(sample)
            targets[sample.name, "actions"] = Target(rows, observe_rows(rows, sample.n_units))
        if "outcomes" in settings.levels:
            why = outcomes_undefined_because(sample)
            if why:
                reasons[sample.name, "outcomes"] = why
                continue
            rows = outcome_rows(sample)
            targets[sample.name, "outcomes"] = Target(rows, observe_rows(rows, sample.n_units))
    return targets | _histories(samples, settings), reasons


def _histories(samples: Sequence[Sample], settings: Settings) -> Targets:
    """Whole histories, where they are asked for."""
    if "match" not in settings.levels:
        return {}
    rows = {(sample.name, "match"): (sample, history_rows(sample)) for sample in samples}
    return {key: Target(found, observe_rows(found, sample.n_units)) for key, (sample, found) in rows.items()}


def _why_undefined(criterion: Criterion, targets: Targets, reasons: dict[tuple[str, str], str]) -> str:
    here = [game for game, level in (*targets, *reasons) if level == criterion.level]
    games = list(dict.fromkeys(here)) if criterion.game == ALL_GAMES else [criterion.game]
    for game in games:
        if (game, criterion.level) in reasons:
            return reasons[game, criterion.level]
    counts = {targets[game, criterion.level].rows.n_categories for game in games}
    for count in sorted(counts):
        if why := undefined_because(criterion, count):
            return why
    if len(counts) > 1 and criterion.method in AGGREGATE:
        return "The games have different numbers of alternatives: their shares per round cannot be pooled."
    return ""


def _without_company(
    samples: Sequence[Sample], criteria: Sequence[Criterion], settings: Settings
) -> dict[Criterion, str]:
    """Complete simulations of games in which it is not known, or not possible, who meets whom."""
    reasons = {sample.name: company_undefined_because(sample.play, settings.matching) for sample in samples}
    reasons[ALL_GAMES] = next(filter(None, reasons.values()), "")
    return {each: reasons[each.game] for each in criteria if each.method in COMPLETE and reasons[each.game]}


def _parts(stream: Streams, frame: Frame, rule: str, calibrations: CalibratedRules) -> Parts:
    """Everything one rule says about every game and level."""
    parts: Parts = {}
    settings = frame.settings
    for sample in frame.samples:
        calibration = calibrations[rule, sample.name]
        uncertain = settings.uncertain and calibration.covariance is not None
        chances = one_step_chances(sample.play, calibration, stream=stream if uncertain else None)
        simulations = _simulations(stream, frame, sample, calibration, uncertain)
        parts |= parts_of(frame, sample, chances, simulations)
    return parts


def parts_of(frame: Frame, sample: Sample, chances: Floats, simulations: Mapping[str, Any]) -> Parts:
    """What chances one step ahead [subjects, rounds, actions] say about one game, level by level."""
    parts: Parts = {}
    for level in frame.settings.levels:
        if (target := frame.targets.get((sample.name, level))) is None:
            continue
        predicted = _tallied(sample, level, target.rows, chances, frame.settings.floor)
        parts[sample.name, level] = PredictedPart(target.observed, predicted, simulations.get(level))
    return parts


def _tallied(sample: Sample, level: str, rows: ObservedRows, chances: Floats, floor: float) -> Predicted:
    if level == "match":
        return tally_histories(sample, rows, chances, floor)
    here = chances[sample.tested, :, : rows.n_categories]
    if level == "outcomes":
        here = chances_of_outcomes(sample, chances)
    return tally_rows(rows, here, sample.n_units, floor)


def _simulations(
    stream: Streams, frame: Frame, sample: Sample, calibration: CalibratedRule, uncertain: bool
) -> dict[str, Any]:
    settings, here = frame.settings, [each for each in frame.criteria if each.game == sample.name]
    if not any(each.method in COMPLETE and each not in frame.undefined for each in here):
        return {}
    luck = stream["complete"][sample.name]
    result = simulate_completely(
        luck,
        sample.play.game,
        calibration,
        n_rounds=sample.play.n_rounds,
        n_simulations=settings.n_simulations,
        uncertain=uncertain,
        meetings=company_of(luck["matching"], sample.play, settings.matching, settings.n_simulations),
    )
    return result._asdict()


def column(frame: Frame, parts: Mapping[tuple[str, str, str], PredictedPart]) -> Floats:
    """One rule's value by every criterion, for the data and every resample; [criteria, 1 + resamples].

    `parts` holds what the rule says, by game, level and method.
    """
    n_samples = 1 + frame.settings.n_resamples
    joined: dict[tuple[int, ...], Reweighted] = {}
    kept: dict[tuple[int, int], Floats] = {}
    rows = []
    for each in frame.criteria:
        if each in frame.undefined:
            rows.append(np.full(n_samples, np.nan))
            continue
        games = list(frame.weights) if each.game == ALL_GAMES else [each.game]
        together = tuple(parts[game, each.level, each.method] for game in games)
        place = tuple(map(id, together))
        if place not in joined:
            joined[place] = Reweighted(together, tuple(frame.weights[game] for game in games), kept)
        rows.append(_evaluated(each, joined[place], frame.settings))
    return np.stack(rows)


def _evaluated(each: Criterion, data: Reweighted, settings: Settings) -> Floats:
    """The data's value by the best formula there is, the resamples' by one that is quick."""
    row = value(each.measure, each.method, data, floor=settings.floor, block=settings.block)
    if each.method == "Y,Z" and each.measure == "MSD" and len(row) > 1:
        ones = tuple(weight[:1] for weight in data.weights)
        row[0] = value(each.measure, each.method, Reweighted(data.parts, ones), floor=settings.floor)[0]
    if each.method == "Y,X" and each.measure == "MSD":
        distribution = miss_distribution([part.predicted.misses for part in data.parts])
        row[0] = np.sqrt(2.0 / data.cells[0]) * expected_root(distribution)
    return row


def _simulate_realised(
    stream: Streams, values: Floats, frame: Frame, seen: Sequence[dict[tuple[str, str], Floats]]
) -> None:
    """Put averages over S simulated sets of predictions where the expectations of M(Y,X) stood."""
    targets = frame.targets
    drawn = {
        key: simulate_misses(
            stream[key[0]][key[1]],
            np.stack([misses[key] for misses in seen]),
            n_simulations=frame.settings.n_simulations,
            kuipers=_kuipers(target.rows),
        )
        for key, target in targets.items()
    }
    for row, each in enumerate(frame.criteria):
        if each.method != "Y,X" or each in frame.undefined or each.measure in EQUITABLE:
            continue  # the expectation of an equitable score is exact either way
        keys = [key for key in targets if key[1] == each.level and each.game in (ALL_GAMES, key[0])]
        values[row] = _average(
            each.measure, [targets[key].observed for key in keys], [drawn[key] for key in keys]
        )


def _kuipers(rows: ObservedRows) -> tuple[Floats, Floats] | None:
    if rows.n_categories != 2:
        return None
    known = rows.categories >= 0
    return np.nan_to_num(kuipers_weights(rows))[known], (rows.categories == 1)[known].astype(np.float64)


def _average(measure: str, observed: Sequence[Observed], drawn: Sequence[SimulatedMisses]) -> Floats:
    """The mean over simulations of a measure of several games together, shape [rules]."""
    if measure == "KS":
        rows = sum(float(each.kuipers_rows.sum()) for each in observed)
        total = np.asarray(sum(each.kuipers for each in drawn))
        return np.asarray(total.mean(axis=1) / rows) if rows else np.full(total.shape[0], np.nan)
    known = np.array(sum(float(each.known.sum()) for each in observed))
    cells = np.array(sum(float(each.known.sum()) * each.n_categories for each in observed))
    misses = np.asarray(sum(each.counts for each in drawn))
    return np.asarray(of_misses(measure, misses, cells, known).mean(axis=1))
