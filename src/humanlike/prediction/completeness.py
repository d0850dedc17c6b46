r"""Completeness: the share of what can be foretold that a theory explains.

With summed nats of blind guessing, of the theory and of the ceiling, all held out on the same choices,

.. math:: \kappa = \frac{\text{blind} - \text{theory}}{\text{blind} - \text{ceiling}},

0 for a theory as good as guessing, 1 for one as good as the ceiling; below 0 it misleads, above 1 it sees what the
ceiling does not. *Blind* is the uniform guess, log n nats among n actions, unless the scores of something else are
given: `base_rates` are the frequencies of the actions in the other folds. The interval is over units, which bring all three
sums along when they are left out in turn. Where the ceiling is no better than blind nothing is foretold that could be
explained, and there is no completeness (NaN).

Fudenberg, Kleinberg, Liang & Mullainathan (2022), Journal of Political Economy 130, 956-990.
"""

from collections.abc import Sequence

import numpy as np

from humanlike.core import BadRequest, Play
from humanlike.fitting import t_quantile
from humanlike.fitting.fits import effective_units
from humanlike.prediction.observations import Floats, Integers
from humanlike.prediction.scored_chances import Estimate, UnitScores

UNKNOWN = Estimate(float("nan"), float("nan"), float("nan"))


def completeness(rule: UnitScores, ceiling: UnitScores, blind: UnitScores | None = None) -> Estimate:
    """How much of what the ceiling gains over `blind` (None: the uniform guess) the rule gains, with its interval."""
    if not np.array_equal(rule.choices, ceiling.choices):
        raise BadRequest(
            f"Completeness compares the same held-out choices; the rule foretold {int(rule.choices.sum()):,}, the "
            f"ceiling {int(ceiling.choices.sum()):,}, or of other units."
        )
    guess = ceiling.guessing if blind is None else blind.nats
    return share_of_gain(guess - rule.nats, guess - ceiling.nats, ceiling.choices)


def share_of_gain(part: Floats, whole: Floats, choices: Floats) -> Estimate:
    """Sum of `part` over sum of `whole` [units], with its 95 % interval by leaving out each unit."""
    total = float(whole.sum())
    if not total > 0:
        return UNKNOWN
    value = float(part.sum()) / total
    if len(whole) < 2:
        return UNKNOWN._replace(value=value)
    rest = whole.sum() - whole
    if (rest <= 0).any():  # a single unit carries all that can be foretold
        return UNKNOWN._replace(value=value)
    without = (part.sum() - part) / rest
    error = float(np.sqrt((len(whole) - 1) / len(whole) * ((without - without.mean()) ** 2).sum()))
    reach = t_quantile(0.95, effective_units(choices)) * error
    return Estimate(value, value - reach, value + reach)


def base_rates(plays: Sequence[Play], folds: Sequence[Integers]) -> list[Floats]:
    """Chances of each play [subjects, rounds, actions]: how often its game's seat took each action in other folds.

    `folds` number the rows of each play, -1 where a row is neither counted nor foretold. Each action is taken to have
    occurred once more than it did.
    """
    n_folds = 1 + max(int(fold.max(initial=0)) for fold in folds)
    found = []
    for play, fold in zip(plays, folds, strict=True):
        chances = np.full((*play.actions.shape, max(play.game.n_actions)), np.nan)
        for role, n_actions in enumerate(play.game.n_actions):
            here = play.roles == role
            counts = np.zeros((n_folds, n_actions))
            row, round_ = np.nonzero((play.actions >= 0) & (here & (fold >= 0))[:, None])
            np.add.at(counts, (fold[row], play.actions[row, round_]), 1.0)
            others = counts.sum(axis=0) - counts + 1.0
            shares = others / others.sum(axis=1, keepdims=True)
            rows = np.flatnonzero(here & (fold >= 0))
            chances[rows, :, :n_actions] = shares[fold[rows]][:, None]
        found.append(chances)
    return found
