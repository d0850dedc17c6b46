"""Where the pairs of people and machines ended up in each game: what Figures 1-8 of the paper show.

Arifovic, McKelvey & Pevnitskaya (2006): the polygon of possible mean payoffs, equilibria, one dot a pair, centre
estimates (geometric medians) and circles whose radius is the Euclidean deviation. From the first trial.
"""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Game
from humanlike.datasets import geometric_median
from humanlike.datasets.summary import match_payoffs
from humanlike.games import equilibria, payoff_polygon
from humanlike.tournament.result import TournamentResult

Floats = npt.NDArray[np.float64]
Points = tuple[tuple[float, float], ...]


class Cloud(NamedTuple):
    """Pairs' mean payoffs [pairs, 2], their geometric median and the Euclidean deviation about it."""

    points: Floats
    centre: tuple[float, float]
    spread: float


class Scene(NamedTuple):
    """A game with its possible payoffs, and where people and every emulator's pairs ended up in it."""

    game: str
    title: str
    polygon: Points
    equilibria: Points
    people: Cloud  # of all experiments together: the paper's red circle
    experiments: tuple[tuple[str, Cloud], ...]
    machines: tuple[tuple[str, Cloud], ...]  # as they stand


def scenes(result: TournamentResult) -> tuple[Scene, ...]:
    """Every game of two players that people and machines played in the first trial."""
    found = []
    for game in result.material.games:
        people = pairs_of_people(result, game.name) if _in_pairs(result, game) else None
        machines = pairs_of_machines(result, game.name) if people else []
        if people and machines:
            polygon = tuple((float(x), float(y)) for x, y in payoff_polygon(game))
            experiments = tuple(pairs_by_experiment(result, game.name))
            found.append(
                Scene(
                    game.name,
                    game.title or game.name,
                    polygon,
                    equilibrium_payoffs(game),
                    people,
                    experiments,
                    tuple(machines),
                )
            )
    return tuple(found)


def _in_pairs(result: TournamentResult, game: Game) -> bool:
    """Whether pairs stayed together, so that a dot can be a pair."""
    plays = [each.play for each in result.first_trial.get(game.name, ())]
    return game.n_players == 2 and all(play.partners.ndim == 2 for play in plays)


def equilibrium_payoffs(game: Game) -> Points:
    """Payoffs of the stage game's extreme equilibria, each once."""
    pairs: list[tuple[Fraction, Fraction]] = [each.payoffs for each in equilibria(game)]
    return tuple((float(row), float(column)) for row, column in dict.fromkeys(pairs))


def pairs_of_people(result: TournamentResult, game: str) -> Cloud | None:
    """All human pairs of a game in the first trial together."""
    people = [match_payoffs(each.play) for each in result.first_trial.get(game, ()) if each.is_human]
    return _cloud(np.concatenate(people)) if people else None


def pairs_by_experiment(result: TournamentResult, game: str) -> list[tuple[str, Cloud]]:
    """The human pairs of a game in the first trial, by experiment in the order of their names."""
    found: dict[str, list[Floats]] = {}
    for each in result.first_trial.get(game, ()):
        if each.is_human:
            found.setdefault(each.source, []).append(match_payoffs(each.play))
    return [(name, _cloud(np.concatenate(found[name]))) for name in sorted(found)]


def _cloud(payoffs: Floats) -> Cloud:
    points = _whole(payoffs)
    centre = geometric_median(points)
    spread = float(np.sqrt(((points - centre) ** 2).sum(axis=1).mean()))
    return Cloud(points, (float(centre[0]), float(centre[1])), spread)


def pairs_of_machines(result: TournamentResult, game: str) -> list[tuple[str, Cloud]]:
    """Each emulator's pairs of a game in the first trial as they stand, with the centre and spread on record."""
    records = result.datasets
    known = records[(records["trial"] == 1) & (records["game"] == game) & (records["mark"] == "")]
    numbers = known.set_index("source")[["row_centre", "column_centre", "spread"]].astype(float)
    found = {}
    for each in result.first_trial.get(game, ()):
        if not each.is_human:
            row, column, spread = (float(value) for value in numbers.loc[each.source].to_numpy())
            found[each.source] = Cloud(_whole(match_payoffs(each.play)), (row, column), spread)
    return [(str(name), found[name]) for name in result.emulators["name"] if name in found]


def _whole(points: Floats) -> Floats:
    return points[np.isfinite(points).all(axis=1)]
