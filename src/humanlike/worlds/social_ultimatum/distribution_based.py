r"""Distribution-based agents: open-loop sampling from what people did, with or without reciprocity.

Both draw the offer from the offer distribution, refuse an offer of q with the rejection probability of q,
and rank the others once, at random, as most likely to least likely recipient. The DBA draws every target
from the recipient distribution by rank. The DBRA, after receiving offers, decides with the reciprocation
probability to answer one of the senders (drawn by relative likelihood in the recipient distribution);
otherwise, or if it received none, it draws from the recipient distribution.

Open in the paper: which percentage, and whom a DBRA addresses when it decides against. Here: the immediate
reciprocity :math:`p(R^{k+1}_m = n \mid R^k_n = m)`, and anybody by the recipient distribution.

References
----------
Chang, Maheswaran, Levinboim & Rajan (2011); "Distribution-Based Agents".
"""

from itertools import permutations
from math import factorial
from typing import Final, NamedTuple

import numpy as np

from humanlike.core import BadParameters
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
    """What was counted in a body of play."""

    offers: Floats  # [values] probability of each offer
    recipients: Floats  # [players - 1] probability of the most likely recipient, the second, ...
    rejection: Floats  # [values] probability that an offer of this value is refused
    reciprocation: float  # probability that an offer is returned in the next round


class State(NamedTuple):
    """Whom I like by rank, and who just made me an offer."""

    liking: Floats  # [m, n, games] recipient probabilities by person
    senders: Booleans  # [m, n, games] true if n made m an offer in the last round


def check_parameters(setting: SocialSetting, values: Parameters, n_games: int) -> Parameters:
    """Distributions that fit the setting."""
    wanted = (setting.n_values, setting.n_players - 1, setting.n_values)
    arrays = [np.asarray(value, dtype=np.float64) for value in values]
    for name, array, length in zip(values._fields, arrays, wanted, strict=False):
        if array.shape != (length,) or not np.all((array >= 0) & (array <= 1)):
            raise BadParameters(
                f"dba, dbra: {name} must be {length} probabilities here, not {array.tolist()}."
            )
    return Parameters(arrays[0], arrays[1], arrays[2], float(values.reciprocation))


def initial_state(setting: SocialSetting, parameters: Parameters, lots: Floats) -> State:
    """Assign the others to the ranks of the recipient distribution by lot."""
    order = np.argsort(np.where(others(setting.n_players), lots, 2.0), axis=1)  # oneself comes last
    rank = np.argsort(order, axis=1)
    return State(np.append(parameters.recipients, 0.0)[rank], np.zeros(lots.shape, dtype=bool))


def _amount(setting: SocialSetting, parameters: Parameters, uniform: Floats) -> Integers:
    """An offer drawn from the offer distribution."""
    below = np.cumsum(parameters.offers)
    index = np.searchsorted(below[:-1] / below[-1], uniform, side="right")
    return (index * setting.step).astype(np.int16)


def propose(setting: SocialSetting, parameters: Parameters, state: State, draws: Draws) -> Proposals:
    """The DBA: target and amount from their distributions."""
    return Proposals(draw(state.liking, draws.target), _amount(setting, parameters, draws.amount))


def propose_reciprocally(
    setting: SocialSetting, parameters: Parameters, state: State, draws: Draws
) -> Proposals:
    """The DBRA: perhaps answer a sender."""
    answering = (draws.deviate < parameters.reciprocation)[:, None]
    wanted = np.where(state.senders & answering, state.liking, 0.0)
    possible = wanted.any(axis=1, keepdims=True)
    target = draw(np.where(possible, wanted, state.liking), draws.target)
    return Proposals(target, _amount(setting, parameters, draws.amount))


def answer(
    setting: SocialSetting,
    parameters: Parameters,
    state: State,
    offers: Integers,
    seat: Integers,
    lots: Floats,
) -> Booleans:
    """Refuse with the probability counted for this value."""
    return np.asarray(lots >= np.asarray(parameters.rejection)[offers // setting.step])


def update(setting: SocialSetting, parameters: Parameters, state: State, seen: Round) -> State:
    """Remember who made me an offer."""
    state.senders[...] = False
    state.senders.reshape(-1)[seen.got] = True
    return state


def chances(setting: SocialSetting, parameters: Parameters, state: State) -> Chances:
    """The DBA's distributions as they are."""
    offers = np.asarray(parameters.offers) / np.sum(parameters.offers)
    accept = 1 - np.asarray(parameters.rejection)
    shape = (setting.n_players, setting.n_values, 1)
    whom = state.liking / state.liking.sum(axis=1, keepdims=True)
    return Chances(whom, offers[None, None, :, None], np.broadcast_to(accept[None, :, None], shape))


def chances_reciprocally(setting: SocialSetting, parameters: Parameters, state: State) -> Chances:
    """The DBRA: with the reciprocation probability one of the senders, if there are any, else as the DBA."""
    alike = chances(setting, parameters, state)
    wanted = np.where(state.senders, state.liking, 0.0)
    whole = wanted.sum(axis=1, keepdims=True)
    returned = np.where(whole > 0, wanted / np.where(whole > 0, whole, 1.0), alike.recipient)
    kept = 1 - parameters.reciprocation
    return alike._replace(recipient=parameters.reciprocation * returned + kept * alike.recipient)


MOST_ORDERS: Final = 720  # all orders of six others, the paper's largest group


def hidden(setting: SocialSetting) -> Floats:
    """Lots for every order of the others by rank; for more than seven players, some orders drawn once and for all."""
    size = setting.n_players - 1
    if factorial(size) <= MOST_ORDERS:
        orders = np.array(list(permutations(range(size))))
    else:
        generator = np.random.default_rng(size)  # no luck of a study: the same orders for everybody, always
        orders = np.stack([generator.permutation(size) for _ in range(MOST_ORDERS)])
    lots = np.ones((setting.n_players, setting.n_players, len(orders)))
    lots[~np.eye(setting.n_players, dtype=bool)] = np.tile(orders.T / size, (setting.n_players, 1))
    return lots


DBA = SocialAgent(
    "dba",
    "distribution-based (DBA)",
    Parameters,
    Draws._fields,
    initial_state,
    propose,
    answer,
    update,
    check_parameters=check_parameters,
    chances=chances,
    hidden=hidden,
)
DBRA = SocialAgent(
    "dbra",
    "distribution-based reciprocal (DBRA)",
    Parameters,
    Draws._fields,
    initial_state,
    propose_reciprocally,
    answer,
    update,
    check_parameters=check_parameters,
    chances=chances_reciprocally,
    hidden=hidden,
    free=(Free("reciprocation", 0.0, 1.0, 0.5),),
)
