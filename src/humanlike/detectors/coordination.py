r"""Coordination: people take turns where taking turns pays, and nearly never without a slip.

*Mode 1, taking turns.* In a coordination game with two or more Pareto-optimal coordination cells, Count is
the number of steps from one optimal cell to another in successive rounds, J the number of steps (49 in 50
rounds), both summed over pairs, and

.. math:: r = 1 - \frac{|\text{Count} - \varepsilon J|}{J}, \qquad \varepsilon = .96 :

perfect alternation gives .96, none gives .04, and only nearly perfect alternation gives 1.

*Mode 2, holding on (ours: the paper says only that the detector acts in such games).* Where one single
Pareto-optimal cell is better for everybody than every pure equilibrium, or is itself the one that is
(stag hunts, prisoner's dilemma), Count is the number of steps that stay in that cell.

Other games, and plays without two rounds in a row: r = 1/2.
Arifovic, McKelvey & Pevnitskaya (2006), section 3.2 and notes 14, 15; .96 and 49 follow from Table 14.
"""

from collections.abc import Sequence
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Play
from humanlike.detectors.detector import Detector, Floats
from humanlike.games import coordination_cells, pareto_cells, pure_equilibria

EPSILON = 0.96
UNDECIDED = 0.5
CellsOfGame = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=256)
def optimal_cells(game: Game) -> CellsOfGame:
    """Two or more cells to take turns between, one cell to hold on to, or none: a game not recognised.

    >>> from humanlike.games import GAMES
    >>> [optimal_cells(GAMES[name]) for name in ("battle-of-the-sexes", "prisoners-dilemma", "chicken")]
    [((0, 0), (1, 1)), ((0, 0),), ()]
    """
    if game.n_players != 2:
        return ()
    best = pareto_cells(game)
    turns = tuple(cell for cell in coordination_cells(game) if cell in best)
    return turns if len(turns) > 1 else _dominant_cell(game, best)


def _dominant_cell(game: Game, best: CellsOfGame) -> CellsOfGame:
    """The only Pareto-optimal cell that is better for both than each (other) pure equilibrium."""
    stable = {found.profile: np.array(found.payoffs) for found in pure_equilibria(game)}
    dominant = tuple(
        cell
        for cell in best
        if all(cell == other or np.all(game.payoffs_of(cell) > paid) for other, paid in stable.items())
    )
    return dominant if stable and len(dominant) == 1 else ()


def judge(epsilon: float, model: None, game: Game, plays: Sequence[Play]) -> Floats:
    """How near each play comes to nearly perfect coordination."""
    return np.array([_probability(play, optimal_cells(game), epsilon) for play in plays])


def _probability(play: Play, cells: CellsOfGame, epsilon: float) -> float:
    if not cells:
        return UNDECIDED
    place = _places(play, cells)
    before, after = place[:, :-1], place[:, 1:]
    steps = int(((before >= -1) & (after >= -1)).sum())
    if not steps:
        return UNDECIDED
    wanted = before == after if len(cells) == 1 else before != after
    count = int((wanted & (before >= 0) & (after >= 0)).sum())
    return 1 - abs(count - epsilon * steps) / steps


def _places(play: Play, cells: CellsOfGame) -> npt.NDArray[np.int64]:
    """Which optimal cell each subject is in, shape [subjects, rounds]; -1: in none, -2: a move is missing."""
    column = (play.roles == 1)[:, None]
    own, met = play.actions.astype(np.int64), play.situations
    first, second = np.where(column, met, own), np.where(column, own, met)
    place = np.where((own >= 0) & (met >= 0), -1, -2)
    for number, cell in enumerate(cells):
        place[(first == cell[0]) & (second == cell[1])] = number
    return place


def coordination(epsilon: float = EPSILON, *, name: str = "coordination") -> Detector:
    """The detector with its share of steps that is most human."""
    return Detector(
        name,
        partial(judge, epsilon),
        description="people take turns between the best cells (ours: or hold on to the one best cell)",
    )


DETECTOR = coordination()
