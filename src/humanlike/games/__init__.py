"""Games: payoffs, what theory says about them, and the files they are kept in.

In:  payoff tables, or a game file.
Out: a `Game`; its equilibria, Pareto set, maximin, logit equilibria; an `Analysis` for each seat.
Knows nothing of: players, play, data, statistics. Imports no JAX.
To add a game: its file in `catalogue/`, its line in `GAMES`, its equilibria in `tests/games`.
"""

from humanlike.core import Game
from humanlike.games.analysis import analyse, cooperative_plan
from humanlike.games.catalogue import (
    battle_of_the_sexes,
    centipede,
    chicken,
    coordination,
    fate_behaviour_control,
    market_entry,
    matching_pennies,
    minimum_effort,
    mutual_fate_control,
    ochs,
    prisoners_dilemma,
    public_goods,
    rock_paper_scissors,
    stag_hunt,
    ultimatum,
)
from humanlike.games.catalogue.market_entry import market_entry as make_market_entry
from humanlike.games.catalogue.minimum_effort import minimum_effort as make_minimum_effort
from humanlike.games.catalogue.public_goods import public_goods as make_public_goods
from humanlike.games.digest import game_digest
from humanlike.games.equilibria import Equilibrium, equilibria
from humanlike.games.files import read_game, read_games, text_with_games, write_game, write_games
from humanlike.games.generator import random_game
from humanlike.games.logit import logit_equilibrium, trace_logit
from humanlike.games.pure_equilibria import PureEquilibrium, pure_equilibria
from humanlike.games.solutions import Maximin, coordination_cells, maximin, pareto_cells, payoff_polygon
from humanlike.games.symmetries import Symmetry, symmetries

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        ochs.GAME,
        stag_hunt.TWO_BY_TWO,
        stag_hunt.THREE_BY_THREE,
        ultimatum.GAME,
        centipede.GAME,
        prisoners_dilemma.GAME,
        battle_of_the_sexes.GAME,
        chicken.GAME,
        mutual_fate_control.GAME,
        fate_behaviour_control.GAME,
        coordination.GAME,
        matching_pennies.GAME,
        rock_paper_scissors.GAME,
        public_goods.GAME,
        minimum_effort.GAME,
        market_entry.GAME,
    )
}

__all__ = [
    "GAMES",
    "Equilibrium",
    "Maximin",
    "PureEquilibrium",
    "Symmetry",
    "analyse",
    "cooperative_plan",
    "coordination_cells",
    "equilibria",
    "game_digest",
    "logit_equilibrium",
    "make_market_entry",
    "make_minimum_effort",
    "make_public_goods",
    "maximin",
    "pareto_cells",
    "payoff_polygon",
    "pure_equilibria",
    "random_game",
    "read_game",
    "read_games",
    "symmetries",
    "text_with_games",
    "trace_logit",
    "write_game",
    "write_games",
]
