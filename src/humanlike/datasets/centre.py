r"""The geometric median: the point with the smallest sum of distances to all others.

.. math:: c = \arg\min_x \sum_m w_m \lVert x_m - x \rVert

over the different points x with their multiplicities w: the mean payoffs of a million pairs take a few thousand
values. The sum is convex. At a data point it has a kink, and the point is the median if the others together pull no
harder than it holds; elsewhere it is smooth, and Newton's steps get to the minimum in a few. Points on a line have a
whole segment of medians where their number is even.

References
----------
Weiszfeld (1937), Tohoku Math. J. 43, 355-386; Vardi & Zhang (2000), PNAS 97, 1423-1426 (at data points).

"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

Floats = npt.NDArray[np.float64]
TOLERANCE = 1e-12  # of the points' extent: a step this short changes no digit that anybody prints
MOST_STEPS = 200
SAME = 1e-14  # of the extent: nearer than this two points are one
FLAT = 1e-12  # of the extent: points this near to a line are on it


class _Cloud(NamedTuple):
    """Different points, in lexicographic order, and how often each occurs."""

    points: Floats  # [points, dimensions]
    weights: Floats  # [points]
    extent: float

    def pull(self, centre: Floats) -> tuple[Floats, float]:
        """Where the points away from `centre` pull, each with its weight, and the weight that holds there."""
        away = self.points - centre
        distance = _lengths(away)
        apart = distance > SAME * self.extent
        force = (self.weights / np.where(apart, distance, np.inf)) @ away
        return force, float(self.weights[~apart].sum())

    def total(self, centre: Floats) -> float:
        """The sum of all distances from `centre`."""
        return float(self.weights @ _lengths(self.points - centre))


def geometric_median(points: npt.ArrayLike) -> Floats:
    """The point with the smallest sum of distances to `points`, shape [points, dimensions].

    >>> print(geometric_median([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]))
    [0.5 0.5]
    """
    given = np.asarray(points, dtype=np.float64)
    centre: Floats = given.mean(axis=0)
    extent = float(np.ptp(given, axis=0).max(initial=0.0))
    if extent == 0.0:
        return centre
    cloud = _Cloud(*_different(given), extent)
    places = _places_on_a_line(cloud)
    if places is not None:
        return _middle(cloud, places, centre)
    for _ in range(MOST_STEPS):
        nearest = cloud.points[np.argmin(_lengths(cloud.points - centre))]
        force, held = cloud.pull(nearest)
        if _lengths(force) <= held + TOLERANCE:
            return np.asarray(nearest)
        after = _closer(cloud, centre)
        if _lengths(after - centre) <= TOLERANCE * extent:
            return after
        centre = after
    return centre


def _lengths(vectors: Floats) -> Floats:
    """Euclidean lengths over the last axis."""
    return np.asarray(np.sqrt(np.einsum("...d,...d->...", vectors, vectors)))


def _different(points: Floats) -> tuple[Floats, Floats]:
    """The different points in lexicographic order, and how often each occurs."""
    codes = np.zeros(len(points), dtype=np.int64)
    for column in points.T:
        numbers, values = pd.factorize(column)
        codes = pd.factorize(codes * len(values) + numbers)[0]
    weights = np.bincount(codes).astype(np.float64)
    different = np.empty((len(weights), points.shape[1]))
    different[codes] = points
    order = np.lexsort(different.T[::-1])
    return different[order], weights[order]


def _places_on_a_line(cloud: _Cloud) -> Floats | None:
    """How far along their line the points lie, as those of a zero-sum game do; None if they lie on none."""
    away = cloud.points - cloud.points[0]
    along = away[np.argmax(_lengths(away))]
    along = along / _lengths(along)
    places = away @ along
    return places if _lengths(away - np.outer(places, along)).max() <= FLAT * cloud.extent else None


def _middle(cloud: _Cloud, places: Floats, mean: Floats) -> Floats:
    """The median of points on a line: their mean if as many pull either way, else the first that is one."""
    if _lengths(cloud.pull(mean)[0]) <= TOLERANCE * cloud.weights.sum():
        return mean
    order = np.argsort(places)
    up_to = np.cumsum(cloud.weights[order])
    return np.asarray(cloud.points[order[np.searchsorted(up_to, up_to[-1] / 2)]])


def _closer(cloud: _Cloud, centre: Floats) -> Floats:
    """A Newton step, halved until it helps; Weiszfeld's step if it does not."""
    away = cloud.points - centre
    distance = _lengths(away)
    apart = distance > SAME * cloud.extent
    strength = cloud.weights / np.where(apart, distance, np.inf)
    force, held = strength @ away, float(cloud.weights[~apart].sum())
    if not held:
        unit = away / distance[:, None]
        curvature = strength.sum() * np.eye(len(centre)) - (strength[:, None] * unit).T @ unit
        step = np.linalg.lstsq(curvature, force, rcond=None)[0]
        total = cloud.total(centre)
        for share in (1.0, 0.5, 0.25):
            if cloud.total(centre + share * step) <= total:
                return np.asarray(centre + share * step)
    share = 1.0 - min(1.0, held / float(_lengths(force)))  # a point that holds slows the step down
    return np.asarray(centre + share * force / strength.sum())
