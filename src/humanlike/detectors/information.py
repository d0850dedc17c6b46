r"""How much the moves of a match tell: bits needed to write them down for somebody who learns as they come.

Each move is coded given the seat's own last move and what it met, by counts of what it did before after the same, with
half a count for each action (Krichevsky & Trofimov 1981, IEEE Trans. Inf. Theory 27, 199-207). With :math:`n_{ca}`
times action a after c among A actions,

.. math:: b = -\log_2 \prod_c \frac{\Gamma(A/2)}{\Gamma(n_c + A/2)} \prod_a \frac{\Gamma(n_{ca} + 1/2)}{\Gamma(1/2)} .

Somebody who never changes, takes turns or always answers in the same way is learned quickly: few bits, however long.
"""

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln

from humanlike.core import Play
from humanlike.detectors.detector import Floats

Integers = npt.NDArray[np.int64]


def contexts(play: Play) -> Integers:
    """A number for what each seat knew of the last round before each move, [seats, rounds]; first rounds are alike."""
    last, met = play.actions[:, :-1].astype(np.int64), play.situations[:, :-1].astype(np.int64)
    known = (last >= 0) & (met >= 0)
    keys = np.full(play.actions.shape, -1, dtype=np.int64)
    keys[:, 1:] = np.where(known, last * (int(met.max(initial=0)) + 1) + met + 1, 0)
    return np.unique(keys, return_inverse=True)[1].reshape(keys.shape).astype(np.int64)


def seat_bits(play: Play) -> Floats:
    """The bits of every seat's moves, [seats].

    >>> from humanlike.games import GAMES
    >>> steady, turns, odd = [0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 1, 0, 1, 0, 1], [0, 1, 1, 0, 1, 0, 0, 0]
    >>> print(seat_bits(Play(GAMES["chicken"], np.array([steady, turns, odd, turns]))).round(1))
    [4.5 4.5 9.4 6.2]
    """
    made, context = play.actions >= 0, contexts(play)
    n_actions = np.array(play.game.n_actions, dtype=np.int64)[play.roles]
    seat = np.repeat(np.arange(play.n_subjects), made.sum(axis=1))
    after = seat * (int(context.max(initial=0)) + 1) + context[made]
    chosen = after * int(n_actions.max()) + play.actions[made]
    return _gammas(seat, after, n_actions / 2) - _gammas(seat, chosen, np.full(play.n_subjects, 0.5))


def _gammas(seat: Integers, keys: Integers, start: Floats) -> Floats:
    """Sums over each seat's different keys of log2 of Gamma(count + start) / Gamma(start)."""
    _, first, counts = np.unique(keys, return_index=True, return_counts=True)
    begun = start[seat[first]]
    logs = (gammaln(counts + begun) - gammaln(begun)) / np.log(2)
    return np.asarray(np.bincount(seat[first], logs, minlength=len(start)), dtype=np.float64)


class Foretelling:
    """What a whole play foretells about each of its matches: counts of everybody's choices after the same."""

    def __init__(self, play: Play) -> None:
        self._made, self._contexts = play.actions >= 0, contexts(play)
        self._width = max(play.game.n_actions)
        self._moves = self._contexts * self._width + np.where(self._made, play.actions, 0)
        self._size = (int(self._contexts.max(initial=0)) + 1) * self._width
        self._total = self._counts(np.arange(play.n_subjects))

    def bits(self, rows: Integers, rounds: slice = slice(None)) -> float:
        """The bits of these seats' moves in these rounds for somebody who has seen all the others'."""
        others = self._total - self._counts(rows)
        where = self._moves[rows, rounds][self._made[rows, rounds]]
        shares = (others + 0.5) / (others.sum(axis=1, keepdims=True) + self._width / 2)
        return float(-np.log2(shares.reshape(-1)[where]).sum())

    def _counts(self, rows: Integers) -> Integers:
        moves = self._moves[rows][self._made[rows]]
        return np.bincount(moves, minlength=self._size).reshape(-1, self._width)
