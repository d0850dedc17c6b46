r"""When is the winner established? Looking after every trial, honestly.

The best of each side is separated from *all* its rivals once two things have been found, simultaneously over the
rivals and whenever one looks: the confidence sequence of the paired differences of trials' means excludes zero, and so
does that of the single differences, dataset by dataset, which are bounded. The first holds however the datasets of a
trial depend on each other, if no disaster is rarer than trials could show; the second holds for disasters nobody has
seen yet (a detector that is sure and wrong once in a thousand datasets), if datasets are independent. So among equals a
winner is found in at most 5 % of tournaments, however often one looks, if either is so. Scores without a bound (a plan
with `zero_constant`, or a system that is infinite at 0) leave the first only, and the verdict says so.

An ordinary test repeated after every trial would find a winner among equals sooner or later.
"""

from collections.abc import Collection
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.statistics import Lead, find_leader, ranks_from_ahead
from humanlike.tournament.paired_scores import PairedScores

FEWEST_TRIALS = 2
ALONE = 1  # a candidate without rivals leads from the first trial on
Floats = npt.NDArray[np.float64]


class AboveZero(NamedTuple):
    """After how many trials a mean was found above 0 (-1: it was not), and its interval at the last look."""

    after: int
    lower: float
    upper: float
    is_below: bool = False  # found to be below 0


class Leadership(NamedTuple):
    """Who leads a side after the trials so far, and since when that is established (-1: it is not)."""

    leader: str
    established_after: int
    rivals: tuple[str, ...]
    lower: tuple[float, ...]  # of leader minus rival, at the last look; above 0 means separated
    upper: tuple[float, ...]

    @property
    def is_established(self) -> bool:
        """Whether there is a winner."""
        return self.established_after > 0

    @property
    def near(self) -> tuple[str, ...]:
        """Rivals that the leader is not separated from."""
        return tuple(name for name, low in zip(self.rivals, self.lower, strict=True) if low <= 0)


def lead(
    scores: PairedScores,
    confidence: float,
    *,
    able: Collection[str] | None = None,
    against: Collection[str] | None = None,
    whole: bool = True,
) -> Leadership:
    """Who of those in `able` (unless said: of all) has the highest mean; with intervals if `whole`: they take a search.

    It must be found ahead of all those in `against` (unless said: of all others); the level is that of all rivals.
    """
    means = dict(zip(scores.names, scores.trials.mean(axis=1).tolist(), strict=True))
    may_lead = [name for name in scores.names if able is None or name in able]
    best = max(may_lead, key=means.__getitem__, default="")
    rivals = [name for name in scores.names if name != best]
    if not rivals or scores.trials.shape[1] < FEWEST_TRIALS:
        return Leadership(best, -1, (), (), ())
    level = (1 - confidence) / len(rivals)
    needed = [name for name in rivals if against is None or name in against]
    races = {name: _race(scores, best, name, level) for name in (rivals if whole else needed)}
    looks = [races[name].ahead_after for name in needed]
    after = -1 if -1 in looks else max(looks, default=ALONE)
    lower, upper = zip(*(race.ends for race in races.values()), strict=True) if whole else ((), ())
    return Leadership(best, after, tuple(races) if whole else (), lower, upper)


def above_zero(scores: PairedScores, level: float, *, whole: bool = True) -> dict[str, AboveZero]:
    """For every entrant whether its mean is above 0, each at `level`; with intervals if `whole`."""
    none = np.zeros(scores.trials.shape[1:])
    empty = np.zeros(scores.singles.shape[1:])
    found = {}
    for name, trials, singles in zip(scores.names, scores.trials, scores.singles, strict=True):
        found[name] = AboveZero(-1, -np.inf, np.inf)
        if len(trials) >= FEWEST_TRIALS and np.isfinite(trials).all():
            low, high = scores.bounds
            alone = PairedScores(
                (name, ""), np.stack([trials, none]), np.stack([singles, empty]), scores.bounds
            )
            race = _race(alone, name, "", level, np.array([[0.0, high], [-low, 0.0]]))
            ends = race.ends if whole else (-np.inf, np.inf)
            found[name] = AboveZero(race.ahead_after, *ends, race.behind_after > 0)
    return found


def rank_sets(
    scores: PairedScores, confidence: float, verdict: Leadership, last: Collection[str] = ()
) -> dict[str, tuple[int, int]]:
    """The ranks nobody has ruled out, best and worst, for all entrants at once and at any look; 1 is best.

    An established winner is ahead of whom the verdict says; all other pairs are judged together at `confidence`. Those
    in `last` stand behind all others, whatever they score.
    """
    names = scores.names
    ahead = np.zeros((len(names), len(names)), dtype=np.bool_)
    level = (1 - confidence) / max(len(names) * (len(names) - 1) // 2, 1)
    compared = [name for name in names if name not in last]
    enough = scores.trials.shape[1] >= FEWEST_TRIALS
    for first, second in combinations(compared if enough else (), 2):
        race, pair = _race(scores, first, second, level), (names.index(first), names.index(second))
        ahead[pair], ahead[pair[::-1]] = race.ahead_after > 0, race.behind_after > 0
    for rival, low in zip(verdict.rivals, verdict.lower, strict=True):
        ahead[names.index(verdict.leader), names.index(rival)] |= verdict.is_established and low > 0
    is_last = np.array([name in last for name in names], dtype=np.bool_)
    lower, upper, _ = ranks_from_ahead((ahead & ~is_last[:, None]) | (~is_last[:, None] & is_last))
    return {name: (int(lower[place]), int(upper[place])) for place, name in enumerate(names)}


class _Race(NamedTuple):
    """Two entrants, whichever of them leads."""

    found: Lead

    @property
    def ahead_after(self) -> int:
        """Trials after which the first was found ahead of the second; -1 if not."""
        return self.found.established_after if self.found.leader == 0 else -1

    @property
    def behind_after(self) -> int:
        """Trials after which the second was found ahead of the first; -1 if not."""
        return self.found.established_after if self.found.leader == 1 else -1

    @property
    def ends(self) -> tuple[float, float]:
        """The interval of first minus second at the last look."""
        low, high = (float(part[0, -1]) for part in self.found.differences[1:])
        return (low, high) if self.found.leader == 0 else (-high, -low)


def _race(
    scores: PairedScores, first: str, second: str, level: float, reach: Floats | float | None = None
) -> _Race:
    """The first against the second; without `reach` by as much as one bounded score can exceed another."""
    rows = [scores.names.index(name) for name in (first, second)]
    if not np.isfinite(scores.bounds).all():  # a disaster could be of any size: trials' means alone
        return _Race(find_leader(scores.trials[rows], alpha=level))
    longest = scores.bounds[1] - scores.bounds[0] if reach is None else reach
    return _Race(
        find_leader(scores.trials[rows], alpha=level, reach=longest, single_scores=scores.singles[rows])
    )
