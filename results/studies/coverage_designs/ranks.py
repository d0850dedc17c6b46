"""Ranks and the set of the best where the truth is known: equals, near ties, two questions, rare disasters."""

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams
from humanlike.statistics import (
    RankSets,
    model_confidence_set,
    rank_sets_from_resamples,
    rank_sets_from_scores,
    ranks_from_ahead,
    surely_ahead,
    unit_draws,
)
from results.studies.coverage_designs.outcome import Outcome

Floats = npt.NDArray[np.float64]
N_UNITS, N_RESAMPLES = 100, 1000
LIKENESS = 0.6  # correlation of two rules' losses on a match


def equal_rules(stream: Streams, repetitions: int, *, n_rules: int) -> Outcome:
    """Rules that predict equally well: is anybody told apart? Power: one of them better by five standard errors."""
    step = 5 * np.sqrt(2 * (1 - LIKENESS) / N_UNITS)
    found = [_redrawn(stream[str(one)], np.zeros(n_rules)) for one in range(repetitions)]
    lead = [
        _redrawn(stream["power"][str(one)], step * (np.arange(n_rules) == 0))
        for one in range(max(repetitions // 5, 1))
    ]
    return Outcome(
        sum(bool(sets.ahead.any()) for sets in found),
        repetitions,
        float(np.mean([sets.upper[0] == 1 for sets in lead])),
        "a rule better by five standard errors is ranked 1 alone",
    )


def near_ties(stream: Streams, repetitions: int, *, n_rules: int = 12) -> Outcome:
    """Rules a fifth of a standard error apart: do all rank sets hold at once? Width: ranks in a set, of all."""
    step = 0.2 * np.sqrt(2 * (1 - LIKENESS) / N_UNITS)
    truth = np.arange(1, n_rules + 1)
    found = [_redrawn(stream[str(one)], -step * truth) for one in range(repetitions)]
    spread = [
        _redrawn(stream["power"][str(one)], -10 * step * truth) for one in range(max(repetitions // 5, 1))
    ]
    return Outcome(
        sum(not np.all((sets.lower <= truth) & (truth <= sets.upper)) for sets in found),
        repetitions,
        float(np.mean([np.mean(sets.upper - sets.lower + 1) for sets in spread])) / n_rules,
        "ranks left open, of all, with rules two standard errors apart",
    )


def skewed_criteria(stream: Streams, repetitions: int, *, n_rules: int = 5, n_units: int = 30) -> Outcome:
    """Equal rules with exponential losses on thirty matches."""
    found = [
        _redrawn(stream[str(one)], np.zeros(n_rules), n_units=n_units, skewed=True)
        for one in range(repetitions)
    ]
    return Outcome(sum(bool(sets.ahead.any()) for sets in found), repetitions, float("nan"), "")


def equal_experts(stream: Streams, repetitions: int, *, n_experts: int = 3, n_questions: int = 2) -> Outcome:
    """Equal experts, few questions, scores of a few kinds: is somebody's rank claimed? By means, no bound known."""
    false = 0
    for one in range(repetitions):
        draw = stream[str(one)]
        scores = draw.generator().choice([0.19, 0.51, 0.75], (n_experts, n_questions))
        false += bool(rank_sets_from_scores(draw["ranks"], scores, n_draws=N_RESAMPLES).ahead.any())
    return Outcome(false, repetitions, float("nan"), "")


def overconfident_ranks(
    stream: Streams, repetitions: int, *, n_questions: int = 200, power_questions: int = 1000
) -> Outcome:
    """The honest say .98, the overconfident .999, the truth is .98: is the worse ranked ahead? Logarithmic scores."""

    def ranked(draw: Streams, n: int, said: tuple[float, float]) -> RankSets:
        happened = draw.generator().random(n) < 0.98
        scores = np.stack([np.where(happened, np.log(p), np.log(1 - p)) for p in said])
        reach = np.array([[max(np.log(a / b), np.log((1 - a) / (1 - b)), 1e-9) for b in said] for a in said])
        return ranks_from_ahead(surely_ahead(scores, reach))

    false = sum(
        ranked(stream[str(one)], n_questions, (0.98, 0.999)).ahead[1, 0] for one in range(repetitions)
    )
    power = [
        ranked(stream["power"][str(one)], power_questions, (0.98, 0.6)).ahead[0, 1] for one in range(200)
    ]
    return Outcome(int(false), repetitions, float(np.mean(power)), "the honest told from one who says .6")


def sorted_questions(stream: Streams, repetitions: int, *, n_questions: int = 100) -> Outcome:
    """Two who say .6 and .4 of even chances, the file sorted by what happened: is one ranked ahead? Quadratic."""

    def told(draw: Streams, said: tuple[float, float]) -> bool:
        happened = np.sort(draw.generator().random(n_questions) < 0.5)
        scores = np.stack([-((happened - p) ** 2) for p in said])
        return bool(surely_ahead(scores, abs(said[0] ** 2 - said[1] ** 2)).any())

    false = sum(told(stream[str(one)], (0.6, 0.4)) for one in range(repetitions))
    power = [told(stream["power"][str(one)], (0.5, 0.95)) for one in range(200)]
    return Outcome(false, repetitions, float(np.mean(power)), "one who says .5 told from one who says .95")


def confidence_set(stream: Streams, repetitions: int, *, n_rules: int = 12) -> Outcome:
    """Three equally good rules among twelve, the others a standard error apart: are the best in the set?"""
    step = np.sqrt(2 * (1 - LIKENESS) / N_UNITS)
    truth = -step * np.maximum(np.arange(n_rules) - 2, 0)
    false, size = 0, []
    for one in range(repetitions):
        estimates, resamples = _resampled(stream[str(one)], truth, N_UNITS, skewed=False)
        found = model_confidence_set(stream[str(one)]["set"], estimates, resamples, n_units=N_UNITS)
        false += not found.inside[:3].all()
        size.append(found.inside.sum())
    return Outcome(false, repetitions, float(np.mean(size)) / n_rules, "share of rules in the set")


def _redrawn(stream: Streams, truth: Floats, *, n_units: int = N_UNITS, skewed: bool = False) -> RankSets:
    estimates, resamples = _resampled(stream, truth, n_units, skewed=skewed)
    return rank_sets_from_resamples(estimates, resamples, n_units=n_units)


def _resampled(stream: Streams, truth: Floats, n_units: int, *, skewed: bool) -> tuple[Floats, Floats]:
    """Means [rules] of correlated scores on some matches, and bootstrap resamples of them [rules, resamples]."""
    generator = stream["scores"].generator()
    shape = (len(truth), n_units)
    own = generator.exponential(size=shape) - 1 if skewed else generator.standard_normal(shape)
    scores = (
        truth[:, None] + np.sqrt(1 - LIKENESS) * own + np.sqrt(LIKENESS) * generator.standard_normal(n_units)
    )
    draws = unit_draws(stream["units"], n_units, N_RESAMPLES)
    cells = draws + n_units * np.arange(N_RESAMPLES)[:, None]
    times = np.bincount(cells.ravel(), minlength=cells.size).reshape(cells.shape)
    return scores.mean(axis=1), scores @ times.T / n_units
