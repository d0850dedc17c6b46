r"""How many pairs must play until the wrong theory is rejected?

The evidence of n pairs adds up. If theory A is true, B is rejected where the sum exceeds what it would exceed under B
with chance :math:`\alpha` (the most powerful test there is, by Neyman and Pearson); and the other way round. The pairs
needed are the fewest for which both tests have the power wanted. Sums are drawn from a pool of simulated pairs;
`verified` then makes whole experiments of new pairs and counts how often the critical values do what they promise.

References
----------
Neyman & Pearson (1933), Phil. Trans. R. Soc. A 231, 289-337.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from humanlike.core import Game, Streams
from humanlike.experiments.theory import Floats, Theory, evidence

MOST_PAIRS = 2000
SUMS = 4000  # drawn of each theory


class PairsNeeded(NamedTuple):
    """A test of so many pairs: reject the second theory above `above`, the first below `below`."""

    n_pairs: int
    power: tuple[float, float]  # if the first theory is true, if the second is
    above: float
    below: float


class VerifiedPower(NamedTuple):
    """What became of new experiments, for truth first and second: shares of all."""

    experiments: int
    power: tuple[float, float]  # the wrong theory rejected
    false_alarms: tuple[float, float]  # the true theory rejected


def rejection_test(stream: Streams, first: Floats, second: Floats, n_pairs: int, alpha: float) -> PairsNeeded:
    """The tests of `n_pairs`, from pools of evidence [pairs] in play of the first theory and of the second."""
    generator = stream[f"{n_pairs} pairs"].generator()
    one, two = (
        pool[generator.integers(len(pool), size=(SUMS, n_pairs))].sum(axis=1) for pool in (first, second)
    )
    above = float(np.quantile(two, 1 - alpha, method="higher"))
    below = float(np.quantile(one, alpha, method="lower"))
    return PairsNeeded(n_pairs, (float((one > above).mean()), float((two < below).mean())), above, below)


def pairs_needed(
    stream: Streams, first: Floats, second: Floats, *, alpha: float, power: float
) -> PairsNeeded | None:
    """The fewest pairs with the power wanted whichever theory is true; None if `MOST_PAIRS` do not reach it."""
    low, high = 0, 1
    found = rejection_test(stream, first, second, high, alpha)
    while min(found.power) < power:
        if high == MOST_PAIRS:
            return None
        low, high = high, min(2 * high, MOST_PAIRS)
        found = rejection_test(stream, first, second, high, alpha)
    while high - low > 1:
        middle = (low + high) // 2
        tried = rejection_test(stream, first, second, middle, alpha)
        if min(tried.power) < power:
            low = middle
        else:
            high, found = middle, tried
    return found


def verified(
    stream: Streams,
    theories: Sequence[Theory],
    game: Game,
    test: PairsNeeded,
    *,
    n_rounds: int,
    experiments: int,
) -> VerifiedPower:
    """Make experiments anew under each theory and count what the test says of them."""
    n_pairs = test.n_pairs * experiments
    sums = [
        evidence(stream, theories, truth, game, n_pairs=n_pairs, n_rounds=n_rounds)[:, -1]
        .reshape(experiments, test.n_pairs)
        .sum(axis=1)
        for truth in (0, 1)
    ]
    return VerifiedPower(
        experiments,
        (float((sums[0] > test.above).mean()), float((sums[1] < test.below).mean())),
        (float((sums[0] < test.below).mean()), float((sums[1] > test.above).mean())),
    )
