r"""Fitting: the parameters and the tremble under which traces are most likely.

Shared by all players, an agent's `free` parameters and the four numbers of its `Tremble` maximise the sum of the
log-probabilities of every recipient, offer and answer (`forecasts`). Parameters of which the likelihood moves in jumps
(an adaptive player's fairness and reactivity sit behind ceilings) are searched on a grid, all at once; the others climb
by L-BFGS-B from where they are; the two alternate. Whatever is no free parameter (a DBA's distributions) is counted
from the same traces by `learning`.

Adaptive players can also be fitted one by one, as the paper's are: of each player in each game the fairness, reactivity
and exploration under which that player's own decisions are most likely.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import numpy as np
from scipy.optimize import Bounds, minimize

from humanlike.core import BadRequest, OfferTable
from humanlike.worlds.social_ultimatum import adaptive, beliefs
from humanlike.worlds.social_ultimatum.chances import MOST_SCATTER, Tremble
from humanlike.worlds.social_ultimatum.forecasts import LogChances, forecast
from humanlike.worlds.social_ultimatum.held_out import parameters_held_out
from humanlike.worlds.social_ultimatum.learning import Learned
from humanlike.worlds.social_ultimatum.setting import Floats, Free, SocialAgent

LEAST: Final = 1e-4  # blindness: less would make what was never seen impossible
TREMBLES: Final = (
    Free("tremble recipient", LEAST, 1.0, 0.1),
    Free("tremble offer", LEAST, 1.0, 0.1),
    Free("tremble answer", LEAST, 1.0, 0.05),
    Free("scatter", 0.0, MOST_SCATTER, 0.3),
)
GRID: Final = 21  # values of a parameter that moves in jumps
EXPLORATIONS: Final = (0.0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0)
DECISIONS_OF_AN_OFFER: Final = 3


@dataclass(frozen=True, eq=False)
class SocialFit:
    """An agent with what was fitted, and how likely the traces are then."""

    agent: SocialAgent
    parameters: dict[int, Any]  # by group size
    tremble: Tremble
    free: dict[str, float]  # what was chosen, in the units of the traces
    log_likelihood: float
    n_decisions: int
    on_bounds: tuple[str, ...]

    @property
    def nats(self) -> float:
        """Nats a decision: the mean of minus the log-probability."""
        return -self.log_likelihood / self.n_decisions

    @property
    def bic(self) -> float:
        """Schwarz's criterion, on the free parameters alone."""
        return float(len(self.free) * np.log(self.n_decisions) - 2 * self.log_likelihood)

    def log_chances(self, table: OfferTable, *, window: int = 5) -> LogChances:
        """What the fitted agent gives to everything done in `table`."""
        if table.n_players not in self.parameters:
            known = ", ".join(map(str, sorted(self.parameters)))
            raise BadRequest(
                f"'{self.agent.name}' was fitted to groups of {known}, so not of {table.n_players}."
            )
        own = self.parameters[table.n_players]
        return forecast(table, self.agent, own, self.tremble, window=window).log_chances()


def fit_agent(
    body: Sequence[OfferTable],
    agent: SocialAgent,
    learned: Learned,
    *,
    window: int = 5,
) -> SocialFit:
    """The agent under which a body of play is most likely.

    The climb begins where the agent says, never at a fit to other games: hills are several, and a start found on a
    game would bring it into the fit that is to be tested on it.
    Of an agent without `free` parameters only the tremble is fitted: it keeps what was learned, adaptive players being
    a cast of those of the traces.
    """
    problem = _Problem(body, agent, learned, window)
    values = np.array([each.start for each in problem.free])
    for _ in range(2 if problem.stepwise else 1):
        values = problem.climbed(problem.searched(values))
    parameters, tremble = problem.of(values)
    chosen = dict(zip((each.name for each in problem.free), problem.amounts(values).tolist(), strict=True))
    on_bounds = tuple(
        each.name
        for each, value in zip(problem.free, values, strict=True)
        if min(value - each.lower, each.upper - value) < 1e-3 * (each.upper - each.lower)
    )
    n_decisions = DECISIONS_OF_AN_OFFER * sum(int(table.made.sum()) for table in body)
    return SocialFit(agent, parameters, tremble, chosen, -problem.loss(values), n_decisions, on_bounds)


class _Problem:
    """The loss of an agent's free parameters and tremble over a body of play."""

    def __init__(self, body: Sequence[OfferTable], agent: SocialAgent, learned: Learned, window: int) -> None:
        self.body, self.agent, self.window = body, agent, window
        self.base = {table.n_players: parameters_held_out(learned, agent, table.n_players) for table in body}
        if agent.needs_parameters and None in self.base.values():
            raise BadRequest(
                f"'{agent.name}' needs parameters that traces do not teach, so it cannot be fitted."
            )
        self.free = (*agent.free, *TREMBLES)
        self.stepwise = [place for place, each in enumerate(self.free) if each.stepwise]
        self.scale = np.array([float(body[0].endowment) if each.of_endowment else 1.0 for each in self.free])

    def amounts(self, values: Floats) -> Floats:
        """Free values in the units of the traces."""
        return np.asarray(values * self.scale)

    def of(self, values: Floats) -> tuple[dict[int, Any], Tremble]:
        """Parameters by group size, and the tremble."""
        amounts = self.amounts(values).tolist()
        named = dict(zip((each.name for each in self.agent.free), amounts, strict=False))
        parameters = {}
        for size, own in self.base.items():
            known: Any = self.agent.parameters() if own is None else own
            parameters[size] = known._replace(**named)
        return parameters, Tremble(*amounts[len(self.agent.free) :])

    def loss(self, values: Floats) -> float:
        """Minus the log-likelihood."""
        parameters, tremble = self.of(values)
        return -float(
            sum(
                forecast(table, self.agent, parameters[table.n_players], tremble, window=self.window)
                .log_chances()
                .by_game()
                .sum()
                for table in self.body
            )
        )

    def climbed(self, values: Floats) -> Floats:
        """The smooth parameters at their best, the others as they are."""
        smooth = [place for place in range(len(self.free)) if place not in self.stepwise]
        low, high = (
            np.array([getattr(self.free[place], end) for place in smooth]) for end in ("lower", "upper")
        )
        scale = abs(self.loss(values))  # the optimiser's tolerances are meant for numbers about 1

        def loss(moved: Floats) -> float:
            whole = values.copy()
            whole[smooth] = low + moved * (high - low)
            return self.loss(whole) / scale

        found = minimize(
            loss,
            (values[smooth] - low) / (high - low),
            method="L-BFGS-B",
            bounds=Bounds(np.zeros(len(smooth)), np.ones(len(smooth))),
            options={"maxiter": 60, "ftol": 1e-7, "eps": 1e-5},
        )
        best = values.copy()
        best[smooth] = low + np.clip(found.x, 0.0, 1.0) * (high - low)
        return best

    def searched(self, values: Floats) -> Floats:
        """The stepwise parameters at the best point of their grid, the others as they are."""
        if not self.stepwise:
            return values
        axes = [np.linspace(self.free[place].lower, self.free[place].upper, GRID) for place in self.stepwise]
        points = [values.copy() for _ in product(*axes)]
        for point, chosen in zip(points, product(*axes), strict=True):
            point[self.stepwise] = chosen
        _, tremble = self.of(values)
        losses = np.zeros(len(points))
        for table in self.body:
            columns = zip(*(self.of(point)[0][table.n_players] for point in points), strict=True)
            losses -= _at_points(
                table, self.agent, [np.array(each) for each in columns], tremble, self.window
            ).sum(axis=(1, 2))
        return points[int(losses.argmin())]


def _at_points(
    table: OfferTable, agent: SocialAgent, points: Sequence[Floats], tremble: Tremble, window: int
) -> Floats:
    """Log-likelihood of every player's own decisions under every point, [points, games, players].

    `points` are the agent's parameters, each [points]; everybody plays by the same one.
    """
    n_points = len(points[0])
    games = np.repeat(np.arange(table.n_games), n_points)
    by_seat = (np.tile(each, table.n_games)[:, None] for each in points)
    shape = (len(games), table.n_players)
    parameters = agent.parameters(*(np.broadcast_to(each, shape) for each in by_seat))
    many = table.select(games)
    found = own_decisions(many, forecast(many, agent, parameters, tremble, window=window).log_chances())
    return np.moveaxis(found.reshape(table.n_games, n_points, table.n_players), 1, 0)


def own_decisions(table: OfferTable, logs: LogChances) -> Floats:
    """Log-likelihood of each player's own recipients, offers and answers, [games, players]."""
    own = np.nansum(logs.recipient, axis=1) + np.nansum(logs.offer, axis=1)
    answers = np.where(table.made, logs.answer, 0.0)
    for player in range(table.n_players):
        own[:, player] += np.where(table.recipients == player, answers, 0.0).sum(axis=(1, 2))
    return np.asarray(own)


def fit_players(table: OfferTable, tremble: Tremble, *, window: int = 5) -> beliefs.Parameters:
    """Fairness, reactivity and exploration of every player of every game, each [games, players]; the best of a grid."""
    axes = (np.linspace(0, table.endowment, GRID), np.linspace(0, 1, GRID), np.array(EXPLORATIONS))
    points = [each.reshape(-1) for each in np.meshgrid(*axes, indexing="ij")]
    parts = []
    for game in range(table.n_games):
        likelihood = _at_points(table.select(game), adaptive.AGENT, points, tremble, window)[:, 0]
        parts.append([each[likelihood.argmax(axis=0)] for each in points])
    return beliefs.Parameters(*(np.array(each) for each in zip(*parts, strict=True)))
