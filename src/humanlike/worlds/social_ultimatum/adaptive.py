r"""The adaptive agent: a sense of fairness that drifts, and a model of everybody else's.

With ceilings for the lost brackets, player m offers the cheapest acceptable amount,

.. math:: q^k_{m,n} = \lceil a^k_{m,n} - \varepsilon \rceil, \quad
          n \in \arg\min_{\tilde n \ne m} \lceil a^k_{m,\tilde n} - \varepsilon \rceil, \tag{4}

to a member of that class chosen by proportional reciprocity; with probability :math:`\gamma_m`, if more
than one step is at stake, anybody is offered one step less. Receiver n accepts if
:math:`q \ge \lceil \alpha_n - \varepsilon \rceil` (5). How thresholds and estimates move: `beliefs`.

The printed (4) has no epsilon inside its argmin; it is used in both places here, because the text says the
offer *is* the lowest acceptable value. Window and weights of reciprocity are open in the paper: here the
number of offers received in the last `SocialSetting.window` rounds.

References
----------
Chang, Maheswaran, Levinboim & Rajan (2011); "Adaptive Agents", equations (4)-(5).
"""

import numpy as np

from humanlike.worlds.social_ultimatum.beliefs import (
    Parameters,
    State,
    ceiling,
    check_parameters,
    initial_state,
    update,
)
from humanlike.worlds.social_ultimatum.chances import Chances
from humanlike.worlds.social_ultimatum.choosing import anybody, draw, first_of_most, others
from humanlike.worlds.social_ultimatum.setting import (
    Booleans,
    Draws,
    Floats,
    Free,
    Integers,
    Proposals,
    SocialAgent,
    SocialSetting,
)


def propose(setting: SocialSetting, parameters: Parameters, state: State, draws: Draws) -> Proposals:
    """Exploit the cheapest class, or explore one step below it."""
    best = state.price.min(axis=1)
    explore = (best > setting.step) & (draws.deviate < parameters.exploration)
    exploited = _target(setting, state.price == best[:, None], state.received, draws.target)
    target = np.where(explore, anybody(setting.n_players, draws.target), exploited)
    return Proposals(target, best - explore * np.int16(setting.step))


def _target(setting: SocialSetting, cheapest: Booleans, received: Integers, uniform: Floats) -> Integers:
    """Proportional reciprocity within the cheapest class."""
    if setting.targeting == "most":
        return first_of_most(np.where(cheapest, received, -1))
    return draw(_weights(cheapest, received), uniform)


def _weights(cheapest: Booleans, received: Integers) -> Integers:
    """How likely each of the cheapest class is addressed, up to a factor."""
    weights = received * cheapest
    strangers = weights.max(axis=1, keepdims=True) == 0  # nobody of the class made an offer lately
    return np.asarray(weights + (cheapest & strangers))


def answer(
    setting: SocialSetting,
    parameters: Parameters,
    state: State,
    offers: Integers,
    seat: Integers,
    lots: Floats,
) -> Booleans:
    """Equation (5), with the receiver's threshold."""
    return np.asarray(offers >= ceiling(setting, state.threshold).reshape(-1)[seat])


def chances(setting: SocialSetting, parameters: Parameters, state: State) -> Chances:
    """Exploring and exploiting mixed; what is offered depends on whether one or the other led to the recipient."""
    best = state.price.min(axis=1)
    explores = np.where(best > setting.step, parameters.exploration, 0.0)[:, None]
    cheapest = state.price == best[:, None]
    if setting.targeting == "most":
        chosen = first_of_most(np.where(cheapest, state.received, -1))[:, None]
        weights = (np.arange(setting.n_players)[:, None] == chosen).astype(np.float64)
    else:
        weights = _weights(cheapest, state.received).astype(np.float64)
    exploited = (1 - explores) * weights / weights.sum(axis=1, keepdims=True)
    explored = explores * others(setting.n_players) / (setting.n_players - 1)
    recipient = exploited + explored
    below = np.divide(explored, recipient, out=np.zeros_like(recipient), where=recipient > 0)[:, :, None]
    value, place = np.arange(setting.n_values)[:, None], (best // setting.step)[:, None, None]
    offer = np.where(value == place, 1 - below, 0.0) + np.where(value == place - 1, below, 0.0)
    threshold = ceiling(setting, state.threshold)[:, None]
    return Chances(recipient, offer, (value * setting.step >= threshold).astype(np.float64))


AGENT = SocialAgent(
    "adaptive",
    "adaptive",
    Parameters,
    ("deviate", "target"),
    initial_state,
    propose,
    answer,
    update,
    per_seat=True,
    check_parameters=check_parameters,
    chances=chances,
    free=(
        Free("fairness", 0.0, 1.0, 0.4, stepwise=True, of_endowment=True),
        Free("reactivity", 0.0, 1.0, 0.3, stepwise=True),
        Free("exploration", 0.0, 1.0, 0.1),
    ),
)
