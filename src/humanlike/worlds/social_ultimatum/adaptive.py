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
from humanlike.worlds.social_ultimatum.choosing import anybody, draw, first_of_most
from humanlike.worlds.social_ultimatum.setting import (
    Booleans,
    Draws,
    Floats,
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
    weights = received * cheapest
    strangers = weights.max(axis=1, keepdims=True) == 0  # nobody of the class made an offer lately
    return draw(weights + (cheapest & strangers), uniform)


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
)
