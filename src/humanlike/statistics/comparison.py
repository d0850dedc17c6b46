r"""Comparing two variants: the same scores read as pairs and as independent groups.

Variants that met the same conditions give pairs, and the variance of their difference is

.. math:: \sigma_A^2 + \sigma_B^2 - 2\rho\,\sigma_A\sigma_B;

ignoring the pairing loses the last term. Any two series enter whose k-th members share their conditions:
profits of two agents in the same market, scores of two detectors on the same plays, of two emulators
under common random numbers.

Sodomka, Collins & Gini (2007), Efficient Statistical Methods for Evaluating Trading Agent Performance,
AAAI-07. Wilcoxon (1945), Biometrics Bulletin 1, 80-83. Welch (1947), Biometrika 34, 28-35.
"""

import warnings
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord, Streams, look_up
from humanlike.statistics.bootstrap import bootstrap
from humanlike.statistics.confidence_sequence import ConfidenceSequence
from humanlike.statistics.leaders import find_leader
from humanlike.statistics.multiple import holm
from humanlike.statistics.paired import paired_test
from humanlike.statistics.permutation import sign_flip_test

Floats = npt.NDArray[np.float64]
FEWEST = 3
ROUNDING = 1e-12


class PairedComparison(NamedTuple):
    """First minus second, tested as pairs (four ways) and as independent groups."""

    n: int
    difference: float
    correlation: float
    sd_paired: float  # of the differences
    sd_independent: float  # of a difference between two unpaired games
    paired_lower: float
    paired_upper: float
    paired_p: float
    wilcoxon_p: float
    permutation_p: float
    bootstrap_lower: float
    bootstrap_upper: float
    independent_lower: float
    independent_upper: float
    independent_p: float

    @property
    def variance_ratio(self) -> float:
        """How many times fewer games pairing needs for the same precision."""
        return (self.sd_independent / self.sd_paired) ** 2


def paired_series(first: npt.ArrayLike, second: npt.ArrayLike) -> tuple[Floats, Floats]:
    """Both series as arrays, or a sentence about why they cannot be compared."""
    x, y = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if x.ndim != 1 or y.ndim != 1:
        raise BadRecord("A comparison takes two plain lists of scores.")
    if x.size != y.size:
        raise BadRecord(
            f"The series are not paired: {x.size} games of the first variant, {y.size} of the second."
        )
    if x.size < FEWEST:
        raise BadRecord(
            f"A comparison needs at least {FEWEST} pairs, not {x.size}: with fewer nothing says how they vary."
        )
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise BadRecord("A comparison needs finite scores.")
    return x, y


def compare_paired(
    stream: Streams,
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    *,
    alpha: float = 0.05,
    n_resamples: int = 2000,
) -> PairedComparison:
    """Is the first variant better than the second? `first` and `second` [n] share conditions game by game.

    >>> result = compare_paired(Streams(1), [1.0, 5.0, 3.0, 9.0], [0.5, 4.0, 2.5, 8.0])
    >>> print(result.difference, result.sd_paired < result.sd_independent)
    0.75 True
    """
    from scipy.stats import wilcoxon  # takes a second to load, and most who use this room do not test

    x, y = paired_series(first, second)
    difference = x - y
    if np.ptp(difference) == 0:
        raise BadRecord(
            f"All {x.size} differences equal {difference[0]:g}: without variance there is nothing to test "
            "(are the variants the same, or without chance in what both met?)."
        )
    paired = paired_test(x, y, alpha=alpha)
    redrawn = bootstrap(stream["bootstrap"], difference, n_resamples=n_resamples, alpha=alpha)
    apart = _welch(x, y, alpha)
    return PairedComparison(
        n=x.size,
        difference=paired.mean,
        correlation=correlation(x, y),
        sd_paired=float(difference.std(ddof=1)),
        sd_independent=float(np.sqrt(x.var(ddof=1) + y.var(ddof=1))),
        paired_lower=paired.lower,
        paired_upper=paired.upper,
        paired_p=paired.p_value,
        wilcoxon_p=float(wilcoxon(difference).pvalue),
        permutation_p=sign_flip_test(stream["permutation"], difference),
        bootstrap_lower=float(redrawn.lower),
        bootstrap_upper=float(redrawn.upper),
        independent_lower=apart[0],
        independent_upper=apart[1],
        independent_p=apart[2],
    )


def correlation(first: Floats, second: Floats) -> float:
    """Pearson's correlation; NaN where a series hardly varies."""
    x, y = first - first.mean(), second - second.mean()
    size = float(np.sqrt((x**2).sum() * (y**2).sum()))
    scale = float(np.abs(first).max() * np.abs(second).max()) * len(first)
    return float((x * y).sum() / size) if size > ROUNDING * max(scale, 1e-300) else float("nan")


def _welch(x: Floats, y: Floats, alpha: float) -> tuple[float, float, float]:
    """Interval and p-value of the difference of means of two independent groups of one size."""
    from scipy.stats import ttest_ind

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # one of the series may be constant: the other varies
        test = ttest_ind(x, y, equal_var=False)
        reach = test.confidence_interval(1 - alpha)
    return float(reach.low), float(reach.high), float(test.pvalue)


class ManyComparisons(NamedTuple):
    """Every variant against one baseline, with Holm's correction."""

    baseline: str
    variants: tuple[str, ...]
    comparisons: tuple[PairedComparison, ...]
    adjusted_p: Floats


def compare_many(
    stream: Streams, series: Mapping[str, npt.ArrayLike], baseline: str, *, alpha: float = 0.05
) -> ManyComparisons:
    """Compare every other series with the baseline's; p-values of the paired t-test, adjusted by Holm."""
    reference = look_up("variant", baseline, series)
    names = tuple(name for name in series if name != baseline)
    results = tuple(compare_paired(stream[name], series[name], reference, alpha=alpha) for name in names)
    return ManyComparisons(baseline, names, results, holm([result.paired_p for result in results]))


class SequentialComparison(NamedTuple):
    """A comparison looked at after every pair."""

    sequence: ConfidenceSequence
    decided_after: int  # pairs; -1 if the difference never left 0 behind
    winner: int  # 0 the first, 1 the second, -1 undecided
    rests_on: str


def compare_sequentially(
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    *,
    alpha: float = 0.05,
    reach: float | None = None,
    single_scores: npt.ArrayLike | None = None,
) -> SequentialComparison:
    """When may one stop? The anytime-valid sequence on paired differences, in the order played.

    `reach` is the most by which one score can exceed another; None: no bound is known, and the t-mixture is used.
    `single_scores` [2, n, scores] are what the scores of a pair are means of: then both sequences must agree
    (`humanlike.statistics.leaders`).
    """
    scores = np.stack(paired_series(first, second))
    lead = find_leader(scores, alpha=alpha, reach=reach, single_scores=single_scores)
    found, first_leads = lead.differences, lead.leader == 0
    lower, upper = (found.lower[0], found.upper[0]) if first_leads else (-found.upper[0], -found.lower[0])
    sequence = ConfidenceSequence(found.mean[0] * (1 if first_leads else -1), lower, upper)
    when = int(sequence.first_exclusion())
    winner = -1 if when < 0 else int(sequence.upper[when - 1] < 0)
    return SequentialComparison(sequence, when, winner, lead.rests_on)


class TogetherBias(NamedTuple):
    """What playing both variants in one game says, against playing each in games of its own."""

    together: float  # mean difference inside one game
    apart: float  # mean difference in separate, paired games
    bias: float
    lower: float
    upper: float
    p_value: float


def together_bias(
    apart: tuple[npt.ArrayLike, npt.ArrayLike],
    together: tuple[npt.ArrayLike, npt.ArrayLike],
    *,
    alpha: float = 0.05,
) -> TogetherBias:
    """The difference of the two methods' differences, market by market."""
    inside = np.subtract(*paired_series(*together))
    outside = np.subtract(*paired_series(*apart))
    test = paired_test(inside, outside, alpha=alpha)
    return TogetherBias(
        float(inside.mean()), float(outside.mean()), test.mean, test.lower, test.upper, test.p_value
    )
