"""What a person did in earlier matches: sums over the matches before the present one, in the order of the record.

Later matches never count, nor does the present one: of rows of one person and one match none is earlier.
"""

from typing import NamedTuple

import numpy as np

from humanlike.prediction.running_counts import Floats, Integers


class Careers(NamedTuple):
    """Who sat where, [rows]: a number for each person and one for each match, growing in the order of the record."""

    person: Integers
    match: Integers

    @property
    def several(self) -> bool:
        """Whether anybody plays a second match."""
        pairs = np.unique(np.stack([self.person, self.match]), axis=1)
        return bool(pairs.shape[1] > len(np.unique(pairs[0])))


def sums_before(careers: Careers, values: Floats) -> Floats:
    """For each row the sum of `values` [rows, ...] over the same person's rows of earlier matches."""
    return _before(careers.person, careers.match, values)


def counts_before(careers: Careers, context: Integers, outcome: Integers, n_outcomes: int) -> Floats:
    """How often each outcome followed the present context in earlier matches, [rows, rounds, outcomes]."""
    n_contexts = int(context.max(initial=0)) + 1
    key = np.where(context >= 0, careers.person[:, None] * n_contexts + context, -1)
    match = np.broadcast_to(careers.match[:, None], context.shape)
    happened = np.asarray((outcome[..., None] == np.arange(n_outcomes)), dtype=np.float64)
    found = _before(key.reshape(-1), match.reshape(-1), happened.reshape(-1, n_outcomes))
    return np.where(context[..., None] >= 0, found.reshape(*context.shape, n_outcomes), 0.0)


def _before(key: Integers, time: Integers, values: Floats) -> Floats:
    """Sums of `values` [n, ...] over what has the same key and an earlier time."""
    flat = values.reshape(len(values), -1)
    order = np.lexsort((time, key))
    total = np.concatenate([np.zeros((1, flat.shape[1])), np.cumsum(flat[order], axis=0)])
    place = np.arange(len(order))
    keys, times = key[order], time[order]
    new_key = np.diff(keys, prepend=keys[:1] - 1) != 0
    new_time = new_key | (np.diff(times, prepend=times[:1]) != 0)
    since_key = np.maximum.accumulate(np.where(new_key, place, 0))
    since_time = np.maximum.accumulate(np.where(new_time, place, 0))
    result = np.empty_like(flat)
    result[order] = total[since_time] - total[since_key]
    return result.reshape(values.shape)
