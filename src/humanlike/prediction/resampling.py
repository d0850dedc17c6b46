r"""The bootstrap behind every interval of a prediction: whole units, in all their games at once.

A unit is redrawn among those who played the same games, so that a resample keeps the design. Of :math:`n` such units
:math:`n - 1` are drawn, and each draw counts :math:`n / (n - 1)` times: that leaves no bias in the variance where
:math:`n` is small. Units whose games nobody else played are redrawn among each other, as wholes.

Rao & Wu (1988), Resampling Inference with Complex Survey Data, Journal of the American Statistical Association 83,
231-241.
"""

from collections.abc import Sequence

import numpy as np

from humanlike.core import UNITS, Streams
from humanlike.core.units import ENOUGH
from humanlike.prediction.criteria import ALL_GAMES
from humanlike.prediction.observations import Floats, Sample

ALONE = "units of one kind"  # whose games nobody else played
NAMED = 4  # games that are named; of more the number
Strata = dict[tuple[str, ...], list[int]]  # units by the games they played


def resampled(stream: Streams, samples: Sequence[Sample], n_resamples: int) -> dict[str, Floats]:
    """How often each unit counts in each game: a row of ones (the data), then the resamples; [1 + resamples, units]."""
    count = 1 + max(int(sample.numbers.max()) for sample in samples)
    weights = np.ones((1 + n_resamples, count))
    for games, members in _strata(samples).items():
        if n_resamples and len(members) > 1:
            weights[1:, members] = _drawn(stream[" ".join(games)], len(members), n_resamples)
    return {sample.name: weights[:, sample.numbers] for sample in samples}


def freedom_of(samples: Sequence[Sample]) -> dict[str, int]:
    """How many degrees of freedom the variance has in each game, and in all together."""
    degrees: dict[str, int] = {sample.name: 0 for sample in samples}
    strata = _strata(samples)
    for sample in samples:
        for games, members in strata.items():
            here = np.isin(members, sample.numbers).sum() if games == (ALONE,) else len(members)
            degrees[sample.name] += max(int(here) - 1, 0) if games == (ALONE,) or sample.name in games else 0
    return {**degrees, ALL_GAMES: sum(len(members) - 1 for members in strata.values())}


def caveats_of(samples: Sequence[Sample]) -> tuple[str, ...]:
    """What the intervals leave out."""
    found = [samples[0].caveat] if samples[0].caveat else []
    found.append(f"Ranks and intervals assume that no odd {samples[0].unit} is rarer than these can show.")
    freedom = freedom_of(samples)
    if alone := [sample.name for sample in samples if not freedom[sample.name]]:
        which = ", ".join(alone) if len(alone) <= NAMED else f"{len(alone)} games"
        found.append(
            f"One unit only in {which}: nothing says how another would be foretold, so ranks in such a game "
            "carry no interval; for all games together such games are redrawn as wholes."
        )
    if 0 < freedom[ALL_GAMES] < ENOUGH - 1:
        found.append(
            f"So few {UNITS[samples[0].unit]} say little about their own spread: only large differences are told apart."
        )
    return tuple(found)


def _strata(samples: Sequence[Sample]) -> Strata:
    """The units by the games they are predicted in; those who are alone in theirs stand together."""
    games: dict[int, list[str]] = {}
    for sample in samples:
        for number in sample.numbers.tolist():
            games.setdefault(number, []).append(sample.name)
    strata: Strata = {}
    for number in sorted(games):
        strata.setdefault(tuple(games[number]), []).append(number)
    alone = [members[0] for members in strata.values() if len(members) == 1]
    several = {key: members for key, members in strata.items() if len(members) > 1}
    return {**several, (ALONE,): sorted(alone)} if alone else several


def _drawn(stream: Streams, n_units: int, n_resamples: int) -> Floats:
    """How often each of some units counts, [resamples, units]; on average once."""
    draws = stream.generator().integers(0, n_units, size=(n_resamples, n_units - 1))
    counts = np.zeros((n_resamples, n_units))
    np.add.at(counts, (np.arange(n_resamples)[:, None], draws), n_units / (n_units - 1))
    return counts
