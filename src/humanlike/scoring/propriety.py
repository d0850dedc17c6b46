r"""Does honesty pay? A search for the best lie.

For beliefs *p* and reports *r* all over the simplex (a grid, point masses, equal shares of a few alternatives,
and forecasts with a very small part) the gain :math:`E(r, p) - E(p, p)` is computed; the best pair is then
improved by mixing in other forecasts at ever finer steps. A system is proper if no lie gains anything
*and* every lie that differs by `NOTICEABLE` or more costs something: Brown insists on a strict maximum, so
a system under which lies are merely free (true-false marking) is not proper either.

The search is numerical: it can overlook a flaw confined to probabilities below 1e-8, and it cannot tell a
regret smaller than rounding from none. The verdict has therefore three values. `True` and `False` are said where
the search is clear, or a theorem decides (`humanlike.scoring.theorem`); `None` where a score is not a number, or
where the cheapest lie costs less than rounding shows and its payments are not simply the same.

Brown (1970), RAND RM-6299-ARPA, section 2.1.
"""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from humanlike.core import BadRequest
from humanlike.scoring.probabilities import Floats
from humanlike.scoring.system import Incentive, ScoringSystem
from humanlike.scoring.theorem import by_theorem

SMALL = (1e-8, 1e-6, 1e-4, 1e-3, 0.003, 0.01, 0.03)
GRID_STEPS = {2: 100, 3: 20, 4: 10}
N_RANDOM = 250
NOTICEABLE = 0.02  # a lie at least this far from the belief in one alternative must cost something
PROFIT = 1e-10  # gains below this share of the largest stake are rounding
ROUNDING = 1e-14
MOST_STEPS = 60
SEVERITY = (False, None, True)  # the first found for any number of alternatives is the verdict


class Propriety(NamedTuple):
    """The verdict and the most tempting lie found."""

    proper: bool | None  # None: cannot be told
    gain: float  # what the lie gains over honesty; 0 for a free lie, negative if every lie costs; NaN if not a number
    belief: tuple[float, ...]
    report: tuple[float, ...]
    n_alternatives: int
    n_checked: int  # pairs of belief and report tried
    reason: str  # why, where the price of the lie does not say it


def check_propriety(incentive: Incentive, n_alternatives: int | None = None) -> Propriety:
    """Search for the best lie with `n_alternatives`, or with 2, 3 and 4 where the system is defined for them.

    >>> from humanlike.scoring import EXHIBITS, QUADRATIC
    >>> check_propriety(QUADRATIC).proper, check_propriety(EXHIBITS["linear"]()).proper
    (True, False)
    """
    sizes = [n_alternatives] if n_alternatives else [incentive.n_alternatives or size for size in GRID_STEPS]
    if incentive.n_alternatives not in (None, *sizes) or min(sizes) < 2:
        raise BadRequest(f"{incentive.name} cannot be checked with {n_alternatives} alternatives.")
    verdicts = [_decide(incentive, size) for size in dict.fromkeys(sizes)]
    return min(verdicts, key=lambda verdict: (SEVERITY.index(verdict.proper), -verdict.gain))


def _decide(incentive: Incentive, size: int) -> Propriety:
    """The search, and the theorem where the search does not clear the system."""
    found = _search(incentive, size)
    known = None if found.proper else by_theorem(incentive, candidate_forecasts(size))
    if known is None or (found.proper is False and not known.proper):
        return found
    return found._replace(proper=known.proper, gain=min(found.gain, 0.0), reason=known.reason)


def _search(incentive: Incentive, size: int) -> Propriety:
    forecasts = candidate_forecasts(size)
    beliefs = np.unique(np.concatenate([forecasts, _off_grid(size)]), axis=0)
    gains, stake = _gains(incentive, forecasts[None, :, :], beliefs[:, None, :])
    unknown = np.isnan(gains)
    gains = np.where(unknown, -np.inf, gains)
    distance = np.max(np.abs(forecasts[None] - beliefs[:, None]), axis=-1)
    tempting = np.where(distance >= NOTICEABLE, gains, -np.inf)
    noticeable = (
        tempting.max() > PROFIT * stake
    )  # prefer a lie one can see to a slightly better invisible one
    table = gains if gains.max() > PROFIT * stake and not noticeable else tempting
    row, column = np.unravel_index(np.argmax(table), table.shape)
    belief, report, gain = beliefs[row], forecasts[column], float(table[row, column])

    def verdict(proper: bool | None, gain: float, reason: str = "") -> Propriety:
        pair = (tuple(belief.tolist()), tuple(report.tolist()))
        return Propriety(proper, gain, *pair, size, gains.size, reason)

    if gain > PROFIT * stake:
        least = NOTICEABLE if noticeable else 0.0
        belief, report, gain = _improve(incentive, belief, report, forecasts, least)
        return verdict(False, gain)
    if unknown.any():
        row, column = np.argwhere(unknown)[0]
        belief, report = beliefs[row], forecasts[column]
        return verdict(None, float("nan"), "what a believer expects of this report is not a number")
    if gain < -ROUNDING * stake:
        return verdict(True, gain)
    free = _free_lie(incentive, beliefs, forecasts, tempting, stake)
    if free is None:
        return verdict(None, gain, "this lie costs less than rounding shows, if anything")
    belief, report = free
    return verdict(False, 0.0)


def _free_lie(
    incentive: Incentive, beliefs: Floats, forecasts: Floats, tempting: Floats, stake: float
) -> tuple[Floats, Floats] | None:
    """A belief and a report that are paid alike, among the pairs whose gains rounding cannot tell from 0.

    Alike whatever happens, or for a contest in expectation. Of a system whose payments differ by less than rounding
    elsewhere, equal ones prove nothing.
    """
    rows, columns = np.nonzero(tempting >= -ROUNDING * stake)
    if isinstance(incentive, ScoringSystem):
        honest, lying = (incentive.score_every_outcome(each) for each in (beliefs, forecasts))
        with np.errstate(invalid="ignore"):  # from one minus infinity to the next is no step
            steps = np.diff(np.sort(lying, axis=0), axis=0)
        alike = (honest[rows] == lying[columns]).all(axis=-1)
    else:
        steps = np.abs(tempting)
        alike = tempting[rows, columns] == 0
    steps = steps[np.isfinite(steps) & (steps > 0)]
    if not alike.any() or (steps.size and steps.min() <= ROUNDING * stake):
        return None
    first = int(np.argmax(alike))
    return beliefs[rows[first]], forecasts[columns[first]]


def _gains(incentive: Incentive, report: Floats, belief: Floats) -> tuple[Floats, float]:
    honest = incentive.expected(belief, belief)
    lying = incentive.expected(report, belief)
    finite = lying[np.isfinite(lying)]
    with np.errstate(invalid="ignore"):  # an infinite pay for honesty and lie alike is no number
        gains = lying - honest
    return gains, max(float(np.ptp(finite)) if finite.size else 0.0, 1e-300)


def _improve(
    incentive: Incentive, belief: Floats, report: Floats, forecasts: Floats, least: float
) -> tuple[Floats, Floats, float]:
    """Climb: move the report or the belief towards every candidate by halving steps, staying `least` apart."""
    best = float(_gains(incentive, report, belief)[0])
    step = 0.5
    for _ in range(MOST_STEPS):
        towards = step * forecasts
        reports = np.concatenate([(1 - step) * report + towards, np.broadcast_to(report, forecasts.shape)])
        beliefs = np.concatenate([np.broadcast_to(belief, forecasts.shape), (1 - step) * belief + towards])
        gains = _gains(incentive, reports, beliefs)[0]
        apart = np.max(np.abs(reports - beliefs), axis=-1) >= least
        gains = np.where(apart & ~np.isnan(gains), gains, -np.inf)
        top = int(np.argmax(gains))
        if gains[top] > best * (1 + 1e-6):
            best, report, belief = float(gains[top]), reports[top], beliefs[top]
        else:
            step /= 2
    return belief, report, best


@lru_cache(maxsize=16)
def candidate_forecasts(size: int) -> Floats:
    """Forecasts all over the simplex of `size` alternatives, shape [candidates, size]."""
    if size in GRID_STEPS:
        body = _grid(size, GRID_STEPS[size])
    else:
        generator = np.random.Generator(np.random.Philox(key=size))
        body = generator.dirichlet(np.ones(size), N_RANDOM)
    counts = range(1, size + 1) if size <= 4 else (1, 2, size)
    shares = [_equal_share(size, chosen) for count in counts for chosen in combinations(range(size), count)]
    return np.unique(np.concatenate([body, np.array(shares), _with_a_small_part(size)]), axis=0)


def _off_grid(size: int) -> Floats:
    """Beliefs that lie between the grid points, so that no grid hides a flaw."""
    return np.random.Generator(np.random.Philox(key=1000 + size)).dirichlet(np.ones(size), 60)


def _grid(size: int, steps: int) -> Floats:
    bars = np.array(list(combinations(range(steps + size - 1), size - 1)))
    edges = np.column_stack([np.full(len(bars), -1), bars, np.full(len(bars), steps + size - 1)])
    return np.asarray((np.diff(edges, axis=1) - 1) / steps)


def _equal_share(size: int, chosen: tuple[int, ...]) -> Floats:
    forecast = np.zeros(size)
    forecast[list(chosen)] = 1 / len(chosen)
    return forecast


def _with_a_small_part(size: int) -> Floats:
    """Almost nothing on one alternative, the rest on one other or on all others."""
    forecasts = []
    for small in SMALL:
        for tiny in range(size):
            even = np.full(size, (1 - small) / (size - 1))
            even[tiny] = small
            lumped = np.zeros(size)
            lumped[tiny], lumped[(tiny + 1) % size] = small, 1 - small
            forecasts += [even, lumped]
    return np.array(forecasts)
