r"""Chances of actions scored choice by choice, summed over units: nats, hits, and intervals over units.

For choices c of unit u with chances p,

.. math:: \text{nats} = -\frac{1}{n}\sum_c \log p_c(a_c), \qquad
          \text{accuracy} = \frac{1}{n}\sum_c \frac{1[a_c \in \arg\max p_c]}{|\arg\max p_c|},

each with an interval over units (leave one out, Student's t with as many units as they are worth).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from humanlike.core import BadRequest, Play
from humanlike.fitting import t_quantile
from humanlike.fitting.fits import effective_units
from humanlike.fitting.validation import mean_per_choice
from humanlike.prediction.observations import Floats, Integers

SAME = 1e-9  # chances that differ by less are equally high
FLOOR = 1e-10  # as in replay: what a rule ruled out and happened costs 23 nats


class Estimate(NamedTuple):
    """A number with its 95 % interval over units; NaN where there is one unit."""

    value: float
    lower: float
    upper: float

    def __str__(self) -> str:
        return f"{self.value:.4f} [{self.lower:.4f}, {self.upper:.4f}]"


@dataclass(frozen=True, eq=False)
class UnitScores:
    """What one forecaster earned, summed over each unit's choices; arrays run over the units."""

    nats: Floats
    hits: Floats
    guessing: Floats  # nats of guessing blindly: log n where there are n actions
    choices: Floats

    @property
    def nats_per_choice(self) -> Estimate:
        """Mean loss and its interval; lower is better."""
        return per_choice(self.nats, self.choices)

    @property
    def accuracy(self) -> Estimate:
        """How often the likeliest action was taken; ties count in parts."""
        return per_choice(self.hits, self.choices)

    @property
    def guessing_per_choice(self) -> float:
        """Nats of guessing blindly."""
        return float(self.guessing.sum() / self.choices.sum())


def per_choice(total: Floats, choices: Floats) -> Estimate:
    """Sums over units [units] as a mean per choice with its 95 % interval."""
    mean, error = mean_per_choice(total, choices, np.arange(len(choices)))
    reach = t_quantile(0.95, effective_units(choices)) * error
    return Estimate(mean, mean - reach, mean + reach)


def score_chances(plays: Sequence[Play], chances: Sequence[Floats], units: Sequence[Integers]) -> UnitScores:
    """Chances [subjects, rounds, actions] of each play scored on what was done; NaN where nothing is foretold.

    `units` number the rows of each play; -1 where a row does not count.
    """
    parts = [_choices(*each) for each in zip(plays, chances, units, strict=True)]
    unit, nats, hits, guessing = (np.concatenate(each) for each in zip(*parts, strict=True))
    if not len(unit):
        raise BadRequest("Nothing that was done has been foretold, so nothing can be scored.")
    place = np.unique(unit, return_inverse=True)[1].reshape(-1)
    sums = (np.bincount(place, each) for each in (nats, hits, guessing, np.ones(len(unit))))
    return UnitScores(*(np.asarray(each, dtype=np.float64) for each in sums))


def _choices(play: Play, chances: Floats, units: Integers) -> tuple[Floats, Floats, Floats, Floats]:
    """Unit, nats, hits and nats of guessing of every choice that was foretold."""
    actions = play.actions.astype(np.int64)
    taken = np.take_along_axis(chances, np.maximum(actions, 0)[..., None], axis=2)[..., 0]
    here = (actions >= 0) & (units >= 0)[:, None] & ~np.isnan(taken)
    told = np.nan_to_num(chances[here], nan=-1.0)  # actions a role lacks
    best = told >= told.max(axis=1, keepdims=True, initial=0.0) - SAME
    hits = (taken[here] >= told.max(axis=1, initial=0.0) - SAME) / np.maximum(best.sum(axis=1), 1)
    n_actions = np.array(play.game.n_actions)[play.roles]
    guessing = np.broadcast_to(np.log(n_actions)[:, None], here.shape)[here]
    owner = np.broadcast_to(units[:, None], here.shape)[here].astype(np.float64)
    return owner, -np.log(np.maximum(taken[here], FLOOR)), hits, guessing
