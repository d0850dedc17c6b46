"""Comparisons at one planned look, plans, spreads, adjustments and indices where the truth is known."""

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams
from humanlike.scoring import misranking
from humanlike.scoring.systems import QUADRATIC
from humanlike.statistics import (
    compare_many,
    compare_paired,
    cross_fitted,
    fixing_indices,
    jansen_indices,
    log_jackknife,
    paired_test,
    plan_from_pilot,
    positive_interval,
    power_of,
)
from results.studies.coverage_designs.outcome import Outcome

Floats = npt.NDArray[np.float64]
SHARED = 0.7  # correlation of two variants in the same market
TWO_FORECASTERS = (0.5, 0.5, 0.6, 100)  # the chance, what each says, questions
EFFECT = 0.8  # of the standard deviation of a difference: where power is looked at


def paired_interval(stream: Streams, repetitions: int, *, n: int, way: str) -> Outcome:
    """Two variants in the same n markets: does the interval hold the difference?"""
    found = [
        compare_paired(each, *_markets(each, n, EFFECT), n_resamples=400)
        for each in _each(stream, repetitions)
    ]
    lower, upper = (np.array([getattr(one, f"{way}_{end}") for one in found]) for end in ("lower", "upper"))
    truth, spread = EFFECT * _spread(), np.sqrt(2.0) if way == "independent" else _spread()
    oracle = 2 * 1.96 * spread / np.sqrt(n)
    width = float(np.mean(upper - lower) / oracle)
    held = (lower <= truth) & (truth <= upper)
    return Outcome(int((~held).sum()), repetitions, width, "mean width over that of one who knows the spread")


def paired_p_value(stream: Streams, repetitions: int, *, n: int, test: str) -> Outcome:
    """Equal variants in the same n markets: is a difference found at 5 %?"""

    def p_values(effect: float, draws: Streams, times: int) -> Floats:
        pairs = (
            compare_paired(each, *_markets(each, n, effect), n_resamples=2) for each in _each(draws, times)
        )
        return np.array([getattr(one, f"{test}_p") for one in pairs])

    power = p_values(EFFECT, stream["power"], max(repetitions // 5, 1)) <= 0.05
    false = p_values(0.0, stream["null"], repetitions) <= 0.05
    return Outcome(
        int(false.sum()), repetitions, float(power.mean()), f"power at {EFFECT} standard deviations"
    )


def many_variants(stream: Streams, repetitions: int, *, n_variants: int = 6, n: int = 12) -> Outcome:
    """Equal variants against one baseline, by Holm: is any of them found different?"""
    false, power = 0, []
    for each in _each(stream, repetitions):
        scores = each["scores"].generator().standard_normal((n_variants, n)) + each[
            "market"
        ].generator().normal(size=n)
        better = scores + np.array([0, EFFECT * np.sqrt(2), *[0] * (n_variants - 2)])[:, None]
        for table, count in ((scores, True), (better, False)):
            series = {str(row): values for row, values in enumerate(table)}
            adjusted = compare_many(each, series, "0").adjusted_p
            false += int(count and bool((adjusted <= 0.05).any()))
            power += [] if count else [adjusted[0] <= 0.05]
    return Outcome(
        false, repetitions, float(np.mean(power)), f"power for one better by {EFFECT} standard deviations"
    )


def planned_power(stream: Streams, repetitions: int, *, effect: float, n: int) -> Outcome:
    """`humanlike power` says how often a paired test finds an effect: is it missed more often than it says?"""
    generator = stream.generator()
    said = power_of("paired", effect, n, 0.05)
    differences = generator.standard_normal((repetitions, n)) + effect
    missed = sum(paired_test(each, np.zeros(n)).p_value > 0.05 for each in differences)
    return Outcome(missed, repetitions, said, "power as planned")


def pilot_plan(stream: Streams, repetitions: int, *, n_pilot: int = 30) -> Outcome:
    """Games planned from a pilot for a power of .8: is the difference missed in more than a fifth of studies?"""
    missed, planned = 0, []
    for each in _each(stream, repetitions):
        plan = plan_from_pilot(*_markets(each["pilot"], n_pilot, 0.0), EFFECT * _spread())
        assert plan.paired is not None  # the effect is not small
        planned.append(plan.paired)
        first, second = _markets(each["study"], plan.paired, EFFECT)
        missed += paired_test(first, second).p_value > 0.05
    return Outcome(missed, repetitions, float(np.mean(planned)), "pairs planned on average")


def spread_interval(stream: Streams, repetitions: int, *, n: int) -> Outcome:
    """The standard deviation of n scores: does its interval hold it?"""
    scores = stream.generator().standard_normal((repetitions, n)) * 3
    found = [positive_interval(log_jackknife(each, lambda values: values.std(ddof=1))) for each in scores]
    held = np.array([low <= 3 <= high for _, low, high in found])
    width = np.mean([np.log(high / low) for _, low, high in found]) / (2 * 1.96 / np.sqrt(2 * n))
    return Outcome(
        int((~held).sum()), repetitions, float(width), "log width over that of one who knows the law"
    )


def spread_by_percentiles(stream: Streams, repetitions: int, *, n: int) -> Outcome:
    """The same by percentiles of the bootstrap, as before."""
    generator = stream.generator()
    scores = generator.standard_normal((repetitions, n)) * 3
    redrawn = scores[:, generator.integers(0, n, (1000, n))].std(axis=-1, ddof=1)
    lower, upper = np.quantile(redrawn, [0.025, 0.975], axis=1)
    missed = int(((lower > 3) | (upper < 3)).sum())
    return Outcome(missed, repetitions, float("nan"), "")


def noise_ratio(stream: Streams, repetitions: int) -> Outcome:
    """Spread in 5 held markets of 20 games over spread in 40 random ones: does its interval hold the ratio?"""
    truth, missed, width = 0.2, 0, []
    for each in _each(stream, repetitions):
        generator = each.generator()
        within = (generator.standard_normal((5, 20)) * truth).std(axis=1, ddof=1)
        spread = log_jackknife(generator.standard_normal(40), lambda values: values.std(ddof=1))
        _, low, high = positive_interval(log_jackknife(within, np.mean), spread)
        missed += not low <= truth <= high
        width.append(np.log(high / low))
    oracle = 2 * 1.96 * np.sqrt(1 / 200 + 1 / 80)
    return Outcome(
        missed, repetitions, float(np.mean(width) / oracle), "log width over that of one who knows the law"
    )


def fixing_index(stream: Streams, repetitions: int) -> Outcome:
    """A factor's share of the variance by 5 held markets of 10 games and 20 random games: is it in its interval?"""
    generator, truth, missed, width = stream.generator(), 0.3, 0, []
    for _ in range(repetitions):
        found = fixing_indices(
            generator.standard_normal((5, 1, 10)) * np.sqrt(truth), generator.standard_normal(20)
        )
        missed += not found.lower[0] <= truth <= found.upper[0]
        width.append(np.log(found.upper[0] / found.lower[0]))
    oracle = 2 * 1.96 * np.sqrt(2 / 45 + 2 / 19)
    return Outcome(
        missed, repetitions, float(np.mean(width) / oracle), "log width over that of one who knows the law"
    )


def jansen_index(stream: Streams, repetitions: int, *, n: int = 60) -> Outcome:
    """A factor's share of the variance by Jansen's design of n conditions: is it in its interval?"""
    generator, truth, missed, width = stream.generator(), 0.3, 0, []
    for _ in range(repetitions):
        common, own, again = generator.standard_normal((3, n))
        held = np.sqrt(1 - truth) * common
        found = jansen_indices(np.column_stack([held + np.sqrt(truth) * own, held + np.sqrt(truth) * again]))
        missed += not found.lower[0] <= truth <= found.upper[0]
        width.append(np.log(found.upper[0] / found.lower[0]))
    oracle = 2 * 1.96 * np.sqrt(2 / n)
    return Outcome(
        missed,
        repetitions,
        float(np.mean(width) / oracle),
        "log width over that of one who knows the variance",
    )


def adjusted_scores(stream: Streams, repetitions: int, *, n: int = 40, one_centre: bool = True) -> Outcome:
    """Profits less what demand explains, fitted on other games: does Student's interval hold the mean difference?

    Without `one_centre` each variant's profits are adjusted to its own demand, as before.
    """
    missed, width = 0, []
    for each in _each(stream, repetitions):
        generator = each.generator()
        demand = generator.standard_normal((2, n))
        scores = demand + generator.standard_normal((2, n)) * 0.5
        centre = demand.mean() if one_centre else None
        first, second = (
            cross_fitted(each["folds"], scores[row], demand[row], centre=centre) for row in (0, 1)
        )
        found = _apart(first, second)
        missed += not found[0] <= 0 <= found[1]
        width.append(found[1] - found[0])
    oracle = 2 * 1.96 * 0.5 * np.sqrt(2 / n)
    return Outcome(
        missed, repetitions, float(np.mean(width) / oracle), "mean width over that of one who knows the law"
    )


def said_of_misranking() -> float:
    """How often the worse of the two forecasters of `misranked` is ahead, as `discriminate` says."""
    truth, good, bad, n = TWO_FORECASTERS
    return float(misranking(QUADRATIC, truth, good, bad, np.array([n]))[0][0])


def misranked(stream: Streams, repetitions: int) -> Outcome:
    """`discriminate` says how often the worse of two forecasters comes out ahead: does it happen more often?"""
    truth, good, bad, n = TWO_FORECASTERS
    happened = stream.generator().random((repetitions, n)) < truth
    lead = np.where(happened, (1 - bad) ** 2 - (1 - good) ** 2, bad**2 - good**2).sum(axis=1)
    return Outcome(
        int((lead < -1e-9).sum()), repetitions, said_of_misranking(), "chance of being misranked, as said"
    )


def _markets(stream: Streams, n: int, effect: float) -> tuple[Floats, Floats]:
    """Scores of two variants in the same n markets; the first is better by so many standard deviations of the lead."""
    generator = stream["markets"].generator()
    common, first, second = generator.standard_normal((3, n))
    own = np.sqrt(1 - SHARED)
    return np.sqrt(SHARED) * common + own * first + effect * _spread(), np.sqrt(
        SHARED
    ) * common + own * second


def _spread() -> float:
    return float(np.sqrt(2 * (1 - SHARED)))


def _apart(first: Floats, second: Floats) -> tuple[float, float]:
    """Student's interval of the difference of two groups of one size."""
    from scipy.stats import ttest_ind

    found = ttest_ind(first, second, equal_var=False).confidence_interval(0.95)
    return float(found.low), float(found.high)


def _each(stream: Streams, repetitions: int) -> list[Streams]:
    return [stream[str(number)] for number in range(repetitions)]
