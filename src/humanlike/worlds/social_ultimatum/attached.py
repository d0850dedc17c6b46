r"""A synthetic population that grows attached to those who are good to it. It is not human data.

It exists to show what the metrics can tell apart where no human traces are at hand, and is deliberately
another mechanism than the adaptive agent: no thresholds, no models of others, no cheapest class. Player m
likes n by :math:`A_{m,n}`, which fades by a factor each round, grows by a gain with every offer of n that m
accepts and shrinks by a loss when n refuses m; targets follow :math:`\exp(\text{pull} \cdot A_{m,n})`. Offers
are a personal habit plus noise, rounded; an offer q is refused with probability
:math:`1 / (1 + \exp(\text{steepness}\,(q - \text{limit})))`. So reciprocity feeds on itself: the longer a
chain, the likelier its next link.
"""

from typing import Final, NamedTuple

import numpy as np

from humanlike.worlds.social_ultimatum.chances import Chances
from humanlike.worlds.social_ultimatum.choosing import draw, others
from humanlike.worlds.social_ultimatum.setting import (
    Booleans,
    Draws,
    Floats,
    Free,
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
    target = draw(_weights(setting, parameters, state), draws.target)
    share = state.habit + parameters.noise * (draws.amount + draws.deviate - 1.0)
    steps = np.round(share * (setting.n_values - 1)).astype(np.int16)
    return Proposals(target, np.clip(steps, 0, setting.n_values - 1) * setting.step)


def _weights(setting: SocialSetting, parameters: Parameters, state: State) -> Floats:
    """How likely each of the others is addressed, up to a factor."""
    weights = np.exp(parameters.pull * (state.impression + state.liking))
    return np.asarray(np.where(others(setting.n_players), weights, 0.0))


def _refusal(setting: SocialSetting, parameters: Parameters, offers: Integers) -> Floats:
    """How likely offers are refused."""
    excess = offers / setting.endowment - parameters.limit
    return np.asarray(1 / (1 + np.exp(parameters.steepness * excess)))


def answer(
    setting: SocialSetting,
    parameters: Parameters,
    state: State,
    offers: Integers,
    seat: Integers,
    lots: Floats,
) -> Booleans:
    """Low offers are refused more often."""
    return np.asarray(lots >= _refusal(setting, parameters, offers))


def chances(setting: SocialSetting, parameters: Parameters, state: State) -> Chances:
    """Whom I like; what rounds to each value, the noise being the sum of two even draws."""
    weights = _weights(setting, parameters, state)
    steps = setting.n_values - 1
    edges = (np.arange(steps)[:, None] + 0.5) / steps  # [between values, 1]
    scaled = np.clip((edges - state.habit[:, None]) / parameters.noise, -1.0, 1.0)
    below = 0.5 + scaled - np.sign(scaled) * scaled**2 / 2  # of a triangular distribution on -1..1
    ends = np.zeros_like(below[:, :1])
    offer = np.diff(below, axis=1, prepend=ends, append=ends + 1)
    accept = 1 - _refusal(setting, parameters, np.arange(setting.n_values) * setting.step)
    shape = (setting.n_players, setting.n_values, 1)
    whom = weights / weights.sum(axis=1, keepdims=True)
    return Chances(whom, offer[:, None], np.broadcast_to(accept[None, :, None], shape))


CASES: Final = 32  # of habit and first impressions, in the place of an integral


def hidden(setting: SocialSetting) -> Floats:
    """Lots spread evenly over what they may be: every lot takes so many values, in an order of its own."""
    generator = np.random.default_rng(CASES)  # no luck of a study: the same cases for everybody, always
    even = (np.arange(CASES) + 0.5) / CASES
    shape = (setting.n_players, setting.n_players)
    return np.stack([generator.permutation(even) for _ in range(setting.n_players**2)]).reshape(*shape, CASES)


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
    chances=chances,
    hidden=hidden,
    free=(
        Free("pull", 0.0, 4.0, 0.8),
        Free("loss", 0.0, 2.0, 0.3),
        Free("fade", 0.0, 0.99, 0.8),
        Free("lowest_habit", 0.0, 1.0, 0.3),
        Free("highest_habit", 0.0, 1.0, 0.5),
        Free("noise", 0.01, 0.5, 0.15),
        Free("limit", -0.5, 1.0, 0.2),
        Free("steepness", 0.0, 60.0, 15.0),
    ),
)
