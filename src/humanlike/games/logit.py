r"""Logit quantal response equilibrium, traced along the branch that starts where nobody discriminates.

At precision :math:`\lambda` everybody's log-odds are proportional to payoff differences,

.. math:: \log p_{ik} - \log p_{i0} = \lambda\,(u_{ik}(p) - u_{i0}(p)), \qquad \textstyle\sum_k p_{ik} = 1 .

At :math:`\lambda = 0` the only solution is uniform; from there one curve leads (in almost all games) to a
Nash equilibrium as :math:`\lambda \to \infty`. It may turn back in :math:`\lambda`, so it is followed by arc
length in :math:`(\log p, \lambda)`: a step along the tangent, then Newton's method at right angles to it.
Where the curve passes a precision several times the first passage counts; where a symmetric game's curve
forks, the symmetric branch is kept. Logarithms keep probabilities of :math:`e^{-10000}` harmless. Payoffs
enter as they are: doubling them halves the precision.

References
----------
McKelvey & Palfrey (1995), Games and Economic Behavior 10, 6-38
Turocy (2005), Games and Economic Behavior 51, 243-263

"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters, Game, UnsuitableGame
from humanlike.games.expected_payoffs import Crowd, Floats, crowd_of

FIRST_STEP: Final = 0.02
SMALLEST_STEP: Final = 1e-9
FURTHEST_CORRECTION: Final = 0.2  # in logs; a longer way back to the curve may lead to another curve
SHARPEST_TURN: Final = 0.9  # cosine between neighbouring tangents
MAX_CORRECTIONS: Final = 20
MAX_STEPS: Final = 100_000


def logit_equilibrium(game: Game, precision: float) -> tuple[Floats, ...]:
    """Everybody's choice probabilities at one precision, on the branch that starts uniform.

    >>> from humanlike.games import GAMES
    >>> row, column = logit_equilibrium(GAMES["ochs"], 2.0)
    >>> print(round(float(row[0]), 3), round(float(column[0]), 3))
    0.742 0.126
    """
    return tuple(choice[:, 0] for choice in trace_logit(game, [precision]))


def trace_logit(game: Game, precisions: Sequence[float] | Floats) -> tuple[Floats, ...]:
    """The traced equilibrium at each precision; for each player an array [actions, precisions]."""
    wanted = _checked(precisions)
    crowd = crowd_of(game)
    scale = max(float(np.ptp(table)) for table in game.tables) or 1.0
    order = np.argsort(wanted, kind="stable")
    logs = np.empty((sum(crowd.sizes), wanted.size))
    curve = _Curve(crowd, scale, game.name)
    for position in order:
        logs[:, position] = curve.at(wanted[position] * scale)
    chances = [np.exp(part) for part in np.split(logs, np.cumsum(crowd.sizes)[:-1])]
    chances = [part / part.sum(axis=0) for part in chances]
    return tuple(chances[group] for group in crowd.seats)


def _checked(precisions: Sequence[float] | Floats) -> Floats:
    wanted = np.asarray(precisions, dtype=np.float64)
    if wanted.ndim != 1 or not np.all(np.isfinite(wanted)) or np.any(wanted < 0):
        raise BadParameters(f"A precision is a finite number from 0 up, not {precisions!r}.")
    return wanted


class _Curve:
    """The solution curve; remembers how far it has been followed, so ask for rising precisions."""

    def __init__(self, crowd: Crowd, scale: float, name: str) -> None:
        self.crowd, self.scale, self.name = crowd, scale, name
        uniform = np.concatenate([np.full(size, -np.log(size)) for size in crowd.sizes])
        self.point = np.append(uniform, 0.0)
        self.tangent = self._tangent(self.point, np.append(np.zeros_like(uniform), 1.0))
        self.step = FIRST_STEP
        self.previous = self.point

    def at(self, precision: float) -> Floats:
        """Logs of the equilibrium probabilities at the first passage of `precision`."""
        for _ in range(MAX_STEPS):
            if self.point[-1] >= precision:
                found = self._between(precision)
                if found is not None:
                    return found
                self._step_back()
            self._advance()
        raise self._lost(precision)

    def _between(self, precision: float) -> Floats | None:
        """The solution at `precision` between the last two points; None if they are too far apart."""
        start, end = self.previous, self.point
        share = (precision - start[-1]) / (end[-1] - start[-1]) if end[-1] != start[-1] else 1.0
        guess = start + share * (end - start)
        guess[-1] = precision
        along = np.append(np.zeros(guess.size - 1), 1.0)  # correct at a fixed precision
        return None if (point := self._correct(guess, along)) is None else point[:-1]

    def _step_back(self) -> None:
        self.step = float(np.linalg.norm(self.point - self.previous)) / 2
        self.point = self.previous
        self.tangent = self._tangent(self.point, self.tangent)

    def _advance(self) -> None:
        """One step along the curve, as long as the curve's bends allow."""
        while self.step > SMALLEST_STEP:
            point = self._correct(self.point + self.step * self.tangent, self.tangent)
            if point is not None:
                tangent = self._tangent(point, self.tangent)
                if tangent @ self.tangent > SHARPEST_TURN:
                    self.previous, self.point, self.tangent = self.point, point, tangent
                    self.step *= 1.5
                    return
            self.step /= 2
        raise self._lost(self.point[-1])

    def _lost(self, precision: float) -> UnsuitableGame:
        return UnsuitableGame(
            f"The logit equilibrium of '{self.name}' could not be traced beyond precision "
            f"{precision / self.scale:g}."
        )

    def _correct(self, guess: Floats, along: Floats) -> Floats | None:
        """Newton's method back to the curve at right angles to `along`; None if the way is too long."""
        point, error = guess, np.inf
        for _ in range(MAX_CORRECTIONS):
            residual, jacobian = self._system(point)
            last, error = error, float(np.abs(residual).max())
            there = error < 1e-13 * (1.0 + abs(point[-1]))
            if not there and error > 0.5 * last:
                return None
            point = point + _solve(np.vstack([jacobian, along]), np.append(-residual, 0.0))
            if not np.linalg.norm(point - guess) < FURTHEST_CORRECTION:
                return None
            if there:
                return point
        return None

    def _tangent(self, point: Floats, towards: Floats) -> Floats:
        """The direction of the curve at `point`, of length one, pointing on from `towards`."""
        _, jacobian = self._system(point)
        direction = np.linalg.svd(jacobian)[2][-1]
        return np.asarray(direction if direction @ towards >= 0 else -direction)

    def _system(self, point: Floats) -> tuple[Floats, Floats]:
        """Residuals of the defining equations and their derivatives by (logs, precision)."""
        logs = np.split(point[:-1], np.cumsum(self.crowd.sizes)[:-1])
        precision = point[-1]
        chances = [np.exp(np.minimum(part, 1.0)) for part in logs]
        payoffs = [part / self.scale for part in self.crowd.expected(chances)]
        slopes = self.crowd.slopes(chances)
        residuals, rows = [], []
        for i, (log, payoff) in enumerate(zip(logs, payoffs, strict=True)):
            gain = payoff[1:] - payoff[0]
            residuals += [log[1:] - log[0] - precision * gain, [np.logaddexp.reduce(log)]]
            effects = [slopes[i][j] * chances[j] / self.scale for j in range(len(logs))]
            blocks = [-precision * (effect[1:] - effect[0]) for effect in effects]
            blocks[i] = blocks[i] + np.hstack([-np.ones((log.size - 1, 1)), np.eye(log.size - 1)])
            rows.append(np.hstack([*blocks, -gain[:, None]]))
            share = np.zeros(point.size)
            before = sum(self.crowd.sizes[:i])
            share[before : before + log.size] = np.exp(log - np.logaddexp.reduce(log))
            rows.append(share[None, :])
        return np.concatenate(residuals), np.vstack(rows)


def _solve(matrix: npt.NDArray[np.float64], right: Floats) -> Floats:
    """A solution, the shortest one where the matrix is singular (a fork of the curve)."""
    return np.asarray(np.linalg.lstsq(matrix, right, rcond=1e-14)[0])
