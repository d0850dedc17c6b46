r"""Vertices of best-response polytopes, exactly, by the double description method.

For a payoff matrix :math:`A > 0` (row: the actions of the one who replies) the polytope
:math:`\{y \ge 0 : A y \le 1\}` has as vertices, once scaled to sum to one, the mixed strategies
:math:`y` at which as many replies are best and as many own actions unused as can be. Constraints are
added one by one; a new vertex lies on every edge the constraint cuts. Two vertices share an edge if no
third one satisfies with equality all that both do. Arithmetic is on whole numbers, so that degenerate
games (ties, continua of equilibria) need no tolerance.

References
----------
Motzkin, Raiffa, Thompson & Thrall (1953), in Contributions to the Theory of Games II, 51-73
Avis, Rosenberg, Savani & von Stengel (2010), Economic Theory 42, 9-37

"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm


@dataclass(frozen=True)
class Vertex:
    """A mixed strategy with its labels.

    `labels` has bit k set where own action k is unused, and bit (number of own actions + j) where
    reply j is a best one.
    """

    strategy: tuple[Fraction, ...]
    labels: int


def exact(value: float) -> Fraction:
    """The number as written: 0.1 is one tenth, not the nearest binary fraction."""
    return Fraction(repr(float(value)))


def vertices(payoffs: Sequence[Sequence[Fraction]]) -> list[Vertex]:
    """Every extreme mixed strategy against replies that earn `payoffs` [reply, own action]."""
    n_own = len(payoffs[0])
    lowest = min(min(row) for row in payoffs)
    # a ray is (scale, y_1 .. y_n); the cone starts as the orthant and is cut by scale >= (A y)_j
    size = n_own + 1
    rays = [tuple(int(i == k) for i in range(size)) for k in range(size)]
    scale_bit = 1 << (n_own + len(payoffs))  # scale >= 0 bounds the first cone but labels no action
    bits = [scale_bit, *(1 << own for own in range(n_own))]
    facets = [sum(bits) - bit for bit in bits]
    for number, row in enumerate(payoffs):
        normal = _whole([Fraction(1), *(-(value - lowest + 1) for value in row)])
        rays, facets = _cut(rays, facets, normal, 1 << (n_own + number), size)
    found = []
    for ray, zeros in zip(rays, facets, strict=True):
        total = sum(ray[1:])
        if total:
            found.append(Vertex(tuple(Fraction(part, total) for part in ray[1:]), zeros))
    return sorted(found, key=lambda vertex: [-part for part in vertex.strategy])


def _cut(
    rays: list[tuple[int, ...]], facets: list[int], normal: Sequence[int], label: int, size: int
) -> tuple[list[tuple[int, ...]], list[int]]:
    """The cone's rays after one more constraint normal . ray >= 0, with the facets each lies on."""
    heights = [sum(a * b for a, b in zip(normal, ray, strict=True)) for ray in rays]
    kept = [i for i, height in enumerate(heights) if height >= 0]
    new_rays = [rays[i] for i in kept]
    new_facets = [facets[i] | (label if heights[i] == 0 else 0) for i in kept]
    below = [i for i, height in enumerate(heights) if height < 0]
    for up in (i for i in kept if heights[i] > 0):
        for down in below:
            common = facets[up] & facets[down]
            if common.bit_count() >= size - 2 and _adjacent(facets, up, down, common):
                ends = zip(rays[up], rays[down], strict=True)
                mixed = [heights[up] * low - heights[down] * high for high, low in ends]
                divisor = gcd(*mixed)
                new_rays.append(tuple(part // divisor for part in mixed))
                new_facets.append(common | label)
    return new_rays, new_facets


def _adjacent(facets: list[int], up: int, down: int, common: int) -> bool:
    return not any(zeros & common == common for i, zeros in enumerate(facets) if i not in (up, down))


def _whole(values: Sequence[Fraction]) -> tuple[int, ...]:
    """The same direction in whole numbers."""
    scale = lcm(*(value.denominator for value in values))
    return tuple(int(value * scale) for value in values)
