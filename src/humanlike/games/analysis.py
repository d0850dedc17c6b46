r"""From a two-player game to what each seat should know about it (`Analysis`), for rules that think ahead.

*The plan.* Let R be the cell best for row and C the cell best for column. If some single cell gives both
players at least the average of R and C, the plan is that cell in every round (the largest total; then the
most equal, then an equilibrium, then the first). Otherwise it alternates R in odd and C in even rounds.
A single cell may be unenforceable: if row's best deviation still leaves row no worse off after column's
best reply to it, row takes that deviation in every other round and column keeps to its part (chicken).

*Punishment* is the own action that holds the other's best payoff lowest. *Common best* is a cell in which
both reach their highest payoff. Ties go to the lowest index throughout.

References
----------
Arifovic, McKelvey & Pevnitskaya (2006), Games and Economic Behavior 57, 93-122 (Alg1 and Alg2)

"""

from typing import Any, Final

import numpy as np

from humanlike.core import Analysis, Game
from humanlike.games.equilibria import equilibria
from humanlike.games.expected_payoffs import Floats
from humanlike.games.logit import trace_logit
from humanlike.games.pure_equilibria import pure_equilibria
from humanlike.games.solutions import pareto_cells

PRECISIONS: Final = np.append(0.0, np.geomspace(0.01, 200.0, 64))
Cell = tuple[int, int]


def analyse(game: Game) -> tuple[Analysis, Analysis]:
    """What theory says to the row player and to the column player."""
    row, column = game.matrices
    found = equilibria(game)
    only_mixed = float(len(found) == 1 and not found[0].is_pure)
    plan = np.array(cooperative_plan(game))  # [2 rounds, 2 players]
    choices = trace_logit(game, PRECISIONS)
    shared = (row == row.max()) & (column == column.max())
    best = np.argwhere(shared)[:1]
    pareto = np.array(pareto_cells(game))
    others_payoffs = (column, row.T)  # [own action, the other's action]
    seats = []
    for seat, count in enumerate(game.n_actions):
        fields: dict[str, Any] = {  # NumPy here, JAX once the engine takes over
            "plan_own": plan[:, seat],
            "plan_other": plan[:, 1 - seat],
            "punishment": others_payoffs[seat].max(axis=1).argmin(),
            "only_mixed": np.float64(only_mixed),
            "common_best": np.bincount(best[:, seat], minlength=count).astype(np.float64),
            "pareto_share": np.bincount(pareto[:, seat], minlength=count) / len(pareto),
            "qre_precision": PRECISIONS,
            "qre_choice": choices[seat],
        }
        seats.append(Analysis(**fields))
    return seats[0], seats[1]


def cooperative_plan(game: Game) -> tuple[Cell, Cell]:
    """The cells to aim at in odd and in even rounds.

    >>> from humanlike.games import GAMES
    >>> cooperative_plan(GAMES["battle-of-the-sexes"])
    ((0, 0), (1, 1))
    """
    row, column = game.matrices
    cells: list[Cell] = [(int(i), int(j)) for i, j in np.ndindex(row.shape)]
    for_row = max(cells, key=lambda cell: (row[cell], column[cell]))
    for_column = max(cells, key=lambda cell: (column[cell], row[cell]))
    fair = [(matrix[for_row] + matrix[for_column]) / 2 for matrix in (row, column)]
    single = [cell for cell in cells if row[cell] >= fair[0] and column[cell] >= fair[1]]
    if not single:
        return for_row, for_column
    stable = {found.profile for found in pure_equilibria(game)}
    target = max(
        single,
        key=lambda cell: (row[cell] + column[cell], -abs(row[cell] - column[cell]), cell in stable),
    )
    return target, _tempted(row, column, target)


def _tempted(row: Floats, column: Floats, target: Cell) -> Cell:
    """Where row strays to in even rounds: nowhere, unless straying cannot be answered."""
    own, other = target
    deviation = int(row[:, other].argmax())
    answer = int(column[deviation].argmax())
    if row[deviation, other] > row[target] and row[deviation, answer] >= row[target]:
        return deviation, other
    return own, other
