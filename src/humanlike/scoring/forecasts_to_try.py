"""Beliefs and reports all over the simplex, on a grid, off it and at its edges: where lies are looked for.

A grid alone hides what lies between its points, so it is joined by forecasts drawn once for all, by forecasts with a
part as small as 1e-15, and for every belief by reports very close to it.
"""

from functools import lru_cache
from itertools import combinations

import numpy as np

from humanlike.scoring.probabilities import Floats

SMALL = (*(10.0 ** -np.arange(15, 3, -1)).tolist(), 1e-3, 0.003, 0.01, 0.03)
GRID_STEPS = {2: 100, 3: 20, 4: 10}
MOST_ALTERNATIVES = 100
N_RANDOM = 250
N_BETWEEN = 4000  # reports off the grid with few alternatives
FEW_BETWEEN = 200  # of a contest, or with many alternatives: each is dearer
STEPS_ASIDE = np.array([1e-2, 3e-3, 1e-3, 1e-4, 1e-5, 1e-6])  # of reports close to a belief
MANY = 8  # from more alternatives on, neighbours stand for all pairs and the first for all


@lru_cache(maxsize=16)
def candidate_forecasts(size: int) -> Floats:
    """Forecasts all over the simplex of `size` alternatives, shape [candidates, size]."""
    body = _grid(size, GRID_STEPS[size]) if size in GRID_STEPS else _drawn(size, size, N_RANDOM)
    counts = range(1, size + 1) if size <= 4 else (1, 2, size)
    chosen = [places for count in counts for places in combinations(range(size), count)]
    if size > MANY:
        neighbours = [(place, (place + 1) % size) for place in range(size)]
        chosen = [*((place,) for place in range(size)), *neighbours, tuple(range(size))]
    shares = np.array([_equal_share(size, places) for places in chosen])
    return np.unique(np.concatenate([body, shares, _with_a_small_part(size)]), axis=0)


def beliefs_to_try(size: int) -> Floats:
    """The candidates, and some that lie between the grid points, so that no grid hides a flaw."""
    return np.unique(np.concatenate([candidate_forecasts(size), _drawn(size, 1000 + size, 60)]), axis=0)


@lru_cache(maxsize=16)
def reports_to_try(size: int, *, dear: bool) -> Floats:
    """The candidates, and many more between the grid points; fewer where each is `dear`."""
    count = FEW_BETWEEN if dear or size not in GRID_STEPS else N_BETWEEN
    between = _drawn(size, 2000 + size, count)
    if size == 2:  # one dimension can be covered evenly
        first = (np.arange(count) + between[:, 0]) / count
        between = np.stack([first, 1 - first], axis=-1)
    return np.concatenate([candidate_forecasts(size), between])


def reports_close_to(beliefs: Floats) -> Floats:
    """For each belief [many, n] reports a little towards single alternatives, shape [many, close, n].

    If the slope of what one expects is not 0 at the belief, it rises towards one of the alternatives.
    """
    size = beliefs.shape[-1]
    corners = np.eye(size)[: min(size, MANY)]
    steps = STEPS_ASIDE[None, :, None, None]
    moved = (1 - steps) * beliefs[:, None, None, :] + steps * corners
    return np.asarray(moved.reshape(len(beliefs), -1, size))


def _drawn(size: int, key: int, count: int) -> Floats:
    return np.random.Generator(np.random.Philox(key=key)).dirichlet(np.ones(size), count)


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
        for tiny in range(min(size, MANY)):
            even = np.full(size, (1 - small) / (size - 1))
            even[tiny] = small
            lumped = np.zeros(size)
            lumped[tiny], lumped[(tiny + 1) % size] = small, 1 - small
            forecasts += [even, lumped]
    return np.array(forecasts)
