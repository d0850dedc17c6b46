r"""What an agent will do, as probabilities: whom it addresses, how much it offers, what it accepts.

The paper's agents are partly deterministic (one price, one threshold), and no human trace has a finite likelihood under
them. A `Tremble` says how far a decision may stray. With probability :math:`\tau` it is taken blindly, all choices
being equally likely; and an intended offer :math:`q^*` comes out as q with probability

.. math:: K(q \mid q^*) = s^{|q - q^*| / \delta} \Big/ \sum_{q'} s^{|q' - q^*| / \delta},

s being the `scatter` (0: exactly as intended).
"""

from typing import Final, NamedTuple

import numpy as np

from humanlike.core import BadParameters
from humanlike.worlds.social_ultimatum.choosing import others
from humanlike.worlds.social_ultimatum.setting import Floats


class Chances(NamedTuple):
    """The decisions of one round before they are taken; axes of length 1 stand for all."""

    recipient: Floats  # [m, n, games] m addresses n; sums to 1 over n, 0 on the diagonal
    offer: Floats  # [m, n or 1, values, games] m offers a value to n if addressing n; sums to 1 over values
    accept: Floats  # [n, values, games] n accepts an offer of a value


class Tremble(NamedTuple):
    """How often each decision is taken blindly, and how far offers scatter."""

    recipient: float = 0.02
    offer: float = 0.02
    answer: float = 0.02
    scatter: float = 0.2


STEADY: Final = Tremble(0.0, 0.0, 0.0, 0.0)  # exactly what the agent says
MOST_SCATTER: Final = 0.95


def check_tremble(tremble: Tremble) -> Tremble:
    """`tremble`, if its numbers can be."""
    for name, value in tremble._asdict().items():
        top = MOST_SCATTER if name == "scatter" else 1.0
        if not 0 <= value <= top:
            raise BadParameters(f"The tremble's {name} must lie in 0..{top:g}, not {value!r}.")
    return tremble


def tremble_at(chances: Chances, tremble: Tremble) -> Chances:
    """The chances of an agent whose decisions stray."""
    players, values = chances.recipient.shape[0], chances.accept.shape[1]
    offer = chances.offer if not tremble.scatter else scattered(chances.offer, tremble.scatter)
    return Chances(
        (1 - tremble.recipient) * chances.recipient + tremble.recipient * others(players) / (players - 1),
        (1 - tremble.offer) * offer + tremble.offer / values,
        (1 - tremble.answer) * chances.accept + tremble.answer / 2,
    )


def scattered(offer: Floats, scatter: float) -> Floats:
    """Offers [m, n, values, games] that come out near what was intended."""
    place = np.arange(offer.shape[2])
    kernel = scatter ** np.abs(place[:, None] - place).astype(np.float64)  # [intended, made]
    kernel /= kernel.sum(axis=1, keepdims=True)
    return np.asarray(np.einsum("mnig,iq->mnqg", offer, kernel, optimize=True))
