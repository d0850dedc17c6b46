r"""All Nash equilibria of a two-player game, exactly.

A pair of vertices :math:`(x, y)` of the best-response polytopes is an equilibrium if together they carry
every label: each action is unused or a best reply. These *extreme* equilibria are finitely many, and every
equilibrium is a mixture of some that are interchangeable (if :math:`(x, y)`, :math:`(x', y')`,
:math:`(x, y')` and :math:`(x', y)` all are equilibria, so is everything between). Extreme equilibria linked
through a shared strategy belong to one connected component; a component with more than one of them is a
continuum.

References
----------
Mangasarian (1964), Journal of the Society for Industrial and Applied Mathematics 12, 778-780
Avis, Rosenberg, Savani & von Stengel (2010), Economic Theory 42, 9-37

"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from humanlike.core import Game, UnsuitableGame
from humanlike.games.polytope import Vertex, exact, vertices

MAX_ACTIONS: Final = 18  # of both players together, dominated ones removed; beyond, vertices explode
Strategy = tuple[Fraction, ...]
ExactMatrix = list[list[Fraction]]


@dataclass(frozen=True)
class Equilibrium:
    """One extreme Nash equilibrium of a two-player game, in exact numbers.

    Equilibria with the same `component` number are connected; `continuum` says there is more than one.
    """

    row: Strategy
    column: Strategy
    payoffs: tuple[Fraction, Fraction]
    component: int
    continuum: bool

    @property
    def is_pure(self) -> bool:
        """Whether both players take one action with certainty."""
        return max(self.row) == 1 and max(self.column) == 1


def equilibria(game: Game) -> tuple[Equilibrium, ...]:
    """All extreme Nash equilibria of a two-player game, pure ones of early actions first.

    >>> from humanlike.games import GAMES
    >>> [tuple(map(str, found.row)) for found in equilibria(GAMES["battle-of-the-sexes"])]
    [('1', '0'), ('0', '1'), ('5/6', '1/6')]
    """
    row, column = ([[exact(value) for value in line] for line in matrix] for matrix in game.matrices)
    rows, columns = _undominated(row, column)
    if len(rows) + len(columns) > MAX_ACTIONS:
        raise UnsuitableGame(
            f"'{game.name}' keeps {len(rows)} by {len(columns)} undominated actions; "
            f"all equilibria are enumerated for at most {MAX_ACTIONS} together."
        )
    for_row = [[row[i][j] for j in columns] for i in rows]
    for_column = [[column[i][j] for i in rows] for j in columns]
    pairs = _fully_labelled(vertices(for_column), vertices(for_row), len(rows), len(columns))
    found = [(_spread(x, rows, len(row)), _spread(y, columns, len(row[0]))) for x, y in pairs]
    found.sort(key=lambda pair: (-max(pair[0]) - max(pair[1]), [-p for p in pair[0]], [-p for p in pair[1]]))
    components = _components(found)
    marked = [
        Equilibrium(x, y, (_expected(row, x, y), _expected(column, x, y)), part, components.count(part) > 1)
        for (x, y), part in zip(found, components, strict=True)
    ]
    return tuple(sorted(marked, key=lambda equilibrium: equilibrium.component))


def _undominated(row: ExactMatrix, column: ExactMatrix) -> tuple[list[int], list[int]]:
    """Actions that survive repeated removal of those strictly worse than another; no equilibrium is lost."""
    rows, columns = list(range(len(row))), list(range(len(row[0])))
    while True:
        kept_rows = [i for i in rows if not any(all(row[k][j] > row[i][j] for j in columns) for k in rows)]
        kept_columns = [
            j for j in columns if not any(all(column[i][k] > column[i][j] for i in rows) for k in columns)
        ]
        if (kept_rows, kept_columns) == (rows, columns):
            return rows, columns
        rows, columns = kept_rows, kept_columns


def _fully_labelled(
    xs: Sequence[Vertex], ys: Sequence[Vertex], n_rows: int, n_columns: int
) -> list[tuple[Strategy, Strategy]]:
    """Pairs in which every action is unused or a best reply."""
    every = (1 << (n_rows + n_columns)) - 1
    row_bits = (1 << n_rows) - 1
    pairs = []
    for y in ys:  # its labels: columns unused, then rows best; turned round to match those of x
        unused, best = y.labels & ((1 << n_columns) - 1), y.labels >> n_columns & row_bits
        turned = unused << n_rows | best
        pairs += [(x.strategy, y.strategy) for x in xs if (x.labels | turned) & every == every]
    return pairs


def _components(pairs: Sequence[tuple[Strategy, Strategy]]) -> list[int]:
    """A number for each connected component, in order of appearance."""
    number = list(range(len(pairs)))
    for i, pair in enumerate(pairs):
        for k in range(i):
            if (pair[0] == pairs[k][0] or pair[1] == pairs[k][1]) and number[i] != number[k]:
                old, new = max(number[i], number[k]), min(number[i], number[k])
                number = [new if label == old else label for label in number]
    order = sorted(set(number))
    return [order.index(label) for label in number]


def _spread(strategy: Strategy, kept: Sequence[int], n_actions: int) -> Strategy:
    full = [Fraction(0)] * n_actions
    for action, chance in zip(kept, strategy, strict=True):
        full[action] = chance
    return tuple(full)


def _expected(matrix: ExactMatrix, x: Strategy, y: Strategy) -> Fraction:
    return sum(
        (p * q * matrix[i][j] for i, p in enumerate(x) if p for j, q in enumerate(y) if q), start=Fraction(0)
    )
