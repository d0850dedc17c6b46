r"""Whole histories as observations: the state to be predicted is everything that happened in a match.

A rule that says how likely each next choice is says how likely whole histories are: by the chain rule

.. math:: P(\text{history } k) = \prod_t \prod_{j \in k} P(j, t, a_j(t)),

so that its chance needs no list of the :math:`A^{IT}` histories there might have been. At this level one step ahead
and complete simulation are the same prediction: a simulated match is the recorded one with just that chance. The log
score discriminates as well as that of single choices; distances do not, since after a few rounds every history has
nearly no chance under any rule.

A history is what those under study did in a match in which somebody is under test; what machines did in it, and moves
that are missing, are taken as given.

Mitropoulos (2001), introduction: independent histories as the purist's observation.
"""

import numpy as np

from humanlike.prediction.observations import Floats, Integers, ObservedRows, Sample
from humanlike.prediction.sums import per_unit
from humanlike.prediction.tallies import Predicted, tally_rows

HAPPENED, N_STATES = 0, 2  # the history that happened, and all others together


def history_rows(sample: Sample) -> ObservedRows:
    """One row for each match with somebody under test: its history happened, no other did."""
    match = _matches(sample)
    _, first = np.unique(match[sample.tested], return_index=True)
    units = sample.units[sample.tested][first]
    count = len(units)
    return ObservedRows(
        np.full((count, 1), HAPPENED, dtype=np.int64), np.zeros(count, np.int64), units, N_STATES, 1
    )


def tally_histories(sample: Sample, rows: ObservedRows, chances: Floats, floor: float) -> Predicted:
    """One rule's chances of actions [subjects, rounds, actions] as chances of the recorded histories."""
    logs = _log_chances(sample, chances, len(rows.units), floor)
    chance = np.exp(logs)
    told = np.stack([chance, 1 - chance], axis=-1)[:, None, :]
    # chances of long histories are too small for numbers; their logarithms are not
    return tally_rows(rows, told, sample.n_units, floor)._replace(
        log=per_unit(logs, rows.units, sample.n_units)
    )


def _log_chances(sample: Sample, chances: Floats, n_matches: int, floor: float) -> Floats:
    """The log-chance of each recorded history, [matches]; a single choice counts with `floor` at least."""
    moves = sample.moves
    taken = np.take_along_axis(chances, np.maximum(moves, 0)[..., None], axis=-1)[..., 0]
    logs = np.where(moves >= 0, np.log(np.maximum(np.where(moves >= 0, taken, 1.0), floor)), 0.0)
    match = _matches(sample)
    _, place = np.unique(match[sample.tested], return_inverse=True)
    number = np.full(int(match.max(initial=-1)) + 1, -1, dtype=np.int64)
    number[match[sample.tested]] = place.reshape(-1)
    members = sample.play.studied & (number[match] >= 0)
    return per_unit(logs[members].sum(axis=1), number[match][members], n_matches)


def _matches(sample: Sample) -> Integers:
    return sample.play.labels("match").numbers()
