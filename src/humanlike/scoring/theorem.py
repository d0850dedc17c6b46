r"""Where a theorem decides whether honesty pays, and no search is needed.

The gambling house of a generator :math:`\varphi` pays an honest believer in *p* more than a liar *r* by

.. math:: E(p, p) - E(r, p) = \sum_i \int_{r_i}^{p_i} \frac{p_i - x}{x}\,\varphi(x)\,dx,

a sum of terms that are never negative, and 0 only where :math:`\varphi` vanishes between :math:`r_i` and :math:`p_i`:
with a positive generator every lie costs something, however little; with one that is 0 on a stretch, lies within the
stretch are free. It applies where the system says which generator builds it, and is that house when tried.

Brown (1970), RAND RM-6299-ARPA, sections 3.2 and 3.3.
"""

from typing import Literal, NamedTuple

import numpy as np

from humanlike.scoring.generator import Generator
from humanlike.scoring.probabilities import Floats
from humanlike.scoring.system import Incentive, ScoringSystem
from humanlike.scoring.systems.gambling_house import asymmetric_gambling_house, gambling_house

POINTS = np.concatenate([np.logspace(-12, -3, 200), np.linspace(0, 1, 4003)[1:-1]])  # of (0, 1)
SAME = 1e-11  # of the largest score: so well must the house agree
SMALLEST, SAME_LOGARITHM = 1e-300, 1e-6  # below the first a generator is known by its logarithm only
FREE_STRETCH = 20  # neighbouring points at which the generator is 0


class Theorem(NamedTuple):
    """What is known of a system without any search, and why."""

    proper: bool
    reason: str


def by_theorem(incentive: Incentive, forecasts: Floats) -> Theorem | None:
    """The theorem's verdict for as many alternatives as `forecasts` [many, n] have; None where it does not apply."""
    if not isinstance(incentive, ScoringSystem):
        return None
    size = forecasts.shape[-1]
    generators = incentive.generators or (() if incentive.generator is None else (incentive.generator,))
    if not generators or not _is_house(incentive, generators, forecasts):
        return None
    kinds = {_kind(generator) for generator in generators}
    if kinds == {"positive"}:
        return Theorem(True, f"proved for {size} alternatives: its generator is positive")
    if "zero on a stretch" in kinds:
        return Theorem(False, "its generator is 0 on a stretch, within which lies are free")
    return None


def _is_house(system: ScoringSystem, generators: tuple[Generator, ...], forecasts: Floats) -> bool:
    """Whether the generators really build the system."""
    size = forecasts.shape[-1]
    if len(generators) not in (1, size):
        return False
    house = gambling_house(generators[0]) if len(generators) == 1 else asymmetric_gambling_house(generators)
    own, built = (each.score_every_outcome(forecasts) for each in (system, house))
    finite = np.isfinite(own) & np.isfinite(built)
    largest = np.abs(own[finite]).max(initial=0.0)
    close = np.abs(own[finite] - built[finite]) <= SAME * largest
    return bool(close.all() and np.array_equal(own[~finite], built[~finite]))


def _kind(generator: Generator) -> Literal["positive", "zero on a stretch", "unknown"]:
    values = np.asarray(generator.phi(POINTS), dtype=np.float64)
    if not (np.isfinite(values) & (values >= 0)).all():
        return "unknown"
    if (values > 0).all() or _only_rounds_to_zero(generator, values):
        return "positive"
    zeros = np.convolve(values == 0, np.ones(FREE_STRETCH, dtype=np.int64), mode="valid")
    return "zero on a stretch" if zeros.max() == FREE_STRETCH else "unknown"


def _only_rounds_to_zero(generator: Generator, values: Floats) -> bool:
    """Whether the generator's logarithm is finite, belongs to it, and explains every 0 as too small to be written."""
    if generator.log_phi is None:
        return False
    logs = np.asarray(generator.log_phi(POINTS), dtype=np.float64)
    written = values > SMALLEST
    with np.errstate(under="ignore"):
        same = np.abs(np.exp(logs[written]) - values[written]) <= SAME_LOGARITHM * values[written]
    return bool(np.isfinite(logs).all() and same.all() and (logs[~written] <= np.log(SMALLEST) + 1).all())
