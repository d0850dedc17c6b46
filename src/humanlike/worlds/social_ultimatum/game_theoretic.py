r"""The game-theoretic agent: offers the least, accepts whatever is something.

Proposition 2 and equation (3): in equilibrium :math:`p^g_m(n, q) = 0` for every :math:`q > \delta` and
:math:`p^a_m(n, \delta) = 1`. The equilibrium leaves open to whom the least is offered; here to anybody,
all equally likely. An offer of nothing is refused (a rational player is indifferent).

References
----------
Chang, Maheswaran, Levinboim & Rajan (2011); "Game-Theoretic Agents", equation (3).
"""

from typing import NamedTuple

import numpy as np

from humanlike.worlds.social_ultimatum.chances import Chances
from humanlike.worlds.social_ultimatum.choosing import anybody, others
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
    """Nothing to set."""


class State(NamedTuple):
    """Nothing to remember."""


def initial_state(setting: SocialSetting, parameters: Parameters, lots: Floats) -> State:
    """A rational player starts without history."""
    return State()


def propose(setting: SocialSetting, parameters: Parameters, state: State, draws: Draws) -> Proposals:
    """One step to anybody."""
    target = anybody(setting.n_players, draws.target)
    return Proposals(target, np.full(target.shape, setting.step, dtype=np.int16))


def answer(
    setting: SocialSetting,
    parameters: Parameters,
    state: State,
    offers: Integers,
    seat: Integers,
    lots: Floats,
) -> Booleans:
    """Anything above zero is better than nothing."""
    return np.asarray(offers > 0)


def chances(setting: SocialSetting, parameters: Parameters, state: State) -> Chances:
    """Equation (3): one step to anybody, and whatever is something accepted."""
    offer = np.zeros((1, 1, setting.n_values, 1))
    offer[:, :, 1] = 1.0
    accept = np.broadcast_to(
        np.arange(setting.n_values)[:, None] > 0, (setting.n_players, setting.n_values, 1)
    )
    return Chances(others(setting.n_players) / (setting.n_players - 1), offer, accept.astype(np.float64))


def update(setting: SocialSetting, parameters: Parameters, state: State, seen: Round) -> State:
    """Nothing that happens changes the equilibrium."""
    return state


AGENT = SocialAgent(
    "game-theoretic",
    "game-theoretic (GT)",
    Parameters,
    ("target",),
    initial_state,
    propose,
    answer,
    update,
    chances=chances,
)
