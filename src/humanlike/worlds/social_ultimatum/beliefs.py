r"""What adaptive players believe: the own threshold, and bounds and estimates of everybody else's.

Offers received move the threshold,

.. math:: \alpha' = (1-\beta)^{|R|} \alpha + \frac{1 - (1-\beta)^{|R|}}{|R|} \sum_{q \in R} q, \tag{6}

with R the offers above zero. Answers move the bounds (accepted: upper = min(upper, q); refused:
lower = max(lower, q); a contradicted opposite bound returns to 0 or e) and then the estimate,

.. math:: d = 1:\; a' = \min(\beta \underline a' + (1-\beta) a, \bar a') \quad (7), \qquad
          d = 0:\; a' = \max(\beta \bar a' + (1-\beta) a, \underline a' + 2\varepsilon) \quad (8).

Estimates start at the own :math:`\alpha^0`. The bounds' rule and their start are not in the paper; they are
the readings chosen here. Prices (equation 4's ceilings) are kept beside the estimates, because in a round
only one estimate of each player changes.

References
----------
Chang, Maheswaran, Levinboim & Rajan (2011); "Adaptive Agents", equations (6)-(8).
"""

from typing import NamedTuple

import numpy as np

from humanlike.core import BadParameters
from humanlike.worlds.social_ultimatum.choosing import others
from humanlike.worlds.social_ultimatum.setting import Floats, Integers, Round, SocialSetting


class Parameters(NamedTuple):
    """What differs from one player to the next, each [players, games]."""

    fairness: Floats  # alpha: initial acceptance threshold, 0..e
    reactivity: Floats  # beta: 0 never adapts, 1 believes only the last thing seen
    exploration: Floats  # gamma: how often a lower offer is tried


class State(NamedTuple):
    """Thresholds, beliefs about thresholds, and who made offers lately."""

    threshold: Floats  # [players, games] alpha
    stay: Floats  # [received, players, games] (1 - beta) to the power of offers received
    estimate: Floats  # [m, n, games] a
    lower: Floats  # [m, n, games]
    upper: Floats  # [m, n, games]
    price: Integers  # [m, n, games] the cheapest offer m thinks n accepts; beyond the endowment for m itself
    received: Integers  # [m, n, games] offers n made m within the window
    recent: tuple[Integers, ...]  # flat places of those offers, newest last


def check_parameters(setting: SocialSetting, values: Parameters, n_games: int) -> Parameters:
    """Three numbers for every player of every game, each [games, players]."""
    shape = (n_games, setting.n_players)
    arrays = [np.broadcast_to(np.asarray(value, dtype=np.float64), shape) for value in values]
    for name, array, top in zip(values._fields, arrays, (setting.endowment, 1.0, 1.0), strict=True):
        if not np.all((array >= 0) & (array <= top)):
            raise BadParameters(f"adaptive: {name} must lie in 0..{top:g} for every player.")
    return Parameters(*arrays)


def initial_state(setting: SocialSetting, parameters: Parameters, lots: Floats) -> State:
    """Everybody is thought to be like oneself."""
    threshold = np.array(parameters.fairness, dtype=np.float64)
    estimate = np.ascontiguousarray(np.broadcast_to(threshold[:, None], lots.shape))
    price = np.where(others(setting.n_players), price_of(setting, estimate), setting.endowment + setting.step)
    keep = np.broadcast_to(1 - parameters.reactivity, (setting.n_players, *threshold.shape)).copy()
    keep[0] = 1.0
    return State(
        threshold=threshold,
        stay=np.asarray(np.cumprod(keep, axis=0), dtype=np.float64),
        estimate=estimate,
        lower=np.zeros(lots.shape),
        upper=np.full(lots.shape, float(setting.endowment)),
        price=price.astype(np.int16),
        received=np.zeros(lots.shape, dtype=np.int8),
        recent=(),
    )


def ceiling(setting: SocialSetting, value: Floats) -> Integers:
    """The next multiple of the step at or above value - epsilon."""
    return (np.ceil((value - setting.epsilon) / setting.step) * setting.step).astype(np.int16)


def price_of(setting: SocialSetting, estimate: Floats) -> Integers:
    """Equation (4): what to offer somebody with this estimated threshold."""
    return np.clip(ceiling(setting, estimate), setting.step, setting.endowment)


def update(setting: SocialSetting, parameters: Parameters, state: State, seen: Round) -> State:
    """Equations (6)-(8) after a round; arrays are changed in place, copying them would cost the most."""
    _learn_from_answers(setting, parameters, state, seen)
    received = state.received.reshape(-1)
    received[seen.got] += 1
    recent = (*state.recent, seen.got)
    if len(recent) > setting.window:
        received[recent[0]] -= 1
        recent = recent[1:]
    return state._replace(threshold=moved_threshold(state, seen), recent=recent)


def moved_threshold(state: State, seen: Round) -> Floats:
    """Equation (6): the threshold moves towards the mean of the offers received."""
    shape, places = state.threshold.shape, seen.seat.reshape(-1)
    amount = np.bincount(places, seen.offer.reshape(-1), state.threshold.size).reshape(shape)
    count = np.bincount(places[seen.offer.reshape(-1) > 0], minlength=state.threshold.size)
    whole = np.arange(count.size)
    stay = state.stay.reshape(-1)[count * count.size + whole].reshape(shape)
    return np.asarray(stay * state.threshold + (1 - stay) / np.maximum(count, 1).reshape(shape) * amount)


def _learn_from_answers(setting: SocialSetting, parameters: Parameters, state: State, seen: Round) -> None:
    """Bounds, then equation (7) or (8), then the price, for the one recipient each player addressed."""
    lower, upper, estimate = (each.reshape(-1) for each in (state.lower, state.upper, state.estimate))
    old_low, old_high, believed = lower[seen.sent], upper[seen.sent], estimate[seen.sent]
    yes, offer = seen.accepted, seen.offer.astype(np.float64)
    high = np.where(yes, np.minimum(old_high, offer), old_high)
    low = np.where(yes, old_low, np.maximum(old_low, offer))
    clash = low >= high
    low = np.where(yes & clash, 0.0, low)
    high = np.where(~yes & clash, float(setting.endowment), high)
    beta = parameters.reactivity
    kept = (1 - beta) * believed
    agreed = np.minimum(beta * low + kept, high)
    refused = np.maximum(beta * high + kept, low + 2 * setting.epsilon)
    believed = np.where(yes, agreed, refused)
    lower[seen.sent], upper[seen.sent], estimate[seen.sent] = low, high, believed
    state.price.reshape(-1)[seen.sent] = price_of(setting, believed)
