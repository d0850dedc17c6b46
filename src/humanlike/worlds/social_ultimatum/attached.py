r"""A synthetic population that grows attached to those who are good to it. It is not human data.

It exists to show what the metrics can tell apart where no human traces are at hand, and is deliberately
another mechanism than the adaptive agent: no thresholds, no models of others, no cheapest class. Player m
likes n by :math:`A_{m,n}`, which fades by a factor each round, grows by a gain with every offer of n that m
accepts and shrinks by a loss when n refuses m; targets follow :math:`\exp(\text{pull} \cdot A_{m,n})`. Offers
are a personal habit plus noise, rounded; an offer q is refused with probability
:math:`1 / (1 + \exp(\text{steepness}\,(q - \text{limit})))`. So reciprocity feeds on itself: the longer a
chain, the likelier its next link.
"""

from typing import NamedTuple

import numpy as np

from humanlike.worlds.social_ultimatum.choosing import draw, others
from humanlike.worlds.social_ultimatum.setting import (
    Booleans,
    Draws,
    Floats,
    Integers,
    Proposals,
    Round,
    SocialAgent,
    SocialSetting,
)


class Parameters(NamedTuple):
    """Shared by the whole population; amounts are shares of the endowment."""

    pull: float = 0.8  # how strongly liking guides the choice of a recipient
    gain: float = 1.0  # liking earned by an accepted offer
    loss: float = 0.3  # liking lost by refusing
    fade: float = 0.85  # what is left of liking after a round
    sympathy: float = 0.3  # spread of first impressions
    lowest_habit: float = 0.25  # habits lie between these two
    highest_habit: float = 0.5
    noise: float = 0.15  # offers scatter up to this far around the habit
    limit: float = 0.22  # the offer that is refused every other time
    steepness: float = 20.0


class State(NamedTuple):
    """Liking and habit."""

    impression: Floats  # [m, n, games] what liking fades back to
    liking: Floats  # [m, n, games]
    habit: Floats  # [players, games] usual offer as a share


def initial_state(setting: SocialSetting, parameters: Parameters, lots: Floats) -> State:
    """First impressions and habits by lot; the lot one draws on oneself sets the habit."""
    impression = parameters.sympathy * np.asarray(lots)
    own = np.stack([lots[player, player] for player in range(setting.n_players)])
    habit = parameters.lowest_habit + (parameters.highest_habit - parameters.lowest_habit) * own
    return State(impression, np.zeros_like(impression), habit)


def propose(setting: SocialSetting, parameters: Parameters, state: State, draws: Draws) -> Proposals:
    """Whom I like, about what I always offer."""
    weights = np.exp(parameters.pull * (state.impression + state.liking))
    target = draw(np.where(others(setting.n_players), weights, 0.0), draws.target)
    share = state.habit + parameters.noise * (draws.amount + draws.deviate - 1.0)
    steps = np.round(share * (setting.n_values - 1)).astype(np.int16)
    return Proposals(target, np.clip(steps, 0, setting.n_values - 1) * setting.step)


def answer(
    setting: SocialSetting,
    parameters: Parameters,
    state: State,
    offers: Integers,
    seat: Integers,
    lots: Floats,
) -> Booleans:
    """Low offers are refused more often."""
    excess = offers / setting.endowment - parameters.limit
    return np.asarray(lots >= 1 / (1 + np.exp(parameters.steepness * excess)))


def update(setting: SocialSetting, parameters: Parameters, state: State, seen: Round) -> State:
    """Kindness is remembered, rejection resented, both fade."""
    state.liking[...] *= parameters.fade
    flat = state.liking.reshape(-1)
    flat[seen.got] += parameters.gain * seen.accepted
    flat[seen.sent] -= parameters.loss * ~seen.accepted
    return state


AGENT = SocialAgent(
    "attached",
    "attached (synthetic population)",
    Parameters,
    Draws._fields,
    initial_state,
    propose,
    answer,
    update,
)
