r"""Finite mixtures: different people follow different rules, and nobody says who.

A unit u (a person, or a match) belongs to class c with probability :math:`\pi_c`; within the class its choices
follow the class's rule with the class's parameters. EM alternates between

.. math:: r_{uc} = \frac{\pi_c L_{uc}(\theta_c)}{\sum_k \pi_k L_{uk}(\theta_k)}, \qquad
          \pi_c = \overline{r_{uc}}, \quad \theta_c = \arg\max \sum_u r_{uc} \log L_{uc}(\theta_c),

and never lowers the likelihood. Several starts differ in the first, random responsibilities. What a class is, is told
by `Classes`: learning rules, whose second step is a search (`rule_classes`), or automata, whose second step is a
fraction (`strategy_classes`). Axes before units and classes are mixtures climbed side by side.

References
----------
Dempster, Laird & Rubin (1977), JRSS B 39, 1-38; Stahl & Wilson (1995), GEB 10, 218-254 (types of players).

"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams

Floats = npt.NDArray[np.float64]
SMALLEST = 1e-300  # a share whose logarithm is finite
FLAT = 1.0  # curvature below which a direction is open: one standard error spans all shares
LOADING = 0.05  # squared share in an open direction that leaves a parameter without standard error


class Classes(Protocol):
    """What EM has to know: how classes are fitted to weighed units, and how likely each then finds each unit."""

    n_units: int
    n_classes: int

    def fit(self, responsibilities: Floats, points: Any) -> Any:
        """Parameters of all classes under responsibilities [..., units, classes], searched from `points` if any."""

    def log_likelihoods(self, points: Any) -> Floats:
        """Of every unit under every class, [..., units, classes]."""


class Ascent(NamedTuple):
    """Where EM arrived; leading axes are mixtures climbed side by side."""

    points: Any  # parameters of the classes, as `Classes.fit` gives them
    shares: Floats  # [..., classes]
    responsibilities: Floats  # [..., units, classes]
    log_likelihood: Floats  # [...]
    path: tuple[Floats, ...]  # the log-likelihood after each round
    converged: bool


@dataclass(frozen=True)
class HeldShare:
    """One share that is not free, in each of the mixtures climbed side by side."""

    place: npt.NDArray[np.int64]  # [...] which class
    value: Floats  # [...] its share

    def settle(self, shares: Floats) -> Floats:
        """Shares [..., classes] with that one as held, and the others in proportion."""
        here = np.arange(shares.shape[-1]) == self.place[..., None]
        others = np.where(here, 0.0, shares)
        total = np.maximum(others.sum(axis=-1, keepdims=True), SMALLEST)
        return np.where(here, self.value[..., None], others / total * (1.0 - self.value[..., None]))


def climb(
    classes: Classes,
    responsibilities: Floats,
    *,
    gain: float,
    most_rounds: int,
    weights: Floats | None = None,
    held: HeldShare | None = None,
) -> Ascent:
    """EM from first `responsibilities` [..., units, classes] until no mixture gains as much as `gain` nats in a round.

    `weights` [..., units] say how often each unit counts, once if nothing is said.
    """
    times = np.ones(responsibilities.shape[:-1]) if weights is None else weights
    points: Any = None
    path: list[Floats] = []
    converged = False
    while not converged and len(path) < most_rounds:
        weighed = responsibilities * times[..., None]
        points = classes.fit(weighed, points)
        shares = weighed.sum(axis=-2) / times.sum(axis=-1)[..., None]
        shares = shares if held is None else held.settle(shares)
        joint = classes.log_likelihoods(points) + np.log(np.maximum(shares, SMALLEST))[..., None, :]
        total = total_of(joint)
        responsibilities = np.exp(joint - total[..., None])
        path.append(np.asarray((total * times).sum(axis=-1)))
        converged = len(path) > 1 and bool((path[-1] - path[-2] < gain).all())
    return Ascent(points, shares, responsibilities, path[-1], tuple(path), converged)


def total_of(joint: Floats) -> Floats:
    """Logarithm of the summed likelihoods [...] of classes [..., classes]."""
    top = joint.max(axis=-1, keepdims=True)
    return np.asarray(top[..., 0] + np.log(np.exp(joint - top).sum(axis=-1)))


def first_responsibilities(stream: Streams, shape: tuple[int, ...]) -> Floats:
    """Random ones, [..., units, classes]."""
    return np.asarray(stream.generator().dirichlet(np.full(shape[-1], 0.5), size=shape[:-1]))


class MixtureErrors(NamedTuple):
    """How sure the parameters of a mixture are."""

    standard_errors: Floats  # of shares [classes], then of the classes' parameters; NaN where unknown
    n_units: int  # independent units they are over


def spread_of(
    scores: Callable[[Floats], Floats], point: Floats, n_classes: int, free: npt.NDArray[np.bool_], owner: Any
) -> MixtureErrors:
    r"""Standard errors that hold whatever happens within independent units, from exact scores.

    `scores(point)` gives the slopes [units, shares and parameters] of each unit's log-likelihood, shares taken as if
    they need not sum to 1; `free` says which may move; `owner` numbers the independent unit of each; what
    loads on a direction that the data leave open has none. With J summing to
    zero over shares, H the derivative of the summed scores (central differences) and s_g sums over independent units,

    .. math:: V = \tfrac{G}{G-1} J H^{-1} \Big(\sum_g s_g s_g^\top\Big) H^{-1} J^\top .
    """
    n_groups = len(np.unique(owner))
    moves = _moves(point, n_classes, free)
    if n_groups < 2 or not moves.shape[1]:
        return MixtureErrors(np.full(len(point), np.nan), n_groups)
    step = 1e-6
    bend = np.stack(
        [
            (scores(point + step * move).sum(axis=0) - scores(point - step * move).sum(axis=0)) @ moves
            for move in moves.T
        ]
    ) / (2 * step)
    sums = np.zeros((int(owner.max()) + 1, moves.shape[1]))
    np.add.at(sums, owner, scores(point) @ moves)
    values, axes = np.linalg.eigh(-np.nan_to_num(bend + bend.T) / 2)
    flat = values < FLAT
    inverse = moves @ (axes / np.where(flat, np.inf, values)) @ axes.T
    errors = np.sqrt(((inverse @ sums.T) ** 2).sum(axis=1) * n_groups / (n_groups - 1))
    open_ones = ((moves @ axes[:, flat]) ** 2 > LOADING).any(axis=1)
    return MixtureErrors(np.where((moves != 0).any(axis=1) & ~open_ones, errors, np.nan), n_groups)


def _moves(point: Floats, n_classes: int, free: npt.NDArray[np.bool_]) -> Floats:
    """Directions [shares and parameters, moves]: share against the largest share, and each free parameter."""
    largest = int(np.argmax(point[:n_classes]))
    columns = []
    for place in np.flatnonzero(free):
        if place == largest:
            continue
        column = np.zeros(len(point))
        column[place] = 1.0
        if place < n_classes:
            column[largest] = -1.0
        columns.append(column)
    return np.stack(columns, axis=1) if columns else np.empty((len(point), 0))
